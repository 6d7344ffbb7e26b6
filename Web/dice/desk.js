// What all games with dice share: the stage, the paper, Pip's voice, the keys. One game plays at a time;
// it says what is asked, and what becomes of an answer.

import { Listening } from "../shell/listening.js";
import { Pad } from "../shell/pad.js";
import { Stage } from "../shell/stage.js";
import { percent } from "../shell/formats.js";
import { keepInTab } from "../shell/store.js";
import { hush, say } from "../shell/voice.js";
import { words } from "../shell/words.js";
import { askFace } from "./ask-face.js";
import { faceButtons } from "./faces.js";
import { Misheard } from "./misheard.js";
import { Sights } from "./sights.js";

const byId = (id) => document.getElementById(id);

export class Desk {
  stage;
  pad;
  listening;
  /** The marks on the picture. */
  sights;
  /** Who plays: `take(state)` for what the engine sees, `changeSource()` when the stage shows something
   * else, `begin()` with an engine that has just started, `startAnswer()` when an answer is begun,
   * `canAnswer`, and `judge(answer)`: `{number, confidence, source}`, and the `round` of the dice that it
   * was given for; it ends with the time at which a judged answer is kept, and `withdraw()` takes that back. Some have
   * a `help()` for a tap on Pip, which returns whether it said something, and `rest()`, which ends help that
   * continues step by step. */
  game;
  #engine;
  #state = { round: 0, dice: [], showsValues: true };
  #isChecking = false;
  #isLoading = true;
  #isPaused = false;
  /** Whether more dice are seen than the game takes. */
  #areTooMany = false;
  #misheard = new Misheard(() => this.#answerAgain());

  constructor(engine) {
    this.#engine = engine;
    this.pad = new Pad(engine, {
      began: () => this.#startAnswer(),
      check: () => this.#check(),
      read: (read) => this.onRead?.(read),
    });
    this.listening = new Listening(engine, {
      mayBegin: () => this.game.canAnswer,
      began: () => this.#startAnswer(),
      answered: (answer) => this.#give(async () => ({ ...answer, source: "voice" })),
      missed: (why) => this.say("asking", words.listening[why]),
    });
    const reader = {
      see: (request) => engine.call("dice.see", request, [request.picture]),
      look: (request) => engine.call("dice.look", request, [request.picture]),
      prepareStill: () => engine.loadPortraits(),
      liesTurned: (request) => engine.call("dice.liesTurned", request),
      changeView: () => engine.call("dice.changeView"),
    };
    this.stage = new Stage(engine, reader, {
      state: (state) => this.take(state),
      source: () => this.#changeSource(),
      picked: (key) => {
        const die = this.#state.dice.find(({ id }) => `die-${id}` === key);
        if (die) this.fix(die.id);
      },
      turnFound: () => this.#showTurn(),
      restart: () => this.restart(),
    });
    this.sights = new Sights(this.stage);
    byId("faces").append(...faceButtons(words.live.addFace, (value) => this.change("add", value)));
    byId("play").addEventListener("click", (event) => this.#keepFocusForEnter(event));
    byId("again").addEventListener("click", () => this.change("place", []));
    byId("add-die").addEventListener("click", () => this.#add());
    byId("say-again").addEventListener("click", () => {
      if (!this.game.help?.()) say(byId("prompt").textContent);
    });
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Loads the engine, and again after a failure. */
  async restart() {
    this.#isLoading = true;
    for (const face of byId("faces").children) face.disabled = true;
    this.#show("loading", words.prompt.loading);
    try {
      await this.#engine.start((share) => this.#show("loading", words.prompt.loadingShare(percent(share))));
      this.#isLoading = false;
      this.pad.clear();
      await this.game.begin();
      this.stage.mend();
      this.game.changeSource();
      await this.onStart?.();
    } catch (problem) {
      this.#isLoading = false;
      this.stage.fail(typeof problem === "string" ? problem : "broken");
    }
  }

  /** Has the engine change the dice, and shows what has become of them. */
  change(name, argument) {
    return this.stage.attempt(async () => this.take(await this.#engine.call(`dice.${name}`, argument)));
  }

  /** Takes in what the engine says of the dice. */
  take(state) {
    // What is said was meant for the dice of before.
    const asked = ({ round, dice }) => `${round} ${dice.map(({ id }) => id)}`;
    if (asked(state) !== asked(this.#state)) {
      this.listening.close();
      this.#misheard.offer(undefined);
    }
    this.#state = state;
    this.onState?.(state);
    this.game.take(state);
  }

  /** Has Pip say something; ends when it is said. While the game is loading, Pip asks for nothing. */
  say(mood, text, silently = false) {
    if (this.#isLoading) return Promise.resolve();
    this.#show(mood, text);
    return silently || this.#isPaused || byId("play").hidden ? Promise.resolve() : say(text);
  }

  #show(mood, text) {
    byId("pip-face").dataset.mood = mood;
    if (byId("prompt").textContent !== text) byId("prompt").textContent = text;
  }

  /** Asks what the die with this id really shows. */
  async fix(id) {
    const { showsValues } = this.#state;
    const value = await askFace(showsValues ? words.fix.title : words.fix.isDie, { hasFaces: showsValues });
    const index = this.#state.dice.findIndex((die) => die.id === id);
    if (value === undefined || index < 0) return;
    this.change("correct", { index, value });
  }

  /** Offers more dice, where the game asks about more; for `isAsked` dice, too, that the camera missed. */
  offerDice(isOffered, isAsked) {
    const { activeElement } = document;
    for (const face of byId("faces").children) face.disabled = !isOffered;
    byId("add-die").hidden = !(isOffered && this.stage.shows !== "taps" && isAsked);
    // Who chose the last one with the keyboard goes on to the answer.
    if (!isOffered && activeElement?.closest("#faces, #add-die")) {
      byId("check").focus({ preventScroll: true });
    }
  }

  /** Offers to turn a still picture in which too many dice are seen, or that seems to lie on its side. */
  offerTurn(areTooMany) {
    this.#areTooMany = areTooMany;
    this.#showTurn();
  }

  #showTurn() {
    byId("turn-picture").hidden = !(this.stage.shows === "picture" && (this.#areTooMany || this.stage.liesTurned));
  }

  #changeSource() {
    const isTapped = this.stage.shows === "taps";
    if (!isTapped) keepInTab("tapped", undefined);
    byId("faces").hidden = !isTapped;
    this.game.changeSource();
    if (isTapped) byId("faces").firstElementChild.focus({ preventScroll: true });
  }

  async #add() {
    // Whoever counts dice need not know what they show.
    const value = this.#state.showsValues ? await askFace(words.fix.add, { mayBeNone: false }) : 1;
    if (value) this.change("add", value);
  }

  #startAnswer() {
    this.#misheard.offer(undefined);
    this.game.startAnswer();
  }

  /** After an answer that was misheard: it may be said once more where the question is still open. */
  async #answerAgain() {
    await this.game.withdraw();
    this.onWithdrawn?.();
    if (this.game.canAnswer) this.listening.open();
    else this.say("calm", words.listening.withdrawn);
  }

  /** Offers no longer to take out the last answer. */
  forgetMisheard() {
    this.#misheard.offer(undefined);
  }

  /** Stops all that looks, listens or talks, until `resume()`. */
  pause() {
    this.#isPaused = true;
    this.listening.close();
    this.game.rest?.();
    hush();
    this.stage.pause();
  }

  resume() {
    this.#isPaused = false;
    this.stage.resume();
  }

  #check() {
    this.listening.close();
    return this.#give(() => this.pad.answer());
  }

  /** Has the game judge an answer. */
  async #give(given) {
    if (!this.game.canAnswer || this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.stage.attempt(async () => {
        const { round } = this.#state;
        const answer = await given();
        if (answer.number === undefined) this.say("asking", words.prompt.empty);
        else {
          const at = await this.game.judge({ ...answer, round });
          if (answer.source === "voice") this.#misheard.offer(at);
        }
      });
    } finally {
      this.#isChecking = false;
    }
  }

  #key(event) {
    const isElsewhere = byId("play").hidden || document.querySelector("dialog[open]");
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) {
      this.pad.type(event.key);
      this.pad.focusCheck();
    } else if (event.key === "Backspace") this.pad.undo();
    else if (event.key === "Delete") this.pad.clear();
    else if (event.key === "Enter" && !event.target.closest?.("button, a")) this.#check();
    else return;
    event.preventDefault();
  }

  /** After a click Enter checks the answer, and does not press what was clicked once more; who plays by
   * keys alone stays where they are. */
  #keepFocusForEnter(event) {
    const isPointer = event.detail > 0;
    if (isPointer && event.target.closest?.("#faces button, #keys button, #pad button")) {
      this.pad.focusCheck();
    }
  }
}
