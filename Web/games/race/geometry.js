// How a camera sees the board: the geometry that follows a finger or an animation frame. What is computed once
// for each frame that was seen comes from the engine.
//
// The board's plane has its origin in the board's middle and the board's radius as its unit; x goes to the right, y
// away from the player, z up from the table. The camera's axes go right, down and ahead. A lens is
// `{focal, center: [x, y]}` in pixels of the upright picture.
//
// A sight is `{plane, up}`: `plane` leads from the board's plane to pixels, nine numbers, row by row, whose third row
// is above 0 before the camera; `up` is what a step up from the table adds. A placing is `{right, away, there}`: the
// directions of the board's x and y, and where its middle is, from the camera.

import { extent, rim } from "./places.js";

const add = (a, b, share = 1) => a.map((one, axis) => one + share * b[axis]);
const scaled = (a, scale) => a.map((one) => one * scale);
const dot = (a, b) => a.reduce((sum, one, axis) => sum + one * b[axis], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const unit = (a) => scaled(a, 1 / Math.hypot(...a));

/** The sight of a placing. */
export function seen({ right, away, there }, { focal, center: [x, y] }) {
  const [across, along, origin, up] = [right, away, there, cross(right, away)].map((one) =>
    [focal * one[0] + x * one[2], focal * one[1] + y * one[2], one[2]]);
  return { plane: [0, 1, 2].flatMap((row) => [across[row], along[row], origin[row]]), up };
}

/** The same sight of a picture that is stretched to `wide` times its width and `high` times its height. */
export const stretched = ({ plane, up }, [wide, high]) => ({
  plane: plane.map((one, index) => one * [wide, high, 1][Math.floor(index / 3)]),
  up: [wide * up[0], high * up[1], up[2]],
});

/** The placing that a sight means, as `PlanePose` has it. */
export function placingOf({ plane }, { focal, center: [x, y] }) {
  const [right, away, there] = [0, 1, 2].map((column) => {
    const [a, b, c] = [plane[column], plane[column + 3], plane[column + 6]];
    return [(a - x * c) / focal, (b - y * c) / focal, c];
  });
  const size = (Math.hypot(...right) + Math.hypot(...away)) / 2;
  // The nearest axes at right angles: both give way by as much.
  const [one, other] = [unit(right), unit(away)];
  const [sum, difference] = [unit(add(one, other)), unit(add(one, other, -1))];
  return {
    right: unit(add(sum, difference)), away: unit(add(sum, difference, -1)), there: scaled(there, 1 / size),
  };
}

const upOf = ({ right, away }) => cross(right, away);

/** Moved over the table so that what was seen at one pixel is seen at another; where it was, if that is no
 * place of the table. */
export function slid(placing, from, to, { focal, center }) {
  const up = upOf(placing);
  const [start, end] = [from, to].map(([x, y]) => {
    const ray = [(x - center[0]) / focal, (y - center[1]) / focal, 1];
    return scaled(ray, dot(up, placing.there) / dot(up, ray));
  });
  return start[2] > 0 && end[2] > 0
    ? { ...placing, there: add(add(placing.there, end), start, -1) } : placing;
}

/** This many times as large, where it is. */
export const resized = (placing, factor) => ({ ...placing, there: scaled(placing.there, 1 / factor) });

/** Turned about its middle, counterclockwise as seen from above, in radians. */
export function turned({ right, away, there }, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { right: add(scaled(right, cos), away, sin), away: add(scaled(away, cos), right, -sin), there };
}

/** Tilted about its middle, so that the camera seems to look down more steeply, in radians. */
export function tilted(placing, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const about = ([x, y, z]) => [x, cos * y - sin * z, cos * z + sin * y];
  const moved = { right: about(placing.right), away: about(placing.away), there: placing.there };
  // Seen neither edge on nor from below.
  return dot(upOf(moved), unit(moved.there)) < -0.15 ? moved : placing;
}

/** A point counts as no farther outside of the picture than this many of its longer sides. */
const farthestOut = 2;
/** Nearer points are not seen, in board radii before the camera. */
const nearest = 0.05;
/** A board that is farther away is a dot, in its radii. */
const farthest = 30;

/** How far the board and any pawns on it are out of a picture at whose middle the lens looks; 0 where none of it is.
 * Less is better, also of a board that is next to the camera. */
export function outOfView({ right, away, there }, { focal, center }) {
  const up = cross(right, away);
  const longer = 2 * Math.max(...center);
  const sum = extent.reduce((sum, [x, y, z]) => {
    const point = add(add(add(there, right, x), away, y), up, z);
    if (point[2] < nearest) return sum + farthestOut + nearest - point[2];
    const out = center.map((half, axis) => Math.max(0, Math.abs((focal * point[axis]) / point[2]) - half) / longer);
    return sum + Math.min(farthestOut, Math.hypot(...out));
  }, 0);
  return sum / extent.length + Math.max(0, Math.hypot(...there) - farthest);
}

/** By how much rounding may differ, in the picture's longer sides. */
const rounding = 1e-6;

/** Where a board lies after it was moved by hand: where it was, if more of it would be out of view. */
export const movedInView = (before, after, lens) =>
  outOfView(after, lens) <= outOfView(before, lens) + rounding ? after : before;

/** The rectangle around points, `{x, y, width, height}`. */
export function rectAround(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The convex hull of points, in their order around it (Andrew, "Another efficient algorithm for convex hulls in two
 * dimensions", 1979, doi:10.1016/0020-0190(79)90072-3). */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = ([a, b], [c, d], [e, f]) => (c - a) * (f - b) - (d - b) * (e - a);
  const half = (some) => some.reduce((chain, point) => {
    while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
    return [...chain, point];
  }, []).slice(0, -1);
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** A sight, ready to draw with. */
export class Pose {
  #plane;
  #up;

  constructor({ plane, up }) {
    this.#plane = plane;
    this.#up = up;
  }

  /** The pose in a picture of some `size` that is shown `width` pixels wide. */
  static of({ sight, size }, width) {
    const scale = width / size.width;
    return new Pose(stretched(sight, [scale, scale]));
  }

  /** A camera that looks down at the board by `elevation`, in radians, from `distance` board radii, placed
   * so that all points `[x, y, z]` of `outline` just fit into `room`, `{x, y, width, height}`. */
  static above({ elevation, distance, outline, room }) {
    const [sin, cos] = [Math.sin(elevation), Math.cos(elevation)];
    const placing = { right: [1, 0, 0], away: [0, -sin, cos], there: [0, 0, distance] };
    const points = outline.map((point) => new Pose(seen(placing, { focal: 1, center: [0, 0] })).project(...point));
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const [left, right, top, bottom] = [
      Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const focal = Math.min(room.width / (right - left), room.height / (bottom - top));
    const center = [
      room.x + room.width / 2 - (focal * (left + right)) / 2,
      room.y + room.height / 2 - (focal * (top + bottom)) / 2,
    ];
    return new Pose(seen(placing, { focal, center }));
  }

  /** The pixel at which a point is seen. */
  project(x, y, z = 0) {
    const [h, up] = [this.#plane, this.#up];
    const depth = h[6] * x + h[7] * y + h[8] + up[2] * z;
    return [
      (h[0] * x + h[1] * y + h[2] + up[0] * z) / depth,
      (h[3] * x + h[4] * y + h[5] + up[1] * z) / depth,
    ];
  }

  /** How the plane lies around a point: the pixels that a step to the right, a step away and a step up are
   * wide and high, `{right, away, up}`. */
  around(x, y) {
    const small = 1e-4;
    const from = this.project(x, y);
    const step = (to) => [(to[0] - from[0]) / small, (to[1] - from[1]) / small];
    return {
      right: step(this.project(x + small, y)), away: step(this.project(x, y + small)),
      up: step(this.project(x, y, small)),
    };
  }

  /** How many pixels a ball of radius 1 at a point is wide, halved: what stands there is as large. */
  size(x, y) {
    const { right, away, up } = this.around(x, y);
    // The longest of the three is seen least from its end.
    return Math.max(Math.hypot(...right), Math.hypot(...away), Math.hypot(...up));
  }

  /** The direction in the plane that goes straight up in the picture at the board's middle. */
  get upwards() {
    const { right: [a, c], away: [b, d] } = this.around(0, 0);
    // (a b; c d) times the direction is (0, -1).
    const determinant = a * d - b * c;
    const [x, y] = [b / determinant, -a / determinant];
    const length = Math.hypot(x, y);
    return [x / length, y / length];
  }

  /** The rectangle in pixels that the board takes, `{x, y, width, height}`. */
  get bounds() {
    return this.#around(rim);
  }

  /** The same of the board and any pawns on it. */
  get extent() {
    return this.#around(extent);
  }

  #around(outline) {
    return rectAround(outline.map((point) => this.project(...point)));
  }
}
