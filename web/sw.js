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

// A notice of the server; its click opens the table, in the window that shows it already if there is one.
async function show(notice) {
  const { title = "Rondel", body = "", id = "", url = "/" } = notice;
  await self.registration.showNotification(title, { body, tag: id, icon: "/icon-192.png", data: { url } });
}

async function open(url) {
  const target = new URL(url, location.origin);
  if (target.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = windows.find((one) => new URL(one.url).pathname === target.pathname);
  await (same ? same.focus() : self.clients.openWindow(target.href));
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});
