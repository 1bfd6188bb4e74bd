// @ts-check
/** Small texts that the browser remembers by name. Without storage nothing is remembered, and no error is shown. Games are in store.js. */
const PREFIX = "nonet.";

/** @param {string} key @param {boolean} [here] what this tab remembers comes first */
export function recall(key, here = false) {
  try {
    return (here ? sessionStorage.getItem(PREFIX + key) : null) ?? localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** A text that only this tab remembers. @param {string} key */
export function recallHere(key) {
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value @param {boolean} [here] also apart from what other tabs remember */
export function remember(key, value, here = false) {
  try {
    if (here) sessionStorage.setItem(PREFIX + key, value);
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Storage is full or forbidden.
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    sessionStorage.removeItem(PREFIX + key);
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Forbidden.
  }
}

/** The texts that all tabs share, for all keys with a given beginning. @param {string} [beginning] @returns {Map<string, string>} */
export function recallAll(beginning = "") {
  try {
    const all = Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX + beginning));
    return new Map(all.map(([key, value]) => [key.slice(PREFIX.length), value]));
  } catch {
    return new Map();
  }
}
