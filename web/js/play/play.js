// @ts-check
/**
 * Solve, Check, and what is known of the puzzle: its badge and its solution.
 * The badge speaks of the puzzle alone, so it tells nothing of the player's
 * digits; the solution of the givens is asked for with it, once a puzzle, to
 * count mistakes and, where the player wishes so, to show them. Solving shows a
 * solution as an overlay; where there are several, a pager goes through them.
 */
import { CELLS, contradictionsOf, nameOf, parseLine } from "../game/grid.js";
import { aboutOf } from "../keep/games.js";
import { byId, hide, write } from "../text/status.js";

/** Solutions that the pager goes through. */
const PAGED = 500;
/** Time allowed, in milliseconds. */
const SOLVE_TIME = 10_000;
const BADGE_TIME = 3_000;
/** The badge waits until the typing has paused for so long, in milliseconds. */
const PAUSE = 250;

export class Play {
  /** @type {{solutions: string[], page: number, count: number | bigint, complete: boolean} | null} */
  #found = null;
  /** What is known of a puzzle: its solutions, two at most. @type {{puzzle: string, solutions: string[], complete: boolean} | null} */
  #known = null;
  /** The puzzle that is asked for. */
  #asking = "";
  /** Digits typed before the solution was known. @type {{puzzle: string, cell: number, digit: number}[]} */
  #unjudged = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the page says that givens are edited. */
  #editing = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** The digits changed: what was found no longer counts. */
  changed() {
    const { games, midend, status } = this.app;
    status.cancel("solve");
    this.#found = null;
    this.drawPager();
    // Of what is set, the setter knows more.
    if (games.setting) return;
    const puzzle = midend.puzzleLine;
    this.#unjudged.push(...midend.entered.map(({ cell, digit }) => ({ puzzle, cell, digit })));
    this.#judge();
    this.reached();
  }

  /** Asks what is not known of the puzzle yet: it is another, or the server is back. */
  reached() {
    const { midend, status } = this.app;
    const puzzle = midend.puzzleLine;
    if (this.#known?.puzzle === puzzle || this.#asking === puzzle) return;
    status.cancel("badge");
    clearTimeout(this.#timer);
    if (!this.#contradicts(puzzle)) this.#timer = setTimeout(() => this.#learn(), PAUSE);
  }

  /**
   * What a full grid without contradictions is: the solution; one of several; full, while nobody knows yet which of these; or
   * another than the one that came with the puzzle, which then has rules that are not checked here. Null while there is something to do.
   */
  get end() {
    const { games, midend } = this.app;
    if (!midend.solved) return null;
    const { level, solution } = aboutOf(games.current);
    if (solution) return [...solution].every((digit, cell) => digit === "." || digit === midend.line[cell]) ? "done" : "other";
    // What is made here has one solution.
    if (level) return "done";
    const known = this.#known;
    if (known?.puzzle !== midend.puzzleLine) return "full";
    return known.solutions.length > 1 ? "several" : known.complete ? "done" : "full";
  }

  /** The state that the player's move made full, while it is not known whether it is the solution. @type {import("../game/state.js").State | null} */
  #full = null;

  /** The player's move made the grid full. */
  won() {
    this.#full = this.end === "full" ? this.app.midend.state : null;
  }

  #judged = { puzzle: "", contradicts: false };

  /** Whether a puzzle contradicts itself; looked at once. @param {string} puzzle */
  #contradicts(puzzle) {
    if (this.#judged.puzzle !== puzzle) this.#judged = { puzzle, contradicts: contradictionsOf(parseLine(puzzle) ?? []).length > 0 };
    return this.#judged.contradicts;
  }

  /** The badge of now. @returns {import("../text/status.js").Badge} */
  get #badge() {
    const { midend } = this.app;
    const puzzle = midend.puzzleLine;
    const { end } = this;
    if (end && end !== "full") return end;
    if (this.#contradicts(puzzle)) return "contradiction";
    if (this.#known?.puzzle !== puzzle) return "checking";
    const { solutions, complete } = this.#known;
    return solutions.length > 1 ? "several" : !complete ? "undecided" : solutions.length ? "unique" : "none";
  }

  /** The one solution of the givens, as far as it is known; null where there are several or none, or no givens. */
  get #solution() {
    const { midend } = this.app;
    const known = this.#known;
    const one = known?.complete && known.solutions.length === 1 && known.puzzle === midend.givensLine;
    return one ? known.solutions[0] : null;
  }

  /** The cells whose digits are not those of the solution. @returns {number[]} */
  get wrong() {
    const { midend } = this.app;
    const solution = this.#solution;
    if (!solution) return [];
    return CELLS.filter((cell) => midend.state.digits[cell] && String(midend.state.digits[cell]) !== solution[cell]);
  }

  /** Draws the badge, and counts mistakes among what was typed. */
  #judge() {
    const { midend, status } = this.app;
    status.badge(this.#badge);
    const known = this.#known?.puzzle === midend.puzzleLine;
    if (!known) return;
    const solution = this.#solution;
    const mistakes = this.#unjudged.filter(({ puzzle, cell, digit }) => puzzle === midend.puzzleLine && solution && solution[cell] !== String(digit));
    this.#unjudged = [];
    if (mistakes.length) midend.tally("mistakes", mistakes.length);
  }

  /** The overlay is gone, and the pager goes with it. */
  viewed() {
    if (this.#found && this.app.midend.ui.overlay?.kind !== "solution") {
      this.#found = null;
      this.drawPager();
      this.app.status.message(() => "");
    }
  }

  /** Asks for the puzzle's solutions. */
  async #learn() {
    const { api, midend, status } = this.app;
    const puzzle = midend.puzzleLine;
    this.#asking = puzzle;
    const answer = await status.run(
      "badge",
      (i18n) => i18n.t("page.badge.checking"),
      (signal) => api.solve(puzzle, { limit: 2, timeout_ms: BADGE_TIME }, signal),
      { background: true, onFailure: (failure) => this.#unreached(failure) },
    );
    if (this.#asking === puzzle) this.#asking = "";
    if (answer && midend.puzzleLine === puzzle) this.#know(puzzle, answer);
  }

  /** @param {string} puzzle @param {import("../engine/types.js").Solve} answer */
  #know(puzzle, { solutions, complete }) {
    this.#known = { puzzle, solutions, complete };
    this.#judge();
    if (this.wrong.length) this.app.draw();
    if (this.#full && this.#full === this.app.midend.state && this.end !== "full") this.app.win();
  }

  /** @param {import("../engine/api.js").Failure} failure */
  #unreached({ kind }) {
    this.app.status.badge(kind === "network" ? "offline" : "undecided");
  }

  async solve() {
    const { api, midend, status } = this.app;
    const line = midend.line;
    const paged = Math.min(PAGED, api.limits.solutions);
    this.#found = null;
    midend.show(null);
    if (midend.contradictions.length) {
      status.message((i18n) => i18n.t("page.solve.contradiction"));
      return;
    }
    const answer = await status.run(
      "solve",
      (i18n) => i18n.t("page.solve.busy"),
      (signal) => api.solve(line, { limit: paged, timeout_ms: SOLVE_TIME }, signal),
      { onFailure: (failure) => this.#unreached(failure) },
    );
    if (!answer || midend.line !== line) return;
    const { solutions, complete, reason, nodes, ms } = answer;
    if (!solutions.length) {
      if (!complete) return status.message((i18n) => i18n.t("page.solve.undecided", { reason: reason ?? "" }));
      status.message((i18n) => i18n.t("page.solve.none"));
      return this.#blame(line);
    }
    this.#found = { solutions: solutions.toSorted(), page: 0, count: solutions.length, complete };
    this.#show();
    this.#tell(nodes, ms);
    if (complete || solutions.length < paged) return;
    const count = await status.run(
      "solve",
      (i18n) => i18n.t("page.solve.counting"),
      (signal) => api.count(line, { limit: 0, timeout_ms: SOLVE_TIME }, signal),
    );
    if (!count || !this.#found || midend.line !== line) return;
    const counted = count.decimal ? BigInt(count.decimal) : Math.max(count.count, solutions.length);
    this.#found = { ...this.#found, count: counted, complete: count.complete };
    this.drawPager();
    this.#tell(nodes, ms);
  }

  /** Says how many solutions there are. @param {number} nodes @param {number} ms */
  #tell(nodes, ms) {
    const found = this.#found;
    if (!found) return;
    const { count, complete, solutions } = found;
    this.app.status.message((i18n) => {
      const first =
        complete && count === 1
          ? i18n.t("page.solve.unique", { nodes: i18n.count("page.nodes", nodes), ms: i18n.number(ms, { maximumSignificantDigits: 2 }) })
          : i18n.count(complete ? "page.solve.several" : "page.solve.atLeast", count);
      if (count <= solutions.length) return first;
      return i18n.t("page.sentences", { first, second: i18n.count("page.solve.paged", solutions.length) });
    });
  }

  /**
   * Whether the player's digits are right so far. Where the puzzle has one
   * solution the wrong ones are marked; else all that can be told is whether
   * they still lead to one.
   */
  async check() {
    const { api, midend, status } = this.app;
    const line = midend.line;
    if (midend.contradictions.length) return status.message((i18n) => i18n.t("page.check.contradiction"));
    if (!midend.hasEntries) return status.message((i18n) => i18n.t("page.check.nothing"));
    const entries = CELLS.filter((cell) => midend.digits[cell] && !midend.state.given[cell]);
    const say = (/** @type {string} */ key) => status.message((i18n) => i18n.t(key));
    const ask = (/** @type {string} */ puzzle, /** @type {number} */ limit) =>
      status.run(
        "solve",
        (i18n) => i18n.t("page.badge.checking"),
        (signal) => api.solve(puzzle, { limit, timeout_ms: SOLVE_TIME }, signal),
        { onFailure: (failure) => this.#unreached(failure) },
      );
    const puzzle = midend.givensLine;
    if (/\d/.test(puzzle) && !(this.#known?.puzzle === puzzle && this.#known.complete)) {
      const answer = await ask(puzzle, 2);
      if (!answer || midend.line !== line) return;
      this.#know(puzzle, answer);
    }
    if (this.#known?.puzzle === puzzle && this.#known.complete && !this.#known.solutions.length) return say("page.check.unsolvable");
    if (this.#solution) {
      const { wrong } = this;
      midend.mark(wrong);
      if (!wrong.length) return status.message((i18n) => i18n.count("page.check.right", entries.length));
      return status.message((i18n) => i18n.count("page.check.wrong", wrong.length, { list: wrong.map((cell) => nameOf(cell)).join(i18n.t("list.separator")) }));
    }
    const whole = await ask(line, 1);
    if (!whole || midend.line !== line) return;
    say(whole.outcome === "found" ? "page.check.possible" : whole.complete ? "page.check.impossible" : "page.check.undecided");
  }

  /** Where the player's digits leave no solution: whether the givens alone have one. @param {string} line */
  async #blame(line) {
    const { api, midend, status } = this.app;
    if (!midend.hasEntries || !/\d/.test(midend.givensLine)) return;
    const givens = await status.run(
      "solve",
      (i18n) => i18n.t("page.solve.busy"),
      (signal) => api.solve(midend.givensLine, { limit: 1, timeout_ms: SOLVE_TIME }, signal),
    );
    if (givens?.outcome === "found" && midend.line === line) status.message((i18n) => i18n.t("page.solve.wrongEntry"));
  }

  #show() {
    const found = this.#found;
    const grid = found && parseLine(found.solutions[found.page]);
    if (grid) this.app.midend.show({ kind: "solution", grid });
    this.drawPager();
  }

  /** @param {number} by */
  page(by) {
    const found = this.#found;
    if (!found) return;
    found.page = (found.page + by + found.solutions.length) % found.solutions.length;
    this.#show();
    this.app.status.announce((i18n) => this.#pagerText(i18n));
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #pagerText(i18n) {
    const found = this.#found;
    if (!found) return "";
    const { page, count, complete } = found;
    return i18n.t(complete ? "page.pager.of" : "page.pager.ofAtLeast", { page: i18n.number(page + 1), count: i18n.number(count) });
  }

  /** While givens are edited the page says so, and how to end it. */
  drawn() {
    const { editGivens } = this.app.midend.ui;
    if (this.#editing === editGivens) return;
    this.#editing = editGivens;
    byId("editing").hidden = !editGivens;
    document.querySelector('[data-action="edit-givens"][aria-pressed]')?.setAttribute("aria-pressed", String(editGivens));
  }

  translated() {
    this.drawPager();
  }

  drawPager() {
    hide(byId("pager"), !this.#found || this.#found.solutions.length < 2);
    write(byId("pager-text"), this.#pagerText(this.app.i18n));
  }
}
