// Bars, a day each: right answers filled, wrong ones hatched on top, below them the minutes played.

import { drawing } from "../shell/art.js";
import * as formats from "../shell/formats.js";
import { words } from "../shell/words.js";

const rightColour = "#2f7d3c";

/** @param days As `log/tally.js` counts them, in order of time. */
export function chart(days) {
  const [width, height, foot] = [Math.max(320, days.length * 46), 186, 50];
  const floor = height - foot;
  const most = Math.max(1, ...days.map((one) => one.right + one.wrong));
  const scale = (floor - 16) / most;
  const step = Math.min(80, width / Math.max(1, days.length));
  const wide = step * 0.64;

  const bar = (x, top, high, fill) => drawing("rect", { x, y: top, width: wide, height: high, fill });
  const text = (x, y, said, anchor = "middle") =>
    drawing("text", { x, y, "text-anchor": anchor }, said);
  const key = (x, fill, said) => [
    drawing("rect", { x, y: height - 12, width: 10, height: 10, fill }),
    text(x + 14, height - 3, said, "start"),
  ];

  const svg = drawing(
    "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label(days) });
  svg.append(hatching());
  days.forEach((one, index) => {
    const { right, wrong, minutes } = one;
    const x = index * step + (step - wide) / 2;
    const middle = x + wide / 2;
    const top = floor - (right + wrong) * scale;
    svg.append(
      drawing(
        "g", {}, drawing("title", {}, dayLabel(one)),
        bar(x, floor - right * scale, right * scale, rightColour),
        bar(x, top, wrong * scale, "url(#hatch)")),
      text(middle, top - 4, formats.number(right + wrong)),
      text(middle, floor + 13, formats.shortDate(beginning(one))),
      text(middle, floor + 26, formats.minutes(minutes)));
  });
  svg.append(
    ...key(4, rightColour, words.grownUps.rightKey),
    ...key(64, "url(#hatch)", words.grownUps.wrongKey));
  return svg;
}

const label = (days) => [words.grownUps.days, ...days.map(dayLabel)].join(". ");

function dayLabel(one) {
  const { right, wrong, minutes } = one;
  return words.grownUps.dayLabel(formats.longDate(beginning(one)), right, wrong, formats.minutes(minutes));
}

const beginning = ({ day }) => new Date(`${day}T00:00`);

function hatching() {
  const size = { width: 6, height: 6 };
  return drawing(
    "defs", {}, drawing(
      "pattern",
      { id: "hatch", ...size, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      drawing("rect", { ...size, fill: "#f3c9b4" }),
      drawing("rect", { width: 3, height: 6, fill: "#b23a1e" })));
}
