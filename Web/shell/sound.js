// Short sounds of wood and bells, made as they are played. They are off together with Pip's voice, which
// waits for them; while Pip speaks they are soft.

import { keep, recall } from "./store.js";

/** Each sound is notes of a start in seconds, a pitch in Hz, and a length in seconds; `to` is the pitch
 * to which a note glides. */
const sounds = {
  tap: [{ at: 0, pitch: 420, to: 210, length: 0.07, shape: "triangle" }],
  hop: [{ at: 0, pitch: 660, to: 880, length: 0.09, shape: "triangle" }],
  rolled: [
    { at: 0, pitch: 520, to: 240, length: 0.08, shape: "triangle" },
    { at: 0.09, pitch: 440, to: 220, length: 0.08, shape: "triangle" },
    { at: 0.21, pitch: 620, to: 280, length: 0.1, shape: "triangle" },
  ],
  right: [
    { at: 0, pitch: 523.3, length: 0.3 }, { at: 0.09, pitch: 659.3, length: 0.3 },
    { at: 0.18, pitch: 784, length: 0.45 },
  ],
  // Two falling steps, as one says "oh well".
  wrong: [{ at: 0, pitch: 392, length: 0.3 }, { at: 0.16, pitch: 349.2, length: 0.45 }],
  star: [{ at: 0, pitch: 1318.5, length: 0.25 }, { at: 0.08, pitch: 1975.5, length: 0.5 }],
  step: [
    { at: 0, pitch: 523.3, length: 0.25 }, { at: 0.12, pitch: 659.3, length: 0.25 },
    { at: 0.24, pitch: 784, length: 0.25 }, { at: 0.36, pitch: 1046.5, length: 0.7 },
    { at: 0.36, pitch: 659.3, length: 0.7 }, { at: 0.5, pitch: 1568, length: 0.6 },
  ],
  secret: [
    { at: 0, pitch: 293.7, to: 880, length: 0.3 }, { at: 0.3, pitch: 1174.7, length: 0.2 },
    { at: 0.42, pitch: 880, length: 0.2 }, { at: 0.54, pitch: 1174.7, length: 0.4 },
  ],
};

const loudness = 0.16;
const softness = 0.04;

let context;
/** When the last sound ends, in seconds of the context. */
let end = 0;
/** What the context's clock showed when it was last seen to move, in seconds, and by when it has to move again, in
 * milliseconds of the page's clock: on a device without sound output it stands still, and nobody waits for that. */
let seen = 0;
let deadline = 0;
/** How far a context's clock may lag behind the page's, in milliseconds. */
const maximumLag = 1000;
/** By then a sound output has been opened, in seconds of the context: before, a block or two are computed ahead, and
 * the clock may stand still for seconds. */
const opened = 0.1;

export const isMuted = () => recall("muted") === true;

export const mute = (silent) => keep("muted", silent);

/** Lets sounds be heard from the first tap or key on, as browsers want it, and gives taps theirs. */
export function soundFromFirstTap() {
  for (const type of ["pointerup", "keydown", "click"]) addEventListener(type, wake, { capture: true });
  addEventListener("click", ({ target }) => {
    if (target.closest?.("button, a")) play("tap");
  });
}

function wake({ isTrusted }) {
  if (!isTrusted || isMuted()) return;
  context ??= new AudioContext();
  resume();
}

/** Has a context run that was suspended, or interrupted by another app. Without a way out it never does. */
function resume() {
  if (context && context.state !== "running" && !document.hidden) context.resume().catch(() => {});
}
document.addEventListener("visibilitychange", resume);

/** Plays a sound after those that are being played; a tap is left out then. Nothing waits for a context that
 * does not run: it would be heard much later. */
export function play(name) {
  if (context?.state !== "running" || isMuted() || document.hidden) return;
  const isTap = name === "tap";
  // It would be heard while Pip speaks.
  if (!isTap && context.currentTime < opened) return;
  const left = secondsLeft();
  if (isTap && left > 0) return;
  const start = context.currentTime + left;
  const volume = globalThis.speechSynthesis?.speaking ? softness : loudness;
  for (const note of sounds[name]) ring(note, start + note.at, volume);
  // The last note may still fade while the next sound begins.
  if (isTap) return;
  const length = Math.max(...sounds[name].map((note) => note.at + note.length / 2));
  end = start + length;
  expect(left + length);
}

/** How long it takes until the sounds that are being played have ended. */
export function secondsLeft() {
  if (context?.state !== "running") return 0;
  const left = end - context.currentTime;
  // A clock that only lags is waited for.
  if (context.currentTime > seen) expect(left);
  return Math.max(0, Math.min(left, (deadline - performance.now()) / 1000));
}

/** Gives the context's clock time to go on by so many seconds. */
function expect(left) {
  seen = context.currentTime;
  deadline = performance.now() + 1000 * left + maximumLag;
}

/** One note, as of a bar of wood that is struck. */
function ring({ pitch, to, length, shape = "sine" }, start, volume) {
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  if (to) tone.frequency.setValueAtTime(pitch, start).exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start)
    .linearRampToValueAtTime(volume, start + 0.008)
    .exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
