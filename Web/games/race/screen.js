// What a race shows and has Pip say. What is drawn follows from a scene alone.

import { words } from "../../shell/words.js";
import { prompt } from "./prompts.js";
import { drawRacers } from "./racers.js";
import { drawTray } from "./tray.js";

const byId = (id) => document.getElementById(id);
/** All of a picture. */
const whole = { round: -1, boxes: [{ x: 0, y: 0, width: 1, height: 1 }] };

export class RaceScreen {
  #desk;
  #board;
  #act;
  #drawn = "";
  #announced = "";
  #isTapped = false;

  /** @param act `choose(takesNew)` between two rolls. */
  constructor(desk, board, act) {
    this.#desk = desk;
    this.#board = board;
    this.#act = act;
  }

  /** Has everything be drawn and said again. */
  forget() {
    this.#drawn = this.#announced = "";
  }

  /** Has the next drawing draw everything. */
  forgetDrawn() {
    this.#drawn = "";
  }

  /** Has the next announcement be made, whatever was said before. */
  forgetAnnounced() {
    this.#announced = "";
  }

  /** Draws a scene.
   *
   * @param scene `{race, players, state, isRolling, showsHelp, pointsAt, moving, canAnswer, region}`: the race as the engine
   *   knows it, unknown before it runs; animals, in the order of their turns; the dice as the engine sees them;
   *   whether they roll; whether the sections are marked to which the answers lead; whether the dice are pointed at;
   *   the move whose pawn is on its way; whether an answer is awaited; and the part of the picture in which the board
   *   lies, as `Sights` has it. */
  draw(scene) {
    const { race, players, state, isRolling, showsHelp, pointsAt, moving, region } = scene;
    const { stage, sights, pad } = this.#desk;
    const isAsked = Boolean(race?.roll);
    if (!isAsked) stage.hold(false);
    if (race && players.length > 0) {
      const drawn = JSON.stringify(
        [race, players, stage.shows, isRolling, showsHelp, pointsAt, moving,
          state.dice.map(({ id, value }) => [id, value])]);
      if (drawn !== this.#drawn) {
        this.#drawn = drawn;
        this.#drawRace(scene);
      }
    }
    const isLive = byId("play").hasAttribute("data-live");
    sights.show({
      state, isAsked: ["asking", "solved"].includes(state.phase),
      isOpen: isAsked || !isLive || byId("play").hasAttribute("data-won"),
      moves: isRolling, region: isLive ? region : whole, lit: undefined, numbers: new Map(),
    });
    // A player who has tapped the dice in gets the focus on the answer.
    const isTapped = isAsked && stage.shows === "taps";
    if (isTapped && !this.#isTapped) pad.focusCheck();
    this.#isTapped = isTapped;
  }

  #drawRace({ race, players, state, isRolling, showsHelp, pointsAt, moving, canAnswer }) {
    // The race is won once the pawn stands on nine.
    const isWon = race.phase === "won" && !moving;
    drawTray(race, {
      state, players, isRolling, pointsAt, isWon, fix: (id) => this.#desk.fix(id), choose: this.#act.choose,
    });
    if (!moving) drawRacers(byId("racers"), players, race);
    this.#board.show({
      players, sections: race.racers.map(({ section }) => section), next: race.player,
      goals: showsHelp && race.roll ? [race.differenceSection, race.sumSection] : [],
    });
    const places = race.racers.map(({ section }, index) => words.race.place(words.player[players[index]], section));
    byId("board").setAttribute("aria-label", words.race.board(places));
    byId("play").toggleAttribute("data-won", isWon);
    byId("pad").dataset.open = canAnswer;
    byId("again").hidden = true;
    byId("race-again").hidden = !isWon;
    byId("race-undo").disabled = race.moves.length === 0;
    this.#desk.offerTurn(race.phase === "tooManyDice");
    this.#desk.offerDice(
      race.phase !== "won" && state.dice.length < state.maximumDice,
      state.phase === "asking" && this.#desk.stage.shows !== "taps");
    const text = race.roll ? words.live.dice(race.roll) : "";
    if (byId("dice-live").textContent !== text) byId("dice-live").textContent = text;
  }

  /** Has Pip say what a scene calls for, unless it was said. */
  announce({ race, players, state, isRolling, showsHelp, pointsAt, moving }) {
    if (!race || players.length === 0) return;
    const { shows, isReading, notice } = this.#desk.stage;
    const said = prompt(race, {
      shows, isReading, isRolling, showsHelp,
      isEmpty: state.dice.length === 0, isTableLost: byId("play").dataset.table === "lost",
      player: players.length > 1 ? words.player[players[race.player]] : undefined,
      notice: shows === "problem" || shows === "why" ? notice : undefined,
    });
    const announced = JSON.stringify([said, race.moves.length, race.roll]);
    // What a move or a wrong answer brings says more.
    if (announced === this.#announced || moving || pointsAt) return;
    this.#announced = announced;
    this.#desk.say(said.mood, said.text, said.isSilent);
  }
}
