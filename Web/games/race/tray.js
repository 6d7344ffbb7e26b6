// The tray of the race: the two dice that wait for an answer, two rolls to choose between, or who came in where.

import { blankDie, die } from "../../dice/faces.js";
import { element, icon } from "../../shell/art.js";
import { portrait } from "../../shell/players.js";
import { words } from "../../shell/words.js";

const byId = (id) => document.getElementById(id);

/** Draws the tray of a race.
 *
 * @param scene `{state, players, isRolling, pointsAt, isWon, fix, choose}`: what the engine sees; who races;
 *   whether dice roll, and are pointed at; whether the winner stands on nine; `fix(id)` for a tap on a die that lies
 *   on the table, and `choose(takesNew)` between two rolls. */
export function drawTray(race, scene) {
  const list = byId("dice");
  const focused = list.contains(document.activeElement);
  byId("tray").dataset.count = race.roll ? 2 : scene.state.dice.length;
  list.replaceChildren(...parts(race, scene).map((part) => element("li", {}, part)));
  if (focused) (list.querySelector("button") ?? byId("check")).focus({ preventScroll: true });
}

function parts(race, { state, players, isRolling, pointsAt, isWon, fix, choose }) {
  const { phase, roll, newRoll, isRollOnTable } = race;
  if (isWon) return ranks(race).map(({ index, rank }) => place(players[index], rank, players.length > 1));
  if (phase === "choosing") {
    return [
      choice(roll, words.race.keepOld, () => choose(false)),
      choice(newRoll, words.race.useNew, () => choose(true)),
    ];
  }
  if (roll) {
    const tiles = isRollOnTable && state.dice.length === roll.length
      ? state.dice.map((one) => button(one, fix))
      : roll.map((value) => element("span", { class: "die-tile" }, die(value)));
    for (const tile of tiles) tile.classList.toggle("look", pointsAt);
    const sign = element("span", { class: "sign either", "aria-hidden": "true" }, "+", element("br"), "−");
    const result = element(
      "span", { class: "term" }, element("span", { class: "sign" }, "="), element("span", { class: "result" }, "?"));
    return [tiles[0], sign, tiles[1], result];
  }
  if (isRolling) return [element("span", { class: "tumbling", "aria-hidden": "true" }, blankDie(), blankDie())];
  // Those of a closed question are no roll any more.
  if (phase !== "won" && state.dice.length > 0 && state.phase !== "solved") return state.dice.map((one) => button(one, fix));
  return [1, 2].map(() => element("span", { class: "dent" }));
}

/** Who came in where, the winner first: `{index, rank}`, the same rank for those on the same section. */
function ranks({ racers, winner }) {
  const compare = (a, b) => (b === winner) - (a === winner) || racers[b].section - racers[a].section;
  const order = racers.map((_, index) => index).sort(compare);
  return order.map((index) => ({ index, rank: 1 + order.filter((other) => compare(other, index) < 0).length }));
}

function place(player, rank, isRanked) {
  const made = element("span", { class: rank === 1 ? "champion" : "place" }, portrait(player));
  if (rank === 1) made.append(star());
  if (isRanked) {
    made.append(
      element("b", { "aria-hidden": "true" }, `${rank}`),
      element("span", { class: "for-readers" }, words.race.rank(words.player[player], rank)));
  }
  return made;
}

function choice(dice, text, chosen) {
  const made = element(
    "button", { type: "button", class: "small choose-roll", "aria-label": words.race.chooseDice(text, dice) },
    element("span", { class: "pair" }, ...dice.map(die)), element("span", {}, text));
  made.addEventListener("click", chosen);
  return made;
}

function button({ id, value }, fix) {
  const tile = element(
    "button", { class: "die-tile", type: "button", "data-id": id, "aria-label": words.live.die(value) }, die(value));
  tile.addEventListener("click", () => fix(id));
  return tile;
}

function star() {
  const made = icon("star");
  made.classList.add("filled");
  return made;
}
