// @ts-check
/**
 * A game on a board of any size: values, notes and colours, their history and
 * record. It knows the houses of the board, so that a value goes from its peers'
 * notes, and no other rule. Without a screen or a network.
 *
 * Saved, it is a JSON object of version 3: first, what differs between the puzzle
 * as opened and the first state kept; changes, what each move changed, as [cell,
 * value or null, corner, centre, colours], or of what the pen drew as [shape, a, b,
 * colour]; at, how many of them lead to now; and record. Version 2 had no pen, version 1
 * was a state alone.
 *
 * @typedef {"digit" | "corner" | "centre" | "colour" | "pen"} Layer
 * @typedef {[cell: number, value: number | null, corner: readonly number[], centre: readonly number[], colours: number]} CellChange
 * @typedef {CellChange | [shape: import("./ink.js").Shape, a: number, b: number, colour: number]} Change
 * @typedef {{cell: number, value: number}} Candidate
 * @typedef {{values: readonly (number | null)[], corner: readonly (readonly number[])[], centre: readonly (readonly number[])[], colours: readonly number[], pen: readonly import("./ink.js").Stroke[]}} State by cell; notes ascending, colours bit sets
 */
import { cellIn } from "../board/field.js";
import { Line } from "./line.js";
import { between, fits as isStroke, inked, touches } from "./ink.js";

export const LAYERS = /** @type {const} */ (["digit", "corner", "centre", "colour", "pen"]);

/** How many moves can be undone. */
const MAX_HISTORY = 2000;

/** @type {readonly number[]} */
const NO_NOTES = [];
/** @type {State["pen"]} */
const NO_PEN = [];

/** @extends {Line<{state: State, changes: Change[]}>} */
export class FieldGame extends Line {
  /** @type {number[]} */
  #selected = [];
  /** @type {Layer} */
  layer = "digit";
  /** What stays although a move is undone; helped: a solution was shown. */
  record = { seconds: 0, moves: 0, hints: 0, helped: false };

  /** @param {import("../engine/types.js").Drawing} drawing */
  constructor(drawing) {
    const { rows, columns, givens = [], regions = [], holes = [], free } = drawing;
    super(/** @type {any} */ (null), MAX_HISTORY + 1);
    this.drawing = drawing;
    this.count = rows * columns;
    /** Values that a cell has from the start. @type {Map<number, number>} */
    this.given = new Map();
    /** Places that are no cells; their value is −1, and nobody selects them. @type {ReadonlySet<number>} */
    this.holes = new Set(holes.map((name) => cellIn(name, columns)));
    for (const hole of this.holes) this.given.set(hole, -1);
    /** What other cells are confined to. @type {Map<number, readonly number[]>} */
    this.confined = new Map();
    for (const { cell, values } of givens) {
      const at = cellIn(cell, columns);
      if (values.length === 1) this.given.set(at, values[0]);
      else this.confined.set(at, values);
    }
    const all = Array.from({ length: this.count }, (_, cell) => cell);
    const isCell = (/** @type {number} */ cell) => !this.holes.has(cell);
    const lines = free ? [] : [...Array.from({ length: rows }, (_, r) => all.filter((cell) => isCell(cell) && Math.floor(cell / columns) === r)), ...Array.from({ length: columns }, (_, c) => all.filter((cell) => isCell(cell) && cell % columns === c))];
    /** @type {readonly (readonly number[])[]} */
    this.houses = [...lines, ...regions.map((names) => names.map((name) => cellIn(name, columns)))];
    this.regions = regions.map((names) => names.map((name) => cellIn(name, columns)));
    // Each moment has the changes that led to it.
    this.moments = [{ state: this.#first(), changes: [] }];
  }

  /** @returns {State} */
  #first() {
    const none = Array.from({ length: this.count }, () => NO_NOTES);
    // What a cell is confined to stands in it as notes.
    return { values: none.map((_, cell) => this.given.get(cell) ?? null), corner: none, centre: none.map((_, cell) => this.confined.get(cell) ?? NO_NOTES), colours: none.map(() => 0), pen: NO_PEN };
  }

  get selected() {
    return this.#selected;
  }

  set selected(cells) {
    this.#selected = cells.filter((cell) => !this.holes.has(cell));
  }

  get state() {
    return this.now.state;
  }

  get cursor() {
    return this.selected.at(-1) ?? null;
  }

  get full() {
    return this.state.values.every((value) => value !== null);
  }

  /** The cells that hold the same as a cell: its value, else its colours, else its notes; itself last. @param {number} cell */
  alike(cell) {
    const { values, colours, centre, corner } = this.state;
    const all = values.map((_, i) => i);
    const same = values[cell] !== null ? (/** @type {number} */ i) => values[i] === values[cell]
      : colours[cell] ? (/** @type {number} */ i) => colours[i] === colours[cell]
        : centre[cell].length + corner[cell].length ? (/** @type {number} */ i) => values[i] === null && centre[i].join() === centre[cell].join() && corner[i].join() === corner[cell].join()
          : () => false;
    return [...all.filter((i) => i !== cell && same(i)), cell];
  }

  /** How many cells each value stands in. @param {number} value */
  countOf(value) {
    return this.state.values.filter((one) => one === value).length;
  }

  /** How far it is, for the list of games: line has for each cell g for a given, e for an entry, or a dot. */
  get summary() {
    const { values } = this.state;
    const line = values.map((value, cell) => (this.holes.has(cell) ? " " : this.given.has(cell) ? "g" : value === null ? "." : "e")).join("");
    return { total: this.count - this.given.size, filled: line.replace(/[^e]/g, "").length, line };
  }

  /** @param {State} next */
  #push(next) {
    this.record.moves++;
    return this.push({ state: next, changes: changesOf(this.state, next) });
  }

  /** Puts a value into the selected cells as the layer says, or takes it back where all have it. @param {number} value @param {Layer} [layer] @returns {boolean} whether anything changed */
  put(value, layer = this.layer) {
    const { state } = this;
    if (layer === "pen") return false;
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

  /** What the pen drew, as one move. @param {State["pen"]} pen */
  ink(pen) {
    return between(this.state.pen, pen).length > 0 && this.#push({ ...this.state, pen });
  }

  /** Takes from the selected cells the value; else the notes; else the colours; else what the pen drew, which with the pen goes first. */
  erase() {
    const { state } = this;
    const left = state.pen.filter((stroke) => !this.selected.some((cell) => touches(stroke, cell, this.drawing.columns)));
    if (this.layer === "pen" && left.length < state.pen.length) return this.ink(left);
    const cells = this.selected.filter((cell) => !this.given.has(cell));
    const cleared = (/** @type {readonly any[]} */ list, /** @type {any} */ empty) => list.map((one, cell) => (this.selected.includes(cell) ? empty : one));
    if (cells.some((cell) => state.values[cell] !== null)) return this.#push({ ...state, values: state.values.map((one, cell) => (cells.includes(cell) ? null : one)) });
    if (cells.some((cell) => state.corner[cell].length || state.centre[cell].length)) return this.#push({ ...state, corner: cleared(state.corner, NO_NOTES), centre: cleared(state.centre, NO_NOTES) });
    if (this.selected.some((cell) => state.colours[cell])) return this.#push({ ...state, colours: cleared(state.colours, 0) });
    if (left.length < state.pen.length) return this.ink(left);
    return false;
  }

  /** What the notes say of each cell, where most empty cells have some: those in the middle, else those in the corners. @returns {readonly (readonly number[])[] | null} */
  get candidates() {
    const { values, centre, corner } = this.state;
    const empty = values.flatMap((value, cell) => (value === null ? [cell] : []));
    return [centre, corner].find((layer) => empty.length && empty.filter((cell) => layer[cell].length).length >= empty.length * 0.75) ?? null;
  }

  /** The region of a cell; -1 where it is in none. @param {number} cell */
  regionOf(cell) {
    return this.regions.findIndex((region) => region.includes(cell));
  }

  /** The values that a cell may have by its houses and what it is confined to. @param {number} cell */
  possible(cell) {
    const { low, high } = this.drawing;
    const all = this.confined.get(cell) ?? Array.from({ length: high - low + 1 }, (_, i) => low + i);
    const seen = new Set(this.houses.filter((house) => house.includes(cell)).flatMap((house) => house.map((peer) => this.state.values[peer])));
    return all.filter((value) => !seen.has(value));
  }

  /** Notes in the middle of empty cells: in the selected ones where there are several, else in all. @param {(cell: number) => readonly number[]} [valuesOf] */
  fillNotes(valuesOf = (cell) => this.possible(cell)) {
    const { state } = this;
    const among = this.selected.length > 1 ? new Set(this.selected) : null;
    const centre = state.centre.map((list, cell) => (state.values[cell] === null && (among?.has(cell) ?? true) ? valuesOf(cell) : list));
    if (centre.every((list, cell) => list === state.centre[cell] || list.join() === state.centre[cell].join())) return false;
    return this.#push({ ...state, centre });
  }

  /** What a step does, as one move. Where there are no notes to take away from, those of all cells are filled in before. @param {readonly Candidate[]} placements @param {readonly Candidate[]} eliminations */
  apply(placements, eliminations) {
    const { state } = this;
    const fills = eliminations.length > 0 && !this.candidates;
    const gone = new Set(eliminations.map(({ cell, value }) => `${cell} ${value}`));
    const put = new Map(placements.filter(({ cell }) => !this.given.has(cell)).map(({ cell, value }) => [cell, value]));
    const isGone = (/** @type {number} */ cell, /** @type {number} */ value) => gone.has(`${cell} ${value}`) || this.houses.some((house) => house.includes(cell) && house.some((peer) => put.get(peer) === value));
    const without = (/** @type {State["corner"]} */ notes) => notes.map((list, cell) => (list.some((value) => isGone(cell, value)) ? list.filter((value) => !isGone(cell, value)) : list));
    const centre = fills ? state.centre.map((list, cell) => (state.values[cell] === null ? this.possible(cell) : list)) : state.centre;
    return this.#push({ ...state, values: state.values.map((value, cell) => put.get(cell) ?? value), corner: without(state.corner), centre: without(centre) });
  }

  /** Gives a cell a note that it lacks, where its notes are. @param {number} cell @param {number} value */
  note(cell, value) {
    const { state } = this;
    const layer = this.candidates === state.corner ? "corner" : "centre";
    if (state[layer][cell].includes(value)) return false;
    return this.#push({ ...state, [layer]: state[layer].map((list, at) => (at === cell ? [...list, value].sort((a, b) => a - b) : list)) });
  }

  /** Takes values out of cells, as one move. @param {readonly number[]} cells */
  clear(cells) {
    const { state } = this;
    const open = new Set(cells.filter((cell) => !this.given.has(cell) && state.values[cell] !== null));
    return open.size > 0 && this.#push({ ...state, values: state.values.map((value, cell) => (open.has(cell) ? null : value)) });
  }

  restart() {
    return this.#push(this.#first());
  }

  /** The first cell. */
  get first() {
    return this.state.values.findIndex((_, cell) => !this.holes.has(cell));
  }

  /** The cell that an arrow leads to, over holes and over the edge to the other side. @param {string} key */
  target(key) {
    const { rows, columns } = this.drawing;
    const { cursor } = this;
    if (cursor === null) return this.first;
    let [row, column] = [Math.floor(cursor / columns), cursor % columns];
    const [dr, dc] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
    do [row, column] = [(row + dr + rows) % rows, (column + dc + columns) % columns];
    while (this.holes.has(row * columns + column));
    return row * columns + column;
  }

  /** All of it as JSON. */
  save() {
    const [first, ...moves] = this.moments;
    return JSON.stringify({ version: 3, first: changesOf(this.#first(), first.state), changes: moves.map(({ changes }) => changes), at: this.at, record: this.record });
  }

  /** Goes on from what save wrote; false, and nothing happens, where it does not fit. @param {string} text */
  load(text) {
    try {
      const saved = JSON.parse(text);
      if (saved.version === undefined) {
        const { values, corner, centre, colours } = saved;
        if (![values, corner, centre, colours].every((list) => list.length === this.count)) return false;
        saved.changes = [changesOf(this.#first(), { values, corner, centre, colours, pen: NO_PEN })];
        Object.assign(saved, { first: [], at: 1, record: {} });
      }
      if (saved.version > 3) return false;
      const moments = [{ state: this.#changed(this.#first(), saved.first), changes: [] }];
      for (const changes of saved.changes.slice(-MAX_HISTORY)) moments.push({ state: this.#changed(moments[moments.length - 1].state, changes), changes });
      if (!moments[saved.at]) return false;
      Object.assign(this, { moments, at: saved.at });
      const count = (/** @type {unknown} */ n) => (Number.isSafeInteger(n) && Number(n) > 0 ? Number(n) : 0);
      const { seconds, moves, hints, helped } = saved.record ?? {};
      this.record = { seconds: count(seconds), moves: count(moves), hints: count(hints), helped: helped === true };
      return true;
    } catch {
      return false;
    }
  }

  /** A state after changes. @param {State} state @param {Change[]} changes @returns {State} @throws what does not fit */
  #changed(state, changes) {
    const { low, high, rows, columns } = this.drawing;
    const next = { values: [...state.values], corner: [...state.corner], centre: [...state.centre], colours: [...state.colours], pen: state.pen };
    const valid = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
    for (const change of changes) {
      if (typeof change[0] === "string") {
        const [shape, a, b, colour] = /** @type {[import("./ink.js").Shape, number, number, number]} */ (change);
        if (!isStroke({ shape, a, b, colour }, rows, columns)) throw new Error("not of this board");
        next.pen = inked(next.pen, [{ shape, a, b, colour }]);
        continue;
      }
      const [cell, value, corner, centre, colours] = /** @type {CellChange} */ (change);
      const fits = Number.isInteger(cell) && cell >= 0 && cell < this.count && (value === null || valid(value)) && [...corner, ...centre].every(valid) && Number.isInteger(colours) && colours >= 0 && colours < 1024;
      if (!fits || (this.given.has(cell) && this.given.get(cell) !== value)) throw new Error("not of this puzzle");
      [next.values[cell], next.corner[cell], next.centre[cell], next.colours[cell]] = [value, corner, centre, colours];
    }
    return next;
  }
}

/** What differs between two states. @param {State} from @param {State} to @returns {Change[]} */
function changesOf(from, to) {
  /** @type {Change[]} */
  const drawn = from.pen === to.pen ? [] : between(from.pen, to.pen).map(({ shape, a, b, colour }) => [shape, a, b, colour]);
  return to.values.flatMap((value, cell) => {
    const [corner, centre, colours] = [to.corner[cell], to.centre[cell], to.colours[cell]];
    const same = value === from.values[cell] && colours === from.colours[cell] && corner.join() === from.corner[cell].join() && centre.join() === from.centre[cell].join();
    return same ? [] : [/** @type {Change} */ ([cell, value, corner, centre, colours])];
  }).concat(drawn);
}
