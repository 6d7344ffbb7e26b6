// What a frame costs the toss's module in Node, as a multiple of a look of the dice network at 320x240 in the same run,
// and the memory of its two instances.
//
//     .build/debug/TossFrames Samples/toss-regulation.mp4 /tmp/frames 200
//     node Benchmarks/Web/toss.mjs /tmp/frames

import { readFileSync } from "node:fs";
import { start, watch } from "../../Tests/Web/watch_toss.mjs";

const root = new URL("../../", import.meta.url).pathname;
const poses = `${root}.deps/mediapipe-0.10.21`;
const weights = [
  `${root}Models/gameboard.safetensors`, `${root}Models/gameboard-fit.safetensors`,
  `${poses}/pose-detection.safetensors.z`, `${poses}/pose-landmarks.safetensors.z`,
  `${root}Models/throw-style.safetensors`,
];

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** How long looks of the dice network take, in milliseconds. */
async function looks(count) {
  const web = await start(`${root}.build/web/playfield.wasm`);
  const file = readFileSync(`${root}Models/dice.safetensors`);
  const memory = web.memory_allocate(file.length);
  new Uint8Array(web.memory.buffer, memory, file.length).set(file);
  if (web.dice_load(memory, file.length) !== 0) throw new Error("weights");
  const [width, height] = [320, 240];
  const picture = web.frame_memory(4 * width * height);
  new Uint8Array(web.memory.buffer, picture, 4 * width * height).fill(100);
  if (web.frame_describe(0, 0, true, width, height, 1, 0, 4 * width, 0, 0, 0, 0) !== 0) throw new Error("frame");
  if (web.dice_draw(1, true) !== 0) throw new Error("draw");
  const times = [];
  for (let look = 0; look < count; look += 1) {
    const began = performance.now();
    if (web.dice_infer() !== 0) throw new Error("infer");
    times.push(performance.now() - began);
  }
  return times;
}

const before = await looks(20);
const seen = await watch(`${root}.build/web/toss.wasm`, process.argv[2], weights);
const look = median([...before, ...(await looks(20))]);
const frame = median(seen.times);
console.log(
  `${seen.frames} frames: ${frame.toFixed(1)} ms, ${(frame / look).toFixed(2)} looks of ${look.toFixed(1)} ms;` +
  ` ${(seen.memory / 1e6).toFixed(0)} MB`,
);
