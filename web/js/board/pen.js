/**
 * The pen on a board. A drag from the middle of a cell draws through the middles of cells. A drag
 * from a corner draws along borders. A press in a cell makes a circle, the next a cross, the next
 * clears it. A press on a border makes a cross. With Shift, arrow keys draw lines, and Home, End,
 * Page Up and Page Down draw diagonals. With Ctrl, an arrow key draws the border on that side.
 * Enter does the same as a press in a cell.
 */
import { inkOf } from "./board.js";
import { nameOf } from "../game/grid.js";
import { isOfCorners, touches } from "../game/ink.js";
import { WAYS } from "../game/selection.js";

/** How near to a corner a press begins a border, and how near to a side it means a cross, in cells. */
const CORNER = 0.26;
const SIDE = 0.16;
/** A drag goes through the middle of a cell, or a corner, if it comes this near to it. */
const NEAR = 0.4;

/**
 * @typedef {{shape: "line" | "edge", path: number[], at: {x: number, y: number}}} Stretch
 * @typedef {(shape: import("../game/ink.js").Shape, path: readonly number[], drew: boolean) => void} Drew path: of cells, or of corners; drew: true if it drew something, false if it erased
 */

/** The places that a drag passes, a quarter of a cell apart. @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
export function wayTo(from, to) {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 4);
  return Array.from({ length: steps }, (_, i) => ({ x: from.x + ((to.x - from.x) * (i + 1)) / steps, y: from.y + ((to.y - from.y) * (i + 1)) / steps }));
}

export class Pen {
  /** The stretch being drawn. @type {Stretch | null} */
  #drag = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  get #game() {
    return this.app.game;
  }

  /** The cell or the corner at a place. @param {{x: number, y: number}} place @param {boolean} corners @param {number} [near] */
  #pointAt({ x, y }, corners, near = 1) {
    const { rows, columns } = this.#game.board;
    const shift = corners ? 0 : 0.5;
    const [row, column] = [Math.round(y - shift), Math.round(x - shift)];
    const more = corners ? 1 : 0;
    if (row < 0 || column < 0 || row >= rows + more || column >= columns + more || Math.hypot(x - shift - column, y - shift - row) > near) return -1;
    return row * (columns + more) + column;
  }

  /** @param {{x: number, y: number}} place */
  down(place) {
    const corner = this.#pointAt(place, true, CORNER);
    const start = corner >= 0 ? corner : this.#pointAt(place, false);
    if (start < 0) return;
    this.#drag = { shape: corner >= 0 ? "edge" : "line", path: [start], at: place };
    this.#sketch();
  }

  /** @param {{x: number, y: number}} place */
  move({ x, y }) {
    const drag = this.#drag;
    if (!drag) return;
    for (const place of wayTo(drag.at, { x, y })) this.#over(place);
    drag.at = { x, y };
    this.#sketch();
  }

  /** @param {{x: number, y: number}} place */
  #over(place) {
    const { shape, path } = /** @type {Stretch} */ (this.#drag);
    const corners = shape === "edge";
    const to = this.#pointAt(place, corners, NEAR);
    if (to < 0 || to === path.at(-1)) return;
    // The drag goes back over its last piece.
    if (to === path.at(-2)) return void path.pop();
    const wide = this.#game.board.columns + (corners ? 1 : 0);
    let from = path[path.length - 1];
    while (from !== to) {
      const [down, right] = [Math.floor(to / wide) - Math.floor(from / wide), (to % wide) - (from % wide)];
      // Borders are never diagonal.
      from += right ? Math.sign(right) : 0;
      if (corners && right) path.push(from);
      if (down && !(corners && Math.abs(right) > 1)) from += Math.sign(down) * wide;
      if (path[path.length - 1] !== from) path.push(from);
    }
  }

  up() {
    const drag = this.#drag;
    this.cancel();
    if (!drag) return;
    const { shape, path, at } = drag;
    if (path.length > 1) this.#draw(path, shape);
    else if (shape === "line") {
      const { columns } = this.#game.board;
      const [dx, dy] = [at.x - (path[0] % columns) - 0.5, at.y - Math.floor(path[0] / columns) - 0.5];
      const [row, column] = [Math.floor(path[0] / columns), path[0] % columns];
      if (0.5 - Math.max(Math.abs(dx), Math.abs(dy)) < SIDE) this.#draw(Math.abs(dx) > Math.abs(dy) ? this.#border(row, column, 0, Math.sign(dx)) : this.#border(row, column, Math.sign(dy), 0), "side");
      else this.mark(path[0]);
    }
  }

  cancel() {
    if (this.#drag) this.app.board.sketch.replaceChildren();
    this.#drag = null;
  }

  /** The ends of one border of a cell. @param {number} row @param {number} column @param {number} dr direction of the side @param {number} dc */
  #border(row, column, dr, dc) {
    const wide = this.#game.board.columns + 1;
    const [top, left] = [row + (dr > 0 ? 1 : 0), column + (dc > 0 ? 1 : 0)];
    return [top * wide + left, (top + (dc ? 1 : 0)) * wide + left + (dr ? 1 : 0)];
  }

  #sketch() {
    const { board: { columns }, ui: { colour } } = this.#game;
    const { shape, path } = /** @type {Stretch} */ (this.#drag);
    this.app.board.sketch.replaceChildren(...path.slice(1).map((to, i) => inkOf({ shape, a: path[i], b: to, colour }, columns)));
  }

  /** @param {readonly number[]} path @param {"line" | "edge" | "side"} shape */
  #draw(path, shape) {
    const before = this.#game.state.pen;
    this.#game.stroke(path, this.#game.ui.colour, shape);
    const { pen } = this.#game.state;
    const [cell] = path;
    const is = path.length > 1 ? shape : pen.find(({ a, b }) => a === cell && b === cell)?.shape ?? "circle";
    this.app.place?.drew?.(is, path, pen.length >= before.length && pen.some((stroke) => !before.includes(stroke)));
  }

  /** Acts as a press in the middle of a cell: a circle, then a cross, then nothing. @param {number} cell */
  mark(cell) {
    this.#draw([cell], "line");
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was the pen's */
  key({ key, shiftKey, ctrlKey, metaKey, target }) {
    const game = this.#game;
    const way = WAYS[key];
    const { rows, columns } = game.board;
    const { cursor } = game;
    if (cursor === null || !(target instanceof Element) || !this.app.board.contains(target)) return false;
    const [row, column] = [Math.floor(cursor / columns), cursor % columns];
    if (key === "Enter") return this.mark(cursor), true;
    if (!way) return false;
    if ((ctrlKey || metaKey) && key.startsWith("Arrow")) return this.#draw(this.#border(row, column, way.dr, way.dc), "edge"), true;
    const [down, right] = [row + way.dr, column + way.dc];
    if (!shiftKey) return false;
    if (down < 0 || right < 0 || down >= rows || right >= columns) return true;
    const to = down * columns + right;
    game.select(to);
    this.app.focusBoard();
    this.#draw([cursor, to], "line");
    return true;
  }

  /** Describes the pen strokes in a cell; "" if there are none. @param {number} cell @param {import("../text/i18n.js").I18n} i18n */
  label(cell, i18n) {
    const { columns } = this.#game.board;
    const corner = cell + Math.floor(cell / columns);
    /** @type {Record<string, string>} */
    const sides = { [`${corner} ${corner + 1}`]: "above", [`${corner + columns + 1} ${corner + columns + 2}`]: "below", [`${corner} ${corner + columns + 1}`]: "left", [`${corner + 1} ${corner + columns + 2}`]: "right" };
    return this.#game.state.pen
      .filter((stroke) => touches(stroke, cell, columns))
      .map(({ shape, a, b, colour }) => {
        const other = a === cell ? b : a;
        const where = shape === "line" ? nameOf(other, columns) : isOfCorners(shape) ? i18n.t(`field.pen.${sides[`${a} ${b}`]}`) : "";
        return i18n.t("field.pen.cell", { what: i18n.t(`field.pen.${shape}`), where, colour: i18n.t(`page.colour.${colour}`) }).replace(/\s+/g, " ");
      })
      .join(i18n.t("list.separator"));
  }
}
