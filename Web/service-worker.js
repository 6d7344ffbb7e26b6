// Keeps the whole game on the device at the first visit, so that it works without a network after.
//
// assets.js lists the files and their hashes; a new list is a new version, which is fetched whole
// before it takes the place of the old one.

importScripts("assets.js");

const prefix = "playfield-";
const name = prefix + self.assets.version;

self.addEventListener("install", (event) => {
  const whole = ["./", "assets.js", ...Object.keys(self.assets.files)]
    .map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches.open(name).then((cache) => cache.addAll(whole))
      .then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((all) => Promise.all(
        all.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one))))
      .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(name);
  if (request.cache === "reload") {
    // The page found what lies here damaged.
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url.split("?")[0], response.clone());
    return response;
  }
  const kept = await cache.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
