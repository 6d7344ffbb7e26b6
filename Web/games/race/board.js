// The board on its canvas: layers that stay, pawns that hop. A frame is painted only while something moves.

import { sectionCount } from "../../engine/interface.js";
import { drawing, isCalm } from "../../shell/art.js";
import { Pace } from "../../shell/pace.js";
import { onResize } from "../../shell/resized.js";
import { Pose, rectAround } from "./geometry.js";
import { dieOutlines, shadowOutlines } from "./dice.js";
import { repeatedNumbers } from "./numbers.js";
import { paintBoard, paintGoals, paintNumber, paintPawn, paintRounded, paintShadow } from "./paint.js";
import { angle, outline, pawnPlaces, polar, ring, standing } from "./places.js";

/** How long a hop takes, in milliseconds, and how high it is, in board radii. */
const hop = { time: 330, height: 0.2 };
/** The same of the leap of the secret, and of what is left where the difference is zero. */
const leap = { time: 1100, height: 0.75 };
const bounce = { time: 400, height: 0.12 };
/** How the drawn table is seen: from so many radians above, from so many board radii away. */
const view = { elevation: 1.0, distance: 5 };
/** Portraits are drawn out of a picture of this size. */
const faceSide = 192;
/** Painted on the CPU: without a graphics card WebKit needs half a second for a frame. */
const painted = { willReadFrequently: true };

export class Board {
  #canvas;
  #context;
  /** How the board is seen; unknown while it is not shown. */
  #pose;
  /** The table of a picture on which it lies, as `lay` has it; none where it lies on the drawn one. */
  #table;
  /** The board as it was painted for the pose. */
  #still = document.createElement("canvas");
  /** What is over the table, and the shadows on it, a pixel a cell. */
  #cover = document.createElement("canvas");
  #shade = document.createElement("canvas");
  #faces = new Map();
  #players = [];
  #sections = [];
  #next;
  #goals = [];
  /** The pawn that moves: `{index, place, height}`. */
  #moving;
  #turn = 0;
  /** How often the board is painted, alone or with the picture in which it lies. */
  pace = new Pace();

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", painted);
    onResize([canvas], () => this.#layOut());
    // Numbers are written in the page's own letters.
    document.fonts?.ready.then(() => this.#layOut());
  }

  /** Shows pawns at rest.
   *
   * @param players Whose they are, in the order of their turns.
   * @param sections Where each stands.
   * @param next The index of the one whose turn it is, or of the winner.
   * @param goals Sections to mark. */
  async show({ players, sections, next, goals }) {
    this.#players = players;
    this.#next = next;
    this.#goals = goals;
    if (!this.#moving) this.#sections = sections;
    await Promise.all(players.map((player) => this.#loadFace(player)));
    this.#paint();
  }

  /** Moves a pawn hop by hop; `landed(section)` is called for each. Ends when it has come to rest, or at
   * once where the player wants nothing to move. */
  async move({ player, from, to, way, answer }, landed) {
    const turn = ++this.#turn;
    this.#put(player, from);
    if (!isCalm() && this.#pose) {
      if (answer === 0) await this.#fly(player, from, from, bounce);
      for (const [start, end] of way === "secret" ? [[from, to]] : hops(from, answer)) {
        await this.#fly(player, start, end, way === "secret" ? leap : hop);
        if (turn !== this.#turn) return;
        landed(end);
      }
    }
    if (turn !== this.#turn) return;
    this.#moving = undefined;
    this.#put(player, to);
    this.#paint();
  }

  /** Ends a move where it is, as when it is taken back. */
  stop() {
    this.#turn += 1;
    this.#moving = undefined;
  }

  #put(player, section) {
    this.#sections = this.#sections.map((one, index) => (index === player ? section : one));
  }

  /** Lays the board on a table that is seen in a picture which fills the canvas, or on the drawn one.
   *
   * @param table `{sight, size, dice, seen, cover}`: how it is seen in a picture of that size, as in `geometry.js`; the
   *   dice whose tops are seen, in its plane, and the boxes of all, normalized to the picture; and what is over the
   *   table, as the engine has it. */
  lay(table) {
    const was = this.#table;
    this.#table = table;
    if (!table && !was) return;
    if (table?.sight !== was?.sight || table?.size !== was?.size) this.#layOut();
    else if (
      table.cover !== was.cover || table.dice !== was.dice || JSON.stringify(table.seen) !== JSON.stringify(was.seen)
    ) this.#paint();
  }

  /** Lets a pawn fly from one section to another. */
  #fly(player, from, to, flight) {
    const turn = this.#turn;
    const way = curve(this.#place(player, from), this.#place(player, to), from, flight);
    const began = performance.now();
    return new Promise((resolve) => {
      const step = (now) => {
        if (turn !== this.#turn) return resolve();
        const part = Math.min(1, Math.max(0, (now - began) / flight.time));
        this.#moving = { index: player, place: way(part), height: 4 * flight.height * part * (1 - part) };
        this.pace.paint(() => this.#paint());
        if (part < 1) requestAnimationFrame(step);
        else resolve();
      };
      step(began);
    });
  }

  /** Where a pawn that comes to a section stands, beside those that stand there. */
  #place(player, section) {
    const others = this.#sections.filter((one, index) => index !== player && one === section).length;
    return pawnPlaces(section, others + 1, this.#pose.upwards)[others];
  }

  /** Paints the board for the room that there is. */
  #layOut() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (!width || !height) return;
    const scale = Math.min(devicePixelRatio, 2);
    for (const canvas of [this.#canvas, this.#still]) {
      const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
      if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
    }
    this.#pose = this.#table
      ? Pose.of(this.#table, width) : Pose.above({ ...view, outline, room: this.#room(width, height) });
    const context = this.#still.getContext("2d", painted);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#still.width, this.#still.height);
    context.scale(scale, scale);
    paintBoard(context, this.#pose);
    this.#paint();
  }

  /** The rectangle of the canvas on which nothing lies. */
  get #view() {
    const [canvas, view] = [this.#canvas, document.getElementById("view")].map((one) => one.getBoundingClientRect());
    return { x: view.x - canvas.x, y: view.y - canvas.y, width: view.width, height: view.height };
  }

  /** A little is left for the shadow. */
  #room(width, height) {
    const margin = Math.min(width, height) * 0.03;
    return { x: margin, y: margin, width: width - 2 * margin, height: height - 2.6 * margin };
  }

  #paint() {
    const context = this.#context;
    if (!this.#pose) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.drawImage(this.#still, 0, 0);
    const scale = this.#canvas.width / this.#canvas.clientWidth;
    context.scale(scale, scale);
    paintGoals(context, this.#pose, this.#goals);
    const pawns = this.#pawns;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const dice = this.#table ? dieOutlines(this.#pose, this.#table, { width, height }) : [];
    const hidden = repeatedNumbers(this.#pose, { dice: dice.map(rectAround), pawns, room: this.#view });
    for (const [section, place] of hidden) paintNumber(context, this.#pose, section, place);
    for (const pawn of pawns) paintPawn(context, this.#pose, pawn);
    if (this.#table) this.#uncover(context, dice);
  }

  /** What stands before the board is seen, and it lies in the shadow of that. */
  #uncover(context, dice) {
    const { cover } = this.#table;
    context.globalCompositeOperation = "source-atop";
    for (const outline of shadowOutlines(this.#pose, this.#table.dice)) paintShadow(context, outline);
    if (cover) this.#drawCells(context, this.#shade, cover, cover.shade);
    context.globalCompositeOperation = "destination-out";
    for (const outline of dice) paintRounded(context, outline);
    if (cover) this.#drawCells(context, this.#cover, cover, cover.opacity);
    context.globalCompositeOperation = "source-over";
  }

  /** Draws cells of the table's picture in black, as opaque as `alphas` say; enlarged, their edges are soft. */
  #drawCells(context, canvas, { width, height }, alphas) {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const cells = canvas.getContext("2d", painted);
    const pixels = cells.createImageData(width, height);
    for (let index = 0; index < alphas.length; index += 1) pixels.data[4 * index + 3] = alphas[index];
    cells.putImageData(pixels, 0, 0);
    // They are whole along the longer side of the picture.
    const { clientWidth, clientHeight } = this.#canvas;
    const side = Math.max(clientWidth, clientHeight) / Math.max(width, height);
    context.drawImage(canvas, 0, 0, side * width, side * height);
  }

  /** The farthest first, so that nearer ones lie before it. */
  get #pawns() {
    const { upwards } = this.#pose;
    const moving = this.#moving;
    // The one that moves has left its section.
    const sections = this.#sections.map((section, index) => (index === moving?.index ? undefined : section));
    const places = standing(sections, upwards);
    return this.#players
      .map((player, index) => ({
        player, face: this.#faces.get(player), isNext: index === this.#next && !moving,
        ...(index === moving?.index ? moving : { place: places[index], height: 0 }),
      }))
      .filter(({ face, place }) => face && place)
      .sort((a, b) => dot(b.place, upwards) - dot(a.place, upwards));
  }

  async #loadFace(player) {
    if (this.#faces.has(player)) return;
    const picture = drawing("svg", {
      xmlns: "http://www.w3.org/2000/svg", viewBox: "-4 -4 108 108", width: faceSide, height: faceSide,
    });
    picture.innerHTML = document.getElementById(player).innerHTML;
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
    await image.decode();
    const face = document.createElement("canvas");
    face.width = face.height = faceSide;
    face.getContext("2d", painted).drawImage(image, 0, 0, faceSide, faceSide);
    this.#faces.set(player, face);
  }
}

/** Each section and the next, `count` times. */
const hops = (from, count) =>
  Array.from({ length: count }, (_, index) =>
    [from + index, from + index + 1].map((section) => ((section - 1) % sectionCount) + 1));

/** The way over the table between two places, by the part of it that has been gone: along the ring where
 * the sections are neighbours, else straight. */
function curve(start, end, from, flight) {
  const straight = [0, 1].map((axis) => (start[axis] + end[axis]) / 2);
  const middle = flight === hop ? polar(ring.pawns, angle(from) - Math.PI / sectionCount) : straight;
  return (part) => [0, 1].map((axis) =>
    start[axis] + part * (end[axis] - start[axis]) + 4 * part * (1 - part) * (middle[axis] - straight[axis]));
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
