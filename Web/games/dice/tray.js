// The tray: the dice as they lie, as an equation, or as so many dice; a tap on a die corrects it.

import { blankDie, die } from "../../dice/faces.js";
import { element, isCalm } from "../../shell/art.js";
import { words } from "../../shell/words.js";
import { hasQuestion, isClosed } from "./prompts.js";

const byId = (id) => document.getElementById(id);
const signs = { add: "+", multiply: "×" };

/** Draws what `state` lets the player see, tumbling dice where `moves`; `fix(index)` is called for a tap
 * on a die. */
export function drawTray(state, moves, fix) {
  const list = byId("dice");
  const before = new Map(
    [...list.querySelectorAll(".die-tile")].map((tile) => [tile.dataset.id, tile.getBoundingClientRect()]));
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  byId("tray").dataset.count = state.dice.length;
  list.replaceChildren(...parts(state, moves, fix).map((part) => element("li", {}, part)));
  if (focused !== undefined) {
    const tile = list.querySelector(`[data-id="${focused}"]`) ?? list.querySelector(".die-tile");
    (tile ?? byId("stage")).focus({ preventScroll: true });
  }
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

function parts(state, moves, fix) {
  if (moves) {
    const dice = [blankDie(), blankDie(), blankDie()];
    return [element("span", { class: "tumbling", "aria-hidden": "true" }, ...dice)];
  }
  const tiles = state.dice.map((one, index) => tile(one, state.showsValues, () => fix(index)));
  // Too many: what was tapped in can be taken away again.
  if (state.phase === "tooManyDice" && tiles.length > 0) return tiles;
  if (!hasQuestion(state)) {
    return [1, 2, 3].map(() => element("span", { class: "dent" }));
  }
  // A sign stays next to what follows it where the line breaks.
  const made = tiles.map((one, index) => {
    const sign = index > 0 && signs[state.mode];
    return sign ? element("span", { class: "term" }, element("span", { class: "sign between" }, sign), one) : one;
  });
  const result = element("span", { class: "result" }, isClosed(state) ? `${state.answer}` : "?");
  result.classList.add(state.phase);
  if (state.showsValues) {
    made.push(element("span", { class: "term" }, element("span", { class: "sign" }, "="), result));
  } else {
    const unit = words.tray.unit(isClosed(state) ? state.answer : undefined);
    made.push(element("span", { class: "total" }, result, element("span", { class: "sign" }, unit)));
  }
  return made;
}

/** A die as a button. A child who counts dice must not count their pips. */
function tile({ id, value }, showsValues, tapped) {
  const [label, face] = showsValues ? [words.live.die(value), die(value)] : [words.live.blankDie, blankDie()];
  const made = element("button", { class: "die-tile", type: "button", "data-id": id, "aria-label": label }, face);
  made.classList.toggle("blank", !showsValues);
  made.addEventListener("click", tapped);
  return made;
}

/** Lights up the die with the id `lit`, and puts the numbers counted so far on dice, by their ids. */
export function light(lit, numbers) {
  for (const tile of byId("dice").querySelectorAll(".die-tile")) {
    const id = Number(tile.dataset.id);
    tile.classList.toggle("look", id === lit);
    tile.querySelector(".counted")?.remove();
    if (numbers.has(id)) tile.append(element("b", { class: "counted" }, `${numbers.get(id)}`));
  }
}
