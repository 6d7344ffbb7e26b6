// What the page may ask about a game of bean-bag toss, and the queue of the frames that are to be seen.
//
// Frames are seen in order and one at a time, each in a task of its own, so that answers of networks are taken in between
// them. Where an answer is missing frames wait.

import { describe } from "../pixels.js";
import { stumble } from "../stumble.js";
import { Incoming } from "./incoming.js";
import {
  board, event, eventHash, formats, networks, outcomes, pathPoint, person, scene, shownPoint, styleSum, toss,
} from "./interface.js";
import { Recent } from "./recent.js";

/** How much time the frames of the queue may span, in microseconds. Around a throw networks take longer than the throw: on
 * two cores 1.9 seconds for one of 1.5. */
const maximumSpan = 1_500_000;
/** The time from look to look at what changes slowly, in microseconds: the scene, the board and the people. */
const sceneInterval = 250_000;

export class Toss {
  #module;
  #networks;
  #report;
  #queue = [];
  /** Counts the games, so that an answer of an earlier one is known. */
  #game = 0;
  #isPlaying = false;
  /** Of all frames of a game, and whether another one has come. */
  #size;
  #hasOtherSize = false;
  #isDue = false;
  #isAsked = false;
  /** Wakes the next task; timers would be put off. */
  #wake = new MessageChannel();
  /** Resolves once all frames are seen. */
  #whenSeen;
  #incoming = new Incoming((frame) => this.#enqueue(frame));
  #recent = new Recent();
  #sceneTime = -Infinity;
  /** The last run of each network, where somebody looks inside. */
  #runs;
  /** Of a picture that was copied for the game: the way it took. */
  #way;

  /** @param report Called with what becomes known, and with `{ kind: "seen", time, took, way, waiting, paths }` for each
   *    frame: when it was taken, in microseconds, how long it took, in milliseconds, which way it came, how many wait after
   *    it, and the points of the paths that are shown; now and then also the `scene`, the `board` and the `people`.
   *    `{ kind: "otherSize", time }` is reported for a game's first frame of another size; such frames are left out. */
  constructor(module, networks, report) {
    this.#module = module;
    this.#networks = networks;
    this.#report = report;
    this.#wake.port1.onmessage = () => {
      this.#isDue = false;
      this.#step();
    };
  }

  /** Begins to watch a game, in place of the last one; `began` is in seconds since the start of 1970. */
  begin({ isCornhole, began }) {
    this.#leave();
    this.#module.call.toss_begin(isCornhole, began);
  }

  /** Continues a game by its record, which `record()` has made; its frames have later times. */
  continue({ record }) {
    this.#leave();
    this.#module.takeIn(new TextEncoder().encode(record), "toss_continue");
  }

  /** What was watched before is over. */
  #leave() {
    this.#queue = [];
    this.#game += 1;
    this.#isPlaying = true;
    this.#size = undefined;
    this.#hasOtherSize = false;
    this.#sceneTime = -Infinity;
    this.#incoming.forget();
    this.#recent.clear();
    this.#whenSeen?.();
    this.#whenSeen = undefined;
  }

  // Frames

  /** Takes in the next frame: its I420 `samples` without gaps, an index of their `matrix`, whether they are of full
   * range, how it is to be turned, and when it was taken, in whole microseconds. A frame for which the queue has no room
   * is lost; one after the game's end is left out. */
  see({ samples, width, height, ...frame }) {
    const [half, area] = [Math.ceil(width / 2), width * height];
    const places = [0, width, area, half, area + half * Math.ceil(height / 2), half];
    this.#enqueue({
      ...frame, way: "planes", format: formats.indexOf("I420"), width, height, places, samples: new Uint8Array(samples),
    });
  }

  /** Whether this worker makes frames of a camera's track. */
  canProcess() {
    return "MediaStreamTrackProcessor" in self;
  }

  /** Has the frames of a stream seen until it ends, or `stop()`; their times begin at `start`, in microseconds. */
  watch({ readable, start }) {
    this.#incoming.watch(readable, start).catch(stumble);
  }

  /** The same of a camera's track. */
  watchTrack({ track, start }) {
    this.#incoming.watchTrack(track, start).catch(stumble);
  }

  /** Has a picture of the camera seen, which was taken at a `time`, in microseconds. */
  take({ picture, size, time }) {
    return this.#incoming.take(picture, size, time);
  }

  /** Has no more frames taken in. */
  stop() {
    this.#incoming.stop();
  }

  #enqueue(frame) {
    if (!this.#isPlaying) return;
    const size = `${frame.width}x${frame.height}`;
    this.#size ??= size;
    if (this.#size !== size) {
      if (!this.#hasOtherSize) this.#report({ kind: "otherSize", time: frame.time });
      this.#hasOtherSize = true;
      return;
    }
    if (this.#queue.length > 0 && frame.time - this.#queue[0].time >= maximumSpan) {
      this.#module.call.toss_lose(frame.time);
      this.#incoming.giveBack(frame.samples);
      this.#reportEvents();
      return;
    }
    this.#queue.push(frame);
    this.#proceed();
  }

  /** Ends the game, once all its frames are seen. */
  async finish() {
    const { call } = this.#module;
    this.#incoming.stop();
    await this.#allSeen();
    this.#isPlaying = false;
    call.toss_finish();
    this.#reportEvents();
    await this.#allSeen();
  }

  // What the player knows better

  /** Takes in where the bag of a throw rests, one of `outcomes`. */
  correct({ number, outcome }) {
    this.#module.call.toss_correct(number, outcomes.indexOf(outcome));
    this.#reportEvents();
  }

  /** Takes in that what was reported as a throw was not one. */
  withdraw({ number }) {
    this.#module.call.toss_withdraw(number);
    this.#reportEvents();
  }

  /** Takes in where the board is. Returns whether a board can be seen so.
   *
   * @param corners `x` and `y` of the far left, far right, near right and near left one, normalized to the upright
   *    picture. */
  putBoard({ corners }) {
    if (corners.length !== 8) throw new Error(`${corners.length / 2} corners`);
    this.#module.numbers(this.#module.call.toss_corners(), 8).set(corners);
    const isRefused = this.#module.call.toss_put_board() > 0;
    this.#sceneTime = -Infinity;
    this.#reportEvents();
    return !isRefused;
  }

  /** Has the board looked for again. */
  forgetBoard() {
    this.#module.call.toss_forget_board();
    this.#reportEvents();
  }

  // What is known

  /** The throws of the game so far, each with its path. */
  throwsMade() {
    return this.#module.list(this.#module.call.toss_throws(), toss).map((made) => this.#withPath(made));
  }

  /** What the throws of each style had in common. */
  styles() {
    return this.#module.list(this.#module.call.toss_styles(), styleSum);
  }

  /** The score; see `scene` of the interface. */
  score() {
    return this.#module.list(this.#module.call.toss_scene(), scene)[0];
  }

  /** The pictures from one time to another, in microseconds, as far as they are still there. */
  replay({ first, last }) {
    return this.#recent.between(first, last);
  }

  /** The game's record, as JSON. */
  record() {
    return this.#written(this.#module.call.toss_record());
  }

  /** The game's report, as HTML.
   *
   * @param options `units`, "metric" or "imperial"; when the game `began`, as ISO 8601 has it, the same `date` in words,
   *    and the address of a picture of the `field` as data, if there is one. */
  report(options) {
    const text = new TextEncoder().encode(JSON.stringify(options));
    const pointer = this.#module.call.memory_allocate(text.byteLength);
    this.#module.bytes(pointer, text.byteLength).set(text);
    const count = this.#module.call.toss_report(pointer, text.byteLength);
    this.#module.call.memory_free(pointer);
    return this.#written(count);
  }

  #written(count) {
    return new TextDecoder().decode(this.#module.bytes(this.#module.call.toss_written(), count));
  }

  /** The last run of each network since this was called first, and how long it took, in milliseconds. */
  inspect() {
    this.#runs ??= {};
    return { runs: this.#runs, way: this.#way, memory: this.#module.size + this.#networks.size };
  }

  /** Nobody looks inside any more. */
  leaveInside() {
    this.#runs = undefined;
  }

  /** The hash over the bits of all events so far, and how many bytes both instances of the module work in. */
  state() {
    const [{ low, high }] = this.#module.list(this.#module.call.toss_hash(), eventHash);
    const hash = ((BigInt(high) << 32n) | BigInt(low)).toString(16);
    return { hash, memory: this.#module.size + this.#networks.size };
  }

  #allSeen() {
    return new Promise((resolve) => {
      this.#whenSeen = resolve;
      this.#proceed();
    });
  }

  /** Has the next step made in a task of its own. */
  #proceed() {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#wake.port2.postMessage(null);
  }

  #step() {
    const { call } = this.#module;
    this.#ask();
    if (call.toss_waits()) return;
    const frame = this.#queue.shift();
    if (frame) {
      if (call.toss_wants(frame.time, (this.#queue.at(-1) ?? frame).time)) this.#look(frame);
      this.#incoming.giveBack(frame.samples);
      this.#reportEvents();
      this.#ask();
      this.#proceed();
    } else {
      this.#whenSeen?.();
      this.#whenSeen = undefined;
    }
  }

  #look({ samples, way, time, ...described }) {
    const { call } = this.#module;
    const began = performance.now();
    this.#module.bytes(call.frame_memory(samples.byteLength), samples.byteLength).set(samples);
    describe(this.#module, described);
    call.toss_see(time);
    this.#keepPicture(time);
    this.#way = way;
    const paths = this.#module.list(call.toss_paths(), shownPoint);
    const now = this.#isSceneDue(time) ? this.#scene() : {};
    this.#report({
      kind: "seen", time, took: performance.now() - began, way, waiting: this.#queue.length, paths, ...now,
    });
  }

  #keepPicture(time) {
    const { call } = this.#module;
    const pointer = call.toss_picture();
    const [width, height] = [call.toss_picture_width(), call.toss_picture_height()];
    this.#recent.add(time, { width, height, pixels: this.#module.bytes(pointer, 3 * width * height).slice() });
  }

  #isSceneDue(time) {
    if (time < this.#sceneTime + sceneInterval) return false;
    this.#sceneTime = time;
    return true;
  }

  #scene() {
    const { call } = this.#module;
    return {
      scene: this.score(),
      board: this.#module.list(call.toss_board(), board)[0],
      people: this.#module.list(call.toss_people(), person),
    };
  }

  /** Has the network run that is wanted most, if one is. */
  #ask() {
    if (this.#isAsked || !this.#module.call.toss_next()) return;
    this.#isAsked = true;
    this.#run().catch(stumble);
  }

  async #run() {
    const { call } = this.#module;
    const game = this.#game;
    const network = call.toss_network();
    const [width, height] = [call.toss_input_width(), call.toss_input_height()];
    const count = width * height * (networks[network] === "styles" ? 4 : 3);
    const input = this.#module.bytes(call.toss_input(), count).slice();
    const shown = this.#runs && input.slice();
    const began = performance.now();
    const numbers = await this.#networks.run(network, width, height, input);
    if (this.#runs) {
      this.#runs[networks[network]] = { width, height, input: shown, numbers, took: performance.now() - began };
    }
    this.#isAsked = false;
    // Of an earlier game nothing is to be answered any more.
    if (game !== this.#game) return this.#proceed();
    const pointer = call.memory_allocate(numbers.byteLength);
    this.#module.bytes(pointer, numbers.byteLength)
      .set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    call.toss_answer(pointer, numbers.length);
    call.memory_free(pointer);
    this.#reportEvents();
    this.#ask();
    this.#proceed();
  }

  /** Reports what has become known, a throw with its path. */
  #reportEvents() {
    const { call } = this.#module;
    for (const one of this.#module.list(call.toss_events(), event)) {
      if (one.kind === "throwEnded" || one.kind === "throwChanged") {
        const [made] = this.#module.list(call.toss_throw(one.number), toss);
        this.#report({ ...one, toss: this.#withPath(made) });
      } else {
        this.#report(one);
      }
    }
  }

  #withPath(made) {
    return { ...made, path: this.#module.list(this.#module.call.toss_path(made.number), pathPoint) };
  }
}
