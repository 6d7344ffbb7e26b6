// Where a picture and what is written beside its dice stand on the page. Pure: sizes come in, rectangles
// go out.
//
// A picture may be turned by quarters, clockwise, and then mirrored. What the network sees, what the
// page shows and where its boxes lie all speak of the picture after both.

/** The size of a picture once it is turned. */
export function turnedSize({ width, height }, turns) {
  return turns % 2 ? { width: height, height: width } : { width, height };
}

/** The rectangle around all of `boxes`. */
function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x, y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

const clamp = (value, a, b) => Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));

/** Where a length of the picture begins, so that `part` of it lies in the middle of `view`: no further off
 * than the picture goes on covering the room, or the view where it is too short for that; and `part`
 * within the view whatever comes. All in CSS pixels along one axis. */
function begin(length, room, view, part) {
  const middle = view.begin + view.length / 2 - (part.begin + part.length / 2);
  const covering = length >= room
    ? clamp(middle, room - length, 0) : clamp(middle, view.begin, view.begin + view.length - length);
  return clamp(covering, view.begin - part.begin, view.begin + view.length - part.begin - part.length);
}

/**
 * Where the whole picture lies on the screen: a rectangle that may well be larger than the room.
 *
 * It covers the room, and all dice lie in the view. Where dice are small it grows until they are as large
 * as is wanted, as long as all have room; where they lie far apart it shrinks until they have.
 *
 * @param picture The size of the picture after its turn.
 * @param room The size of the screen, in CSS pixels.
 * @param view The rectangle of the room on which nothing lies.
 * @param dice `boxes` of the dice, normalized to the picture; `side` that the smallest is to have at least,
 *   and the `clearance` around them for what is written beside them, in CSS pixels.
 */
export function crop(picture, room, view, { boxes, side, clearance }) {
  const bounds = boxes.length ? around(boxes) : { x: 0.5, y: 0.5, width: 0, height: 0 };
  const clear = Math.min(clearance, view.width / 4, view.height / 4);
  const fitting = Math.min(
    (view.width - 2 * clear) / (bounds.width * picture.width),
    (view.height - 2 * clear) / (bounds.height * picture.height));
  const covering = Math.max(room.width / picture.width, room.height / picture.height);
  const smallest = Math.min(
    ...boxes.map((box) => Math.min(box.width * picture.width, box.height * picture.height)));
  const scale = Math.min(fitting, Math.max(covering, side / smallest));
  const [width, height] = [picture.width * scale, picture.height * scale];
  return {
    x: begin(
      width, room.width, { begin: view.x + clear, length: view.width - 2 * clear },
      { begin: bounds.x * width, length: bounds.width * width }),
    y: begin(
      height, room.height, { begin: view.y + clear, length: view.height - 2 * clear },
      { begin: bounds.y * height, length: bounds.height * height }),
    width, height,
  };
}

/** A normalized box of a picture that lies at `rect`. */
export function boxOnScreen({ x, y, width, height }, rect) {
  return {
    x: rect.x + x * rect.width, y: rect.y + y * rect.height,
    width: width * rect.width, height: height * rect.height,
  };
}

/** Whether `inner` lies within `outer`, but for half a pixel. */
export function isWithin(inner, outer) {
  return inner.x >= outer.x - 0.5 && inner.y >= outer.y - 0.5
    && inner.x + inner.width <= outer.x + outer.width + 0.5
    && inner.y + inner.height <= outer.y + outer.height + 0.5;
}

/** The box of a die's top with what is seen of its sides below. */
export const withSides = ({ height, ...box }) => ({ ...box, height: 1.3 * height });

/** The area that two rectangles share. */
export function shared(a, b) {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The part of a die that another die's label may cover. */
const coverable = 0.1;
/** Places around a die, from its middle to its corner: above first, where no hand is. */
const places = [
  [0, -1], [1, 0], [-1, 0], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1],
  [0.5, -1], [-0.5, -1], [1, -0.5], [-1, -0.5], [1, 0.5], [-1, 0.5], [0.5, 1], [-0.5, 1],
];

/**
 * Where labels stand: each beside its die, on no other label, on a tenth of any die at most, and within the
 * view. Where there is no such place the label is left out.
 *
 * @param dice The dice, as rectangles.
 * @param labels The size of each die's label; `undefined` for none.
 * @param before The places of last time, which are kept where they still will do.
 * @returns For each die `{x, y, place}`, the label's corner; or `undefined`.
 */
export function besides(dice, labels, view, before = []) {
  const taken = [];
  return dice.map((die, index) => {
    const label = labels[index];
    if (!label) return undefined;
    let best;
    for (const place of new Set([before[index] ?? 0, ...places.keys()])) {
      const [right, down] = places[place];
      const rect = {
        x: die.x + die.width / 2 + (right * (die.width + label.width)) / 2 - label.width / 2,
        y: die.y + die.height / 2 + (down * (die.height + label.height)) / 2 - label.height / 2,
        ...label,
      };
      if (!isWithin(rect, view) || taken.some((other) => shared(rect, other))) continue;
      const covered = Math.max(...dice.map((other) => shared(rect, other) / (other.width * other.height)));
      if (covered > coverable || covered >= (best?.covered ?? Infinity)) continue;
      best = { rect, place, covered };
      if (covered === 0) break;
    }
    if (!best) return undefined;
    taken.push(best.rect);
    return { x: best.rect.x, y: best.rect.y, place: best.place };
  });
}

/** How an element that is centred in `rect` shows the picture: its own size, and its transform. */
export function attitude(rect, turns, mirrored) {
  const { width, height } = turnedSize(rect, turns);
  const flip = mirrored ? " scaleX(-1)" : "";
  return { width, height, transform: `translate(-50%, -50%)${flip} rotate(${turns * 90}deg)` };
}

/** The size at which the network receives a picture: no longer than `longest` pixels. */
export function bounded({ width, height }, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
