// What the page may ask about the race.

import { move, race, racer, sources, verdicts } from "./interface.js";

export class Race {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** Begins a race of so many players with the `moves` that were kept, `{dice, answer}`, and the `roll`
   * that waited for its answer, if there was one. What was kept ends where it is damaged. */
  begin({ players, moves, roll }) {
    const { call } = this.#module;
    call.race_begin(players);
    const isWhole = moves.every(({ dice, answer }) => call.race_replay(...dice, answer) === 1);
    if (roll && isWhole) call.race_resume(...roll);
    return this.state();
  }

  /** Says whether a roll that came before the answer counts. */
  chooseRoll(takesNew) {
    this.#module.call.race_choose(takesNew);
    return this.state();
  }

  answer({ number, source, confidence }) {
    const { call } = this.#module;
    const verdict = verdicts[call.race_answer(number, sources.indexOf(source), confidence)];
    return { verdict, race: this.state() };
  }

  undoMove() {
    this.#module.call.race_undo();
    return this.state();
  }

  /** What the players see. */
  state() {
    const { call } = this.#module;
    const [{ first, second, newFirst, newSecond, ...state }] = this.#module.list(call.race_state(), race);
    return {
      ...state,
      roll: first && [first, second],
      newRoll: newFirst && [newFirst, newSecond],
      racers: this.#module.list(call.race_racers(), racer),
      moves: this.#module.list(call.race_moves(), move)
        .map(({ first, second, ...one }) => ({ ...one, dice: [first, second] })),
    };
  }
}
