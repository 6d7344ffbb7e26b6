// The question what a die really shows.

import { words } from "../shell/words.js";
import { faceButtons } from "./faces.js";

const byId = (id) => document.getElementById(id);

/** Asks which face it really is, where `hasFaces`, or whether it is a die at all, where `mayBeNone`. Ends
 * with a value, `null` for "that is no die", or `undefined`. */
export function askFace(title, { hasFaces = true, mayBeNone = true }) {
  const dialog = byId("fix");
  byId("fix-title").textContent = title;
  byId("fix-faces").hidden = !hasFaces;
  byId("fix-none").hidden = !mayBeNone;
  return new Promise((resolve) => {
    let choice;
    const choose = (value) => {
      choice = value;
      dialog.close();
    };
    byId("fix-faces").replaceChildren(...faceButtons(words.fix.face, choose));
    byId("fix-none").onclick = () => choose(null);
    byId("fix-close").onclick = () => choose(undefined);
    dialog.onclick = (event) => {
      if (event.target === dialog) choose(undefined);
    };
    dialog.onclose = () => resolve(choice);
    dialog.showModal();
  });
}
