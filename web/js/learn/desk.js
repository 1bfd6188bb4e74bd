// @ts-check
/**
 * The board of the lessons: a second <nonet-board>, so that lessons never touch the game. It
 * shows a position with its candidates, the shapes of a step, and the person's marks. It knows no
 * rules.
 *
 * @typedef {{
 *   values: import("../game/grid.js").Grid,
 *   given: import("../game/grid.js").Grid,
 *   candidates: readonly number[],
 *   struck: readonly number[],
 *   placed: import("../game/grid.js").Grid,
 *   draw: import("../engine/types.js").Draw | null,
 *   family?: string,
 *   branches?: readonly import("../engine/types.js").Reasoning[],
 *   wrong: number | null,
 *   fixed: boolean,
 * }} Scene
 *   candidates and struck are bit sets by cell: the candidates of the position, and those
 *   that are struck out; draw: the shapes of a hint or a step; wrong: a cell
 *   to highlight; fixed: nothing can be marked
 */
import { Board } from "../board/board.js";
import { pictureOf } from "../board/picture.js";
import { isBare } from "../board/pointer.js";
import { CELLS, cellOf, columnOf, digitsOf, nameOf, rowOf } from "../game/grid.js";
import { target } from "../game/selection.js";

/** An empty drawing. @returns {import("../engine/types.js").Draw} */
const nothing = () => ({ houses: [], cells: [], marks: [], links: [], sets: [], placements: [], eliminations: [] });

export class Desk {
  /** @type {number | null} */
  selected = null;

  /**
   * @param {import("../main.js").App} app
   * @param {{selected: () => void, pressed: (cell: number, digit: number) => void}} told selected is called when another cell was selected, pressed when a candidate was pressed
   */
  constructor(app, told) {
    this.app = app;
    this.told = told;
    this.board = /** @type {Board} */ (document.createElement("nonet-board"));
    this.board.id = "desk";
    this.board.hidden = true;
    app.board.after(this.board);
    this.board.addEventListener("cellfocus", (event) => this.select(/** @type {CustomEvent} */ (event).detail.cell));
    /** Whether the cell under the finger was already selected. */
    let ready = false;
    this.board.addEventListener("pointerdown", (event) => {
      // A fingertip is wider than a candidate: its first touch only selects the cell.
      ready = event.pointerType === "mouse" || this.#at(event).cell === this.selected;
    });
    this.board.addEventListener("click", (event) => {
      // A press without a pointer, as from a screen reader, has no place in the cell, so it selects the cell.
      const name = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
      const { cell, digit } = this.#at(event);
      if (isBare(event)) {
        if (name) this.select(cellOf(name));
      } else if (ready) told.pressed(cell, digit);
      ready = false;
    });
  }

  /** The cell that an event points at, and the candidate there. Each candidate has a ninth of the cell, even if it is struck out. @param {MouseEvent} event */
  #at(event) {
    const place = this.board.placeOf(event);
    const [x, y] = [place.x, place.y].map((at) => Math.min(8.99, Math.max(0, at)));
    const third = (/** @type {number} */ at) => Math.floor((at % 1) * 3);
    return { cell: Math.floor(y) * 9 + Math.floor(x), digit: third(y) * 3 + third(x) + 1 };
  }

  /** @param {number} cell */
  select(cell) {
    this.selected = cell;
    this.told.selected();
  }

  /** Selects the cell that a key leads to. @param {string} key in the notation of the table of actions */
  move(key) {
    const far = key.startsWith("Control+");
    const to = target(this.selected, far ? key.slice("Control+".length) : key, far);
    if (to === null) return;
    this.select(to);
    this.focus();
  }

  focus() {
    this.board.focusCell(this.selected);
  }

  hide() {
    this.board.hidden = true;
    delete document.body.dataset.desk;
  }

  /** @param {Scene} scene */
  show(scene) {
    this.board.hidden = false;
    document.body.dataset.desk = "true";
    const { i18n } = this.app;
    const { values, given, candidates, struck, placed, draw, family, branches, wrong, fixed } = scene;
    const shown = values.map((digit, cell) => digit || placed[cell]);
    const same = this.selected !== null && !draw ? shown[this.selected] : 0;
    const marked = CELLS.some((cell) => struck[cell]);
    const base = draw ?? nothing();
    // Candidates struck out by the person look like a step's eliminations.
    const eliminations = [...base.eliminations];
    for (const cell of CELLS) {
      for (const digit of digitsOf(struck[cell] & candidates[cell])) {
        if (!eliminations.some((c) => c.cell === nameOf(cell) && c.digit === digit)) eliminations.push({ cell: nameOf(cell), digit });
      }
    }
    const filled = new Set(base.links.length ? [] : base.placements.map(({ cell }) => cell));
    /** @param {number} cell */
    const labelOf = (cell) => {
      const parts = [i18n.t(`page.cell.${given[cell] ? "given" : shown[cell] ? "entry" : "empty"}`, { row: rowOf(cell) + 1, column: columnOf(cell) + 1, digit: shown[cell] })];
      if (!shown[cell]) parts.push(i18n.t("page.learn.candidates", { list: digitsOf(candidates[cell] & ~struck[cell]).join(" ") }));
      if (!shown[cell] && struck[cell]) parts.push(i18n.t("page.learn.struck", { list: digitsOf(struck[cell]).join(" ") }));
      if (wrong === cell) parts.push(i18n.t("page.cell.wrong"));
      return parts.join(i18n.t("list.separator"));
    };
    this.board.draw({
      label: i18n.t("page.learn.board"),
      lang: i18n.lang,
      labelOf,
      selected: this.selected === null ? [] : [this.selected],
      digit: same,
      picture: draw || marked ? pictureOf({ ...base, eliminations }, family, branches) : null,
      cells: CELLS.map((cell) => ({
        digit: shown[cell],
        kind: given[cell] ? "given" : placed[cell] ? "entry" : values[cell] ? "step" : "empty",
        // Struck candidates are drawn by the picture.
        corner: shown[cell] || filled.has(nameOf(cell)) ? 0 : candidates[cell] & ~struck[cell],
        centre: 0,
        selected: cell === this.selected,
        readOnly: fixed || values[cell] > 0,
        conflict: false,
        wrong: wrong === cell,
        same: same > 0 && shown[cell] === same,
      })),
    });
  }
}
