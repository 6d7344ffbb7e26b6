// Lengths and speeds as the reader's region has them: feet and miles where people use these, else metres.

import { language } from "../../shell/words.js";

const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;
const imperialRegions = ["US", "LR", "MM"];

/** The reader's region; `undefined` where the system names no language that is known. */
function region() {
  try {
    return new Intl.Locale(navigator.language).maximize().region;
  } catch {
    return undefined;
  }
}

const isImperial = imperialRegions.includes(region());

/** As the report names it. */
export const system = isImperial ? "imperial" : "metric";

const length = isImperial ? { unit: " ft", factor: 1 / 0.3048, places: 1 } : { unit: " m", factor: 1, places: 2 };
const speed = isImperial
  ? { unit: " mph", factor: 3600 / 1609.344, places: 1 } : { unit: " m/s", factor: 1, places: 1 };
const angle = { unit: "°", factor: 1, places: 1 };

/** The kinds of quantities, by their names. */
const kinds = { angle, speed, distance: length, stand: length };

const formats = [0, 1, 2].map((places) => new Intl.NumberFormat(
  locale, { minimumFractionDigits: places, maximumFractionDigits: places }));

/** A figure of a kind without its unit. */
const figure = (kind, value, places) => formats[places ?? kinds[kind].places].format(value * kinds[kind].factor);

/** A figure with its unit; of a kind that `kinds` names. */
export const quantity = (kind, value, places) => `${figure(kind, value, places)}${kinds[kind].unit}`;

/** A figure with its unit, and its error where that is known. */
export const estimate = (kind, value, error) => (Number.isFinite(error) && error !== null
  ? `${figure(kind, value)} ± ${figure(kind, error)}${kinds[kind].unit}` : quantity(kind, value));

/** A length for people to pace out. */
export const about = (metres) => quantity("distance", metres, 0);
