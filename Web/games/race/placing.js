// Where the board lies before a camera: pure geometry.
//
// A placing is `{right, away, there}`: the directions of the board's x and y, and where its middle is, from
// the camera. The camera's axes go right, down and ahead; the unit is the board's radius. A lens is
// `{focal, center: [x, y]}` in pixels of the upright picture.

const add = (a, b, share = 1) => a.map((one, axis) => one + share * b[axis]);
const scaled = (a, scale) => a.map((one) => one * scale);
const dot = (a, b) => a.reduce((sum, one, axis) => sum + one * b[axis], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const unit = (a) => scaled(a, 1 / Math.hypot(...a));
const radians = (degrees) => (degrees * Math.PI) / 180;

/** Focal lengths as shares of the picture's diagonal: of a telephone's or tablet's main camera, 26 mm for a
 * diagonal of 43.3 mm, of whose picture a film shows nine tenths; and of webcams, which see 78° from corner
 * to corner. */
const focalShare = { handheld: 0.67, webcam: 0.62 };

/** The lens of a camera of which nothing is known. */
export function usualLens({ width, height }, isHandheld) {
  const share = isHandheld ? focalShare.handheld : focalShare.webcam;
  return { focal: share * Math.hypot(width, height), center: [width / 2, height / 2] };
}

/** Up from the table, for a camera that looks down at it by so many radians and is held level. */
export const upAt = (elevation) => [0, -Math.cos(elevation), -Math.sin(elevation)];
/** Where nothing else is known. */
export const usualElevation = radians(50);

/** Where up is for the camera, by the angles of `deviceorientation` in degrees; `undefined` where the camera
 * would not look down at a table.
 *
 * @param angles `{beta, gamma}`, and the `screen`'s angle.
 * @param view `facesPlayer`: whether the camera is on the screen's side; and how its picture is turned
 *   by quarters, clockwise, and then `mirrored`. */
export function upByGravity({ beta, gamma, screen }, { facesPlayer, turns, mirrored }) {
  const [b, g, s] = [beta, gamma, screen].map(radians);
  const device = [-Math.cos(b) * Math.sin(g), Math.sin(b), Math.cos(b) * Math.cos(g)];
  const right = Math.cos(s) * device[0] - Math.sin(s) * device[1];
  const up = Math.sin(s) * device[0] + Math.cos(s) * device[1];
  let [x, y] = [facesPlayer ? -right : right, -up];
  for (let turn = 0; turn < turns; turn++) [x, y] = [-y, x];
  const found = [mirrored ? -x : x, y, facesPlayer ? device[2] : -device[2]];
  return found[2] < -Math.sin(radians(10)) ? found : undefined;
}

const ray = ([x, y], { focal, center }) => [(x - center[0]) / focal, (y - center[1]) / focal, 1];

/** The placing of a board whose middle is seen at a pixel, its nearest section towards the player.
 *
 * @param up Where up is for the camera.
 * @param height How high above the table the camera is, in board radii. */
export function placed(pixel, up, height, lens) {
  const direction = ray(pixel, lens);
  const there = scaled(direction, height / -dot(up, direction));
  const upwards = [0, -1, 1];
  const away = unit(add(upwards, up, -dot(upwards, up)));
  return { right: cross(away, up), away, there };
}

/** From the board's plane to pixels: nine numbers, row by row. */
export function homography({ right, away, there }, { focal, center: [x, y] }) {
  const columns = [right, away, there].map((one) =>
    [focal * one[0] + x * one[2], focal * one[1] + y * one[2], one[2]]);
  return [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
}

/** The placing that a homography means. */
export function placingOf(matrix, { focal, center: [x, y] }) {
  const [right, away, there] = [0, 1, 2].map((column) => {
    const [a, b, c] = [matrix[column], matrix[column + 3], matrix[column + 6]];
    return [(a - x * c) / focal, (b - y * c) / focal, c];
  });
  const size = ((there[2] < 0 ? -1 : 1) * (Math.hypot(...right) + Math.hypot(...away))) / 2;
  // The nearest axes at right angles: both give way by as much.
  const [one, other] = [unit(scaled(right, 1 / size)), unit(scaled(away, 1 / size))];
  const [sum, difference] = [unit(add(one, other)), unit(add(one, other, -1))];
  return {
    right: unit(add(sum, difference)), away: unit(add(sum, difference, -1)), there: scaled(there, 1 / size),
  };
}

/** How far off the board's middle may be, in board radii. */
const reach = { nearest: 1.3, farthest: 30 };
const isNear = ({ there }) => {
  const distance = Math.hypot(...there);
  return there[2] > 0.5 && distance > reach.nearest && distance < reach.farthest;
};

const upOf = ({ right, away }) => cross(right, away);

/** Moved over the table so that what was seen at one pixel is seen at another; where it was, if that is no
 * place of the table. */
export function slid(placing, from, to, lens) {
  const up = upOf(placing);
  const [start, end] = [from, to].map((pixel) => {
    const direction = ray(pixel, lens);
    return scaled(direction, dot(up, placing.there) / dot(up, direction));
  });
  const moved = { ...placing, there: add(add(placing.there, end), start, -1) };
  return start[2] > 0 && end[2] > 0 && isNear(moved) ? moved : placing;
}

/** So many times as large, where it is. */
export function resized(placing, factor) {
  const moved = { ...placing, there: scaled(placing.there, 1 / factor) };
  return isNear(moved) ? moved : placing;
}

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

/** The rectangle in pixels that the board takes, `{x, y, width, height}`. */
export function bounds(matrix) {
  const points = Array.from({ length: 48 }, (_, index) => {
    const [x, y] = [Math.cos((index * Math.PI) / 24), Math.sin((index * Math.PI) / 24)];
    const row = (at) => matrix[at] * x + matrix[at + 1] * y + matrix[at + 2];
    return [row(0) / row(6), row(3) / row(6)];
  });
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** How much of the picture's width or height the board takes. */
const share = { fewest: 0.5, most: 0.86 };

/** As large as it is, but that its numbers can be read, and in the middle of the picture. */
export function fitted(placing, { width, height }, lens) {
  let fitting = placing;
  for (let step = 0; step < 100; step++) {
    const taken = bounds(homography(fitting, lens));
    fitting = slid(
      fitting, [taken.x + taken.width / 2, taken.y + taken.height / 2], [width / 2, height / 2], lens);
    const part = Math.max(taken.width / width, taken.height / height);
    if (part < share.fewest) fitting = resized(fitting, 1.04);
    else if (part > share.most) fitting = resized(fitting, 0.96);
    else if (step > 5) break;
  }
  return fitting;
}
