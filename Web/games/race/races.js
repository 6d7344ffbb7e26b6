// The races that were played to their end: `{at, players, winner, moves}`, a move being `{dice, answer}`.

import * as log from "../../log/log.js";

/** Adds a race; returns the time `at` which it is kept. */
export const add = (race) => log.add("race", race);

/** Removes the race of that time, whose end was taken back. */
export const takeBack = (at) => log.withdraw("race", at);

/** How many turns the winner of a race has had: the last of them won it. */
export const turnsToWin = ({ players, moves }) => Math.ceil(moves.length / players.length);
