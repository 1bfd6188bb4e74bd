// @ts-check
/**
 * The walk-through: the whole path from the board to the solution, one step at a time. Each step
 * is drawn on the board at that point, with a sentence that gives its reason. The difficulty of
 * the path is shown above.
 */
import { bitOf } from "../game/grid.js";
import { Coach } from "../play/coach.js";
import { folded } from "../play/hint.js";
import { byId, definitions, make, showText } from "../text/status.js";

/** Time limit for the path and for the grades, in milliseconds. */
const TIME = 30_000;

/** At most this many steps with suppositions are listed. */
const NAMED = 12;

/** @typedef {{grid: number[], candidates: number[]}} Position candidates are bit sets by cell @typedef {import("../play/coach.js").Told} Told */

/**
 * The first position of a path, on any board. Its candidates are the path's own, or else those
 * that hints start from.
 * @param {import("../game/midend.js").Midend} midend @param {readonly string[]} [known] the path's, the values of each cell
 * @returns {Position}
 */
export function startOf(midend, known) {
  const setOf = (/** @type {string} */ text) => text.split(" ").filter(Boolean).reduce((set, value) => set | bitOf(midend.toDigit(Number(value))), 0);
  return { grid: [...midend.digits], candidates: known?.map(setOf) ?? midend.candidates };
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
  #path = null;
  /** @type {Position[]} */
  #positions = [];
  /** The shown step; after the last, the end. */
  #at = 0;
  /** @type {import("../engine/types.js").Grade | null} */
  #grade = null;
  #busy = false;
  /** Whether the walk-through itself is changing the view. */
  #showing = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "walk");
    this.#prune.addEventListener("change", () => this.start());
    byId("walk-position").addEventListener("input", () => this.seek(Number(/** @type {HTMLInputElement} */ (byId("walk-position")).value)));
    byId("walk-list").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) this.seek(Number(button.value));
    });
  }

  get #prune() {
    return /** @type {HTMLInputElement} */ (byId("walk-prune"));
  }

  /** @returns {readonly Told[]} */
  get #steps() {
    return this.#path?.deductions ?? this.#path?.steps ?? [];
  }

  get told() {
    return this.running ? this.#steps[this.#at] : undefined;
  }

  get running() {
    return this.open && this.#positions.length > 0;
  }

  get picture() {
    const { grid = [], candidates = null } = this.#positions[this.#at] ?? {};
    return this.told ? this.app.player.pictureOf(this.told, grid, candidates) : null;
  }

  get candidates() {
    return this.running ? this.#positions[this.#at].candidates : null;
  }

  /** Closes the walk-through after the shown position was removed. */
  viewed() {
    if (this.running && !this.#showing && this.midend.ui.overlay?.kind !== "step") this.close();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    for (const group of ["walk", "grade"]) this.app.status.cancel(group);
    if (!this.open) return false;
    this.open = false;
    this.app.story?.end();
    this.#path = this.#grade = this.trouble = null;
    this.#positions = [];
    this.#busy = false;
    if (this.midend.ui.overlay?.kind === "step") this.midend.show(null);
    this.draw();
    this.app.draw();
    return true;
  }

  async start() {
    const { api, place, player, status } = this.app;
    this.close();
    this.begin();
    const { midend } = this;
    this.#busy = true;
    this.#at = 0;
    this.draw();
    this.app.reveal(byId("walk"));
    const { position } = player;
    /** @type {import("../engine/types.js").Explain | null} */
    const path = await this.ask((signal, onEvent) => api.ask("explain", { ...position, ...(place ? {} : { prune: this.#prune.checked, inferences: true }), timeout_ms: TIME }, signal, onEvent));
    if (!this.open || (!path && !this.trouble)) return;
    this.#busy = false;
    if (path && (path.deductions?.length || (path.outcome !== "none" && path.steps.length))) {
      this.#path = path;
      this.#positions = positionsOf(midend, startOf(midend, path.start), this.#steps);
      place?.helped?.();
      if (!place) this.#gradeOf(position.values);
      this.seek(0);
      // The step keys work from this button, and the board can be reached again with Tab.
      /** @type {HTMLElement} */ (document.querySelector('[data-action="walk-forward"]')).focus({ preventScroll: true });
      return;
    }
    if (path) this.none(path, 1, place ? "field.way.stuck" : undefined);
    this.draw();
    const { trouble } = this;
    if (trouble) status.announce((i18n) => trouble.say(i18n));
  }

  /** @param {string} puzzle */
  async #gradeOf(puzzle) {
    const { api, status } = this.app;
    const grade = await status.run(
      "grade",
      (i18n) => i18n.t("page.walk.grading"),
      (signal) => api.ask("grade", { puzzle, timeout_ms: TIME }, signal),
      { elsewhere: true },
    );
    if (!grade || !this.open) return;
    this.#grade = grade;
    this.draw();
  }

  /** @param {number} by */
  step(by) {
    this.seek(this.#at + by);
  }

  last() {
    this.seek(this.#positions.length - 1);
  }

  /** @param {number} at */
  seek(at) {
    if (!this.running) return;
    this.#at = Math.max(0, Math.min(this.#positions.length - 1, at));
    this.#showing = true;
    this.midend.show({ kind: "step", grid: [...this.#positions[this.#at].grid] });
    this.#showing = false;
    const { draw, branches } = this.told ?? {};
    if (branches?.length || draw?.links?.length || this.app.story) import("./story.js").then(({ tell }) => tell(this.app, "walk-story", draw?.links ?? [], branches)).then(() => this.#redraw(), () => {});
    this.draw();
    this.app.status.announce((i18n) => i18n.t("page.sentences", { first: this.#title(i18n), second: this.#text(i18n) }));
  }

  /** Fetches the same path in the current language. */
  async translated() {
    this.draw();
    if (!this.open) return;
    const at = this.#at;
    await this.start();
    this.seek(at);
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #title(i18n) {
    const n = this.#positions.length - 1;
    if (!this.running) return i18n.t("page.walk");
    return this.told ? i18n.t("page.walk.of", { step: this.#at + 1, steps: n, name: this.told.name ?? "" }) : i18n.t(this.#path?.deductions && this.#path.outcome !== "found" ? "field.way.stuck" : "page.walk.end");
  }

  /** The text of the step, or of the path's end. @param {import("../text/i18n.js").I18n} i18n */
  #text(i18n) {
    if (!this.#path) return "";
    if (this.told) return this.told.text ?? "";
    if (this.#path.outcome !== "found") return this.#path.reason ? i18n.t("page.walk.undecided", { reason: this.#path.reason }) : "";
    return i18n.count("page.walk.solved", this.#steps.length);
  }

  /** The text about a whole path of other rules: its difficulty, and its steps with suppositions. @param {import("../text/i18n.js").I18n} i18n */
  #about(i18n) {
    const { deductions: steps, hardest, level } = this.#path ?? {};
    if (!steps) return "";
    const supposing = steps.flatMap(({ technique }, i) => (technique === "supposition" ? [i + 1] : []));
    const list = supposing.slice(0, NAMED).map(String);
    return i18n.sentences(
      i18n.count(level ? "field.way.level" : "field.way.more", steps.length, { name: steps.find(({ technique }) => technique === hardest)?.name ?? "", level: level ? i18n.t(`explain.level.${level}`) : "" }),
      supposing.length && i18n.t("field.way.supposed", { n: supposing.length, list: list.join(i18n.t("list.separator")) + (list.length < supposing.length ? " …" : "") }),
    );
  }

  draw() {
    const { i18n } = this.app;
    const path = this.#path;
    byId("walk").hidden = !this.open;
    byId("walk-title").textContent = this.#title(i18n);
    byId("walk-text").replaceChildren(...(path ? [folded(this.#text(i18n), "", Boolean(this.told?.branches?.length), i18n)] : []));
    const classic = path !== null && !path.deductions;
    byId("walk-chapter").hidden = !this.told || !classic;
    byId("walk-chapter").dataset.technique = this.told?.technique ?? "";
    if (classic) this.#drawProfile();
    else byId("walk-profile").hidden = true;
    const note = this.#about(i18n) || (this.told?.uniqueness ? i18n.t("page.hint.uniqueness") : "");
    showText("walk-note", note);
    /** @type {HTMLElement} */ (this.#prune.parentElement).hidden = !classic;
    this.drawTrouble(this.#busy);
    for (const id of ["walk-player", "walk-steps"]) byId(id).hidden = !path;
    byId("walk-grades").hidden = !classic;
    for (const [action, off] of /** @type {const} */ ([["walk-first", this.#at === 0], ["walk-back", this.#at === 0],
      ["walk-forward", this.#at === this.#positions.length - 1], ["walk-last", this.#at === this.#positions.length - 1]])) {
      document.querySelector(`[data-action="${action}"]`)?.setAttribute("aria-disabled", String(off));
    }
    const slider = /** @type {HTMLInputElement} */ (byId("walk-position"));
    slider.max = String(Math.max(0, this.#positions.length - 1));
    slider.value = String(this.#at);
    slider.setAttribute("aria-valuetext", this.#title(i18n));
    this.#drawGrades();
    this.#drawList();
  }

  /** Draws the step again, because the current inference may have changed. */
  #redraw() {
    if (!this.running) return;
    this.draw();
    this.app.draw();
  }

  async #drawProfile() {
    const { drawProfile } = await import("./profile.js").catch(() => ({ drawProfile: null }));
    if (this.#path) drawProfile?.(byId("walk-profile"), this.#path.steps, this.#at, this.app.i18n, (at) => this.seek(at));
  }

  #drawGrades() {
    const { i18n } = this.app;
    const hodoku = this.#path?.hodoku ?? this.#grade?.hodoku;
    const { se, nonet } = this.#grade ?? {};
    const one = (/** @type {number} */ n) => i18n.number(n, { minimumFractionDigits: 1 });
    const pending = i18n.t(this.#grade ? "page.walk.unknown" : "page.walk.pending");
    const rows = [
      ["page.walk.se", se ? i18n.t("page.walk.se.value", { er: one(se.er), ep: one(se.ep), ed: one(se.ed) }) : pending],
      ["page.walk.hodoku", hodoku ? i18n.t("page.walk.hodoku.value", { level: i18n.t(`explain.level.${hodoku.level}`), score: i18n.number(hodoku.score) }) : pending],
      [
        "page.walk.nonet",
        nonet
          ? i18n.t(nonet.solved ? "page.walk.nonet.value" : "page.walk.nonet.stuck", {
              hardest: i18n.t(`technique.${nonet.hardest}`),
              rounds: i18n.count("page.walk.rounds", nonet.rounds),
              moves: i18n.count("page.walk.bottleneck", nonet.bottleneck),
            })
          : pending,
      ],
    ];
    byId("walk-grades").replaceChildren(
      ...definitions(rows.map(([key, value]) => [key.slice(key.lastIndexOf(".") + 1), i18n.t(key), value])),
    );
  }

  /** The path of the drawn list. @type {import("../engine/types.js").Explain | null} */
  #listed = null;

  #drawList() {
    const list = byId("walk-list");
    if (this.#listed !== this.#path) {
      this.#listed = this.#path;
      list.replaceChildren(
        ...this.#steps.map(({ name = "" }, i) => make("li", {}, make("button", { className: "quiet", value: String(i) }, name))),
      );
    }
    [...list.children].forEach((item, i) => item.firstElementChild?.setAttribute("aria-current", i === this.#at ? "step" : "false"));
    if (/** @type {HTMLDetailsElement} */ (byId("walk-steps")).open) {
      const item = list.children[this.#at];
      if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
  }
}
