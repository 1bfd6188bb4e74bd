// @ts-check
/**
 * <nonet-board>: the grid on the screen, and nothing of the game. It is given
 * a drawing, changes in the document what differs from the one before (the
 * drawstate), and tells which cell a person went to.
 *
 *   svg.under   ring colours, houses and cells of a step, links between contradicting cells
 *   .cells      role="grid": the cells, each with its digit, label and tint
 *   svg.over    notes, weights, the lines, candidates and links of a step
 *
 * Fires "cellselect" with {cell}. One cell at a time is in the Tab order.
 */
import { CELLS, WEIGHTS, columnOf, nameOf, rowOf } from "../game/grid.js";

/**
 * @typedef {{
 *   digit: number,
 *   kind: import("../game/midend.js").Kind,
 *   label: string,
 *   notes: readonly number[],
 *   sameNote: number,
 *   ghost: boolean,
 *   readOnly: boolean,
 *   conflict: boolean,
 *   peer: boolean,
 *   same: boolean,
 *   current: boolean,
 * }} CellDrawing sameNote: the note to stand out, or 0; ghost: the notes are not the player's own
 * @typedef {{
 *   label: string,
 *   cells: CellDrawing[],
 *   selected: number | null,
 *   links: readonly (readonly [number, number])[],
 *   rings: boolean,
 *   picture: import("./picture.js").Picture | null,
 * }} Drawing picture: what a hint or a step shows
 */

/** One cell is 10 units wide. */
const UNIT = 10;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
export function svg(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** @param {import("./picture.js").Shape} shape @returns {SVGElement} */
function elementOf({ name, attributes, text, children = [] }) {
  const element = svg(name, attributes, text);
  element.append(...children.map(elementOf));
  return element;
}

/** @param {number} cell */
const left = (cell) => columnOf(cell) * UNIT;
/** @param {number} cell */
const top = (cell) => rowOf(cell) * UNIT;

/** A line from one cell to another that leaves their digits free. @param {number} a @param {number} b */
function link(a, b) {
  const [dx, dy] = [left(b) - left(a), top(b) - top(a)];
  const gap = 3.6 / Math.hypot(dx, dy);
  const [x, y] = [left(a) + 5, top(a) + 5];
  return { x1: x + dx * gap, y1: y + dy * gap, x2: x + dx * (1 - gap), y2: y + dy * (1 - gap) };
}

export class Board extends HTMLElement {
  /** @type {HTMLElement[]} */
  #cells = [];
  /** What each cell shows, as drawn. @type {string[]} */
  #drawn = [];
  /** What the layers show, as drawn. */
  #links = "";
  #picture = "null";
  #tabStop = -1;
  #grid = document.createElement("div");
  #linkLayer = svg("g", { class: "links" });
  #pictureUnder = svg("g", { class: "picture" });
  #pictureOver = svg("g", { class: "picture" });
  #noteLayer = CELLS.map(() => svg("g", { class: "notes" }));

  connectedCallback() {
    if (this.#cells.length) return;
    const under = svg("svg", { viewBox: "0 0 90 90", class: "under", "aria-hidden": "true" });
    const rings = svg("g", { class: "rings-layer" });
    for (const cell of CELLS) {
      rings.append(svg("rect", { x: left(cell), y: top(cell), width: UNIT, height: UNIT, class: `ring ring-${WEIGHTS[cell]}` }));
    }
    under.append(rings, this.#pictureUnder, this.#linkLayer);

    this.#grid.className = "cells";
    this.#grid.setAttribute("role", "grid");
    this.#grid.setAttribute("aria-rowcount", "9");
    this.#grid.setAttribute("aria-colcount", "9");
    for (let r = 0; r < 9; r++) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", String(r + 1));
      for (let c = 0; c < 9; c++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", String(c + 1));
        cell.dataset.cell = nameOf(r * 9 + c);
        cell.tabIndex = -1;
        this.#cells.push(cell);
        row.append(cell);
      }
      this.#grid.append(row);
    }

    const over = svg("svg", { viewBox: "0 0 90 90", class: "over", "aria-hidden": "true" });
    const weights = svg("g", { class: "weights" });
    for (const cell of CELLS) weights.append(svg("text", { x: left(cell) + 9.2, y: top(cell) + 2.9 }, String(WEIGHTS[cell])));
    const between = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => i * UNIT);
    const thin = between.filter((at) => at % (3 * UNIT)).map((at) => `M${at} 0V90M0 ${at}H90`);
    const thick = between.filter((at) => at % (3 * UNIT) === 0).map((at) => `M${at} 0V90M0 ${at}H90`);
    over.append(weights, svg("path", { class: "thin", d: thin.join("") }), svg("path", { class: "thick", d: thick.join("") }), ...this.#noteLayer, this.#pictureOver);
    this.replaceChildren(under, this.#grid, over);

    this.addEventListener("pointerdown", (event) => {
      const cell = this.#cellAt(event.target);
      if (cell >= 0) this.#tell(cell);
    });
    this.addEventListener("click", (event) => {
      const cell = this.#cellAt(event.target);
      if (cell >= 0) this.#tell(cell);
    });
    this.addEventListener("focusin", (event) => {
      const cell = this.#cellAt(event.target);
      if (cell >= 0) this.#tell(cell);
    });
  }

  /** @param {EventTarget | null} target */
  #cellAt(target) {
    return target instanceof Element ? this.#cells.findIndex((cell) => cell.contains(target)) : -1;
  }

  /** @param {number} cell */
  #tell(cell) {
    this.dispatchEvent(new CustomEvent("cellselect", { detail: { cell } }));
  }

  /** Moves the focus to a cell. @param {number} cell */
  focusCell(cell) {
    this.#cells[cell]?.focus({ preventScroll: true });
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    this.#grid.setAttribute("aria-label", drawing.label);
    this.classList.toggle("rings", drawing.rings);

    const tabStop = drawing.selected ?? (this.#tabStop < 0 ? 0 : this.#tabStop);
    if (tabStop !== this.#tabStop) {
      if (this.#tabStop >= 0) this.#cells[this.#tabStop].tabIndex = -1;
      this.#cells[tabStop].tabIndex = 0;
      this.#tabStop = tabStop;
    }

    drawing.cells.forEach((cell, i) => {
      const selected = drawing.selected === i;
      const now = JSON.stringify([cell, selected]);
      if (now === this.#drawn[i]) return;
      this.#drawn[i] = now;
      const element = this.#cells[i];
      element.textContent = cell.digit ? String(cell.digit) : "";
      element.setAttribute("aria-label", cell.label);
      element.setAttribute("aria-selected", String(selected));
      element.toggleAttribute("aria-invalid", false);
      if (cell.conflict) element.setAttribute("aria-invalid", "true");
      element.setAttribute("aria-readonly", String(cell.readOnly));
      element.dataset.kind = cell.kind;
      for (const tint of /** @type {const} */ (["conflict", "peer", "same", "current"])) element.classList.toggle(tint, cell[tint]);
      this.#noteLayer[i].classList.toggle("ghost", cell.ghost);
      this.#noteLayer[i].replaceChildren(
        ...cell.notes.map((digit) =>
          svg(
            "text",
            { x: left(i) + 2.1 + ((digit - 1) % 3) * 2.9, y: top(i) + 3.2 + Math.floor((digit - 1) / 3) * 2.9, ...(digit === cell.sameNote ? { class: "same" } : {}) },
            String(digit),
          ),
        ),
      );
    });

    const links = JSON.stringify(drawing.links);
    if (links !== this.#links) {
      this.#links = links;
      this.#linkLayer.replaceChildren(
        ...drawing.links.map(([a, b]) => svg("line", link(a, b))),
      );
    }

    const picture = JSON.stringify(drawing.picture);
    if (picture !== this.#picture) {
      this.#picture = picture;
      this.classList.toggle("drawn", drawing.picture !== null);
      this.#pictureUnder.replaceChildren(...(drawing.picture?.under ?? []).map(elementOf));
      this.#pictureOver.replaceChildren(...(drawing.picture?.over ?? []).map(elementOf));
    }
  }
}

customElements.define("nonet-board", Board);
