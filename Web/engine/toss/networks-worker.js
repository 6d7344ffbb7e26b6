// Runs networks while the worker that asks for it sees the next frames.

import { stumble } from "../stumble.js";
import { NetworkRuns } from "./network-runs.js";

let runs;

self.onmessage = async ({ data }) => {
  try {
    if (data.wasm) {
      runs = await NetworkRuns.load(data.wasm, data.weights);
      self.postMessage({});
    } else {
      const numbers = runs.run(data);
      self.postMessage({ numbers, size: runs.size }, [numbers.buffer]);
    }
  } catch (failure) {
    if (typeof failure === "string") self.postMessage({ failure });
    else stumble(failure);
  }
};
