// @ts-check
/**
 * Puzzles of other boards and rules, played in the tab Play on the page's board, each with an
 * address of its own. What the puzzle looks like and what contradicts comes from the operations
 * drawing and conflicts; the game is the midend of any board, what helps assist.js, what cells weigh
 * weights.js.
 */
import { ASKED } from "../actions.js";
import { UNIT } from "../board/board.js";
import { layoutOf } from "../board/marks.js";
import { drawingOf } from "../board/view.js";
import { Zoom } from "../board/zoom.js";
import { combinationsLeft, lacking } from "../game/combinations.js";
import { clockText } from "../game/clock.js";
import { cellOf, drawnBoard, nameOf } from "../game/grid.js";
import { isOfCorners } from "../game/ink.js";
import { Midend } from "../game/midend.js";
import { isKept } from "../keep/games.js";
import { addressOf, unpacked } from "../keep/link.js";
import { newId } from "../keep/writer.js";
import { closeDialogs } from "../text/dialog.js";
import { styled } from "../text/late.js";
import { Omitted, omittedIn } from "../text/omitted.js";
import { afterFrame, byId, click, hide, make, textOf, write } from "../text/status.js";
import { Assist, withValues } from "./assist.js";
import { Readings, nameIn } from "./reading.js";
import { Weights } from "./weights.js";

await styled("field");

/** @typedef {Midend & {drawing: import("../engine/types.js").Drawing}} DrawnGame the game of a puzzle that is drawn @typedef {import("../keep/games.js").Kept} Kept */

/** Contradictions are asked for once the typing has paused for so long, in milliseconds. */
const PAUSE = 120;
/** So many contradictions are told. */
const TOLD = 4;
/** So many rules name a puzzle without a title. */
const NAMED = 2;
/** So many combinations of a constraint are told. */
const COMBINATIONS = 24;

/** What the original of a puzzle had, and the puzzle lacks. @param {{unknown?: readonly string[], cosmetic?: readonly string[]}} of */
const omittedOf = ({ unknown = [], cosmetic = [] }) => ({ unknown: [...unknown], cosmetic: [...cosmetic] });

/** A game to begin with. @param {Pick<Kept, "puzzle" | "title" | "rows" | "columns" | "rules" | "level">} about @returns {Kept} */
const newGame = (about) => ({ ...about, id: newId(), rev: 0, save: "", state: "new", line: "", filled: 0, total: 0, seconds: 0, helped: false, started: Date.now(), played: Date.now(), won: 0 });

const button = (/** @type {string} */ id, /** @type {string} */ text) => `<button type="button" id="field-${id}" data-t="${text}"></button>`;

/** What stands below the keys. */
const HTML = `
  <div id="field-omitted"></div>
  <section id="field-score" class="field-score" data-t-label="field.score" hidden><details id="field-weights"></details></section>
  <div id="field-here" class="hint" aria-live="polite"></div>
  <h2 data-t="page.about.rules"></h2>
  <p id="field-about" class="hint"></p>
  <p id="field-rules-text" class="field-text"></p>
  <ul id="field-rules" class="field-rules"></ul>
  <details id="field-read" class="field-read" hidden></details>
  <div class="row wrap">${button("candidates", "field.candidates")}${button("target", "field.score.play")}${button("set", "field.set")}</div>`;

const ZOOM = `
  <button type="button" id="field-smaller" class="quiet icon" data-t-label="field.zoom.out" data-t-title="field.zoom.out">−</button>
  <button type="button" id="field-larger" class="quiet icon" data-t-label="field.zoom.in" data-t-title="field.zoom.in">+</button>`;

/** The operations that buttons ask. */
const BUTTONS = { candidates: "candidates", set: "draft" };

export class PuzzlePlace {
  /** @type {DrawnGame | null} */
  game = null;
  /** That of the puzzle. */
  address = "";
  /** What of it is kept. @type {Kept | null} */
  #kept = null;
  /** @type {readonly import("../engine/types.js").Conflict[]} */
  #conflicts = [];
  /** The constraints that a cell belongs to, as indices. @type {Map<number, number[]>} */
  #constraintsOf = new Map();
  /** The kind whose marks stand out. */
  #pointed = "";
  /** What a value was put down as. */
  #mode = "digit";
  /** The names are those of another language. */
  renamed = () => {};
  /** How the board is laid out. @type {import("../board/board.js").Layout | undefined} */
  layout;
  /** What the puzzle is called. */
  name = "";
  /** Actions that mean nothing here. @type {readonly string[]} */
  lacks = [];
  /** How many puzzles were to be opened. */
  #opening = 0;
  /** A puzzle that could not be opened, as nobody answered. */
  #wanted = "";
  /** What nobody has judged, as nobody answered: a move, or a puzzle just opened. @type {"" | "move" | "opened"} */
  #unjudged = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.side = make("section", { id: "field", className: "rules-side", hidden: true, innerHTML: HTML });
    byId("coaches").after(this.side);
    this.sizes = make("span", { id: "field-zoom", className: "field-zoom", role: "group", "data-t-label": "field.zoom", hidden: true, innerHTML: ZOOM });
    byId("clock-button").before(this.sizes);
    this.assist = new Assist(this);
    this.weighing = new Weights(this);
    for (const part of [this.side, this.sizes]) app.i18n.translate(part);
    this.omitted = new Omitted(app, byId("field-omitted"), () => {
      if (this.#kept) this.#kept.told = true;
      this.#mark();
      this.focus();
    }, () => this.readings.open());
    this.readings = new Readings(app, /** @type {HTMLDetailsElement} */ (byId("field-read")), {
      correct: (name, kind, part) => this.#correct(name, kind, part),
      show: (cells) => {
        const { game } = this;
        game?.select([...new Set(cells.map((cell) => cellOf(cell, game.board.columns)))]);
      },
    });
    this.zoom = new Zoom("field", byId("frame"), () => app.pointer.cancel());
    click("field-candidates", () => this.assist.candidates());
    click("field-target", () => this.weighing.start());
    click("field-set", () => this.#setFurther());
    const { store, writer } = app.games;
    this.writer = writer;
    writer.seats.push({
      current: () => this.#kept, capture: () => this.#captured(),
      parted: () => this.say((i18n) => i18n.t("page.games.parted")), catchUp: (is) => this.isSeen && this.open(is.puzzle, is), written: () => store.trouble && this.say((i18n) => i18n.t(`page.games.${store.trouble}`)),
    });
  }

  /** Another view is shown, or this one. */
  shown() {
    const { isSeen } = this;
    hide(this.side, !isSeen);
    // There is nothing to enlarge of the classic board.
    this.zoom.columns = isSeen && this.layout ? this.layout.box.width / UNIT : 0;
    this.zoom.step(0);
    if (!isSeen) return void this.writer.write();
    this.assist.shown();
    this.writer.follow();
  }

  /** What the pen did. @type {import("../board/pen.js").Drew} */
  drew = (shape, path, drew) => {
    this.say((i18n) => [i18n.t(drew ? `field.pen.${shape}` : "field.pen.gone"), isOfCorners(shape) ? "" : path.map((cell) => nameOf(cell, this.game?.board.columns)).join(" ")].filter(Boolean).join(": "));
  };

  /** The clock went on, or the page is left. */
  ticked() {
    if (this.#kept && this.game && this.game.record.seconds !== this.#kept.seconds) this.writer.mark(this.#kept, false);
  }

  /** Whether it is on the page. @returns {boolean} */
  get isSeen() {
    return this.app.place === this;
  }

  get id() {
    return this.#kept?.id ?? "";
  }

  /** Whether its time is taken. @returns {boolean} */
  get runs() {
    return this.isSeen && (this.game?.history.at ?? 0) > 0 && !this.#kept?.won && this.#kept?.state !== "solved";
  }

  /** What cells weigh, where it is played for a score. */
  get weights() {
    return this.game?.drawing.weights;
  }

  /** What is copied: the puzzle in its own notation. */
  get text() {
    return this.game?.drawing.puzzle ?? "";
  }

  /** What is exported and printed. @returns {import("../set/export.js").Source} */
  get source() {
    const { title = "", author = "", text = "", rules = [], puzzle, columns } = /** @type {DrawnGame} */ (this.game).drawing;
    return {
      title,
      request: () => ({ puzzle }),
      about: { author, rules: [...new Set([...text.split("\n"), ...rules.map(({ name, rule }) => this.app.i18n.t("field.named", { name, text: rule }))])].filter(Boolean).join("\n") },
      link: async () => new URL(this.address, location.href).href,
      filled: (values) => withValues(puzzle, values, columns),
    };
  }

  translated() {
    for (const part of [this.side, this.sizes]) this.app.i18n.translate(part);
    this.#rename();
  }

  /** The names of rules come with the puzzle, in the language of then. */
  async #rename() {
    const { game } = this;
    const { status } = this.app;
    const drawing = game && (await status.run("parse", (i18n) => i18n.t("page.import.busy"), (signal) => this.#drawingOf(game.drawing.puzzle, this.#kept, signal), { background: true }));
    if (!drawing || game !== this.game) return;
    game.drawing = { ...drawing, ...omittedOf(/** @type {Kept} */ (this.#kept)) };
    this.layout = layoutOf(game.drawing);
    if (this.isSeen && !this.app.board.redraw(this.layout)) this.app.lay(this.layout);
    this.#drawAbout();
    this.app.draw();
    this.renamed();
    this.#judge(false);
  }

  /** What a puzzle looks like, read from its original with the corrections where that is kept. @param {string} puzzle @param {Kept | null | undefined} kept @param {AbortSignal} signal */
  #drawingOf(puzzle, kept, signal) {
    const as = kept?.as ?? [];
    return this.app.api.ask("drawing", { puzzle: kept?.original ?? puzzle, ...(as.length ? { as: [...as] } : {}) }, signal);
  }

  /** Reads drawings or a sentence as a person says. @param {string} name @param {string | null} kind null takes a correction back @param {string} part the focus goes back there @returns {Promise<boolean>} whether it was done */
  async #correct(name, kind, part) {
    const kept = this.#captured();
    const before = kept.as ?? [];
    const others = before.filter((one) => nameIn(one) !== name);
    const now = kind === null ? others : [...others, `${name}=${kind}`];
    kept.as = now;
    if (await this.open(kept.puzzle, kept)) {
      this.readings.focus(name, part);
      return true;
    }
    // Somebody may have been quicker.
    if (kept.as === now) kept.as = before;
    return kept !== this.#kept || kept.as !== before;
  }

  /** Goes on with the game of now with another puzzle on the same board. @param {string} puzzle */
  reopen(puzzle) {
    return this.open(puzzle, Object.assign(this.#captured(), { original: undefined, as: undefined }));
  }

  /** Opens a puzzle in any notation; goes on with it where it was begun. @param {string} puzzle @param {Kept} [kept] the game to go on with, else the last of this puzzle @param {string} [level] how hard one just made is, "" where that is not known */
  async open(puzzle, kept, level) {
    const { games, status } = this.app;
    const turn = ++this.#opening;
    const ask = (/** @type {Kept | undefined} */ of) => status.run("parse", (i18n) => i18n.t("page.import.busy"), (signal) => this.#drawingOf(puzzle, of, signal), {
      onFailure: (failure) => {
        if (this.isSeen) this.failed(failure);
        else if (failure.kind === "network") this.#wanted = puzzle;
      },
    });
    let drawing = await ask(kept);
    if (!drawing) return false;
    this.#wanted = "";
    status.notice(null);
    await this.writer.write();
    const { puzzle: own } = drawing;
    const known = kept ?? (await games.all()).filter(isKept).find((game) => game.puzzle === own);
    if (known?.original && !kept) drawing = (await ask(known)) ?? drawing;
    if (drawing.answers.includes("steps") && !known?.original) {
      // A classic puzzle, whose techniques are told on the board for these.
      closeDialogs();
      await this.app.paste.read(drawing.puzzle);
      return false;
    }
    const address = await addressOf(drawing.puzzle);
    // Somebody may have been quicker.
    if (turn !== this.#opening) return false;
    // The puzzle as it is kept lacks what was left out of the original, and does not say so.
    const isOriginal = omittedIn(drawing).length > 0 && !known?.original;
    const isTold = Boolean(known?.told) && !isOriginal;
    if (known && !isOriginal && !known.original) Object.assign(drawing, omittedOf(known));
    const { board, grid, centre } = drawnBoard(drawing);
    /** @type {DrawnGame} */
    const game = Object.assign(new Midend((event) => game === this.game && this.#heard(event), board), { drawing });
    game.params.fillWith = "centre";
    game.ui.colour = this.game?.ui.colour ?? 7;
    game.open(grid, { centre });
    const { opened } = game.state;
    const { rows, columns, rules = [] } = drawing;
    const isKnown = known && game.load(known.save) && game.state.opened === opened;
    if (!isKnown) game.open(grid, { centre });
    this.#kept = isKnown ? Object.assign(known, { puzzle: drawing.puzzle }) : newGame({ puzzle: drawing.puzzle, title: drawing.title ?? "", rows, columns, rules: rules.map(({ name }) => name).join(" · "), ...(level ? { level } : {}) });
    Object.assign(this.#kept, omittedOf(drawing), { told: isTold }, drawing.readings && { original: known?.original ?? puzzle, as: known?.as });
    this.game = game;
    this.address = address;
    this.layout = layoutOf(drawing);
    this.#settle();
    this.#conflicts = [];
    this.#unjudged = "";
    this.#pointed = "";
    this.#constraintsOf = new Map();
    for (const { cells = [], constraint, x = 0, y = 0, shape } of drawing.marks ?? []) {
      if (constraint < 0) continue;
      const inside = !cells.length && shape !== "outside" && x > 0 && y > 0;
      const near = inside ? [[-0.1, -0.1], [0.1, -0.1], [-0.1, 0.1], [0.1, 0.1]].map(([i, j]) => Math.floor(y + j) * columns + Math.floor(x + i)) : [];
      for (const cell of new Set([...cells.map((name) => cellOf(name, columns)), ...near])) this.#constraintsOf.set(cell, [...new Set([...(this.#constraintsOf.get(cell) ?? []), constraint])]);
    }
    this.lacks = Object.entries(ASKED).flatMap(([action, operation]) => (drawing.answers.includes(operation) ? [] : [action]));
    for (const [id, operation] of Object.entries(BUTTONS)) hide(byId(`field-${id}`), !drawing.answers.includes(operation));
    this.assist.opened();
    this.#drawAbout();
    this.app.enter("play", this);
    this.say(() => "");
    this.zoom.step(0);
    game.select(game.cursor ?? board.cells[0]);
    this.focus();
    this.#judge(false);
    this.#mark();
    if (level !== undefined && this.isSeen) this.app.cards.kinds(this, rules);
    return true;
  }

  /** Opens the puzzle of an address, or goes on with it. @param {string} letters behind its #puzzle= @param {() => boolean} [isWanted] */
  async openShared(letters, isWanted = () => true) {
    if (this.address === `#puzzle=${letters}`) return this.app.enter("play", this), true;
    const puzzle = await unpacked(letters);
    if (!isWanted()) return false;
    if (puzzle !== null) return this.open(puzzle);
    this.app.status.notice((i18n) => i18n.t("page.link.unreadable"));
    return false;
  }

  /** Somebody answers again. */
  reached() {
    if (this.#wanted && !document.querySelector("dialog[open]")) this.open(this.#wanted);
    if (!this.isSeen || !this.game) return;
    this.assist.reached();
    if (!this.#unjudged) return;
    this.say(() => "");
    this.#judge(this.#unjudged === "move");
  }

  /** Opens the puzzle that was played last. */
  async resume() {
    const last = (await this.app.games.all()).find(isKept);
    if (!last) return this.app.status.message((i18n) => i18n.t("page.field.none"));
    await this.open(last.puzzle, last);
  }

  // What is kept.

  /** The game as it is. @returns {Kept} */
  #captured() {
    const kept = /** @type {Kept} */ (this.#kept);
    const game = /** @type {DrawnGame} */ (this.game);
    const { digits, given } = game.state;
    const { filled, total, seconds, hints, mistakes } = game.summary;
    const state = kept.won || kept.state === "solved" ? "solved" : filled || game.history.at ? "started" : "new";
    return Object.assign(kept, { filled, total, seconds, hints, mistakes: this.assist.judge.solution ? mistakes : undefined, state, save: game.save(), line: digits.map((digit, cell) => (!game.board.may[cell] ? " " : given[cell] ? "g" : digit ? "e" : ".")).join("") });
  }

  /** Fills the cells as one move; the person was shown what they were to find. @param {readonly number[]} digits by cell */
  fill(digits) {
    const { game } = this;
    this.helped();
    game?.apply({ placements: game.board.cells.flatMap((cell) => (digits[cell] > 0 && game.state.digits[cell] !== digits[cell] ? [{ cell, digit: digits[cell] }] : [])) });
  }

  /** The person was shown what they were to find. */
  helped() {
    if (this.#kept) this.#kept.helped = true;
  }

  #mark() {
    if (!this.#kept) return;
    this.#kept.played = Date.now();
    this.writer.mark(this.#kept, true);
  }

  /** Keeps what is no move, such as a bookmark. */
  keep() {
    this.#mark();
  }

  // What is done.

  /** Says something below the board. @param {import("../text/status.js").Say} say */
  say(say) {
    if (this.isSeen) this.app.status.message(say);
  }

  /** Says why there is no answer. @param {import("../engine/failure.js").Failure} failure */
  failed(failure) {
    this.say((i18n) => textOf(failure, i18n));
  }

  /** A setting was changed. */
  set() {
    this.#settle();
    if (this.isSeen) this.draw();
  }

  /** The person's rules of the game hold on every board. */
  #settle() {
    const { settings } = this.app;
    if (this.game) Object.assign(this.game.params, { cleanUp: settings.get("cleanUp"), digitFirst: settings.get("digitFirst") });
  }

  /** The focus goes back to the board, and what it is on is in sight. */
  focus() {
    const cursor = this.game?.cursor ?? this.game?.board.cells[0] ?? 0;
    const { board } = this.app;
    board.focusCell(cursor);
    this.zoom.reveal(board.cells[cursor]);
  }

  /** The game changed, or what is selected. @param {import("../game/position.js").Event} event */
  #heard(event) {
    const { app, game } = this;
    if (!game || event === "win") return;
    if (event === "view") {
      for (const coach of app.coaches) coach.viewed?.();
      app.entry.viewed();
      if (game.ui.mode !== this.#mode) this.say(() => "");
      this.#mode = game.ui.mode;
      if (game.ui.overlay?.kind === "best") this.helped();
      app.target?.viewed();
      this.draw();
      return app.drawRest();
    }
    this.say(() => "");
    for (const coach of app.coaches) coach.changed?.();
    app.target?.changed();
    this.assist.judge.changed();
    app.teller.changed(game);
    // What contradicted may do so no more; what does is known in a moment.
    this.#break(this.#conflicts.filter(({ cells }) => cells.every((name) => game.state.digits[cellOf(name, game.board.columns)])));
    this.draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#judge(true), PAUSE);
    app.clock.changed();
    afterFrame("rest", () => app.drawRest());
    this.#mark();
  }

  /** @param {readonly import("../engine/types.js").Conflict[]} conflicts */
  #break(conflicts) {
    const game = /** @type {DrawnGame} */ (this.game);
    this.#conflicts = conflicts;
    game.broken = conflicts.flatMap(({ cells }) => cells.map((name) => cellOf(name, game.board.columns)));
  }

  /** Asks what contradicts. @param {boolean} moved whether the person's move is judged, which may solve it */
  async #judge(moved) {
    const { game } = this;
    const { api, i18n, status } = this.app;
    if (!game) return;
    clearTimeout(this.#timer);
    const { state } = game;
    const answer = await status.run("conflicts", (i18n) => i18n.t("page.badge.checking"), (signal) => api.ask("conflicts", { puzzle: game.drawing.puzzle, values: this.values }, signal), {
      background: true,
      onFailure: (failure) => {
        if (failure.kind === "network") this.#unjudged = moved ? "move" : this.#unjudged || "opened";
        if (moved) this.failed(failure);
      },
    });
    if (!answer || game !== this.game || game.state !== state) return;
    this.#unjudged = "";
    this.#break(answer.conflicts);
    this.draw();
    if (this.isSeen) this.app.drawRest();
    if (moved && this.#reasonsShown.length) status.announce(() => this.#reasonsShown.join(i18n.t("list.separator")));
    if (answer.solved === "yes") this.#solved(moved);
    else if (answer.full && !answer.conflicts.length) this.say((i18n) => i18n.t(`field.full.${answer.solved}`));
  }

  /** @param {boolean} moved */
  #solved(moved) {
    this.app.clock.changed();
    const kept = this.#captured();
    const { helped, seconds } = kept;
    const isNew = moved && !helped && kept.state !== "solved";
    kept.state = "solved";
    if (isNew) this.app.games.celebrate(kept, { level: "rules", rules: this.#alikeTo() }, () => this.isSeen && kept === this.#kept && !this.weights);
    this.app.clock.changed();
    this.say((i18n) => i18n.sentences(i18n.t(seconds && !helped ? "field.solvedIn" : "field.solved", { time: clockText(seconds) }), this.weights && this.app.target?.verdict));
    this.#mark();
  }

  /** The rules and the board's size: puzzles of the same are told from others where times are compared. */
  #alikeTo() {
    const { rows, columns, rules = [] } = /** @type {DrawnGame} */ (this.game).drawing;
    return [`${rows}x${columns}`, ...rules.map(({ kind }) => kind)].join(" ");
  }

  /** What contradicts, in words. */
  get reasons() {
    return this.#conflicts.map(({ reason }) => reason);
  }

  /** What is shown of it. */
  get #reasonsShown() {
    return this.app.settings.get("errors") === "never" ? [] : this.reasons.slice(0, TOLD);
  }

  /** The value of each cell, -1 where it is empty. */
  get values() {
    return (this.game?.values ?? []).map((value) => value ?? -1);
  }

  /** Takes the puzzle up where puzzles are set. */
  async #setFurther() {
    const setter = await this.app.part("setter");
    if (this.game) setter?.open(this.game.drawing.puzzle, omittedIn(this.game.drawing));
  }

  // What is seen.

  #drawAbout() {
    const { i18n } = this.app;
    const { drawing } = /** @type {DrawnGame} */ (this.game);
    const { title, author, text = "", rules = [], rows, columns, low, high } = drawing;
    const { level } = this.#kept ?? {};
    this.name = [title || rules.slice(0, NAMED).map(({ name }) => name).join(" + ") || `${rows} × ${columns}`, level && i18n.t(`page.level.${level}`)].filter(Boolean).join(" · ");
    write(byId("field-about"), [author && i18n.t("page.picker.author", { author }), i18n.t("field.size", { rows, columns, low, high })].filter(Boolean).join(" · "));
    // What the list below says is not said twice.
    const kinds = rules.map(({ name, rule }) => i18n.t("field.named", { name, text: rule }));
    write(byId("field-rules-text"), text.split("\n").filter((line) => !kinds.includes(line)).join("\n"));
    byId("field-rules").replaceChildren(
      ...rules.map(({ kind, name, rule, count }) =>
        make("li", {}, make("button", { type: "button", "data-kind": kind, "aria-pressed": false, onclick: () => this.point(kind) }, count > 1 ? `${name} × ${count}` : name), make("span", {}, rule)),
      ),
    );
    this.omitted.show(this.#kept?.told ? [] : omittedIn(drawing), Boolean(drawing.readings));
    this.readings.show(drawing.readings ?? [], this.#kept?.as ?? []);
  }

  /** Has the marks of a kind stand out, or no more. @param {string} kind */
  point(kind) {
    this.#pointed = this.#pointed === kind ? "" : kind;
    for (const button of byId("field-rules").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.kind === this.#pointed));
    this.draw();
  }

  /** Draws the cells anew. */
  draw() {
    const { game } = this;
    if (!game || !this.isSeen) return;
    const { board, explained, i18n, joy, pointer, settings } = this.app;
    const { state, drawing } = game;
    // What a step follows from stands out, else a kind that somebody looks at, else what is broken.
    board.point(explained ? explained.constraints ?? [] : this.#pointed ? (drawing.marks ?? []).filter(({ kind }) => kind === this.#pointed).map(({ constraint }) => constraint) : this.#conflicts.slice(0, TOLD).map(({ constraint }) => constraint));
    // First, since to move the focus the browser lays out all that has changed.
    if (board.contains(document.activeElement)) this.focus();
    board.draw(drawingOf({
      i18n, settings, midend: game, explained: explained && { picture: explained.picture, candidates: explained.candidates, filled: explained.filled, as: "centre" }, label: i18n.t("field.board", { rows: drawing.rows, columns: drawing.columns }),
      wrong: this.assist.judge.wrong,
      inked: (cell) => state.pen.length ? pointer.pen.label(cell, i18n) : "",
      told: (cell) => [
        drawing.weights && i18n.t("field.weight", { weight: i18n.number(drawing.weights[cell]) }),
        !state.digits[cell] && state.marks.centre[cell] && i18n.t("page.cell.confined", { list: new Intl.ListFormat(i18n.lang, { type: "disjunction" }).format(game.valuesIn(state.marks.centre[cell]).map(String)) }),
        ...(this.#constraintsOf.get(cell) ?? []).map((index) => drawing.constraints?.[index]),
      ],
    }));
    joy.sees(game, board);
  }

  /** How the pen is used; what the selected cells' constraints are, and what is left for them. @returns {string[]} */
  #here() {
    const game = /** @type {DrawnGame} */ (this.game);
    const { i18n } = this.app;
    const { drawing, values, ui: { mode, selected } } = game;
    const sum = selected.reduce((total, cell) => total + (values[cell] ?? 0), 0);
    const constraints = [...new Set(selected.flatMap((cell) => this.#constraintsOf.get(cell) ?? []))].slice(0, 6);
    const lines = constraints.map((index) => {
      const name = drawing.constraints?.[index] ?? "";
      const mark = drawing.marks?.find((mark) => mark.constraint === index);
      const left = mark && this.#left(mark);
      return left ? i18n.t("field.named", { name, text: left }) : name;
    });
    return [mode === "pen" ? i18n.t("field.pen.about") : "", selected.length > 1 && sum ? i18n.t("field.sum", { n: selected.length, sum }) : "", ...lines].filter(Boolean);
  }

  /** What is left for a constraint, in words; "" where there is nothing to tell. @param {import("../engine/types.js").Drawn} mark */
  #left(mark) {
    const game = /** @type {DrawnGame} */ (this.game);
    const { i18n } = this.app;
    const { candidates, values } = game;
    const { houses, peers } = game.board;
    const { columns, low, high } = game.drawing;
    const cells = (mark.cells ?? []).map((cell) => cellOf(cell, columns));
    if (mark.kind === "Quad") {
      const round = [...this.#constraintsOf].flatMap(([cell, list]) => (list.includes(mark.constraint) ? [cell] : []));
      const left = lacking((mark.text ?? "").split(" ").filter(Boolean).map(Number), round.flatMap((cell) => values[cell] ?? []));
      return left.length ? i18n.t("field.quad.left", { list: left.join(" ") }) : "";
    }
    if (!cells.length || cells.every((cell) => values[cell] !== null)) return "";
    const found = combinationsLeft(mark, cells, {
      low, high, at: game.cursor ?? -1,
      possible: (cell) => (values[cell] !== null ? [values[cell]] : game.valuesIn(candidates[cell])),
      differ: (a, b) => peers[a].includes(b),
      regionOf: (cell) => houses.findIndex(({ kind, cells }) => kind === "box" && cells.includes(cell)),
    });
    if (!found) return "";
    const sets = found.flatMap(({ sets }) => sets);
    if (!sets.length) return i18n.t("field.cage.none");
    const separator = i18n.t("list.separator");
    let room = COMBINATIONS;
    const texts = found.slice(0, room).map(({ head, sets, whole }) => {
      const shown = sets.slice(0, Math.max(1, room)).map((set) => set.join(high > 9 ? " " : "") || "–");
      room -= shown.length;
      return `${head} ${shown.join(separator)}${whole && shown.length === sets.length ? "" : " …"}`.trim();
    });
    const whole = found.every(({ whole }) => whole);
    const always = whole && sets.length > 1 && found.length === 1 ? sets[0].filter((value) => sets.every((set) => set.includes(value))) : [];
    return [...texts, found.length > texts.length && "…", always.length && i18n.t("field.cage.always", { list: always.join(" ") })].filter(Boolean).join(" · ");
  }

  /** What stands beside the board. */
  drawn() {
    const { app, game, isSeen } = this;
    if (!game || !isSeen) return;
    const { drawing } = game;
    app.status.reasons(this.#reasonsShown.map((text) => () => text));
    const here = this.#here();
    const list = byId("field-here");
    if (list.dataset.said !== here.join("\n")) {
      list.dataset.said = here.join("\n");
      list.replaceChildren(...here.map((text) => make("p", { textContent: text })));
    }
    hide(byId("field-target"), this.weights !== undefined || !drawing.answers.includes("target"));
    this.weighing.draw();
  }
}
