// The camera's frames on their way to the engine, each with the time at which it was taken, by the best way that the
// browser has.

/** How many frames may wait to be copied; the engine's own queue comes after. */
const maximumBuffer = 10;
/** In milliseconds. */
const frameInterval = 33;
/** How many pictures of the page may be on their way. */
const maximumPending = 4;

export class Feed {
  engine;
  #video;
  /** Counts what was begun, so that what was stopped meanwhile is known. */
  #turn = 0;
  #pending = 0;
  /** "stream", "track" or "pictures"; `undefined` before frames come. */
  way;

  constructor(engine, video) {
    this.engine = engine;
    this.#video = video;
  }

  /** Sends the frames of a camera's stream, which the video shows as well, until `end()`; the first one has the time
   * `start`, in microseconds. */
  async begin(stream, start) {
    const turn = ++this.#turn;
    const [track] = stream.getVideoTracks();
    if (globalThis.MediaStreamTrackProcessor) {
      const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: maximumBuffer });
      this.way = "stream";
      await this.engine.call("toss.watch", { readable, start }, [readable]);
      return;
    }
    const canProcess = await this.engine.call("toss.canProcess");
    if (turn !== this.#turn) return;
    const isMoved = canProcess && await this.#handOver(track, start);
    if (turn !== this.#turn) {
      if (isMoved) await this.engine.call("toss.stop");
      return;
    }
    this.way = isMoved ? "track" : "pictures";
    if (!isMoved) this.#follow(turn, start);
  }

  /** Ends it. */
  async end() {
    this.#turn += 1;
    this.way = undefined;
    if (this.engine.isRunning) await this.engine.call("toss.stop").catch(() => {});
  }

  /** Moves a copy of a camera's track to the engine: Safari makes frames in workers alone. Returns whether it can be
   * moved. */
  async #handOver(track, start) {
    const own = track.clone();
    try {
      await this.engine.call("toss.watchTrack", { track: own, start }, [own]);
      return true;
    } catch (problem) {
      own.stop();
      if (problem?.name !== "DataCloneError" && !(problem instanceof TypeError)) throw problem;
      return false;
    }
  }

  #follow(turn, start) {
    const video = this.#video;
    let clock;
    let first;
    let last = -Infinity;
    // Without callbacks for frames, as often as cameras mostly send one.
    const ask = (next) => {
      if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(next);
      else setTimeout(() => next(performance.now(), {}), frameInterval);
    };
    const next = (now, { captureTime, mediaTime }) => {
      if (turn !== this.#turn) return;
      ask(next);
      // In milliseconds, of one clock; some browsers leave a camera's own time at 0.
      clock ??= captureTime ? "capture" : mediaTime > 0 ? "media" : "page";
      let taken = { capture: captureTime, media: 1000 * mediaTime, page: now }[clock];
      if (!(taken > last)) taken = last + 1;
      first ??= taken;
      last = taken;
      if (this.#pending < maximumPending) this.#send(turn, start + 1000 * (taken - first));
    };
    ask(next);
  }

  async #send(turn, time) {
    const video = this.#video;
    const size = { width: video.videoWidth, height: video.videoHeight };
    this.#pending += 1;
    try {
      const picture = globalThis.VideoFrame ? new VideoFrame(video, { timestamp: time }) : await createImageBitmap(video);
      if (turn !== this.#turn) return picture.close();
      await this.engine.call("toss.take", { picture, size, time }, [picture]);
    } catch (problem) {
      // An engine that broke, or a camera that went away between two frames, has reports of its own.
      if (typeof problem !== "string" && problem?.name !== "InvalidStateError") throw problem;
    } finally {
      this.#pending -= 1;
    }
  }
}
