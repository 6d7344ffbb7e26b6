// The answers that were given and the races that were won, of all players, in order of time.

import { modes, verdicts } from "../engine/interface.js";
import { animals, choose, current } from "./players.js";
import { forget, forgetAll, keep, recall, recallList, trouble } from "./store.js";

const name = "history";
/** Where pages without players kept them. One may still be open: what it adds is moved as well. */
const oldName = "answers";
const racesName = "races";

/** Read each time: the game may be open in another tab, too. */
export function all() {
  move();
  return [...old(), ...kept()].filter(isAnswer).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

export const of = (player) => all().filter((answer) => answer.player === player);

/** Those who have answered or raced, and the one who plays now. */
export function players() {
  const known = new Set(
    [current(), ...all().map(({ player }) => player), ...races().flatMap((race) => race.players)]);
  return animals.filter((animal) => known.has(animal));
}

/** Adds an answer `{mode, dice, given, verdict, attempt, source}` of the one who plays, or of a `player`. */
export function add(answer, now = new Date()) {
  keep(name, [...kept(), { at: now.toISOString(), player: current(), ...answer }]);
}

/** The races that were played to their end, `{at, players, winner, moves}`, a move being `{dice, answer}`. */
export const races = () => keptRaces().filter(isRace);

/** Adds a race; ends with the time under which it is kept. */
export function addRace(race, now = new Date()) {
  const at = now.toISOString();
  keep(racesName, [...keptRaces(), { at, ...race }]);
  return at;
}

/** Removes the race of that time, whose end was taken back. */
export const removeRace = (at) => keep(racesName, keptRaces().filter((race) => race?.at !== at));

/** Erases the answers of a player, and the races that they were part of; another one plays in their place. */
export function remove(player) {
  move();
  keep(name, kept().filter((answer) => answer?.player !== player));
  keep(racesName, keptRaces().filter((race) => !race?.players?.includes(player)));
  if (recall("race")?.players?.includes(player)) forget("race");
  const [other = animals[0]] = players().filter((one) => one !== player);
  if (player === current()) choose(other);
}

/** Erases all that the page has kept, settings included. */
export const erase = forgetAll;

/** Why answers are not kept, or not read, as the words name it. */
export const whyNotKept = () => trouble(name) ?? trouble(oldName) ?? trouble(racesName);

/** Whether it is one: what lies in a browser's storage may have been changed by hand. */
const isAnswer = (one) =>
  one && !Number.isNaN(Date.parse(one.at)) && animals.includes(one.player) && modes.includes(one.mode)
    && Array.isArray(one.dice) && one.dice.every((value) => [1, 2, 3, 4, 5, 6].includes(value))
    && verdicts.includes(one.verdict) && Number.isInteger(one.attempt);

/** The same of a race. */
const isRace = (one) =>
  one && !Number.isNaN(Date.parse(one.at)) && Array.isArray(one.players) && Array.isArray(one.moves)
    && one.players.every((player) => animals.includes(player)) && one.players.includes(one.winner)
    && one.moves.every((move) => Array.isArray(move?.dice) && Number.isInteger(move.answer));

const kept = () => recallList(name);

const keptRaces = () => recallList(racesName);

function old() {
  return recallList(oldName)
    .filter((one) => typeof one?.right === "boolean" && Array.isArray(one.dice)).map(migrated);
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
