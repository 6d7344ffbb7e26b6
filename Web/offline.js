// Has the service worker keep the game on the device, so that it works without a network after.

/** How often a first visit in which nobody plays is given the chance to keep the game, in milliseconds. */
const interval = 10_000;

let isKept = !navigator.serviceWorker;

/** Keeps the game; where that failed, the next call tries again. A first visit still has to load half of it
 * for that, which only still pictures need. */
export function keepOffline() {
  if (isKept) return;
  isKept = true;
  navigator.serviceWorker.register("service-worker.js").catch(() => {
    isKept = false;
  });
}

/** Keeps the game once the page has loaded; at a first visit with the first question, for which a
 * game that `isPlaying()` waits. */
export function keepOfflineLater(isPlaying) {
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    worker.postMessage("loaded");
    keepOffline();
    return;
  }
  const timer = setInterval(() => {
    if (isPlaying()) return;
    clearInterval(timer);
    keepOffline();
  }, interval);
}
