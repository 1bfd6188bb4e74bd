/** The weights of a puzzle of any rules that is played for a score, which are part of the puzzle. Scores are in tools/target.js. */
import { ringsOf } from "../game/grid.js";
import { byId, click, hide, input } from "../text/status.js";

export class Weights {
  /** The puzzle of the weights in the field. */
  #drawn = "";

  /** @param {import("./puzzle.js").PuzzlePlace} place */
  constructor(place) {
    this.place = place;
    this.app = place.app;
    click("field-score-rings", () => this.start());
    click("field-score-off", () => this.#weigh(null));
    byId("field-score-cell").addEventListener("submit", (event) => {
      event.preventDefault();
      const { selected } = this.place.assist.midend.ui;
      const text = input("field-score-weight").value.trim().replace("−", "-");
      if (!selected.length) return place.say((i18n) => i18n.t("page.refused.select"));
      if (!/^-?\d+$/.test(text)) return place.say((i18n) => i18n.t("field.score.number"));
      this.#weigh(this.#weights.map((weight, cell) => (selected.includes(cell) ? Number(text) : weight)));
    });
    byId("field-score-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const words = input("field-score-all").value.replaceAll("−", "-").split(/[\s,;]+/).filter(Boolean);
      const whole = words.every((word) => /^-?\d+$/.test(word));
      const cells = this.#weights.length;
      if (!whole || words.length !== cells) return place.say((i18n) => i18n.t(whole ? "field.score.count" : "field.score.number", { n: words.length, cells }));
      this.#weigh(words.map(Number));
    });
  }

  get #weights() {
    return this.place.weights ?? [];
  }

  /** Plays the puzzle for a score, with the weights of the rings. */
  async start() {
    const { rows, columns } = this.place.assist.midend.drawing;
    await this.#weigh(ringsOf(rows, columns));
  }

  /** Continues the game with other weights, or with none. @param {readonly number[] | null} weights */
  async #weigh(weights) {
    const { place } = this;
    const { puzzle } = this.place.assist.midend.drawing;
    const text = puzzle.startsWith("{") ? puzzle : (await this.app.status.ask("field-weights", "page.loading", "export", { puzzle, to: "nonet" }, { background: true, onFailure: (failure) => place.failed(failure) }))?.text;
    if (!text) return;
    const whole = JSON.parse(text);
    delete whole.weights;
    await place.reopen(JSON.stringify(weights ? { ...whole, weights } : whole));
  }

  draw() {
    const { drawing: { puzzle, rows, columns }, ui: { selected } } = this.place.assist.midend;
    const weights = this.#weights;
    hide(byId("field-score"), !weights.length);
    if (!weights.length) return;
    if (puzzle !== this.#drawn) input("field-score-all").value = Array.from({ length: rows }, (_, row) => weights.slice(row * columns, (row + 1) * columns).join(" ")).join("\n");
    this.#drawn = puzzle;
    if (document.activeElement !== input("field-score-weight")) input("field-score-weight").value = selected.length ? String(weights[selected[selected.length - 1]]) : "";
  }
}
