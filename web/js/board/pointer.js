/**
 * Turns mouse, touch and pen on a board into selections and moves of its midend. A drag takes in
 * a cell only when the pointer comes near its middle, so that it can cross corners.
 *
 *   tap          selects a cell; digit-first enters the digit in hand; in tint mode colours the note under it
 *   drag         selects cells; with the pen, draws
 *   Shift, Ctrl, Cmd, or a long touch first: adds to the selection, or takes away from it
 *   twice        selects all cells with the same digit, colours or notes
 *   a long touch, digit-first: enters a note, or in note mode a digit
 */
import { Pen, wayTo } from "./pen.js";

/** A touch is long after this many milliseconds; two taps within this many are a double tap. */
const LONG = 450;
const TWICE = 350;
/** The click of a pointer comes at most this many milliseconds after the pointer was lifted. */
const CLICK = 700;
/** A drag reaches a cell at this distance from its middle, |dx| + |dy| in cells; and a press at most this far outside the board still counts. */
const NEAR = 0.62;
const BESIDE = 0.3;

/**
 * @typedef {{x: number, y: number}} Place on the board, in cells
 * @typedef {{
 *   id: number,
 *   kind: "select" | "remove" | "pen",
 *   path: number[],
 *   at: Place,
 *   before: readonly number[],
 *   holds: boolean,
 *   long: boolean,
 * }} Drag path: the cells so far; at: the pointer's last place; before: the selection before the
 * drag; holds: the digit in hand is entered at its end
 */

/** The time at which a pointer was last put down or lifted. */
let heard = -Infinity;
for (const kind of ["pointerdown", "pointerup"]) addEventListener(kind, () => (heard = performance.now()), { capture: true });

/**
 * Whether a click came without a pointer, as screen readers, switches and keys send it. In Safari the
 * event itself does not say so.
 * @param {MouseEvent} event
 */
export function isBare(event) {
  return event.detail === 0 || (event instanceof PointerEvent ? !event.pointerType : performance.now() - heard > CLICK);
}

/** The digit whose note stands at a place, of nine in a cell, whether it is there or not. @param {Place} place */
function ninthAt({ x, y }) {
  const third = (/** @type {number} */ at) => Math.min(2, Math.floor((at - Math.floor(at)) * 3));
  return 3 * third(y) + third(x) + 1;
}

export class Pointer {
  /** @type {Drag | null} */
  #drag = null;
  /** The cell tapped last, and when. */
  #last = { cell: -1, time: -Infinity };
  #timer = 0;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.pen = new Pen(app);
    const root = app.board;
    /** What presses go to. */
    const hand = () => app.place?.hand ?? this;
    root.addEventListener("pointerdown", (event) => hand().down(event));
    root.addEventListener("pointermove", (event) => hand().move(event));
    root.addEventListener("pointerup", (event) => hand().up(event));
    root.addEventListener("pointercancel", () => hand().stop());
    // Two taps are a double tap only if nothing happened between them.
    const forget = (/** @type {Event} */ event) => {
      const between = event instanceof KeyboardEvent ? !["Shift", "Control", "Meta", "Alt"].includes(event.key) : !root.contains(/** @type {Node} */ (event.target));
      if (between) this.#last.cell = -1;
    };
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, forget, { capture: true });
    // The board sets the focus itself, and a long touch opens no menu.
    for (const kind of ["mousedown", "contextmenu"]) root.addEventListener(kind, (event) => event.preventDefault());
    // The right mouse button asks about a candidate. A long touch does not, since it already has a meaning.
    root.addEventListener("contextmenu", (event) => {
      const place = root.placeOf(event);
      if (app.view !== "play" || app.place || !(event instanceof PointerEvent) || event.pointerType !== "mouse") return;
      this.#midend.select(this.#cellAt(place));
      app.ask(ninthAt(place));
    });
    // The focus came to a cell by itself.
    root.addEventListener("cellfocus", (event) => {
      hand().came(/** @type {CustomEvent} */ (event).detail.cell);
    });
    root.addEventListener("click", (event) => {
      const cell = root.cells.findIndex((element) => element === event.target);
      if (cell >= 0 && isBare(event)) hand().press(cell);
    });
  }

  /** The focus came to a cell. @param {number} cell */
  came(cell) {
    if (!this.#midend.ui.selected.includes(cell)) this.#midend.select(cell);
  }

  /** A cell was pressed without a pointer. @param {number} cell */
  press(cell) {
    const { app } = this;
    if (app.asks || this.#midend.ui.mode === "pen") this.#midend.select(cell);
    else app.entry.told(this.#midend.tap(cell));
    if (!app.asks && this.#midend.ui.mode === "pen") this.pen.mark(cell);
  }

  get #midend() {
    return this.app.game;
  }

  /** The cell at a place, or the nearest one if the place lies outside the board. @param {Place} place */
  #cellAt({ x, y }) {
    const { rows, columns } = this.#midend.board;
    const [row, column] = [Math.min(rows - 1, Math.max(0, Math.floor(y))), Math.min(columns - 1, Math.max(0, Math.floor(x)))];
    return row * columns + column;
  }

  /** Drops a gesture that was not meant, for example when a second finger comes. */
  cancel() {
    this.app.place?.hand?.stop();
    const drag = this.#drag;
    this.stop();
    if (drag && drag.kind !== "pen") this.#midend.select(drag.before);
  }

  stop() {
    clearTimeout(this.#timer);
    this.pen.cancel();
    this.#drag = null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    // A second finger makes it a pinch.
    if (!event.isPrimary) return this.cancel();
    const { app } = this;
    if (event.button !== 0) return;
    const at = app.board.placeOf(event);
    const midend = this.#midend;
    const { rows, columns } = midend.board;
    if (at.x < -BESIDE || at.y < -BESIDE || at.x > columns + BESIDE || at.y > rows + BESIDE) return;
    const cell = this.#cellAt(at);
    if (!midend.board.may[cell]) return; // no cell here
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    const before = midend.ui.selected;
    const now = event.timeStamp; // when it was pressed, however late that is heard
    const twice = !app.place?.pressed && this.#last.cell === cell && now - this.#last.time < TWICE;
    // Where a digit is a question, a press chooses the cell, whatever is in hand.
    const chooses = adds || app.asks;
    const draws = midend.ui.mode === "pen" && !chooses;
    const holds = !draws && !chooses && midend.ui.hand !== null;
    this.#last = { cell, time: twice ? -Infinity : now };
    app.board.setPointerCapture(event.pointerId);
    this.#drag = { id: event.pointerId, kind: draws ? "pen" : adds && before.includes(cell) ? "remove" : "select", path: [cell], at, before, holds, long: false };
    if (draws) {
      midend.select(cell);
      this.pen.down(at);
    } else if (twice && !holds) {
      midend.selectAlike(cell);
      if (adds) midend.select([...before.filter((one) => !midend.ui.selected.includes(one)), ...midend.ui.selected]);
      this.#drag.kind = "select";
    } else if (this.#drag.kind === "remove") midend.remove(cell);
    else if (adds) midend.add(cell);
    else midend.select(cell);
    app.focusBoard();
    clearTimeout(this.#timer);
    if (event.pointerType !== "mouse" && !draws && !adds) this.#timer = setTimeout(() => this.#long(cell), LONG);
  }

  /** @param {number} cell */
  #long(cell) {
    const drag = this.#drag;
    if (!drag) return;
    const midend = this.#midend;
    drag.long = true;
    // Before the end of the first tap the browser refuses, and writes that to the console.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
    if (drag.holds) {
      drag.holds = false;
      this.app.entry.told(midend.put(midend.ui.hand ?? 0, midend.ui.mode === "digit" ? "corner" : "digit"));
      return;
    }
    if (drag.before.includes(cell) && drag.before.length > 1) drag.kind = "remove";
    midend.select(drag.kind === "remove" ? drag.before.filter((one) => one !== cell) : [...drag.before.filter((one) => one !== cell), cell]);
    this.app.focusBoard();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const to = this.app.board.placeOf(event);
    const from = drag.at;
    drag.at = to;
    if (drag.kind === "pen") return this.pen.move(to);
    const { columns } = this.#midend.board;
    for (const at of wayTo(from, to)) {
      const cell = this.#cellAt(at);
      const away = Math.abs(at.x - (cell % columns) - 0.5) + Math.abs(at.y - Math.floor(cell / columns) - 0.5);
      if (away < NEAR && cell !== drag.path.at(-1)) this.#over(drag, cell);
    }
  }

  /** @param {Drag} drag @param {number} cell */
  #over(drag, cell) {
    clearTimeout(this.#timer);
    drag.path.push(cell);
    if (drag.kind === "remove") this.#midend.remove(cell);
    else this.#midend.add(cell);
    this.app.focusBoard();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const midend = this.#midend;
    this.#drag = null;
    clearTimeout(this.#timer);
    if (drag.path.length > 1) this.#last.time = -Infinity;
    if (drag.kind === "pen") this.pen.up();
    else if (drag.holds) this.app.entry.told(midend.put(midend.ui.hand ?? 0));
    else if (midend.ui.mode === "tint" && !this.app.asks && drag.path.length === 1 && !drag.long) {
      const digit = this.app.board.noteAt(drag.path[0], drag.at);
      if (digit) midend.tint({ cell: drag.path[0], digit });
    } else if (drag.path.length === 1 && !drag.long && (event.pointerType === "mouse" || drag.before.at(-1) === drag.path[0])) {
      // A fingertip is wider than a candidate: its first touch only selects the cell.
      this.app.place?.pressed?.(ninthAt(drag.at));
    }
  }
}
