// What the page may ask about the table in the frame that was taken in last, and about the board on it.

import { load } from "./files.js";
import { boardDie, boardSight, lying, planeView } from "./interface.js";
import { take } from "./pixels.js";

export class Plane {
  #module;
  /** The network for tops: its weights once they are here, then "loaded"; "loading" before, "missing" for good where they
   * cannot be had or used. */
  #tops;

  constructor(module) {
    this.#module = module;
  }

  /** Takes in a frame, in which dice are in these `boxes`, normalized to it once it stands upright. */
  async take({ picture, size, boxes }) {
    await take(this.#module, picture, size);
    const numbers = boxes.flatMap(({ x, y, width, height }) => [x, y, width, height]);
    this.#module.numbers(this.#module.call.dice_box_memory(boxes.length), numbers.length).set(numbers);
    this.#module.call.dice_put(boxes.length);
  }

  /** Lays the board on the table, as the tops of the dice that were found last have it: `{state, up, height, sight, isSmall}`,
   * where up is from the camera, whose axes go right, down and ahead, how high the camera is above the tops, in sides of
   * a die, how the board is seen, normalized to the frame (see `games/race/geometry.js`), and whether dice hide too much
   * of it. The `state` is "seen";
   * "unseen" where they do not say; "loading" where the network for them is on its way, for which nothing waits;
   * "missing" where it cannot be had.
   *
   * @param focal As a share of the picture's diagonal.
   * @param up Where up is, if that is known. */
  lie({ orientation, focal, up: [x, y, z] = [0, 0, 0] }) {
    this.#fetchTops();
    if (typeof this.#tops !== "string") this.#takeTops();
    if (this.#tops !== "loaded") return { state: this.#tops };
    this.#module.call.plane_lie(orientation, focal, x, y, z);
    const [found] = this.#module.list(this.#module.call.plane_lying(), lying);
    if (!found) return { state: "unseen" };
    this.#module.call.board_lay_by_dice(orientation, focal);
    const isSmall = this.#module.call.board_is_small() === 1;
    return { state: "seen", ...found, sight: this.#sight, isSmall };
  }

  /** The dice that were found last in the frame, as they lie on the board: of each whose top is seen `{x, y, side,
   * turn}`, its foot's middle and its side in the board's plane, and how it is turned there, in radians. */
  dice({ orientation }) {
    if (this.#tops !== "loaded" || !(this.#module.call.board_see_dice(orientation) > 0)) return [];
    return this.#module.list(this.#module.call.board_dice(), boardDie);
  }

  /** Lays the board on a table of which nothing is known but, perhaps, where up is: `{sight}`. */
  lay({ orientation, focal, up: [x, y, z] = [0, 0, 0] }) {
    this.#module.call.board_lay(orientation, focal, x, y, z);
    return { sight: this.#sight };
  }

  #fetchTops() {
    if (this.#tops) return;
    this.#tops = "loading";
    load("dice-tops.safetensors").then(
      (weights) => {
        this.#tops = weights;
      },
      () => {
        this.#tops = "missing";
      });
  }

  #takeTops() {
    try {
      this.#module.takeIn(this.#tops, "plane_load_tops");
      this.#tops = "loaded";
    } catch (failure) {
      if (typeof failure !== "string") throw failure;
      this.#tops = "missing";
    }
  }

  /** Begins to follow the table around the board, whose `plane` leads to places normalized to the frame, which was taken
   * at a `time`, in seconds. */
  begin({ orientation, focal, plane, time }) {
    this.#module.numbers(this.#module.call.board_memory(), 9).set(plane);
    this.#module.call.board_put(orientation, focal);
    this.#module.call.board_begin(orientation, time);
    return this.#view();
  }

  /** Looks for the table in the frame, of a `time` in seconds: `{state, matrix, sight}`, nine numbers, row by row, from places of the frame
   * that was begun with to those of this one, both normalized, and how the board is seen; and, where anything is over
   * the table, `cover`, `{width, height, opacity, shade}`: the picture as width times height cells, how much of each it
   * takes, and how dark its shadow is on them, 0 to 255. */
  follow({ orientation, time }) {
    this.#module.call.board_follow(orientation, time);
    return { ...this.#view(), sight: this.#sight };
  }

  get #sight() {
    return this.#module.list(this.#module.call.board_sight(), boardSight)[0];
  }

  #view() {
    const [{ coverWidth: width, coverHeight: height, ...view }] = this.#module.list(
      this.#module.call.plane_view(), planeView);
    const cells = (start) => this.#module.bytes(start, width * height).slice();
    const [opacity, shade] = [cells(this.#module.call.plane_cover()), cells(this.#module.call.plane_shade())];
    return width ? { ...view, cover: { width, height, opacity, shade } } : view;
  }
}
