/** Small texts that the browser remembers by name. Without storage nothing is remembered, and no error is shown. Games are in store.js. */
const PREFIX = "nonet.";

/** Does something with the storage, which may be full or forbidden. @template T @param {() => T} run @param {T} otherwise @returns {T} */
function attempt(run, otherwise) {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

/** What this tab alone remembers. @param {string} key @returns {string | null} */
export const recallHere = (key) => attempt(() => sessionStorage.getItem(PREFIX + key), null);

/** @param {string} key @param {boolean} [here] what this tab remembers comes first @returns {string | null} */
export const recall = (key, here = false) => (here ? recallHere(key) : null) ?? attempt(() => localStorage.getItem(PREFIX + key), null);

/** What is remembered as JSON; of what is none, or not ours, nothing. @param {string} key @param {boolean} [here] @returns {any} */
export const recallObject = (key, here) => attempt(() => JSON.parse(recall(key, here) ?? "{}"), null) ?? {};

/** @param {string} key @param {string} value @param {boolean} [here] also apart from what other tabs remember */
export const remember = (key, value, here = false) => attempt(() => [...(here ? [sessionStorage] : []), localStorage].forEach((storage) => storage.setItem(PREFIX + key, value)), undefined);

/** @param {string} key */
export const forget = (key) => attempt(() => [sessionStorage, localStorage].forEach((storage) => storage.removeItem(PREFIX + key)), undefined);

/** What all tabs remember, by key, of the keys that begin with a text. @param {string} [beginning] @returns {Map<string, string>} */
export const recallAll = (beginning = "") => attempt(() => new Map(Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX + beginning)).map(([key, value]) => [key.slice(PREFIX.length), value])), new Map());
