// The frames of a film, for an engine that may be slower than the film: the newest frame only. One that
// came while the engine was at work is taken as soon as it is done.

export class Frames {
  #video;
  #see;
  #isBusy = false;
  #missed;

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
    const next = () => {
      // Browsers call back for frames only where they draw the film.
      if (video.requestVideoFrameCallback && isShown()) video.requestVideoFrameCallback(come);
      else setTimeout(() => come(performance.now(), { mediaTime: video.currentTime }), 40);
    };
    const come = (now, { mediaTime }) => {
      if (signal.aborted) return;
      next();
      if (video.readyState < 2 || video.seeking || (isClip && video.paused && !video.ended)) return;
      seen();
      const time = isClip ? mediaTime : now / 1000;
      if (this.#isBusy) this.#missed = time;
      else this.#take(time, signal);
    };
    next();
  }

  /** Lets go of the frame that came while the engine was at work. */
  forgetMissed() {
    this.#missed = undefined;
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
