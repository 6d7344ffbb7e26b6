// A pause: nothing is looked at or heard until somebody goes on.

import { hush } from "./voice.js";

const byId = (id) => document.getElementById(id);

/** Has the button for it stop a `stage`, and go on with it when the dialog is shut. */
export function offerPause(stage) {
  const dialog = byId("paused");
  byId("pause").addEventListener("click", () => {
    hush();
    stage.pause();
    dialog.showModal();
  });
  byId("resume").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => stage.goOn());
}
