// @ts-check
/**
 * A new puzzle to a wish: grade, symmetry, a technique that it needs. The
 * search runs until it finds one or is cancelled; the board changes only then,
 * and one undo brings back what was there. What is known of a puzzle made here
 * stays beside it for as long as it is the one at work.
 */
import { parseLine } from "../game/grid.js";
import { recall, remember } from "../keep/memory.js";
import { byId, textOf } from "../text/status.js";

/** Time allowed for one search, in milliseconds. */
const TIME = 30_000;
/** Puzzles made here that are remembered. */
const KEPT = 50;
const GRADES = ["any", "easy", "medium", "hard", "unfair", "extreme"];
const SYMMETRIES = ["rotate180", "none", "rotate90", "mirror-horizontal", "mirror-vertical", "diagonal", "anti-diagonal", "full"];

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

export class Maker {
  /** @type {Omit<import("../engine/types.js").Generated, "solution">[]} */
  #made = [];
  /** When the search began, or 0 where none runs. */
  #since = 0;
  /** @type {import("../text/status.js").Say | null} */
  #trouble = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    select("maker-grade").replaceChildren(...GRADES.map((name) => new Option(name, name)));
    select("maker-symmetry").replaceChildren(...SYMMETRIES.map((name) => new Option(name, name)));
    select("maker-grade").value = GRADES.find((name) => name === recall("grade")) ?? "medium";
    select("maker-symmetry").value = SYMMETRIES.find((name) => name === recall("symmetry")) ?? SYMMETRIES[0];
    try {
      const made = JSON.parse(recall("made") ?? "[]");
      if (Array.isArray(made)) this.#made = made.filter((m) => parseLine(String(m?.puzzle)) && GRADES.includes(m.level) && Number.isFinite(m.score)).slice(-KEPT);
    } catch {
      // What is not ours is forgotten.
    }
    byId("maker-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
    // Cancel gives up a search that runs; the next press, and Escape, close.
    byId("maker-cancel").addEventListener("click", () => (this.#since ? this.app.status.cancel("make") : this.#dialog.close()));
    this.#dialog.addEventListener("close", () => this.app.status.cancel("make"));
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (byId("maker"));
  }

  open() {
    this.#trouble = null;
    this.app.techniques.load();
    this.draw();
    this.#dialog.showModal();
  }

  async make() {
    if (this.#since) return;
    const { api, midend, status } = this.app;
    const [grade, symmetry, technique] = ["maker-grade", "maker-symmetry", "maker-technique"].map((id) => select(id).value);
    remember("grade", grade);
    remember("symmetry", symmetry);
    this.#trouble = null;
    this.#since = performance.now();
    const ticking = setInterval(() => this.#drawBusy(), 250);
    this.draw();
    let answer = null;
    let failed = false;
    try {
      answer = await status.run(
        "make",
        (i18n) => i18n.t("page.new.busy"),
        (signal) => api.generate({ grade, symmetry, ...(technique ? (grade === "any" ? { hardest: technique } : { require: [technique] }) : {}), timeout_ms: TIME }, signal),
        {
          elsewhere: true,
          onFailure: (failure) => {
            failed = true;
            this.#trouble = (i18n) => textOf(failure, i18n);
          },
        },
      );
    } finally {
      clearInterval(ticking);
      this.#since = 0;
    }
    const made = answer?.puzzles[0];
    const grid = made && parseLine(made.puzzle);
    if (!made || !grid || !this.#dialog.open) {
      if (answer) this.#trouble = (i18n) => i18n.t(answer.outcome === "undecided" ? "page.new.undecided" : "page.new.none", { reason: answer.reason ?? "" });
      else if (!failed) this.#trouble = (i18n) => i18n.t("page.cancelled");
      this.draw();
      return;
    }
    const { puzzle, givens, seed, attempt, level, score, hardest } = made;
    this.#made = [...this.#made.filter((m) => m.puzzle !== puzzle), { puzzle, givens, seed, attempt, level, score, hardest }].slice(-KEPT);
    remember("made", JSON.stringify(this.#made));
    this.draw();
    this.#dialog.close();
    midend.open(grid);
    status.message((i18n) => i18n.t("page.new.made", { level: i18n.t(`explain.level.${level}`) }));
  }

  translated() {
    this.draw();
  }

  menus() {
    this.draw();
  }

  draw() {
    const { i18n, techniques } = this.app;
    for (const option of select("maker-grade").options) option.textContent = i18n.t(option.value === "any" ? "page.new.any" : `explain.level.${option.value}`);
    for (const option of select("maker-symmetry").options) option.textContent = i18n.t(`generate.symmetry.${option.value}`);
    const technique = select("maker-technique");
    const wanted = technique.value;
    technique.replaceChildren(new Option(i18n.t("page.new.any"), ""), ...techniques.groups((family) => family, { onPaths: true }));
    technique.value = wanted;
    if (!technique.value) technique.value = "";

    const busy = this.#since > 0;
    byId("maker-fields").toggleAttribute("disabled", busy);
    byId("maker-busy").hidden = !busy;
    /** @type {HTMLButtonElement} */ (byId("maker-make")).disabled = busy;
    byId("maker-cancel").textContent = i18n.t(busy ? "page.cancel" : "page.close");
    byId("maker-trouble").hidden = !this.#trouble;
    byId("maker-trouble").textContent = this.#trouble?.(i18n) ?? "";
    this.#drawBusy();
    this.drawn();
  }

  #drawBusy() {
    const seconds = Math.floor((performance.now() - this.#since) / 1000);
    byId("maker-busy-text").textContent = this.#since ? this.app.i18n.count("page.new.seconds", seconds) : "";
  }

  /** What is known of the puzzle at work, and the link that opens it again. */
  drawn() {
    const { i18n, midend } = this.app;
    const made = this.#made.find(({ puzzle }) => puzzle === midend.state.opened);
    byId("made").hidden = !made;
    if (!made) return;
    byId("made-text").textContent = i18n.t("page.new.about", {
      level: i18n.t(`explain.level.${made.level}`),
      score: i18n.number(made.score ?? 0),
      hardest: i18n.t(`technique.${made.hardest}`),
      seed: String(made.seed),
      attempt: String(made.attempt),
    });
    /** @type {HTMLAnchorElement} */ (byId("made-link")).href = `/?bd=${made.puzzle}`;
  }
}
