// The path drawn as stepping stones, slices of a trunk, there and back.

import { starsToLearn } from "../../engine/interface.js";
import { drawing, element } from "../../shell/art.js";
import { words } from "../../shell/words.js";

/** What stands on each stone: dice with a sign, or numbers. */
const pictures = {
  countToFive: { numbers: "1–5" },
  countToTen: { numbers: "1–10" },
  addTwo: { dice: [4, 2], sign: "+" },
  addThree: { dice: [3, 5, 1], sign: "+" },
  addMore: { dice: [2, 6, 3, 5], sign: "+" },
  timesOnesAndTwos: { numbers: "×1 ×2" },
  timesFives: { numbers: "×5" },
  timesThreesFoursAndSixes: { numbers: "×3 ×4 ×6" },
  timesThreeDice: { dice: [4, 2, 6], sign: "×" },
};

/** Draws into `list` the steps as the engine knows them, and the flag at the end. */
export function drawPath(list, steps) {
  const goal = element("li", { class: "goal" }, flag());
  if (steps.every(({ isLearned }) => isLearned)) goal.append(pip("right"));
  list.replaceChildren(...steps.map((step) => element("li", {}, stoneLink(step))), goal);
}

/** A step that was just learned, and the `next` one if there is any. */
export function stepReached({ name }, next) {
  const text = element("p", {}, words.path.learned(words.path.steps[name]));
  const more = next && element("p", { class: "next" }, words.path.next(words.path.steps[next.name]));
  return [stone({ name, isLearned: true }), pip("right"), text, ...(more ? [more] : [])];
}

function stoneLink(step) {
  const { name, mode, stars, isLearned, isCurrent } = step;
  const state = isLearned
    ? words.path.isLearned : words.path.stars(Math.min(stars, starsToLearn), starsToLearn);
  const link = element(
    "a",
    { class: "step", ...(mode && { href: `#${mode}` }), ...(isCurrent && { "aria-current": "step" }) },
    stone(step), element("span", { class: "for-readers" }, `${words.path.steps[name]}. ${state}`));
  link.classList.toggle("learned", isLearned);
  if (isCurrent) link.append(pip("calm"));
  if (!isLearned && (isCurrent || stars)) link.append(slots(stars));
  return link;
}

/** A slice of a trunk, gilded once its step is learned. */
function stone({ name, isLearned }) {
  const top = "M60 14q30-2 46 11 12 11 3 25-14 18-49 18-37 0-49-18-8-14 4-25 16-10 45-11Z";
  return drawing(
    "svg", { class: "stone", viewBox: "0 0 120 92", "aria-hidden": "true" },
    drawing("path", { class: "bark", d: "M9 38q-4 12-1 26 9 24 52 24t52-24q3-14-1-26Z" }),
    drawing("path", { class: "top", d: top }),
    drawing("path", { class: "rings", d: "M60 21q24-1 38 9 8 8 2 17-12 13-40 13-29 0-40-13-6-9 3-17 13-9 37-9Z" }),
    picture(pictures[name]),
    ...(isLearned ? [star(60, 79, 0.95)] : []));
}

function picture({ numbers, dice, sign }) {
  if (numbers) return inRows(numbers.split(" "));
  const places = heaps[dice.length];
  const side = dice.length > 2 ? 21 : 27;
  return drawing(
    "g", {}, crayonSign(sign, ...(dice.length > 2 ? [33, 38] : [60, 38])),
    ...dice.map((value, index) => {
      const [x, y] = places[index];
      return drawing("use", { href: `#die-${value}`, x: x - side / 2, y: y - side / 2, width: side, height: side });
    }));
}

/** Where the middles of dice lie on a stone, by how many they are. */
const heaps = {
  2: [[34, 37], [86, 37]],
  3: [[71, 27], [59, 48], [83, 48]],
  4: [[59, 27], [82, 27], [59, 49], [82, 49]],
};

function crayonSign(sign, x, y) {
  const reach = 7;
  const arms = sign === "+"
    ? `M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`
    : `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}M${x + reach} ${y - reach}l${-2 * reach} ${2 * reach}`;
  return drawing("path", { class: "sign-mark", d: arms });
}

/** Numbers in one row, or in two where there are three of them. */
function inRows(numbers) {
  const rows = numbers.length > 2 ? [numbers.slice(0, 2), numbers.slice(2)] : [numbers];
  return drawing(
    "g", { class: "numbers", "font-size": rows.length > 1 ? 21 : numbers.length > 1 ? 25 : 29 },
    ...rows.map((row, index) => {
      const y = rows.length > 1 ? 36 + 20 * index : 47;
      return drawing("text", { x: 60, y, "text-anchor": "middle" }, row.join(" "));
    }));
}

const starShape = "M0-10 2.9-3.6 10-2.9 4.7 1.9 6.2 9 0 5.4-6.2 9-4.7 1.9-10-2.9-2.9-3.6Z";

function star(x, y, scale, isEarned = true) {
  return drawing(
    "path",
    { class: isEarned ? "star" : "star slot", d: starShape, transform: `translate(${x} ${y}) scale(${scale})` });
}

/** The stars of a step on the way, in an arc before its stone. */
function slots(stars) {
  return drawing(
    "svg", { class: "slots", viewBox: "0 0 120 26", "aria-hidden": "true" },
    ...Array.from({ length: starsToLearn }, (_, index) => {
      const across = index - (starsToLearn - 1) / 2;
      return star(60 + across * 18, 15 - across * across * 0.7, 0.8, index < stars);
    }));
}

function pip(mood) {
  return drawing(
    "svg", { class: "pip", "data-mood": mood, "aria-hidden": "true" }, drawing("use", { href: "#pip" }));
}

function flag() {
  return drawing(
    "svg", { class: "flag", viewBox: "0 0 120 92", "aria-hidden": "true" },
    drawing("ellipse", { class: "ground", cx: 56, cy: 80, rx: 26, ry: 6 }),
    drawing("path", { class: "pole", d: "M56 80V8" }),
    drawing("path", { class: "cloth", d: "M58 9q16-6 28 1t24 0v33q-12 7-24 0t-28-1Z" }),
    star(83, 27, 1.2));
}
