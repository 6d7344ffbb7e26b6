// The frame that the engine has looked at, drawn as the table on which the board lies.

import { turnedSize } from "../../shell/placement.js";

/** No canvas is longer, in pixels: more shows nothing that a camera saw. */
const longestSide = 1280;

export class Picture {
  #canvas = document.getElementById("seen");

  clear() {
    this.#canvas.width = this.#canvas.height = 0;
  }

  /** Draws a frame, `{picture, turns, mirrored}`, whose size after its turn is `size`. */
  draw({ picture, turns, mirrored }, size) {
    const canvas = this.#canvas;
    const scale = Math.min(
      1, longestSide / Math.max(size.width, size.height),
      (Math.max(1, canvas.clientWidth) * devicePixelRatio) / size.width);
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    context.setTransform(1, 0, 0, 1, width / 2, height / 2);
    if (mirrored) context.scale(-1, 1);
    context.rotate((turns * Math.PI) / 2);
    const drawn = turnedSize({ width, height }, turns);
    context.drawImage(picture, -drawn.width / 2, -drawn.height / 2, drawn.width, drawn.height);
  }
}
