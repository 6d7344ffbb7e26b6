// Look inside: what the network gets and finds, the digits, the end of the roll, the times. Drawn
// from what the engine reports of each frame while this screen is shown.

import { die } from "../../dice/faces.js";
import { element } from "../../shell/art.js";
import { percent } from "../../shell/formats.js";
import { words } from "../../shell/words.js";
import { shapes } from "../../engine/interface.js";
import { usual } from "../../engine/dice-settings.js";
import { Timeline } from "./timeline.js";

const byId = (id) => document.getElementById(id);

export class Inside {
  #engine;
  #settings = usual;
  #frame;
  #chosen = 0;
  #timeline = new Timeline(byId("timeline"));
  #outlook;
  /** For each stage, the mean of its times and their number. */
  #times = new Map();
  #memory = 0;

  constructor(engine) {
    this.#engine = engine;
    for (const id of ["confidence", "overlap"]) {
      byId(id).addEventListener("input", () => {
        this.#set({ [id]: Number(byId(id).value) });
      });
    }
    byId("shape").append(
      ...shapes.map((value) => element("option", { value }, words.inside.shapes[value])));
    byId("shape").addEventListener("change", () => this.#set({ shape: byId("shape").value }));
    byId("usual").addEventListener("click", () => this.#set(usual));
    this.#showSettings();
  }

  get isOpen() {
    return !byId("inside").hidden;
  }

  /** How each frame is looked at, and inspected; `undefined` while nobody looks. */
  get wants() {
    return this.isOpen ? this.#settings : undefined;
  }

  open() {
    this.#draw();
    this.#adjust();
  }

  /** Takes in the state after a frame, and what the engine said of it. */
  take(state) {
    if (state.time !== undefined) {
      const { wait, rest, dice } = state.outlook;
      this.#timeline.take(state);
      this.#outlook = { wait, rest, dice: dice.sort((a, b) => a.box.x - b.box.x) };
    }
    if (state.times) this.#measure(state);
    this.#memory = state.memory ?? this.#memory;
    if (!this.isOpen) return;
    this.#frame = state.inside ?? this.#frame;
    byId("inside-empty").hidden = Boolean(this.#frame);
    this.#draw();
  }

  /** Takes in the digits of an answer; they stay until the next one. */
  takeDigits(digits) {
    if (digits.length === 0) return;
    byId("no-digits").hidden = true;
    byId("digit-pictures").replaceChildren(
      ...digits.map(({ digit, confidence, picture, side }) => {
        const canvas = element("canvas", { width: side, height: side });
        const image = new ImageData(side, side);
        picture.forEach((ink, index) => {
          const grey = Math.round(255 * ink);
          image.data.set([grey, grey, grey, 255], 4 * index);
        });
        canvas.getContext("2d").putImageData(image, 0, 0);
        const caption = words.inside.score(digit, percent(confidence));
        return element("figure", {}, canvas, element("figcaption", {}, caption));
      }));
  }

  #set(settings) {
    this.#settings = { ...this.#settings, ...settings };
    return this.#adjust();
  }

  async #adjust() {
    this.#showSettings();
    const frame = await this.#engine.call("dice.inspect", this.#settings).catch(() => undefined);
    this.#frame = frame ?? this.#frame;
    byId("inside-empty").hidden = Boolean(this.#frame);
    this.#draw();
  }

  #showSettings() {
    const { shape, ...thresholds } = this.#settings;
    for (const [id, value] of Object.entries(thresholds)) {
      byId(id).value = value;
      byId(id).nextElementSibling.textContent = value.toFixed(2);
    }
    byId("shape").value = shape;
  }

  #draw() {
    this.#drawPicture();
    this.#drawScores();
    this.#drawTimeline();
    this.#drawTimes();
  }

  #drawPicture() {
    if (!this.#frame) return;
    const { picture, boxes, kept } = this.#frame;
    const canvas = byId("network-picture");
    if (canvas.width !== picture.width || canvas.height !== picture.height) {
      canvas.width = picture.width;
      canvas.height = picture.height;
    }
    const image = new ImageData(new Uint8ClampedArray(picture.pixels), picture.width, picture.height);
    canvas.getContext("2d").putImageData(image, 0, 0);
    if (this.#chosen >= kept.length) this.#chosen = 0;
    // The buttons stay the same elements from frame to frame, or no tap would ever find one.
    const layer = byId("network-boxes");
    const thin = boxes.map(({ box }) => at(element("span"), box));
    const buttons = [...layer.querySelectorAll("button")];
    const thick = kept.map(({ value, confidence, box }, index) => {
      const button = buttons[index] ?? this.#button();
      button.dataset.box = index;
      button.setAttribute("aria-label", words.inside.score(value, percent(confidence)));
      button.setAttribute("aria-pressed", index === this.#chosen);
      button.firstElementChild.textContent = value;
      return at(button, box);
    });
    for (const span of layer.querySelectorAll("span")) span.remove();
    for (const button of buttons.slice(thick.length)) button.remove();
    layer.prepend(...thin);
    for (const button of thick) if (!button.isConnected) layer.append(button);
    byId("box-count").textContent = words.inside.boxes(boxes.length, kept.length);
  }

  #button() {
    const button = element("button", { type: "button" }, element("b"));
    button.addEventListener("click", () => {
      this.#chosen = Number(button.dataset.box);
      this.#draw();
    });
    return button;
  }

  #drawScores() {
    const box = this.#frame?.kept[this.#chosen];
    const list = byId("scores");
    if (list.children.length === 0) {
      list.append(...[1, 2, 3, 4, 5, 6].map((value) => meterRow(value, `${value}`)));
    }
    [...list.children].forEach((row, index) => {
      const score = box?.scores[index] ?? 0;
      row.children[1].value = score;
      row.children[2].textContent = box ? percent(score) : "–";
    });
  }

  #drawTimeline() {
    this.#timeline.draw();
    const { table } = this.#timeline;
    byId("table-state").textContent = table ? words.inside.states[table] : "";
    if (this.#outlook) this.#drawOutlook(this.#outlook);
  }

  /** Each die that is followed, and how much longer it has to lie still. */
  #drawOutlook({ wait, rest, dice }) {
    byId("wait").textContent = words.inside.waits[wait];
    const rows = byId("tracks").children;
    while (rows.length > dice.length) rows[rows.length - 1].remove();
    dice.forEach(({ value, stillness }, index) => {
      const row = rows[index] ?? byId("tracks").appendChild(meterRow(value, words.inside.states.still));
      row.querySelector("use").setAttribute("href", `#die-${value}`);
      row.children[1].value = Math.min(1, stillness / rest);
      row.children[2].textContent = words.inside.seconds(stillness, rest);
    });
  }

  /** Running means; a frame at which the network did not look says nothing of what a look takes. */
  #measure({ times, looked = true }) {
    const { framesPerSecond } = this.#timeline;
    for (const [stage, value] of Object.entries({ ...(looked && times), framesPerSecond })) {
      const { mean, count } = this.#times.get(stage) ?? { mean: value, count: 0 };
      this.#times.set(stage, { mean: mean + (value - mean) * 0.1, count: count + 1 });
    }
  }

  #drawTimes() {
    // Safari's and Firefox's clocks have whole milliseconds: only the mean of many has more.
    const figure = ({ mean, count }) => mean.toFixed(count < 10 ? 0 : 1);
    const rows = Object.keys(words.inside.stages).filter((stage) => this.#times.has(stage));
    byId("times").tBodies[0].replaceChildren(
      ...rows.map((stage) =>
        element(
          "tr", {}, element("th", { scope: "row" }, words.inside.stages[stage]),
          element("td", {}, figure(this.#times.get(stage))))));
    byId("module-memory").textContent = (this.#memory / 1e6).toFixed(1);
  }
}

/** A die, a bar and a figure. */
function meterRow(value, label) {
  const meter = element("meter", { min: 0, max: 1, "aria-label": label });
  return element("li", {}, die(value), meter, element("span"));
}

function at(made, { x, y, width, height }) {
  Object.assign(made.style, {
    left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%`,
  });
  return made;
}
