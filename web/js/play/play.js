// @ts-check
/**
 * Solve, and the badge of a classic puzzle; what is known of it is in judge.js, asked once a puzzle.
 * Solving shows a solution as an overlay; where there are several, a pager goes through them.
 */
import { familyOf, pictureOf } from "../board/picture.js";
import { contradictionsOf, digitsOf, parseLine } from "../game/grid.js";
import { aboutOf } from "../keep/games.js";
import { byId, hide, write } from "../text/status.js";
import { Judge, badgeOf } from "./judge.js";

/** Solutions that the pager goes through. */
const PAGED = 500;
/** Time allowed, in milliseconds. */
const SOLVE_TIME = 10_000;
/** The badge waits until the typing has paused for so long, in milliseconds. */
const PAUSE = 250;

/**
 * @typedef {{puzzle: string, values: string, candidates?: string[]}} Position what a player has, as the operations take it
 * @typedef {{
 *   judge: Judge, midend: import("../game/midend.js").Midend, position: Position, reasons: readonly string[], solve: () => unknown,
 *   pictureOf: (step: import("./coach.js").Told, grid: readonly number[], left: readonly number[] | null) => import("../board/picture.js").Picture | null,
 * }} Player what hints and the path know of the board at work: reasons are what is broken, in words; left are the candidates that a step is drawn among
 */

/** @implements {Player} */
export class Play {
  /** @type {readonly string[]} */
  reasons = [];
  /** @type {{solutions: string[], page: number, count: number | bigint, complete: boolean} | null} */
  #found = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the page says that givens are edited. */
  #editing = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.judge = new Judge(app, {
      group: "play", busy: true, midend: () => app.midend, puzzle: () => app.midend.puzzleLine, whole: () => app.midend.line,
      contradicts: () => app.midend.contradictions.length > 0, say: (say) => app.status.message(say), learned: () => this.#learned(), unreached: () => this.shown(),
    });
  }

  get midend() {
    return this.app.midend;
  }

  /** The player's position for the server. @type {Position} */
  get position() {
    const { midend } = this;
    // Where nothing is a given, what the player typed is the puzzle.
    const puzzle = /[1-9]/.test(midend.givensLine) ? midend.givensLine : midend.line;
    return { puzzle, values: midend.line, ...(midend.hasCandidates ? { candidates: midend.candidates.map((set) => digitsOf(set).join("")) } : {}) };
  }

  /** @type {Player["pictureOf"]} */
  pictureOf(step, grid) {
    return step.draw ? pictureOf(step.draw, familyOf(step), step.branches, this.app.story?.at, grid) : null;
  }

  /** The digits changed: what was found no longer counts. */
  changed() {
    const { status } = this.app;
    for (const group of ["solve", "play-check"]) status.cancel(group);
    this.#found = null;
    this.drawPager();
    this.judge.changed();
    this.shown();
    this.reached();
  }

  /** The badge is of the board that is seen. */
  shown() {
    if (!this.app.place) this.app.status.badge(this.#badge);
  }

  /** Asks what is not known of the puzzle yet: it is another, or the server is back. */
  reached() {
    const { midend, status } = this.app;
    const puzzle = midend.puzzleLine;
    if (this.judge.known?.puzzle === puzzle || this.judge.asking === puzzle) return;
    status.cancel("play-badge");
    clearTimeout(this.#timer);
    if (!this.#contradicts(puzzle)) this.#timer = setTimeout(() => this.judge.learn(), PAUSE);
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
    const { known } = this.judge;
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
    return this.judge.badge;
  }

  /** The overlay is gone, and the pager goes with it. */
  viewed() {
    if (this.#found && this.app.midend.ui.overlay?.kind !== "solution") {
      this.#found = null;
      this.drawPager();
      this.app.status.message(() => "");
    }
  }

  /** More is known of the puzzle. */
  #learned() {
    this.shown();
    if (this.judge.wrong.length) this.app.draw();
    if (this.#full && this.#full === this.app.midend.state && this.end !== "full") this.app.win();
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
      (signal) => api.ask("solve", { puzzle: line, limit: paged, timeout_ms: SOLVE_TIME }, signal),
      { onFailure: (failure) => status.badge(badgeOf(failure)) },
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
      (signal) => api.ask("count", { puzzle: line, limit: 0, timeout_ms: SOLVE_TIME }, signal),
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

  /** Where the player's digits leave no solution: whether the givens alone have one. @param {string} line */
  async #blame(line) {
    const { api, midend, status } = this.app;
    if (!midend.hasEntries || !/\d/.test(midend.givensLine)) return;
    const givens = await status.run(
      "solve",
      (i18n) => i18n.t("page.solve.busy"),
      (signal) => api.ask("solve", { puzzle: midend.givensLine, limit: 1, timeout_ms: SOLVE_TIME }, signal),
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
