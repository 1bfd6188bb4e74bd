/**
 * Places notes in a cell so that they cover no clue: no sum, dot, circle, arrow or border of a
 * cage. No screen is needed.
 *
 * Lengths are tenths of a cell, from the cell's top left corner. An obstacle returns the parts
 * that it takes of a horizontal strip of the cell. Digits may be written over shades and thick
 * lines. So shades are no obstacles, and thick lines are soft ones: notes avoid them only if the
 * figures stay large enough.
 *
 * @typedef {[from: number, to: number]} Span
 * @typedef {{soft: boolean, at: (top: number, bottom: number) => Span[]}} Obstacle
 * @typedef {import("./board.js").Run} Run
 */
import { placeOf } from "../game/grid.js";
import { WIDE } from "./picture.js";

/** The height of a digit's strip, as a fraction of its size. */
const HIGH = 0.78;
/** The space between a note and a clue. */
const CLEAR = 0.25;
/** The space between notes and the edge of the cell. */
const EDGE = 0.6;
/** Sizes of digits: the largest; the smallest that a phone shows legibly and that avoids thick lines; smaller ones, if there is no room. */
const [LARGE, LEGIBLE, MEDIUM, SMALL, TINY] = [3, 2.4, 1.7, 1.1, 0.65];
/** The heights to try for the middle of a line, from the cell's middle outwards. */
const HEIGHTS = Array.from({ length: 21 }, (_, i) => 5 + (i % 2 ? -1 : 1) * Math.ceil(i / 2) * 0.4);

/** @param {number} x @param {number} y @param {number} width half of it @param {number} height half of it @returns {Obstacle} */
export function box(x, y, width, height = width) {
  return { soft: false, at: (top, bottom) => (bottom > y - height - CLEAR && top < y + height + CLEAR ? [[x - width - CLEAR, x + width + CLEAR]] : []) };
}

/** The edge of a circle. Its inside is free. @param {number} x @param {number} y @param {number} r @param {number} width of the stroke @returns {Obstacle} */
export function ring(x, y, r, width) {
  const [outer, inner] = [r + width / 2 + CLEAR, r - width / 2 - CLEAR];
  return {
    soft: false,
    at(top, bottom) {
      const near = top <= y && bottom >= y ? 0 : Math.min(Math.abs(top - y), Math.abs(bottom - y));
      const far = Math.max(Math.abs(top - y), Math.abs(bottom - y));
      if (near >= outer) return [];
      const out = Math.sqrt(outer ** 2 - near ** 2);
      if (far >= inner) return [[x - out, x + out]];
      const within = Math.sqrt(inner ** 2 - far ** 2);
      return [[x - out, x - within], [x + within, x + out]];
    },
  };
}

/** A stroke. @param {number} ax @param {number} ay @param {number} bx @param {number} by @param {number} width @param {boolean} soft @returns {Obstacle} */
export function stroke(ax, ay, bx, by, width, soft = false) {
  const half = width / 2 + CLEAR;
  return {
    soft,
    at(top, bottom) {
      const [low, high] = [top - half, bottom + half];
      if (Math.max(ay, by) < low || Math.min(ay, by) > high) return [];
      // The ends of the part inside the strip.
      const xs = ay === by ? [ax, bx] : [low, high].map((y) => ax + ((bx - ax) * Math.min(1, Math.max(0, (y - ay) / (by - ay)))));
      return [[Math.min(...xs) - half, Math.max(...xs) + half]];
    },
  };
}

/** The free parts of a strip. @param {readonly Obstacle[]} obstacles @param {number} top @param {number} bottom @returns {Span[]} */
function freeIn(obstacles, top, bottom) {
  /** @type {Span[]} */
  const free = [];
  let from = EDGE;
  for (const [start, end] of obstacles.flatMap(({ at }) => at(top, bottom)).sort(([a], [b]) => a - b)) {
    if (start > from) free.push([from, Math.min(start, 10 - EDGE)]);
    from = Math.max(from, end);
  }
  if (from < 10 - EDGE) free.push([from, 10 - EDGE]);
  return free.filter(([start, end]) => end > start);
}

/** Places notes on one line at a height: in the best single span, or in order over several spans. Returns null if they do not fit. @param {readonly string[]} notes @param {Span[]} spans @param {number} y @param {number} size @param {string} between @returns {Run[] | null} */
function packed(notes, spans, y, size, between) {
  const width = (/** @type {readonly string[]} */ words) => words.join(between).length * WIDE * size;
  const whole = width(notes);
  const middle = (/** @type {Span} */ [from, to]) => Math.min(Math.max(5, from + whole / 2), to - whole / 2);
  const wide = spans.filter(([from, to]) => to - from >= whole).sort((a, b) => Math.abs(middle(a) - 5) - Math.abs(middle(b) - 5));
  if (wide.length) return [{ words: notes, between, x: middle(wide[0]), y, size }];
  /** @type {Run[]} */
  const placed = [];
  let at = 0;
  for (const [from, to] of spans) {
    let n = 0;
    while (at + n < notes.length && width(notes.slice(at, at + n + 1)) <= to - from) n++;
    if (n) placed.push({ words: notes.slice(at, at + n), between, x: (from + to) / 2, y, size });
    at += n;
  }
  return at === notes.length ? placed : null;
}

/** Places lines of notes, each in up to `runs` parts. @param {readonly (readonly string[])[]} lines @param {readonly Obstacle[]} obstacles @param {number} least @param {string} between @param {number} runs @returns {Run[] | null} */
function laid(lines, obstacles, least, between, runs = 9) {
  const most = (10 - 2 * EDGE) / (WIDE * Math.max(...lines.map((line) => line.join(between).length)));
  for (let size = Math.min(LARGE, most); size >= least; size -= 0.08) {
    for (const y of HEIGHTS) {
      const placed = lines.map((line, i) => {
        const middle = y + (i - (lines.length - 1) / 2) * size * 1.05;
        const [top, bottom] = [middle - (size * HIGH) / 2, middle + (size * HIGH) / 2];
        return top < EDGE || bottom > 10 - EDGE ? null : packed(line, freeIn(obstacles, top, bottom), middle, size, between);
      });
      if (placed.every((line) => line !== null && line.length <= runs)) return placed.flatMap((line) => line ?? []);
    }
  }
  return null;
}

/** Places notes in the middle of a cell: on one line, or on several lines if they would be too small to read. @param {readonly string[]} notes @param {readonly Obstacle[]} obstacles @returns {Run[]} */
export function centred(notes, obstacles) {
  if (!notes.length) return [];
  const between = notes.some((text) => text.length > 1) ? " " : "";
  const hard = obstacles.filter(({ soft }) => !soft);
  for (const [among, least, runs] of /** @type {const} */ ([[obstacles, LEGIBLE, 1], [hard, LEGIBLE, 1], [hard, MEDIUM, 2], [hard, SMALL, 9], [hard, TINY, 9]])) {
    for (let count = 1; count <= Math.min(least > SMALL && notes.length < 10 ? 2 : 6, notes.length); count++) {
      const each = Math.ceil(notes.length / count);
      const lines = Array.from({ length: Math.ceil(notes.length / each) }, (_, i) => notes.slice(i * each, (i + 1) * each));
      const placed = laid(lines, among, least, between, runs);
      if (placed) return placed;
    }
  }
  // If no room is free, the notes cover the clue, since they matter more.
  return laid([notes], [], 0.3, between) ?? [];
}

/** Places notes in free places in the corners of a cell and along its sides. Many notes get smaller digits. @param {readonly string[]} notes @param {readonly Obstacle[]} obstacles @returns {Run[]} */
export function cornered(notes, obstacles) {
  const hard = obstacles.filter(({ soft }) => !soft);
  const least = notes.length <= 4 ? 2 : notes.length <= 9 ? 3 : 4;
  for (let across = least; across <= 8; across++) {
    const size = [2.7, 2.7, 2.7, 2.5, 2][across] ?? 7.6 / across;
    const places = Array.from({ length: across * across }, (_, i) => ({ x: 1.7 + (i % across) * (6.6 / (across - 1)), y: 2 + Math.floor(i / across) * (6 / (across - 1)), size }));
    const free = places.filter(({ x, y }, i) => {
      const half = (Math.max(1, notes[Math.min(i, notes.length - 1)]?.length ?? 1) * size * WIDE) / 2;
      return hard.every(({ at }) => at(y - (size * HIGH) / 2, y + (size * HIGH) / 2).every(([from, to]) => to <= x - half || from >= x + half));
    });
    if (free.length >= notes.length) return notes.map((text, i) => ({ words: [text], ...free[i] }));
  }
  return notes.map((text, i) => ({ words: [text], x: 1.2 + (i % 8) * 1.1, y: 1.5 + Math.floor(i / 8) * 1.2, size: 0.95 }));
}

/** The obstacles of a drawing in each cell. @param {import("../engine/types.js").Drawing} drawing @returns {Obstacle[][]} */
export function obstaclesOf({ rows, columns, marks = [], weights = [] }) {
  /** @type {Obstacle[][]} */
  const all = Array.from({ length: rows * columns }, () => []);
  /** Adds an obstacle near a place of the board to all cells it may reach. @param {number} x in tenths of a cell @param {number} y @param {(x: number, y: number) => Obstacle} make gets the place relative to the cell's corner */
  const near = (x, y, make) => {
    for (const row of new Set([Math.floor((y - 4) / 10), Math.floor((y + 4) / 10)])) {
      for (const column of new Set([Math.floor((x - 4) / 10), Math.floor((x + 4) / 10)])) {
        if (row >= 0 && column >= 0 && row < rows && column < columns) all[row * columns + column].push(make(x - column * 10, y - row * 10));
      }
    }
  };
  for (const mark of marks) {
    const { shape, text = "", start = "", end = "", width = 2.2 } = mark;
    const cells = (mark.cells ?? []).map(placeOf);
    const [x, y] = [(mark.x ?? 0) * 10, (mark.y ?? 0) * 10];
    if (shape === "cage" || shape === "area") {
      const inset = shape === "cage" ? 0.8 : 0.5;
      const inside = new Set(cells.map(({ row, column }) => row * columns + column));
      for (const cell of inside) {
        const has = (/** @type {number} */ dr, /** @type {number} */ dc) => (cell % columns) + dc >= 0 && (cell % columns) + dc < columns && inside.has(cell + dr * columns + dc);
        for (const [dr, dc, x, y, width, height] of [[-1, 0, 5, inset, 5, 0.11], [1, 0, 5, 10 - inset, 5, 0.11], [0, -1, inset, 5, 0.11, 5], [0, 1, 10 - inset, 5, 0.11, 5]]) if (!has(dr, dc)) all[cell].push(box(x, y, width, height));
        for (const [dr, dc] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) if (has(dr, 0) && has(0, dc) && !has(dr, dc)) all[cell].push(box(5 + dc * 4.6, 5 + dr * 4.6, 0.5));
      }
      if (text && inside.size) all[Math.min(...inside)].push(box(0.7 + text.length * 0.7, 1.75, text.length * 0.7 + 0.3, 1.15));
    } else if (shape === "line") {
      const points = cells.map(({ row, column }) => [column * 10 + 5, row * 10 + 5]);
      const soft = width > 1 || width < 0.6; // notes may lie on wide pale lines and on a diagonal, but not on arrows
      // A filled circle covers the line, so the line begins at its edge.
      const faced = (/** @type {number} */ i) => (i === 0 ? start : i === points.length - 1 ? end : "") === "circle";
      const cut = (/** @type {number[]} */ [x, y], /** @type {number[]} */ [tx, ty], /** @type {boolean} */ is) => {
        const far = Math.hypot(tx - x, ty - y);
        return is ? [x + ((tx - x) * 3.8) / far, y + ((ty - y) * 3.8) / far] : [x, y];
      };
      points.slice(1).forEach((b, i) => {
        const a = points[i];
        const [[ax, ay], [bx, by]] = [cut(a, b, faced(i)), cut(b, a, faced(i + 1))];
        for (const { row, column } of [cells[i], cells[i + 1]]) all[row * columns + column].push(stroke(ax - column * 10, ay - row * 10, bx - column * 10, by - row * 10, width, soft));
      });
      if (end === "arrow" && points.length > 1) {
        const { row, column } = cells[cells.length - 1];
        const [[ax, ay], [bx, by]] = points.slice(-2);
        const angle = Math.atan2(by - ay, bx - ax);
        for (const turn of [2.5, -2.5]) all[row * columns + column].push(stroke(5, 5, 5 + Math.cos(angle + turn) * 2, 5 + Math.sin(angle + turn) * 2, width));
      }
      for (const [kind, cell] of /** @type {[string, {row: number, column: number} | undefined][]} */ ([[start, cells[0]], [end, cells.at(-1)]])) {
        if (!cell) continue;
        const here = all[cell.row * columns + cell.column];
        if (kind === "circle") here.push(ring(5, 5, 3.8, 0.7));
        if (kind === "diamond") for (const [dx, dy] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) here.push(stroke(5 + dx * 4.2, 5, 5, 5 + dy * 4.2, 0.7));
      }
    } else if (shape === "dot") near(x, y, (x, y) => box(x, y, text ? 2 : 1.65));
    else if (shape === "letter") near(x, y, (x, y) => box(x, y, 0.8 + text.length * 0.9, 1.9));
    else if (shape === "greater") near(x, y, (x, y) => box(x, y, 1.5));
    else if (shape === "quad") near(x, y, (x, y) => box(x, y, 2.7));
    else if (shape === "ring") near(x, y, (x, y) => ring(x, y, 4.2, 0.7));
    else if (shape === "minimum" || shape === "maximum") for (const [dx, dy] of [[0, -4.2], [0, 4.2], [-4.2, 0], [4.2, 0]]) near(x + dx, y + dy, (x, y) => box(x, y, dx ? 0.6 : 1.2, dx ? 1.2 : 0.6));
  }
  weights.forEach((weight, cell) => {
    const { length } = String(weight);
    if (weight) all[cell].push(box(8.9 - length * 0.6, 8.2, length * 0.6 + 0.1, 0.9));
  });
  return all;
}
