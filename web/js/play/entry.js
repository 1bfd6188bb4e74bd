// @ts-check
/**
 * What keys and the pad do to the board: digits, modes, selections, where the
 * cursor goes, and what is read out on demand. What the pointer does there is
 * in board/pointer.js.
 */
import { nameOf } from "../game/grid.js";
import { MODES } from "../game/midend.js";
import { houseTold } from "../text/telling.js";

/** @typedef {import("../game/midend.js").Mode} Mode */

/** Within so many milliseconds a second figure makes a value of two. */
const TOGETHER = 900;

/** When the key or the pad was pressed, which on a busy machine may be long before it is heard of. */
export const pressedAt = () => window.event?.timeStamp ?? performance.now();

/** Whether what is pressed now comes soon enough after what was pressed then to make one number with it. @param {number} then 0: nothing was */
export const together = (then) => then > 0 && pressedAt() - then < TOGETHER;

/** A selection is told once it has been left alone for so many milliseconds: while it is dragged it grows by the cell. */
const SETTLED = 300;

/** The cells from one to another in the same line, the first left out. @param {number} from @param {number} to @param {number} columns */
function between(from, to, columns) {
  const row = (/** @type {number} */ cell) => Math.floor(cell / columns);
  const step = row(from) === row(to) ? Math.sign(to - from) : columns * Math.sign(to - from);
  const cells = [];
  for (let cell = from; cell !== to; ) cells.push((cell += step));
  return cells;
}

export class Entry {
  /** How many cells were selected. */
  #count = 0;
  /** The figure typed last, while another may make a value of two with it. @type {{at: number, value: number, mode: string, selected: readonly number[] | null}} */
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

  /** A figure key. Soon after another it makes a value of two with it. @param {number} figure @param {Mode} [mode] where it is not that of now */
  type(figure, mode) {
    const { midend } = this;
    const { low, size } = midend.board;
    const { asks } = this.app;
    const as = asks ? "question" : mode ?? midend.ui.mode;
    const { selected } = midend.ui;
    const { at, value: first, mode: before, selected: there } = this.#typed;
    // A digit that is taken in hand changes nothing that could give way.
    const holds = !asks && (midend.params.digitFirst || midend.ui.hand !== null) && as === midend.ui.mode;
    const joins = as !== "colour" && as !== "pen" && before === as && there === selected && first > 0 && first * 10 + figure < low + size && together(at);
    const value = joins ? first * 10 + figure : figure;
    // What the first put down gives way.
    if (joins && !asks && !holds) midend.undo();
    // With a key for notes 0 is no eraser.
    if (!figure && !joins && low > 0 && mode) return;
    const { state } = midend;
    if (as === "colour" || as === "pen" || (!figure && !joins && low > 0)) this.put(figure, mode);
    else if (value >= low && value < low + size) this.put(midend.toDigit(value), mode);
    // Where the first put nothing down, as in a given, nothing is to give way.
    this.#typed = { at: pressedAt(), value: (asks || holds || midend.state !== state) && value * 10 < low + size ? value : 0, mode: as, selected };
  }

  /** Puts a digit down, 0 for the eraser; where it does nothing, says why. While "Why not?" is asked, every digit is a question. @param {number} digit @param {Mode} [mode] */
  put(digit, mode) {
    const { app, midend, status } = this;
    if (digit && app.asks) return app.askOf(digit);
    this.told(midend.type(digit, mode));
    if (digit && (mode ?? midend.ui.mode) === "pen") status.message((i18n) => i18n.t(`page.colour.${digit}`));
  }

  /** What a digit of the pad does: as a key, but that with no cell selected it is taken in hand, for cells to be pressed. @param {number} digit */
  press(digit) {
    const { app, midend, status } = this;
    const { mode, hand, selected } = midend.ui;
    if (app.asks || selected.length || hand !== null || midend.params.digitFirst || mode === "pen") return this.put(digit);
    midend.hold(digit);
    status.message((i18n) => i18n.t(digit ? "page.hand" : "page.hand.eraser", { digit: midend.toValue(digit) }));
  }

  /** Says why something was not done. @param {import("../game/midend.js").Refusal | null} refusal */
  told(refusal) {
    // Givens of other rules are the puzzle's, and nothing unlocks them here.
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

  /** Goes where a key leads; with Shift, or Ctrl and an arrow, what lies on the way is selected as well. @param {string} key as the table of actions writes it */
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

  /** Goes to the next cell that is empty, holds the digit that stands out, or contradicts another. @param {"empty" | "digit" | "contradiction"} what @param {boolean} [back] */
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
    const { midend, status } = this;
    const { cursor } = midend;
    if (cursor === null) return this.told("select");
    const list = midend.valuesIn(midend.candidates[cursor]).join(" ");
    status.announce((i18n) => i18n.t("page.told.candidates", { cell: nameOf(cursor, midend.board.columns), list: list || i18n.t("page.told.none") }));
  }

  /** A selection of several cells is told: of one cell the focus tells. */
  viewed() {
    const { midend, status } = this;
    const { length } = midend.ui.selected;
    if (length === this.#count) return;
    this.#count = length;
    if (length > 1) status.announceSettled((i18n) => i18n.count("page.told.selected", midend.ui.selected.length), SETTLED);
  }
}
