// The answers that were given, of all players, in order of time.

import { modes, verdicts } from "../engine/interface.js";
import { animals, choose, current } from "./players.js";
import { forget, forgetAll, keep, recall, trouble } from "./store.js";

const name = "history";
/** Where pages without players kept them. One may still be open: what it adds is moved as well. */
const oldName = "answers";

/** Read each time: the game may be open in another tab, too. */
export function all() {
  move();
  return [...old(), ...kept()].filter(isAnswer).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

export const of = (player) => all().filter((answer) => answer.player === player);

/** Those who have answered, and the one who plays now. */
export function players() {
  const known = new Set([current(), ...all().map(({ player }) => player)]);
  return animals.filter((animal) => known.has(animal));
}

/** Adds an answer `{mode, dice, given, verdict, attempt, source}` of the one who plays. */
export function add(answer, now = new Date()) {
  keep(name, [...kept(), { at: now.toISOString(), player: current(), ...answer }]);
}

/** Erases the answers of a player, in whose place another one plays. */
export function remove(player) {
  move();
  keep(name, kept().filter((answer) => answer?.player !== player));
  const [other = animals[0]] = players().filter((one) => one !== player);
  if (player === current()) choose(other);
}

/** Erases all that the page has kept, settings included. */
export const erase = forgetAll;

/** Why answers are not kept, or not read, as the words name it. */
export const whyNotKept = () => trouble(name) ?? trouble(oldName);

/** Whether it is one: what lies in a browser's storage may have been changed by hand. */
const isAnswer = (one) =>
  one && !Number.isNaN(Date.parse(one.at)) && animals.includes(one.player) && modes.includes(one.mode)
    && Array.isArray(one.dice) && one.dice.every((value) => [1, 2, 3, 4, 5, 6].includes(value))
    && verdicts.includes(one.verdict) && Number.isInteger(one.attempt);

function kept() {
  const list = recall(name);
  return Array.isArray(list) ? list : [];
}

function old() {
  const list = recall(oldName);
  if (!Array.isArray(list)) return [];
  return list.filter((one) => typeof one?.right === "boolean" && Array.isArray(one.dice)).map(migrated);
}

/** Moves the answers of an older page over to these, if there is room for both. */
function move() {
  const moved = old();
  if (moved.length === 0) return;
  const before = kept();
  keep(name, [...moved, ...before]);
  if (trouble(name)) keep(name, before);
  else forget(oldName);
}

/** An answer as it is kept today. What was "right" though it was not was the secret. */
export function migrated({ at, mode, dice, given, right, attempt, by }) {
  const isSecret = right && given === 42 && given !== result(mode, dice);
  return {
    at, player: animals[0], mode, dice, given,
    verdict: isSecret ? "secret" : right ? "right" : "wrong",
    attempt, source: by === "ink" ? "pen" : by,
  };
}

function result(mode, dice) {
  if (mode === "count") return dice.length;
  return dice.reduce(mode === "add" ? (a, b) => a + b : (a, b) => a * b);
}
