// The last seconds as the rules saw them: the table's state, how long the dice have lain still, how many
// were in view, and a line for each roll that was reported.

import { words } from "../../shell/words.js";

/** In milliseconds. */
const span = 12_000;
const rateSpan = 2000;

const rows = ["resting", "rolling", "clear", "still", "count"];
const colours = { clear: "#a8946a", rolling: "#e4572e", resting: "#2f7d3c" };
const dark = "#3a2313";

export class Timeline {
  #canvas;
  #moments = [];

  constructor(canvas) {
    this.#canvas = canvas;
  }

  /** The state of the table now; `undefined` before the first frame. */
  get table() {
    return this.#moments.at(-1)?.table;
  }

  get framesPerSecond() {
    const since = performance.now() - rateSpan;
    return this.#moments.filter(({ now }) => now > since).length / (rateSpan / 1000);
  }

  /** Takes in the state after a frame. */
  take({ table, round, seen, outlook: { rest, dice } }) {
    const now = performance.now();
    const stillness = Math.min(...dice.map((die) => die.stillness));
    this.#moments.push({
      now, table, round, count: seen.length, still: dice.length ? Math.min(1, stillness / rest) : 0,
    });
    while (this.#moments[0].now < now - span) this.#moments.shift();
  }

  draw() {
    const scale = Math.min(devicePixelRatio, 2);
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    if (!width) return;
    this.#canvas.width = width * scale;
    this.#canvas.height = height * scale;
    const context = this.#canvas.getContext("2d");
    context.scale(scale, scale);
    const now = performance.now();
    const font = getComputedStyle(this.#canvas);
    context.font = `${font.fontSize} ${font.fontFamily}`;
    context.textBaseline = "middle";
    const step = height / rows.length;
    const bar = step * 0.8;
    const gutter = 12 + Math.max(
      ...rows.map((row) => context.measureText(words.inside.states[row]).width));
    const x = (moment) => gutter + (width - gutter) * (1 - (now - moment) / span);
    rows.forEach((row, index) => {
      context.fillStyle = dark;
      context.fillText(words.inside.states[row], 0, (index + 0.5) * step);
      context.fillStyle = "#d9c9a055";
      context.fillRect(gutter, (index + 0.1) * step, width - gutter, bar);
    });
    const fill = (row, part, left, right, colour) => {
      context.fillStyle = colour;
      const floor = rows.indexOf(row) * step + 0.1 * step + bar;
      context.fillRect(left, floor - bar * part, right - left + 0.5, bar * part);
    };
    this.#moments.forEach(({ now: from, table, round, still, count }, index) => {
      const [left, right] = [Math.max(gutter, x(from)), x(this.#moments[index + 1]?.now ?? now)];
      fill(table, 1, left, right, colours[table]);
      fill("still", still, left, right, still === 1 ? colours.resting : colours.clear);
      fill("count", Math.min(1, count / 10), left, right, dark);
      if (index && round !== this.#moments[index - 1].round) context.fillRect(left, 0, 2, height);
    });
  }
}
