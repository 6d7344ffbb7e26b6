// Where the picture comes from: a camera, a clip, or a still picture. Opens one at a time, and says
// how large it is and what it shows now.

import { Camera } from "./camera.js";
import { bounded } from "./placement.js";

const byId = (id) => document.getElementById(id);

/** Longer sides show the network nothing new: it looks at 320 pixels, or at a part of the picture. */
const longestSide = 1280;
/** In a smaller picture no die can be read. */
const smallestSide = 64;
/** No browser plays slower. */
export const slowestClip = 1 / 16;
/** How fast a film begins, until it is known how fast the machine is. */
const firstClip = 1 / 4;

/** The picture of a file, no longer than `longestSide`, and how large it is itself. */
async function decoded(file) {
  const whole = await createImageBitmap(file);
  try {
    const size = { width: whole.width, height: whole.height };
    if (Math.min(size.width, size.height) < smallestSide) throw new RangeError("too small");
    const { width, height } = bounded(size, longestSide);
    const still = await createImageBitmap(
      whole, { resizeWidth: width, resizeHeight: height, resizeQuality: "medium" });
    return { still, size };
  } finally {
    whole.close();
  }
}

export class Source {
  #video = byId("video");
  #camera;
  #kind;
  #url;
  #still;
  #stillSize;
  /** Says whether frames lie as the video does, where they do not say it themselves; a promise of it. */
  #uprightness;

  /** @param events `lost()` when a camera goes away, `failed()` when a clip cannot be played,
   *   `resized()` when the film's size changes. */
  constructor({ lost, failed, resized }) {
    this.#camera = new Camera(lost);
    this.#video.addEventListener("error", () => {
      if (this.#kind === "clip") failed();
    });
    this.#video.addEventListener("resize", resized);
  }

  /** "camera", "clip" or "picture"; `undefined` while nothing is open. */
  get kind() {
    return this.#kind;
  }

  get video() {
    return this.#video;
  }

  /** The size of the picture as it is stored, before any turn; `undefined` before it is known. */
  get size() {
    if (this.#kind === "picture") return this.#stillSize;
    const { videoWidth: width, videoHeight: height } = this.#video;
    return width ? { width, height } : undefined;
  }

  /** Whether a picture of this size can be read. */
  static canRead({ width, height }) {
    return Math.min(width, height) >= smallestSide;
  }

  /** Whether the open camera looks at the player. */
  get facesPlayer() {
    return this.#camera.facesPlayer;
  }

  /** Opens a camera: `false` when it was closed again meanwhile.
   *
   * @throws The name of a problem, as the words know it.
   */
  async openCamera() {
    const stream = await this.#camera.open();
    if (!stream) return false;
    this.#kind = "camera";
    // Another one may be mounted the other way round.
    this.#uprightness = undefined;
    this.#video.srcObject = stream;
    return true;
  }

  openClip(file) {
    this.#kind = "clip";
    this.#url = URL.createObjectURL(file);
    this.#video.src = this.#url;
    this.#video.playbackRate = firstClip;
  }

  /** Opens a still picture, unless `signal` is aborted before it is decoded. */
  async openPicture(file, signal) {
    const { still, size } = await decoded(file);
    if (signal.aborted) return still.close();
    this.#kind = "picture";
    this.#still = still;
    this.#stillSize = size;
    const canvas = byId("still");
    Object.assign(canvas, { width: still.width, height: still.height });
    canvas.getContext("2d").drawImage(still, 0, 0);
  }

  close() {
    this.#camera.close();
    this.#video.pause();
    this.#video.srcObject = null;
    this.#video.removeAttribute("src");
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#still?.close();
    this.#url = this.#still = this.#stillSize = this.#kind = undefined;
  }

  /** What is shown now, for the engine, which closes it. A frame of a camera goes over as it is, without
   * a copy of its pixels; a clip may lie turned, as only a copy reveals. */
  async picture() {
    if (this.#kind === "picture") return createImageBitmap(this.#still);
    const { width, height } = this.size;
    if (globalThis.VideoFrame && this.#kind === "camera") {
      const frame = new VideoFrame(this.#video);
      const isWhole = frame.displayWidth === width && frame.displayHeight === height;
      try {
        if (isWhole && await this.#isUpright(frame)) return frame;
      } catch (problem) {
        frame.close();
        throw problem;
      }
      frame.close();
    }
    return createImageBitmap(this.#video);
  }

  async #isUpright(frame) {
    if ("rotation" in VideoFrame.prototype) return true;
    // Without its code frames are taken as they are, which is right but for tablets held upside down.
    this.#uprightness ??= import("./upright.js").then(
      ({ Uprightness }) => new Uprightness(), () => ({ of: () => true }));
    return (await this.#uprightness).of(frame, this.#video);
  }

  /** How large the engine is to take the picture where it copies it. */
  get boundedSize() {
    return bounded(this.size, longestSide);
  }

  // Cameras

  cameraCount() {
    return this.#camera.count();
  }

  chooseNextCamera() {
    return this.#camera.chooseNext();
  }
}
