// Keeps the shell at hand: the page and its parts, never what the server answers.

const SHELF = "shell";
const PARTS = /(?:src|href)="(\/assets\/[^"]+)"/g;
const SERVER = /^\/(api|ws|healthz|metrics)(\/|$)/;

async function keepPage(answer) {
  const shelf = await caches.open(SHELF);
  const text = await answer.clone().text();
  const old = await shelf.match("/");
  if (old && (await old.text()) !== text) {
    for (const key of await shelf.keys()) await shelf.delete(key);
  }
  await shelf.put("/", answer);
  await Promise.all([...text.matchAll(PARTS)].map(([, path]) => part(new Request(path))));
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keepPage(answer.clone());
    return answer;
  } catch (problem) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw problem;
  }
}

async function part(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}

self.addEventListener("install", (event) => {
  event.waitUntil(fetch("/").then(keepPage));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// What the page loaded before we were there.
self.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.map((path) => part(new Request(path)))));
});
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || SERVER.test(pathname)) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (pathname.startsWith("/assets/")) event.respondWith(part(event.request));
});
