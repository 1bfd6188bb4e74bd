// @ts-check
/**
 * <nonet-board>: the grid on the screen, and nothing of the game. It is given
 * a drawing and changes in the document what differs from the one before (the
 * drawstate). What is in it for people comes from view.js; what people do on it
 * goes to pointer.js.
 *
 *   svg.under   colours of cells and rings, houses and cells of a step, links between contradicting cells
 *   svg.lit     what is selected, its peers, cells with the same digit
 *   .cells      role="grid": the cells, each with its digit, label and tint
 *   svg.over    weights, the lines, the selection's edge, notes of the same digit, what the pen drew
 *   .marks      the notes, an svg for each row
 *   svg.above   candidates and links of a step
 *
 * A change costs what is drawn again with it, and that is an svg. So the notes, hundreds
 * of texts, have theirs by rows, apart from what moves with each key.
 *
 * One cell at a time is in the Tab order. Fires "cellfocus" with {cell} where the
 * focus came to a cell by itself.
 */
import { CELLS, WEIGHTS, columnOf, digitsOf, nameOf, rowOf } from "../game/grid.js";
import { tintOf } from "../game/state.js";
import { outline } from "./picture.js";

/**
 * @typedef {{
 *   digit: number,
 *   kind: import("../game/midend.js").Kind,
 *   corner: number,
 *   centre: number,
 *   colours: number,
 *   tints: number,
 *   selected: boolean,
 *   ghost: boolean,
 *   readOnly: boolean,
 *   conflict: boolean,
 *   wrong: boolean,
 *   same: boolean,
 *   current: boolean,
 *   wanted?: boolean,
 *   spare?: boolean,
 *   sole?: boolean,
 * }} CellDrawing corner and centre are sets of digits, colours one of colours, tints as in a state; wanted, spare, sole: see the marks of set/setter.js; ghost: the
 *   notes are not the player's own; conflict: it contradicts another cell
 * @typedef {{
 *   label: string,
 *   lang: string,
 *   labelOf: (cell: number) => string,
 *   cells: CellDrawing[],
 *   selected: readonly number[],
 *   peers: readonly number[],
 *   digit: number,
 *   links: readonly (readonly [number, number])[],
 *   pen: readonly import("../game/ink.js").Stroke[],
 *   rings: boolean,
 *   picture: import("./picture.js").Picture | null,
 * }} Drawing labelOf is what a screen reader says of a cell: asked where the cell or lang is another; of selected the
 *   last is the cursor; peers are the cells that see it; digit: whose notes stand out, or 0; picture: what a hint or a step shows
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

/** Sets an attribute that is another; the same again would cost as much. @param {Element} element @param {string} name @param {string} value */
function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
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

/** The centre of a cell. @param {number} cell @returns {[number, number]} */
const middle = (cell) => [left(cell) + UNIT / 2, top(cell) + UNIT / 2];

/** A line from one cell to another that leaves their digits free. @param {number} a @param {number} b */
function link(a, b) {
  const [[x, y], [ex, ey]] = [middle(a), middle(b)];
  const [dx, dy] = [ex - x, ey - y];
  const gap = 3.6 / Math.hypot(dx, dy);
  return { x1: x + dx * gap, y1: y + dy * gap, x2: x + dx * (1 - gap), y2: y + dy * (1 - gap) };
}

/** @typedef {{digit: number, x: number, y: number, size: number}} Place of a note: its middle in the cell, and the height of the figure's line */

/**
 * Where the notes of a cell stand: corner notes in three rows of three, or,
 * where there are centre notes in the middle, above and below them.
 * @param {number} corner @param {number} centre sets of digits
 * @returns {Place[]}
 */
export function placesOf(corner, centre) {
  const inner = digitsOf(centre);
  const step = Math.min(1.9, 8.6 / inner.length);
  return [
    ...digitsOf(corner).map((digit) => {
      if (!inner.length) return { digit, x: 2.1 + ((digit - 1) % 3) * 2.9, y: 2.3 + Math.floor((digit - 1) / 3) * 2.9, size: 2.5 };
      return digit < 6 ? { digit, x: 1.35 + (digit - 1) * 1.83, y: 1.7, size: 2.1 } : { digit, x: 1.65 + (digit - 6) * 2.25, y: 8.5, size: 2.1 };
    }),
    ...inner.map((digit, i) => ({ digit, x: 5 + (i - (inner.length - 1) / 2) * step, y: 5.1, size: Math.min(3, step * 1.7) })),
  ];
}

const CORNERS = [-3, -1, 1, 3, 5].map((n) => (n * Math.PI) / 4);

/** Where a ray from the middle of a cell leaves it. @param {number} angle @returns {[number, number]} */
function border(angle) {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const far = UNIT / 2 / Math.max(Math.abs(x), Math.abs(y));
  return [5 + x * far, 5 + y * far];
}

/**
 * A cell's colours side by side: each a wedge from the middle, clockwise from
 * the top left, and its letter, for those who do not tell them by the colour.
 * @param {number} left of the cell @param {number} top @param {number} colours
 */
export function wedgesIn(left, top, colours) {
  const all = digitsOf(colours);
  return all.flatMap((colour, i) => {
    const [from, to] = [i, i + 1].map((n) => CORNERS[0] + (n / all.length) * 2 * Math.PI);
    const points = all.length === 1 ? CORNERS.slice(0, 4).map(border) : [[5, 5], border(from), ...CORNERS.filter((at) => at > from && at < to).map(border), border(to)];
    const turn = (from + to) / 2;
    const [x, y] = all.length === 1 ? [8.9, 8.7] : [5 + 3.5 * Math.cos(turn), 5 + 3.5 * Math.sin(turn)];
    return [
      svg("polygon", { class: `colour-${colour}`, points: points.map(([px, py]) => `${(left + px).toFixed(2)},${(top + py).toFixed(2)}`).join(" ") }),
      svg("text", { class: "letter", x: left + x, y: top + y + 0.6 }, letterOf(colour)),
    ];
  });
}

/** The letter of a colour. @param {number} colour 1–9 */
export const letterOf = (colour) => String.fromCharCode(64 + colour);

/** What the pen drew. @param {import("../game/ink.js").Stroke} stroke @param {number} columns */
export function inkOf({ shape, a, b, colour }, columns) {
  const corners = shape === "edge" || shape === "side";
  const wide = columns + (corners ? 1 : 0);
  const [[x, y], [ex, ey]] = [a, b].map((n) => [(n % wide) * UNIT + (corners ? 0 : 5), Math.floor(n / wide) * UNIT + (corners ? 0 : 5)]);
  const [mx, my] = [(x + ex) / 2, (y + ey) / 2];
  const line = `M${x} ${y}L${ex} ${ey}`;
  const d = { line, edge: line, circle: `M${x - 3.9} ${y}a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0 -7.8 0`, cross: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`, side: `M${mx - 1.2} ${my - 1.2}l2.4 2.4m0 -2.4l-2.4 2.4` }[shape];
  return svg("path", { class: `ink ink-${shape} pen-${colour}`, d });
}

/** A disc behind a note. @param {number} cell @param {Place} place */
function disc(cell, { x, y, size }) {
  const r = size * 0.56;
  return `M${(left(cell) + x - r).toFixed(2)} ${(top(cell) + y).toFixed(2)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

export class Board extends HTMLElement {
  /** @type {HTMLElement[]} */
  cells = [];
  /** What each cell shows, as drawn. @type {string[]} */
  #drawn = [];
  /** Where each cell's notes stand. @type {Place[][]} */
  #places = CELLS.map(() => []);
  /** What the layers show, as drawn. */
  #lang = "";
  #links = "";
  #picture = "null";
  /** @type {Drawing["pen"]} */
  #pen = [];
  #tabStop = -1;
  /** @type {readonly number[]} */
  #selected = [];
  /** Whether the board moves the focus itself. */
  #moving = false;
  #grid = document.createElement("div");
  #linkLayer = svg("g", { class: "links" });
  #pictureUnder = svg("g", { class: "picture" });
  #pictureOver = svg("g", { class: "picture" });
  #penLayer = svg("g", { class: "pen" });
  /** What the pen is about to draw. */
  sketch = svg("g", { class: "sketch" });
  /** What goes with the selection: a path each, since to style and paint many elements anew with every key takes too long. */
  #lit = {
    peers: svg("path", { class: "peers" }),
    alike: svg("path", { class: "alike" }),
    chosen: svg("path", { class: "chosen" }),
    edge: svg("path", { class: "selection" }),
    noted: svg("path", { class: "alike" }),
  };
  #colourLayer = CELLS.map(() => svg("g", {}));
  #noteLayer = CELLS.map(() => svg("g", { class: "notes" }));

  connectedCallback() {
    if (this.cells.length) return;
    const under = svg("svg", { viewBox: "0 0 90 90", class: "under", "aria-hidden": "true" });
    const rings = svg("g", { class: "rings-layer" });
    for (const cell of CELLS) {
      rings.append(svg("rect", { x: left(cell), y: top(cell), width: UNIT, height: UNIT, class: `ring ring-${WEIGHTS[cell]}` }));
    }
    under.append(rings, ...this.#colourLayer, this.#pictureUnder, this.#linkLayer);

    this.#grid.className = "cells";
    this.#grid.setAttribute("role", "grid");
    this.#grid.setAttribute("aria-multiselectable", "true");
    this.#grid.setAttribute("aria-rowcount", "9");
    this.#grid.setAttribute("aria-colcount", "9");
    this.#grid.tabIndex = -1;
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
        this.cells.push(cell);
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
    over.append(
      weights,
      svg("path", { class: "thin", d: thin.join("") }),
      svg("path", { class: "thick", d: thick.join("") }),
      this.#lit.noted,
      this.#lit.edge,
      this.#penLayer,
      this.sketch,
    );
    const marks = document.createElement("div");
    marks.className = "marks";
    for (let r = 0; r < 9; r++) {
      const row = svg("svg", { viewBox: `0 ${r * UNIT} 90 ${UNIT}`, "aria-hidden": "true" });
      row.append(...this.#noteLayer.slice(9 * r, 9 * r + 9));
      marks.append(row);
    }
    const above = svg("svg", { viewBox: "0 0 90 90", class: "above", "aria-hidden": "true" });
    above.append(this.#pictureOver);
    const lit = svg("svg", { viewBox: "0 0 90 90", class: "lit", "aria-hidden": "true" });
    lit.append(this.#lit.peers, this.#lit.alike, this.#lit.chosen);
    this.replaceChildren(under, lit, this.#grid, over, marks, above);

    this.addEventListener("focusin", (event) => {
      const cell = this.cells.findIndex((element) => element === event.target);
      if (cell >= 0 && !this.#moving) this.dispatchEvent(new CustomEvent("cellfocus", { detail: { cell } }));
    });
  }

  /** A place on the screen, in cells from the board's top left corner; beside it, too. @param {{clientX: number, clientY: number}} event */
  placeOf({ clientX, clientY }) {
    const { x, y, width, height } = this.#grid.getBoundingClientRect();
    return { x: ((clientX - x) / width) * 9, y: ((clientY - y) / height) * 9 };
  }

  /** The digit of the note at a place of the board, 0 for none. @param {number} cell @param {{x: number, y: number}} place */
  noteAt(cell, { x, y }) {
    const distance = (/** @type {Place} */ place) => Math.hypot(left(cell) + place.x - x * UNIT, top(cell) + place.y - y * UNIT);
    const near = this.#places[cell].filter((place) => distance(place) < 1.7);
    return near.toSorted((a, b) => distance(a) - distance(b))[0]?.digit ?? 0;
  }

  /** Moves the focus to a cell, or to the grid as a whole. @param {number | null} cell */
  focusCell(cell) {
    const element = cell === null ? this.#grid : this.cells[cell];
    if (element === document.activeElement) return;
    this.#moving = true;
    element.focus({ preventScroll: true });
    this.#moving = false;
  }

  /** Has a cell's digit stand out for a moment. @param {number} cell */
  pop(cell) {
    this.cells[cell].animate([{ scale: 1.3 }], 200);
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    if (drawing.lang !== this.#lang) {
      this.#lang = drawing.lang;
      this.#drawn = [];
      this.#grid.setAttribute("aria-label", drawing.label);
    }
    this.classList.toggle("rings", drawing.rings);

    const tabStop = drawing.selected.at(-1) ?? Math.max(0, this.#tabStop);
    if (tabStop !== this.#tabStop) {
      if (this.#tabStop >= 0) this.cells[this.#tabStop].tabIndex = -1;
      this.cells[tabStop].tabIndex = 0;
      this.#tabStop = tabStop;
    }

    drawing.cells.forEach((cell, i) => {
      const now = Object.values(cell).join();
      if (now !== this.#drawn[i]) this.#drawCell(i, cell, drawing.labelOf(i), this.#drawn[i] === undefined);
      this.#drawn[i] = now;
    });

    const { digit, selected, peers } = drawing;
    // A contradiction has a colour of its own.
    const plain = (/** @type {number} */ cell) => !drawing.cells[cell].conflict && !drawing.cells[cell].wrong;
    const squares = (/** @type {readonly number[]} */ cells) => cells.map((cell) => `M${left(cell)} ${top(cell)}h10v10h-10z`).join("");
    put(this.#lit.peers, "d", squares(peers));
    put(this.#lit.alike, "d", squares(CELLS.filter((cell) => drawing.cells[cell].same && !selected.includes(cell) && plain(cell))));
    put(this.#lit.chosen, "d", squares(selected.filter(plain)));
    if (selected !== this.#selected) {
      this.#selected = selected;
      put(this.#lit.edge, "d", outline([...selected], 0.4));
    }
    put(this.#lit.noted, "d", digit ? CELLS.flatMap((cell) => this.#places[cell].filter((place) => place.digit === digit).map((place) => disc(cell, place))).join("") : "");
    if (drawing.pen !== this.#pen) {
      this.#pen = drawing.pen;
      this.#penLayer.replaceChildren(...drawing.pen.map((stroke) => inkOf(stroke, 9)));
    }

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

  /** What the notes and colours of each cell show, as drawn. @type {string[]} */
  #marks = [];
  /** The elements of each cell's notes, by what they show. @type {Map<string, SVGElement[]>[]} */
  #notes = CELLS.map(() => new Map());

  /** @param {number} i @param {CellDrawing} cell @param {string} label @param {boolean} anew */
  #drawCell(i, cell, label, anew) {
    const element = this.cells[i];
    const digit = cell.digit ? String(cell.digit) : "";
    if (anew || element.textContent !== digit) element.textContent = digit;
    put(element, "aria-label", label);
    put(element, "aria-selected", String(cell.selected));
    if (cell.conflict || cell.wrong) put(element, "aria-invalid", "true");
    else element.removeAttribute("aria-invalid");
    put(element, "aria-readonly", String(cell.readOnly));
    put(element, "data-kind", cell.kind);
    element.classList.toggle("conflict", cell.conflict || cell.wrong);
    for (const tint of /** @type {const} */ (["current", "wanted", "spare"])) element.classList.toggle(tint, !!cell[tint]);
    this.#noteLayer[i].classList.toggle("sole", !!cell.sole);

    const { corner, centre, colours, tints, ghost } = cell;
    const marks = [corner, centre, colours, tints, ghost].join();
    if (marks === this.#marks[i]) return;
    this.#marks[i] = marks;
    this.#colourLayer[i].replaceChildren(...wedgesIn(left(i), top(i), colours));
    this.#places[i] = placesOf(corner, centre);
    this.#noteLayer[i].classList.toggle("ghost", ghost);
    const [before, now] = [this.#notes[i], new Map()];
    for (const { digit, x, y, size } of this.#places[i]) {
      const tint = tintOf(tints, digit);
      const name = [digit, x, y, size, tint].join();
      const there = before.get(name);
      now.set(name, there ?? []);
      if (there) continue;
      const [cx, cy] = [left(i) + x, top(i) + y];
      if (tint) now.get(name).push(svg("circle", { class: `colour-${tint}`, cx, cy, r: size * 0.56 }));
      now.get(name).push(svg("text", { x: cx, y: cy + size * 0.36, "font-size": size }, String(digit)));
      this.#noteLayer[i].append(...now.get(name));
    }
    for (const [name, elements] of before) if (!now.has(name)) for (const element of elements) element.remove();
    this.#notes[i] = now;
  }
}

customElements.define("nonet-board", Board);
