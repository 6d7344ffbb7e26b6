// What the page may ask about the table in the frame that the engine was sent last.

import { load } from "./files.js";
import { lying, planeView } from "./interface.js";

export class Plane {
  #module;
  #hasTops = false;

  constructor(module) {
    this.#module = module;
  }

  /** Loads the network that sees how the table lies, unless it is there.
   *
   * @throws "tops" where it fails, after which it may be called again. */
  async loadTops() {
    if (this.#hasTops) return;
    try {
      this.#module.takeIn(await load("dice-tops.safetensors"), "plane_load_tops");
    } catch (failure) {
      throw typeof failure === "string" ? "tops" : failure;
    }
    this.#hasTops = true;
  }

  /** How the table lies by the tops of the dice that were found last: `{up, height}`, where up is from the camera,
   * whose axes go right, down and ahead, and how high the camera is above the tops, in sides of a die; `undefined` where
   * they do not say.
   *
   * @param focal In pixels of the upright picture.
   * @param up Where up is, if that is known. */
  lie({ orientation, focal, up: [x, y, z] = [0, 0, 0] }) {
    this.#module.call.plane_lie(orientation, focal, x, y, z);
    return this.#module.list(this.#module.call.plane_lying(), lying)[0];
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
