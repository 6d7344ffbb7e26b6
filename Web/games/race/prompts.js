// What Pip says about the state of the race, and with which face. Pure: it speaks and shows nothing.

import { words } from "../../shell/words.js";

/** `{mood, text, isSilent}` for a state of the race.
 *
 * @param scene `{shows, isReading, isRolling, isTableLost, notice, player, showsHelp}`: what the stage shows,
 *   whether it reads a picture, whether dice roll, whether the table is out of sight, what the stage's notice
 *   says, who is playing (nobody where one plays alone), and whether the sections are shown to which the
 *   answers lead. */
export function prompt(race, scene) {
  if (scene.notice) return { mood: "calm", text: scene.notice };
  if (scene.isReading) return { mood: "calm", text: words.prompt.looking, isSilent: true };
  if (scene.isRolling && race.phase !== "asking") {
    return { mood: "rolling", text: words.prompt.rolling, isSilent: true };
  }
  const isPlayed = race.phase === "waiting" || race.phase === "asking";
  if (scene.isTableLost && isPlayed) return { mood: "unsure", text: words.race.lost, isSilent: true };
  switch (race.phase) {
    case "asking": return { mood: "asking", text: question(race, scene) };
    case "choosing": return { mood: "unsure", text: words.race.choose };
    case "tooFewDice":
      return scene.shows === "taps"
        ? { mood: "calm", text: words.race.oneMore } : { mood: "unsure", text: words.race.tooFew };
    case "tooManyDice":
      return {
        mood: "unsure",
        text: scene.shows === "picture" ? words.prompt.tooManyInPicture(2) : words.race.tooMany(race.otherCount),
      };
    case "won": return { mood: "right", text: won(race, scene) };
    default:
      return scene.shows === "picture" && scene.isEmpty
        ? { mood: "unsure", text: words.prompt.noDice }
        : { mood: "calm", text: turn(scene) };
  }
}

/** What a move has brought. */
export function moved({ way, answer, from, to }) {
  if (way === "secret") return words.race.secret;
  if (answer === 0) return words.race.stays;
  return to < from ? words.race.round(to) : words.race.lands(to);
}

function question(race, { showsHelp }) {
  const { sumSection, differenceSection } = race;
  return showsHelp ? words.race.help(differenceSection, sumSection) : words.race.question;
}

function won({ racers, winner }, { player }) {
  return player ? words.race.won(player) : words.race.wonAlone(racers[winner].turns);
}

function turn({ shows, player }) {
  switch (shows) {
    case "taps": return words.race.tap(player);
    case "clip": return words.prompt.watching;
    case "picture": return words.prompt.nextPicture;
    default: return words.race.roll(player);
  }
}
