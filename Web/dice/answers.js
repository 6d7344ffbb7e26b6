// The answers that were given to questions about dice, in all games and by all players, in order of time:
// `{at, player, mode, dice, given, verdict, attempt, source}`.

import { modes, verdicts } from "../engine/interface.js";
import { Log } from "../shell/log.js";
import { animals, current } from "../shell/players.js";
import { forget, recallList, trouble } from "../shell/store.js";

const log = new Log("history", (one) =>
  animals.includes(one.player) && modes.includes(one.mode)
    && Array.isArray(one.dice) && one.dice.every((value) => [1, 2, 3, 4, 5, 6].includes(value))
    && verdicts.includes(one.verdict) && Number.isInteger(one.attempt));
/** Where pages without players kept them. One may still be open: what it adds is moved as well. */
const oldName = "answers";

export function all() {
  move();
  return log.all(old());
}

export const of = (player) => all().filter((answer) => answer.player === player);

/** Adds an answer `{mode, dice, given, verdict, attempt, source}` of the one who plays, or of a `player`; returns the
 * time `at` which it is kept. */
export const add = (answer, now) => log.add({ player: current(), ...answer }, now);

/** Takes out the answer by voice that is kept as given `at` a time. */
export function withdraw(at) {
  log.remove((answer) => answer?.at === at && answer.source === "voice");
}

export function remove(player) {
  move();
  log.remove((answer) => answer?.player === player);
}

/** Why answers are not kept, or not read, as the words name it. */
export const whyNotKept = () => log.trouble ?? trouble(oldName);

function old() {
  return recallList(oldName)
    .filter((one) => typeof one?.right === "boolean" && Array.isArray(one.dice)).map(migrated);
}

/** Moves the answers of an older page over to these, if there is room for both. */
function move() {
  const moved = old();
  if (moved.length > 0 && log.prepend(moved)) forget(oldName);
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
