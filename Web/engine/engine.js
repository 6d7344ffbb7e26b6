// The page's side of the engine: the worker that sees, reads and knows the rules.

import { isReplaced } from "../version.js";

export class Engine {
  #worker;
  #calls = new Map();
  #next = 0;
  #isLoading = false;
  #file;
  #happened;

  /** @param stumbled Called when the worker fails in the middle of the game.
   * @param file The worker's, from this folder.
   * @param happened Called with what the worker reports by itself. */
  constructor(stumbled, file = "worker.js", happened = undefined) {
    this.stumbled = stumbled;
    this.#file = file;
    this.#happened = happened;
  }

  /** Whether it answers, or will once it has loaded. */
  get isRunning() {
    return Boolean(this.#worker);
  }

  /** Loads the module and its networks.
   *
   * @param report Called with the share of them that has come.
   * @throws "altered", "missing", "plain", "unable" or "replaced", as the words know them.
   */
  async start(report) {
    this.#end("broken");
    const worker = new Worker(new URL(this.#file, import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.event) {
        this.#happened(data.event);
        return;
      }
      const call = this.#calls.get(data.id);
      if (data.progress !== undefined) {
        call?.report?.(data.progress);
        return;
      }
      this.#calls.delete(data.id);
      if (data.failure) call?.reject(data.failure);
      else call?.resolve(data.result);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(this.#isLoading ? "unable" : "broken");
      this.stumbled();
    };
    this.#isLoading = true;
    try {
      await this.#load("load", report);
      this.#isLoading = false;
    } catch (failure) {
      // It may have been started again meanwhile.
      if (this.#worker === worker) this.#end(failure);
      throw failure;
    }
  }

  /** Loads what only still pictures need, unless it is there already.
   *
   * @throws "portraits" or "replaced", as the words know them.
   */
  loadPortraits() {
    return this.#load("dice.loadPortraits");
  }

  /** Loads what only spoken answers need, unless it is there already.
   *
   * @param report Called with the share of it that has come.
   * @throws "numbers" or "replaced", as the words know them.
   */
  loadNumbers(report) {
    return this.#load("voice.load", report);
  }

  /** Calls a function of the worker, `area.name`; `transfer` are objects that move over to it, `report` is called
   * with how far it is where that takes long. */
  call(name, argument, transfer = [], report = undefined) {
    if (!this.#worker) return Promise.reject("broken");
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, report });
      this.#worker.postMessage({ id, name, argument }, transfer);
    });
  }

  async #load(name, report) {
    try {
      await this.call(name, undefined, [], report);
    } catch (failure) {
      throw await isReplaced() ? "replaced" : failure;
    }
  }

  #end(reason) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }
}
