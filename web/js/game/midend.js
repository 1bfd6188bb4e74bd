// @ts-check
/**
 * The midend: one game, without a screen, a clock or a network.
 *
 * What it holds is told apart by the question it answers:
 *
 *   params     the player's rules of the game; a new puzzle leaves them alone
 *   state      what undo restores: state.js, in a history: history.js
 *   record     what undo does not take back: moves, mistakes, hints, seconds
 *   ui         everything else: the selected cells, the mode, the overlay
 *   drawstate  what is drawn; that is the board's, see board.js
 *
 * A state is never changed: each move (moves.js) makes a new one and puts it on
 * the history. An overlay is a grid shown over the state without being part of it:
 * a solution, the best grid, a frame of a trace, a step's position. Any move takes it away.
 */
import { CELLS, contradictionsOf, digitsOf, toLine } from "./grid.js";
import { History } from "./history.js";
import { candidateNotes, candidatesNoted, colourToggled, erased, noteToggled, noted, notesFilled, placed, settled, stepTaken, stroked, tintToggled, wiped } from "./moves.js";
import { added, alike, inverted, next, removed, target, withDigit } from "./selection.js";
import { stateOf, tintOf } from "./state.js";

/**
 * @typedef {import("./grid.js").Grid} Grid
 * @typedef {import("./state.js").State} State
 * @typedef {import("./history.js").Moment} Moment
 * @typedef {import("./moves.js").Mode} Mode
 * @typedef {import("./moves.js").Candidate} Candidate
 * @typedef {{kind: "solution" | "best" | "trace" | "step", grid: Grid}} Overlay
 * @typedef {"given" | "entry" | "solution" | "best" | "trace" | "step" | "empty"} Kind
 * @typedef {"change" | "view" | "win"} Event change: the state changed; view: only what is shown; win: after a change, the player's move that solved the puzzle
 * @typedef {"select" | "given" | "filled" | "unnoted"} Refusal why typing does nothing: no cell is selected; all that
 *   are hold givens, which are locked; they hold digits, so notes would not be seen; the candidate to be coloured is not noted
 * @typedef {{seconds: number, moves: number, mistakes: number, hints: number}} Record
 * @typedef {{puzzle: string, title: string, filled: number, total: number, state: "new" | "started" | "solved"} & Record} Summary
 *   filled of total: the cells without givens
 */

export const MODES = /** @type {const} */ (["digit", "corner", "centre", "colour", "tint", "pen"]);

/** Inkala's puzzle of 2012, with which the page opens. */
export const FIRST_PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/** @type {Readonly<Record>} */
const NEW_RECORD = { seconds: 0, moves: 0, mistakes: 0, hints: 0 };

export class Midend {
  /** By puzzle, so that going back to another one by undo goes on with its own. @type {Map<string, Record>} */
  #records = new Map();
  /** The digits that the last change typed in; none after all other changes. @type {readonly Candidate[]} */
  entered = [];
  /** Whether the last change was the player's move that solved the puzzle. */
  justSolved = false;
  /** How many puzzles were opened, see begin. */
  openings = 0;

  /** @param {(event: Event) => void} [onChange] */
  constructor(onChange = () => {}) {
    this.onChange = onChange;
    /** cleanUp: a digit goes from its peers' notes; fillWith: the kind of notes that automatic ones are; digitFirst: a key takes a digit in hand, a tap puts it down. @type {{cleanUp: boolean, fillWith: import("./moves.js").Notes, digitFirst: boolean}} */
    this.params = { cleanUp: true, fillWith: "corner", digitFirst: false };
    this.history = new History(stateOf(FIRST_PUZZLE));
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

  /** The digits in the cells as 81 characters. */
  get line() {
    return toLine(this.digits);
  }

  /** The givens alone as 81 characters. */
  get givensLine() {
    return toLine(this.digits.map((digit, cell) => (this.state.given[cell] ? digit : 0)));
  }

  /** The puzzle that is played: the givens, or where there are none, the digits. */
  get puzzleLine() {
    return this.state.given.some(Boolean) ? this.givensLine : this.line;
  }

  /** Whether there are digits beside the givens. */
  get hasEntries() {
    return this.state.digits.some((digit, cell) => digit && !this.state.given[cell]);
  }

  get full() {
    return this.state.digits.every(Boolean);
  }

  /** Whether the grid is full and nothing contradicts, which makes it a solution of its givens. */
  get solved() {
    return this.full && !this.contradictions.length;
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

  /** The digits noted in an empty cell, of one kind or of both. @param {number} cell @param {import("./moves.js").Notes} [kind] */
  notesOf(cell, kind) {
    if (this.state.digits[cell]) return [];
    return digitsOf(kind ? this.state[kind][cell] : noted(this.state, cell));
  }

  /** The colours of a cell. @param {number} cell */
  coloursOf(cell) {
    return digitsOf(this.state.colours[cell]);
  }

  /** The colour of a candidate, 0 for none. @param {number} cell @param {number} digit */
  tintOf(cell, digit) {
    return this.state.digits[cell] ? 0 : tintOf(this.state.tints[cell], digit);
  }

  /** Whether a cell's digit is the player's to change: givens are locked while they are not edited. @param {number} cell */
  mayChange(cell) {
    return this.ui.editGivens || !this.state.given[cell];
  }

  /** The digit that is to stand out: the one in hand, else that of the cursor; 0 for none. */
  get highlight() {
    const { hand, mode } = this.ui;
    if (hand && mode !== "colour" && mode !== "pen") return hand;
    return this.cursor === null ? 0 : this.shown[this.cursor];
  }

  // Selection.

  /** The cell that arrows go from, or null where none is selected. */
  get cursor() {
    return this.ui.selected.at(-1) ?? null;
  }

  /** One cell alone, several with the cursor last, or none. @param {number | null | readonly number[]} cells */
  select(cells) {
    const selected = cells === null ? [] : typeof cells === "number" ? [cells] : cells;
    if (selected.length === this.ui.selected.length && selected.every((cell, i) => cell === this.ui.selected[i])) return;
    this.ui.selected = selected;
    this.onChange("view");
  }

  /** A cell as well, which becomes the cursor: dragged over, or reached by Shift and an arrow. @param {number} cell */
  add(cell) {
    this.select(added(this.ui.selected, cell));
  }

  /** @param {number} cell */
  remove(cell) {
    this.select(removed(this.ui.selected, cell));
  }

  /** @param {number} cell */
  toggle(cell) {
    if (this.ui.selected.includes(cell)) this.remove(cell);
    else this.add(cell);
  }

  selectAll() {
    this.select(added(CELLS, this.cursor ?? 80));
  }

  invert() {
    this.select(inverted(this.ui.selected));
  }

  /** The cells that have in common with a cell what it has: see alike. @param {number} cell @param {import("./selection.js").Likeness} [by] by default colours in colour mode */
  selectAlike(cell, by = this.ui.mode === "colour" && this.state.colours[cell] ? "colour" : undefined) {
    this.select(alike(this.state, cell, by));
  }

  /** The cells with a digit or a note of it. @param {number} digit */
  selectDigit(digit) {
    this.select(withDigit(this.state, digit));
  }

  /** The cell that a key leads to from the cursor: see selection.js. @param {string} key @param {boolean} [far] */
  target(key, far = false) {
    return target(this.cursor, key, far);
  }

  /** The next cell from the cursor that is empty, holds the digit that stands out, or contradicts another; null if there is none. @param {"empty" | "digit" | "contradiction"} what @param {boolean} [back] */
  next(what, back = false) {
    const digit = this.highlight;
    const contradicting = new Set(what === "contradiction" ? this.contradictions.flatMap(({ a, b }) => [a, b]) : []);
    const wanted = {
      empty: (/** @type {number} */ cell) => !this.state.digits[cell],
      digit: (/** @type {number} */ cell) => digit > 0 && this.state.digits[cell] === digit,
      contradiction: (/** @type {number} */ cell) => contradicting.has(cell),
    };
    return next(this.cursor, wanted[what], back);
  }

  // Moves. Each returns whether it changed anything, if it does not say otherwise.

  /** @param {State} state @param {{entered?: readonly Candidate[], played?: boolean}} [how] played: a player's move, which counts and can win */
  #push(state, { entered = [], played = false } = {}) {
    const before = this.solved;
    if (!this.history.push(settled(state))) return this.show(null);
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
   * What a digit key does, 0 for the eraser: puts it into all selected cells as
   * the mode says, or takes it back where all have it; digit-first, takes it in
   * hand. With the pen it chooses the colour. Returns why it does nothing, or null.
   * @param {number} digit @param {Mode} [mode] where Shift or another key asks for one
   * @returns {Refusal | null}
   */
  type(digit, mode = this.ui.mode) {
    if (mode === "pen" && digit) {
      this.setColour(digit);
      return null;
    }
    if (this.params.digitFirst && mode === this.ui.mode) {
      this.hold(digit);
      return null;
    }
    return this.put(digit, mode);
  }

  /** Digit-first: takes a digit in hand, or the eraser, or puts it back. @param {number | null} digit */
  hold(digit) {
    this.ui.hand = digit === this.ui.hand ? null : digit;
    this.onChange("view");
  }

  /** A tap on a cell: selects it; digit-first, puts down what is in hand. @param {number} cell @returns {Refusal | null} */
  tap(cell) {
    this.select(cell);
    return this.params.digitFirst && this.ui.hand !== null ? this.put(this.ui.hand) : null;
  }

  /** Puts a digit into the selected cells, in both ways of typing: see type. @param {number} digit @param {Mode} [mode] @returns {Refusal | null} */
  put(digit, mode = this.ui.mode) {
    const { state } = this;
    const { selected } = this.ui;
    if (!selected.length) return "select";
    const locked = selected.filter((cell) => !this.mayChange(cell));
    if (!digit) {
      const next = erased(state, selected, mode, (cell) => this.mayChange(cell));
      if (next === state) return !this.show(null) && locked.length === selected.length ? "given" : null;
      this.#give(next);
      return null;
    }
    if (mode === "digit") return this.#enter(digit, selected.filter((cell) => this.mayChange(cell)));
    if (mode === "colour") {
      this.#push(colourToggled(state, selected, digit), { played: true });
      return null;
    }
    const open = selected.filter((cell) => !state.digits[cell]);
    if (!open.length) return locked.length === selected.length ? "given" : "filled";
    if (mode !== "tint") {
      this.#push(noteToggled(state, open, mode === "centre" ? mode : "corner", digit), { played: true });
      return null;
    }
    const bearing = open.filter((cell) => noted(state, cell) & (1 << digit));
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
    this.#give(placed(this.state, placements, { given: edit, cleanUp: this.params.cleanUp }), entered);
    return null;
  }

  /** A move of digits; while givens are edited, the puzzle to restore is the one of now. @param {State} next @param {readonly Candidate[]} [entered] */
  #give(next, entered) {
    if (!this.ui.editGivens) return this.#push(next, { entered, played: true });
    return this.#push({ ...next, opened: toLine(next.digits.map((digit, cell) => (next.given[cell] ? digit : 0))) });
  }

  /** Makes digits givens in one move, 0 to empty a cell, whether givens are edited or not. @param {readonly Candidate[]} placements */
  give(placements) {
    const next = placed(this.state, placements, { given: true, cleanUp: this.params.cleanUp });
    return this.#push({ ...next, opened: toLine(next.digits.map((digit, cell) => (next.given[cell] ? digit : 0))) });
  }

  /** Colours a single candidate, or takes the colour back. @param {Candidate} candidate @param {number} [colour] @returns {Refusal | null} */
  tint({ cell, digit }, colour = this.ui.colour) {
    if (this.state.digits[cell] || !(noted(this.state, cell) & (1 << digit))) return "unnoted";
    this.#push(tintToggled(this.state, [cell], digit, colour), { played: true });
    return null;
  }

  /** Draws with the pen along cells, or in one: see stroked. @param {readonly number[]} path @param {number} [colour] */
  stroke(path, colour = this.ui.colour) {
    return path.length > 0 && this.#push(stroked(this.state, path, colour), { played: true });
  }

  /** Takes all notes, all colours or all lines away. @param {"notes" | "colours" | "pen"} part */
  wipe(part) {
    return this.#push(wiped(this.state, part), { played: true });
  }

  /** Notes in every empty cell, or in those selected where there are several, the digits that no peer holds. */
  noteAll() {
    const { selected } = this.ui;
    return this.#push(notesFilled(this.state, selected.length > 1 ? selected : CELLS, this.params.fillWith), { played: true });
  }

  /** Whether the notes are to be taken for all candidates: see candidateNotes. */
  get hasCandidates() {
    return candidateNotes(this.state) !== null;
  }

  /** The candidates that a hint goes by, as bit sets by cell: see candidatesNoted. */
  get candidates() {
    return candidatesNoted(this.state);
  }

  /** A step of a hint, as one move: see stepTaken. @param {{placements?: Candidate[], eliminations?: Candidate[], wrong?: number, missing?: Candidate}} step */
  apply(step) {
    return this.#push(stepTaken(this.state, step, this.params), { played: true });
  }

  /**
   * Opens another puzzle, whose givens are locked. What was there can be had back by undo.
   * @param {Grid} grid the givens
   * @param {Partial<import("./state.js").Marks & import("./state.js").About> & {entries?: readonly Candidate[]}} [extras] what comes with it; Restore takes the entries away
   */
  open(grid, { entries = [], ...extras } = {}) {
    this.select(null);
    this.ui.editGivens = false;
    this.openings++;
    const state = stateOf(toLine(grid), extras);
    if (this.#push(placed(state, entries.filter(({ cell }) => !grid[cell]), { cleanUp: false }))) return true;
    this.openings--;
    return false;
  }

  /** Makes the state of now the first of a game of its own: the history and the records before are somebody else's to keep (keep/games.js). */
  begin() {
    this.history = new History(this.state);
    this.#records = new Map();
  }

  /** Goes back to the puzzle as it was opened, with what came with it. */
  restore() {
    const { opened, marks, title, author, rules } = this.state;
    return this.#push(stateOf(opened, { ...marks, title, author, rules }));
  }

  /** Empties the grid; Restore still knows the puzzle that was opened. */
  clear() {
    const { opened, marks, title, author, rules } = this.state;
    return this.#push({ ...stateOf("", { title, author, rules }), opened, marks });
  }

  /** Makes all digits givens, and the puzzle with what is on it one that Restore goes back to. */
  keep() {
    const { corner, centre, colours, tints, pen, title, author, rules } = this.state;
    return this.#push(stateOf(this.line, { corner, centre, colours, tints, pen, title, author, rules }));
  }

  /** Puts the overlay's digits into the cells. */
  adopt() {
    const overlay = this.ui.overlay;
    return overlay !== null && this.#push({ ...this.state, digits: this.state.digits.map((digit, cell) => digit || overlay.grid[cell]) });
  }

  /** Names the puzzle. @param {Partial<import("./state.js").About>} about */
  describe(about) {
    return this.#push({ ...this.state, ...about });
  }

  // Undo takes an overlay away before it takes a move back: what is seen last goes first.

  get canUndo() {
    return this.ui.overlay !== null || this.history.at > 0;
  }

  get canRedo() {
    return this.history.at < this.history.moments.length - 1;
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

  /** Those of this puzzle, the oldest first; here: nothing has changed since. */
  get bookmarks() {
    const { opened } = this.state;
    return this.history.bookmarks
      .filter(({ state }) => state.opened === opened)
      .map(({ id, name, state }) => ({ id, name, filled: state.digits.filter((digit, cell) => digit && !state.given[cell]).length, here: this.history.isNow(state) }));
  }

  /** Marks the state of now, to try something from here; returns the bookmark's id. @param {string} [name] */
  bookmark(name = "") {
    const { id } = this.history.bookmark(name);
    this.onChange("view");
    return id;
  }

  /** Goes back to a bookmark; that is a move, which undo takes back. @param {number} id */
  goTo(id) {
    const bookmark = this.history.bookmarks.find((one) => one.id === id);
    return bookmark !== undefined && this.#push(bookmark.state);
  }

  /** @param {number} id */
  drop(id) {
    this.history.bookmarks = this.history.bookmarks.filter((bookmark) => bookmark.id !== id);
    this.onChange("view");
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

  /** @param {Mode} mode */
  setMode(mode) {
    this.ui.mode = mode;
    this.onChange("view");
  }

  /** What tint and pen draw with. @param {number} colour */
  setColour(colour) {
    this.ui.colour = colour;
    this.onChange("view");
  }

  /** Unlocks the givens, and makes givens of what is typed; or ends that. @param {boolean} on */
  setEditGivens(on) {
    this.ui.editGivens = on;
    this.onChange("view");
  }

  // The record.

  /** What is counted of the puzzle of now. @returns {Readonly<Record>} */
  get record() {
    return this.#records.get(this.state.opened) ?? NEW_RECORD;
  }

  /** @param {keyof Record} what @param {number} [by] */
  tally(what, by = 1) {
    const { record } = this;
    this.#records.set(this.state.opened, { ...record, [what]: record[what] + by });
  }

  /** The game in short, for a list. @returns {Summary} */
  get summary() {
    const { opened, title, given, digits } = this.state;
    const filled = digits.filter((digit, cell) => digit && !given[cell]).length;
    const state = this.solved ? "solved" : this.record.moves || filled ? "started" : "new";
    return { puzzle: opened, title, filled, total: 81 - given.filter(Boolean).length, state, ...this.record };
  }

  // Saving.

  /** The game as JSON: its history, bookmarks and records; not the params, which are the player's. @returns {string} */
  save() {
    return `{"version":3,${this.history.saved()},"records":${JSON.stringify([...this.#records])}}`;
  }

  /** Takes up a saved game, of this version or an earlier one; false if the text is none. @param {string | null} text */
  load(text) {
    try {
      const saved = JSON.parse(text ?? "");
      const history = History.read(saved);
      const records = new Map();
      for (const [puzzle, record] of saved.records ?? []) {
        const counts = Object.keys(NEW_RECORD).map((what) => [what, Math.max(0, Math.floor(Number(record[what])) || 0)]);
        if (/^[1-9.]{81}$/.test(puzzle)) records.set(puzzle, Object.fromEntries(counts));
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
