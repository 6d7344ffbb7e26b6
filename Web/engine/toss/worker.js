// The engine of bean-bag toss: its module watches the game in this worker, and another worker runs the networks.

import { Module } from "../module.js";
import { loadAll, serve } from "../service.js";
import { fingerprint } from "./interface.js";
import { Networks } from "./networks.js";
import { Toss } from "./toss.js";

/** The files of the networks, in the order of the module's `networks`; and of all files the shares of their bytes. */
const weights = [
  "gameboard.safetensors", "gameboard-fit.safetensors", "pose-detection.safetensors.z",
  "pose-landmarks.safetensors.z", "throw-style.safetensors",
];
const shares = [0.08, 0.06, 0.22, 0.53, 0.02];
const files = {
  "toss.wasm": 0.09, ...Object.fromEntries(weights.map((name, index) => [name, shares[index]])),
};

async function start() {
  const [wasm, ...loaded] = await loadAll(files);
  const module = await Module.instantiate(wasm, fingerprint);
  const networks = await Networks.start(wasm, await Promise.all(loaded.map(inflated)));
  return { toss: new Toss(module, networks, (event) => self.postMessage({ event })) };
}

/** Of a deflated file what is in it: static hosts would send it as it is. */
async function inflated(bytes, index) {
  if (!weights[index].endsWith(".z")) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(plain).arrayBuffer();
}

serve(start());
