/**
 * The view Set, in which people set puzzles of any board and rules. Without other rules it is a
 * classic puzzle. draft.js has the puzzle and its history. Each job beside the board is a module
 * of this folder. The operation "kinds" lists the kinds and how each is set. The operation "draft" returns the
 * drawing and the parts that make no sense yet.
 */
import { placeOf } from "../game/grid.js";
import { newId } from "../keep/writer.js";
import { addressOf } from "../keep/link.js";
import { Omitted, omittedIn } from "../text/omitted.js";
import { afterFrame, byId, click, make, textOf, write } from "../text/status.js";
import { Canvas } from "./canvas.js";
import { Clue } from "./clue.js";
import { Draft, emptyDoc, nameAt } from "./draft.js";
import { Drafts } from "./drafts.js";
import { Form } from "./form.js";
import { Hand } from "./hand.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { Revise, givensOf } from "./revise.js";
import { Verdict } from "./verdict.js";

/** @typedef {import("./draft.js").Constraint} Constraint @typedef {import("./draft.js").Doc} Doc */

/** The request for the drawing waits for a pause in typing of this many milliseconds. */
const PAUSE = 40;
/** The delay before a failed request is repeated, in milliseconds. */
const AGAIN = 3000;

export class Setter {
  draft = new Draft(emptyDoc(9));
  /** The id of the draft. */
  id = "";
  /** The parts of the original that the draft lacks, until the person closes their list. @type {readonly string[]} */
  omitted = [];
  /** "givens", "regions", or the name of a kind. */
  tool = "givens";
  /** The window's title. */
  name = "";
  /** The selected cells, the cursor last. @type {readonly string[]} */
  selected = [];
  /** The current constraint. @type {Constraint | null} */
  one = null;
  /** Whether presses change the cells of the current constraint. */
  changing = false;
  /** The highlighted parts, besides the current constraint. @type {readonly import("./verdict.js").Part[]} */
  lit = [];
  /** The last answer, with its draft. @type {{doc: Doc, answer: import("../engine/types.js").Draft} | null} */
  seen = null;
  /** Why the drawing is not up to date. @type {import("../text/status.js").Say | null} */
  trouble = null;
  /** The language of the kinds and texts. */
  #lang = "";
  #timer = 0;

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    this.app = app;
    this.root = make("section", { id: "draft", className: "place", hidden: true, "aria-labelledby": "draft-title", innerHTML: html });
    document.querySelector("main")?.append(this.root);
    this.list = new Omitted(app, byId("draft-omitted"), () => {
      this.omitted = [];
      this.drafts.keep();
      this.focus();
    });
    this.stage = byId("draft-stage");
    this.canvas = new Canvas(this);
    this.palette = new Palette(this);
    this.hand = new Hand(this);
    this.clue = new Clue(this);
    this.panel = new Panel(this);
    this.revise = new Revise(this);
    this.form = new Form(this);
    this.drafts = new Drafts(this);
    this.verdict = new Verdict(app, () => {
      if (this.isSeen) this.draw();
    });
    click("draft-undo", () => this.travel(-1));
    click("draft-redo", () => this.travel(1));
    click("draft-erase", () => (this.clue.erase(), this.focus()));
    click("draft-new", () => this.take(emptyDoc(this.draft.doc.rows, this.draft.doc.columns)));
    // Starts from the puzzle being played.
    click("draft-take", () => {
      const { games, places } = app;
      if (places.play) this.open(places.play.text);
      else this.take({ ...emptyDoc(9), givens: givensOf(games.current?.puzzle ?? "") });
      this.say(app.i18n.t("page.set.taken"));
    });
    click("draft-play", () => this.#play());
  }

  // Hooks of the page.

  address = "#/set";

  get layout() {
    return this.canvas.layout;
  }

  /** Whether this place is visible. @returns {boolean} */
  get isSeen() {
    return this.app.place === this;
  }

  /** The text to copy: the draft. */
  get text() {
    return this.draft.line || this.draft.text;
  }

  async translated() {
    if (!this.isSeen) return;
    await this.#learn();
    this.draw();
    this.drafts.draw();
    this.#ask();
  }

  /** To be called after the view changed. */
  shown() {
    if (!this.isSeen) return this.verdict.stop();
    if (this.#lang !== this.app.i18n.lang) this.translated();
    else this.verdict.resume();
  }

  /** Somebody answers again. */
  reached() {
    const { app } = this;
    if (app.tab === "set" && !this.isSeen) this.open(undefined, [], () => app.tab === "set");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.hand.key(event);
  }

  /** Opens pasted text in the setter instead of playing it. @param {string} text */
  paste(text) {
    return this.open(text);
  }

  /** The source for export and print. @returns {import("./export.js").Source} */
  get source() {
    const { text, doc, line } = this.draft;
    const { title = "", author = "", rules = "" } = doc;
    const plain = line && !title && !author && !rules;
    return {
      request: () => ({ puzzle: text }),
      title,
      about: { author, rules },
      link: async () => new URL(plain ? `?bd=${line}` : await addressOf(text), location.href.replace(/#.*/, "")).href,
      filled: (values) => JSON.stringify({ ...JSON.parse(text), givens: Object.fromEntries(values.flatMap((value, i) => (value === null ? [] : [[nameAt(Math.floor(i / doc.columns), i % doc.columns), [value]]]))) }),
    };
  }

  // Opening.

  /** Fetches the texts and the table of kinds in the current language. */
  async #learn() {
    const { api, i18n, status, i18n: { lang } } = this.app;
    if (this.#lang === lang) return true;
    const table = await status.run("draft-kinds", (text) => text.t("page.import.busy"), async (signal) => {
      await Promise.all([i18n.more("draft"), i18n.more("field")]);
      return api.ask("kinds", {}, signal);
    });
    if (!table) return false;
    this.#lang = lang;
    this.palette.show(table);
    i18n.translate(this.root);
    this.name = i18n.t("draft.title");
    this.app.entitle();
    this.list.draw();
    return true;
  }

  /** Opens a puzzle in any notation; without one, the last draft. @param {string} [puzzle] @param {readonly string[]} [omitted] the parts it is known to lack @param {() => boolean} [isWanted] whether it should still be opened after it was fetched */
  async open(puzzle, omitted = [], isWanted = () => true) {
    if (!(await this.#learn())) return;
    if (puzzle !== undefined) {
      const answer = await this.app.status.ask("parse", "page.import.busy", "draft", { puzzle }, {
        // Messages of the page are not visible from here.
        quiet: this.isSeen,
        onFailure: (failure) => this.isSeen && this.say(textOf(failure, this.app.i18n)),
      });
      if (!answer) return;
      this.take(JSON.parse(answer.drawing.puzzle), undefined, [...omitted, ...omittedIn(answer.drawing)]);
      this.drafts.keep();
    } else if (!this.id) {
      const [last] = await this.drafts.read();
      if (!this.id) this.take(last?.doc ?? emptyDoc(9), last?.id, last?.omitted, last?.name);
    }
    if (!isWanted()) return;
    const isHere = document.activeElement === document.body || puzzle !== undefined;
    this.app.enter("set", this);
    if (isHere) this.focus();
  }

  /** Starts working on a draft. @param {Doc} doc @param {string} [id] @param {readonly string[]} [omitted] @param {string} [name] */
  take(doc, id = newId(), omitted = [], name = "") {
    this.draft = new Draft(doc);
    this.id = id;
    this.omitted = omitted;
    this.list.show(omitted);
    this.seen = null;
    this.leave();
    this.tool = "givens";
    this.selected = [nameAt(0, 0)];
    this.drafts.show(name);
    this.draw();
    this.drafts.read();
    this.#ask();
  }

  /** Opens the puzzle in Play as a new game. */
  async #play() {
    const { app } = this;
    const { line, text, doc: { title, author, rules } } = this.draft;
    if (!line) return void (await (await app.part("puzzle"))?.open(text));
    app.show("play");
    app.paste.open(line, { title, author, rules });
    app.status.message((i18n) => i18n.t("page.set.played"));
  }

  // The draft.

  /** The current kind; null if the tool is no kind. */
  get kind() {
    return this.palette.kindOf(this.tool);
  }

  get cursor() {
    return this.selected.at(-1) ?? nameAt(0, 0);
  }

  get oneAt() {
    return this.one ? this.draft.constraints.indexOf(this.one) : -1;
  }

  /** The facts about the current draft; null until they are known. */
  get known() {
    return this.seen?.doc === this.draft.doc && this.verdict.puzzle === this.seen.answer.sound ? this.verdict.known : null;
  }

  /** The faults of a constraint. @param {number} index */
  faultsOf(index) {
    const before = this.seen?.doc.constraints ?? [];
    const one = this.draft.constraints[index];
    return (this.seen?.answer.faults ?? []).filter(({ constraint }) => constraint >= 0 && before[constraint] === one);
  }

  /** Changes the draft; nothing is gathered or in hand any more. @param {(draft: Draft) => unknown} run */
  change(run) {
    this.leave();
    run(this.draft);
    this.edited();
  }

  /** The draft was changed. */
  edited() {
    this.lit = [];
    if (this.oneAt < 0) this.one = null;
    this.draw();
    this.drafts.keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** The drawing and the faults of the current draft. It asks for them if they are not known yet; null if there is no answer. */
  async read() {
    if (this.seen?.doc !== this.draft.doc) await this.#ask();
    return this.seen?.doc === this.draft.doc ? this.seen : null;
  }

  /** Asks for the drawing of the draft and its faults. */
  async #ask() {
    const { doc, text } = this.draft;
    clearTimeout(this.#timer);
    const answer = await this.app.status.ask("draft", "page.badge.checking", "draft", { puzzle: text }, {
      background: true,
      onFailure: (failure) => {
        const { kind } = failure;
        if (kind === "cancelled") return;
        this.trouble = (i18n) => (kind === "refused" ? failure.detail : i18n.t("draft.trouble", { what: textOf(failure, i18n) }));
        this.panel.draw();
        if (kind !== "refused") this.#timer = setTimeout(() => this.#ask(), AGAIN);
      },
    });
    if (!answer || doc !== this.draft.doc) return;
    this.trouble = null;
    this.seen = { doc, answer };
    this.verdict.ask(answer.sound, answer.kept, doc);
    this.draw();
  }

  /** Shows a text, and announces it to a screen reader. @param {string} text */
  say(text) {
    write(byId("draft-message"), text);
  }

  /** Drops gathered cells and the current constraint. */
  leave() {
    this.hand.drop();
    this.clue.rest();
    this.one = null;
    this.changing = false;
    this.lit = [];
  }

  /** @param {string} tool */
  pick(tool) {
    this.leave();
    this.tool = tool;
    this.say("");
    this.draw();
    this.focus();
  }

  focus() {
    this.canvas.focus(this.cursor);
  }

  /** Replaces a constraint, and makes the new one current. @param {number} at @param {Constraint} constraint @param {string} [what] */
  replace(at, constraint, what) {
    this.draft.put(at, constraint, what);
    this.one = constraint;
    // The request for a number is fulfilled.
    if (what) this.say("");
    this.edited();
  }

  /** Makes a constraint the current one. @param {Constraint | null} one */
  hold(one) {
    this.leave();
    this.one = one;
    if (one) this.say(this.clue.nameOf(one));
    this.draw();
  }

  /** @param {-1 | 1} by */
  travel(by) {
    const { constraints } = this.draft;
    const at = this.oneAt;
    if (!this.draft.travel(by)) return;
    const same = at >= 0 && constraints.length === this.draft.constraints.length ? this.draft.constraints[at] : null;
    this.leave();
    this.say("");
    this.one = same;
    const { rows, columns } = this.draft.doc;
    if (!this.selected.map(placeOf).every(({ row, column }) => row < rows && column < columns)) this.selected = [nameAt(0, 0)];
    this.edited();
  }

  // Drawing.

  draw() {
    if (!this.#lang) return;
    this.canvas.draw();
    afterFrame("draft", () => this.#drawBeside());
  }

  #drawBeside() {
    const { activeElement } = document;
    /** @type {HTMLButtonElement} */ (byId("draft-undo")).disabled = this.draft.at === 0;
    /** @type {HTMLButtonElement} */ (byId("draft-redo")).disabled = this.draft.isLast;
    // A disabled button loses the focus.
    if (activeElement instanceof HTMLButtonElement && activeElement.disabled) this.focus();
    for (const part of [this.palette, this.hand, this.clue, this.panel, this.revise, this.form]) part.draw();
  }
}
