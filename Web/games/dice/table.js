// The dice as they are shown: in the tray, as marks on the picture, to those who listen; and whether
// there may be more of them.

import { keep, recall } from "../../shell/store.js";
import { words } from "../../shell/words.js";
import { hasQuestion, isClosed } from "./prompts.js";
import { drawTray, light } from "./tray.js";

const byId = (id) => document.getElementById(id);

export class Table {
  #stage;
  #events;
  #state;
  #help;
  #drawn = "";
  #said = "";
  #showsLabels = recall("labels") !== false;

  /** @param help `{lit, numbers}`: what Pip points at, and what it counted.
   * @param events `fix(index)` when a die of the tray was tapped. */
  constructor(stage, help, events) {
    this.#stage = stage;
    this.#help = help;
    this.#events = events;
    byId("labels").addEventListener("click", () => {
      this.#showsLabels = !this.#showsLabels;
      keep("labels", this.#showsLabels);
      this.#mark();
    });
  }

  /** Draws what `state` lets the player see; dice tumble where they were seen to move. */
  draw(state, moves) {
    this.#state = state;
    const { phase, mode, answer, dice, maximumDice, showsValues } = state;
    const { shows } = this.#stage;
    const drawn = JSON.stringify(
      [phase, mode, answer, maximumDice, shows, moves, dice.map(({ id, value }) => [id, value])]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      drawTray(state, moves, this.#events.fix);
      light(this.#help.lit, this.#help.numbers);
      byId("pad").dataset.open = phase === "asking";
      byId("again").hidden = !(shows === "taps" && (isClosed(state) || phase === "tooManyDice"));
      this.#offerDice(dice.length < maximumDice);
      this.#say(phase === "asking" && showsValues ? dice.map(({ value }) => value) : undefined);
    }
    this.#mark();
  }

  /** Shows what Pip points at. */
  light() {
    light(this.#help.lit, this.#help.numbers);
    this.#mark();
  }

  #mark() {
    const { dice, seen, showsValues } = this.#state;
    const { shows, isReading } = this.#stage;
    const isPicture = shows === "camera" || shows === "clip" || shows === "picture";
    byId("labels").hidden = !(isPicture && showsValues);
    byId("labels").setAttribute("aria-pressed", this.#showsLabels);
    if (!isPicture || isReading) return this.#stage.mark([]);
    if (hasQuestion(this.#state)) {
      this.#stage.mark(
        dice.filter((die) => die.box && this.#isInSight(die)).map((die) => ({
          key: `die-${die.id}`, box: die.box, label: this.#label(die),
          kind: die.id === this.#help.lit ? "look" : "",
        })));
    } else {
      this.#stage.mark(seen.map(({ box }, index) => ({ key: index, box, kind: "rolling" })));
    }
  }

  /** What is written beside a die of the picture: what was counted so far, or else what it shows. */
  #label({ id, value }) {
    const { lit, numbers } = this.#help;
    if (numbers.size || !this.#state.showsValues) return numbers.get(id);
    return this.#showsLabels || id === lit ? value : undefined;
  }

  /** Whether the die still lies there: a question outlives the dice that it is about. */
  #isInSight({ box }) {
    if (this.#stage.shows === "picture") return true;
    return this.#state.seen.some(({ box: other }) =>
      Math.abs(other.x - box.x) < box.width && Math.abs(other.y - box.y) < box.height);
  }

  /** Offers more dice, while the mode asks about more. */
  #offerDice(isOffered) {
    const { activeElement } = document;
    for (const face of byId("faces").children) face.disabled = !isOffered;
    byId("add-die").hidden = !(isOffered && this.#stage.shows !== "taps" && this.#state.phase === "asking");
    // Who chose the last one with the keyboard goes on to the answer.
    if (!isOffered && activeElement?.closest("#faces, #add-die")) {
      byId("check").focus({ preventScroll: true });
    }
  }

  /** Tells those who listen what lies there; not how many dice there are, where that is asked. */
  #say(values) {
    const text = values ? words.live.dice(values) : "";
    if (values && text !== this.#said || !this.#state.showsValues) byId("dice-live").textContent = text;
    this.#said = text;
  }
}
