// How many frames come, and how long each takes.

/** Over how many of the last frames. */
const count = 60;
/** Below this many a second figures are less certain. */
const few = 26;

export class Rate {
  #times = [];
  #took = [];
  waiting = 0;

  /** A frame was seen: its `time` in microseconds, how long it `took` in milliseconds, how many are `waiting`. */
  add({ time, took, waiting }) {
    this.#times.push(time);
    this.#took.push(took);
    this.waiting = waiting;
    if (this.#times.length > count) {
      this.#times.shift();
      this.#took.shift();
    }
  }

  forget() {
    this.#times = [];
    this.#took = [];
  }

  /** Frames a second; `undefined` before there are enough of them. */
  get perSecond() {
    if (this.#times.length < count) return undefined;
    return (1e6 * (count - 1)) / (this.#times.at(-1) - this.#times[0]);
  }

  /** The same, where it is low. */
  get slow() {
    const rate = this.perSecond;
    return rate < few ? rate : undefined;
  }

  /** How long a frame takes, in milliseconds. */
  get took() {
    return this.#took.reduce((sum, one) => sum + one, 0) / Math.max(1, this.#took.length);
  }
}
