// @ts-check
/**
 * Games of puzzles of other boards and rules: on the store's shelf "kept", each
 * a record of its own beside what others keep there, so that an exported file
 * has them. As in games.js a record has a revision: a tab that writes on an old
 * one goes on as a game of its own. What cannot be written as the page goes is
 * left in localStorage and taken in when they are asked for next.
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
import { forget, recall, remember } from "./memory.js";

const PREFIX = "field:";
const JOURNAL = "field";
/** How many that nobody has begun are kept. */
const UNBEGUN = 20;

/** @param {unknown} record @returns {record is Kept} */
function isKept(record) {
  const { id, puzzle, save, line, rows, columns, unknown = [], cosmetic = [], as = [] } = /** @type {any} */ (record);
  if (![unknown, cosmetic, as].every((list) => Array.isArray(list) && list.every((name) => typeof name === "string"))) return false;
  return String(id).startsWith(PREFIX) && [puzzle, save, line].every((text) => typeof text === "string") && Number(rows) > 0 && Number(columns) > 0;
}

/** All, the one played last first. @param {import("./store.js").Store} store @returns {Promise<Kept[]>} */
export async function all(store) {
  const left = recall(JOURNAL);
  if (left) {
    forget(JOURNAL);
    try {
      const record = JSON.parse(left);
      if (isKept(record)) await store.update("kept", record.id, (stored) => (stored && stored.rev >= record.rev ? null : record));
    } catch {
      // What is not ours is forgotten.
    }
  }
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
  return { ...about, id: PREFIX + newId(), rev: 0, save: "", state: "new", line: "", filled: 0, total: 0, seconds: 0, helped: false, started: now, played: now, won: 0 };
}

/**
 * Writes a game. What another tab has written meanwhile stays: this one is another game then.
 * @param {import("./store.js").Store} store @param {Kept} game is given its revision, and where it parted its id
 * @returns {Promise<boolean>} whether it parted from the other tab's
 */
export async function write(store, game) {
  const copy = { ...game, rev: game.rev + 1 };
  const is = await store.update("kept", game.id, (stored) => (stored && stored.rev !== game.rev ? null : copy));
  const parted = is?.rev !== copy.rev || is.save !== copy.save;
  if (parted) Object.assign(copy, { id: PREFIX + newId(), rev: 1 });
  if (parted) await store.put("kept", copy);
  Object.assign(game, { id: copy.id, rev: copy.rev });
  forget(JOURNAL);
  return parted;
}

/** The page goes, perhaps before the database has answered. @param {Kept} game @param {boolean} isWritten whether a revision is on its way, which this one follows */
export const leave = (game, isWritten) => remember(JOURNAL, JSON.stringify({ ...game, rev: game.rev + (isWritten ? 2 : 1) }));

/** Forgets those that nobody has begun but the last. @param {import("./store.js").Store} store */
export async function prune(store) {
  const idle = (await all(store)).filter(({ state, seconds }) => state === "new" && !seconds);
  for (const { id } of idle.slice(UNBEGUN)) await store.remove("kept", id);
}
