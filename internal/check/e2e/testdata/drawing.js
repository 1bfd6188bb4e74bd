// Tests of what is drawn: the places of notes (room.js), and the shapes of steps (picture.js). They need no
// browser. TestModules runs them in one, TestModulesInNode in Node.
import { cellOf, emptyGrid, nameOf } from "/modules/js/game/grid.js";
import { box, centred, cornered, obstaclesOf, ring, stroke } from "/modules/js/board/room.js";
import { pictureOf, spotOf } from "/modules/js/board/picture.js";
import { random, runAll, same } from "./harness.js";

const NINE = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** What stands in a run of notes. */
const runOf = ({ words, between = "" }) => words.join(between);

/** What of placed notes lies in the strips of obstacles. */
const covered = (placed, obstacles) => placed.map((run) => ({ text: runOf(run), ...run })).filter(({ text, x, y, size }) => obstacles.some(({ at }) => at(y - size * 0.36, y + size * 0.36).some(([from, to]) => to > x - text.length * size * 0.28 && from < x + text.length * size * 0.28)));

const tests = {
  "room: nine legible notes, clear of a sum, a dot, a circle, an arrow"() {
    const sum = box(1.4, 1.75, 1, 1.15);
    const dot = box(10, 5, 1.65);
    for (const [name, obstacles] of Object.entries({ none: [], sum: [sum], dot: [dot], circle: [ring(5, 5, 3.8, 0.7)], across: [stroke(-5, 5, 15, 5, 0.8)], down: [stroke(5, -5, 5, 15, 0.8)], slant: [stroke(-5, -5, 15, 15, 0.8)], all: [sum, dot, ring(5, 5, 3.8, 0.7)] })) {
      const placed = centred(NINE, obstacles);
      same(placed.map(runOf).join(""), "123456789", name);
      same(placed.every(({ size }) => size >= (name === "circle" ? 1.1 : 1.7)), true, `${name}: ${placed.map(({ size }) => size)}`);
      same(covered(placed, obstacles), [], name);
    }
    same(centred(["5"], [])[0], { words: ["5"], between: "", x: 5, y: 5, size: 3 });
    same(centred([], []), []);
  },

  "room: what does not fit in one line stands on several, and what fits nowhere is there all the same"() {
    for (const [n, lines] of [[6, 1], [7, 2], [9, 2]]) same(new Set(centred(NINE.slice(0, n), []).map(({ y }) => y)).size, lines, `${n} notes`);
    const many = Array.from({ length: 16 }, (_, i) => String(i + 1));
    same(centred(many, []).map(runOf).join(" "), many.join(" "));
    same(centred(NINE, [box(5, 5, 5)]).map(runOf).join(""), "123456789");
  },

  "room: corner notes leave a sum, and the notes in the middle, alone"() {
    const sum = box(1.4, 1.75, 1, 1.15);
    const middle = box(5, 5, 4, 1);
    for (let n = 1; n <= 9; n++) {
      const placed = cornered(NINE.slice(0, n), [sum, middle]);
      same(placed.length, n);
      same(covered(placed, [sum, middle]), [], `${n} notes`);
    }
  },

  "room: a drawing's clues are obstacles of the cells that they reach"() {
    const marks = [
      { shape: "cage", kind: "Cage", constraint: 0, text: "15", cells: ["r1c1", "r1c2"] },
      { shape: "dot", kind: "WhiteDot", constraint: 1, x: 2, y: 0.5 },
      { shape: "line", kind: "Arrow", constraint: 2, start: "circle", end: "arrow", width: 0.8, cells: ["r3c1", "r3c2"] },
    ];
    const all = obstaclesOf({ rows: 4, columns: 4, marks });
    const at = (cell) => all[cell].flatMap((one) => one.at(4, 6));
    same(at(0).filter(([from]) => from < 10).length, 1); // the cage's left border
    same(at(2).some(([from]) => from < 0), true); // the dot at its left side
    same(at(3).length, 0);
    same(centred(["1", "2"], all[8]).every(({ x }) => Math.abs(x - 5) < 2), true); // within the circle
    same(covered(centred(["1", "2"], all[9]), all[9]), []); // beside the arrow
  },

  "pictures: every part where it stands"() {
    same([spotOf(0, 1), spotOf(0, 9), spotOf(80, 5)], [[2.1, 2.3], [7.9, 8.1], [85, 85.2]]);
    const none = { houses: [], cells: [], marks: [], links: [], sets: [], placements: [], eliminations: [] };
    same(pictureOf(none), { under: [], over: [] });
    const { under, over } = pictureOf({ ...none, houses: ["r2", "b9", "n1"], cells: ["r1c1"] });
    same(under.map(({ attributes: { x, y, width, height } }) => [x, y, width, height]), [[0.4, 10.4, 89.2, 9.2], [60.4, 60.4, 29.2, 29.2], [0.5, 0.5, 9, 9]]);
    same(over, []);
    const where = { ...none, houses: ["r2"], cells: ["r1c1"] };
    same(pictureOf(where, "chain").under.length, 2, "where nothing but cells is drawn, the houses stay");
    same(pictureOf({ ...where, marks: [{ cell: "r1c1", digit: 5, role: "on" }] }, "chain").under.length, 1, "houses that only said where to look go");
  },

  "pictures: the digits that leave one place in a house"() {
    const grid = emptyGrid();
    // 5 has one place in box 1: r1c1 is filled, a 5 in row 2, one in row 3, one in column 3.
    for (const [name, digit] of [["r1c1", 1], ["r2c4", 5], ["r3c8", 5], ["r7c3", 5]]) grid[cellOf(name)] = digit;
    const told = { houses: ["b1"], cells: [], marks: [], links: [], sets: [], digit: 5, placements: [], eliminations: [] };
    const draw = { ...told, cells: ["r1c2"], marks: [{ cell: "r1c2", digit: 5, role: "pattern" }], placements: [{ cell: "r1c2", digit: 5 }] };
    const { under } = pictureOf(draw, "single", [], null, grid);
    same(under, pictureOf(told, "single", [], null, grid).under, "the lines need no place");
    same(under.map(({ attributes: a }) => a["data-crossing"] ?? a["data-house"]), ["b1", "r2c4 row", "r3c8 row", "r7c3 column"]);
    same(under[1].children[0].attributes.d, "M5 15H35");
    same(under[3].children.length, 3, "one cell is left for the column: r1c3");
    same(pictureOf(draw, "single").under.length, 1, "without the digits nothing is claimed");
  },

  "pictures: of a branch what leads to its end, and no tangle"() {
    const none = { houses: [], cells: [], marks: [], links: [], sets: [], placements: [], eliminations: [] };
    const nodes = [
      { cell: "r1c1", digit: 5, true: true },
      { cell: "r1c2", digit: 5, true: false, from: [0] },
      { cell: "r1c3", digit: 5, true: false, from: [0] },
      { cell: "r4c2", digit: 5, true: true, from: [1] },
    ];
    const parts = ({ over }) => over.map(({ attributes: a }) => a["data-link"] ?? `${a["data-mark"]} ${a["data-at"]}${a["data-end"] ? " end" : ""}`);
    same(parts(pictureOf(none, "force", [{ nodes, end: [3] }])), ["on r1c1:5 end", "off r1c2:5", "on r4c2:5 end", "weak", "strong"]);
    const many = Array.from({ length: 60 }, (_, i) => ({ cell: nameOf(i), digit: 1, true: i % 2 === 0, from: i ? [i - 1] : undefined }));
    same(parts(pictureOf(none, "force", [{ nodes: many, end: [59] }])), ["on r1c1:1 end", "off r7c6:1 end"]);
  },

  "pictures: no link leaves the board"() {
    const next = random(7);
    const node = () => ({ cells: [nameOf(next(81))], digit: 1 + next(9) });
    for (let i = 0; i < 500; i++) {
      const link = { from: node(), to: node(), kind: "strong" };
      const { over } = pictureOf({ houses: [], cells: [], marks: [], links: [link], sets: [], placements: [], eliminations: [] });
      const [line] = over[over.length - 1].children;
      const [x0, y0, cx, cy, x1, y1] = line.attributes.d.match(/-?[\d.]+/g).map(Number);
      for (const [a, c, b] of [[x0, cx, x1], [y0, cy, y1]]) {
        const middle = (a + 2 * c + b) / 4;
        if (!(middle >= -0.5 && middle <= 90.5)) throw new Error(`${JSON.stringify(link)}: ${line.attributes.d}`);
      }
    }
  },
};

export const run = () => runAll(tests);
