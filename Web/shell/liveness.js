// Whether a camera still sends a picture. Tablets stop it without an event: for a call, for another app, while the
// screen is locked.

/** How long a camera may send no frame, in milliseconds. */
const frameTimeout = 30_000;
/** How long its track may be muted: it comes back by itself where the other app is soon done. */
const muteTimeout = 3_000;
/** How long its picture may be black: cameras send a few such frames at first. */
const blackTimeout = 6_000;
const interval = 1_000;
/** The brightest sample of a black picture, of 255; a dark room has more noise. */
const black = 2;
/** The side of the picture in which that is looked for, in pixels. */
const side = 8;

export class Liveness {
  #video;
  #lost;
  #isWatching = false;
  /** When the last frame came, and since when the track has been muted and the picture black. */
  #since;
  #context;

  /** @param lost Called with "lost" or "dark", as the words know them. */
  constructor(video, lost) {
    this.#video = video;
    this.#lost = lost;
    // Some systems pause a film while another app is in front, and leave it so.
    video.addEventListener("pause", () => {
      if (this.#isWatching && !document.hidden) video.play().catch(() => {});
    });
    setInterval(() => this.#check(), interval);
  }

  /** Begins to watch the camera that the video shows, or that is being opened again. */
  watch() {
    this.#isWatching = true;
    this.#since = { frame: performance.now(), muted: undefined, black: undefined };
  }

  stop() {
    this.#isWatching = false;
  }

  /** A frame has come. */
  seen() {
    if (this.#since) this.#since.frame = performance.now();
  }

  #check() {
    if (!this.#isWatching || document.hidden) return;
    const track = this.#video.srcObject?.getVideoTracks()[0];
    const now = performance.now();
    const since = this.#since;
    since.muted = track?.muted ? since.muted ?? now : undefined;
    since.black = track && this.#isBlack() ? since.black ?? now : undefined;
    if (now - since.muted > muteTimeout || now - since.frame > frameTimeout) this.#lost("lost");
    else if (now - since.black > blackTimeout) this.#lost("dark");
  }

  #isBlack() {
    if (this.#video.readyState < 2) return false;
    this.#context ??= new OffscreenCanvas(side, side).getContext("2d", { willReadFrequently: true });
    this.#context.drawImage(this.#video, 0, 0, side, side);
    const { data } = this.#context.getImageData(0, 0, side, side);
    return data.every((sample, index) => index % 4 === 3 || sample <= black);
  }
}
