// The answers that were given: kept, counted, written as a table. Pure but for the store.

import { forget, keep, recall, trouble } from "./store.js";

const name = "answers";

const isAnswer = (one) =>
  one && typeof one.at === "string" && Array.isArray(one.dice) && typeof one.right === "boolean";

/** Read anew each time: the game may be open in another tab, too. */
export function all() {
  const kept = recall(name);
  return Array.isArray(kept) ? kept.filter(isAnswer) : [];
}

/** Adds `{mode, dice, given, verdict, attempt, source}`. */
export function add(answer, now = new Date()) {
  keep(name, [...all(), { at: now.toISOString(), right: answer.verdict === "right", ...answer }]);
}

export const erase = () => forget(name);

export const whyNotKept = () => trouble(name);

/** Right and wrong answers of each day with any, in order of time. */
export function byDay(list) {
  const days = new Map();
  for (const one of list) {
    const date = new Date(one.at);
    const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, "0")).join("-");
    const sums = days.get(day) ?? { day, right: 0, wrong: 0 };
    sums[one.right ? "right" : "wrong"] += 1;
    days.set(day, sums);
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

export function sums(list) {
  const right = list.filter((one) => one.right).length;
  return { answers: list.length, right, first: list.filter((one) => one.right && one.attempt === 1).length };
}

/** RFC 4180: comma-separated, with a header. */
export function table(list) {
  const rows = list.map((one) =>
    [one.at, one.mode, one.dice.join(" "), one.given, one.right ? "right" : "wrong", one.attempt, one.by]);
  return [["time", "mode", "dice", "answer", "result", "attempt", "by"], ...rows]
    .map((row) => row.map(quoted).join(",") + "\r\n").join("");
}

function quoted(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
