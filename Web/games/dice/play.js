// The dice game on the screen: what Pip says, what the tray shows, what becomes of an answer. What is
// asked and what is right the engine knows.

import * as answers from "../../dice/answers.js";
import { Motion } from "../../dice/motion.js";
import { celebrate } from "../../shell/art.js";
import { keepInTab, recallInTab } from "../../shell/store.js";
import { hush, say } from "../../shell/voice.js";
import { words } from "../../shell/words.js";
import { Helping } from "./helping.js";
import { hasQuestion, isClosed, prompt } from "./prompts.js";
import { Table } from "./table.js";

const byId = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Play {
  #engine;
  #desk;
  #table;
  #state = { phase: "waiting", mode: "add", round: 0, tries: 0, dice: [], seen: [] };
  /** Whether tray and paper lie there. */
  #isOpen = false;
  #wasReading = false;
  #helping;
  #motion = new Motion();
  /** How many dice to roll next, `{fewest, most}`, after an answer that had to be shown. */
  #suggested;
  #praised = 0;
  /** The dice that had been tapped in before the page was loaded again: `{mode, values}`. */
  #tapped = tappedBefore();

  constructor(engine, desk) {
    this.#engine = engine;
    this.#desk = desk;
    this.#helping = new Helping({
      say: (mood, text, isSilent) => desk.say(mood, text, isSilent),
      changed: () => this.#table.light(),
    });
    this.#table = new Table(desk, this.#helping);
  }

  startAnswer() {
    if (this.#state.phase === "asking") this.#stopHelping();
  }

  changeSource() {
    this.#wasReading = this.#desk.stage.isReading;
    this.#stopHelping();
    this.#draw();
    this.#announce();
  }

  /** Asks an engine that has just started about the dice that lay there. */
  async begin() {
    const { mode, dice } = this.#state;
    this.#state = { ...this.#state, phase: "waiting", round: 0, dice: [] };
    await this.#engine.call("dice.play", mode);
    this.#desk.take(await this.#engine.call("dice.place", dice.map((die) => die.value)));
  }

  /** Plays in `mode`. What lies on the table stays; dice of another game, of which nothing is shown any
   * more, go. */
  async play(mode) {
    const isNew = mode !== this.#state.mode && this.#desk.stage.shows === "why";
    this.#desk.game = this;
    byId("mode-name").textContent = words.mode[mode];
    this.#desk.pad.clear();
    this.#table.forget();
    if (mode !== this.#state.mode) this.#suggested = undefined;
    this.#state.mode = mode;
    const tapped = this.#resumeTapping();
    let state;
    try {
      state = await this.#engine.call("dice.play", mode);
      if (tapped || isNew) state = await this.#engine.call("dice.place", tapped ?? []);
    } catch (problem) {
      if (typeof problem !== "string") throw problem;
      // The engine is not there yet, or no longer: begin() plays in this mode.
    }
    if (state) this.#desk.take(state);
    if (this.#desk.game === this) this.#announce();
  }

  /** Shows dice again that were tapped in before the page was loaded again; returns their values, if there are any. */
  #resumeTapping() {
    const tapped = this.#tapped;
    this.#tapped = undefined;
    if (tapped?.mode !== this.#state.mode || this.#desk.stage.shows !== "why") return undefined;
    // `begin()` places them where the engine has not started yet.
    this.#state.dice = tapped.values.map((value, id) => ({ id, value }));
    this.#desk.stage.tap();
    return tapped.values;
  }

  pause() {
    this.rest();
    hush();
  }

  /** Ends the help that Pip gives step by step. */
  rest() {
    this.#stopHelping();
  }

  /** Takes back an answer that was misheard. */
  withdraw() {
    this.#stopHelping();
    return this.#desk.change("withdraw");
  }

  take(state) {
    const was = this.#state;
    this.#state = state;
    // Dice that move may be those of an open question, pushed about; after an answer they are the next roll.
    const mayBeSame = state.phase === "rolling" && this.#isOpen && !isClosed(was);
    this.#isOpen = hasQuestion(state) || mayBeSame;
    const isNew = state.round !== was.round || state.tries < was.tries
      || (isClosed(was) && state.phase === "asking");
    if (isNew || state.phase !== was.phase) this.#stopHelping();
    if (isNew) this.#desk.pad.clear();
    const { minimumNextDice: fewest, maximumNextDice: most } = state;
    if (fewest) this.#suggested = { fewest, most };
    else if (state.phase === "asking") this.#suggested = undefined;
    const moved = this.#motion.isSeen;
    this.#motion.take(state);
    // A question about another picture does not keep a film from playing.
    if (state.phase !== "asking") this.#desk.stage.hold(false);
    else if (state.round !== was.round) this.#desk.stage.hold(true);
    if (this.#desk.stage.shows === "taps") {
      const isKept = !isClosed(state);
      keepInTab("tapped", isKept ? { mode: state.mode, values: state.dice.map(({ value }) => value) } : undefined);
    }
    this.#draw();
    const isReading = this.#desk.stage.isReading;
    const hasChanged = isNew || state.phase !== was.phase || state.mode !== was.mode
      || isReading !== this.#wasReading || moved !== this.#motion.isSeen;
    this.#wasReading = isReading;
    if (hasChanged) this.#announce(was);
  }

  #draw() {
    this.#table.draw(this.#state, { moves: this.#motion.isSeen, isOpen: this.#isOpen });
  }

  // What Pip says

  #announce(was) {
    const scene = this.#scene;
    // What an answer brings says more.
    if (was && isClosed(this.#state) && !scene.notice && !scene.isReading) return;
    const { mood, text, isSilent } = prompt(this.#state, scene);
    this.#desk.say(mood, text, isSilent);
  }

  get #scene() {
    const { shows, isReading, notice } = this.#desk.stage;
    return {
      shows, isReading, moves: this.#motion.isSeen, suggested: this.#suggested,
      notice: shows === "problem" || shows === "why" ? notice : undefined,
    };
  }

  // What the child does

  /** While Pip helps, what is on the paper has been judged already. */
  get canAnswer() {
    return this.#state.phase === "asking" && !this.#helping.isOn;
  }

  async judge(answer) {
    const { verdict, state } = await this.#engine.call("dice.answer", answer);
    this.#desk.take(state);
    if (verdict === "unsure") {
      // Other dice lie there by now: their question has been asked.
      if (state.round === answer.round) this.#desk.say("unsure", words.prompt.unsure);
      return undefined;
    }
    const { number, source } = answer;
    const { mode, dice, tries } = state;
    const judged = {
      mode, dice: dice.map(({ value }) => value), given: number, verdict,
      attempt: verdict === "wrong" ? tries : tries + 1, source,
    };
    const at = answers.add(judged);
    this.onAnswer?.(judged);
    if (verdict === "right") this.#celebrate(number);
    else if (verdict === "secret") this.#wink();
    else this.#help();
    return at;
  }

  async #celebrate(number) {
    this.#praised += 1;
    celebrate(byId("confetti"));
    const praise = words.prompt.right[this.#praised % words.prompt.right.length];
    this.#desk.say("right", praise, true);
    if (await this.#outlasts(say(words.say.solved(number, praise)), 2400)) this.#announce();
  }

  /** The secret number is no answer: Pip winks, and says the true one. */
  async #wink() {
    const said = this.#desk.say("wink", words.prompt.secret(this.#state.answer));
    if (await this.#outlasts(said, 3600)) this.#announce();
  }

  /** Helps, and gives another try, or asks for other dice where the answer had to be shown. */
  async #help() {
    if (!await this.#helping.give(this.#state)) return;
    if (this.#state.phase === "asking") {
      this.#desk.pad.clear();
      this.#desk.say("asking", words.prompt.retry);
    } else if (this.#desk.stage.shows !== "taps") {
      this.#announce();
    } else if (await this.#outlasts(this.#desk.say("calm", words.prompt.likeDice), 1500)) {
      this.#desk.change("placeLike");
    }
  }

  /** Waits for so many milliseconds, and until all is `said`. Ends with whether the question lies there
   * still, and can be seen. */
  async #outlasts(said, moment) {
    const { round, phase } = this.#state;
    const { shows } = this.#desk.stage;
    await Promise.all([said, wait(moment)]);
    return this.#state.round === round && this.#state.phase === phase && this.#desk.stage.shows === shows
      && !byId("play").hidden;
  }

  /** Ends Pip's help, if there is any; the paper is clean for the next try. */
  #stopHelping() {
    if (!this.#helping.isOn) return;
    this.#helping.stop();
    this.#desk.pad.clear();
  }
}

function tappedBefore() {
  const { mode, values } = recallInTab("tapped") ?? {};
  const areFaces = Array.isArray(values) && values.every((value) => [1, 2, 3, 4, 5, 6].includes(value));
  return areFaces && values.length > 0 ? { mode, values } : undefined;
}
