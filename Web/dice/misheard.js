// "I said something else": a player who was misheard takes the answer out of the figures. It makes no answer right.

import * as answers from "./answers.js";

const button = () => document.getElementById("misheard");

export class Misheard {
  /** When the answer was kept of which it may be said. */
  #at;

  /** @param withdrawn Called when an answer was taken out. */
  constructor(withdrawn) {
    button().addEventListener("click", () => {
      answers.withdraw(this.#at);
      this.offer(undefined);
      withdrawn();
    });
  }

  /** Offers it for the answer that is kept as given `at` a time; for none where that is `undefined`. */
  offer(at) {
    this.#at = at;
    const hadFocus = document.activeElement === button();
    button().hidden = at === undefined;
    if (hadFocus && button().hidden) document.getElementById("check").focus({ preventScroll: true });
  }
}
