// What happened in the games, on this device alone: the one owner of all records. A record has its `kind`, the
// time `at` which it was added, and what its kind says of it. With each answer the counts of its player are kept.
//
// The browser may forbid it or be full, and a newer page may have been here: then records last until the page is
// closed, and the reason is known.

import { answered, byTime, Database, eachInBatches, inOrder, next, startingWith } from "./database.js";
import { moveOlder, removeOlder } from "./older.js";
import { dayName, questionName, Tally } from "./tally.js";

const database = new Database("playfield", 1, create);
const everything = ["records", "questions", "days"];
/** Records that are not kept, and older ones that could not be moved. */
let unkept = [];
let unmoved = [];
/** Why records are not kept, or not read, as the words name it. */
let trouble;
let hasAdded = false;
/** All that is asked of the log, one after the other, after what older pages have kept. */
let turn;
/** What is added, one after the other: nothing waits for older records. */
let adding = Promise.resolve();

function create(database) {
  // Any record, by its `kind` and the time `at` which it was added, in UTC as ISO 8601 writes it.
  const records = database.createObjectStore("records", { autoIncrement: true });
  records.createIndex("time", "at");
  records.createIndex("kind", ["kind", "at"]);
  records.createIndex("player", ["kind", "player", "at"]);
  // As `tally.js` counts them.
  database.createObjectStore("questions", { keyPath: ["player", "question"] });
  database.createObjectStore("days", { keyPath: ["player", "day"] });
}

/** Called when another tab has changed the records. */
let changed = () => {};
const tabs = channel();

export function onChange(act) {
  changed = act;
}

/** Adds a record of a `kind`; returns the time `at` which it is kept. */
export function add(kind, record, now = new Date()) {
  const kept = { kind, at: now.toISOString(), ...record };
  hasAdded = true;
  adding = adding.then(async () => {
    if (!await change(everything, (stores) => addTo(stores, kept))) unkept.push(kept);
    else if (unkept.length > 0) await keepOthers();
  });
  return kept.at;
}

/** Keeps records that could not be kept before. */
async function keepOthers() {
  const others = unkept;
  const areKept = await change(everything, async (stores) => {
    for (const one of others) await addTo(stores, one);
  });
  if (!areKept) return;
  unkept = [];
  if (unmoved.length === 0) trouble = undefined;
}

async function addTo(stores, record) {
  stores.records.add(record);
  if (record.kind === "answer") await count(stores, record, (tally) => tally.add(record));
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
    unkept = unkept.filter((one) => !isOf(one));
    unmoved = unmoved.filter((one) => !isOf(one));
    removeOlder(isOf);
    await change(everything, async ({ records, questions, days }) => {
      questions.delete(startingWith(player));
      days.delete(startingWith(player));
      const keys = await answered(records.index("player").getAllKeys(startingWith("answer", player)));
      await eachInBatches(keys, (key) => records.delete(key));
      let cursor = await answered(records.index("kind").openCursor(startingWith("race")));
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
    for (const one of unstored()) if (one.kind === "answer" && one.player === player) counts.add(one);
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
    return new Set([...found ?? [], ...unstored().flatMap((one) => one.players ?? [one.player])]);
  });
}

/** The latest answers of a player, at most `maximum`, the last one first. */
export const latestAnswers = (player, maximum) => latest(
  "player", startingWith("answer", player), maximum,
  (one) => one.kind === "answer" && one.player === player);

/** The latest races of a player, at most `maximum`, the last one first. */
export const latestRaces = (player, maximum) => latest(
  "kind", startingWith("race"), maximum, (one) => one.kind === "race" && one.players.includes(player));

/** Has `visit` see lists of all records: first those that are kept, in order of time, then the others. Returns whether
 * these were all: reading may have broken off. */
export function visitAll(visit) {
  return inTurn(async () => {
    let hasBegun = false;
    const isDone = await read(["records"], async ({ records }) => {
      for await (const some of inOrder(records.index("time"))) {
        hasBegun = true;
        visit(some);
      }
      return true;
    });
    visit(unstored());
    return Boolean(isDone) || !hasBegun;
  });
}

/** Why records are not kept, or not read, as the words name it; `undefined` where they are. */
export const whyNotKept = () => inTurn(() => trouble);

/** Erases all records, in whichever form they are kept; nothing is added or read after that.
 *
 * @throws DOMException where they cannot be erased; where the browser keeps none, there is nothing to erase. */
export function erase() {
  const erased = inTurn(async () => {
    await database.erase().catch((error) => {
      if (reason(error) !== "forbidden") throw error;
    });
    tabs?.postMessage("");
  });
  turn = adding = new Promise(() => {});
  return erased;
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
  const added = adding;
  const done = turn.then(() => added).then(work);
  turn = done.catch(() => {});
  return done;
}

/** Moves what older pages have kept. */
async function move() {
  const { left, why } = await moveOlder(
    (work) => change(everything, work), (work) => read(everything, work));
  unmoved = left;
  trouble ??= why;
}

/** Returns whether all that `work` changes is kept. */
async function change(names, work) {
  if (trouble === "newer") return false;
  try {
    await database.change(names, work);
  } catch (error) {
    trouble = reason(error);
    return false;
  }
  tabs?.postMessage("");
  return true;
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

/** Records that are in no database, in order of time. */
const unstored = () => [...unmoved, ...unkept].sort(byTime);

/** By which tabs hear of each other's changes; a browser that keeps nothing may refuse it. */
function channel() {
  try {
    return Object.assign(new BroadcastChannel("playfield.log"), { onmessage: () => changed() });
  } catch {
    return undefined;
  }
}

/** Has `act` change a player's counts for a record. */
async function count({ questions, days }, { player, mode, dice, at }, act) {
  const [question, day, last] = await Promise.all([
    answered(questions.get([player, questionName({ mode, dice })])),
    answered(days.get([player, dayName(at)])),
    // Not one of a future to which the clock was set once.
    answered(days.openCursor(IDBKeyRange.bound([player], [player, dayName(at)]), "prev")).then((cursor) => cursor?.value),
  ]);
  const counts = new Tally([question].filter(Boolean), [last, day].filter(Boolean));
  act(counts);
  for (const one of counts.questions.values()) questions.put(one);
  for (const one of counts.days.values()) days.put(one);
}

async function latest(index, range, maximum, isMeant) {
  return inTurn(async () => {
    const found = [];
    await read(["records"], async ({ records }) => {
      let cursor = await answered(records.index(index).openCursor(range, "prev"));
      for (; cursor && found.length < maximum; cursor = await next(cursor)) {
        if (isMeant(cursor.value)) found.push(cursor.value);
      }
    });
    return [...unstored().filter(isMeant), ...found].sort((a, b) => byTime(b, a)).slice(0, maximum);
  });
}
