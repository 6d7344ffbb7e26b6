// All that is kept of the players: their answers and their races.

import * as answers from "../dice/answers.js";
import * as races from "../games/race/races.js";
import { animals, choose, current } from "../shell/players.js";

/** Those who have answered or raced, and the one who plays now. */
export function players() {
  const known = new Set([
    current(), ...answers.all().map(({ player }) => player), ...races.all().flatMap((race) => race.players)]);
  return animals.filter((animal) => known.has(animal));
}

/** Erases what is kept of a player; another one plays in their place. */
export function remove(player) {
  answers.remove(player);
  races.remove(player);
  const [other = animals[0]] = players().filter((one) => one !== player);
  if (player === current()) choose(other);
}

/** Why records are not kept, or not read, as the words name it. */
export const whyNotKept = () => answers.whyNotKept() ?? races.whyNotKept();
