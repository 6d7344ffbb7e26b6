// The marks on what was found in the picture: drawn over it, and picked by a tap near one.

import { element } from "./art.js";

/** How near, in CSS pixels, a tap on a small mark must be. */
const reach = 24;

export class Marks {
  #layer;

  constructor(layer) {
    this.#layer = layer;
  }

  clear() {
    this.#layer.replaceChildren();
  }

  /** Marks what was found: `{key, box, label, kind}`, boxes normalized to the picture. */
  draw(found) {
    const old = new Map([...this.#layer.children].map((mark) => [mark.dataset.key, mark]));
    for (const { key, box, label, kind } of found) {
      const name = String(key);
      const mark = old.get(name) ?? this.#layer.appendChild(element("div", { "data-key": name }));
      old.delete(name);
      mark.className = `mark ${kind ?? ""} ${box.y < 0.15 ? "low" : ""}`;
      Object.assign(mark.style, {
        left: `${box.x * 100}%`, top: `${box.y * 100}%`,
        width: `${box.width * 100}%`, height: `${box.height * 100}%`,
      });
      if (label === undefined) mark.replaceChildren();
      else if (mark.textContent !== String(label)) mark.replaceChildren(element("b", {}, `${label}`));
    }
    for (const mark of old.values()) mark.remove();
  }

  /** The key of the mark that a tap at this place on the screen means; `undefined` where none is near. */
  pick({ clientX, clientY }) {
    const distance = (mark) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2)
        - Math.max(reach, (right - left) * 0.6);
    };
    const [nearest] = [...this.#layer.children].sort((a, b) => distance(a) - distance(b));
    return nearest && distance(nearest) < 0 ? nearest.dataset.key : undefined;
  }
}
