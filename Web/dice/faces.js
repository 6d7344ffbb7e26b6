// Dice, drawn out of the symbols of index.html.

import { drawing, element } from "../shell/art.js";

export function die(value) {
  return drawing(
    "svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawing("use", { href: `#die-${value}` }));
}

export function blankDie() {
  return drawing(
    "svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawing("use", { href: "#die-body" }));
}

/** The six faces as buttons, with what a tap on one does. */
export function faceButtons(label, chosen) {
  return [1, 2, 3, 4, 5, 6].map((value) => {
    const button = element("button", { type: "button", "aria-label": label(value) }, die(value));
    button.addEventListener("click", () => chosen(value));
    return button;
  });
}
