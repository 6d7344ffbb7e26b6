// The question that stands before the grown-ups' screen: a product that a child of six does not know.

import { words } from "../shell/words.js";

const byId = (id) => document.getElementById(id);

/** After this number of wrong answers none is taken for a while, in milliseconds. */
const [maximumWrong, pause] = [3, 30_000];
/** Both factors lie between. */
const [smallest, largest] = [6, 9];

const factor = () => smallest + Math.floor(Math.random() * (largest - smallest + 1));

export class Gate {
  #opened;
  #product;
  #wrong = 0;

  constructor() {
    byId("gate").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#judge(byId("gate-answer").value.trim());
    });
  }

  /** Asks before what is behind it is shown; `opened()` is called after the right answer. */
  ask(opened) {
    this.#opened = opened;
    byId("grown-ups").toggleAttribute("data-shut", true);
    byId("gate").hidden = false;
    // Where it still waits it says so.
    if (byId("gate-answer").disabled) return;
    byId("gate-said").textContent = "";
    this.#pose();
    byId("gate-answer").focus({ preventScroll: true });
  }

  #pose() {
    const [first, second] = [factor(), factor()];
    this.#product = first * second;
    const question = words.grownUps.gate.question(first, second);
    byId("gate-question").textContent = question;
    byId("gate-answer").value = "";
    return question;
  }

  #judge(answer) {
    if (answer === "") return;
    if (Number(answer) === this.#product) {
      this.#wrong = 0;
      byId("grown-ups").removeAttribute("data-shut");
      this.#opened();
      byId("grown-ups").querySelector("h1").focus({ preventScroll: true });
      return;
    }
    this.#wrong += 1;
    const isOver = this.#wrong === maximumWrong;
    const question = this.#pose();
    byId("gate-said").textContent = isOver ? words.grownUps.gate.wait : words.grownUps.gate.wrong(question);
    if (isOver) this.#wait();
  }

  #wait() {
    const controls = [byId("gate-answer"), byId("gate-check")];
    for (const one of controls) one.disabled = true;
    byId("grown-ups").querySelector(".leave").focus({ preventScroll: true });
    setTimeout(() => {
      this.#wrong = 0;
      for (const one of controls) one.disabled = false;
      byId("gate-said").textContent = "";
    }, pause);
  }
}
