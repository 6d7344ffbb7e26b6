// The networks of bean-bag toss, in an instance of the module that runs nothing else.

import { Module } from "../module.js";
import { fingerprint } from "./interface.js";

export class NetworkRuns {
  #module;

  /** @param weights The networks' files, in the order of the module's `networks`. */
  static async load(wasm, weights) {
    const module = await Module.instantiate(wasm, fingerprint);
    weights.forEach((file, network) => module.takeIn(file, "toss_load", network));
    return new NetworkRuns(module);
  }

  constructor(module) {
    this.#module = module;
  }

  /** How many bytes they work in. */
  get size() {
    return this.#module.size;
  }

  /** Runs a network on its input, of so many pixels. @returns The numbers of its answer. */
  run({ network, width, height, input }) {
    const { call } = this.#module;
    const pointer = call.memory_allocate(input.length);
    this.#module.bytes(pointer, input.length).set(input);
    const count = call.toss_run(network, width, height, pointer);
    call.memory_free(pointer);
    return this.#module.floats(call.toss_output(), count);
  }
}
