// What the engine makes of a film's frames, one after another, and who follows them.

import { orientation } from "../engine/orientation.js";
import { slowestClip, Source } from "./source.js";

/** How much of a clip may go by from one frame that is seen to the next, in seconds. */
const clipInterval = 0.15;
/** A film's speed changes only by more than this part: WebKit seeks each time that it is set. */
const rateStep = 0.25;
/** This many frames in a row may be gone before they can be copied. */
const maximumMisses = 30;

export class Looks {
  #source;
  #reader;
  #view;
  #events;
  /** How many frames in a row could not be copied. */
  #misses = 0;
  #follows;
  /** The signal of the view in which dice are being read, and of the one in which they were read last. */
  #reading;
  #read;
  #inspects = () => undefined;

  /** @param reader See `Stage`.
   * @param view Returns how the film is shown now: `{signal, isClip, isCamera, turns, mirrored}`; the signal is aborted when
   *   another one is, or another way.
   * @param events `state(state)` after each frame, `failed(problem)`. */
  constructor(source, reader, view, events) {
    this.#source = source;
    this.#reader = reader;
    this.#view = view;
    this.#events = events;
  }

  /** See `Stage`. */
  set inspects(inspects) {
    this.#inspects = inspects;
  }

  /** See `Stage`. */
  set follows(follows) {
    this.#follows = follows;
  }

  /** Begins with another film. */
  begin() {
    this.#misses = 0;
  }

  /** What the engine is asked of a picture, which is its to close. */
  request(picture) {
    const { turns, mirrored } = this.#view();
    return {
      picture, size: this.#source.boundedSize, orientation: orientation(turns, mirrored), inspect: this.#inspects(),
    };
  }

  /** Looks at the frame that is shown at `time`, in seconds. */
  async see(time) {
    const { size } = this.#source;
    const view = this.#view();
    const { signal, isClip } = view;
    if (!size) return;
    if (!Source.canRead(size)) return this.#events.failed(isClip ? "clip" : "tiny");
    const began = performance.now();
    const picture = await this.#copy(signal, isClip);
    if (!picture) return;
    if (signal.aborted) return picture.close();
    const request = { ...this.request(picture), time };
    const follows = this.#follows;
    const frame = { size, boundedSize: request.size, orientation: request.orientation, time };
    // Before a camera the table is followed while dice are read in an earlier frame; not where the dice must be those of
    // the frame, or were seen in another view.
    if (this.#reading) {
      if (!follows || follows.waits || this.#reading !== signal) return picture.close();
      await this.#showFollowed(follows, picture, frame, view);
      return;
    }
    const copy = follows && await copyOf(picture);
    if (signal.aborted) {
      picture.close();
      return copy?.close();
    }
    const isFirst = this.#read !== signal;
    const reading = this.#readDice(request, view);
    if (!copy || isClip || isFirst || follows.waits) {
      if (!await reading) return copy?.close();
    }
    if (copy) await this.#showFollowed(follows, copy, frame, view);
    // A clip can wait for a slow machine, which a camera cannot.
    const seconds = (performance.now() - began) / 1000;
    if (isClip) this.#setRate(Math.min(1, Math.max(slowestClip, clipInterval / seconds)));
  }

  /** Has dice be read in a frame. @returns Whether they were, and are still asked for. */
  async #readDice(request, { signal, isClip }) {
    this.#reading = signal;
    let state;
    try {
      state = await this.#reader.see(request);
    } catch (problem) {
      if (typeof problem !== "string") throw problem;
      // An engine that fails reports it itself.
      if (problem === "canvas" && !signal.aborted) this.#events.failed(problem);
      if (problem === "picture" && !signal.aborted) this.#events.failed(isClip ? "clip" : "camera");
      return false;
    } finally {
      this.#reading = undefined;
    }
    if (signal.aborted) return false;
    this.#read = signal;
    this.#events.state(state);
    return true;
  }

  async #copy(signal, isClip) {
    try {
      const picture = await this.#source.picture();
      this.#misses = 0;
      return picture;
    } catch {
      this.#misses += 1;
      if (this.#misses >= maximumMisses && !signal.aborted) this.#events.failed(isClip ? "clip" : "camera");
      return undefined;
    }
  }

  #setRate(rate) {
    const { video } = this.#source;
    if (Math.abs(rate / video.playbackRate - 1) > rateStep) video.playbackRate = rate;
  }

  /** Hands a frame to what follows it, which closes it. */
  async #showFollowed(follows, picture, frame, { turns, mirrored, isCamera }) {
    try {
      await follows.take({ ...frame, picture, turns, mirrored, isCamera, facesPlayer: this.#source.facesPlayer });
    } catch (problem) {
      // An engine that fails reports it itself.
      if (typeof problem !== "string") throw problem;
    }
  }
}

/** A copy of a picture, which is its owner's to close. */
export async function copyOf(picture) {
  return picture.clone?.() ?? createImageBitmap(picture);
}
