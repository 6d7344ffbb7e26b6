// What the page may ask about the ink on the paper.

import { digitReading, digitSide } from "./interface.js";

export class Ink {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** Adds a stroke of points `[x, y]`, y down. */
  write(points) {
    for (const [x, y] of points) this.#module.call.ink_add_point(x, y);
    this.#module.call.ink_end_stroke();
    return this.#reading();
  }

  undo() {
    this.#module.call.ink_undo();
    return this.#reading();
  }

  wipe() {
    this.#module.call.ink_clear();
    return this.#reading();
  }

  #reading() {
    const { call } = this.#module;
    const confidence = call.ink_confidence();
    const digits = this.#module.list(call.ink_digits(), digitReading).map((digit, index) => ({
      ...digit, side: digitSide,
      picture: this.#module.floats(call.ink_digit_picture(index), digitSide * digitSide),
    }));
    return { digits, number: digits.map(({ digit }) => digit).join(""), confidence };
  }
}
