// The game on the screen: what Pip says, what the tray shows, what becomes of an answer. What is
// asked and what is right the engine knows.

import { celebrate } from "../../shell/art.js";
import * as progress from "../../shell/progress.js";
import { Stage } from "../../shell/stage.js";
import { hush, say } from "../../shell/voice.js";
import { words } from "../../shell/words.js";
import { Helping } from "./helping.js";
import { Motion } from "./motion.js";
import { Pad } from "./pad.js";
import { hasQuestion, isClosed, prompt } from "./prompts.js";
import { Table } from "./table.js";
import { askFace } from "./tray.js";

const byId = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Play {
  #engine;
  #stage;
  #pad;
  #table;
  #state = { phase: "waiting", mode: "add", round: 0, tries: 0, dice: [], seen: [] };
  /** Whether tray and paper lie there. */
  #isOpen = false;
  #isChecking = false;
  #wasReading = false;
  #helping = new Helping({
    say: (mood, text, isSilent) => this.#say(mood, text, isSilent),
    changed: () => this.#table.light(),
  });
  #motion = new Motion();
  /** How many dice to roll next, `{fewest, most}`, after an answer that had to be shown. */
  #suggested;
  #praised = 0;

  constructor(engine) {
    this.#engine = engine;
    this.#pad = new Pad(engine, {
      began: () => {
        if (this.#state.phase === "asking") this.#stopHelping();
      },
      check: () => this.#check(),
      read: (read) => this.onRead?.(read),
    });
    this.#stage = new Stage(engine, {
      state: (state) => this.#take(state),
      source: () => {
        this.#wasReading = this.#stage.isReading;
        this.#stopHelping();
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
    this.#table = new Table(this.#stage, this.#helping, { fix: (index) => this.#fix(index) });
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
    if (mode !== this.#state.mode) this.#suggested = undefined;
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
    this.#stopHelping();
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
    const mayBeSame = state.phase === "rolling" && this.#isOpen && !isClosed(was);
    this.#isOpen = hasQuestion(state) || mayBeSame;
    this.onState?.(state);
    const isNew = state.round !== was.round || state.tries < was.tries
      || (isClosed(was) && state.phase === "asking");
    if (isNew || state.phase !== was.phase) this.#stopHelping();
    if (isNew) this.#pad.clear();
    const { minimumNextDice: fewest, maximumNextDice: most } = state;
    if (fewest) this.#suggested = { fewest, most };
    else if (state.phase === "asking") this.#suggested = undefined;
    const moved = this.#motion.isSeen;
    this.#motion.take(state);
    this.#draw();
    const isReading = this.#stage.isReading;
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
    this.#say(mood, text, isSilent);
  }

  get #scene() {
    const { shows, isReading, notice } = this.#stage;
    return {
      shows, isReading, moves: this.#motion.isSeen, suggested: this.#suggested,
      notice: shows === "problem" || shows === "why" ? notice : undefined,
    };
  }

  #say(mood, text, silently = false) {
    byId("pip-face").dataset.mood = mood;
    if (byId("prompt").textContent !== text) byId("prompt").textContent = text;
    return silently || byId("play").hidden ? Promise.resolve() : say(text);
  }

  // What the child does

  async #check() {
    // While Pip helps, what is on the paper has been judged already.
    if (this.#state.phase !== "asking" || this.#isChecking || this.#helping.isOn) return;
    this.#isChecking = true;
    try {
      await this.#stage.attempt(() => this.#judge());
    } finally {
      this.#isChecking = false;
    }
  }

  async #judge() {
    const { mode, dice, tries } = this.#state;
    const { number, confidence, source } = await this.#pad.answer();
    if (number === undefined) {
      this.#say("asking", words.prompt.empty);
      return;
    }
    const { verdict, state } = await this.#engine.call("answer", { number, source, confidence });
    this.#take(state);
    if (verdict === "unsure") {
      this.#say("unsure", words.prompt.unsure);
      return;
    }
    const attempt = tries + 1;
    const values = dice.map((die) => die.value);
    progress.add({ mode, dice: values, given: number, verdict, attempt, source });
    this.onAnswer?.({ verdict, attempt, mode, dice: values });
    if (verdict === "right") this.#celebrate(number);
    else if (verdict === "secret") this.#wink();
    else this.#help();
  }

  async #celebrate(number) {
    this.#praised += 1;
    celebrate(byId("confetti"));
    const praise = words.prompt.right[this.#praised % words.prompt.right.length];
    this.#say("right", praise, true);
    if (await this.#outlasts(say(words.say.solved(number, praise)), 2400)) this.#announce();
  }

  /** The secret number is no answer: Pip winks, and says the true one. */
  async #wink() {
    const said = this.#say("wink", words.prompt.secret(this.#state.answer));
    if (await this.#outlasts(said, 3600)) this.#announce();
  }

  /** Helps, and gives another try, or asks for other dice where the answer had to be shown. */
  async #help() {
    if (!await this.#helping.give(this.#state)) return;
    if (this.#state.phase === "asking") {
      this.#pad.clear();
      this.#say("asking", words.prompt.retry);
    } else if (this.#stage.shows !== "taps") {
      this.#announce();
    } else if (await this.#outlasts(this.#say("calm", words.prompt.likeDice), 1500)) {
      this.#change("placeLike");
    }
  }

  /** Waits for so many milliseconds, and until all is `said`. Ends with whether the question lies there
   * still, and can be seen. */
  async #outlasts(said, moment) {
    const { round, phase } = this.#state;
    const { shows } = this.#stage;
    await Promise.all([said, wait(moment)]);
    return this.#state.round === round && this.#state.phase === phase && this.#stage.shows === shows
      && !byId("play").hidden;
  }

  /** Ends Pip's help, if there is any; the paper is clean for the next try. */
  #stopHelping() {
    if (!this.#helping.isOn) return;
    this.#helping.stop();
    this.#pad.clear();
  }

  async #fix(index) {
    const { id } = this.#state.dice[index];
    const { showsValues } = this.#state;
    const value = await askFace(showsValues ? words.fix.title : words.fix.isDie, { hasFaces: showsValues });
    const now = this.#state.dice.findIndex((die) => die.id === id);
    if (value === undefined || now < 0) return;
    this.#change("correct", { index: now, value });
  }

  async #add() {
    const value = await askFace(words.fix.add, { mayBeNone: false });
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
