// Where on the board everything is: pure geometry, in the board's plane (see geometry.js).

import { pawnHeight, pawnRing, sectionCount } from "../../engine/interface.js";

/** The sections: pawns stand between `inner` and `outer`, numbers lie beyond, up to the `edge`. */
export const ring = { inner: 0.22, pawns: 0.48, outer: pawnRing, numbers: 0.86, edge: 0.96 };
/** How thick the board is. */
export const thickness = 0.05;
/** A pawn from the table to its crown; how wide its foot and its head are, halved. */
export const pawnSize = { height: pawnHeight, head: 0.08, foot: 0.06 };
/** The size of a section's number. */
export const numberSize = 0.18;

/** Pawns of one section, by how many there are: to the right, and behind, as the player sees them. */
const rows = {
  1: [[0, 0]],
  2: [[-0.095, 0], [0.095, 0]],
  3: [[-0.095, -0.04], [0.095, -0.04], [0, 0.08]],
  4: [[0, -0.11], [-0.115, 0], [0.115, 0], [0, 0.1]],
};
/** On the far side pawns stand so much nearer to the middle, for they rise towards the numbers there. */
const farShift = 0.14;

/** The direction of a section's middle: clockwise as seen from above, section one nearest to the player. */
export const angle = (section) => -Math.PI / 2 - ((section - 1) * 2 * Math.PI) / sectionCount;

/** A point of the ring. */
export const polar = (radius, direction) => [radius * Math.cos(direction), radius * Math.sin(direction)];

/** Where the number of a section lies: outside of all pawns, so that none hides it. */
export const numberPlace = (section) => polar(ring.numbers, angle(section));

/** Where `count` pawns of one section stand, in their order. */
export const pawnPlaces = (section, count, upwards) =>
  rows[count].map((shift) => shifted(section, upwards, shift));

/** Where each pawn stands, by the sections of all; nowhere, where a pawn has none. */
export function standing(sections, upwards) {
  const taken = new Map();
  return sections.map((section) => {
    if (!section) return undefined;
    const place = taken.get(section) ?? 0;
    taken.set(section, place + 1);
    const count = sections.filter((other) => other === section).length;
    return pawnPlaces(section, count, upwards)[place];
  });
}

/** The outline of a section, as points of the plane. */
export function sectionOutline(section, steps = 12) {
  const half = Math.PI / sectionCount;
  const along = (radius, from, to) =>
    Array.from({ length: steps + 1 }, (_, index) =>
      polar(radius, angle(section) + from + ((to - from) * index) / steps));
  return [...along(ring.edge, -half, half), ...along(ring.inner, half, -half)];
}

/** A circle of the plane, as points. */
export const circle = (radius, [x, y] = [0, 0], steps = 72) =>
  Array.from({ length: steps }, (_, index) => {
    const [right, away] = polar(radius, (index * 2 * Math.PI) / steps);
    return [x + right, y + away];
  });

/** Points around the board. */
export const rim = circle(1).map(([x, y]) => [x, y, 0]);

/** Points around all that must be seen: the board, and any pawns on it. */
export const extent = [
  ...rim,
  ...circle(ring.outer).map(([x, y]) => [x, y, pawnSize.height]),
];

/** The same with the board's shadow. */
export const outline = [...extent, ...circle(1.06).map(([x, y]) => [x, y, -0.16])];

/** Where a section's number is written once more if a die hides it, the best place first: next to it on the board, then
 * towards the middle, then beyond the rim. */
export const otherNumberPlaces = (section) =>
  [[0.22, ring.numbers], [-0.22, ring.numbers], [0, 0.66], [0.2, 0.66], [-0.2, 0.66], [0, 1.12], [0.3, 1.12], [-0.3, 1.12]]
    .map(([turn, radius]) => polar(radius, angle(section) + turn));

function shifted(section, [upX, upY], [right, behind]) {
  const [x, y] = polar(1, angle(section));
  const up = behind - farShift * Math.max(0, x * upX + y * upY);
  return [ring.pawns * x + up * upX + right * upY, ring.pawns * y + up * upY - right * upX];
}
