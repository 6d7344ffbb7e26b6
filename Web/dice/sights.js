// The dice of a question as marks on the picture, with their values where the player wants them.

import { withSides } from "../shell/placement.js";
import { keep, recall } from "../shell/store.js";

const byId = (id) => document.getElementById(id);

export class Sights {
  #stage;
  #shown;
  #showsLabels = recall("labels") !== false;

  constructor(stage) {
    this.#stage = stage;
    byId("labels").addEventListener("click", () => {
      this.#showsLabels = !this.#showsLabels;
      keep("labels", this.#showsLabels);
      this.#mark();
    });
  }

  /** Marks what the engine sees.
   *
   * @param shown `{state, isAsked, isOpen, moves, region, lit, numbers}`: what the engine says of the dice; whether
   *   they are those of a question, tray and paper lie there, and dice were seen to move; the part of the picture
   *   that is to be seen, where it is not that of the question's dice, as `Ground.frameQuestion` has it; the id of
   *   the die that is pointed at, and what was counted so far by the ids of the dice. */
  show(shown) {
    this.#shown = shown;
    this.#mark();
  }

  #mark() {
    const { state, isAsked, isOpen, moves, region, lit } = this.#shown;
    const { dice, seen, showsValues, round } = state;
    const { shows, isReading } = this.#stage;
    const isPicture = shows === "camera" || shows === "clip" || shows === "picture";
    byId("labels").hidden = !(isPicture && showsValues);
    byId("labels").setAttribute("aria-pressed", this.#showsLabels);
    const isRead = isPicture && !isReading;
    byId("play").toggleAttribute("data-open", isOpen && (isRead || shows === "taps"));
    if (region) this.#stage.frameQuestion(region);
    else if (isOpen && isRead) this.#stage.frameQuestion({ round, boxes: this.#boxes.map(withSides) });
    // While dice roll the picture stays as it is.
    else if (isRead && !moves) this.#stage.frameSeen(seen.map(({ box }) => withSides(box)));
    if (!isRead) return this.#stage.mark([]);
    if (isAsked) {
      this.#stage.mark(
        dice.filter((die) => die.box && this.#isInSight(die)).map((die) => ({
          key: `die-${die.id}`, box: die.box, label: this.#label(die), kind: die.id === lit ? "look" : "",
        })));
    } else {
      this.#stage.mark(seen.map(({ box }, index) => ({ key: index, box, kind: "rolling" })));
    }
  }

  /** What is written beside a die of the picture: what was counted so far, or else what it shows. */
  #label({ id, value }) {
    const { state, lit, numbers } = this.#shown;
    if (numbers.size || !state.showsValues) return numbers.get(id);
    return this.#showsLabels || id === lit ? value : undefined;
  }

  /** Where the dice of the question lie; nowhere, while they are not all in sight. */
  get #boxes() {
    const dice = this.#shown.state.dice.filter((die) => die.box);
    return dice.every((die) => this.#isInSight(die)) ? dice.map((die) => die.box) : [];
  }

  /** Whether the die still lies there: a question outlives the dice that it is about. */
  #isInSight({ box }) {
    if (this.#stage.shows === "picture") return true;
    return this.#shown.state.seen.some(({ box: other }) =>
      Math.abs(other.x - box.x) < box.width && Math.abs(other.y - box.y) < box.height);
  }
}
