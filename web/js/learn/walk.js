/**
 * The walk-through: the whole path from the board to the solution, one step at a time. Each step
 * is drawn on the board at that point, with a sentence that gives its reason. The difficulty of
 * the path is shown above.
 */
import { bitOf } from "../game/grid.js";
import { Coach } from "../play/coach.js";
import { folded } from "../play/hint.js";
import { buttonOf, byId, clickIn, define, drawSteps, input, showText } from "../text/status.js";

/** Time limit for the path and for the grades, in milliseconds. */
const TIME = 30_000;

/** At most this many steps with suppositions are listed. */
const NAMED = 12;

/** @typedef {import("../play/coach.js").Position} Position @typedef {import("../play/coach.js").Told} Told */

/**
 * The first position of a path, on any board. Its candidates are the path's own, or else those
 * that hints start from.
 * @param {import("../game/midend.js").Midend} midend @param {readonly string[]} [known] the path's, the values of each cell
 * @returns {Position}
 */
export function startOf(midend, known) {
  return { grid: [...midend.digits], candidates: known?.map((text) => midend.setOf(text.split(" ").filter(Boolean))) ?? midend.candidates };
}

/**
 * The positions of a path: one before each step, and one at its end.
 * @param {import("../game/midend.js").Midend} midend
 * @param {Position} start
 * @param {readonly Told[]} steps
 */
export function positionsOf(midend, start, steps) {
  const all = [start];
  for (const { placements = [], eliminations = [], swept = [] } of steps) {
    const { grid, candidates } = all[all.length - 1];
    const next = { grid: [...grid], candidates: [...candidates] };
    for (const { cell, digit } of placements.map((one) => midend.at(one))) {
      next.grid[cell] = digit;
      next.candidates[cell] = 0;
      for (const peer of midend.board.peers[cell]) next.candidates[peer] &= ~bitOf(digit);
    }
    for (const { cell, digit } of [...eliminations, ...swept].map((one) => midend.at(one))) next.candidates[cell] &= ~bitOf(digit);
    all.push(next);
  }
  return all;
}

export class Walk extends Coach {
  /** @type {import("../engine/types.js").Explain | null} */
  answer = null;
  /** @type {import("../engine/types.js").Grade | null} */
  #grade = null;
  #prune = input("walk-prune");

  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "walk");
    this.#prune.addEventListener("change", () => this.start());
    byId("walk-position").addEventListener("input", () => this.seek(Number(input("walk-position").value)));
    clickIn(byId("walk-list"), ({ value }) => this.seek(Number(value)));
  }

  /** After the last step comes the end. */
  get last() {
    return this.steps.length;
  }

  get running() {
    return this.open && this.positions.length > 0;
  }

  get picture() {
    const { grid = [], candidates = null } = this.positions[this.at] ?? {};
    return this.told ? this.app.player.pictureOf(this.told, grid, candidates) : null;
  }

  get candidates() {
    return this.running ? this.positions[this.at].candidates : null;
  }

  forget() {
    super.forget();
    this.app.status.cancel("grade");
    this.#grade = null;
  }

  async start() {
    const { place, player, status } = this.app;
    this.close();
    this.begin();
    const { midend } = this;
    this.busy = true;
    this.draw();
    this.app.reveal(byId("walk"));
    const { position } = player;
    const path = await this.ask("explain", { ...position, ...(place ? {} : { prune: this.#prune.checked, inferences: true }), timeout_ms: TIME });
    if (!this.open || (!path && !this.trouble)) return;
    this.busy = false;
    if (path?.steps.length && (path.start || path.outcome !== "none")) {
      this.answer = path;
      this.positions = positionsOf(midend, startOf(midend, path.start), this.steps);
      place?.helped?.();
      if (!place) status.ask("grade", "page.walk.grading", "grade", { puzzle: position.values, timeout_ms: TIME }, { elsewhere: true }).then((grade) => {
        if (!grade || !this.open) return;
        this.#grade = grade;
        this.draw();
      });
      this.seek(0);
      // The step keys work from this button, and the board can be reached again with Tab.
      buttonOf("walk-forward").focus({ preventScroll: true });
      return;
    }
    if (path) this.none(path, 1, place ? "field.way.stuck" : undefined);
    this.draw();
    const { trouble } = this;
    if (trouble) status.announce((i18n) => trouble.say(i18n));
  }

  /** Fetches the same path in the current language. */
  async translated() {
    this.draw();
    if (!this.open) return;
    const at = this.at;
    await this.start();
    if (this.running) this.seek(at);
  }

  /** @type {import("../text/status.js").Say} */
  said = (i18n) => i18n.t("page.sentences", { first: this.#title(i18n), second: this.#text(i18n) });

  /** @param {import("../text/i18n.js").I18n} i18n */
  #title(i18n) {
    const n = this.last;
    if (!this.running) return i18n.t("page.walk");
    return this.told ? i18n.t("page.walk.of", { step: this.at + 1, steps: n, name: this.told.name ?? "" }) : i18n.t(this.answer?.start && this.answer.outcome !== "found" ? "field.way.stuck" : "page.walk.end");
  }

  /** The text of the step, or of the path's end. @param {import("../text/i18n.js").I18n} i18n */
  #text(i18n) {
    if (!this.answer) return "";
    if (this.told) return this.told.text ?? "";
    if (this.answer.outcome !== "found") return this.answer.reason ? i18n.t("page.walk.undecided", { reason: this.answer.reason }) : "";
    return i18n.count("page.walk.solved", this.steps.length);
  }

  /** The text about a whole path of other rules: its difficulty, and its steps with suppositions. @param {import("../text/i18n.js").I18n} i18n */
  #about(i18n) {
    const { start, steps = [], hardest, level } = this.answer ?? {};
    if (!start) return "";
    const supposing = steps.flatMap(({ technique }, i) => (technique === "supposition" ? [i + 1] : []));
    const list = supposing.slice(0, NAMED).map(String);
    return i18n.sentences(
      i18n.count(level ? "field.way.level" : "field.way.more", steps.length, { name: steps.find(({ technique }) => technique === hardest)?.name ?? "", level: level ? i18n.t(`explain.level.${level}`) : "" }),
      supposing.length && i18n.t("field.way.supposed", { n: supposing.length, list: list.join(i18n.t("list.separator")) + (list.length < supposing.length ? " …" : "") }),
    );
  }

  draw() {
    const { i18n } = this.app;
    const path = this.answer;
    byId("walk").hidden = !this.open;
    byId("walk-title").textContent = this.#title(i18n);
    byId("walk-text").replaceChildren(...(path ? [folded(this.#text(i18n), "", Boolean(this.told?.family && this.told.branches?.length), i18n)] : []));
    const classic = path !== null && !path.start;
    byId("walk-chapter").hidden = !this.told || !classic;
    byId("walk-chapter").dataset.technique = this.told?.technique ?? "";
    if (classic) this.#drawProfile();
    else byId("walk-profile").hidden = true;
    const note = this.#about(i18n) || (this.told?.uniqueness ? i18n.t("page.hint.uniqueness") : "");
    showText("walk-note", note);
    /** @type {HTMLElement} */ (this.#prune.parentElement).hidden = !classic;
    this.drawTrouble();
    for (const id of ["walk-player", "walk-steps"]) byId(id).hidden = !path;
    byId("walk-grades").hidden = !classic;
    for (const [action, off] of /** @type {const} */ ([["walk-first", this.at === 0], ["walk-back", this.at === 0],
      ["walk-forward", this.at === this.last], ["walk-last", this.at === this.last]])) {
      buttonOf(action).ariaDisabled = String(off);
    }
    const slider = input("walk-position");
    slider.max = String(Math.max(0, this.last));
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", this.#title(i18n));
    this.#drawGrades();
    this.#drawList();
  }

  async #drawProfile() {
    const { drawProfile } = await import("./profile.js").catch(() => ({ drawProfile: null }));
    if (this.answer) drawProfile?.(byId("walk-profile"), this.answer.steps, this.at, this.app.i18n, (at) => this.seek(at));
  }

  #drawGrades() {
    const { i18n } = this.app;
    const hodoku = this.answer?.hodoku ?? this.#grade?.hodoku;
    const { se, nonet } = this.#grade ?? {};
    const one = (/** @type {number} */ n) => i18n.number(n, { minimumFractionDigits: 1 });
    const pending = i18n.t(this.#grade ? "page.walk.unknown" : "page.walk.pending");
    const rows = [
      ["se", se ? i18n.t("page.walk.se.value", { er: one(se.er), ep: one(se.ep), ed: one(se.ed) }) : pending],
      ["hodoku", hodoku ? i18n.t("page.walk.hodoku.value", { level: i18n.t(`explain.level.${hodoku.level}`), score: i18n.number(hodoku.score) }) : pending],
      ["nonet", nonet ? i18n.t(`page.walk.nonet.${nonet.solved ? "value" : "stuck"}`, { hardest: i18n.t(`technique.${nonet.hardest}`), rounds: i18n.count("page.walk.rounds", nonet.rounds), moves: i18n.count("page.walk.bottleneck", nonet.bottleneck) }) : pending],
    ];
    define("walk-grades", rows.map(([name, value]) => [name, i18n.t(`page.walk.${name}`), value]));
  }

  #drawList() {
    const list = byId("walk-list");
    drawSteps(list, this.steps.map(({ name = "" }) => [name]), this.at);
    if (/** @type {HTMLDetailsElement} */ (byId("walk-steps")).open) {
      const item = list.children[this.at];
      if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
  }
}
