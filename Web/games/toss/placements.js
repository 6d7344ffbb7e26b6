// How the phone is to be placed, drawn: from above, player and board with the phone to the side.

import { drawing, element } from "../../shell/art.js";

/** @param texts What is said of either court. */
export const placements = ({ far, practice }) => [placement(170, far), placement(110, practice)];

/** A court of a length in the drawing, with its phone below its middle. */
function placement(length, text) {
  const left = 110 - length / 2;
  const phone = 48 + length * 0.55;
  const court = drawing(
    "svg", { viewBox: "0 0 220 160", "aria-hidden": "true" },
    drawing("path", { d: `M110 ${phone} ${left - 26} 14H${194 + (length - 170) / 2}Z`, fill: "#ffc845", opacity: 0.35 }),
    drawing("path", { d: `M${left} 40H${left + length}`, class: "lane" }),
    // The player, and the bag's way.
    drawing("circle", { cx: left, cy: 36, r: 9, class: "player" }),
    drawing("path", { d: `M${left + 8} 30Q${110} ${-8} ${left + length - 12} 36`, class: "flight" }),
    drawing("rect", { x: left + length - 20, y: 28, width: 34, height: 20, rx: 3, class: "wood" }),
    drawing("circle", { cx: left + length + 4, cy: 38, r: 4, class: "hole" }),
    // The phone on its tripod.
    drawing("path", { d: `M110 ${phone + 4}l-12 18M110 ${phone + 4}l12 18M110 ${phone + 4}v20`, class: "legs" }),
    drawing("rect", { x: 98, y: phone - 6, width: 24, height: 12, rx: 3, class: "phone" }));
  return element("figure", {}, court, element("figcaption", {}, text));
}
