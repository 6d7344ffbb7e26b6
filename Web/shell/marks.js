// The marks on what was found in the picture: drawn over it, and picked by a tap near one.

import { element } from "./art.js";
import { besides, boxOnScreen } from "./placement.js";

/** How near, in CSS pixels, a tap on a small mark must be. */
const reach = 24;

/** The size of a label beside a die, in CSS pixels: half as high as the die. */
function labelSize(text, die) {
  const height = Math.round(Math.min(34, Math.max(15, Math.min(die.width, die.height) / 2)));
  return { width: Math.round(height * (0.5 + 0.5 * text.length)), height };
}

export class Marks {
  #layer;
  #found = [];
  #picture = { x: 0, y: 0, width: 0, height: 0 };
  #view = this.#picture;
  /** The place of each label beside its die, by key. */
  #places = new Map();

  constructor(layer) {
    this.#layer = layer;
  }

  clear() {
    this.draw([]);
  }

  /** Lays the marks on a picture that lies at the rectangle `picture`, their labels within `view`. */
  layOut(picture, view) {
    this.#picture = picture;
    this.#view = view;
    this.#places.clear();
    this.draw(this.#found);
  }

  /** Marks what was found: `{key, box, label, kind}`, boxes normalized to the picture. */
  draw(found) {
    this.#found = found;
    const old = new Map([...this.#layer.children].map((mark) => [mark.dataset.key, mark]));
    const drawn = found.map(({ key, box, kind }) => {
      const name = String(key);
      const mark = old.get(name) ?? this.#layer.appendChild(element("div", { "data-key": name }));
      old.delete(name);
      mark.className = `mark ${kind ?? ""}`;
      Object.assign(mark.style, {
        left: `${box.x * 100}%`, top: `${box.y * 100}%`,
        width: `${box.width * 100}%`, height: `${box.height * 100}%`,
      });
      return mark;
    });
    for (const mark of old.values()) mark.remove();
    this.#label(drawn);
  }

  #label(marks) {
    const dice = this.#found.map(({ box }) => boxOnScreen(box, this.#picture));
    const texts = this.#found.map(({ label }) => (label === undefined ? undefined : String(label)));
    const sizes = texts.map((text, index) => text && labelSize(text, dice[index]));
    const before = this.#found.map(({ key }) => this.#places.get(key));
    besides(dice, sizes, this.#view, before).forEach((place, index) => {
      const mark = marks[index];
      if (!place) return mark.replaceChildren();
      this.#places.set(this.#found[index].key, place.place);
      const label = mark.firstElementChild ?? mark.appendChild(element("b"));
      if (label.textContent !== texts[index]) label.textContent = texts[index];
      const { width, height } = sizes[index];
      Object.assign(label.style, {
        left: `${place.x - dice[index].x}px`, top: `${place.y - dice[index].y}px`,
        width: `${width}px`, height: `${height}px`, fontSize: `${height * 0.78}px`,
      });
    });
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
