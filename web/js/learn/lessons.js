/**
 * The tab Learn: a map of lessons, one for each technique; see docs/PAGE.md. Its game has the candidates as
 * corner notes. Those that are missing are struck out.
 */
import { drawingOf } from "../board/view.js";
import { cellOf, digitsOf, nameOf, toLine } from "../game/grid.js";
import { Midend } from "../game/midend.js";
import { Chapter } from "./chapter.js";
import { Sketches } from "./map.js";
import { EXERCISES, LAST_BOX, after, dayNumberOf, dueOn, learnedIn } from "./repetition.js";
import { Trainer } from "./trainer.js";
import { byId, fill, make, showText } from "../text/status.js";
import { recallObject, remember } from "../keep/memory.js";

/**
 * @typedef {import("../engine/types.js").Technique} Technique
 * @typedef {"lessons" | "chapter" | "trainer"} View
 * @typedef {{puzzle: readonly number[], candidates: readonly number[], step: import("../play/coach.js").Told, fixed: boolean}} Scene
 *   puzzle has the givens, of which more digits may stand in the game; candidates are the position's, as bit sets by cell;
 *   step: what is drawn of one; fixed: nothing can be marked
 */

/** What a step draws where it draws nothing. */
const NOTHING = { houses: [], cells: [], marks: [], links: [], sets: [], placements: [], eliminations: [] };

/** Before a technique's ID, what its record on the shelf "kept" is called. */
const KEPT = "learned.";

export class Lessons {
  /** What is open. @type {View} */
  view = "lessons";
  /** What failed to come. @type {import("../text/status.js").Say | null} */
  #trouble = null;
  /** Progress by technique. Each has its own record in the store, so that other tabs and imported files can add to it. @type {import("./repetition.js").Progress} */
  progress = {};
  /** Whether the trainer continues with due techniques instead of the same one. */
  due = false;
  /** The techniques that a solved puzzle needed. @type {Set<string | undefined>} */
  needed = new Set();

  /** Whether the last view of the tab was restored. */
  #resumed = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    app.lessons = this;
    this.game = new Midend((event) => this.#heard(event));
    this.game.params.cleanUp = false;
    this.sketches = new Sketches(app);
    this.chapter = new Chapter(this);
    this.trainer = new Trainer(this);
    this.resuming = this.#resume().finally(() => {
      this.#resumed = true;
      app.address.drawn();
    });
  }

  // What stands in the tab: see Place of main.js.

  id = "learn";

  /** What is copied. */
  get text() {
    return toLine(this.game.digits);
  }

  focus() {
    if (this.view !== "lessons") this.app.board.focusCell(this.game.cursor);
  }

  /** A candidate was pressed. @param {number} digit */
  pressed(digit) {
    if (this.training) this.trainer.type(digit);
  }

  /** @param {import("../game/position.js").Event} event */
  #heard(event) {
    if (event === "change") {
      this.app.teller.changed(this.game);
      this.trainer.changed();
    }
    this.draw();
  }

  /** The address of what is open; null until that is known. */
  get address() {
    if (!this.#resumed) return null;
    if (this.view === "lessons") return "#/learn";
    return this.view === "chapter" ? `#/learn/${this.chapter.technique}` : `#/learn/${this.trainer.technique}/practice`;
  }

  /** The name of the open view; "" for the list. */
  get name() {
    return this.view === "lessons" ? "" : this.nameOf((this.view === "chapter" ? this.chapter : this.trainer).technique);
  }

  /** Opens the view of an address. @param {string} technique @param {string} what */
  follow(technique, what) {
    const known = this.techniques.some(({ id }) => id === technique);
    const view = !known ? "lessons" : what === "practice" ? "trainer" : "chapter";
    const is = view === this.view && (view === "lessons" || technique === (view === "chapter" ? this.chapter : this.trainer).technique);
    if (!is) this.open(view, technique);
  }

  /** The techniques with a lesson, the easiest first, on the path or beyond it. @returns {Technique[]} */
  get techniques() {
    return this.app.techniques.all.filter(({ family }) => family !== "force");
  }

  /** The techniques of the path: those that solutions use and people can practise. */
  get path() {
    return this.techniques.filter((t) => t.default && t.per_mille);
  }

  get today() {
    return dayNumberOf(new Date());
  }

  /** The due techniques, in order. */
  get dueToday() {
    return dueOn(this.progress, this.today).filter((id) => this.techniques.some((t) => t.id === id && t.per_mille));
  }

  /** The name of a technique in the current language. @param {string} id */
  nameOf(id) {
    return this.app.i18n.t(`technique.${id}`);
  }

  /** Somebody answers again. */
  reached() {
    if (!this.techniques.length) this.#resume();
  }

  /** Goes on where the tab was left. */
  async #resume() {
    await Promise.all([this.app.techniques.load(), this.#recall()]);
    this.#trouble = this.techniques.length ? null : (i18n) => i18n.t("page.failure.network");
    const at = recallObject("learning", true);
    const known = this.techniques.some(({ id }) => id === at.technique);
    if (this.view !== "lessons" || !known) return this.draw();
    if (at.view === "chapter") this.open("chapter", at.technique);
    else if (at.view === "trainer") this.open("trainer", at.technique, at);
    else this.draw();
  }

  /** Saves the current view, for the next time the page is opened. @param {object} [more] */
  keep(more = {}) {
    const technique = this.view === "chapter" ? this.chapter.technique : this.trainer.technique;
    remember("learning", JSON.stringify({ view: this.view, technique, ...more }), true);
  }

  /** How far a lesson is: its exercises and its badge, and what this means. @param {string} id */
  stageOf(id) {
    const n = Math.min(this.progress[id]?.right ?? 0, EXERCISES);
    const badge = n === EXERCISES && this.needed.has(id);
    const { i18n } = this.app;
    const about = [i18n.t("page.learn.exercises", { n, of: EXERCISES }), badge && i18n.t("page.learn.badge"), this.dueToday.includes(id) && i18n.t("page.learn.isDue")].filter(Boolean).join(" · ");
    return { n, badge, about, marks: "●".repeat(n) + "○".repeat(EXERCISES - n) + (badge ? "★" : "☆") };
  }

  async #recall() {
    // Every puzzle needs a full house.
    this.needed = new Set((await this.app.games.store.all("wins")).flatMap((win) => [/** @type {import("../keep/games.js").Win} */ (win).hardest, "full-house"]));
    for (const kept of await this.app.games.store.all("kept")) {
      const learned = kept.id.startsWith(KEPT) ? learnedIn(kept) : undefined;
      if (learned) this.progress[kept.id.slice(KEPT.length)] = learned;
    }
  }

  /** @param {string} technique @param {import("./repetition.js").Result} result */
  async learned(technique, result) {
    this.progress[technique] = after(this.progress[technique], result, this.today);
    const id = KEPT + technique;
    const kept = await this.app.games.store.update("kept", id, (before) => ({ id, ...after(learnedIn(before), result, this.today) }));
    // Another tab may have continued since then.
    this.progress[technique] = learnedIn(kept) ?? this.progress[technique];
    this.draw();
  }

  /** Opens the list, a technique's chapter or its trainer. @param {View} view @param {string} [technique] @param {any} [at] the saved state of its trainer */
  open(view, technique = "", at = null) {
    const from = this.view === "chapter" ? this.chapter.technique : this.trainer.technique;
    this.view = view;
    if (this.app.tab !== "learn") this.app.show("learn");
    if (view === "lessons") this.keep();
    this.draw();
    if (view === "chapter") this.chapter.open(technique);
    if (view === "trainer") this.trainer.open(technique, at);
    this.app.address.drawn();
    if (view !== "lessons") return scrollTo({ top: 0 });
    // Scrolls the list back to where the person left it.
    const item = document.querySelector(`#lessons [data-action="chapter"][data-technique="${CSS.escape(from)}"]`);
    if (item instanceof HTMLElement) item.focus();
  }

  /** Handles Escape: from the trainer to the chapter, from there to the list. @returns {boolean} whether it went back */
  back() {
    if (this.view === "lessons") return false;
    if (this.view === "trainer") this.open("chapter", this.trainer.technique);
    else this.open("lessons");
    return true;
  }

  /** Practises the due techniques, the longest due first. If none is due, it opens the chapter of the next new lesson. */
  practiseDue() {
    const [first] = this.dueToday;
    this.due = first !== undefined;
    const next = first ?? this.path.find(({ id }) => !this.progress[id])?.id ?? this.path[0]?.id;
    if (next) this.open(this.due ? "trainer" : "chapter", next);
  }

  /** Whether the trainer takes the keys. */
  get training() {
    return this.view === "trainer" && this.trainer.ready;
  }

  /** Whether keys mark something on the board. */
  get marks() {
    return this.app.tab === "learn" && this.training && !this.trainer.answered;
  }

  /** Draws the board, or leaves it out. @param {Scene | null} scene */
  show(scene) {
    document.body.toggleAttribute("data-desk", scene !== null);
    const { app, app: { board, i18n, play, settings }, game } = this;
    if (!scene || app.place !== this) return;
    const { puzzle, candidates, step, fixed } = scene;
    const { digits, corner } = game.state;
    const struck = candidates.map((set, cell) => (digits[cell] ? 0 : set & ~corner[cell]));
    const draw = step.draw ?? NOTHING;
    // What a person struck out is drawn as a step's eliminations are.
    const gone = draw.eliminations.map((/** @type {import("../engine/types.js").Candidate} */ { cell, digit }) => `${cell}:${digit}`);
    const more = struck.flatMap((set, cell) => digitsOf(set).map((digit) => ({ cell: nameOf(cell), digit }))).filter(({ cell, digit }) => !gone.includes(`${cell}:${digit}`));
    const filled = draw.links.length ? [] : draw.placements.map((/** @type {import("../engine/types.js").Candidate} */ { cell }) => cellOf(cell));
    const picture = step.draw || more.length ? play.pictureOf({ ...step, draw: { ...draw, eliminations: [...draw.eliminations, ...more] } }, digits, null) : null;
    // First, since to move the focus the browser lays out all that has changed.
    if (board.contains(document.activeElement)) this.focus();
    const drawing = drawingOf({
      i18n, settings, midend: game, label: i18n.t("page.learn.board"), explained: { picture, candidates: null, filled: new Set(filled) },
      told: (cell) => [struck[cell] && i18n.t("page.learn.struck", { list: digitsOf(struck[cell]).join(" ") })],
    });
    board.draw({ ...drawing, cells: drawing.cells.map((cell, i) => ({ ...cell, kind: cell.kind === "given" && !puzzle[i] ? "step" : cell.kind, readOnly: fixed || cell.readOnly })) });
  }

  // Hooks of the page.

  translated() {
    this.app.i18n.translate(byId("panel-learn"));
    if (!this.chapter || !this.trainer) return;
    this.draw();
    if (this.view === "chapter") this.chapter.translated();
    if (this.view === "trainer") this.trainer.translated();
  }

  /** @param {import("../actions.js").Tab} tab */
  shown(tab) {
    // Another tab, or an imported file, may have added progress.
    if (tab === "learn") this.#recall().then(() => this.draw());
  }

  draw() {
    for (const view of ["lessons", "chapter", "trainer"]) byId(view).hidden = view !== this.view;
    if (this.view === "lessons") {
      this.show(null);
      this.#drawList();
    } else if (this.view === "chapter") this.chapter.draw();
    else this.trainer.draw();
  }

  #drawList() {
    const { techniques, path, dueToday, app: { i18n } } = this;
    showText("lessons-trouble", techniques.length ? "" : this.#trouble?.(i18n));
    byId("lessons-today").hidden = path.length === 0;
    if (!path.length) return;
    const begun = path.filter(({ id }) => this.progress[id]).length;
    const next = path.find(({ id }) => !this.progress[id]);
    byId("lessons-count").textContent = i18n.t("page.learn.count", { n: begun, of: path.length });
    byId("lessons-bar").setAttribute("max", String(path.length * LAST_BOX));
    byId("lessons-bar").setAttribute("value", String(path.reduce((sum, { id }) => sum + (this.progress[id]?.box ?? 0), 0)));
    byId("lessons-due").textContent = dueToday.length
      ? i18n.t("page.learn.due", { n: dueToday.length, list: dueToday.map((id) => this.nameOf(id)).join(i18n.t("list.separator")) })
      : next
        ? i18n.t("page.learn.next", { technique: this.nameOf(next.id) })
        : i18n.t("page.learn.nothingDue");
    byId("lessons-go").textContent = i18n.t(dueToday.length ? "page.learn.practiseDue" : "page.learn.begin");
    byId("lessons-go").hidden = !dueToday.length && !next;

    const levels = [...new Set(path.map(({ level }) => level))];
    const item = (/** @type {Technique} */ t) => this.#item(t, dueToday.includes(t.id));
    fill("lessons-path", levels.map((level) =>
      make("section", {}, make("h3", {}, i18n.t(`explain.level.${level}`)), make("ol", { className: "lessons" }, ...path.filter((t) => t.level === level).map(item))),
    ));
    byId("lessons-beyond").replaceChildren(...techniques.filter((t) => !path.includes(t)).map(item));
  }

  /** @param {Technique} technique @param {boolean} due */
  #item({ id }, due) {
    const { about, badge, marks } = this.stageOf(id);
    const learned = this.progress[id];
    const open = make("button", { "data-action": "chapter", "data-technique": id, "data-state": badge ? "badge" : "" }, this.sketches.of(id), make("span", { className: "lesson-name" }, this.nameOf(id)));
    if (learned) open.append(make("span", { className: due ? "boxes due" : "boxes", title: about, "aria-hidden": "true" }, marks), make("span", { className: "unseen" }, about));
    return make("li", {}, open);
  }
}
