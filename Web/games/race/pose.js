// How a camera sees the board: from the board's plane to the pixels of a canvas.
//
// The plane's unit is the board's radius, its origin the board's middle; x goes to the right, y away from
// the player, z up from the table.

/** The product of two 3x3 matrices, in rows. */
const times = (a, b) =>
  Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [3 * Math.floor(at / 3), at % 3];
    return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  });

const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a, scale) => a.map((one) => one * scale);

export class Pose {
  #plane;
  #up;

  /** @param homography From the plane to pixels: nine numbers, row by row.
   * @param lens `{focal, center: [x, y]}` of the camera, in pixels: it says how what stands on the plane
   *   looks. */
  constructor(homography, { focal, center: [x, y] }) {
    const inverse = [1 / focal, 0, -x / focal, 0, 1 / focal, -y / focal, 0, 0, 1];
    const view = times(inverse, homography);
    const [right, away, there] = [0, 1, 2].map((column) =>
      [view[column], view[column + 3], view[column + 6]]);
    // Of a plane before the camera the third number is the depth.
    const sign = there[2] < 0 ? -1 : 1;
    const length = Math.sqrt(Math.hypot(...right) * Math.hypot(...away));
    let up = scaled(cross(right, away), 1 / length);
    // Up is towards the camera.
    if (dot(up, there) * sign > 0) up = scaled(up, -1);
    this.#plane = scaled(homography, sign);
    this.#up = [focal * up[0] + x * up[2], focal * up[1] + y * up[2], up[2]];
  }

  /** The pose in a picture of some `size` that is shown so many pixels wide. */
  static of({ homography, lens, size }, width) {
    const scale = width / size.width;
    return new Pose(
      homography.map((one, index) => (index < 6 ? one * scale : one)),
      { focal: lens.focal * scale, center: scaled(lens.center, scale) });
  }

  /** A camera that looks down at the board by `elevation`, in radians, from `distance` board radii, placed
   * so that all points `[x, y, z]` of `outline` just fit into `room`, `{x, y, width, height}`. */
  static above({ elevation, distance, outline, room }) {
    const [sin, cos] = [Math.sin(elevation), Math.cos(elevation)];
    const view = [1, 0, 0, 0, -sin, 0, 0, cos, distance];
    const seen = new Pose(view, { focal: 1, center: [0, 0] });
    const points = outline.map((point) => seen.project(...point));
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const [left, right, top, bottom] = [
      Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const focal = Math.min(room.width / (right - left), room.height / (bottom - top));
    const center = [
      room.x + room.width / 2 - (focal * (left + right)) / 2,
      room.y + room.height / 2 - (focal * (top + bottom)) / 2,
    ];
    return new Pose(times([focal, 0, center[0], 0, focal, center[1], 0, 0, 1], view), { focal, center });
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
}
