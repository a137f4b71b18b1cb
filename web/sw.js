// Keeps the shell at hand: the page and all its parts, never what the server answers.
// SHELF and SHELL stand above this line once built: see shell.ts.

const SERVER = /^\/(api|ws|healthz|metrics|embed)(\/|$)/;

async function page(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw problem;
  }
}

async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function keepWhole() {
  const shelf = await caches.open(SHELF);
  // All or nothing: a worker whose shell is not whole is never installed.
  await shelf.addAll(SHELL.map((path) => new Request(path, { cache: "no-cache" })));
}

async function dropOlder() {
  const shelves = await caches.keys();
  await Promise.all(shelves.filter((shelf) => shelf !== SHELF).map((shelf) => caches.delete(shelf)));
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(keepWhole()));
self.addEventListener("activate", (event) => event.waitUntil(dropOlder()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || SERVER.test(pathname)) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (SHELL.includes(pathname)) event.respondWith(part(event.request));
});
