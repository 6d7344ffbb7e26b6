// Where the board lies in each frame: laid by the engine or by hand, and followed by the engine from then on.

import { Engine } from "../../engine/engine.js";
import { copyOf } from "../../shell/looks.js";
import { turnedSize } from "../../shell/placement.js";
import { movedInView, placingOf, seen, stretched } from "./geometry.js";

/** For how long the table may be out of sight before it is said, in milliseconds. */
const timeout = 400;

export class Following {
  /** The one that sees the table; started with the first frame. */
  #engine;
  #isReady = false;
  #isStarting = false;
  #lens;
  #events;
  /** How the picture is turned, and how large it is then. */
  #view;
  #sight;
  #cover;
  /** The dice at rest on the board, in its plane. */
  #dice = [];
  /** Of which places and dice they are. */
  #diceOf;
  /** Whether the engine is to begin again with the next frame: the board lies elsewhere. */
  #isNew = true;
  /** Counts the places to which the board was brought, other than by the table's own motion. */
  #places = 0;
  #laid = 0;
  #isByDice = false;
  #isByHand = false;
  #seenAt = 0;

  /** @param events `lost(isLost)`: whether the table has been out of sight for a while; `small()` where dice hide too
   *   much of the board that was laid next to them; `laid()` when the engine has laid it; `failed(problem)`. */
  constructor(lens, events) {
    this.#lens = lens;
    this.#events = events;
    // What fails while it starts is reported there.
    this.#engine = new Engine(() => this.#isStarting || this.#fail("broken"), "table-worker.js");
  }

  /** How the board is seen in the last frame, as in `geometry.js`; `undefined` before it is laid. */
  get sight() {
    return this.#sight;
  }

  /** The size of the picture after its turn; `undefined` before there is one. */
  get size() {
    return this.#view?.size;
  }

  /** The dice at rest whose tops the engine sees, as they lie on the board; see `engine/plane.js`. */
  get dice() {
    return this.#dice;
  }

  /** Counts how often the engine has laid the board. */
  get laid() {
    return this.#laid;
  }

  /** What is over the table in the last frame, as the engine has it. */
  get cover() {
    return this.#cover;
  }

  /** Forgets the picture: what is shown comes from elsewhere. */
  forget() {
    this.#view = this.#sight = undefined;
    this.#places += 1;
    this.#isByDice = this.#isByHand = false;
    this.#events.lost(false);
  }

  /** Begins again, after a failure. */
  begin() {
    this.#isNew = true;
  }

  /** Whether the next frame is to be one in which the dice have just been read: the board is to be laid by them, or they
   * are to be seen on it. */
  waits({ round, areAtRest }) {
    return areAtRest && ((!this.#isByDice && !this.#isByHand) || this.#diceOf !== this.#named(round));
  }

  /** Takes in a frame.
   *
   * @param dice `{round, areAtRest, areRolling, boxes}` as they were read last: the round of the dice, whether they lie still,
   *   and roll, and where they are in the picture; and whether fingers hold the board, `isHeld`. */
  async take(frame, { round, areAtRest, areRolling, boxes, isHeld }) {
    // Nothing waits for it to start: dice are read meanwhile.
    if (!this.#isReady) return this.#start();
    this.#look(frame);
    const places = this.#places;
    await this.#send(frame, boxes);
    // The picture may have been left meanwhile, or the board moved.
    if (places !== this.#places) return;
    if (areAtRest && !this.#isByDice && !this.#isByHand) await this.#layByDice(frame);
    // The picture may have been left meanwhile.
    if (!this.#view) return;
    if (!this.#sight) await this.#layUsually(frame);
    this.#cover = undefined;
    if (this.#sight && !isHeld) await this.#follow(frame, areRolling);
    await this.#seeDice(frame, areAtRest ? round : undefined);
  }

  /** Lays the board by hand: `change(placing, lens)` returns where it is to lie. */
  layByHand(change) {
    this.#isByHand = true;
    const lens = this.#lens.of(this.size);
    const placing = placingOf(this.#sight, lens);
    this.#lay(seen(movedInView(placing, change(placing, lens), lens), lens));
  }

  /** Has the engine lay the board with the next frame. */
  layAgain() {
    this.#isByDice = this.#isByHand = false;
    this.#lay(undefined);
  }

  #start() {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#engine.start(() => {}).then(() => {
      this.#isStarting = false;
      this.#isReady = this.#isNew = true;
    }, (problem) => {
      this.#isStarting = false;
      this.#fail(problem);
    });
  }

  #fail(problem) {
    this.#isReady = false;
    this.#events.failed(problem);
  }

  /** Has the engine take in a copy of a frame. */
  async #send({ picture, boundedSize }, boxes) {
    const copy = await copyOf(picture);
    try {
      await this.#engine.call("plane.take", { picture: copy, size: boundedSize, boxes }, [copy]);
    } catch (problem) {
      copy.close();
      throw problem;
    }
  }

  #look({ size, turns, mirrored }) {
    const upright = turnedSize(size, turns);
    const name = JSON.stringify([upright, turns, mirrored]);
    if (this.#view?.name === name) return;
    this.#view = { name, size: upright };
    this.layAgain();
  }

  #lay(sight) {
    this.#sight = sight;
    this.#isNew = true;
    this.#places += 1;
  }

  /** Lays the board without dice: as gravity has it, or as tables mostly are seen. */
  async #layUsually(frame) {
    const places = this.#places;
    const { sight } = await this.#engine.call("plane.lay", this.#seenBy(frame));
    if (places !== this.#places) return;
    this.#lay(this.#inPixels(sight));
    this.#laid += 1;
    this.#events.laid();
  }

  /** Lays the board where dice lie in the frame, as their tops are seen. */
  async #layByDice(frame) {
    const places = this.#places;
    const { state, sight, isSmall } = await this.#engine.call("plane.lie", this.#seenBy(frame));
    if (places !== this.#places || this.#isByHand) return;
    // Without the network the board lies as tables mostly are seen, and a hand can move it.
    this.#isByDice = state === "seen" || state === "missing";
    if (state !== "seen") return;
    this.#lay(this.#inPixels(sight));
    this.#laid += 1;
    this.#events.laid();
    if (isSmall) this.#events.small();
  }

  #seenBy(frame) {
    return { orientation: frame.orientation, focal: this.#lens.focal, up: this.#lens.up(frame) };
  }

  /** Finds out where the table is now. */
  async #follow({ orientation, time }, areRolling) {
    const places = this.#places;
    if (this.#isNew) {
      this.#isNew = false;
      const { width, height } = this.size;
      const { plane } = stretched(this.#sight, [1 / width, 1 / height]);
      await this.#engine.call("plane.begin", { orientation, time, focal: this.#lens.focal, plane });
      this.#sees(true);
      return;
    }
    const { state, sight, cover } = await this.#engine.call("plane.follow", { orientation, time });
    if (places !== this.#places) return;
    this.#cover = cover;
    // A plain table is out of sight until the dice on it lie still; while they roll nothing is said of it.
    this.#sees(state !== "lost" && (state !== "plain" || areRolling));
    if (state === "moved") this.#sight = this.#inPixels(sight);
  }

  /** Has the engine look how the dice of a round lie on the board, once for each place of it. */
  async #seeDice({ orientation }, round) {
    const of = round === undefined || !this.#sight ? undefined : this.#named(round);
    if (of === this.#diceOf) return;
    this.#diceOf = of;
    this.#dice = of ? await this.#engine.call("plane.dice", { orientation }) : [];
  }

  /** The dice of a round where the board lies now. */
  #named(round) {
    return `${round} ${this.#places}`;
  }

  #sees(isSeen) {
    const now = performance.now();
    if (isSeen) this.#seenAt = now;
    this.#events.lost(now - this.#seenAt > timeout);
  }

  /** A sight as the engine has it, which may see a frame of another size. */
  #inPixels(sight) {
    const { width, height } = this.size;
    return stretched(sight, [width, height]);
  }
}
