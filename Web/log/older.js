// The records that older pages kept in lists, and pages that are still open in another tab still keep there. They are
// moved: a list stays until all of it is read back from the log. None is lost, none moves twice, whenever the page is
// closed.

import { modes, verdicts } from "../engine/interface.js";
import { animals } from "../shell/players.js";
import { parsedList, recallText, replaceText, trouble } from "../shell/store.js";
import { answered, batch, byTime, eachInBatches, inOrder, startingWith } from "./database.js";
import { Tally } from "./tally.js";

const isFace = (value) => [1, 2, 3, 4, 5, 6].includes(value);
const isTime = (at) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && !Number.isNaN(Date.parse(at));

const isAnswer = (one) =>
  animals.includes(one.player) && modes.includes(one.mode) && Array.isArray(one.dice) && one.dice.every(isFace)
    && verdicts.includes(one.verdict) && Number.isInteger(one.attempt);
const isFirstForm = (one) => typeof one.right === "boolean" && Array.isArray(one.dice) && one.dice.length > 0;
const isRace = (one) =>
  Array.isArray(one.players) && Array.isArray(one.moves) && one.players.every((player) => animals.includes(player))
    && one.players.includes(one.winner)
    && one.moves.every((move) => Array.isArray(move?.dice) && Number.isInteger(move.answer));

const answerOf = (one) => isAnswer(one) && { kind: "answer", ...one };

/** The lists, and the record that an entry becomes; none where it is damaged. */
const lists = [
  { name: "answers", recordOf: (one) => isFirstForm(one) && answerOf(migrated(one)) },
  { name: "history", recordOf: answerOf },
  { name: "races", recordOf: (one) => isRace(one) && { kind: "race", ...one } },
];

/** Moves them into object stores that `change` and `read` open for work on them, as the log's own do.
 *
 * Returns the records that could not be moved, and `why` a list could not be read. */
export async function moveOlder(change, read) {
  const left = [];
  let why;
  for (const { name, recordOf } of lists) {
    for (;;) {
      const text = recallText(name);
      await breath();
      const { records, damaged } = await sorted(parsedList(name, text), recordOf);
      why ??= trouble(name);
      if (records.length === 0) break;
      await change((stores) => addMissing(stores, records));
      const missing = await read((stores) => missingOf(stores, records)) ?? records;
      if (missing.length > 0) {
        left.push(...missing);
        break;
      }
      // What a page in another tab has written in the meantime is moved as well.
      if (replaceText(name, text, damaged)) break;
    }
  }
  return { left, why };
}

/** Removes the entries of which this is true as records from the lists. */
export function removeOlder(isGone) {
  for (const { name, recordOf } of lists) {
    const text = recallText(name);
    const list = parsedList(name, text);
    const left = list.filter((one) => {
      const record = one && recordOf(one);
      return !record || !isGone(record);
    });
    if (left.length < list.length) replaceText(name, text, left);
  }
}

async function sorted(list, recordOf) {
  const [records, damaged] = [[], []];
  for (let start = 0; start < list.length; start += batch) {
    for (const one of list.slice(start, start + batch)) {
      const record = one && isTime(one.at) && recordOf(one);
      if (record) records.push(record);
      else damaged.push(one);
    }
    await breath();
  }
  return { records: records.sort(byTime), damaged };
}

async function addMissing(stores, records) {
  const missing = await missingOf(stores, records);
  await eachInBatches(missing, (one) => stores.records.add(one));
  const answers = missing.filter(({ kind }) => kind === "answer");
  for (const player of new Set(answers.map((one) => one.player))) await countAgain(stores, player);
}

/** The records that are not in the store; of those that are alike, as many as are too few there. */
async function missingOf({ records: store }, records) {
  const missing = [];
  for (const some of batches(records)) {
    const kept = new Map();
    for (const one of await ofTimes(store.index("time"), some)) {
      const text = JSON.stringify(one);
      kept.set(text, (kept.get(text) ?? 0) + 1);
    }
    for (const one of some) {
      const text = JSON.stringify(one);
      const count = kept.get(text) ?? 0;
      if (count > 0) kept.set(text, count - 1);
      else missing.push(one);
    }
  }
  return missing;
}

/** The records in an index that are of the times of these. */
async function ofTimes(index, records) {
  const range = IDBKeyRange.bound(records[0].at, records.at(-1).at);
  // Between two of a few there may be all others.
  if (await answered(index.count(range)) <= 2 * batch) return answered(index.getAll(range));
  const times = new Set(records.map(({ at }) => at));
  return (await Promise.all([...times].map((at) => answered(index.getAll(at))))).flat();
}

/** Counts a player's answers from the first one. */
async function countAgain({ records, questions, days }, player) {
  questions.delete(startingWith(player));
  days.delete(startingWith(player));
  const counts = new Tally();
  for await (const some of inOrder(records.index("player"), "answer", player)) {
    for (const one of some) counts.add(one);
  }
  await eachInBatches([...counts.questions.values()], (one) => questions.put(one));
  await eachInBatches([...counts.days.values()], (one) => days.put(one));
}

/** Lists of records in order of time, none of which parts records of the same time. */
function* batches(records) {
  for (let start = 0, end; start < records.length; start = end) {
    end = Math.min(start + batch, records.length);
    while (end < records.length && records[end].at === records[end - 1].at) end += 1;
    yield records.slice(start, end);
  }
}

/** Lets the page do something else. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

/** An answer as it is kept today, from a page without players. What was "right" though it was not was the secret. */
export function migrated({ at, mode, dice, given, right, attempt, by }) {
  const isSecret = right && given === 42 && given !== result(mode, dice);
  return {
    at, player: animals[0], mode, dice, given,
    verdict: isSecret ? "secret" : right ? "right" : "wrong",
    attempt, source: by === "ink" ? "pen" : by,
  };
}

function result(mode, dice) {
  if (mode === "count") return dice.length;
  return dice.reduce(mode === "add" ? (a, b) => a + b : (a, b) => a * b);
}
