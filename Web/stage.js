// The stage: the live picture, or a still one, a clip, dice to tap; and the marks on the dice.

import { Camera } from "./camera.js";
import { element, faceButtons } from "./art.js";
import { attitude, bounded, fit, orientation, turnedSize } from "./placement.js";
import { keep, recall } from "./store.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);

/** Larger frames show the network nothing new: it looks at 320 pixels, or at a part of the frame. */
const longestSide = 1280;
/** In a smaller picture no die can be read. */
const leastSide = 64;
/** How much of a clip may go by from one frame that is seen to the next, in seconds. */
const clipInterval = 0.15;
/** No browser plays slower. */
const slowestClip = 1 / 16;
/** Problems that another picture does not solve. */
const engineProblems = ["altered", "missing", "unable", "broken"];
/** For how long a camera may send no frame before it counts as lost, in milliseconds. */
const patience = 30_000;

/** The picture of a file, no longer than `longestSide`, and how large it is itself. */
async function decoded(file) {
  const whole = await createImageBitmap(file);
  try {
    const size = { width: whole.width, height: whole.height };
    if (Math.min(size.width, size.height) < leastSide) throw new RangeError("too small");
    const { width, height } = bounded(size, longestSide);
    const still = await createImageBitmap(
      whole, { resizeWidth: width, resizeHeight: height, resizeQuality: "medium" });
    return { still, size };
  } finally {
    whole.close();
  }
}

export class Stage {
  #engine;
  #camera;
  #events;
  #shows = "why";
  #problem;
  #url;
  #isBusy = false;
  #isShutWhileHidden = false;
  #lastFrame = 0;
  #watch = 0;
  #size;
  #turns = 0;
  #mirrored = false;
  #inspects = () => undefined;

  /** @param events `state(state)`, `source()` when what is shown changes, `tapped(value)`, `picked(die)`
   *   when the mark of a die was tapped, `restart()` to load the engine again. */
  constructor(engine, events) {
    this.#engine = engine;
    this.#events = events;
    this.#camera = new Camera(() => this.fail("lost"));
    this.video = byId("video");
    this.frame = byId("frame");

    byId("use-camera").addEventListener("click", () => this.#retry());
    byId("open-file").addEventListener("click", () => byId("file").click());
    byId("tap-dice").addEventListener("click", () => {
      this.#stop();
      this.#show("taps");
    });
    byId("file").addEventListener("change", ({ target }) => {
      if (target.files[0]) this.open(target.files[0]);
      target.value = "";
    });
    // Clockwise as it is seen: a mirrored picture is mirrored last.
    byId("turn").addEventListener(
      "click", () => this.#turn((this.#turns + (this.#mirrored ? 3 : 1)) % 4, this.#mirrored));
    byId("mirror").addEventListener("click", () => this.#turn(this.#turns, !this.#mirrored));
    byId("switch").addEventListener("click", () => this.attempt(() => this.#switch(), "camera"));
    byId("replay").addEventListener("click", () => this.attempt(() => this.#replay()));
    byId("other").addEventListener("click", () => this.leave());
    byId("faces").append(...faceButtons((value) => `${value}`, events.tapped));

    this.video.addEventListener("error", () => {
      if (this.#shows === "clip") this.fail("clip");
    });
    this.video.addEventListener("resize", () => this.#layOut());
    this.frame.addEventListener("click", (event) => this.#pick(event));
    document.addEventListener("visibilitychange", () => this.#look());
    navigator.mediaDevices?.addEventListener?.("devicechange", () => this.#offerSwitch());
    setInterval(() => {
      const isStill = this.#shows === "camera" && !document.hidden;
      if (isStill && performance.now() - this.#lastFrame > patience) this.fail("lost");
    }, 1000);
    const room = new ResizeObserver(() => this.#layOut());
    for (const id of ["stage", "tools"]) room.observe(byId(id));
  }

  /** "why", "problem", "camera", "picture", "clip" or "taps". */
  get shows() {
    return this.#shows;
  }

  /** Says with `inspects()` what is to be told of each frame for Look inside. */
  set inspects(inspects) {
    this.#inspects = inspects;
  }

  /** Back to the choice of what to look at; the camera shuts. */
  leave() {
    if (this.#isBroken) return;
    this.#stop();
    this.#show("why");
  }

  /** The engine runs again. */
  mend() {
    if (!this.#isBroken) return;
    this.#problem = undefined;
    this.leave();
  }

  get #isBroken() {
    return engineProblems.includes(this.#problem);
  }

  /** Does `work`, and tells of a problem that it throws; by the name `otherwise` of one without words.
   * What was left meanwhile is not told of, nor what an engine fails that is known to be broken. */
  async attempt(work, otherwise) {
    const turn = this.#watch;
    try {
      return await work();
    } catch (problem) {
      if (typeof problem !== "string" && !otherwise) throw problem;
      if (turn !== this.#watch || this.#isBroken) return undefined;
      return this.fail(typeof problem === "string" ? problem : otherwise);
    }
  }

  useCamera() {
    this.#stop();
    // For a camera that was shut for long the wait begins anew.
    this.#lastFrame = performance.now();
    return this.attempt(async () => {
      const stream = await this.#camera.open();
      if (!stream) return;
      if (document.hidden) {
        this.#shutWhileHidden();
        return;
      }
      this.#turns = [1, 2, 3].find((turns) => turns === recall("turns")) ?? 0;
      this.#mirrored = this.#camera.facesPlayer;
      this.video.srcObject = stream;
      await this.#run("camera");
      await this.#offerSwitch();
    }, "camera");
  }

  /** Opens a picture or a clip. */
  open(file) {
    if (this.#isBroken) return undefined;
    this.#stop();
    this.#turns = 0;
    this.#mirrored = false;
    return file.type.startsWith("video/")
      ? this.attempt(() => this.#openClip(file), "clip")
      : this.attempt(() => this.#openPicture(file), "picture");
  }

  async #openPicture(file) {
    const turn = this.#watch;
    const { still, size } = await decoded(file);
    if (turn !== this.#watch) return still.close();
    this.still = still;
    this.#size = size;
    const canvas = byId("still");
    Object.assign(canvas, { width: still.width, height: still.height });
    canvas.getContext("2d").drawImage(still, 0, 0);
    this.#show("picture");
    return this.#readStill();
  }

  /** Reads the still picture, again where it was turned. */
  async #readStill() {
    const turn = this.#watch;
    const copy = await createImageBitmap(this.still);
    if (turn !== this.#watch) return copy.close();
    this.#events.state(
      await this.#engine.call("look", this.#request(copy, this.#size), [copy]));
  }

  #openClip(file) {
    this.#url = URL.createObjectURL(file);
    this.video.src = this.#url;
    this.video.playbackRate = slowestClip; // Until it is known how fast the machine is.
    return this.#run("clip");
  }

  /** Shows the film of a camera or a clip, and looks at it until it is left. */
  async #run(what) {
    const turn = this.#watch;
    this.#lastFrame = performance.now();
    this.#show(what);
    await this.#changeView();
    if (turn !== this.#watch) return;
    await this.video.play().catch(() => {});
    if (turn === this.#watch) this.#watchFrames();
  }

  async #replay() {
    const turn = this.#watch;
    await this.#changeView();
    if (turn !== this.#watch) return;
    this.video.currentTime = 0;
    this.video.play().catch(() => {});
  }

  #retry() {
    if (this.#isBroken) this.#events.restart();
    else this.useCamera();
  }

  /** Stops, and tells of a problem in the words that are known for it. */
  fail(problem) {
    this.#stop();
    this.#problem = problem;
    this.#show("problem");
    byId("notice-title").focus({ preventScroll: true });
  }

  #stop() {
    this.#watch += 1;
    this.#camera.close();
    this.video.pause();
    this.video.srcObject = null;
    this.video.removeAttribute("src");
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.still?.close();
    this.still = undefined;
    this.#size = undefined;
    this.#isShutWhileHidden = false;
  }

  /** A page that nobody sees does not look either. */
  #look() {
    if (document.hidden && this.#shows === "camera") {
      this.#shutWhileHidden();
    } else if (!document.hidden && this.#isShutWhileHidden) {
      this.useCamera();
    }
  }

  #shutWhileHidden() {
    this.#stop();
    this.#isShutWhileHidden = true;
  }

  async #switch() {
    const turn = this.#watch;
    await this.#camera.chooseNext();
    if (turn === this.#watch) await this.useCamera();
  }

  async #offerSwitch() {
    const count = await this.#camera.count();
    byId("switch").hidden = this.#shows !== "camera" || count < 2;
  }

  #turn(turns, mirrored) {
    this.#turns = turns;
    this.#mirrored = mirrored;
    // A camera that is mounted sideways will be so tomorrow.
    if (this.#shows === "camera") keep("turns", turns);
    byId("mirror").setAttribute("aria-pressed", mirrored);
    byId("marks").replaceChildren();
    this.#layOut();
    this.attempt(() => (this.#shows === "picture" ? this.#readStill() : this.#changeView()));
  }

  async #changeView() {
    byId("mirror").setAttribute("aria-pressed", this.#mirrored);
    this.#events.state(await this.#engine.call("changeView"));
  }

  #show(what) {
    this.#shows = what;
    if (what !== "problem") this.#problem = undefined;
    const asks = what === "why" || what === "problem";
    const moves = what === "camera" || what === "clip";
    byId("stage").dataset.shows = what;
    byId("play").toggleAttribute("data-asks", asks);
    byId("why").hidden = !asks;
    this.frame.hidden = !moves && what !== "picture";
    byId("faces").hidden = what !== "taps";
    byId("tools").hidden = asks;
    for (const id of ["turn", "mirror"]) byId(id).hidden = what === "taps";
    byId("replay").hidden = what !== "clip";
    byId("switch").hidden = true;
    byId("marks").replaceChildren();
    const said = this.#problem ? words.problem[this.#problem] : words.why;
    byId("why").toggleAttribute("data-problem", Boolean(this.#problem));
    // Without the engine there is nothing to play with.
    for (const id of ["open-file", "tap-dice"]) byId(id).hidden = this.#isBroken;
    byId("notice-pip").dataset.mood = this.#problem ? "unsure" : "asking";
    byId("notice-title").textContent = said.title;
    byId("notice-text").textContent = said.text;
    byId("use-camera-word").textContent = this.#problem ? words.problem.retry : words.why.yes;
    this.#layOut();
    this.#events.source();
  }

  // Frames

  /** Newest frame only: those that come while the engine works are left out. */
  #watchFrames() {
    const turn = this.#watch;
    const video = this.video;
    const next = () => {
      if (video.requestVideoFrameCallback && !byId("play").hidden) {
        video.requestVideoFrameCallback(seen);
      } else {
        setTimeout(() => seen(performance.now(), { mediaTime: video.currentTime }), 40);
      }
    };
    const seen = (now, { mediaTime }) => {
      if (turn !== this.#watch) return;
      next();
      if (video.readyState < 2) return;
      if (this.#shows === "clip" && video.paused && !video.ended) return;
      this.#lastFrame = performance.now();
      if (!this.#isBusy) this.#see(this.#shows === "clip" ? mediaTime : now / 1000, turn);
    };
    next();
  }

  async #see(time, turn) {
    const video = this.video;
    const size = { width: video.videoWidth, height: video.videoHeight };
    if (Math.min(size.width, size.height) < leastSide) {
      if (size.width) this.fail(this.#shows === "clip" ? "clip" : "tiny");
      return;
    }
    this.#isBusy = true;
    const began = performance.now();
    try {
      const frame = await this.#frameNow(size);
      if (turn !== this.#watch) return frame.close();
      const request = { ...this.#request(frame, size), time };
      const state = await this.#engine.call("see", request, [frame]);
      if (turn !== this.#watch) return;
      this.#events.state(state);
      // A clip can wait for a slow machine, which a camera cannot.
      const seconds = (performance.now() - began) / 1000;
      const rate = Math.min(1, Math.max(slowestClip, clipInterval / seconds));
      if (this.#shows === "clip") video.playbackRate = rate;
    } catch (problem) {
      // A frame that was gone before it could be copied; an engine that fails tells it itself.
      if (problem === "picture" && turn === this.#watch) {
        this.fail(this.#shows === "clip" ? "clip" : "camera");
      }
    } finally {
      this.#isBusy = false;
    }
  }

  /** What the camera or the clip shows now, for the engine to scale. A frame of a camera goes over as it
   * is, without a copy of its pixels; that of a clip may lie turned, as only its copy tells. */
  async #frameNow(size) {
    if (globalThis.VideoFrame && this.#shows === "camera") {
      const frame = new VideoFrame(this.video);
      if (frame.displayWidth === size.width && frame.displayHeight === size.height) return frame;
      frame.close();
    }
    return createImageBitmap(this.video);
  }

  #request(picture, size) {
    return {
      picture, size: bounded(size, longestSide),
      orientation: orientation(this.#turns, this.#mirrored), inspect: this.#inspects(),
    };
  }

  // Marks

  #layOut() {
    const video = this.video;
    const size = this.#shows === "picture"
      ? this.#size : { width: video.videoWidth, height: video.videoHeight };
    if (!size?.width || this.frame.hidden) return;
    const stage = byId("stage");
    const edge = parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.6;
    const room = {
      width: Math.max(1, stage.clientWidth - byId("tools").offsetWidth - 3 * edge),
      height: Math.max(1, stage.clientHeight - 2 * edge),
    };
    const rect = fit(turnedSize(size, this.#turns), room);
    Object.assign(this.frame.style, {
      left: `${rect.x + edge}px`, top: `${rect.y + edge}px`,
      width: `${rect.width}px`, height: `${rect.height}px`,
    });
    const shown = this.#shows === "picture" ? byId("still") : video;
    const { width, height, transform } = attitude(rect, this.#turns, this.#mirrored);
    Object.assign(shown.style, { width: `${width}px`, height: `${height}px`, transform });
  }

  /** Marks dice: `{key, box, label, kind}`, boxes normalized. */
  mark(dice) {
    const marks = byId("marks");
    const old = new Map([...marks.children].map((mark) => [mark.dataset.key, mark]));
    for (const { key, box, label, kind } of dice) {
      const name = String(key);
      const mark = old.get(name) ?? marks.appendChild(element("div", { "data-key": name }));
      old.delete(name);
      mark.className = `mark ${kind ?? ""} ${box.y < 0.15 ? "low" : ""}`;
      Object.assign(mark.style, {
        left: `${box.x * 100}%`, top: `${box.y * 100}%`,
        width: `${box.width * 100}%`, height: `${box.height * 100}%`,
      });
      if (label === undefined) mark.replaceChildren();
      else if (mark.textContent !== String(label)) mark.replaceChildren(element("b", {}, `${label}`));
    }
    for (const mark of old.values()) mark.remove();
  }

  #pick({ clientX, clientY }) {
    const near = (mark) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2)
        - Math.max(24, (right - left) * 0.6);
    };
    const [nearest] = [...byId("marks").children].sort((a, b) => near(a) - near(b));
    if (nearest && near(nearest) < 0) this.#events.picked(nearest.dataset.key);
  }
}
