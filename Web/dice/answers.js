// The answers that are given to questions about dice, in all games and by all players:
// `{at, player, mode, dice, given, verdict, attempt, source}`.

import * as log from "../log/log.js";
import { current } from "../shell/players.js";

/** Adds an answer `{mode, dice, given, verdict, attempt, source}` of the one who plays, or of a `player`; returns the
 * time `at` which it is kept. */
export const add = (answer) => log.add("answer", { player: current(), ...answer });

/** Takes out the answer by voice that is kept as given `at` a time. */
export const withdraw = (at) => log.withdraw("answer", at, ({ source }) => source === "voice");
