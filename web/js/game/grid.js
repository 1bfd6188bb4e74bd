// @ts-check
import { classic } from "./classic.js";

/**
 * The geometry of a Sudoku, without a screen.
 *
 * A cell is a number 0–80, row by row; text calls it "r1c1". A grid is an array
 * of 81 digits, 0 for an empty cell. As a string a grid is 81 characters, '.'
 * for empty. The houses are those of the server's board, which knows their cells.
 *
 * @typedef {number[]} Grid
 * @typedef {{code: string, kind: string, n: number, cells: number[]}} House code is r1, c1, b1 and so on, n is 1–9
 * @typedef {{a: number, b: number, digit: number, house: House}} Contradiction a < b
 */

/** @param {number} cell */
export const rowOf = (cell) => Math.floor(cell / 9);
/** @param {number} cell */
export const columnOf = (cell) => cell % 9;
/** @param {number} cell */
export const nameOf = (cell) => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;

/** The cell of a name such as "r1c1". @param {string} name */
export const cellOf = (name) => (Number(name[1]) - 1) * 9 + Number(name[3]) - 1;

/** All cells, in order. */
export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The board's houses, lines first. @type {House[]} */
export const HOUSES = classic.houses;

/** The other cells that share a house with a cell, by cell. */
export const PEERS = CELLS.map((a) => {
  const seen = new Set(HOUSES.filter(({ cells }) => cells.includes(a)).flatMap(({ cells }) => cells));
  return CELLS.filter((b) => a !== b && seen.has(b));
});

/** The target's weights by cell: 10 in the centre, 6 in the outermost ring. */
export const WEIGHTS = CELLS.map((cell) => 10 - Math.max(Math.abs(rowOf(cell) - 4), Math.abs(columnOf(cell) - 4)));

/** @returns {Grid} */
export const emptyGrid = () => new Array(81).fill(0);

/** @param {Grid} grid */
export const toLine = (grid) => grid.map((digit) => digit || ".").join("");

/**
 * The grid that a line of 81 characters holds, or null. Empty is . 0 _ or *.
 * @param {string} text
 * @returns {Grid | null}
 */
export function parseLine(text) {
  const line = text.trim();
  return /^[1-9.0_*]{81}$/.test(line) ? [...line].map((c) => (c >= "1" && c <= "9" ? Number(c) : 0)) : null;
}

/**
 * All pairs of cells that contradict each other, each pair once, by house and cell.
 * @param {readonly number[]} grid
 * @returns {Contradiction[]}
 */
export function contradictionsOf(grid) {
  /** @type {Contradiction[]} */
  const all = [];
  for (const house of HOUSES) {
    // Most houses have no digit twice.
    let seen = 0;
    if (house.cells.every((cell) => !grid[cell] || (seen ^ (seen |= 1 << grid[cell])) !== 0)) continue;
    house.cells.forEach((a, i) => {
      for (const b of house.cells.slice(i + 1)) {
        // A pair that shares several houses is told once, by the first of them.
        const first = () => HOUSES.find(({ cells }) => cells.includes(a) && cells.includes(b)) === house;
        if (grid[a] && grid[a] === grid[b] && first()) all.push({ a, b, digit: grid[a], house });
      }
    });
  }
  return all;
}

/** The set of all digits, bit d for the digit d. */
export const ALL_DIGITS = 0b1111111110;

/** The digits that no peer of a cell holds, as bit sets by cell; none where a cell is filled. @param {readonly number[]} grid */
export const candidatesOf = (grid) =>
  CELLS.map((cell) => (grid[cell] ? 0 : PEERS[cell].reduce((set, peer) => set & ~(1 << grid[peer]), ALL_DIGITS)));

/** The digits of a bit set, bit d for the digit d. @param {number} set */
export const digitsOf = (set) => DIGITS.filter((digit) => set & (1 << digit));

/** Σ weight × digit over the filled cells. @param {Grid} grid */
export const scoreOf = (grid) => grid.reduce((sum, digit, cell) => sum + digit * WEIGHTS[cell], 0);
