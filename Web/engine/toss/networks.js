// The worker that runs networks, as the one that sees frames knows it.

import { stumble } from "../stumble.js";

export class Networks {
  #worker;
  /** What the run that is under way resolves. */
  #answered;
  /** How many bytes they work in. */
  size = 0;

  /** @param weights The networks' files, in the order of the module's `networks`. */
  static async start(wasm, weights) {
    const networks = new Networks();
    await networks.#call({ wasm, weights }, weights);
    return networks;
  }

  constructor() {
    this.#worker = new Worker(new URL("networks-worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      const answered = this.#answered;
      this.#answered = undefined;
      answered(data);
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
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#worker.postMessage(message, transfer);
    });
  }
}
