// Dates and numbers, as the reader's own region writes them in the page's language.

import { language } from "./words.js";

const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;
const format = (Kind, options) => {
  const made = new Kind(locale, options);
  return (value) => made.format(value);
};

export const number = format(Intl.NumberFormat, {});
/** Of a part of 1. */
export const percent = format(Intl.NumberFormat, { style: "percent" });
export const minutes = format(
  Intl.NumberFormat, { style: "unit", unit: "minute", unitDisplay: "short", maximumFractionDigits: 0 });
export const shortDate = format(Intl.DateTimeFormat, { day: "numeric", month: "numeric" });
export const longDate = format(Intl.DateTimeFormat, { dateStyle: "full" });
export const dateAndTime = format(Intl.DateTimeFormat, { dateStyle: "short", timeStyle: "short" });
