// Limits painting to a share of the page's thread, so that time is left for the camera's frames.

/** The part of the thread that painting may take. */
const share = 1 / 3;

export class Pace {
  #free = 0;

  /** Has `work` paint, unless what was painted before took too long for that. */
  paint(work) {
    const began = performance.now();
    if (began < this.#free) return;
    work();
    const now = performance.now();
    this.#free = now + (now - began) * (1 / share - 1);
  }
}
