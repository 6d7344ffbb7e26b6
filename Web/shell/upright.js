// Whether the samples of a camera's frame lie as its video shows them. On a tablet held upside down some cameras send
// frames upside down, with a rotation that WebKit's `VideoFrame` does not expose. A quarter turn shows in the frame's
// size, a half turn only in its picture.

/** Both are compared on a grid of `across` by `down` cells, each the mean of `fine` by `fine` samples. */
const [across, down, fine] = [16, 12, 4];
/** The minimum correlation of a match, and its minimum margin over the other orientation. */
const [minimumCorrelation, minimumMargin] = [0.8, 0.2];
/** How often a picture that looks the same either way is tried again, in milliseconds. */
const interval = 1_000;

/** Whether one list of samples, row by row, is the other upside down: `undefined` where neither way is clear. */
export function isUpsideDown(samples, shown) {
  const upright = correlation(samples, shown);
  const turned = correlation(samples, [...shown].reverse());
  const isClear = Math.max(upright, turned) >= minimumCorrelation && Math.abs(upright - turned) >= minimumMargin;
  if (!isClear) return undefined;
  return turned > upright;
}

/** Pearson's, which knows no difference between full and limited range; 0 where either is of one colour. */
function correlation(a, b) {
  const [left, right] = [a, b].map((list) => {
    const mean = list.reduce((sum, one) => sum + one, 0) / list.length;
    return list.map((one) => one - mean);
  });
  const product = (one, other) => one.reduce((sum, value, index) => sum + value * other[index], 0);
  return product(left, right) / (Math.sqrt(product(left, left) * product(right, right)) || 1);
}

/** Finds out for each way in which the screen is held, where frames have no `rotation`. */
export class Uprightness {
  /** Whether frames are turned, and whether that was found twice: while a tablet is being turned it may be wrong. */
  #found = new Map();
  #tried = -Infinity;
  #context;

  /** Whether the frame of the video may be taken as it is. */
  async of(frame, video) {
    const angle = globalThis.screen?.orientation?.angle ?? globalThis.orientation ?? 0;
    const key = `${angle} ${frame.displayWidth} ${frame.displayHeight}`;
    const before = this.#found.get(key);
    const now = performance.now();
    if (before?.isSure || now - this.#tried < interval) return !before?.isTurned;
    this.#tried = now;
    const shown = this.#shown(video);
    const samples = await luma(frame);
    const isTurned = samples && isUpsideDown(samples, shown);
    // What looks the same either way says nothing yet.
    if (isTurned === undefined) return !before?.isTurned;
    this.#found.set(key, { isTurned, isSure: before?.isTurned === isTurned });
    return !isTurned;
  }

  /** The luma of the video as the browser draws it. */
  #shown(video) {
    const [width, height] = [fine * across, fine * down];
    this.#context ??= new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    this.#context.drawImage(video, 0, 0, width, height);
    const { data } = this.#context.getImageData(0, 0, width, height);
    return means((x, y) => {
      const [red, green, blue] = data.subarray(4 * (y * width + x));
      return 0.3 * red + 0.59 * green + 0.11 * blue;
    });
  }
}

/** The mean of each part, of which `sample(x, y)` says how bright each place is. */
function means(sample) {
  const places = Array.from({ length: fine * fine }, (_, place) => [place % fine, Math.floor(place / fine)]);
  return Array.from({ length: across * down }, (_, part) => {
    const [left, top] = [fine * (part % across), fine * Math.floor(part / across)];
    return places.reduce((sum, [x, y]) => sum + sample(left + x, top + y), 0) / places.length;
  });
}

/** Samples of a frame's luma, or of its green; `undefined` where they can't be copied. */
async function luma(frame) {
  const isPlanar = ["I420", "I420A", "NV12"].includes(frame.format);
  if (!isPlanar && !["RGBA", "RGBX", "BGRA", "BGRX"].includes(frame.format)) return undefined;
  try {
    const bytes = new Uint8Array(frame.allocationSize());
    const [{ offset, stride }] = await frame.copyTo(bytes);
    const { width, height } = frame.visibleRect;
    return means((x, y) => {
      const column = Math.floor(((x + 0.5) * width) / (fine * across));
      const row = Math.floor(((y + 0.5) * height) / (fine * down));
      return bytes[offset + row * stride + (isPlanar ? column : 4 * column + 1)];
    });
  } catch {
    // The engine won't copy them either, and takes the other way by itself.
    return undefined;
  }
}
