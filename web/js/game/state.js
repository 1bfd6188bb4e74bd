/**
 * A state of the game: the data that undo restores. It never changes. This file defines it,
 * compares states, and writes and reads them. Moves from one state to the next are in moves.js.
 *
 * Data of cells is in lists with an entry for each cell. Sets of digits and of colours are bit
 * sets, with bit n for the number n, from 1 on.
 *
 * @typedef {import("./grid.js").Board} Board
 * @typedef {import("./ink.js").Stroke} Stroke
 * @typedef {{
 *   corner: readonly number[],
 *   centre: readonly number[],
 *   colours: readonly number[],
 *   tints: readonly number[],
 *   pen: readonly Stroke[],
 * }} Marks corner and centre are sets of digits; they stay under a digit and show again without
 * it; colours are sets of
 *   colours; tints are the colours of single candidates: the colour of the digit d is the decimal place of 10^(d-1), 0 for none; only digits up to MOST_TINTED can have one
 * @typedef {{title: string, author: string, rules: string}} About
 * @typedef {Marks & About & {
 *   opened: string,
 *   marks: Marks,
 *   given: readonly boolean[],
 *   digits: readonly number[],
 * }} State opened is the puzzle that Restore goes back to; marks came with it
 */
import { MOST_NOTED, parseLine, toLine } from "./grid.js";
import { SHAPES, between, fits, inked } from "./ink.js";

const ABOUT = /** @type {const} */ (["title", "author", "rules"]);
/** The longest title, author or rules, in characters. */
const MAX_TEXT = 20_000;
/** The decimal places of a number. */
export const MOST_TINTED = 15;
const MAX_TINTS = 10 ** MOST_TINTED - 1;
const COLOURS = 0b1111111110;

/**
 * The first state of a puzzle. Filled cells show no notes.
 * @param {Board} board
 * @param {string} line the givens
 * @param {Partial<Marks & About>} [extras]
 * @returns {State}
 */
export function stateOf(board, line, { title = "", author = "", rules = "", ...marks } = {}) {
  const { none } = board;
  const digits = parseLine(line, board) ?? none;
  const all = { corner: none, centre: none, colours: none, tints: none, pen: [], ...marks };
  return { opened: toLine(digits), marks: all, ...all, title, author, rules, given: digits.map(Boolean), digits };
}

/** The colour of a candidate, or 0. @param {number} tints of its cell @param {number} digit */
export const tintOf = (tints, digit) => Math.floor(tints / 10 ** (digit - 1)) % 10;

/** The tints of a cell after a candidate got another colour; 0 removes it. @param {number} tints @param {number} digit @param {number} colour */
export const withTint = (tints, digit, colour) => tints + (colour - tintOf(tints, digit)) * 10 ** (digit - 1);

// How two states differ.

const MARKS = /** @type {const} */ (["corner", "centre", "colours", "tints"]);
const LAYERS = /** @type {const} */ (["digits", "given", ...MARKS]);

/**
 * The later state, sharing all equal parts with the one before; if nothing differs, it returns
 * before itself.
 * @param {State} before @param {State} after @returns {State}
 */
export function shared(before, after) {
  /** @type {any} */
  const next = { ...after };
  for (const layer of LAYERS) if (before[layer].every((value, cell) => value === after[layer][cell])) next[layer] = before[layer];
  for (const part of /** @type {const} */ (["pen", "marks"])) {
    if (before[part] !== after[part] && JSON.stringify(before[part]) === JSON.stringify(after[part])) next[part] = before[part];
  }
  return Object.entries(before).every(([key, value]) => value === next[key]) ? before : next;
}

/**
 * The changes of a move in the saved form. Cells are [cell, digit, given, corner, centre,
 * colours, tints], and strokes are [a, b, colour, shape], with colour 0 for an erased one; zeros
 * at the end are left out. The puzzle and its texts are included if they changed.
 * @typedef {{cells: number[][], pen?: number[][], opened?: string, marks?: object, title?: string, author?: string, rules?: string}} Change
 * @param {State} before @param {State} after @returns {Change}
 */
export function changeOf(before, after) {
  const differ = after.digits.flatMap((_, c) => (LAYERS.some((layer) => before[layer][c] !== after[layer][c]) ? [c] : []));
  /** @type {Change} */
  const change = { cells: differ.map((c) => trimmed([c, ...LAYERS.map((layer) => Number(after[layer][c]))])) };
  if (before.pen !== after.pen) change.pen = between(before.pen, after.pen).map(strokeSaved);
  if (before.opened !== after.opened) change.opened = after.opened;
  if (before.marks !== after.marks) change.marks = marksSaved(after.marks);
  for (const text of ABOUT) if (before[text] !== after[text]) change[text] = after[text];
  return change;
}

/** @param {number[]} row */
const trimmed = (row) => row.slice(0, row.findLastIndex(Boolean) + 1 || 1);

/** @param {Stroke} stroke */
const strokeSaved = ({ a, b, shape, colour }) => trimmed([a, b, colour, SHAPES.indexOf(shape)]);

/** @param {Marks} marks */
const marksSaved = ({ pen, ...marks }) => ({
  ...Object.fromEntries(MARKS.filter((layer) => marks[layer].some(Boolean)).map((layer) => [layer, marks[layer]])),
  ...(pen.length ? { pen: pen.map(strokeSaved) } : {}),
});

/** A whole state in the saved form. @param {State} state */
export const stateSaved = (state) => ({
  opened: state.opened,
  marks: marksSaved(state.marks),
  digits: toLine(state.digits).replaceAll(".", "0"),
  given: state.given.map(Number).join(""),
  ...marksSaved(state),
  ...Object.fromEntries(ABOUT.filter((text) => state[text]).map((text) => [text, state[text]])),
});

// Data from a browser's storage is not trusted: these functions throw if it is not a valid state.

/** @param {unknown} wrong @param {string} what @returns {asserts wrong is false} */
function refuse(wrong, what) {
  if (wrong) throw new Error(`not ${what}`);
}

/** @param {unknown} n @param {number} most */
const within = (n, most) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= most;

/** The set of all digits. @param {Board} board */
const digitsIn = ({ size }) => 2 ** (Math.min(size, MOST_NOTED) + 1) - 2;

/** @param {Board} board @param {unknown} layer @param {(value: number) => number} read @returns {readonly number[]} */
function readLayer({ none }, layer = none, read) {
  refuse(!Array.isArray(layer) || layer.length !== none.length || !layer.every(Number.isInteger), "a layer");
  return /** @type {number[]} */ (layer).map(read);
}

/** @param {Board} board @param {unknown} line */
function readGrid(board, line) {
  const grid = typeof line === "string" ? parseLine(line, board) : null;
  if (!grid) throw new Error("not a grid");
  return grid;
}

/** @param {Board} board @param {unknown} strokes @returns {Stroke[]} */
function readPen({ rows, columns }, strokes = []) {
  refuse(!Array.isArray(strokes), "strokes");
  return /** @type {any[]} */ (strokes).map((stroke) => {
    refuse(!Array.isArray(stroke), "a stroke");
    const [a, b = 0, colour = 0, shape = 0] = stroke;
    const read = { shape: SHAPES[shape], a, b, colour };
    refuse(colour ? !fits(read, rows, columns) : !SHAPES[shape] || !within(a, rows * columns * 4) || !within(b, rows * columns * 4), "a stroke");
    return read;
  });
}

/** @param {Board} board @param {any} saved @returns {Marks} */
function readMarks(board, saved) {
  const notes = (/** @type {number} */ set) => set & digitsIn(board);
  return {
    corner: readLayer(board, saved.corner, notes),
    centre: readLayer(board, saved.centre, notes),
    colours: readLayer(board, saved.colours, (set) => set & COLOURS),
    tints: readLayer(board, saved.tints, (tints) => (within(tints, MAX_TINTS) ? tints : 0)),
    pen: inked([], readPen(board, saved.pen)),
  };
}

/** @param {unknown} text */
function readText(text = "") {
  if (typeof text !== "string") throw new Error("not a text");
  return text.slice(0, MAX_TEXT);
}

/** @param {Board} board @param {any} saved @returns {State} */
export function stateRead(board, saved) {
  const digits = readGrid(board, saved.digits);
  refuse(!/^[01]+$/.test(saved.given) || saved.given.length !== digits.length, "givens");
  return {
    opened: toLine(readGrid(board, saved.opened)),
    marks: marksRead(board, saved.marks),
    digits,
    given: digits.map((digit, cell) => digit > 0 && saved.given[cell] === "1"),
    ...readMarks(board, saved),
    ...aboutRead(saved),
  };
}

/** @param {Board} board @param {any} marks @returns {Marks} */
function marksRead(board, marks = {}) {
  refuse(typeof marks !== "object" || marks === null, "marks");
  return readMarks(board, marks);
}

/** @param {any} saved @returns {About} */
const aboutRead = (saved) => ({ title: readText(saved.title), author: readText(saved.author), rules: readText(saved.rules) });

/** @param {Board} board @param {State} before @param {any} change @returns {State} */
export function stateAfter(board, before, change) {
  const all = digitsIn(board);
  /** @type {any} */
  const layers = Object.fromEntries(LAYERS.map((layer) => [layer, [...before[layer]]]));
  for (const row of change.cells) {
    const [cell, digit = 0, isGiven = 0, corner = 0, centre = 0, colours = 0, tints = 0] = row;
    refuse(!row.every(Number.isInteger) || !board.may[cell] || !within(digit, board.size) || !within(tints, MAX_TINTS), "a change");
    const values = [digit, digit > 0 && isGiven === 1, corner & all, centre & all, colours & COLOURS, tints];
    LAYERS.forEach((layer, i) => (layers[layer][cell] = values[i]));
  }
  return shared(before, {
    ...before,
    ...layers,
    opened: change.opened === undefined ? before.opened : toLine(readGrid(board, change.opened)),
    marks: change.marks === undefined ? before.marks : marksRead(board, change.marks),
    pen: change.pen === undefined ? before.pen : inked(before.pen, readPen(board, change.pen)),
    ...aboutRead({ ...before, ...change }),
  });
}
