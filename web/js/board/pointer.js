// @ts-check
/**
 * Mouse, touch and pen on the board: what they do there becomes selections and
 * moves of the midend. A drag goes on from cell to cell where the pointer
 * comes near their middles, so that it can go over a corner.
 *
 *   tap          selects a cell; digit-first puts down what is in hand; in tint mode colours the note under it
 *   drag         selects cells; with the pen, draws
 *   Shift, Ctrl, Cmd, or a long touch first: adds to the selection, or takes away from it
 *   twice        selects all cells with the same digit, colours or notes
 *   a long touch, digit-first: puts a note down, or a digit where notes are put
 */
import { cellOf } from "../game/grid.js";

/** A touch is long after so many milliseconds; two taps are a double one within so many. */
const LONG = 450;
const TWICE = 350;
/** A pointer's click follows its end within so many milliseconds. */
const CLICK = 700;
/** How far from a cell's middle, |dx| + |dy| in units of a tenth of a cell, a drag has come to it. */
const NEAR = 6.2;

/**
 * @typedef {{
 *   id: number,
 *   kind: "select" | "remove" | "pen",
 *   path: number[],
 *   at: [number, number],
 *   before: readonly number[],
 *   holds: boolean,
 *   long: boolean,
 * }} Drag path: the cells so far; at: where the pointer was last; before: what was selected before it; holds: what
 *   is in hand goes down at its end
 */

/** When a pointer was last put down or lifted. */
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

export class Pointer {
  /** @type {Drag | null} */
  #drag = null;
  /** The cell tapped last, and when. */
  #last = { cell: -1, time: -Infinity };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    const { board } = app;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.#stop());
    // Two taps are a double one only where nothing was done between them.
    const forget = (/** @type {Event} */ event) => {
      const between = event instanceof KeyboardEvent ? !["Shift", "Control", "Meta", "Alt"].includes(event.key) : !board.contains(/** @type {Node} */ (event.target));
      if (between) this.#last.cell = -1;
    };
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, forget, { capture: true });
    // The focus goes to the cursor, and a long touch opens no menu.
    for (const kind of ["mousedown", "contextmenu"]) board.addEventListener(kind, (event) => event.preventDefault());
    // The other mouse button asks of a candidate; a long touch does not, as it has a meaning of its own.
    board.addEventListener("contextmenu", (event) => {
      if (app.tab !== "play" || !(event instanceof PointerEvent) || event.pointerType !== "mouse") return;
      const [x, y] = board.pointOf(event);
      app.midend.select(cellAt([x, y]));
      app.ask(3 * Math.min(2, Math.floor(((y % 10) * 3) / 10)) + Math.min(2, Math.floor(((x % 10) * 3) / 10)) + 1);
    });
    board.addEventListener("click", (event) => {
      const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
      if (!cell || !isBare(event)) return;
      if (app.asks) app.midend.select(cellOf(cell));
      else if (app.midend.ui.mode === "pen") app.midend.stroke([cellOf(cell)]);
      else app.entry.told(app.midend.tap(cellOf(cell)));
    });
  }

  #stop() {
    clearTimeout(this.#timer);
    if (this.#drag?.kind === "pen") this.app.board.sketch([]);
    this.#drag = null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    // A second finger makes a pinch of it.
    if (!event.isPrimary) return this.#stop();
    if (event.button !== 0) return;
    const { board, midend } = this.app;
    const point = board.pointOf(event);
    const cell = cellAt(point);
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    const before = midend.ui.selected;
    const now = event.timeStamp; // when it was pressed, however late that is heard
    const twice = this.#last.cell === cell && now - this.#last.time < TWICE;
    // Where a digit is a question, a press chooses the cell, whatever is in hand.
    const chooses = adds || this.app.asks;
    const draws = midend.ui.mode === "pen" && !chooses;
    const holds = !draws && !chooses && midend.ui.hand !== null;
    this.#last = { cell, time: twice ? -Infinity : now };
    board.setPointerCapture(event.pointerId);
    this.#drag = { id: event.pointerId, kind: draws ? "pen" : adds && before.includes(cell) ? "remove" : "select", path: [cell], at: point, before, holds, long: false };
    if (draws) board.sketch([cell], midend.ui.colour);
    else if (twice && !holds) {
      midend.selectAlike(cell);
      if (adds) midend.select([...before.filter((one) => !midend.ui.selected.includes(one)), ...midend.ui.selected]);
      this.#drag.kind = "select";
    } else if (this.#drag.kind === "remove") midend.remove(cell);
    else if (adds) midend.add(cell);
    else midend.select(cell);
    this.app.focusBoard();
    clearTimeout(this.#timer);
    if (event.pointerType !== "mouse" && !draws && !adds) this.#timer = setTimeout(() => this.#long(cell), LONG);
  }

  /** @param {number} cell */
  #long(cell) {
    const drag = this.#drag;
    if (!drag) return;
    const { midend } = this.app;
    drag.long = true;
    // Before a first tap has ended the browser refuses, and says so on the console.
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
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = drag.at;
    const [toX, toY] = this.app.board.pointOf(event);
    drag.at = [toX, toY];
    const steps = Math.ceil(Math.hypot(toX - x, toY - y) / 2.5);
    for (let i = 1; i <= steps; i++) {
      const at = /** @type {[number, number]} */ ([x + ((toX - x) * i) / steps, y + ((toY - y) * i) / steps]);
      const cell = cellAt(at);
      const [dx, dy] = [at[0] - (cell % 9) * 10 - 5, at[1] - Math.floor(cell / 9) * 10 - 5];
      if (Math.abs(dx) + Math.abs(dy) < NEAR && cell !== drag.path.at(-1)) this.#over(drag, cell);
    }
  }

  /** @param {Drag} drag @param {number} cell */
  #over(drag, cell) {
    const { board, midend } = this.app;
    clearTimeout(this.#timer);
    // Back over the line that was just drawn.
    if (drag.kind === "pen" && drag.path.at(-2) === cell) drag.path.pop();
    else drag.path.push(cell);
    if (drag.kind === "pen") board.sketch(drag.path, midend.ui.colour);
    else if (drag.kind === "remove") midend.remove(cell);
    else midend.add(cell);
    if (drag.kind !== "pen") this.app.focusBoard();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const { board, midend } = this.app;
    this.#stop();
    if (drag.path.length > 1) this.#last.time = -Infinity;
    if (drag.kind === "pen") midend.stroke(drag.path);
    else if (drag.holds) this.app.entry.told(midend.put(midend.ui.hand ?? 0));
    else if (midend.ui.mode === "tint" && !this.app.asks && drag.path.length === 1 && !drag.long) {
      const digit = board.noteAt(drag.path[0], drag.at);
      if (digit) midend.tint({ cell: drag.path[0], digit });
    }
  }
}

/** The cell at a point of the board; beside it the nearest. @param {number[]} point */
function cellAt([x, y]) {
  const [column, row] = [x, y].map((n) => Math.min(8, Math.max(0, Math.floor(n / 10))));
  return row * 9 + column;
}
