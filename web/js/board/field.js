// @ts-check
/**
 * A board of any size on the screen, with what is drawn for its rules: the
 * marks of the operation "drawing", which the table of kinds gives their
 * shapes, turned into SVG. Colours are those that setters use; each kind of line
 * has a pattern of its own in its middle as well, so that none is told by colour
 * alone.
 *
 *   svg.under   weights as heat, colours, shaded cells, lines
 *   .cells      role="grid": a cell each, with its label
 *   svg.over    lines of the grid, digits, notes, what a step shows and what is selected; over all that weights, cages, dots, clues
 *
 * Notes keep clear of clues: room.js.
 *
 * It knows nothing of the game: draw is told what each cell shows.
 */
import { cellOf } from "../game/grid.js";
import { inkOf, svg, wedgesIn } from "./board.js";
import { outline } from "./picture.js";
import { WIDE, box, centred, cornered, obstaclesOf } from "./room.js";

/**
 * @typedef {import("../engine/types.js").Drawing} Drawing
 * @typedef {import("../engine/types.js").Drawn} Mark
 * @typedef {{text: string, given: boolean, corner: readonly string[], centre: readonly string[], colours: number, selected: boolean, conflict: boolean, label: string, confined?: boolean, out?: readonly string[]}} Shown what a cell shows; confined: the puzzle itself says that it is one of these, out: which of them it cannot be
 * @typedef {[number, number]} Point
 * @typedef {{cell: number, value: number}} Candidate
 * @typedef {{parts: number[][], cells: number[], candidates: Candidate[], placements: Candidate[], eliminations: Candidate[], chains: (Candidate & {on: boolean, from: number})[][], rest: (cell: number) => readonly number[]}} Picture
 *   what a step speaks of: houses, cells, candidates, what it puts in and takes away, what follows from what (from is an index, -1 for none);
 *   rest is what else a cell may be
 */

const UNIT = 10;
/** Beside the board, so that its edge is whole. */
const MARGIN = 0.6;

/** So long is what stands on a line at most, in characters. */
const SHORT = 4;

/** @param {number} n */
const round = (n) => Number(n.toFixed(2));

/** The drawing of marks, what lies under the digits and what over them. @param {Drawing} drawing @returns {{under: SVGElement[], over: SVGElement[]}} */
export function marksOf({ marks = [], columns }) {
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const over = [];
  for (const mark of marks) {
    const group = svg("g", { class: `mark k-${mark.kind} s-${mark.shape} ${mark.colour ? `c-${mark.colour}` : ""}`, "data-constraint": mark.constraint });
    const isUnder = ["area", "line", "circle", "square", "ring", "minimum", "maximum"].includes(mark.shape);
    group.append(...elementsOf(mark, columns));
    (isUnder ? under : over).push(group);
  }
  return { under, over };
}

/** @param {Mark} mark @param {number} columns @returns {SVGElement[]} */
function elementsOf(mark, columns) {
  const [x, y] = [(mark.x ?? 0) * UNIT, (mark.y ?? 0) * UNIT];
  const [dx, dy] = [mark.dx ?? 0, mark.dy ?? 0];
  const text = mark.text ?? "";
  const cells = (mark.cells ?? []).map((name) => cellOf(name, columns));
  switch (mark.shape) {
    case "cage": {
      const first = Math.min(...cells);
      const [l, t] = [(first % columns) * UNIT, Math.floor(first / columns) * UNIT];
      const clue = text ? [svg("text", { class: "clue", x: round(l + 0.7), y: round(t + 2.6), "font-size": 2.3 }, text)] : [];
      return [svg("path", { class: "cage", d: outline(cells, 0.8, columns) }), ...clue];
    }
    case "area":
      return [svg("path", { class: "area", d: cells.map((cell) => `M${(cell % columns) * UNIT} ${Math.floor(cell / columns) * UNIT}h10v10h-10z`).join("") }), svg("path", { class: "rim", d: outline(cells, 0.5, columns) })];
    case "line":
      return lineOf(mark, cells.map((cell) => [(cell % columns) * UNIT + 5, Math.floor(cell / columns) * UNIT + 5]));
    case "dot":
      return [svg("circle", { class: `dot ${mark.end ?? ""}`, cx: x, cy: y, r: text ? 1.9 : 1.5 }), ...(text ? [svg("text", { class: `on-dot ${mark.end ?? ""}`, x, y: round(y + 0.9), "font-size": 2.5 }, text)] : [])];
    case "letter":
      return [svg("text", { class: "letter-mark", x, y: round(y + 1.3), "font-size": 3.6 }, text)];
    case "greater":
      // It opens to the greater.
      return [svg("path", { class: "greater", d: `M${round(x + dx * 0.8 + dy * 1.2)} ${round(y + dy * 0.8 + dx * 1.2)}L${round(x - dx * 0.8)} ${round(y - dy * 0.8)}L${round(x + dx * 0.8 - dy * 1.2)} ${round(y + dy * 0.8 - dx * 1.2)}` })];
    case "quad": {
      const all = text.split(" ").filter(Boolean);
      const rows = all.length > 2 ? [all.slice(0, 2), all.slice(2)] : [all];
      return [
        svg("circle", { class: "quad", cx: x, cy: y, r: 2.5 }),
        ...rows.map((row, i) => svg("text", { class: "on-quad", x, y: round(y + 0.75 + (i - (rows.length - 1) / 2) * 1.9), "font-size": 2.1 }, row.join(" "))),
      ];
    }
    case "circle":
      return [svg("circle", { class: "cell-mark", cx: x, cy: y, r: 3.8 })];
    case "square":
      return [svg("rect", { class: "cell-mark", x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 })];
    case "ring":
      return [svg("circle", { class: "ring-mark", cx: x, cy: y, r: 4.2 })];
    case "minimum":
    case "maximum": {
      const [tip, base] = mark.shape === "minimum" ? [3.6, 4.7] : [4.7, 3.6];
      const tips = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([i, j]) => `M${round(x + i * tip)} ${round(y + j * tip)}L${round(x + i * base + j)} ${round(y + j * base + i)}L${round(x + i * base - j)} ${round(y + j * base - i)}z`);
      return [svg("rect", { class: "cell-mark", x: x - 5, y: y - 5, width: 10, height: 10 }), svg("path", { class: "tips", d: tips.join("") })];
    }
    case "outside": {
      const clue = svg("text", { class: "outside", x: round(x), y: round(y + 1.4), "font-size": text.length > 3 ? 3 : 4 }, text);
      if (mark.end !== "arrow") return [clue];
      const from = [x + dx * 2.6, y + dy * 2.6];
      const to = [x + dx * 4.6, y + dy * 4.6];
      return [clue, svg("path", { class: "pointer", d: `M${from.map(round).join(" ")}L${to.map(round).join(" ")}${headAt(/** @type {Point} */ (to), Math.atan2(dy, dx), 1.3)}` })];
    }
  }
  return [];
}

/** An arrow's head, as the end of a path. @param {Point} tip @param {number} angle @param {number} size */
function headAt([x, y], angle, size) {
  const [one, two] = [angle + 2.5, angle - 2.5].map((a) => `${round(x + Math.cos(a) * size)} ${round(y + Math.sin(a) * size)}`);
  return `M${one}L${round(x)} ${round(y)}L${two}`;
}

/** @param {Mark} mark @param {Point[]} points @returns {SVGElement[]} */
function lineOf(mark, points) {
  const { start = "", end = "", text = "" } = mark;
  /** @type {SVGElement[]} */
  const ends = [];
  const path = (/** @type {readonly Point[]} */ list) => list.map((point, i) => `${i ? "L" : "M"}${point.map(round).join(" ")}`).join("");
  /** @param {string} kind @param {Point} at */
  const put = (kind, [x, y]) => {
    if (kind === "bulb") ends.push(svg("circle", { class: "bulb", cx: x, cy: y, r: 3.5 }));
    if (kind === "circle") ends.push(svg("circle", { class: "end", cx: x, cy: y, r: 3.8 }));
    if (kind === "diamond") ends.push(svg("path", { class: "end", d: `M${x} ${y - 4.2}L${x + 4.2} ${y}L${x} ${y + 4.2}L${x - 4.2} ${y}z` }));
  };
  put(start, points[0]);
  if (end !== "arrow") put(end, points[points.length - 1]);
  let line = points;
  if (start === "pill") {
    const long = Number(text) || 1;
    ends.push(svg("path", { class: "pill-edge", d: path(points.slice(0, long)) }), svg("path", { class: "pill", d: path(points.slice(0, long)) }));
    line = points.slice(long - 1);
  }
  let d = path(line);
  if (end === "arrow" && line.length > 1) {
    const [[ax, ay], [bx, by]] = line.slice(-2);
    d += headAt([bx, by], Math.atan2(by - ay, bx - ax), 2);
  }
  // Ends with a face of their own cover the line; a bulb is one with it.
  const faced = [start, end].some((kind) => ["circle", "diamond", "pill"].includes(kind));
  const body = [svg("path", { class: "line", d, "stroke-width": mark.width ?? 2.2 })];
  // A pattern in the middle of the line, which tells its kind without its colour.
  if (mark.core) body.push(svg("path", { class: "core", d: path(line), "stroke-width": mark.core_width ?? 0.22, "stroke-dasharray": mark.core.join(" "), "stroke-linecap": mark.core_width === 0.5 ? "round" : "butt" }));
  // A name would cover the board; who selects the cell reads it.
  const label = text && text.length <= SHORT && start !== "pill" ? [svg("text", { class: "on-line", x: points[0][0] - 4.5, y: points[0][1] - 2.4, "font-size": 2.3 }, text)] : [];
  return faced ? [...body, ...ends, ...label] : [...ends, ...body, ...label];
}

/** What cells weigh: the more, the deeper the ground; those that weigh nothing have none. @param {Drawing} drawing @returns {{heat: SVGElement[], figures: SVGElement[]}} */
function weightsOf({ weights = [], columns }) {
  const sizes = weights.map(Math.abs).filter(Boolean);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const all = weights.flatMap((weight, cell) => (weight ? [{ weight, x: (cell % columns) * UNIT, y: Math.floor(cell / columns) * UNIT }] : []));
  return {
    heat: all.map(({ weight, x, y }) => svg("rect", { class: weight > 0 ? "heat" : "cold", x, y, width: UNIT, height: UNIT, "fill-opacity": round(0.08 + 0.62 * (most > least ? (Math.abs(weight) - least) / (most - least) : 0.5)) })),
    figures: all.map(({ weight, x, y }) => {
      const text = String(weight).replace("-", "−");
      return svg("text", { class: "weight", x: round(x + 8.9), y: round(y + 8.9), "font-size": round(Math.min(2.1, 12 / text.length)) }, text);
    }),
  };
}

export class FieldBoard {
  /** @type {HTMLElement[]} */
  cells = [];
  /** What each cell shows, as drawn. @type {string[]} */
  #drawn = [];
  /** Whether the board moves the focus itself; else a cell that gets it fires "cellfocus" with {cell}. */
  #moving = false;
  /** @type {{colours: SVGElement, face: SVGElement}[]} */
  #layers = [];
  #edge = svg("path", { class: "selection" });
  #chosen = svg("path", { class: "chosen" });
  #grid = document.createElement("div");
  #tabStop = 0;
  /** What notes keep clear of, by cell. @type {import("./room.js").Obstacle[][]} */
  #obstacles = [];

  #heat = svg("g", {});
  #figures = svg("g", {});
  #under = svg("g", {});
  #over = svg("g", {});
  #thick = svg("path", { class: "thick" });
  #rim = "";
  #picture = svg("g", { class: "picture" });
  #pen = svg("g", { class: "pen" });
  /** @type {readonly import("../game/ink.js").Stroke[]} */
  #inked = [];
  /** What somebody is about to draw, over all else. */
  sketch = svg("g", { class: "sketch" });

  /** @param {HTMLElement} root @param {Drawing} drawing @param {string} label @param {boolean} [ring] whether there is room for clues all round */
  constructor(root, drawing, label, ring = false) {
    this.root = root;
    this.drawing = drawing;
    this.ring = ring;
    const { rows, columns, holes = [] } = drawing;
    const [width, height] = [columns * UNIT, rows * UNIT];
    this.box = this.#boxOf(drawing);
    const { left, top } = this.box;
    const view = { viewBox: [left, top, this.box.width, this.box.height].map(round).join(" "), "aria-hidden": "true" };
    const under = svg("svg", { ...view, class: "under" });
    const over = svg("svg", { ...view, class: "over" });
    const count = rows * columns;
    this.#layers = Array.from({ length: count }, () => ({ colours: svg("g", {}), face: svg("g", {}) }));
    const gaps = new Set(holes.map((name) => cellOf(name, columns)));
    const all = [...Array(count).keys()].filter((cell) => !gaps.has(cell));
    const squares = all.map((cell) => `M${(cell % columns) * UNIT} ${Math.floor(cell / columns) * UNIT}h10v10h-10z`).join("");
    this.#tabStop = all[0];
    this.#rim = gaps.size ? outline(all, 0, columns) : `M0 0H${width}V${height}H0z`;
    under.append(gaps.size ? svg("path", { class: "board-face", d: squares }) : svg("rect", { class: "board-face", width, height }), this.#heat, ...this.#layers.map(({ colours }) => colours), this.#under, this.#chosen);
    let thin = "";
    for (let i = 1; i < columns; i++) thin += `M${i * UNIT} 0V${height}`;
    for (let i = 1; i < rows; i++) thin += `M0 ${i * UNIT}H${width}`;
    // Clues lie over all that is played and told, so that nothing covers them.
    over.append(svg("path", { class: "thin", d: gaps.size ? squares : thin }), this.#thick, ...this.#layers.map(({ face }) => face), this.#pen, this.#picture, this.#edge, this.#figures, this.#over, this.sketch);
    this.#redraw(drawing);

    this.#grid.className = "cells";
    this.#grid.setAttribute("role", "grid");
    this.#grid.setAttribute("aria-label", label);
    this.#grid.setAttribute("aria-multiselectable", "true");
    this.#grid.setAttribute("aria-rowcount", String(rows));
    this.#grid.setAttribute("aria-colcount", String(columns));
    for (let r = 0; r < rows; r++) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", String(r + 1));
      for (let c = 0; c < columns; c++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", String(c + 1));
        cell.dataset.cell = `r${r + 1}c${c + 1}`;
        const i = r * columns + c;
        cell.tabIndex = i === all[0] ? 0 : -1;
        if (gaps.has(i)) cell.style.visibility = "hidden"; // neither mouse, keys nor screen readers find it
        this.cells.push(cell);
        row.append(cell);
      }
      this.#grid.append(row);
    }
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    Object.assign(this.#grid.style, { left: percent(-left, this.box.width), top: percent(-top, this.box.height), width: percent(width, this.box.width), height: percent(height, this.box.height) });
    root.style.setProperty("--columns", String(this.box.width / UNIT));
    root.style.setProperty("--ratio", String(this.box.width / this.box.height));
    root.replaceChildren(under, this.#grid, over);
    this.#grid.addEventListener("focusin", ({ target }) => {
      const cell = this.cells.indexOf(/** @type {HTMLElement} */ (target));
      if (cell >= 0 && !this.#moving) root.dispatchEvent(new CustomEvent("cellfocus", { detail: { cell } }));
    });
  }

  /** The box of all that is drawn. @param {Drawing} drawing */
  #boxOf({ rows, columns, marks = [] }) {
    const [width, height] = [columns * UNIT, rows * UNIT];
    const outside = marks.filter(({ shape }) => shape === "outside");
    const margin = this.ring ? UNIT : MARGIN;
    const [left, right] = [Math.min(-margin, ...outside.map(({ x = 0 }) => x * UNIT - 4.2)), Math.max(width + margin, ...outside.map(({ x = 0 }) => x * UNIT + 4.2))];
    const [top, bottom] = [Math.min(-margin, ...outside.map(({ y = 0 }) => y * UNIT - 4.2)), Math.max(height + margin, ...outside.map(({ y = 0 }) => y * UNIT + 4.2))];
    return { left, top, width: right - left, height: bottom - top };
  }

  /** Draws other marks and regions on the same board; false where they need more room than it has. @param {Drawing} drawing */
  redraw(drawing) {
    if (drawing.holes?.join() !== this.drawing.holes?.join() || drawing.rows !== this.drawing.rows || drawing.columns !== this.drawing.columns || JSON.stringify(this.#boxOf(drawing)) !== JSON.stringify(this.box)) return false;
    this.drawing = drawing;
    this.#redraw(drawing);
    return true;
  }

  /** @param {Drawing} drawing */
  #redraw(drawing) {
    const { columns, regions = [] } = drawing;
    const { under, over } = marksOf(drawing);
    this.#under.replaceChildren(...under);
    this.#over.replaceChildren(...over);
    this.#obstacles = obstaclesOf(drawing);
    this.#drawn = [];
    const { heat, figures } = weightsOf(drawing);
    this.#heat.replaceChildren(...heat);
    this.#figures.replaceChildren(...figures);
    const borders = regions.map((names) => outline(names.map((name) => cellOf(name, columns)), 0, columns)).join("");
    this.#thick.setAttribute("d", this.#rim + borders);
  }

  /** A place on the screen, in cells from the top left corner of the board; beside it, too. @param {{clientX: number, clientY: number}} event */
  placeOf({ clientX, clientY }) {
    const { rows, columns } = this.drawing;
    const { x, y, width, height } = this.#grid.getBoundingClientRect();
    return { x: ((clientX - x) / width) * columns, y: ((clientY - y) / height) * rows };
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[this.#tabStop].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.#tabStop = cell;
    this.#moving = true;
    this.cells[cell].focus({ preventScroll: true });
    this.#moving = false;
  }

  /** Has a cell's value stand out for a moment. @param {number} cell */
  pop(cell) {
    this.#layers[cell].face.querySelector(".digit")?.animate([{ scale: 1.35 }], 200);
  }

  /** Draws what the pen left. @param {readonly import("../game/ink.js").Stroke[]} pen */
  ink(pen) {
    if (pen === this.#inked) return;
    this.#inked = pen;
    this.#pen.replaceChildren(...pen.map((stroke) => inkOf(stroke, this.drawing.columns)));
  }

  /** Has the marks of constraints stand out. @param {readonly number[]} constraints */
  point(constraints) {
    for (const mark of this.root.querySelectorAll("[data-constraint]")) mark.classList.toggle("pointed", constraints.includes(Number(mark.getAttribute("data-constraint"))));
  }

  /**
   * Draws what a step speaks of, over the cells; null takes it away. The notes of a cell of which candidates are
   * drawn are covered. Each part a candidate plays has a form of its own: filled it is true, hollow and square it is
   * not, with a ring it is put in, struck out it goes.
   * @param {Picture | null} picture
   */
  picture(picture) {
    if (!picture) return this.#picture.replaceChildren();
    const { columns, low, high } = this.drawing;
    const { parts, cells, candidates, placements, eliminations, chains, rest } = picture;
    const across = Math.ceil(Math.sqrt(high - low + 1));
    // Below the sums of cages, which stay as they are.
    const sums = new Set((this.drawing.marks ?? []).flatMap(({ shape, text, cells = [] }) => (shape === "cage" && text ? [Math.min(...cells.map((name) => cellOf(name, columns)))] : [])));
    const step = (sums.size ? 6.6 : 8.4) / across;
    /** @param {Candidate} candidate @returns {Point} */
    const placeOf = ({ cell, value }) => [(cell % columns) * UNIT + 0.8 + (8.4 / across) * (((value - low) % across) + 0.5), Math.floor(cell / columns) * UNIT + (sums.has(cell) ? 2.6 : 0.8 + (8.4 - step * across) / 2) + step * (Math.floor((value - low) / across) + 0.5)];
    const r = round(step * 0.46);
    /** @type {Map<string, {candidate: Candidate, roles: Set<string>}>} */
    const all = new Map();
    /** @param {readonly Candidate[]} list @param {string} role */
    const take = (list, role) => {
      for (const candidate of list) {
        const key = `${candidate.cell} ${candidate.value}`;
        all.set(key, { candidate, roles: (all.get(key)?.roles ?? new Set()).add(role) });
      }
    };
    take(candidates, "seen");
    for (const chain of chains) for (const link of chain) take([link], link.on ? "on" : "off");
    take(placements, "put");
    take(eliminations, "gone");
    const covered = [...new Set([...all.values()].map(({ candidate }) => candidate.cell))];
    take(covered.flatMap((cell) => rest(cell).filter((value) => !all.has(`${cell} ${value}`)).map((value) => ({ cell, value }))), "rest");
    const square = (/** @type {number} */ cell) => `M${(cell % columns) * UNIT + 0.6} ${Math.floor(cell / columns) * UNIT + 0.6}h8.8v8.8h-8.8z`;
    const links = chains.flatMap((chain) =>
      chain.flatMap((link) => {
        const from = chain[link.from];
        if (!from) return [];
        const [[ax, ay], [bx, by]] = [placeOf(from), placeOf(link)];
        const length = Math.hypot(bx - ax, by - ay);
        if (length < 2 * r) return [];
        const cut = (/** @type {number} */ t) => `${round(ax + ((bx - ax) * t) / length)} ${round(ay + ((by - ay) * t) / length)}`;
        return [svg("path", { class: "link", d: `M${cut(r)}L${cut(length - r)}${headAt([bx - ((bx - ax) * r) / length, by - ((by - ay) * r) / length], Math.atan2(by - ay, bx - ax), 0.8)}` })];
      }),
    );
    this.#picture.replaceChildren(
      ...parts.map((part) => svg("path", { class: "part", d: outline(part, 0.35, columns) })),
      ...(covered.length ? [svg("path", { class: "cover", d: covered.map(square).join("") })] : []),
      ...(cells.length ? [svg("path", { class: "looked", d: outline(cells, 0.6, columns) })] : []),
      ...links,
      ...[...all.values()].map(({ candidate, roles }) => {
        const [x, y] = placeOf(candidate);
        const group = svg("g", { class: [...roles].join(" ") });
        if (roles.has("off") && !roles.has("on")) group.append(svg("rect", { x: round(x - r), y: round(y - r), width: 2 * r, height: 2 * r }));
        else group.append(svg("circle", { cx: round(x), cy: round(y), r }));
        group.append(svg("text", { x: round(x), y: round(y + step * 0.27), "font-size": round(step * (high > 9 ? 0.6 : 0.75)) }, String(candidate.value)));
        if (roles.has("gone")) group.append(svg("path", { class: "strike", d: `M${round(x - r)} ${round(y + r)}L${round(x + r)} ${round(y - r)}` }));
        return group;
      }),
    );
  }

  /** @param {readonly Shown[]} shown by cell */
  draw(shown) {
    const { columns } = this.drawing;
    const selected = shown.flatMap((cell, i) => (cell.selected ? [i] : []));
    this.#edge.setAttribute("d", outline(selected, 0.4, columns));
    this.#chosen.setAttribute("d", selected.map((cell) => `M${(cell % columns) * UNIT} ${Math.floor(cell / columns) * UNIT}h10v10h-10z`).join(""));
    shown.forEach((cell, i) => {
      const now = JSON.stringify(cell);
      if (now === this.#drawn[i]) return;
      this.#drawn[i] = now;
      const element = this.cells[i];
      element.setAttribute("aria-label", cell.label);
      element.setAttribute("aria-selected", String(cell.selected));
      element.setAttribute("aria-readonly", String(cell.given));
      if (cell.conflict) element.setAttribute("aria-invalid", "true");
      else element.removeAttribute("aria-invalid");
      const [l, t] = [(i % columns) * UNIT, Math.floor(i / columns) * UNIT];
      const { colours, face } = this.#layers[i];
      colours.replaceChildren(...wedgesIn(l, t, cell.colours));
      face.replaceChildren();
      if (cell.conflict) face.append(svg("rect", { class: "conflict", x: l + 0.3, y: t + 0.3, width: 9.4, height: 9.4 }));
      if (cell.text) {
        face.append(svg("text", { class: `digit ${cell.given ? "given" : "entry"}${cell.conflict ? " bad" : ""}`, x: l + 5, y: round(t + (cell.text.length > 1 ? 7.1 : 7.4)), "font-size": cell.text.length > 1 ? 5.6 : 6.8 }, cell.text));
        return;
      }
      const { corner, centre, confined, out = [] } = cell;
      const look = (/** @type {string} */ text = "") => `note${confined ? " confined" : ""}${out.includes(text) ? " out" : ""}`;
      const middle = centred(centre, this.#obstacles[i]);
      const inner = middle.map(({ text, x, y, size }) => box(x, y, (text.length * size * WIDE) / 2, size * 0.39));
      for (const { text, x, y, size } of [...middle, ...cornered(corner, [...this.#obstacles[i], ...inner])]) {
        // As wide as it was given room, whatever the font.
        const note = svg("text", { class: look(text), x: round(l + x), y: round(t + y + size * 0.36), "font-size": round(size), textLength: round(text.length * WIDE * size), lengthAdjust: "spacingAndGlyphs" });
        const words = centre.includes(text) || corner.includes(text) ? [text] : text.includes(" ") ? text.split(/(?= )/) : [...text];
        note.append(...words.map((word) => (out.includes(word.trim()) ? svg("tspan", { class: "out" }, word) : word)));
        face.append(note);
      }
    });
  }
}
