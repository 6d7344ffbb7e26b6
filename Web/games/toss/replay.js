// A throw once more, slowly, with its path: small pictures of the last seconds.

import { isCalm } from "../../shell/art.js";
import { drawPaths } from "./view.js";

/** How many times as slow. */
const slowness = 4;
/** Between two showings, in milliseconds. */
const pause = 900;

export class Replay {
  canvas;
  #frame;

  constructor(canvas) {
    this.canvas = canvas;
  }

  /** Shows pictures again and again until `stop()`; for who wants no movement all of the path over one of them.
   *
   * @param pictures Each with its `time` in microseconds, and red, green and blue of its pixels.
   * @param path Points with their times, in seconds.
   */
  show(pictures, path) {
    this.stop();
    if (pictures.length === 0) {
      this.canvas.hidden = true;
      return;
    }
    const [{ width, height, time: first }] = pictures;
    Object.assign(this.canvas, { width, height });
    const images = pictures.map(imageOf);
    const draw = (index) => {
      const context = this.canvas.getContext("2d");
      context.putImageData(images[index], 0, 0);
      context.lineJoin = context.lineCap = "round";
      const shown = path.filter(({ time }) => 1e6 * time <= pictures[index].time);
      drawPaths(context, shown.map(({ x, y }) => ({ path: 0, x, y })));
    };
    if (isCalm()) return draw(images.length - 1);
    const whole = pause + (slowness * (pictures.at(-1).time - first)) / 1000;
    const began = performance.now();
    const next = (now) => {
      const at = first + (1000 * ((now - began) % whole)) / slowness;
      const index = pictures.findLastIndex(({ time }) => time <= at);
      draw(Math.max(0, index));
      this.#frame = requestAnimationFrame(next);
    };
    return next(began);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }
}

function imageOf({ width, height, pixels }) {
  const image = new ImageData(width, height);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    image.data[to] = pixels[from];
    image.data[to + 1] = pixels[from + 1];
    image.data[to + 2] = pixels[from + 2];
    image.data[to + 3] = 255;
  }
  return image;
}
