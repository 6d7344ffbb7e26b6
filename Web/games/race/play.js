// The race on the screen: the board, whose turn it is, what an answer brings. The rules the engine knows.

import * as answers from "../../dice/answers.js";
import { Motion } from "../../dice/motion.js";
import { celebrate, isCalm } from "../../shell/art.js";
import { withSides } from "../../shell/placement.js";
import * as sound from "../../shell/sound.js";
import { hush } from "../../shell/voice.js";
import { words } from "../../shell/words.js";
import { Board } from "./board.js";
import { keepRace, recallRace } from "./kept.js";
import { moved } from "./prompts.js";
import { askRacers, drawSection } from "./racers.js";
import * as races from "./races.js";
import { RaceScreen } from "./screen.js";
import { Table } from "./table.js";

const byId = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** For how long the dice are pointed at after a wrong answer, and what is asked of the camera stands, in
 * milliseconds. */
const [pointing, asking] = [1600, 4000];

/** The race of the page's engine, at its desk. */
export const open = ({ engine, desk }) => new Race(engine, desk);

class Race {
  #engine;
  #desk;
  #board = new Board(byId("board"));
  /** The real table, where a camera or a film shows it. */
  #table;
  /** Animals, in the order of their turns; none before they are chosen. */
  #players = [];
  /** The race as the engine knows it; unknown before it runs. */
  #race;
  /** When the race was won, as its record has it. */
  #finished;
  /** The dice as the engine sees them. */
  #state = {
    phase: "waiting", mode: "race", round: 0, dice: [], seen: [], maximumDice: 2, showsValues: true,
  };
  #motion = new Motion();
  #tries = 0;
  #pointsAt = false;
  /** The move whose pawn is on its way. */
  #moving;
  #screen;
  #hasAskedForRoom = false;
  /** Whether the sections are marked to which the answers lead. */
  #showsHelp = false;

  constructor(engine, desk) {
    this.#engine = engine;
    this.#desk = desk;
    this.#table = new Table(this.#board, (problem) => {
      if (desk.game === this) desk.stage.fail(problem);
    });
    this.#table.listen(byId("board"));
    this.#table.onState = () => {
      this.#draw();
      this.#announce();
    };
    this.#table.onSmall = () => this.#askForRoom();
    this.#screen = new RaceScreen(
      desk, this.#board, { choose: (takesNew) => this.#change("chooseRoll", takesNew) });
    byId("race-board").addEventListener("click", () => {
      byId("lay-board").hidden = !byId("lay-board").hidden;
      byId("race-board").setAttribute("aria-expanded", !byId("lay-board").hidden);
    });
    byId("race-undo").addEventListener("click", () => this.#undo());
    byId("race-new").addEventListener("click", () => this.#startAnother());
    byId("race-again").addEventListener("click", () => this.#startAnother());
  }

  /** Plays on: the race of before, or one for which players are chosen first. */
  async play() {
    this.#desk.game = this;
    this.#showTable();
    this.#desk.pad.clear();
    this.#screen.forget();
    const kept = recallRace();
    this.#players = kept?.players ?? [];
    this.#finished = kept?.finished;
    if (!kept) this.#race = undefined;
    try {
      await this.#enter(false);
    } catch (problem) {
      if (typeof problem !== "string") throw problem;
      // The engine is not there yet, or no longer: begin() goes on.
    }
    if (this.#desk.game !== this) return;
    this.#draw();
    this.#announce();
    if (this.#players.length === 0) this.#startAnother();
  }

  pause() {
    hush();
    byId("racers-dialog").close();
    this.#desk.stage.follows = undefined;
    this.#standAlone();
  }

  /** Goes on with an engine that has just started. */
  async begin() {
    this.#state = { ...this.#state, phase: "waiting", round: 0, dice: [] };
    this.#table.begin();
    await this.#enter(true);
  }

  changeSource() {
    this.#showTable();
    this.#draw();
    this.#announce();
  }

  /** Shows where the answers lead, until the next roll. */
  help() {
    if (!this.canAnswer) return false;
    this.#showsHelp = true;
    this.#draw();
    this.#screen.forgetAnnounced();
    this.#announce();
    return true;
  }

  /** Takes back an answer that was misheard, with the move that it brought. */
  async withdraw() {
    if (this.#race.roll) this.#tries = Math.max(0, this.#tries - 1);
    else await this.#undo();
  }

  startAnswer() {
    if (!this.#pointsAt) return;
    this.#pointsAt = false;
    this.#desk.pad.clear();
    this.#draw();
  }

  take(state) {
    this.#state = state;
    this.#motion.take(state);
    // Before players are chosen the engine's race is nobody's.
    if (this.#race && state.race && JSON.stringify(state.race) !== JSON.stringify(this.#race)) {
      this.#show(state.race);
      return;
    }
    this.#draw();
    this.#announce();
  }

  get canAnswer() {
    const { roll, phase } = this.#race ?? {};
    return Boolean(roll) && phase !== "choosing";
  }

  async judge({ number, confidence, source }) {
    const { roll, player } = this.#race;
    const { verdict, race } = await this.#engine.call("race.answer", { number, source, confidence });
    if (verdict === "unsure") {
      this.#desk.say("unsure", words.prompt.unsure);
      return undefined;
    }
    this.#tries += 1;
    const at = answers.add({
      player: this.#players[player], mode: "race", dice: roll, given: number, verdict, attempt: this.#tries,
      source,
    });
    // Hops are heard one by one.
    if (verdict !== "right" || number === 0 || isCalm()) sound.play(verdict);
    if (verdict === "wrong") {
      this.#pointAtDice(roll);
      return at;
    }
    this.#show(race);
    // What was tapped in lies there no more for the next player.
    const isTapped = this.#desk.stage.shows === "taps";
    if (isTapped) await this.#desk.change("place", []);
    if (isTapped) byId("faces").querySelector("button:enabled")?.focus({ preventScroll: true });
    return at;
  }

  // The table

  /** Whether all the dice of a roll lie in view. */
  get #areAtRest() {
    const { phase, dice, seen, maximumDice } = this.#state;
    return phase === "asking" ? seen.length === dice.length : phase === "tooManyDice" && seen.length > maximumDice;
  }

  /** Lays the board on the real table where a film shows one, and on the drawn one elsewhere. */
  #showTable() {
    const { stage } = this.#desk;
    const isSeen = stage.shows === "camera" || stage.shows === "clip";
    this.#standAlone();
    stage.follows = isSeen ? this.#follows : undefined;
    if (!isSeen) return;
    byId("play").toggleAttribute("data-live", true);
    byId("marks").before(byId("board"));
    this.#draw();
  }

  /** What has the table followed; see `Stage`. */
  get #follows() {
    const dice = () => ({
      round: this.#state.round, seen: this.#state.seen, areAtRest: this.#areAtRest, areRolling: this.#motion.isSeen,
    });
    const table = this.#table;
    return {
      take: (frame) => table.take(frame, dice()),
      get waits() {
        return table.waits(dice());
      },
    };
  }

  /** Asks once to move the camera, so that dice hide less of the board; the race continues. */
  async #askForRoom() {
    if (this.#hasAskedForRoom) return;
    this.#hasAskedForRoom = true;
    await Promise.all([this.#desk.say("unsure", words.race.near), wait(asking)]);
    if (this.#desk.game !== this) return;
    this.#screen.forgetAnnounced();
    this.#announce();
  }

  #standAlone() {
    byId("play").removeAttribute("data-live");
    byId("lay-board").hidden = true;
    byId("race-board").setAttribute("aria-expanded", false);
    document.querySelector(".lawn").append(byId("board"));
    this.#table.forget();
  }

  // The race

  /** Has the engine play the race, from its moves where it `isFresh`. Dice of another game, of which
   * nothing is shown any more, go. */
  async #enter(isFresh) {
    if (isFresh || this.#desk.stage.shows === "why") await this.#engine.call("dice.place", []);
    if ((isFresh || !this.#race) && this.#players.length > 0) {
      await this.#beginRace(recallRace() ?? { moves: [] });
    }
    await this.#takeDice();
  }

  /** Has the race take the dice that lie there. */
  async #takeDice() {
    const dice = await this.#engine.call("dice.play", "race");
    if (this.#desk.game === this) this.#desk.take(dice);
  }

  async #beginRace({ moves, roll }) {
    this.#show(await this.#engine.call("race.begin", { players: this.#players.length, moves, roll }));
  }

  /** Asks who races, and begins; the race of before goes on where nobody is chosen. */
  async #startAnother() {
    const players = await askRacers(this.#players.length > 0 ? this.#players : undefined);
    if (this.#desk.game !== this || byId("play").hidden) return;
    if (!players) {
      if (this.#players.length === 0) location.hash = "";
      return;
    }
    this.#players = players;
    this.#finished = undefined;
    this.#race = undefined;
    this.#endMove();
    this.#keep({ moves: [] });
    await this.#desk.stage.attempt(async () => {
      await this.#engine.call("dice.place", []);
      await this.#beginRace({ moves: [] });
      await this.#takeDice();
    });
  }

  #change(name, argument) {
    return this.#desk.stage.attempt(
      async () => this.#show(await this.#engine.call(`race.${name}`, argument)));
  }

  async #undo() {
    this.#desk.forgetMisheard();
    if (this.#finished) races.takeBack(this.#finished);
    this.#finished = undefined;
    this.#endMove();
    await this.#change("undoMove");
    if (this.#desk.stage.shows === "taps") await this.#desk.change("place", []);
  }

  /** Shows what has become of the race. */
  #show(race) {
    const was = this.#race;
    this.#race = race;
    const turn = (one) => JSON.stringify([one?.roll, one?.moves.length]);
    const isNew = turn(was) !== turn(race);
    if (isNew) {
      this.#desk.pad.clear();
      this.#tries = 0;
      this.#pointsAt = this.#showsHelp = false;
    }
    // A roll that was kept does not keep a film from playing.
    if (isNew && race.roll) this.#desk.stage.hold(true);
    const isMove = was && race.moves.length === was.moves.length + 1;
    if (isMove && race.phase === "won") this.#record(race);
    this.#keep(race);
    if (isMove) this.#move(race.moves.at(-1));
    this.#draw();
    this.#announce();
  }

  async #move(move) {
    this.#moving = move;
    const said = this.#desk.say(move.way === "secret" ? "wink" : "right", moved(move));
    const list = byId("racers");
    const isDone = this.#board.move(move, (section) => {
      sound.play("hop");
      drawSection(list, move.player, section);
    });
    this.#draw();
    drawSection(list, move.player, move.from);
    await Promise.all([isDone, said, wait(1200)]);
    if (this.#moving !== move) return;
    this.#endMove();
    this.#draw();
    if (this.#race.phase === "won") {
      sound.play("step");
      celebrate(byId("confetti"));
      byId("race-again").focus({ preventScroll: true });
    }
    this.#announce();
  }

  #endMove() {
    this.#board.stop();
    this.#moving = undefined;
    this.#screen.forgetDrawn();
  }

  #record({ moves, winner }) {
    this.#finished = races.add({
      players: this.#players, winner: this.#players[winner],
      moves: moves.map(({ dice, answer }) => ({ dice, answer })),
    });
  }

  #keep({ moves, roll }) {
    keepRace({
      players: this.#players, moves: moves.map(({ dice, answer }) => ({ dice, answer })),
      roll: roll ?? undefined, finished: this.#finished,
    });
  }

  async #pointAtDice(roll) {
    const tries = this.#tries;
    this.#pointsAt = true;
    this.#draw();
    await Promise.all([this.#desk.say("wrong", words.race.wrong(...roll)), wait(pointing)]);
    if (!this.#pointsAt || this.#tries !== tries) return;
    this.#pointsAt = false;
    this.#desk.pad.clear();
    this.#draw();
    this.#screen.forgetAnnounced();
    this.#announce();
  }

  // What is shown

  get #scene() {
    return {
      race: this.#race, players: this.#players, state: this.#state, isRolling: this.#motion.isSeen,
      showsHelp: this.#showsHelp, pointsAt: this.#pointsAt, moving: this.#moving, canAnswer: this.canAnswer,
      region: this.#region,
    };
  }

  /** The part of the picture in which the board lies and the dice: another one when it was laid, and at each question. */
  get #region() {
    const board = this.#table.box;
    if (!board) return undefined;
    const { roll } = this.#race ?? {};
    const dice = roll && this.#areAtRest ? this.#state.seen.map(({ box }) => withSides(box)) : [];
    return { round: `${this.#table.laid} ${roll ? this.#state.round : "-"}`, boxes: [board, ...dice] };
  }

  #draw() {
    this.#screen.draw(this.#scene);
  }

  #announce() {
    this.#screen.announce(this.#scene);
  }
}
