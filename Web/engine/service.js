// The worker's side of the engine, whatever it sees: loads the files, and answers the page's calls.

import { load } from "./files.js";
import { stumble } from "./stumble.js";

/** The share of the files that has come; files may have come before the page listens. */
let progress = 0;
/** Reports it. */
let report = () => {};

/** Loads files, and reports how far they are.
 *
 * @param shares Of each file its share of all bytes.
 * @throws "plain" or "unable" where the browser cannot, "missing" or "altered".
 */
export async function loadAll(shares) {
  // Without https there is no crypto.subtle, which checks the files.
  if (!self.isSecureContext) throw "plain";
  if (typeof WebAssembly !== "object" || !crypto.subtle) throw "unable";
  const loaded = {};
  return Promise.all(Object.keys(shares).map((name) => load(name, (share) => {
    loaded[name] = share;
    const sum = Object.entries(shares).reduce((sum, [one, part]) => sum + part * (loaded[one] ?? 0), 0);
    // In tenths: each is read out.
    const tenths = Math.floor(10 * sum + 1e-6) / 10;
    if (tenths > progress) report(progress = tenths);
  })));
}

/** Answers the messages of the page, each of which names what it calls as `area.name`.
 *
 * @param started Resolves to the areas by their names.
 */
export function serve(started) {
  // Whoever asks something hears of it.
  started.catch(() => {});

  async function answer({ id, name, argument }) {
    const areas = await started;
    if (name === "load") return undefined;
    const [area, call] = name.split(".");
    if (!areas[area]?.[call]) throw new Error(`there is no ${name}`);
    return areas[area][call](argument, (progress) => self.postMessage({ id, progress }));
  }

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
        stumble(failure);
      }
    });
  };
}
