// @ts-check
/**
 * The view Set: a puzzle of any board and any rules is set on the board; one
 * without other rules is a classic puzzle. What it is and its history: draft.js.
 * Each job beside the board is a module:
 *
 *   form.js      what stands there; size, boxes, title, author, rules
 *   palette.js   kinds and tools       hand.js     drawn by mouse, touch and keys
 *   clue.js      the one in hand, numbers, the list of all
 *   canvas.js    what the board shows
 *   verdict.js   what is known, asked for after each change    panel.js   how it is told
 *   revise.js    grade, path, minimise, complete, symmetry
 *   drafts.js    what is kept          export.js, print.js, paste.js   ways out and in
 *
 * Which kinds there are and how each is set says the operation "kinds"; what makes
 * no sense yet, and how it looks, "draft".
 */
import { placeOf } from "../game/grid.js";
import { newId } from "../keep/writer.js";
import { addressOf } from "../keep/link.js";
import { makePlace, styled } from "../text/late.js";
import { Omitted, omittedIn } from "../text/omitted.js";
import { afterFrame, byId, click, textOf, write } from "../text/status.js";
import { Canvas } from "./canvas.js";
import { Clue } from "./clue.js";
import { Draft, emptyDoc, nameAt } from "./draft.js";
import { Drafts } from "./drafts.js";
import { Form, HTML } from "./form.js";
import { Hand } from "./hand.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { Revise, givensOf } from "./revise.js";
import { Verdict } from "./verdict.js";

await Promise.all([styled("field"), styled("draft")]);

/** @typedef {import("./draft.js").Constraint} Constraint @typedef {import("./draft.js").Doc} Doc */

/** The drawing is asked for once the typing has paused for so long, in milliseconds. */
const PAUSE = 40;
/** How long a network is waited for before it is asked again, in milliseconds. */
const AGAIN = 3000;

export class Setter {
  draft = new Draft(emptyDoc(9));
  /** What drafts are told apart by. */
  id = "";
  /** What the original of the draft had and the draft lacks, until its list is closed. @type {readonly string[]} */
  omitted = [];
  /** "givens", "regions", or the name of a kind. */
  tool = "givens";
  /** What the window is called. */
  name = "";
  /** The cells of the board that are selected, the cursor last. @type {readonly string[]} */
  selected = [];
  /** The constraint in hand. @type {Constraint | null} */
  one = null;
  /** Whether presses change the cells of the constraint in hand. */
  changing = false;
  /** What stands out on the board, beside the constraint in hand. @type {readonly import("./verdict.js").Part[]} */
  lit = [];
  /** What the last answer said of a draft. @type {{doc: Doc, answer: import("../engine/types.js").Draft} | null} */
  seen = null;
  /** Why the drawing is not that of now. @type {import("../text/status.js").Say | null} */
  trouble = null;
  /** The language of the kinds and texts. */
  #lang = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.root = makePlace("draft", HTML);
    this.list = new Omitted(app, byId("draft-omitted"), () => {
      this.omitted = [];
      this.drafts.keep();
      this.focus();
    });
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
    click("draft-take", () => this.#takeOver());
    click("draft-play", () => this.#play());
  }

  // Of the page.

  address = "#/set";

  /** Whether it is on the page. @returns {boolean} */
  get isSeen() {
    return this.app.place === this;
  }

  /** What is copied: the puzzle as it is set. */
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

  /** Another view is shown, or this one. */
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

  /** What is pasted here is set further, and not played. @param {string} text */
  paste(text) {
    return this.open(text);
  }

  /** What is handed on, and printed. @returns {import("./export.js").Source} */
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

  /** The texts and the table of kinds, in the language of now. */
  async #learn() {
    const { api, i18n, status } = this.app;
    const { lang } = i18n;
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

  /** Opens a puzzle in any notation to be set further; without one, what was set last. @param {string} [puzzle] @param {readonly string[]} [omitted] what it is known to lack @param {() => boolean} [isWanted] whether it still is, once it is there */
  async open(puzzle, omitted = [], isWanted = () => true) {
    if (!(await this.#learn())) return;
    const { api, status } = this.app;
    if (puzzle !== undefined) {
      const answer = await status.run("parse", (i18n) => i18n.t("page.import.busy"), (signal) => api.ask("draft", { puzzle }, signal), {
        // What stands on the page is not seen from here.
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

  /** Takes up a draft. @param {Doc} doc @param {string} [id] @param {readonly string[]} [omitted] @param {string} [name] */
  take(doc, id = newId(), omitted = [], name = "") {
    this.draft = new Draft(doc);
    this.id = id;
    this.omitted = omitted;
    this.list.show(omitted);
    this.seen = null;
    this.canvas.renew();
    this.leave();
    this.tool = "givens";
    this.selected = [nameAt(0, 0)];
    this.drafts.show(name);
    this.draw();
    this.drafts.read();
    this.#ask();
  }

  /** Begins with the puzzle that is played. */
  #takeOver() {
    const { played } = this.app.games;
    const other = this.app.placeIn("play");
    const line = played?.puzzle ?? "";
    if (other) this.open(other.text);
    else this.take({ ...emptyDoc(9), givens: givensOf(line) });
    this.say(this.app.i18n.t("page.set.taken"));
  }

  /** Opens the puzzle in Play, as a game of its own. */
  async #play() {
    const { app } = this;
    const { line, text, doc: { title, author, rules } } = this.draft;
    if (!line) return void (await (await app.part("puzzle"))?.open(text));
    app.show("play");
    app.paste.open(line, { title, author, rules });
    app.status.message((i18n) => i18n.t("page.set.played"));
  }

  // What is set.

  /** The kind in hand; null where the tool is none. */
  get kind() {
    return this.palette.kindOf(this.tool);
  }

  get cursor() {
    return this.selected.at(-1) ?? nameAt(0, 0);
  }

  get zoom() {
    return this.canvas.zoom;
  }

  get oneAt() {
    return this.one ? this.draft.constraints.indexOf(this.one) : -1;
  }

  /** What is known of the draft as it is now; null before. */
  get known() {
    return this.seen?.doc === this.draft.doc && this.verdict.puzzle === this.seen.answer.sound ? this.verdict.known : null;
  }

  /** What is wrong with a constraint. @param {number} index */
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

  /** Asks what the draft looks like, and what makes no sense yet. */
  async #ask() {
    const { api, status } = this.app;
    const { doc, text } = this.draft;
    clearTimeout(this.#timer);
    const answer = await status.run("draft", (i18n) => i18n.t("page.badge.checking"), (signal) => api.ask("draft", { puzzle: text }, signal), {
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

  /** Says something, and to a screen reader, too. @param {string} text */
  say(text) {
    write(byId("draft-message"), text);
  }

  /** Nothing is gathered or in hand any more. */
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

  /** Another constraint in place of one, in hand then. @param {number} at @param {Constraint} constraint @param {string} [what] */
  replace(at, constraint, what) {
    this.draft.put(at, constraint, what);
    this.one = constraint;
    // What was to be typed is.
    if (what) this.say("");
    this.edited();
  }

  /** Takes a constraint in hand. @param {Constraint | null} one */
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

  // What is seen.

  draw() {
    if (!this.#lang) return;
    this.canvas.draw();
    afterFrame("draft", () => this.#drawBeside());
  }

  #drawBeside() {
    const { activeElement } = document;
    /** @type {HTMLButtonElement} */ (byId("draft-undo")).disabled = this.draft.at === 0;
    /** @type {HTMLButtonElement} */ (byId("draft-redo")).disabled = this.draft.isLast;
    // What can be pressed no more loses the focus.
    if (activeElement instanceof HTMLButtonElement && activeElement.disabled) this.focus();
    for (const part of [this.palette, this.hand, this.clue, this.panel, this.revise, this.form]) part.draw();
  }
}
