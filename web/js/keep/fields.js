// @ts-check
/**
 * Games of puzzles of other boards and rules: on the store's shelf "kept", each
 * a record of its own beside what others keep there, so that an exported file
 * has them. writer.js writes them, too.
 *
 * @typedef {{
 *   id: string, rev: number, puzzle: string, title: string, rows: number, columns: number, rules: string, level?: string,
 *   save: string, state: "new" | "started" | "solved", line: string, filled: number, total: number, seconds: number, helped: boolean,
 *   started: number, played: number, won: number, unknown?: readonly string[], cosmetic?: readonly string[], told?: boolean, original?: string, as?: readonly string[],
 * }} Kept puzzle is as the operation drawing writes it; rules names its kinds; line is of FieldGame.summary; the times are milliseconds
 *   since 1970, won 0 before; unknown and cosmetic are what the original had besides, told whether the player has closed the list of it;
 *   original is the text that was read, where its reading can be corrected, as the corrections
 */
import { newId } from "./games.js";
import { takeIn } from "./writer.js";

const PREFIX = "field:";
export const JOURNAL = "field";
/** How many that nobody has begun are kept. */
const UNBEGUN = 20;

/** @param {unknown} record @returns {record is Kept} */
function isKept(record) {
  const { id, puzzle, save, line, rows, columns, unknown = [], cosmetic = [], as = [] } = /** @type {any} */ (record);
  if (![unknown, cosmetic, as].every((list) => Array.isArray(list) && list.every((name) => typeof name === "string"))) return false;
  return String(id).startsWith(PREFIX) && [puzzle, save, line].every((text) => typeof text === "string") && Number(rows) > 0 && Number(columns) > 0;
}

/** An id for one that is new. */
export const idOf = () => PREFIX + newId();

/** All, the one played last first. @param {import("./store.js").Store} store @returns {Promise<Kept[]>} */
export async function all(store) {
  await takeIn(store, "kept", JOURNAL, isKept);
  return (await store.all("kept")).filter(isKept).sort((a, b) => b.played - a.played);
}

/** What the original of a puzzle had, and the puzzle lacks. @param {{unknown?: readonly string[], cosmetic?: readonly string[]}} of */
export const lacking = ({ unknown = [], cosmetic = [] }) => ({ unknown: [...unknown], cosmetic: [...cosmetic] });

/** The game of a puzzle that was played last, if there is one. @param {import("./store.js").Store} store @param {string} puzzle */
export async function gameOf(store, puzzle) {
  return (await all(store)).find((record) => record.puzzle === puzzle);
}

/** A game to begin with. @param {Pick<Kept, "puzzle" | "title" | "rows" | "columns" | "rules">} about @returns {Kept} */
export function newGame(about) {
  const now = Date.now();
  return { ...about, id: idOf(), rev: 0, save: "", state: "new", line: "", filled: 0, total: 0, seconds: 0, helped: false, started: now, played: now, won: 0 };
}

/** Forgets those that nobody has begun but the last. @param {import("./store.js").Store} store */
export async function prune(store) {
  const idle = (await all(store)).filter(({ state, seconds }) => state === "new" && !seconds);
  for (const { id } of idle.slice(UNBEGUN)) await store.remove("kept", id);
}
