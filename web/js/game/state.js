// @ts-check
/**
 * A state of the game: what undo restores, as plain data that is never changed.
 * Here is what it holds, how two differ, and how one is written and read back.
 * What leads from one to the next is in moves.js.
 *
 * All that belongs to a cell stands in lists of 81. Sets of digits and of
 * colours are bit sets, bit n for n from 1 to 9.
 *
 * @typedef {import("./ink.js").Stroke} Stroke of the pen; here no borders
 * @typedef {{
 *   corner: readonly number[],
 *   centre: readonly number[],
 *   colours: readonly number[],
 *   tints: readonly number[],
 *   pen: readonly Stroke[],
 * }} Marks corner and centre are sets of digits, kept under a digit and seen again without it; colours sets of
 *   colours; tints the colours of single candidates: that of the digit d is the decimal place of 10^(d-1), 0 for none
 * @typedef {{title: string, author: string, rules: string}} About
 * @typedef {Marks & About & {
 *   opened: string,
 *   marks: Marks,
 *   given: readonly boolean[],
 *   digits: readonly number[],
 * }} State opened is the puzzle that Restore goes back to, marks what came with it
 */
import { ALL_DIGITS, CELLS, emptyGrid, parseLine, toLine } from "./grid.js";
import { SHAPES, between, fits, inked } from "./ink.js";

const ABOUT = /** @type {const} */ (["title", "author", "rules"]);
/** How long a title, an author or the rules may be, in characters. */
const MAX_TEXT = 20_000;
const MAX_TINTS = 999_999_999;

/** Nothing on the board but digits. @type {Marks} */
export const NO_MARKS = { corner: emptyGrid(), centre: emptyGrid(), colours: emptyGrid(), tints: emptyGrid(), pen: [] };

/**
 * A puzzle as it is opened. What its cells are filled with has no notes to be seen.
 * @param {string} line the givens
 * @param {Partial<Marks & About>} [extras]
 * @returns {State}
 */
export function stateOf(line, { title = "", author = "", rules = "", ...marks } = {}) {
  const digits = parseLine(line) ?? emptyGrid();
  const all = { ...NO_MARKS, ...marks };
  return { opened: toLine(digits), marks: all, ...all, title, author, rules, given: digits.map(Boolean), digits };
}

/** The colour of a candidate, or 0. @param {number} tints of its cell @param {number} digit */
export const tintOf = (tints, digit) => Math.floor(tints / 10 ** (digit - 1)) % 10;

/** Tints of a cell with another colour for a candidate, 0 for none. @param {number} tints @param {number} digit @param {number} colour */
export const withTint = (tints, digit, colour) => tints + (colour - tintOf(tints, digit)) * 10 ** (digit - 1);

// How two states differ.

const MARKS = /** @type {const} */ (["corner", "centre", "colours", "tints"]);
const LAYERS = /** @type {const} */ (["digits", "given", ...MARKS]);

/**
 * The later state with all that is as before shared with the one before: the
 * same object where nothing differs.
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
 * What a move changed, as it is saved: cells as [cell, digit, given, corner,
 * centre, colours, tints], strokes as [a, b, colour, shape], colour 0 for one
 * that is gone, both without the zeros at their ends; and the puzzle and its texts, where they are others.
 * @typedef {{cells: number[][], pen?: number[][], opened?: string, marks?: object, title?: string, author?: string, rules?: string}} Change
 * @param {State} before @param {State} after @returns {Change}
 */
export function changeOf(before, after) {
  const differ = CELLS.filter((c) => LAYERS.some((layer) => before[layer][c] !== after[layer][c]));
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

/** A whole state as it is saved. @param {State} state */
export const stateSaved = (state) => ({
  opened: state.opened,
  marks: marksSaved(state.marks),
  digits: state.digits.join(""),
  given: state.given.map(Number).join(""),
  ...marksSaved(state),
  ...Object.fromEntries(ABOUT.filter((text) => state[text]).map((text) => [text, state[text]])),
});

// What comes back from a browser's storage is not trusted: these throw where it is no state.

/** @param {unknown} wrong @param {string} what @returns {asserts wrong is false} */
function refuse(wrong, what) {
  if (wrong) throw new Error(`not ${what}`);
}

/** @param {unknown} n @param {number} most */
const within = (n, most) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= most;

/** @param {unknown} layer @param {(value: number) => number} read @returns {readonly number[]} */
function readLayer(layer = NO_MARKS.corner, read = (set) => set & ALL_DIGITS) {
  refuse(!Array.isArray(layer) || layer.length !== 81 || !layer.every(Number.isInteger), "a layer");
  return /** @type {number[]} */ (layer).map(read);
}

/** @param {unknown} line */
function readGrid(line) {
  const grid = typeof line === "string" ? parseLine(line) : null;
  if (!grid) throw new Error("not a grid");
  return grid;
}

/** @param {unknown} strokes @returns {Stroke[]} */
function readPen(strokes = []) {
  refuse(!Array.isArray(strokes), "strokes");
  return /** @type {any[]} */ (strokes).map((stroke) => {
    refuse(!Array.isArray(stroke), "a stroke");
    const [a, b = 0, colour = 0, shape = 0] = stroke;
    const read = { shape: SHAPES[shape], a, b, colour };
    refuse(!within(shape, 2) || (colour ? !fits(read, 9, 9) : !within(a, 80) || !within(b, 80)), "a stroke");
    return read;
  });
}

/** @param {any} saved @returns {Marks} */
function readMarks(saved) {
  return {
    corner: readLayer(saved.corner),
    centre: readLayer(saved.centre),
    colours: readLayer(saved.colours),
    tints: readLayer(saved.tints, (tints) => (within(tints, MAX_TINTS) ? tints : 0)),
    pen: inked([], readPen(saved.pen)),
  };
}

/** @param {unknown} text */
function readText(text = "") {
  if (typeof text !== "string") throw new Error("not a text");
  return text.slice(0, MAX_TEXT);
}

/** @param {any} saved notes are the corner notes of versions 1 and 2, whose marks were notes @returns {State} */
export function stateRead(saved) {
  const digits = readGrid(saved.digits);
  refuse(!/^[01]{81}$/.test(saved.given), "givens");
  return {
    opened: toLine(readGrid(saved.opened)),
    marks: marksRead(saved.marks),
    digits,
    given: digits.map((digit, cell) => digit > 0 && saved.given[cell] === "1"),
    ...readMarks({ ...saved, corner: saved.corner ?? saved.notes }),
    ...aboutRead(saved),
  };
}

/** @param {any} marks @returns {Marks} */
function marksRead(marks = {}) {
  refuse(typeof marks !== "object" || marks === null, "marks");
  return readMarks(Array.isArray(marks) ? { corner: marks } : marks);
}

/** @param {any} saved @returns {About} */
const aboutRead = (saved) => ({ title: readText(saved.title), author: readText(saved.author), rules: readText(saved.rules) });

/** @param {State} before @param {any} change @returns {State} */
export function stateAfter(before, change) {
  /** @type {any} */
  const layers = Object.fromEntries(LAYERS.map((layer) => [layer, [...before[layer]]]));
  for (const row of change.cells) {
    const [cell, digit = 0, isGiven = 0, corner = 0, centre = 0, colours = 0, tints = 0] = row;
    refuse(!row.every(Number.isInteger) || !within(cell, 80) || !within(digit, 9) || !within(tints, MAX_TINTS), "a change");
    const values = [digit, digit > 0 && isGiven === 1, corner & ALL_DIGITS, centre & ALL_DIGITS, colours & ALL_DIGITS, tints];
    LAYERS.forEach((layer, i) => (layers[layer][cell] = values[i]));
  }
  return shared(before, {
    ...before,
    ...layers,
    opened: change.opened === undefined ? before.opened : toLine(readGrid(change.opened)),
    marks: change.marks === undefined ? before.marks : marksRead(change.marks),
    pen: change.pen === undefined ? before.pen : inked(before.pen, readPen(change.pen)),
    ...aboutRead({ ...before, ...change }),
  });
}
