// @ts-check
/**
 * The tab Set: a puzzle is set on the board, with each digit told what it leaves:
 * how many solutions there are, the true candidates, which are the digits that
 * some solution has in each cell, and of a unique puzzle the givens that could go.
 *
 * What is set is a game of its own (Games.resumeSet), so that the one being played
 * stays as it is. One question is under way at a time; when its answer comes, or
 * has taken long, the puzzle of then is asked about. An answer belongs to the
 * line that was asked for, so that none is shown beside another.
 */
import { CELLS, candidatesOf, cellOf, digitsOf, emptyGrid, nameOf, parseLine } from "../game/grid.js";
import { recall, remember } from "../keep/memory.js";
import { styled } from "../text/dialog.js";
import { byId, textOf, write } from "../text/status.js";
import { SYMMETRIES, lacking, orbitOf } from "./symmetry.js";

/**
 * @typedef {import("../text/status.js").Say} Say
 * @typedef {{outcome: "found" | "none" | "undecided", true: readonly number[], open: readonly number[], count: number, complete: boolean, spare: readonly number[] | null, level: Say | null}} Known
 *   what is known of a line: bit sets by cell of the true candidates and those not decided; spare: the redundant givens, null until asked for; level: its grade, once asked for
 */

/** Time allowed for what is asked with each digit, and by a button, in milliseconds. */
const LIVE = 2000;
const TIME = 20_000;
/** A question that takes longer than so many milliseconds gives way to that about the puzzle of now. */
const PATIENCE = 200;
/** How many lines are remembered. */
const KEPT = 300;
const TEXTS = /** @type {const} */ (["title", "author", "rules"]);

/** @param {readonly string[] | undefined} texts of digits, by cell */
const setsIn = (texts) => CELLS.map((cell) => [...(texts?.[cell] ?? "")].reduce((set, digit) => set | (1 << Number(digit)), 0));

export class Setter {
  /** What is known, by line. @type {Map<string, Known>} */
  #known = new Map();
  /** The line that is asked about, or "". */
  #asking = "";
  /** The line of the last answer that was said. */
  #said = "";
  /** Why there is no answer. @type {Say | null} */
  #trouble = null;
  /** The line that the engine could not be asked about. */
  #failed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The tab that is shown, so that a game that comes late is not opened under another. */
  #wanted = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    app.setter = this;
    styled("set");
    this.symmetry = SYMMETRIES.find((name) => name === recall("setting.symmetry")) ?? "rotate180";
    this.#select.replaceChildren(...SYMMETRIES.map((name) => new Option(name, name)));
    this.#select.value = this.symmetry;
    this.#select.addEventListener("change", () => {
      this.symmetry = this.#select.value;
      remember("setting.symmetry", this.symmetry);
      this.#enter();
      app.draw();
    });
    this.#box.checked = recall("setting.true") !== "no";
    this.#box.addEventListener("change", () => {
      remember("setting.true", this.#box.checked ? "yes" : "no");
      app.draw();
    });
    for (const name of TEXTS) this.#field(name).addEventListener("change", () => app.midend.describe({ [name]: this.#field(name).value }));
    this.shown(app.tab);
  }

  get #select() {
    return /** @type {HTMLSelectElement} */ (byId("set-symmetry"));
  }

  get #box() {
    return /** @type {HTMLInputElement} */ (byId("set-true"));
  }

  /** @param {typeof TEXTS[number]} name */
  #field(name) {
    return /** @type {HTMLInputElement | HTMLTextAreaElement} */ (byId(`set-${name}`));
  }

  /** Whether what is set is on the board. */
  get active() {
    return this.app.games.setting !== null;
  }

  /** What is known of the puzzle of now. */
  get #now() {
    return this.#known.get(this.app.midend.line) ?? null;
  }

  // The game that is set comes and goes with the tab.

  /** @param {import("../actions.js").Tab} tab */
  async shown(tab) {
    const { games } = this.app;
    this.#wanted = tab === "set" && !this.app.place;
    if (!this.#wanted) return games.leaveSet();
    if (this.active) return;
    const kept = await games.lastSet();
    if (!this.#wanted || this.active) return;
    games.resumeSet(kept);
    this.#enter();
  }

  /** Digits typed are givens, and what symmetry takes to each other goes together. */
  #enter() {
    const { midend } = this.app;
    if (!this.active) return;
    midend.params.orbit = (cell) => orbitOf(this.symmetry, cell);
    if (!midend.ui.editGivens) midend.setEditGivens(true);
    this.changed();
  }

  // What each digit leaves.

  changed() {
    if (!this.active) return;
    const { midend } = this.app;
    // Another puzzle was pasted.
    if (!midend.ui.editGivens) return this.#enter();
    this.#trouble = null;
    const { line } = midend;
    if (!this.#known.has(line)) this.#conclude(line);
    this.#tell();
    if (this.#known.has(line) && this.#now?.spare !== null) return;
    if (!this.#asking) return void this.#ask();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.app.status.cancel("setter"), PATIENCE);
  }

  /** What follows for a line from that before: a contradiction, or a digit that no solution had, leaves none. @param {string} line */
  #conclude(line) {
    const { midend } = this.app;
    const none = () => this.#learn(line, { outcome: "none", true: emptyGrid(), open: emptyGrid(), count: 0, complete: true, spare: [], level: null });
    if (midend.contradictions.length) return none();
    const before = this.#lineBefore();
    const known = before ? this.#known.get(before) : undefined;
    if (!before || !known || [...before].some((digit, cell) => digit !== "." && digit !== line[cell])) return;
    if (CELLS.some((cell) => line[cell] !== "." && !((known.true[cell] | known.open[cell]) & (1 << Number(line[cell]))))) none();
  }

  /** The line before the last move. */
  #lineBefore() {
    const moment = this.app.midend.history.past.at(-2);
    return moment ? moment.state.digits.map((digit) => digit || ".").join("") : "";
  }

  /** @param {string} line @param {Known} known */
  #learn(line, known) {
    this.#known.set(line, known);
    for (const old of [...this.#known.keys()].slice(0, -KEPT)) this.#known.delete(old);
  }

  /** Asks about the puzzle of now, until all is known of it. */
  async #ask() {
    const { api, midend, status } = this.app;
    const { line } = midend;
    this.#asking = line;
    const known = this.#known.get(line);
    /** @type {(fn: (signal: AbortSignal) => Promise<any>) => Promise<any>} */
    const run = (fn) =>
      status.run("setter", (i18n) => i18n.t("page.badge.checking"), fn, {
        background: true,
        onFailure: (failure) => {
          this.#failed = line;
          this.#trouble = (i18n) => textOf(failure, i18n);
        },
      });
    if (!known) {
      const answer = await run((signal) => api.candidates({ puzzle: line, timeout_ms: LIVE }, signal));
      if (answer) {
        const unique = answer.complete && answer.count === 1;
        this.#learn(line, { outcome: answer.outcome, true: setsIn(answer.candidates), open: setsIn(answer.open), count: answer.count, complete: answer.complete, spare: unique ? null : [], level: null });
      }
    } else {
      const answer = await run((signal) => api.check({ puzzle: line, timeout_ms: LIVE }, signal));
      if (answer) known.spare = (answer.redundant ?? []).map((/** @type {string} */ name) => cellOf(name));
    }
    clearTimeout(this.#timer);
    this.#asking = "";
    if (!this.active) return;
    const now = midend.line;
    if (now === line) this.#tell();
    const failed = now === line && this.#failed === line;
    this.#failed = "";
    if (!failed && (!this.#known.has(now) || this.#now?.spare === null)) return void this.#ask();
    this.app.draw();
  }

  /** Says what became known, once. */
  #tell() {
    const { midend, status } = this.app;
    const { line } = midend;
    const known = this.#now;
    const contradicts = midend.contradictions.length > 0;
    if (!known) status.badge(this.#trouble ? "offline" : "checking");
    else if (contradicts) status.badge("contradiction");
    else if (known.outcome !== "found") status.badge(known.outcome);
    else status.badge(known.count > 1 ? "several" : known.complete ? "unique" : "undecided");
    if (known && this.#said !== line && /\d/.test(line)) {
      this.#said = line;
      status.announceSettled((i18n) => this.#countText(i18n), 250);
    }
    this.app.draw();
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #countText(i18n) {
    const known = this.#now;
    if (!known) return this.#trouble ? this.#trouble(i18n) : i18n.t("page.badge.checking");
    if (this.app.midend.contradictions.length) return i18n.t("page.badge.contradiction");
    if (known.outcome === "undecided") return i18n.t("page.badge.undecided");
    if (known.outcome === "found") {
      if (known.count > 1) return i18n.count(known.complete ? "page.set.solutions" : "page.set.atLeast", known.count);
      return i18n.t(known.complete ? "page.set.unique" : "page.badge.undecided");
    }
    const since = this.#since();
    return since.length ? i18n.t("page.set.none.since", { list: since.map((cell) => `${nameOf(cell)} = ${this.app.midend.digits[cell]}`).join(i18n.t("list.separator")) }) : i18n.t("page.set.none");
  }

  /** The digits put in since there was a solution; none where that is not known. */
  #since() {
    const { digits, history } = this.app.midend;
    for (const { state } of history.past.toReversed()) {
      const line = state.digits.map((digit) => digit || ".").join("");
      if (this.#known.get(line)?.outcome === "found") return CELLS.filter((cell) => digits[cell] && digits[cell] !== state.digits[cell]);
    }
    return [];
  }

  // What is drawn.

  /** The true candidates in place of the notes; until they are known, those of the line before that are left. */
  get explains() {
    if (!this.active || !this.#box.checked || this.app.hint.open) return null;
    const { digits } = this.app.midend;
    const known = this.#now ?? this.#known.get(this.#lineBefore());
    if (!known || known.outcome === "none") return null;
    const left = candidatesOf(digits);
    return { picture: null, candidates: left.map((set, cell) => set & (known.true[cell] | known.open[cell])), filled: new Set() };
  }

  /** The cells that stand out: those that symmetry asks a given of, the givens that could go, those with one true candidate. */
  get marks() {
    if (!this.active) return null;
    const known = this.#now;
    const { digits } = this.app.midend;
    const sole = known && this.#box.checked ? CELLS.filter((cell) => !digits[cell] && !known.open[cell] && digitsOf(known.true[cell]).length === 1) : [];
    return { wanted: lacking(this.symmetry, digits), spare: new Set(known?.spare ?? []), sole: new Set(sole) };
  }

  translated() {
    const { i18n } = this.app;
    for (const option of this.#select.options) option.textContent = i18n.t(`generate.symmetry.${option.value}`);
  }

  drawn() {
    byId("set-count").hidden = !this.active;
    if (!this.active) return;
    const { i18n, midend } = this.app;
    const known = this.#now;
    write(byId("set-count"), this.#countText(i18n));
    byId("set-count").dataset.state = known ? (known.outcome === "found" ? (known.count === 1 && known.complete ? "unique" : "several") : known.outcome) : "checking";
    const wanted = [...lacking(this.symmetry, midend.digits)];
    const list = (/** @type {readonly number[]} */ cells) => cells.map((cell) => nameOf(cell)).join(i18n.t("list.separator"));
    write(byId("set-wanted"), wanted.length ? i18n.t("page.set.wanted", { list: list(wanted) }) : "");
    const unique = known?.count === 1 && known.complete;
    const spare = known?.spare ?? [];
    write(byId("set-spare"), !unique || known?.spare === null ? "" : spare.length ? i18n.count("page.set.spare", spare.length, { list: list(spare) }) : i18n.t("page.set.minimal"));
    write(byId("set-level"), known?.level?.(i18n) ?? "");
    const empty = !midend.digits.some(Boolean);
    const button = (/** @type {string} */ action) => /** @type {HTMLButtonElement} */ (document.querySelector(`[data-action="${action}"]`));
    button("set-minimise").disabled = !unique || !spare.length;
    button("set-complete").disabled = known?.outcome === "none" || (unique === true && !wanted.length);
    button("set-grade").disabled = !unique;
    button("set-play").disabled = empty || known?.outcome === "none";
    for (const name of TEXTS) {
      const field = this.#field(name);
      if (field !== document.activeElement && field.value !== midend.state[name]) field.value = midend.state[name];
    }
  }

  // The buttons.

  /** @param {"minimise" | "complete"} way */
  async revise(way) {
    const { api, midend, status } = this.app;
    const { line } = midend;
    const answer = await status.run("revise", (i18n) => i18n.t("page.set.busy"), (signal) => api[way]({ puzzle: line, symmetry: this.symmetry, timeout_ms: TIME }, signal));
    if (!answer || !this.active) return;
    if (midend.line !== line) return status.message((i18n) => i18n.t("page.set.overtaken"));
    const revised = answer.revised && parseLine(answer.revised);
    if (!revised) return status.message(() => answer.reason ?? "");
    const changed = answer.changed ?? [];
    midend.give(changed.map((name) => ({ cell: cellOf(name), digit: revised[cellOf(name)] })));
    status.message((i18n) => (changed.length ? i18n.count(`page.set.${way}.done`, changed.length, { left: answer.givens ?? 0 }) : i18n.t(`page.set.${way}.nothing`)));
  }

  async grade() {
    const { api, midend, status } = this.app;
    const { line } = midend;
    const graded = await status.run("revise", (i18n) => i18n.t("page.win.grading"), (signal) => api.grade({ puzzle: line, timeout_ms: TIME }, signal));
    const known = this.#known.get(line);
    if (!graded || !known) return;
    const { hodoku, hardest } = graded;
    if (!hodoku) return status.message(() => graded.reason ?? "");
    /** @type {Say} */
    known.level = (i18n) => i18n.t("page.set.level", { level: i18n.t(`explain.level.${hodoku.level}`), score: i18n.number(hodoku.score), hardest: i18n.t(`technique.${hardest}`) });
    if (midend.line === line) status.message(known.level);
    this.app.draw();
  }

  /** Opens the puzzle in Play, as a game of its own with its givens locked. */
  play() {
    const { games, midend } = this.app;
    const { title, author, rules } = midend.state;
    const grid = midend.digits;
    this.app.show("play");
    games.open(grid, { source: "other" }, { title, author, rules });
    this.app.status.message((i18n) => i18n.t("page.set.played"));
  }

  /** Another puzzle to be set, from nothing or from the one that is played; the one before stays in the list of games. @param {boolean} [fromPlay] */
  begin(fromPlay = false) {
    const { games, status } = this.app;
    const line = fromPlay ? games.played?.puzzle ?? "" : "";
    games.beginSet(parseLine(line) ?? emptyGrid());
    this.#enter();
    status.message((i18n) => i18n.t(fromPlay ? "page.set.taken" : "page.set.begun"));
  }
}
