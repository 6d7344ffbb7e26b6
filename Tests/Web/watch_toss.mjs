// Has the toss's module see the frames that `TossFrames` wrote, and prints the hash over all events.
//
//     node watch_toss.mjs MODULE FRAMES WEIGHTS…     of boards, their fits, people, bodies and styles
//
// Two instances, as in the page: one sees, the other runs networks.

import { openSync, readFileSync, readSync } from "node:fs";
import { inflateSync } from "node:zlib";

const [module, frames, ...weights] = process.argv.slice(2);

const start = async () => {
  const { instance } = await WebAssembly.instantiate(readFileSync(module), {
    page: { now: () => performance.now() },
  });
  return instance.exports;
};

const checked = (status) => {
  if (status < 0) throw new Error(`a call was refused: ${status}`);
  return status;
};

const [sees, runs] = [await start(), await start()];

weights.forEach((path, network) => {
  const bytes = path.endsWith(".z") ? inflateSync(readFileSync(path)) : readFileSync(path);
  const memory = runs.toss_allocate(bytes.length);
  new Uint8Array(runs.memory.buffer, memory, bytes.length).set(bytes);
  checked(runs.toss_load(network, memory, bytes.length));
  runs.toss_free(memory);
});

const styles = 4; // Of the networks the one whose input is floats.

/** Runs a network of the other instance on what this one shows it. */
const run = (network) => {
  const [width, height] = [sees.toss_input_width(), sees.toss_input_height()];
  const count = width * height * (network === styles ? 4 : 3);
  const input = runs.toss_allocate(count);
  new Uint8Array(runs.memory.buffer, input, count)
    .set(new Uint8Array(sees.memory.buffer, sees.toss_input(), count));
  const numbers = checked(runs.toss_run(network, width, height, input));
  runs.toss_free(input);
  const memory = sees.toss_allocate(4 * numbers);
  new Float32Array(sees.memory.buffer, memory, numbers)
    .set(new Float32Array(runs.memory.buffer, runs.toss_output(), numbers));
  checked(sees.toss_answer(memory, numbers));
  sees.toss_free(memory);
};

let runCount = 0;

/** Answers what the next frame waits for, and nothing sooner: when an answer comes changes nothing. */
const answer = () => {
  while (sees.toss_waits()) {
    const network = sees.toss_next();
    if (network < 0) throw new Error("nothing is asked, and an answer is missing");
    run(network);
    runCount += 1;
  }
};

const file = openSync(frames);
const read = (count) => {
  const bytes = Buffer.alloc(count);
  return readSync(file, bytes) === count ? bytes : null;
};

sees.toss_begin(false);
let count = 0;
for (let head = read(28); head; head = read(28)) {
  const [width, height, matrix, isFullRange, orientation] = [8, 12, 16, 20, 24].map((at) => head.readInt32LE(at));
  const memory = sees.toss_frame(width, height);
  const samples = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  new Uint8Array(sees.memory.buffer, memory, samples).set(read(samples));
  checked(sees.toss_see(matrix, isFullRange, orientation, Number(head.readBigInt64LE(0))));
  answer();
  count += 1;
}
checked(sees.toss_finish());
answer();
const hash = (BigInt(sees.toss_hash_high() >>> 0) << 32n) | BigInt(sees.toss_hash_low() >>> 0);
console.log(`${count} frames, ${runCount} runs, ${hash.toString(16)}`);
