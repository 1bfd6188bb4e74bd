import { classic } from "./classic.js";

/**
 * The geometry of boards, without a screen.
 *
 * Cells are numbered from 0, row by row; texts write "r1c1". A grid is an array with a digit for
 * each cell, 0 for an empty one. A grid as a string has one character for each cell, '.' for
 * empty, and letters from the tenth digit on. Digits count from 1, even if the values of a board
 * begin elsewhere. The houses of the classic board come from generated code.
 *
 * @typedef {number[]} Grid
 * @typedef {{code: string, kind: string, n: number, cells: number[]}} House code is r1, c1, b1 and so on; n counts from 1
 * @typedef {{a: number, b: number, digit: number, house: House}} Contradiction a < b
 * @typedef {{rows: number, columns: number, low: number, size: number, cells: readonly number[], houses: readonly House[], peers: readonly (readonly number[])[], may: readonly number[], none: readonly number[]}} Board
 *   low: the value that the digit 1 stands for; size: how many digits there are; peers: the other cells that share a house with a cell, by cell;
 *   may: the digits that a cell may have from the start, as bit sets by place, 0 for a place without a cell; none: a 0 for each place;
 *   cells: the places that are cells
 */

/** @param {number} cell */
export const rowOf = (cell) => Math.floor(cell / 9);
/** @param {number} cell */
export const columnOf = (cell) => cell % 9;
/** @param {number} cell */
export const nameOf = (cell, columns = 9) => `r${Math.floor(cell / columns) + 1}c${(cell % columns) + 1}`;

/** Row and column of a name such as "r1c1", from 0; NaN of one that is no cell's. @param {string} name */
export function placeOf(name) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return { row: Number(row) - 1, column: Number(column) - 1 };
}

/** The cell of a name. @param {string} name */
export function cellOf(name, columns = 9) {
  const { row, column } = placeOf(name);
  return row * columns + column;
}

/** All cells, in order. */
export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);

/** The board's houses, lines first. @type {House[]} */
export const HOUSES = classic.houses;

/** The greatest digit in a bit set. On boards with more digits, notes hold only the first ones, and there are no automatic notes. */
export const MOST_NOTED = 30;

/** A digit as a bit set; the empty set if the digit is too great for one. @param {number} digit */
export const bitOf = (digit) => (digit > MOST_NOTED ? 0 : 1 << digit);

/** @param {{rows: number, columns: number, low: number, high: number, houses: readonly House[], confined?: ReadonlyMap<number, number>}} of confined: what cells may have, as bit sets, where that is not all @returns {Board} */
export function boardOf({ rows, columns, low, high, houses, confined = new Map() }) {
  const places = Array.from({ length: rows * columns }, (_, place) => place);
  const size = high - low + 1;
  /** @type {Set<number>[]} */
  const seen = places.map(() => new Set());
  for (const house of houses) for (const a of house.cells) for (const b of house.cells) if (a !== b) seen[a].add(b);
  // If sets cannot hold all digits, this is a set without digits that is not 0.
  const all = size > MOST_NOTED ? 1 : 2 ** (size + 1) - 2;
  const may = places.map((place) => confined.get(place) ?? all);
  return { rows, columns, low, size, cells: places.filter((place) => may[place]), houses, peers: seen.map((peers) => [...peers].sort((a, b) => a - b)), may, none: places.map(() => 0) };
}

/** The board of a puzzle from the answer of the operation "drawing", and the start of its cells: a digit, or the allowed values as notes. @param {import("../engine/types.js").Drawing} drawing */
export function drawnBoard({ rows, columns, low, high, givens = [], regions = [], holes = [], free, puzzle }) {
  /** @type {(kind: string) => (cells: number[], i: number) => House} */
  const house = (kind) => (cells, i) => ({ code: `${kind[0]}${i + 1}`, kind, n: i + 1, cells });
  const range = (/** @type {number} */ length, /** @type {(i: number) => number} */ of) => Array.from({ length }, (_, i) => of(i));
  const gaps = new Set(holes.map((name) => cellOf(name, columns)));
  const line = (/** @type {number[]} */ places) => places.filter((place) => !gaps.has(place));
  const lines = free ? [] : [
    ...Array.from({ length: rows }, (_, r) => line(range(columns, (c) => r * columns + c))).map(house("row")),
    ...Array.from({ length: columns }, (_, c) => line(range(rows, (r) => r * columns + c))).map(house("column")),
  ];
  // Each of several overlapping boards has its own rows and columns.
  if (free && holes.length) {
    for (const { kind, cells: names } of JSON.parse(puzzle).constraints ?? []) {
      if (kind !== "ExtraRegion") continue;
      const cells = names.map((/** @type {string} */ name) => cellOf(name, columns));
      const [row, column] = [Math.floor(cells[0] / columns), cells[0] % columns];
      const isRow = cells.every((/** @type {number} */ at) => Math.floor(at / columns) === row);
      lines.push(house(isRow ? "row" : "column")(cells, isRow ? row : column));
    }
  }
  const [grid, centre] = [range(rows * columns, () => 0), range(rows * columns, () => 0)];
  for (const { cell, values } of givens) {
    const [at, digits] = [cellOf(cell, columns), values.map((value) => value - low + 1)];
    if (digits.length === 1) grid[at] = digits[0];
    else if (high - low < MOST_NOTED) centre[at] = digits.reduce((set, digit) => set | bitOf(digit), 0);
  }
  const confined = new Map([...centre.entries()].filter(([place, set]) => set || gaps.has(place)));
  const boxes = regions.map((names) => names.map((name) => cellOf(name, columns))).map(house("box"));
  return { board: boardOf({ rows, columns, low, high, houses: [...lines, ...boxes], confined }), grid, centre };
}

export const CLASSIC = boardOf({ rows: 9, columns: 9, low: 1, high: 9, houses: HOUSES });

/** The other cells that share a house with a cell, by cell. */
export const PEERS = CLASSIC.peers;

/** What cells weigh in the target, on a board of any size: 6 in the outermost ring, one more in each ring inwards. @param {number} rows @param {number} columns */
export const ringsOf = (rows, columns) => Array.from({ length: rows * columns }, (_, cell) => 6 + Math.min(Math.floor(cell / columns), rows - 1 - Math.floor(cell / columns), cell % columns, columns - 1 - (cell % columns)));

export const WEIGHTS = ringsOf(9, 9);

/** @returns {Grid} */
export const emptyGrid = () => new Array(81).fill(0);

/** The character of a digit. After the letters come characters from U+0100 on. @param {number} digit */
const characterOf = (digit) => (digit > 35 ? String.fromCharCode(0x100 + digit) : digit ? digit.toString(36) : ".");

/** @param {readonly number[]} grid */
export const toLine = (grid) => grid.map(characterOf).join("");

/**
 * Reads a grid from a line with one character for each cell; null if it is not one. Empty cells
 * are . 0 _ or *.
 * @param {string} text @param {Board} [board]
 * @returns {Grid | null}
 */
export function parseLine(text, { none, size } = CLASSIC) {
  const grid = [...text.trim()].map((c) => (".0_*".includes(c) ? 0 : c > "\xff" ? c.charCodeAt(0) - 0x100 : parseInt(c, 36)));
  return grid.length === none.length && grid.every((digit) => digit <= size) ? grid : null;
}

/**
 * All pairs of cells that contradict each other, each pair once, by house and cell.
 * @param {readonly number[]} grid @param {Board} [board]
 * @returns {Contradiction[]}
 */
export function contradictionsOf(grid, { houses } = CLASSIC) {
  /** @type {Contradiction[]} */
  const all = [];
  for (const house of houses) {
    // A quick test first, since most houses have no digit twice.
    let seen = 0;
    if (house.cells.every((cell) => !grid[cell] || (seen ^ (seen |= 1 << grid[cell])) !== 0)) continue;
    house.cells.forEach((a, i) => {
      for (const b of house.cells.slice(i + 1)) {
        // A pair in several houses is reported once, for the first of them.
        const first = () => houses.find(({ cells }) => cells.includes(a) && cells.includes(b)) === house;
        if (grid[a] && grid[a] === grid[b] && first()) all.push({ a, b, digit: grid[a], house });
      }
    });
  }
  return all;
}

/** The digits that no peer of a cell holds, as bit sets by cell, bit d for the digit d; the empty set for a filled cell. @param {readonly number[]} grid @param {Board} [board] */
export const candidatesOf = (grid, { may, peers } = CLASSIC) => may.map((all, cell) => (grid[cell] ? 0 : peers[cell].reduce((set, peer) => set & ~(1 << grid[peer]), all & ~1)));

/** The bit set of digits, also of those that a text has. @param {Iterable<number | string>} digits */
export const setOf = (digits) => [...digits].reduce((/** @type {number} */ set, digit) => set | bitOf(Number(digit)), 0);

/** The digits of a bit set, bit d for the digit d. @param {number} set */
export function digitsOf(set) {
  const digits = [];
  for (let digit = 1; digit <= MOST_NOTED && set >> digit; digit++) if (set & (1 << digit)) digits.push(digit);
  return digits;
}
