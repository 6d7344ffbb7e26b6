// The pad: paper to write the answer on, or a keypad.

import { element, icon } from "./art.js";
import { Ink } from "./ink.js";
import { keep, recall } from "./store.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
/** How long a button is held down that does more than when it is tapped, in milliseconds. */
const holdTime = 600;
/** More digits than any answer has. */
const maximumDigits = 9;
const nothing = { digits: [], number: "", confidence: 0 };

export class Pad {
  #engine;
  #typed = "";
  #read = nothing;
  #reading = Promise.resolve();
  #turn = 0;

  /** @param events `began()` when the child starts an answer, `check()`, `read(result)`. */
  constructor(engine, events) {
    this.#engine = engine;
    this.events = events;
    this.ink = new Ink(byId("ink"), {
      began: () => {
        events.began();
        byId("pad").removeAttribute("data-empty");
      },
      wrote: (points) => this.#readInk("write", points),
      undid: () => this.#readInk("undo"),
      wiped: () => this.#readInk("wipe"),
    });
    onHold(byId("undo"), () => this.clear());
    byId("undo").addEventListener("click", () => this.undo());
    byId("check").addEventListener("click", () => events.check());
    byId("with-keys").addEventListener("click", () => this.write(this.usesKeys));
    byId("keys").append(...["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((digit) => {
      const key = element("button", { class: "key", type: "button" }, digit);
      key.addEventListener("click", () => this.type(digit));
      return key;
    }));
    this.write(recall("keys") !== true);
  }

  get usesKeys() {
    return byId("pad").dataset.with === "keys";
  }

  /** Chooses handwriting, or else the keypad. */
  write(byHand) {
    byId("pad").dataset.with = byHand ? "ink" : "keys";
    byId("keys").hidden = byHand;
    byId("with-keys").replaceChildren(icon(byHand ? "keypad" : "pencil"));
    label(byId("with-keys"), byHand ? words.button.keypad : words.button.pencil);
    byId("undo").replaceChildren(icon(byHand ? "undo" : "backspace"));
    label(byId("undo"), byHand ? words.button.undo : words.button.backspace);
    keep("keys", !byHand);
    this.#show();
  }

  type(digit) {
    if (!this.usesKeys) this.write(false);
    this.events.began();
    this.#typed = (this.#typed + digit).slice(0, maximumDigits);
    this.#show();
  }

  /** So that Enter checks what was typed, whatever was pressed before. */
  focusCheck() {
    byId("check").focus({ preventScroll: true });
  }

  undo() {
    if (this.usesKeys) {
      this.#typed = this.#typed.slice(0, -1);
      this.#show();
    } else {
      this.ink.undo();
    }
  }

  clear() {
    this.#typed = "";
    this.ink.clear();
    this.#read = nothing;
    this.#show();
  }

  /** What the child has given: `{number, confidence, source}`; no number where there is none. */
  async answer() {
    await this.#reading;
    if (this.usesKeys) return { number: number(this.#typed), confidence: 1, source: "keys" };
    return { number: number(this.#read.number), confidence: this.#read.confidence, source: "pen" };
  }

  /** Has the engine change the ink, and shows what it reads now. */
  #readInk(change, points) {
    const turn = ++this.#turn;
    this.#show();
    this.#reading = this.#engine.call(`ink.${change}`, points).then((read) => {
      if (turn !== this.#turn) return;
      this.#read = read;
      this.#show();
      this.events.read(read);
    }, () => {});
  }

  #show() {
    const isEmpty = this.ink.isEmpty && !this.#typed;
    byId("pad").toggleAttribute("data-empty", isEmpty);
    if (isEmpty && document.activeElement === byId("undo")) this.focusCheck();
    const digits = this.usesKeys
      ? [...this.#typed].map((digit) => element("span", {}, digit))
      : this.#read.digits.map(({ digit, isCertain }) =>
        element("span", isCertain ? {} : { class: "doubtful" }, isCertain ? `${digit}` : `${digit}?`));
    // What stays the same is not read out again.
    const text = digits.map((digit) => digit.textContent).join("");
    if (byId("reading").textContent !== text) byId("reading").replaceChildren(...digits);
  }
}

function number(digits) {
  return digits === "" ? undefined : Number(digits.slice(0, maximumDigits));
}

/** Has `act` done when a button is held down; the click that ends it counts for nothing. */
function onHold(button, act) {
  let timer;
  let isDone = false;
  button.addEventListener("pointerdown", () => {
    isDone = false;
    timer = setTimeout(() => {
      isDone = true;
      act();
    }, holdTime);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(end, () => {
      clearTimeout(timer);
      // Its click comes before that, if it comes at all.
      setTimeout(() => {
        isDone = false;
      });
    });
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (isDone) event.stopImmediatePropagation();
    isDone = false;
  });
}

function label(button, text) {
  button.setAttribute("aria-label", text);
  button.title = text;
}
