// @ts-check
/** Small things remembered in this browser, as texts by name. Without storage nothing is, and that is all. Games are in store.js. */
const PREFIX = "nonet.";

/** @param {string} key @param {boolean} [here] what this tab remembers comes first */
export function recall(key, here = false) {
  try {
    return (here ? sessionStorage.getItem(PREFIX + key) : null) ?? localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** What this tab alone remembers. @param {string} key */
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
    // Full or forbidden.
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

/** What all tabs remember, by key, of the keys that begin with a text. @param {string} [beginning] @returns {Map<string, string>} */
export function recallAll(beginning = "") {
  try {
    const all = Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX + beginning));
    return new Map(all.map(([key, value]) => [key.slice(PREFIX.length), value]));
  } catch {
    return new Map();
  }
}
