// Look inside: how frames come, and what each network was shown last and said of it.

import { element } from "../../shell/art.js";
import { number } from "../../shell/formats.js";
import { networks } from "../../engine/toss/interface.js";
import { words } from "../../words/toss-en.js";

/** From look to look, in milliseconds. */
const interval = 1000;
const { look } = words;
/** The network's answer has five numbers for each point; the first 33 points are the body's. */
const jointCount = 33;
const jointLength = 5;

export class Look {
  #dialog;
  #engine;
  #feed;
  #timer;
  #canvases = {};
  #hints = {};
  #way = element("p");
  #figures = element("p", { class: "hint" });

  /** @param feed Says the `way` frames come, and their `rate`. */
  constructor(dialog, engine, feed) {
    this.#dialog = dialog;
    this.#engine = engine;
    this.#feed = feed;
    const title = element("h2", { id: "toss-look-title" }, look.title);
    dialog.setAttribute("aria-labelledby", title.id);
    const parts = networks.map((name) => {
      this.#canvases[name] = element("canvas", { role: "img", "aria-label": look[name] });
      this.#hints[name] = element("p", { class: "hint" }, look.never);
      return element("figure", {}, element("figcaption", {}, look[name]), this.#canvases[name], this.#hints[name]);
    });
    const shut = element("button", { type: "button", class: "small" }, look.close);
    shut.addEventListener("click", () => this.close());
    dialog.addEventListener("close", () => {
      clearInterval(this.#timer);
      if (this.#engine.isRunning) this.#engine.call("toss.leaveInside").catch(() => {});
    });
    dialog.append(
      title, element("h3", {}, look.way), this.#way, this.#figures, element("div", { class: "networks" }, ...parts),
      element("div", { class: "choices" }, shut));
  }

  open() {
    this.#dialog.showModal();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#show(), interval);
    this.#show();
  }

  close() {
    this.#dialog.close();
  }

  async #show() {
    const { way, rate } = this.#feed();
    if (!this.#engine.isRunning) return;
    const seen = await this.#engine.call("toss.inspect").catch(() => undefined);
    if (!seen) return;
    this.#way.textContent = way ? `${look.ways[way]}; ${look.samples[seen.way] ?? ""}` : look.never;
    this.#figures.textContent = [
      rate.perSecond && look.frames(number(Math.round(rate.perSecond)), number(Math.round(rate.took)), number(rate.waiting)),
      look.memory(number(Math.round(seen.memory / 1e6))),
    ].filter(Boolean).join(" · ");
    for (const [name, run] of Object.entries(seen.runs)) {
      (name === "styles" ? drawMotion : drawPicture)(this.#canvases[name], run);
      if (name === "bodies") drawJoints(this.#canvases[name], run);
      this.#hints[name].textContent = look.took(run.width, run.height, number(Math.round(run.took)));
    }
  }
}

function drawPicture(canvas, { width, height, input }) {
  Object.assign(canvas, { width, height });
  const image = new ImageData(width, height);
  for (let from = 0, to = 0; from < input.length; from += 3, to += 4) {
    image.data.set([input[from], input[from + 1], input[from + 2], 255], to);
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** The joints of the first part of the answer: how many parts, then of each its shape and numbers. */
function drawJoints(canvas, { numbers }) {
  const first = 2 + numbers[1];
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffc845";
  for (let index = 0; index < jointCount; index += 1) {
    const [x, y] = numbers.subarray(first + jointLength * index);
    context.fillRect(x - 2, y - 2, 4, 4);
  }
}

/** The window of joints over time, light where a number is large. */
function drawMotion(canvas, { width, height, input }) {
  const values = new Float32Array(input.buffer, input.byteOffset, width * height);
  Object.assign(canvas, { width, height });
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  const image = new ImageData(width, height);
  for (const [index, value] of values.entries()) {
    const level = 128 + (127 * value) / largest;
    image.data.set([level, level, level, 255], 4 * index);
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}
