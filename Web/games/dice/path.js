// The path from counting to times tables, as far as the one who plays has come. The engine knows its
// rule; it grows out of the answers, and nothing of it is kept.

import * as answers from "../../dice/answers.js";
import { steps as names } from "../../engine/interface.js";
import { celebrate, element } from "../../shell/art.js";
import { current } from "../../shell/players.js";
import { play } from "../../shell/sound.js";
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
    this.#draw(await this.#stepsBy(answers.of(current())) ?? this.#steps);
  }

  /** Keeps an answer of the one who plays, and lets hear and see what it was worth. */
  async takeAnswer(answer) {
    const player = current();
    const before = answers.of(player);
    answers.add(answer);
    const after = answers.of(player);
    play(answer.verdict);
    const [old, steps] = await Promise.all([this.#stepsBy(before), this.#stepsBy(after)]);
    if (!old || !steps) return;
    this.#draw(steps);
    if (starCount(steps) > starCount(old)) play("star");
    const learned = steps.findLast(({ isLearned }, index) => isLearned && !old[index].isLearned);
    if (learned) this.#celebrate(learned, steps.find(({ isCurrent }) => isCurrent));
  }

  endCelebration() {
    clearTimeout(this.#end);
    byId("reached").replaceChildren();
  }

  /** How far answers lead; `undefined` while the engine does not run. */
  #stepsBy(given) {
    return this.#engine.call("dice.path", given).catch(() => undefined);
  }

  #draw(steps) {
    this.#steps = steps;
    drawPath(byId("path"), steps);
    const stars = starCount(steps);
    byId("stars").hidden = stars === 0;
    byId("stars").lastElementChild.textContent = stars;
  }

  #celebrate(learned, next) {
    play("step");
    celebrate(byId("confetti"));
    byId("reached").replaceChildren(element("div", { class: "paper" }, ...stepReached(learned, next)));
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.endCelebration(), celebration);
  }
}

const starCount = (steps) => steps.reduce((sum, { stars }) => sum + stars, 0);
