// @ts-check
/**
 * What the pen leaves on a board of any size: lines between the middles of cells that
 * touch, a circle or a cross in a cell, lines along the borders of cells, and crosses on
 * them. It means nothing to the puzzle. Without a screen.
 *
 * @typedef {"line" | "circle" | "cross" | "edge" | "side"} Shape an edge goes along a border, a side is a cross on it
 * @typedef {{shape: Shape, a: number, b: number, colour: number}} Stroke a, b: cells, a < b but for a circle and a cross; of an
 *   edge and a side corners, of which a row has one more than cells; colour 1 to 9, 0 takes it away
 */

export const SHAPES = /** @type {const} */ (["line", "circle", "cross", "edge", "side"]);

/** Whether a shape joins corners, and not the middles of cells. @param {Shape} shape */
export const isOfCorners = (shape) => shape === "edge" || shape === "side";

/** What stands in the same place. @param {Stroke} stroke */
const keyOf = ({ shape, a, b }) => `${isOfCorners(shape) ? shape : "cell"} ${a} ${b}`;

/** Strokes over others, which they replace where they stand in the same place. @param {readonly Stroke[]} pen @param {readonly Stroke[]} strokes */
export function inked(pen, strokes) {
  const all = new Map([...pen, ...strokes].map((stroke) => [keyOf(stroke), stroke]));
  return [...all.values()].filter(({ colour }) => colour > 0).toSorted((one, other) => one.a - other.a || one.b - other.b);
}

/** What has to be drawn over one to get the other. @param {readonly Stroke[]} from @param {readonly Stroke[]} to @returns {Stroke[]} */
export function between(from, to) {
  const after = new Set(to.map(keyOf));
  return [...from.filter((stroke) => !after.has(keyOf(stroke))).map((stroke) => ({ ...stroke, colour: 0 })), ...to.filter((stroke) => !from.includes(stroke))];
}

/** Along cells, or corners, where each touches the next: strokes, or where all of them are there in the colour, none. @param {readonly Stroke[]} pen @param {readonly number[]} path @param {"line" | "edge" | "side"} shape @param {number} colour @param {{rows: number, columns: number}} board */
export function along(pen, path, shape, colour, { rows, columns }) {
  const strokes = path.slice(1).map((to, i) => ({ shape, a: Math.min(path[i], to), b: Math.max(path[i], to), colour })).filter((one) => fits(one, rows, columns));
  const all = strokes.every((one) => pen.some((other) => keyOf(one) === keyOf(other) && other.colour === colour));
  return inked(pen, all ? strokes.map((stroke) => ({ ...stroke, colour: 0 })) : strokes);
}

/** A circle in a cell, then a cross, then nothing. @param {readonly Stroke[]} pen @param {number} cell @param {number} colour */
export function marked(pen, cell, colour) {
  const before = pen.find((stroke) => keyOf(stroke) === `cell ${cell} ${cell}`);
  return inked(pen, [{ shape: before?.shape === "circle" ? "cross" : "circle", a: cell, b: cell, colour: before?.shape === "cross" ? 0 : colour }]);
}

/** Whether a stroke touches a cell. @param {Stroke} stroke @param {number} cell @param {number} columns */
export function touches({ shape, a, b }, cell, columns) {
  if (!isOfCorners(shape)) return a === cell || b === cell;
  const corner = cell + Math.floor(cell / columns);
  const corners = [corner, corner + 1, corner + columns + 1, corner + columns + 2];
  return corners.includes(a) && corners.includes(b);
}

/** Whether something read from elsewhere is a stroke on a board. @param {any} stroke @param {number} rows @param {number} columns */
export function fits({ shape, a, b, colour }, rows, columns) {
  const corners = isOfCorners(shape);
  const wide = columns + (corners ? 1 : 0);
  const most = wide * (rows + (corners ? 1 : 0));
  if (!SHAPES.includes(shape) || ![a, b].every((n) => Number.isInteger(n) && n >= 0 && n < most) || !(Number.isInteger(colour) && colour >= 0 && colour <= 9)) return false;
  const [down, right] = [Math.floor(b / wide) - Math.floor(a / wide), (b % wide) - (a % wide)];
  if (shape === "circle" || shape === "cross") return a === b;
  return a < b && down <= 1 && Math.abs(right) <= 1 && (!corners || !down || !right);
}
