/**
 * Scores of a puzzle: Σ weight × value. In the tab Target the weights are 10 in the centre and
 * one less in each ring outwards. Puzzles of any rules can have their own weights.
 *
 * "Find the best" shows the progress of the search: the best score found rises, and the upper
 * bound falls. When they meet, the score is proven.
 *
 * Besides the score, a player sees the best score that can still be reached, the costs of the
 * last moves and, on request, the cost of each digit in the selected cell. These are requested
 * one grid at a time after a pause in typing, at most nine for a cell. A change of the grid
 * cancels them.
 */
import { Failure } from "../engine/failure.js";
import { CLASSIC, UNIT, svg } from "../board/board.js";
import { WEIGHTS, columnOf, nameOf, parseLine, rowOf } from "../game/grid.js";
import { recall, remember } from "../keep/memory.js";
import { Reach, movesOf, withDigit } from "./reach.js";
import { byId, fill, hide, make } from "../text/status.js";

/** Time limits for the visible search, and for each search in the background, in milliseconds. */
const TIME = 30_000;
const REACH_TIME = 5_000;
/** Background searches wait for a pause in typing of this many milliseconds. */
const PAUSE = 250;
/** The number of moves whose costs are shown. */
const MOVES = 4;
/** The weights with a colour; their texts are in the catalogue. */
const RINGS = [10, 9, 8, 7, 6];

/** The classic board with its rings, and the weights of their cells. @returns {import("../board/board.js").Layout} */
function ringLayout() {
  const at = (/** @type {number} */ cell) => ({ x: columnOf(cell) * UNIT, y: rowOf(cell) * UNIT });
  return {
    ...CLASSIC, look: "rings",
    // Corner notes leave the corner with the weight free.
    runsOf: (cell, corner, centre) => CLASSIC.runsOf(cell, corner, centre).map((run) => (centre.length ? run : { ...run, x: run.x * 0.76, y: run.y * 0.92 + 0.5 })),
    under: WEIGHTS.map((weight, cell) => svg("rect", { ...at(cell), width: UNIT, height: UNIT, class: `ring ring-${weight}` })),
    over: WEIGHTS.map((weight, cell) => svg("text", { x: at(cell).x + 9.2, y: at(cell).y + 2.9, class: "ring-weight" }, String(weight))),
  };
}

export class Target {
  /** The layout of the tab's own board. */
  layout = ringLayout();
  /** @type {{score: number | null, bound: number, proven: boolean, goal: string} | null} */
  #best = null;
  #reach = new Reach();
  /** The puzzle that the results belong to. */
  #about = "";
  /** Whether the reachable score could not be found. */
  #unknown = false;
  #active = false;
  /** The digits at the last change. */
  #line = "";
  /** The move whose cost will be announced. @type {{cell: number, digit: number} | null} */
  #news = null;
  /** The cell selected at the last change. @type {number | null} */
  #selected = null;
  /** The goal, grid and cell of the prices announced last. */
  #said = "";
  #timer = 0;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    app.target = this;
    byId("rings").replaceChildren(...RINGS.map((weight) => make("li", { className: `ring-${weight}`, "data-weight": weight })));
    const costs = /** @type {HTMLInputElement} */ (byId("costs"));
    costs.checked = recall("costs") === "true";
    costs.addEventListener("change", () => {
      remember("costs", String(costs.checked));
      this.#ask();
      app.draw();
    });
    byId("goal").addEventListener("change", () => {
      this.#forget();
      app.draw();
    });
    if (app.tab === "target") app.lay(this.layout);
    this.shown();
  }

  /** The game being played for a score. */
  get #game() {
    return this.app.game;
  }

  get #weights() {
    return this.app.place?.weights ?? WEIGHTS;
  }

  /** A grid in the form of the operation target. @param {string} line */
  #textOf(line) {
    const { place } = this.app;
    const { state: { given }, board } = this.#game;
    if (!place) return line;
    const values = (parseLine(line, board) ?? []).map((digit, cell) => (digit && !given[cell] ? this.#game.toValue(digit) : null));
    return place.source?.filled?.(values) ?? place.text;
  }

  /** The score of the digits in a grid so far. @param {readonly number[]} grid */
  #scoreOf(grid) {
    return grid.reduce((sum, digit, cell) => sum + (digit && this.#game.toValue(digit) * this.#weights[cell]), 0);
  }

  /** The message for a full grid of a puzzle of any rules: its score, and the best if known. */
  get verdict() {
    const { i18n } = this.app;
    const game = this.#game;
    const { best, cost } = this.#reach.between(this.#goal, game.givensLine, game.line);
    const score = this.#scoreOf(game.digits);
    const limit = this.#goal === "maximum" ? score + (cost ?? 0) : score - (cost ?? 0);
    const key = cost === undefined || best === null ? "field.score.full" : cost ? "field.score.full.gap" : "field.score.full.best";
    return i18n.t(key, { score: i18n.number(score), best: i18n.number(limit) });
  }

  get #goal() {
    return /** @type {import("./reach.js").Goal} */ (/** @type {HTMLSelectElement} */ (byId("goal")).value);
  }

  /** To be called after the digits changed. */
  changed() {
    const { digits, line } = this.#game;
    const changed = digits.flatMap((_, cell) => (line[cell] === this.#line[cell] ? [] : [cell]));
    const [cell] = changed;
    this.#line = line;
    this.#forget();
    // Only a single new digit is a move; an undo, an erased cell or another puzzle is not.
    this.#news = changed.length === 1 && digits[cell] ? { cell, digit: digits[cell] } : null;
  }

  /** Drops results that no longer count. */
  #forget() {
    this.app.status.cancel("target");
    this.#best = null;
    this.#news = null;
    this.#ask();
  }

  /** To be called when another cell may be selected. */
  viewed() {
    const selected = this.#game.cursor;
    if (selected === this.#selected) return;
    this.#selected = selected;
    if (this.#pricing) this.#ask();
  }

  /** To be called when the tab or the puzzle changed. */
  shown() {
    const { midend, place, status, tab } = this.app;
    this.#active = tab === "target" || Boolean(place?.weights);
    const about = `${place?.address ?? ""} ${this.#weights}`;
    if (!this.#active || about !== this.#about) status.cancel("target");
    // The best grid is a solution, which other tabs are not to give away.
    if (!this.#active && midend.ui.overlay?.kind === "best") midend.show(null);
    if (this.#active && about !== this.#about) {
      this.#about = about;
      this.#reach = new Reach(this.#game.board);
      this.#line = this.#game.line;
      this.#forget();
    }
    if (this.#active) (place ? byId("field-score") : byId("panel-target")).prepend(byId("scores"));
    this.#ask();
  }

  // The reachable score.

  /** Whether the digit keys show costs. */
  get #pricing() {
    return this.#active && /** @type {HTMLInputElement} */ (byId("costs")).checked;
  }

  /** The cell whose digits show their costs. */
  get #priced() {
    const midend = this.#game;
    const cell = midend.cursor;
    return this.#pricing && cell !== null && midend.mayChange(cell) ? cell : null;
  }

  get #moves() {
    return movesOf(this.#game.history.past, MOVES);
  }

  /** Asks, after a pause, for the missing results. */
  #ask() {
    clearTimeout(this.#timer);
    this.app.status.cancel("reach");
    this.#unknown = false;
    if (this.#active) this.#timer = setTimeout(() => this.#learn(), PAUSE);
  }

  /** The grids whose best will be shown, the most important first. */
  get #grids() {
    const midend = this.#game;
    const line = midend.line;
    const grids = [line];
    for (const move of this.#moves) grids.push(withDigit(move.line, move.cell, 0), move.line);
    if (midend.hasEntries) grids.push(midend.givensLine);
    const cell = this.#priced;
    if (cell !== null) grids.push(...[0, ...this.#digits].map((digit) => withDigit(line, cell, digit)));
    return new Set(grids);
  }

  /** The digits of the board. */
  get #digits() {
    return Array.from({ length: this.#game.board.size }, (_, i) => i + 1);
  }

  async #learn() {
    const { api, status } = this.app;
    const goal = this.#goal;
    const wanted = [...this.#grids].filter((line) => this.#reach.best(goal, line) === undefined);
    this.#tell();
    if (wanted.length) {
      const learned = await status.run(
        "reach",
        (i18n) => i18n.t("page.target.reach.busy"),
        async (signal) => {
          for (const line of wanted) {
            const { outcome, score } = await api.ask("target", { puzzle: this.#textOf(line), goal, timeout_ms: REACH_TIME }, signal);
            if (outcome === "undecided") throw new Failure("deadline");
            if (signal.aborted) return;
            this.#reach.learn(goal, line, outcome === "none" ? null : score ?? null);
            this.app.draw();
            this.#tell();
          }
          return true;
        },
        {
          background: true,
          onFailure: () => {
            this.#unknown = true;
            this.app.draw();
          },
        },
      );
      if (!learned) return;
    }
    // The score of a full grid was announced before its best was known.
    if (this.app.place && this.#game.full) status.repeat();
    if (this.#priced === null) return;
    // Announced only once, so that it does not interrupt other messages.
    const priced = [goal, this.#line, this.#priced].join();
    if (priced !== this.#said) status.announce((i18n) => this.#pricesText(i18n));
    this.#said = priced;
  }

  /** Announces the cost of the last move once it is known. Contradictions are announced elsewhere. */
  #tell() {
    const { status } = this.app;
    const midend = this.#game;
    const move = this.#news;
    if (!move || midend.contradictions.length) return;
    const { best, cost } = this.#reach.cost(this.#goal, midend.line, move.cell, move.digit);
    if (cost === undefined) return;
    this.#news = null;
    const kind = cost === null ? "late" : cost === Infinity ? "fatal" : cost === 0 ? "free" : "cost";
    status.message((i18n) =>
      i18n.t(`page.target.move.${kind}`, { move: this.#moveText(i18n, move), cost: i18n.number(cost ?? 0), best: i18n.number(best ?? 0) }),
    );
  }

  /** @param {import("../text/i18n.js").I18n} i18n @param {{cell: number, digit: number}} move */
  #moveText(i18n, { cell, digit }) {
    return i18n.t("page.target.move", { cell: nameOf(cell, this.#game.board.columns), digit: this.#game.toValue(digit) });
  }

  /** The text of a best score. Without a solution it is infinite. @param {number | null | undefined} best */
  #bestText(best) {
    if (best === undefined) return this.#unknown ? "?" : "…";
    if (best === null) return this.#goal === "minimum" ? "+∞" : "−∞";
    return this.app.i18n.number(best);
  }

  /** The text of a cost, as a change of the score. @param {number | null | undefined} cost */
  #costText(cost) {
    if (cost === undefined) return this.#unknown ? "?" : "…";
    if (cost === null) return "–";
    if (cost === 0) return "0";
    return (this.#goal === "minimum" ? "+" : "−") + (cost === Infinity ? "∞" : this.app.i18n.number(cost));
  }

  /** The costs of the digits in the selected cell, for the digit keys; null if they are not shown. */
  get prices() {
    if (!this.#pricing) return null;
    const { i18n } = this.app;
    const midend = this.#game;
    const cell = this.#priced;
    return this.#digits.map((digit) => {
      const value = midend.toValue(digit);
      if (cell === null) return { digit, best: "", cost: "", free: false, label: i18n.t("page.pad.digit", { digit: value }) };
      const { best, cost } = this.#reach.cost(this.#goal, midend.line, cell, digit);
      const label =
        best === undefined || cost === undefined ? "page.pad.digit" : best === null ? "page.pad.digit.none" : "page.pad.digit.cost";
      return {
        digit,
        best: this.#bestText(best),
        cost: best === null ? "" : this.#costText(cost),
        free: cost === 0,
        label: i18n.t(label, { digit: value, best: this.#bestText(best), cost: i18n.number(cost ?? 0) }),
      };
    });
  }

  /** The announcement of the costs: the digits that lead to a solution. @param {import("../text/i18n.js").I18n} i18n */
  #pricesText(i18n) {
    const cell = this.#priced;
    if (cell === null) return "";
    const midend = this.#game;
    const list = this.#digits.flatMap((digit) => {
      const { best, cost } = this.#reach.cost(this.#goal, midend.line, cell, digit);
      if (typeof best !== "number" || typeof cost !== "number") return [];
      return [i18n.t(cost === 0 ? "page.target.price.free" : "page.target.price", { digit: midend.toValue(digit), cost: i18n.number(cost) })];
    });
    const key = list.length === midend.board.size ? "page.target.prices" : list.length ? "page.target.prices.others" : "page.target.prices.none";
    return i18n.t(key, { cell: nameOf(cell, midend.board.columns), list: list.join(i18n.t("list.separator")) });
  }

  // On the screen.

  drawn() {
    if (this.#active) this.draw();
  }

  draw() {
    const { i18n } = this.app;
    const { board, shown, ui } = this.#game;
    const filled = shown.filter(Boolean).length;
    byId("score").textContent = i18n.number(this.#scoreOf(shown));
    hide(byId("best-adopt"), ui.overlay?.kind !== "best");
    byId("score-about").textContent = i18n.count(filled === board.cells.length ? "page.target.full" : "page.target.filled", filled, { cells: board.cells.length });
    this.#drawReach();
    this.#drawBest();
  }

  translated() {
    for (const ring of byId("rings").children) ring.textContent = this.app.i18n.t(`page.target.ring.${ring.getAttribute("data-weight")}`);
    this.drawn();
  }

  #drawReach() {
    const { i18n } = this.app;
    const midend = this.#game;
    const goal = this.#goal;
    const best = this.#reach.best(goal, midend.line);
    byId("reach").textContent = this.#bestText(best);
    byId("reach").classList.toggle("none", best === null);
    const about = best === null ? "none" : best === undefined && this.#unknown ? "unknown" : goal;
    byId("reach-about").textContent = i18n.t(`page.target.reach.${about}`);

    const moves = this.#active ? this.#moves : [];
    byId("moves").hidden = moves.length === 0;
    /** @param {string} name @param {import("./reach.js").Cost} cost */
    const row = (name, { best, cost }) => make("tr", {}, make("th", { scope: "row" }, name), ...[this.#bestText(best), this.#costText(cost)].map((text) => make("td", {}, text)));
    fill("moves-list", moves.map((move) => row(this.#moveText(i18n, move), this.#reach.cost(goal, move.line, move.cell, move.digit))));
    byId("moves-all").replaceChildren(row(i18n.t("page.target.moves.all"), this.#reach.between(goal, midend.givensLine, midend.line)));
  }

  #drawBest() {
    const { i18n } = this.app;
    const best = this.#best;
    byId("best").hidden = !best;
    if (!best) return;
    const { score, bound, proven, goal } = best;
    const minimum = goal === "minimum";
    byId("best-label").textContent = i18n.t(proven ? `page.target.proven.${goal}` : "page.target.sofar");
    byId("best-score").textContent = score === null ? "…" : i18n.number(score);
    const share = score === null || bound === 0 || score === 0 ? 0 : minimum ? bound / score : score / bound;
    byId("gap").querySelector(".fill")?.setAttribute("width", String(share * 100));
    const text = proven
      ? i18n.t("page.target.provenText")
      : i18n.t(`page.target.gap.${goal}`, { bound: i18n.number(bound), gap: score === null ? "…" : i18n.number(Math.abs(bound - score)) });
    byId("gap").setAttribute("aria-label", text);
    byId("gap-text").textContent = text;
  }

  // Find the best.

  async find() {
    const { player, status } = this.app;
    const midend = this.#game;
    const puzzle = midend.line;
    const goal = this.#goal;
    this.#forget();
    midend.show(null);
    this.draw();
    if (midend.contradictions.length || player.reasons.length) return status.message((i18n) => i18n.t("page.target.contradiction"));
    /** @param {string | undefined} line */
    const show = (line) => {
      if (line) midend.show({ kind: "best", grid: midend.gridIn(line) });
    };
    const result = await status.ask("target", "page.target.busy", "target", { puzzle: this.#textOf(puzzle), goal, timeout_ms: TIME }, {
      onEvent: (progress) => {
        if (midend.line !== puzzle) return;
        this.#best = { score: progress.score ?? null, bound: progress.bound, proven: false, goal };
        show(progress.grid);
        this.draw();
      },
    });
    if (!result || midend !== this.#game || midend.line !== puzzle) return;
    if (result.outcome !== "undecided") this.#reach.learn(goal, puzzle, result.outcome === "none" ? null : result.score ?? null);
    if (result.outcome === "none") {
      this.#best = null;
      this.draw();
      return status.message((i18n) => i18n.t("page.target.none"));
    }
    const proven = result.outcome === "found";
    // There is always a bound, unless there is no completion.
    const { score = null, bound = 0 } = result;
    this.#best = { score, bound, proven, goal };
    show(result.grid);
    this.draw();
    if (proven) status.message((i18n) => i18n.t(`page.target.found.${goal}`, { score: i18n.number(score ?? 0) }));
    else status.message((i18n) => i18n.t("page.target.undecided", { reason: result.reason ?? "" }));
  }
}
