// The path from counting to times tables, as far as the one who plays has come. The engine knows its
// rule; it grows out of the answers, and nothing of it is kept.

import { steps as names } from "../engine/interface.js";
import { celebrate, element } from "./art.js";
import { current } from "./players.js";
import * as progress from "./progress.js";
import { play } from "./sound.js";
import { drawPath, stepReached } from "./stones.js";

const byId = (id) => document.getElementById(id);
/** How long a step that was learned is celebrated, in milliseconds. */
const celebration = 5000;

export class Path {
  #engine;
  /** Unknown until the engine runs. */
  #steps = names.map((name) => ({ name, stars: 0, isLearned: false, isCurrent: false }));
  #end;

  constructor(engine) {
    this.#engine = engine;
  }

  /** Shows how far the one who plays has come by now, and all stars. */
  async show() {
    this.#steps = await this.#engine.call("dice.path", progress.of(current())).catch(() => this.#steps);
    drawPath(byId("path"), this.#steps);
    const stars = starCount(this.#steps);
    byId("stars").hidden = stars === 0;
    byId("stars").lastElementChild.textContent = stars;
  }

  /** Lets hear and see what an answer was worth. */
  async takeAnswer({ verdict }) {
    play(verdict);
    const before = this.#steps;
    await this.show();
    if (starCount(this.#steps) > starCount(before)) play("star");
    const learned = this.#steps.findLast(({ isLearned }, index) => isLearned && !before[index].isLearned);
    if (learned) this.#celebrate(learned);
  }

  endCelebration() {
    clearTimeout(this.#end);
    byId("reached").replaceChildren();
  }

  #celebrate(learned) {
    const next = this.#steps.find(({ isCurrent }) => isCurrent);
    play("step");
    celebrate(byId("confetti"));
    byId("reached").replaceChildren(element("div", { class: "paper" }, ...stepReached(learned, next)));
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.endCelebration(), celebration);
  }
}

const starCount = (steps) => steps.reduce((sum, { stars }) => sum + stars, 0);
