// The engine that sees the table, in a worker and an instance of the module of its own, so that no frame of a table that
// is followed waits for the dice network.

import { Module } from "./module.js";
import { Plane } from "./plane.js";
import { loadAll, serve } from "./service.js";

async function start() {
  const [wasm] = await loadAll({ "playfield.wasm": 1 });
  return { plane: new Plane(await Module.instantiate(wasm)) };
}

serve(start());
