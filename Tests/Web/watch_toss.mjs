// Has the toss's module see the frames that `TossFrames` wrote, and prints the hash over all events.
//
//     node watch_toss.mjs MODULE FRAMES WEIGHTS…     of boards, their fits, people, bodies and styles
//
// Two instances, as in the page: one sees, the other runs networks.

import { openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

/** The exports of a module's new instance. */
export async function start(module) {
  const { instance } = await WebAssembly.instantiate(readFileSync(module), {
    page: { now: () => performance.now() },
  });
  return instance.exports;
}

const styles = 4; // Of the networks the one whose input is floats.

const checked = (status) => {
  if (status < 0) throw new Error(`a call was refused: ${status}`);
  return status;
};

/** Runs networks in one instance for another. */
class Networks {
  #runs;
  count = 0;

  constructor(runs, weights) {
    this.#runs = runs;
    weights.forEach((path, network) => {
      const bytes = path.endsWith(".z") ? inflateSync(readFileSync(path)) : readFileSync(path);
      const memory = runs.toss_allocate(bytes.length);
      new Uint8Array(runs.memory.buffer, memory, bytes.length).set(bytes);
      checked(runs.toss_load(network, memory, bytes.length));
      runs.toss_free(memory);
    });
  }

  /** Answers what the next frame waits for, and nothing sooner: when an answer comes changes nothing. */
  answer(sees) {
    while (sees.toss_waits()) {
      const network = sees.toss_next();
      if (network < 0) throw new Error("nothing is asked, and an answer is missing");
      this.#run(network, sees);
    }
  }

  #run(network, sees) {
    const runs = this.#runs;
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
    this.count += 1;
  }
}

/** -> how many frames and runs of networks there were, the hash, how long each frame took to be seen, in milliseconds,
    and the memory of both instances, in bytes. */
export async function watch(module, frames, weights) {
  const [sees, runs] = [await start(module), await start(module)];
  const networks = new Networks(runs, weights);
  const file = openSync(frames);
  const read = (count) => {
    const bytes = Buffer.alloc(count);
    return readSync(file, bytes) === count ? bytes : null;
  };

  sees.toss_begin(false);
  const times = [];
  for (let head = read(28); head; head = read(28)) {
    const [width, height, matrix, isFullRange, orientation] = [8, 12, 16, 20, 24].map((at) => head.readInt32LE(at));
    const memory = sees.toss_frame(width, height);
    const samples = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    new Uint8Array(sees.memory.buffer, memory, samples).set(read(samples));
    const began = performance.now();
    checked(sees.toss_see(matrix, isFullRange, orientation, Number(head.readBigInt64LE(0))));
    times.push(performance.now() - began);
    networks.answer(sees);
  }
  checked(sees.toss_finish());
  networks.answer(sees);
  const hash = (BigInt(sees.toss_hash_high() >>> 0) << 32n) | BigInt(sees.toss_hash_low() >>> 0);
  return {
    frames: times.length, runs: networks.count, hash: hash.toString(16), times,
    memory: sees.memory.buffer.byteLength + runs.memory.buffer.byteLength,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [module, frames, ...weights] = process.argv.slice(2);
  const seen = await watch(module, frames, weights);
  console.log(`${seen.frames} frames, ${seen.runs} runs, ${seen.hash}`);
}
