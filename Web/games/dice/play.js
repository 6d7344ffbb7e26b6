// The game on the screen: what Pip says, what the tray shows, what becomes of an answer. What is
// asked and what is right the engine knows.

import { celebrate } from "../../shell/art.js";
import { Pad } from "./pad.js";
import * as progress from "../../shell/progress.js";
import { Stage } from "../../shell/stage.js";
import { askFace, drawTray, light } from "./tray.js";
import { hush, say } from "../../shell/voice.js";
import { words } from "../../shell/words.js";

const byId = (id) => document.getElementById(id);
const mostDice = 10;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Play {
  #engine;
  #stage;
  #pad;
  #state = { phase: "waiting", mode: "add", round: 0, dice: [], seen: [] };
  #drawn = "";
  /** Whether tray and paper lie there. */
  #isOpen = false;
  #isChecking = false;
  #wasReading = false;
  #pointing;
  #lit;
  #stars = 0;

  constructor(engine) {
    this.#engine = engine;
    this.#pad = new Pad(engine, {
      began: () => this.#pointAtNone(),
      check: () => this.#check(),
      read: (read) => this.onRead?.(read),
    });
    this.#stage = new Stage(engine, {
      state: (state) => this.#take(state),
      source: () => {
        this.#wasReading = this.#stage.isReading;
        this.#draw();
        this.#announce();
      },
      tapped: (value) => this.#change("add", value),
      picked: (key) => {
        const index = this.#state.dice.findIndex((die) => `die-${die.id}` === key);
        if (index >= 0) this.#fix(index);
      },
      restart: () => this.restart(),
    });
    this.#stage.leave();
    byId("play").addEventListener("click", (event) => this.#keepFocusForEnter(event));
    byId("again").addEventListener("click", () => this.#change("place", []));
    byId("add-die").addEventListener("click", () => this.#add());
    addEventListener("keydown", (event) => this.#key(event));
  }

  get stage() {
    return this.#stage;
  }

  /** Loads the engine, and again after a failure. */
  async restart() {
    this.#say("loading", words.prompt.loading, true);
    try {
      await this.#engine.start();
      this.#pad.clear();
      const { mode, dice } = this.#state;
      this.#state = { ...this.#state, phase: "waiting", round: 0, dice: [] };
      await this.#engine.call("play", mode);
      this.#take(await this.#engine.call("place", dice.map((die) => die.value)));
      this.#stage.mend();
    } catch (problem) {
      this.#stage.fail(typeof problem === "string" ? problem : "broken");
    }
  }

  /** Plays in `mode`. What lies on the table stays; dice of another game, of which nothing is shown any
   * more, go. */
  async play(mode) {
    const isNew = mode !== this.#state.mode && this.#stage.shows === "why";
    byId("mode-name").textContent = words.mode[mode];
    this.#pad.clear();
    this.#state.mode = mode;
    try {
      const state = await this.#engine.call("play", mode);
      this.#take(isNew ? await this.#engine.call("place", []) : state);
    } catch {
      // The engine is not there yet, or no longer: restart() plays in this mode.
    }
    this.#announce();
  }

  pause() {
    this.#pointAtNone();
    hush();
  }

  /** Has the engine change the game, and shows what has become of it. */
  #change(name, argument) {
    return this.#stage.attempt(async () => this.#take(await this.#engine.call(name, argument)));
  }

  #take(state) {
    const was = this.#state;
    this.#state = state;
    // Dice that move may be those of an open question, pushed about; after an answer they are the next roll.
    const mayBeSame = state.phase === "rolling" && this.#isOpen && was.phase !== "solved";
    this.#isOpen = state.phase === "asking" || state.phase === "solved" || mayBeSame;
    this.onState?.(state);
    if (state.round !== was.round) {
      this.#pointAtNone();
      this.#pad.clear();
    }
    this.#draw();
    const isReading = this.#stage.isReading;
    const hasChanged = state.round !== was.round || state.phase !== was.phase
      || state.mode !== was.mode || isReading !== this.#wasReading;
    this.#wasReading = isReading;
    if (hasChanged) this.#announce(was);
    const values = (one) => (one.phase === "asking" ? one.dice.map((die) => die.value).join() : "");
    if (values(state) && values(state) !== values(was)) {
      byId("dice-live").textContent = words.live.dice(state.dice.map((die) => die.value));
    }
  }

  #draw() {
    const { phase, dice, seen, mode, answer } = this.#state;
    const shows = this.#stage.shows;
    const drawn = JSON.stringify([phase, mode, answer, shows, dice.map(({ id, value }) => [id, value])]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      drawTray(this.#state, (index) => this.#fix(index));
      light(this.#lit);
      byId("pad").dataset.open = phase === "asking";
      byId("add-die").hidden = shows === "taps" || phase !== "asking" || dice.length >= mostDice;
      byId("again").hidden = !(shows === "taps" && phase === "solved");
    }
    const isPicture = shows === "camera" || shows === "clip" || shows === "picture";
    const isRead = isPicture && !this.#stage.isReading;
    const isOpen = this.#isOpen && isRead;
    byId("play").toggleAttribute("data-open", isOpen || shows === "taps");
    this.#stage.frameQuestion(isOpen ? { round: this.#state.round, boxes: this.#boxes } : undefined);
    if (!isRead) return this.#stage.mark([]);
    if (phase === "asking" || phase === "solved") {
      this.#stage.mark(
        dice.filter((die) => die.box && this.#isInSight(die)).map(({ id, value, box }) =>
          ({ key: `die-${id}`, box, label: value, kind: id === this.#lit ? "look" : "" })));
    } else {
      this.#stage.mark(seen.map(({ box }, index) => ({ key: index, box, kind: "rolling" })));
    }
  }

  /** Where the dice of the question lie; nowhere, while they are not all in sight. */
  get #boxes() {
    const dice = this.#state.dice.filter((die) => die.box);
    return dice.every((die) => this.#isInSight(die)) ? dice.map((die) => die.box) : [];
  }

  /** Whether the die still lies there: a question outlives the dice that it is about. */
  #isInSight({ box }) {
    if (this.#stage.shows === "picture") return true;
    return this.#state.seen.some(({ box: other }) =>
      Math.abs(other.x - box.x) < box.width && Math.abs(other.y - box.y) < box.height);
  }

  // What Pip says

  #announce(was) {
    const { phase, mode, dice } = this.#state;
    const shows = this.#stage?.shows;
    if (shows === "problem" || shows === "why") {
      return this.#say("calm", this.#stage.notice);
    }
    if (this.#stage.isReading) return this.#say("calm", words.prompt.looking, true);
    switch (phase) {
      case "rolling":
        return this.#say("rolling", words.prompt.rolling, true);
      case "asking":
        return this.#say("asking", words.prompt[mode]);
      case "solved":
        return was ? undefined : this.#say("right", this.#nextPrompt());
      case "tooManyDice":
        return this.#say("unsure", words.prompt.tooManyDice);
      default:
        if (shows === "picture" && !dice.length) return this.#say("unsure", words.prompt.noDice);
        return this.#say("calm", this.#nextPrompt(true));
    }
  }

  #nextPrompt(isFirst) {
    switch (this.#stage.shows) {
      case "taps": return words.prompt.tapDice;
      case "clip": return words.prompt.watching;
      case "picture": return words.prompt.nextPicture;
      default: return isFirst ? words.prompt.waiting : words.prompt.nextRoll;
    }
  }

  #say(mood, text, silently = false) {
    byId("pip-face").dataset.mood = mood;
    if (byId("prompt").textContent !== text) byId("prompt").textContent = text;
    return silently || byId("play").hidden ? Promise.resolve() : say(text);
  }

  // What the child does

  async #check() {
    // While it points at dice, what is on the paper has been judged already.
    if (this.#state.phase !== "asking" || this.#isChecking || this.#pointing) return;
    this.#isChecking = true;
    try {
      await this.#stage.attempt(() => this.#judge());
    } finally {
      this.#isChecking = false;
    }
  }

  async #judge() {
    const { mode, round, dice } = this.#state;
    const { number, confidence, by } = await this.#pad.answer();
    if (number === undefined) {
      this.#say("asking", words.prompt.empty);
      return;
    }
    const attempt = this.#state.tries + 1;
    const { verdict, state } = await this.#engine.call("answer", { number, confidence });
    if (verdict === "unsure") {
      this.#take(state);
      this.#say("unsure", words.prompt.unsure);
      return;
    }
    const right = verdict !== "wrong";
    progress.add({ mode, dice: dice.map((die) => die.value), given: number, right, attempt, by });
    this.#take(state);
    if (right) this.#celebrate(verdict, number);
    else this.#pointAtDice(round);
  }

  async #celebrate(verdict, number) {
    this.#stars += 1;
    byId("stars").hidden = false;
    byId("stars").lastElementChild.textContent = this.#stars;
    celebrate(byId("confetti"));
    const { round } = this.#state;
    const praise = words.prompt.right[this.#stars % words.prompt.right.length];
    if (verdict === "rightAsEver") await this.#say("right", words.prompt.rightAsEver);
    else {
      this.#say("right", praise, true);
      await say(words.say.solved(number, praise));
    }
    await wait(1800);
    if (this.#state.round === round && this.#state.phase === "solved") {
      this.#say("calm", this.#nextPrompt());
    }
  }

  /** Shows the dice one by one, then gives another try. */
  async #pointAtDice(round) {
    const pointing = {};
    this.#pointing = pointing;
    const goesOn = () => pointing === this.#pointing && this.#state.round === round;
    await Promise.all([this.#say("wrong", words.prompt.wrong), wait(1200)]);
    for (const { id } of this.#state.dice) {
      if (!goesOn()) return;
      this.#light(id);
      const value = this.#state.dice.find((die) => die.id === id)?.value;
      await Promise.all([say(words.say.number(value)), wait(800)]);
    }
    if (!goesOn()) return;
    this.#pointAtNone();
    this.#say("asking", words.prompt.retry);
  }

  #light(id) {
    this.#lit = id;
    light(id);
    this.#draw();
  }

  /** Ends the pointing, if there is any; the paper is clean for the next try. */
  #pointAtNone() {
    if (!this.#pointing) return;
    this.#pointing = undefined;
    this.#light(undefined);
    this.#pad.clear();
  }

  async #fix(index) {
    const { id } = this.#state.dice[index];
    const value = await askFace(words.fix.title, true);
    const now = this.#state.dice.findIndex((die) => die.id === id);
    if (value === undefined || now < 0) return;
    this.#change("correct", { index: now, value });
  }

  async #add() {
    const value = await askFace(words.fix.add, false);
    if (value) this.#change("add", value);
  }

  #key(event) {
    if (byId("play").hidden || byId("fix").open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) {
      this.#pad.type(event.key);
      this.#pad.focusCheck();
    } else if (event.key === "Backspace") this.#pad.undo();
    else if (event.key === "Enter" && !event.target.closest?.("button, a")) this.#check();
    else return;
    event.preventDefault();
  }

  /** After a click Enter checks the answer, and does not press what was clicked once more; who plays by
   * keys alone stays where they are. */
  #keepFocusForEnter(event) {
    const isPointer = event.detail > 0;
    if (isPointer && event.target.closest?.("#faces button, #keys button, #pad button")) {
      this.#pad.focusCheck();
    }
  }
}
