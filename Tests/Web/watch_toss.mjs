// Has the toss's module see the frames that `TossFrames` wrote, and prints the hash over all events.
//
//     node --experimental-default-type=module watch_toss.mjs MODULE FRAMES WEIGHTS…
//
// The weights are of boards, their fits, people, bodies and styles. Two instances, as in the page: one sees, the other
// runs networks.

import { openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { Module } from "../../Web/engine/module.js";
import { fingerprint } from "../../Web/engine/toss/interface.js";
import { NetworkRuns } from "../../Web/engine/toss/network-runs.js";
import { Toss } from "../../Web/engine/toss/toss.js";

/** The frames of a file, one after another. */
function* framesOf(path) {
  const file = openSync(path);
  const read = (count) => {
    const bytes = Buffer.alloc(count);
    return readSync(file, bytes) === count ? bytes : null;
  };
  for (let head = read(28); head; head = read(28)) {
    const [width, height, matrix, isFullRange, orientation] = [8, 12, 16, 20, 24].map((at) => head.readInt32LE(at));
    const samples = read(width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2));
    yield { time: Number(head.readBigInt64LE(0)), width, height, matrix, isFullRange, orientation, samples };
  }
}

/** -> what was reported of the frames, how many runs of networks there were, the hash, and the memory of both instances, in
    bytes. */
export async function watch(module, frames, weights) {
  const wasm = readFileSync(module);
  const files = weights.map((path) => (path.endsWith(".z") ? inflateSync(readFileSync(path)) : readFileSync(path)));
  const runs = await NetworkRuns.load(wasm, files);
  let count = 0;
  const networks = {
    run: async (network, width, height, input) => {
      count += 1;
      return runs.run({ network, width, height, input });
    },
    get size() {
      return runs.size;
    },
  };
  const reports = [];
  let seen;
  const toss = new Toss(await Module.instantiate(wasm, fingerprint), networks, (report) => {
    reports.push(report);
    if (report.kind === "seen") seen();
  });
  toss.begin({ isCornhole: false, began: 0 });
  for (const frame of framesOf(frames)) {
    const isSeen = new Promise((resolve) => (seen = resolve));
    toss.see(frame);
    await isSeen;
  }
  await toss.finish();
  return { reports, runs: count, ...toss.state() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [module, frames, ...weights] = process.argv.slice(2);
  const { reports, runs, hash } = await watch(module, frames, weights);
  const count = (kind) => reports.filter((report) => report.kind === kind).length;
  console.log(`${count("seen")} frames, ${count("throwEnded")} throws, ${hash}, ${runs} runs`);
  process.exit();
}
