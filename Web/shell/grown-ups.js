// For grown-ups: how it goes over time, the table to save, the eraser.

import { drawing, element } from "./art.js";
import * as progress from "./progress.js";
import { word, words } from "./words.js";

const byId = (id) => document.getElementById(id);
const mostDays = 14;
const mostRows = 50;
const rightColour = "#2f7d3c";

export class GrownUps {
  #eraseSure = 0;

  constructor() {
    byId("export").addEventListener("click", save);
    byId("erase").addEventListener("click", () => this.#erase());
  }

  open() {
    this.#askOnce();
    const list = progress.all();
    const trouble = progress.whyNotKept();
    byId("storage-trouble").hidden = !trouble;
    byId("storage-trouble").textContent = trouble ? words.grownUps[trouble] : "";
    byId("no-answers").hidden = list.length > 0;
    byId("no-answers").textContent = words.grownUps.none;
    byId("progress").hidden = list.length === 0;
    byId("kept").hidden = list.length === 0;
    byId("export").disabled = list.length === 0;
    const { answers, right, first } = progress.sums(list);
    byId("sum-answers").textContent = answers;
    byId("sum-right").textContent = right;
    byId("sum-first").textContent = first;
    byId("days").replaceChildren(chart(progress.byDay(list).slice(-mostDays)));
    byId("latest").tBodies[0].replaceChildren(...list.slice(-mostRows).reverse().map(row));
  }

  /** Erases at the second tap, for what is erased is gone. */
  #erase() {
    if (!this.#eraseSure) {
      byId("erase").lastElementChild.textContent = words.grownUps.eraseSure;
      this.#eraseSure = setTimeout(() => this.#askOnce(), 4000);
      return;
    }
    progress.erase();
    this.open();
    byId("no-answers").textContent = words.grownUps.erased;
  }

  #askOnce() {
    clearTimeout(this.#eraseSure);
    this.#eraseSure = 0;
    byId("erase").lastElementChild.textContent = words.grownUps.erase;
  }
}

function save() {
  const url = URL.createObjectURL(
    new Blob([progress.table(progress.all())], { type: "text/csv;charset=utf-8" }));
  const link = element("a", { href: url, download: "playfield.csv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function row({ at, mode, dice, given, right }) {
  const cells = [
    new Date(at).toLocaleString(
      document.documentElement.lang, { dateStyle: "short", timeStyle: "short" }),
    word("mode")[mode] ?? mode, dice.join(" "), given,
    right ? `✓ ${words.grownUps.wasRight}` : `✗ ${words.grownUps.wasWrong}`,
  ];
  return element("tr", {}, ...cells.map((cell) => element("td", {}, `${cell}`)));
}

/** Bars, a day each: right answers filled, wrong ones hatched on top. */
function chart(days) {
  const [width, height, foot] = [Math.max(320, days.length * 46), 170, 34];
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
    "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.grownUps.days });
  svg.append(hatching());
  days.forEach(({ day, right, wrong }, index) => {
    const x = index * step + (step - wide) / 2;
    const middle = x + wide / 2;
    const top = floor - (right + wrong) * scale;
    svg.append(
      drawing(
        "g", {}, drawing("title", {}, words.grownUps.dayLabel(day, right, wrong)),
        bar(x, floor - right * scale, right * scale, rightColour),
        bar(x, top, wrong * scale, "url(#hatch)")),
      text(middle, top - 4, `${right + wrong}`),
      text(middle, floor + 14, `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`));
  });
  svg.append(
    ...key(4, rightColour, words.grownUps.rightKey),
    ...key(64, "url(#hatch)", words.grownUps.wrongKey));
  return svg;
}

function hatching() {
  const size = { width: 6, height: 6 };
  return drawing(
    "defs", {}, drawing(
      "pattern",
      { id: "hatch", ...size, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      drawing("rect", { ...size, fill: "#f3c9b4" }),
      drawing("rect", { width: 3, height: 6, fill: "#b23a1e" })));
}
