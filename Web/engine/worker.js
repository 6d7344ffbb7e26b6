// The engine: the WebAssembly module with its networks, alone in a worker, so that the page moves
// while it works. Nothing is decided here; this carries frames, ink and answers to the module and
// brings back what it says.

import { Dice } from "./dice.js";
import { load } from "./files.js";
import { Ink } from "./ink.js";
import { Module } from "./module.js";
import { Plane } from "./plane.js";
import { Race } from "./race.js";
import { Voice } from "./voice.js";

/** The files of the game, and the share of its bytes that each has. */
const files = { "playfield.wasm": 0.34, "dice.safetensors": 0.52, "digits.safetensors": 0.14 };
/** The share of the game that has come; files may have come before the page listens. */
let progress = 0;
/** Reports it. */
let report = () => {};

/** Loads the files of the game, and reports how far they are. */
function loadAll() {
  const shares = {};
  return Promise.all(Object.keys(files).map((name) => load(name, (share) => {
    shares[name] = share;
    const sum = Object.entries(files).reduce((sum, [one, part]) => sum + part * (shares[one] ?? 0), 0);
    // In tenths: each is read out.
    const tenths = Math.floor(10 * sum + 1e-6) / 10;
    if (tenths > progress) report(progress = tenths);
  })));
}

async function start() {
  // Without https there is no crypto.subtle, which checks the files.
  if (!self.isSecureContext) throw "plain";
  if (typeof WebAssembly !== "object" || !crypto.subtle) throw "unable";
  const [wasm, dice, digits] = await loadAll();
  const module = await Module.instantiate(wasm);
  module.takeIn(dice, "dice_load");
  module.takeIn(digits, "ink_load");
  const race = new Race(module);
  return {
    dice: new Dice(module, race), ink: new Ink(module), plane: new Plane(module), race,
    voice: new Voice(module),
  };
}

/** The answer to a message of the page, which names what it calls as `area.name`. */
async function answer({ id, name, argument }) {
  const areas = await started;
  if (name === "load") return undefined;
  const [area, call] = name.split(".");
  if (!areas[area]?.[call]) throw new Error(`there is no ${name}`);
  return areas[area][call](argument, (progress) => self.postMessage({ id, progress }));
}

const started = start();
// Whoever asks something hears of it.
started.catch(() => {});

/** One after another: all share the module's memory. */
let last = Promise.resolve();

self.onmessage = ({ data }) => {
  if (data.name === "load") {
    report = (share) => self.postMessage({ id: data.id, progress: share });
    if (progress > 0) report(progress);
  }
  last = last.then(async () => {
    try {
      self.postMessage({ id: data.id, result: await answer(data) });
    } catch (failure) {
      if (typeof failure === "string") return self.postMessage({ id: data.id, failure });
      // The module has trapped, or returned a fault: its memory is worth nothing.
      setTimeout(() => {
        throw failure;
      });
    }
  });
};
