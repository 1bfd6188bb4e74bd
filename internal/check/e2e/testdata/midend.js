// Tests of the game (js/game), run in the browser by TestModules.
import { CELLS, CLASSIC, PEERS, candidatesOf, digitsOf, drawnBoard, emptyGrid, parseLine, toLine } from "/modules/js/game/grid.js";
import { MODES, Midend } from "/modules/js/game/midend.js";
import { FIRST_PUZZLE } from "/modules/js/game/position.js";
import { fits } from "/modules/js/game/ink.js";
import { random, runAll, same } from "./harness.js";

const SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/** A midend with cells selected. */
function at(cells, midend = new Midend()) {
  midend.select(cells);
  return midend;
}

/** The digits noted in an empty cell, of one kind or of both. */
const notesOf = ({ state }, cell, kind) => (state.digits[cell] ? [] : digitsOf(kind ? state[kind][cell] : state.corner[cell] | state.centre[cell]));

const coloursOf = ({ state }, cell) => digitsOf(state.colours[cell]);

/** The colour of a candidate, 0 for none. */
const tintOf = ({ state }, cell, digit) => (state.digits[cell] ? 0 : Math.floor(state.tints[cell] / 10 ** (digit - 1)) % 10);

const openedAt = (line, extras) => {
  const m = new Midend();
  m.open(parseLine(line), extras);
  return m;
};

/** A game on the board of a drawing. */
function drawn(drawing) {
  const { board, grid, centre } = drawnBoard(drawing);
  const m = new Midend(undefined, board);
  m.open(grid, { centre });
  return { m, grid, centre };
}

const SMALL = { rows: 4, columns: 4, low: 0, high: 3, givens: [{ cell: "r1c1", values: [0] }, { cell: "r2c2", values: [2, 3] }], regions: [["r1c1", "r1c2", "r2c1", "r2c2"], ["r1c3", "r1c4", "r2c3", "r2c4"]] };

/** All that a state holds, in one order. */
const told = (state) => JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** How many moves can be undone. */
const moves = (m) => m.history.at;

const tests = {
  "opens with Inkala's puzzle, nothing selected"() {
    const m = new Midend();
    same(m.line, FIRST_PUZZLE);
    same([m.ui.selected, m.cursor, m.highlight], [[], null, 0]);
    same([m.canUndo, m.canRedo, m.hasEntries], [false, false, false]);
    same(m.put(5), "select");
  },

  "arrows stay on the board"() {
    const m = at(0);
    same([m.target("ArrowUp"), m.target("ArrowLeft"), m.target("ArrowRight"), m.target("ArrowDown")], [0, 0, 1, 9]);
    same([m.target("End"), m.target("End", true), m.target("PageDown"), m.target("ArrowDown", true)], [8, 80, 27, 72]);
    same([m.target("x"), m.target("toString"), m.target("Tab")], [null, null, null]);
    same(new Midend().target("ArrowDown"), 0, "nothing selected");
    same(at([5, 3]).target("ArrowRight"), 4, "from the cursor");
  },

  "places that are no cells: passed over, never selected, not missed in a full grid"() {
    // 2 × 3 without its middle column's upper place and its last corner.
    const { m } = drawn({ rows: 2, columns: 3, low: 1, high: 3, holes: ["r1c2", "r2c3"], regions: [] });
    same(m.board.cells, [0, 2, 3, 4]);
    same(m.board.houses.map(({ cells }) => cells), [[0, 2], [3, 4], [0, 3], [4], [2]]);
    m.select([0, 1]);
    same([m.ui.selected, m.target("ArrowRight"), m.target("ArrowLeft"), m.target("ArrowDown")], [[0], 2, 0, 3]);
    m.select(4);
    same([m.target("ArrowUp"), m.target("ArrowRight"), m.target("End"), m.target("Home")], [4, 4, 4, 3]);
    m.selectAll();
    same(m.ui.selected, [0, 2, 3, 4]);
    m.noteAll();
    same(m.state.corner.map((set) => digitsOf(set).length), [3, 0, 3, 3, 3, 0]);
    same([m.full, m.summary.total], [false, 4]);
    for (const [cell, digit] of [[0, 1], [2, 2], [3, 3], [4, 1]]) {
      m.select(cell);
      m.put(digit);
    }
    same([m.full, m.solved, m.next("empty")], [true, true, null]);
  },

  "holes: keys that lead slantwise, notes of all cells"() {
    const { m } = drawn({ rows: 4, columns: 4, low: 1, high: 4, holes: ["r1c1", "r2c2", "r3c3", "r4c4"], regions: [] });
    m.select(6);
    same([m.target("Home", true), m.target("End", true)], [6, 6]);
    m.select(null);
    m.noteAll();
    same(m.hasCandidates, true);
  },

  "overlapping boards: each has rows and columns of its own"() {
    const puzzle = JSON.stringify({ constraints: [{ kind: "ExtraRegion", cells: ["r1c1", "r1c2"] }, { kind: "ExtraRegion", cells: ["r1c4", "r2c4"] }, { kind: "Cage", cells: ["r2c3", "r2c4"] }] });
    const { m } = drawn({ rows: 2, columns: 4, low: 1, high: 2, free: true, holes: ["r2c1"], regions: [], puzzle });
    same(m.board.houses, [{ code: "r1", kind: "row", n: 1, cells: [0, 1] }, { code: "c4", kind: "column", n: 4, cells: [3, 7] }]);
  },

  "boards of many values: notes hold the first thirty, and none come by themselves"() {
    const { m } = drawn({ rows: 2, columns: 50, low: 1, high: 50, givens: [{ cell: "r1c1", values: [36] }, { cell: "r1c2", values: [50] }], regions: [] });
    same([m.digits[0], m.digits[1], m.full], [36, 50, false]);
    m.select(2);
    m.put(31, "corner");
    m.put(3, "corner");
    same(notesOf(m, 2, "corner"), [3]);
    m.put(35);
    same([m.digits[2], m.state.corner[2]], [35, 8]);
    m.noteAll();
    same(m.hasCandidates, false);
    const again = new Midend(undefined, m.board);
    same([again.load(m.save()), again.digits.slice(0, 3)], [true, [36, 50, 35]]);
  },

  "selections: in order, the cursor last"() {
    let views = 0;
    const m = new Midend((event) => (views += event === "view"));
    m.select(4);
    m.select(4);
    same(views, 1, "the same again is nothing new");
    m.add(5);
    m.add(4);
    same([m.ui.selected, m.cursor], [[5, 4], 4]);
    m.add(7);
    m.remove(5);
    same(m.ui.selected, [4, 7]);
    m.remove(7);
    same(m.cursor, 4);
    m.invert();
    same([m.ui.selected.length, m.ui.selected.includes(4)], [80, false]);
    m.select(12);
    m.selectAll();
    same([m.ui.selected.length, m.cursor], [81, 12], "the cursor stays");
    m.select(null);
    same([m.ui.selected, moves(m)], [[], 0], "selecting is no move");
  },

  "selections: all that is alike"() {
    const m = new Midend();
    m.selectAlike(0);
    same(m.ui.selected, [...CELLS.filter((c) => m.digits[c] === 8 && c), 0]);
    at([1, 3, 0], m).put(2, "colour");
    at([1, 5], m).put(4, "centre");
    m.select(null);
    m.selectAlike(1);
    same(m.ui.selected, [0, 3, 1], "without a digit, by colours");
    m.selectAlike(1, "centre");
    same(m.ui.selected, [5, 1]);
    m.selectAlike(0);
    same(m.ui.selected.length, CELLS.filter((c) => m.digits[c] === 8).length);
    m.setMode("colour");
    m.selectAlike(0);
    same(m.ui.selected, [1, 3, 0], "in colour mode by colours");
    m.selectAlike(2);
    same(m.ui.selected, [2], "an empty cell is like none");
  },

  "the next cell that is empty, has the digit, contradicts"() {
    const m = at(0);
    const eights = CELLS.filter((cell) => m.digits[cell] === 8);
    same([m.next("empty"), m.next("digit"), m.next("digit", true), m.next("contradiction")], [1, eights[1], eights.at(-1), null]);
    m.select(80);
    same([m.next("empty"), m.next("empty", true)], [1, 79], "round the end");
    m.select(null);
    same([m.next("empty"), m.next("empty", true), m.next("digit")], [1, 80, null]);
    at(1, m).put(8);
    same([m.next("contradiction"), at(0, m).next("contradiction")], [0, 1]);
    const full = openedAt(SOLUTION);
    same(full.next("empty"), null);
  },

  "typing, erasing, undo and redo"() {
    const m = at(1);
    same(m.put(5), null);
    same([m.line[1], m.kindOf(1)], ["5", "entry"]);
    same([m.put(5), m.line[1]], [null, "."], "the same digit again takes it back");
    m.put(6);
    m.put(0);
    same([m.line, m.put(0), moves(m)], [FIRST_PUZZLE, null, 4], "erasing nothing is no move");
    m.undo();
    same(m.line[1], "6");
    while (m.undo());
    same([m.line, m.canUndo], [FIRST_PUZZLE, false]);
    m.redo();
    same(m.line[1], "5");
    m.put(7);
    same(m.canRedo, false, "a new move ends what could be redone");
  },

  "one digit for many cells is one step; givens stay"() {
    const m = at([0, 1, 2, 3]);
    m.put(5);
    same([m.line.slice(0, 5), moves(m), m.entered.map(({ cell }) => cell)], ["8555.", 1, [1, 2, 3]]);
    at([3, 4], m).put(5);
    same(m.line.slice(0, 5), "85555", "where one lacks it, all have it");
    at([0, 3, 4], m).put(5);
    same(m.line.slice(0, 5), "855..");
    m.undo();
    m.undo();
    same([m.line.slice(0, 5), m.entered], ["8555.", []]);
  },

  "givens are locked, and say so; edited, they are what is typed"() {
    const m = at(0);
    same([m.kindOf(0), m.put(7), m.put(0), m.put(8), m.put(3, "corner"), m.line[0], moves(m)], ["given", "given", "given", "given", "given", "8", 0]);
    same([m.mayChange(0), m.mayChange(1)], [false, true]);
    m.setEditGivens(true);
    same([m.put(7), m.kindOf(0), m.state.opened[0]], [null, "given", "7"]);
    at([0, 1], m).put(7);
    same([m.givensLine.slice(0, 2), m.line.slice(0, 2)], ["77", "77"]);
    m.put(7);
    same(m.line.slice(0, 2), "..");
    m.restore();
    same(m.line.slice(0, 2), "..", "the puzzle is the edited one");
    m.setEditGivens(false);
    at(1, m).put(3);
    same(m.kindOf(1), "entry");
    m.setEditGivens(true);
    m.put(3);
    same(m.kindOf(1), "given", "a digit of one's own becomes a given");
    while (m.undo());
    same([m.line, m.state.opened], [FIRST_PUZZLE, FIRST_PUZZLE]);
    m.open(parseLine(SOLUTION));
    same(m.ui.editGivens, false, "another puzzle is locked");
  },

  "notes: toggled in all, under a digit, taken along by digits, one undo"() {
    const m = at(1);
    m.put(4, "corner");
    m.put(7, "centre");
    m.put(4, "corner");
    same([notesOf(m, 1), notesOf(m, 1, "corner"), notesOf(m, 1, "centre")], [[7], [], [7]]);
    at([1, 2], m).put(7, "centre");
    same([notesOf(m, 1), notesOf(m, 2)], [[7], [7]], "where one lacks it, all get it");
    at([2], m).put(9, "corner");
    at(3, m).put(7);
    same([notesOf(m, 1), notesOf(m, 2)], [[], [9]]);
    m.undo();
    same([notesOf(m, 1), notesOf(m, 2)], [[7], [7, 9]], "the digit and what it took are one step");
    at(2, m).put(1);
    same([notesOf(m, 2), m.put(3, "corner")], [[], "filled"]);
    m.put(0);
    same(notesOf(m, 2), [7, 9], "the notes were under it");
    same(at([0, 2], m).put(5, "centre"), null, "what is filled is left out");
    same([notesOf(m, 2, "centre"), m.state.centre[0]], [[5, 7], 0]);
    m.params.cleanUp = false;
    at(3, m).put(7);
    same(notesOf(m, 2), [5, 7, 9], "not cleaned up");
  },

  "the eraser goes by layers, the mode's own first"() {
    const m = at([1, 2]);
    m.put(4, "corner");
    m.put(5, "centre");
    m.put(3, "colour");
    m.put(6, "colour");
    m.stroke([1, 2]);
    at(1, m).put(1);
    const left = () => [m.line.slice(1, 3), m.state.corner[2] > 0, m.state.centre[2] > 0, m.state.colours[2] > 0, m.state.pen.length];
    at([0, 1, 2], m);
    const seen = [left()];
    for (let i = 0; i < 5; i++) seen.push((m.put(0), left()));
    same(seen, [
      ["1.", true, true, true, 1], ["..", true, true, true, 1], ["..", true, false, true, 1],
      ["..", false, false, true, 1], ["..", false, false, false, 1], ["..", false, false, false, 0],
    ]);
    same([m.put(0), moves(m)], [null, 11]);
    for (let i = 0; i < 5; i++) m.undo();
    m.setMode("colour");
    m.put(0);
    same(left(), ["1.", true, true, false, 1]);
    m.setMode("pen");
    m.put(0);
    same(left(), ["1.", true, true, false, 0]);
    m.put(0);
    same(left(), ["..", true, true, false, 0]);
  },

  "colours: several a cell, on givens too"() {
    const m = at([0, 1]);
    m.setMode("colour");
    m.type(3);
    m.type(9);
    same([coloursOf(m, 0), coloursOf(m, 1)], [[3, 9], [3, 9]]);
    at(0, m).type(3);
    same([coloursOf(m, 0), m.line[0]], [[9], "8"]);
    at([0, 1], m).type(3);
    same(coloursOf(m, 0), [3, 9]);
    m.wipe("colours");
    same([coloursOf(m, 0), m.wipe("colours"), m.undo(), coloursOf(m, 1)], [[], false, true, [3, 9]]);
  },

  "single candidates have a colour, as long as they are noted"() {
    const m = at([1, 2]);
    same(m.put(4, "tint"), "unnoted");
    m.put(4, "centre");
    m.put(6, "corner");
    m.setColour(7);
    same([m.put(4, "tint"), m.put(9, "tint"), tintOf(m, 1, 4), tintOf(m, 1, 6)], [null, "unnoted", 7, 0]);
    same([m.tint({ cell: 2, digit: 6 }, 9), tintOf(m, 2, 6), tintOf(m, 2, 4)], [null, 9, 7]);
    at(2, m).put(4, "tint");
    same([tintOf(m, 2, 4), tintOf(m, 2, 6)], [0, 9], "again takes it back");
    at(3, m).put(6);
    same([tintOf(m, 2, 6), tintOf(m, 1, 4)], [0, 7], "what is no note has no colour");
    m.undo();
    same(tintOf(m, 2, 6), 9);
    const again = new Midend();
    again.load(m.save());
    same([tintOf(again, 2, 6), tintOf(again, 1, 4)], [9, 7]);
  },

  "the pen: lines between cells that touch, marks in one"() {
    const m = new Midend();
    m.setMode("pen");
    same([m.type(4), m.ui.colour], [null, 4], "a digit chooses the colour");
    m.stroke([0, 10, 11, 12]);
    same(m.state.pen.map(({ a, b, shape, colour }) => [a, b, shape, colour]), [[0, 10, "line", 4], [10, 11, "line", 4], [11, 12, "line", 4]]);
    same(m.stroke([0, 2]), false, "cells that do not touch have no line");
    m.stroke([11, 10], 5);
    same(m.state.pen.map(({ colour }) => colour), [4, 5, 4], "another colour is drawn over it");
    m.stroke([10, 0]);
    same([m.state.pen.length, moves(m)], [2, 3], "the same again takes it away");
    for (const want of ["circle", "cross", undefined, "circle"]) {
      m.stroke([40]);
      same(m.state.pen.find(({ a }) => a === 40)?.shape, want);
    }
    const again = new Midend();
    same([again.load(m.save()), again.state.pen], [true, m.state.pen]);
    while (m.undo() && again.undo()) same(again.state.pen, m.state.pen);
    m.redo();
    m.wipe("pen");
    same([m.state.pen, m.undo(), m.state.pen.length], [[], true, 3]);
  },

  "digit-first: a key takes a digit in hand, a tap puts it down"() {
    const m = new Midend();
    m.params.digitFirst = true;
    same([m.type(5), m.ui.hand, m.highlight, moves(m)], [null, 5, 5, 0]);
    same([m.tap(1), m.line[1], m.tap(0), m.tap(1), m.line[1]], [null, "5", "given", null, "."]);
    m.setMode("corner");
    m.tap(1);
    same(notesOf(m, 1), [5]);
    m.type(0);
    m.tap(1);
    same([notesOf(m, 1), m.ui.hand, m.highlight], [[], 0, 0]);
    m.type(0);
    same([m.ui.hand, m.tap(0), m.highlight], [null, null, 8]);
    same([m.type(4, "centre"), m.put(4), m.ui.hand], ["given", "given", null], "a mode that is held types at once");
  },

  "automatic notes are the digits that no peer holds"() {
    const m = new Midend();
    m.noteAll();
    for (let cell = 0; cell < 81; cell++) {
      const held = new Set(PEERS[cell].map((peer) => m.digits[peer]));
      same(notesOf(m, cell), m.digits[cell] ? [] : [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => !held.has(d)), `cell ${cell}`);
    }
    same([m.noteAll(), m.undo(), notesOf(m, 1)], [false, true, []]);
    m.params.fillWith = "centre";
    at([1, 2], m).noteAll();
    same([notesOf(m, 1, "centre"), notesOf(m, 1, "corner"), notesOf(m, 3)], [[1, 2, 4, 6], [], []], "those selected, where there are several");
  },

  "notes are cleaned of what a peer holds, in one move"() {
    const m = new Midend();
    m.params.cleanUp = false;
    at([1, 2], m).put(1, "corner");
    m.put(8, "corner"); // r1c1 holds it
    m.put(8, "centre");
    at(3, m).put(1);
    const dirty = m.state;
    same([at(1, m).cleanNotes(), notesOf(m, 1), notesOf(m, 2), m.cleanNotes()], [true, [], [], false]);
    m.undo();
    same(m.state === dirty, true, "one step");
    at([1, 4], m).cleanNotes();
    same([notesOf(m, 1), notesOf(m, 2)], [[], [1, 8]], "those selected, where there are several");
  },

  "a digit in hand is put down by a tap, whatever the setting, until it is dropped"() {
    const m = new Midend();
    m.hold(1);
    m.tap(1);
    m.type(2);
    m.tap(2);
    same([m.line.slice(0, 3), m.ui.hand], ["812", 2], "another key takes another digit in hand");
    m.type(2);
    m.type(4);
    same([m.line.slice(0, 3), m.ui.hand], ["814", null], "and once it is dropped, keys type");
    m.hold(3);
    m.open(parseLine(SOLUTION));
    same(m.ui.hand, null, "not into another puzzle");
  },

  "a step of a hint is one move"() {
    const m = new Midend();
    m.apply({ placements: [{ cell: 1, digit: 1 }] });
    same([m.line[1], notesOf(m, 2), moves(m), m.entered], ["1", [], 1, []]);
    m.undo();
    m.apply({ eliminations: [{ cell: 1, digit: 6 }] });
    same([notesOf(m, 1), notesOf(m, 2).length > 0, m.hasCandidates, moves(m)], [[1, 2, 4], true, true, 1], "notes are filled in first");
    m.apply({ eliminations: [{ cell: 1, digit: 4 }] });
    same(notesOf(m, 1), [1, 2], "what was taken away before stays away");
    m.apply({ placements: [{ cell: 2, digit: 2 }] });
    same([notesOf(m, 1), notesOf(m, 2)], [[1], []]);
    m.apply({ missing: { cell: 1, digit: 4 } });
    same(notesOf(m, 1), [1, 4]);
    m.apply({ wrong: 2 });
    same([m.line[2], notesOf(m, 2).includes(2)], [".", true], "a cell that is emptied has its notes again");
    same(m.apply({ eliminations: [{ cell: 1, digit: 9 }] }), false, "what changes nothing is no move");
  },

  "notes count as candidates once nearly every empty cell has some"() {
    const m = at(1);
    same(m.hasCandidates, false);
    m.put(4, "corner");
    same([m.hasCandidates, digitsOf(m.candidates[1])], [false, [1, 2, 4, 6]]);
    m.noteAll();
    m.put(4, "corner");
    same([m.hasCandidates, digitsOf(m.candidates[1])], [true, [1, 2, 6]]);
    m.put(8, "corner");
    same(digitsOf(m.candidates[1]), [1, 2, 6], "a note that a peer holds is none");
    m.params.fillWith = "centre";
    m.select(null);
    m.noteAll();
    at(1, m).put(1, "centre");
    same(digitsOf(m.candidates[1]), [2, 4, 6], "centre notes come before corner notes");
    m.put(0, "centre");
    same(digitsOf(m.candidates[1]), [1, 2, 6], "a cell without one goes by its other notes");
    const half = new Midend();
    half.noteAll();
    half.params.fillWith = "centre";
    const empty = CELLS.filter((cell) => !half.digits[cell]);
    at(empty.slice(0, 30), half).put(0, "corner");
    same(half.hasCandidates, false);
    half.noteAll();
    same([half.hasCandidates, half.candidates], [true, candidatesOf(half.digits)], "both kinds together");
    half.apply({ eliminations: [{ cell: 1, digit: 4 }] });
    same([notesOf(half, 1), digitsOf(half.candidates[1])], [[1, 2, 6], [1, 2, 6]]);
    m.open(parseLine(SOLUTION));
    same(m.hasCandidates, false);
  },

  "open, clear, restore, keep"() {
    const m = at(1);
    m.put(1);
    at(2, m).put(2, "corner");
    at(0, m).put(3, "colour");
    same([m.clear(), m.line, m.kindOf(0), notesOf(m, 2), coloursOf(m, 0)], [true, FIRST_PUZZLE, "given", [], []], "Clear leaves the givens");
    same([m.clear(), m.undo(), m.line[1], notesOf(m, 2), coloursOf(m, 0)], [false, true, "1", [2], [3]], "and can be undone");
    m.setEditGivens(true);
    same([m.clear(), m.line, m.state.opened], [true, FIRST_PUZZLE, FIRST_PUZZLE], "givens stay while they are edited");
    same([m.canClear, m.undo(), m.canClear, m.line[0], m.line[1]], [false, true, true, "8", "1"]);
    m.setEditGivens(false);
    m.restore();
    same([m.line, m.kindOf(0), m.kindOf(1)], [FIRST_PUZZLE, "given", "empty"]);
    at(1, m).put(1);
    m.keep();
    at(2, m).put(2);
    m.restore();
    same([m.line[1], m.kindOf(1), m.line[2]], ["1", "given", "."]);
    m.open(parseLine(SOLUTION));
    same([m.line, m.full, m.ui.selected], [SOLUTION, true, []]);
    same([m.canUndo, m.undo(), m.line, m.canRedo], [false, false, SOLUTION, false], "undo never leaves the puzzle");
    same([m.isOpen(parseLine(SOLUTION)), m.isOpen(parseLine(SOLUTION), { title: "T" }), m.isOpen(parseLine(FIRST_PUZZLE))], [true, false, false]);
  },

  "what came with a puzzle comes back with it"() {
    const corner = emptyGrid().with(1, 0b10110);
    const pen = [{ shape: "line", a: 3, b: 4, colour: 2 }];
    const m = openedAt(FIRST_PUZZLE, { corner, pen, colours: emptyGrid().with(0, 2), title: "T", rules: "R", entries: [{ cell: 5, digit: 3 }, { cell: 0, digit: 3 }] });
    same([moves(m), m.kindOf(5), m.line[0], coloursOf(m, 0), m.state.title, m.entered], [0, "entry", "8", [1], "T", []]);
    at(1, m).put(4, "corner");
    m.wipe("pen");
    m.restore();
    same([notesOf(m, 1), m.state.pen, m.line, m.state.rules], [[1, 2, 4], pen, FIRST_PUZZLE, "R"]);
    at(1, m).put(4);
    m.restore();
    const again = new Midend();
    again.load(m.save());
    again.clear();
    same([again.state.pen, again.state.title], [[], "T"]);
    again.restore();
    same([again.line, notesOf(again, 1), again.state.pen, coloursOf(again, 0)], [FIRST_PUZZLE, [1, 2, 4], pen, [1]], "after a reload and Clear, too");
    at(2, again).put(9, "centre");
    again.keep();
    again.clear();
    again.restore();
    same([notesOf(again, 1), notesOf(again, 2)], [[1, 2, 4], [9]], "kept with the digits");
  },

  "an overlay is shown, not held"() {
    const m = at(1);
    const grid = parseLine(SOLUTION);
    m.show({ kind: "solution", grid });
    same([toLine(m.shown), m.line, m.kindOf(0), m.kindOf(1)], [SOLUTION, FIRST_PUZZLE, "given", "solution"]);
    same([m.undo(), m.ui.overlay, m.canUndo], [true, null, false]);
    m.show({ kind: "solution", grid });
    same([m.put(0), m.ui.overlay], [null, null], "the eraser takes it away");
    m.show({ kind: "solution", grid });
    m.adopt();
    same([m.line, m.kindOf(1), m.justSolved], [SOLUTION, "entry", false]);
    m.undo();
    m.show({ kind: "best", grid });
    m.put(1);
    same([m.ui.overlay, m.line[1]], [null, "1"]);
  },

  "a win is told once, for the player's own move"() {
    const wins = [];
    const m = new Midend((event) => event === "win" && wins.push(m.line));
    m.open(parseLine(`${SOLUTION.slice(0, 79)}..`));
    at([79, 80], m).put(2);
    same([m.full, wins.length], [true, 0], "wrong digits");
    at(79, m).put(5);
    same([wins, m.justSolved, m.solved], [[SOLUTION], true, true]);
    m.undo();
    m.redo();
    same([wins.length, m.justSolved], [1, false], "there and back is no win");
    m.load(m.save());
    m.open(parseLine(SOLUTION));
    same(wins.length, 1);
    m.open(parseLine(`${SOLUTION.slice(0, 80)}.`));
    m.show({ kind: "solution", grid: parseLine(SOLUTION) });
    m.adopt();
    same([wins.length, m.solved], [1, true], "a solution written in is none");
    m.undo();
    m.apply({ placements: [{ cell: 80, digit: 2 }] });
    same(wins.length, 2, "the last digit from a hint is one");
  },

  "bookmarks outlive what is cut, and going back is a move"() {
    const m = at(1);
    m.put(1);
    const id = m.bookmark("here");
    same([m.bookmark(), m.bookmarks], [id, [{ id, name: "here", filled: 1, here: true }]], "the same again is no other");
    at(2, m).put(2);
    at(3, m).put(4);
    const far = m.bookmark();
    m.goTo(id);
    same([m.line.slice(0, 4), moves(m), m.bookmarks.map(({ here }) => here)], ["81..", 4, [true, false]]);
    m.undo();
    same(m.line.slice(0, 4), "8124");
    m.undo();
    m.undo();
    m.undo();
    at(5, m).put(7);
    same(m.canRedo, false);
    m.goTo(far);
    same(m.line.slice(0, 6), "8124..", "what was cut comes back");
    const again = new Midend();
    again.load(m.save());
    same([again.bookmarks, again.goTo(id), again.line.slice(0, 4)], [m.bookmarks, true, "81.."]);
    m.rename(id, "  there ");
    same([m.bookmarks.map(({ name }) => name), again.load(m.save()), again.bookmarks], [["there", ""], true, m.bookmarks], "a name is kept");
    m.drop(id);
    same([m.bookmarks.length, m.goTo(id), m.goTo(99)], [1, false, false]);
    m.open(parseLine(SOLUTION));
    same(m.bookmarks, [], "another puzzle has its own");
    m.open(parseLine(FIRST_PUZZLE));
    for (let i = 0; i < 100; i++) m.bookmark(at(5 + (i % 3), m).put(1 + (i % 9), "centre") ?? "");
    same(m.history.bookmarks.length <= 60, true);
  },

  "the record is the puzzle's, and undo leaves it alone"() {
    const m = at(1);
    m.put(1);
    m.put(2);
    m.tally("hints");
    m.tally("seconds", 30);
    m.undo();
    same([m.record, m.summary.state], [{ seconds: 30, moves: 2, mistakes: 0, hints: 1 }, "started"]);
    m.open(parseLine(`${SOLUTION.slice(0, 80)}.`));
    same([m.record.moves, m.summary], [0, { puzzle: m.line, title: "", filled: 0, total: 1, state: "new", seconds: 0, moves: 0, mistakes: 0, hints: 0 }]);
    at(80, m).put(2);
    same([m.summary.state, m.summary.filled], ["solved", 1]);
    const again = new Midend();
    again.load(m.save());
    same([again.record.moves, again.undo(), again.undo()], [1, true, false]);
    again.setEditGivens(true);
    at(79, again).put(0);
    same([again.record.moves, again.undo(), again.record.moves], [0, true, 1], "while givens are edited, each puzzle has its own");
  },

  "saved and loaded, the history too"() {
    const m = at(1);
    m.put(1);
    at(2, m).put(2, "corner");
    m.put(2);
    m.undo();
    const again = new Midend();
    again.params.cleanUp = false;
    same(again.load(m.save()), true);
    same([again.line, notesOf(again, 2), again.params.cleanUp, again.canRedo], [m.line, [2], false, true], "the params are the player's");
    again.redo();
    same(again.line[2], "2");
    while (again.undo());
    same(again.line, FIRST_PUZZLE);
  },

  "what comes from storage is not trusted"() {
    const good = at(1);
    good.put(1);
    good.put(3, "colour");
    good.stroke([1, 2]);
    good.bookmark();
    const saved = JSON.parse(good.save());
    const first = [
      { digits: "1" }, { given: "x".repeat(81) }, { opened: 5 }, { corner: [1] }, { centre: new Array(81).fill("<b>") }, { marks: 5 }, { marks: { colours: {} } }, { title: 7 },
      { pen: 1 }, { pen: [1] }, { pen: [[0, 2, 1]] }, { pen: [[1, 0, 1]] }, { pen: [[0, 1, 10]] }, { pen: [[0, 1, 1, 1]] }, { pen: [[0, 0, 1, 0]] }, { pen: [[80, 81, 1]] }, { pen: [[0, 0, 1, 9]] },
    ];
    const changes = [
      null, {}, { cells: [null] }, { cells: [[81, 1]] }, { cells: [[-1, 1]] }, { cells: [[0, 10]] }, { cells: [[0, "1"]] }, { cells: [[0, 1, 0, 0, 0, 0, 1e9]] }, { cells: [], opened: "x" },
      { cells: [], marks: 1 }, { cells: [], pen: 1 }, { cells: [], pen: [[0, 20, 1]] }, { cells: [], rules: {} },
    ];
    const bad = [
      null, "", "{", "null", "[]", "{}", '{"version":2,"moment":0}', '{"version":3,"moment":0}',
      ...[{ moment: 7 }, { moment: -1 }, { moment: "length" }, { moment: "0" }, { version: 4 }, { changes: 5 }, { bookmarks: 5 }, { bookmarks: [{}] }, { bookmarks: [{ id: 0, name: "", state: saved.first }] }, { bookmarks: [{ id: 1, name: "", state: {} }] }, { records: 5 }, { records: [5] },
        ...first.map((part) => ({ first: { ...saved.first, ...part } })), ...changes.map((change) => ({ changes: [change] }))].map((part) => JSON.stringify({ ...saved, ...part })),
    ];
    for (const text of bad) {
      const m = at(4);
      m.put(5);
      const before = m.save();
      same([m.load(text), m.save()], [false, before], text);
    }
    const odd = new Midend();
    same(odd.load(JSON.stringify({ ...saved, records: [["<b>", {}], [FIRST_PUZZLE, { seconds: -4, moves: 2.5, mistakes: "x", evil: 1 }]] })), true);
    same(odd.record, { seconds: 0, moves: 2, mistakes: 0, hints: 0 });
  },

  "a long history is saved to its beginning, and has an end"() {
    const m = at(1);
    for (let i = 0; i < 1200; i++) m.put((i % 9) + 1);
    const again = new Midend();
    same(again.load(m.save()), true);
    same([again.line, again.history.moments.length], [m.line, 1201]);
    while (again.undo());
    same([again.line, again.save().length < 30_000], [FIRST_PUZZLE, true], "what a move changed is all that is saved of it");
    for (let i = 0; i < 900; i++) m.undo();
    same(again.load(m.save()), true);
    same([again.line, again.canRedo], [m.line, true]);
    for (let i = 0; i < 6000; i++) m.put((i % 9) + 1);
    same(m.history.moments.length, 5000);
    same([again.load(m.save()), again.history.moments.length, again.line], [true, 5000, m.line], "also with its first moves gone");
    while (m.undo() && again.undo()) same(again.line, m.line);
    same(again.canUndo, false);
  },

  "other boards: values that begin with 0, letters in lines, what a cell is confined to"() {
    const { m, grid, centre } = drawn(SMALL);
    same([m.values.slice(0, 4), m.line.slice(0, 4), m.board.size], [[0, null, null, null], "1...", 4]);
    same([m.valuesIn(m.candidates[1]), m.valuesIn(m.candidates[5]), m.valuesIn(m.state.centre[5])], [[1, 2, 3], [2, 3], [2, 3]]);
    same([at(0, m).put(2), at(5, m).put(m.toDigit(2)), m.values[5], at(0, m).target("End", true), at(15, m).target("ArrowDown"), m.next("empty")], ["given", null, 2, 15, 15, 1]);
    m.noteAll();
    same([m.valuesIn(m.state.corner[1]), m.valuesIn(m.state.corner[6])], [[1, 3], [0, 1, 3]], "by rows, columns and regions");
    m.restore();
    same([m.isOpen(grid, { centre }), notesOf(m, 5)], [true, [3, 4]]);
    const { m: great } = drawn({ rows: 25, columns: 25, low: 1, high: 25, givens: [{ cell: "r25c25", values: [25] }] });
    at([0, 623, 624], great).put(24);
    same([great.line[0], great.line.slice(-3), great.line.length], ["o", ".op", 625]);
    at(1, great).put(25, "centre");
    same([notesOf(great, 1), great.put(25, "tint"), great.tint({ cell: 1, digit: 25 })], [[25], "unnoted", "unnoted"]);
    const other = new Midend(undefined, great.board);
    same([other.load(great.save()), other.line, other.load(m.save()), new Midend().load(great.save())], [true, great.line, false, false]);
  },

  "any moves on any board: undo leads back through each state, redo forth, load gives the same"() {
    for (let seed = 1; seed <= 24; seed++) {
      const next = random(seed);
      const board = seed <= 20 ? CLASSIC : drawn([SMALL, { rows: 16, columns: 12, low: 3, high: 18, free: true }][seed % 2]).m.board;
      const m = new Midend(undefined, board);
      const { length } = board.cells;
      const [first, solution] = [FIRST_PUZZLE, SOLUTION].map((line) => parseLine(line, board) ?? board.cells.map((cell) => (cell % 3 ? 0 : 1 + (cell % board.size))));
      const start = told(m.state);
      const some = () => Array.from({ length: 1 + next(4) }, () => next(length));
      const states = [start];
      const ids = new Map();
      for (let i = 0; i < 80; i++) {
        m.select([...new Set(some())]);
        m.params.cleanUp = next(3) > 0;
        m.params.fillWith = next(2) ? "centre" : "corner";
        m.setColour(1 + next(9));
        const type = () => m.put(next(board.size + 1), MODES[next(6)]);
        const path = () => some().slice(0, 1).concat(board.cells.filter(() => next(40) === 0));
        const walk = () => Array.from({ length: 5 }).reduce((path) => [...path, board.cells.filter((c) => fits({ shape: "line", a: Math.min(c, path.at(-1)), b: Math.max(c, path.at(-1)), colour: 1 }, board.rows, board.columns))[next(3)]], [next(length)]);
        const deeds = [
          type, type, type, type, type, type, type, () => m.stroke(path()), () => m.stroke(walk()), () => m.clear(), () => m.restore(), () => m.noteAll(), () => m.keep(),
          () => m.show({ kind: "solution", grid: solution }), () => m.adopt(), () => m.setEditGivens(next(2) === 0), () => m.wipe(["notes", "colours", "pen"][next(3)]),
          () => m.apply({ eliminations: [{ cell: next(length), digit: 1 + next(board.size) }] }), () => m.apply({ placements: [{ cell: next(length), digit: 1 + next(board.size) }] }),
          () => ids.set(m.bookmark(`${i}`), told(m.state)), () => ids.size && m.goTo(1 + next(ids.size)), () => m.tint({ cell: next(length), digit: 1 + next(board.size) }),
          () => m.open(first, { colours: board.none.with(next(length), 6), centre: board.none.with(next(length), 4), entries: [{ cell: 1, digit: 1 }] }),
        ];
        const before = { at: m.history.at, history: m.history };
        deeds[next(deeds.length)]();
        if (m.history !== before.history) {
          // Another puzzle, with a history of its own.
          states.splice(0, Infinity, told(m.state));
          ids.clear();
        } else if (m.history.at !== before.at) states.push(told(m.state));
        same(m.history.at, states.length - 1);
        if (i % 8) continue;
        const other = new Midend(undefined, board);
        same(other.load(m.save()), true, "load");
        same(told(other.state), states.at(-1), "load");
        same(other.save(), m.save(), "what was saved with the moves is what each changed");
        for (const [id, state] of ids) {
          same(told(other.history.bookmarks.find((one) => one.id === id).state), state, "bookmarks");
        }
      }
      m.show(null);
      for (let i = states.length - 1; i >= 0; i--) {
        same(told(m.state), states[i], `seed ${seed}, undo to ${i}`);
        m.undo();
      }
      for (let i = 1; i < states.length; i++) {
        m.redo();
        same(told(m.state), states[i], `seed ${seed}, redo to ${i}`);
      }
      same(m.canRedo, false);
    }
  },
};

export const run = () => runAll(tests);
