// The WebAssembly module, each of whose returned values is checked: a fault is never taken for an
// empty table.

import { fingerprint } from "./interface.js";

/** What the module asks of the page: a clock, in milliseconds. */
const imports = { page: { now: () => performance.now() } };

export class Module {
  /** The exports, which throw where the module returns a fault. */
  call = {};
  #exports;

  /** @param known The fingerprint of the interface that it must have.
   * @throws "unable" where the browser cannot run it, "altered" where it is of another version. */
  static async instantiate(bytes, known = fingerprint) {
    let instance;
    try {
      ({ instance } = await WebAssembly.instantiate(bytes, imports));
    } catch {
      throw "unable";
    }
    const module = new Module(instance.exports);
    if (instance.exports.interface_fingerprint?.() >>> 0 !== known) throw "altered";
    return module;
  }

  constructor(exports) {
    this.#exports = exports;
    for (const [name, work] of Object.entries(exports)) {
      if (typeof work === "function") this.call[name] = (...all) => checked(name, work(...all));
    }
  }

  /** How many bytes it works in. */
  get size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Its memory at `pointer`, until the next call: memory that grows is detached. */
  bytes(pointer, length) {
    if (!pointer) throw new Error("no memory");
    return new Uint8Array(this.#exports.memory.buffer, pointer, length);
  }

  /** The same for numbers of eight bytes. */
  numbers(pointer, count) {
    if (!pointer) throw new Error("no memory");
    return new Float64Array(this.#exports.memory.buffer, pointer, count);
  }

  /** A copy of so many floats at `pointer`. */
  floats(pointer, count) {
    if (!pointer) throw new Error("no memory");
    return new Float32Array(this.#exports.memory.buffer, pointer, count).slice();
  }

  /** The records of a list at `pointer`. */
  list(pointer, record) {
    if (!pointer) throw new Error("no list");
    const [count] = new Float64Array(this.#exports.memory.buffer, pointer, 1);
    const numbers = new Float64Array(this.#exports.memory.buffer, pointer + 8, count * record.length);
    return Array.from({ length: count }, (_, index) => record.read(numbers, index * record.length));
  }

  /** Has it take in a file; a file that it refuses is "altered".
   *
   * @param before What the export `name` takes before the file. */
  takeIn(file, name, ...before) {
    const pointer = this.call.memory_allocate(file.byteLength);
    this.bytes(pointer, file.byteLength).set(new Uint8Array(file));
    const fault = this.#exports[name](...before, pointer, file.byteLength);
    this.call.memory_free(pointer);
    if (fault !== 0) throw "altered";
  }
}

function checked(name, value) {
  // Of exports that return nothing, `undefined`; a negative number or NaN is a fault.
  if (value !== undefined && !(value >= 0)) throw new Error(`${name} returned ${value}`);
  return value;
}
