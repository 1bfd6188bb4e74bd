/**
 * Judges a puzzle of any board. It finds up to two solutions. From them come the badge, the wrong
 * digits, and the number of mistakes. The badge depends only on the puzzle, so it reveals nothing
 * about the player's digits.
 */
import { nameOf } from "../game/grid.js";

/** Time limits for requests by the page itself, and for those that somebody waits for, in milliseconds. */
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
 * }} Seat of a board: puzzle is the puzzle to judge, "" for none; whole has the player's digits
 * too; learned is called when more is known, unreached when nothing
 *   answered; busy: a request is shown as running, not announced
 */

/** What the badge says where nobody answered, or not in time. @param {import("../engine/failure.js").Failure} failure */
export const badgeOf = ({ kind }) => (kind === "network" ? "offline" : "undecided");

export class Judge {
  /** @type {Known | null} */
  known = null;
  /** The puzzle of the current request. */
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

  /** The unique solution of the puzzle, if known; null if there are several or none. */
  get solution() {
    const { known } = this;
    const one = known?.complete && known.solutions.length === 1 && known.puzzle === this.seat.puzzle();
    return one ? known.solutions[0] : null;
  }

  /** The cells whose digits differ from the solution. @returns {number[]} */
  get wrong() {
    const { board, state } = this.seat.midend();
    const { solution } = this;
    return solution ? board.cells.filter((cell) => state.digits[cell] && state.digits[cell] !== solution[cell]) : [];
  }

  /** To be called after the digits changed. */
  changed() {
    const puzzle = this.seat.puzzle();
    this.#unjudged.push(...this.seat.midend().entered.map(({ cell, digit }) => ({ puzzle, cell, digit })));
    this.#count();
  }

  /** Counts the mistakes among the typed digits, once the solution is known. */
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
    const { app: { status }, seat } = this;
    return status.ask(`${seat.group}-${asked ? "check" : "badge"}`, "page.badge.checking", "solve", { puzzle, limit, timeout_ms: asked ? ASKED : QUIET }, {
      background: !asked || !seat.busy,
      onFailure: (failure) => {
        if (!seat.puzzle()) return;
        this.failed = badgeOf(failure);
        seat.unreached(failure, asked);
      },
    });
  }

  /** Returns up to two solutions, from a request or from memory; null if nothing answers, or the puzzle has changed meanwhile. @param {boolean} [asked] whether somebody waits for it */
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

  /** The badge of the puzzle, as far as known. @returns {import("../text/status.js").Badge} */
  get badge() {
    const { known } = this;
    if (known?.puzzle !== this.seat.puzzle()) return this.failed ?? "checking";
    const { solutions, complete } = known;
    return solutions.length > 1 ? "several" : !complete ? "undecided" : solutions.length ? "unique" : "none";
  }

  /** Checks the player's digits. If the puzzle has one solution, wrong digits are marked. Otherwise it can only say whether they still lead to a solution. */
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
    // Digits without givens are not a puzzle with a solution.
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
