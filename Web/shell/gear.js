// What lies behind the gear: a panel over the picture, which a tap elsewhere or Escape shuts.

const byId = (id) => document.getElementById(id);

export class Gear {
  constructor() {
    const [gear, panel] = [byId("gear"), byId("tools")];
    gear.addEventListener("click", () => this.#show(panel.hidden));
    panel.addEventListener("click", (event) => {
      // What is pressed or not shows what it does in the picture behind; the rest is done.
      const tool = event.target.closest(".tool");
      if (tool && !tool.matches("[aria-pressed], .voice, #turn")) this.#show(false);
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!panel.contains(target) && !gear.contains(target)) this.#show(false);
    });
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.#show(false);
      gear.focus({ preventScroll: true });
    });
  }

  shut() {
    this.#show(false);
  }

  #show(isShown) {
    const panel = byId("tools");
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = !isShown;
    byId("gear").setAttribute("aria-expanded", isShown);
    if (hadFocus && !isShown) byId("gear").focus({ preventScroll: true });
  }
}
