/**
 * The shapes of a hint or a step on a board. No screen is needed. A cell is 10 units wide. On the
 * classic board it holds its candidates three by three; on others see spotsIn in marks.js:
 *
 *      2.1  5  7.9
 *   2.3  1  2  3
 *   5.2  4  5  6
 *   8.1  7  8  9
 *
 * Nothing depends on colour alone: each role of a candidate has its own form, and so has each
 * kind of link.
 *
 *   pattern  disc            on     disc           strong  solid
 *   fin      diamond         off    hollow square  weak    dashed
 *   endofin  double diamond  both   disc in square als     dotted
 *   pivot    square          clash  star
 *   corner   hollow square   a, b, c, d   disc, square, hexagon, diamond
 *   restricted  double diamond, common  hexagon    of almost locked sets
 *
 * The start and the end of a chain have a second ring. A supposition is a hexagon, filled or
 * hollow, with the letter of its branch. An eliminated candidate is struck out, with its digit in
 * front of the stroke.
 *
 * @import {Candidate, Draw as Shown, Link as Told, LinkEnd, Reasoning} from "../engine/types.js"
 * @import {Inference} from "../learn/story.js"
 * @typedef {Told & {branch?: number, dim?: boolean, now?: boolean}} Link
 * @typedef {{supposed?: number, branch?: number, dim?: boolean, now?: boolean, told?: boolean}} Part of a branch: its index; its supposition; not reached yet; already told
 * @typedef {Omit<Shown, "marks" | "links"> & {marks: (Candidate & {role: string} & Part)[], links: Link[]}} Draw the marks of a step, and the candidates that its branches turn on or off
 * @typedef {{name: string, attributes: Record<string, string | number>, text?: string, children?: Shape[]}} Shape
 * @typedef {{under: Shape[], over: Shape[]}} Picture under the digits, and over the notes
 * @typedef {{columns: number, scale: number, covers?: boolean, textOf: (digit: number) => string, spotOf: (cell: number, digit: number) => [number, number]}} Spots
 *   where the candidates of a board stand, and how large they are; covers: the notes stand elsewhere, so the step covers them
 */
import { HOUSES, PEERS, cellOf, columnOf, nameOf, rowOf } from "../game/grid.js";

/** The width of a digit, as a fraction of its size. */
export const WIDE = 0.56;

/** Half the width of a candidate's mark. */
const RADIUS = 1.4;

/** @param {number} n */
export const round = (n) => Math.round(n * 100) / 100;

/** The middle of a candidate. @param {number} cell @param {number} digit @returns {[number, number]} */
export const spotOf = (cell, digit) => [
  round(columnOf(cell) * 10 + 2.1 + ((digit - 1) % 3) * 2.9),
  round(rowOf(cell) * 10 + 2.3 + Math.floor((digit - 1) / 3) * 2.9),
];

/** @type {Spots} */
const CLASSIC = { columns: 9, scale: 1, textOf: String, spotOf };

/** The cells of a house by its code, such as "r1". @param {string} code */
const cellsOf = (code) => HOUSES.find((house) => house.code === code)?.cells ?? [];

/** @param {string} name @param {Record<string, string | number>} attributes @param {Shape[]} [children] @returns {Shape} */
export const shape = (name, attributes, children) => (children ? { name, attributes, children } : { name, attributes });

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

/** @param {number} x @param {number} y */
const star = (x, y) => polygon(Array.from({ length: 16 }, (_, i) => [x + (i % 2 ? 1.35 : 2) * Math.cos((i * Math.PI) / 8), y + (i % 2 ? 1.35 : 2) * Math.sin((i * Math.PI) / 8)]));

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
  off: (x, y) => [square(x, y, 1.3)],
  both: (x, y) => [square(x, y, 1.75), disc(x, y, 1.25)],
  clash: (x, y) => [star(x, y)],
  restricted: (x, y) => [diamond(x, y, 2), diamond(x, y, 1.6)],
  common: (x, y) => [hexagon(x, y, 1.6)],
  placement: (x, y) => [disc(x, y, 1.5)],
  rest: () => [],
};

/** @param {number} x @param {number} y @param {string} text */
const figure = (x, y, text) => ({ ...shape("text", { x, y: round(y + 0.9), ...(text.length > 1 ? { class: "two" } : {}) }), text });

/** Families whose houses belong to the pattern. In other families houses only show where to look, and are left out when more than the pattern's cells is drawn. */
const HOUSED = ["single", "naked", "locked", "subset", "fish", "pattern"];

/** With more links than this the drawing is a tangle; then only the starts and ends of branches are drawn. */
const MOST_LINKS = 48;

/** The number of colours for branches; further branches use them again from the first. */
const COLOURS = 4;

/**
 * The parts of a drawing that branches add: the links that lead to their ends, the candidates
 * they turn on or off, and their starts and ends. If at is given, everything before it is bright
 * and everything after it is dim. Of a tangle, only at itself and the candidates that were true
 * before it are drawn.
 * @param {readonly Reasoning[]} branches
 * @param {Inference | null} at
 */
function implications(branches, at) {
  /** @type {Link[]} */
  const links = [];
  /** @type {Draw["marks"]} */
  const marks = [];
  const ends = new Set();
  /** The contradictions: houses and cells that would have no candidate left. @type {string[]} */
  const clashes = [];
  const several = branches.length > 1;
  branches.forEach(({ nodes, end }, b) => {
    const wanted = new Set(end);
    // Each line follows from earlier lines, so one pass from the last to the first finds all of them.
    for (let i = nodes.length - 1; i >= 0; i--) if (wanted.has(i)) for (const from of nodes[i].from ?? []) wanted.add(from);
    const clash = end.length === 2 && nodes[end[0]].cell === nodes[end[1]].cell && nodes[end[0]].digit === nodes[end[1]].digit;
    const colour = several ? { branch: b % COLOURS } : {};
    nodes.forEach((to, i) => {
      if (!wanted.has(i) && at?.branch !== b) return;
      const lit = !at || (at.branch === b && at.lines.has(i));
      const told = lit || at.branch > b || (at.branch === b && at.line > i);
      if (!wanted.has(i) && !lit) return;
      const role = clash && end.includes(i) && (!at || lit) ? "clash" : to.true ? "on" : "off";
      const supposed = i === 0 || to.reason === "supposed" ? { supposed: b } : {};
      // The supposition that everything rests on stays visible.
      marks.push({ cell: to.cell, digit: to.digit, role, ...colour, ...supposed, dim: !told, now: lit, told });
      if (role === "clash" && to.true && (!at || lit)) clashes.push(to.reason === "house" ? (to.house ?? "") : to.reason === "cell" ? to.cell : "");
      if (i === 0 || end.includes(i)) ends.add(`${to.cell}:${to.digit}`);
      for (const k of to.from ?? []) {
        const from = nodes[k];
        const kind = from.true === to.true ? "als" : to.true ? "strong" : "weak";
        links.push({ from: { cells: [from.cell], digit: from.digit }, to: { cells: [to.cell], digit: to.digit }, kind, ...colour, dim: !told, now: at !== null && lit && at.lines.has(k) });
      }
    });
  });
  const few = links.length <= MOST_LINKS;
  if (few) return { links, marks, ends, clashes };
  if (at) return { links: links.filter(({ now }) => now), marks: marks.filter(({ now, told, role }) => now || (told && role === "on")), ends, clashes };
  return { links: [], marks: marks.filter(({ cell, digit }) => ends.has(`${cell}:${digit}`)), ends, clashes };
}

/**
 * Gives the marks of almost locked sets their roles. "restricted" is a digit of two neighbouring
 * sets whose places all see each other. "common" is an eliminated digit. Other marks stay
 * unchanged.
 * @param {Draw} draw
 * @returns {Draw["marks"]}
 */
function setMarks({ marks, sets, eliminations }) {
  const gone = new Set(eliminations.map(({ digit }) => digit));
  const restricted = new Set();
  const places = (/** @type {number} */ i, /** @type {number} */ digit) => marks.filter((m) => m.digit === digit && sets[i].cells.includes(m.cell)).map(({ cell }) => cellOf(cell));
  for (let i = 0; i + 1 < sets.length; i++) {
    for (const digit of sets[i].digits.filter((d) => sets[i + 1].digits.includes(d))) {
      const [one, other] = [places(i, digit), places(i + 1, digit)];
      if (one.length && other.length && one.every((a) => other.every((b) => a === b || PEERS[a].includes(b)))) {
        for (const cell of [...one, ...other]) restricted.add(`${cell}:${digit}`);
      }
    }
  }
  return marks.flatMap((mark) => {
    if (mark.role !== "pattern") return [mark];
    if (restricted.has(`${cellOf(mark.cell)}:${mark.digit}`)) return [{ ...mark, role: "restricted" }];
    return gone.has(mark.digit) ? [{ ...mark, role: "common" }] : [];
  });
}

/**
 * Shows why a digit has only one place in a house: as few lines as possible, from digits on the
 * board across the cells they rule out. A box that already has the digit is framed.
 * @param {Draw} draw @param {readonly number[]} grid
 * @returns {Shape[]}
 */
function crossing({ houses: [name = ""], digit }, grid) {
  const house = digit ? cellsOf(name) : [];
  /** The cells not explained yet; the digit's place stays. */
  let open = house.filter((one) => !grid[one]);
  /** @type {Shape[]} */
  const shapes = [];
  const sources = grid.flatMap((one, from) => (one === digit && !house.includes(from) ? [from] : []));
  const ways = sources.flatMap((from) => HOUSES.filter(({ cells }) => cells.includes(from)).map(({ kind, cells }) => ({ from, kind, cells })));
  while (open.length) {
    const barred = ({ cells = /** @type {number[]} */ ([]) }) => open.filter((one) => cells.includes(one));
    const best = ways.reduce((a, b) => (barred(b).length > barred(a).length ? b : a), ways[0]);
    const over = best ? barred(best) : [];
    if (!over.length) break;
    open = open.filter((one) => !over.includes(one));
    const [x, y] = [columnOf(best.from) * 10 + 5, rowOf(best.from) * 10 + 5];
    const [ends, rows] = [over.map((one) => columnOf(one) * 10 + 5), over.map((one) => rowOf(one) * 10 + 5)];
    const d = best.kind === "row" ? `M${Math.min(x, ...ends)} ${y}H${Math.max(x, ...ends)}` : best.kind === "column" ? `M${x} ${Math.min(y, ...rows)}V${Math.max(y, ...rows)}` : outline(best.cells, 0.7);
    shapes.push(shape("g", { class: "crossing", "data-crossing": `${nameOf(best.from)} ${best.kind}` }, [shape("path", { d }), disc(x, y, 4.2), ...over.map((one) => shape("path", { d: `M${columnOf(one) * 10 + 3.6} ${rowOf(one) * 10 + 3.6}l2.8 2.8m0 -2.8l-2.8 2.8` }))]));
  }
  return shapes;
}

/** The family of a step for pictureOf. A naked single counts as "naked", since all its houses belong to it. @param {{technique?: string, family?: string}} step */
export const familyOf = ({ technique, family }) => (technique === "naked-single" ? "naked" : family);

/**
 * The shapes of a step.
 * @param {Draw} draw
 * @param {string} [family] of the step's technique
 * @param {readonly Reasoning[]} [branches] of the step
 * @param {Inference | null} [at] the inference being told
 * @param {readonly number[]} [grid] the digits on the board, to show why a digit has only one place
 * @param {Spots} [spots]
 * @returns {Picture}
 */
export function pictureOf(draw, family = "single", branches = [], at = null, grid = [], spots = CLASSIC) {
  const { columns, covers, scale, spotOf, textOf } = spots;
  const placeOf = (/** @type {string} */ name) => cellOf(name, columns);
  /** The corner of a cell. @param {number} cell */
  const cornerOf = (cell) => [(cell % columns) * 10, Math.floor(cell / columns) * 10];
  /** Makes what is drawn about a candidate as large as its place. @param {number} x @param {number} y */
  const sized = (x, y) => /** @type {Record<string, string>} */ (scale === 1 ? {} : { transform: `translate(${round(x * (1 - scale))} ${round(y * (1 - scale))}) scale(${scale})` });
  const implied = draw.links.length ? implications([], null) : implications(branches, at);
  if (at && draw.links.length) draw = { ...draw, links: draw.links.map((link, i) => ({ ...link, dim: i > at.line, now: at.lines.has(i) })) };
  if (family === "als" && draw.sets.length > 1 && !draw.links.length) draw = { ...draw, marks: setMarks(draw) };
  if (branches.length) draw = { ...draw, marks: [...draw.marks, ...implied.marks], links: [...draw.links, ...implied.links] };
  /** @type {Shape[]} */
  const under = [];
  /** @type {Shape[]} */
  const over = [];

  const more = draw.marks.length + draw.links.length + draw.sets.length > 0;
  const alone = family === "naked" ? draw.cells[0] ?? draw.placements[0]?.cell : null;
  const houses = alone ? HOUSES.filter(({ cells }) => cells.includes(cellOf(alone))).map(({ code }) => code) : draw.houses;
  /** @param {"house" | "clash"} kind @param {string} name of a house or a cell */
  const frame = (kind, name) => {
    const cells = /^r\dc\d$/.test(name) ? [cellOf(name)] : cellsOf(name);
    if (!cells.length) return;
    const [[x, y], [right, bottom]] = [cells[0], cells[cells.length - 1]].map(cornerOf);
    under.push(shape("rect", { class: kind, [`data-${kind}`]: name, x: x + 0.4, y: y + 0.4, width: round(right + 9.2 - x), height: round(bottom + 9.2 - y), rx: 0.8 }));
  };
  for (const name of draw.cells.length && more && !HOUSED.includes(family) ? [] : houses) frame("house", name);
  for (const name of new Set(implied.clashes.filter(Boolean))) frame("clash", name);
  if (family === "single" && !branches.length) under.push(...crossing(draw, grid));
  for (const name of draw.cells) {
    if (draw.placements.some((p) => p.cell === name)) continue;
    const [x, y] = cornerOf(placeOf(name));
    const within = draw.sets.some(({ cells }) => cells.includes(name));
    under.push(shape("rect", { class: within ? "cell within" : "cell", "data-in": name, x: x + 0.5, y: y + 0.5, width: 9, height: 9, rx: 1 }));
  }
  /** The number of letters in each cell. @type {Record<string, number>} */
  const lettered = {};
  draw.sets.forEach(({ cells }, i) => {
    const children = [shape("path", { d: outline(cells.map((name) => cellOf(name)), 0.5 + 0.4 * (i % 2)) })];
    if (family === "als") {
      // The letter that the text uses for it. It goes to the cell with the fewest letters, on its upper border between two notes.
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
  const gone = new Set(draw.eliminations.map(({ cell, digit }) => `${cell}:${digit}`));
  const covered = covers ? new Set([...roles.keys(), ...gone].map((key) => cornerOf(placeOf(key.split(":")[0])).map((n) => n + 0.6).join(" "))) : new Set();
  if (covered.size) over.push(shape("path", { class: "cover", d: [...covered].map((corner) => `M${corner}h8.8v8.8h-8.8z`).join("") }));
  // Placements are written large if no chain leads to them.
  const large = draw.links.length === 0 && !branches.length && !covers ? draw.placements : [];
  for (const [key, { role, supposed, branch, dim }] of roles) {
    const [name, text] = key.split(":");
    const [cell, digit] = [placeOf(name), Number(text)];
    if (large.some((p) => p.cell === name)) continue;
    const [x, y] = spotOf(cell, digit);
    /** @type {Shape[]} */
    const parts = [];
    const premise = supposed !== undefined && role !== "clash";
    if (premise && role === "both") parts.push(square(x, y, 1.75));
    if (premise) parts.push({ ...hexagon(x, y, 1.6), attributes: { ...hexagon(x, y, 1.6).attributes, class: "supposed" } });
    else if (ends.has(key)) parts.push({ ...disc(x, y, 1.85), attributes: { ...disc(x, y, 1.85).attributes, class: "end" } });
    parts.push(...(premise ? [] : FORMS[role](x, y)), ...(gone.has(key) ? [strike(x, y)] : []), figure(x, y, textOf(digit)));
    if (supposed !== undefined) {
      // The letter of the branch, if there are several.
      const letter = branches.length > 1 ? String.fromCharCode(65 + (supposed % 26)) : "?";
      parts.push(shape("g", { class: "tag" }, [disc(round(x + 1.15), round(y - 1.2), 0.68), { ...shape("text", { x: round(x + 1.15), y: round(y - 0.78) }), text: letter }]));
    }
    const classes = ["mark", role, ...(branch === undefined ? [] : [`branch-${branch}`]), ...(dim ? ["dim"] : [])];
    over.push(
      shape("g", { ...sized(x, y), class: classes.join(" "), "data-mark": role, "data-at": key, ...(ends.has(key) ? { "data-end": "true" } : {}), ...(supposed !== undefined ? { "data-supposed": supposed } : {}), ...(dim ? { "data-dim": "true" } : {}) }, parts),
    );
  }

  const bands = new Map();
  for (const { from, to } of draw.links) for (const node of [from, to]) if (node.cells.length > 1) bands.set(`${node.cells.join(" ")}:${node.digit}`, node);
  for (const [key, node] of bands) {
    const all = node.cells.map((/** @type {string} */ name) => spotOf(placeOf(name), node.digit));
    const [x, y] = [Math.min(...all.map((/** @type {number[]} */ [x]) => x)) - 1.75, Math.min(...all.map((/** @type {number[]} */ [, y]) => y)) - 1.75];
    const [right, bottom] = [Math.max(...all.map((/** @type {number[]} */ [x]) => x)) + 1.75, Math.max(...all.map((/** @type {number[]} */ [, y]) => y)) + 1.75];
    over.push(shape("rect", { class: "band", "data-band": key, x: round(x), y: round(y), width: round(right - x), height: round(bottom - y), rx: 1.75 }));
  }

  for (const link of draw.links) {
    const { line, head } = curve(link, spots);
    const [from, to] = [link.from, link.to].map(({ cells, digit }) => `${cells.join(" ")}:${digit}`);
    over.push(
      shape("g", { class: ["link", link.kind, ...(link.branch === undefined ? [] : [`branch-${link.branch}`]), ...(link.dim ? ["dim"] : link.now ? ["now"] : [])].join(" "), "data-link": link.kind, "data-from": from, "data-to": to, ...(link.dim ? { "data-dim": "true" } : {}) }, [
        shape("path", { class: "casing", d: line }),
        shape("path", { class: "line", d: line }),
        polygon(head),
      ]),
    );
  }

  for (const { cell: name, digit } of draw.eliminations) {
    const [x, y] = spotOf(placeOf(name), digit);
    const key = `${name}:${digit}`;
    // A candidate with a role gets its stroke on its mark.
    over.push(shape("g", { ...sized(x, y), class: "elimination", "data-mark": "elimination", "data-at": key }, roles.has(key) && !large.some((p) => p.cell === name) ? [] : [disc(x, y, RADIUS), strike(x, y), figure(x, y, textOf(digit))]));
  }

  for (const { cell: name, digit } of draw.placements) {
    const [x, y] = cornerOf(placeOf(name));
    const box = shape("rect", { x: x + 0.8, y: y + 0.8, width: 8.4, height: 8.4, rx: 1.6 });
    const text = large.length ? [{ ...shape("text", { x: x + 5, y: y + 7.35 }), text: String(digit) }] : [];
    over.push(shape("g", { class: `placement${large.length ? " large" : ""}`, "data-mark": "placement", "data-at": `${name}:${digit}` }, [box, ...text]));
  }
  return { under, over };
}

/** The stroke of an eliminated candidate, behind its digit. @param {number} x @param {number} y */
const strike = (x, y) => shape("path", { class: "strike", d: `M${round(x - 1.7)} ${round(y + 1.7)}L${round(x + 1.7)} ${round(y - 1.7)}` });

/**
 * The role of each candidate, by "r1c1:5". In a chain a candidate is on where strong links end
 * and weak links start, and off at their other ends. If branches disagree on a candidate, its
 * role is both.
 * @param {Draw} draw
 */
function rolesOf({ marks, links, placements }) {
  /** @type {Map<string, {role: string} & Part>} */
  const roles = new Map();
  for (const { cell, digit, role, supposed, branch, dim } of marks) {
    const key = `${cell}:${digit}`;
    const was = roles.get(key);
    const now = { role: Object.hasOwn(FORMS, role) ? role : "pattern", supposed, branch, dim };
    if (!was || !isClaim(now.role) || !isClaim(was.role)) {
      roles.set(key, now);
      continue;
    }
    const strong = was.dim && !dim ? now : was;
    // A dim mark only frames a bright one.
    const clear = Boolean(was.dim) !== Boolean(dim);
    roles.set(key, { ...strong, role: clear || was.role === now.role ? strong.role : [was.role, now.role].includes("clash") ? "clash" : "both", supposed: was.supposed ?? supposed });
  }
  const known = new Set(marks.filter(({ role }) => isClaim(role)).map(({ cell, digit }) => `${cell}:${digit}`));
  for (const { from, to, kind, dim } of links) {
    for (const [node, role] of /** @type {const} */ ([[from, kind === "weak" ? "on" : "off"], [to, kind === "weak" ? "off" : "on"]])) {
      for (const cell of node.cells) {
        const key = `${cell}:${node.digit}`;
        if (known.has(key)) continue;
        const was = roles.get(key);
        // A link through an almost locked set alone gives no role.
        if (kind !== "als") roles.set(key, { role, dim: Boolean(dim) && (!was || !isClaim(was.role) || Boolean(was.dim)) });
        else if (!was) roles.set(key, { role: "pattern", dim });
      }
    }
  }
  if (links.length) for (const { cell, digit } of placements) roles.set(`${cell}:${digit}`, { ...roles.get(`${cell}:${digit}`), role: "placement" });
  return roles;
}

/** Whether a role says that a candidate is there, or is not. @param {string} role */
const isClaim = (role) => ["on", "off", "both", "clash"].includes(role);

/** The start and the end of a chain, which are the same in a loop. @param {Link[]} links */
function endsOf(links) {
  const keys = (/** @type {LinkEnd} */ { cells, digit }) => cells.map((cell) => `${cell}:${digit}`);
  const first = links[0];
  const last = links[links.length - 1];
  return new Set(first ? [...keys(first.from), ...keys(last.to)] : []);
}

/**
 * Draws a link as a curve with an arrow's head, between the nearest candidates of its two ends.
 * It bends to the right, unless that leads off the board, so that two links between the same
 * candidates stay apart.
 * @param {Link} link @param {Spots} spots
 */
function curve({ from, to }, { columns, scale, spotOf }) {
  const edge = columns * 10;
  /** @type {[number, number][]} */
  let [p, q] = [[0, 0], [1000, 1000]];
  for (const a of from.cells) {
    for (const b of to.cells) {
      const [s, e] = [spotOf(cellOf(a, columns), from.digit), spotOf(cellOf(b, columns), to.digit)];
      if (Math.hypot(e[0] - s[0], e[1] - s[1]) < Math.hypot(q[0] - p[0], q[1] - p[1])) [p, q] = [s, e];
    }
  }
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const length = Math.hypot(dx, dy) || 1;
  /** The control point of the curve: to the right, or to the left if bend is negative. The curve itself bends half as far. @param {number} bend */
  const control = (bend) => [(p[0] + q[0]) / 2 - (dy / length) * bend, (p[1] + q[1]) / 2 + (dx / length) * bend];
  const bend = length < 4 ? 5 : Math.min(0.1 * length + 0.9, 5);
  const out = control(bend / 2 + 1).some((at) => at < 0 || at > edge);
  const [cx, cy] = control(out ? -bend : bend);
  /** The point at a distance from one end towards the bend. @param {[number, number]} end @param {number} far @returns {[number, number]} */
  const off = ([x, y], far) => {
    const reach = Math.hypot(cx - x, cy - y) || 1;
    return [x + ((cx - x) / reach) * far, y + ((cy - y) / reach) * far];
  };
  const [a, b, tip] = [off(p, 1.6 * scale), off(q, 0.95 + 1.55 * scale), off(q, 1.55 * scale)];
  const [ux, uy] = [tip[0] - b[0], tip[1] - b[1]];
  return {
    line: `M${round(a[0])} ${round(a[1])}Q${round(cx)} ${round(cy)} ${round(b[0])} ${round(b[1])}`,
    head: /** @type {[number, number][]} */ ([tip, [b[0] - uy * 0.55, b[1] + ux * 0.55], [b[0] + uy * 0.55, b[1] - ux * 0.55]]),
  };
}

/** The border of cells, drawn inset units inside them. @param {readonly number[]} cells @param {number} inset @param {number} [columns] */
export function outline(cells, inset, columns = 9) {
  const inside = new Set(cells);
  /** @param {number} row @param {number} column */
  const has = (row, column) => column >= 0 && column < columns && inside.has(row * columns + column);
  /** @param {number} x @param {number} y @param {number} ex @param {number} ey */
  const line = (x, y, ex, ey) => `M${round(x)} ${round(y)}L${round(ex)} ${round(ey)}`;
  let path = "";
  for (const cell of inside) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const [l, t, r, b] = [column * 10, row * 10, column * 10 + 10, row * 10 + 10];
    const [up, down, left, right] = [has(row - 1, column), has(row + 1, column), has(row, column - 1), has(row, column + 1)];
    const [x, ex] = [left ? l : l + inset, right ? r : r - inset];
    const [y, ey] = [up ? t : t + inset, down ? b : b - inset];
    if (!up) path += line(x, t + inset, ex, t + inset);
    if (!down) path += line(x, b - inset, ex, b - inset);
    if (!left) path += line(l + inset, y, l + inset, ey);
    if (!right) path += line(r - inset, y, r - inset, ey);
    // Inner corners, round a cell that does not belong to them.
    for (const [dr, dc, one, two, cx, cy] of /** @type {[number, number, boolean, boolean, number, number][]} */ ([
      [-1, -1, up, left, l, t], [-1, 1, up, right, r, t], [1, -1, down, left, l, b], [1, 1, down, right, r, b],
    ])) {
      if (!one || !two || has(row + dr, column + dc)) continue;
      path += `M${round(cx)} ${round(cy - dr * inset)}H${round(cx - dc * inset)}V${round(cy)}`;
    }
  }
  return path;
}
