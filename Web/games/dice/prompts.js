// What Pip says about the state of the game, and with which face. Pure: it speaks and shows nothing.

import { words } from "../../shell/words.js";

/** Whether a question lies open or closed on the tray. */
export const hasQuestion = ({ phase }) => phase === "asking" || isClosed({ phase });

/** Whether the question was answered, or its answer was shown. */
export const isClosed = ({ phase }) => phase === "solved" || phase === "shown";

/** `{mood, text, isSilent}` for a state of the game.
 *
 * @param scene `{shows, isReading, notice, moves, suggested}`: what the stage shows, whether it reads a
 *   picture, what its notice says, whether dice were seen to move, and how many to roll next. */
export function prompt(state, scene) {
  if (scene.notice) return { mood: "calm", text: scene.notice };
  if (scene.isReading) return { mood: "calm", text: words.prompt.looking, isSilent: true };
  switch (state.phase) {
    case "rolling":
      return scene.moves
        ? { mood: "rolling", text: words.prompt.rolling, isSilent: true }
        : { mood: "calm", text: words.prompt.looking, isSilent: true };
    case "asking":
      return { mood: "asking", text: words.prompt[state.mode] };
    case "tooManyDice":
      return {
        mood: "unsure",
        text: scene.shows === "picture"
          ? words.prompt.tooManyInPicture(state.maximumDice) : words.prompt.tooManyDice(state.maximumDice),
      };
    case "solved":
    case "shown":
      return { mood: "calm", text: turn(scene, words.prompt.nextRoll) };
    default:
      return scene.shows === "picture"
        ? { mood: "unsure", text: words.prompt.noDice }
        : { mood: "calm", text: turn(scene, words.prompt.waiting) };
  }
}

/** What is to be done for the next question; `roll` where nothing special is to be rolled. */
function turn({ shows, suggested }, roll) {
  switch (shows) {
    case "taps": return words.prompt.tapDice;
    case "clip": return words.prompt.watching;
    case "picture": return words.prompt.nextPicture;
    default: return suggested ? words.prompt.rollLike(suggested) : roll;
  }
}

/** What a wrong answer brings: see `Help`. */
export function helpPrompt({ help, mode, answer, dice }) {
  switch (help) {
    case "countingAlong": return words.prompt.along[mode];
    case "answer": return words.prompt.shown[mode](dice.map(({ value }) => value), answer);
    default: return words.prompt.wrong;
  }
}
