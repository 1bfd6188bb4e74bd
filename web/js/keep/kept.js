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
 * }} Kept puzzle is as the operation drawing writes it; rules names its kinds; line has a letter a cell, g for a given, e for an entry, or a dot; the times are milliseconds
 *   since 1970, won 0 before; unknown and cosmetic are what the original had besides, told whether the player has closed the list of it;
 *   original is the text that was read, where its reading can be corrected, as the corrections
 */
import { SHAPES } from "../game/ink.js";
import { stateAfter, stateSaved } from "../game/state.js";
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

/**
 * What a game keeps, in the form that the midend reads. Pages of before kept a list of what each move changed, as [cell, value or null,
 * corner, centre, colours] or, of the pen, [shape, a, b, colour]; the first of them a state alone.
 * @param {string} save @param {import("../game/midend.js").Midend} game with the puzzle open
 * @returns {string | null} null where it is none of this puzzle
 */
export function savedNow(save, { board, state: opened }) {
  try {
    const { version, first = [], changes = [], at = 1, record = {}, ...rest } = JSON.parse(save);
    if (rest.moment !== undefined) return save;
    if (version > 3) return null;
    const digitOf = (/** @type {number | null} */ value) => (value === null ? 0 : value - board.low + 1);
    const setOf = (/** @type {number[]} */ values) => values.reduce((set, value) => set | (1 << digitOf(value)), 0);
    const changeOf = (/** @type {any[]} */ rows) => {
      const cells = rows.filter(([cell]) => typeof cell === "number").map(([cell, value, corner, centre, colours]) => [cell, digitOf(value), Number(opened.given[cell]), setOf(corner), setOf(centre), colours]);
      if (cells.some(([cell, digit]) => opened.given[cell] && digit !== opened.digits[cell])) throw new Error("not of this puzzle");
      const pen = rows.filter(([shape]) => typeof shape === "string").map(([shape, a, b, colour]) => [a, b, colour, SHAPES.indexOf(shape)]);
      return { cells, ...(pen.length ? { pen } : {}) };
    };
    const { values, corner, centre, colours } = rest;
    if (version === undefined && values.length !== board.cells.length) return null;
    const moves = version === undefined ? [board.cells.map((cell) => [cell, values[cell], corner[cell], centre[cell], colours[cell]])] : changes;
    return JSON.stringify({ version: 3, moment: at, first: stateSaved(stateAfter(board, opened, changeOf(first))), changes: moves.map(changeOf), records: [[opened.opened, record]] });
  } catch {
    return null;
  }
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
