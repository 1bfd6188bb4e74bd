/**
 * Judges a draft again after each change: the number of solutions and the true candidates. Then
 * it finds the parts of a unique puzzle that could go, or the parts that clash if there is no
 * solution. A new question replaces the last one. If the server cannot be reached, it is asked
 * again.
 */
import { textOf } from "../text/status.js";

/**
 * @typedef {{given: string} | {index: number, name: string}} Part a cell with a given, or a constraint by its place in the draft
 * @typedef {{outcome: "found" | "none" | "undecided", count: number, complete: boolean, candidates: readonly string[] | null, open: readonly string[], reason: string, spare: readonly Part[] | null, clash: readonly Part[] | null, given: string}} Known
 *   candidates, spare, clash: null until they are known; given: the message if their search was cut short
 */

/** Time limits for the first and the second question, in milliseconds. */
const TIME = 3000;
const LONGER = 10_000;
/** The request waits for a pause in typing of this many milliseconds. */
const PAUSE = 200;
/** Solutions are counted up to this number. */
const MOST = 1000;
/** The delays before an unreachable server is asked again. */
const AGAIN = [1000, 2000, 5000, 10_000];
/** The number of puzzles remembered. */
const KEPT = 200;

export class Verdict {
  /** The facts by puzzle. @type {Map<string, Known>} */
  #all = new Map();
  /** The puzzles of drafts. @type {WeakMap<import("./draft.js").Doc, string>} */
  #puzzles = new WeakMap();
  #timer = 0;
  #tries = 0;
  /** The current puzzle. */
  puzzle = "";
  /** Why there is no answer. @type {import("../text/status.js").Say | null} */
  trouble = null;
  /** The places in the draft of the puzzle's constraints. @type {readonly number[]} */
  #kept = [];

  /** @param {import("../main.js").App} app @param {() => void} told is called when more is known */
  constructor(app, told) {
    this.app = app;
    this.told = told;
    addEventListener("online", () => this.trouble && this.#ask());
  }

  /** The facts about the current puzzle. */
  get known() {
    return this.#all.get(this.puzzle) ?? null;
  }

  /** Stops asking. */
  stop() {
    clearTimeout(this.#timer);
    this.app.status.cancel("draft-verdict");
  }

  /** Resumes after stop. */
  resume() {
    if (this.puzzle) this.#ask();
  }

  /** The last version of a draft that had a solution, as far as known. @param {import("./draft.js").Draft} draft @returns {import("./draft.js").Doc | null} */
  before({ at, moments }) {
    return moments.slice(0, at).findLast(({ doc }) => this.#all.get(this.#puzzles.get(doc) ?? "")?.outcome === "found")?.doc ?? null;
  }

  /** Asks about another puzzle. @param {string} puzzle @param {readonly number[]} kept the places in the draft of its constraints @param {import("./draft.js").Doc} doc the draft */
  ask(puzzle, kept, doc) {
    this.#puzzles.set(doc, puzzle);
    if (puzzle === this.puzzle && !this.trouble) return;
    this.stop();
    this.puzzle = puzzle;
    this.#kept = kept;
    this.#tries = 0;
    this.trouble = null;
    this.told();
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const { puzzle, known, app: { status } } = this;
    clearTimeout(this.#timer);
    if (known?.candidates && known.spare && known.clash) return this.told();
    /** The answer about the puzzle; null if there is none, or the puzzle is another by then. @type {(operation: "count" | "candidates" | "check", how: object) => Promise<any>} */
    const ask = async (operation, how) => {
      const answer = await status.ask("draft-verdict", "page.badge.checking", operation, { puzzle, timeout_ms: TIME, ...how }, {
        background: true,
        onFailure: (failure) => {
          if (puzzle !== this.puzzle || failure.kind === "cancelled") return;
          this.trouble = (i18n) => textOf(failure, i18n);
          if (["network", "busy", "deadline"].includes(failure.kind)) this.#timer = setTimeout(() => this.#ask(), AGAIN[Math.min(this.#tries++, AGAIN.length - 1)]);
          this.told();
        },
      });
      if (!answer || puzzle !== this.puzzle) return null;
      this.trouble = null;
      return answer;
    };
    if (!known) {
      const answer = await ask("count", { limit: MOST });
      if (!answer) return;
      const { count, complete } = answer;
      const outcome = count > 0 ? "found" : complete ? "none" : "undecided";
      this.#learn(puzzle, { outcome, count, complete, candidates: outcome === "none" ? [] : null, open: [], reason: answer.reason ?? "", spare: count === 1 && complete ? null : [], clash: outcome === "none" ? null : [], given: "" });
    }
    if (this.known?.candidates === null) {
      const answer = await ask("candidates", { limit: 2 });
      if (!answer) return;
      this.#learn(puzzle, { ...this.known, candidates: answer.candidates, open: answer.open ?? [] });
    }
    const now = this.known;
    if (!now || (now.spare && now.clash)) return;
    const answer = await ask("check", { timeout_ms: LONGER });
    if (!answer) return;
    const parts = (/** @type {readonly import("../engine/types.js").Part[]} */ list = []) => list.map(({ cells, index, name }) => (index < 0 ? { given: cells[0] } : { index: this.#kept[index], name }));
    const givens = (/** @type {readonly string[]} */ cells = []) => cells.map((given) => ({ given }));
    const contradicting = (answer.contradictions ?? []).flatMap((/** @type {{cells: string[]}} */ { cells }) => cells);
    this.#learn(puzzle, {
      ...now,
      spare: now.spare ?? (answer.redundant_parts?.length ? parts(answer.redundant_parts) : givens(answer.redundant)),
      clash: now.clash ?? (answer.conflict?.length ? parts(answer.conflict) : givens(contradicting)),
      given: answer.reason ?? "",
    });
  }

  /** @param {string} puzzle @param {Known} known */
  #learn(puzzle, known) {
    this.#all.delete(puzzle);
    this.#all.set(puzzle, known);
    for (const old of [...this.#all.keys()].slice(0, -KEPT)) this.#all.delete(old);
    this.told();
  }
}
