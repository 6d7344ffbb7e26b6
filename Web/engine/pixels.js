// Pictures on their way into the module: a camera's frame as it is, plane by plane, everything else as
// the RGBA of a canvas.

import { formats, matrices } from "./interface.js";
import { orientation } from "./orientation.js";

/** What WebCodecs calls a format with the samples of one that the module knows. */
const sameSamples = { I420A: "I420", RGBX: "RGBA", BGRX: "BGRA" };
const sameMatrix = { smpte170m: "bt601", bt470bg: "bt601", bt709: "bt709" };

/** Where pictures are painted that cannot be copied. */
let context;

function surface() {
  context ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  return context;
}

/** Writes a picture into the module, and closes it.
 *
 * @param size How large it becomes where a canvas has to copy it.
 * @returns The way it took; see `copy`.
 * @throws "picture" where it cannot be read, "canvas" where the browser hides what pictures show.
 */
export async function take(module, picture, size) {
  const copied = await copy(picture, size, (count) => module.bytes(module.call.frame_memory(count), count));
  describe(module, copied);
  return copied.way;
}

/** Has the module take what `copy` has written into its memory. */
export function describe({ call }, { format, matrix, isFullRange, width, height, orientation, places }) {
  call.frame_describe(format, matrix, isFullRange, width, height, orientation, ...places);
}

/** Writes a picture's samples into memory, and closes it.
 *
 * @param size How large it becomes where a canvas has to copy it.
 * @param memory Called with a number of bytes, which it gives.
 * @returns The way it took, "planes", "rgba" (a frame of one plane) or "canvas", and what was written, as `describe` says
 *   it: `places` are three offsets and strides.
 * @throws "picture" where it cannot be read, "canvas" where the browser hides what pictures show.
 */
export async function copy(picture, size, memory) {
  try {
    const isFrame = globalThis.VideoFrame && picture instanceof VideoFrame;
    const copied = isFrame ? await copyFrame(picture, memory) : undefined;
    if (copied) return copied;
    if (readsWhatItPaints()) return copyDrawn(picture, size, memory);
    if (isFrame || !globalThis.VideoFrame) throw "canvas";
    return await copyStill(picture, memory);
  } finally {
    picture.close();
  }
}

/** The samples of a frame, where the browser can copy them. */
async function copyFrame(frame, memory) {
  const encoding = encodingOf(frame);
  return encoding && copyPlanes(frame, encoding, memory);
}

/** Takes a still picture as a frame is taken, where a canvas is not to be trusted. */
async function copyStill(picture, memory) {
  const frame = new VideoFrame(picture, { timestamp: 0 });
  try {
    const copied = await copyFrame(frame, memory);
    if (!copied) throw "canvas";
    return copied;
  } finally {
    frame.close();
  }
}

/** What the frame's samples are and mean; `undefined` where the module does not know it. */
function encodingOf({ format, colorSpace }) {
  const known = sameSamples[format] ?? format;
  if (!formats.includes(known)) return undefined;
  const isLuma = known === "I420" || known === "NV12";
  // Chromium's cameras name no matrix: it draws them as BT.601 of limited range.
  const matrix = sameMatrix[colorSpace?.matrix ?? "smpte170m"];
  if (isLuma && !matrix) return undefined;
  return { format: known, isLuma, matrix: matrix ?? "bt601", isFullRange: colorSpace?.fullRange ?? false };
}

async function copyPlanes(frame, { format, isLuma, matrix, isFullRange }, memory) {
  const { width, height } = frame.visibleRect;
  let size, layouts;
  // Only the browser's own part may fail: a fault of the module is not the picture's.
  try {
    size = frame.allocationSize();
  } catch {
    // Of a visible part that begins amid shared samples.
    return undefined;
  }
  const bytes = memory(size);
  try {
    layouts = await frame.copyTo(bytes);
  } catch {
    // Of a frame that lies elsewhere.
    return undefined;
  }
  const places = [0, 1, 2].flatMap((plane) => [layouts[plane]?.offset ?? 0, layouts[plane]?.stride ?? 0]);
  return {
    way: isLuma ? "planes" : "rgba", format: formats.indexOf(format), matrix: matrices.indexOf(matrix), isFullRange,
    width, height, orientation: orientation((frame.rotation ?? 0) / 90, frame.flip ?? false), places,
  };
}

/** Noise of so few of 255 levels hides no pips. */
const faintNoise = 16;
let isTrusted;

/** Whether a canvas gives back what was painted on it: browsers that hide whose device it is give noise
 * (Firefox's privacy.resistFingerprinting, as in LibreWolf and Tor Browser). */
function readsWhatItPaints() {
  const context = surface();
  isTrusted ??= ["#2060a0", "#f0c040"].every((colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const read = context.getImageData(0, 0, 1, 1).data;
    return [1, 3, 5].every((place, index) =>
      Math.abs(parseInt(colour.slice(place, place + 2), 16) - read[index]) <= faintNoise);
  });
  return isTrusted;
}

function copyDrawn(picture, size, memory) {
  const { width, height } = size;
  const data = drawn(picture, size);
  memory(data.length).set(data);
  return {
    way: "canvas", format: formats.indexOf("RGBA"), matrix: 0, isFullRange: true, width, height,
    orientation: orientation(0, false), places: [0, 4 * width, 0, 0, 0, 0],
  };
}

/** The RGBA of a picture, as the browser draws it. */
function drawn(picture, { width, height }) {
  const context = surface();
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.imageSmoothingQuality = "medium";
  try {
    context.drawImage(picture, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  } catch {
    throw "picture";
  }
}
