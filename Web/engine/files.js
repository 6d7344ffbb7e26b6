// Loads the game's files and checks them against the hashes that the build has written.

import "../assets.js";

const { files } = self.assets;

/** A file of the game, whole and unaltered. A copy in the browser's caches may be damaged: the server is
 * asked for it again then.
 *
 * @param report Called with the share of it that has come, where that is known.
 * @throws "missing" or "altered".
 */
export async function load(name, report) {
  for (const cache of ["default", "reload"]) {
    const bytes = await fetched(name, cache, report);
    if (await sha256(bytes) === files[name]) return bytes;
  }
  throw "altered";
}

async function fetched(name, cache, report) {
  try {
    const response = await fetch(new URL(`../${name}`, import.meta.url), { cache });
    if (!response.ok) throw new Error(response.status);
    return await (report ? new Response(response.body.pipeThrough(counting(response, report))) : response).arrayBuffer();
  } catch {
    throw "missing";
  }
}

/** Passes a response's bytes on, and reports what share of it has come. */
function counting(response, report) {
  // Of what a host has compressed, the length is another.
  const length = response.headers.get("content-encoding") ? 0 : Number(response.headers.get("content-length"));
  let received = 0;
  let reported = 0;
  return new TransformStream({
    transform(piece, passed) {
      received += piece.byteLength;
      // In tenths: each is read out.
      const share = Math.floor((10 * received) / length) / 10;
      if (length > 0 && share > reported) report(reported = share);
      passed.enqueue(piece);
    },
  });
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
