// The race that is being played, as it outlives a reload: who plays, their moves, and the roll that waits
// for its answer. The rest follows from these.

import { animals } from "../../shell/players.js";
import { forget, keep, recall } from "../../shell/store.js";

const name = "race";
const isPair = (dice) =>
  Array.isArray(dice) && dice.length === 2 && dice.every((value) => [1, 2, 3, 4, 5, 6].includes(value));

/** `{players, moves, roll, finished}`; `undefined` if no race was kept, or it is damaged. */
export function recallRace() {
  const race = recall(name);
  const isRace = Array.isArray(race?.players) && race.players.length > 0 && Array.isArray(race.moves)
    && race.players.every((player) => animals.includes(player))
    && new Set(race.players).size === race.players.length
    && race.moves.every((move) => isPair(move?.dice) && Number.isInteger(move.answer))
    && (!race.roll || isPair(race.roll));
  return isRace ? race : undefined;
}

export const keepRace = (race) => keep(name, race);

/** Forgets the race if the player is part of it. */
export function forgetRaceOf(player) {
  if (recall(name)?.players?.includes(player)) forget(name);
}
