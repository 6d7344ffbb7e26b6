// What dice on the board leave free of it: cubes at rest, and boxes of dice that roll or whose tops are not seen. Pure:
// dice come in, outlines in pixels go out.

import { withSides } from "../../shell/placement.js";
import { hull, rectAround } from "./geometry.js";

/** By this factor outlines are larger than what they are around. */
const margin = 1.05;
/** How far a die's shadow reaches, in its sides. */
const shadow = 1.5;

/** The outlines of all dice, as convex polygons in pixels.
 *
 * @param pose How the board is seen.
 * @param scene `{dice, seen}`, as `Board.lay` has them; each cube counts while a die is seen where it lies.
 * @param picture `{width, height}` of the picture, in the pose's pixels. */
export function dieOutlines(pose, { dice, seen }, { width, height }) {
  const cubes = dice.map((die) => cubeOutline(pose, die));
  const used = new Set();
  const boxes = seen.map((box) => {
    const middle = [(box.x + box.width / 2) * width, (box.y + box.height / 2) * height];
    const index = cubes.findIndex((cube) => contains(rectAround(cube), middle));
    if (index < 0) return boxOutline(box, width, height);
    used.add(index);
    return undefined;
  });
  return [...cubes.filter((_, index) => used.has(index)), ...boxes.filter(Boolean)];
}

/** The outlines of the shadows that cubes throw on the board. */
export const shadowOutlines = (pose, dice) =>
  dice.map((die) => hull(feet(die, shadow).map(([x, y]) => pose.project(x, y))));

function cubeOutline(pose, die) {
  const corners = feet(die, 1).flatMap(([x, y]) => [pose.project(x, y), pose.project(x, y, die.side)]);
  return grown(hull(corners));
}

/** The corners of its foot, `scale` times as large. */
function feet({ x, y, side, turn }, scale) {
  const half = (scale * side) / Math.SQRT2;
  return [1, 3, 5, 7].map((eighth) => {
    const angle = turn + (eighth * Math.PI) / 4;
    return [x + half * Math.cos(angle), y + half * Math.sin(angle)];
  });
}

function boxOutline(box, width, height) {
  const { x, y, width: wide, height: high } = withSides(box);
  const [left, right, top, bottom] = [x * width, (x + wide) * width, y * height, (y + high) * height];
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

function grown(outline) {
  const middle = [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
  return outline.map((point) => point.map((one, axis) => middle[axis] + margin * (one - middle[axis])));
}

const contains = ({ x, y, width, height }, [a, b]) => a >= x && b >= y && a <= x + width && b <= y + height;
