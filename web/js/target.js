// @ts-check
/**
 * Target mode: cells weigh 10 in the centre and one less in each ring outwards;
 * a grid's score is Σ weight × digit. The search for the best is followed as it
 * goes: the best score found rises, the bound that no grid can pass falls, and
 * where they meet the score is proven.
 */
import { parseLine, scoreOf } from "./grid.js";
import { byId } from "./status.js";

/** Time allowed, in milliseconds. */
const TIME = 30_000;
/** The colours by weight; the texts are in the catalogue. */
const WEIGHTS = [10, 9, 8, 7, 6];

export class Target {
  /** @type {{score: number | null, bound: number, proven: boolean, goal: string} | null} */
  #best = null;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  changed() {
    this.app.status.cancel("target");
    this.#best = null;
    this.draw();
  }

  draw() {
    const { i18n, midend } = this.app;
    byId("rings").replaceChildren(
      ...WEIGHTS.map((weight) => {
        const item = document.createElement("li");
        item.className = `ring-${weight}`;
        item.textContent = i18n.t(`page.target.ring.${weight}`);
        return item;
      }),
    );
    const shown = midend.shown;
    const filled = shown.filter(Boolean).length;
    byId("score").textContent = i18n.number(scoreOf(shown));
    byId("score-about").textContent = i18n.count(filled === 81 ? "page.target.full" : "page.target.filled", filled);

    const best = this.#best;
    byId("best").hidden = !best;
    if (!best) return;
    const { score, bound, proven, goal } = best;
    const minimum = goal === "minimum";
    byId("best-label").textContent = i18n.t(proven ? `page.target.proven.${goal}` : "page.target.sofar");
    byId("best-score").textContent = score === null ? "…" : i18n.number(score);
    const share = score === null || bound === 0 || score === 0 ? 0 : minimum ? bound / score : score / bound;
    byId("gap").querySelector(".fill")?.setAttribute("width", String(share * 100));
    const text = proven
      ? i18n.t("page.target.provenText")
      : i18n.t(`page.target.gap.${goal}`, { bound: i18n.number(bound), gap: score === null ? "…" : i18n.number(Math.abs(bound - score)) });
    byId("gap").setAttribute("aria-label", text);
    byId("gap-text").textContent = text;
  }

  async find() {
    const { api, midend, status } = this.app;
    const puzzle = midend.line;
    const goal = /** @type {HTMLSelectElement} */ (byId("goal")).value;
    this.#best = null;
    midend.show(null);
    this.draw();
    if (midend.contradictions.length) return status.message((i18n) => i18n.t("page.target.contradiction"));
    /** @param {string | undefined} line */
    const show = (line) => {
      const grid = line ? parseLine(line) : null;
      if (grid) midend.show({ kind: "best", grid });
    };
    const result = await status.run(
      "target",
      (i18n) => i18n.t("page.target.busy"),
      (signal) =>
        api.target(
          { puzzle, goal, timeout_ms: TIME },
          (progress) => {
            if (signal.aborted || midend.line !== puzzle) return;
            this.#best = { score: progress.score ?? null, bound: progress.bound, proven: false, goal };
            show(progress.grid);
            this.draw();
          },
          signal,
        ),
    );
    if (!result || midend.line !== puzzle) return;
    if (result.outcome === "none") {
      this.#best = null;
      this.draw();
      return status.message((i18n) => i18n.t("page.target.none"));
    }
    const proven = result.outcome === "found";
    this.#best = { score: result.score ?? null, bound: result.bound, proven, goal };
    show(result.grid);
    this.draw();
    const score = result.score ?? null;
    if (proven) status.message((i18n) => i18n.t(`page.target.found.${goal}`, { score: i18n.number(score ?? 0) }));
    else status.message((i18n) => i18n.t("page.target.undecided", { reason: result.reason ?? "" }));
  }
}
