// @ts-check
/**
 * What a hint or a step draws on the board, as shapes, without a screen. A cell
 * is 10 units wide and holds its candidates three by three:
 *
 *      2.1  5  7.9
 *   2.3  1  2  3
 *   5.2  4  5  6
 *   8.1  7  8  9
 *
 * Nothing is told by colour alone: each part that a candidate plays has a form
 * of its own, and so has each kind of link.
 *
 *   pattern  disc            on    disc with a rim   strong  solid
 *   fin      diamond         off   dashed ring       weak    dashed
 *   endofin  double diamond  end   a second ring     als     dotted
 *   pivot    square          a, b, c, d   disc, square, hexagon, diamond
 *   corner   hollow square   eliminated   struck through
 *
 * @import {Candidate, Draw as Shown, Link, LinkEnd, Reasoning} from "../engine/types.js"
 * @typedef {Omit<Shown, "marks"> & {marks: (Candidate & {role: string})[]}} Draw what a step shows, and candidates that its branches turn on or off
 * @typedef {{name: string, attributes: Record<string, string | number>, text?: string, children?: Shape[]}} Shape
 * @typedef {{under: Shape[], over: Shape[]}} Picture under the digits, and over the notes
 */
import { HOUSES, cellOf, columnOf, rowOf } from "../game/grid.js";

/** Half the width of a candidate's mark. */
const RADIUS = 1.4;

/** @param {number} n */
const round = (n) => Math.round(n * 100) / 100;

/** Where a candidate stands, its middle. @param {number} cell @param {number} digit @returns {[number, number]} */
export const spotOf = (cell, digit) => [
  round(columnOf(cell) * 10 + 2.1 + ((digit - 1) % 3) * 2.9),
  round(rowOf(cell) * 10 + 2.3 + Math.floor((digit - 1) / 3) * 2.9),
];

/** The cells of a house by its code, such as "r1". @param {string} code */
const cellsOf = (code) => HOUSES.find((house) => house.code === code)?.cells ?? [];

/** @param {string} name @param {Record<string, string | number>} attributes @param {Shape[]} [children] @returns {Shape} */
const shape = (name, attributes, children) => (children ? { name, attributes, children } : { name, attributes });

/** @param {[number, number][]} points */
const polygon = (points) => shape("polygon", { points: points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ") });

/** @param {number} x @param {number} y @param {number} r */
const diamond = (x, y, r) => polygon([[x, y - r], [x + r, y], [x, y + r], [x - r, y]]);
/** @param {number} x @param {number} y @param {number} r */
const square = (x, y, r) => shape("rect", { x: round(x - r), y: round(y - r), width: 2 * r, height: 2 * r, rx: 0.3 });
/** @param {number} x @param {number} y @param {number} r */
const disc = (x, y, r) => shape("circle", { cx: x, cy: y, r });
/** @param {number} x @param {number} y @param {number} r */
const hexagon = (x, y, r) => polygon([0, 1, 2, 3, 4, 5].map((i) => [x + r * Math.cos((i * Math.PI) / 3), y + r * Math.sin((i * Math.PI) / 3)]));

/** The form of each role. @type {Record<string, (x: number, y: number) => Shape[]>} */
const FORMS = {
  pattern: (x, y) => [disc(x, y, RADIUS)],
  fin: (x, y) => [diamond(x, y, 1.75)],
  endofin: (x, y) => [diamond(x, y, 2), diamond(x, y, 1.6)],
  pivot: (x, y) => [square(x, y, 1.35)],
  corner: (x, y) => [square(x, y, 1.3)],
  a: (x, y) => [disc(x, y, RADIUS)],
  b: (x, y) => [square(x, y, 1.3)],
  c: (x, y) => [hexagon(x, y, 1.6)],
  d: (x, y) => [diamond(x, y, 1.75)],
  on: (x, y) => [disc(x, y, RADIUS)],
  off: (x, y) => [disc(x, y, RADIUS)],
  placement: (x, y) => [disc(x, y, 1.5)],
};

/** @param {number} x @param {number} y @param {number} digit */
const figure = (x, y, digit) => ({ ...shape("text", { x, y: round(y + 0.9) }), text: String(digit) });

/** Families whose houses belong to the pattern; those of the others only say where to look for it, and go once more than its cells is drawn. */
const HOUSED = ["single", "locked", "subset", "fish", "pattern"];

/** More links than this are a tangle; then branches show where they start and end. */
const MOST_LINKS = 48;

/**
 * What branches add to a drawing: the lines that lead to their ends, as links,
 * each candidate on or off, and which candidates they start from and end at.
 * @param {readonly Reasoning[]} branches
 */
function implications(branches) {
  /** @type {Link[]} */
  const links = [];
  /** @type {Draw["marks"]} */
  const marks = [];
  const ends = new Set();
  for (const { nodes, end } of branches) {
    const wanted = new Set(end);
    // Lines follow from earlier ones, so one way back from the last finds all.
    for (let i = nodes.length - 1; i >= 0; i--) if (wanted.has(i)) for (const from of nodes[i].from ?? []) wanted.add(from);
    nodes.forEach((to, i) => {
      if (!wanted.has(i)) return;
      marks.push({ cell: to.cell, digit: to.digit, role: to.true ? "on" : "off" });
      if (i === 0 || end.includes(i)) ends.add(`${to.cell}:${to.digit}`);
      for (const from of (to.from ?? []).map((at) => nodes[at])) {
        const kind = from.true === to.true ? "als" : to.true ? "strong" : "weak";
        links.push({ from: { cells: [from.cell], digit: from.digit }, to: { cells: [to.cell], digit: to.digit }, kind });
      }
    });
  }
  const few = links.length <= MOST_LINKS;
  return { links: few ? links : [], marks: few ? marks : marks.filter(({ cell, digit }) => ends.has(`${cell}:${digit}`)), ends };
}

/**
 * The shapes of what a step shows.
 * @param {Draw} draw
 * @param {string} [family] of the step's technique
 * @param {readonly Reasoning[]} [branches] of the step
 * @returns {Picture}
 */
export function pictureOf(draw, family = "single", branches = []) {
  const implied = draw.links.length ? implications([]) : implications(branches);
  if (branches.length) draw = { ...draw, marks: [...draw.marks, ...implied.marks], links: [...draw.links, ...implied.links] };
  /** @type {Shape[]} */
  const under = [];
  /** @type {Shape[]} */
  const over = [];

  const more = draw.marks.length + draw.links.length + draw.sets.length > 0;
  for (const name of draw.cells.length && more && !HOUSED.includes(family) ? [] : draw.houses) {
    const cells = cellsOf(name);
    const [first, last] = [cells[0], cells[cells.length - 1]];
    if (first === undefined) continue;
    const [x, y] = [columnOf(first) * 10 + 0.4, rowOf(first) * 10 + 0.4];
    under.push(shape("rect", { class: "house", "data-house": name, x, y, width: round(columnOf(last) * 10 + 9.6 - x), height: round(rowOf(last) * 10 + 9.6 - y), rx: 0.8 }));
  }
  for (const name of draw.cells) {
    if (draw.placements.some((p) => p.cell === name)) continue;
    const cell = cellOf(name);
    const within = draw.sets.some(({ cells }) => cells.includes(name));
    under.push(shape("rect", { class: within ? "cell within" : "cell", "data-in": name, x: columnOf(cell) * 10 + 0.5, y: rowOf(cell) * 10 + 0.5, width: 9, height: 9, rx: 1 }));
  }
  /** How many letters stand in a cell. @type {Record<string, number>} */
  const lettered = {};
  draw.sets.forEach(({ cells }, i) => {
    const children = [shape("path", { d: outline(cells.map(cellOf), 0.5 + 0.4 * (i % 2)) })];
    if (family === "als") {
      // The letter that the text has for it, on the upper border of its cell that has the fewest, between two notes.
      const name = cells.reduce((best, cell) => ((lettered[cell] ?? 0) < (lettered[best] ?? 0) ? cell : best));
      const nth = lettered[name] ?? 0;
      lettered[name] = nth + 1;
      const [x, y] = [round(columnOf(cellOf(name)) * 10 + [3.55, 6.45, 9][nth % 3]), rowOf(cellOf(name)) * 10 + 0.85];
      children.push(square(x, y, 0.85), { ...shape("text", { x, y: round(y + 0.6) }), text: String.fromCharCode(65 + (i % 26)) });
    }
    over.push(shape("g", { class: `set set-${i % 4}`, "data-set": cells.join(" ") }, children));
  });

  const roles = rolesOf(draw);
  const ends = implied.ends.size ? implied.ends : endsOf(draw.links);
  // Without a chain to lead to them, placements are written large.
  const large = draw.links.length === 0 ? draw.placements : [];
  for (const [key, role] of roles) {
    const [name, text] = key.split(":");
    const [cell, digit] = [cellOf(name), Number(text)];
    if (large.some((p) => p.cell === name)) continue;
    const [x, y] = spotOf(cell, digit);
    const rim = ends.has(key) ? [{ ...disc(x, y, 1.85), attributes: { ...disc(x, y, 1.85).attributes, class: "end" } }] : [];
    over.push(shape("g", { class: `mark ${role}`, "data-mark": role, "data-at": key, ...(rim.length ? { "data-end": "true" } : {}) }, [...rim, ...FORMS[role](x, y), figure(x, y, digit)]));
  }

  const bands = new Map();
  for (const { from, to } of draw.links) for (const node of [from, to]) if (node.cells.length > 1) bands.set(`${node.cells.join(" ")}:${node.digit}`, node);
  for (const [key, node] of bands) {
    const spots = node.cells.map((/** @type {string} */ name) => spotOf(cellOf(name), node.digit));
    const [x, y] = [Math.min(...spots.map((/** @type {number[]} */ [x]) => x)) - 1.75, Math.min(...spots.map((/** @type {number[]} */ [, y]) => y)) - 1.75];
    const [right, bottom] = [Math.max(...spots.map((/** @type {number[]} */ [x]) => x)) + 1.75, Math.max(...spots.map((/** @type {number[]} */ [, y]) => y)) + 1.75];
    over.push(shape("rect", { class: "band", "data-band": key, x: round(x), y: round(y), width: round(right - x), height: round(bottom - y), rx: 1.75 }));
  }

  for (const link of draw.links) {
    const { line, head } = curve(link);
    const [from, to] = [link.from, link.to].map(({ cells, digit }) => `${cells.join(" ")}:${digit}`);
    over.push(
      shape("g", { class: `link ${link.kind}`, "data-link": link.kind, "data-from": from, "data-to": to }, [
        shape("path", { class: "casing", d: line }),
        shape("path", { class: "line", d: line }),
        polygon(head),
      ]),
    );
  }

  for (const { cell: name, digit } of draw.eliminations) {
    const [x, y] = spotOf(cellOf(name), digit);
    const plain = roles.has(`${name}:${digit}`) ? [] : [disc(x, y, RADIUS), figure(x, y, digit)];
    over.push(
      shape("g", { class: "elimination", "data-mark": "elimination", "data-at": `${name}:${digit}` }, [
        ...plain,
        shape("path", { d: `M${round(x - 1.5)} ${round(y + 1.5)}L${round(x + 1.5)} ${round(y - 1.5)}` }),
      ]),
    );
  }

  for (const { cell: name, digit } of draw.placements) {
    const cell = cellOf(name);
    const [x, y] = [columnOf(cell) * 10, rowOf(cell) * 10];
    const box = shape("rect", { x: x + 0.8, y: y + 0.8, width: 8.4, height: 8.4, rx: 1.6 });
    const text = large.length ? [{ ...shape("text", { x: x + 5, y: y + 7.35 }), text: String(digit) }] : [];
    over.push(shape("g", { class: `placement${large.length ? " large" : ""}`, "data-mark": "placement", "data-at": `${name}:${digit}` }, [box, ...text]));
  }
  return { under, over };
}

/**
 * The part of each candidate, by "r1c1:5". A chain has a candidate where its
 * strong links lead to and its weak ones start from, and not at their other ends.
 * @param {Draw} draw
 */
function rolesOf({ marks, links, placements }) {
  /** @type {Map<string, string>} */
  const roles = new Map();
  for (const { cell, digit, role } of marks) roles.set(`${cell}:${digit}`, Object.hasOwn(FORMS, role) ? role : "pattern");
  for (const { from, to, kind } of links) {
    for (const [node, role] of /** @type {const} */ ([[from, kind === "weak" ? "on" : "off"], [to, kind === "weak" ? "off" : "on"]])) {
      for (const cell of node.cells) {
        const key = `${cell}:${node.digit}`;
        // What leads through an almost locked set does not tell by itself.
        if (kind !== "als") roles.set(key, role);
        else if (!roles.has(key)) roles.set(key, "pattern");
      }
    }
  }
  if (links.length) for (const { cell, digit } of placements) roles.set(`${cell}:${digit}`, "placement");
  return roles;
}

/** Where a chain starts and ends, which in a loop is the same. @param {Link[]} links */
function endsOf(links) {
  const keys = (/** @type {LinkEnd} */ { cells, digit }) => cells.map((cell) => `${cell}:${digit}`);
  const first = links[0];
  const last = links[links.length - 1];
  return new Set(first ? [...keys(first.from), ...keys(last.to)] : []);
}

/**
 * A link's curve between the candidates of its ends that are nearest to each
 * other, and its arrow's head. It bends to its right, so that two links
 * between the same candidates keep apart, save where that leads off the board.
 * @param {Link} link
 */
function curve({ from, to }) {
  /** @type {[number, number][]} */
  let [p, q] = [[0, 0], [90, 90]];
  for (const a of from.cells) {
    for (const b of to.cells) {
      const [s, e] = [spotOf(cellOf(a), from.digit), spotOf(cellOf(b), to.digit)];
      if (Math.hypot(e[0] - s[0], e[1] - s[1]) < Math.hypot(q[0] - p[0], q[1] - p[1])) [p, q] = [s, e];
    }
  }
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const length = Math.hypot(dx, dy) || 1;
  /** The bend's control point, to the right or, with a negative bend, to the left; the curve comes half as far. @param {number} bend */
  const control = (bend) => [(p[0] + q[0]) / 2 - (dy / length) * bend, (p[1] + q[1]) / 2 + (dx / length) * bend];
  const bend = length < 4 ? 5 : Math.min(0.1 * length + 0.9, 5);
  const out = control(bend / 2 + 1).some((at) => at < 0 || at > 90);
  const [cx, cy] = control(out ? -bend : bend);
  /** The point at a distance from one end towards the bend. @param {[number, number]} end @param {number} far @returns {[number, number]} */
  const off = ([x, y], far) => {
    const reach = Math.hypot(cx - x, cy - y) || 1;
    return [x + ((cx - x) / reach) * far, y + ((cy - y) / reach) * far];
  };
  const [a, b, tip] = [off(p, 1.6), off(q, 2.5), off(q, 1.55)];
  const [ux, uy] = [tip[0] - b[0], tip[1] - b[1]];
  return {
    line: `M${round(a[0])} ${round(a[1])}Q${round(cx)} ${round(cy)} ${round(b[0])} ${round(b[1])}`,
    head: /** @type {[number, number][]} */ ([tip, [b[0] - uy * 0.55, b[1] + ux * 0.55], [b[0] + uy * 0.55, b[1] - ux * 0.55]]),
  };
}

/**
 * The outline of cells, drawn within them: a side of a cell that no other of
 * them lies behind.
 * @param {number[]} cells
 * @param {number} inset
 */
export function outline(cells, inset) {
  const inside = new Set(cells.map((cell) => rowOf(cell) * 11 + columnOf(cell)));
  /** @param {number} row @param {number} column */
  const has = (row, column) => column >= 0 && column < 9 && inside.has(row * 11 + column);
  return cells
    .map((cell) => {
      const [row, column] = [rowOf(cell), columnOf(cell)];
      const [l, t, r, b] = [column * 10, row * 10, column * 10 + 10, row * 10 + 10];
      // Where the neighbour belongs too, the line goes on to the cell's border.
      const [x0, x1] = [has(row, column - 1) ? l : l + inset, has(row, column + 1) ? r : r - inset];
      const [y0, y1] = [has(row - 1, column) ? t : t + inset, has(row + 1, column) ? b : b - inset];
      return [
        has(row - 1, column) ? "" : `M${round(x0)} ${round(t + inset)}H${round(x1)}`,
        has(row + 1, column) ? "" : `M${round(x0)} ${round(b - inset)}H${round(x1)}`,
        has(row, column - 1) ? "" : `M${round(l + inset)} ${round(y0)}V${round(y1)}`,
        has(row, column + 1) ? "" : `M${round(r - inset)} ${round(y0)}V${round(y1)}`,
      ].join("");
    })
    .join("");
}
