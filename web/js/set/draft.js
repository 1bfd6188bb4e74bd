/**
 * A draft: a puzzle of any rules in nonet's JSON, with its history. This file knows no kind of
 * constraint; the operation "draft" reports parts that make no sense yet. A constraint is an
 * object that never changes, so all moments can share it. No screen and no network is needed.
 *
 * @typedef {{kind: string, cells?: readonly string[], sets?: readonly (readonly string[])[], numbers?: readonly number[], text?: string, label?: string, parts?: readonly object[]}} Constraint
 * @typedef {{nonet: 1, title?: string, author?: string, rules?: string, rows: number, columns: number, values: readonly [number, number], free?: boolean, boxes: readonly number[], regionSize?: number, regions?: readonly string[], holes?: readonly string[], groups?: readonly object[], givens?: Readonly<Record<string, readonly number[]>>, constraints?: readonly Constraint[]}} Doc
 */
import { placeOf } from "../game/grid.js";
import { Line } from "../game/line.js";

/** The number of moves that can be undone. */
const MAX_HISTORY = 1000;
/** The letters of regions in a row. */
const LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0+-*/=?!";

/** The name of a cell. @param {number} row from 0 @param {number} column */
export const nameAt = (row, column) => `r${row + 1}c${column + 1}`;

/** The cells that a constraint names, those of its parts included; some may be none of the board. @param {Constraint} one @returns {string[]} */
export const cellsOf = ({ cells = [], sets = [], parts = [] }) => [...new Set([...cells, ...sets.flat(), ...parts.flatMap((part) => cellsOf(/** @type {Constraint} */ (part)))])];

/** The possible box sizes of a board, the usual ones first: as square as possible, and wider than high. @param {number} rows @param {number} columns @returns {[number, number][]} */
export function boxesFor(rows, columns) {
  const size = Math.max(rows, columns);
  /** @type {[number, number][]} */
  const all = [];
  for (let high = 2; high <= size / 2; high++) {
    const wide = size / high;
    if (Number.isInteger(wide) && rows % high === 0 && columns % wide === 0) all.push([high, wide]);
  }
  return all.sort(([a, b], [c, d]) => Math.abs(a - b) - Math.abs(c - d) || a - c);
}

/** @param {number} rows @param {number} [columns] @returns {Doc} */
export const emptyDoc = (rows, columns = rows) => ({ nonet: 1, rows, columns, values: [1, Math.max(rows, columns)], boxes: boxesFor(rows, columns)[0] ?? [] });

/** @extends {Line<{doc: Doc, what: string}>} */
export class Draft extends Line {
  /** @param {Doc} doc */
  constructor(doc) {
    super({ doc, what: "" }, MAX_HISTORY);
  }

  get doc() {
    return this.now.doc;
  }

  get constraints() {
    return this.doc.constraints ?? [];
  }

  get text() {
    return JSON.stringify(this.doc);
  }

  /** The givens as 81 characters for a classic puzzle without other rules; otherwise "". */
  get line() {
    const { rows, columns, values, boxes, regions, free, holes = [], groups = [], givens = {} } = this.doc;
    if (rows !== 9 || columns !== 9 || values.join() !== "1,9" || boxes.join() !== "3,3" || regions || free || holes.length + groups.length + this.constraints.length || Object.values(givens).some(({ length }) => length > 1)) return "";
    return Array.from({ length: 81 }, (_, i) => this.valueOf(nameAt(Math.floor(i / 9), i % 9)) ?? ".").join("");
  }

  /** Adds a moment. It replaces the last one if both belong to the same typing. @param {Partial<Doc>} change @param {string} [what] */
  change(change, what = "") {
    const doc = { ...this.doc, ...change };
    return this.push({ doc, what }, what && this.now.what === what ? this.at : this.at + 1);
  }

  // Givens.

  /** The given of a cell, or null. @param {string} cell */
  valueOf(cell) {
    const values = this.doc.givens?.[cell];
    return values?.length === 1 ? values[0] : null;
  }

  /** Makes a value the given of cells, or removes it if all of them have it. @param {readonly string[]} cells @param {number} value @param {string} [what] */
  give(cells, value, what = "") {
    if (!cells.length) return false;
    const there = cells.every((cell) => this.valueOf(cell) === value);
    const others = Object.entries(this.doc.givens ?? {}).filter(([cell]) => !cells.includes(cell));
    return this.change({ givens: Object.fromEntries([...others, ...(there ? [] : cells.map((cell) => [cell, [value]]))]) }, what);
  }

  /** Adds a value to the allowed values of cells, or removes it if all of them have it. @param {readonly string[]} cells @param {number} value */
  allow(cells, value) {
    if (!cells.length) return false;
    const [low, high] = this.doc.values;
    const there = cells.every((cell) => this.doc.givens?.[cell]?.includes(value));
    const givens = { ...this.doc.givens };
    for (const cell of cells) {
      const values = (givens[cell] ?? []).filter((one) => one !== value);
      if (!there) values.push(value);
      // Allowing all values is the same as no restriction.
      if (values.length && values.length < high - low + 1) givens[cell] = values.sort((a, b) => a - b);
      else delete givens[cell];
    }
    return this.change({ givens });
  }

  /** @param {readonly string[]} cells */
  erase(cells) {
    const givens = this.doc.givens ?? {};
    if (!cells.some((cell) => givens[cell])) return false;
    return this.change({ givens: Object.fromEntries(Object.entries(givens).filter(([cell]) => !cells.includes(cell))) });
  }

  // Constraints.

  /** @param {Constraint} constraint @returns {number} its place */
  add(constraint) {
    this.change({ constraints: [...this.constraints, constraint] });
    return this.constraints.length - 1;
  }

  /** @param {number} index @param {Constraint} constraint @param {string} [what] */
  put(index, constraint, what = "") {
    return this.change({ constraints: this.constraints.map((one, i) => (i === index ? constraint : one)) }, what);
  }

  /** @param {number} index */
  remove(index) {
    return this.change({ constraints: this.constraints.filter((_, i) => i !== index) });
  }

  // The board.

  /** Changes the size; parts outside the new board are removed. @param {number} rows @param {number} columns @param {number} low */
  resize(rows, columns, low = this.doc.values[0]) {
    const { title, author, rules, free, groups, regionSize } = this.doc;
    const fits = (/** @type {string} */ name) => {
      const { row, column } = placeOf(name);
      return row < rows && column < columns;
    };
    const high = low + Math.max(rows, columns) - 1;
    const givens = Object.fromEntries(Object.entries(this.doc.givens ?? {}).filter(([cell, values]) => fits(cell) && values.every((value) => value >= low && value <= high)));
    const sameBoard = rows === this.doc.rows && columns === this.doc.columns;
    const constraints = sameBoard ? this.constraints : this.constraints.filter((one) => cellsOf(one).every(fits));
    const boxes = sameBoard ? this.doc.boxes : boxesFor(rows, columns)[0] ?? [];
    /** @type {Doc} */
    const doc = { nonet: 1, title, author, rules, rows, columns, values: [low, high], free, boxes, ...(sameBoard && { regions: this.doc.regions, holes: this.doc.holes, groups, regionSize }), givens, constraints };
    return this.push({ doc, what: "" });
  }

  /** Sets the size of boxes; [] for none. @param {readonly number[]} boxes */
  box(boxes) {
    return this.change({ boxes, regions: undefined });
  }

  /** Starts drawn regions from the boxes or the rows. */
  jigsaw() {
    const { rows, columns } = this.doc;
    const [high, wide] = this.doc.boxes.length ? this.doc.boxes : [1, columns];
    const letter = (/** @type {number} */ row, /** @type {number} */ column) => LETTERS[(Math.floor(row / high) * (columns / wide) + Math.floor(column / wide)) % LETTERS.length];
    const regions = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => letter(row, column)).join(""));
    return this.change({ boxes: [], regions });
  }

  /** The letter of a cell's region; "." for none. @param {string} cell */
  regionOf(cell) {
    const { row, column } = placeOf(cell);
    return this.doc.regions?.[row]?.[column] ?? ".";
  }

  /** The number of cells in a region. @param {string} letter */
  countIn(letter) {
    return [...(this.doc.regions ?? []).join("")].filter((one) => one === letter).length;
  }

  /** Puts cells into a region. @param {readonly string[]} cells @param {string} letter */
  paint(cells, letter) {
    const rows = (this.doc.regions ?? Array.from({ length: this.doc.rows }, () => ".".repeat(this.doc.columns))).map((row) => [...row]);
    for (const cell of cells) {
      const { row, column } = placeOf(cell);
      rows[row][column] = letter;
    }
    return this.change({ regions: rows.map((row) => row.join("")) });
  }

  /** A letter that no region uses. */
  get freeLetter() {
    const all = (this.doc.regions ?? []).join("");
    return [...LETTERS].find((letter) => !all.includes(letter)) ?? ".";
  }
}
