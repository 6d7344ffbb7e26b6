// The version of the game that this page began with, and keeps.

/** The folder's name, as Scripts/list-assets.py gives it. */
export const version = new URL(".", import.meta.url).pathname.split("/").at(-2);

/** Has the service worker keep this version's files for as long as the page is open. */
export function hold() {
  const scope = new URL("..", import.meta.url).pathname;
  // Refused where the page may keep nothing, as with cookies blocked: then there is nothing to hold.
  navigator.locks?.request(`playfield ${scope} ${version}`, { mode: "shared" }, () => new Promise(() => {}))
    .catch(() => {});
}

/** Whether the server has another version now: files of this one may be gone from it. */
export async function isReplaced() {
  try {
    const response = await fetch("./", { cache: "no-store", signal: AbortSignal.timeout(5_000) });
    const there = /"([0-9a-f]{16})\/main\.js"/.exec(await response.text())?.[1];
    return there !== undefined && there !== version;
  } catch {
    return false;
  }
}
