// What sees the table: how long its lens is, and where up is for it.

import { Gravity, needsTap, upByGravity } from "./gravity.js";

/** Focal lengths as shares of the picture's diagonal: of a telephone's or tablet's main camera, 26 mm for a
 * diagonal of 43.3 mm, of whose picture a film shows nine tenths; and of webcams, which see 78° from corner
 * to corner. */
const focalShare = { handheld: 0.67, webcam: 0.62 };

export class Lens {
  /** The focal length as a share of the picture's diagonal. */
  focal = matchMedia("(pointer: coarse)").matches ? focalShare.handheld : focalShare.webcam;
  #gravity = new Gravity();

  constructor() {
    if (!needsTap()) this.ask();
  }

  /** Asks for what says where up is, where a tap must; to be called in one. */
  ask() {
    return this.#gravity.ask();
  }

  /** The direction away from the table in a frame, along the camera's axes; `undefined` where nothing says it. */
  up(frame) {
    const { angles } = this.#gravity;
    return frame.isCamera && angles ? upByGravity(angles, frame) : undefined;
  }

  /** The lens in pixels of a picture of this size, as in `geometry.js`. */
  of({ width, height }) {
    return { focal: this.focal * Math.hypot(width, height), center: [width / 2, height / 2] };
  }
}
