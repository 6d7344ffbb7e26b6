// The races that were played to their end, in order of time: `{at, players, winner, moves}`, a move being
// `{dice, answer}`.

import { Log } from "../../shell/log.js";
import { animals } from "../../shell/players.js";
import { forgetRaceOf } from "./kept.js";

const log = new Log("races", (one) =>
  Array.isArray(one.players) && Array.isArray(one.moves)
    && one.players.every((player) => animals.includes(player)) && one.players.includes(one.winner)
    && one.moves.every((move) => Array.isArray(move?.dice) && Number.isInteger(move.answer)));

export const all = () => log.all();

export const of = (player) => all().filter(({ players }) => players.includes(player));

/** Adds a race; returns the time `at` which it is kept. */
export const add = (race, now) => log.add(race, now);

/** Removes the race of that time, whose end was taken back. */
export const takeBack = (time) => log.remove((race) => race?.at === time);

/** Removes the races that a player was part of, and the one that is being played. */
export function remove(player) {
  log.remove((race) => race?.players?.includes(player));
  forgetRaceOf(player);
}

/** Why races are not kept, or not read, as the words name it. */
export const whyNotKept = () => log.trouble;

/** How many turns the winner of a race has had: the last of them won it. */
export const turnsToWin = ({ players, moves }) => Math.ceil(moves.length / players.length);
