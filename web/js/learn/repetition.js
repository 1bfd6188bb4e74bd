// @ts-check
/**
 * When a technique is to be practised again: Leitner's boxes. A technique begins
 * in box 0; what is found without help moves it a box up, when it was due; what
 * was found with help leaves it where it is until tomorrow; what had to be shown
 * sends it back to box 1. The higher the box, the more days until it is due.
 *
 * Days are counted where the person is. Nothing here knows a clock or a screen.
 *
 * @typedef {{box: number, due: number, right: number, tries: number, row: number}} Learned
 *   due: the day; right: found without help, of so many tries; row: without help, one after the other
 * @typedef {Record<string, Learned>} Progress by technique
 * @typedef {"right" | "helped" | "shown"} Result found without help, with hints or after mistakes, or not found
 */

/** Days until a technique in each box is due again. */
export const INTERVALS = /** @type {const} */ ([0, 1, 3, 7, 14, 30]);
export const LAST_BOX = INTERVALS.length - 1;

/** A day as a number, the same from midnight to midnight. @param {Date} date */
export const dayNumberOf = (date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * What is known of a technique after one more position.
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
  // To practise what is not due does no harm, and moves nothing.
  if (due > today) return { ...counts, box, due };
  const next = Math.min(box + 1, LAST_BOX);
  return { ...counts, box: next, due: today + INTERVALS[next] };
}

/** The techniques that are due, the longest due first. @param {Progress} progress @param {number} today */
export const dueOn = (progress, today) =>
  Object.keys(progress)
    .filter((id) => progress[id].due <= today)
    .sort((a, b) => progress[a].due - progress[b].due);

/** What is known of a technique from what was kept, or undefined where that is none. @param {any} kept @returns {Learned | undefined} */
export function learnedIn(kept) {
  const { box, due, right, tries, row } = kept ?? {};
  const sound = [box, due, right, tries, row].every((n) => Number.isSafeInteger(n) && n >= 0) && box <= LAST_BOX;
  return sound ? { box, due, right, tries, row } : undefined;
}
