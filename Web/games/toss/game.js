// Bean-bag toss on the page: from the camera to the summary. What is seen and what it is worth the engine knows; a throw is
// kept before it is shown.

import { Engine } from "../../engine/engine.js";
import { keep, last } from "../../log/toss-games.js";
import { Camera } from "../../shell/camera.js";
import { hush, say } from "../../shell/voice.js";
import { words } from "../../words/toss-en.js";
import { Card, outcomeOf } from "./card.js";
import { capture } from "./field.js";
import { Feed } from "./feed.js";
import { Handles } from "./handles.js";
import { lockLens } from "./lens.js";
import { Look } from "./look.js";
import { Rate } from "./rate.js";
import { TossScreen } from "./screen.js";
import { stepOf } from "./steps.js";
import { Summary } from "./summary.js";
import { View } from "./view.js";

/** Throws of a game. */
const gameLength = 8;
/** A game that began longer ago is not continued, in milliseconds. */
const maximumAge = 12 * 3600e3;
/** How long the last card is shown before the summary, in milliseconds. */
const lastCard = 8000;
/** How long a notice stays, in milliseconds. */
const noticeSpan = 6000;

/** The game, which has an engine of its own. */
export const open = () => new Toss();

class Toss {
  #engine = new Engine(() => this.#fail("broken"), "toss/worker.js", (event) => this.#take(event));
  #loading;
  #screen;
  #view;
  #handles;
  #card;
  #summary;
  #look;
  #camera = new Camera(() => this.#fail("lost"));
  #feed;
  #rate = new Rate();
  /** Counts what was opened, so that what was left meanwhile is known. */
  #turn = 0;
  /** "place", "play", "ending" or "summary". */
  #stage = "place";
  /** The game that is played: as it is kept, with its throws as the engine reports them. */
  #game;
  #made = [];
  /** What each throw was taken for before it was corrected, by its number. */
  #before = new Map();
  /** What the engine said last of what it sees. */
  #seen = {};
  #isConfirmed = false;
  #isPlacing = false;
  /** What is kept and shown, one after another. */
  #storing = Promise.resolve();
  #isHidden = false;
  #ending;
  #noticeTimer;
  #isPaused = false;
  #pace = "nothingLeftOut";
  #spoken;

  constructor() {
    this.#screen = new TossScreen(document.getElementById("toss"), {
      start: () => this.#start(true),
      resume: () => this.#start(false),
      showLast: () => this.#showKept(),
      confirm: () => this.#confirm(),
      placeByHand: () => this.#placeByHand(),
      lookAgain: () => this.#lookAgain(),
      finish: () => this.#end(),
      pause: () => this.#halt(),
      look: () => this.#look.open(),
      other: () => this.#useOther(),
      fresh: () => this.#toPlace(undefined),
    });
    const { court, video, over } = this.#screen;
    this.#view = new View(court, video, over);
    this.#handles = new Handles(this.#screen.handles, video, this.#view, (corners) => this.#put(corners));
    const corrections = {
      correct: (number, outcome) => this.#correct(number, outcome), was: (number) => this.#before.get(number),
    };
    this.#card = new Card(this.#screen.card, this.#engine, corrections);
    this.#summary = new Summary(
      this.#screen.summary, this.#engine, { ...corrections, fresh: () => this.#toPlace(undefined) });
    this.#feed = new Feed(this.#engine, video);
    this.#look = new Look(this.#screen.look, this.#engine, () => ({ way: this.#feed.way, rate: this.#rate }));
    document.addEventListener("visibilitychange", () => this.#follow());
    addEventListener("resize", () => this.#layOut());
    video.addEventListener("resize", () => this.#layOut());
  }

  // What the page calls

  /** Shows where the game is: at its beginning, or at the one that was left. */
  async play() {
    const turn = ++this.#turn;
    this.#load().catch(() => {});
    const kept = await last();
    if (turn === this.#turn) this.#toPlace(kept);
  }

  /** The page shows something else. */
  pause() {
    hush();
    this.#look.close();
    this.#close();
    this.#stage = "place";
  }

  // The camera

  #load() {
    this.#loading ??= this.#engine.start((share) => this.#screen.showLoading(share))
      .then(() => this.#screen.showLoading(1))
      .catch((problem) => {
        this.#loading = undefined;
        this.#screen.showProblem(problem);
        throw problem;
      });
    return this.#loading;
  }

  #toPlace(kept) {
    this.#close();
    this.#stage = "place";
    this.#game = undefined;
    const isUnderWay = kept && !kept.isOver && Date.now() - kept.began < maximumAge;
    this.#game = isUnderWay ? kept : undefined;
    this.#screen.showPlace({ underWay: this.#game, hasLast: Boolean(kept) && !isUnderWay });
  }

  /** Opens the camera, and plays: a new game, or on with the one that is kept. */
  async #start(isNew) {
    const turn = ++this.#turn;
    this.#screen.showProblem(undefined);
    this.#screen.isBusy = true;
    try {
      const [stream] = await Promise.all([this.#camera.open(), this.#load()]);
      if (turn !== this.#turn || !stream) return;
      await this.#screen.show(stream);
      if (turn === this.#turn) await this.#begin(isNew, stream, turn);
    } catch (problem) {
      if (typeof problem !== "string") throw problem;
      if (turn === this.#turn) this.#fail(problem);
    } finally {
      if (turn === this.#turn) this.#screen.isBusy = false;
    }
  }

  async #begin(isNew, stream, turn) {
    // What is still being kept is of the game before.
    await this.#storing;
    const now = Date.now();
    if (isNew || !this.#game?.record) {
      const game = { began: now, throws: 0, points: 0, isOver: false };
      await this.#engine.call("toss.begin", { isCornhole: false, began: now / 1000 });
      [this.#game, this.#made] = [game, []];
    } else {
      this.#made = await this.#continued(this.#game);
    }
    const cameras = await this.#camera.count();
    if (turn !== this.#turn) return;
    this.#seen = {};
    this.#before.clear();
    this.#rate.forget();
    this.#isConfirmed = this.#isPlacing = this.#isPaused = false;
    this.#pace = "nothingLeftOut";
    this.#spoken = undefined;
    this.#stage = "play";
    this.#card.hide();
    this.#screen.showPlay();
    this.#screen.offerOther(cameras > 1);
    this.#layOut();
    this.#showScore(this.#game.points);
    this.#draw();
    await this.#feed.begin(stream, 1000 * (now - this.#game.began));
  }

  /** Has the engine continue a game that is kept. Returns its throws. */
  async #continued(game) {
    try {
      await this.#engine.call("toss.continue", { record: game.record });
    } catch (problem) {
      throw problem === "altered" ? "unreadable" : problem;
    }
    return this.#engine.call("toss.throwsMade");
  }

  #close() {
    this.#turn += 1;
    this.#screen.isBusy = false;
    clearTimeout(this.#ending);
    this.#ending = undefined;
    this.#feed?.end();
    this.#camera.close();
    this.#screen.show(undefined);
    this.#card?.hide();
    this.#handles?.hide();
  }

  /** A page that nobody sees shuts its camera, and continues when it is seen again. */
  #follow() {
    const isOpen = this.#stage === "play" || this.#screen.isBusy;
    if (document.hidden && isOpen) {
      this.#isHidden = true;
      this.#close();
    } else if (!document.hidden && this.#isHidden) {
      this.#isHidden = false;
      if (!this.#isPaused) this.#start(false);
    }
  }

  #halt() {
    this.#isPaused = true;
    this.#close();
    this.#screen.showPaused();
  }

  async #useOther() {
    const turn = this.#turn;
    await this.#camera.chooseNext();
    if (turn === this.#turn) await this.#reopen();
  }

  #reopen() {
    this.#close();
    return this.#start(false);
  }

  #fail(problem) {
    if (problem === "broken") this.#loading = undefined;
    if (problem === "unreadable") this.#game = undefined;
    if (this.#stage === "summary") return;
    this.#close();
    this.#screen.showPlace({ underWay: this.#game?.record && this.#game, hasLast: false });
    this.#stage = "place";
    this.#screen.showProblem(problem);
  }

  // What the engine reports

  #take(event) {
    switch (event.kind) {
      case "seen": return this.#see(event);
      case "throwEnded": return this.#takeThrow(event.toss, true);
      case "throwChanged": return this.#takeThrow(event.toss, false);
      case "stateChanged": return this.#changeState(event.state);
      case "paceChanged": return this.#changePace(event.pace);
      case "otherSize": return this.#changeSize();
      case "notice": return this.#notice(event.notice);
      default: return undefined;
    }
  }

  #see(event) {
    if (this.#stage !== "play" || this.#isPaused) return;
    this.#rate.add(event);
    const { paths, scene = this.#seen.scene, people = this.#seen.people ?? [] } = event;
    const board = event.scene ? event.board : this.#seen.board;
    const hadPaths = this.#seen.paths?.length > 0;
    this.#seen = { paths, scene, people, board };
    if (event.scene) this.#draw();
    else if (paths.length > 0 || hadPaths) this.#view.draw(this.#shown);
  }

  get #step() {
    return stepOf({
      scene: this.#seen.scene, board: this.#seen.board, isConfirmed: this.#isConfirmed, isPlacing: this.#isPlacing,
    });
  }

  get #shown() {
    const step = this.#step;
    return { ...this.#seen, isBoardMarked: step !== "find" && step !== "corners", isSetUp: step !== "throw" };
  }

  #draw() {
    if (this.#stage !== "play" || this.#isPaused) return;
    const step = this.#step;
    this.#view.draw(this.#shown);
    this.#screen.showStep(step, {
      ...this.#seen, isUpright: this.#view.isUpright, hasThrown: this.#made.length > 0,
      slow: this.#pace === "nothingLeftOut" ? this.#rate.slow : undefined,
    });
    this.#speak(step);
    this.#showPace();
    if (step === "confirm" || step === "corners") this.#handles.show(this.#seen.board?.corners);
    else this.#handles.hide();
  }

  /** Says what is asked aloud: the player stands far from the screen. */
  #speak(step) {
    if (step === this.#spoken) return;
    this.#spoken = step;
    if (["find", "still", "stand", "throw"].includes(step) && this.#made.length === 0) say(words.steps[step].title);
  }

  #layOut() {
    this.#view.layOut();
    if (this.#stage !== "play") return;
    this.#view.draw(this.#shown);
    this.#handles.place();
  }

  #changeState(state) {
    if (state !== "summary" || this.#stage !== "play" || this.#ending) return;
    this.#ending = setTimeout(() => this.#end(), lastCard);
  }

  #changePace(pace) {
    this.#pace = pace;
    this.#showPace();
  }

  /** Until the board is known the first frames wait for it, which says nothing of the device. */
  #showPace() {
    this.#screen.showPace(this.#isConfirmed ? words.paces[this.#pace] : "");
  }

  /** A device that was turned. */
  #changeSize() {
    if (this.#stage !== "play" || this.#isPaused) return;
    this.#say(words.notices.otherSize);
    const [turn, game] = [this.#turn, this.#game];
    this.#next(async () => {
      if (this.#made.length > 0) await this.#store(game);
      if (turn === this.#turn) this.#reopen();
    });
  }

  #notice(notice) {
    if (this.#isPaused) return;
    if (notice === "boardElsewhere" || notice === "anotherView") this.#lookAgain();
    if (notice === "cameraMoved") this.#isConfirmed = false;
    const text = words.notices[notice];
    if (text && this.#stage === "play") this.#say(text);
  }

  #say(text) {
    clearTimeout(this.#noticeTimer);
    this.#screen.showNotice(text);
    this.#noticeTimer = setTimeout(() => this.#screen.showNotice(""), noticeSpan);
  }

  // Throws

  #takeThrow(toss, isNew) {
    const game = this.#game;
    this.#made[toss.number - 1] = toss;
    // Who throws has seen that the board is where it is.
    if (isNew && !this.#isConfirmed) {
      this.#isConfirmed = true;
      lockLens(this.#camera.track);
    }
    this.#next(async () => {
      await this.#store(game);
      if (game === this.#game) this.#showThrow(toss, isNew);
    });
  }

  /** Does `work` once all before is kept and shown. An engine that broke meanwhile is reported elsewhere. */
  #next(work) {
    this.#storing = this.#storing.then(work).catch((problem) => {
      if (typeof problem !== "string") setTimeout(() => { throw problem; });
    });
  }

  /** Keeps the game that is played, as the engine has it; one that was left is as it was kept before. */
  async #store(game) {
    if (!game || game !== this.#game) return;
    game.field ??= await capture(this.#screen.video);
    const [record, score] = await Promise.all([this.#engine.call("toss.record"), this.#engine.call("toss.score")]);
    if (game !== this.#game) return;
    Object.assign(game, {
      record, throws: this.#made.filter(({ isWithdrawn }) => !isWithdrawn).length, points: score.first,
    });
    if (!await keep(game)) this.#say(words.notices.unkept);
  }

  #showThrow(toss, isNew) {
    if (this.#stage === "summary") {
      this.#summary.show(this.#game, this.#made);
      return;
    }
    this.#showScore(this.#game.points);
    if (this.#stage === "place" || this.#isPaused) return;
    if (isNew || this.#card.number === toss.number) this.#card.show(toss, isNew);
    if (!isNew) return;
    say(words.said(toss.number, words.outcome[toss.outcome], toss.points));
    this.#draw();
  }

  #showScore(points) {
    const counted = Math.min(this.#game?.throws ?? 0, gameLength);
    this.#screen.showScore(points, words.throwOf(Math.min(counted + 1, gameLength), gameLength));
  }

  /** Takes in what a player knows better; an outcome of "none" is no throw. */
  async #correct(number, outcome) {
    if (!this.#before.has(number)) this.#before.set(number, outcomeOf(this.#made[number - 1]));
    if (outcome === "none") await this.#engine.call("toss.withdraw", { number });
    else await this.#engine.call("toss.correct", { number, outcome });
  }

  // The board

  async #confirm() {
    if (this.#isPlacing) await this.#put(this.#handles.corners);
    this.#isConfirmed = true;
    this.#isPlacing = false;
    lockLens(this.#camera.track);
    this.#game.field ??= await capture(this.#screen.video);
    this.#draw();
  }

  #placeByHand() {
    this.#isPlacing = true;
    this.#draw();
  }

  async #put(corners) {
    // What is no board goes back to where one is seen.
    if (!await this.#engine.call("toss.putBoard", { corners })) this.#handles.reset(this.#seen.board?.corners);
  }

  async #lookAgain() {
    this.#isPlacing = this.#isConfirmed = false;
    this.#seen.board = undefined;
    this.#draw();
    await this.#engine.call("toss.forgetBoard");
  }

  // The end

  async #end() {
    clearTimeout(this.#ending);
    if (this.#stage !== "play") return;
    this.#stage = "ending";
    const [turn, game] = [this.#turn, this.#game];
    await this.#unlessItBreaks(async () => {
      await this.#feed.end();
      await this.#engine.call("toss.finish");
      await this.#storing;
      if (turn !== this.#turn) return;
      game.isOver = true;
      await this.#store(game);
      if (turn !== this.#turn) return;
      this.#close();
      await this.#summarize(game);
    });
  }

  /** The summary of the game that is kept. */
  async #showKept() {
    const turn = this.#turn;
    await this.#unlessItBreaks(async () => {
      const kept = await last();
      await this.#load();
      if (!kept || turn !== this.#turn) return;
      const made = await this.#continued(kept);
      if (turn !== this.#turn) return;
      [this.#game, this.#made] = [kept, made];
      this.#before.clear();
      await this.#summarize(kept);
    });
  }

  async #summarize(game) {
    this.#stage = "summary";
    this.#screen.showSummary();
    await this.#summary.show(game, this.#made);
  }

  /** Does `work`; a problem with a name is shown. */
  async #unlessItBreaks(work) {
    const turn = this.#turn;
    try {
      await work();
    } catch (problem) {
      if (typeof problem !== "string") throw problem;
      if (turn === this.#turn) this.#fail(problem);
    }
  }
}
