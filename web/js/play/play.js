/**
 * Solve, for puzzles of any rules: it shows a solution as an overlay. If there are several, a pager
 * goes through them. And the badge of a classic puzzle, which judge.js finds once for each puzzle.
 */
import { familyOf, pictureOf } from "../board/picture.js";
import { contradictionsOf, digitsOf, parseLine } from "../game/grid.js";
import { aboutOf } from "../keep/games.js";
import { byId, hide, write } from "../text/status.js";
import { Judge, badgeOf } from "./judge.js";

/** The most solutions in the pager. */
const PAGED = 500;
/** Time limit in milliseconds. */
const SOLVE_TIME = 10_000;
/** The badge waits for a pause in typing of this many milliseconds. */
const PAUSE = 250;

/**
 * @typedef {{puzzle: string, values: string, candidates?: string[]}} Position a player's position in the operations' form
 * @typedef {{
 *   judge: Judge, midend: import("../game/midend.js").Midend, position: Position, reasons: readonly string[], puzzle: string, whole: string,
 *   pictureOf: (step: import("./coach.js").Told, grid: readonly number[], left: readonly number[] | null) => import("../board/picture.js").Picture | null,
 * }} Player the data of the current board for hints and the path: reasons are the broken rules in
 * words; whole is the puzzle with the player's digits; left are the candidates around a drawn step
 */

/** @implements {Player} */
export class Play {
  /** @type {readonly string[]} */
  reasons = [];
  /** @type {{game: import("../game/midend.js").Midend, solutions: string[], page: number, count: number | bigint, complete: boolean} | null} */
  #found = null;
  #timer = 0;
  /** Whether the page shows that givens are being edited. */
  #editing = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.midend = app.midend;
    this.judge = new Judge(app, {
      group: "play", busy: true, midend: () => app.midend, puzzle: () => app.midend.puzzleLine, whole: () => app.midend.line,
      contradicts: () => app.midend.contradictions.length > 0, say: (say) => app.status.message(say), learned: () => this.#learned(), unreached: () => this.shown(),
    });
  }

  get puzzle() {
    return this.midend.givensLine;
  }

  get whole() {
    return this.midend.line;
  }

  /** The player's position in the operations' form. @type {Position} */
  get position() {
    const { midend } = this;
    // Without givens, the typed digits are the puzzle.
    const puzzle = /[1-9]/.test(midend.givensLine) ? midend.givensLine : midend.line;
    return { puzzle, values: midend.line, ...(midend.hasCandidates ? { candidates: midend.candidates.map((set) => digitsOf(set).join("")) } : {}) };
  }

  /** @type {Player["pictureOf"]} */
  pictureOf(step, grid) {
    return step.draw ? pictureOf(step.draw, familyOf(step), step.branches, this.app.story?.at, grid) : null;
  }

  /** To be called after the digits changed; earlier results no longer count. */
  changed() {
    this.app.status.cancel("play-check");
    this.drop();
    this.judge.changed();
    this.shown();
    this.reached();
  }

  /** The digits changed: what was found no longer counts. */
  drop() {
    this.app.status.cancel("solve");
    this.#found = null;
    this.drawPager();
  }

  /** Shows the badge of the visible board. */
  shown() {
    this.viewed();
    if (!this.app.place) this.app.status.badge(this.#badge);
  }

  /** Asks for missing facts, because the puzzle changed or the server is back. */
  reached() {
    const { midend, status } = this.app;
    const puzzle = midend.puzzleLine;
    if (this.judge.known?.puzzle === puzzle || this.judge.asking === puzzle) return;
    status.cancel("play-badge");
    clearTimeout(this.#timer);
    if (!this.#contradicts(puzzle)) this.#timer = setTimeout(() => this.judge.learn(), PAUSE);
  }

  /**
   * The meaning of a full grid without contradictions. It is the solution, or one of several, or
   * just full while that is not known yet. It can also differ from the solution that came with
   * the puzzle; then the puzzle has rules that are not checked here. Null if the grid is not full
   * or has contradictions.
   */
  get end() {
    const { games, midend } = this.app;
    if (!midend.solved) return null;
    const { level, solution } = aboutOf(games.current);
    if (solution) return [...solution].every((digit, cell) => digit === "." || digit === midend.line[cell]) ? "done" : "other";
    // Puzzles made by nonet have one solution.
    if (level) return "done";
    const { known } = this.judge;
    if (known?.puzzle !== midend.puzzleLine) return "full";
    return known.solutions.length > 1 ? "several" : known.complete ? "done" : "full";
  }

  /** The state in which the player filled the grid, until it is known whether that is the solution. @type {import("../game/state.js").State | null} */
  #full = null;

  /** To be called when the player's move filled the grid. */
  won() {
    this.#full = this.end === "full" ? this.app.midend.state : null;
  }

  /** Whether a puzzle contradicts itself. @param {string} puzzle */
  #contradicts(puzzle) {
    return contradictionsOf(parseLine(puzzle) ?? []).length > 0;
  }

  /** The current badge. @returns {import("../text/status.js").Badge} */
  get #badge() {
    const puzzle = this.app.midend.puzzleLine;
    const { end } = this;
    if (end && end !== "full") return end;
    if (this.#contradicts(puzzle)) return "contradiction";
    return this.judge.badge;
  }

  /** Hides the pager after the overlay was removed. */
  viewed() {
    const { game } = this.app;
    if (!this.#found || (game === this.#found.game && game.ui.overlay?.kind === "solution")) return;
    this.#found = null;
    this.drawPager();
    this.app.status.message(() => "");
  }

  /** To be called when more is known about the puzzle. */
  #learned() {
    this.shown();
    if (this.judge.wrong.length) this.app.draw();
    if (this.#full && this.#full === this.app.midend.state && this.end !== "full") this.app.win();
  }

  async solve() {
    const { api, game, player, status, game: { state } } = this.app;
    const { whole: puzzle } = player;
    const isNow = () => game === this.app.game && game.state === state;
    const paged = Math.min(PAGED, api.limits.solutions);
    this.#found = null;
    game.show(null);
    if (game.contradictions.length || player.reasons.length) return status.message((i18n) => i18n.t("page.solve.contradiction"));
    const answer = await status.ask("solve", "page.solve.busy", "solve", { puzzle, limit: paged, timeout_ms: SOLVE_TIME }, { onFailure: (failure) => status.badge(badgeOf(failure)) });
    if (!answer || !isNow()) return;
    const { solutions, complete, reason, nodes, ms } = answer;
    if (!solutions.length) {
      if (!complete) return status.message((i18n) => i18n.t("page.solve.undecided", { reason: reason ?? "" }));
      status.message((i18n) => i18n.t("page.solve.none"));
      return this.#blame(isNow);
    }
    this.#found = { game, solutions: solutions.toSorted(), page: 0, count: solutions.length, complete };
    this.#show();
    this.#tell(nodes, ms);
    if (complete || solutions.length < paged) return;
    const count = await status.ask("solve", "page.solve.counting", "count", { puzzle, limit: 0, timeout_ms: SOLVE_TIME });
    if (!count || !this.#found || !isNow()) return;
    const counted = count.decimal ? BigInt(count.decimal) : Math.max(count.count, solutions.length);
    this.#found = { ...this.#found, count: counted, complete: count.complete };
    this.drawPager();
    this.#tell(nodes, ms);
  }

  /** Shows the number of solutions. @param {number} nodes @param {number} ms */
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

  /** Finds out whether the givens alone have a solution, after the player's digits left none. @param {() => boolean} isNow whether they are still the same */
  async #blame(isNow) {
    const { game, player, status } = this.app;
    if (!game.hasEntries || !/\d/.test(player.puzzle)) return;
    const givens = await status.ask("solve", "page.solve.busy", "solve", { puzzle: player.puzzle, limit: 1, timeout_ms: SOLVE_TIME });
    if (givens?.outcome === "found" && isNow()) status.message((i18n) => i18n.t("page.solve.wrongEntry"));
  }

  #show() {
    const { game } = this.app;
    const found = this.#found;
    if (found) game.show({ kind: "solution", grid: game.gridIn(found.solutions[found.page]) });
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

  /** Shows while givens are being edited, and how to end that. */
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
