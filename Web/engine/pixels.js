// Pictures on their way into the module: a camera's frame as it is, plane by plane, everything else as
// the RGBA of a canvas.

import { formats, matrices } from "./interface.js";
import { orientation } from "./orientation.js";

/** What WebCodecs calls a format with the samples of one that the module knows. */
const sameSamples = { I420A: "I420", RGBX: "RGBA", BGRX: "BGRA" };
const sameMatrix = { smpte170m: "bt601", bt470bg: "bt601", bt709: "bt709" };

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext("2d", { willReadFrequently: true });

/** Writes a picture into the module, and closes it.
 *
 * @param size How large it becomes where a canvas has to copy it.
 * @returns The way it took: "planes", "rgba" (a frame of one plane) or "canvas".
 * @throws "picture" where it cannot be read, "canvas" where the browser hides what pictures show.
 */
export async function take(module, picture, size) {
  try {
    const isFrame = globalThis.VideoFrame && picture instanceof VideoFrame;
    const way = isFrame ? await takeFrame(module, picture) : undefined;
    if (way) return way;
    if (readsWhatItPaints()) {
      takeCopy(module, picture, size);
      return "canvas";
    }
    if (isFrame || !globalThis.VideoFrame) throw "canvas";
    return await takeStill(module, picture);
  } finally {
    picture.close();
  }
}

/** Writes the samples of a frame into the module. @returns The way, where the browser can copy them. */
async function takeFrame(module, frame) {
  const encoding = encodingOf(frame);
  if (!encoding || !await takePlanes(module, frame, encoding)) return undefined;
  return encoding.isLuma ? "planes" : "rgba";
}

/** Takes a still picture as a frame is taken, where a canvas is not to be trusted. */
async function takeStill(module, picture) {
  const frame = new VideoFrame(picture, { timestamp: 0 });
  try {
    const way = await takeFrame(module, frame);
    if (!way) throw "canvas";
    return way;
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

/** @returns Whether the browser could copy the planes. */
async function takePlanes(module, frame, { format, matrix, isFullRange }) {
  const { width, height } = frame.visibleRect;
  let size, layouts;
  // Only the browser's own part may fail: a fault of the module is not the picture's.
  try {
    size = frame.allocationSize();
  } catch {
    // Of a visible part that begins amid shared samples.
    return false;
  }
  const memory = module.bytes(module.call.frame_memory(size), size);
  try {
    layouts = await frame.copyTo(memory);
  } catch {
    // Of a frame that lies elsewhere.
    return false;
  }
  const places = [0, 1, 2].flatMap((plane) => [layouts[plane]?.offset ?? 0, layouts[plane]?.stride ?? 0]);
  const turn = orientation((frame.rotation ?? 0) / 90, frame.flip ?? false);
  module.call.frame_describe(
    formats.indexOf(format), matrices.indexOf(matrix), isFullRange, width, height, turn, ...places);
  return true;
}

/** Noise of so few of 255 levels hides no pips. */
const faintNoise = 16;
let isTrusted;

/** Whether a canvas gives back what was painted on it: browsers that hide whose device it is give noise
 * (Firefox's privacy.resistFingerprinting, as in LibreWolf and Tor Browser). */
function readsWhatItPaints() {
  isTrusted ??= ["#2060a0", "#f0c040"].every((colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const read = context.getImageData(0, 0, 1, 1).data;
    return [1, 3, 5].every((place, index) =>
      Math.abs(parseInt(colour.slice(place, place + 2), 16) - read[index]) <= faintNoise);
  });
  return isTrusted;
}

function takeCopy(module, picture, size) {
  const { width, height } = size;
  const data = drawn(picture, size);
  module.bytes(module.call.frame_memory(data.length), data.length).set(data);
  module.call.frame_describe(
    formats.indexOf("RGBA"), 0, true, width, height, orientation(0, false), 0, 4 * width, 0, 0, 0, 0);
}

/** The RGBA of a picture, as the browser draws it. */
function drawn(picture, { width, height }) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.imageSmoothingQuality = "medium";
  try {
    context.drawImage(picture, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  } catch {
    throw "picture";
  }
}
