// How Pip helps after a wrong answer: it points at the dice, counts along, or shows the answer.

import { say } from "../../shell/voice.js";
import { words } from "../../shell/words.js";
import { helpPrompt } from "./prompts.js";

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** For how long, in milliseconds, words stand that may be muted, and each die is pointed at. */
const pause = { words: 1200, die: 800, total: 1600, answer: 4000 };

export class Helping {
  /** The id of the die that is pointed at. */
  lit;
  /** The numbers that were counted so far, by the ids of the dice. */
  numbers = new Map();
  #current;
  #events;

  /** @param events `say(mood, text, isSilent)`, `changed()` when other dice are lit up or numbered. */
  constructor(events) {
    this.#events = events;
  }

  get isOn() {
    return this.#current !== undefined;
  }

  /** Gives the help that `state` calls for. Ends with whether it was given to its end. */
  async give(state) {
    this.stop();
    const current = {};
    this.#current = current;
    const goesOn = () => current === this.#current;
    const isAnswer = state.help === "answer";
    await Promise.all([
      this.#events.say(isAnswer ? "calm" : "wrong", helpPrompt(state)),
      wait(isAnswer ? pause.answer : pause.words),
    ]);
    if (!isAnswer) await this.#lead(state, goesOn);
    if (!goesOn()) return false;
    this.stop();
    return true;
  }

  /** Ends the help, if there is any. */
  stop() {
    if (!this.isOn) return;
    this.#current = undefined;
    this.lit = undefined;
    this.numbers.clear();
    this.#events.changed();
  }

  /** From die to die, by the values that they show or by the results so far. */
  async #lead({ help, dice, steps, showsValues }, goesOn) {
    const isCounted = help === "countingAlong" || !showsValues;
    for (const [index, { id, value }] of dice.entries()) {
      if (!goesOn()) return;
      this.lit = id;
      if (isCounted) this.numbers.set(id, steps[index]);
      this.#events.changed();
      const text = words.say.number(isCounted ? steps[index] : value);
      const said = help === "countingAlong" ? this.#events.say("calm", text) : say(text);
      const isTotal = help === "countingAlong" && index === dice.length - 1;
      await Promise.all([said, wait(isTotal ? pause.total : pause.die)]);
    }
  }
}
