// The tray: the dice as they lie, as an equation; a tap on a die corrects it.

import { blankDie, die, element, faceButtons, isCalm } from "../../shell/art.js";
import { words } from "../../shell/words.js";

const byId = (id) => document.getElementById(id);
const signs = { count: "", add: "+", multiply: "×" };

/** Draws what `state` lets the player see; `fix(index)` is called for a tap on a die. */
export function drawTray(state, fix) {
  const list = byId("dice");
  const before = new Map(
    [...list.querySelectorAll(".die-tile")].map((tile) => [tile.dataset.id, tile.getBoundingClientRect()]));
  byId("tray").dataset.count = state.dice.length;
  list.replaceChildren(...parts(state, fix).map((part) => element("li", {}, part)));
  if (isCalm()) return;
  for (const tile of list.querySelectorAll(".die-tile")) {
    const old = before.get(tile.dataset.id);
    const now = tile.getBoundingClientRect();
    if (!old || (Math.abs(old.left - now.left) < 2 && Math.abs(old.top - now.top) < 2)) continue;
    tile.animate(
      [{ transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }, { transform: "none" }],
      { duration: 260, easing: "ease-out" });
  }
}

function parts(state, fix) {
  if (state.phase === "rolling") {
    const dice = [blankDie(), blankDie(), blankDie()];
    return [element("span", { class: "tumbling", "aria-hidden": "true" }, ...dice)];
  }
  if (state.phase !== "asking" && state.phase !== "solved") {
    return [1, 2, 3].map(() => element("span", { class: "dent" }));
  }
  const made = [];
  state.dice.forEach(({ id, value }, index) => {
    if (index && signs[state.mode]) {
      made.push(element("span", { class: "sign between" }, signs[state.mode]));
    }
    const tile = element(
      "button",
      { class: "die-tile", type: "button", "data-id": id, "aria-label": words.live.die(value) }, die(value));
    tile.addEventListener("click", () => fix(index));
    made.push(tile);
  });
  made.push(element("span", { class: "sign" }, "="));
  const result = element("span", { class: "result" }, state.phase === "solved" ? `${state.answer}` : "?");
  result.classList.toggle("solved", state.phase === "solved");
  made.push(result);
  return made;
}

/** Lights up the die with this id in the tray; none for `undefined`. */
export function light(id) {
  for (const tile of byId("dice").querySelectorAll(".die-tile")) {
    tile.classList.toggle("look", tile.dataset.id === String(id));
  }
}

/** Asks which face it really is. Ends with a value, `null` for "that is no die", or `undefined`. */
export function askFace(title, mayBeNone) {
  const dialog = byId("fix");
  byId("fix-title").textContent = title;
  byId("fix-none").hidden = !mayBeNone;
  return new Promise((resolve) => {
    let choice;
    const choose = (value) => {
      choice = value;
      dialog.close();
    };
    byId("fix-faces").replaceChildren(...faceButtons(words.fix.face, choose));
    byId("fix-none").onclick = () => choose(null);
    byId("fix-close").onclick = () => choose(undefined);
    dialog.onclick = (event) => {
      if (event.target === dialog) choose(undefined);
    };
    dialog.onclose = () => resolve(choice);
    dialog.showModal();
  });
}
