// What the page may ask about a game of bean-bag toss, and the queue of the frames that are to be seen.
//
// Frames are seen in order and one at a time, each in a task of its own, so that answers of networks are taken in between
// them. Where an answer is missing frames wait.

import { stumble } from "../stumble.js";
import { event, eventHash, networks, outcomes, pathPoint, timedPose, toss } from "./interface.js";

/** How much time the frames of the queue may span, in microseconds. */
const maximumSpan = 500_000;

export class Toss {
  #module;
  #networks;
  #report;
  #queue = [];
  /** Counts the games, so that an answer of an earlier one is known. */
  #game = 0;
  #isPlaying = false;
  /** Of all frames of a game. */
  #size;
  #isDue = false;
  #isAsked = false;
  /** Wakes the next task; timers would be put off. */
  #wake = new MessageChannel();
  /** Resolves once all frames are seen. */
  #whenSeen;

  /** @param report Called with what becomes known, and with `{ kind: "seen", time, took }` for each frame: when it was
   *    taken, in microseconds, and how long it took, in milliseconds; `{ kind: "otherSize", time }` for a frame of another
   *    size than those before, which is left out. */
  constructor(module, networks, report) {
    this.#module = module;
    this.#networks = networks;
    this.#report = report;
    this.#wake.port1.onmessage = () => {
      this.#isDue = false;
      this.#step();
    };
  }

  /** Begins to watch a game, whatever became of the last one. */
  begin({ isCornhole }) {
    this.#queue = [];
    this.#game += 1;
    this.#isPlaying = true;
    this.#size = undefined;
    this.#whenSeen?.();
    this.#whenSeen = undefined;
    this.#module.call.toss_begin(isCornhole);
  }

  /** Takes in the next frame: its I420 `samples` without gaps, an index of their `matrix`, whether they are of full
   * range, how it is to be turned, and when it was taken, in whole microseconds. A frame for which the queue has no room
   * is lost; one after the game's end is left out. */
  see(frame) {
    if (!this.#isPlaying) return;
    const { width, height, samples } = frame;
    this.#size ??= `${width}x${height}`;
    if (this.#size !== `${width}x${height}`) {
      this.#report({ kind: "otherSize", time: frame.time });
      return;
    }
    const count = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    if (samples.byteLength !== count) throw new Error(`a frame has ${samples.byteLength} bytes instead of ${count}`);
    if (this.#queue.length > 0 && frame.time - this.#queue[0].time >= maximumSpan) {
      this.#module.call.toss_lose(frame.time);
      this.#reportEvents();
      return;
    }
    this.#queue.push(frame);
    this.#proceed();
  }

  /** Ends the game, once all its frames are seen. */
  async finish() {
    const { call } = this.#module;
    await this.#allSeen();
    this.#isPlaying = false;
    call.toss_finish();
    this.#reportEvents();
    await this.#allSeen();
  }

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

  /** Takes in where the board is.
   *
   * @param corners `x` and `y` of the far left, far right, near right and near left one, normalized to the upright
   *    picture. */
  putBoard({ corners }) {
    if (corners.length !== 8) throw new Error(`${corners.length / 2} corners`);
    this.#module.numbers(this.#module.call.toss_corners(), 8).set(corners);
    this.#module.call.toss_put_board();
    this.#reportEvents();
  }

  /** The thrower's joints around the release of a throw. */
  poses({ number }) {
    return this.#module.list(this.#module.call.toss_poses(number), timedPose);
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
      this.#reportEvents();
      this.#ask();
      this.#proceed();
    } else {
      this.#whenSeen?.();
      this.#whenSeen = undefined;
    }
  }

  #look({ samples, width, height, matrix, isFullRange, orientation, time }) {
    const { call } = this.#module;
    const began = performance.now();
    this.#module.bytes(call.toss_frame(width, height), samples.byteLength).set(new Uint8Array(samples));
    call.toss_see(matrix, isFullRange, orientation, time);
    this.#report({ kind: "seen", time, took: performance.now() - began });
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
    const numbers = await this.#networks.run(network, width, height, input);
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
        this.#report({ ...one, toss: { ...made, path: this.#module.list(call.toss_path(one.number), pathPoint) } });
      } else {
        this.#report(one);
      }
    }
  }
}
