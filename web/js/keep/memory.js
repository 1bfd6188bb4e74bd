// @ts-check
/** What is remembered in this browser. Without storage nothing is, and that is all. */

/** @param {string} key @param {boolean} [here] what this tab remembers comes first */
export function recall(key, here = false) {
  try {
    return (here ? sessionStorage.getItem(`nonet.${key}`) : null) ?? localStorage.getItem(`nonet.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value @param {boolean} [here] also apart from what other tabs remember */
export function remember(key, value, here = false) {
  try {
    if (here) sessionStorage.setItem(`nonet.${key}`, value);
    localStorage.setItem(`nonet.${key}`, value);
  } catch {
    // Full or forbidden.
  }
}
