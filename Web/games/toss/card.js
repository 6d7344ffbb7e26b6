// A throw's card: how it was made, what it was worth, and what it really was where the page is wrong.

import { element, icon } from "../../shell/art.js";
import { percent } from "../../shell/formats.js";
import { words } from "../../words/toss-en.js";
import { Replay } from "./replay.js";
import * as units from "./units.js";

const outcomes = ["hole", "board", "off", "none"];
/** Before the release and after the end of the path, in microseconds: what is shown again. */
const [before, after] = [300_000, 500_000];

export class Card {
  #place;
  #engine;
  #act;
  #replay;
  /** Of the throw that is shown. */
  number;

  constructor(place, engine, act) {
    this.#place = place;
    this.#engine = engine;
    this.#act = act;
  }

  /** Shows a throw; of one that `isNew` also its replay. */
  async show(toss, isNew) {
    // Of another throw nothing is open.
    if (this.number !== toss.number) this.#place.replaceChildren();
    this.number = toss.number;
    const canvas = isNew ? element("canvas", { class: "toss-replay", role: "img", "aria-label": words.replay }) : this.#replay?.canvas;
    this.#place.dataset.outcome = outcomeOf(toss);
    this.#place.dataset.throw = toss.number;
    replaceContents(this.#place, ...contents(toss, this.#act), ...(canvas ? [canvas] : []));
    this.#place.hidden = false;
    if (!isNew) return;
    this.#replay?.stop();
    this.#replay = new Replay(canvas);
    const pictures = await this.#engine.call("toss.replay", {
      first: 1e6 * toss.time - before, last: 1e6 * (toss.path.at(-1)?.time ?? toss.time) + after,
    });
    if (this.number === toss.number && !this.#place.hidden) this.#replay.show(pictures, toss.path);
  }

  hide() {
    this.#replay?.stop();
    this.#place.hidden = true;
    this.number = undefined;
  }
}

/** Replaces what is in a place; of each throw's card what was open stays so, and a button that had the focus has it. */
export function replaceContents(place, ...children) {
  const throwOf = (one) => one.closest("[data-throw]")?.dataset.throw;
  const open = new Set([...place.querySelectorAll("details[open]")].map(throwOf));
  const focused = place.contains(document.activeElement) ? document.activeElement : undefined;
  const [number, text] = [focused && throwOf(focused), focused?.textContent];
  place.replaceChildren(...children);
  for (const one of place.querySelectorAll("details")) one.open = open.has(throwOf(one));
  if (!focused) return;
  const buttons = [...place.querySelectorAll("button, summary")].filter((one) => throwOf(one) === number && !one.hidden);
  (buttons.find((one) => one.textContent === text) ?? buttons[0])?.focus({ preventScroll: true });
}

/** One of the outcomes, or "none" for what was no throw. */
export const outcomeOf = ({ isWithdrawn, outcome }) => (isWithdrawn ? "none" : outcome);

/** "underhand (93 %)"; without a clear style there is nothing to be confident of. */
export function styleOf({ style, styleConfidence }) {
  const name = words.style[style];
  return ["none", "unseen"].includes(style) ? name : words.styleWith(name, percent(styleConfidence));
}

/** The parts of a throw's card; `act.correct(number, outcome)` is called for a correction, and `act.was(number)` is what the
 * throw was taken for before it was corrected. */
export function contents(toss, act) {
  const outcome = outcomeOf(toss);
  const figures = [["angle", words.angle], ["speed", words.speed], ["distance", words.distance], ["stand", words.stood]];
  const rows = figures.map(([kind, name]) => element(
    "div", {}, element("dt", {}, name),
    element("dd", {}, toss[kind] === null ? words.unmeasured : units.estimate(kind, toss[kind], toss[`${kind}Error`]))));
  const remarks = [
    toss.cameraMoved && words.remarks.cameraMoved, toss.releaseUnseen && words.remarks.releaseUnseen,
    toss.gravityRatio !== null && words.remarks.gravity,
  ].filter(Boolean).map((text) => element("p", { class: "hint" }, text));
  return [
    element(
      "header", {}, element("h2", {}, words.throwNumber(toss.number)),
      element("strong", { class: "toss-points" }, words.points(toss.points))),
    element("p", { class: "toss-outcome" }, outcome === "none" ? words.outcomeShort.none : words.outcome[outcome]),
    element("p", { class: "toss-style" }, styleOf(toss)),
    element("dl", {}, ...rows), ...remarks, ...corrections(toss, act),
  ];
}

function corrections(toss, act) {
  const now = outcomeOf(toss);
  const buttons = outcomes.map((outcome) => {
    const button = element(
      "button", { type: "button", class: "small", "aria-pressed": outcome === now }, words.outcomeShort[outcome]);
    button.addEventListener("click", () => {
      if (outcome !== now) act.correct(toss.number, outcome);
    });
    return button;
  });
  const was = act.was(toss.number);
  const undo = element("button", { type: "button", class: "small" }, icon("undo"), element("span", {}, words.undo));
  undo.hidden = was === undefined || was === now;
  undo.addEventListener("click", () => act.correct(toss.number, was));
  return [
    element(
      "details", { class: "toss-correct" }, element("summary", {}, words.wrong),
      element("div", { class: "choices", role: "group", "aria-label": words.correct }, ...buttons)),
    undo,
  ];
}
