// What happened in the games, on this device alone: the one owner of all records. A record has its `kind`, the
// time `at` which it was added, and what its kind says of it. With each answer the counts of its player are kept.
//
// The browser may forbid it or be full, and a newer page may have been here: then records last until the page is
// closed, and the reason is known.

import { answered, byTime, Database, inOrder, next, startingWith } from "./database.js";
import { moveOlder } from "./older.js";
import { dayName, questionName, Tally } from "./tally.js";

const database = new Database();
const everything = ["records", "questions", "days"];
/** Records that are not kept. */
const unkept = [];
/** Why records are not kept, or not read, as the words name it. */
let trouble;
let hasAdded = false;
/** All that is asked of the log, one after the other, after what older pages have kept. */
let turn;

/** Called when another tab has changed the records. */
let changed = () => {};
const tabs = new BroadcastChannel("playfield.log");
tabs.onmessage = () => changed();

export function onChange(act) {
  changed = act;
}

/** Adds a record of a `kind`; returns the time `at` which it is kept. */
export function add(kind, record, now = new Date()) {
  const kept = { kind, at: now.toISOString(), ...record };
  hasAdded = true;
  inTurn(async () => {
    const isKept = await change(everything, async (stores) => {
      stores.records.add(kept);
      if (kind === "answer") await count(stores, kept, (tally) => tally.add(kept));
    });
    if (!isKept) unkept.push(kept);
  });
  return kept.at;
}

/** Takes out the record of that kind and time, if it passes `mayGo`; the time that it took was played. */
export function withdraw(kind, at, mayGo = () => true) {
  return inTurn(async () => {
    const index = unkept.findIndex((one) => one.kind === kind && one.at === at && mayGo(one));
    if (index >= 0) {
      unkept.splice(index, 1);
      return;
    }
    await change(everything, async (stores) => {
      const key = await answered(stores.records.index("kind").getKey([kind, at]));
      const record = key !== undefined && await answered(stores.records.get(key));
      if (!record || !mayGo(record)) return;
      stores.records.delete(key);
      if (kind === "answer") await count(stores, record, (tally) => tally.withdraw(record));
    });
  });
}

/** Removes what there is of a player: their answers, and what they were part of. */
export function removePlayer(player) {
  return inTurn(async () => {
    const isOf = (one) => one.player === player || one.players?.includes(player);
    for (let index = unkept.length - 1; index >= 0; index -= 1) if (isOf(unkept[index])) unkept.splice(index, 1);
    await change(everything, async ({ records, questions, days }) => {
      questions.delete(startingWith(player));
      days.delete(startingWith(player));
      let cursor = await answered(records.openCursor());
      for (; cursor; cursor = await next(cursor)) if (isOf(cursor.value)) cursor.delete();
    });
  });
}

/** The counts of a player's answers. */
export function tally(player) {
  return inTurn(async () => {
    const [questions, days] = await read(
      ["questions", "days"],
      (stores) => Promise.all([stores.questions, stores.days].map((store) => answered(store.getAll(startingWith(player))))),
    ) ?? [];
    const counts = new Tally(questions, days);
    for (const one of unkept) if (one.kind === "answer" && one.player === player) counts.add(one);
    return counts;
  });
}

/** Those who have answered, or were part of what was played. */
export function players() {
  return inTurn(async () => {
    const found = await read(["records", "days"], async ({ records, days }) => {
      const counted = await answered(days.getAllKeys());
      const raced = await answered(records.index("kind").getAll(startingWith("race")));
      return [...counted.map(([player]) => player), ...raced.flatMap((one) => one.players)];
    });
    return new Set([...found ?? [], ...unkept.flatMap((one) => one.players ?? [one.player])]);
  });
}

/** The latest answers of a player, so many at most, the last one first. */
export const latestAnswers = (player, most) => latest(
  "player", startingWith("answer", player), most,
  (one) => one.kind === "answer" && one.player === player);

/** The latest races of a player, so many at most, the last one first. */
export const latestRaces = (player, most) => latest(
  "kind", startingWith("race"), most, (one) => one.kind === "race" && one.players.includes(player));

/** Has `visit` see lists of all records: first those that are kept, in order of time, then the others. */
export function visitAll(visit) {
  return inTurn(async () => {
    await read(["records"], async ({ records }) => {
      for await (const some of inOrder(records.index("time"))) visit(some);
    });
    visit(unkept);
  });
}

/** Why records are not kept, or not read, as the words name it; `undefined` where they are. */
export const whyNotKept = () => inTurn(() => trouble);

/** Erases all records, in whichever form they are kept. */
export async function erase() {
  await database.erase();
  tabs.postMessage("");
}

/** Asks the browser not to erase what is kept, once something was. */
export function keepForLong() {
  if (!hasAdded) return;
  hasAdded = false;
  inTurn(() => {
    navigator.storage?.persist?.().catch(() => {});
  });
}

// How

function inTurn(work) {
  turn ??= move();
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}

/** Moves what older pages have kept. */
async function move() {
  const { left, why } = await moveOlder(
    (work) => change(everything, work), (work) => read(everything, work));
  unkept.push(...left);
  trouble ??= why;
}

/** Returns whether all that `work` changes is kept. */
async function change(names, work) {
  if (trouble === "newer") return false;
  try {
    await database.change(names, work);
    tabs.postMessage("");
    return true;
  } catch (error) {
    trouble = reason(error);
    return false;
  }
}

/** What `work` reads; `undefined` where nothing is read. */
async function read(names, work) {
  if (trouble === "newer") return undefined;
  try {
    return await database.read(names, work);
  } catch (error) {
    trouble ??= reason(error);
    return undefined;
  }
}

function reason({ name }) {
  return { VersionError: "newer", QuotaExceededError: "full" }[name] ?? "forbidden";
}

/** Has `act` change a player's counts for a record. */
async function count({ questions, days }, { player, mode, dice, at }, act) {
  const [question, day, last] = await Promise.all([
    answered(questions.get([player, questionName({ mode, dice })])),
    answered(days.get([player, dayName(at)])),
    answered(days.openCursor(startingWith(player), "prev")).then((cursor) => cursor?.value),
  ]);
  const counts = new Tally([question].filter(Boolean), [last, day].filter(Boolean));
  act(counts);
  for (const one of counts.questions.values()) questions.put(one);
  for (const one of counts.days.values()) days.put(one);
}

async function latest(index, range, most, isMeant) {
  return inTurn(async () => {
    const found = [];
    await read(["records"], async ({ records }) => {
      let cursor = await answered(records.index(index).openCursor(range, "prev"));
      for (; cursor && found.length < most; cursor = await next(cursor)) {
        if (isMeant(cursor.value)) found.push(cursor.value);
      }
    });
    return [...unkept.filter(isMeant), ...found].sort((a, b) => byTime(b, a)).slice(0, most);
  });
}
