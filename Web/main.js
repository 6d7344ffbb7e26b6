// Puts the page together: words, screens, voice, the game, and what works without a network.

import "./needs-met.js";
import { Engine } from "./engine/engine.js";
import { Inside } from "./games/dice/inside.js";
import { Play } from "./games/dice/play.js";
import { games, screens as screenOfGame } from "./games/registry.js";
import * as log from "./log/log.js";
import { keepOffline, keepOfflineLater } from "./offline.js";
import { element, icon } from "./shell/art.js";
import { stayAwake } from "./shell/awake.js";
import { nameTouchIcon } from "./shell/browser.js";
import { Gear } from "./shell/gear.js";
import { offerPause } from "./shell/pause.js";
import { Desk } from "./dice/desk.js";
import { Path } from "./games/dice/path.js";
import * as players from "./shell/players.js";
import { Screens } from "./shell/screens.js";
import * as sound from "./shell/sound.js";
import { hush, speakFromFirstTap } from "./shell/voice.js";
import { fillIn, words } from "./shell/words.js";
import { hold, isReplaced } from "./version.js";

const byId = (id) => document.getElementById(id);
/** In milliseconds. */
const keepDelay = 500;

hold();
fillIn(document);

const engine = new Engine(() => desk.stage.fail("broken"));
const desk = new Desk(engine);
const gear = new Gear();
offerPause({ pause: () => desk.pause(), resume: () => desk.resume() });
const play = new Play(engine, desk);
/** The games whose code has been loaded, by their addresses. */
const loaded = {};
const inside = new Inside(engine);
const path = new Path(engine);
/** For grown-ups, whose code is loaded when somebody first looks. */
let grownUps;
let opening;
let wasRolling = false;
let round;
desk.game = play;
desk.stage.leave();
desk.onState = (state) => {
  inside.take(state);
  if (wasRolling && state.phase === "asking") sound.play("rolled");
  wasRolling = state.phase === "rolling";
  if (state.phase !== "asking") return;
  // What was celebrated makes room for the next question.
  path.endCelebration();
  // After the question is shown, so that keeping the game offline does not delay it.
  if (state.round !== round) setTimeout(keepOffline, keepDelay);
  round = state.round;
};
play.onAnswer = (answer) => path.takeAnswer(answer);
// The path follows from the answers by a rule that the engine knows.
desk.onStart = desk.onWithdrawn = () => path.show();
desk.onRead = ({ digits }) => inside.takeDigits(digits);
desk.stage.inspects = () => inside.wants;

function showPlayer() {
  const player = players.current();
  const name = words.player[player];
  byId("who").replaceChildren(players.portrait(player));
  byId("who").setAttribute("aria-label", words.player.change(name));
  byId("who").title = words.player.change(name);
  byId("whose").replaceChildren(
    players.portrait(player), element("span", { class: "for-readers" }, words.player.playing(name)));
  return path.show();
}

byId("who").addEventListener("click", async () => {
  const player = await players.ask(byId("players"));
  if (player) players.choose(player);
  showPlayer();
});

/** Plays a game whose code is loaded first, if need be. */
async function playLoaded(address) {
  const { load, screen } = games[address];
  const fail = (problem) => (screen === "play" ? desk.stage.fail(problem) : showMissing(screen, problem));
  const code = await imported(load(), fail);
  if (!code) return;
  loaded[address] ??= code.open({ engine, desk });
  if (location.hash === `#${address}`) loaded[address].play(address);
}

/** Says on a game's own screen why its code did not come. */
function showMissing(screen, problem) {
  byId(screen).querySelector(":scope > [role=status]")?.remove();
  byId(screen).querySelector("header").after(element("p", { role: "status" }, words.problem[problem].text));
}

async function showHearing() {
  const said = await engine.call("voice.inspect").catch(() => undefined);
  const code = await imported(import("./shell/hearing.js"), () => {});
  code?.showHearing(said);
}

async function openGrownUps() {
  const code = await imported(import("./grown-ups/screen.js"), (problem) => {
    byId("storage-trouble").textContent = words.problem[problem].text;
    byId("storage-trouble").hidden = false;
  });
  if (!code) return;
  grownUps ??= new code.GrownUps(engine, () => showPlayer());
  if (location.hash === "#grown-ups") grownUps.open();
}

/** Code that is on its way; `undefined` where it did not come, after `fail(problem)`. */
async function imported(code, fail) {
  try {
    return await code;
  } catch (problem) {
    // What the code itself does wrong is a fault like any other.
    if (!(problem instanceof TypeError)) throw problem;
    fail(await isReplaced() ? "replaced" : "missing");
    return undefined;
  }
}

/** The game to which Look inside leads back. */
let playing;
/** The game on a screen of its own that is played. */
let elsewhere;
const screens = new Screens(
  ["home", "play", "toss", "inside", "grown-ups"], screenOfGame,
  (screen, address) => {
    const game = games[address];
    const isLoaded = Boolean(game?.load);
    elsewhere?.pause();
    elsewhere = undefined;
    if (screen !== "play" || (isLoaded ? loaded[address] : play) !== desk.game) desk.game.pause();
    if (screen === "play") {
      byId("play").dataset.game = game.look;
      byId("play").removeAttribute("data-won");
      byId("say-again").setAttribute("aria-label", words.button[game.sayAgain]);
      playing = address;
    }
    if (isLoaded) {
      // At once: the heading has the focus before the game's code has come.
      if (screen === "play") byId("mode-name").textContent = words.mode[address];
      playLoaded(address).then(() => {
        if (screen !== "play" && location.hash === `#${address}`) elsewhere = loaded[address];
      });
    } else if (game) play.play(address);
    stayAwake(Boolean(game) || screen === "inside");
    // What was asked about a die is asked on the screen that was left.
    byId("fix").close();
    byId("players").close();
    gear.shut();
    path.endCelebration();
    if (screen !== "play" && screen !== "inside") desk.stage.leave();
    if (screen === "play") {
      desk.listening.offer();
      desk.stage.reopenCamera();
    } else desk.listening.close();
    byId("paused").close();
    if (screen === "inside") {
      inside.open();
      showHearing();
    }
    if (screen === "grown-ups") opening = openGrownUps();
    if (screen === "home") {
      // Answers may have come from another tab.
      showPlayer();
      log.keepForLong();
    }
  });

for (const button of document.querySelectorAll(".leave")) {
  button.addEventListener("click", () => {
    location.hash = button.closest("#inside") && playing ? playing : "";
  });
}
for (const link of document.querySelectorAll('a[href="#"]')) {
  link.addEventListener("click", () => {
    playing = undefined;
  });
}

function showVoice() {
  for (const button of document.querySelectorAll(".voice")) {
    const text = sound.isMuted() ? words.button.voiceOn : words.button.voiceOff;
    const sign = icon(sound.isMuted() ? "mute" : "voice");
    if (button.classList.contains("tool")) {
      button.replaceChildren(sign, element("span", {}, text));
    } else {
      button.setAttribute("aria-label", text);
      button.title = text;
      button.replaceChildren(sign);
    }
  }
}
for (const button of document.querySelectorAll(".voice")) {
  button.addEventListener("click", () => {
    sound.mute(!sound.isMuted());
    if (sound.isMuted()) hush();
    showVoice();
  });
}
showVoice();
sound.soundFromFirstTap();
speakFromFirstTap();
nameTouchIcon();
// Another tab may have chosen another player, or kept an answer.
addEventListener("storage", () => showPlayer());
log.onChange(() => showPlayer());

screens.show();
showPlayer();
await Promise.all([desk.restart(), opening]);
document.body.dataset.ready = "";

keepOfflineLater(() => !byId("play").hidden || !byId("inside").hidden);
