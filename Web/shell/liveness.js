// Whether a camera still sends a picture. Tablets take it away without a word: for a call, for another app, while
// the screen is locked.

/** For how long a camera may send no frame, in milliseconds. */
const patience = 30_000;
/** For how long a track may be muted: it comes back by itself where the other app is soon done. */
const mutePatience = 3_000;
/** For how long its picture may be black: cameras send a few such frames at first. */
const blackPatience = 6_000;
const interval = 1_000;
/** The brightest sample of a black picture, of 255; a dark room has more noise. */
const black = 2;
/** The side of the picture in which that is looked for, in pixels. */
const side = 8;

export class Liveness {
  #video;
  #lost;
  #track;
  /** When the last frame came, and since when the track has been muted and the picture black. */
  #since = { frame: 0, muted: undefined, black: undefined };
  #context;

  /** @param lost Called with "lost" or "dark", as the words know them. */
  constructor(video, lost) {
    this.#video = video;
    this.#lost = lost;
    // Some systems pause a film while another app is in front, and leave it so.
    video.addEventListener("pause", () => {
      if (this.#track && !document.hidden) video.play().catch(() => {});
    });
    setInterval(() => this.#check(), interval);
  }

  /** Begins to watch the camera that the video shows, or that is being opened. */
  watch() {
    this.#track = this.#video.srcObject?.getVideoTracks()[0];
    this.#since = { frame: performance.now(), muted: undefined, black: undefined };
  }

  stop() {
    this.#track = undefined;
  }

  /** A frame has come. */
  seen() {
    this.#since.frame = performance.now();
  }

  #check() {
    if (!this.#track || document.hidden) return;
    const now = performance.now();
    const since = this.#since;
    since.muted = this.#track.muted ? since.muted ?? now : undefined;
    since.black = this.#isBlack() ? since.black ?? now : undefined;
    if (now - since.muted > mutePatience || now - since.frame > patience) this.#lost("lost");
    else if (now - since.black > blackPatience) this.#lost("dark");
  }

  #isBlack() {
    if (this.#video.readyState < 2) return false;
    this.#context ??= new OffscreenCanvas(side, side).getContext("2d", { willReadFrequently: true });
    this.#context.drawImage(this.#video, 0, 0, side, side);
    const { data } = this.#context.getImageData(0, 0, side, side);
    return data.every((sample, index) => index % 4 === 3 || sample <= black);
  }
}
