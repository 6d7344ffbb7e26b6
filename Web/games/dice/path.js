// The path from counting to times tables, as far as the one who plays has come. The engine knows its
// rule; it grows out of the counts of right answers, and nothing of it is kept.

import { steps as names } from "../../engine/interface.js";
import * as log from "../../log/log.js";
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
  /** Whose they are. */
  #player;
  #end;

  constructor(engine) {
    this.#engine = engine;
  }

  /** Shows how far the one who plays has come by now, and all stars. */
  async show() {
    const player = current();
    const steps = await this.#stepsOf(player);
    if (steps) this.#player = player;
    this.#draw(steps ?? this.#steps);
  }

  /** Lets hear and see what an answer of the one who plays was worth, which was just kept. */
  async takeAnswer({ verdict }) {
    const [player, old, before] = [current(), this.#steps, this.#player];
    play(verdict);
    const steps = await this.#stepsOf(player);
    if (!steps) return;
    this.#player = player;
    this.#draw(steps);
    // What another one has learned, as in another tab, is no news.
    if (player !== before) return;
    if (starCount(steps) > starCount(old)) play("star");
    const learned = steps.findLast(({ isLearned }, index) => isLearned && !old[index].isLearned);
    if (learned) this.#celebrate(learned, steps.find(({ isCurrent }) => isCurrent));
  }

  endCelebration() {
    clearTimeout(this.#end);
    byId("reached").replaceChildren();
  }

  /** How far a player has come; `undefined` while the engine does not run. */
  async #stepsOf(player) {
    const { questions } = await log.tally(player);
    return this.#engine.call("dice.path", [...questions.values()]).catch(() => undefined);
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
