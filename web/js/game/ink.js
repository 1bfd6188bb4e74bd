/**
 * Pen strokes on a board of any size: lines between the middles of touching cells, circles and
 * crosses in cells, lines along borders, and crosses on borders. They mean nothing to the puzzle.
 * No screen is needed.
 *
 * @typedef {"line" | "circle" | "cross" | "edge" | "side"} Shape an edge goes along a border, a side is a cross on it
 * @typedef {{shape: Shape, a: number, b: number, colour: number}} Stroke a, b: cells, a < b, or a = b for a circle and a cross; for an edge and a side they are corners, one more in a row than cells; colour 1 to 9, 0 erases it
 */

export const SHAPES = /** @type {const} */ (["line", "circle", "cross", "edge", "side"]);

/** Whether a shape joins corners instead of the middles of cells. @param {Shape} shape */
export const isOfCorners = (shape) => shape === "edge" || shape === "side";

/** The key of a stroke's place. @param {Stroke} stroke */
const keyOf = ({ shape, a, b }) => `${isOfCorners(shape) ? shape : "cell"} ${a} ${b}`;

/** Adds strokes to others, and replaces those in the same place. @param {readonly Stroke[]} pen @param {readonly Stroke[]} strokes */
export function inked(pen, strokes) {
  const all = new Map([...pen, ...strokes].map((stroke) => [keyOf(stroke), stroke]));
  return [...all.values()].filter(({ colour }) => colour > 0).toSorted((one, other) => one.a - other.a || one.b - other.b);
}

/** The strokes to add to one list to get the other. @param {readonly Stroke[]} from @param {readonly Stroke[]} to @returns {Stroke[]} */
export function between(from, to) {
  const after = new Set(to.map(keyOf));
  return [...from.filter((stroke) => !after.has(keyOf(stroke))).map((stroke) => ({ ...stroke, colour: 0 })), ...to.filter((stroke) => !from.includes(stroke))];
}

/** The strokes along touching cells or corners. If all of them are already there in the colour, it erases them instead. @param {readonly Stroke[]} pen @param {readonly number[]} path @param {"line" | "edge" | "side"} shape @param {number} colour @param {{rows: number, columns: number}} board */
export function along(pen, path, shape, colour, { rows, columns }) {
  const strokes = path.slice(1).map((to, i) => ({ shape, a: Math.min(path[i], to), b: Math.max(path[i], to), colour })).filter((one) => fits(one, rows, columns));
  const all = strokes.every((one) => pen.some((other) => keyOf(one) === keyOf(other) && other.colour === colour));
  return inked(pen, all ? strokes.map((stroke) => ({ ...stroke, colour: 0 })) : strokes);
}

/** The next mark of a cell: a circle, then a cross, then nothing. @param {readonly Stroke[]} pen @param {number} cell @param {number} colour */
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

/** Whether a value from outside is a valid stroke on a board. @param {any} stroke @param {number} rows @param {number} columns */
export function fits({ shape, a, b, colour }, rows, columns) {
  const corners = isOfCorners(shape);
  const wide = columns + (corners ? 1 : 0);
  const most = wide * (rows + (corners ? 1 : 0));
  if (!SHAPES.includes(shape) || ![a, b].every((n) => Number.isInteger(n) && n >= 0 && n < most) || !(Number.isInteger(colour) && colour >= 0 && colour <= 9)) return false;
  const [down, right] = [Math.floor(b / wide) - Math.floor(a / wide), (b % wide) - (a % wide)];
  if (shape === "circle" || shape === "cross") return a === b;
  return a < b && down <= 1 && Math.abs(right) <= 1 && (!corners || !down || !right);
}
