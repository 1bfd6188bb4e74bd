// @ts-check
/// <reference lib="webworker" />
/**
 * Lets the page work without a network after its first visit. The page itself is requested first;
 * if nothing answers, the last cached one is opened. The page's files never change under their
 * address, so they come from the cache. Other files, such as the engine, are cached after their
 * first use. Answers of the API are never cached.
 *
 * The server replaces "@assets@" by the path of the page's files, and "@files@" by the names of
 * files cached from the start. All addresses are relative to this file, which is beside the page.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PAGE = new URL("./", location.href).pathname;
const KEPT = `${PAGE}@assets@`;
/** @type {string[]} */
const FILES = JSON.parse('@files@');

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([PAGE, ...FILES.map((name) => `${KEPT}/${name}`)]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  // Leaves the caches of other pages at this origin alone.
  const old = (/** @type {string} */ name) => name !== KEPT && name.startsWith(`${PAGE}assets/`);
  const cleared = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  // Claims open pages, so that the first visit also works after the server becomes unreachable.
  event.waitUntil(cleared.then(() => worker.clients.claim()));
});

/** A file from the cache; a new one is cached. @param {Request} request @param {string} pathname */
async function kept(request, pathname) {
  const cache = await caches.open(KEPT);
  const file = await cache.match(pathname);
  if (file) return file;
  const response = await fetch(request);
  // Not awaited, so that caching causes no delay, and a full disk no failure.
  if (response.ok) cache.put(pathname, response.clone()).catch(() => {});
  return response;
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const last = async () => (await (await caches.open(KEPT)).match(PAGE)) ?? Response.error();
  if (pathname === PAGE || pathname === `${PAGE}index.html`) event.respondWith(fetch(request).catch(last));
  else if (pathname.startsWith(`${KEPT}/`)) event.respondWith(kept(request, pathname));
});
