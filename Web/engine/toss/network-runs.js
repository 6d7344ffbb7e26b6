// The networks of bean-bag toss, in an instance of the module that runs nothing else.

import { Module } from "../module.js";
import { fingerprint } from "./interface.js";

export class NetworkRuns {
  #module;

  /** @param weights The networks' files, in the order of the module's `networks`. */
  static async load(wasm, weights) {
    const module = await Module.instantiate(wasm, fingerprint);
    // The largest first: what that takes while it is loaded is room for the others.
    const order = [...weights.keys()].sort((one, other) => weights[other].byteLength - weights[one].byteLength);
    for (const network of order) module.takeIn(weights[network], "toss_load", network);
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
