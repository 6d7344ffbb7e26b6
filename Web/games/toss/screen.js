// The screen of bean-bag toss: what is on it at each step. It knows nothing of the game but what it is given.

import { element, icon } from "../../shell/art.js";
import { current, portrait } from "../../shell/players.js";
import { isMuted, mute } from "../../shell/sound.js";
import { hush } from "../../shell/voice.js";
import { words as common } from "../../shell/words.js";
import { words } from "../../words/toss-en.js";
import { placements } from "./placements.js";
import { standing } from "./steps.js";
import * as units from "./units.js";

/** Where the foul line is from the hole, in metres: 25 feet. */
const line = 7.62;

export class TossScreen {
  #root;
  #act;
  /** Ends the wait for a stream that is not shown any more. */
  #left;

  /** @param act What its buttons do. */
  constructor(root, act) {
    this.#root = root;
    this.#act = act;
    document.head.append(element("link", { rel: "stylesheet", href: new URL("../../styles/toss.css", import.meta.url) }));
    root.querySelector("[role=status]")?.remove();
    this.heading = root.querySelector("h1");
    this.bar = root.querySelector("header");
    this.#makeBar();
    this.#makeCourt();
    this.#makePanels();
    root.dataset.stage = "place";
  }

  #button(kind, act, text, sign) {
    const made = element("button", { type: "button", class: kind });
    if (sign) made.append(icon(sign));
    if (kind === "round") {
      made.setAttribute("aria-label", text);
      made.title = text;
    } else made.append(element("span", {}, text));
    made.addEventListener("click", act);
    return made;
  }

  #makeBar() {
    this.count = element("p", { class: "toss-count" });
    this.whose = element("span", { class: "whose" });
    this.voice = this.#button("round", () => {
      mute(!isMuted());
      if (isMuted()) hush();
      this.#showVoice();
    }, common.button.voiceOff);
    this.other = this.#button("round", this.#act.other, words.other, "switch");
    this.pause = this.#button("round", this.#act.pause, words.pause, "pause");
    this.finish = this.#button("plank", this.#act.finish, words.finish, "flag");
    const inside = this.#button("round", this.#act.look, words.inside, "inside");
    this.bar.append(this.whose, this.count, this.other, this.voice, this.pause, inside, this.finish);
    this.#showVoice();
  }

  #showVoice() {
    const text = isMuted() ? common.button.voiceOn : common.button.voiceOff;
    this.voice.setAttribute("aria-label", text);
    this.voice.title = text;
    this.voice.replaceChildren(icon(isMuted() ? "mute" : "voice"));
  }

  #makeCourt() {
    this.video = element("video", { playsinline: "", "aria-label": words.picture });
    // As an attribute it does not silence a video that a script has made.
    this.video.muted = true;
    this.over = element("canvas", { "aria-hidden": "true" });
    this.handles = element(
      "div", { class: "toss-handles", hidden: "" },
      ...words.corner.map((name) => element("button", { type: "button", class: "handle", "aria-label": name, title: name })),
      element("canvas", { class: "magnifier", width: 240, height: 240, role: "img", "aria-label": words.magnifier, hidden: "" }));
    this.court = element("div", { class: "court" }, this.video, this.over, this.handles);
    this.#root.append(this.court);
  }

  #makePanels() {
    this.score = element("p", { class: "toss-score" }, element("strong"), element("span"));
    this.notice = element("p", { class: "toss-notice", role: "status" });
    this.pace = element("p", { class: "toss-pace", role: "status" });
    this.title = element("h2");
    this.text = element("p");
    this.trouble = element("p", { class: "trouble" });
    this.confirm = this.#button("big", this.#act.confirm, words.confirm, "check");
    this.byHand = this.#button("small", this.#act.placeByHand, words.byHand, "taps");
    this.again = this.#button("small", this.#act.lookAgain, words.lookAgain, "inside");
    this.resume = this.#button("big", this.#act.resume, words.resume, "camera");
    this.say = element(
      "section", { class: "toss-say paper", "aria-live": "polite" }, this.title, this.text, this.trouble,
      element("div", { class: "choices" }, this.confirm, this.byHand, this.again, this.resume));
    this.card = element("article", { class: "toss-card paper", hidden: "" });
    this.place = element("section", { class: "toss-place paper" });
    this.summary = element("section", { class: "toss-summary" });
    this.look = element("dialog", { class: "paper toss-look" });
    this.#root.append(
      this.score, this.notice, this.pace, this.say, this.card, this.place, this.summary, this.look);
    this.#makePlace();
  }

  #makePlace() {
    const camera = this.#button("big", () => (this.underWay ? this.#act.resume() : this.#act.start()), words.place.camera, "camera");
    const fresh = this.#button("small", this.#act.start, words.place.fresh, "replay");
    const last = this.#button("small", this.#act.showLast, words.place.last, "chart");
    this.opener = camera;
    this.others = { fresh, last };
    this.started = element("p", { class: "toss-started" });
    this.problem = element("p", { class: "trouble", role: "alert", hidden: "" });
    this.progress = element("progress", { max: 1, value: 0, "aria-label": words.loading("") });
    this.loading = element("p", { class: "hint toss-loading" }, element("span"), this.progress);
    this.place.append(
      element("h2", {}, words.place.title),
      element(
        "div", { class: "placements" },
        ...placements({
          far: words.place.far(units.about(7), units.about(10)),
          practice: words.place.practice(units.about(4), units.about(5)),
        })),
      element("p", {}, words.place.across), this.started, this.problem,
      element("div", { class: "choices" }, camera, fresh, last), this.loading);
  }

  // What it shows

  /** Whether a camera is being opened: its buttons wait. */
  get isBusy() {
    return this.opener.disabled;
  }

  set isBusy(isBusy) {
    this.opener.disabled = isBusy;
    this.resume.disabled = isBusy;
  }

  /** Shows a camera's stream, or none; ends once its size is known, or another one is shown. */
  async show(stream) {
    this.#left?.();
    this.video.srcObject = stream ?? null;
    if (!stream) return;
    const isLeft = new Promise((resolve) => {
      this.#left = resolve;
    });
    await Promise.race([isLeft, this.video.play().catch(() => {})]);
    if (this.video.videoWidth || this.video.srcObject !== stream) return;
    await Promise.race([
      isLeft, new Promise((resolve) => this.video.addEventListener("resize", resolve, { once: true })),
    ]);
  }

  showLoading(share) {
    this.progress.value = share;
    this.progress.hidden = share === 1;
    this.loading.firstElementChild.textContent = share === 1
      ? words.loaded : words.loading(share.toLocaleString(undefined, { style: "percent" }));
  }

  showProblem(problem) {
    const text = problem && (words.problem[problem] ?? words.problem.camera);
    this.problem.hidden = !problem;
    this.problem.textContent = problem === "insecure" ? words.place.plain : text ?? "";
  }

  /** The beginning; with a game that is under way it can be continued. */
  showPlace({ underWay, hasLast }) {
    this.#root.dataset.stage = "place";
    this.underWay = underWay;
    this.started.hidden = !underWay;
    this.started.textContent = underWay ? words.place.started(underWay.throws, underWay.points) : "";
    this.opener.lastElementChild.textContent = underWay ? words.place.again : words.place.camera;
    this.others.fresh.hidden = !underWay;
    this.others.last.hidden = !hasLast;
    this.showProblem(self.isSecureContext ? undefined : "insecure");
    this.#showBar(false);
  }

  showPlay() {
    this.#root.dataset.stage = "play";
    this.whose.replaceChildren(portrait(current()));
    this.showNotice("");
    this.showPace("");
    this.#showBar(true);
    this.heading.focus({ preventScroll: true });
  }

  showSummary() {
    this.#root.dataset.stage = "summary";
    this.#showBar(false);
    scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  #showBar(isPlaying) {
    for (const one of [this.count, this.whose, this.pause, this.finish]) one.hidden = !isPlaying;
    this.other.hidden = true;
  }

  offerOther(isOffered) {
    this.other.hidden = !isOffered;
  }

  showScore(points, count) {
    this.score.firstElementChild.textContent = points;
    this.score.lastElementChild.textContent = words.score(points);
    this.count.textContent = count;
  }

  showNotice(text) {
    this.notice.textContent = text;
  }

  showPace(text) {
    this.pace.textContent = text;
  }

  /** What is asked next. */
  showStep(step, { scene, people = [], isUpright, hasThrown, slow }) {
    this.#root.dataset.step = step;
    const { title, text } = words.steps[step];
    const stands = (step === "stand" || step === "throw") && !hasThrown ? standing(people) : undefined;
    const stand = stands && words.stand(
      units.quantity("stand", stands.stand, 1), units.quantity("stand", stands.standError, 1),
      units.quantity("stand", line, 1));
    fill(this.title, title);
    fill(this.text, stand ?? text);
    const trouble = step === "find" || step === "confirm" ? words.troubles[scene?.trouble] : "";
    fill(this.trouble, isUpright ? words.upright : trouble || (slow ? words.slow(Math.round(slow)) : ""));
    this.confirm.hidden = step !== "confirm" && step !== "corners";
    this.byHand.hidden = step !== "find" && step !== "confirm";
    this.again.hidden = step !== "confirm" && step !== "corners" && !(step === "find" && scene?.trouble === "cutOff");
    this.resume.hidden = true;
  }

  showPaused() {
    this.#root.dataset.step = "paused";
    fill(this.title, words.pause);
    fill(this.text, words.paused);
    fill(this.trouble, "");
    for (const one of [this.confirm, this.byHand, this.again]) one.hidden = true;
    this.resume.hidden = false;
    this.resume.focus();
  }
}

/** Writes a text only where it is another one: readers hear it then. */
function fill(target, text) {
  const next = text ?? "";
  if (target.textContent !== next) target.textContent = next;
}
