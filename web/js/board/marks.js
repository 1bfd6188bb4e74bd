/**
 * Draws the rules of a puzzle, as a layer of board.js. It turns the marks of the operation
 * "drawing" into SVG, draws the weights of cells, and places notes so that they cover no clue
 * (room.js), and the candidates of a step. The colours are those that setters commonly use.
 * Each kind of line also has a pattern in its middle, so that nobody needs the colour to
 * recognise it.
 */
import { cellOf } from "../game/grid.js";
import { UNIT, squaresOf, svg } from "./board.js";
import { WIDE, outline, round } from "./picture.js";
import { box, centred, cornered, obstaclesOf } from "./room.js";

/**
 * @typedef {import("../engine/types.js").Drawing} Drawing
 * @typedef {import("../engine/types.js").Drawn} Mark
 * @typedef {[number, number]} Point
 */

/** The margin round the board, so that its edge is not cut off. */
const MARGIN = 0.6;

/** The longest text drawn on a line, in characters. */
const SHORT = 4;

/** The drawing of marks, what lies under the digits and what over them. @param {Drawing} drawing @returns {{under: SVGElement[], over: SVGElement[]}} */
function marksOf({ marks = [], columns }) {
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const over = [];
  for (const mark of marks) {
    const group = svg("g", { class: `rule k-${mark.kind} s-${mark.shape} ${mark.colour ? `c-${mark.colour}` : ""}`, "data-constraint": mark.constraint });
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
      return [svg("path", { class: "area", d: squaresOf(cells, columns) }), svg("path", { class: "rim", d: outline(cells, 0.5, columns) })];
    case "line":
      return lineOf(mark, cells.map((cell) => [(cell % columns) * UNIT + 5, Math.floor(cell / columns) * UNIT + 5]));
    case "dot":
      return [svg("circle", { class: `dot ${mark.end ?? ""}`, cx: x, cy: y, r: text ? 1.9 : 1.5 }), ...(text ? [svg("text", { class: `on-dot ${mark.end ?? ""}`, x, y: round(y + 0.9), "font-size": 2.5 }, text)] : [])];
    case "letter":
      return [svg("text", { class: "letter-mark", x, y: round(y + (text.length > 1 ? 0.83 : 1.3)), "font-size": text.length > 1 ? 2.3 : 3.6 }, text)];
    case "greater":
      // The sign opens towards the greater value.
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
  // Filled ends cover the line; a bulb has the line's colour.
  const faced = [start, end].some((kind) => ["circle", "diamond", "pill"].includes(kind));
  const body = [svg("path", { class: "line", d, "stroke-width": mark.width ?? 2.2 })];
  // The pattern in the middle of the line shows its kind without colour.
  if (mark.core) body.push(svg("path", { class: "core", d: path(line), "stroke-width": mark.core_width ?? 0.22, "stroke-dasharray": mark.core.join(" "), "stroke-linecap": mark.core_width === 0.5 ? "round" : "butt" }));
  // A long name would cover the board; players can read it by selecting the cell.
  const label = text && text.length <= SHORT && start !== "pill" ? [svg("text", { class: "on-line", x: points[0][0] - 4.5, y: points[0][1] - 2.4, "font-size": 2.3 }, text)] : [];
  return faced ? [...body, ...ends, ...label] : [...ends, ...body, ...label];
}

/** Draws the weights of cells. The higher the weight, the darker the background; weight 0 has none. @param {Drawing} drawing @returns {{heat: SVGElement[], figures: SVGElement[]}} */
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

/** The box around everything drawn. @param {Drawing} drawing @param {boolean} ring whether there is room for clues all round */
function boxOf({ rows, columns, marks = [] }, ring) {
  const [width, height] = [columns * UNIT, rows * UNIT];
  const outside = marks.filter(({ shape }) => shape === "outside");
  const margin = ring ? UNIT : MARGIN;
  const [left, right] = [Math.min(-margin, ...outside.map(({ x = 0 }) => x * UNIT - 4.2)), Math.max(width + margin, ...outside.map(({ x = 0 }) => x * UNIT + 4.2))];
  const [top, bottom] = [Math.min(-margin, ...outside.map(({ y = 0 }) => y * UNIT - 4.2)), Math.max(height + margin, ...outside.map(({ y = 0 }) => y * UNIT + 4.2))];
  return { left, top, width: right - left, height: bottom - top };
}

/** The layout of a drawn puzzle. @param {Drawing} drawing @param {boolean} [ring] whether there is room for clues all round @returns {import("./board.js").Layout} */
export function layoutOf(drawing, ring = false) {
  const { rows, columns, low, holes = [], regions = [] } = drawing;
  const at = (/** @type {string} */ name) => cellOf(name, columns);
  const { under, over } = marksOf(drawing);
  const { heat, figures } = weightsOf(drawing);
  const obstacles = obstaclesOf(drawing);
  return {
    look: "ruled", rows, columns, low, gaps: new Set(holes.map(at)), regions: regions.map((names) => names.map(at)), box: boxOf(drawing, ring),
    under: [...heat, ...under],
    // Clues lie on top, so that neither digits nor steps cover them.
    over: [...figures, ...over],
    runsOf(cell, corner, centre) {
      const middle = centred(centre, obstacles[cell]);
      const inner = middle.map(({ words, between, x, y, size }) => box(x, y, (words.join(between).length * size * WIDE) / 2, size * 0.39));
      return [...middle, ...cornered(corner, [...obstacles[cell], ...inner])];
    },
  };
}

/**
 * Where the candidates of a step stand: below the sums of cages, which stay as they are. If places
 * for all values would be too small to read, those that are drawn stand in order.
 * @param {Drawing} drawing @param {readonly {cell: string, digit: number}[]} candidates that are drawn @returns {import("./picture.js").Spots}
 */
export function spotsIn({ columns, low, high, marks = [] }, candidates) {
  const sums = new Set(marks.flatMap(({ shape: form, text, cells = [] }) => (form === "cage" && text ? [Math.min(...cells.map((name) => cellOf(name, columns)))] : [])));
  /** The drawn digits of each cell. @type {Map<number, number[]>} */
  const drawn = new Map();
  for (const { cell: name, digit } of candidates) {
    const cell = cellOf(name, columns);
    drawn.set(cell, [...new Set([...(drawn.get(cell) ?? []), digit])].sort((a, b) => a - b));
  }
  const ranked = high - low >= 9;
  const across = Math.max(2, Math.ceil(Math.sqrt(ranked ? Math.max(0, ...[...drawn.values()].map(({ length }) => length)) : high - low + 1)));
  const step = (sums.size ? 6.6 : 8.4) / across;
  return {
    columns, scale: round(step / 2.9), covers: true,
    textOf: (digit) => String(digit + low - 1),
    spotOf(cell, digit) {
      // The only one drawn in its cell stands in the middle.
      if (ranked && drawn.get(cell)?.length === 1) return [(cell % columns) * UNIT + 5, Math.floor(cell / columns) * UNIT + 5];
      const at = ranked ? drawn.get(cell)?.indexOf(digit) ?? 0 : digit - 1;
      return [round((cell % columns) * UNIT + 0.8 + (8.4 / across) * ((at % across) + 0.5)), round(Math.floor(cell / columns) * UNIT + (sums.has(cell) ? 2.6 : 0.8 + (8.4 - step * across) / 2) + step * (Math.floor(at / across) + 0.5))];
    },
  };
}
