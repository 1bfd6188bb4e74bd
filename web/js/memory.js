// @ts-check
/** What is remembered in this browser. Without storage nothing is, and that is all. */

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(`nonet.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`nonet.${key}`, value);
  } catch {
    // Full or forbidden.
  }
}
