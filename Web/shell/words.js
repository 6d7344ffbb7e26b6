// Puts the words of words/ into the page: elements say with data-word and data-label which they want.

import { language, words } from "../words/en.js";

export { language, words };

/** The text at a dotted path, such as "button.home". */
export function word(path) {
  return path.split(".").reduce((branch, key) => branch[key], words);
}

/** Fills in the texts and labels of everything below `root`. */
export function fillIn(root) {
  for (const element of root.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    const label = word(element.dataset.label);
    element.setAttribute("aria-label", label);
    if (element.matches("button, a")) element.title = label;
  }
}

document.documentElement.lang = language;
