// Keeping on this device what hears answers by voice, before a child first needs it.

import { hears } from "../shell/listening.js";
import { words } from "../shell/words.js";

const byId = (id) => document.getElementById(id);
const [encoder, head] = ["whisper-encoder", "number-head"]
  .map((name) => new URL(`../${name}.safetensors`, import.meta.url));

const isKept = async () => Boolean(await globalThis.caches?.match(encoder).catch(() => undefined));

/** Shows whether it is kept; nothing where answers by voice are turned off. */
export async function showVoice() {
  byId("voice-kept").hidden = !hears() || !byId("microphone").checked;
  byId("microphone").closest("label").hidden = !hears();
  const isThere = await isKept();
  byId("keep-voice").hidden = isThere;
  byId("voice-state").textContent = isThere ? words.grownUps.voiceKept : "";
}

/** Fetches it, which the service worker keeps. */
export async function keepVoice(engine) {
  byId("keep-voice").disabled = true;
  try {
    if (!engine.isRunning) await engine.start();
    await engine.loadNumbers((share) => {
      byId("voice-state").textContent = words.grownUps.voiceComes(share);
    });
    // It may have come before there was a service worker.
    if (!(await isKept())) await Promise.all([fetch(encoder), fetch(head)]);
    await showVoice();
  } catch {
    byId("voice-state").textContent = words.grownUps.voiceFailed;
  }
  byId("keep-voice").disabled = false;
}
