// @ts-check
/**
 * What keys and the pad do to the board: digits, modes, selections, where the
 * cursor goes, and what is read out on demand. What the pointer does there is
 * in board/pointer.js.
 */
import { columnOf, digitsOf, nameOf, rowOf } from "../game/grid.js";
import { MODES } from "../game/midend.js";
import { houseTold } from "../text/telling.js";

/** @typedef {import("../game/midend.js").Mode} Mode */

/** A selection is told once it has been left alone for so many milliseconds: while it is dragged it grows by the cell. */
const SETTLED = 300;

/** The cells from one to another in the same line, the first left out. @param {number} from @param {number} to */
function between(from, to) {
  const step = rowOf(from) === rowOf(to) ? Math.sign(columnOf(to) - columnOf(from)) : 9 * Math.sign(rowOf(to) - rowOf(from));
  const cells = [];
  for (let cell = from; cell !== to; ) cells.push((cell += step));
  return cells;
}

export class Entry {
  /** How many cells were selected. */
  #count = 0;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    app.board.addEventListener("cellfocus", (event) => {
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      if (!app.midend.ui.selected.includes(cell)) app.midend.select(cell);
    });
  }

  /** What a digit key does, 0 for the eraser; where it does nothing, says why. While "Why not?" is asked, every digit is a question. @param {number} digit @param {Mode} [mode] where it is not that of now */
  type(digit, mode) {
    if (digit && this.app.asks) this.app.askOf(digit);
    else this.told(this.app.midend.type(digit, mode));
  }

  /** What a digit of the pad does: as a key, but that with no cell selected it is taken in hand, for cells to be pressed. @param {number} digit */
  press(digit) {
    const { midend, status } = this.app;
    const { mode, hand, selected } = midend.ui;
    if (this.app.asks || selected.length || hand !== null || midend.params.digitFirst || mode === "pen") return this.type(digit);
    midend.hold(digit);
    status.message((i18n) => i18n.t(digit ? "page.hand" : "page.hand.eraser", { digit }));
  }

  /** Says why something was not done. @param {import("../game/midend.js").Refusal | null} refusal */
  told(refusal) {
    if (refusal) this.app.status.message((i18n) => i18n.t(`page.refused.${refusal}`));
  }

  /** @param {Mode} mode */
  setMode(mode) {
    const { midend, status } = this.app;
    midend.setMode(mode);
    status.announce((i18n) => i18n.t("page.told.mode", { mode: i18n.t(`page.mode.${mode}`) }));
  }

  /** @param {number} by */
  nextMode(by) {
    const at = MODES.indexOf(this.app.midend.ui.mode) + by;
    this.setMode(MODES[(at + MODES.length) % MODES.length]);
  }

  /** Goes where a key leads; with Shift, or Ctrl and an arrow, what lies on the way is selected as well. @param {string} key as the table of actions writes it */
  move(key) {
    const { midend } = this.app;
    const modifiers = key.split("+");
    const name = modifiers.pop() ?? "";
    const arrow = name.startsWith("Arrow");
    const { cursor } = midend;
    const to = midend.target(name, modifiers.includes("Control") && !arrow);
    if (to === null) return;
    const more = modifiers.includes("Shift") || (modifiers.includes("Control") && arrow);
    if (!more || cursor === null) midend.select(to);
    else {
      const way = between(cursor, to);
      midend.select([...midend.ui.selected.filter((cell) => !way.includes(cell)), ...way]);
    }
  }

  selectAlike() {
    const { midend } = this.app;
    if (midend.cursor === null) return this.told("select");
    midend.selectAlike(midend.cursor);
  }

  selectNone() {
    const { midend, status } = this.app;
    midend.select(null);
    status.announce((i18n) => i18n.t("page.told.unselected"));
  }

  /** Goes to the next cell that is empty, holds the digit that stands out, or contradicts another. @param {"empty" | "digit" | "contradiction"} what @param {boolean} [back] */
  next(what, back = false) {
    const { midend, status } = this.app;
    const cell = midend.next(what, back);
    if (cell === null) return status.message((i18n) => i18n.t(`page.next.${what}.none`));
    midend.select(cell);
  }

  /** @param {"row" | "column" | "box"} kind */
  readHouse(kind) {
    const { midend, status } = this.app;
    if (midend.cursor === null) return this.told("select");
    status.announce(houseTold(midend.shown, midend.cursor, kind));
  }

  readCandidates() {
    const { midend, status } = this.app;
    const { cursor } = midend;
    if (cursor === null) return this.told("select");
    const list = digitsOf(midend.candidates[cursor]).join(" ");
    status.announce((i18n) => i18n.t("page.told.candidates", { cell: nameOf(cursor), list: list || i18n.t("page.told.none") }));
  }

  /** A selection of several cells is told: of one cell the focus tells. */
  viewed() {
    const { midend, status } = this.app;
    const { length } = midend.ui.selected;
    if (length === this.#count) return;
    this.#count = length;
    if (length > 1) status.announceSettled((i18n) => i18n.count("page.told.selected", midend.ui.selected.length), SETTLED);
  }
}
