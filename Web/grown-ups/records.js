// The players of whom something is kept.

import { forgetRaceOf } from "../games/race/kept.js";
import * as log from "../log/log.js";
import { animals, choose, current } from "../shell/players.js";

/** Those who have answered or raced, and the one who plays now. */
export async function players() {
  const known = (await log.players()).add(current());
  return animals.filter((animal) => known.has(animal));
}

/** Erases what is kept of a player; another one plays in their place. */
export async function remove(player) {
  await log.removePlayer(player);
  forgetRaceOf(player);
  const [other = animals[0]] = (await players()).filter((one) => one !== player);
  if (player === current()) choose(other);
}
