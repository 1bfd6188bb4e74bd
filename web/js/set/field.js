// @ts-check
/**
 * Puzzles of any board and any rules, set on the board: a kind is picked, cells are
 * gathered by mouse, touch or keys, clues are typed. Which kinds there are and how
 * each is set says the operation "kinds"; what makes no sense yet, and how it
 * looks, "draft"; what it leaves, verdict.js. The puzzle and its history are
 * draft.js, from presses to cells gather.js, ways out export.js.
 */
import { svg } from "../board/board.js";
import { layoutOf } from "../board/marks.js";
import { outline } from "../board/picture.js";
import { isBare } from "../board/pointer.js";
import { Zoom } from "../board/zoom.js";
import { bitOf, cellOf } from "../game/grid.js";
import { newId } from "../keep/games.js";
import { addressOf } from "../keep/link.js";
import { icon, makePlace, styled } from "../text/dialog.js";
import { Omitted, omittedIn } from "../text/omitted.js";
import { afterFrame, byId, hide, write } from "../text/status.js";
import { Draft, boxesFor, cellsOf, emptyDoc, nameAt, placeOf } from "./draft.js";
import { beside, cellAt, clueOf, drawnOn, linesFrom, movedTo, pressed, sideBeside, squareFrom } from "./gather.js";
import { Verdict } from "./verdict.js";

await Promise.all([styled("field"), styled("draft")]);

/**
 * @typedef {import("./draft.js").Constraint} Constraint
 * @typedef {import("../engine/types.js").Kind} Kind
 */

/** The drawing is asked for once the typing has paused for so long, in milliseconds. */
const PAUSE = 40;
/** Within so many milliseconds a second figure makes a number of two. */
const TOGETHER = 900;
/** How many drafts are kept. */
const KEPT = 50;
/** How long a network is waited for before it is asked again, in milliseconds. */
const AGAIN = 3000;
/** Time allowed for clues that are suggested, in milliseconds. */
const LONG = 15_000;
const UNIT = 10;
/** The sizes that are offered; others come with puzzles that are opened. */
const SIZES = Array.from({ length: 22 }, (_, i) => i + 4);
/** What an arrow key means, and with Shift those that lead slantwise. @type {Record<string, {dr: number, dc: number}>} */
const ARROWS = { ArrowUp: { dr: -1, dc: 0 }, ArrowDown: { dr: 1, dc: 0 }, ArrowLeft: { dr: 0, dc: -1 }, ArrowRight: { dr: 0, dc: 1 } };
/** @type {typeof ARROWS} */
const SLANTS = { Home: { dr: -1, dc: -1 }, PageUp: { dr: -1, dc: 1 }, End: { dr: 1, dc: -1 }, PageDown: { dr: 1, dc: 1 } };
/** Of kinds of which cells are gathered before one is made. */
const GATHERED = ["line", "cells", "sets"];


const HTML = `
  <div class="place-head"><button type="button" class="quiet icon" data-action="view" data-view="home" data-t-label="page.tab.home" data-t-title="page.tab.home">${icon("home")}</button><h2 id="draft-title" data-t="draft.title"></h2><span id="draft-zoom" class="field-zoom" role="group" data-t-label="field.zoom">
    <button type="button" id="draft-smaller" class="quiet icon" data-t-label="field.zoom.out" data-t-title="field.zoom.out">−</button>
    <button type="button" id="draft-larger" class="quiet icon" data-t-label="field.zoom.in" data-t-title="field.zoom.in">+</button></span><button type="button" id="draft-classic" class="quiet" data-t="draft.classic"></button></div>
  <div class="field">
    <div id="draft-stage"><div id="draft-frame" class="field-frame"><nonet-board id="draft-board" class="field-board"></nonet-board></div></div>
    <div class="field-side">
      <p id="draft-verdict" class="draft-verdict" role="status" data-state="checking"></p>
      <p id="draft-note" class="hint"></p>
      <div class="modes draft-modes">
        <button type="button" id="draft-undo" data-t-label="page.undo" data-t-title="page.undo">${icon("undo")}</button>
        <button type="button" id="draft-redo" data-t-label="page.redo" data-t-title="page.redo">${icon("redo")}</button>
        <button type="button" id="draft-erase" data-t-label="page.erase" data-t-title="page.erase">${icon("erase")}</button>
        <button type="button" id="draft-true" aria-pressed="true" data-t="page.set.true"></button>
      </div>
      <div id="draft-tools" class="draft-chips" role="group" data-t-label="draft.tools"></div>
      <p id="draft-rule" class="hint"></p>
      <p id="draft-message" class="message" role="status"></p>
      <div id="draft-finish" class="row wrap" hidden><button type="button" id="draft-done" class="primary" data-t="draft.done"></button><button type="button" id="draft-cancel" data-t="page.cancel"></button></div>
      <div id="draft-one" class="card" role="group" aria-labelledby="draft-one-name" hidden>
        <h3 id="draft-one-name"></h3>
        <p id="draft-one-rule" class="hint"></p>
        <label id="draft-clue-label"><span id="draft-clue-name"></span><input id="draft-clue" autocomplete="off" spellcheck="false" maxlength="400"><select id="draft-word"></select></label>
        <div class="row wrap">
          <button type="button" id="draft-change" aria-pressed="false" data-t="draft.change" data-t-title="draft.change.about"></button>
          <button type="button" id="draft-turn" data-t="draft.turn" data-t-title="draft.turn.about"></button>
          <button type="button" id="draft-remove" data-t="draft.remove"></button>
        </div>
      </div>
      <div id="draft-values" class="field-values" role="group" data-t-label="page.pad"></div>
      <div class="row wrap"><button type="button" id="draft-several" aria-pressed="false" data-t="draft.several" data-t-title="draft.several.about"></button><button type="button" id="draft-suggest" data-t="draft.suggest" data-t-title="draft.suggest.about" hidden></button></div>
      <ul id="draft-faults" class="reasons" hidden></ul>
      <div class="draft-found">
        <p id="draft-parts-name" class="hint"></p>
        <div id="draft-parts" class="draft-chips" role="group" aria-labelledby="draft-parts-name"></div>
        <p id="draft-suggested" class="hint" role="status"></p>
        <div id="draft-clues" class="draft-chips" role="group" aria-labelledby="draft-suggested"></div>
      </div>
      <details id="draft-palette" open><summary data-t="draft.palette"></summary>
        <label class="draft-search"><span class="unseen" data-t="draft.search"></span><input id="draft-search" type="search" autocomplete="off" data-t-placeholder="draft.search"></label>
        <div id="draft-kinds"></div>
      </details>
      <details id="draft-list-box"><summary id="draft-list-name"></summary><ul id="draft-list" class="draft-list"></ul></details>
      <details id="draft-board-box"><summary data-t="draft.board"></summary>
        <div class="row wrap">
          <label><span data-t="draft.size"></span><select id="draft-size"></select></label>
          <label><span data-t="draft.boxes"></span><select id="draft-boxes"></select></label>
          <label><span data-t="draft.low"></span><select id="draft-low"><option>1</option><option>0</option></select></label>
        </div>
        <label class="check"><input type="checkbox" id="draft-free"><span data-t="draft.free"></span></label>
      </details>
      <details id="draft-about-box"><summary data-t="draft.about"></summary>
        <div class="set-about">
          <label><span data-t="page.set.title"></span><input id="draft-name" maxlength="300" autocomplete="off"></label>
          <label><span data-t="page.set.author"></span><input id="draft-author" maxlength="300" autocomplete="off"></label>
          <label><span data-t="page.set.rules"></span><textarea id="draft-rules" rows="5" maxlength="20000"></textarea></label>
          <button type="button" id="draft-compose" data-t="draft.compose" data-t-title="draft.compose.about"></button>
        </div>
      </details>
      <div class="row wrap">
        <button type="button" id="draft-play" class="primary" data-t="page.set.play"></button>
        <button type="button" id="draft-share" data-action="export" data-t="draft.share"></button>
        <button type="button" data-action="print" data-t="page.print"></button>
        <button type="button" id="draft-new" data-t="draft.new"></button>
      </div>
      <label id="draft-drafts-label"><span data-t="draft.drafts"></span><select id="draft-drafts"></select></label>
      <div id="draft-omitted"></div>
    </div>
  </div>`;

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

export class FieldSetter {
  draft = new Draft(emptyDoc(9));
  /** What drafts are told apart by. */
  #id = "";
  /** What the original of the draft had and the draft lacks, until its list is closed. @type {readonly string[]} */
  #omitted = [];
  /** The table of kinds, by language. @type {import("../engine/types.js").Kinds | null} */
  #table = null;
  #tableLang = "";
  /** "givens", "regions", or the name of a kind. */
  tool = "givens";
  /** The cells of the board that are selected, the cursor last. @type {readonly string[]} */
  #selected = [];
  /** The cells gathered for a constraint that is to come, and of a kind of several sets those before. @type {readonly string[]} */
  #gathered = [];
  /** @type {readonly (readonly string[])[]} */
  #sets = [];
  /** The constraint in hand. @type {Constraint | null} */
  #one = null;
  /** Whether presses change the cells of the constraint in hand. */
  #changing = false;
  /** What the last answer said of a draft. @type {{doc: import("./draft.js").Doc, answer: import("../engine/types.js").Draft} | null} */
  #seen = null;
  /** What stands out on the board, beside the constraint in hand. @type {readonly import("./verdict.js").Part[]} */
  #lit = [];
  /** @type {import("../board/board.js").Board | null} */
  #board = null;
  /** Whether a figure is one of several values that cells may have. */
  #several = false;
  #typed = { at: 0, value: 0 };
  /** @type {{place: import("./gather.js").Place, cell: string, fresh: boolean, letter: string} | null} */
  #drag = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Clues that were suggested for a draft. @type {{doc: import("./draft.js").Doc, answer: import("../engine/types.js").Suggest} | null} */
  #suggested = null;
  /** Why the drawing is not that of now. @type {import("../text/status.js").Say | null} */
  #trouble = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.root = makePlace("draft", HTML);
    this.omitted = new Omitted(app, byId("draft-omitted"), () => {
      this.#omitted = [];
      this.#keep();
      this.focus();
    });
    this.verdict = new Verdict(app, () => this.#drawVerdict());
    this.zoom = new Zoom(byId("draft-frame"), byId("draft-board"), { onPinch: () => this.#letGo(), onChange: () => this.#drawZoom() });
    for (const size of SIZES) select("draft-size").append(new Option(`${size} × ${size}`, String(size)));
    this.#listen();
  }

  // Opening, and what is kept.

  async translated() {
    if (!this.isSeen) return;
    await this.#learn();
    this.#drawAll();
    this.#ask();
  }

  /** Whether it is on the page. @returns {boolean} */
  get isSeen() {
    return this.app.place === this;
  }

  address = "#/set/rules";

  get id() {
    return this.#id;
  }

  /** What is copied: the puzzle as it is set. */
  get text() {
    return this.draft.text;
  }

  /** Another view is shown, or this one. */
  shown() {
    if (!this.isSeen) return this.verdict.stop();
    if (this.#tableLang !== this.app.i18n.lang) this.translated();
    else this.verdict.resume();
  }

  draw() {
    if (this.#table) this.#draw();
  }

  /** What is pasted here is set further, and not played. @param {string} text */
  paste(text) {
    return this.open(text);
  }

  /** The texts and the table of kinds, in the language of now. */
  async #learn() {
    const { api, i18n, status } = this.app;
    const { lang } = i18n;
    if (this.#tableLang === lang) return true;
    const table = await status.run("draft-kinds", (text) => text.t("page.import.busy"), async (signal) => {
      await Promise.all([i18n.more("draft"), i18n.more("field")]);
      return api.kinds(signal);
    });
    if (!table) return false;
    this.#table = table;
    this.#tableLang = lang;
    i18n.translate(this.root);
    this.root.dataset.name = i18n.t("draft.title");
    this.app.entitle();
    this.omitted.draw();
    return true;
  }

  /** Opens a puzzle in any notation to be set further; without one, what was set last. @param {string} [puzzle] @param {readonly string[]} [omitted] what it is known to lack */
  async open(puzzle, omitted = []) {
    if (!(await this.#learn())) return;
    const { api, status } = this.app;
    if (puzzle === undefined && this.#id) return this.app.enter("set", this);
    if (puzzle === undefined) {
      const last = (await this.#drafts())[0];
      this.#take(last?.doc ?? emptyDoc(9), last?.id, last?.omitted);
    } else {
      const answer = await status.run("parse", (i18n) => i18n.t("page.import.busy"), (signal) => api.draft({ puzzle }, signal), {
        // What stands on the page is not seen from here.
        quiet: this.isSeen,
        onFailure: ({ kind, detail }) => this.isSeen && this.#say(kind === "refused" ? detail : this.app.i18n.t(`page.failure.${kind}`)),
      });
      if (!answer) return;
      this.#take(JSON.parse(answer.drawing.puzzle), undefined, [...omitted, ...omittedIn(answer.drawing)]);
      this.#keep();
    }
    this.app.enter("set", this);
    this.#board?.focusCell(0);
  }

  /** Takes up a draft. @param {import("./draft.js").Doc} doc @param {string} [id] @param {readonly string[]} [omitted] */
  #take(doc, id = newId(), omitted = []) {
    this.draft = new Draft(doc);
    this.#omitted = omitted;
    this.omitted.show(omitted);
    this.zoom.step(0);
    this.#id = id;
    this.#seen = null;
    this.#board = null;
    this.#leave();
    this.tool = "givens";
    this.#selected = [nameAt(0, 0)];
    this.#drawAll();
    this.#ask();
  }

  /** @returns {Promise<{id: string, doc: import("./draft.js").Doc, omitted?: readonly string[]}[]>} the last first */
  async #drafts() {
    const record = await this.app.games.store.get("kept", "drafts");
    return record?.drafts ?? [];
  }

  async #keep() {
    const { doc } = this.draft;
    const id = this.#id;
    const omitted = this.#omitted;
    /** @type {{id: string, doc: import("./draft.js").Doc, omitted?: readonly string[]}[]} */
    let drafts = [];
    await this.app.games.store.update("kept", "drafts", (stored) => {
      drafts = [{ id, doc, ...(omitted.length ? { omitted } : {}) }, ...(stored?.drafts ?? []).filter((/** @type {{id: string}} */ one) => one.id !== id)].slice(0, KEPT);
      return { id: "drafts", drafts };
    });
    if (id === this.#id) this.#drawDrafts(drafts);
  }

  // The table of kinds.

  /** @param {string} name */
  #kindNamed(name) {
    return this.#table?.kinds.find(({ kind }) => kind === name) ?? null;
  }

  /** The kind in hand; null where the tool is none. */
  get #kind() {
    return this.#kindNamed(this.tool);
  }

  get #size() {
    const { rows, columns } = this.draft.doc;
    return { rows, columns };
  }

  get #cursor() {
    return this.#selected.at(-1) ?? nameAt(0, 0);
  }

  get #oneAt() {
    return this.#one ? this.draft.constraints.indexOf(this.#one) : -1;
  }

  /** @param {string} name */
  #number(name) {
    return cellOf(name, this.draft.doc.columns);
  }

  // What is done.

  /** The draft was changed. */
  #changed() {
    this.#lit = [];
    if (this.#oneAt < 0) this.#one = null;
    this.#draw();
    this.#keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Asks what the draft looks like, and what makes no sense yet. */
  async #ask() {
    const { api, status } = this.app;
    const { draft } = this;
    const { doc } = draft;
    clearTimeout(this.#timer);
    const answer = await status.run("draft", (i18n) => i18n.t("page.badge.checking"), (signal) => api.draft({ puzzle: draft.text }, signal), {
      background: true,
      onFailure: (failure) => {
        if (failure.kind === "cancelled") return;
        const { kind, detail } = failure;
        this.#trouble = (i18n) => (kind === "refused" ? detail : i18n.t("draft.trouble", { what: i18n.t(`page.failure.${kind}`) }));
        this.#drawVerdict();
        if (kind !== "refused") this.#timer = setTimeout(() => this.#ask(), AGAIN);
      },
    });
    if (!answer || doc !== this.draft.doc) return;
    this.#trouble = null;
    this.#seen = { doc, answer };
    this.verdict.ask(answer.sound, answer.kept);
    this.#draw();
  }

  /** Says something, and to a screen reader, too. @param {string} text */
  #say(text) {
    write(byId("draft-message"), text);
  }

  /** Nothing is gathered or in hand any more. */
  #leave() {
    this.#gathered = [];
    this.#sets = [];
    this.#one = null;
    this.#changing = false;
    this.#lit = [];
    this.#typed.at = 0;
  }

  /** @param {string} tool */
  #pick(tool) {
    this.#leave();
    this.tool = tool;
    this.#say("");
    this.#draw();
    this.focus();
  }

  focus() {
    this.#board?.focusCell(this.#number(this.#cursor));
  }

  /** What a constraint of a kind has to begin with. @param {Kind} kind @returns {Partial<Constraint>} */
  #first(kind) {
    const { typed, usual, any, words = [] } = kind;
    if (typed === "word") return Number.isNaN(Number(words[0].word)) ? { text: words[0].word } : { numbers: [Number(words[0].word)] };
    if (typed === "text") return { text: "" };
    if (typed === "number" || typed === "values") return { numbers: usual ? [usual] : any ? [0] : [] };
    return {};
  }

  /** Adds a constraint, which is in hand then. @param {Constraint} constraint @param {string} kind */
  #add(constraint, kind) {
    this.#leave();
    const at = this.draft.add(constraint);
    this.#one = this.draft.constraints[at];
    const { i18n } = this.app;
    const { typed = "", name } = this.#kindNamed(kind) ?? { name: kind };
    const cells = [...(constraint.cells ?? []), ...(constraint.sets ?? []).flat()].join(" ");
    this.#changed();
    this.#say(i18n.sentences(i18n.t("draft.placed", { name, cells }), typed && i18n.t(`draft.type.${typed}`)));
  }

  /** What was gathered becomes a constraint. */
  #finish() {
    const kind = this.#kind;
    if (!kind) return;
    const { i18n } = this.app;
    const cells = this.#gathered;
    if (kind.way === "sets") {
      if (cells.length) {
        // A single cell after a shape: the shape once more, from there on.
        const [first] = this.#sets;
        const moved = first && cells.length === 1 && first.length > 1 && kind.kind === "Clone" ? movedTo(first, cells[0], this.#size) : cells;
        this.#gathered = [];
        if (!moved) this.#say(i18n.t("draft.offBoard"));
        else {
          this.#sets = [...this.#sets, moved];
          this.#say(i18n.t("draft.set", { n: this.#sets.length, cells: moved.join(" ") }));
        }
        return this.#draw();
      }
      if (this.#sets.length < 2) this.#say(i18n.t("draft.moreSets"));
      else this.#add({ kind: kind.kind, sets: this.#sets, ...this.#first(kind) }, kind.kind);
      return this.#draw();
    }
    const least = Math.max(kind.way === "line" ? 2 : 1, kind.least ?? 0);
    if (cells.length < least) {
      this.#gathered = [];
      this.#say(i18n.t("draft.tooFew", { n: least }));
      return this.#draw();
    }
    this.#add({ kind: kind.kind, cells, ...this.#first(kind) }, kind.kind);
  }

  /** A press or a key made these cells at once. @param {Kind} kind @param {readonly (readonly string[])[]} choices */
  #put(kind, choices) {
    if (!choices.length) return;
    const { constraints } = this.draft;
    const key = (/** @type {readonly string[]} */ cells) => (kind.way === "side" ? [...cells].sort() : cells).join(" ");
    const at = constraints.findIndex((one) => one.kind === kind.kind && choices.some((cells) => key(one.cells ?? []) === key(cells)));
    const { i18n } = this.app;
    if (at < 0) {
      // A dot takes the place of another dot.
      const other = kind.way === "side" ? constraints.findIndex((one) => key(one.cells ?? []) === key(choices[0]) && this.#kindNamed(one.kind)?.shape === kind.shape) : -1;
      if (other >= 0) this.draft.remove(other);
      return this.#add({ kind: kind.kind, cells: choices[0], ...this.#first(kind) }, kind.kind);
    }
    const one = constraints[at];
    const { cells = [] } = one;
    const isFirst = key(cells) === key(choices[0]);
    if (kind.way === "diagonal" && this.#one === one && choices.length > 1) return this.#replace(at, { ...one, cells: choices[isFirst ? 1 : 0] });
    if (kind.shape === "greater" && cells[0] === choices[0][0]) return this.#replace(at, { ...one, cells: [...cells].reverse() });
    if (kind.way === "side" && !kind.typed) {
      this.#leave();
      this.draft.remove(at);
      this.#changed();
      return this.#say(i18n.t("draft.removed"));
    }
    this.#hold(one);
  }

  /** A kind of single cells: this one more, or one less. @param {Kind} kind @param {readonly string[]} cells */
  #spot(kind, cells) {
    const at = this.draft.constraints.findIndex((one) => one.kind === kind.kind);
    if (at < 0) return this.#add({ kind: kind.kind, cells: [...cells], ...this.#first(kind) }, kind.kind);
    const one = this.draft.constraints[at];
    const before = one.cells ?? [];
    const there = cells.every((cell) => before.includes(cell));
    const next = there ? before.filter((cell) => !cells.includes(cell)) : [...new Set([...before, ...cells])];
    if (next.length) this.#replace(at, { ...one, cells: next });
    else {
      this.#leave();
      this.draft.remove(at);
      this.#changed();
    }
    this.#say(this.app.i18n.t(there ? "draft.removed" : "draft.placed", { name: kind.name, cells: cells.join(" ") }));
  }

  /** Another constraint in place of one, in hand then. @param {number} at @param {Constraint} constraint @param {string} [what] */
  #replace(at, constraint, what) {
    this.draft.put(at, constraint, what);
    this.#one = constraint;
    this.#changed();
  }

  /** Takes a constraint in hand. @param {Constraint | null} one */
  #hold(one) {
    this.#leave();
    this.#one = one;
    if (one) this.#say(this.#nameOf(one));
    this.#draw();
  }

  #remove() {
    const at = this.#oneAt;
    if (at < 0) return;
    const name = this.#one ? this.#nameOf(this.#one) : "";
    this.#leave();
    this.draft.remove(at);
    this.#changed();
    this.#say(`${this.app.i18n.t("draft.removed")} ${name}`);
    this.focus();
  }

  /** @param {-1 | 1} by */
  #travel(by) {
    const { constraints } = this.draft;
    const at = this.#oneAt;
    if (!this.draft.travel(by)) return;
    const same = at >= 0 && constraints.length === this.draft.constraints.length ? this.draft.constraints[at] : null;
    this.#leave();
    this.#one = same;
    const fits = this.#selected.every((cell) => this.#number(cell) < this.#size.rows * this.#size.columns && placeOf(cell).column < this.#size.columns && placeOf(cell).row < this.#size.rows);
    if (!fits) this.#selected = [nameAt(0, 0)];
    this.#changed();
  }

  /** Takes away: the constraint in hand, or the givens of the selected cells. */
  #erase() {
    if (this.#one) return this.#remove();
    if (this.draft.erase(this.#selected)) this.#changed();
  }

  // Numbers.

  /** A figure: of the clue in hand, or a given. @param {number} figure @param {boolean} [whole] whether it is a value, and no more of one follows @param {boolean} [several] whether a given is one of several values */
  #type(figure, whole = false, several = this.#several) {
    const { draft } = this;
    const [low, high] = draft.doc.values;
    const now = performance.now();
    const soon = now - this.#typed.at < TOGETHER;
    const at = this.#oneAt;
    const kind = this.#one && this.#kindNamed(this.#one.kind);
    if (this.#one && kind && (kind.typed === "number" || kind.typed === "values")) {
      const numbers = this.#one.numbers ?? [];
      const last = numbers.at(-1) ?? 0;
      let next;
      if (kind.typed === "number") {
        // What a clue begins with gives way to the first figure.
        const more = this.#typed.at > 0 && numbers.length > 0 && !whole;
        next = more && last * 10 + figure <= 9999 ? [last * 10 + figure] : [figure];
      } else next = soon && !whole && high > 9 && last && last * 10 + figure <= high ? [...numbers.slice(0, -1), last * 10 + figure] : [...numbers, figure];
      this.#replace(at, { ...this.#one, numbers: next }, `type ${at}`);
      this.#typed = { at: now, value: figure };
      return;
    }
    const cells = this.tool === "givens" ? this.#selected : [this.#cursor];
    const give = (/** @type {number} */ value) => {
      if (value < low || value > high || !(several ? draft.allow(cells, value) : draft.give(cells, value))) return;
      this.#changed();
      const values = draft.doc.givens?.[cells[0]] ?? [];
      if (several) this.#say(this.app.i18n.t(values.length ? "draft.given" : "draft.removed", { cell: cells.join(" "), value: this.#either(values) }));
    };
    const both = this.#typed.value * 10 + figure;
    if (soon && !whole && this.#typed.value && both <= high) {
      this.#typed = { at: now, value: 0 };
      draft.travel(-1);
      return give(both);
    }
    this.#typed = { at: now, value: !whole && figure && figure * 10 <= high ? figure : 0 };
    give(figure);
  }

  /** Values of which one is meant. @param {readonly number[]} values */
  #either(values) {
    return new Intl.ListFormat(this.app.i18n.lang, { type: "disjunction" }).format(values.map(String));
  }

  /** The last figure of the clue in hand goes; false where there is none. */
  #untype() {
    const one = this.#one;
    const typed = one && this.#kindNamed(one.kind)?.typed;
    if (!one || !one.numbers?.length || (typed !== "number" && typed !== "values")) return false;
    const rest = Math.floor((one.numbers.at(-1) ?? 0) / 10);
    const numbers = typed === "number" ? (rest ? [rest] : []) : one.numbers.slice(0, -1);
    this.#replace(this.#oneAt, { ...one, numbers }, `type ${this.#oneAt}`);
    this.#typed.at = 1;
    return true;
  }

  /** The clue was written into its field. @param {string} text */
  #write(text) {
    const one = this.#one;
    const kind = one && this.#kindNamed(one.kind);
    if (!one || !kind) return;
    const at = this.#oneAt;
    if (kind.typed === "text") return this.#replace(at, { ...one, text }, `type ${at}`);
    if (kind.typed === "word") return this.#replace(at, Number.isNaN(Number(text)) ? { ...one, text } : { ...one, numbers: [Number(text)] });
    const words = text.split(/[^\d-]+/).filter((word) => /^-?\d{1,6}$/.test(word));
    const [, high] = this.draft.doc.values;
    const figures = kind.typed === "values" && high <= 9 && words.length === 1 && Number(words[0]) > high ? [...words[0]] : words;
    const numbers = figures.map(Number);
    this.#replace(at, { ...one, numbers: kind.typed === "number" ? numbers.slice(0, 1) : numbers }, `type ${at}`);
  }

  // Clues that are suggested.

  /** Asks for clues of the kinds in use that leave one solution. */
  async #suggest() {
    const { api, status } = this.app;
    const { doc } = this.draft;
    if (this.#seen?.doc !== doc) return;
    const kinds = [...new Set(["Given", ...(this.#kind ? [this.tool] : []), ...this.draft.constraints.map(({ kind }) => kind)])].slice(0, 20);
    const { sound } = this.#seen.answer;
    const button = byId("draft-suggest");
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    this.#suggested = null;
    write(byId("draft-suggested"), this.app.i18n.t("draft.suggest.busy"));
    const answer = await status.run("draft-suggest", (i18n) => i18n.t("draft.suggest.busy"), (signal) => api.suggest({ puzzle: sound, kinds, timeout_ms: LONG }, signal), {
      background: true,
      onFailure: ({ kind, detail }) => write(byId("draft-suggested"), kind === "refused" ? detail : this.app.i18n.t(`page.failure.${kind}`)),
    });
    button.ariaDisabled = "false";
    if (!answer || doc !== this.draft.doc) return;
    this.#suggested = { doc, answer };
    this.#drawClues();
  }

  /** Adds clues that were suggested. @param {readonly import("../engine/types.js").Clue[]} clues */
  #addClues(clues) {
    const kept = this.#seen?.answer.kept ?? [];
    let { constraints } = this.draft;
    const givens = { ...this.draft.doc.givens };
    for (const { kind, cells, numbers, replaces } of clues) {
      if (kind === "Given") givens[cells[0]] = numbers ?? [];
      else if (replaces >= 0) constraints = constraints.map((one, i) => (i === kept[replaces] ? { ...one, numbers } : one));
      else constraints = [...constraints, numbers ? { kind, cells, numbers } : { kind, cells }];
    }
    this.#leave();
    this.draft.change({ givens, constraints });
    this.#changed();
    this.#say(clues.map(({ name }) => name).join(this.app.i18n.t("list.separator")));
    this.focus();
  }

  /** The clues that were suggested for the draft of now. */
  #drawClues() {
    const { i18n } = this.app;
    const answer = this.#suggested?.doc === this.draft.doc ? this.#suggested.answer : null;
    const box = byId("draft-clues");
    if (!answer) {
      if (box.firstChild) box.replaceChildren();
      box.dataset.now = "";
      if (byId("draft-suggest").ariaDisabled !== "true") write(byId("draft-suggested"), "");
      return;
    }
    const { alone, together, outcome, reason = "" } = answer;
    const key = alone.length ? "alone" : together.length && outcome === "found" ? "together" : outcome === "none" ? "none" : "undecided";
    write(byId("draft-suggested"), i18n.sentences(i18n.count(`draft.suggest.${key}`, together.length), reason));
    const button = (/** @type {string} */ name, /** @type {readonly import("../engine/types.js").Clue[]} */ clues) => {
      const one = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      one.addEventListener("click", () => this.#addClues(clues));
      return one;
    };
    const now = JSON.stringify([alone, together, i18n.lang]);
    if (box.dataset.now === now) return;
    box.dataset.now = now;
    box.replaceChildren(...(together.length > 1 ? [button(i18n.t("draft.suggest.all"), together)] : []), ...[...alone, ...together].slice(0, 40).map((clue) => button(clue.name, [clue])));
  }

  // Mouse and touch.

  #listen() {
    const board = byId("draft-board");
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.#letGo());
    // A press in the middle of a cell.
    board.addEventListener("click", (event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("[data-cell]");
      if (!cell || !isBare(event)) return;
      const { x, y, width, height } = cell.getBoundingClientRect();
      const press = new PointerEvent("pointerdown", { clientX: x + width / 2, clientY: y + height / 2, isPrimary: true });
      this.#down(press);
      this.#up(press);
    });
    board.addEventListener("focusin", ({ target }) => {
      const cell = /** @type {HTMLElement} */ (target).dataset.cell;
      if (!cell || this.#cursor === cell || this.#drag) return;
      this.#selected = [cell];
      this.#draw();
    });
    const click = (/** @type {string} */ id, /** @type {() => void} */ run) => byId(id).addEventListener("click", run);
    click("draft-classic", () => this.app.leave("set"));
    click("draft-smaller", () => this.zoom.step(-1));
    click("draft-larger", () => this.zoom.step(1));
    click("draft-undo", () => this.#travel(-1));
    click("draft-redo", () => this.#travel(1));
    click("draft-erase", () => (this.#erase(), this.focus()));
    click("draft-true", () => {
      const button = byId("draft-true");
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      this.#draw();
    });
    click("draft-done", () => (this.#finish(), this.focus()));
    click("draft-cancel", () => (this.#leave(), this.#draw(), this.focus()));
    click("draft-remove", () => this.#remove());
    click("draft-change", () => {
      this.#changing = !this.#changing;
      this.#draw();
      this.focus();
      if (this.#changing) this.#say(this.app.i18n.t("draft.change.about"));
    });
    click("draft-turn", () => this.#turn());
    click("draft-several", () => {
      this.#several = !this.#several;
      this.#draw();
    });
    click("draft-suggest", () => this.#suggest());
    input("draft-clue").addEventListener("input", () => this.#write(input("draft-clue").value));
    input("draft-clue").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      this.#hold(null);
      this.focus();
    });
    select("draft-word").addEventListener("change", () => this.#write(select("draft-word").value));
    input("draft-search").addEventListener("input", () => this.#filter());
    select("draft-size").addEventListener("change", () => this.#resize());
    select("draft-low").addEventListener("change", () => this.#resize());
    select("draft-boxes").addEventListener("change", () => {
      const { value } = select("draft-boxes");
      this.#leave();
      if (value === "regions") {
        this.draft.jigsaw();
        this.tool = "regions";
      } else {
        this.draft.box(value ? value.split("x").map(Number) : []);
        if (this.tool === "regions") this.tool = "givens";
      }
      this.#changed();
    });
    input("draft-free").addEventListener("change", () => {
      this.draft.change({ free: input("draft-free").checked || undefined });
      this.#changed();
    });
    for (const [id, name] of [["draft-name", "title"], ["draft-author", "author"], ["draft-rules", "rules"]]) {
      input(id).addEventListener("input", () => {
        this.draft.change({ [name]: input(id).value || undefined }, name);
        this.#changed();
      });
    }
    click("draft-compose", () => this.#compose());
    click("draft-new", () => this.#take(emptyDoc(this.draft.doc.rows, this.draft.doc.columns)));
    click("draft-play", async () => (await this.app.puzzle())?.open(this.draft.text));
    select("draft-drafts").addEventListener("change", async () => {
      const one = (await this.#drafts()).find(({ id }) => id === select("draft-drafts").value);
      if (one) this.#take(one.doc, one.id, one.omitted);
    });
  }

  /** What is handed on, and printed. @returns {import("./export.js").Source} */
  get source() {
    const { text, doc } = this.draft;
    return {
      request: () => ({ puzzle: text }),
      title: doc.title ?? "",
      about: { author: doc.author ?? "", rules: doc.rules ?? "" },
      link: async () => new URL(await addressOf(text), location.href).href,
      filled: (values) => JSON.stringify({ ...JSON.parse(text), givens: Object.fromEntries(values.map((value, i) => [nameAt(Math.floor(i / doc.columns), i % doc.columns), [value]])) }),
    };
  }

  #resize() {
    const size = Number(select("draft-size").value);
    const { rows, columns } = this.#size;
    const same = size === Math.max(rows, columns);
    this.#leave();
    this.draft.resize(same ? rows : size, same ? columns : size, Number(select("draft-low").value));
    this.#selected = [nameAt(0, 0)];
    if (this.tool === "regions" && !this.draft.doc.regions) this.tool = "givens";
    this.#changed();
  }

  /** A line from its other end, a clue along its other diagonal, a sign the other way. */
  #turn() {
    const one = this.#one;
    if (!one?.cells) return;
    const kind = this.#kindNamed(one.kind);
    if (kind?.way !== "diagonal" && kind?.way !== "outside") return this.#replace(this.#oneAt, { ...one, cells: [...one.cells].reverse() });
    const choices = linesFrom(clueOf(one.cells), this.#size, kind.way === "diagonal");
    const other = choices.find((cells) => cells.join() !== one.cells?.join());
    if (other) this.#replace(this.#oneAt, { ...one, cells: other });
  }

  /** What was begun with the finger is not meant. */
  #letGo() {
    if (!this.#drag) return;
    this.#drag = null;
    this.#gathered = [];
    this.#draw();
  }

  #drawZoom() {
    const { scale, most } = this.zoom;
    byId("draft-frame").toggleAttribute("data-zoomed", scale > 1);
    hide(byId("draft-zoom"), most < 1.3);
    byId("draft-smaller").ariaDisabled = String(scale <= 1);
    byId("draft-larger").ariaDisabled = String(scale >= most);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button || !this.#board || !event.isPrimary || this.zoom.pinching) return;
    const place = this.#board.placeOf(event);
    const cell = cellAt(place, this.#size);
    const kind = this.#kind;
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    event.preventDefault();
    if (event.isTrusted) byId("draft-board").setPointerCapture(event.pointerId);
    this.#drag = { place, cell, fresh: true, letter: "" };
    this.#typed.at = 0;
    if (this.#changing && this.#one && cell) return this.#toggle(cell);
    if (!cell) return;
    if (this.tool === "regions") {
      this.#drag.letter = more || this.draft.regionOf(cell) === "." ? this.draft.freeLetter : this.draft.regionOf(cell);
      this.#gathered = [cell];
    } else if (kind && (GATHERED.includes(kind.way) || kind.way === "spots")) {
      this.#gathered = more ? [...this.#gathered.filter((one) => one !== cell), cell] : [cell];
    } else if (!kind) this.#selected = more ? (this.#selected.includes(cell) ? this.#selected.filter((one) => one !== cell) : [...this.#selected, cell]) : [cell];
    if (kind) this.#selected = [cell];
    if (!kind) this.#one = null;
    this.#board.focusCell(this.#number(this.#cursor));
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || !this.#board) return;
    const place = this.#board.placeOf(event);
    const kind = this.#kind;
    const cell = cellAt(place, this.#size, kind?.way === "line");
    if (!cell || cell === drag.cell) return;
    drag.cell = cell;
    drag.fresh = false;
    if (this.#changing && this.#one) return this.#toggle(cell, true);
    if (this.tool === "regions" || (kind && kind.way !== "line" && (GATHERED.includes(kind.way) || kind.way === "spots"))) {
      if (this.#gathered.length) this.#gathered = [...new Set([...this.#gathered, cell])];
    } else if (kind?.way === "line") this.#gathered = drawnOn(this.#gathered, cell, kind.twice ?? false);
    else if (!kind && !this.#selected.includes(cell)) this.#selected = [...this.#selected, cell];
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    const kind = this.#kind;
    this.#drag = null;
    if (!drag || this.#changing) return;
    if (this.tool === "regions") {
      const cells = this.#gathered;
      this.#gathered = [];
      if (cells.length && this.draft.paint(cells, drag.letter)) this.#changed();
      return;
    }
    if (!kind) return;
    if (kind.way === "spots") {
      const cells = this.#gathered;
      this.#gathered = [];
      if (cells.length) this.#spot(kind, cells);
      return this.#draw();
    }
    if (!GATHERED.includes(kind.way)) return this.#put(kind, pressed(kind, drag.place, this.#size));
    if (!this.#gathered.length || event.shiftKey || event.ctrlKey || event.metaKey) return;
    // A press on a cell of one that is there takes that in hand.
    const there = drag.fresh && this.#gathered.length === 1 && !this.#sets.length ? this.draft.constraints.findLast((one) => one.kind === kind.kind && [...(one.cells ?? []), ...(one.sets ?? []).flat()].includes(drag.cell)) : undefined;
    if (there) return this.#hold(there);
    this.#finish();
  }

  /** A cell more or less of the constraint in hand. @param {string} cell @param {boolean} [only] only more */
  #toggle(cell, only = false) {
    const one = this.#one;
    if (!one?.cells) return;
    const there = one.cells.includes(cell);
    if (there && (only || one.cells.length === 1)) return;
    this.#replace(this.#oneAt, { ...one, cells: there ? one.cells.filter((other) => other !== cell) : [...one.cells, cell] });
  }

  // Keys.

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was used */
  key(event) {
    const { key, code, shiftKey, target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (event.isComposing || event.altKey) return false;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) {
      if (key !== "Escape" || target.type === "search") return false;
      this.focus();
      return true;
    }
    if (control && key.toLowerCase() === "z") return this.#travel(shiftKey ? 1 : -1), true;
    if (control && key.toLowerCase() === "y") return this.#travel(1), true;
    if (key === "Escape") {
      const busy = this.#gathered.length || this.#sets.length || this.#one || this.tool !== "givens";
      if (!busy) return false;
      if (this.#gathered.length || this.#sets.length || this.#one) this.#leave();
      else this.tool = "givens";
      this.#say("");
      this.#draw();
      return true;
    }
    const onBoard = target instanceof Element && target.closest(".field-board");
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
    if (digit) return this.#type(Number(digit), false, this.#several !== (shiftKey || control)), true;
    if (key === "Backspace") return this.#untype() || (this.#erase(), true);
    if (key === "Delete") return this.#erase(), true;
    if (!onBoard) return false;
    if (!control && "+=-".includes(key)) return this.zoom.step(key === "-" ? -1 : 1), true;
    if (control && key.toLowerCase() === "a" && this.tool === "givens") {
      this.#selected = this.#board?.cells.map((cell) => cell.dataset.cell ?? "") ?? [];
      return this.#draw(), true;
    }
    const way = ARROWS[key] ?? (shiftKey && this.#kind && GATHERED.includes(this.#kind.way) ? SLANTS[key] : undefined);
    if (way) return this.#arrow(way, shiftKey || control), true;
    const kind = this.#kind;
    const cursor = this.#cursor;
    if (key === " " && this.tool === "regions") {
      if (this.draft.paint([cursor], this.draft.freeLetter)) this.#changed();
      return this.#say(this.app.i18n.t("draft.region.painted", { cell: cursor, n: 1 })), true;
    }
    if (key === " " && this.#changing && this.#one) return this.#toggle(cursor), this.#say(this.#nameOf(this.#one)), true;
    if (key === " ") {
      if (!kind) return false;
      if (kind.way === "spots") this.#spot(kind, [cursor]);
      else if (kind.way === "corner") this.#putSquare(kind, cursor);
      else if (GATHERED.includes(kind.way)) {
        this.#one = null;
        this.#gathered = this.#gathered.includes(cursor) ? this.#gathered.filter((cell) => cell !== cursor) : [...this.#gathered, cursor];
        this.#say(this.app.i18n.t("draft.gathered", { cells: this.#gathered.join(" ") }));
        this.#draw();
      } else this.#say(this.app.i18n.t(`draft.way.${kind.way}`));
      return true;
    }
    if (key === "Enter") {
      if (this.#gathered.length || this.#sets.length) this.#finish();
      else if (this.#one) this.#hold(null);
      else if (kind?.way === "spots") this.#spot(kind, [cursor]);
      else if (kind?.way === "corner") this.#putSquare(kind, cursor);
      return true;
    }
    return false;
  }

  /** @param {Kind} kind @param {string} cell */
  #putSquare(kind, cell) {
    const { row, column } = placeOf(cell);
    const square = squareFrom(row, column, this.#size);
    if (square) this.#put(kind, [square]);
    else this.#say(this.app.i18n.t("draft.offBoard"));
  }

  /** @param {{dr: number, dc: number}} way @param {boolean} more with Shift */
  #arrow(way, more) {
    const kind = this.#kind;
    const { rows, columns } = this.#size;
    if (more && kind && ["side", "outside", "diagonal"].includes(kind.way)) {
      if (kind.way !== "side") return this.#put(kind, linesFrom(beside(this.#cursor, way, this.#size), this.#size, kind.way === "diagonal"));
      const pair = sideBeside(this.#cursor, way, this.#size);
      return pair ? this.#put(kind, [pair]) : this.#say(this.app.i18n.t("draft.offBoard"));
    }
    const { row, column } = placeOf(this.#cursor);
    const [down, right] = [row + way.dr, column + way.dc];
    const to = nameAt((down + rows) % rows, (right + columns) % columns);
    // What is drawn does not go round to the other side.
    const off = down < 0 || right < 0 || down >= rows || right >= columns;
    if (more && off && (kind ? GATHERED.includes(kind.way) : this.tool === "regions")) return this.#say(this.app.i18n.t("draft.offBoard"));
    if (more && this.tool === "regions") {
      const letter = this.draft.regionOf(this.#cursor);
      this.#selected = [to];
      this.#board?.focusCell(this.#number(to));
      if (letter !== "." && this.draft.regionOf(to) !== letter && this.draft.paint([to], letter)) this.#changed();
      return this.#say(this.app.i18n.t("draft.region.painted", { cell: to, n: this.draft.countIn(letter) }));
    }
    if (more && kind && GATHERED.includes(kind.way)) {
      this.#one = null;
      const path = this.#gathered.length ? this.#gathered : [this.#cursor];
      const back = to === path.at(-2);
      this.#gathered = back ? path.slice(0, -1) : path.includes(to) && !kind.twice ? path : [...path, to];
      this.#say(this.app.i18n.t("draft.gathered", { cells: this.#gathered.join(" ") }));
    }
    this.#selected = more && !kind ? [...this.#selected.filter((cell) => cell !== to), to] : [to];
    this.#typed.at = 0;
    this.#board?.focusCell(this.#number(to));
    if (this.#board) this.zoom.reveal(this.#board.cells[this.#number(to)]);
    this.#draw();
  }

  // Rules in words.

  /** Rules as sentences, from the board and the kinds, in the language of now. */
  #compose() {
    const { i18n } = this.app;
    const { doc } = this.draft;
    const [low, high] = doc.values;
    const board = doc.free ? "draft.rules.free" : doc.regions ? "draft.rules.regions" : doc.boxes.length ? "draft.rules.boxes" : "draft.rules.lines";
    const told = this.#seen?.answer.drawing.rules ?? [];
    const kinds = [...new Set(this.draft.constraints.map(({ kind }) => kind))].flatMap(/** @returns {{ name: string, rule: string }[]} */ (name) => {
      const rules = told.filter(({ kind }) => kind === name);
      const alone = this.#kindNamed(name);
      return rules.length || !alone ? rules : [alone];
    });
    const rules = [i18n.t(board, { low, high }), ...kinds.map(({ name, rule }) => i18n.t("draft.rules.kind", { name, rule }))];
    this.draft.change({ rules: rules.join("\n") });
    this.#changed();
  }

  // What is seen.

  #drawAll() {
    this.#drawPalette();
    this.#draw();
    this.#drafts().then((all) => this.#drawDrafts(all));
  }

  #draw() {
    if (!this.#table) return;
    this.#drawBoard();
    afterFrame("draft", () => this.#drawBeside());
  }

  /** The regions of the draft, each a list of cells. */
  get #regions() {
    const { rows, columns, boxes, regions } = this.draft.doc;
    /** @type {Map<string, string[]>} */
    const of = new Map();
    const [high, wide] = boxes;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const letter = regions ? regions[row]?.[column] ?? "." : boxes.length ? `${Math.floor(row / high)} ${Math.floor(column / wide)}` : ".";
        if (letter !== ".") of.set(letter, [...(of.get(letter) ?? []), nameAt(row, column)]);
      }
    }
    return [...of.values()];
  }

  /** What there is to draw of the draft as it is now, as far as the last answer tells. @returns {import("../engine/types.js").Drawing} */
  get #drawing() {
    const { doc, constraints } = this.draft;
    const before = this.#seen?.doc.constraints ?? [];
    const marks = (this.#seen?.answer.drawing.marks ?? []).flatMap((mark) => {
      const constraint = constraints.indexOf(before[mark.constraint]);
      return constraint < 0 ? [] : [{ ...mark, constraint }];
    });
    return { puzzle: "", rows: doc.rows, columns: doc.columns, low: doc.values[0], high: doc.values[1], regions: this.#regions, marks, answers: [] };
  }

  #drawBoard() {
    const { draft } = this;
    const { i18n } = this.app;
    const drawing = this.#drawing;
    // Room for clues as soon as there is one, drawn or not, so that the board does not move under a finger later.
    const ring = [this.tool, ...draft.constraints.map((one) => one.kind)].some((name) => ["outside", "diagonal"].includes(this.#kindNamed(name)?.way ?? ""));
    const element = /** @type {import("../board/board.js").Board} */ (byId("draft-board"));
    const layout = layoutOf(drawing, ring);
    if (!this.#board || !this.#board.redraw(layout)) {
      const focused = element.contains(document.activeElement);
      element.lay(layout);
      this.#board = element;
      for (const name of ["--columns", "--ratio"]) byId("draft-frame").style.setProperty(name, element.style.getPropertyValue(name));
      this.zoom.columns = layout.box.width / UNIT;
      afterFrame("draft-zoom", () => this.#drawZoom());
      if (focused) this.focus();
    }
    const { known } = this.verdict;
    const current = this.#seen?.doc === draft.doc && this.verdict.puzzle === this.#seen.answer.sound;
    const shows = byId("draft-true").getAttribute("aria-pressed") === "true" && current && known && known.outcome !== "none";
    const parts = this.#lit.length ? this.#lit : (current && known?.clash) || [];
    const clash = new Set([...parts.flatMap((part) => ("given" in part && !this.#lit.length ? [part.given] : [])), ...(this.#seen?.doc === draft.doc ? this.#seen.answer.faults : []).flatMap(({ constraint, cells }) => (constraint < 0 ? cells : []))]);
    const chosen = new Set([...this.#selected, ...(this.#one ? [] : this.#gathered)]);
    const lit = new Set(this.#lit.flatMap((part) => ("given" in part ? [part.given] : [])));
    /** @type {Map<string, string[]>} */
    const under = new Map();
    for (const one of draft.constraints) for (const cell of cellsOf(one)) under.set(cell, [...(under.get(cell) ?? []), this.#nameOf(one)]);
    const setOf = (/** @type {readonly string[]} */ values) => values.reduce((set, value) => set | bitOf(Number(value) - drawing.low + 1), 0);
    /** @type {string[]} */
    const labels = [];
    this.#board.draw({
      label: i18n.t("draft.boardOf", { rows: drawing.rows, columns: drawing.columns }),
      lang: i18n.lang,
      labelOf: (n) => labels[n],
      selected: [...chosen, ...lit, ...this.#selected.slice(-1)].map((cell) => this.#number(cell)).filter((n, i, all) => n >= 0 && all.lastIndexOf(n) === i),
      cells: this.#board.cells.map((element, n) => {
        const name = element.dataset.cell ?? "";
        const value = draft.valueOf(name);
        const texts = draft.doc.givens?.[name] ?? [];
        const left = (known?.candidates && shows ? `${known.candidates[n] ?? ""} ${known.open[n] ?? ""}`.trim() : "").split(drawing.high > 9 ? /\s+/ : /\s*/).filter(Boolean);
        const mask = value === null ? texts.map(String) : [];
        const centre = value !== null ? [] : mask.length ? mask : left.length < drawing.high - drawing.low + 1 ? left : [];
        const { row, column } = placeOf(name);
        const label = [
          i18n.t(`page.cell.${value === null ? "empty" : "given"}`, { row: row + 1, column: column + 1, digit: value ?? 0 }),
          mask.length > 0 && i18n.t("page.cell.confined", { list: this.#either(texts) }),
          (mask.length ? left : centre).length > 0 && i18n.t("draft.cell.true", { list: (mask.length ? left : centre).join(" ") }),
          ...(under.get(name) ?? []).slice(0, 6),
          clash.has(name) && i18n.t("page.cell.conflict"),
        ];
        labels.push(label.filter(Boolean).join(i18n.t("list.separator")));
        const many = centre.length > 5;
        return {
          digit: value === null ? 0 : value - drawing.low + 1,
          kind: value === null ? "empty" : "given",
          corner: setOf(many ? centre : []),
          centre: setOf(many ? [] : centre),
          selected: chosen.has(name) || lit.has(name),
          readOnly: value !== null,
          conflict: clash.has(name),
          confined: mask.length > 0,
          out: setOf(left.length ? mask.filter((one) => !left.includes(one)) : []),
          more: labels[n],
        };
      }),
    });
    const out = [...(this.#oneAt >= 0 ? [this.#oneAt] : []), ...(this.#lit.length || this.#one ? this.#lit : parts).flatMap((part) => ("index" in part ? [part.index] : []))];
    this.#board.point(out);
    const clashing = new Set(((current && known?.clash) || []).flatMap((part) => ("index" in part ? [part.index] : [])));
    for (const mark of element.querySelectorAll("[data-constraint]")) mark.classList.toggle("clash", clashing.has(Number(mark.getAttribute("data-constraint"))));
    this.#drawSketch(new Set(drawing.marks?.map(({ constraint }) => constraint)));
  }

  /** What is being gathered, and constraints that the drawing does not have. @param {ReadonlySet<number>} drawn */
  #drawSketch(drawn) {
    const { columns } = this.draft.doc;
    const board = this.#board;
    if (!board) return;
    const middle = (/** @type {string} */ name) => {
      const { row, column } = placeOf(name);
      return { x: column * UNIT + 5, y: row * UNIT + 5 };
    };
    const line = (/** @type {readonly string[]} */ cells) => cells.map(middle).map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
    /** @type {SVGElement[]} */
    const all = [];
    const add = (/** @type {readonly string[]} */ cells, /** @type {string} */ way, /** @type {string} */ look, text = "") => {
      cells = cells.filter((name) => this.#number(name) >= 0);
      if (!cells.length) return;
      const between = cells.map(middle).reduce((sum, at) => ({ x: sum.x + at.x / cells.length, y: sum.y + at.y / cells.length }), { x: 0, y: 0 });
      let { x, y } = middle(cells[0]);
      if (way === "line") all.push(svg("path", { class: `sketch-line ${look}`, d: `${line(cells)}${cells.length > 1 ? "" : "h.01"}` }));
      else if (way === "side" || way === "corner") {
        all.push(svg("circle", { class: `sketch-dot ${look}`, cx: between.x, cy: between.y, r: 1.8 }));
        ({ x, y } = between);
      } else if (way === "outside" || way === "diagonal") {
        const clue = clueOf(cells);
        [x, y] = [clue.x * UNIT, clue.y * UNIT];
        all.push(svg("rect", { class: `sketch-place ${look}`, x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2, rx: 1 }));
      } else all.push(svg("path", { class: `sketch-area ${look}`, d: outline(cells.map((cell) => cellOf(cell, columns)), 1, columns) }));
      if (text) all.push(svg("text", { class: "sketch-text", x, y: y + 1.2, "font-size": 3.4 }, text));
    };
    const way = this.#kind?.way ?? "cells";
    for (const set of this.#sets) add(set, way, "");
    add(this.#gathered, way, "");
    this.draft.constraints.forEach((one, i) => {
      const kind = this.#kindNamed(one.kind);
      // What is not drawn, as it is made of others or of cells beside the board, shows where it is.
      if (one === this.#one && (!kind || (!drawn.has(i) && cellsOf(one).some((cell) => !(this.#number(cell) >= 0))))) add(cellsOf(one), "cells", "held");
      if (!kind || kind.way === "board" || drawn.has(i)) return;
      // Where nothing answers it is to be seen all the same; what is at fault stays so.
      for (const cells of [one.cells ?? [], ...(one.sets ?? [])]) add(cells, kind.way, this.#faultsOf(i).length ? "fault" : one === this.#one ? "held" : "", kind.any && one.numbers?.[0] === 0 ? "" : kind.typed === "number" || kind.typed === "values" ? (one.numbers ?? []).join(" ") || "?" : "");
    });
    board.sketch.replaceChildren(...all);
  }

  /** What is wrong with a constraint. @param {number} index */
  #faultsOf(index) {
    const { doc } = this.draft;
    const before = this.#seen?.doc.constraints ?? [];
    const one = doc.constraints?.[index];
    return (this.#seen?.answer.faults ?? []).filter(({ constraint }) => constraint >= 0 && before[constraint] === one);
  }

  /** What a constraint is called. @param {Constraint} one */
  #nameOf(one) {
    const at = this.#seen?.doc.constraints?.indexOf(one) ?? -1;
    const name = at >= 0 ? this.#seen?.answer.drawing.constraints?.[at] : undefined;
    const kind = this.#kindNamed(one.kind);
    const clue = kind?.typed === "word" ? kind.words?.find(({ word }) => word === (one.text || String(one.numbers?.[0])))?.name : kind?.typed === "text" ? one.text : kind?.any && one.numbers?.[0] === 0 ? "" : (one.numbers ?? []).join(" ");
    const plain = [kind?.name ?? one.kind, [...(one.cells ?? []), ...(one.sets ?? []).flat()].join(" ")].filter(Boolean).join(" ");
    return clue ? this.app.i18n.t("draft.rules.kind", { name: name ?? plain, rule: clue }) : name ?? plain;
  }

  #drawBeside() {
    const { draft } = this;
    const { i18n } = this.app;
    const held = document.activeElement;
    /** @type {HTMLButtonElement} */ (byId("draft-undo")).disabled = draft.at === 0;
    /** @type {HTMLButtonElement} */ (byId("draft-redo")).disabled = draft.isLast;
    // What can be pressed no more loses the focus.
    if (held instanceof HTMLButtonElement && held.disabled) this.focus();
    this.#drawTools();
    this.#drawOne();
    this.#drawPad();
    hide(byId("draft-several"), !!this.#one || this.tool === "regions");
    byId("draft-several").setAttribute("aria-pressed", String(this.#several));
    this.#drawList();
    this.#drawBox();
    this.#drawVerdict(false);
    const gathering = this.#gathered.length > 0 || this.#sets.length > 0;
    hide(byId("draft-finish"), !gathering || !!this.#drag);
    for (const [id, text] of [["draft-name", draft.doc.title], ["draft-author", draft.doc.author], ["draft-rules", draft.doc.rules]]) if (input(id ?? "").value !== (text ?? "")) input(id ?? "").value = text ?? "";
    const kind = this.#kind;
    write(byId("draft-rule"), kind ? i18n.sentences(kind.rule, i18n.t(`draft.way.${kind.way}`)) : i18n.t(this.tool === "regions" ? "draft.way.regions" : "draft.way.givens"));
    for (const button of byId("draft-kinds").querySelectorAll("[data-kind]")) {
      const name = /** @type {HTMLElement} */ (button).dataset.kind ?? "";
      const word = /** @type {HTMLElement} */ (button).dataset.word;
      if (button instanceof HTMLInputElement) button.checked = this.#switched(name, word) >= 0;
      else button.setAttribute("aria-pressed", String(this.tool === name));
    }
  }

  /** Where the constraint of a switch is; -1: off. @param {string} kind @param {string} [word] */
  #switched(kind, word) {
    return this.draft.constraints.findIndex((one) => one.kind === kind && (word === undefined || one.text === word || String(one.numbers?.[0]) === word));
  }

  /** @param {Kind} kind @param {string} [word] */
  #switch(kind, word) {
    const at = this.#switched(kind.kind, word);
    this.#leave();
    if (at >= 0) {
      this.draft.remove(at);
      return this.#changed();
    }
    const numeric = word !== undefined && !Number.isNaN(Number(word));
    // One word at a time, unless they are numbers, which may stand side by side.
    const others = word !== undefined && !numeric ? this.draft.constraints.filter((one) => one.kind !== kind.kind) : this.draft.constraints;
    /** @type {Constraint} */
    const one = { kind: kind.kind, ...(word === undefined ? this.#first(kind) : numeric ? { numbers: [Number(word)] } : { text: word }) };
    this.draft.change({ constraints: [...others, one] });
    if (kind.typed === "values") this.#one = one;
    this.#changed();
  }

  #drawPalette() {
    const table = this.#table;
    if (!table) return;
    byId("draft-kinds").replaceChildren(
      ...table.families.map(({ family, name }) => {
        const section = document.createElement("section");
        section.append(Object.assign(document.createElement("h3"), { textContent: name }));
        const chips = Object.assign(document.createElement("div"), { className: "draft-chips" });
        for (const kind of table.kinds.filter((one) => one.family === family)) chips.append(...this.#choicesOf(kind));
        section.append(chips);
        return section;
      }),
    );
    this.#filter();
  }

  /** What picks a kind: a button, or a switch for each of its words. @param {Kind} kind @returns {HTMLElement[]} */
  #choicesOf(kind) {
    if (kind.way !== "board") {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: kind.name, title: kind.rule });
      button.dataset.kind = kind.kind;
      button.addEventListener("click", () => {
        // Where the screen is narrow the list makes way for what comes below it.
        if (matchMedia("(max-width: 820px)").matches) byId("draft-palette").removeAttribute("open");
        this.#pick(this.tool === kind.kind ? "givens" : kind.kind);
      });
      return [button];
    }
    return (kind.words ?? [undefined]).map((word) => {
      const label = Object.assign(document.createElement("label"), { className: "check", title: kind.rule });
      const box = Object.assign(document.createElement("input"), { type: "checkbox" });
      box.dataset.kind = kind.kind;
      if (word) box.dataset.word = word.word;
      box.addEventListener("change", () => this.#switch(kind, word?.word));
      label.append(box, Object.assign(document.createElement("span"), { textContent: word ? `${kind.name}: ${word.name}` : kind.name }));
      return label;
    });
  }

  /** Only the kinds that are looked for. */
  #filter() {
    const wanted = input("draft-search").value.trim().toLowerCase();
    for (const section of byId("draft-kinds").querySelectorAll("section")) {
      let any = false;
      for (const choice of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-kind]"))) {
        const kind = this.#kindNamed(choice.dataset.kind ?? "");
        const fits = !wanted || [kind?.kind, kind?.name, kind?.rule].some((text) => text?.toLowerCase().includes(wanted));
        hide(choice.closest("label") ?? choice, !fits);
        any ||= fits;
      }
      hide(/** @type {HTMLElement} */ (section), !any);
    }
  }

  /** The tools at hand: givens, regions, and the kinds that the puzzle has. */
  #drawTools() {
    const { i18n } = this.app;
    const used = [...new Set([...this.draft.constraints.map(({ kind }) => kind), this.tool])].map((name) => this.#kindNamed(name)).filter((kind) => kind && kind.way !== "board");
    const tools = [["givens", i18n.t("draft.givens")], ...(this.draft.doc.regions ? [["regions", i18n.t("draft.regions")]] : []), ...used.map((kind) => [kind?.kind ?? "", kind?.name ?? ""])];
    const now = JSON.stringify([this.tool, tools]);
    const box = byId("draft-tools");
    if (box.dataset.now === now) return;
    box.dataset.now = now;
    const focused = box.contains(document.activeElement);
    box.replaceChildren(
      ...tools.map(([tool, name]) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        button.dataset.tool = tool;
        button.setAttribute("aria-pressed", String(this.tool === tool));
        button.addEventListener("click", () => this.#pick(tool));
        return button;
      }),
    );
    if (focused) this.focus();
  }

  /** The constraint in hand. */
  #drawOne() {
    const one = this.#one;
    const { i18n } = this.app;
    hide(byId("draft-one"), !one);
    if (!one) return;
    const kind = this.#kindNamed(one.kind);
    write(byId("draft-one-name"), this.#nameOf(one));
    const rule = kind?.rule ?? this.#seen?.answer.drawing.rules?.find((rule) => rule.kind === one.kind)?.rule;
    write(byId("draft-one-rule"), i18n.sentences(rule, ...this.#faultsOf(this.#oneAt).map(({ reason }) => reason)));
    const typed = kind?.typed ?? "";
    hide(byId("draft-clue-label"), !typed);
    hide(byId("draft-clue"), typed === "word");
    hide(byId("draft-word"), typed !== "word");
    if (typed) write(byId("draft-clue-name"), i18n.t(`draft.clue.${typed}`));
    const clue = input("draft-clue");
    const text = typed === "text" ? one.text ?? "" : kind?.any && one.numbers?.[0] === 0 ? "" : (one.numbers ?? []).join(" ");
    clue.inputMode = typed === "text" ? "text" : "numeric";
    if (document.activeElement !== clue && clue.value !== text) clue.value = text;
    if (typed === "word" && kind?.words) {
      select("draft-word").replaceChildren(...kind.words.map(({ word, name }) => new Option(name, word)));
      select("draft-word").value = one.text || String(one.numbers?.[0]);
    }
    const way = kind?.way ?? "";
    hide(byId("draft-change"), !["line", "cells", "spots"].includes(way));
    byId("draft-change").setAttribute("aria-pressed", String(this.#changing));
    hide(byId("draft-turn"), !(["line", "diagonal"].includes(way) || kind?.shape === "greater"));
  }

  #drawPad() {
    const { i18n } = this.app;
    const [low, high] = this.draft.doc.values;
    const pad = byId("draft-values");
    const typed = this.#one && this.#kindNamed(this.#one.kind)?.typed;
    const clue = typed === "number";
    const now = `${clue} ${low} ${high} ${i18n.lang}`;
    if (pad.dataset.now === now) return;
    pad.dataset.now = now;
    const values = clue ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] : Array.from({ length: high - low + 1 }, (_, i) => low + i);
    const button = (/** @type {string} */ html, /** @type {() => void} */ run) => {
      const one = Object.assign(document.createElement("button"), { type: "button", innerHTML: html });
      one.addEventListener("mousedown", (event) => event.preventDefault());
      one.addEventListener("click", () => {
        run();
        this.focus();
      });
      return one;
    };
    const eraser = button(icon("erase"), () => this.#untype() || this.#erase());
    eraser.setAttribute("aria-label", i18n.t("page.erase"));
    pad.replaceChildren(
      ...values.map((value) => {
        const one = button(String(value), () => this.#type(value, !clue));
        one.dataset.value = String(value);
        return one;
      }),
      eraser,
    );
  }

  #drawList() {
    const { i18n } = this.app;
    const { constraints } = this.draft;
    write(byId("draft-list-name"), i18n.count("draft.list", constraints.length));
    const items = constraints.map((one, i) => [this.#nameOf(one), this.#faultsOf(i).length > 0, one === this.#one]);
    const now = JSON.stringify(items);
    const list = byId("draft-list");
    if (list.dataset.now === now) return;
    list.dataset.now = now;
    const had = list.contains(document.activeElement) ? [...list.children].findIndex((item) => item.contains(document.activeElement)) : -1;
    list.replaceChildren(
      ...items.map(([name, fault, held], i) => {
        const item = document.createElement("li");
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: String(name) });
        button.setAttribute("aria-pressed", String(held));
        button.classList.toggle("fault", Boolean(fault));
        button.addEventListener("click", () => this.#hold(held ? null : constraints[i]));
        item.append(button);
        return item;
      }),
    );
    if (had >= 0) list.children[had]?.querySelector("button")?.focus();
  }

  #drawBox() {
    const { i18n } = this.app;
    const { rows, columns, values, boxes, regions, free } = this.draft.doc;
    const size = select("draft-size");
    const longer = String(Math.max(rows, columns));
    if (![...size.options].some(({ value }) => value === longer)) size.append(new Option(`${rows} × ${columns}`, longer));
    size.value = longer;
    const box = select("draft-boxes");
    const choices = [...boxesFor(rows, columns).map(([high, wide]) => [`${high}x${wide}`, `${high} × ${wide}`]), ["", i18n.t("draft.boxes.none")], ["regions", i18n.t("draft.boxes.regions")]];
    const now = JSON.stringify(choices);
    if (box.dataset.now !== now) {
      box.dataset.now = now;
      box.replaceChildren(...choices.map(([value, name]) => new Option(name, value)));
    }
    box.value = regions ? "regions" : boxes.join("x");
    select("draft-low").value = String(values[0]);
    input("draft-free").checked = free ?? false;
  }

  /** @param {readonly {id: string, doc: import("./draft.js").Doc, omitted?: readonly string[]}[]} all */
  #drawDrafts(all) {
    const { i18n } = this.app;
    const list = select("draft-drafts");
    hide(byId("draft-drafts-label"), all.length < 2);
    const options = all.map(({ id, doc }) => [id, doc.title || i18n.t("draft.untitled", { rows: doc.rows, columns: doc.columns, n: (doc.constraints ?? []).length, givens: Object.keys(doc.givens ?? {}).length })]);
    if (!all.some(({ id }) => id === this.#id)) options.unshift([this.#id, i18n.t("draft.unset")]);
    const now = JSON.stringify(options);
    if (list.dataset.now !== now) {
      list.dataset.now = now;
      list.replaceChildren(...options.map(([id, name]) => new Option(name, id)));
    }
    list.value = this.#id;
  }

  /** @param {boolean} [board] whether the board is drawn, too */
  #drawVerdict(board = true) {
    if (!this.#table) return;
    const { i18n } = this.app;
    const { known } = this.verdict;
    const current = this.#seen?.doc === this.draft.doc;
    const faults = current ? this.#seen?.answer.faults ?? [] : [];
    const trouble = this.#trouble ?? this.verdict.trouble;
    const box = byId("draft-verdict");
    const state = trouble ? "offline" : !known || !current ? "checking" : known.outcome !== "found" ? known.outcome : known.count > 1 ? "several" : known.complete ? "unique" : "undecided";
    box.dataset.state = state;
    write(
      box,
      trouble ? trouble(i18n)
      : state === "checking" ? i18n.t("page.badge.checking")
      : state === "several" ? i18n.count(known?.complete ? "page.set.solutions" : "page.set.atLeast", known?.count ?? 0)
      : state === "unique" ? i18n.t("page.set.unique")
      : state === "none" ? i18n.t("page.set.none")
      : i18n.t("draft.undecided"),
    );
    const spare = state === "unique" ? known?.spare : null;
    const clash = state === "none" ? known?.clash : null;
    const cut = Boolean(known?.given);
    const note = [
      faults.length && i18n.count("draft.faults", faults.length),
      state === "none" && (clash ? clash.length && i18n.count(cut ? "draft.clash.cut" : "draft.clash", clash.length) : i18n.t("draft.clash.seeking")),
      state === "unique" && (spare ? (spare.length ? i18n.count(cut ? "draft.spare.cut" : "draft.spare", spare.length) : i18n.t(cut ? "draft.undecided" : "draft.minimal")) : i18n.t("draft.spare.seeking")),
    ];
    write(byId("draft-note"), i18n.sentences(...note));
    write(byId("draft-parts-name"), spare?.length ? i18n.t("draft.spare.name") : clash?.length ? i18n.t("draft.clash.name") : "");
    const list = byId("draft-faults");
    const reasons = faults.slice(0, 6).map(({ reason }) => reason);
    hide(list, !reasons.length);
    if (list.dataset.now !== reasons.join("\n")) {
      list.dataset.now = reasons.join("\n");
      list.replaceChildren(...faults.slice(0, 6).map(({ reason, constraint }) => {
        const item = document.createElement("li");
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: reason, className: "quiet" });
        button.addEventListener("click", () => constraint >= 0 && this.#hold(this.draft.constraints[constraint] ?? null));
        item.append(button);
        return item;
      }));
    }
    this.#drawParts(spare ?? clash ?? [], Boolean(spare));
    hide(byId("draft-suggest"), state !== "several" && state !== "undecided");
    this.#drawClues();
    if (board && this.isSeen) this.#drawBoard();
  }

  /** What could go, or what clashes: a press has it stand out, and it can be taken away. @param {readonly import("./verdict.js").Part[]} parts @param {boolean} spare */
  #drawParts(parts, spare) {
    const { i18n } = this.app;
    const box = byId("draft-parts");
    const now = JSON.stringify([parts, spare, this.#lit, i18n.lang]);
    if (box.dataset.now === now) return;
    box.dataset.now = now;
    const had = [...box.children].indexOf(/** @type {Element} */ (document.activeElement));
    box.replaceChildren(
      ...parts.map((part) => {
        const one = "index" in part ? this.draft.constraints[part.index] : null;
        const name = "given" in part ? i18n.t("draft.given", { cell: part.given, value: this.#either(this.draft.doc.givens?.[part.given] ?? []) }) : one ? this.#nameOf(one) : part.name;
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        button.className = spare ? "spare" : "clash";
        button.setAttribute("aria-pressed", String(this.#lit.some((other) => JSON.stringify(other) === JSON.stringify(part))));
        button.addEventListener("click", () => {
          const lit = this.#lit.some((other) => JSON.stringify(other) === JSON.stringify(part));
          this.#leave();
          this.#lit = lit ? [] : [part];
          if (!lit && one) this.#one = one;
          if (!lit && "given" in part) [this.tool, this.#selected] = ["givens", [part.given]];
          this.#draw();
        });
        return button;
      }),
    );
    const next = box.children[Math.min(had, parts.length - 1)];
    if (had >= 0) (next instanceof HTMLElement ? next.focus() : this.focus());
  }
}
