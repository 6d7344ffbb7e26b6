// Frames on their way into the queue. Each is copied and closed at once: a camera has few buffers.

import { copy } from "../pixels.js";

/** Memory of frames that were seen, which is used again: a camera sends 40 MB a second. */
const maximumSpare = 4;

export class Incoming {
  #receive;
  #reader;
  /** A camera's track that is this worker's own. */
  #track;
  #spare = [];
  /** The time of the last frame, in microseconds: times rise. */
  #last = -Infinity;

  /** @param receive Called with each frame, as `Toss.see` takes it, in their order. */
  constructor(receive) {
    this.#receive = receive;
  }

  /** Takes in the frames of a stream of `VideoFrame`s until it ends, or `stop()`. Their times are their own, from `start`
   * on, in microseconds. */
  async watch(readable, start) {
    const reader = this.#reader = readable.getReader();
    let first;
    for (;;) {
      const { value: frame, done } = await reader.read();
      if (done) return;
      first ??= frame.timestamp;
      const size = { width: frame.displayWidth, height: frame.displayHeight };
      // Those of a stream that is left come until its track ends.
      if (this.#reader === reader) await this.take(frame, size, start + frame.timestamp - first);
      else frame.close();
    }
  }

  /** The same of a camera's track. */
  watchTrack(track, start) {
    this.#track = track;
    return this.watch(new MediaStreamTrackProcessor({ track }).readable, start);
  }

  /** Takes in a picture of a size, that was taken at a `time`, in microseconds. It is closed. */
  async take(picture, size, time) {
    let samples;
    const described = await copy(picture, size, (count) => (samples = this.#memory(count)));
    const whole = Math.round(time);
    // The same frame, or a clock that was set back.
    if (whole <= this.#last) return this.giveBack(samples);
    this.#last = whole;
    this.#receive({ ...described, samples, time: whole });
  }

  /** Takes in nothing more of what is watched. */
  stop() {
    this.#reader = undefined;
    this.#track?.stop();
    this.#track = undefined;
  }

  /** Times of another game begin again. */
  forget() {
    this.#last = -Infinity;
  }

  /** Takes back the memory of a frame that was seen. */
  giveBack(samples) {
    if (this.#spare.length < maximumSpare) this.#spare.push(samples);
  }

  #memory(count) {
    const index = this.#spare.findIndex(({ byteLength }) => byteLength === count);
    return index < 0 ? new Uint8Array(count) : this.#spare.splice(index, 1)[0];
  }
}
