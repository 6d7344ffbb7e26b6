// What the answers say, without page or storage: of the counts that `log/tally.js` keeps, and of the records.

import { turnsToWin } from "../games/race/races.js";

/** How many answers to these questions were given and were right; how often they were asked, and answered right
 * first time. */
export function figures(questions) {
  const sum = (name) => questions.reduce((total, one) => total + one[name], 0);
  return { answers: sum("answers"), right: sum("right"), asked: sum("asked"), first: sum("first") };
}

/** The questions that were not always answered right first time, the hardest first. One that was missed more
 * often is harder, then one that was asked less. */
export function hardQuestions(questions) {
  const missed = ({ asked, first }) => asked - first;
  return questions.filter(missed).sort((a, b) => missed(b) - missed(a) || a.asked - b.asked);
}

const columns = ["time", "player", "mode", "dice", "answer", "verdict", "attempt", "source", "players", "turns"];

/** The header of the table of all records, which is as RFC 4180 has it: comma-separated. */
export const tableHeader = line(columns);

/** The rows of answers and races, as the log keeps them. A race is a row of its own, of its winner at its end. */
export const tableRows = (records) =>
  records.map((one) => line(one.kind === "race" ? raceRow(one) : answerRow(one))).join("");

function line(cells) {
  return columns.map((_, index) => quoted(cells[index])).join(",") + "\r\n";
}

const answerRow = (one) =>
  [one.at, one.player, one.mode, one.dice.join(" "), one.given, one.verdict, one.attempt, one.source];

const raceRow = (one) =>
  [one.at, one.winner, "race", "", "", "won", "", "", one.players.join(" "), turnsToWin(one)];

function quoted(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
