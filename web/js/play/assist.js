// @ts-check
/**
 * Help for a puzzle of other rules: the number of solutions (judge.js), the true candidates, the
 * solution, and the position for hints and the path. Only the number of solutions is requested
 * without being asked for.
 */
import { stepOf } from "../board/marks.js";
import { cellOf, nameOf } from "../game/grid.js";
import { Judge } from "./judge.js";

/** Time limit in milliseconds. */
const ASKED = 15_000;

/**
 * A puzzle with more givens, in its own notation.
 * @param {string} puzzle from the operation drawing @param {readonly (number | null)[]} values by cell @param {number} columns
 */
export function withValues(puzzle, values, columns) {
  const filled = values.flatMap((value, cell) => (value === null ? [] : [{ name: nameOf(cell, columns), value }]));
  if (!puzzle.startsWith("{")) return puzzle + filled.map(({ name, value }) => `.~${name.toUpperCase()}_${value}`).join("");
  const whole = JSON.parse(puzzle);
  return JSON.stringify({ ...whole, givens: { ...whole.givens, ...Object.fromEntries(filled.map(({ name, value }) => [name, [value]])) } });
}

export class Assist {
  /** @param {import("./puzzle.js").PuzzlePlace} place */
  constructor(place) {
    this.place = place;
    this.app = place.app;
    /** @type {Judge} */
    this.judge = new Judge(this.app, {
      group: "field", midend: () => this.#game, puzzle: () => place.game?.drawing.puzzle ?? "", whole: () => this.whole, contradicts: () => this.reasons.length > 0 && !this.judge.solution,
      say: (say) => place.say(say),
      learned: () => {
        this.shown();
        place.draw();
      },
      unreached: (failure, asked) => {
        this.shown();
        if (asked) place.failed(failure);
      },
    });
  }

  /** The puzzle without the person's digits. */
  get puzzle() {
    return this.#game.drawing.puzzle;
  }

  get #game() {
    return /** @type {import("./puzzle.js").DrawnGame} */ (this.place.game);
  }

  /** To be called after another puzzle was opened. */
  opened() {
    this.judge.known = this.judge.failed = null;
    if (this.#isJudged) this.judge.learn();
  }

  /** Whether solutions can be counted, which rules unknown to nonet prevent. */
  get #isJudged() {
    return !this.#game.drawing.unknown?.length;
  }

  /** Shows the badge of the visible board. */
  shown() {
    if (this.place.isSeen) this.app.status.badge(this.#isJudged ? this.judge.badge : null);
  }

  /** To be called when a server or an engine answers again. */
  reached() {
    if (this.judge.failed === "offline") this.judge.learn();
  }

  get midend() {
    return this.#game;
  }

  /** The contradictions in words. */
  get reasons() {
    return this.place.reasons;
  }

  /** The person's position in the operations' form. @type {import("./play.js").Position} */
  get position() {
    const { notedValues: candidates, drawing } = this.#game;
    return { puzzle: drawing.puzzle, values: this.place.values.map((value) => (value < 0 ? "." : value)).join(" "), ...(candidates ? { candidates: candidates.map((list) => list.join(" ")) } : {}) };
  }

  /** Draws a step. @type {import("./play.js").Player["pictureOf"]} */
  pictureOf({ cell, draw, placements, eliminations, chain = [], cases = [] }, _, left) {
    const game = this.#game;
    const { parts = [], cells = cell ? [cell] : [], candidates = [] } = /** @type {Partial<import("../engine/types.js").DeductionDraw>} */ (draw ?? {});
    const at = (/** @type {string} */ name) => cellOf(name, game.board.columns);
    const all = (/** @type {readonly import("./coach.js").Candidate[] | undefined} */ list) => (list ?? []).map(({ cell, value = 0 }) => ({ cell: at(cell), value }));
    return stepOf(game.drawing, {
      parts: parts.filter(({ constraint, cells }) => constraint < 0 && cells.length).map(({ cells }) => cells.map(at)),
      cells: cells.map(at), candidates: all(candidates), placements: all(placements), eliminations: all(eliminations),
      chains: [/** @type {import("../engine/types.js").DeductionLink[]} */ (chain), ...cases].filter((links) => links.length).map((links) => links.map((link) => ({ ...link, cell: at(link.cell) }))),
      rest: (cell) => (left ? game.valuesIn(left[cell]) : []),
    });
  }

  /** The puzzle with the person's digits. */
  get whole() {
    const { drawing, state, values } = this.#game;
    return withValues(drawing.puzzle, values.map((value, cell) => (state.given[cell] ? null : value)), drawing.columns);
  }

  /** Fills the cells with the true candidates as notes: the values of all solutions of the current position. */
  async candidates() {
    const { place } = this;
    const { status } = this.app;
    const game = this.#game;
    const { state } = game;
    if (this.reasons.length) return place.say((i18n) => i18n.t("page.check.contradiction"));
    place.say((i18n) => i18n.t("page.badge.checking"));
    const answer = await status.ask("field-candidates", "page.badge.checking", "candidates", { puzzle: this.whole, limit: 2, timeout_ms: ASKED }, { background: true, onFailure: (failure) => place.failed(failure) });
    if (!answer || game !== place.game || game.state !== state) return;
    if (answer.outcome === "none") return place.say((i18n) => i18n.t("page.check.impossible"));
    const { high } = game.drawing;
    const [known, open] = [answer.candidates, answer.open].map((cells) => (cells ?? []).map((text) => game.setOf((high > 9 ? text.split(" ") : [...text]).filter(Boolean))));
    place.helped();
    game.noteAll(game.board.may.map((_, cell) => (known[cell] ?? 0) | (open[cell] ?? 0)));
    place.say((i18n) => i18n.t(open.some(Boolean) ? "field.candidates.open" : "field.candidates.put"));
  }
}
