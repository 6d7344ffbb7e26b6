// The games, by the addresses that lead to them. A game is `play(address)`ed and `pause()`d; the code of one that is
// `load`ed comes when it is first played, and its `open` makes the game.

export const games = {
  count: { screen: "play", look: "dice", sayAgain: "sayAgain" },
  add: { screen: "play", look: "dice", sayAgain: "sayAgain" },
  multiply: { screen: "play", look: "dice", sayAgain: "sayAgain" },
  race: { screen: "play", look: "race", sayAgain: "sayAgainRace", load: () => import("./race/play.js") },
  toss: { screen: "toss", load: () => import("./toss/game.js") },
};

/** The screen of each game, by its address. */
export const screens = Object.fromEntries(Object.entries(games).map(([address, { screen }]) => [address, screen]));
