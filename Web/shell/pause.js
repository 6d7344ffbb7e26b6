// A pause: nothing is looked at, heard or said until the dialog is shut.

const byId = (id) => document.getElementById(id);

/** Has the button for it call `pause()`, and `resume()` when the dialog is shut. */
export function offerPause({ pause, resume }) {
  const dialog = byId("paused");
  byId("pause").addEventListener("click", () => {
    pause();
    dialog.showModal();
  });
  byId("resume").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", resume);
}
