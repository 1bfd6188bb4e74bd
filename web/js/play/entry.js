/**
 * Applies keys and the pad to the board: digits, modes, selections, moves of the cursor, and
 * reading aloud on demand. For the pointer see board/pointer.js.
 */
import { nameOf } from "../game/grid.js";
import { MODES } from "../game/midend.js";
import { houseTold } from "../text/telling.js";

/** @typedef {import("../game/midend.js").Mode} Mode */

/** Two digits typed within this many milliseconds make a two-digit value. */
const TOGETHER = 900;

/** The time of the press. On a busy machine the event may arrive much later. */
export const pressedAt = () => window.event?.timeStamp ?? performance.now();

/** Whether the current press follows another soon enough to make one number with it. @param {number} then the time of the other press, 0 for none */
export const together = (then) => then > 0 && pressedAt() - then < TOGETHER;

/** A selection is announced after this many milliseconds without a change, since a drag changes it with each cell. */
const SETTLED = 300;

/** The cells from one to another in the same row or column, without the first. @param {number} from @param {number} to @param {number} columns */
function between(from, to, columns) {
  const row = (/** @type {number} */ cell) => Math.floor(cell / columns);
  const step = row(from) === row(to) ? Math.sign(to - from) : columns * Math.sign(to - from);
  const cells = [];
  for (let cell = from; cell !== to; ) cells.push((cell += step));
  return cells;
}

export class Entry {
  /** The number of cells that were selected. */
  #count = 0;
  /** The digit typed last, as long as another one can make a two-digit value with it. @type {{at: number, value: number, mode: string, selected: readonly number[] | null}} */
  #typed = { at: 0, value: 0, mode: "", selected: null };

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.status = app.status;
  }

  /** The game on the board, whatever its rules. */
  get midend() {
    return this.app.game;
  }

  /** Handles a digit key. Soon after another one it makes a two-digit value. @param {number} figure @param {Mode} [mode] if not the current one */
  type(figure, mode) {
    const { midend, midend: { board: { low, size } } } = this;
    const { asks } = this.app;
    const as = asks ? "question" : mode ?? midend.ui.mode;
    const { selected } = midend.ui;
    const { at, value: first, mode: before, selected: there } = this.#typed;
    // Taking a digit in hand changes nothing that would need an undo.
    const holds = !asks && (midend.params.digitFirst || midend.ui.hand !== null) && as === midend.ui.mode;
    const joins = as !== "colour" && as !== "pen" && before === as && there === selected && first > 0 && first * 10 + figure < low + size && together(at);
    const value = joins ? first * 10 + figure : figure;
    // Takes back the value of the first digit.
    if (joins && !asks && !holds) midend.undo();
    // With a modifier for notes, 0 does not erase.
    if (!figure && !joins && low > 0 && mode) return;
    const { state } = midend;
    if (as === "colour" || as === "pen" || (!figure && !joins && low > 0)) this.put(figure, mode);
    else if (value >= low && value < low + size) this.put(midend.toDigit(value), mode);
    // If the first digit changed nothing, as in a given, there is nothing to take back.
    this.#typed = { at: pressedAt(), value: (asks || holds || midend.state !== state) && value * 10 < low + size ? value : 0, mode: as, selected };
  }

  /** Enters a digit, 0 for the eraser. If nothing happens, it shows why. While "Why not?" is open, every digit is a question. @param {number} digit @param {Mode} [mode] */
  put(digit, mode) {
    const { app, midend, status } = this;
    if (digit && app.asks) return app.askOf(digit);
    this.told(midend.type(digit, mode));
    if (digit && (mode ?? midend.ui.mode) === "pen") status.message((i18n) => i18n.t(`page.colour.${digit}`));
  }

  /** Handles a digit of the pad. It works like a key, but without a selected cell it takes the digit in hand, to be entered in the cells pressed next. @param {number} digit */
  press(digit) {
    const { app, midend, status, midend: { ui: { mode, hand, selected } } } = this;
    if (app.asks || selected.length || hand !== null || midend.params.digitFirst || mode === "pen") return this.put(digit);
    midend.hold(digit);
    status.message((i18n) => i18n.t(digit ? "page.hand" : "page.hand.eraser", { digit: midend.toValue(digit) }));
  }

  /** Shows why something was not done. @param {import("../game/midend.js").Refusal | null} refusal */
  told(refusal) {
    // Givens of other rules cannot be unlocked here.
    if (refusal && !(refusal === "given" && this.app.place)) this.status.message((i18n) => i18n.t(`page.refused.${refusal}`));
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.midend.setMode(mode);
    this.status.announce((i18n) => i18n.t("page.told.mode", { mode: i18n.t(`page.mode.${mode}`) }));
  }

  /** @param {number} by */
  nextMode(by) {
    this.setMode(MODES[(MODES.indexOf(this.midend.ui.mode) + by + MODES.length) % MODES.length]);
  }

  /** Moves the cursor by a key. With Shift, or Ctrl and an arrow key, it also selects the cells on the way. @param {string} key in the notation of the table of actions */
  move(key) {
    const { midend } = this;
    const modifiers = key.split("+");
    const name = modifiers.pop() ?? "";
    const arrow = name.startsWith("Arrow");
    const { cursor } = midend;
    const to = midend.target(name, modifiers.includes("Control") && !arrow);
    if (to === null) return;
    const more = modifiers.includes("Shift") || (modifiers.includes("Control") && arrow);
    if (!more || cursor === null) midend.select(to);
    else {
      const way = between(cursor, to, midend.board.columns);
      midend.select([...midend.ui.selected.filter((cell) => !way.includes(cell)), ...way]);
    }
  }

  selectAlike() {
    const { midend } = this;
    if (midend.cursor === null) return this.told("select");
    midend.selectAlike(midend.cursor);
  }

  selectNone() {
    const { midend, status } = this;
    midend.select(null);
    status.announce((i18n) => i18n.t("page.told.unselected"));
  }

  /** Goes to the next cell that is empty, holds the highlighted digit, or contradicts another. @param {"empty" | "digit" | "contradiction"} what @param {boolean} [back] */
  next(what, back = false) {
    const { midend, status } = this;
    const cell = midend.next(what, back);
    if (cell === null) return status.message((i18n) => i18n.t(`page.next.${what}.none`));
    midend.select(cell);
  }

  /** @param {"row" | "column" | "box"} kind */
  readHouse(kind) {
    const { midend, status } = this;
    if (midend.cursor === null) return this.told("select");
    status.announce(houseTold(midend, midend.cursor, kind));
  }

  readCandidates() {
    const { midend, status, midend: { cursor } } = this;
    if (cursor === null) return this.told("select");
    const list = midend.valuesIn(midend.candidates[cursor]).join(" ");
    status.announce((i18n) => i18n.t("page.told.candidates", { cell: nameOf(cursor, midend.board.columns), list: list || i18n.t("page.told.none") }));
  }

  /** Announces a selection of several cells. For one cell the focus does that. */
  viewed() {
    const { midend, status } = this;
    const { length } = midend.ui.selected;
    if (length === this.#count) return;
    this.#count = length;
    if (length > 1) status.announceSettled((i18n) => i18n.count("page.told.selected", midend.ui.selected.length), SETTLED);
  }
}
