/**
 * The midend: one game, without a screen, a clock or a network. docs/PAGE.md lists its parts:
 * state, params, record and ui.
 *
 * A state never changes: each move (moves.js) makes a new one, adds it to the history, and
 * removes the overlay. Questions about the state and the ui are answered in position.js.
 */
import { bitOf, candidatesOf, parseLine, toLine } from "./grid.js";
import { History } from "./history.js";
import { candidateNotes, candidatesNoted, erased, memberToggled, noted, notesCleaned, notesFilled, placed, settled, stepTaken, stroked, tintToggled, wiped } from "./moves.js";
import { Position } from "./position.js";
import { MOST_TINTED, stateOf } from "./state.js";

/**
 * @typedef {import("./grid.js").Grid} Grid
 * @typedef {import("./state.js").State} State
 * @typedef {import("./history.js").Moment} Moment
 * @typedef {import("./moves.js").Mode} Mode
 * @typedef {import("./moves.js").Candidate} Candidate
 * @typedef {import("./position.js").Kind} Kind
 * @typedef {import("./position.js").Event} Event
 * @typedef {Partial<import("./state.js").Marks & import("./state.js").About> & {entries?: readonly Candidate[]}} Extras
 *   data that comes with a puzzle; Restore removes the entries
 * @typedef {"select" | "given" | "filled" | "unnoted"} Refusal why typing does nothing: no cell is selected; all selected cells hold givens, which are locked; they hold digits, which would hide notes; the candidate to be coloured is not noted
 * @typedef {{seconds: number, moves: number, mistakes: number, hints: number}} Record
 * @typedef {{puzzle: string, title: string, filled: number, total: number, state: "new" | "started" | "solved"} & Record} Summary
 *   filled of total: the cells without givens
 */

export const MODES = /** @type {const} */ (["digit", "corner", "centre", "colour", "tint", "pen"]);

/** @type {Readonly<Record>} */
const NEW_RECORD = { seconds: 0, moves: 0, mistakes: 0, hints: 0 };

/** The first state of a puzzle. @param {import("./grid.js").Board} board @param {Grid} grid the givens @param {Extras} [extras] */
function openedState(board, grid, { entries = [], ...extras } = {}) {
  const state = stateOf(board, toLine(grid), extras);
  return settled(placed(board, state, entries.filter(({ cell }) => !grid[cell]), { cleanUp: false }));
}

export class Midend extends Position {
  /** The records by puzzle, since undo returns to the earlier puzzle after givens were edited. @type {Map<string, Record>} */
  #records = new Map();
  /** The digits typed in by the last change; empty after any other change. @type {readonly Candidate[]} */
  entered = [];
  /** Whether the last change was the player's move that solved the puzzle. */
  justSolved = false;

  /** cleanUp: a digit is removed from its peers' notes; fillWith: the kind of automatic notes; digitFirst: a key takes a digit in hand, a tap enters it. @type {{cleanUp: boolean, fillWith: import("./moves.js").Notes, digitFirst: boolean}} */
  params = { cleanUp: true, fillWith: "corner", digitFirst: false };

  // Moves. Unless stated otherwise, each returns whether it changed anything.

  /** @param {State} state @param {{entered?: readonly Candidate[], played?: boolean}} [how] played: a player's move, which counts and can win */
  #push(state, { entered = [], played = false } = {}) {
    const before = this.solved;
    if (!this.history.go(settled(state))) return this.show(null);
    if (played) this.tally("moves");
    this.#changed(entered, played && !before && this.solved);
    return true;
  }

  /** @param {readonly Candidate[]} [entered] @param {boolean} [won] */
  #changed(entered = [], won = false) {
    this.entered = entered;
    this.justSolved = won;
    this.ui.overlay = null;
    this.ui.wrong = [];
    this.onChange("change");
    if (won) this.onChange("win");
  }

  /**
   * Handles a digit key, 0 for the eraser. It enters the digit in all selected cells as the mode
   * says, or removes it if all of them have it. With digit-first, or with a digit already in
   * hand, it takes the digit in hand. With the pen it chooses the colour. Returns why it did
   * nothing, or null.
   * @param {number} digit @param {Mode} [mode] where Shift or another key asks for one
   * @returns {Refusal | null}
   */
  type(digit, mode = this.ui.mode) {
    if (mode === "pen" && digit) {
      this.setColour(digit);
      return null;
    }
    if ((this.params.digitFirst || this.ui.hand !== null) && mode === this.ui.mode) {
      this.hold(digit);
      return null;
    }
    return this.put(digit, mode);
  }

  /** Handles a tap on a cell: selects it, or with digit-first enters the digit in hand. @param {number} cell @returns {Refusal | null} */
  tap(cell) {
    this.select(cell);
    return this.ui.hand !== null ? this.put(this.ui.hand) : null;
  }

  /** Enters a digit in the selected cells: see type. @param {number} digit @param {Mode} [mode] @returns {Refusal | null} */
  put(digit, mode = this.ui.mode) {
    const { state, ui: { selected } } = this;
    if (!selected.length) return "select";
    const locked = selected.filter((cell) => !this.mayChange(cell));
    if (!digit) {
      const next = erased(this.board, state, selected, mode, (cell) => this.mayChange(cell));
      if (next === state) return !this.show(null) && locked.length === selected.length ? "given" : null;
      this.#give(next);
      return null;
    }
    if (mode === "digit") return this.#enter(digit, selected.filter((cell) => this.mayChange(cell)));
    if (mode === "colour") {
      if (digit <= 9) this.#push(memberToggled(state, selected, "colours", digit), { played: true });
      return null;
    }
    const open = selected.filter((cell) => !state.digits[cell]);
    if (!open.length) return locked.length === selected.length ? "given" : "filled";
    if (mode !== "tint") {
      this.#push(memberToggled(state, open, mode === "centre" ? mode : "corner", digit), { played: true });
      return null;
    }
    const bearing = open.filter((cell) => digit <= MOST_TINTED && noted(state, cell) & bitOf(digit));
    if (!bearing.length) return "unnoted";
    this.#push(tintToggled(state, bearing, digit, this.ui.colour), { played: true });
    return null;
  }

  /** @param {number} digit @param {readonly number[]} cells @returns {Refusal | null} */
  #enter(digit, cells) {
    if (!cells.length) return "given";
    const { digits, given } = this.state;
    const edit = this.ui.editGivens;
    const there = cells.every((cell) => digits[cell] === digit && given[cell] === edit);
    const placements = cells.map((cell) => ({ cell, digit: there ? 0 : digit }));
    const entered = there ? [] : placements.filter(({ cell }) => digits[cell] !== digit);
    this.#give(placed(this.board, this.state, placements, { given: edit, cleanUp: this.params.cleanUp }), entered);
    return null;
  }

  /** Makes a move of digits. While givens are edited, Restore goes back to the new puzzle. @param {State} next @param {readonly Candidate[]} [entered] */
  #give(next, entered) {
    if (!this.ui.editGivens) return this.#push(next, { entered, played: true });
    return this.#push({ ...next, opened: toLine(next.digits.map((digit, cell) => (next.given[cell] ? digit : 0))) });
  }

  /** Colours a single candidate, or removes the colour. @param {Candidate} candidate @param {number} [colour] @returns {Refusal | null} */
  tint({ cell, digit }, colour = this.ui.colour) {
    if (digit > MOST_TINTED || this.state.digits[cell] || !(noted(this.state, cell) & bitOf(digit))) return "unnoted";
    this.#push(tintToggled(this.state, [cell], digit, colour), { played: true });
    return null;
  }

  /** Draws with the pen along cells or corners, or in one cell; see stroked. @param {readonly number[]} path @param {number} [colour] @param {"line" | "edge" | "side"} [shape] */
  stroke(path, colour = this.ui.colour, shape = "line") {
    return path.length > 0 && this.#push(stroked(this.board, this.state, path, colour, shape), { played: true });
  }

  /** Removes all notes, all colours or all pen strokes. @param {"notes" | "colours" | "pen"} part */
  wipe(part) {
    return this.#push(wiped(this.board, this.state, part), { played: true });
  }

  /** Notes in every empty cell, or in those selected where there are several, the digits that no peer holds, or others. @param {readonly number[]} [sets] by cell @param {readonly number[]} [cells] */
  noteAll(sets = candidatesOf(this.state.digits, this.board), cells = this.#several) {
    return this.#push(notesFilled(this.state, cells, this.params.fillWith, sets), { played: true });
  }

  /** The selected cells if there are several, else all cells. */
  get #several() {
    return this.ui.selected.length > 1 ? this.ui.selected : this.board.cells;
  }

  /** Removes digits that a peer holds from the notes of all cells, or of the selected cells if there are several. */
  cleanNotes() {
    return this.#push(notesCleaned(this.board, this.state, this.#several), { played: true });
  }

  /** Whether the notes count as all candidates; see candidateNotes. */
  get hasCandidates() {
    return candidateNotes(this.board, this.state) !== null;
  }

  /** The candidates that hints start from, as bit sets by cell; see candidatesNoted. */
  get candidates() {
    return candidatesNoted(this.board, this.state);
  }

  /** The values that hints start from, by cell; null if the notes do not count as all candidates. */
  get notedValues() {
    return this.hasCandidates ? this.candidates.map((set) => this.valuesIn(set)) : null;
  }

  /** Makes a step of a hint as one move; see stepTaken. @param {{placements?: Candidate[], eliminations?: Candidate[], wrong?: number, missing?: Candidate}} step */
  apply(step) {
    return this.#push(stepTaken(this.board, this.state, step, this.params), { played: true });
  }

  /**
   * Opens another puzzle with locked givens. Its history and records begin anew, so undo never
   * leaves the puzzle. The game before is saved by keep/games.js.
   * @param {Grid} grid the givens
   * @param {Extras} [extras]
   */
  open(grid, extras) {
    const state = openedState(this.board, grid, extras);
    this.select(null);
    this.ui.editGivens = false;
    if (!this.params.digitFirst) this.ui.hand = null;
    this.history = new History(state);
    this.#records = new Map();
    this.#changed();
  }

  /** Whether a puzzle is open and not played yet. @param {Grid} grid @param {Extras} [extras] */
  isOpen(grid, extras) {
    return this.history.isNow(openedState(this.board, grid, extras));
  }

  /** Goes back to the puzzle as it was opened, with the data that came with it. */
  restore() {
    const { opened, marks, title, author, rules } = this.state;
    return this.#push(stateOf(this.board, opened, { ...marks, title, author, rules }));
  }

  /** Whether there is more on the board than the givens. */
  get canClear() {
    const { corner, centre, colours, tints, pen } = this.state;
    return this.hasEntries || pen.length > 0 || [corner, centre, colours, tints].some((list) => list.some(Boolean));
  }

  /** Removes everything but the givens; Restore still knows the opened puzzle. */
  clear() {
    const { opened, marks, title, author, rules } = this.state;
    return this.#push({ ...stateOf(this.board, this.givensLine, { title, author, rules }), opened, marks });
  }

  /** Makes all digits givens. Restore then goes back to this puzzle. */
  keep() {
    const { corner, centre, colours, tints, pen, title, author, rules } = this.state;
    return this.#push(stateOf(this.board, this.line, { corner, centre, colours, tints, pen, title, author, rules }));
  }

  /** Enters the overlay's digits in the cells. */
  adopt() {
    const overlay = this.ui.overlay;
    return overlay !== null && this.#push({ ...this.state, digits: this.state.digits.map((digit, cell) => digit || overlay.grid[cell]) });
  }

  // Undo removes an overlay before it takes back a move, since the overlay came last.

  get canUndo() {
    return this.ui.overlay !== null || this.history.at > 0;
  }

  get canRedo() {
    return !this.history.isLast;
  }

  undo() {
    return this.ui.overlay ? this.show(null) : this.#travel(-1);
  }

  redo() {
    return this.#travel(1);
  }

  /** @param {number} by */
  #travel(by) {
    if (!this.history.travel(by)) return false;
    this.#changed();
    return true;
  }

  // Bookmarks: see history.js.

  /** The bookmarks of this puzzle, the oldest first; here: the state has not changed since. */
  get bookmarks() {
    const { opened } = this.state;
    return this.history.bookmarks
      .filter(({ state }) => state.opened === opened)
      .map(({ id, name, state }) => ({ id, name, filled: state.digits.filter((digit, cell) => digit && !state.given[cell]).length, here: this.history.isNow(state) }));
  }

  /** Bookmarks the current state and returns the bookmark's id. @param {string} [name] */
  bookmark(name = "") {
    const { id } = this.history.bookmark(name);
    this.onChange("view");
    return id;
  }

  /** Goes back to a bookmark, as a move that can be undone. @param {number} id */
  goTo(id) {
    const bookmark = this.history.bookmarks.find((one) => one.id === id);
    return bookmark !== undefined && this.#push(bookmark.state);
  }

  /** @param {number} id @param {string} name "" for none */
  rename(id, name) {
    this.history.rename(id, name);
    this.onChange("view");
  }

  /** @param {number} id */
  drop(id) {
    this.history.bookmarks = this.history.bookmarks.filter((bookmark) => bookmark.id !== id);
    this.onChange("view");
  }

  // The record.

  /** The counts of the current puzzle. @returns {Readonly<Record>} */
  get record() {
    return this.#records.get(this.state.opened) ?? NEW_RECORD;
  }

  /** @param {keyof Record} what @param {number} [by] */
  tally(what, by = 1) {
    const { record } = this;
    this.#records.set(this.state.opened, { ...record, [what]: record[what] + by });
  }

  /** A summary of the game for a list. @returns {Summary} */
  get summary() {
    const { opened, title, given, digits } = this.state;
    const filled = digits.filter((digit, cell) => digit && !given[cell]).length;
    const state = this.solved ? "solved" : this.record.moves || filled ? "started" : "new";
    return { puzzle: opened, title, filled, total: this.board.cells.filter((cell) => !given[cell]).length, state, ...this.record };
  }

  // Saving.

  /** The game as JSON: its history, bookmarks and records. The params are not saved with it, since they belong to the player. @returns {string} */
  save() {
    return `{"version":3,${this.history.saved()},"records":${JSON.stringify([...this.#records])}}`;
  }

  /** Loads a saved game of this version or an earlier one; returns false if the text is not one. @param {string | null} text */
  load(text) {
    try {
      const saved = JSON.parse(text ?? "");
      const history = History.read(this.board, saved);
      const records = new Map();
      for (const [puzzle, record] of saved.records ?? []) {
        const counts = Object.keys(NEW_RECORD).map((what) => [what, Math.max(0, Math.floor(Number(record[what])) || 0)]);
        if (parseLine(String(puzzle), this.board)) records.set(puzzle, Object.fromEntries(counts));
      }
      this.history = history;
      this.#records = records;
    } catch {
      return false;
    }
    this.ui.editGivens = false;
    this.#changed();
    return true;
  }
}
