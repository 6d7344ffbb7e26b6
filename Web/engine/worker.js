// The engine: the WebAssembly module with its networks, alone in a worker, so that the page moves
// while it works. Nothing is decided here; this carries frames, ink and answers to the module and
// brings back what it says.

import { load } from "./files.js";

const phases = ["waiting", "rolling", "asking", "solved", "tooManyDice"];
const tables = ["clear", "rolling", "resting"];
const modes = ["count", "add", "multiply"];
const waits = ["dice", "stillness", "rest", "stray", "change"];
const verdicts = ["right", "rightAsEver", "wrong", "unsure"];

/** The side of a digit's picture. */
const digitSide = 28;
/** The numbers of a box: value, confidence, x, y, width, height, six scores. */
const boxLength = 12;

let web;

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext("2d", { willReadFrequently: true });

// Loading

function handOver(bytes, take) {
  const pointer = web.memory_allocate(bytes.byteLength);
  new Uint8Array(web.memory.buffer, pointer, bytes.byteLength).set(new Uint8Array(bytes));
  const fault = take(pointer, bytes.byteLength);
  web.memory_free(pointer);
  if (fault < 0) throw "altered";
}

async function start() {
  if (typeof WebAssembly !== "object" || !crypto.subtle) throw "unable";
  const [module, dice, digits] = await Promise.all(
    ["playfield.wasm", "dice.safetensors", "digits.safetensors"].map(load));
  try {
    ({ exports: web } = (await WebAssembly.instantiate(module, {})).instance);
  } catch {
    throw "unable";
  }
  handOver(dice, web.dice_load);
  handOver(digits, web.ink_load);
}

let portraits;

/** Loads what still pictures need and films do not, when the first picture is opened.
 *
 * @throws "portraits", after which it may be called again.
 */
async function loadPortraits() {
  portraits ??= load("dice-portrait.safetensors").then(
    (bytes) => handOver(bytes, web.dice_load_portraits));
  try {
    await portraits;
  } catch (failure) {
    portraits = undefined;
    throw typeof failure === "string" ? "portraits" : failure;
  }
}

// What the module says

const numbers = (pointer, count) => new Float64Array(web.memory.buffer, pointer, count);

function records(pointer, count) {
  return Array.from({ length: count }, (_, index) => {
    const [value, confidence, x, y, width, height, ...scores] =
      numbers(pointer + 8 * boxLength * index, boxLength);
    return { value, confidence, x, y, width, height, scores };
  });
}

function state() {
  const pointer = web.game_state();
  const count = web.game_dice_count();
  const [phase, table, mode, round, tries, answer] = numbers(pointer, 7);
  const dice = Array.from({ length: count }, (_, index) => {
    const [id, value, read, x, y, width, height] = numbers(pointer + 8 * (7 + 7 * index), 7);
    return { id, value, read: read || null, box: width ? { x, y, width, height } : null };
  });
  return {
    phase: phases[phase], table: tables[table], mode: modes[mode], round, tries,
    answer: answer < 0 ? null : answer, dice, seen: [],
  };
}

/** What keeps a roll from being told, and how long each die that is followed has lain still. */
function outlook() {
  const pointer = web.game_outlook();
  const [wait, rest, count] = numbers(pointer, 3);
  const dice = Array.from({ length: count }, (_, index) => {
    const [value, stillness, x, y, width, height] = numbers(pointer + 8 * (3 + 6 * index), 6);
    return { value, stillness, box: { x, y, width, height } };
  });
  return { wait: waits[wait], rest, dice };
}

/** What Look inside shows of the network's last picture. */
function inside({ confidence, overlap }) {
  const count = web.dice_inspect(confidence, overlap);
  if (count < 0) return undefined;
  const [width, height] = [web.dice_picture_width(), web.dice_picture_height()];
  const pixels = web.memory.buffer.slice(
    web.dice_picture(), web.dice_picture() + 4 * width * height);
  return {
    picture: { width, height, pixels },
    boxes: records(web.dice_inspected(), count),
    kept: records(web.dice_kept(), web.dice_kept_count()),
  };
}

/** Finds the dice in a picture, and how long each part of that took, in milliseconds. */
function find({ picture, size: { width, height }, orientation }, isLive) {
  const times = { upright: 0, network: 0, boxes: 0, rules: 0 };
  let began = performance.now();
  const lap = (stage) => {
    const now = performance.now();
    times[stage] += now - began;
    began = now;
  };
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.imageSmoothingQuality = "medium";
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = web.dice_frame(width, height);
  if (!pixels) throw "picture";
  new Uint8Array(web.memory.buffer, pixels, data.length).set(data);
  web.dice_begin(orientation, isLive);
  while (web.dice_draw() === 1) {
    lap("upright");
    web.dice_infer();
    lap("network");
    web.dice_decode();
    lap("boxes");
  }
  const count = web.dice_finish();
  lap("boxes");
  return { times, lap, count };
}

function reading(count) {
  const digits = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const confidence = web.ink_digit_confidence(index);
    const picture = new Float32Array(
      web.memory.buffer, web.ink_digit_picture(index), digitSide * digitSide).slice();
    return {
      digit: web.ink_digit_value(index), confidence, picture, side: digitSide,
      isCertain: web.game_is_certain(confidence),
    };
  });
  return { digits, number: digits.map(({ digit }) => digit).join(""), confidence: web.ink_confidence() };
}

// What the page may ask

const answers = {
  load: () => {},

  loadPortraits,

  see(request) {
    const { time, inspect } = request;
    const began = performance.now();
    const { times, lap, count } = find(request, true);
    web.game_see(time);
    lap("rules");
    times.total = performance.now() - began;
    const seen = records(web.dice_results(), count).map(({ value, x, y, width, height }) =>
      ({ value, box: { x, y, width, height } }));
    const memory = web.memory.buffer.byteLength;
    return {
      ...state(), seen, time, times, memory, outlook: outlook(), inside: inspect && inside(inspect),
    };
  },

  look(request) {
    const { times } = find(request, false);
    web.game_look();
    // For whoever looks inside: the whole picture once more, after portraits of single dice.
    web.dice_begin(request.orientation, false);
    web.dice_draw();
    web.dice_infer();
    const { inspect } = request;
    times.total = times.upright + times.network + times.boxes;
    const memory = web.memory.buffer.byteLength;
    return { ...state(), times, memory, inside: inspect && inside(inspect) };
  },

  inspect: (thresholds) => inside(thresholds),

  play(mode) {
    web.game_play(modes.indexOf(mode));
    return state();
  },

  place(values) {
    web.game_clear();
    for (const value of values) web.game_add(value);
    return state();
  },

  add(value) {
    web.game_add(value);
    return state();
  },

  correct({ index, value }) {
    web.game_correct(index, value ?? 0);
    return state();
  },

  changeView() {
    web.game_change_view();
    return state();
  },

  answer({ number, confidence }) {
    const verdict = verdicts[web.game_answer(number, confidence)];
    return { verdict, state: state() };
  },

  write(points) {
    for (const [x, y] of points) web.ink_add_point(x, y);
    return reading(web.ink_end_stroke());
  },

  undo: () => reading(web.ink_undo()),
  wipe: () => reading(web.ink_clear()),
};

const started = start();
// Whoever asks something is told.
started.catch(() => {});

self.onmessage = async ({ data: { id, name, argument } }) => {
  try {
    await started;
  } catch (failure) {
    return self.postMessage({ id, failure: typeof failure === "string" ? failure : "unable" });
  }
  let result;
  try {
    result = await answers[name](argument);
  } catch (failure) {
    if (typeof failure === "string") return self.postMessage({ id, failure });
    // The module has trapped: its memory is worth nothing.
    setTimeout(() => {
      throw failure;
    });
    return;
  }
  self.postMessage({ id, result });
};
