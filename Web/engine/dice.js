// What the page may ask about dice and the game round them.

import {
  counted, die, game, modes, outlook, readingTimes, shapes, sighting, sources, step, trackedDie, verdicts,
} from "./interface.js";
import { usual } from "./dice-settings.js";
import { load } from "./files.js";
import { take } from "./pixels.js";

export class Dice {
  #module;
  #race;
  #hasPortraits = false;
  #settings = usual;
  /** The orientation of the last picture, and whether it was a frame of a film. */
  #last;
  /** Whether the last picture, as a whole, has not been shown to Look inside yet. */
  #isUnshown = false;

  constructor(module, race) {
    this.#module = module;
    this.#race = race;
  }

  /** Sees a frame of a film at `time`, in seconds. The answer says which `way` the frame took into the
   * module, and whether the network `looked` at it.
   * @param inspect The settings of Look inside; `undefined` while nobody looks. */
  async see({ picture, size, orientation, time, inspect }) {
    const { call } = this.#module;
    const laps = new Laps("take", "upright", "network", "boxes", "rules");
    const way = await take(this.#module, picture, size);
    this.#adjust(inspect ?? usual);
    this.#last = { orientation, isLive: true };
    this.#isUnshown = false;
    const looked = call.game_opens(time) === 1;
    laps.end("take");
    let looks = 0;
    if (looked) {
      looks = this.#read(orientation, true, laps);
      call.game_see(time);
    } else {
      call.game_pass(time);
    }
    laps.end("rules");
    return {
      ...this.#state(), seen: this.#seen(), outlook: this.#outlook(), time, way, looked, looks,
      times: laps.times, memory: this.#module.size,
      inside: inspect && looked ? this.#inside(inspect) : undefined,
    };
  }

  /** Loads what still pictures need and films do not, unless it is there.
   *
   * @throws "portraits" where it fails, after which it may be called again. */
  async loadPortraits() {
    if (this.#hasPortraits) return;
    try {
      this.#module.takeIn(await load("dice-portrait.safetensors"), "dice_load_portraits");
    } catch (failure) {
      throw typeof failure === "string" ? "portraits" : failure;
    }
    this.#hasPortraits = true;
  }

  /** Reads a still picture. */
  async look({ picture, size, orientation, inspect }) {
    const laps = new Laps("take", "upright", "network", "boxes", "rules");
    const way = await take(this.#module, picture, size);
    this.#adjust(inspect ?? usual);
    this.#last = { orientation, isLive: false };
    laps.end("take");
    const looks = this.#read(orientation, false, laps);
    this.#module.call.game_look();
    laps.end("rules");
    this.#isUnshown = true;
    return {
      ...this.#state(), way, looks, times: laps.times, memory: this.#module.size,
      inside: inspect && this.#inside(inspect),
    };
  }

  /** Whether the still picture that was read last lies on its side, by what is read in another orientation. */
  liesTurned({ orientation }) {
    const lies = this.#module.call.dice_lies_turned(orientation) === 1;
    // Look inside shows the picture as it was read.
    this.#isUnshown = true;
    return lies;
  }

  /** Looks at the last picture again, with other settings. */
  inspect(settings) {
    this.#adjust(settings);
    return this.#inside(settings);
  }

  play(mode) {
    this.#module.call.game_play(modes.indexOf(mode));
    return this.#state();
  }

  place(values) {
    this.#module.call.game_clear();
    for (const value of values) this.#module.call.game_add(value);
    return this.#state();
  }

  add(value) {
    this.#module.call.game_add(value);
    return this.#state();
  }

  correct({ index, value }) {
    this.#module.call.game_correct(index, value ?? 0);
    return this.#state();
  }

  changeView() {
    this.#module.call.game_change_view();
    return this.#state();
  }

  /** Lays dice like those that were tapped in. */
  placeLike() {
    this.#module.call.game_place_like(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
    return this.#state();
  }

  /** Judges an answer to the question of a `round`. */
  answer({ number, source, confidence, round }) {
    const { call } = this.#module;
    const verdict = verdicts[call.game_answer(number, sources.indexOf(source), confidence, round)];
    return { verdict, state: this.#state() };
  }

  /** Takes back the last wrong answer, which was misheard. */
  withdraw() {
    this.#module.call.game_withdraw();
    return this.#state();
  }

  /** How far the path has come by questions that were answered, `{mode, dice, right, first}`: how many answers were
   * right, and how many of them first time. */
  path(questions) {
    const { call } = this.#module;
    call.path_begin();
    for (const { mode, dice, right, first } of questions) {
      for (const value of dice) call.path_die(value);
      call.path_answers(modes.indexOf(mode), first, right - first);
    }
    return this.#module.list(call.path_steps(), step);
  }

  #adjust(settings) {
    if (this.#settings === settings) return;
    const { confidence, overlap, shape } = settings;
    const before = this.#settings;
    this.#settings = settings;
    if (before.shape !== shape) this.#isUnshown = true;
    else if (before.confidence === confidence && before.overlap === overlap) return;
    this.#module.call.dice_adjust(confidence, overlap, shapes.indexOf(shape));
  }

  /** @returns How many looks it took. */
  #read(orientation, isLive, laps) {
    const { call } = this.#module;
    const looks = call.dice_read(orientation, isLive);
    const [times] = this.#module.list(call.dice_times(), readingTimes);
    laps.split(times, "boxes");
    return looks;
  }

  /** What the player sees; in a race the `race` too, whose roll these dice are. */
  #state() {
    const { call } = this.#module;
    const [state] = this.#module.list(call.game_state(), game);
    const dice = this.#module.list(call.game_dice(), die);
    const steps = this.#module.list(call.game_steps(), counted).map(({ result }) => result);
    const race = state.mode === "race" ? this.#race.state() : undefined;
    return { ...state, dice, steps, race, seen: [] };
  }

  /** What was found in the last frame that was looked at. */
  #seen() {
    return this.#module.list(this.#module.call.dice_results(), sighting)
      .map(({ value, box }) => ({ value, box }));
  }

  /** What keeps a roll from being reported, and how long each die that is followed has lain still. */
  #outlook() {
    const { call } = this.#module;
    const [now] = this.#module.list(call.game_outlook(), outlook);
    return { ...now, dice: this.#module.list(call.game_tracks(), trackedDie) };
  }

  /** What Look inside shows of the network's last picture; `undefined` before the first. */
  #inside({ confidence, overlap }) {
    const { call } = this.#module;
    if (this.#last && this.#isUnshown) {
      // The whole picture once more, after portraits of single dice.
      call.dice_draw(this.#last.orientation, this.#last.isLive);
      call.dice_infer();
      this.#isUnshown = false;
    }
    const [width, height] = [call.dice_picture_width(), call.dice_picture_height()];
    if (width === 0 || !call.dice_picture()) return undefined;
    call.dice_inspect(confidence, overlap);
    const pixels = this.#module.bytes(call.dice_picture(), 4 * width * height).slice().buffer;
    return {
      picture: { width, height, pixels },
      boxes: this.#module.list(call.dice_inspected(), sighting),
      kept: this.#module.list(call.dice_kept(), sighting),
    };
  }
}

/** How long each part takes, in milliseconds. */
class Laps {
  times = { total: 0 };
  #began = performance.now();

  constructor(...parts) {
    for (const part of parts) this.times[part] = 0;
  }

  /** What has passed since the last end belongs to `part`. */
  end(part) {
    const now = performance.now();
    this.times[part] += now - this.#began;
    this.times.total += now - this.#began;
    this.#began = now;
  }

  /** The same, of parts whose times are known; what is left belongs to the `last`. */
  split(parts, last) {
    let left = 0;
    for (const [part, time] of Object.entries(parts)) {
      this.times[part] += time;
      left -= time;
    }
    this.times[last] += left;
    this.end(last);
  }
}
