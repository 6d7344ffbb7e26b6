// Loads the game's files and checks them against the hashes that the build has written.

import "../assets.js";

const { files } = self.assets;

/** Files whose load has failed: what lies in the caches may be what is damaged. */
const failed = new Set();

/** A file of the game, whole and unaltered.
 *
 * @throws "missing" or "altered".
 */
export async function load(name) {
  const isAgain = failed.has(name) || Boolean(self.location.search);
  failed.add(name);
  let bytes;
  try {
    const response = await fetch(
      new URL(`../${name}`, import.meta.url), { cache: isAgain ? "reload" : "default" });
    if (!response.ok) throw new Error(response.status);
    bytes = await response.arrayBuffer();
  } catch {
    throw "missing";
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== files[name]) throw "altered";
  failed.delete(name);
  return bytes;
}
