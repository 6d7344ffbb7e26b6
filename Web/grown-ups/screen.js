// For grown-ups: how each player gets on, the table to save, the erasers.

import { turnsToWin } from "../games/race/races.js";
import * as log from "../log/log.js";
import { erase as eraseTossGames } from "../log/toss-games.js";
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
import { figures, hardQuestions, tableHeader, tableRows } from "./statistics.js";
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
  /** Who is to be shown once what is kept of them is read. */
  #wanted;
  #askFirst;
  #gate = new Gate();

  /** @param removed Called when a player is gone. */
  constructor(engine, removed) {
    byId("export").addEventListener("click", save);
    const askErase = onSecondTap(byId("erase"), () => words.grownUps.erase, eraseAll);
    const askRemove = onSecondTap(
      byId("remove-player"), () => words.grownUps.removePlayer(words.player[this.#player]), async () => {
        await records.remove(this.#player);
        removed();
        await this.#open();
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

  async #open() {
    byId("forgets").hidden = !isSafari || isOnHomeScreen();
    byId("microphone").checked = recall("microphone") !== false;
    showVoice();
    if (history.state?.erased) byId("no-answers").textContent = words.grownUps.erased;
    else byId("no-answers").textContent = words.grownUps.none;
    history.replaceState(null, "");
    byId("version").textContent = words.grownUps.version(version);
    await this.#show(current());
  }

  async #show(player) {
    this.#wanted = player;
    this.#askFirst();
    const [players, counts, latest, raced, known, trouble] = await Promise.all([
      records.players(), log.tally(player), log.latestAnswers(player, maximumRows),
      log.latestRaces(player, maximumRaces), log.players(), log.whyNotKept(),
    ]);
    if (player !== this.#wanted) return;
    this.#player = player;
    byId("figures-of").replaceChildren(
      ...playerButtons(players, player, async (other) => {
        await this.#show(other);
        byId("figures-of").querySelector("[aria-pressed=true]").focus();
      }));
    byId("figures-of").hidden = players.length === 1;
    byId("remove-player").hidden = players.length === 1;
    this.#askFirst();
    showTrouble(trouble);
    const isEmpty = latest.length === 0;
    byId("no-answers").hidden = !isEmpty;
    byId("progress").hidden = isEmpty;
    byId("kept").hidden = isEmpty;
    byId("export").disabled = known.size === 0;
    byId("races").hidden = raced.length === 0;
    byId("races").lastElementChild.replaceChildren(...raced.map(raceRow));
    const questions = [...counts.questions.values()];
    this.#showFigures(questions, [...counts.days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)));
    byId("games").replaceChildren(...Object.keys(words.mode).flatMap((mode) => game(mode, questions)));
    byId("latest").tBodies[0].replaceChildren(...latest.map(row));
  }

  #showFigures(questions, days) {
    const { answers, right, asked, first } = figures(questions);
    byId("sum-answers").textContent = formats.number(answers);
    byId("sum-right").textContent = formats.number(right);
    byId("sum-asked").textContent = formats.number(asked);
    byId("sum-first").textContent = formats.number(first);
    byId("share-first").textContent = asked ? formats.percent(first / asked) : "";
    const minutes = days.reduce((sum, day) => sum + day.minutes, 0) / Math.max(1, days.length);
    byId("minutes").textContent = formats.number(Math.round(minutes));
    const room = Math.floor(byId("days").clientWidth / dayWidth);
    byId("days").replaceChildren(chart(days.slice(-Math.min(maximumDays, Math.max(1, room)))));
  }
}

/** What is known of one game; nothing where it was not played. */
function game(mode, questions) {
  const ofGame = questions.filter((one) => one.mode === mode);
  const { asked, first } = figures(ofGame);
  if (asked === 0) return [];
  const hard = hardQuestions(ofGame).slice(0, maximumHard);
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
  const text = words.grownUps.raceOf(names, words.player[race.winner], turnsToWin(race));
  return element("li", {}, element("strong", {}, text), element("span", {}, formats.dateAndTime(new Date(race.at))));
}

function row({ at, mode, dice, given, verdict }) {
  const cells = [
    formats.dateAndTime(new Date(at)), word("mode")[mode] ?? mode, dice.join(" "), formats.number(given),
    words.grownUps.verdict[verdict] ?? verdict,
  ];
  return element("tr", {}, ...cells.map((cell) => element("td", {}, `${cell}`)));
}

/** Says why records are not kept, if they are not. */
function showTrouble(trouble) {
  byId("storage-trouble").hidden = !trouble;
  byId("storage-trouble").textContent = trouble ? words.grownUps[trouble] : "";
}

async function save() {
  const parts = [tableHeader];
  const isWhole = await log.visitAll((records) => parts.push(tableRows(records)));
  if (!isWhole) {
    showTrouble(await log.whyNotKept());
    return;
  }
  const url = URL.createObjectURL(new Blob(parts, { type: "text/csv;charset=utf-8" }));
  const link = element("a", { href: url, download: "playfield.csv" });
  link.click();
  // iOS reads it only after it has asked whether to (WebKit bug 211234).
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whatever shows something of the past begins again, too. */
async function eraseAll() {
  try {
    await Promise.all([log.erase(), eraseTossGames()]);
  } finally {
    forgetAll();
  }
  history.replaceState({ erased: true }, "");
  location.reload();
}

/** Has `act` done at the second tap on a button, for what is erased is gone; the button waits for that. Returns what makes
 * the next tap the first. */
function onSecondTap(button, text, act) {
  let timer = 0;
  const askFirst = () => {
    clearTimeout(timer);
    timer = 0;
    button.lastElementChild.textContent = text();
  };
  button.addEventListener("click", async () => {
    if (timer) {
      clearTimeout(timer);
      timer = 0;
      button.disabled = true;
      try {
        await act();
      } finally {
        button.disabled = false;
      }
      return;
    }
    button.lastElementChild.textContent = words.grownUps.eraseSure;
    timer = setTimeout(askFirst, 4000);
  });
  return askFirst;
}
