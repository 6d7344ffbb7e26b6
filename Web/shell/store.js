// What is kept on this device, and only there. The browser may forbid it, or be full: then it is
// kept until the page is closed, and the reason can be told.

const prefix = "playfield.";
/** What the browser did not keep. */
const memory = new Map();
const troubles = new Map();

/** What was kept under `name`; `undefined` where nothing was, or what was is damaged. */
export function recall(name) {
  if (memory.has(name)) return memory.get(name);
  let text;
  try {
    text = localStorage.getItem(prefix + name);
  } catch {
    troubles.set(name, "forbidden");
    return undefined;
  }
  if (text === null) return undefined;
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
    localStorage.setItem(prefix + name, JSON.stringify(value));
    memory.delete(name);
    troubles.delete(name);
  } catch (error) {
    troubles.set(name, error.name === "QuotaExceededError" ? "full" : "forbidden");
  }
}

export function forget(name) {
  memory.delete(name);
  troubles.delete(name);
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    troubles.set(name, "forbidden");
  }
}

/** Why `name` cannot be kept: "full", "forbidden" or "unreadable"; `undefined` where it can. */
export const trouble = (name) => troubles.get(name);
