// Whether dice roll, or lie where the camera found them: both are a roll that has not ended yet.

/** A die that lies still seems to move when it is first seen, and where a detector errs for a frame. */
const sightings = 3;

export class Motion {
  #loose = 0;
  #hasMoved = false;

  /** Whether dice are rolling and were seen to move. */
  isSeen = false;

  take({ phase, looked, outlook }) {
    // Only a frame that was looked at shows motion; one without dice shows nothing.
    if (looked && outlook.dice.length) {
      const moving = outlook.dice.filter(({ stillness }) => stillness === 0);
      this.#loose = 2 * moving.length > outlook.dice.length ? this.#loose + 1 : 0;
    }
    if (this.#loose >= sightings) this.#hasMoved = true;
    else if (phase !== "rolling") this.#hasMoved = false;
    this.isSeen = phase === "rolling" && this.#hasMoved;
  }
}
