// What the answers say, without page or storage. An answer is `{at, player, mode, dice, given, verdict,
// attempt, source}`; lists are in order of time. The secret counts nowhere.

import { turnsToWin } from "../games/race/races.js";

/** A longer pause, in milliseconds, is no playing. */
const longestPause = 120_000;

const isJudged = ({ verdict }) => verdict === "right" || verdict === "wrong";
const isFirst = ({ attempt }) => attempt === 1;
const isRight = ({ verdict }) => verdict === "right";

/** How many answers were given and were right; how many questions were asked, and how many of them
 * were answered right first time. */
export function figures(answers) {
  const judged = answers.filter(isJudged);
  const asked = judged.filter(isFirst);
  return {
    answers: judged.length, right: judged.filter(isRight).length,
    asked: asked.length, first: asked.filter(isRight).length,
  };
}

/** `{day, right, wrong, minutes}` of each day with any answers, `day` its beginning as a `Date`.
 *
 * The minutes are those between one answer and the next, longer pauses left out; what crosses midnight
 * belongs to the later day. */
export function days(answers) {
  const found = new Map();
  let before;
  for (const answer of answers) {
    const time = new Date(answer.at);
    const day = new Date(time.getFullYear(), time.getMonth(), time.getDate());
    const one = found.get(day.getTime()) ?? { day, right: 0, wrong: 0, minutes: 0 };
    if (isJudged(answer)) one[answer.verdict] += 1;
    const pause = time - before;
    if (pause > 0 && pause <= longestPause) one.minutes += pause / 60_000;
    found.set(day.getTime(), one);
    before = time;
  }
  return [...found.values()].sort((a, b) => a.day - b.day);
}

/** The questions that were not always answered right first time, the hardest first: `{mode, dice, asked,
 * first}`, `dice` largest first.
 *
 * 6 × 4 is the same as 4 × 6; in counting only the number of dice matters. A question that was missed
 * more often is harder, then one that was asked less. */
export function hardQuestions(answers) {
  const found = new Map();
  for (const answer of answers.filter(isJudged).filter(isFirst)) {
    const dice = [...answer.dice].sort((a, b) => b - a);
    const key = `${answer.mode} ${answer.mode === "count" ? dice.length : dice}`;
    const one = found.get(key) ?? { mode: answer.mode, dice, asked: 0, first: 0 };
    one.asked += 1;
    if (isRight(answer)) one.first += 1;
    found.set(key, one);
  }
  const missed = ({ asked, first }) => asked - first;
  return [...found.values()].filter(missed)
    .sort((a, b) => missed(b) - missed(a) || a.asked - b.asked);
}

/** The answers and the races as RFC 4180 has tables: comma-separated, with a header. A race is a row of its
 * own, of its winner at its end. */
export function table(answers, races = []) {
  const rows = answers.map((one) =>
    [one.at, one.player, one.mode, one.dice.join(" "), one.given, one.verdict, one.attempt, one.source]);
  const ended = races.map((one) =>
    [one.at, one.winner, "race", "", "", "won", "", "", one.players.join(" "), turnsToWin(one)]);
  const header = [
    "time", "player", "mode", "dice", "answer", "verdict", "attempt", "source", "players", "turns"];
  return [header, ...[...rows, ...ended].sort(([a], [b]) => Date.parse(a) - Date.parse(b))]
    .map((row) => header.map((_, index) => row[index]))
    .map((row) => row.map(quoted).join(",") + "\r\n").join("");
}

function quoted(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
