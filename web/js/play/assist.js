/** Help for a puzzle of other rules. Only the number of solutions is requested without being asked for. */
import { spotsIn } from "../board/marks.js";
import { outline, pictureOf, shape } from "../board/picture.js";
import { cellOf, digitsOf, nameOf } from "../game/grid.js";
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
      group: "field", midend: () => this.midend, puzzle: () => place.game?.drawing.puzzle ?? "", whole: () => this.whole, contradicts: () => this.reasons.length > 0 && !this.judge.solution,
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
    return this.midend.drawing.puzzle;
  }

  /** To be called after another puzzle was opened. */
  opened() {
    this.judge.known = this.judge.failed = null;
    if (this.#isJudged) this.judge.learn();
  }

  /** Whether solutions can be counted, which rules unknown to nonet prevent. */
  get #isJudged() {
    return !this.midend.drawing.unknown?.length;
  }

  /** Shows the badge of the visible board. */
  shown() {
    if (this.place.isSeen) this.app.status.badge(this.#isJudged ? this.judge.badge : null);
  }

  /** To be called when a server or an engine answers again. */
  reached() {
    if (this.judge.failed === "offline") this.judge.learn();
  }

  /** The game on the board. */
  get midend() {
    return /** @type {import("./puzzle.js").DrawnGame} */ (this.place.game);
  }

  /** The contradictions in words. */
  get reasons() {
    return this.place.reasons;
  }

  /** The person's position in the operations' form. @type {import("./play.js").Position} */
  get position() {
    const { notedValues: candidates, drawing } = this.midend;
    return { puzzle: drawing.puzzle, values: this.place.values.map((value) => (value < 0 ? "." : value)).join(" "), ...(candidates ? { candidates: candidates.map((list) => list.join(" ")) } : {}) };
  }

  /** Draws a step. @type {import("./play.js").Player["pictureOf"]} */
  pictureOf({ cell, draw }, _, left) {
    const game = this.midend;
    const { parts = [], cells = cell ? [cell] : [], marks: told = [], links = [], placements = [], eliminations = [] } = /** @type {Partial<import("../board/picture.js").Draw>} */ (draw ?? {});
    const { columns } = game.board;
    /** @template {import("../engine/types.js").Candidate} T @param {readonly T[]} list */
    const inDigits = (list) => list.map((one) => ({ ...one, digit: game.toDigit(one.digit) }));
    const [placed, gone] = [placements, eliminations].map(inDigits);
    const marks = [...inDigits(told), ...placed.map((one) => ({ ...one, role: "placement" }))];
    // The other candidates of the same cells, whose notes the step covers.
    const rest = [...new Set([...marks, ...gone].map(({ cell }) => cell))].flatMap((cell) => digitsOf(left?.[cellOf(cell, columns)] ?? 0).map((digit) => ({ cell, digit, role: "rest" })));
    const others = rest.filter(({ cell, digit }) => ![...marks, ...gone].some((one) => one.cell === cell && one.digit === digit));
    const end = (/** @type {import("../engine/types.js").LinkEnd} */ { cells, digit }) => ({ cells, digit: game.toDigit(digit) });
    const step = { houses: [], cells, marks: [...others, ...marks], links: links.map((link) => ({ ...link, from: end(link.from), to: end(link.to) })), sets: [], placements: placed, eliminations: gone };
    const picture = pictureOf(step, "other", [], null, [], spotsIn(game.drawing, [...step.marks, ...gone]));
    const houses = parts.filter(({ index, cells }) => index < 0 && cells.length);
    return { ...picture, under: [...houses.map(({ cells }) => shape("path", { class: "house", d: outline(cells.map((name) => cellOf(name, columns)), 0.4, columns) })), ...picture.under] };
  }

  /** The puzzle with the person's digits. */
  get whole() {
    const { drawing, state, values } = this.midend;
    return withValues(drawing.puzzle, values.map((value, cell) => (state.given[cell] ? null : value)), drawing.columns);
  }

  /** Fills the cells with the true candidates as notes: the values of all solutions of the current position. */
  async candidates() {
    const { place, app: { status } } = this;
    const game = this.midend;
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
