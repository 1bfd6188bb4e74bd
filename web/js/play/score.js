// @ts-check
/**
 * A puzzle of any rules that is played for a score: Σ weight × value. Its weights
 * are part of the puzzle, so its address has them. The score of the values so far
 * follows each move; what the best solution scores, of the puzzle or of the values
 * as they stand, the operation target finds, telling on the way how far it is.
 *
 * @import {TargetProgress} from "../engine/types.js"
 * @typedef {"puzzle" | "here"} Subject
 * @typedef {Pick<TargetProgress, "score" | "bound" | "grid"> & {goal: "maximum" | "minimum", state: "busy" | "proven" | "open" | "none"}} Best
 *   open: the search was cut short
 */
import { afterFrame, byId, hide, write } from "../text/status.js";

/** Time allowed, in milliseconds. */
const TIME = 30_000;
/** The weights at the rim of the contest's rings; they grow by one a step inwards. */
const RIM = 6;

const HTML = `
  <div class="score-line"><h3 data-t="field.score"></h3><span class="out" id="field-score-now"></span></div>
  <p id="field-score-filled" class="hint"></p>
  <label><span data-t="page.target.goal"></span> <select id="field-score-goal"><option value="maximum" data-t="page.target.maximum"></option><option value="minimum" data-t="page.target.minimum"></option></select></label>
  <div class="row wrap">
    <button type="button" id="field-score-puzzle" data-t="field.score.find"></button>
    <button type="button" id="field-score-here" data-t="field.score.here"></button>
  </div>
  <div id="field-score-best" class="field-best" hidden>
    <svg id="field-score-gap" class="gap" aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none"><rect class="track" width="100" height="6" rx="1"/><rect class="fill" width="0" height="6"/></svg>
    <p id="field-score-text"></p>
    <div class="row wrap"><button type="button" id="field-score-cancel" data-t="page.cancel"></button><button type="button" id="field-score-show" data-t="field.score.show"></button></div>
  </div>
  <p id="field-score-told" class="unseen" role="status"></p>
  <details>
    <summary data-t="field.score.weights"></summary>
    <form id="field-score-cell" class="row wrap"><label><span data-t="field.score.weight"></span> <input id="field-score-weight" type="text" inputmode="numeric" autocomplete="off" size="6"></label><button data-t="field.score.set"></button></form>
    <form id="field-score-form"><label><span data-t="field.score.all"></span><textarea id="field-score-all" rows="4" spellcheck="false" autocomplete="off"></textarea></label>
    <div class="row wrap"><button data-t="field.score.apply"></button><button type="button" id="field-score-rings" data-t="field.score.rings"></button><button type="button" id="field-score-off" data-t="field.score.off"></button></div></form>
  </details>`;

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(`field-score-${id}`));

/** The weights of the contest on any board. @param {number} rows @param {number} columns */
const ringsOf = (rows, columns) => Array.from({ length: rows * columns }, (_, cell) => RIM + Math.min(Math.floor(cell / columns), rows - 1 - Math.floor(cell / columns), cell % columns, columns - 1 - (cell % columns)));

export class Score {
  /** What is known of each; what the values can reach is forgotten with them. @type {Partial<Record<Subject, Best>>} */
  #best = {};
  /** Which of them is shown. @type {Subject} */
  #subject = "puzzle";
  /** The values as last seen, and the puzzle and goal that what is known is about. */
  #seen = "";
  #about = "";

  /** @param {import("./puzzle.js").PuzzlePlace} place */
  constructor(place) {
    this.place = place;
    this.app = place.app;
    byId("field-score").innerHTML = HTML;
    this.app.i18n.translate(byId("field-score"));
    for (const subject of /** @type {const} */ (["puzzle", "here"])) byId(`field-score-${subject}`).addEventListener("click", () => this.find(subject));
    byId("field-score-goal").addEventListener("change", () => this.draw());
    byId("field-score-cancel").addEventListener("click", () => this.#cancel());
    byId("field-score-show").addEventListener("click", () => this.#show());
    byId("field-score-rings").addEventListener("click", () => this.start());
    byId("field-score-off").addEventListener("click", () => this.#weigh(null));
    byId("field-score-cell").addEventListener("submit", (event) => this.#weighCells(event));
    byId("field-score-form").addEventListener("submit", (event) => this.#weighAll(event));
  }

  get #game() {
    return /** @type {import("./puzzle.js").DrawnGame} */ (this.place.game);
  }

  get #weights() {
    return this.#game.drawing.weights ?? [];
  }

  get #goal() {
    return /** @type {"maximum" | "minimum"} */ (input("goal").value);
  }

  /** The score of the values so far. */
  get now() {
    const { values } = this.#game;
    return this.#weights.reduce((sum, weight, cell) => sum + weight * (values[cell] ?? 0), 0);
  }

  /** What a full grid that breaks no rule scores, beside the best where that is known. */
  get verdict() {
    const { i18n } = this.app;
    const best = this.#best.puzzle;
    const [score, known] = [this.now, best?.score];
    if (best?.state === "proven" && known === score) return i18n.t("field.score.full.best", { score: i18n.number(score) });
    return i18n.t(known == null ? "field.score.full" : "field.score.full.gap", { score: i18n.number(score), best: i18n.number(known ?? 0) });
  }

  // The weights.

  /** Plays the puzzle for a score, by the rings. */
  async start() {
    const { rows, columns } = this.#game.drawing;
    await this.#weigh(ringsOf(rows, columns));
  }

  /** The same game with other weights, or with none. @param {readonly number[] | null} weights */
  async #weigh(weights) {
    const { place } = this;
    const { api, status } = this.app;
    const { puzzle } = this.#game.drawing;
    const text = puzzle.startsWith("{") ? puzzle : (await status.run("field-weights", (i18n) => i18n.t("page.loading"), (signal) => api.ask("export", { puzzle, to: "nonet" }, signal), { background: true, onFailure: (failure) => place.failed(failure) }))?.text;
    if (!text) return;
    const whole = JSON.parse(text);
    delete whole.weights;
    await place.reopen(JSON.stringify(weights ? { ...whole, weights } : whole));
  }

  /** @param {SubmitEvent} event */
  #weighCells(event) {
    event.preventDefault();
    const { i18n } = this.app;
    const { selected } = this.#game.ui;
    const text = input("weight").value.trim().replace("−", "-");
    if (!selected.length) return this.place.say(i18n.t("page.refused.select"));
    if (!/^-?\d+$/.test(text)) return this.place.say(i18n.t("field.score.number"));
    this.#weigh(this.#weights.map((weight, cell) => (selected.includes(cell) ? Number(text) : weight)));
  }

  /** @param {SubmitEvent} event */
  #weighAll(event) {
    event.preventDefault();
    const words = input("all").value.replaceAll("−", "-").split(/[\s,;]+/).filter(Boolean);
    const whole = words.every((word) => /^-?\d+$/.test(word));
    if (!whole || words.length !== this.#weights.length) return this.place.say(this.app.i18n.t(whole ? "field.score.count" : "field.score.number", { n: words.length, cells: this.#weights.length }));
    this.#weigh(words.map(Number));
  }

  // The best.

  /** @param {Subject} subject */
  async find(subject) {
    const { place } = this;
    const { api, i18n, status } = this.app;
    const { puzzle } = this.#game.drawing;
    const goal = this.#goal;
    this.#cancel();
    if (subject === "here" && place.reasons.length) return place.say(i18n.t("page.check.contradiction"));
    this.#subject = subject;
    /** @type {Best} */
    const best = { score: null, bound: NaN, goal, state: "busy" };
    this.#best[subject] = best;
    const still = () => this.#best[subject] === best;
    const better = (/** @type {number} */ a, /** @type {number} */ b) => (goal === "maximum" ? a > b : a < b);
    // Who takes a search over from a server that has gone begins anew; what was known stands.
    const learn = (/** @type {Partial<Pick<TargetProgress, "score" | "bound" | "grid">>} */ { score, bound, grid }) => {
      if (score != null && (best.score == null || better(score, best.score))) Object.assign(best, { score, grid });
      if (bound != null && (Number.isNaN(best.bound) || better(best.bound, bound))) best.bound = bound;
    };
    this.draw();
    this.#announce(i18n.t("page.target.busy"));
    /** @type {import("../engine/failure.js").Failure | null} */
    let trouble = null;
    const answer = await status.run(
      "field-score",
      (i18n) => i18n.t("page.target.busy"),
      (signal) => api.ask("target", { puzzle: subject === "here" ? place.assist.whole : puzzle, goal, timeout_ms: TIME }, signal, (progress) => {
        if (signal.aborted || !still()) return;
        learn(progress);
        afterFrame("field-score", () => this.draw());
      }),
      { elsewhere: true, onFailure: (failure) => (trouble = failure) },
    );
    if (!still()) return;
    if (answer) {
      learn(answer);
      best.state = answer.outcome === "found" ? "proven" : answer.outcome === "none" ? "none" : "open";
    } else {
      best.state = "open";
      // What was told on the way stands, and nothing more is claimed.
      if (Number.isNaN(best.bound)) delete this.#best[subject];
      if (trouble) place.failed(trouble);
    }
    const onCancel = document.activeElement === byId("field-score-cancel");
    this.draw();
    this.#announce(byId("field-score-text").textContent ?? "");
    if (onCancel) byId(`field-score-${subject}`).focus({ preventScroll: true });
  }

  /** Ends a search; what it has come to stands. */
  #cancel() {
    this.app.status.cancel("field-score");
  }

  /** @param {string} text */
  #announce(text) {
    write(byId("field-score-told"), text);
  }

  /** Puts the best grid in, which one undo takes back. */
  #show() {
    const { place } = this;
    const { i18n } = this.app;
    const game = this.#game;
    const best = this.#best[this.#subject];
    if (!best?.grid) return;
    const { high } = game.drawing;
    place.fill((high > 9 ? best.grid.split(" ") : [...best.grid]).map((value) => game.toDigit(Number(value))));
    place.say(i18n.t("field.score.shown", { score: i18n.number(best.score ?? 0) }));
  }

  // On the screen.

  translated() {
    this.app.i18n.translate(byId("field-score"));
    this.draw();
  }

  draw() {
    const { i18n } = this.app;
    const { drawing, values, ui: { selected } } = this.#game;
    const weights = this.#weights;
    hide(byId("field-score"), !weights.length);
    if (!weights.length) return this.#cancel();
    const seen = values.join();
    const about = drawing.puzzle + this.#goal;
    if (seen !== this.#seen || about !== this.#about) {
      if (about !== this.#about) this.#best = {};
      else delete this.#best.here;
      if (!this.#best[this.#subject]) this.#cancel();
    }
    if (about !== this.#about) {
      input("all").value = Array.from({ length: drawing.rows }, (_, row) => weights.slice(row * drawing.columns, (row + 1) * drawing.columns).join(" ")).join("\n");
    }
    [this.#seen, this.#about] = [seen, about];
    if (!this.#best[this.#subject]) this.#subject = "puzzle";
    write(byId("field-score-now"), i18n.number(this.now));
    const filled = values.filter((value) => value !== null).length;
    write(byId("field-score-filled"), i18n.t("field.score.filled", { n: i18n.number(filled), cells: i18n.number(values.length) }));
    if (document.activeElement !== input("weight")) input("weight").value = selected.length ? String(weights[selected[selected.length - 1]]) : "";
    this.#drawBest();
  }

  #drawBest() {
    const { i18n } = this.app;
    const best = this.#best[this.#subject];
    hide(byId("field-score-best"), !best);
    if (!best) return;
    const { score, bound, goal, state, grid } = best;
    const key = state === "none" ? "none" : Number.isNaN(bound) ? "busy" : state === "proven" ? `proven.${goal}` : `${score == null ? "bound" : "gap"}.${goal}`;
    const of = i18n.t(`field.score.of.${this.#subject}`);
    const text = key === "busy" ? i18n.t("page.target.busy") : i18n.t(`field.score.${key}`, { of, score: i18n.number(score ?? 0), bound: i18n.number(bound || 0), open: state === "open" ? i18n.t("field.score.open") : "" });
    write(byId("field-score-text"), text);
    const [low, high] = goal === "minimum" ? [bound, score] : [score, bound];
    const share = state === "proven" ? 1 : low == null || high == null || !(high > 0) ? 0 : Math.max(0, low / high);
    byId("field-score-gap").querySelector(".fill")?.setAttribute("width", String(share * 100));
    hide(byId("field-score-cancel"), state !== "busy");
    hide(byId("field-score-show"), state === "busy" || !grid);
  }
}
