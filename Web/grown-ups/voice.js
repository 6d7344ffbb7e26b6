// Keeping on this device what hears answers by voice, before a child first needs it.

import { percent } from "../shell/formats.js";
import { hears } from "../shell/listening.js";
import { words } from "../shell/words.js";

const byId = (id) => document.getElementById(id);
const files = ["whisper-encoder", "number-head"].map((name) => new URL(`../${name}.safetensors`, import.meta.url));

async function isKept() {
  try {
    return (await Promise.all(files.map((file) => caches.match(file)))).every(Boolean);
  } catch {
    // The page may keep nothing, or isn't served securely.
    return false;
  }
}

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
      byId("voice-state").textContent = words.grownUps.voiceComes(percent(share));
    });
    // They may have been loaded before there was a service worker.
    if (!(await isKept())) await Promise.all(files.map((file) => fetch(file)));
    if (!(await isKept())) throw new Error("not kept");
    // The button that was pressed is hidden now.
    byId("grown-ups").querySelector("h1").focus({ preventScroll: true });
    await showVoice();
  } catch {
    byId("voice-state").textContent = words.grownUps.voiceFailed;
  }
  byId("keep-voice").disabled = false;
}
