// What is kept on this device, and only there. The browser may forbid it or be full, and a newer page
// may have been here: then values last until the page is closed, and the reason is known.

const prefix = "playfield.";
/** The form in which this page keeps things; the first had no number, the second no races. */
const version = 3;
/** What the browser did not keep. */
const memory = new Map();
const troubles = new Map();

/** What was kept under `name`; `undefined` where nothing was, or where it is damaged. */
export function recall(name) {
  return memory.has(name) ? memory.get(name) : parsed(name, recallText(name));
}

/** The text that was kept under `name`; `undefined` where nothing was, or it cannot be read. */
export function recallText(name) {
  try {
    return isNewer(name) ? undefined : localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    troubles.set(name, "forbidden");
    return undefined;
  }
}

/** The list that a `text` kept under `name` holds, empty without a text; anything else cannot be read. */
export function parsedList(name, text) {
  const kept = parsed(name, text);
  if (kept === undefined || Array.isArray(kept)) return kept ?? [];
  troubles.set(name, "unreadable");
  return [];
}

/** Keeps a `list` under `name` in place of a `text`, or forgets it where it is empty. Returns whether that was
 * the text by then. */
export function replaceText(name, text, list) {
  if (recallText(name) !== text) return false;
  if (list.length > 0) keep(name, list);
  else forget(name);
  return true;
}

function parsed(name, text) {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    troubles.set(name, "unreadable");
    return undefined;
  }
}

/** Keeps `value` under `name`. What cannot be read is not written over. */
export function keep(name, value) {
  memory.set(name, value);
  if (troubles.get(name) === "unreadable") return;
  try {
    if (isNewer(name)) return;
    localStorage.setItem(`${prefix}version`, version);
    localStorage.setItem(prefix + name, JSON.stringify(value));
    memory.delete(name);
    troubles.delete(name);
  } catch (error) {
    troubles.set(name, error.name === "QuotaExceededError" ? "full" : "forbidden");
  }
}

/** Forgets what is kept under `name`. */
export function forget(name) {
  memory.delete(name);
  troubles.delete(name);
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    troubles.set(name, "forbidden");
  }
}

/** Forgets everything that this page or any other version of it has kept. */
export function forgetAll() {
  memory.clear();
  troubles.clear();
  keepInTab("tapped", undefined);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
  } catch {
    // What may not be kept need not be forgotten.
  }
}

/** Keeps `value` under `name` until this tab is closed; nothing is said where the browser forbids it. */
export function keepInTab(name, value) {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Then it does not outlive a reload.
  }
}

/** What was kept under `name` in this tab; `undefined` where nothing was, or where it is damaged. */
export function recallInTab(name) {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Why `name` cannot be kept: "full", "forbidden", "unreadable" or "newer"; `undefined` where it can. */
export const trouble = (name) => troubles.get(name);

/** Whether a newer page has been here, which may be in use in another tab. */
function isNewer(name) {
  const kept = Number(localStorage.getItem(`${prefix}version`) ?? 1);
  const newer = !(kept <= version);
  if (newer) troubles.set(name, "newer");
  return newer;
}
