// How often something is painted: where that is slow, less often, so that the page has time for what it looks at.

/** The part of the page's thread that painting may take. */
const share = 1 / 3;

export class Pace {
  #free = 0;

  /** Whether it may be painted again. */
  get isDue() {
    return performance.now() >= this.#free;
  }

  /** Has `work` paint, and counts what it takes. */
  paint(work) {
    const began = performance.now();
    work();
    const now = performance.now();
    this.#free = now + (now - began) * (1 / share - 1);
  }
}
