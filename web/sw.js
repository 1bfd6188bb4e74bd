// @ts-check
/// <reference lib="webworker" />
/**
 * The page without a network, once it was loaded: the page itself is asked for
 * first, and where nothing answers the last one kept is opened. The page's own
 * files never change under their address, so they come from here; what is not
 * kept from the start, as the engine, is once it was used. What the API answers
 * is never kept.
 *
 * The server puts the path of the page's files in place of "@assets@", and
 * the names of those that are kept from the start in place of "@files@". All
 * addresses are relative to this file's, which is beside the page.
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
  // Another page's caches at this origin are none of ours.
  const old = (/** @type {string} */ name) => name !== KEPT && name.startsWith(`${PAGE}assets/`);
  const cleared = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  // The page of the first visit, too, may find that the server has gone.
  event.waitUntil(cleared.then(() => worker.clients.claim()));
});

/** A file that is kept, or is from now on. @param {Request} request @param {string} pathname */
async function kept(request, pathname) {
  const cache = await caches.open(KEPT);
  const file = await cache.match(pathname);
  if (file) return file;
  const response = await fetch(request);
  // Keeping it must not hold it up, and a full disk is no reason to fail.
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
