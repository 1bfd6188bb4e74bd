// @ts-check
/**
 * The trainer: shows a position in which one technique is the next step. The person strikes out
 * the candidates that it eliminates, or places its digit, and has that checked. Hints come in
 * levels. lessons.js saves the result.
 *
 * Marks are bit sets by cell, placed digits are a grid. Undo restores both.
 */
import { CELLS, cellOf, digitsOf, emptyGrid, nameOf, parseLine } from "../game/grid.js";
import { setsOf } from "./chapter.js";
import { byId, make, showText, textOf } from "../text/status.js";

/**
 * @typedef {import("../engine/types.js").Practice} Practice
 * @typedef {import("../engine/types.js").PracticeCheck} Check
 * @typedef {import("../engine/types.js").Hint} Hint
 * @typedef {{struck: readonly number[], placed: readonly number[]}} Marks
 */

/** Time allowed for a position, a check or a hint, in milliseconds. */
const TIME = 20_000;
/** The number of levels of a hint; the last one tells the move. */
const LEVELS = 5;

/** @returns {Marks} */
const unmarked = () => ({ struck: emptyGrid(), placed: emptyGrid() });

export class Trainer {
  technique = "";
  /** @type {Practice | null} */
  #position = null;
  /** @type {readonly number[]} */
  #candidates = [];
  /** @type {Marks[]} */
  #history = [unmarked()];
  #at = 0;
  /** Whether digit keys place digits instead of striking out candidates. */
  #placing = false;
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

  get #marks() {
    return this.#history[this.#at];
  }

  /** Whether there is a position. */
  get ready() {
    return this.#position !== null;
  }

  get answered() {
    return this.#result !== null;
  }

  /**
   * @param {string} technique
   * @param {any} [at] the saved state: seed, marks and level of the hint
   */
  async open(technique, at = null) {
    const { app, desk } = this.lessons;
    this.technique = technique;
    this.#position = null;
    this.#check = this.#hint = null;
    this.#result = null;
    this.#mistakes = this.#level = 0;
    this.#history = [unmarked()];
    this.#at = 0;
    this.#trouble = null;
    desk.selected = null;
    this.lessons.keep();
    this.draw();
    const seed = Number.isSafeInteger(at?.seed) ? { seed: at.seed } : {};
    const position = await this.#ask("practice", (i18n) => i18n.t("page.learn.seeking"), (signal) => app.api.ask("practice", { technique, ...seed, timeout_ms: TIME }, signal), () => this.open(technique, at));
    if (technique !== this.technique || this.#position || !position) return;
    if (position.outcome !== "found" || !position.candidates) {
      this.#trouble = (i18n) => i18n.t("page.learn.none", { reason: position.reason ?? "" });
      this.#retry = position.outcome === "undecided" ? () => this.open(technique, at) : null;
      return this.draw();
    }
    this.#position = position;
    this.#candidates = setsOf(position.candidates);
    this.#placing = position.places;
    this.#mistakes = Number.isSafeInteger(at?.mistakes) ? at.mistakes : 0;
    this.#level = Number.isSafeInteger(at?.level) ? at.level : 0;
    if ([at?.struck, at?.placed].every((list) => Array.isArray(list) && list.length === 81 && list.every(Number.isSafeInteger))) this.#history = [{ struck: at.struck, placed: at.placed }];
    this.#keep();
    this.draw();
    app.status.announce((i18n) => i18n.t("page.sentences", { first: this.lessons.nameOf(technique), second: this.#task(i18n) }));
    if (this.lessons.view === "trainer") desk.focus();
  }

  /**
   * Asks the engine. If that fails, it shows why, offers to try again, and returns null.
   * @template T
   * @param {string} group @param {import("../text/status.js").Say} say @param {(signal: AbortSignal) => Promise<T>} fn @param {() => void} retry
   */
  async #ask(group, say, fn, retry) {
    this.#busy = true;
    this.#trouble = null;
    this.draw();
    const answer = await this.lessons.app.status.run(group, say, fn, {
      elsewhere: true,
      onFailure: (failure) => {
        this.#trouble = (i18n) => textOf(failure, i18n);
        this.#retry = retry;
      },
    });
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
    else this.lessons.keep({ seed, ...this.#marks, mistakes: this.#mistakes, level: this.#level });
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

  /** @param {Marks} marks @param {import("../text/status.js").Say} say */
  #push(marks, say) {
    if (this.#result) return;
    this.#history = [...this.#history.slice(0, this.#at + 1), marks];
    this.#at += 1;
    this.#marked(say);
  }

  /** @param {import("../text/status.js").Say} say */
  #marked(say) {
    this.#check = null;
    this.#keep();
    this.draw();
    this.lessons.app.status.announce(say);
  }

  /** Strikes out a candidate, or restores it. @param {number} cell @param {number} digit */
  #strike(cell, digit) {
    const bit = 1 << digit;
    if (!(this.#candidates[cell] & bit) || this.#marks.placed[cell]) return;
    const struck = this.#marks.struck.with(cell, this.#marks.struck[cell] ^ bit);
    this.#push({ ...this.#marks, struck }, (i18n) => i18n.t(struck[cell] & bit ? "page.learn.struckOut" : "page.learn.broughtBack", { cell: nameOf(cell), digit }));
  }

  /** Places a digit, or removes it. @param {number} cell @param {number} digit */
  #place(cell, digit) {
    if (!(this.#candidates[cell] & (1 << digit))) return;
    const placed = this.#marks.placed.with(cell, this.#marks.placed[cell] === digit ? 0 : digit);
    this.#push({ ...this.#marks, placed }, (i18n) => i18n.t(placed[cell] ? "page.learn.placed" : "page.learn.takenBack", { cell: nameOf(cell), digit }));
  }

  /** Handles a press on a candidate. @param {number} cell @param {number} digit */
  mark(cell, digit) {
    if (!this.lessons.training || this.#result) return;
    if (this.#placing) this.#place(cell, digit);
    else this.#strike(cell, digit);
  }

  /** Enters a digit in the selected cell. @param {number} digit @param {boolean} [other] whether to strike out instead of placing, or the reverse */
  type(digit, other = false) {
    const { app, desk } = this.lessons;
    if (!this.#position || this.#result) return;
    const cell = desk.selected;
    if (cell === null) return app.status.announce((i18n) => i18n.t("page.learn.selectFirst"));
    if (!(this.#candidates[cell] & (1 << digit))) return app.status.announce((i18n) => i18n.t("page.learn.notThere", { cell: nameOf(cell), digit }));
    if (this.#placing !== other) this.#place(cell, digit);
    else this.#strike(cell, digit);
  }

  /** Removes the marks of the selected cell. */
  erase() {
    const cell = this.lessons.desk.selected;
    if (cell === null || !(this.#marks.struck[cell] || this.#marks.placed[cell])) return;
    this.#push({ struck: this.#marks.struck.with(cell, 0), placed: this.#marks.placed.with(cell, 0) }, (i18n) => i18n.t("page.learn.cleared", { cell: nameOf(cell) }));
  }

  /** @param {-1 | 1} by */
  undo(by) {
    if (this.#result || !this.#history[this.#at + by]) return;
    this.#at += by;
    this.#marked((i18n) => i18n.t(by < 0 ? "page.learn.undone" : "page.learn.redone"));
  }

  toggle() {
    this.#placing = !this.#placing;
    this.draw();
    this.lessons.app.status.announce((i18n) => i18n.t(this.#placing ? "page.learn.placing" : "page.learn.striking"));
  }

  /** The marks in the engine's form. */
  get #moves() {
    const { struck, placed } = this.#marks;
    return CELLS.flatMap((cell) => [...(placed[cell] ? [`${nameOf(cell)}=${placed[cell]}`] : []), ...digitsOf(struck[cell]).map((digit) => `${nameOf(cell)}<>${digit}`)]);
  }

  get #asked() {
    const { puzzle = "", values = "", candidates = [], technique } = this.#position ?? {};
    return { puzzle, values, candidates, technique: technique ?? this.technique, timeout_ms: TIME };
  }

  // Answers.

  /** Has the marks checked. After the answer, it opens the next position instead. */
  async check() {
    if (this.#result) return this.next();
    if (!this.#position || this.#busy) return;
    const { app } = this.lessons;
    const position = this.#position;
    const moves = this.#moves;
    const answer = await this.#ask("check-practice", (i18n) => i18n.t("page.learn.checking"), (signal) => app.api.ask("practice/check", { ...this.#asked, moves }, signal), () => this.check());
    if (position !== this.#position || !answer || moves.join() !== this.#moves.join()) return;
    if (answer.outcome !== "found") {
      this.#trouble = (i18n) => i18n.t("page.learn.unchecked", { reason: answer.reason ?? "" });
      this.#retry = () => this.check();
      return this.draw();
    }
    this.#check = answer;
    if (answer.verdict === "right") this.#end(this.#mistakes || this.#level ? "helped" : "right");
    else if (answer.verdict === "wrong" || answer.verdict === "unproven") this.#mistakes += 1;
    this.#keep();
    this.draw();
    app.status.announce(() => answer.text ?? "");
    this.lessons.app.reveal(byId("trainer-result"));
  }

  /** Shows one more level of the hint. The last level shows the step, so the result is "shown". */
  async hint() {
    if (!this.#position || this.#busy || this.#result || this.#level >= LEVELS) return;
    const { app } = this.lessons;
    const position = this.#position;
    const level = (this.#hint?.level ?? this.#level) + 1;
    const answer = await this.#ask("hint-practice", (i18n) => i18n.t("page.hint.busy"), (signal) => app.api.ask("hint", { ...this.#asked, level, goal: "easiest" }, signal), () => this.hint());
    if (position !== this.#position || !answer) return;
    if (answer.outcome !== "found") {
      this.#trouble = (i18n) => i18n.t("page.hint.none", { reason: answer.reason ?? "" });
      this.#retry = () => this.hint();
      return this.draw();
    }
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
    const { app } = this.lessons;
    this.draw();
    const position = this.#position;
    const [hint, check, moves] = [this.#hint, this.#check, this.#moves];
    if (!position || (!hint && !check)) return;
    const again = hint
      ? await this.#ask("hint-practice", (i18n) => i18n.t("page.hint.busy"), (signal) => app.api.ask("hint", { ...this.#asked, level: hint.level, goal: "easiest" }, signal), () => this.translated())
      : null;
    const verdict = check
      ? await this.#ask("check-practice", (i18n) => i18n.t("page.learn.checking"), (signal) => app.api.ask("practice/check", { ...this.#asked, moves }, signal), () => this.translated())
      : null;
    if (position !== this.#position) return;
    if (again?.outcome === "found" && this.#hint === hint) this.#hint = again;
    if (verdict?.outcome === "found" && this.#check === check) this.#check = verdict;
    this.draw();
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #task(i18n) {
    return this.#position ? i18n.t(this.#position.places ? "page.learn.taskPlace" : "page.learn.taskStrike") : "";
  }

  draw() {
    const { lessons } = this;
    const { app, desk } = lessons;
    const { i18n } = app;
    if (lessons.view !== "trainer") return;
    const position = this.#position;
    const answered = this.#result !== null;
    byId("trainer-title").textContent = lessons.nameOf(this.technique);
    byId("trainer-task").textContent = this.#task(i18n);
    byId("trainer-about").textContent = position?.level
      ? [i18n.t("page.learn.from", { level: i18n.t(`explain.level.${position.level}`), score: i18n.number(position.score ?? 0) }), position.complete ? i18n.count("page.learn.open", position.open ?? 0) : ""].filter(Boolean).join(" · ")
      : "";
    const learned = lessons.progress[this.technique];
    byId("trainer-score").textContent = learned ? i18n.t("page.learn.score", { right: learned.right, tries: learned.tries, row: learned.row }) : "";

    const busy = this.#busy;
    byId("trainer-busy").hidden = !busy;
    byId("trainer-busy-text").textContent = busy ? i18n.t(position ? "page.learn.checking" : "page.learn.seeking") : "";
    byId("trainer-pad").hidden = !position || answered;
    const pressed = desk.selected === null ? 0 : this.#candidates[desk.selected] ?? 0;
    const { struck, placed } = this.#marks;
    for (const button of byId("trainer-digits").querySelectorAll("[data-digit]")) {
      if (!(button instanceof HTMLButtonElement)) continue;
      const digit = Number(button.dataset.digit);
      const cell = desk.selected;
      const on = cell !== null && (this.#placing ? placed[cell] === digit : (struck[cell] & (1 << digit)) > 0);
      button.disabled = cell !== null && !(pressed & (1 << digit));
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-label", i18n.t(this.#placing ? "page.learn.placeDigit" : "page.learn.strikeDigit", { digit }));
    }
    const mode = byId("trainer-mode");
    mode.setAttribute("aria-pressed", String(this.#placing));
    byId("trainer-undo").toggleAttribute("disabled", this.#at === 0);
    byId("trainer-redo").toggleAttribute("disabled", this.#at === this.#history.length - 1);

    const texts = this.#check?.text ? [this.#check.text] : (this.#hint?.texts ?? []);
    byId("trainer-texts").replaceChildren(
      ...texts.map((text) => make("li", {}, text)),
    );
    byId("trainer-result").dataset.verdict = this.#check?.verdict ?? (this.#hint ? "hint" : "");
    showText("trainer-trouble", this.#trouble?.(i18n));
    byId("trainer-retry").hidden = !this.#trouble || !this.#retry;
    byId("trainer-check").hidden = !position || answered;
    byId("trainer-hint").hidden = !position || answered;
    byId("trainer-hint-text").textContent = i18n.t(this.#level === 0 ? "page.hint" : this.#level === LEVELS - 1 ? "page.learn.show" : "page.hint.more");
    byId("trainer-next").classList.toggle("primary", answered);
    byId("trainer-next").textContent = i18n.t(answered ? "page.learn.nextOne" : "page.learn.skip");
    byId("trainer-next").hidden = !position && !this.#trouble;
    byId("trainer-chapter").dataset.technique = this.technique;

    const values = position?.values ? parseLine(position.values) : null;
    const given = position?.puzzle ? parseLine(position.puzzle) : null;
    if (!position || !values || !given) return desk.hide();
    // After the answer the step is drawn; before it, the hint.
    const step = this.#check?.step ?? this.#hint?.step;
    const shown = this.#check ? (this.#check.verdict === "right" || this.#check.verdict === "other" ? step : undefined) : step;
    desk.show({
      values, given, candidates: this.#candidates, struck, placed: [...placed],
      draw: shown?.draw ?? (this.#check ? null : (this.#hint?.draw ?? null)),
      family: shown?.family ?? this.#hint?.family,
      branches: shown?.branches ?? (this.#check ? undefined : this.#hint?.branches),
      wrong: this.#check?.verdict === "wrong" && this.#check.candidate ? cellOf(this.#check.candidate.cell) : null,
      fixed: answered,
    });
  }
}
