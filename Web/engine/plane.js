// What the page may ask about the table in the frame that the engine was sent last.

import { planeView } from "./interface.js";

export class Plane {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** Begins to follow the table in a `region` of the frame, a box normalized to it. */
  begin({ orientation, region: { x, y, width, height } }) {
    this.#module.call.plane_begin(orientation, x, y, width, height);
    return this.#view();
  }

  /** Looks for the table in the frame: `{state, matrix}`, nine numbers, row by row, from places of the frame
   * that was begun with to those of this one, both normalized; and, where anything is over the table, `cover`,
   * `{width, height, mask}`: the picture as so many cells, 255 for each that shows it. */
  follow({ orientation }) {
    this.#module.call.plane_follow(orientation);
    return this.#view();
  }

  #view() {
    const [{ coverWidth: width, coverHeight: height, ...view }] = this.#module.list(
      this.#module.call.plane_view(), planeView);
    const mask = this.#module.bytes(this.#module.call.plane_cover(), width * height).slice();
    return width ? { ...view, cover: { width, height, mask } } : view;
  }
}
