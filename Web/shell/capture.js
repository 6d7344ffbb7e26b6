// In the audio thread: the microphone's sound at 16 kHz, in pieces of 50 ms.

import { Resampler } from "./resampler.js";

const rate = 16_000;
const piece = 800;

class Capture extends AudioWorkletProcessor {
  #resampler = new Resampler(sampleRate, rate);
  #samples = [];

  process([[channel]]) {
    // Without a channel nothing is connected, or no longer.
    if (!channel) return true;
    for (const sample of this.#resampler.append(channel)) this.#samples.push(sample);
    while (this.#samples.length >= piece) {
      const sound = Float32Array.from(this.#samples.splice(0, piece));
      this.port.postMessage(sound, [sound.buffer]);
    }
    return true;
  }
}

registerProcessor("capture", Capture);
