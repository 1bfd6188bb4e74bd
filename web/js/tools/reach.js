/**
 * Computes the best score that can still be reached from a grid, and the cost of a digit. The
 * best is taken over all completions of the grid. The cost is how much the best falls when the
 * digit is added. No screen and no network is needed.
 *
 * A best is a proven score, null if there is no solution, and undefined if it was never asked
 * for. A grid's best never changes, so results are kept: a move, its undo and the other digits of
 * the cell share most of their grids.
 *
 * @typedef {"maximum" | "minimum"} Goal
 * @typedef {{cell: number, digit: number, line: string}} Move line is the grid after it
 * @typedef {{best: number | null | undefined, cost: number | null | undefined}} Cost
 *   cost is 0 or more, Infinity if the digit leaves no solution, null if there was none before it
 */
import { CLASSIC, contradictionsOf, parseLine, toLine } from "../game/grid.js";

/** The number of grids remembered. */
const KEPT = 2000;

/** A grid with another digit in a cell, 0 to empty it. @param {string} line @param {number} cell @param {number} digit */
export const withDigit = (line, cell, digit) => line.slice(0, cell) + toLine([digit]) + line.slice(cell + 1);

export class Reach {
  /** @type {Map<string, number | null>} */
  #known = new Map();

  /** @param {import("../game/grid.js").Board} [board] whose grids they are */
  constructor(board = CLASSIC) {
    this.board = board;
  }

  /** @param {Goal} goal @param {string} line */
  best(goal, line) {
    const known = this.#known.get(goal + line);
    if (known !== undefined) return known;
    const grid = parseLine(line, this.board);
    return grid && contradictionsOf(grid, this.board).length ? null : undefined;
  }

  /** @param {Goal} goal @param {string} line @param {number | null} best */
  learn(goal, line, best) {
    this.#known.set(goal + line, best);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
  }

  /** The difference between two grids; the second has more digits. @param {Goal} goal @param {string} before @param {string} after @returns {Cost} */
  between(goal, before, after) {
    const [from, best] = [this.best(goal, before), this.best(goal, after)];
    if (from === undefined || best === undefined) return { best, cost: undefined };
    if (from === null) return { best, cost: null };
    return { best, cost: best === null ? Infinity : Math.abs(from - best) };
  }

  /** The cost of a digit in a cell, whatever the cell holds now. @param {Goal} goal @param {string} line @param {number} cell @param {number} digit */
  cost(goal, line, cell, digit) {
    return this.between(goal, withDigit(line, cell, 0), withDigit(line, cell, digit));
  }
}

/**
 * The last moves whose digit is still on the board, the newest first. It stops at a change of the
 * whole grid.
 * @param {readonly import("../game/midend.js").Moment[]} history up to now
 * @param {number} most
 */
export function movesOf(history, most) {
  /** @type {Move[]} */
  const moves = [];
  const now = history[history.length - 1].state.digits;
  const seen = new Set();
  for (let i = history.length - 1; i > 0 && moves.length < most; i--) {
    const [before, after] = [history[i - 1].state.digits, history[i].state.digits];
    const changed = [...after.keys()].filter((cell) => before[cell] !== after[cell]);
    if (changed.length > 1) break;
    for (const cell of changed) {
      if (after[cell] && after[cell] === now[cell] && !seen.has(cell)) moves.push({ cell, digit: after[cell], line: toLine([...after]) });
      seen.add(cell);
    }
  }
  return moves;
}
