// The game's files, whole and unaltered.

import "../assets.js";

const { files } = self.assets;

/** @throws "missing" or "altered", as the words know it. */
export async function load(name) {
  let bytes;
  try {
    // Past the caches when a load has failed: what lies there may be what is damaged.
    const response = await fetch(
      new URL(`../${name}`, import.meta.url), { cache: self.location.search ? "reload" : "default" });
    if (!response.ok) throw new Error(response.status);
    bytes = await response.arrayBuffer();
  } catch {
    throw "missing";
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== files[name]) throw "altered";
  return bytes;
}
