// Tests of the page's modules without a screen, run in the browser by
// TestModules. run() returns what failed, as texts.
import { Api } from "/modules/js/engine/api.js";
import { Failure } from "/modules/js/engine/failure.js";
import { serverSentEvents } from "/modules/js/engine/remote.js";
import { boardOf, candidatesOf, cellOf, contradictionsOf, digitsOf, emptyGrid, nameOf, parseLine, toLine, PEERS, WEIGHTS } from "/modules/js/game/grid.js";
import { Watch, clockText, paced, timesIn } from "/modules/js/game/clock.js";
import { I18n, choose, format } from "/modules/js/text/i18n.js";
import { Midend } from "/modules/js/game/midend.js";
import { FIRST_PUZZLE } from "/modules/js/game/position.js";
import { Reach, movesOf, withDigit } from "/modules/js/tools/reach.js";
import { TracePlayer, WINDOW } from "/modules/js/tools/trace.js";
import { positionsOf, startOf } from "/modules/js/learn/walk.js";
import { INTERVALS, LAST_BOX, after, dayNumberOf, dueOn, learnedIn } from "/modules/js/learn/repetition.js";
import { Status } from "/modules/js/text/status.js";
import { savedIn, textOf } from "/modules/js/keep/link.js";
import { dayAfter, medianOf, statisticsOf, streakOf } from "/modules/js/keep/statistics.js";
import { Store } from "/modules/js/keep/store.js";
import { takeIn } from "/modules/js/keep/transfer.js";
import { random, runAll, same } from "./harness.js";

/** A midend with cells selected. */
const at = (cells, midend = new Midend()) => {
  midend.select(cells);
  return midend;
};

const SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

const tests = {
  "geometry: 20 peers, mutual"() {
    PEERS.forEach((peers, cell) => {
      same(peers.length, 20, `peers of ${cell}`);
      for (const peer of peers) same(PEERS[peer].includes(cell), true, `${cell} and ${peer}`);
    });
  },

  "geometry: the weights of the target"() {
    same(WEIGHTS.filter((w) => w === 10), [10]);
    same(WEIGHTS.slice(0, 9), new Array(9).fill(6));
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

  "positions of a path: digits in, candidates out"() {
    const grid = parseLine(FIRST_PUZZLE);
    const steps = [
      { placements: [{ cell: "r1c2", digit: 1 }], eliminations: [] },
      { placements: [], eliminations: [{ cell: "r1c3", digit: 2 }, { cell: "r1c3", digit: 9 }] },
    ];
    const [start, one, two] = positionsOf(new Midend(), { grid, candidates: candidatesOf(grid) }, steps);
    same(toLine(start.grid), FIRST_PUZZLE, "the start is left alone");
    same([one.grid[1], one.candidates[1], digitsOf(one.candidates[2]).includes(1)], [1, 0, false]);
    same(digitsOf(two.candidates[2]).includes(9), false);
  },

  "a path begins at the candidates of its own board"() {
    // A board of 4 × 4 without boxes: a row and a column alone keep a digit from a cell.
    const lines = [0, 1, 2, 3].flatMap((i) => [{ code: `r${i + 1}`, kind: "row", n: i + 1, cells: [0, 1, 2, 3].map((j) => i * 4 + j) }, { code: `c${i + 1}`, kind: "column", n: i + 1, cells: [0, 1, 2, 3].map((j) => j * 4 + i) }]);
    const midend = new Midend(undefined, boardOf({ rows: 4, columns: 4, low: 0, high: 3, houses: lines }));
    midend.open([1, 2, ...Array(14).fill(0)]);
    const { grid, candidates } = startOf(midend);
    same(grid.length, 16);
    same(candidates.map((set) => digitsOf(set).join("")).slice(0, 8), ["", "", "34", "34", "234", "134", "1234", "1234"]);
    // What a path says itself are values, which begin with 0 here.
    same(startOf(midend, ["0", "1", "2 3", ""]).candidates.map((set) => digitsOf(set).join("")), ["1", "2", "34", ""]);
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

  "numbers beyond what a Number holds are shown to the last digit"() {
    same(new I18n().number(6670903752021072936960n), "6,670,903,752,021,072,936,960");
  },

  "a watch counts whole seconds while it runs"() {
    const watch = new Watch();
    same(watch.take(5000), 0);
    watch.run(true, 1000);
    watch.run(true, 9000);
    same([watch.take(1999), watch.take(4500), watch.take(4999), watch.take(5000)], [0, 3, 0, 1]);
    watch.run(false, 6500);
    watch.run(true, 60_000);
    same([watch.take(60_999), watch.take(61_000), watch.take(50)], [0, 1, 0], "what passed while it stood is not counted");
  },

  "times of the clock"() {
    same([0, 9, 61, 3599, 3600, 36061].map(clockText), ["0:00", "0:09", "1:01", "59:59", "1:00:00", "10:01:01"]);
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
    const enter = (cell, digit) => (m.select(cell), m.put(digit));
    const moves = (most = 4) => movesOf(m.history.past, most).map(({ cell, digit }) => [cell, digit]);
    same(moves(), []);
    enter(1, 1);
    enter(2, 4);
    enter(2, 5);
    m.select(5);
    m.put(3, "corner");
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

  "repetition: a box up when due and found alone, tomorrow with help, back to the first when shown"() {
    let it = after(undefined, "right", 100);
    same(it, { right: 1, tries: 1, row: 1, box: 1, due: 101 });
    // Again on the same day: it counts, and moves nothing.
    it = after(it, "right", 100);
    same(it, { right: 2, tries: 2, row: 2, box: 1, due: 101 });
    let day = 101;
    for (let box = 2; box <= LAST_BOX + 2; box++) {
      it = after(it, "right", day);
      same([it.box, it.due - day], [Math.min(box, LAST_BOX), INTERVALS[Math.min(box, LAST_BOX)]], `box ${box}`);
      day = it.due;
    }
    const helped = after(it, "helped", day);
    same([helped.box, helped.due, helped.row, helped.right], [LAST_BOX, day + 1, 0, it.right]);
    same([after(it, "shown", day).box, after(it, "shown", day).due], [1, day]);
    // Help with what is not due until tomorrow, or later, is not put off.
    same(after({ ...it, due: day + 9 }, "helped", day).due, day + 1);
    same(after(undefined, "helped", 7), { right: 0, tries: 1, row: 0, box: 1, due: 8 });
    same(after(undefined, "shown", 7), { right: 0, tries: 1, row: 0, box: 1, due: 7 });
  },

  "repetition: what is due, the longest first; days are the person's; what is none is left out"() {
    const learned = (due) => ({ box: 1, due, right: 1, tries: 1, row: 1 });
    same(dueOn({ a: learned(5), b: learned(3), c: learned(6) }, 5), ["b", "a"]);
    same(dayNumberOf(new Date(2026, 10, 22, 23, 59)) - dayNumberOf(new Date(2026, 10, 22, 0, 0)), 0);
    same(dayNumberOf(new Date(2026, 10, 23, 0, 0)) - dayNumberOf(new Date(2026, 10, 22, 23, 59)), 1);
    same(learnedIn({ id: "learned.a", ...learned(5) }), { box: 1, due: 5, right: 1, tries: 1, row: 1 });
    for (const bad of [undefined, null, "x", {}, { ...learned(5), box: 9 }, { ...learned(5), due: -1 }, { ...learned(5), right: "1" }]) same(learnedIn(bad), undefined, JSON.stringify(bad));
  },

  "statistics: streaks over months and leap days, medians, by grade and of the day"() {
    same([dayAfter("2024-02-28", 1), dayAfter("2024-03-01", -1), dayAfter("2026-12-31", 1)], ["2024-02-29", "2024-02-29", "2027-01-01"]);
    same([medianOf([]), medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 5])], [0, 3, 2.5, 5]);
    const days = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-10-05"];
    same(streakOf(days, "2026-12-02"), { now: 3, longest: 3 });
    same(streakOf(days, "2026-12-03"), { now: 3, longest: 3 }, "today is not over");
    same(streakOf(days, "2026-12-04"), { now: 0, longest: 3 });
    const win = (day, seconds, more = {}) => ({ id: day + seconds, puzzle: "", seconds, hints: 0, mistakes: 0, won: 1, day, level: "hard", ...more });
    const wins = [
      win("2026-12-01", 100),
      win("2026-12-02", 300, { hints: 2, daily: { date: "2026-12-02", grade: "hard" } }),
      win("2026-12-02", 0, { daily: { date: "2026-12-01", grade: "hard" } }),
      win("2026-12-02", 50, { level: undefined }),
    ];
    const got = statisticsOf(wins, "2026-12-02");
    same([got.solved, got.unaided, got.streak.now, got.daily.now], [4, 3, 2, 1], "a day's puzzle counts on its own day");
    same(got.grades.find(({ grade }) => grade === "hard"), { grade: "hard", solved: 3, unaided: 2, best: 100, median: 200 });
    same(got.grades.map(({ grade, solved }) => grade + solved), ["easy0", "medium0", "hard3", "unfair0", "extreme0", "1"]);
  },

  async "a link carries a whole state, and nothing else is one"() {
    const m = new Midend();
    m.open(parseLine(FIRST_PUZZLE), { title: "题 é" });
    at([1, 2], m).put(4, "corner");
    m.put(7, "centre");
    m.put(3, "colour");
    m.stroke([0, 1, 2]);
    at(5, m).put(2);
    const told = (state) => JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const text = await textOf(m.state);
    const again = new Midend();
    same(again.load(await savedIn(text)), true);
    same(told(again.state), told(m.state));
    for (const bad of ["", "1", "2abc", "1!!!!", text.slice(0, 30), `0${btoa("{}")}`, `0${btoa("[1]")}`, "x".repeat(200_000)]) {
      const saved = await savedIn(bad);
      same(saved === null || !again.load(saved), true, bad.slice(0, 20));
    }
    same(told(again.state), told(m.state), "what cannot be read changes nothing");
  },

  async "a file taken in adds, and takes nothing away"() {
    const store = new Store();
    await new Promise((done) => {
      indexedDB.deleteDatabase("nonet").onsuccess = done;
    });
    localStorage.removeItem("nonet.colour");
    const game = (moves, id = "g") => {
      const m = new Midend();
      for (const [cell, digit] of moves) at(cell, m).put(digit);
      return { id, rev: 3, save: m.save(), about: { source: "other", puzzle: FIRST_PUZZLE }, played: 5 };
    };
    const learned = (id, tries) => ({ id, box: 1, due: 1, right: 1, tries, row: 1 });
    const file = (games, more = {}) => JSON.stringify({ format: "nonet", version: 1, games, wins: [], kept: [], settings: {}, ...more });
    const first = await takeIn(store, file([game([[1, 1]]), { id: "h", save: "{" }, null], { kept: [learned("a", 2), learned("b", 9)], settings: { colour: "x", playing: "y" } }));
    same(first, { games: 1, wins: 0, same: 0, unreadable: 1 });
    same(await takeIn(store, file([game([])])), { games: 0, wins: 0, same: 1, unreadable: 0 }, "an earlier state of it");
    same(await takeIn(store, file([game([[1, 1], [2, 2]])])), { games: 1, wins: 0, same: 0, unreadable: 0 }, "a later one");
    same((await store.all("games")).map(({ line }) => line.slice(0, 3)), ["812"]);
    for (const fresh of [1, 0]) same(await takeIn(store, file([game([[5, 5]])])), { games: fresh, wins: 0, same: 1 - fresh, unreadable: 0 }, "one that went another way stands beside it, once");
    same((await store.all("games")).map(({ line }) => line.slice(0, 3)), ["812", "8.."]);
    await takeIn(store, file([], { kept: [learned("a", 7), learned("b", 1)], settings: { colour: "z" } }));
    same([await store.all("kept"), localStorage.getItem("nonet.colour"), localStorage.getItem("nonet.playing") === "y"], [[learned("a", 7), learned("b", 9)], "x", false]);
    // Of other rules, a game counts if its history can be read.
    const drawn = { id: "drawn", rev: 1, puzzle: "{}", save: game([]).save, line: "g.", rows: 1, columns: 2, played: 1 };
    same(await takeIn(store, file([drawn, { ...drawn, id: "broken", save: "x" }])), { games: 1, wins: 0, same: 0, unreadable: 1 });
    same(await store.get("games", "drawn"), drawn);
    for (const bad of ["", "{", "[]", "null", '{"format":"nonet"}', '{"format":"nonet","version":2}']) {
      same(await takeIn(store, bad).then(() => "taken", (error) => error.message.startsWith("page.data.")), true, bad);
    }
  },

  "a pace, digit by digit"() {
    let pace;
    for (const [filled, seconds] of [[1, 0], [2, 3], [2, 9], [1, 10], [4, 40], [3, 50], [5, 41]]) pace = paced(pace, { filled, seconds });
    same([pace, timesIn(pace)], ["0.3.11.0.1", [0, 3, 40, 40, 41]]);
    for (const bad of [undefined, null, 5, ["5"], "", "x y", "1..2", ".1", "12345", "A"]) same(timesIn(bad), []);
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
        if (error instanceof Failure) return [error.kind, error.detail];
        throw error;
      }
      return "an answer";
    };
    same(await fails(api.ask("held", {}, undefined, undefined, 50)), ["deadline", ""]);
    const controller = new AbortController();
    const answer = fails(api.ask("held", {}, controller.signal, undefined, 60_000));
    controller.abort();
    same(await answer, ["cancelled", ""]);
    for (const [operation, body] of [["solve", { puzzle: "123456789\n%" }], ["nowhere", {}]]) {
      const [kind, detail] = await fails(api.ask(operation, body));
      same([kind, detail.length > 5], ["refused", true]);
    }
  },

  async "what is sought is told to a screen reader from 1.5 s on, and then seldom"() {
    const status = new Status({ t: (key, { what = "", left = "" } = {}) => [key, what, left].join(" ").trim(), number: String });
    const [live, text] = ["live", "hint-seeking"].map((id) => document.getElementById(id));
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const { now } = performance;
    let ms = now.call(performance);
    performance.now = () => ms;
    try {
      const told = [];
      const sought = status.seeking("hint-seeking");
      for (const [after, name, empty] of [[0, "Pair", 50], [1499, "Wing", 50], [1, "Chain", 50], [4999, "Net", 50], [1, "Fish", 48]]) {
        live.textContent = "";
        ms += after;
        sought({ name, family_name: "", nodes: 0, empty });
        await frame();
        told.push(live.textContent);
      }
      same(told, ["", "", "page.seeking Chain 50", "", "page.seeking.left Fish 48"]);
      // On the page, too, where it can be read: the latest, once the one before has stood for a while.
      while (text.textContent !== "page.seeking.left Fish 48") await frame();
    } finally {
      performance.now = now;
      live.textContent = "";
    }
  },
};

export const run = () => runAll(tests);
