// Numbers of the board that dice hide, and where each is written once more. Pure: rectangles come in, places go out.

import { sectionCount } from "../../engine/interface.js";
import { isWithin, shared } from "../../shell/placement.js";
import { numberRect, pawnRect } from "./paint.js";
import { otherNumberPlaces } from "./places.js";

/** A number of which more is covered cannot be read, as a share of its area. */
const coverable = 0.2;

/** The numbers that dice hide: `[section, place]` of each, the place a point of the board's plane.
 *
 * @param pose How the board is seen.
 * @param scene `{dice, pawns, room}`: the rectangles that the dice take; the pawns, `{place}`; and the rectangle that is
 *   seen. All in pixels. */
export function repeatedNumbers(pose, { dice, pawns, room }) {
  const sections = Array.from({ length: sectionCount }, (_, index) => index + 1);
  const numbers = sections.map((section) => numberRect(pose, section));
  const covered = (rect) => Math.max(0, ...dice.map((die) => shared(die, rect) / (rect.width * rect.height)));
  const taken = [...dice, ...pawns.map(({ place }) => pawnRect(pose, place)), ...numbers];
  const found = [];
  for (const section of sections) {
    if (covered(numbers[section - 1]) <= coverable) continue;
    const place = otherNumberPlaces(section).find((place) => {
      const rect = numberRect(pose, section, place);
      return isWithin(rect, room) && !taken.some((other) => shared(other, rect) > 0);
    });
    if (!place) continue;
    found.push([section, place]);
    taken.push(numberRect(pose, section, place));
  }
  return found;
}
