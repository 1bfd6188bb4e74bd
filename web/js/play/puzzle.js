/** Puzzles of other boards and rules, played in the tab Play on the page's board; see docs/PAGE.md. */
import { ASKED } from "../actions.js";
import { layoutOf } from "../board/marks.js";
import { drawingOf } from "../board/view.js";
import { Zoom } from "../board/zoom.js";
import { combinationsLeft, lacking } from "../game/combinations.js";
import { clockText, paced } from "../game/clock.js";
import { cellOf, drawnBoard, nameOf } from "../game/grid.js";
import { isOfCorners } from "../game/ink.js";
import { Midend } from "../game/midend.js";
import { isKept } from "../keep/games.js";
import { addressOf, unpacked } from "../keep/link.js";
import { newId } from "../keep/writer.js";
import { closeDialogs } from "../text/dialog.js";
import { Omitted, omittedIn } from "../text/omitted.js";
import { afterFrame, byId, click, fill, hide, make, renew, textOf, write } from "../text/status.js";
import { Assist, withValues } from "./assist.js";
import { Readings, nameIn } from "./reading.js";
import { Weights } from "./weights.js";

/** @typedef {Midend & {drawing: import("../engine/types.js").Drawing}} DrawnGame the game of a puzzle that is drawn @typedef {import("../keep/games.js").Kept} Kept */

/** The request for contradictions waits for a pause in typing of this many milliseconds. */
const PAUSE = 120;
/** At most this many contradictions are shown in words. */
const TOLD = 4;
/** A puzzle without a title is named by at most this many rules. */
const NAMED = 2;
/** More combinations of a constraint than this are counted, not listed. */
const COMBINATIONS = 12;

/** The parts of the original that the puzzle lacks. @param {{unknown?: readonly string[], cosmetic?: readonly string[]}} of */
const omittedOf = ({ unknown = [], cosmetic = [] }) => ({ unknown: [...unknown], cosmetic: [...cosmetic] });

/** The names of rules, each once. @param {NonNullable<import("../engine/types.js").Drawing["rules"]>} rules */
const namesOf = (rules) => [...new Set(rules.map(({ name }) => name))];

/** A new game. @param {Pick<Kept, "puzzle" | "title" | "rows" | "columns" | "rules" | "level">} about @returns {Kept} */
const newGame = (about) => ({ ...about, id: newId(), rev: 0, save: "", state: "new", line: "", filled: 0, total: 0, seconds: 0, helped: false, started: Date.now(), played: Date.now(), won: 0 });

/** The operations behind buttons. */
const BUTTONS = { candidates: "candidates", set: "draft" };

export class PuzzlePlace {
  /** @type {DrawnGame | null} */
  game = null;
  /** The puzzle's address. */
  address = "";
  /** The saved record of the game. @type {Kept | null} */
  kept = null;
  /** @type {readonly import("../engine/types.js").Conflict[]} */
  #conflicts = [];
  /** The indices of the constraints of each cell. @type {Map<number, number[]>} */
  #constraintsOf = new Map();
  /** The kind whose marks are highlighted. */
  #pointed = -1;
  /** The mode at the last change. */
  #mode = "digit";
  /** Called after the names have changed with the language; see cards.js. */
  renamed = () => {};
  /** The layout of the board. @type {import("../board/board.js").Layout | undefined} */
  layout;
  /** The name of the puzzle. */
  name = "";
  /** Actions that mean nothing here. @type {readonly string[]} */
  lacks = [];
  /** The number of the latest request to open a puzzle. */
  #opening = 0;
  /** A puzzle that could not be opened, because nothing answered. */
  #wanted = "";
  /** A check that got no answer: of a move, or of a puzzle just opened. @type {"" | "move" | "opened"} */
  #unjudged = "";
  #timer = 0;

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    this.app = app;
    this.side = make("section", { id: "field", className: "rules-side", hidden: true, innerHTML: html });
    byId("coaches").after(this.side);
    this.assist = new Assist(this);
    this.weighing = new Weights(this);
    app.i18n.translate(this.side);
    this.omitted = new Omitted(app, byId("field-omitted"), () => {
      if (this.kept) this.kept.told = true;
      this.keep();
      this.focus();
    }, () => this.readings.open());
    this.readings = new Readings(app, /** @type {HTMLDetailsElement} */ (byId("field-read")), {
      correct: (name, kind, part) => this.#correct(name, kind, part),
      show: (cells) => {
        const { game } = this;
        game?.select([...new Set(cells.map((cell) => cellOf(cell, game.board.columns)))]);
      },
    });
    app.zoom ??= new Zoom(app);
    click("field-candidates", () => this.assist.candidates());
    click("field-target", () => this.weighing.start());
    // The puzzle is opened in the setter.
    click("field-set", async () => {
      const setter = await app.part("setter");
      if (this.game) setter?.open(this.game.drawing.puzzle, omittedIn(this.game.drawing));
    });
    const { store, writer } = app.games;
    this.writer = writer;
    writer.seats.push({
      current: () => this.kept, capture: () => this.#captured(),
      parted: () => this.say((i18n) => i18n.t("page.games.parted")), catchUp: (is) => this.isSeen && this.open(is.puzzle, is), written: () => store.trouble && this.say((i18n) => i18n.t(`page.games.${store.trouble}`)),
    });
  }

  /** To be called after the view changed. */
  shown() {
    const { isSeen } = this;
    hide(this.side, !isSeen);
    if (!isSeen) return void this.writer.write();
    this.assist.shown();
    this.writer.follow();
  }

  /** To be called after a stroke of the pen. @type {import("../board/pen.js").Drew} */
  drew = (shape, path, drew) => {
    this.say((i18n) => [i18n.t(drew ? `field.pen.${shape}` : "field.pen.gone"), isOfCorners(shape) ? "" : path.map((cell) => nameOf(cell, this.game?.board.columns)).join(" ")].filter(Boolean).join(": "));
  };

  /** To be called when the clock advanced, or the page is left. */
  ticked() {
    if (this.kept && this.game && this.game.record.seconds !== this.kept.seconds) this.writer.mark(this.kept, false);
  }

  /** Whether this place is visible. @returns {boolean} */
  get isSeen() {
    return this.app.place === this;
  }

  get id() {
    return this.kept?.id ?? "";
  }

  /** Whether its time is taken. @returns {boolean} */
  get runs() {
    return this.isSeen && (this.game?.history.at ?? 0) > 0 && !this.kept?.won && this.kept?.state !== "solved";
  }

  /** The board's size and the rules. Times are compared among puzzles that have the same. */
  get alike() {
    const { rows, columns, rules = [] } = /** @type {DrawnGame} */ (this.game).drawing;
    return [`${rows}x${columns}`, ...rules.map(({ kind }) => kind)].join(" ");
  }

  /** What cells weigh, where it is played for a score. */
  get weights() {
    return this.game?.drawing.weights;
  }

  /** The text to copy: the puzzle in its own notation. */
  get text() {
    return this.game?.drawing.puzzle ?? "";
  }

  /** The source for export and print. @returns {import("../set/export.js").Source} */
  get source() {
    const { title = "", author = "", text = "", rules = [], puzzle, columns } = /** @type {DrawnGame} */ (this.game).drawing;
    return {
      title,
      request: () => ({ puzzle }),
      about: { author, rules: [...new Set([...text.split("\n"), ...rules.map((rule) => this.app.i18n.rule(rule))])].filter(Boolean).join("\n") },
      link: async () => new URL(this.address, location.href).href,
      filled: (values) => withValues(puzzle, values, columns),
    };
  }

  translated() {
    this.app.i18n.translate(this.side);
    this.#rename();
  }

  /** Fetches the puzzle again, since the names of rules in it depend on the language. */
  async #rename() {
    const { game } = this;
    const drawing = game && (await this.#drawingOf(game.drawing.puzzle, this.kept, { background: true }));
    if (!drawing || game !== this.game) return;
    game.drawing = { ...drawing, ...omittedOf(/** @type {Kept} */ (this.kept)) };
    this.layout = layoutOf(game.drawing);
    if (this.isSeen && !this.app.board.redraw(this.layout)) this.app.lay(this.layout);
    this.#drawAbout();
    this.app.draw();
    this.renamed();
    this.#judge(false);
  }

  /** Asks for a puzzle's drawing; it is read from its original with the corrections, if that was saved. @param {string} puzzle @param {Kept | null | undefined} kept @param {Parameters<import("../text/status.js").Status["ask"]>[4]} options */
  #drawingOf(puzzle, kept, options) {
    const as = kept?.as ?? [];
    return this.app.status.ask("parse", "page.import.busy", "drawing", { puzzle: kept?.original ?? puzzle, ...(as.length ? { as: [...as] } : {}) }, options);
  }

  /** Reads drawings or a sentence again with a person's correction. @param {string} name @param {string | null} kind null removes a correction @param {string} part gets the focus back @returns {Promise<boolean>} whether it was done */
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
    return kept !== this.kept || kept.as !== before;
  }

  /** Continues the current game with another puzzle on the same board. @param {string} puzzle */
  reopen(puzzle) {
    return this.open(puzzle, Object.assign(this.#captured(), { original: undefined, as: undefined }));
  }

  /** Opens a puzzle in any notation, or resumes its game. @param {string} puzzle @param {Kept} [kept] the game to resume, by default the last one of this puzzle @param {string} [level] the level of a puzzle just made, "" if unknown @param {Kept["pack"]} [pack] that it is of */
  async open(puzzle, kept, level, pack) {
    const { games, status } = this.app;
    const turn = ++this.#opening;
    const ask = (/** @type {Kept | undefined} */ of) => this.#drawingOf(puzzle, of, {
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
    if (drawing.answers.includes("lab") && !known?.original) {
      // Only classic puzzles have the lab. The classic board takes them.
      closeDialogs();
      await this.app.paste.read(drawing.puzzle);
      return false;
    }
    const address = await addressOf(drawing.puzzle);
    // Somebody may have been quicker.
    if (turn !== this.#opening) return false;
    // The saved puzzle lacks the omitted parts of the original, and does not mention them.
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
    this.kept = isKnown ? Object.assign(known, { puzzle: drawing.puzzle }) : newGame({ puzzle: drawing.puzzle, title: drawing.title ?? "", rows, columns, rules: namesOf(rules).join(" · "), ...(level ? { level } : {}) });
    Object.assign(this.kept, omittedOf(drawing), { told: isTold }, pack && { pack }, drawing.readings && { original: known?.original ?? puzzle, as: known?.as });
    this.game = game;
    this.address = address;
    this.layout = layoutOf(drawing);
    this.#settle();
    this.#conflicts = [];
    this.#unjudged = "";
    this.#pointed = -1;
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
    game.select(game.cursor ?? board.cells[0]);
    this.focus();
    this.#judge(false);
    this.keep();
    if (level !== undefined && this.isSeen) this.app.cards.kinds(this, rules);
    return true;
  }

  /** Opens the puzzle of an address, or resumes its game. @param {string} letters after its #puzzle= @param {() => boolean} [isWanted] */
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

  /** Opens the puzzle played last. */
  async resume() {
    const last = (await this.app.games.all()).find(isKept);
    if (!last) return this.app.status.message((i18n) => i18n.t("page.field.none"));
    await this.open(last.puzzle, last);
  }

  // Saving.

  /** The current state of the game. @returns {Kept} */
  #captured() {
    const kept = /** @type {Kept} */ (this.kept);
    const game = /** @type {DrawnGame} */ (this.game);
    const { digits, given } = game.state;
    const { filled, total, seconds, hints, mistakes } = game.summary;
    const state = kept.won || kept.state === "solved" ? "solved" : filled || game.history.at ? "started" : "new";
    return Object.assign(kept, { pace: paced(kept.pace, { filled, seconds }), filled, total, seconds, hints, mistakes: this.assist.judge.solution ? mistakes : undefined, state, save: game.save(), line: digits.map((digit, cell) => (!game.board.may[cell] ? " " : given[cell] ? "g" : digit ? "e" : ".")).join("") });
  }

  /** To be called after the person saw the solution or a part of it. */
  helped() {
    if (this.kept) this.kept.helped = true;
  }

  /** Saves the game after a change. */
  keep() {
    if (!this.kept) return;
    this.kept.played = Date.now();
    this.writer.mark(this.kept, true);
  }

  // Actions.

  /** Shows a message below the board. @param {import("../text/status.js").Say} say */
  say(say) {
    if (this.isSeen) this.app.status.message(say);
  }

  /** Shows why there is no answer. @param {import("../engine/failure.js").Failure} failure */
  failed(failure) {
    this.say((i18n) => textOf(failure, i18n));
  }

  /** A setting was changed. */
  set() {
    this.#settle();
    if (this.isSeen) this.draw();
  }

  /** Applies the person's settings to the game. */
  #settle() {
    const { settings } = this.app;
    if (this.game) Object.assign(this.game.params, { cleanUp: settings.get("cleanUp"), digitFirst: settings.get("digitFirst") });
  }

  /** Moves the focus to the board and scrolls to the cell. */
  focus() {
    const cursor = this.game?.cursor ?? this.game?.board.cells[0] ?? 0;
    const { board, zoom } = this.app;
    board.focusCell(cursor);
    zoom?.reveal(board.cells[cursor]);
  }

  /** Handles a change of the game or the selection. @param {import("../game/position.js").Event} event */
  #heard(event) {
    const { app, game } = this;
    if (!game || event === "win") return;
    if (event === "view") {
      for (const coach of app.coaches) coach.viewed?.();
      app.entry.viewed();
      if (game.ui.mode !== this.#mode) this.say(() => "");
      this.#mode = game.ui.mode;
      if (["best", "solution"].includes(game.ui.overlay?.kind ?? "")) this.helped();
      app.play.viewed();
      app.target?.viewed();
      this.draw();
      return app.drawRest();
    }
    this.say(() => "");
    for (const coach of app.coaches) coach.changed?.();
    app.play.drop();
    app.target?.changed();
    this.assist.judge.changed();
    app.teller.changed(game);
    // Keeps only contradictions that may still hold; the new ones are requested now.
    this.#break(this.#conflicts.filter(({ cells }) => cells.every((name) => game.state.digits[cellOf(name, game.board.columns)])));
    this.draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#judge(true), PAUSE);
    app.clock.changed();
    afterFrame("rest", () => app.drawRest());
    this.keep();
  }

  /** @param {readonly import("../engine/types.js").Conflict[]} conflicts */
  #break(conflicts) {
    const game = /** @type {DrawnGame} */ (this.game);
    this.#conflicts = conflicts;
    game.broken = conflicts.flatMap(({ cells }) => cells.map((name) => cellOf(name, game.board.columns)));
  }

  /** Asks for the contradictions. @param {boolean} moved whether the person moved, which may have solved the puzzle */
  async #judge(moved) {
    const { game, app: { i18n, status } } = this;
    if (!game) return;
    clearTimeout(this.#timer);
    const { state } = game;
    const answer = await status.ask("conflicts", "page.badge.checking", "conflicts", { puzzle: game.drawing.puzzle, values: this.values }, {
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
    if (isNew) this.app.games.celebrate(kept, { level: "rules", rules: this.alike, ...(kept.pack ? { pack: kept.pack } : {}) }, () => this.isSeen && kept === this.kept && !this.weights);
    this.app.clock.changed();
    this.say((i18n) => i18n.sentences(i18n.t(seconds && !helped ? "field.solvedIn" : "field.solved", { time: clockText(seconds) }), this.weights && this.app.target?.verdict));
    this.keep();
  }

  /** The contradictions in words. */
  get reasons() {
    return this.#conflicts.map(({ reason }) => reason);
  }

  /** The contradictions to show. */
  get #reasonsShown() {
    return this.app.settings.get("errors") === "never" ? [] : this.reasons.slice(0, TOLD);
  }

  /** The value of each cell, -1 for an empty one. */
  get values() {
    return (this.game?.values ?? []).map((value) => value ?? -1);
  }

  // Drawing.

  #drawAbout() {
    const { i18n } = this.app;
    const { drawing } = /** @type {DrawnGame} */ (this.game);
    const { title, author, text = "", rules = [], rows, columns, low, high } = drawing;
    const { level } = this.kept ?? {};
    this.name = [title || namesOf(rules).slice(0, NAMED).join(" + ") || `${rows} × ${columns}`, level && i18n.t(`page.level.${level}`)].filter(Boolean).join(" · ");
    write(byId("field-about"), [author && i18n.t("page.picker.author", { author }), i18n.t("field.size", { rows, columns, low, high })].filter(Boolean).join(" · "));
    // Rules in the list below are not repeated.
    const kinds = rules.map((rule) => i18n.rule(rule));
    write(byId("field-rules-text"), text.split("\n").filter((line) => !kinds.includes(line)).join("\n"));
    fill("field-rules", rules.map(({ kind, name, which = "", rule, count }, at) =>
      make("li", {}, make("button", { type: "button", "data-kind": kind, "aria-pressed": false, onclick: () => this.point(at) }, [name, which, count > 1 && !which.includes("–") ? `× ${count}` : ""].filter(Boolean).join(" ")), make("span", {}, rule)),
    ));
    this.omitted.show(this.kept?.told ? [] : omittedIn(drawing), Boolean(drawing.readings));
    this.readings.show(drawing.readings ?? [], this.kept?.as ?? []);
  }

  /** Highlights the marks of a rule in the list, or ends that. @param {number} at */
  point(at) {
    this.#pointed = this.#pointed === at ? -1 : at;
    byId("field-rules").querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", String(i === this.#pointed)));
    this.draw();
  }

  /** Draws the cells again. */
  draw() {
    const { game } = this;
    if (!game || !this.isSeen) return;
    const { board, explained, i18n, joy, pointer, settings } = this.app;
    const { state, drawing } = game;
    // Highlights the constraints of a step, or else a rule that somebody points at, or else broken constraints.
    board.point(explained ? explained.constraints ?? [] : drawing.rules?.[this.#pointed]?.constraints ?? this.#conflicts.slice(0, TOLD).map(({ constraint }) => constraint));
    // The focus moves first, because moving it makes the browser lay out everything that changed.
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

  /** Texts about the pen, and about the constraints of the selected cells with their remaining combinations. @returns {string[]} */
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

  /** The remaining combinations of a constraint in words; "" if there are none to list. @param {import("../engine/types.js").Drawn} mark */
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
    const isWhole = found.every(({ whole }) => whole);
    const all = sets.length > COMBINATIONS || !isWhole ? [i18n.count(isWhole ? "field.cage.many" : "field.cage.atLeast", sets.length)] : found.map(({ head, sets }) => `${head} ${sets.map((set) => set.join(high > 9 ? " " : "") || "–").join(i18n.t("list.separator"))}`.trim());
    const always = isWhole && sets.length > 1 && found.length === 1 ? sets[0].filter((value) => sets.every((set) => set.includes(value))) : [];
    return [...all, always.length && i18n.t("field.cage.always", { list: always.join(" ") })].filter(Boolean).join(" · ");
  }

  /** Draws everything beside the board. */
  drawn() {
    const { app, game, isSeen } = this;
    if (!game || !isSeen) return;
    const { drawing } = game;
    app.status.reasons(this.#reasonsShown.map((text) => () => text));
    const here = this.#here();
    renew(byId("field-here"), here, () => here.map((text) => make("p", { textContent: text })));
    hide(byId("field-target"), this.weights !== undefined || !drawing.answers.includes("target"));
    this.weighing.draw();
  }
}
