// Who plays: one of four animals, whose portraits are symbols of index.html.

import { drawing, element } from "./art.js";
import { keep, recall } from "./store.js";
import { words } from "./words.js";

const name = "player";

/** All who may play; the first does, until another is chosen. */
export const animals = ["fox", "owl", "bear", "frog"];

export function current() {
  const kept = recall(name);
  return animals.includes(kept) ? kept : animals[0];
}

export const choose = (player) => keep(name, player);

export function portrait(player) {
  return drawing(
    "svg", { class: "portrait", viewBox: "0 0 100 100", "aria-hidden": "true" },
    drawing("use", { href: `#${player}` }));
}

/** Buttons for `players`, pressed for the one who is `chosen`; `tapped(player)` is called for a tap. */
export function playerButtons(players, chosen, tapped) {
  return players.map((player) => {
    const button = element(
      "button", { type: "button", class: "player", "aria-pressed": player === chosen },
      portrait(player), element("span", {}, words.player[player]));
    button.addEventListener("click", () => tapped(player));
    return button;
  });
}

/** Asks in a dialog who is playing; ends with a player, or `undefined` where none was chosen. */
export function ask(dialog) {
  return new Promise((resolve) => {
    let choice;
    const close = (player) => {
      choice = player;
      dialog.close();
    };
    dialog.querySelector(".players").replaceChildren(...playerButtons(animals, current(), close));
    dialog.querySelector(".close").onclick = () => close(undefined);
    dialog.onclick = (event) => {
      if (event.target === dialog) close(undefined);
    };
    dialog.onclose = () => resolve(choice);
    dialog.showModal();
  });
}
