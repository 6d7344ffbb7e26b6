// What happened in the games, as a list of records that is kept on the device, in order of time.

import { keep, recallList, trouble } from "./store.js";

export class Log {
  #name;
  #isRecord;

  /** @param isRecord Whether something is a record of this log, beside its time `at`: what lies in a browser's
   *   storage may have been changed by hand. */
  constructor(name, isRecord) {
    this.#name = name;
    this.#isRecord = isRecord;
  }

  /** All records, with those of an older page that are kept elsewhere. Read each time: the game may be open in
   * another tab, too. */
  all(older = []) {
    return [...older, ...this.#kept()]
      .filter((one) => one && !Number.isNaN(Date.parse(one.at)) && this.#isRecord(one))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }

  /** Adds a record; returns the time `at` which it is kept. */
  add(record, now = new Date()) {
    const at = now.toISOString();
    keep(this.#name, [...this.#kept(), { at, ...record }]);
    return at;
  }

  /** Puts records of an older page before the others; returns whether there was room. */
  prepend(records) {
    const before = this.#kept();
    keep(this.#name, [...records, ...before]);
    if (!this.trouble) return true;
    keep(this.#name, before);
    return false;
  }

  /** Removes the records of which this is true. */
  remove(isGone) {
    keep(this.#name, this.#kept().filter((one) => !isGone(one)));
  }

  /** Why records are not kept, or not read, as the words name it. */
  get trouble() {
    return trouble(this.#name);
  }

  #kept() {
    return recallList(this.#name);
  }
}
