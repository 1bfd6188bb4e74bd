/**
 * Converts presses, drags and arrow keys on the board to the cells of a constraint: lines, areas,
 * sides, corners, and clues outside the board. The operation "kinds" gives the way in which each
 * kind is drawn. No screen is needed.
 */
import { placeOf } from "../game/grid.js";
import { nameAt } from "./draft.js";

/** A line goes through a cell if it passes this near to the cell's middle, in cells. */
const NEAR = 0.42;

/**
 * @typedef {import("../engine/types.js").Kind} Kind
 * @typedef {{rows: number, columns: number}} Size
 * @typedef {{x: number, y: number}} Place in cells from the board's top left corner
 */

/** The cell at a place; "" outside the board. @param {Place} place @param {Size} size @param {boolean} [strict] only near its middle */
export function cellAt({ x, y }, { rows, columns }, strict = false) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  if (row < 0 || column < 0 || row >= rows || column >= columns) return "";
  return strict && Math.hypot(x - column - 0.5, y - row - 0.5) > NEAR ? "" : nameAt(row, column);
}

/** Continues the path of a drag to another cell. It adds the cells between, and going back removes the last cell. @param {readonly string[]} path @param {string} cell @param {boolean} twice whether a cell may be repeated */
export function drawnOn(path, cell, twice) {
  const last = path.at(-1);
  if (!last) return [cell];
  if (cell === last) return path;
  if (cell === path.at(-2)) return path.slice(0, -1);
  const [from, to] = [placeOf(last), placeOf(cell)];
  const next = [...path];
  while (from.row !== to.row || from.column !== to.column) {
    from.row += Math.sign(to.row - from.row);
    from.column += Math.sign(to.column - from.column);
    const name = nameAt(from.row, from.column);
    if (!twice && next.includes(name)) return next;
    next.push(name);
  }
  return next;
}

/** The two neighbours whose side is nearest to a place. @param {Place} place @param {Size} size @returns {string[] | null} */
export function sideAt({ x, y }, { rows, columns }) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (row < 0 || column < 0 || row >= rows || column >= columns) return null;
  const [dx, dy] = [x - column - 0.5, y - row - 0.5];
  const beside = Math.abs(dx) > Math.abs(dy) ? [row, column + Math.sign(dx)] : [row + Math.sign(dy), column];
  return pairOf(row, column, beside[0], beside[1], { rows, columns });
}

/** @param {number} row @param {number} column @param {number} row2 @param {number} column2 @param {Size} size */
function pairOf(row, column, row2, column2, { rows, columns }) {
  if (row2 < 0 || column2 < 0 || row2 >= rows || column2 >= columns || (row === row2 && column === column2)) return null;
  const pair = [nameAt(row, column), nameAt(row2, column2)];
  return row2 < row || column2 < column ? pair.reverse() : pair;
}

/** The neighbours on both sides of a cell's border. @param {string} cell @param {{dr: number, dc: number}} way @param {Size} size */
export function sideBeside(cell, { dr, dc }, size) {
  const { row, column } = placeOf(cell);
  return pairOf(row, column, row + dr, column + dc, size);
}

/** The square of four cells about the corner nearest to a place. @param {Place} place @param {Size} size */
export const squareAt = ({ x, y }, size) => squareFrom(Math.round(y) - 1, Math.round(x) - 1, size);

/** The square of four cells with this cell at the top left. @param {number} row @param {number} column @param {Size} size */
export function squareFrom(row, column, { rows, columns }) {
  if (row < 0 || column < 0 || row + 1 >= rows || column + 1 >= columns) return null;
  return [nameAt(row, column), nameAt(row, column + 1), nameAt(row + 1, column), nameAt(row + 1, column + 1)];
}

/** The cells from one on, in one direction, up to the edge of the board. @param {number} row @param {number} column @param {number} dr @param {number} dc @param {Size} size */
function ray(row, column, dr, dc, { rows, columns }) {
  /** @type {string[]} */
  const cells = [];
  for (; row >= 0 && column >= 0 && row < rows && column < columns; row += dr, column += dc) cells.push(nameAt(row, column));
  return cells;
}

/**
 * The lines for a clue at a place outside the board: a row or column, or two diagonals, the
 * longer one first. A corner has only one diagonal.
 * @param {Place} place @param {Size} size @param {boolean} diagonal @returns {string[][]}
 */
export function linesFrom({ x, y }, size, diagonal) {
  const { rows, columns } = size;
  const [row, column] = [Math.max(-1, Math.min(rows, Math.floor(y))), Math.max(-1, Math.min(columns, Math.floor(x)))];
  const [dr, dc] = [row < 0 ? 1 : row >= rows ? -1 : 0, column < 0 ? 1 : column >= columns ? -1 : 0];
  if (!dr && !dc) return [];
  const ways = !diagonal ? (dr && dc ? [] : [[dr, dc]]) : dr && dc ? [[dr, dc]] : dr ? [[dr, 1], [dr, -1]] : [[1, dc], [-1, dc]];
  return ways.map(([r, c]) => ray(row + r, column + c, r, c, size)).filter((cells) => cells.length).sort((a, b) => b.length - a.length);
}

/** The place outside the board that an arrow key leads to from a cell. @param {string} cell @param {{dr: number, dc: number}} way @param {Size} size @returns {Place} */
export function beside(cell, { dr, dc }, { rows, columns }) {
  const { row, column } = placeOf(cell);
  return { x: (dc < 0 ? -1 : dc > 0 ? columns : column) + 0.5, y: (dr < 0 ? -1 : dr > 0 ? rows : row) + 0.5 };
}

/** The place of a clue outside the board: before the first of its cells. @param {readonly string[]} cells @returns {Place} */
export function clueOf(cells) {
  const [a, b] = [placeOf(cells[0]), placeOf(cells[1] ?? cells[0])];
  let [dr, dc] = [b.row - a.row, b.column - a.column];
  if (!dr && !dc) [dr, dc] = [a.row ? -1 : 1, a.column ? -1 : 1];
  return { x: a.column - dc + 0.5, y: a.row - dr + 0.5 };
}

/** Moves cells so that the first one is at a given cell; null if that leads off the board. @param {readonly string[]} cells @param {string} to @param {Size} size */
export function movedTo(cells, to, { rows, columns }) {
  const [a, b] = [placeOf(cells[0]), placeOf(to)];
  const moved = cells.map(placeOf).map(({ row, column }) => ({ row: row + b.row - a.row, column: column + b.column - a.column }));
  return moved.every(({ row, column }) => row >= 0 && column >= 0 && row < rows && column < columns) ? moved.map(({ row, column }) => nameAt(row, column)) : null;
}

/** The cells of the constraint that a press on the board makes at once. Returns null if the kind gathers cells instead, or the place has no meaning. @param {Kind} kind @param {Place} place @param {Size} size @returns {string[][]} the choices */
export function pressed(kind, place, size) {
  const one = kind.way === "side" ? sideAt(place, size) : kind.way === "corner" ? squareAt(place, size) : null;
  if (one) return [one];
  return kind.way === "outside" || kind.way === "diagonal" ? linesFrom(place, size, kind.way === "diagonal") : [];
}
