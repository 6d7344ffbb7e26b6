// Which screen is shown: the address says it, so that the device's own way back works.

import { words } from "./words.js";

const byId = (id) => document.getElementById(id);

export class Screens {
  #names;
  #games;
  #shown;

  /** @param names The ids of all screens; the first is home.
   * @param games Addresses that lead to the screen of a game: its id by address.
   * @param changed Called with the screen that is shown now, and the address. */
  constructor(names, games, changed) {
    this.#names = names;
    this.#games = games;
    this.changed = changed;
    addEventListener("hashchange", () => this.show());
  }

  show() {
    const address = location.hash.slice(1);
    const [home] = this.#names;
    const screen = this.#games[address] ?? (this.#names.includes(address) ? address : home);
    const before = this.#shown;
    this.#shown = screen;
    document.body.dataset.screen = screen;
    for (const name of this.#names) byId(name).hidden = name !== screen;
    document.title = title(screen === home ? undefined : words.screen[address] ?? words.mode[address]);
    this.changed(screen, address);
    scrollTo(0, 0);
    // A reader hears where it is; at the first visit it reads from the top anyway.
    if (before) byId(screen).querySelector("h1").focus({ preventScroll: true });
  }
}

const title = (name) => (name ? `${name} – ${words.title}` : words.title);
