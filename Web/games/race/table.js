// The real table, in the picture of a camera or a film: what is shown is a frame that was looked at, with the board
// where the engine has found the table in it.

import { turnedSize } from "../../shell/placement.js";
import { placingOf, Pose, resized, seen, slid, stretched, tilted, turned } from "./geometry.js";
import { Gravity, upByGravity } from "./gravity.js";

const byId = (id) => document.getElementById(id);

/** Focal lengths as shares of the picture's diagonal: of a telephone's or tablet's main camera, 26 mm for a
 * diagonal of 43.3 mm, of whose picture a film shows nine tenths; and of webcams, which see 78° from corner
 * to corner. */
const focalShare = { handheld: 0.67, webcam: 0.62 };
/** For how long the table may be out of sight before it is said, in milliseconds. */
const patience = 400;
/** No canvas is longer, in pixels: more shows nothing that a camera saw. */
const longestSide = 1280;

/** What the buttons do to a placing; pixels are shares of the picture's longer side. */
const step = 0.04;
const buttons = {
  left: (table) => table.slide(-step, 0),
  right: (table) => table.slide(step, 0),
  farther: (table) => table.slide(0, -step),
  nearer: (table) => table.slide(0, step),
  larger: (table) => table.change((placing) => resized(placing, 1.1)),
  smaller: (table) => table.change((placing) => resized(placing, 1 / 1.1)),
  turnLeft: (table) => table.change((placing) => turned(placing, Math.PI / 18)),
  turnRight: (table) => table.change((placing) => turned(placing, -Math.PI / 18)),
  steeper: (table) => table.change((placing) => tilted(placing, Math.PI / 45)),
  flatter: (table) => table.change((placing) => tilted(placing, -Math.PI / 45)),
};

export class Table {
  #engine;
  #board;
  #canvas = byId("seen");
  #gravity = new Gravity();
  /** How the picture is turned, and how large it is then. */
  #view;
  /** The focal length as a share of the picture's diagonal. */
  #focal = matchMedia("(pointer: coarse)").matches ? focalShare.handheld : focalShare.webcam;
  /** How the board is seen in the frame that is shown: a sight, as in `geometry.js`. */
  #now;
  /** Whether the engine is to begin again with the next frame: the board lies elsewhere. */
  #isNew = true;
  /** Counts the places to which the board was brought, other than by the table's own motion. */
  #places = 0;
  #isByDice = false;
  #isByHand = false;
  #isGrasped = false;
  #seenAt = 0;
  /** What is over the table in the frame that is shown, as the engine has it. */
  #cover;
  /** The dice of the frame that is shown. */
  #seen = [];

  /** @param board What is laid on the table. */
  constructor(engine, board) {
    this.#engine = engine;
    this.#board = board;
    byId("use-camera").addEventListener("click", () => this.#gravity.ask());
    for (const [name, work] of Object.entries(buttons)) {
      byId("lay-board").querySelector(`[data-does="${name}"]`).addEventListener("click", () => work(this));
    }
    byId("lay-again").addEventListener("click", () => this.#layAnew());
  }

  /** Forgets the picture: what is shown comes from elsewhere. */
  forget() {
    this.#view = this.#now = undefined;
    this.#places += 1;
    this.#isByDice = this.#isByHand = false;
    this.#canvas.width = this.#canvas.height = 0;
    this.#say("");
    this.#board.lay(undefined);
  }

  /** Begins again with an engine that has just started. */
  begin() {
    this.#isNew = true;
  }

  /** Takes in a frame of which the engine has just said where the dice are, and shows it; closes it.
   *
   * @param frame `{picture, size, turns, mirrored, facesPlayer, orientation}`, its size before any turn.
   * @param dice `{seen, areAtRest, areRolling}`: boxes normalized to the picture. */
  async take(frame, { seen, areAtRest, areRolling }) {
    try {
      this.#look(frame);
      if (areAtRest && !this.#isByDice && !this.#isByHand) await this.#layByDice(frame);
      // The picture may have been left meanwhile.
      if (!this.#view) return;
      await this.#follow(frame, areRolling);
      if (!this.#now) return;
      this.#board.pace.paint(() => this.#show(frame, seen));
    } finally {
      frame.picture.close();
    }
  }

  /** Moves the board over the table by shares of the picture's longer side. */
  slide(right, down) {
    const length = Math.max(this.#view?.size.width, this.#view?.size.height);
    this.change((placing, lens) => {
      const [x, y] = new Pose(this.#now).project(0, 0);
      return slid(placing, [x, y], [x + right * length, y + down * length], lens);
    });
  }

  /** Lays the board by hand: `change(placing, lens)` returns where it lies. */
  change(change) {
    if (!this.#now) return;
    this.#isByHand = true;
    const lens = this.#lens;
    this.#lay(seen(change(placingOf(this.#now, lens), lens), lens));
    this.#redraw();
  }

  /** Has the board be moved by what happens on its canvas: one finger moves it, two turn and resize it, as
   * the wheel does. */
  listen(canvas) {
    const fingers = new Map();
    let hasMoved = false;
    const spread = ([a, b]) => ({
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
      length: Math.hypot(b[0] - a[0], b[1] - a[1]), angle: Math.atan2(b[1] - a[1], b[0] - a[0]),
    });
    const grasps = () => {
      this.#isGrasped = fingers.size > 0;
    };
    canvas.addEventListener("pointerdown", (event) => {
      const pixel = this.#pixel(event, canvas);
      if (!pixel || (fingers.size === 0 && !this.#isOnBoard(pixel))) return;
      hasMoved = false;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, pixel);
      grasps();
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      const pixel = before && this.#pixel(event, canvas);
      if (!pixel) return;
      // A tap that trembles is one on a die.
      const way = Math.hypot(pixel[0] - before[0], pixel[1] - before[1]);
      if (!hasMoved && way < 0.01 * this.#view.size.width) return;
      hasMoved = true;
      const old = spread([...fingers.values()].slice(0, 2).concat([before]));
      const wasTwo = fingers.size === 2;
      fingers.set(event.pointerId, pixel);
      if (!wasTwo) return this.change((placing, lens) => slid(placing, before, pixel, lens));
      const now = spread([...fingers.values()]);
      this.change((placing, lens) => turned(
        resized(slid(placing, old.middle, now.middle, lens), now.length / Math.max(1, old.length)),
        old.angle - now.angle));
    });
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, ({ pointerId }) => {
        fingers.delete(pointerId);
        grasps();
      });
    }
    canvas.addEventListener("click", (event) => {
      if (hasMoved) event.stopPropagation();
      hasMoved = false;
    });
    canvas.addEventListener("wheel", (event) => {
      const pixel = this.#pixel(event, canvas);
      if (!pixel || !this.#isOnBoard(pixel)) return;
      event.preventDefault();
      const turns = event.shiftKey;
      const by = (event.deltaY || event.deltaX) / 1000;
      this.change((placing) => (turns ? turned(placing, by) : resized(placing, Math.exp(-by))));
    }, { passive: false });
  }

  // Where the board lies

  #look({ size, turns, mirrored }) {
    const upright = turnedSize(size, turns);
    const view = JSON.stringify([upright, turns, mirrored]);
    if (this.#view?.name === view) return;
    this.#view = { name: view, size: upright };
    this.#isByDice = this.#isByHand = false;
    this.#lay(undefined);
  }

  /** What the picture was seen with. */
  get #lens() {
    const { width, height } = this.#view.size;
    return { focal: this.#focal * Math.hypot(width, height), center: [width / 2, height / 2] };
  }

  /** A sight as the engine has it, which may see a frame of another size. */
  #inPixels(sight) {
    const { width, height } = this.#view.size;
    return stretched(sight, [width, height]);
  }

  /** Lays the board without dice: as gravity has it, or as tables mostly are seen. */
  async #layUsually(frame) {
    const places = this.#places;
    const { sight } = await this.#engine.call(
      "plane.lay", { orientation: frame.orientation, focal: this.#focal, up: this.#up(frame) });
    if (places === this.#places) this.#lay(this.#inPixels(sight));
  }

  /** Lays the board beside dice that lie in the frame, as their tops are seen. */
  async #layByDice(frame) {
    const places = this.#places;
    const { state, sight } = await this.#engine.call(
      "plane.lie", { orientation: frame.orientation, focal: this.#focal, up: this.#up(frame) });
    if (places !== this.#places || this.#isByHand) return;
    // Without the network the board lies as tables mostly are seen, and a hand can move it.
    this.#isByDice = state === "seen" || state === "missing";
    if (state === "seen") this.#lay(this.#inPixels(sight));
  }

  #up(frame) {
    const { angles } = this.#gravity;
    return frame.isCamera && angles ? upByGravity(angles, frame) : undefined;
  }

  #lay(sight) {
    this.#now = sight;
    this.#isNew = true;
    this.#places += 1;
  }

  #layAnew() {
    this.#isByDice = this.#isByHand = false;
    this.#lay(undefined);
  }

  /** Finds out where the table is now. */
  async #follow(frame, areRolling) {
    if (!this.#now) await this.#layUsually(frame);
    this.#cover = undefined;
    if (!this.#now || this.#isGrasped) return;
    const { orientation } = frame;
    const places = this.#places;
    if (this.#isNew) {
      this.#isNew = false;
      const { width, height } = this.#view.size;
      const { plane } = stretched(this.#now, [1 / width, 1 / height]);
      await this.#engine.call("plane.begin", { orientation, focal: this.#focal, plane });
      this.#sees(true);
      return;
    }
    const { state, sight, cover } = await this.#engine.call("plane.follow", { orientation });
    if (places !== this.#places) return;
    this.#cover = cover;
    // A plain table is out of sight until the dice on it lie still; while they roll nothing is said of it.
    this.#sees(state !== "lost" && (state !== "plain" || areRolling));
    if (state === "moved") this.#now = this.#inPixels(sight);
  }

  #sees(isSeen) {
    const now = performance.now();
    if (isSeen) this.#seenAt = now;
    this.#say(now - this.#seenAt > patience ? "lost" : "");
  }

  #say(state) {
    if (byId("play").dataset.table === state) return;
    byId("play").dataset.table = state;
    this.onState?.();
  }

  // What is shown

  #show({ picture, turns, mirrored }, seen) {
    this.#seen = seen;
    const { size } = this.#view;
    const scale = Math.min(
      1, longestSide / Math.max(size.width, size.height),
      (Math.max(1, this.#canvas.clientWidth) * devicePixelRatio) / size.width);
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    const isAsLarge = this.#canvas.width === width && this.#canvas.height === height;
    if (!isAsLarge) Object.assign(this.#canvas, { width, height });
    const context = this.#canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    context.setTransform(1, 0, 0, 1, width / 2, height / 2);
    if (mirrored) context.scale(-1, 1);
    context.rotate((turns * Math.PI) / 2);
    const drawn = turnedSize({ width, height }, turns);
    context.drawImage(picture, -drawn.width / 2, -drawn.height / 2, drawn.width, drawn.height);
    this.#redraw();
  }

  #redraw() {
    this.#board.lay({
      sight: this.#now, size: this.#view.size, before: this.#seen.map(({ box }) => box), cover: this.#cover,
    });
  }

  #pixel({ clientX, clientY }, canvas) {
    if (!this.#now) return undefined;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const { size } = this.#view;
    return [((clientX - left) / width) * size.width, ((clientY - top) / height) * size.height];
  }

  #isOnBoard([x, y]) {
    const taken = new Pose(this.#now).bounds;
    const across = (x - taken.x - taken.width / 2) / (taken.width / 2);
    const down = (y - taken.y - taken.height / 2) / (taken.height / 2);
    return Math.hypot(across, down) < 1.1;
  }
}
