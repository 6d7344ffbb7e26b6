// What a game came to: all paths over the field, style by style, throw by throw.

import { drawing, element, icon } from "../../shell/art.js";
import { dateAndTime } from "../../shell/formats.js";
import { words } from "../../words/toss-en.js";
import { contents, outcomeOf, replaceContents } from "./card.js";
import * as units from "./units.js";

/** A file is read only after some browsers have asked whether to; in milliseconds. */
const fileSpan = 60_000;

export class Summary {
  #place;
  #engine;
  #act;
  #field;

  constructor(place, engine, act) {
    this.#place = place;
    this.#engine = engine;
    this.#act = act;
  }

  /** Shows a game as it is kept, with its throws. */
  async show(game, made) {
    const counted = made.filter(({ isWithdrawn }) => !isWithdrawn);
    const [styles, score] = await Promise.all([this.#engine.call("toss.styles"), this.#engine.call("toss.score")]);
    if (this.#field) URL.revokeObjectURL(this.#field);
    this.#field = game.field && URL.createObjectURL(game.field);
    replaceContents(
      this.#place,
      element(
        "header", { class: "paper" }, element("h2", {}, words.summary.title),
        element(
          "p", { class: "toss-score" }, element("strong", {}, `${score.first}`),
          element("span", {}, words.score(score.first))),
        element("p", { class: "hint" }, dateAndTime(new Date(game.began)))),
      ...(counted.length > 0 ? [this.#paths(game, counted), byStyle(styles, score)] : []),
      made.length > 0 ? this.#cards(made) : element("p", { class: "paper empty" }, words.summary.none),
      this.#buttons(game));
  }

  #paths(game, made) {
    const shape = pictureShape(game);
    const [width, height] = [1000, 1000 / shape];
    const lines = made.map(({ number, path, outcome }, index) => {
      // Paths lie close together where they begin and end: numbers lie along them in turn.
      const share = made.length < 2 ? 0.5 : index / (made.length - 1);
      const at = path[Math.floor((0.1 + 0.7 * share) * (path.length - 1))];
      const points = path.map(({ x, y }) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`).join(" ");
      return drawing(
        "g", { class: outcome }, drawing("polyline", { points, class: "casing" }), drawing("polyline", { points }),
        ...(at ? [drawing("text", { x: at.x * width, y: at.y * height - 10 }, `${number}`)] : []));
    });
    const field = this.#field
      ? [drawing("image", { href: this.#field, width, height, preserveAspectRatio: "none" })] : [];
    return element(
      "figure", { class: "paper toss-paths" },
      drawing(
        "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.summary.paths }, ...field, ...lines),
      element("figcaption", {}, words.summary.paths));
  }

  #cards(made) {
    return element(
      "section", { class: "toss-cards", "aria-label": words.summary.throws },
      ...made.map((toss) => {
        const card = element("article", { class: "toss-card paper" }, ...contents(toss, this.#act));
        card.dataset.outcome = outcomeOf(toss);
        card.dataset.throw = toss.number;
        return card;
      }));
  }

  #buttons(game) {
    const button = (kind, text, sign, act) => {
      const made = element("button", { type: "button", class: kind }, icon(sign), element("span", {}, text));
      made.addEventListener("click", act);
      return made;
    };
    return element(
      "div", { class: "choices" },
      button("plank", words.summary.report, "save", () => this.#saveReport(game)),
      button("plank", words.summary.game, "save", () => save(game.record, "application/json", "json")),
      button("big", words.summary.fresh, "replay", () => this.#act.fresh()));
  }

  async #saveReport(game) {
    const began = new Date(game.began);
    const html = await this.#engine.call("toss.report", {
      units: units.system, began: began.toISOString().replace(/\.\d+/, ""),
      date: new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }).format(began),
      field: game.field ? await addressOf(game.field) : null,
    });
    save(html, "text/html;charset=utf-8", "html");
  }
}

/** The width of the game's picture divided by its height. */
function pictureShape({ record }) {
  const { width, height } = JSON.parse(record).picture;
  return width / height;
}

function byStyle(styles, score) {
  const { summary } = words;
  const figure = (kind, value) => (value === null ? words.unmeasured : units.quantity(kind, value));
  const row = ({ style, count, angle, speed, points }) => element(
    "tr", {}, element("th", { scope: "row" }, words.style[style]),
    ...[`${count}`, figure("angle", angle), figure("speed", speed), `${points}`].map((text) => element("td", {}, text)));
  const heads = [summary.style, summary.count, summary.angle, summary.speed, summary.points];
  return element(
    "section", { class: "paper toss-styles", tabindex: 0, "aria-label": summary.byStyle }, element("h2", {}, summary.byStyle),
    element(
      "table", {}, element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, ...styles.map(row))),
    element("p", { class: "for-readers" }, `${score.first} ${words.score(score.first)}`));
}

function save(text, type, ending) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: `${words.summary.file}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), fileSpan);
}

/** A file as an address of data. */
function addressOf(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    Object.assign(reader, { onload: () => resolve(reader.result), onerror: () => reject(reader.error) });
    reader.readAsDataURL(blob);
  });
}
