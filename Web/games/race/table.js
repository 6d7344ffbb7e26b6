// The real table, in the picture of a camera or a film: what is shown is a frame that was looked at, with the board
// where the engine has found the table in it.

import { Following } from "./following.js";
import { Pose, resized, slid, tilted, turned } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { Lens } from "./lens.js";
import { Picture } from "./picture.js";

const byId = (id) => document.getElementById(id);

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
/** Fingers that touch as far outside of the board still move it, in its radii. */
const reach = 1.1;

export class Table {
  #board;
  #following;
  #picture = new Picture();
  #gestures = new Gestures();
  /** The dice that were read last. */
  #seen = [];

  /** @param board What is laid on the table.
   * @param failed Called with the problem where the table cannot be followed. */
  constructor(board, failed) {
    const lens = new Lens();
    this.#board = board;
    this.#following = new Following(lens, {
      failed,
      lost: (isLost) => this.#say(isLost ? "lost" : ""),
      small: () => this.onSmall?.(),
      laid: () => this.onState?.(),
    });
    byId("play").addEventListener("click", () => lens.ask());
    for (const [name, work] of Object.entries(buttons)) {
      byId("lay-board").querySelector(`[data-does="${name}"]`).addEventListener("click", () => work(this));
    }
    byId("lay-again").addEventListener("click", () => this.#following.layAgain());
  }

  /** The rectangle that the board and any pawns on it take, normalized to the picture; `undefined` before it is laid. */
  get box() {
    const { sight, size } = this.#following;
    if (!sight) return undefined;
    const { x, y, width, height } = new Pose(sight).extent;
    return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height };
  }

  /** Counts how often the engine has laid the board. */
  get laid() {
    return this.#following.laid;
  }

  /** Forgets the picture: what is shown comes from elsewhere. */
  forget() {
    this.#following.forget();
    this.#picture.clear();
    this.#board.lay(undefined);
  }

  /** Begins again with an engine that has just started. */
  begin() {
    this.#following.begin();
  }

  /** Whether the next frame is to be one in which the dice have just been read. */
  waits(dice) {
    return this.#following.waits(dice);
  }

  /** Takes in a frame, and shows it; closes it.
   *
   * @param frame `{picture, size, turns, mirrored, facesPlayer, orientation}`, its size before any turn.
   * @param dice `{round, seen, areAtRest, areRolling}`: boxes normalized to the picture. */
  async take(frame, { seen, ...dice }) {
    try {
      await this.#following.take(frame, { ...dice, boxes: seen.map(({ box }) => box), isHeld: this.#gestures.areHeld });
      if (!this.#following.sight) return;
      this.#board.pace.paint(() => {
        this.#seen = seen;
        this.#picture.draw(frame, this.#following.size);
        this.#layBoard();
      });
    } finally {
      frame.picture.close();
    }
  }

  /** Moves the board over the table by shares of the picture's longer side. */
  slide(right, down) {
    const { sight, size } = this.#following;
    if (!sight) return;
    const length = Math.max(size.width, size.height);
    const [x, y] = new Pose(sight).project(0, 0);
    this.change((placing, lens) => slid(placing, [x, y], [x + right * length, y + down * length], lens));
  }

  /** Lays the board by hand: `change(placing, lens)` returns where it lies. */
  change(change) {
    if (!this.#following.sight) return;
    this.#following.layByHand(change);
    this.#layBoard();
  }

  /** Has the board be moved by what happens on its canvas: one finger moves it, two turn and resize it, as
   * the wheel does. */
  listen(canvas) {
    const gestures = this.#gestures;
    canvas.addEventListener("pointerdown", (event) => {
      const pixel = this.#pixel(event, canvas);
      if (!pixel || !(gestures.areHeld || this.#isOnBoard(pixel))) return;
      canvas.setPointerCapture(event.pointerId);
      gestures.press(event.pointerId, pixel);
    });
    canvas.addEventListener("pointermove", (event) => {
      const pixel = this.#pixel(event, canvas);
      const motion = pixel && gestures.drag(event.pointerId, pixel, this.#following.size.width);
      if (!motion) return;
      const { from, to, factor, angle } = motion;
      this.change((placing, lens) => turned(resized(slid(placing, from, to, lens), factor), angle));
    });
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, ({ pointerId }) => gestures.lift(pointerId));
    }
    canvas.addEventListener("click", (event) => {
      if (gestures.finish()) event.stopPropagation();
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

  #layBoard() {
    const { sight, size, cover } = this.#following;
    this.#board.lay({ sight, size, dice: this.#following.dice, seen: this.#seen.map(({ box }) => box), cover });
  }

  #say(state) {
    if (byId("play").dataset.table === state) return;
    byId("play").dataset.table = state;
    this.onState?.();
  }

  #pixel({ clientX, clientY }, canvas) {
    const { sight, size } = this.#following;
    if (!sight) return undefined;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [((clientX - left) / width) * size.width, ((clientY - top) / height) * size.height];
  }

  #isOnBoard([x, y]) {
    const taken = new Pose(this.#following.sight).bounds;
    const across = (x - taken.x - taken.width / 2) / (taken.width / 2);
    const down = (y - taken.y - taken.height / 2) / (taken.height / 2);
    return Math.hypot(across, down) < reach;
  }
}
