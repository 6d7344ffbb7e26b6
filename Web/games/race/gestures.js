// Fingers on a picture, and how they move what lies in it: one finger slides it, two also turn and resize it. Pure:
// pixels come in, motions go out.

/** Shorter ways are those of a tap that trembles, as a share of the picture's width. */
const tremble = 0.01;

/** What two fingers span: the point between them, their distance, and their direction in radians. */
const span = ([a, b]) => ({
  middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
  length: Math.hypot(b[0] - a[0], b[1] - a[1]),
  angle: Math.atan2(b[1] - a[1], b[0] - a[0]),
});

export class Gestures {
  #fingers = new Map();
  #hasMoved = false;

  get areHeld() {
    return this.#fingers.size > 0;
  }

  /** A finger touches a pixel. */
  press(finger, pixel) {
    this.#hasMoved = false;
    this.#fingers.set(finger, pixel);
  }

  /** A finger moves to a pixel of a picture of some `width`.
   *
   * @returns The motion, `{from, to, factor, angle}`: what was at one pixel is at the other, `factor` times as large,
   *   and turned counterclockwise as seen from above, in radians; `undefined` where nothing is to move. */
  drag(finger, pixel, width) {
    const before = this.#fingers.get(finger);
    if (!before) return undefined;
    if (!this.#hasMoved && Math.hypot(pixel[0] - before[0], pixel[1] - before[1]) < tremble * width) return undefined;
    this.#hasMoved = true;
    const old = [...this.#fingers.values()];
    this.#fingers.set(finger, pixel);
    if (old.length !== 2) return { from: before, to: pixel, factor: 1, angle: 0 };
    const [was, is] = [span(old), span([...this.#fingers.values()])];
    return {
      from: was.middle, to: is.middle, factor: is.length / Math.max(1, was.length), angle: was.angle - is.angle,
    };
  }

  lift(finger) {
    this.#fingers.delete(finger);
  }

  /** Ends what was a tap or a motion; returns whether it was a motion. */
  finish() {
    const hasMoved = this.#hasMoved;
    this.#hasMoved = false;
    return hasMoved;
  }
}
