// @ts-check
/**
 * What is known of a puzzle of any board: up to two of its solutions, from which come its badge,
 * the digits that are wrong, and how many mistakes were typed. It speaks of the puzzle alone, so it tells nothing
 * of the player's digits before somebody asks.
 */
import { nameOf } from "../game/grid.js";

/** Time allowed for what runs by itself, and for what was asked for, in milliseconds. */
const QUIET = 5000;
const ASKED = 15_000;

/**
 * @typedef {{puzzle: string, solutions: number[][], complete: boolean}} Known the solutions, two at most, as digits by cell
 * @typedef {{
 *   group: string,
 *   midend: () => import("../game/midend.js").Midend,
 *   puzzle: () => string,
 *   whole: () => string,
 *   contradicts: () => boolean,
 *   say: (say: import("../text/status.js").Say) => void,
 *   learned: () => void,
 *   unreached: (failure: import("../engine/failure.js").Failure, asked: boolean) => void,
 *   busy?: boolean,
 * }} Seat of a board: puzzle is what is asked about, "" for nothing; whole the puzzle with the player's digits; learned hears that more is known, unreached that nobody
 *   answered; busy: what is asked for is shown as at work, and not said
 */

/** What the badge says where nobody answered, or not in time. @param {import("../engine/failure.js").Failure} failure */
export const badgeOf = ({ kind }) => (kind === "network" ? "offline" : "undecided");

export class Judge {
  /** @type {Known | null} */
  known = null;
  /** The puzzle that is asked for. */
  asking = "";
  /** What the badge says where there was no answer. @type {"offline" | "undecided" | null} */
  failed = null;
  /** Digits typed before the solution was known. @type {{puzzle: string, cell: number, digit: number}[]} */
  #unjudged = [];

  /** @param {import("../main.js").App} app @param {Seat} seat */
  constructor(app, seat) {
    this.app = app;
    this.seat = seat;
  }

  /** The one solution of the puzzle, as far as it is known; null where there are several or none. */
  get solution() {
    const { known } = this;
    const one = known?.complete && known.solutions.length === 1 && known.puzzle === this.seat.puzzle();
    return one ? known.solutions[0] : null;
  }

  /** The cells whose digits are not those of the solution. @returns {number[]} */
  get wrong() {
    const { board, state } = this.seat.midend();
    const { solution } = this;
    return solution ? board.cells.filter((cell) => state.digits[cell] && state.digits[cell] !== solution[cell]) : [];
  }

  /** The digits changed. */
  changed() {
    const puzzle = this.seat.puzzle();
    this.#unjudged.push(...this.seat.midend().entered.map(({ cell, digit }) => ({ puzzle, cell, digit })));
    this.#count();
  }

  /** Counts mistakes among what was typed, once the solution is known. */
  #count() {
    const { known, solution } = this;
    const now = this.seat.puzzle();
    if (known?.puzzle !== now) return;
    const mistakes = this.#unjudged.filter(({ puzzle, cell, digit }) => puzzle === now && solution && solution[cell] !== digit);
    this.#unjudged = [];
    if (mistakes.length) this.seat.midend().tally("mistakes", mistakes.length);
  }

  /** @param {string} puzzle @param {number} limit @param {boolean} asked */
  #ask(puzzle, limit, asked) {
    const { app: { api, status }, seat } = this;
    return status.run(`${seat.group}-${asked ? "check" : "badge"}`, (i18n) => i18n.t("page.badge.checking"), (signal) => api.ask("solve", { puzzle, limit, timeout_ms: asked ? ASKED : QUIET }, signal), {
      background: !asked || !seat.busy,
      onFailure: (failure) => {
        if (!seat.puzzle()) return;
        this.failed = badgeOf(failure);
        seat.unreached(failure, asked);
      },
    });
  }

  /** Finds up to two solutions, or knows them; null where nobody answers, or the puzzle is another by then. @param {boolean} [asked] whether somebody waits for it */
  async learn(asked = false) {
    const { known, seat } = this;
    const puzzle = seat.puzzle();
    if (known?.puzzle === puzzle && (known.complete || known.solutions.length > 1)) return known;
    this.asking = puzzle;
    this.failed = null;
    const answer = await this.#ask(puzzle, 2, asked);
    if (this.asking === puzzle) this.asking = "";
    if (!answer || seat.puzzle() !== puzzle) return null;
    const solutions = answer.solutions.map((line) => seat.midend().gridIn(line));
    this.known = { puzzle, solutions, complete: answer.complete };
    this.#count();
    seat.learned();
    return this.known;
  }

  /** What the badge says of the puzzle, as far as it is known. @returns {import("../text/status.js").Badge} */
  get badge() {
    const { known } = this;
    if (known?.puzzle !== this.seat.puzzle()) return this.failed ?? "checking";
    const { solutions, complete } = known;
    return solutions.length > 1 ? "several" : !complete ? "undecided" : solutions.length ? "unique" : "none";
  }

  /**
   * Whether the player's digits are right so far. Where the puzzle has one
   * solution the wrong ones are marked; else all that can be told is whether
   * they still lead to one.
   */
  async check() {
    const { seat } = this;
    const midend = seat.midend();
    const { board, state } = midend;
    const say = (/** @type {string} */ key) => seat.say((i18n) => i18n.t(key));
    const entries = board.cells.filter((cell) => state.digits[cell] && !state.given[cell]);
    const isNow = () => midend === seat.midend() && midend.state === state;
    if (seat.contradicts()) return say("page.check.contradiction");
    if (!entries.length) return say("page.check.nothing");
    if (!seat.busy) say("page.badge.checking");
    // Digits alone, with no givens, are no puzzle that has a solution.
    if (seat.puzzle()) {
      const known = await this.learn(true);
      if (!known || !isNow()) return;
      if (known.complete && !known.solutions.length) return say("page.check.unsolvable");
    }
    if (this.solution) {
      const { wrong } = this;
      midend.mark(wrong);
      if (!wrong.length) return seat.say((i18n) => i18n.count("page.check.right", entries.length));
      const list = wrong.slice(0, 12).map((cell) => nameOf(cell, board.columns));
      return seat.say((i18n) => i18n.count("page.check.wrong", wrong.length, { list: list.join(i18n.t("list.separator")) + (list.length < wrong.length ? " …" : "") }));
    }
    const answer = await this.#ask(seat.whole(), 1, true);
    if (!answer || !isNow()) return;
    say(answer.outcome === "found" ? "page.check.possible" : answer.complete ? "page.check.impossible" : "page.check.undecided");
  }
}
