// For grown-ups: how each player gets on, the table to save, the erasers.

import * as answers from "../dice/answers.js";
import * as races from "../games/race/races.js";
import { element } from "../shell/art.js";
import { isOnHomeScreen, isSafari } from "../shell/browser.js";
import * as formats from "../shell/formats.js";
import { current, playerButtons } from "../shell/players.js";
import { forgetAll, keep, recall } from "../shell/store.js";
import { word, words } from "../shell/words.js";
import { version } from "../engine/interface.js";
import { chart } from "./chart.js";
import { Gate } from "./gate.js";
import * as records from "./records.js";
import { days, figures, hardQuestions, table } from "./statistics.js";
import { keepVoice, showVoice } from "./voice.js";

const byId = (id) => document.getElementById(id);
const maximumDays = 14;
/** The minimum width of a day in the chart, in CSS pixels. */
const dayWidth = 46;
const maximumRows = 50;
const maximumHard = 5;
const maximumRaces = 10;
const signs = { add: " + ", multiply: " × ", race: " ± " };

export class GrownUps {
  /** Whose figures are shown. */
  #player;
  #askFirst;
  #gate = new Gate();

  /** @param removed Called when a player is gone. */
  constructor(engine, removed) {
    byId("export").addEventListener("click", save);
    const askErase = onSecondTap(byId("erase"), () => words.grownUps.erase, eraseAll);
    const askRemove = onSecondTap(
      byId("remove-player"), () => words.grownUps.removePlayer(words.player[this.#player]), () => {
        records.remove(this.#player);
        removed();
        this.#open();
        // The last player cannot be removed: then the button is gone.
        if (byId("remove-player").hidden) byId("grown-ups").querySelector("h1").focus({ preventScroll: true });
      });
    byId("microphone").addEventListener("change", ({ target }) => {
      keep("microphone", target.checked);
      showVoice();
    });
    byId("keep-voice").addEventListener("click", () => keepVoice(engine));
    this.#askFirst = () => {
      askErase();
      askRemove();
    };
  }

  /** Shows it to grown-ups: what only they know is asked first. */
  open() {
    // The page was loaded again when all was erased.
    if (history.state?.erased) this.#open();
    else this.#gate.ask(() => this.#open());
  }

  #open() {
    this.#show(current());
    byId("forgets").hidden = !isSafari || isOnHomeScreen();
    byId("microphone").checked = recall("microphone") !== false;
    showVoice();
    if (history.state?.erased) byId("no-answers").textContent = words.grownUps.erased;
    else byId("no-answers").textContent = words.grownUps.none;
    history.replaceState(null, "");
    byId("version").textContent = words.grownUps.version(version);
  }

  #show(player) {
    this.#player = player;
    const players = records.players();
    const given = answers.of(player);
    byId("figures-of").replaceChildren(
      ...playerButtons(players, player, (other) => {
        this.#show(other);
        byId("figures-of").querySelector("[aria-pressed=true]").focus();
      }));
    byId("figures-of").hidden = players.length === 1;
    byId("remove-player").hidden = players.length === 1;
    this.#askFirst();
    this.#showTrouble();
    const raced = races.of(player);
    const isEmpty = given.length === 0;
    byId("no-answers").hidden = !isEmpty;
    byId("progress").hidden = isEmpty;
    byId("kept").hidden = isEmpty;
    byId("export").disabled = answers.all().length === 0 && races.all().length === 0;
    byId("races").hidden = raced.length === 0;
    byId("races").lastElementChild.replaceChildren(...raced.slice(-maximumRaces).reverse().map(raceRow));
    this.#showFigures(given);
    byId("games").replaceChildren(...Object.keys(words.mode).flatMap((mode) => game(mode, given)));
    byId("latest").tBodies[0].replaceChildren(...given.slice(-maximumRows).reverse().map(row));
  }

  #showTrouble() {
    const trouble = records.whyNotKept();
    byId("storage-trouble").hidden = !trouble;
    byId("storage-trouble").textContent = trouble ? words.grownUps[trouble] : "";
  }

  #showFigures(list) {
    const { answers: judged, right, asked, first } = figures(list);
    byId("sum-answers").textContent = formats.number(judged);
    byId("sum-right").textContent = formats.number(right);
    byId("sum-asked").textContent = formats.number(asked);
    byId("sum-first").textContent = formats.number(first);
    byId("share-first").textContent = asked ? formats.percent(first / asked) : "";
    const played = days(list);
    const minutes = played.reduce((sum, day) => sum + day.minutes, 0) / Math.max(1, played.length);
    byId("minutes").textContent = formats.number(Math.round(minutes));
    const room = Math.floor(byId("days").clientWidth / dayWidth);
    byId("days").replaceChildren(chart(played.slice(-Math.min(maximumDays, Math.max(1, room)))));
  }
}

/** What is known of one game; nothing where it was not played. */
function game(mode, given) {
  const list = given.filter((answer) => answer.mode === mode);
  const { asked, first } = figures(list);
  if (asked === 0) return [];
  const hard = hardQuestions(list).slice(0, maximumHard);
  return [
    element("h3", {}, word("mode")[mode]),
    element("p", {}, words.grownUps.ofGame(asked, formats.number(asked), formats.percent(first / asked))),
    element("p", { class: "hint" }, hard.length ? words.grownUps.hard : words.grownUps.noHard),
    ...(hard.length ? [element("ol", { class: "hard" }, ...hard.map(hardRow))] : []),
  ];
}

function hardRow({ mode, dice, asked, first }) {
  const question = mode === "count" ? words.grownUps.diceToCount(dice.length) : dice.join(signs[mode]);
  return element(
    "li", {}, element("strong", {}, question),
    element("span", {}, words.grownUps.ofQuestion(formats.number(first), formats.number(asked))));
}

function raceRow(race) {
  const names = race.players.map((player) => words.player[player]);
  const text = words.grownUps.raceOf(names, words.player[race.winner], races.turnsToWin(race));
  return element("li", {}, element("strong", {}, text), element("span", {}, formats.dateAndTime(new Date(race.at))));
}

function row({ at, mode, dice, given, verdict }) {
  const cells = [
    formats.dateAndTime(new Date(at)), word("mode")[mode] ?? mode, dice.join(" "), formats.number(given),
    words.grownUps.verdict[verdict] ?? verdict,
  ];
  return element("tr", {}, ...cells.map((cell) => element("td", {}, `${cell}`)));
}

function save() {
  const url = URL.createObjectURL(
    new Blob([table(answers.all(), races.all())], { type: "text/csv;charset=utf-8" }));
  const link = element("a", { href: url, download: "playfield.csv" });
  link.click();
  // iOS reads it only after it has asked whether to (WebKit bug 211234).
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whatever shows something of the past begins again, too. */
function eraseAll() {
  forgetAll();
  history.replaceState({ erased: true }, "");
  location.reload();
}

/** Has `act` done at the second tap on a button, for what is erased is gone. Returns what makes the next
 * tap the first. */
function onSecondTap(button, text, act) {
  let timer = 0;
  const askFirst = () => {
    clearTimeout(timer);
    timer = 0;
    button.lastElementChild.textContent = text();
  };
  button.addEventListener("click", () => {
    if (timer) {
      clearTimeout(timer);
      timer = 0;
      act();
      return;
    }
    button.lastElementChild.textContent = words.grownUps.eraseSure;
    timer = setTimeout(askFirst, 4000);
  });
  return askFirst;
}
