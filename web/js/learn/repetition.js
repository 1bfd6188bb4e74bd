/**
 * Decides when to practise a technique again, with Leitner's boxes; see docs/PAGE.md. Days are in the person's time zone. No clock and no screen is needed.
 *
 * @typedef {{box: number, due: number, right: number, tries: number, row: number}} Learned
 *   due: the day; right: how many of the tries succeeded without help; row: how many of these in a row
 * @typedef {Record<string, Learned>} Progress by technique
 * @typedef {"right" | "helped" | "shown"} Result found without help; found with hints or after mistakes; not found
 */

/** Days until a technique in each box is due again. */
export const INTERVALS = /** @type {const} */ ([0, 1, 3, 7, 14, 30]);
export const LAST_BOX = INTERVALS.length - 1;
/** So many positions are to be found without help before a puzzle that needs the technique. */
export const EXERCISES = 3;

/** A day as a number, the same from midnight to midnight. @param {Date} date */
export const dayNumberOf = (date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * The record of a technique after one more position.
 * @param {Learned | undefined} before
 * @param {Result} result
 * @param {number} today
 * @returns {Learned}
 */
export function after(before, result, today) {
  const { box, due, right, tries, row } = before ?? { box: 0, due: today, right: 0, tries: 0, row: 0 };
  const counts = { right: right + Number(result === "right"), tries: tries + 1, row: result === "right" ? row + 1 : 0 };
  if (result === "shown") return { ...counts, box: 1, due: today };
  if (result === "helped") return { ...counts, box: Math.max(1, box), due: Math.min(due > today ? due : Infinity, today + 1) };
  // Practising a technique that is not due does not move it.
  if (due > today) return { ...counts, box, due };
  const next = Math.min(box + 1, LAST_BOX);
  return { ...counts, box: next, due: today + INTERVALS[next] };
}

/** The techniques that are due, the longest due first. @param {Progress} progress @param {number} today */
export const dueOn = (progress, today) =>
  Object.keys(progress)
    .filter((id) => progress[id].due <= today)
    .sort((a, b) => progress[a].due - progress[b].due);

/** Reads the saved record of a technique; undefined if it is not valid. @param {any} kept @returns {Learned | undefined} */
export function learnedIn(kept) {
  const { box, due, right, tries, row } = kept ?? {};
  const sound = [box, due, right, tries, row].every((n) => Number.isSafeInteger(n) && n >= 0) && box <= LAST_BOX;
  return sound ? { box, due, right, tries, row } : undefined;
}
