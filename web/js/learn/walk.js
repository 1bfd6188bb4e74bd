// @ts-check
/**
 * The walk-through: the whole path from the board to the solution, a step at a
 * time, each drawn on the board as it then stands, with the sentence that gives
 * its reason, and above it how hard all of it is.
 */
import { PEERS, candidatesOf, cellOf } from "../game/grid.js";
import { folded, positionOf } from "../play/hint.js";
import { familyOf, pictureOf } from "../board/picture.js";
import { byId, textOf } from "../text/status.js";

/** Time allowed for the path and for the grades, in milliseconds. */
const TIME = 30_000;

/** @typedef {{grid: number[], candidates: number[]}} Position candidates are bit sets by cell */

/**
 * The positions of a path: before each step, and at its end.
 * @param {Position} start
 * @param {readonly import("../engine/types.js").Step[]} steps
 */
export function positionsOf(start, steps) {
  const all = [start];
  for (const { placements, eliminations } of steps) {
    const { grid, candidates } = all[all.length - 1];
    const next = { grid: [...grid], candidates: [...candidates] };
    for (const { cell: name, digit } of placements) {
      const cell = cellOf(name);
      next.grid[cell] = digit;
      next.candidates[cell] = 0;
      for (const peer of PEERS[cell]) next.candidates[peer] &= ~(1 << digit);
    }
    for (const { cell, digit } of eliminations) next.candidates[cellOf(cell)] &= ~(1 << digit);
    all.push(next);
  }
  return all;
}

export class Walk {
  #open = false;
  /** @type {import("../engine/types.js").Explain | null} */
  #path = null;
  /** @type {Position[]} */
  #positions = [];
  /** The step to be seen; after the last, the end. */
  #at = 0;
  /** @type {import("../engine/types.js").Grade | null} */
  #grade = null;
  #busy = false;
  /** @type {{say: import("../text/status.js").Say, retry: boolean} | null} */
  #trouble = null;
  /** Whether the walk-through itself changes what is shown. */
  #showing = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
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

  /** @returns {import("../main.js").Explained | null} */
  get explains() {
    return this.open ? this : null;
  }

  get open() {
    return this.#open;
  }

  get #step() {
    return this.#path?.steps[this.#at];
  }

  get running() {
    return this.#open && this.#positions.length > 0;
  }

  get picture() {
    const step = this.#step;
    return this.running && step?.draw ? pictureOf(step.draw, familyOf(step), step.branches, this.app.story?.at, this.#positions[this.#at].grid) : null;
  }

  get candidates() {
    return this.running ? this.#positions[this.#at].candidates : null;
  }

  get filled() {
    const draw = this.running ? this.#step?.draw : undefined;
    return new Set(draw && !draw.links.length && !this.#step?.branches?.length ? draw.placements.map(({ cell }) => cellOf(cell)) : []);
  }

  changed() {
    this.close();
  }

  /** The position shown is gone, and the walk-through goes with it. */
  viewed() {
    if (this.running && !this.#showing && this.app.midend.ui.overlay?.kind !== "step") this.close();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    for (const group of ["walk", "grade"]) this.app.status.cancel(group);
    if (!this.#open) return false;
    this.#open = false;
    this.app.story?.end();
    this.#path = this.#grade = this.#trouble = null;
    this.#positions = [];
    this.#busy = false;
    if (this.app.midend.ui.overlay?.kind === "step") this.app.midend.show(null);
    this.draw();
    this.app.draw();
    return true;
  }

  async start() {
    const { api, coaches, midend, status } = this.app;
    for (const coach of coaches) coach.close();
    midend.show(null);
    this.#open = true;
    this.#busy = true;
    this.#at = 0;
    this.draw();
    this.app.reveal(byId("walk"));
    const position = positionOf(midend);
    const start = { grid: midend.digits, candidates: position.candidates ? midend.candidates : candidatesOf(midend.digits) };
    const path = await status.run(
      "walk",
      (i18n) => i18n.t("page.walk.busy"),
      (signal) => api.explain({ ...position, prune: this.#prune.checked, inferences: true, timeout_ms: TIME }, signal, status.seeking("walk-seeking")),
      {
        elsewhere: true,
        onFailure: (failure) => {
          this.#trouble = { say: (i18n) => textOf(failure, i18n), retry: true };
        },
      },
    );
    if (!this.#open || (!path && !this.#trouble)) return;
    this.#busy = false;
    if (path && path.outcome !== "none" && path.steps.length) {
      this.#path = path;
      this.#positions = positionsOf(start, path.steps);
      this.#gradeOf(position.values);
      this.seek(0);
      // The keys that step work from here, and whoever left the board comes back to it by Tab.
      /** @type {HTMLElement} */ (document.querySelector('[data-action="walk-forward"]')).focus({ preventScroll: true });
      return;
    }
    if (path) {
      const { outcome, reason } = path;
      this.#trouble = {
        // Of digits that contradict each other there is no reason to be told.
        say: (i18n) => i18n.t(outcome === "undecided" ? "page.hint.undecided" : reason ? "page.walk.none" : "page.solve.contradiction", { reason: reason ?? "" }),
        retry: outcome === "undecided",
      };
    }
    this.draw();
    const trouble = this.#trouble;
    if (trouble) status.announce((i18n) => trouble.say(i18n));
  }

  /** @param {string} puzzle */
  async #gradeOf(puzzle) {
    const { api, status } = this.app;
    const grade = await status.run(
      "grade",
      (i18n) => i18n.t("page.walk.grading"),
      (signal) => api.grade({ puzzle, timeout_ms: TIME }, signal),
      { elsewhere: true },
    );
    if (!grade || !this.#open) return;
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
    this.app.midend.show({ kind: "step", grid: [...this.#positions[this.#at].grid] });
    this.#showing = false;
    const { draw, branches } = this.#step ?? {};
    if (branches?.length || draw?.links.length || this.app.story) import("./story.js").then(({ tell }) => tell(this.app, "walk-story", draw?.links ?? [], branches)).then(() => this.#redraw(), () => {});
    this.draw();
    this.app.status.announce((i18n) => i18n.t("page.sentences", { first: this.#title(i18n), second: this.#text(i18n) }));
  }

  /** Another tab: the board is the game's again. @param {import("../actions.js").Tab} tab */
  shown(tab) {
    if (tab !== "play") this.close();
  }

  /** The same path in the language of now. */
  async translated() {
    this.draw();
    if (!this.#open) return;
    const at = this.#at;
    await this.start();
    this.seek(at);
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #title(i18n) {
    const n = this.#positions.length - 1;
    if (!this.running) return i18n.t("page.walk");
    return this.#step ? i18n.t("page.walk.of", { step: this.#at + 1, steps: n, name: this.#step.name }) : i18n.t("page.walk.end");
  }

  /** What the step says, or how the path ends. @param {import("../text/i18n.js").I18n} i18n */
  #text(i18n) {
    if (!this.#path) return "";
    if (this.#step) return this.#step.text ?? "";
    if (this.#path.outcome === "undecided") return i18n.t("page.walk.undecided", { reason: this.#path.reason ?? "" });
    return i18n.count("page.walk.solved", this.#path.steps.length);
  }

  draw() {
    const { i18n } = this.app;
    const path = this.#path;
    byId("walk").hidden = !this.#open;
    byId("walk-title").textContent = this.#title(i18n);
    byId("walk-text").replaceChildren(...(path ? [folded(this.#text(i18n), "", Boolean(this.#step?.branches?.length), i18n)] : []));
    byId("walk-chapter").hidden = !this.#step;
    byId("walk-chapter").dataset.technique = this.#step?.technique ?? "";
    if (path) this.#drawProfile();
    byId("walk-note").hidden = !this.#step?.uniqueness;
    byId("walk-note").textContent = i18n.t("page.hint.uniqueness");
    byId("walk-busy").hidden = !this.#busy;
    byId("walk-trouble").hidden = !this.#trouble;
    byId("walk-trouble").classList.toggle("bad", this.#trouble?.retry ?? false);
    byId("walk-trouble").textContent = this.#trouble?.say(i18n) ?? "";
    /** @type {HTMLElement} */ (document.querySelector('[data-action="walk-retry"]')).hidden = !this.#trouble?.retry;
    for (const id of ["walk-player", "walk-steps", "walk-grades"]) byId(id).hidden = !path;
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

  /** What is drawn of a step may have changed with what tells of it. */
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
      ...rows.map(([key, value]) => {
        const row = document.createElement("div");
        const name = document.createElement("dt");
        name.textContent = i18n.t(key);
        const says = document.createElement("dd");
        says.textContent = value;
        row.append(name, says);
        return row;
      }),
    );
  }

  /** The path whose list is drawn. @type {import("../engine/types.js").Explain | null} */
  #listed = null;

  #drawList() {
    const list = byId("walk-list");
    if (this.#listed !== this.#path) {
      this.#listed = this.#path;
      list.replaceChildren(
        ...(this.#path?.steps ?? []).map(({ name }, i) => {
          const item = document.createElement("li");
          const button = document.createElement("button");
          button.className = "quiet";
          button.value = String(i);
          button.textContent = name;
          item.append(button);
          return item;
        }),
      );
    }
    [...list.children].forEach((item, i) => item.firstElementChild?.setAttribute("aria-current", i === this.#at ? "step" : "false"));
    if (/** @type {HTMLDetailsElement} */ (byId("walk-steps")).open) {
      const item = list.children[this.#at];
      if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
  }
}
