// A database of the browser, with promises in place of events.

/** What a request answers. */
export function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The next entry of a cursor that was read; `null` after the last. */
export function next(cursor) {
  cursor.continue();
  return answered(cursor.request);
}

/** The keys that begin with these parts. */
export const startingWith = (...parts) => IDBKeyRange.bound(parts, [...parts, []]);

export const byTime = (a, b) => (a.at < b.at ? -1 : Number(a.at > b.at));

/** How many records are read or written in one go, so that no task takes long. */
export const batch = 200;

/** Makes a request for each of a list, in batches. */
export async function eachInBatches(list, request) {
  for (let start = 0; start < list.length; start += batch) {
    await answered(list.slice(start, start + batch).map(request).at(-1));
  }
}

/** The records of an index whose keys are the `prefix` and a time, in order of time, some at once. */
export async function* inOrder(index, ...prefix) {
  const key = (at) => (prefix.length > 0 ? [...prefix, at] : at);
  const end = key("~");
  let range = IDBKeyRange.bound(key(""), end);
  for (;;) {
    const some = await answered(index.getAll(range, batch));
    if (some.length < batch) {
      yield some;
      return;
    }
    // Of the last time there may be more.
    const last = key(some.at(-1).at);
    yield some.filter(({ at }) => at !== some.at(-1).at);
    yield await answered(index.getAll(IDBKeyRange.only(last)));
    range = IDBKeyRange.bound(last, end, true);
  }
}

export class Database {
  #name;
  #version;
  #create;
  #opened;

  /** @param create Makes the object stores of a `database` that is new. */
  constructor(name, version, create) {
    this.#name = name;
    this.#version = version;
    this.#create = create;
  }

  /** Runs `work(stores)` on object stores by their names; ends with its result, once all that it changed is
   * kept. Where it fails, nothing of it is.
   *
   * @throws DOMException where the browser forbids it, is full, or a newer page has been here. */
  async change(names, work) {
    return this.#transact(names, "readwrite", work);
  }

  /** Runs `work(stores)` on object stores by their names, which it reads; ends with its result. */
  async read(names, work) {
    return this.#transact(names, "readonly", work);
  }

  /** Erases all of it, in whichever form. */
  async erase() {
    (await this.#opened?.catch(() => undefined))?.close();
    this.#opened = undefined;
    await new Promise((resolve, reject) => {
      // Another tab that holds on to it only delays it.
      const request = indexedDB.deleteDatabase(this.#name);
      Object.assign(request, { onsuccess: resolve, onblocked: resolve, onerror: () => reject(request.error) });
    });
  }

  async #transact(names, mode, work) {
    let transaction;
    try {
      transaction = (await this.#connection).transaction(names, mode);
    } catch (error) {
      // A browser closes what it has kept open for long: once more.
      this.#opened = undefined;
      if (error.name !== "InvalidStateError") throw error;
      transaction = (await this.#connection).transaction(names, mode);
    }
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
    });
    ended.catch(() => {});
    let result;
    try {
      result = await work(Object.fromEntries(names.map((one) => [one, transaction.objectStore(one)])));
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has been aborted already: its own error says why, which its other requests do not.
      }
      await ended.catch(() => {});
      throw transaction.error ?? error;
    }
    await ended;
    return result;
  }

  get #connection() {
    this.#opened ??= this.#open().catch((error) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open() {
    const request = indexedDB.open(this.#name, this.#version);
    request.onupgradeneeded = () => this.#create(request.result);
    const database = await answered(request);
    // A newer page, or one that erases all, need not wait for this one.
    database.onversionchange = () => database.close();
    return database;
  }
}
