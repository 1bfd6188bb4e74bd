/**
 * The current position of a game: the digits on the board, the selection, the mode, an overlay.
 * Nothing here changes the state; the midend, which extends this class, does that.
 *
 * An overlay is a grid shown over the state without being part of it: a
 * solution, the best grid, a frame of a trace, a step's position.
 */
import { CLASSIC, cellOf, contradictionsOf, digitsOf, setOf, toLine } from "./grid.js";
import { History } from "./history.js";
import { added, alike, next, removed, target } from "./selection.js";
import { stateOf } from "./state.js";

/**
 * @typedef {import("./grid.js").Grid} Grid
 * @typedef {import("./moves.js").Mode} Mode
 * @typedef {{kind: "solution" | "best" | "trace" | "step", grid: Grid}} Overlay
 * @typedef {"given" | "entry" | "solution" | "best" | "trace" | "step" | "empty"} Kind
 * @typedef {"change" | "view" | "win"} Event change: the state changed; view: only the display changed; win: follows a change by which the player solved the puzzle
 */

/** Inkala's puzzle of 2012, the page's first puzzle. */
export const FIRST_PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

export class Position {
  /** @param {(event: Event) => void} [onChange] @param {import("./grid.js").Board} [board] */
  constructor(onChange = () => {}, board = CLASSIC) {
    this.onChange = onChange;
    this.board = board;
    this.history = new History(stateOf(board, FIRST_PUZZLE));
    /** Cells that break rules other than those of houses, as far as known. @type {readonly number[]} */
    this.broken = [];
    /** selected: the last is the cursor; colour: what tint and pen draw with; hand: the digit in hand, 0 the eraser; wrong: cells shown as wrong until the next move. @type {{selected: readonly number[], mode: Mode, colour: number, hand: number | null, editGivens: boolean, overlay: Overlay | null, wrong: readonly number[]}} */
    this.ui = { selected: [], mode: "digit", colour: 1, hand: null, editGivens: false, overlay: null, wrong: [] };
  }

  get state() {
    return this.history.state;
  }

  // What is on the board.

  /** The digits in the cells, without the overlay. @returns {Grid} */
  get digits() {
    return [...this.state.digits];
  }

  /** The digits to be seen, with the overlay. @returns {Grid} */
  get shown() {
    const overlay = this.ui.overlay;
    return overlay ? [...overlay.grid] : this.digits;
  }

  /** The digits in the cells as a character each. */
  get line() {
    return toLine(this.digits);
  }

  /** The givens alone, in the same way. */
  get givensLine() {
    return toLine(this.digits.map((digit, cell) => (this.state.given[cell] ? digit : 0)));
  }

  /** The puzzle being played: the givens, or the digits if there are no givens. */
  get puzzleLine() {
    return this.state.given.some(Boolean) ? this.givensLine : this.line;
  }

  /** Whether there are digits other than givens. */
  get hasEntries() {
    return this.state.digits.some((digit, cell) => digit && !this.state.given[cell]);
  }

  get full() {
    return this.board.cells.every((cell) => this.state.digits[cell]);
  }

  /** Whether the grid is full without a contradiction, and so a solution. */
  get solved() {
    return this.full && !this.contradictions.length;
  }

  /** A cache of the last grid's contradictions; it works because grids never change. @type {{digits: readonly number[] | null, all: import("./grid.js").Contradiction[]}} */
  #contradicting = { digits: null, all: [] };

  get contradictions() {
    const { digits } = this.state;
    if (this.#contradicting.digits !== digits) this.#contradicting = { digits, all: contradictionsOf(digits, this.board) };
    return this.#contradicting.all;
  }

  /** @param {number} cell @returns {Kind} */
  kindOf(cell) {
    if (this.state.digits[cell]) return this.state.given[cell] ? "given" : "entry";
    const overlay = this.ui.overlay;
    return overlay && overlay.grid[cell] ? overlay.kind : "empty";
  }

  // Digits are counted from 1, values from where the board's begin.

  /** @param {number} value */
  toDigit(value) {
    return value - this.board.low + 1;
  }

  /** @param {number} digit */
  toValue(digit) {
    return digit + this.board.low - 1;
  }

  /** Converts a candidate of an answer. @param {{cell: string, digit?: number}} candidate @returns {import("./moves.js").Candidate} */
  at({ cell, digit = 0 }) {
    return { cell: cellOf(cell, this.board.columns), digit: this.toDigit(digit) };
  }

  /** The grid of a text with the value of each cell. @param {string} text as the operations write it */
  gridIn(text) {
    return (text.includes(" ") ? text.split(" ") : [...text]).map((value) => this.toDigit(Number(value)));
  }

  /** The set of the digits of values. @param {readonly (number | string)[]} values */
  setOf(values) {
    return setOf(values.map((value) => this.toDigit(Number(value))));
  }

  /** The values of a set of digits. @param {number} set */
  valuesIn(set) {
    return digitsOf(set).map((digit) => this.toValue(digit));
  }

  /** The value of each cell, null where there is none. */
  get values() {
    return this.state.digits.map((digit) => (digit ? this.toValue(digit) : null));
  }

  /** Whether a cell's digit is the player's to change: givens are locked while they are not edited. @param {number} cell */
  mayChange(cell) {
    return this.ui.editGivens || !this.state.given[cell];
  }

  /** The digit to highlight: the one in hand, else the cursor's; 0 for none. */
  get highlight() {
    const { hand, mode } = this.ui;
    if (hand && mode !== "colour" && mode !== "pen") return hand;
    return this.cursor === null ? 0 : this.shown[this.cursor];
  }

  // Selection.

  /** The cell that arrow keys start from; null if none is selected. */
  get cursor() {
    return this.ui.selected.at(-1) ?? null;
  }

  /** Selects one cell, several with the cursor last, or none. @param {number | null | readonly number[]} cells */
  select(cells) {
    const selected = (cells === null ? [] : typeof cells === "number" ? [cells] : cells).filter((cell) => this.board.may[cell]);
    if (selected.length === this.ui.selected.length && selected.every((cell, i) => cell === this.ui.selected[i])) return;
    this.ui.selected = selected;
    this.onChange("view");
  }

  /** Adds a cell to the selection as its cursor, for a drag or Shift with an arrow key. @param {number} cell */
  add(cell) {
    this.select(added(this.ui.selected, cell));
  }

  /** @param {number} cell */
  remove(cell) {
    this.select(removed(this.ui.selected, cell));
  }

  selectAll() {
    this.select(added(this.board.cells, this.cursor ?? this.board.cells[this.board.cells.length - 1]));
  }

  invert() {
    this.select(this.board.cells.filter((cell) => !this.ui.selected.includes(cell)));
  }

  /** Selects the cells that are like a cell; see alike. @param {number} cell @param {import("./selection.js").Likeness} [by] by default colours in colour mode */
  selectAlike(cell, by = this.ui.mode === "colour" && this.state.colours[cell] ? "colour" : undefined) {
    this.select(alike(this.state, cell, by));
  }

  /** The cell that a key leads to from the cursor; see selection.js. @param {string} key @param {boolean} [far] */
  target(key, far = false) {
    return target(this.cursor, key, far, this.board);
  }

  /** The next cell from the cursor that is empty, holds the digit that stands out, or contradicts another; null if there is none. @param {"empty" | "digit" | "contradiction"} what @param {boolean} [back] */
  next(what, back = false) {
    const digit = this.highlight;
    const contradicting = new Set(what === "contradiction" ? [...this.contradictions.flatMap(({ a, b }) => [a, b]), ...this.broken] : []);
    const wanted = {
      empty: (/** @type {number} */ cell) => !this.state.digits[cell],
      digit: (/** @type {number} */ cell) => digit > 0 && this.state.digits[cell] === digit,
      contradiction: (/** @type {number} */ cell) => contradicting.has(cell),
    };
    return next(this.board, this.cursor, wanted[what], back);
  }

  // The overlay, and the meaning of keys.

  /** Shows an overlay, or removes it. @param {Overlay | null} overlay */
  show(overlay) {
    if (overlay === null && this.ui.overlay === null) return false;
    this.ui.overlay = overlay;
    this.onChange("view");
    return true;
  }

  /** Marks digits as wrong, until the next move. @param {readonly number[]} cells */
  mark(cells) {
    this.ui.wrong = cells;
    this.onChange("view");
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.ui.mode = mode;
    this.onChange("view");
  }

  /** Sets the colour of tint and pen. @param {number} colour */
  setColour(colour) {
    this.ui.colour = colour;
    this.onChange("view");
  }

  /** Starts or ends editing givens: they are unlocked, and typed digits become givens. @param {boolean} on */
  setEditGivens(on) {
    this.ui.editGivens = on;
    this.onChange("view");
  }

  /** Digit-first: takes a digit or the eraser in hand, or puts it away. @param {number | null} digit */
  hold(digit) {
    this.ui.hand = digit === this.ui.hand ? null : digit;
    this.onChange("view");
  }
}
