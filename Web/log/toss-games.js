// The games of bean-bag toss that are kept on this device, in a database of their own next to the other games' log: each
// with its record, as the engine writes it, and a picture of its field.

import { answered, Database } from "./database.js";

const database = new Database("playfield-toss", 1, (made) => {
  // `began`, in milliseconds since the start of 1970; `record`, a text; `field`, a JPEG, if there is one; `throws` and
  // `points` so far; and whether the game `isOver`.
  made.createObjectStore("games", { keyPath: "began" });
});
/** How many games are kept: the oldest go. */
const maximumGames = 50;
/** A game that the browser does not keep. */
let unkept;

/** Keeps a game in place of what was kept of it. Returns whether it outlives the page. */
export async function keep(game) {
  try {
    await database.change(["games"], async ({ games }) => {
      await answered(games.put(game));
      const older = (await answered(games.getAllKeys())).slice(0, -maximumGames);
      for (const began of older) games.delete(began);
    });
    unkept = undefined;
    return true;
  } catch {
    unkept = game;
    return false;
  }
}

/** The game that began last; `undefined` where none is kept. */
export async function last() {
  if (unkept) return unkept;
  try {
    return await database.read(["games"], async ({ games }) => {
      const cursor = await answered(games.openCursor(null, "prev"));
      return cursor?.value;
    });
  } catch {
    return undefined;
  }
}

/** Erases all of them. */
export function erase() {
  unkept = undefined;
  return database.erase();
}
