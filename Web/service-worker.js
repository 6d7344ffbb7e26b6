// Keeps the game on the device, so that it works without a network after the first visit.
//
// What a page loads lies in a folder named by its version, and here in a cache of that name. A new
// version is kept whole before it answers any page; pages that began with another one go on to get
// that one's files, which stay until no page holds them. Browsers stop and start this worker as they
// like, so it remembers nothing.

/** Written by Scripts/list-assets.py. */
const version = "VERSION";

importScripts(`${version}/assets.js`);

/** Of the caches of this copy of the game: others may lie on the same host. Paths have no spaces. */
const prefix = `playfield ${new URL("./", location).pathname} `;
const name = prefix + version;
/** How the names begin of files that are kept once they were asked for: not everybody uses the microphone, or plays
 * bean-bag toss. */
const onUse = [
  "whisper-", "number-head.", "toss.wasm", "gameboard", "pose-", "throw-style.", "engine/toss/", "games/toss/",
  "styles/toss.", "words/toss-",
];
/** The addresses of the page itself, which every version shares. */
const pages = ["./", "index.html"].map((path) => new URL(path, location).pathname);

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** A page says that it has loaded, and holds its version from now on. */
self.addEventListener("message", (event) => {
  event.waitUntil(discard());
});

/** Keeps this version whole, or throws. */
async function keep() {
  const cache = await caches.open(name);
  const page = await fetch("./", { cache: "no-cache" });
  // A page of another version has taken its place on the server: that one's worker will follow.
  if (!(await page.clone().text()).includes(version)) throw new Error("replaced");
  await Promise.all([
    cache.put("./", page),
    cache.add(`${version}/assets.js`),
    ...Object.entries(self.assets.files).map(async ([file, hash]) => {
      if (!isOnUse(file) || await isKept(file)) {
        await cache.put(`${version}/${file}`, await whole(file, hash));
      }
    }),
  ]);
}

function isOnUse(file) {
  return onUse.some((beginning) => file.startsWith(beginning));
}

/** Whether any version of a file is kept. */
async function isKept(file) {
  for (const one of await versions()) {
    if (await caches.match(`${one.slice(prefix.length)}/${file}`, { cacheName: one })) return true;
  }
  return false;
}

/** A file of this version, unaltered. */
async function whole(file, hash) {
  for await (const response of copies(file)) {
    if (!response?.ok) continue;
    const bytes = await response.arrayBuffer();
    // Without the address of where it was found, from which a module would import on.
    if (await sha256(bytes) === hash) return new Response(bytes, { headers: response.headers });
  }
  throw new Error(`${file} is missing or altered`);
}

/** Where a file may be found: kept already, perhaps in another version; in the browser's cache, where
 * the page has just loaded it; on the server. */
async function* copies(file) {
  for (const one of await versions()) {
    yield caches.match(`${one.slice(prefix.length)}/${file}`, { cacheName: one });
  }
  yield fetch(`${version}/${file}`, { cache: "force-cache" });
  yield fetch(`${version}/${file}`, { cache: "reload" });
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The names of the versions' caches, oldest first. */
async function versions() {
  return (await caches.keys()).filter((one) => one.startsWith(prefix));
}

async function answer(request) {
  // What the server has now.
  if (request.cache === "no-store") return fetch(request);
  const { pathname } = new URL(request.url);
  const kept = pages.includes(pathname)
    ? await caches.match("./", { cacheName: name })
    : await caches.match(request, { ignoreSearch: true });
  if (request.cache !== "reload") return kept ?? first(request, pathname);
  // The page found a copy damaged, which need not be the one that is kept here.
  try {
    const response = await fetch(request);
    if (response.ok) await replace(pathname, response.clone());
    return response.ok ? response : kept ?? response;
  } catch (failure) {
    if (kept) return kept;
    throw failure;
  }
}

/** Fetches what is not kept; what is kept on use is from now on, by the version that it is of. */
async function first(request, pathname) {
  const response = await fetch(request);
  const [folder, ...file] = pathname.slice(new URL("./", location).pathname.length).split("/");
  if (response.ok && isOnUse(file.join("/")) && await caches.has(prefix + folder)) {
    await (await caches.open(prefix + folder)).put(pathname, response.clone());
  }
  return response;
}

/** Puts a file in the place of the copy that is kept of it. */
async function replace(pathname, response) {
  for (const one of await versions()) {
    const cache = await caches.open(one);
    if (await cache.match(pathname)) return cache.put(pathname, response);
  }
}

/** Discards versions older than this one that no page holds. */
async function discard() {
  const [windows, { held }, all] = await Promise.all([
    self.clients.matchAll(), navigator.locks.query(), versions(),
  ]);
  const used = held.map((lock) => lock.name).filter((one) => one.startsWith(prefix));
  // A page that is still loading does not hold its version yet.
  if (used.length < windows.length) return;
  // Somebody may have cleared this version away: then it is not known which are older.
  if (!all.includes(name)) return;
  const older = all.slice(0, all.indexOf(name));
  await Promise.all(older.filter((one) => !used.includes(one)).map((one) => caches.delete(one)));
}
