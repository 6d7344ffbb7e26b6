// Pip's voice: the browser's own. Only voices of this device speak; those that send the words to a
// server would break the promise that nothing leaves it.

import { isMuted, secondsLeft } from "./sound.js";
import { language } from "./words.js";

const synthesis = globalThis.speechSynthesis;
/** Speech that has not started by then never will, in milliseconds. */
const startTimeout = 1000;
let ending = () => {};

/** Voices that sing, whisper or ring: Apple's list begins with them. */
const novelties = new Set([
  "Albert", "Bad News", "Bahh", "Bells", "Boing", "Bubbles", "Cellos", "Deranged", "Fred", "Good News",
  "Hysterical", "Jester", "Junior", "Organ", "Pipe Organ", "Ralph", "Superstar", "Trinoids", "Whisper",
  "Wobble", "Zarvox",
]);

/** The browser's default, if it speaks this language; else an ordinary voice, else any. */
function voice() {
  const voices = (synthesis?.getVoices() ?? [])
    .filter((one) => one.localService && one.lang.startsWith(language));
  // Some browsers name the language, too: "Albert (English (US))".
  const isOrdinary = (one) => !novelties.has(one.name.replace(/ \(.*/, ""));
  return voices.find((one) => one.default) ?? voices.find(isOrdinary) ?? voices[0];
}

/** Whether it is speaking, or about to. */
let speaks = false;

/** Whether the page is to be heard: its voice, or the sounds before it. */
export const isSpeaking = () => speaks || secondsLeft() > 0;

/** Lets Pip be heard from the first tap or key on: iOS drops each utterance, without an event, until one was
 * spoken while a touch was handled (WebKit's RequireUserGestureForSpeechStart). An empty one is enough. */
export function speakFromFirstTap() {
  const types = ["click", "touchend", "keydown"];
  const end = () => {
    for (const type of types) removeEventListener(type, unlock, { capture: true });
  };
  const unlock = ({ isTrusted }) => {
    if (!isTrusted) return;
    // A tap that ends a scroll gives no permission, and the utterance is dropped: the next tap tries again.
    synthesis.speak(Object.assign(new SpeechSynthesisUtterance(""), { onend: end, onerror: end }));
  };
  if (synthesis) for (const type of types) addEventListener(type, unlock, { capture: true });
}

export function hush() {
  ending();
  synthesis?.cancel();
}

/** Says `text`, in place of what was being said, once sounds have ended; ends when it is said, or at
 * once where none can. */
export function say(text) {
  hush();
  const speaker = isMuted() ? undefined : voice();
  if (!speaker || document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const speech = new SpeechSynthesisUtterance(text);
    speech.voice = speaker;
    speech.lang = speaker.lang;
    speech.rate = 0.95;
    speech.pitch = 1.25;
    let timer;
    speaks = true;
    const end = () => {
      clearTimeout(timer);
      // What was cut off may report its end while the next is spoken.
      if (ending === end) speaks = false;
      resolve();
    };
    ending = end;
    const begin = () => {
      const left = secondsLeft();
      if (left > 0) {
        timer = setTimeout(begin, 1000 * left);
        return;
      }
      timer = setTimeout(end, startTimeout);
      speech.onstart = () => {
        if (ending !== end) return;
        clearTimeout(timer);
        speaks = true;
        // Some browsers never report the end.
        timer = setTimeout(end, 1500 + 120 * text.length);
      };
      speech.onend = speech.onerror = end;
      synthesis.speak(speech);
    };
    // The sound of what is spoken about may begin just after this.
    timer = setTimeout(begin);
  });
}
