// The engine: the WebAssembly module with its networks, alone in a worker, so that the page moves
// while it works. Nothing is decided here; this carries frames, ink and answers to the module and
// brings back what it says.

import { Dice } from "./dice.js";
import { Ink } from "./ink.js";
import { Module } from "./module.js";
import { Race } from "./race.js";
import { loadAll, serve } from "./service.js";
import { Voice } from "./voice.js";

/** The files of the game, and the share of its bytes that each has. */
const files = { "playfield.wasm": 0.34, "dice.safetensors": 0.52, "digits.safetensors": 0.14 };

async function start() {
  const [wasm, dice, digits] = await loadAll(files);
  const module = await Module.instantiate(wasm);
  module.takeIn(dice, "dice_load");
  module.takeIn(digits, "ink_load");
  const race = new Race(module);
  return {
    dice: new Dice(module, race), ink: new Ink(module), race, voice: new Voice(module),
  };
}

serve(start());
