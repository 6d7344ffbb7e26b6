// Counts of a player's answers that are kept up to date with each: by question, and by day. An answer is
// `{at, player, mode, dice, given, verdict, attempt, source}`. The secret counts nowhere.

/** A longer pause, in milliseconds, is no playing. */
const longestPause = 120_000;

export class Tally {
  /** By its name, each question that was answered: `{player, question, mode, dice, answers, right, asked,
   * first}`, `dice` largest first: how many answers it got and were right; how often it was asked, and how
   * often answered right first time. */
  questions;
  /** By its date, each day with any answers: `{player, day, right, wrong, minutes, last}`, `day` being where
   * the reader was when it was counted, `last` the time of its last answer.
   *
   * The minutes are those between one answer and the next, longer pauses left out; what crosses midnight
   * belongs to the later day. */
  days;
  /** The time of the last answer of all. */
  #last;

  /** Continues from what was counted before. */
  constructor(questions = [], days = []) {
    this.questions = new Map(questions.map((one) => [one.question, one]));
    this.days = new Map(days.map((one) => [one.day, one]));
    this.#last = days.reduce((latest, { last }) => (last > latest ? last : latest), "");
  }

  /** Counts an answer that was given after all before. */
  add(answer) {
    const day = this.#dayOf(answer);
    const pause = Date.parse(answer.at) - Date.parse(this.#last);
    if (pause > 0 && pause <= longestPause) day.minutes += pause / 60_000;
    if (answer.at > day.last) day.last = answer.at;
    if (answer.at > this.#last) this.#last = answer.at;
    this.#count(answer, day, 1);
  }

  /** Takes out an answer. Its time was played. */
  withdraw(answer) {
    this.#count(answer, this.#dayOf(answer), -1);
  }

  #count(answer, day, one) {
    const { verdict, attempt } = answer;
    if (verdict !== "right" && verdict !== "wrong") return;
    const question = this.#questionOf(answer);
    const isRight = verdict === "right";
    day[verdict] += one;
    question.answers += one;
    if (isRight) question.right += one;
    if (attempt === 1) question.asked += one;
    if (isRight && attempt === 1) question.first += one;
  }

  #questionOf({ player, mode, dice: values }) {
    const question = questionName({ mode, dice: values });
    const dice = descending(values);
    return found(this.questions, question, { player, question, mode, dice, answers: 0, right: 0, asked: 0, first: 0 });
  }

  #dayOf({ player, at }) {
    const day = dayName(at);
    return found(this.days, day, { player, day, right: 0, wrong: 0, minutes: 0, last: "" });
  }
}

/** What answers must have in common to be about the same question: 6 × 4 is the same as 4 × 6, and in counting
 * only the number of dice matters. */
export function questionName({ mode, dice }) {
  return `${mode} ${mode === "count" ? dice.length : descending(dice)}`;
}

const descending = (values) => [...values].sort((a, b) => b - a);

/** The day of a time where the reader is, as ISO 8601 writes it. */
export function dayName(at) {
  const time = new Date(at);
  const digits = (number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${digits(time.getMonth() + 1)}-${digits(time.getDate())}`;
}

function found(map, key, fresh) {
  if (!map.has(key)) map.set(key, fresh);
  return map.get(key);
}
