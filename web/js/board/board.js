/**
 * <nonet-board>: draws a board of any size. It knows nothing of the game. The method lay makes
 * its elements once for a puzzle, with a layer for the marks of its rules (marks.js). After that
 * it is given drawings, and changes only the elements that differ from the last drawing. The
 * drawings come from view.js. Clicks and touches go to pointer.js.
 *
 *   svg.under   colours of cells, weights and other marks under the digits, houses and cells of a step, links between contradicting cells
 *   svg.lit     selected cells, their peers, cells with the same digit
 *   .cells      role="grid": the cells, each with its digit, label and tint
 *   svg.over    lines, the selection's edge, notes of the same digit, pen strokes
 *   .marks      the notes, an svg for each row
 *   svg.above   candidates and links of a step
 *   svg.clues   on top: cages, dots, clues, and the shape somebody is drawing
 *
 * A change makes the browser paint the whole svg again. So the notes, which are hundreds of
 * texts, have an svg for each row, and parts that change with each key have their own.
 *
 * Only one cell at a time is in the Tab order. Fires "cellfocus" with {cell} if a cell got the
 * focus without a call of focusCell.
 */
import { HOUSES, digitsOf, nameOf } from "../game/grid.js";
import { tintOf } from "../game/state.js";
import { make, put } from "../text/status.js";
import { WIDE, outline, round } from "./picture.js";

/**
 * @typedef {{words: readonly string[], x: number, y: number, size: number, between?: string}} Run notes on one line: their middle in the cell, and the height of the line; between is the text between two notes
 * @typedef {{digit: number, x: number, y: number, size: number}} Place of a note: its middle in the cell, and the height of its line
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 * @typedef {{
 *   look: "classic" | "rings" | "ruled", rows: number, columns: number, low: number, gaps: ReadonlySet<number>, regions: readonly (readonly number[])[], box: Box,
 *   under: readonly SVGElement[], over: readonly SVGElement[],
 *   runsOf: (cell: number, corner: readonly string[], centre: readonly string[]) => Run[],
 * }} Layout of a board: look is the class of its element, for the style sheets; gaps are places without a cell, box holds everything drawn; under and
 * over hold the elements below and above the digits that belong
 *   to its rules; runsOf returns where the notes of a cell stand
 * @typedef {{
 *   digit: number, kind: import("../game/midend.js").Kind, corner: number, centre: number, selected: boolean, readOnly: boolean, conflict: boolean,
 *   colours?: number, tints?: number, ghost?: boolean, wrong?: boolean, same?: boolean, current?: boolean,
 *   wanted?: boolean, spare?: boolean, sole?: boolean, confined?: boolean, out?: number, more?: string,
 * }} CellDrawing corner, centre and out are sets of digits, colours one of colours, tints as in a state; wanted, spare, sole: see set/canvas.js; ghost: the
 *   notes are not the player's own; conflict: it contradicts another cell; confined: the puzzle itself limits the cell to these digits, out: those of them it cannot be; more: further text of its label
 * @typedef {{
 *   label: string,
 *   lang: string,
 *   labelOf: (cell: number) => string,
 *   cells: readonly CellDrawing[],
 *   selected: readonly number[],
 *   peers?: readonly number[],
 *   digit?: number,
 *   links?: readonly (readonly [number, number])[],
 *   pen?: readonly import("../game/ink.js").Stroke[],
 *   picture?: import("./picture.js").Picture | null,
 * }} Drawing labelOf returns a cell's label for screen readers; it is called when the cell or
 * lang changes; the last of selected is the cursor; peers are the cells that see it; digit: notes
 * of this digit stand out, 0 for none; picture: the shapes of a hint or a step
 */

/** One cell is 10 units wide. */
export const UNIT = 10;

/** @type {readonly never[]} */
const NOTHING = [];

/** What Drawn.marks has of a cell without notes and colours. */
const UNMARKED = "0,0,0,0,0";

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

/** @param {number} part @param {number} whole */
const percent = (part, whole) => `${(100 * part) / whole}%`;

/** A path of squares, one for each cell. @param {readonly number[]} cells @param {number} columns */
export const squaresOf = (cells, columns) => cells.map((cell) => `M${(cell % columns) * UNIT} ${Math.floor(cell / columns) * UNIT}h10v10h-10z`).join("");

/**
 * Places the notes of a classic cell: corner notes in three rows of three. If there are centre
 * notes, they take the middle, and corner notes go above and below.
 * @param {readonly string[]} corner @param {readonly string[]} centre
 * @returns {Run[]}
 */
function classicRuns(corner, centre) {
  const half = centre.length > 6 ? Math.ceil(centre.length / 2) : centre.length; // seven on one line would be too small for a phone
  const lines = [centre.slice(0, half), centre.slice(half)].filter((line) => line.length);
  const step = Math.min(1.9, 8.6 / half);
  return [
    ...corner.map((word) => {
      const at = Number(word) - 1;
      if (!centre.length) return { words: [word], x: 2.1 + (at % 3) * 2.9, y: 2.3 + Math.floor(at / 3) * 2.9, size: 2.5 };
      return at < 5 ? { words: [word], x: 1.35 + at * 1.83, y: 1.7, size: 2.1 } : { words: [word], x: 1.65 + (at - 5) * 2.25, y: 8.5, size: 2.1 };
    }),
    ...lines.flatMap((line, n) => line.map((word, i) => ({ words: [word], x: 5 + (i - (line.length - 1) / 2) * step, y: 5.1 + (n - (lines.length - 1) / 2) * 2.5, size: Math.min(3, step * 1.7) }))),
  ];
}

/** The classic board, without marks for its rules. @type {Layout} */
export const CLASSIC = {
  look: "classic", rows: 9, columns: 9, low: 1, gaps: new Set(), regions: HOUSES.filter(({ kind }) => kind === "box").map(({ cells }) => cells), box: { left: 0, top: 0, width: 90, height: 90 },
  under: NOTHING, over: NOTHING, runsOf: (_cell, corner, centre) => classicRuns(corner, centre),
};

const CORNERS = [-3, -1, 1, 3, 5].map((n) => (n * Math.PI) / 4);

/** The point where a ray from the middle of a cell meets the cell's border. @param {number} angle @returns {[number, number]} */
function border(angle) {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const far = UNIT / 2 / Math.max(Math.abs(x), Math.abs(y));
  return [5 + x * far, 5 + y * far];
}

/**
 * Draws a cell's colours as wedges round its middle, clockwise from the top left. Each wedge also
 * has a letter, for people who cannot see the colours apart.
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

/** A pen stroke as an element. @param {import("../game/ink.js").Stroke} stroke @param {number} columns */
export function inkOf({ shape, a, b, colour }, columns) {
  const corners = shape === "edge" || shape === "side";
  const wide = columns + (corners ? 1 : 0);
  const [[x, y], [ex, ey]] = [a, b].map((n) => [(n % wide) * UNIT + (corners ? 0 : 5), Math.floor(n / wide) * UNIT + (corners ? 0 : 5)]);
  const [mx, my] = [(x + ex) / 2, (y + ey) / 2];
  const line = `M${x} ${y}L${ex} ${ey}`;
  const d = { line, edge: line, circle: `M${x - 3.9} ${y}a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0 -7.8 0`, cross: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`, side: `M${mx - 1.2} ${my - 1.2}l2.4 2.4m0 -2.4l-2.4 2.4` }[shape];
  return svg("path", { class: `ink ink-${shape} pen-${colour}`, d });
}

/** The drawn state of a board. It is thrown away when the board is laid out again. */
class Drawn {
  /** The drawn text of each cell. @type {string[]} */
  cells = [];
  /** The drawn notes and colours of each cell. @type {string[]} */
  marks;
  lang = "";
  links = "";
  picture = "null";
  /** @type {Drawing["pen"]} */
  pen = NOTHING;
  /** @type {readonly number[]} */
  selected = NOTHING;
  tabStop = -1;
  /** The places of each cell's notes. @type {Place[][]} */
  places;
  /** The elements of each cell's notes, by their content. @type {(Map<string, SVGElement[]> | undefined)[]} */
  notes = [];

  /** @param {number} count */
  constructor(count) {
    this.places = Array.from({ length: count }, () => []);
    this.marks = this.places.map(() => UNMARKED);
  }
}

export class Board extends HTMLElement {
  /** @type {HTMLElement[]} */
  cells = [];
  /** The current layout. @type {Layout} */
  layout = CLASSIC;
  #drawn = new Drawn(0);
  /** Whether the board itself is moving the focus now. */
  #moving = false;
  #grid = document.createElement("div");
  #marksUnder = svg("g", {});
  #marksOver = svg("g", {});
  #thick = svg("path", { class: "thick" });
  #linkLayer = svg("g", { class: "links" });
  #pictureUnder = svg("g", { class: "picture" });
  #pictureOver = svg("g", { class: "picture" });
  #penLayer = svg("g", { class: "pen" });
  /** The shape somebody is drawing. */
  sketch = svg("g", { class: "sketch" });
  /** The highlights of the selection. Each is a single path, because to style and paint many elements with every key takes too long. */
  #lit = {
    peers: svg("path", { class: "peers" }),
    alike: svg("path", { class: "alike" }),
    chosen: svg("path", { class: "chosen" }),
    edge: svg("path", { class: "selection" }),
    noted: svg("path", { class: "alike" }),
  };
  #colours = svg("g", {});
  #marks = document.createElement("div");
  /** The groups of each cell's colours and notes, and each row of notes. They are made when a cell needs them. @type {SVGElement[]} */
  #colourLayer = [];
  /** @type {SVGElement[]} */
  #noteLayer = [];
  /** @type {SVGElement[]} */
  #noteRows = [];

  connectedCallback() {
    if (this.cells.length) return;
    this.addEventListener("focusin", (event) => {
      const cell = this.cells.findIndex((element) => element === event.target);
      if (cell >= 0 && !this.#moving) this.dispatchEvent(new CustomEvent("cellfocus", { detail: { cell } }));
    });
    this.lay(CLASSIC);
  }

  /** Makes the empty cells of a board. @param {Layout} layout */
  lay(layout) {
    this.layout = layout;
    const { rows, columns, gaps, box } = layout;
    const [width, height] = [columns * UNIT, rows * UNIT];
    const places = [...Array(rows * columns).keys()];
    const cells = places.filter((cell) => !gaps.has(cell));
    this.#drawn = new Drawn(places.length);
    [this.#colourLayer, this.#noteLayer, this.#noteRows] = [[], [], []];
    for (const path of Object.values(this.#lit)) path.removeAttribute("d");
    for (const layer of [this.#colours, this.#linkLayer, this.#pictureUnder, this.#pictureOver, this.#penLayer, this.sketch]) layer.replaceChildren();

    const view = { viewBox: [box.left, box.top, box.width, box.height].map(round).join(" "), "aria-hidden": "true" };
    const layer = (/** @type {string} */ name, /** @type {SVGElement[]} */ ...children) => {
      const element = svg("svg", { ...view, class: name });
      element.append(...children);
      return element;
    };
    const squares = squaresOf(cells, columns);
    const thin = [
      ...Array.from({ length: columns - 1 }, (_, i) => `M${(i + 1) * UNIT} 0V${height}`),
      ...Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * UNIT}H${width}`),
    ].join("");

    this.cells = [];
    this.#grid = make("div", { className: "cells", role: "grid", "aria-multiselectable": true, "aria-rowcount": rows, "aria-colcount": columns, tabIndex: -1 });
    this.#marks = make("div", { className: "marks" });
    for (let r = 0; r < rows; r++) {
      const row = make("div", { role: "row", "aria-rowindex": r + 1 });
      for (let c = 0; c < columns; c++) {
        const cell = make("div", { role: "gridcell", "aria-colindex": c + 1, "data-cell": nameOf(r * columns + c, columns), tabIndex: -1 });
        if (gaps.has(r * columns + c)) cell.style.visibility = "hidden"; // neither mouse, keys nor screen readers find it
        this.cells.push(cell);
        row.append(cell);
      }
      this.#grid.append(row);
    }
    Object.assign(this.#grid.style, { left: percent(-box.left, box.width), top: percent(-box.top, box.height), width: percent(width, box.width), height: percent(height, box.height) });
    for (const [name, value] of Object.entries({ columns: box.width / UNIT, ratio: box.width / box.height })) this.style.setProperty(`--${name}`, String(value));
    const ruled = layout.look === "ruled";
    this.className = layout.look;
    this.replaceChildren(
      layer("under", ...(ruled ? [svg("path", { class: "board-face", d: squares })] : []), this.#colours, this.#marksUnder, this.#pictureUnder, this.#linkLayer),
      layer("lit", this.#lit.peers, this.#lit.alike, this.#lit.chosen),
      this.#grid,
      layer("over", svg("path", { class: "thin", d: gaps.size ? squares : thin }), this.#thick, this.#lit.noted, this.#lit.edge, this.#penLayer),
      this.#marks,
      layer("above", this.#pictureOver),
      layer("clues", this.#marksOver, this.sketch),
    );
    this.#stopAt(cells[0]);
    this.#layMarks();
  }

  /** The group of a cell's notes. @param {number} cell */
  #notesOf(cell) {
    const { box, columns } = this.layout;
    const row = Math.floor(cell / columns);
    if (!this.#noteRows[row]) {
      const notes = (this.#noteRows[row] = svg("svg", { viewBox: [box.left, row * UNIT, box.width, UNIT].map(round).join(" "), "aria-hidden": "true" }));
      Object.assign(notes.style, { top: percent(row * UNIT - box.top, box.height), height: percent(UNIT, box.height) });
      this.#marks.append(notes);
    }
    return (this.#noteLayer[cell] ??= this.#noteRows[row].appendChild(svg("g", { class: "notes" })));
  }

  /** Draws other marks and regions on the same board. Returns false if they need more room than it has. @param {Layout} layout */
  redraw(layout) {
    const shape = (/** @type {Layout} */ { rows, columns, gaps, box }) => JSON.stringify([rows, columns, [...gaps], box]);
    if (shape(layout) !== shape(this.layout)) return false;
    this.layout = layout;
    this.#drawn.cells = [];
    this.#drawn.marks = [];
    this.#layMarks();
    return true;
  }

  #layMarks() {
    const { rows, columns, gaps, regions, under, over } = this.layout;
    this.#marksUnder.replaceChildren(...under);
    this.#marksOver.replaceChildren(...over);
    const all = [...Array(rows * columns).keys()].filter((cell) => !gaps.has(cell));
    const rim = this.layout.look === "ruled" ? outline(all, 0, columns) : "";
    this.#thick.setAttribute("d", rim + regions.map((cells) => outline(cells, 0, columns)).join(""));
  }

  /** Converts a place on the screen to cells, counted from the board's top left corner. The place may lie outside the board. @param {{clientX: number, clientY: number}} event */
  placeOf({ clientX, clientY }) {
    const { rows, columns } = this.layout;
    const { x, y, width, height } = this.#grid.getBoundingClientRect();
    return { x: ((clientX - x) / width) * columns, y: ((clientY - y) / height) * rows };
  }

  /** The top left corner of a cell. @param {number} cell @returns {[number, number]} */
  #cornerOf(cell) {
    const { columns } = this.layout;
    return [(cell % columns) * UNIT, Math.floor(cell / columns) * UNIT];
  }

  /** A line from one cell to another that does not touch their digits. @param {number} a @param {number} b */
  #link(a, b) {
    const [[x, y], [ex, ey]] = [this.#cornerOf(a), this.#cornerOf(b)];
    const [dx, dy] = [ex - x, ey - y];
    const gap = 3.6 / Math.hypot(dx, dy);
    return svg("line", { x1: x + 5 + dx * gap, y1: y + 5 + dy * gap, x2: x + 5 + dx * (1 - gap), y2: y + 5 + dy * (1 - gap) });
  }

  /** The digit of the note at a place of the board, 0 for none. @param {number} cell @param {{x: number, y: number}} place */
  noteAt(cell, { x, y }) {
    const [left, top] = this.#cornerOf(cell);
    const distance = (/** @type {Place} */ place) => Math.hypot(left + place.x - x * UNIT, top + place.y - y * UNIT);
    const near = this.#drawn.places[cell].filter((place) => distance(place) < 1.7);
    return near.toSorted((a, b) => distance(a) - distance(b))[0]?.digit ?? 0;
  }

  /** The one cell that is in the Tab order. @param {number} cell */
  #stopAt(cell) {
    const before = this.#drawn.tabStop;
    if (cell === before) return;
    if (before >= 0) this.cells[before].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.#drawn.tabStop = cell;
  }

  /** Moves the focus to a cell, or to the grid as a whole. @param {number | null} cell */
  focusCell(cell) {
    const element = cell === null ? this.#grid : this.cells[cell];
    if (element === document.activeElement) return;
    if (cell !== null) this.#stopAt(cell);
    this.#moving = true;
    element.focus({ preventScroll: true });
    this.#moving = false;
  }

  /** Makes a cell's digit pop for a moment. @param {number} cell */
  pop(cell) {
    this.cells[cell].animate([{ scale: 1.3 }], 200);
  }

  /** Highlights the marks of constraints. @param {readonly number[]} constraints */
  point(constraints) {
    for (const mark of this.querySelectorAll("[data-constraint]")) mark.classList.toggle("pointed", constraints.includes(Number(mark.getAttribute("data-constraint"))));
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    const drawn = this.#drawn;
    const { columns } = this.layout;
    const { cells, digit = 0, links = NOTHING, peers = NOTHING, pen = NOTHING, picture = null, selected } = drawing;
    if (drawing.lang !== drawn.lang) {
      drawn.lang = drawing.lang;
      drawn.cells = [];
    }
    put(this.#grid, "aria-label", drawing.label);
    const cursor = selected.at(-1);
    if (cursor !== undefined) this.#stopAt(cursor);

    cells.forEach((cell, i) => {
      const now = Object.values(cell).join();
      if (now !== drawn.cells[i]) this.#drawCell(i, cell, drawing.labelOf(i), drawn.cells[i] === undefined);
      drawn.cells[i] = now;
    });

    // A contradiction has a colour of its own.
    const plain = (/** @type {number} */ cell) => !cells[cell].conflict && !cells[cell].wrong;
    const alike = cells.flatMap((cell, i) => (cell.same && !selected.includes(i) && plain(i) ? [i] : []));
    put(this.#lit.peers, "d", squaresOf(peers, columns));
    put(this.#lit.alike, "d", squaresOf(alike, columns));
    put(this.#lit.chosen, "d", squaresOf(selected.filter(plain), columns));
    if (selected !== drawn.selected) {
      drawn.selected = selected;
      put(this.#lit.edge, "d", outline([...selected], 0.4, columns));
    }
    put(this.#lit.noted, "d", digit ? drawn.places.flatMap((places, cell) => places.filter((place) => place.digit === digit).map((place) => this.#disc(cell, place))).join("") : "");
    if (pen !== drawn.pen) {
      drawn.pen = pen;
      this.#penLayer.replaceChildren(...pen.map((stroke) => inkOf(stroke, columns)));
    }

    const linked = JSON.stringify(links);
    if (linked !== drawn.links) {
      drawn.links = linked;
      this.#linkLayer.replaceChildren(...links.map(([a, b]) => this.#link(a, b)));
    }

    const pictured = JSON.stringify(picture);
    if (pictured !== drawn.picture) {
      drawn.picture = pictured;
      this.classList.toggle("drawn", picture !== null);
      this.#pictureUnder.replaceChildren(...(picture?.under ?? []).map(elementOf));
      this.#pictureOver.replaceChildren(...(picture?.over ?? []).map(elementOf));
    }
  }

  /** A disc behind a note. @param {number} cell @param {Place} place */
  #disc(cell, { x, y, size }) {
    const [left, top] = this.#cornerOf(cell);
    const r = size * 0.56;
    return `M${(left + x - r).toFixed(2)} ${(top + y).toFixed(2)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }

  /** @param {number} i @param {CellDrawing} cell @param {string} label @param {boolean} anew */
  #drawCell(i, cell, label, anew) {
    const element = this.cells[i];
    const { low } = this.layout;
    const drawn = this.#drawn;
    const digit = cell.digit ? String(cell.digit + low - 1) : "";
    if (anew || element.textContent !== digit) element.textContent = digit;
    put(element, "aria-label", label);
    put(element, "aria-selected", String(cell.selected));
    if (cell.conflict || cell.wrong) put(element, "aria-invalid", "true");
    else element.removeAttribute("aria-invalid");
    put(element, "aria-readonly", String(cell.readOnly));
    put(element, "data-kind", cell.kind);
    element.classList.toggle("two", digit.length > 1);
    element.classList.toggle("conflict", Boolean(cell.conflict || cell.wrong));
    for (const tint of /** @type {const} */ (["current", "wanted", "spare"])) element.classList.toggle(tint, Boolean(cell[tint]));
    const { corner, centre, colours = 0, tints = 0, out = 0 } = cell;
    const layer = corner || centre ? this.#notesOf(i) : this.#noteLayer[i];
    for (const look of /** @type {const} */ (["sole", "confined", "ghost"])) layer?.classList.toggle(look, Boolean(cell[look]));
    const marks = [corner, centre, colours, tints, out].join();
    if (marks === drawn.marks[i]) return;
    drawn.marks[i] = marks;
    const [left, top] = this.#cornerOf(i);
    if (colours) this.#colourLayer[i] ??= this.#colours.appendChild(svg("g", {}));
    this.#colourLayer[i]?.replaceChildren(...wedgesIn(left, top, colours));
    const textsOf = (/** @type {number} */ set) => digitsOf(set).map((one) => String(one + low - 1));
    const gone = textsOf(out);
    drawn.places[i] = [];
    const [before, now] = [drawn.notes[i] ?? new Map(), new Map()];
    for (const run of this.layout.runsOf(i, textsOf(corner), textsOf(centre))) {
      const { words, x, y, size, between = "" } = run;
      const text = words.join(between);
      /** @type {Place[]} */
      const places = [];
      let at = x - (text.length * size * WIDE) / 2;
      for (const word of words) {
        const wide = word.length * size * WIDE;
        places.push({ digit: Number(word) - low + 1, x: at + wide / 2, y, size });
        at += wide + between.length * size * WIDE;
      }
      drawn.places[i].push(...places);
      const tinted = places.filter((place) => tintOf(tints, place.digit));
      const name = [text, x, y, size, ...tinted.map((place) => [place.digit, tintOf(tints, place.digit)]), words.filter((word) => gone.includes(word))].join();
      const there = before.get(name);
      now.set(name, there ?? []);
      if (there) continue;
      // A note among others gets a fixed width, whatever the font.
      /** @type {Record<string, string | number>} */
      const room = this.layout.look !== "ruled" ? {} : { textLength: round(text.length * WIDE * size), lengthAdjust: "spacingAndGlyphs" };
      const note = svg("text", { class: "note", x: round(left + x), y: round(top + y + size * 0.36), "font-size": round(size), ...room });
      words.forEach((word, n) => note.append(n ? between : "", gone.includes(word) ? svg("tspan", { class: "out" }, word) : word));
      now.get(name).push(...tinted.map((place) => svg("circle", { class: `colour-${tintOf(tints, place.digit)}`, cx: round(left + place.x), cy: round(top + y), r: size * 0.56 })), note);
      layer.append(...now.get(name));
    }
    for (const [name, elements] of before) if (!now.has(name)) for (const element of elements) element.remove();
    drawn.notes[i] = now;
  }
}
