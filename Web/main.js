// Puts the page together: words, screens, voice, the game, and what works without a network.

import { icon } from "./art.js";
import { stayAwake } from "./awake.js";
import { Engine } from "./engine.js";
import { GrownUps } from "./grown-ups.js";
import { Inside } from "./inside.js";
import { Play } from "./play.js";
import { isMuted, mute } from "./voice.js";
import { fillIn, words } from "./words.js";

const byId = (id) => document.getElementById(id);
const screens = ["home", "play", "inside", "grown-ups"];
const modes = ["count", "add", "multiply"];

fillIn(document);

const engine = new Engine(() => play.stage.fail("broken"));
const play = new Play(engine);
const inside = new Inside(engine);
const grownUps = new GrownUps();
play.onState = (state) => inside.take(state);
play.onRead = ({ digits }) => inside.takeDigits(digits);
play.stage.inspects = () => inside.wants;

// The address says which screen is shown, so that the device's own way back works.
let playing;
function showScreen() {
  const name = location.hash.slice(1);
  const screen = modes.includes(name) ? "play" : screens.includes(name) ? name : "home";
  document.body.dataset.screen = screen;
  for (const one of screens) byId(one).hidden = one !== screen;
  if (screen === "play") {
    play.play(name);
    playing = name;
  } else {
    play.pause();
  }
  stayAwake(screen === "play" || screen === "inside");
  // What was asked about a die is asked on the screen that was left.
  byId("fix").close();
  if (screen === "home" || screen === "grown-ups") play.stage.leave();
  if (screen === "inside") inside.open();
  if (screen === "grown-ups") grownUps.open();
  scrollTo(0, 0);
}
addEventListener("hashchange", showScreen);

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
    const text = isMuted() ? words.button.voiceOn : words.button.voiceOff;
    button.setAttribute("aria-label", text);
    button.title = text;
    button.replaceChildren(icon(isMuted() ? "mute" : "voice"));
  }
}
for (const button of document.querySelectorAll(".voice")) {
  button.addEventListener("click", () => {
    mute(!isMuted());
    showVoice();
  });
}
showVoice();

// Once visited, the page works without a network.
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}

showScreen();
await play.restart();
document.body.dataset.ready = "";
