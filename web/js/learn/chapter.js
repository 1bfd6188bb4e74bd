/** A technique's chapter: how it works, and an example on the lessons' board. */
import { parseLine, setOf } from "../game/grid.js";
import { EXERCISES } from "./repetition.js";
import { byId, hide, showText, textOf, write } from "../text/status.js";

export class Chapter {
  technique = "";
  /** @type {import("../engine/types.js").Chapter | null} */
  #text = null;
  /** @type {import("../text/status.js").Say | null} */
  #trouble = null;

  /** @param {import("./lessons.js").Lessons} lessons */
  constructor(lessons) {
    this.lessons = lessons;
  }

  /** @param {string} technique */
  open(technique) {
    if (technique !== this.technique) this.#text = null;
    this.lessons.game.select(null);
    this.technique = technique;
    this.lessons.keep();
    byId("chapter-title").focus({ preventScroll: true });
    return this.translated();
  }

  /** Fetches the chapter in the current language. */
  async translated() {
    const { technique, lessons: { app } } = this;
    this.#trouble = null;
    this.draw();
    const text = await app.status.ask("chapter", "page.loading", "chapter", { technique }, { elsewhere: true, onFailure: (failure) => (this.#trouble = (i18n) => textOf(failure, i18n)) });
    if (technique !== this.technique) return;
    this.#text = text ?? this.#text;
    if (this.lessons.view === "chapter") this.draw();
  }

  draw() {
    const { game, techniques, app: { i18n } } = this.lessons;
    const text = this.#text;
    const row = techniques.find(({ id }) => id === this.technique);
    byId("chapter-title").textContent = this.lessons.nameOf(this.technique);
    const often = row?.per_mille ? i18n.t("page.learn.often", { n: i18n.number(row.per_mille, { maximumSignificantDigits: 2 }) }) : i18n.t("page.learn.never");
    byId("chapter-facts").textContent = text ? [text.technique.family_name, text.worth, often].join(" · ") : "";
    byId("chapter-about").textContent = text?.about ?? "";
    byId("chapter-example").textContent = text?.step.text ?? "";
    byId("chapter-example-title").hidden = !text;
    showText("chapter-trouble", this.#trouble?.(i18n));
    byId("chapter-retry").hidden = !this.#trouble;
    const practise = byId("chapter-practise");
    practise.hidden = !row?.per_mille;
    practise.dataset.technique = byId("chapter-needs").dataset.technique = this.technique;
    const { about, marks, n } = this.lessons.stageOf(this.technique);
    write(byId("chapter-stage"), row?.per_mille ? `${marks} ${about}` : "");
    const ready = n === EXERCISES && (row?.per_mille ?? 0) > 0;
    hide(byId("chapter-needs"), !ready);
    for (const button of [practise, byId("chapter-needs")]) button.classList.toggle("primary", ready === (button !== practise));
    // What is beyond the path does not come next.
    const { path } = this.lessons;
    const others = row && path.includes(row) ? path : techniques;
    const at = others.findIndex(({ id }) => id === this.technique);
    for (const [button, other] of /** @type {const} */ ([["chapter-before", others[at - 1]], ["chapter-after", others[at + 1]]])) {
      byId(button).toggleAttribute("disabled", !other);
      byId(button).dataset.technique = other?.id ?? "";
    }
    const values = text && parseLine(text.values);
    if (!text || !values) return this.lessons.show(null);
    const candidates = text.candidates.map(setOf);
    if (!game.isOpen(values, { corner: candidates })) game.open(values, { corner: candidates });
    this.lessons.show({ puzzle: values, candidates, step: text.step, fixed: true });
  }
}
