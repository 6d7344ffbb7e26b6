// What Look inside shows of the answer by voice: the sound as the network gets it, what it hears from moment to
// moment, and which numbers the grammar makes of that.

import { element } from "./art.js";
import { percent } from "./formats.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
/** How far the quietest of a sound lies below its loudest, in the spectrogram's numbers. */
const depth = 2;
/** Frames to a moment. */
const stride = 4;
/** What is less likely is not named. */
const minimum = 0.01;

/** Shows what `voice.inspect` says; nothing where that is `undefined`. */
export function showHearing(said) {
  byId("hearing").hidden = !said;
  byId("no-hearing").hidden = Boolean(said);
  if (!said) return;
  drawSound(byId("spectrogram"), said.frames);
  showWords(said.moments, said.frames.length);
  showNumbers(said);
}

/** A column for a frame, the lowest band below. */
function drawSound(canvas, frames) {
  [canvas.width, canvas.height] = [frames.length, frames[0].length];
  const image = new ImageData(canvas.width, canvas.height);
  const loudest = Math.max(...frames.map((bands) => Math.max(...bands)));
  frames.forEach((bands, x) => bands.forEach((loudness, band) => {
    const grey = Math.round(255 * Math.max(0, 1 + (loudness - loudest) / depth));
    image.data.set([grey, grey, grey, 255], 4 * ((bands.length - 1 - band) * canvas.width + x));
  }));
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** Each run of moments in which a part of a word is likelier than a blank, under its place in the spectrogram. */
function showWords(moments, length) {
  const runs = [];
  moments.forEach(({ part, probability }, index) => {
    if (probability < 0.5) return;
    const last = runs.at(-1);
    if (last && last.part === part && last.end === index) {
      last.end += 1;
      last.probability = Math.max(last.probability, probability);
    } else {
      runs.push({ part, start: index, end: index + 1, probability });
    }
  });
  byId("heard-words").replaceChildren(...runs.map(({ part, start, end, probability }) => {
    const name = words.hearing.spoken(part);
    const item = element("li", {}, element("b", {}, name), element("span", {}, percent(probability)));
    item.style.setProperty("--place", `${(50 * stride * (start + end)) / length}%`);
    return item;
  }));
  byId("no-words").hidden = runs.length > 0;
}

function showNumbers({ numbers, probabilityOfNone }) {
  const rows = numbers
    .filter(({ probability }) => probability >= minimum)
    .map(({ number, words: said, probability }) => row(`${number}`, said.join(" "), probability));
  if (probabilityOfNone >= minimum) rows.push(row("–", words.hearing.none, probabilityOfNone));
  byId("heard-candidates").replaceChildren(...rows);
}

function row(number, text, probability) {
  const meter = element("meter", { min: 0, max: 1, "aria-label": text });
  meter.value = probability;
  return element(
    "li", {}, element("b", {}, number), element("span", {}, text), meter, element("span", {}, percent(probability)));
}
