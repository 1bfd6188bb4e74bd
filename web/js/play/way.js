// @ts-check
/**
 * The whole way to the solution of a puzzle of any rules, from the position as it
 * stands: a step at a time, each drawn on the board as it is then, with its
 * sentence. What the operation explain says of cells before the first step, and of
 * each step, is where a position comes from. Any move takes it away.
 *
 * @import {Explain} from "../engine/types.js"
 * @typedef {{values: (number | null)[], candidates: number[][]}} Position by cell
 */
import { cellOf } from "../game/grid.js";
import { icon } from "../text/dialog.js";
import { byId, hide, textOf, write } from "../text/status.js";
import { drawStep } from "./coach.js";

/** Time allowed, in milliseconds. */
const TIME = 30_000;
/** So many steps that suppose something are named. */
const NAMED = 12;


const HTML = `
  <div class="coach-head"><h3 id="field-way-title" tabindex="-1"></h3><button type="button" id="field-way-close" class="quiet icon" data-t-label="page.close" data-t-title="page.close">${icon("close")}</button></div>
  <div id="field-way-steps" hidden>
    <div class="player" role="group" data-t-label="page.walk.player">${["first", "back", "forward", "last"].map((way) => `<button type="button" class="icon" id="field-way-${way}" data-t-label="page.walk.${way}" data-t-title="page.walk.${way}">${icon(way)}</button>`).join("")}</div>
    <input type="range" id="field-way-at" min="0" value="0" data-t-label="page.walk.position">
  </div>
  <p id="field-way-text" role="status"></p>
  <p id="field-way-about" class="hint"></p>
  <details id="field-way-all" hidden><summary data-t="page.walk.all"></summary><ol id="field-way-list" class="way-list"></ol></details>`;

export class Way {
  open = false;
  /** @type {Explain | null} */
  #path = null;
  /** Before each step, and at the end. @type {Position[]} */
  #positions = [];
  #at = 0;

  /** @param {import("./puzzle.js").PuzzlePlace} place @param {import("./coach.js").Coach} coach */
  constructor(place, coach) {
    this.place = place;
    this.app = place.app;
    this.coach = coach;
    byId("field-way").innerHTML = HTML;
    this.app.i18n.translate(byId("field-way"));
    byId("field-way-close").addEventListener("click", () => this.close() && place.focus());
    const ways = { first: () => this.#seek(0), back: () => this.step(-1), forward: () => this.step(1), last: () => this.#seek(Infinity) };
    for (const [id, run] of Object.entries(ways)) byId(`field-way-${id}`).addEventListener("click", run);
    byId("field-way-at").addEventListener("input", () => this.#seek(Number(this.#slider.value)));
    byId("field-way-list").addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button) this.#seek(Number(button.value));
    });
  }

  get #slider() {
    return /** @type {HTMLInputElement} */ (byId("field-way-at"));
  }

  /** What the board shows in place of the game; null where that is the game. */
  get position() {
    return this.#positions[this.#at] ?? null;
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    if (!this.open) return false;
    this.open = false;
    this.#path = null;
    this.#positions = [];
    this.app.status.cancel("field-way");
    hide(byId("field-way"), true);
    this.place.show(null);
    return true;
  }

  /** Shows the way from the position as it stands. */
  async start() {
    const { place } = this;
    const { api, i18n, status } = this.app;
    place.assist.close();
    const game = /** @type {import("./puzzle.js").DrawnGame} */ (place.game);
    const { state } = game;
    this.open = true;
    hide(byId("field-way"), false);
    hide(byId("field-way-steps"), true);
    hide(byId("field-way-all"), true);
    write(byId("field-way-title"), i18n.t("page.walk"));
    write(byId("field-way-about"), "");
    write(byId("field-way-text"), i18n.t("page.walk.busy"));
    byId("field-way-title").focus({ preventScroll: true });
    byId("field-way").scrollIntoView({ block: "nearest" });
    /** @type {import("../engine/failure.js").Failure | null} */
    let trouble = null;
    const answer = await status.run("field-way", (i18n) => i18n.t("page.walk.busy"), (signal) => api.explain({ ...this.coach.position, timeout_ms: TIME }, signal), { elsewhere: true, onFailure: (failure) => (trouble = failure) });
    if (!this.open || game !== place.game || game.state !== state) return;
    if (!answer?.deductions?.length) return write(byId("field-way-text"), trouble ? textOf(trouble, i18n) : answer?.reason ? i18n.t("page.walk.none", { reason: answer.reason }) : i18n.t(answer ? "field.way.stuck" : "page.cancelled"));
    place.helped();
    this.#path = answer;
    this.#positions = this.#positionsOf(answer);
    this.#slider.max = String(answer.deductions.length);
    hide(byId("field-way-steps"), false);
    this.#drawList();
    this.#seek(0);
  }

  /** @param {Explain} path @returns {Position[]} */
  #positionsOf({ start = [], deductions: steps = [] }) {
    const { board: { columns }, values } = /** @type {import("./puzzle.js").DrawnGame} */ (this.place.game);
    const all = [{ values: [...values], candidates: start.map((text) => text.split(" ").filter(Boolean).map(Number)) }];
    for (const { placements, eliminations, swept = [] } of steps) {
      const last = all[all.length - 1];
      const next = { values: [...last.values], candidates: [...last.candidates] };
      for (const { cell, value } of placements) next.values[cellOf(cell, columns)] = value;
      for (const { cell, value } of [...eliminations, ...swept]) {
        const at = cellOf(cell, columns);
        next.candidates[at] = (next.candidates[at] ?? []).filter((one) => one !== value);
      }
      all.push(next);
    }
    return all;
  }

  #drawList() {
    const { i18n } = this.app;
    const { hardest, level, outcome, reason, deductions: steps = [] } = /** @type {Explain} */ (this.#path);
    const supposing = steps.flatMap(({ technique }, i) => (technique === "supposition" ? [i + 1] : []));
    const name = steps.find(({ technique }) => technique === hardest)?.name ?? "";
    const end = outcome === "found" ? "" : reason ? i18n.t("page.walk.undecided", { reason }) : i18n.t("field.way.stuck");
    const list = supposing.slice(0, NAMED).map(String);
    write(byId("field-way-about"), i18n.sentences(
      i18n.count(level ? "field.way.level" : "field.way.more", steps.length, { name, level: level ? i18n.t(`explain.level.${level}`) : "" }),
      end,
      supposing.length && i18n.t("field.way.supposed", { n: supposing.length, list: list.join(i18n.t("list.separator")) + (list.length < supposing.length ? " …" : "") }),
    ));
    hide(byId("field-way-all"), false);
    byId("field-way-list").replaceChildren(
      ...steps.map((step, i) => {
        const item = document.createElement("li");
        item.append(Object.assign(document.createElement("button"), { type: "button", className: "quiet", value: String(i), textContent: step.name }));
        return item;
      }),
    );
  }

  /** @param {-1 | 1} by */
  step(by) {
    if (this.#path) this.#seek(this.#at + by);
  }

  /** @param {number} at after the last step, the end */
  #seek(at) {
    const { place } = this;
    const { i18n } = this.app;
    const steps = this.#path?.deductions ?? [];
    this.#at = Math.min(Math.max(0, at), steps.length);
    const step = steps[this.#at];
    this.#slider.value = String(this.#at);
    const title = step ? i18n.t("page.walk.of", { step: this.#at + 1, steps: steps.length, name: step.name }) : i18n.t(this.#path?.outcome === "found" ? "page.walk.end" : "field.way.stuck");
    write(byId("field-way-title"), title);
    this.#slider.setAttribute("aria-valuetext", title);
    write(byId("field-way-text"), step?.text ?? "");
    for (const [id, ends] of /** @type {[string, boolean][]} */ ([["first", !this.#at], ["back", !this.#at], ["forward", !step], ["last", !step]])) /** @type {HTMLButtonElement} */ (byId(`field-way-${id}`)).disabled = ends;
    // A button that does nothing any more hears no keys either.
    if (document.activeElement?.matches(":disabled")) byId("field-way-title").focus({ preventScroll: true });
    for (const button of byId("field-way-list").querySelectorAll("button")) {
      if (button.value === String(this.#at)) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    byId("field-way").scrollIntoView({ block: "nearest" });
    if (step) drawStep(place, step.draw, step);
    else place.show(null, []);
  }
}
