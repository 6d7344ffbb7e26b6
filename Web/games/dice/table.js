// The dice as they are shown: in the tray, as marks on the picture, to those who listen.

import { words } from "../../shell/words.js";
import { hasQuestion, isClosed } from "./prompts.js";
import { drawTray, light } from "./tray.js";

const byId = (id) => document.getElementById(id);

export class Table {
  #desk;
  #state;
  #isOpen = false;
  #moves = false;
  #help;
  #drawn = "";
  #said = "";

  /** @param help `{lit, numbers}`: what Pip points at, and what it counted. */
  constructor(desk, help) {
    this.#desk = desk;
    this.#help = help;
  }

  /** Draws all again at the next time: another game has drawn there meanwhile. */
  forget() {
    this.#drawn = "";
  }

  /** Draws what `state` lets the player see; dice tumble where they were seen to move, and tray and paper
   * lie there while a question `isOpen`. */
  draw(state, { moves, isOpen }) {
    this.#state = state;
    this.#isOpen = isOpen;
    this.#moves = moves;
    const { phase, mode, answer, dice, maximumDice, showsValues } = state;
    const { shows } = this.#desk.stage;
    const drawn = JSON.stringify(
      [phase, mode, answer, maximumDice, shows, moves, dice.map(({ id, value }) => [id, value])]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      drawTray(state, moves, (index) => this.#desk.fix(this.#state.dice[index].id));
      byId("pad").dataset.open = phase === "asking";
      const isAgain = document.activeElement === byId("again");
      byId("again").hidden = !(shows === "taps" && (isClosed(state) || phase === "tooManyDice"));
      this.#desk.offerTurn(phase === "tooManyDice");
      this.#desk.offerDice(dice.length < maximumDice, phase === "asking");
      if (isAgain && byId("again").hidden) {
        byId("faces").querySelector("button:enabled")?.focus({ preventScroll: true });
      }
      this.#say(phase === "asking" && showsValues ? dice.map(({ value }) => value) : undefined);
    }
    this.light();
  }

  /** Shows what Pip points at. */
  light() {
    const { lit, numbers } = this.#help;
    light(lit, numbers);
    const isOpen = this.#isOpen || this.#desk.stage.shows === "taps";
    this.#desk.sights.show({ state: this.#state, isAsked: hasQuestion(this.#state), isOpen, moves: this.#moves, lit, numbers });
  }

  /** Says to screen readers what lies there; not how many dice there are, where that is asked. */
  #say(values) {
    const text = values ? words.live.dice(values) : "";
    if (values && text !== this.#said || !this.#state.showsValues) byId("dice-live").textContent = text;
    this.#said = text;
  }
}
