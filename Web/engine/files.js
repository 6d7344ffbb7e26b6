// Loads the game's files and checks them against the hashes that the build has written.

import "../assets.js";

const { files } = self.assets;

/** A file of the game, whole and unaltered. A copy in the browser's caches may be damaged: the server is
 * asked for it again then.
 *
 * @throws "missing" or "altered".
 */
export async function load(name) {
  for (const cache of ["default", "reload"]) {
    const bytes = await fetched(name, cache);
    if (await sha256(bytes) === files[name]) return bytes;
  }
  throw "altered";
}

async function fetched(name, cache) {
  try {
    const response = await fetch(new URL(`../${name}`, import.meta.url), { cache });
    if (!response.ok) throw new Error(response.status);
    return await response.arrayBuffer();
  } catch {
    throw "missing";
  }
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
