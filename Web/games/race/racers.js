// Who races: chosen in a dialog, and shown in the order of their turns.

import { element } from "../../shell/art.js";
import { animals, current, playerButtons, portrait } from "../../shell/players.js";
import { words } from "../../shell/words.js";

const byId = (id) => document.getElementById(id);

/** Asks who races; ends with the players in the order of their turns, or `undefined` where the dialog was
 * closed. At first those of `before` are chosen. */
export function askRacers(before = [current()]) {
  const dialog = byId("racers-dialog");
  const chosen = new Set(before);
  const list = dialog.querySelector(".players");
  const show = () => {
    const focused = [...list.children].indexOf(document.activeElement);
    list.replaceChildren(...playerButtons(animals, undefined, (player) => {
      if (!chosen.delete(player)) chosen.add(player);
      show();
    }));
    animals.forEach((animal, index) => list.children[index].setAttribute("aria-pressed", chosen.has(animal)));
    list.children[focused]?.focus();
    byId("start-race").disabled = chosen.size === 0;
  };
  show();
  return new Promise((resolve) => {
    let players;
    const close = () => dialog.close();
    byId("start-race").onclick = () => {
      players = [...chosen];
      close();
    };
    dialog.querySelector(".close").onclick = close;
    dialog.onclick = (event) => {
      if (event.target === dialog) close();
    };
    dialog.onclose = () => resolve(players);
    dialog.showModal();
  });
}

/** Shows in `list` where each player is, and whose turn it is. */
export function drawRacers(list, players, { racers, player, winner }) {
  list.replaceChildren(...players.map((animal, index) => {
    const { section, turns } = racers[index];
    const name = words.player[animal];
    const isNext = index === player;
    const item = element(
      "li", { ...(isNext && { "aria-current": "true" }), "data-player": animal },
      portrait(animal),
      element("b", { "aria-hidden": "true" }, `${section}`),
      element("span", { class: "for-readers" }, words.race.place(name, section)));
    if (players.length === 1) {
      item.append(element("span", { class: "turns" }, words.race.turns(turns)));
    }
    item.classList.toggle("winner", index === winner);
    return item;
  }));
}

/** Shows the section that the pawn of a player hops over. */
export function drawSection(list, player, section) {
  const number = list.children[player]?.querySelector("b");
  if (number) number.textContent = section;
}
