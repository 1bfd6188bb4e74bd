/**
 * The trainer: a position in which one technique is the next thing to find; see docs/PAGE.md. The marks are in
 * the lessons' game. lessons.js keeps the results.
 */
import { CELLS, cellOf, digitsOf, nameOf, parseLine, setOf, toLine } from "../game/grid.js";
import { EXERCISES } from "./repetition.js";
import { byId, fill, hide, make, showText, textOf } from "../text/status.js";

/**
 * @typedef {import("../engine/types.js").Practice} Practice
 * @typedef {import("../engine/types.js").PracticeCheck} Check
 * @typedef {import("../engine/types.js").Hint} Hint
 */

/** Time allowed for a position, a check or a hint, in milliseconds. */
const TIME = 20_000;
/** The number of levels of a hint; the last one tells the move. */
const LEVELS = 5;
/** The level that tells all but the move. */
const GUIDED = 4;

export class Trainer {
  technique = "";
  /** @type {Practice | null} */
  #position = null;
  /** @type {readonly number[]} */
  #candidates = [];
  /** @type {Check | null} */
  #check = null;
  /** @type {Hint | null} */
  #hint = null;
  /** The result; null while the person is solving. @type {import("./repetition.js").Result | null} */
  #result = null;
  #mistakes = 0;
  #level = 0;
  /** @type {import("../text/status.js").Say | null} */
  #trouble = null;
  /** Repeats the failed request. @type {(() => void) | null} */
  #retry = null;
  #busy = false;

  /** @param {import("./lessons.js").Lessons} lessons */
  constructor(lessons) {
    this.lessons = lessons;
    for (let digit = 1; digit <= 9; digit++) {
      byId("trainer-digits").lastElementChild?.before(make("button", { "data-action": "learn-digit", "data-digit": digit }, String(digit)));
    }
  }

  get #game() {
    return this.lessons.game;
  }

  /** Whether digits place, and do not strike out. */
  get #placing() {
    return this.#game.ui.mode === "digit";
  }

  /** The candidates that are struck out, as bit sets by cell. */
  get #struck() {
    const { corner } = this.#game.state;
    return this.#candidates.map((set, cell) => set & ~corner[cell]);
  }

  /** Whether there is a position. */
  get ready() {
    return this.#position !== null;
  }

  get answered() {
    return this.#result !== null;
  }

  /** @param {string} technique @param {any} [at] where it was left: seed, the game and how far it was told @returns {Promise<void>} */
  async open(technique, at = null) {
    const { app, game } = this.lessons;
    this.technique = technique;
    this.#position = null;
    this.#check = this.#hint = null;
    this.#result = null;
    this.#mistakes = this.#level = 0;
    this.#trouble = null;
    game.select(null);
    this.lessons.keep();
    this.draw();
    const seed = Number.isSafeInteger(at?.seed) ? { seed: at.seed } : {};
    const position = await this.#ask("practice", { technique, ...seed }, "page.learn.seeking", () => this.open(technique, at));
    if (technique !== this.technique || this.#position || !position) return;
    const values = parseLine(position.values ?? "");
    if (position.outcome !== "found" || !position.candidates || !values) {
      return this.#fail((i18n) => i18n.t("page.learn.none", { reason: position.reason ?? "" }), position.outcome === "undecided" ? () => this.open(technique, at) : null);
    }
    this.#candidates = position.candidates.map(setOf);
    if (!(at?.save && game.load(at.save) && game.state.opened === toLine(values))) game.open(values, { corner: this.#candidates });
    game.setMode(position.places ? "digit" : "corner");
    this.#position = position;
    this.#mistakes = Number.isSafeInteger(at?.mistakes) ? at.mistakes : 0;
    this.#level = Number.isSafeInteger(at?.level) ? at.level : 0;
    this.#keep();
    this.draw();
    app.status.announce((i18n) => i18n.t("page.sentences", { first: this.lessons.nameOf(technique), second: this.#task(i18n) }));
    if (this.lessons.view === "trainer") this.lessons.focus();
    if (at || this.lessons.progress[technique]) return;
    // The first one is done together: the hint tells all but the move.
    this.#level = GUIDED - 1;
    await this.hint();
  }

  /**
   * Asks an operation. If that fails, it shows why, offers to try again, and returns null.
   * @template {"practice" | "practice/check" | "hint"} K
   * @param {K} operation @param {import("../engine/api.js").Chosen<import("../engine/api.js").Operations[K][0]>} body @param {string} busy the key of its text @param {() => void} retry
   */
  async #ask(operation, body, busy, retry) {
    this.#busy = true;
    this.#trouble = null;
    this.draw();
    const answer = await this.lessons.app.status.ask(`trainer-${operation}`, busy, operation, { ...body, timeout_ms: TIME }, { elsewhere: true, onFailure: (failure) => this.#fail((i18n) => textOf(failure, i18n), retry) });
    if (answer === null && !this.#trouble) return null;
    this.#busy = false;
    this.draw();
    return answer;
  }

  #keep() {
    if (!this.#position) return;
    const { seed } = this.#position;
    // After the answer, nothing is left to restore.
    if (this.#result) this.lessons.keep();
    else this.lessons.keep({ seed, save: this.#game.save(), mistakes: this.#mistakes, level: this.#level });
  }

  /** Opens another position: of the next due technique, or of this one. */
  next() {
    if (this.lessons.due && this.lessons.dueToday.length) return this.lessons.practiseDue();
    if (this.lessons.due) {
      this.lessons.due = false;
      return this.lessons.open("lessons");
    }
    return this.open(this.technique);
  }

  // Marks.

  /** Something was marked, or taken back. */
  changed() {
    if (this.lessons.view !== "trainer" || !this.#position) return;
    this.#check = null;
    this.#keep();
  }

  /** Strikes a candidate of the selected cells out or brings it back, or places the digit or takes it away. @param {number} digit @param {boolean} [other] the other way than digits go */
  type(digit, other = false) {
    const { app, game } = this.lessons;
    if (!this.#position || this.#result) return;
    const { selected } = game.ui;
    if (!selected.length) return app.status.announce((i18n) => i18n.t("page.learn.selectFirst"));
    const lacking = selected.find((cell) => !(this.#candidates[cell] & (1 << digit)));
    if (lacking !== undefined) return app.status.announce((i18n) => i18n.t("page.learn.notThere", { cell: nameOf(lacking), digit }));
    game.put(digit, this.#placing !== other ? "digit" : "corner");
  }

  /** Takes back what was marked in the selected cells. */
  erase() {
    const game = this.#game;
    const { state: { digits }, ui: { selected } } = game;
    if (selected.some((cell) => digits[cell] && game.mayChange(cell))) game.put(0, "digit");
    else game.noteAll(this.#candidates, selected);
  }

  toggle() {
    this.#game.setMode(this.#placing ? "corner" : "digit");
    this.lessons.app.status.announce((i18n) => i18n.t(this.#placing ? "page.learn.placing" : "page.learn.striking"));
  }

  /** The marks in the engine's form. */
  get #moves() {
    const { digits, given } = this.#game.state;
    const struck = this.#struck;
    return CELLS.flatMap((cell) => [...(digits[cell] && !given[cell] ? [`${nameOf(cell)}=${digits[cell]}`] : []), ...digitsOf(struck[cell]).map((digit) => `${nameOf(cell)}<>${digit}`)]);
  }

  get #asked() {
    const { puzzle = "", values = "", candidates = [], technique } = this.#position ?? {};
    return { puzzle, values, candidates, technique: technique ?? this.technique };
  }

  // Answers.

  /** @param {import("../text/status.js").Say} say @param {(() => void) | null} retry */
  #fail(say, retry) {
    this.#trouble = say;
    this.#retry = retry;
    this.draw();
  }

  /** Has the marks checked. Next, once it is answered. @returns {Promise<unknown>} */
  async check() {
    if (this.#result) return this.next();
    if (!this.#position || this.#busy) return;
    const { app } = this.lessons;
    const position = this.#position;
    const moves = this.#moves;
    const answer = await this.#ask("practice/check", { ...this.#asked, moves }, "page.learn.checking", () => this.check());
    if (position !== this.#position || !answer || moves.join() !== this.#moves.join()) return;
    if (answer.outcome !== "found") return this.#fail((i18n) => i18n.t("page.learn.unchecked", { reason: answer.reason ?? "" }), () => this.check());
    this.#check = answer;
    this.#game.mark(answer.verdict === "wrong" && answer.candidate ? [cellOf(answer.candidate.cell)] : []);
    if (answer.verdict === "right") this.#end(this.#mistakes || this.#level ? "helped" : "right");
    else if (answer.verdict === "wrong" || answer.verdict === "unproven") this.#mistakes += 1;
    this.#keep();
    this.draw();
    app.status.announce(() => answer.text ?? "");
    this.lessons.app.reveal(byId("trainer-result"));
  }

  /** Shows one more level of the hint. The last level shows the step, so the result is "shown". @returns {Promise<unknown>} */
  async hint() {
    if (!this.#position || this.#busy || this.#result || this.#level >= LEVELS) return;
    const { app } = this.lessons;
    const position = this.#position;
    const level = (this.#hint?.level ?? this.#level) + 1;
    const answer = await this.#ask("hint", { ...this.#asked, level, goal: "easiest" }, "page.hint.busy", () => this.hint());
    if (position !== this.#position || !answer) return;
    if (answer.outcome !== "found") return this.#fail((i18n) => i18n.t("page.hint.none", { reason: answer.reason ?? "" }), () => this.hint());
    this.#hint = answer;
    this.#check = null;
    this.#level = level;
    if (level === LEVELS) this.#end("shown");
    this.#keep();
    this.draw();
    app.status.announce((i18n) => i18n.t("page.sentences", { first: i18n.t("page.hint.level", { level, levels: LEVELS }), second: answer.texts.at(-1) ?? "" }));
    this.lessons.app.reveal(byId("trainer-result"));
  }

  /** @param {import("./repetition.js").Result} result */
  #end(result) {
    this.#result = result;
    this.lessons.learned(this.technique, result);
  }

  /** Repeats the failed request. */
  retry() {
    this.#retry?.();
  }

  /** Fetches the texts again in the current language, without counting anything twice. */
  async translated() {
    this.draw();
    const position = this.#position;
    const [hint, check, moves] = [this.#hint, this.#check, this.#moves];
    if (!position || (!hint && !check)) return;
    const again = hint && (await this.#ask("hint", { ...this.#asked, level: hint.level, goal: "easiest" }, "page.hint.busy", () => this.translated()));
    const verdict = check && (await this.#ask("practice/check", { ...this.#asked, moves }, "page.learn.checking", () => this.translated()));
    if (position !== this.#position) return;
    if (again?.outcome === "found" && this.#hint === hint) this.#hint = again;
    if (verdict?.outcome === "found" && this.#check === check) this.#check = verdict;
    this.draw();
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #task(i18n) {
    if (!this.#position) return "";
    const { about, marks, n } = this.lessons.stageOf(this.technique);
    if (this.#result) return `${marks} ${about}`;
    const which = !this.lessons.progress[this.technique] ? i18n.t("page.learn.guided") : n < EXERCISES && i18n.t("page.learn.exercise", { n: n + 1, of: EXERCISES });
    return i18n.sentences(which, i18n.t(this.#position.places ? "page.learn.taskPlace" : "page.learn.taskStrike"));
  }

  draw() {
    const { lessons } = this;
    const { app: { i18n }, game } = lessons;
    if (lessons.view !== "trainer") return;
    const position = this.#position;
    const answered = this.#result !== null;
    byId("trainer-title").textContent = lessons.nameOf(this.technique);
    byId("trainer-task").textContent = this.#task(i18n);
    byId("trainer-about").textContent = position?.level
      ? [i18n.t("page.learn.from", { level: i18n.t(`explain.level.${position.level}`), score: i18n.number(position.score ?? 0) }), position.complete ? i18n.count("page.learn.open", position.open ?? 0) : ""].filter(Boolean).join(" · ")
      : "";

    const busy = this.#busy;
    byId("trainer-busy").hidden = !busy;
    byId("trainer-busy-text").textContent = busy ? i18n.t(position ? "page.learn.checking" : "page.learn.seeking") : "";
    byId("trainer-pad").hidden = !position || answered;
    const { cursor, state: { digits } } = game;
    const struck = this.#struck;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (byId("trainer-digits").querySelectorAll("[data-digit]"))) {
      const digit = Number(button.dataset.digit);
      const bit = 1 << digit;
      const on = cursor !== null && (this.#placing ? digits[cursor] === digit : (struck[cursor] & bit) > 0);
      button.disabled = cursor !== null && !(this.#candidates[cursor] & bit);
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-label", i18n.t(this.#placing ? "page.learn.placeDigit" : "page.learn.strikeDigit", { digit }));
    }
    byId("trainer-mode").setAttribute("aria-pressed", String(this.#placing));
    byId("trainer-undo").toggleAttribute("disabled", !game.canUndo);
    byId("trainer-redo").toggleAttribute("disabled", !game.canRedo);

    const texts = this.#check?.text ? [this.#check.text] : (this.#hint?.texts ?? []);
    fill("trainer-texts", texts.map((text) => make("li", {}, text)));
    byId("trainer-result").dataset.verdict = this.#check?.verdict ?? (this.#hint ? "hint" : "");
    showText("trainer-trouble", this.#trouble?.(i18n));
    byId("trainer-retry").hidden = !this.#trouble || !this.#retry;
    byId("trainer-check").hidden = !position || answered;
    byId("trainer-hint").hidden = !position || answered;
    byId("trainer-hint-text").textContent = i18n.t(this.#level === 0 ? "page.hint" : this.#level === LEVELS - 1 ? "page.learn.show" : "page.hint.more");
    byId("trainer-next").classList.toggle("primary", answered);
    byId("trainer-next").textContent = i18n.t(answered ? "page.learn.nextOne" : "page.learn.skip");
    byId("trainer-next").hidden = !position && !this.#trouble;
    hide(byId("trainer-needs"), !answered || lessons.stageOf(this.technique).n < EXERCISES);
    byId("trainer-needs").dataset.technique = this.technique;
    byId("trainer-chapter").dataset.technique = this.technique;

    const puzzle = parseLine(position?.puzzle ?? "");
    if (!position || !puzzle) return lessons.show(null);
    // After the answer the step is drawn; before it, what the hint tells.
    const [check, hint] = [this.#check, this.#hint];
    const told = check ? (check.verdict === "right" || check.verdict === "other" ? check.step : null) : { ...hint, ...hint?.step, draw: hint?.step?.draw ?? hint?.draw };
    lessons.show({ puzzle, candidates: this.#candidates, step: told ?? {}, fixed: answered });
  }
}
