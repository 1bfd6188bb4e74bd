// @ts-check
/**
 * The midend: one game, without a screen, a clock or a network.
 *
 * What it holds is told apart by the question it answers:
 *
 *   params     the player's rules of the game; a new puzzle leaves them alone
 *   state      what undo restores: the puzzle as opened, its givens, the
 *              digits in the cells, the notes
 *   ui         everything else: the selected cell, notes mode, the overlay
 *   drawstate  what is drawn; that is the board's, see board.js
 *
 * A state is never changed: each move makes a new one and puts it on the
 * history. An overlay is a grid shown over the state without being part of it:
 * a solution, the best grid, a frame of a trace, a step's position. Any move takes it away.
 */
import { ALL_DIGITS, CELLS, PEERS, candidatesOf, columnOf, contradictionsOf, digitsOf, emptyGrid, parseLine, rowOf, toLine } from "./grid.js";

/**
 * @typedef {import("./grid.js").Grid} Grid
 * @typedef {{
 *   opened: string,
 *   marks: readonly number[],
 *   given: readonly boolean[],
 *   digits: readonly number[],
 *   notes: readonly number[],
 * }} State opened is the puzzle that Restore goes back to, marks the notes that came with it; notes are bit sets, bit d for the digit d
 * @typedef {{kind: "solution" | "best" | "trace" | "step", grid: Grid}} Overlay
 * @typedef {"given" | "entry" | "solution" | "best" | "trace" | "step" | "empty"} Kind
 * @typedef {{cell: number, digit: number}} Candidate
 * @typedef {"change" | "view"} Event change: the digits changed; view: only what is shown
 */

/** The share of the empty cells that must hold notes for the notes to count as candidates. */
const NOTED = 0.75;
/** How many moves can be undone, and are saved: more than anybody makes, so that only a held key meets the end. */
const MAX_HISTORY = 5000;

/** Inkala's puzzle of 2012, with which the page opens. */
export const FIRST_PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/** @param {string} line @param {readonly number[]} [marks] @returns {State} */
function stateOf(line, marks = emptyGrid()) {
  const digits = parseLine(line) ?? emptyGrid();
  const notes = marks.map((set, cell) => (digits[cell] ? 0 : set & ALL_DIGITS));
  return { opened: toLine(digits), marks: notes, given: digits.map(Boolean), digits, notes };
}

/**
 * What a move changed, as it is saved: cells as [cell, digit, given, notes],
 * and the puzzle, where it is another one.
 * @typedef {{cells: [number, number, number, number][], opened?: string, marks?: readonly number[]}} Change
 * @typedef {{state: State, change: Change | null}} Moment the change led to the state; null at the beginning
 * @param {State} before @param {State} after @returns {Change}
 */
function changeOf(before, after) {
  const differ = CELLS.filter((c) => before.digits[c] !== after.digits[c] || before.given[c] !== after.given[c] || before.notes[c] !== after.notes[c]);
  return {
    cells: differ.map((c) => [c, after.digits[c], Number(after.given[c]), after.notes[c]]),
    ...(before.opened === after.opened ? {} : { opened: after.opened }),
    ...(before.marks.every((set, c) => set === after.marks[c]) ? {} : { marks: after.marks }),
  };
}

// What comes back from a browser's storage is not trusted: these throw where it is no state.

/** @param {unknown} notes @returns {number[]} */
function savedNotes(notes) {
  if (notes === undefined) return emptyGrid();
  if (!Array.isArray(notes) || notes.length !== 81 || !notes.every(Number.isInteger)) throw new Error("not notes");
  return notes.map((set) => set & ALL_DIGITS);
}

/** @param {unknown} line @returns {Grid} */
function savedGrid(line) {
  const grid = typeof line === "string" ? parseLine(line) : null;
  if (!grid) throw new Error("not a grid");
  return grid;
}

/** @param {any} saved @returns {State} */
function stateSaved(saved) {
  const digits = savedGrid(saved.digits);
  if (!/^[01]{81}$/.test(saved.given)) throw new Error("not givens");
  return {
    opened: toLine(savedGrid(saved.opened)),
    marks: savedNotes(saved.marks),
    digits,
    given: digits.map((digit, cell) => digit > 0 && saved.given[cell] === "1"),
    notes: savedNotes(saved.notes).map((set, cell) => (digits[cell] ? 0 : set)),
  };
}

/** @param {State} before @param {any} change @returns {State} */
function stateAfter(before, { cells, opened, marks }) {
  const [digits, given, notes] = [[...before.digits], [...before.given], [...before.notes]];
  for (const change of cells) {
    const [cell, digit, isGiven, set] = change;
    if (!change.every(Number.isInteger) || cell < 0 || cell > 80 || digit < 0 || digit > 9) throw new Error("not a change");
    digits[cell] = digit;
    given[cell] = digit > 0 && isGiven === 1;
    notes[cell] = digit ? 0 : set & ALL_DIGITS;
  }
  return {
    opened: opened === undefined ? before.opened : toLine(savedGrid(opened)),
    marks: marks === undefined ? before.marks : savedNotes(marks),
    digits,
    given,
    notes,
  };
}

export class Midend {
  /** @param {(event: Event) => void} [onChange] */
  constructor(onChange = () => {}) {
    this.onChange = onChange;
    this.params = { protectGivens: false };
    /** @type {Moment[]} */
    this.history = [{ state: stateOf(FIRST_PUZZLE), change: null }];
    this.moment = 0;
    /** wrong are cells whose digits a check found wrong, until the next move. @type {{selected: number | null, notesMode: boolean, overlay: Overlay | null, wrong: readonly number[]}} */
    this.ui = { selected: null, notesMode: false, overlay: null, wrong: [] };
  }

  get state() {
    return this.history[this.moment].state;
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

  /** The digits in the cells as 81 characters. */
  get line() {
    return toLine(this.digits);
  }

  /** The givens alone as 81 characters. */
  get givensLine() {
    return toLine(this.digits.map((digit, cell) => (this.state.given[cell] ? digit : 0)));
  }

  /** Whether there are digits beside the givens. */
  get hasEntries() {
    return this.state.digits.some((digit, cell) => digit && !this.state.given[cell]);
  }

  get full() {
    return this.state.digits.every(Boolean);
  }

  /** Whether the last move put the last digit in, and none contradicts another. */
  get justSolved() {
    const before = this.history[this.moment - 1]?.state;
    return this.full && before?.digits.filter((digit) => !digit).length === 1 && !this.contradictions.length;
  }

  get contradictions() {
    return contradictionsOf(this.digits);
  }

  /** @param {number} cell @returns {Kind} */
  kindOf(cell) {
    if (this.state.digits[cell]) return this.state.given[cell] ? "given" : "entry";
    const overlay = this.ui.overlay;
    return overlay && overlay.grid[cell] ? overlay.kind : "empty";
  }

  /** The digits noted in a cell. @param {number} cell */
  notesOf(cell) {
    return digitsOf(this.state.notes[cell]);
  }

  /** Whether the rules let the player change a cell. @param {number} cell */
  mayChange(cell) {
    return !(this.params.protectGivens && this.state.given[cell]);
  }

  // Selection.

  /** @param {number | null} cell */
  select(cell) {
    if (cell === this.ui.selected) return;
    this.ui.selected = cell;
    this.onChange("view");
  }

  /**
   * The cell that a key leads to from the selected one, or null if the key
   * means no movement. Where nothing is selected every movement leads to r1c1.
   * @param {string} key a KeyboardEvent's key
   * @param {boolean} [far] with Ctrl: to the end of the line or of the grid
   */
  target(key, far = false) {
    const at = this.ui.selected;
    const [r, c] = at === null ? [0, 0] : [rowOf(at), columnOf(at)];
    /** @type {Record<string, [number, number]>} */
    const to = {
      ArrowUp: [far ? 0 : r - 1, c],
      ArrowDown: [far ? 8 : r + 1, c],
      ArrowLeft: [r, far ? 0 : c - 1],
      ArrowRight: [r, far ? 8 : c + 1],
      Home: [far ? 0 : r, 0],
      End: [far ? 8 : r, 8],
      PageUp: [r - 3, c],
      PageDown: [r + 3, c],
    };
    if (!Object.hasOwn(to, key)) return null;
    if (at === null) return 0;
    const [row, column] = to[key].map((n) => Math.min(8, Math.max(0, n)));
    return row * 9 + column;
  }

  // Moves. Each returns whether it changed anything.

  /** @param {State} next */
  #push(next) {
    this.ui.overlay = null;
    this.ui.wrong = [];
    const move = { state: next, change: changeOf(this.state, next) };
    this.history = [...this.history.slice(0, this.moment + 1), move].slice(-MAX_HISTORY);
    this.moment = this.history.length - 1;
    this.onChange("change");
    return true;
  }

  /**
   * Puts a digit into the selected cell, 0 to empty it. The notes of the cell,
   * and the same digit among its peers' notes, go in the same move.
   * @param {number} digit
   */
  enter(digit) {
    const cell = this.ui.selected;
    if (cell === null || !this.mayChange(cell)) return false;
    const { digits, given, notes } = this.state;
    if (digits[cell] === digit && (digit || !notes[cell])) {
      // Erasing a cell of the overlay takes the overlay away.
      return digit === 0 && this.show(null);
    }
    const peers = new Set(digit ? PEERS[cell] : []);
    return this.#push({
      ...this.state,
      digits: digits.with(cell, digit),
      given: given.with(cell, false),
      notes: notes.map((set, c) => (c === cell ? 0 : peers.has(c) ? set & ~(1 << digit) : set)),
    });
  }

  /** Notes a digit in the selected cell, or takes the note back. @param {number} digit */
  note(digit) {
    const cell = this.ui.selected;
    if (cell === null || this.state.digits[cell] || digit < 1) return false;
    return this.#push({ ...this.state, notes: this.state.notes.with(cell, this.state.notes[cell] ^ (1 << digit)) });
  }

  /** What a digit key does: note or enter. @param {number} digit */
  type(digit) {
    return this.ui.notesMode && digit ? this.note(digit) : this.enter(digit);
  }

  /** Notes in every empty cell the digits that no peer holds. */
  noteAll() {
    return this.#unlessSame({ ...this.state, notes: candidatesOf(this.state.digits) });
  }

  /**
   * Whether the notes are to be taken for all candidates: nearly every empty
   * cell has some, and not just one or two digits are noted on the way.
   */
  get hasCandidates() {
    const empty = CELLS.filter((cell) => !this.state.digits[cell]);
    return empty.filter((cell) => this.state.notes[cell]).length >= empty.length * NOTED && empty.length > 0;
  }

  /**
   * The candidates that a hint goes by, as bit sets by cell: the notes where
   * they count, less what a peer holds; where a cell has none, and elsewhere,
   * the digits that no peer holds.
   */
  get candidates() {
    const all = candidatesOf(this.state.digits);
    return this.hasCandidates ? all.map((set, cell) => set & this.state.notes[cell] || set) : all;
  }

  /**
   * A step of a hint, as one move: digits that go in, notes that go out; or a
   * wrong digit that goes out, a note that was missing. Where the notes are not
   * all candidates and notes go out, they are filled in before.
   * @param {{placements?: Candidate[], eliminations?: Candidate[], wrong?: number, missing?: Candidate}} step
   */
  apply({ placements = [], eliminations = [], wrong, missing }) {
    const digits = [...this.state.digits];
    const given = [...this.state.given];
    const counted = this.hasCandidates;
    const all = candidatesOf(digits);
    const notes = eliminations.length ? this.candidates : [...this.state.notes];
    for (const { cell, digit } of eliminations) notes[cell] &= ~(1 << digit);
    if (missing) notes[missing.cell] = (notes[missing.cell] || all[missing.cell]) | (1 << missing.digit);
    for (const { cell, digit } of placements) {
      digits[cell] = digit;
      notes[cell] = 0;
      for (const peer of PEERS[cell]) notes[peer] &= ~(1 << digit);
    }
    if (wrong !== undefined) {
      digits[wrong] = 0;
      given[wrong] = false;
      notes[wrong] = counted ? candidatesOf(digits)[wrong] : 0;
    }
    return this.#unlessSame({ ...this.state, digits, given, notes });
  }

  /**
   * Opens another puzzle. What was there can be had back by undo.
   * @param {Grid} grid
   * @param {readonly number[]} [notes] bit sets by cell
   */
  open(grid, notes = emptyGrid()) {
    this.select(null);
    return this.#unlessSame(stateOf(toLine(grid), notes));
  }

  /** Goes back to the puzzle as it was opened, with the notes that came with it. */
  restore() {
    return this.#unlessSame(stateOf(this.state.opened, this.state.marks));
  }

  /** Empties the grid; Restore still knows the puzzle that was opened. */
  clear() {
    const { opened, marks } = this.state;
    return this.#unlessSame({ ...stateOf(""), opened, marks });
  }

  /** Makes all digits givens, and the puzzle with its notes one that Restore goes back to. */
  keep() {
    return this.#unlessSame(stateOf(this.line, this.state.notes));
  }

  /** Puts the overlay's digits into the cells. */
  adopt() {
    const overlay = this.ui.overlay;
    if (!overlay) return false;
    return this.#unlessSame({
      ...this.state,
      digits: this.state.digits.map((digit, cell) => digit || overlay.grid[cell]),
      notes: emptyGrid(),
    });
  }

  /** @param {State} next */
  #unlessSame(next) {
    if (JSON.stringify(next) !== JSON.stringify(this.state)) return this.#push(next);
    return this.show(null);
  }

  // Undo takes an overlay away before it takes a move back: what is seen last goes first.

  get canUndo() {
    return this.ui.overlay !== null || this.moment > 0;
  }

  get canRedo() {
    return this.moment < this.history.length - 1;
  }

  undo() {
    if (this.ui.overlay) return this.show(null);
    return this.#travel(-1);
  }

  redo() {
    return this.#travel(1);
  }

  /** @param {number} by */
  #travel(by) {
    const moment = this.moment + by;
    if (moment < 0 || moment >= this.history.length) return false;
    this.ui.overlay = null;
    this.ui.wrong = [];
    this.moment = moment;
    this.onChange("change");
    return true;
  }

  // The rest of the ui.

  /** Shows an overlay, or takes it away. @param {Overlay | null} overlay */
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

  /** @param {boolean} on */
  setNotesMode(on) {
    this.ui.notesMode = on;
    this.onChange("view");
  }

  // Saving: the first state, and what each move changed.

  /** @returns {string} */
  save() {
    const [{ state: first }, ...moves] = this.history;
    return JSON.stringify({
      version: 2,
      moment: this.moment,
      params: this.params,
      first: {
        opened: first.opened,
        marks: first.marks.some(Boolean) ? first.marks : undefined,
        digits: first.digits.join(""),
        given: first.given.map(Number).join(""),
        notes: first.notes.some(Boolean) ? first.notes : undefined,
      },
      changes: moves.map(({ change }) => change),
    });
  }

  /** Takes up a saved game; false if the text is none. @param {string | null} text */
  load(text) {
    try {
      const saved = JSON.parse(text ?? "");
      /** @type {State[]} */
      let states;
      if (saved.version === 1) states = saved.history.map(stateSaved);
      else if (saved.version === 2) {
        states = [stateSaved(saved.first)];
        for (const change of saved.changes) states.push(stateAfter(states[states.length - 1], change));
      } else return false;
      if (!Number.isInteger(saved.moment) || !states[saved.moment]) return false;
      this.history = states.map((state, i) => ({ state, change: i ? changeOf(states[i - 1], state) : null }));
      this.moment = saved.moment;
      this.params = { protectGivens: saved.params?.protectGivens === true };
    } catch {
      return false;
    }
    this.ui.overlay = null;
    this.ui.wrong = [];
    this.onChange("change");
    return true;
  }
}
