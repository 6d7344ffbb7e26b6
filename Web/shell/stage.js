// The stage: the live picture, or a still one, a clip, dice to tap; and the marks on what was found. The
// picture is the ground of the whole screen.

import { orientation } from "../engine/orientation.js";
import { isSafari } from "./browser.js";
import { Camera } from "./camera.js";
import { Frames } from "./frames.js";
import { Ground } from "./ground.js";
import { Liveness } from "./liveness.js";
import { Looks } from "./looks.js";
import { Marks } from "./marks.js";
import { Notice } from "./notice.js";
import { Source } from "./source.js";
import { keep, recall } from "./store.js";

const byId = (id) => document.getElementById(id);

/** Minimum time between two recoveries of a camera, in milliseconds; longer than any timeout of `Liveness`. */
const recoveryInterval = 90_000;

export class Stage {
  #engine;
  #reader;
  #events;
  #source;
  /** The picture or clip that was opened last, for another try. */
  #file;
  #frames;
  #looks;
  #marks = new Marks(byId("marks"));
  #ground;
  #notice = new Notice();
  #frame = byId("frame");
  #shows = "why";
  /** Aborted when what is shown is left. */
  #watch = new AbortController();
  /** Aborted then, and when the picture is turned or begins again: what was seen before says nothing of it. */
  #view = new AbortController();
  #isReading = false;
  #isShutWhileHidden = false;
  /** Whether the clip waits for an answer. */
  #isHeld = false;
  #isPaused = false;
  #liveness;
  #recovered = -Infinity;
  /** The size of the film that is shown. */
  #size;
  #turns = 0;
  #mirrored = false;
  /** By how many quarters the still picture is to be turned to stand upright, where it seems to lie on its side; else 0. */
  #turnsToUpright = 0;

  /** @param reader What the engine makes of pictures: `see(request)` of a frame, `look(request)` of a still
   *   one, for which `prepareStill()` loads more, both resolving to a state; `liesTurned({orientation})`, whether the
   *   still one lies on its side as it was read, by what is read in another orientation; and `changeView()` when it is
   *   another scene that comes. The request's `picture` is the reader's to close.
   * @param events `state(state)`, `source()` when what is shown changes, `picked(key)` when a mark was
   *   tapped, `turnFound()` when a still picture is found to lie on its side, or is read again, `restart()` to load the engine again. */
  constructor(engine, reader, events) {
    this.#engine = engine;
    this.#reader = reader;
    this.#events = events;
    this.#source = new Source({
      lost: () => this.#recover("lost"),
      failed: () => this.fail("clip"),
      resized: () => this.#resize(),
    });
    this.#liveness = new Liveness(this.#source.video, (problem) => this.#recover(problem));
    this.#ground = new Ground(() => ({
      size: this.#source.size,
      shown: this.#shows === "picture" ? byId("still") : this.#source.video,
      turns: this.#turns, mirrored: this.#mirrored,
    }), this.#marks);
    this.#looks = new Looks(this.#source, reader, () => ({
      signal: this.#view.signal, isClip: this.#shows === "clip", isCamera: this.#shows === "camera",
      turns: this.#turns, mirrored: this.#mirrored,
    }), { state: (state) => events.state(state), failed: (problem) => this.fail(problem) });
    this.#frames = new Frames(this.#source.video, (time) => this.#looks.see(time));

    byId("use-camera").addEventListener("click", () => this.#retry());
    byId("open-file").addEventListener("click", () => byId("file").click());
    byId("tap-dice").addEventListener("click", () => this.tap());
    byId("file").addEventListener("change", ({ target }) => {
      if (target.files[0]) this.open(target.files[0]);
      target.value = "";
    });
    byId("turn").addEventListener("click", () => this.#turnOn());
    byId("turn-picture").addEventListener("click", () => {
      byId("stage").focus({ preventScroll: true });
      if (this.#turnsToUpright > 0) this.#turn((this.#turns + this.#turnsToUpright) % 4, this.#mirrored);
      else this.#turnOn();
    });
    byId("mirror").addEventListener("click", () => this.#turn(this.#turns, !this.#mirrored));
    byId("switch").addEventListener("click", () => this.attempt(() => this.#switch(), "camera"));
    byId("replay").addEventListener("click", () => this.attempt(() => this.#replay()));
    byId("other").addEventListener("click", () => {
      this.leave();
      this.#notice.focus();
    });

    this.#frame.addEventListener("click", (event) => {
      const key = this.#marks.pick(event);
      if (key !== undefined) this.#events.picked(key);
    });
    document.addEventListener("visibilitychange", () => this.#look());
    navigator.mediaDevices?.addEventListener?.("devicechange", () => this.#offerSwitch());
  }

  /** "why", "problem", "camera", "picture", "clip" or "taps". */
  get shows() {
    return this.#shows;
  }

  /** Whether a still picture is being read: what was found before says nothing of it. */
  get isReading() {
    return this.#isReading;
  }

  /** Whether the still picture seems to lie on its side. */
  get liesTurned() {
    return this.#turnsToUpright > 0;
  }

  get notice() {
    return this.#notice.title;
  }

  /** Says with `inspects()` what Look inside wants of each frame. */
  set inspects(inspects) {
    this.#looks.inspects = inspects;
  }

  /** Has `follows.take(frame)` called with a copy of each frame of a film, which it closes; the next frame waits until
   * it is done. Of a clip, and where it `waits`, the state after the frame is known by then; of a camera's other frames
   * it may be that of an earlier one. `undefined` for nobody.
   *
   * A frame is `{picture, size, boundedSize, time, turns, mirrored, facesPlayer, isCamera, orientation}`. */
  set follows(follows) {
    this.#looks.follows = follows;
  }

  /** Marks what was found; see `Marks.draw`. */
  mark(found) {
    this.#marks.draw(found);
  }

  /** Shows the part of the picture in which the dice of a question lie; see `Ground.frameQuestion`. */
  frameQuestion(question) {
    this.#ground.frameQuestion(question);
  }

  /** Shows dice before anything is asked about them; see `Ground.frameSeen`. */
  frameSeen(boxes) {
    this.#ground.frameSeen(boxes);
  }

  /** Pauses a clip while a question is open, and plays it on after the answer; a camera can't wait. */
  hold(isHeld) {
    const { video } = this.#source;
    if (this.#shows !== "clip" || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (isHeld) video.pause();
    else this.#playOn();
  }

  /** Plays a clip, unless it waits for an answer or the end of a pause. */
  #playOn() {
    const { video } = this.#source;
    if (this.#isHeld || this.#isPaused || video.ended) return Promise.resolve();
    return video.play().catch(() => {});
  }

  /** Looks at nothing until `resume()`: the camera is shut meanwhile. */
  pause() {
    this.#isPaused = true;
    if (this.#shows === "camera") this.#shutWhileHidden();
    else if (this.#shows === "clip") this.#source.video.pause();
  }

  resume() {
    this.#isPaused = false;
    if (this.#shows === "clip") this.#playOn();
    else this.#look();
  }

  /** Back to the choice of what to look at; the camera shuts. */
  leave() {
    if (this.#notice.isOfEngine) return;
    this.#stop();
    this.#show("why");
  }

  /** The engine runs again. */
  mend() {
    if (!this.#notice.isOfEngine) return;
    this.#notice.hide();
    this.leave();
  }

  /** Does `work`, and reports a problem that it throws; by the name `otherwise` of one without words.
   * What was left meanwhile is not reported, nor what an engine fails that is known to be broken. */
  async attempt(work, otherwise) {
    const { signal } = this.#watch;
    try {
      return await work();
    } catch (problem) {
      if (typeof problem !== "string" && !otherwise) throw problem;
      if (signal.aborted || this.#notice.isOfEngine) return undefined;
      return this.fail(typeof problem === "string" ? problem : otherwise);
    }
  }

  /** Opens the camera, where the player has allowed it and used it last; else the choice is theirs. */
  async reopenCamera() {
    if (this.#shows !== "why" || this.#notice.isOfEngine || recall("source") !== "camera") return;
    const { signal } = this.#watch;
    if (await Camera.isAllowed() && !signal.aborted) this.useCamera();
  }

  /** @param lost What to report where a camera that was taken away can't be found again. */
  useCamera(lost) {
    this.#stop();
    // Nobody is asked for permission who has given it: the camera opens soon, or never.
    if (this.#shows === "camera") this.#liveness.watch();
    return this.attempt(async () => {
      if (!await this.#openCamera(lost)) return;
      if (document.hidden) {
        this.#shutWhileHidden();
        return;
      }
      this.#turns = [1, 2, 3].find((turns) => turns === recall("turns")) ?? 0;
      const kept = recall(this.#mirroredName);
      this.#mirrored = typeof kept === "boolean" ? kept : this.#source.facesPlayer;
      keep("source", "camera");
      await this.#run("camera");
      await this.#offerSwitch();
    }, "camera");
  }

  async #openCamera(lost) {
    try {
      return await this.#source.openCamera();
    } catch (problem) {
      // Of one that another app uses, or that was forbidden meanwhile, there is more to say.
      throw lost && !["busy", "denied"].includes(problem) ? lost : problem;
    }
  }

  /** Opens a picture or a clip. */
  open(file) {
    if (this.#notice.isOfEngine) return undefined;
    this.#stop();
    this.#file = file;
    this.#turns = 0;
    this.#mirrored = false;
    if (!file.type.startsWith("video/")) {
      return this.attempt(() => this.#openPicture(file), "picture");
    }
    return this.attempt(() => {
      this.#source.openClip(file);
      return this.#run("clip");
    }, "clip");
  }

  /** Looks at nothing: the players tap in what lies on their table. */
  tap() {
    keep("source", "taps");
    this.#stop();
    this.#show("taps");
  }

  async #openPicture(file) {
    const { signal } = this.#watch;
    this.#isReading = true;
    await this.#source.openPicture(file, signal);
    if (signal.aborted) return;
    this.#show("picture");
    await this.#readStill();
  }

  /** Reads the still picture, again where it was turned. */
  async #readStill() {
    const { signal } = this.#beginView();
    this.#isReading = true;
    this.#turnsToUpright = 0;
    this.#events.turnFound();
    this.#marks.clear();
    try {
      await this.#reader.prepareStill();
      if (signal.aborted) return;
      const picture = await this.#source.picture();
      if (signal.aborted) return picture.close();
      const state = await this.#reader.look(this.#looks.request(picture));
      if (signal.aborted) return;
      this.#isReading = false;
      this.#events.state(state);
      await this.#findTurn(signal);
    } finally {
      if (!signal.aborted) this.#isReading = false;
    }
  }

  /** Finds out whether the still picture lies on its side. */
  async #findTurn(signal) {
    for (const quarters of [1, 3]) {
      const request = { orientation: orientation(this.#turns + quarters, this.#mirrored) };
      const lies = await this.#reader.liesTurned(request);
      if (signal.aborted) return;
      if (!lies) continue;
      this.#turnsToUpright = quarters;
      this.#events.turnFound();
      return;
    }
  }

  /** Shows the film of a camera or a clip, and looks at it until it is left. */
  async #run(what) {
    const { signal } = this.#watch;
    if (what === "camera") this.#liveness.watch();
    this.#looks.begin();
    this.#size = this.#source.size;
    this.#show(what);
    await this.#changeView();
    if (signal.aborted) return;
    await this.#playOn();
    if (signal.aborted) return;
    this.#frames.follow(signal, {
      isClip: what === "clip",
      seen: () => this.#liveness.seen(),
      isShown: () => !byId("play").hidden,
    });
  }

  async #replay() {
    const { signal } = this.#watch;
    const { video } = this.#source;
    // The engine's time never falls: of the frames before none may follow the change.
    video.pause();
    this.#isHeld = false;
    video.currentTime = 0;
    await this.#changeView();
    if (signal.aborted) return;
    this.#playOn();
  }

  #retry() {
    const { problem, isOfEngine } = this.#notice;
    // Safari asks a second time only after it has loaded the page again.
    const isRefused = problem === "denied" && isSafari;
    if (problem === "replaced" || (problem === "missing" && !isOfEngine) || isRefused) location.reload();
    else if (isOfEngine) this.#events.restart();
    else if (problem === "portraits") this.open(this.#file);
    else this.useCamera();
  }

  /** Stops, and reports a problem in the words that are known for it. */
  fail(problem) {
    this.#stop();
    this.#show("problem", problem);
    this.#notice.focus();
  }

  /** Asks again for a camera that was taken away; where that does not bring it back, a button does. */
  #recover(problem) {
    const now = performance.now();
    if (this.#shows !== "camera") return;
    if (document.hidden) {
      this.#shutWhileHidden();
    } else if (now - this.#recovered < recoveryInterval) {
      this.fail(problem);
    } else {
      this.#recovered = now;
      this.useCamera(problem);
    }
  }

  #stop() {
    this.#liveness.stop();
    this.#watch.abort();
    this.#watch = new AbortController();
    this.#beginView();
    this.#source.close();
    this.#ground.forgetQuestion();
    this.#isReading = this.#isShutWhileHidden = this.#isHeld = false;
  }

  /** A page that nobody sees does not look either. */
  #look() {
    if (document.hidden && this.#shows === "camera") {
      this.#shutWhileHidden();
    } else if (!document.hidden && !this.#isPaused && this.#isShutWhileHidden) {
      this.useCamera();
    }
  }

  #shutWhileHidden() {
    this.#stop();
    this.#isShutWhileHidden = true;
  }

  /** A tablet that is turned while its camera runs sends a picture of another size. */
  #resize() {
    this.#ground.layOut();
    const { size } = this.#source;
    const before = this.#size;
    this.#size = size;
    const isOther = before && size && (before.width !== size.width || before.height !== size.height);
    if (this.#shows !== "camera" || !isOther) return;
    this.#marks.clear();
    this.#ground.forgetQuestion();
    this.attempt(() => this.#changeView());
  }

  async #switch() {
    const { signal } = this.#watch;
    await this.#source.chooseNextCamera();
    if (!signal.aborted) await this.useCamera();
  }

  async #offerSwitch() {
    const count = await this.#source.cameraCount();
    byId("switch").hidden = this.#shows !== "camera" || count < 2;
  }

  /** Clockwise as it is seen: a mirrored picture is mirrored last. */
  #turnOn() {
    this.#turn((this.#turns + (this.#mirrored ? 3 : 1)) % 4, this.#mirrored);
  }

  #turn(turns, mirrored) {
    this.#turns = turns;
    this.#mirrored = mirrored;
    // A camera that is mounted sideways will be so tomorrow.
    if (this.#shows === "camera") {
      keep("turns", turns);
      keep(this.#mirroredName, mirrored);
    }
    byId("mirror").setAttribute("aria-pressed", mirrored);
    this.#marks.clear();
    this.#ground.forgetQuestion();
    this.#ground.layOut();
    this.attempt(() => (this.#shows === "picture" ? this.#readStill() : this.#changeView()));
  }

  /** Under which it is kept whether a camera on this side of the screen is mirrored. */
  get #mirroredName() {
    return this.#source.facesPlayer ? "mirrored-front" : "mirrored-back";
  }

  /** Whatever is on its way from the engine says nothing of the picture any more. */
  #beginView() {
    this.#view.abort();
    this.#view = new AbortController();
    return this.#view;
  }

  async #changeView() {
    this.#beginView();
    this.#frames.forgetMissed();
    byId("mirror").setAttribute("aria-pressed", this.#mirrored);
    this.#events.state(await this.#reader.changeView());
  }

  #show(what, problem) {
    this.#shows = what;
    const asks = what === "why" || what === "problem";
    const moves = what === "camera" || what === "clip";
    byId("stage").dataset.shows = what;
    byId("play").toggleAttribute("data-asks", asks);
    if (what === "problem") this.#notice.report(problem, !this.#engine.isRunning);
    else if (what === "why") this.#notice.ask();
    else this.#notice.hide();
    this.#frame.hidden = !moves && what !== "picture";
    for (const id of ["turn", "mirror"]) byId(id).hidden = what === "taps";
    byId("pause").hidden = !moves;
    byId("replay").hidden = what !== "clip";
    byId("switch").hidden = true;
    this.#marks.clear();
    this.#ground.layOut();
    this.#events.source();
    // What had the focus may be gone.
    if (document.activeElement.closest("[hidden]")) byId("stage").focus({ preventScroll: true });
  }
}
