// The worker that runs networks, as the one that sees frames knows it.

import { stumble } from "../stumble.js";

export class Networks {
  #worker;
  /** Settles the call that is under way. */
  #asked;
  /** How many bytes they work in. */
  size = 0;

  /** @param weights The networks' files, in the order of the module's `networks`.
   * @throws "unable" or "altered". */
  static async start(wasm, weights) {
    const networks = new Networks();
    await networks.#call({ wasm, weights }, weights);
    return networks;
  }

  constructor() {
    this.#worker = new Worker(new URL("networks-worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.#asked;
      this.#asked = undefined;
      if (data.failure) reject(data.failure);
      else resolve(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      stumble(new Error(`networks: ${event.message}`));
    };
  }

  /** Runs a network, one at a time.
   *
   * @param input Of so many pixels; it moves over to the worker.
   * @returns The numbers of its answer.
   */
  async run(network, width, height, input) {
    const { numbers, size } = await this.#call({ network, width, height, input }, [input.buffer]);
    this.size = size;
    return numbers;
  }

  #call(message, transfer) {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#worker.postMessage(message, transfer);
    });
  }
}
