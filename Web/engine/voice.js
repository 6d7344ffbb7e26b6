// What the page may ask about spoken numbers.

import { load } from "./files.js";
import { candidate, hearings, moment, soundFrame, spokenReading, spokenWord } from "./interface.js";

/** What hears numbers: eight megabytes that only who answers by voice needs, and half a megabyte. */
const files = { encoder: "whisper-encoder.safetensors", head: "number-head.safetensors" };

export class Voice {
  #module;
  #isLoaded = false;

  constructor(module) {
    this.#module = module;
  }

  /** Loads the networks that hear numbers, unless they are there.
   *
   * @param report Called with the share of them that has come.
   * @throws "numbers" where it fails, after which it may be called again. */
  async load(_, report) {
    if (this.#isLoaded) return;
    try {
      const [encoder, head] = await Promise.all([load(files.encoder, report), load(files.head)]);
      this.#module.takeIn(encoder, "voice_load_encoder");
      this.#module.takeIn(head, "voice_load_head");
    } catch (failure) {
      throw typeof failure === "string" ? "numbers" : failure;
    }
    this.#isLoaded = true;
  }

  /** Starts listening afresh: what was heard before says nothing of what comes. */
  begin() {
    this.#module.call.voice_begin();
  }

  /** Hears more of the sound, a `Float32Array` at 16 kHz. Answers with what became of it, one of `hearings`,
   * and with what was said, or is being said so far: `{isNumber, isCertain, isTooQuiet, confidence, candidates}`. */
  hear(samples) {
    const { call } = this.#module;
    const pointer = call.memory_allocate(samples.byteLength);
    this.#module.bytes(pointer, samples.byteLength)
      .set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const hearing = hearings[call.voice_append(pointer, samples.length)];
    call.memory_free(pointer);
    const [reading] = this.#module.list(call.voice_reading(), spokenReading);
    const candidates = this.#module.list(call.voice_candidates(), candidate);
    return { hearing, ...reading, candidates };
  }

  /** How the last reading came about, `{frames, moments, numbers, probabilityOfNone}`: the loudness of the
   * bands a hundred times a second, the likeliest word 25 times a second, the numbers that these may mean with
   * their words. `undefined` where nothing has been said. */
  inspect() {
    const { call } = this.#module;
    const frames = this.#module.list(call.voice_frames(), soundFrame).map(({ bands }) => bands);
    if (frames.length === 0) return undefined;
    const moments = this.#module.list(call.voice_moments(), moment);
    const numbers = this.#module.list(call.voice_considered(), candidate).map((number, index) => ({
      ...number, words: this.#module.list(call.voice_words(index), spokenWord).map(({ word }) => word),
    }));
    const [{ probabilityOfNone }] = this.#module.list(call.voice_reading(), spokenReading);
    return { frames, moments, numbers, probabilityOfNone };
  }
}
