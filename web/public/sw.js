// SPDX-License-Identifier: Apache-2.0
// sw.js: the service worker, so that the page opens without a network. pack.mjs writes the names of the page's
// files and a print of them in the first two lines. The page itself is asked for first, so that nobody plays an
// old one; the other files have their contents in their names, or change with the print. Games (api/) and
// addresses with a token in them never come here.
const FILES = [];
const PRINT = "";

const CACHE = `roundhouse ${PRINT}`;
const HOME = new URL("./", self.location).pathname;
const kept = new Set(FILES.map((file) => new URL(file, self.location).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n)))));
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || search || !kept.has(pathname)) return;
  const cached = caches.open(CACHE).then((cache) => cache.match(pathname));
  event.respondWith(pathname === HOME
    ? fetch(event.request).catch(() => cached)
    : cached.then((file) => file ?? fetch(event.request)));
});
