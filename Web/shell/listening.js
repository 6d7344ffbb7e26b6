// The answer by voice: the microphone button, and what lies on the paper while the page listens. A tap, an
// answer; then the microphone is off.

import { element } from "./art.js";
import { percent } from "./formats.js";
import { Microphone } from "./microphone.js";
import { recall } from "./store.js";
import { hush, isSpeaking } from "./voice.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
/** What the room gives back of the page's own voice, in milliseconds. */
const echo = 300;
/** After so long without anybody speaking the microphone is off again, in milliseconds. */
const patience = 15_000;
/** A microphone that sends nothing but zeros for so long is switched off somewhere, in milliseconds. */
const dead = 3_000;
/** After this time without samples the device's sound is not running, in milliseconds. */
const sampleTimeout = 5_000;
/** How loud a voice is that fills the meter, and how much softer one is that does not move it, in decibels. */
const [loudest, range] = [-12, 45];

/** Whether the game came with what hears numbers: `build-site.sh --without-voice` leaves it out. */
export const hears = () => document.body.dataset.hears !== "nothing";

export class Listening {
  #engine;
  #events;
  #microphone;
  /** Aborted when it ends: what comes after it counts for nothing. */
  #turn = new AbortController();
  #deafUntil = 0;
  #lastSpeech = 0;
  #lastSound = 0;
  /** Ends the wait for samples: without them nothing else would. */
  #sampleTimer;

  /** @param events `mayBegin()`: whether an answer is waited for; `began()` when the player begins to answer, `answered({number, confidence})`, and
   *   `missed(why)` when no number was heard: "missed", or "quiet". */
  constructor(engine, events) {
    this.#engine = engine;
    this.#events = events;
    this.#microphone = new Microphone({
      heard: (samples) => this.#hear(samples),
      lost: () => this.#fail("lost"),
    });
    byId("with-voice").addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    byId("listening-close").addEventListener("click", () => {
      this.close();
      byId("with-voice").focus({ preventScroll: true });
    });
    byId("listening-retry").addEventListener("click", () => this.open());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.close();
    });
  }

  get isOpen() {
    return !byId("listening").hidden;
  }

  /** Shows the button where the game came with what hears numbers, and grown-ups have not turned it off. */
  offer() {
    const isOffered = hears() && recall("microphone") !== false;
    byId("with-voice").hidden = !isOffered;
    if (!isOffered) this.close();
  }

  async open() {
    this.close();
    if (!this.#events.mayBegin()) return undefined;
    const { signal } = this.#turn;
    hush();
    this.#events.began();
    this.#show("loading", words.listening.loading);
    try {
      await this.#microphone.open();
      if (signal.aborted) return undefined;
      await this.#engine.loadNumbers((share) => {
        if (!signal.aborted) byId("heard").textContent = words.listening.fetching(percent(share));
      });
      if (signal.aborted) return undefined;
      await this.#begin();
      if (signal.aborted) return undefined;
      this.#lastSpeech = this.#lastSound = performance.now();
      this.#show("listening", words.listening.go);
      this.#awaitSamples();
      await this.#microphone.start();
    } catch (problem) {
      if (signal.aborted) return undefined;
      this.#fail(typeof problem === "string" ? problem : "broken");
    }
    return undefined;
  }

  close() {
    this.#turn.abort();
    this.#turn = new AbortController();
    this.#shut();
    const hadFocus = byId("listening").contains(document.activeElement);
    byId("listening").hidden = true;
    byId("with-voice").setAttribute("aria-pressed", "false");
    if (hadFocus) byId("check").focus({ preventScroll: true });
  }

  #begin() {
    return this.#engine.call("voice.begin");
  }

  #awaitSamples() {
    clearTimeout(this.#sampleTimer);
    this.#sampleTimer = setTimeout(() => this.#fail("stuck"), sampleTimeout);
  }

  #shut() {
    clearTimeout(this.#sampleTimer);
    this.#microphone.close();
  }

  async #hear(samples) {
    const { signal } = this.#turn;
    this.#awaitSamples();
    const now = performance.now();
    const level = loudness(samples);
    byId("listening").style.setProperty("--level", level);
    if (samples.some((sample) => sample !== 0)) this.#lastSound = now;
    if (now - this.#lastSound > dead) return this.#fail("silent");
    // The page's own voice is nobody's answer, nor what is said at the same time.
    if (isSpeaking()) this.#deafUntil = now + echo;
    const isDeaf = now < this.#deafUntil;
    let heard;
    try {
      heard = isDeaf ? await this.#begin() : await this.#engine.call("voice.hear", samples);
    } catch (problem) {
      if (typeof problem !== "string") throw problem;
      // An engine that fails reports it itself.
      return this.close();
    }
    if (isDeaf || isSpeaking()) {
      this.#lastSpeech = now;
      return undefined;
    }
    if (signal.aborted || byId("listening").dataset.state !== "listening") return undefined;
    if (heard.hearing === "silence") {
      if (now - this.#lastSpeech > patience) this.#fail("nobody");
      return undefined;
    }
    this.#lastSpeech = now;
    if (heard.hearing === "speech") {
      const number = heard.isNumber ? `${heard.candidates[0].number}` : words.listening.hearing;
      if (byId("heard").textContent !== number) byId("heard").textContent = number;
      return undefined;
    }
    return this.#take(heard);
  }

  #take({ isNumber, isCertain, isTooQuiet, confidence, candidates }) {
    if (!isNumber) {
      byId("heard").textContent = words.listening.go;
      this.#events.missed(isTooQuiet ? "quiet" : "missed");
    } else if (isCertain) {
      // The button is gone once the question is answered.
      if (document.activeElement === byId("with-voice")) byId("check").focus({ preventScroll: true });
      this.close();
      this.#events.answered({ number: candidates[0].number, confidence });
    } else {
      this.#ask(candidates.map(({ number }) => number));
    }
  }

  /** Lets the player say which number it was. */
  #ask(numbers) {
    this.#shut();
    this.#show("asking", words.listening.which(numbers));
    byId("heard-numbers").replaceChildren(...numbers.map((number) => {
      const button = element("button", { type: "button", class: "big" }, `${number}`);
      button.addEventListener("click", () => {
        this.close();
        this.#events.answered({ number, confidence: 1 });
      });
      return button;
    }));
    byId("heard-numbers").firstElementChild.focus({ preventScroll: true });
  }

  #fail(problem) {
    this.#shut();
    const text = words.listening.problem[problem] ?? words.listening.problem.broken;
    this.#show("problem", text);
    byId("listening-retry").focus({ preventScroll: true });
  }

  #show(state, text) {
    const listening = byId("listening");
    listening.hidden = false;
    listening.dataset.state = state;
    byId("with-voice").setAttribute("aria-pressed", "true");
    byId("heard").textContent = text;
    byId("heard-numbers").replaceChildren();
    byId("listening-retry").hidden = state !== "asking" && state !== "problem";
  }
}

/** How full the meter is, 0 to 1. */
function loudness(samples) {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(power + 1e-10);
  return Math.min(1, Math.max(0, 1 + (decibels - loudest) / range));
}
