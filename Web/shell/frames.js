// The frames of a film, for an engine that may be slower than the film: the newest frame only. One that
// came while the engine was at work is taken as soon as it is done.

/** The time between two looks at a film that is not drawn, in milliseconds. */
const interval = 40;
/** The maximum time to wait for the callback of a film that is drawn, in milliseconds. */
const maximumWait = 100;

export class Frames {
  #video;
  #see;
  #isBusy = false;
  #missed;
  /** The time of the last frame, in seconds: times never fall. */
  #last = -Infinity;

  /** @param see Called with each frame's time, in seconds; the next frame waits until it is done. */
  constructor(video, see) {
    this.#video = video;
    this.#see = see;
  }

  /** Follows the film until `signal` is aborted.
   *
   * @param options `isClip`: its times are those of the clip, and it is left alone while it is paused;
   *   `seen()` is called for each frame that comes, `isShown()` says whether the page draws.
   */
  follow(signal, { isClip, seen, isShown }) {
    const video = this.#video;
    this.#missed = undefined;
    let count = 0;
    /** Whether the last frame was taken without a callback, which may still come for it. */
    let isEarly = false;
    this.#last = -Infinity;
    const next = () => {
      // Browsers call back for frames only where they draw the film, and as often as they draw the page: without a
      // graphics card that may be once a second.
      const isDrawn = Boolean(video.requestVideoFrameCallback) && isShown();
      let callback;
      let timer;
      const wait = () => {
        timer = setTimeout(() => {
          if (isDrawn && isShown() && !signal.aborted && frameCount(video) === count) return wait();
          if (isDrawn) video.cancelVideoFrameCallback(callback);
          return come(performance.now(), { mediaTime: video.currentTime }, isDrawn);
        }, isDrawn ? maximumWait : interval);
      };
      wait();
      if (!isDrawn) return;
      callback = video.requestVideoFrameCallback((now, frame) => {
        clearTimeout(timer);
        come(now, frame, false);
      });
    };
    const come = (now, { mediaTime }, isTakenEarly) => {
      if (signal.aborted) return;
      const isAgain = isEarly && !isTakenEarly && count > 0 && frameCount(video) === count;
      count = frameCount(video);
      isEarly = isTakenEarly;
      next();
      if (video.readyState < 2 || video.seeking || (isClip && video.paused && !video.ended)) return;
      seen();
      // A callback's clock may be behind that of the frame before, which came without one.
      const time = isClip ? mediaTime : Math.max(this.#last, now / 1000);
      if (isAgain || (isClip && time < this.#last)) return;
      this.#last = time;
      if (this.#isBusy) this.#missed = time;
      else this.#take(time, signal);
    };
    next();
  }

  /** Lets go of the frame that came while the engine was at work, and of its time: a film may begin again. */
  forgetMissed() {
    this.#missed = undefined;
    this.#last = -Infinity;
  }

  async #take(time, signal) {
    this.#isBusy = true;
    try {
      for (let now = time; now !== undefined && !signal.aborted; now = this.#missed) {
        this.#missed = undefined;
        await this.#see(now);
      }
    } finally {
      this.#isBusy = false;
    }
  }
}

/** How many frames of the film have been shown; 0 where the browser does not count those of a camera. The same frame
 * taken twice would count as dice at rest. */
function frameCount(video) {
  const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality?.() ?? {};
  return totalVideoFrames - droppedVideoFrames || 0;
}
