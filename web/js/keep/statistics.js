/** Statistics of all wins: their number, times by grade, and days in a row. No screen is needed; figures.js draws them. */
import { dayOf } from "./games.js";

/** @typedef {import("./games.js").Win} Win */

/** The grades, easiest first; "rules" is for puzzles of other rules, "" for an unknown grade. */
export const GRADES = ["easy", "medium", "hard", "unfair", "extreme", "rules", ""];

/** The wins with a time in puzzles like that of a game, by its rules or its level. @param {readonly Win[]} wins @param {{id: string, rules?: string, level?: string}} game */
export const alikeIn = (wins, { id, rules, level }) => wins.filter((win) => win.id !== id && win.seconds > 0 && (rules ? win.rules === rules : level && win.level === level));

/** The median of numbers; 0 if there are none. @param {readonly number[]} numbers */
export function medianOf(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  if (!sorted.length) return 0;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The day a number of days after another. @param {string} day @param {number} by */
export function dayAfter(day, by) {
  const [year, month, date] = day.split("-").map(Number);
  // Noon, so that daylight saving time cannot change the day.
  return dayOf(new Date(year, month - 1, date + by, 12).getTime());
}

/**
 * Runs of days without a gap: the current one, which ends today or yesterday, and the longest.
 * @param {Iterable<string>} days @param {string} today
 */
export function streakOf(days, today) {
  const all = new Set(days);
  let longest = 0;
  for (const day of all) {
    if (all.has(dayAfter(day, -1))) continue;
    let length = 1;
    while (all.has(dayAfter(day, length))) length++;
    longest = Math.max(longest, length);
  }
  let now = 0;
  const last = all.has(today) ? today : dayAfter(today, -1);
  while (all.has(dayAfter(last, -now))) now++;
  return { now, longest };
}

/**
 * @param {readonly Win[]} wins
 * @param {string} today
 */
export function statisticsOf(wins, today) {
  const grades = GRADES.map((grade) => {
    const of = wins.filter(({ level = "" }) => level === grade);
    const times = of.map(({ seconds }) => seconds).filter((seconds) => seconds > 0);
    return {
      grade,
      solved: of.length,
      unaided: of.filter(({ hints }) => !hints).length,
      best: times.length ? Math.min(...times) : 0,
      median: Math.round(medianOf(times)),
    };
  }).filter(({ grade, solved }) => solved || !["rules", ""].includes(grade));
  /** @type {Map<string, number>} */
  const days = new Map();
  for (const { day } of wins) days.set(day, (days.get(day) ?? 0) + 1);
  return {
    solved: wins.length,
    unaided: wins.filter(({ hints }) => !hints).length,
    grades,
    days,
    streak: streakOf(days.keys(), today),
    daily: streakOf(wins.filter(({ daily, day }) => daily?.date === day).map(({ day }) => day), today),
  };
}
