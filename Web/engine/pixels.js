// Pictures on their way into the module: a camera's frame as it is, plane by plane, everything else as
// the RGBA of a canvas.

import { formats, matrices } from "./interface.js";

/** What WebCodecs calls a format with the samples of one that the module knows. */
const sameSamples = { I420A: "I420", RGBX: "RGBA", BGRX: "BGRA" };
const sameMatrix = { smpte170m: "bt601", bt470bg: "bt601", bt709: "bt709" };

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext("2d", { willReadFrequently: true });

/** Writes a picture into the module, and closes it.
 *
 * @param size How large it becomes where a canvas has to copy it.
 * @throws "picture" where it cannot be read.
 */
export async function take(module, picture, size) {
  try {
    if (globalThis.VideoFrame && picture instanceof VideoFrame) {
      const encoding = encodingOf(picture);
      if (encoding && await takePlanes(module, picture, encoding)) return;
    }
    takeCopy(module, picture, size);
  } catch (error) {
    // A module that has trapped is worth nothing; else it is only this picture that cannot be taken.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    throw "picture";
  } finally {
    picture.close();
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
  return { format: known, matrix: matrix ?? "bt601", isFullRange: colorSpace?.fullRange ?? false };
}

/** @returns Whether the browser could copy the planes. */
async function takePlanes(module, frame, { format, matrix, isFullRange }) {
  let layouts;
  const { width, height } = frame.visibleRect;
  try {
    const size = frame.allocationSize();
    layouts = await frame.copyTo(module.bytes(module.call.frame_memory(size), size));
  } catch (error) {
    // Of a visible part that begins amid shared samples, or a frame that lies elsewhere.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return false;
  }
  const places = [0, 1, 2].flatMap((plane) => [layouts[plane]?.offset ?? 0, layouts[plane]?.stride ?? 0]);
  const orientation = upright(frame.rotation ?? 0, frame.flip ?? false);
  module.call.frame_describe(
    formats.indexOf(format), matrices.indexOf(matrix), isFullRange, width, height, orientation, ...places);
  return true;
}

function takeCopy(module, picture, { width, height }) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.imageSmoothingQuality = "medium";
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  module.bytes(module.call.frame_memory(data.length), data.length).set(data);
  module.call.frame_describe(
    formats.indexOf("RGBA"), 0, true, width, height, upright(0, false), 0, 4 * width, 0, 0, 0, 0);
}

/** What is to be done to a picture that is turned clockwise and then flipped, in EXIF's numbers. */
function upright(rotation, flip) {
  return (flip ? [2, 5, 4, 7] : [1, 6, 3, 8])[rotation / 90];
}
