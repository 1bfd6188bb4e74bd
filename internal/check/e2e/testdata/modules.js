// Tests of the page's modules without a screen, run in the browser by
// TestModules. run() returns what failed, as texts.
import { Api, Failure, serverSentEvents } from "/modules/js/engine/api.js";
import { candidatesOf, cellOf, contradictionsOf, digitsOf, emptyGrid, nameOf, parseLine, scoreOf, toLine, PEERS, WEIGHTS } from "/modules/js/game/grid.js";
import { clockText } from "/modules/js/game/clock.js";
import { I18n, choose, format } from "/modules/js/text/i18n.js";
import { FIRST_PUZZLE, Midend } from "/modules/js/game/midend.js";
import { pictureOf, spotOf } from "/modules/js/board/picture.js";
import { Reach, movesOf, withDigit } from "/modules/js/tools/reach.js";
import { TracePlayer, WINDOW } from "/modules/js/tools/trace.js";
import { positionsOf } from "/modules/js/learn/walk.js";

const SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

function same(got, want, what = "") {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what}: got ${a}, want ${b}`);
}

/** A midend with a cell selected. */
function at(cell, midend = new Midend()) {
  midend.select(cell);
  return midend;
}

/** Numbers below n, the same every time. */
function random(seed = 1) {
  return (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
}

const tests = {
  "geometry: 20 peers, mutual"() {
    PEERS.forEach((peers, cell) => {
      same(peers.length, 20, `peers of ${cell}`);
      for (const peer of peers) same(PEERS[peer].includes(cell), true, `${cell} and ${peer}`);
    });
  },

  "geometry: a full grid scores Σ weight × digit"() {
    same(WEIGHTS.filter((w) => w === 10), [10]);
    same(WEIGHTS.slice(0, 9), new Array(9).fill(6));
    same(scoreOf(parseLine(SOLUTION)), 2860);
    same(scoreOf(emptyGrid()), 0);
  },

  "parseLine takes 81 characters and nothing else"() {
    same(toLine(parseLine(FIRST_PUZZLE.replaceAll(".", "0"))), FIRST_PUZZLE);
    same(toLine(parseLine(` ${FIRST_PUZZLE.replaceAll(".", "_")}\r\n`)), FIRST_PUZZLE);
    for (const bad of ["", FIRST_PUZZLE.slice(1), `${FIRST_PUZZLE}.`, FIRST_PUZZLE.replace("8", "x"), FIRST_PUZZLE.replace("8", "８"), FIRST_PUZZLE.replace("8", "\0")]) {
      same(parseLine(bad), null, bad);
    }
  },

  "contradictions: each pair once, by row, column, box"() {
    const grid = emptyGrid();
    grid[0] = grid[4] = grid[36] = grid[10] = 8;
    same(contradictionsOf(grid).map((k) => ({ ...k, house: k.house.code })), [
      { a: 0, b: 4, digit: 8, house: "r1" },
      { a: 0, b: 36, digit: 8, house: "c1" },
      { a: 0, b: 10, digit: 8, house: "b1" },
    ]);
    const pair = emptyGrid();
    pair[0] = pair[1] = 5;
    same(contradictionsOf(pair).length, 1, "a pair in a minirow");
    same(contradictionsOf(parseLine(SOLUTION)), []);
  },

  "cells by name, candidates by cell"() {
    for (let cell = 0; cell < 81; cell++) same(cellOf(nameOf(cell)), cell);
    const candidates = candidatesOf(parseLine(FIRST_PUZZLE));
    same([candidates[0], digitsOf(candidates[1])], [0, [1, 2, 4, 6]]);
  },

  "a step of a hint is one move"() {
    const m = new Midend();
    m.apply({ placements: [{ cell: 1, digit: 1 }] });
    same([m.line[1], m.notesOf(2), m.history.length], ["1", [], 2]);
    m.undo();
    m.apply({ eliminations: [{ cell: 1, digit: 6 }] });
    same([m.notesOf(1), m.notesOf(2).length > 0, m.hasCandidates, m.history.length], [[1, 2, 4], true, true, 2], "notes are filled in first");
    m.apply({ eliminations: [{ cell: 1, digit: 4 }] });
    same(m.notesOf(1), [1, 2], "what was taken away before stays away");
    m.apply({ placements: [{ cell: 2, digit: 2 }] });
    same([m.notesOf(1), m.notesOf(2)], [[1], []]);
    m.apply({ missing: { cell: 1, digit: 4 } });
    same(m.notesOf(1), [1, 4]);
    m.apply({ wrong: 2 });
    same([m.line[2], m.notesOf(2).includes(2)], [".", true], "a cell that is emptied gets its notes again");
    same(m.apply({ eliminations: [{ cell: 1, digit: 9 }] }), false, "what changes nothing is no move");
  },

  "notes count as candidates once nearly every empty cell has some"() {
    const m = at(1);
    same(m.hasCandidates, false);
    m.note(4);
    same([m.hasCandidates, digitsOf(m.candidates[1])], [false, [1, 2, 4, 6]]);
    m.noteAll();
    m.note(4);
    same([m.hasCandidates, digitsOf(m.candidates[1])], [true, [1, 2, 6]]);
    m.note(8);
    same(digitsOf(m.candidates[1]), [1, 2, 6], "a note that a peer holds is none");
    m.open(parseLine(SOLUTION));
    same(m.hasCandidates, false);
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

  "positions of a path: digits in, candidates out"() {
    const grid = parseLine(FIRST_PUZZLE);
    const steps = [
      { placements: [{ cell: "r1c2", digit: 1 }], eliminations: [] },
      { placements: [], eliminations: [{ cell: "r1c3", digit: 2 }, { cell: "r1c3", digit: 9 }] },
    ];
    const [start, one, two] = positionsOf({ grid, candidates: candidatesOf(grid) }, steps);
    same(toLine(start.grid), FIRST_PUZZLE, "the start is left alone");
    same([one.grid[1], one.candidates[1], digitsOf(one.candidates[2]).includes(1)], [1, 0, false]);
    same(digitsOf(two.candidates[2]).includes(9), false);
  },

  "messages: arguments, one and other, gaps"() {
    same(format("{a} and {b}", "k", { a: 1, b: "{a}" }), "1 and {a}");
    same(format({ one: "{n} cell", other: "{n} cells" }, "k", { n: 1 }), "1 cell");
    same(format({ one: "{n} cell", other: "{n} cells" }, "k", { n: 0 }), "0 cells");
    same(format(undefined, "no.such", {}), "no.such");
    same(format("{constructor}", "k", {}), "{constructor}");
  },

  "languages"() {
    same(choose([null, undefined, "zh-TW", "en"]), "zh-CN");
    same(choose(["fr", "en-GB", "zh"]), "en");
    same(choose(["zhx", "fr"]), "en");
    same(choose([]), "en");
  },

  "opens with Inkala's puzzle, nothing selected"() {
    const m = new Midend();
    same(m.line, FIRST_PUZZLE);
    same(m.ui.selected, null);
    same([m.canUndo, m.canRedo, m.hasEntries], [false, false, false]);
    same(m.enter(5), false);
  },

  "arrows stay on the board"() {
    const m = at(0);
    same([m.target("ArrowUp"), m.target("ArrowLeft"), m.target("ArrowRight"), m.target("ArrowDown")], [0, 0, 1, 9]);
    same([m.target("End"), m.target("End", true), m.target("PageDown"), m.target("ArrowDown", true)], [8, 80, 27, 72]);
    same([m.target("x"), m.target("toString"), m.target("Tab")], [null, null, null]);
    same(new Midend().target("ArrowDown"), 0, "nothing selected");
  },

  "entering, erasing, undo and redo"() {
    const m = at(1);
    same(m.enter(5), true);
    same([m.line[1], m.kindOf(1)], ["5", "entry"]);
    same(m.enter(5), false, "the same digit again is no move");
    m.enter(6);
    m.enter(0);
    same(m.line, FIRST_PUZZLE);
    m.undo();
    same(m.line[1], "6");
    m.undo();
    m.undo();
    same([m.line, m.canUndo], [FIRST_PUZZLE, false]);
    m.redo();
    same(m.line[1], "5");
    m.enter(7);
    same(m.canRedo, false, "a new move ends what could be redone");
  },

  "a given can be changed, unless givens are protected"() {
    const m = at(0);
    same([m.kindOf(0), m.enter(7), m.kindOf(0)], ["given", true, "entry"]);
    m.restore();
    m.params.protectGivens = true;
    same([m.enter(7), m.enter(0), m.line[0]], [false, false, "8"]);
    m.select(1);
    same(m.enter(7), true);
  },

  "notes: toggled, taken along by digits, one undo"() {
    const m = at(1);
    m.note(4);
    m.note(7);
    m.note(4);
    same(m.notesOf(1), [7]);
    m.select(2);
    m.note(7);
    m.note(9);
    m.select(3);
    m.enter(7);
    same([m.notesOf(1), m.notesOf(2)], [[], [9]]);
    m.undo();
    same([m.notesOf(1), m.notesOf(2)], [[7], [7, 9]]);
    m.select(0);
    same(m.note(1), false, "no note in a filled cell");
    m.select(1);
    m.enter(0);
    same(m.notesOf(1), [], "erasing takes notes");
  },

  "all notes are the digits that no peer holds"() {
    const m = new Midend();
    m.noteAll();
    for (let cell = 0; cell < 81; cell++) {
      const held = new Set(PEERS[cell].map((peer) => m.digits[peer]));
      same(m.notesOf(cell), m.digits[cell] ? [] : [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => !held.has(d)), `cell ${cell}`);
    }
    same([m.noteAll(), m.undo(), m.notesOf(1)], [false, true, []]);
  },

  "open, clear, restore, keep"() {
    const m = at(1);
    m.enter(1);
    m.clear();
    same(m.line, toLine(emptyGrid()));
    m.restore();
    same([m.line, m.kindOf(0), m.kindOf(1)], [FIRST_PUZZLE, "given", "empty"]);
    m.select(1);
    m.enter(1);
    m.keep();
    m.select(2);
    m.enter(2);
    m.restore();
    same([m.line[1], m.kindOf(1), m.line[2]], ["1", "given", "."]);
    m.open(parseLine(SOLUTION));
    same([m.line, m.full, m.ui.selected], [SOLUTION, true, null]);
    while (m.undo());
    same(m.line, FIRST_PUZZLE);
  },

  "an overlay is shown, not held"() {
    const m = at(1);
    const grid = parseLine(SOLUTION);
    m.show({ kind: "solution", grid });
    same([toLine(m.shown), m.line, m.kindOf(0), m.kindOf(1)], [SOLUTION, FIRST_PUZZLE, "given", "solution"]);
    same([m.undo(), m.ui.overlay, m.canUndo], [true, null, false]);
    m.show({ kind: "solution", grid });
    m.adopt();
    same([m.line, m.kindOf(1)], [SOLUTION, "entry"]);
    m.undo();
    m.show({ kind: "best", grid });
    m.enter(1);
    same([m.ui.overlay, m.line[1]], [null, "1"]);
  },

  "saved and loaded, the history too"() {
    const m = at(1);
    m.enter(1);
    m.select(2);
    m.note(2);
    m.enter(2);
    m.undo();
    m.params.protectGivens = true;
    const again = new Midend();
    same(again.load(m.save()), true);
    same([again.line, again.notesOf(2), again.params.protectGivens, again.canRedo], [m.line, [2], true, true]);
    again.redo();
    same(again.line[2], "2");
    while (again.undo());
    same(again.line, FIRST_PUZZLE);
  },

  "what comes from storage is not trusted"() {
    const good = at(1);
    good.enter(1);
    const saved = JSON.parse(good.save());
    const bad = [
      null, "", "{", "null", "[]", "{}", '{"version":1,"history":[],"moment":0}', '{"version":2,"moment":0}',
      JSON.stringify({ ...saved, moment: 7 }), JSON.stringify({ ...saved, moment: -1 }), JSON.stringify({ ...saved, moment: "length" }), JSON.stringify({ ...saved, moment: "0" }), JSON.stringify({ ...saved, version: 3 }),
      ...[{ digits: "1" }, { given: "x".repeat(81) }, { opened: 5 }, { notes: [1] }, { notes: new Array(81).fill("<b>") }, { marks: {} }].map((part) =>
        JSON.stringify({ ...saved, first: { ...saved.first, ...part } }),
      ),
      ...[null, {}, { cells: [null] }, { cells: [[81, 1, 0, 0]] }, { cells: [[-1, 1, 0, 0]] }, { cells: [[0, 10, 0, 0]] }, { cells: [[0, "1", 0, 0]] }, { cells: [], opened: "x" }, { cells: [], marks: 1 }].map((change) =>
        JSON.stringify({ ...saved, changes: [change] }),
      ),
    ];
    for (const text of bad) {
      const m = new Midend();
      same([m.load(text), m.line], [false, FIRST_PUZZLE], text);
    }
  },

  "a long history is saved to its beginning, and has an end"() {
    const m = at(1);
    for (let i = 0; i < 1200; i++) m.enter((i % 9) + 1);
    const again = new Midend();
    same(again.load(m.save()), true);
    same([again.line, again.history.length], [m.line, 1201]);
    while (again.undo());
    same([again.line, again.save().length < 60_000], [FIRST_PUZZLE, true], "what a move changed is all that is saved of it");
    for (let i = 0; i < 900; i++) m.undo();
    same(again.load(m.save()), true);
    same([again.line, again.canRedo], [m.line, true]);
    for (let i = 0; i < 6000; i++) m.enter((i % 9) + 1);
    same(m.history.length, 5000);
    same([again.load(m.save()), again.history.length, again.line], [true, 5000, m.line], "also with its first moves gone");
    while (m.undo() && again.undo()) same(again.line, m.line);
    same(again.canUndo, false);
  },

  "a game saved by the page of before is taken up"() {
    const given = [...FIRST_PUZZLE].map((c) => Number(c !== ".")).join("");
    const state = { opened: FIRST_PUZZLE, digits: FIRST_PUZZLE.replaceAll(".", "0"), given };
    const notes = emptyGrid().with(5, 6);
    const m = new Midend();
    same(m.load(JSON.stringify({ version: 1, moment: 1, history: [state, { ...state, digits: state.digits.replace("80", "81"), notes }], params: {} })), true);
    same([m.line.slice(0, 2), m.notesOf(5), m.undo(), m.line], ["81", [1, 2], true, FIRST_PUZZLE]);
  },

  "pencil marks that came with a puzzle come back with it"() {
    const marks = emptyGrid().with(1, 0b10110);
    const m = at(1);
    m.open(parseLine(FIRST_PUZZLE), marks);
    m.select(1);
    m.note(4);
    m.restore();
    same(m.notesOf(1), [1, 2, 4]);
    m.enter(4);
    m.restore();
    same(m.notesOf(1), [1, 2, 4]);
    const again = new Midend();
    again.load(m.save());
    again.clear();
    again.restore();
    same([again.line, again.notesOf(1)], [FIRST_PUZZLE, [1, 2, 4]], "after a reload and Clear, too");
    again.select(2);
    again.note(9);
    again.keep();
    again.clear();
    again.restore();
    same([again.notesOf(1), again.notesOf(2)], [[1, 2, 4], [9]], "kept with the digits");
  },

  "the last digit solves, a solution written in does not"() {
    const m = new Midend();
    m.open(parseLine(SOLUTION.slice(0, 80) + "."));
    m.select(80);
    m.enter(1);
    same([m.full, m.justSolved], [true, false], "a wrong digit");
    m.enter(2);
    same(m.justSolved, false, "a change in a full grid");
    m.undo();
    m.undo();
    m.enter(2);
    same(m.justSolved, true);
    m.open(parseLine(FIRST_PUZZLE));
    m.show({ kind: "solution", grid: parseLine(SOLUTION) });
    m.adopt();
    same([m.full, m.justSolved], [true, false]);
  },

  "numbers beyond what a Number holds are shown to the last digit"() {
    same(new I18n().number(6670903752021072936960n), "6,670,903,752,021,072,936,960");
  },

  "times of the clock"() {
    same([0, 9, 61, 3599, 3600, 36061].map(clockText), ["0:00", "0:09", "1:01", "59:59", "1:00:00", "10:01:01"]);
  },

  "any moves: undo all leads back, redo all leads forth, load gives the same"() {
    for (let seed = 1; seed <= 20; seed++) {
      const next = random(seed);
      const m = new Midend();
      for (let i = 0; i < 60; i++) {
        m.select(next(81));
        [() => m.enter(next(10)), () => m.note(1 + next(9)), () => m.clear(), () => m.restore(), () => m.noteAll(), () => m.keep(),
          () => m.show({ kind: "solution", grid: parseLine(SOLUTION) }), () => m.adopt(), () => m.enter(next(10)), () => m.enter(next(10))][next(10)]();
        const other = new Midend();
        same(other.load(m.save()), true, "load");
        same([other.state.digits, other.state.notes, other.state.given], [m.state.digits, m.state.notes, m.state.given], "load");
        same(other.save(), m.save(), "what was saved with the moves is what each changed");
      }
      m.show(null);
      const end = m.state;
      while (m.undo());
      same(m.line, FIRST_PUZZLE, `seed ${seed}`);
      while (m.redo());
      same(m.state, end, `seed ${seed}`);
    }
  },

  async "a trace forwards, back and anywhere agrees with itself"() {
    // A made-up search: place and undo at random, over three windows.
    const next = random(7);
    const puzzle = parseLine(FIRST_PUZZLE);
    const grids = [[...puzzle]];
    const events = [];
    const stack = [];
    while (events.length < 2 * WINDOW + 345) {
      const grid = [...grids.at(-1)];
      const open = grid.flatMap((digit, cell) => (digit ? [] : [cell]));
      if (stack.length && (next(2) || !open.length)) {
        const [, cell, digit] = stack.pop();
        grid[cell] = 0;
        events.push([2, cell, digit]);
      } else {
        const event = [1, open[next(open.length)], 1 + next(9)];
        grid[event[1]] = event[2];
        stack.push(event);
        events.push(event);
      }
      grids.push(grid);
    }
    const fetched = [];
    const player = new TracePlayer(FIRST_PUZZLE, async (from, n) => {
      fetched.push(from);
      return { strategy: "x", board: toLine(grids[from]), from, events: events.slice(from, from + n), done: from + n >= events.length };
    });
    const check = (position) => {
      same([player.position, toLine(player.grid)], [position, toLine(grids[position])]);
      const placed = events.slice(0, position).filter(([kind]) => kind === 1).length;
      same([player.nodes, player.backtracks, player.depth], [placed, position - placed, 2 * placed - position], `at ${position}`);
    };
    same(player.forward(), "missing");
    while (!player.atEnd) {
      if (player.forward() === "missing") await player.load(player.position);
      if (player.position % 500 === 0) check(player.position);
    }
    check(events.length);
    same(player.forward(), "end");
    same(fetched, [0, WINDOW, 2 * WINDOW], "each window once");
    while (player.position > 0) {
      if (player.back() === "missing") await player.load(player.position - 1);
      if (player.position % 500 === 0) check(player.position);
    }
    same(player.back(), "end");
    for (const position of [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 2 * WINDOW, events.length, 17]) {
      await player.seek(position);
      check(position);
    }
    await player.seek(1e9);
    check(events.length);
  },

  async "a trace that cannot be fetched can be asked for again"() {
    let calls = 0;
    const player = new TracePlayer(FIRST_PUZZLE, async (from) => {
      if (calls++ === 0) throw new Error("down");
      return { strategy: "x", board: FIRST_PUZZLE, from, events: [[1, 1, 1]], done: true };
    });
    let failed = false;
    await player.load(0).catch(() => (failed = true));
    await player.load(0);
    same([failed, player.forward(), player.atEnd], [true, "done", true]);
  },

  "what a digit costs"() {
    const reach = new Reach();
    const learn = (line, best) => reach.learn("maximum", line, best);
    const cost = (cell, digit, line = FIRST_PUZZLE) => Object.values(reach.cost("maximum", line, cell, digit));
    same(cost(1, 1), [undefined, undefined]);
    learn(FIRST_PUZZLE, 100);
    same(reach.cost("maximum", FIRST_PUZZLE, 1, 1).cost, undefined);
    learn(withDigit(FIRST_PUZZLE, 1, 1), 100);
    learn(withDigit(FIRST_PUZZLE, 1, 2), 93);
    learn(withDigit(FIRST_PUZZLE, 1, 5), null);
    same([cost(1, 1), cost(1, 2)], [[100, 0], [93, 7]]);
    same(cost(1, 2, withDigit(FIRST_PUZZLE, 1, 1)), [93, 7], "whatever the cell holds");
    same([reach.cost("maximum", FIRST_PUZZLE, 1, 5).cost, reach.cost("maximum", FIRST_PUZZLE, 1, 8).cost], [Infinity, Infinity], "no solution; a contradiction needs no asking");
    same(cost(2, 4, withDigit(FIRST_PUZZLE, 1, 8)), [null, null], "none before");
    same(reach.best("minimum", FIRST_PUZZLE), undefined, "goals are kept apart");
    for (let i = 0; i < 5000; i++) learn(`line ${i}`, i);
    same([reach.best("maximum", "line 4999"), reach.best("maximum", "line 0")], [4999, undefined], "old ones are let go");
  },

  "the last moves: digits that stand, the newest first"() {
    const m = new Midend();
    const enter = (cell, digit) => (m.select(cell), m.enter(digit));
    const moves = (most = 4) => movesOf(m.history.slice(0, m.moment + 1), most).map(({ cell, digit }) => [cell, digit]);
    same(moves(), []);
    enter(1, 1);
    enter(2, 4);
    enter(2, 5);
    m.select(5);
    m.note(3);
    enter(3, 7);
    same(moves(), [[3, 7], [2, 5], [1, 1]]);
    same(moves(2), [[3, 7], [2, 5]]);
    enter(3, 0);
    same(moves(), [[2, 5], [1, 1]]);
    m.undo();
    same(moves(), [[3, 7], [2, 5], [1, 1]]);
    m.clear();
    same(moves(), []);
    enter(9, 9);
    same(moves(), [[9, 9]]);
  },

  async "server-sent events, cut anywhere"() {
    const text = 'event: progress\ndata: {"a":1}\n\n: comment\n\nevent: result\ndata: 汉\ndata: 字\n\ndata: half';
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size < 9; size++) {
      const body = new ReadableStream({
        start(controller) {
          for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size));
          controller.close();
        },
      });
      const got = [];
      for await (const { event, data } of serverSentEvents(body)) got.push([event, data]);
      same(got, [["progress", '{"a":1}'], ["result", "汉\n字"]], `pieces of ${size}`);
    }
  },

  async "a request ends at its deadline, by its signal, or with the server's reason"() {
    const api = new Api(() => "en");
    const fails = async (promise) => {
      try {
        await promise;
      } catch (error) {
        if (error instanceof Failure) return [error.kind, error.where.line ?? null];
        throw error;
      }
      return "an answer";
    };
    same(await fails(api.post("held", {}, undefined, 50)), ["deadline", null]);
    const controller = new AbortController();
    const answer = fails(api.post("held", {}, controller.signal, 60_000));
    controller.abort();
    same(await answer, ["cancelled", null]);
    same(await fails(api.post("parse", { text: "123456789\n%" })), ["refused", 2]);
    same((await fails(api.post("nowhere", {})))[0], "refused");
  },
};

export async function run() {
  const failures = [];
  let passed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      passed++;
    } catch (error) {
      failures.push(`${name}: ${error.stack ?? error}`);
    }
  }
  return { passed, failures };
}
