// @ts-check
/// <reference lib="webworker" />
/**
 * The page without a network, once it was loaded: the server is asked for the
 * page first, and where it does not answer the last one kept is opened. The
 * page's own files never change under their address, so they come from here.
 * What the API answers is never kept.
 *
 * The server puts the path of the page's files in place of "@assets@", and
 * their names in place of "@files@".
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = "@assets@";
/** @type {string[]} */
const FILES = JSON.parse('@files@');

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(["/", ...FILES.map((name) => `${KEPT}/${name}`)]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const kept = async () => (await caches.open(KEPT)).match(pathname);
  if (pathname === "/") event.respondWith(fetch(request).catch(async () => (await kept()) ?? Response.error()));
  else if (pathname.startsWith(`${KEPT}/`)) event.respondWith(kept().then((file) => file ?? fetch(request)));
});
