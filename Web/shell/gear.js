// What lies behind the gear: a panel over the picture, which a tap elsewhere or Escape shuts.

const byId = (id) => document.getElementById(id);

export class Gear {
  constructor() {
    const [gear, panel] = [byId("gear"), byId("tools")];
    gear.addEventListener("click", () => this.#show(panel.hidden));
    // Before the tool does its work: a dialog that it opens gives the focus back to the gear.
    panel.addEventListener("click", ({ target }) => {
      const tool = target.closest(".tool");
      // What is pressed or not shows what it does in the picture behind; the rest is done.
      if (tool && !tool.matches("[aria-pressed], .voice, #turn")) this.#show(false);
    }, { capture: true });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!panel.contains(target) && !gear.contains(target)) this.#show(false);
    });
    panel.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !panel.contains(relatedTarget) && relatedTarget !== gear) this.#show(false);
    });
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && !panel.hidden) this.#show(false);
    });
  }

  shut() {
    this.#show(false);
  }

  #show(isShown) {
    const panel = byId("tools");
    if (panel.hidden === !isShown) return;
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = !isShown;
    byId("gear").setAttribute("aria-expanded", isShown);
    if (hadFocus && !isShown) byId("gear").focus({ preventScroll: true });
  }
}
