// Keeps the screen from going dark while somebody plays.

let isWanted = false;
let lock;

export function stayAwake(wanted) {
  isWanted = wanted;
  renew();
}

/** The browser takes the lock away whenever the page is hidden. */
async function renew() {
  if (!isWanted || document.hidden) {
    lock?.release().catch(() => {});
    lock = undefined;
  } else if (!lock) {
    try {
      const granted = await navigator.wakeLock?.request("screen");
      if (isWanted && !document.hidden && !lock) lock = granted;
      else granted?.release();
    } catch {
      // Not granted, as with a battery that is nearly empty; the game goes on.
    }
  }
}
document.addEventListener("visibilitychange", renew);
