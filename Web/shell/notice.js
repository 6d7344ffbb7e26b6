// The notice in place of the picture: the question whether to look, or what went wrong and what to do.

import { isSafari } from "./browser.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);

export class Notice {
  #problem;
  #isOfEngine = false;

  /** Whether nothing can be played until the engine runs again. */
  get isOfEngine() {
    return this.#isOfEngine;
  }

  /** The problem that it reports. */
  get problem() {
    return this.#problem;
  }

  /** What the notice says first. */
  get title() {
    return byId("notice-title").textContent;
  }

  /** Asks whether to look. */
  ask() {
    this.#isOfEngine = false;
    this.#say(undefined, words.why, words.why.yes);
  }

  /** Names a problem in the words that are known for it; `isOfEngine` where no engine runs. */
  report(problem, isOfEngine) {
    this.#isOfEngine = isOfEngine;
    const isDeniedBySafari = problem === "denied" && isSafari;
    this.#say(problem, isDeniedBySafari ? words.problem.deniedBySafari : words.problem[problem], words.problem.retry);
  }

  show() {
    byId("why").hidden = false;
  }

  hide() {
    this.#problem = undefined;
    this.#isOfEngine = false;
    byId("why").hidden = true;
  }

  focus() {
    byId("notice-title").focus({ preventScroll: true });
  }

  #say(problem, { title, text }, choice) {
    this.#problem = problem;
    byId("why").toggleAttribute("data-problem", Boolean(problem));
    // Without the engine there is nothing to play with.
    for (const id of ["open-file", "tap-dice"]) byId(id).hidden = this.isOfEngine;
    byId("notice-pip").dataset.mood = problem ? "unsure" : "asking";
    byId("notice-title").textContent = title;
    byId("notice-text").textContent = text;
    byId("use-camera-word").textContent = choice;
    this.show();
  }
}
