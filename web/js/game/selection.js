/**
 * Selections: lists of cells in the order of selecting. The last is the cursor, from which arrow
 * keys start. No function here changes a list it gets.
 *
 * @typedef {readonly number[]} Selection
 * @typedef {"digit" | "colour" | "corner" | "centre"} Likeness what cells can have in common
 */
import { CLASSIC } from "./grid.js";

/** Where keys lead: arrows, and those that lead slantwise. @type {Readonly<Record<string, {dr: number, dc: number}>>} */
export const WAYS = {
  ArrowUp: { dr: -1, dc: 0 }, ArrowDown: { dr: 1, dc: 0 }, ArrowLeft: { dr: 0, dc: -1 }, ArrowRight: { dr: 0, dc: 1 },
  Home: { dr: -1, dc: -1 }, PageUp: { dr: -1, dc: 1 }, End: { dr: 1, dc: -1 }, PageDown: { dr: 1, dc: 1 },
};

/** With a cell, which becomes the cursor. @param {Selection} selected @param {number} cell */
export const added = (selected, cell) => [...removed(selected, cell), cell];

/** @param {Selection} selected @param {number} cell */
export const removed = (selected, cell) => selected.filter((other) => other !== cell);

/**
 * The cell that a key leads to from at; null if the key is not a movement. If at is null, every
 * movement leads to the first cell. Places without a cell are skipped.
 * @param {number | null} at
 * @param {string} key a KeyboardEvent's key
 * @param {boolean} [far] with Ctrl: to the end of the line or of the grid
 * @param {import("./grid.js").Board} [board]
 */
export function target(at, key, far = false, { rows, columns, may, cells } = CLASSIC) {
  const [r, c] = at === null ? [0, 0] : [Math.floor(at / columns), at % columns];
  const [bottom, right] = [rows - 1, columns - 1];
  /** @type {Record<string, [number, number]>} */
  const to = {
    ArrowUp: [far ? 0 : r - 1, c],
    ArrowDown: [far ? bottom : r + 1, c],
    ArrowLeft: [r, far ? 0 : c - 1],
    ArrowRight: [r, far ? right : c + 1],
    Home: [far ? 0 : r, 0],
    End: [far ? bottom : r, right],
    PageUp: [r - 3, c],
    PageDown: [r + 3, c],
  };
  if (!Object.hasOwn(to, key)) return null;
  if (at === null) return cells[0];
  const [row, column] = to[key].map((n, i) => Math.min(i ? right : bottom, Math.max(0, n)));
  const [down, over] = [Math.sign(row - r), Math.sign(column - c)];
  for (const by of [1, -1]) for (let [y, x] = [row, column]; y >= 0 && x >= 0 && y <= bottom && x <= right; y += by * down, x += by * over) if (may[y * columns + x]) return y * columns + x;
  return at;
}

/**
 * The next wanted cell in reading order, starting again at the other end; null if there is none
 * other than from.
 * @param {import("./grid.js").Board} board @param {number | null} from @param {(cell: number) => boolean} wanted @param {boolean} [back]
 */
export function next({ may, may: { length } }, from, wanted, back = false) {
  const start = from ?? (back ? length : -1);
  for (let i = 1; i <= length; i++) {
    const cell = (start + (back ? -i : i) + 2 * length) % length;
    if (cell !== from && may[cell] && wanted(cell)) return cell;
  }
  return null;
}

/**
 * The cells with the same digit as a cell, the same colours, or the same notes of a kind. Without
 * by, it compares the first of these that the cell has. The cell itself comes last.
 * @param {import("./state.js").State} state @param {number} cell @param {Likeness} [by]
 * @returns {Selection}
 */
export function alike({ digits, colours, corner, centre }, cell, by) {
  /** @param {readonly number[]} notes */
  const seen = (notes) => notes.map((set, c) => (digits[c] ? 0 : set));
  const layers = { digit: digits, colour: colours, centre: seen(centre), corner: seen(corner) };
  const layer = by ? layers[by] : Object.values(layers).find((layer) => layer[cell]);
  return added(layer?.[cell] ? [...digits.keys()].filter((other) => layer[other] === layer[cell]) : [], cell);
}
