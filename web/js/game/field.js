// @ts-check
/**
 * A game on a board of any size: values, notes and colours, and their history.
 * It knows the houses of the board, so that a value goes from its peers' notes,
 * and no other rule. Without a screen or a network.
 *
 * @typedef {"digit" | "corner" | "centre" | "colour"} Layer
 * @typedef {{values: readonly (number | null)[], corner: readonly (readonly number[])[], centre: readonly (readonly number[])[], colours: readonly number[]}} State by cell; notes ascending, colours bit sets
 */
import { cellIn } from "../board/field.js";

export const LAYERS = /** @type {const} */ (["digit", "corner", "centre", "colour"]);

/** How many moves can be undone. */
const MAX_HISTORY = 2000;

/** @type {readonly number[]} */
const NO_NOTES = [];

export class FieldGame {
  /** @type {number[]} */
  selected = [];
  /** @type {Layer} */
  layer = "digit";

  /** @param {import("../engine/types.js").Drawing} drawing */
  constructor(drawing) {
    const { rows, columns, givens = [], regions = [], free } = drawing;
    this.drawing = drawing;
    this.count = rows * columns;
    /** Values that a cell has from the start. @type {Map<number, number>} */
    this.given = new Map();
    /** What other cells are confined to. @type {Map<number, readonly number[]>} */
    this.confined = new Map();
    for (const { cell, values } of givens) {
      const at = cellIn(cell, columns);
      if (values.length === 1) this.given.set(at, values[0]);
      else this.confined.set(at, values);
    }
    const all = Array.from({ length: this.count }, (_, cell) => cell);
    const lines = free ? [] : [...Array.from({ length: rows }, (_, r) => all.filter((cell) => Math.floor(cell / columns) === r)), ...Array.from({ length: columns }, (_, c) => all.filter((cell) => cell % columns === c))];
    /** @type {readonly (readonly number[])[]} */
    this.houses = [...lines, ...regions.map((names) => names.map((name) => cellIn(name, columns)))];
    /** @type {State[]} */
    this.history = [this.#first()];
    this.at = 0;
  }

  /** @returns {State} */
  #first() {
    const none = Array.from({ length: this.count }, () => NO_NOTES);
    // What a cell is confined to stands in it as notes.
    return { values: none.map((_, cell) => this.given.get(cell) ?? null), corner: none, centre: none.map((_, cell) => this.confined.get(cell) ?? NO_NOTES), colours: none.map(() => 0) };
  }

  get state() {
    return this.history[this.at];
  }

  get cursor() {
    return this.selected.at(-1) ?? null;
  }

  get full() {
    return this.state.values.every((value) => value !== null);
  }

  /** How many cells each value stands in. @param {number} value */
  countOf(value) {
    return this.state.values.filter((one) => one === value).length;
  }

  /** @param {State} next */
  #push(next) {
    this.history = [...this.history.slice(0, this.at + 1), next].slice(-MAX_HISTORY);
    this.at = this.history.length - 1;
    return true;
  }

  /** Puts a value into the selected cells as the layer says, or takes it back where all have it. @param {number} value @param {Layer} [layer] @returns {boolean} whether anything changed */
  put(value, layer = this.layer) {
    const { state } = this;
    if (layer === "colour") {
      if (value < 1 || value > 9 || !this.selected.length) return false;
      const there = this.selected.every((cell) => state.colours[cell] & (1 << value));
      return this.#push({ ...state, colours: state.colours.map((set, cell) => (!this.selected.includes(cell) ? set : there ? set & ~(1 << value) : set | (1 << value))) });
    }
    const open = this.selected.filter((cell) => !this.given.has(cell) && (layer === "digit" || state.values[cell] === null));
    if (!open.length) return false;
    if (layer !== "digit") {
      const there = open.every((cell) => state[layer][cell].includes(value));
      const notes = state[layer].map((list, cell) => (!open.includes(cell) ? list : there ? list.filter((one) => one !== value) : [...new Set([...list, value])].sort((a, b) => a - b)));
      return this.#push({ ...state, [layer]: notes });
    }
    const there = open.every((cell) => state.values[cell] === value);
    const values = state.values.map((one, cell) => (open.includes(cell) ? (there ? null : value) : one));
    if (there) return this.#push({ ...state, values });
    const peers = new Set(this.houses.filter((house) => open.some((cell) => house.includes(cell))).flat());
    const without = (/** @type {State["corner"]} */ notes) => notes.map((list, cell) => (peers.has(cell) && list.includes(value) ? list.filter((one) => one !== value) : list));
    return this.#push({ ...state, values, corner: without(state.corner), centre: without(state.centre) });
  }

  /** Takes from the selected cells the value; else the notes; else the colours. */
  erase() {
    const { state } = this;
    const cells = this.selected.filter((cell) => !this.given.has(cell));
    const cleared = (/** @type {readonly any[]} */ list, /** @type {any} */ empty) => list.map((one, cell) => (this.selected.includes(cell) ? empty : one));
    if (cells.some((cell) => state.values[cell] !== null)) return this.#push({ ...state, values: state.values.map((one, cell) => (cells.includes(cell) ? null : one)) });
    if (cells.some((cell) => state.corner[cell].length || state.centre[cell].length)) return this.#push({ ...state, corner: cleared(state.corner, NO_NOTES), centre: cleared(state.centre, NO_NOTES) });
    if (this.selected.some((cell) => state.colours[cell])) return this.#push({ ...state, colours: cleared(state.colours, 0) });
    return false;
  }

  restart() {
    return this.#push(this.#first());
  }

  /** @param {-1 | 1} by */
  travel(by) {
    if (!this.history[this.at + by]) return false;
    this.at += by;
    return true;
  }

  /** The cell that an arrow leads to, over the edge to the other side. @param {string} key */
  target(key) {
    const { rows, columns } = this.drawing;
    const { cursor } = this;
    if (cursor === null) return 0;
    const [row, column] = [Math.floor(cursor / columns), cursor % columns];
    const [dr, dc] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
    return ((row + dr + rows) % rows) * columns + ((column + dc + columns) % columns);
  }

  /** The state of now as JSON. */
  save() {
    return JSON.stringify(this.state);
  }

  /** Goes on from what save wrote; false where it does not fit. @param {string} text */
  load(text) {
    try {
      const saved = JSON.parse(text);
      const lists = [saved.values, saved.corner, saved.centre, saved.colours];
      const fits = lists.every((list) => Array.isArray(list) && list.length === this.count) && [...saved.corner, ...saved.centre].every(Array.isArray);
      if (!fits || [...this.given].some(([cell, value]) => saved.values[cell] !== value)) return false;
      this.history = [this.#first(), { values: saved.values, corner: saved.corner, centre: saved.centre, colours: saved.colours }];
      this.at = 1;
      return true;
    } catch {
      return false;
    }
  }
}
