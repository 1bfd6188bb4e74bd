/**
 * The page. It makes the parts, passes keys, buttons and changes to them, and draws the board.
 * A part is an object with any of the methods of Part. It is made in App, or by App.part when it
 * is first used. docs/PAGE.md lists the folders, and says how a part is added and when its
 * methods are called.
 */
import { Address, isAddress } from "./address.js";
import { ASKED, TABS, actionByKey, actionOf, keyOf, shortcutsOf } from "./actions.js";
import { Board, CLASSIC, UNIT } from "./board/board.js";
import { Joy } from "./board/joy.js";
import { Pointer } from "./board/pointer.js";
import { drawingOf } from "./board/view.js";
import { Api } from "./engine/api.js";
import { clockText, timesIn } from "./game/clock.js";
import { emptyGrid } from "./game/grid.js";
import { Midend } from "./game/midend.js";
import { Games, aboutOf, dayOf } from "./keep/games.js";
import { recall, recallHere, remember } from "./keep/memory.js";
import { Settings } from "./keep/settings.js";
import { Walk } from "./learn/walk.js";
import { Bookmarks } from "./play/bookmarks.js";
import { Cards } from "./play/cards.js";
import { Clock } from "./play/clock.js";
import { Drawer } from "./play/drawer.js";
import { Entry } from "./play/entry.js";
import { Hint } from "./play/hint.js";
import { Maker } from "./play/maker.js";
import { lightNames } from "./play/names.js";
import { Pad } from "./play/pad.js";
import { Play } from "./play/play.js";
import { Race } from "./play/race.js";
import { Techniques } from "./play/techniques.js";
import { Paste, isTextField, linkIn } from "./set/paste.js";
import { I18n, LANGS, choose, fetched } from "./text/i18n.js";
import { closeDialogs, dialogOpen, watchDialogs } from "./text/dialog.js";
import { Status, afterFrame, buttonOf, byId, hide, nextTurn, put, styled, write } from "./text/status.js";
import { Teller } from "./text/telling.js";

/** How much of a newly opened part must be visible, in pixels. */
const HEAD = 150;

/**
 * @typedef {import("./actions.js").Tab} Tab
 * @typedef {import("./board/view.js").Explained} Explained
 * @typedef {{
 *   changed?: () => void,
 *   viewed?: () => void,
 *   won?: () => void,
 *   ticked?: () => void,
 *   drawn?: () => void,
 *   shown?: (tab: Tab) => void,
 *   translated?: () => void,
 *   reached?: () => void,
 *   menus?: () => void,
 *   set?: (setting: string) => void,
 *   explains?: Explained | null,
 * }} Part
 *   won: called again once the page knows whether the full grid is the solution (Play.end). explains: the
 *   shapes a part draws on the board while it explains something.
 */

/**
 * What stands in a tab instead of the classic game: a puzzle of other rules on the same board, the lessons, or what sets puzzles, which has the page to itself.
 * @typedef {{
 *   id: string, address: string | null, name: string, text: string, source?: import("./set/export.js").Source, game?: Midend | null, draw: () => void, focus: () => void, key?: (event: KeyboardEvent) => boolean,
 *   root?: HTMLElement, paste?: (text: string) => unknown, assist?: import("./play/assist.js").Assist, layout?: import("./board/board.js").Layout, lacks?: readonly string[], weights?: readonly number[],
 *   runs?: boolean, kept?: import("./keep/games.js").Kept | null, alike?: string, helped?: () => void, keep?: () => void, drew?: import("./board/pen.js").Drew, pressed?: (digit: number) => void, stage?: HTMLElement, hand?: import("./set/hand.js").Hand,
 * }} Place
 *   id tells what is played or set in it from others, game is that on the board, address null while it is on its way, name is what the window is called, text what is copied of it, source what is exported; key says whether the key was used; root is
 *   what has the page to itself; paste takes what is pasted, which else is opened to be played. Of a puzzle: assist is what helps, layout that of the board, lacks are actions that mean nothing
 *   here, weights those of the cells where it is played for a score, runs whether its time is taken, undefined where there is none, kept the record of its game, alike what puzzles it is compared with share; helped hears that the person saw what was to be found, keep that there is something to keep, drew what the pen did, pressed which candidate of the selected cell was pressed; stage is where the board stands, where that is not its usual place, and hand what presses on it go to
 */

/** The parts that are loaded when they are first used: the class of each, its style sheets, and its texts. marked: its markup is in html/NAME.html, not in index.html. */
const LATE = {
  choose: { load: async () => (await import("./set/choose.js")).Choose, marked: true, sheets: ["exchange"] },
  confirm: { load: async () => (await import("./text/confirm.js")).Confirm, marked: true },
  export: { load: async () => (await import("./set/export.js")).Export, marked: true, sheets: ["exchange"] },
  games: { load: async () => (await import("./keep/list.js")).List, marked: true, sheets: ["keep"] },
  help: { load: async () => (await import("./text/help.js")).Help },
  home: { load: async () => (await import("./play/home.js")).Home, sheets: ["home"] },
  lab: { load: async () => (await import("./tools/lab.js")).Lab },
  lessons: { load: async () => (await import("./learn/lessons.js")).Lessons, sheets: ["learn"] },
  print: { load: async () => (await import("./set/print.js")).Print, marked: true, sheets: ["exchange", "print"] },
  puzzle: { load: async () => (await import("./play/puzzle.js")).PuzzlePlace, marked: true, sheets: ["field"], texts: "field" },
  settings: { load: async () => (await import("./keep/sheet.js")).Sheet },
  setter: { load: async () => (await import("./set/setter.js")).Setter, marked: true, sheets: ["field", "draft"] },
  statistics: { load: async () => (await import("./keep/figures.js")).Figures, marked: true, sheets: ["keep"] },
  story: { load: async () => (await import("./learn/story.js")).Story, marked: true, sheets: ["coach"] },
  target: { load: async () => (await import("./tools/target.js")).Target },
  why: { load: async () => (await import("./learn/why.js")).Why, marked: true, sheets: ["coach"] },
  win: { load: async () => (await import("./play/win.js")).Win, marked: true, sheets: ["keep"] },
  wish: { load: async () => (await import("./play/wish.js")).Wish, marked: true, sheets: ["draft", "field"], texts: "field" },
};

export class App {
  /** @type {Tab} */
  #tab = "play";
  /** The places that tabs show instead of the classic board. @type {Partial<Record<Tab, Place>>} */
  places = {};
  /** The visible tab and game. @type {unknown[]} */
  #seen = [];
  /** The action being run. */
  acting = "";
  /** The button pressed by a key; a closing dialog gives it the focus back. @type {HTMLElement | null} */
  #opener = null;
  /** Parts of LATE that are there, and those that are being loaded. @type {Map<string, Part>} */
  #late = new Map();
  /** @type {Map<string, Promise<Part>>} */
  #loading = new Map();
  /** What "Why not?" is asked while it is being loaded: the digit typed since, 0 for none. @type {{digit: number} | null} */
  #question = null;
  /** The target part, once it was opened. @type {import("./tools/target.js").Target | null} */
  target = null;
  /** What enlarges the board, once one can be enlarged. @type {import("./board/zoom.js").Zoom | null} */
  zoom = null;
  /** The lab, once it has been opened. @type {import("./tools/lab.js").Lab | null} */
  lab = null;
  /** The lessons, once they have been opened. @type {import("./learn/lessons.js").Lessons | null} */
  lessons = null;

  /** The buttons that can be disabled. */
  #buttons = { undo: buttonOf("undo"), redo: buttonOf("redo"), adopt: buttonOf("adopt") };

  constructor() {
    this.i18n = new I18n();
    this.api = new Api(() => this.i18n.lang, (notes) => this.status.notes(notes));
    this.status = new Status(this.i18n, this.api);
    this.midend = new Midend((event) => this.#changed(event));
    this.board = /** @type {Board} */ (byId("board"));
    this.settings = new Settings(this);
    this.entry = new Entry(this);
    this.teller = new Teller(this);
    this.pad = new Pad(this);
    this.play = new Play(this);
    this.paste = new Paste(this);
    this.techniques = new Techniques(this);
    this.hint = new Hint(this);
    this.walk = new Walk(this);
    this.maker = new Maker(this);
    this.clock = new Clock(this);
    this.bookmarks = new Bookmarks(this);
    this.drawer = new Drawer(this);
    this.address = new Address(this);
    /** The parts that explain steps. Only one is open at a time. @type {(Part & {close: () => boolean})[]} */
    this.coaches = [this.hint, this.walk];
    /** @type {import("./learn/why.js").Why | null} */
    this.why = null;
    /** Explains chains and nets one inference at a time, once somebody asked for it. @type {import("./learn/story.js").Story | null} */
    this.story = null;
    this.games = new Games(this);
    this.cards = new Cards(this);
    this.joy = new Joy(this);
    this.race = new Race(this);
    // Games come first, since other parts ask them for the current game.
    /** @type {Part[]} */
    this.parts = [this.games, this.teller, this.entry, this.play, this.paste, this.hint, this.walk, this.maker, this.clock, this.pad, this.bookmarks, this.drawer, this.address, this.cards, this.race];
    this.pointer = new Pointer(this);
  }

  /** The game on the board. @returns {Midend} */
  get game() {
    return this.place?.game ?? this.midend;
  }

  /** Saves a change that is no move, such as a bookmark. */
  keep() {
    if (this.place?.keep) this.place.keep();
    else this.games.keep();
  }

  /** What is known about the visible board. @returns {import("./play/play.js").Player} */
  get player() {
    return this.place?.assist ?? this.play;
  }

  /** The shapes of a part that explains something on that board. */
  get explained() {
    return this.parts.find((part) => part.explains)?.explains;
  }

  get tab() {
    return this.#tab;
  }

  /** What is seen instead of the classic game, if anything is. @returns {Place | null} */
  get place() {
    return this.#tab === "learn" ? this.lessons : this.places[this.#tab] ?? null;
  }

  /** The current view, as named in the table of actions. @returns {import("./actions.js").View} */
  get view() {
    return this.place?.root ? "place" : this.lessons?.marks ? "trainer" : this.#tab;
  }

  /** Shows a place in a tab, where it stays until something else is opened there. @param {Tab} tab @param {Place} place */
  enter(tab, place) {
    this.midend.show(null);
    this.places[tab] = place;
    closeDialogs();
    this.show(tab);
  }

  /** Shows the classic board in a tab again. @param {Tab} tab */
  leave(tab) {
    if (!this.places[tab]) return;
    delete this.places[tab];
    if (tab === this.#tab) this.show(tab);
  }

  /**
   * A part that is loaded when it is first used, or null where it cannot be.
   * @template {keyof typeof LATE} N
   * @param {N} name
   * @returns {Promise<InstanceType<Awaited<ReturnType<typeof LATE[N]["load"]>>> | null>}
   */
  async part(name) {
    /** @typedef {InstanceType<Awaited<ReturnType<typeof LATE[N]["load"]>>>} Late */
    const known = /** @type {Late | undefined} */ (this.#late.get(name));
    if (known) return known;
    const loading = this.#loading.get(name) ?? this.#fetch(name).then(([Class, html]) => {
      const made = /** @type {Part} */ (new Class(this, html));
      this.#late.set(name, made);
      this.parts.push(made);
      made.translated?.();
      return made;
    }).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return this.status.run(`later ${name}`, (i18n) => i18n.t("page.loading"), async () => /** @type {Promise<Late>} */ (loading), { background: true, quiet: false });
  }

  /** Fetches all that a part needs. @param {keyof typeof LATE} name */
  #fetch(name) {
    /** @type {{load: () => Promise<any>, marked?: boolean, sheets?: string[], texts?: string}} */
    const { load, marked, sheets = [], texts } = LATE[name];
    return Promise.all([load(), marked ? fetched(`html/${name}.html`).then((file) => file.text()) : "", this.i18n.more(texts), ...sheets.map(styled)]);
  }

  /** Asks which new puzzle to make, or makes one; see Wish.open. @param {Parameters<import("./play/wish.js").Wish["open"]>} how */
  async wish(...how) {
    (await this.part("wish"))?.open(...how);
  }

  async start() {
    await nextTurn();
    // Requested at once, but nothing waits for it: people can use the page while a slow server answers.
    const learned = this.api.learnLimits();
    const here = recallHere("tab");
    const kept = this.games.last();
    this.api.onBack = () => {
      for (const part of this.parts) part.reached?.();
    };
    const wanted = [new URLSearchParams(location.search).get("lang"), recall("lang"), ...navigator.languages];
    await this.i18n.load(choose(wanted));
    await nextTurn();
    // Buttons have their keys from the table of actions.
    for (const button of document.querySelectorAll("button[data-action]")) {
      const { action = "", digit, mode } = /** @type {HTMLElement} */ (button).dataset;
      const keys = digit ?? shortcutsOf(mode ? `${action}-${mode}` : action);
      if (keys) button.setAttribute("aria-keyshortcuts", keys);
    }
    this.#listen();
    lightNames(this);
    watchDialogs((closed) => this.address.arrived(closed));
    await nextTurn();
    this.settings.took("language", this.i18n.lang);
    this.settings.start();
    this.#say();
    await nextTurn();
    // Each tab has a game of its own; a new one goes on with that of the tab used last.
    const last = await kept;
    const isNew = !last || !this.games.resume(last);
    // Until there is a puzzle, an empty grid is shown.
    if (isNew) this.games.open(emptyGrid(), { source: "made" });
    await nextTurn();
    this.#drawBoard();
    await nextTurn();
    // Who comes again is greeted; who comes back in the same tab goes on.
    this.show(here === null && !isNew ? "home" : TABS.find((name) => name === here) ?? "play");
    await nextTurn();
    const named = await this.#openAddress() || (isAddress(location.hash) && (await this.address.follow(location.hash)));
    delete document.documentElement.dataset.awaits;
    const greeted = named || !isNew ? this.cards.close() : this.maker.first().then(async (isFirst) => {
      await nextTurn();
      // A new visitor's puzzle has cards.
      if (isFirst && this.view === "play" && !this.place) this.cards.classic();
      else this.cards.close();
    });
    this.address.started();
    document.documentElement.dataset.ready = "true";
    dispatchEvent(new Event("ready"));
    byId("version").textContent = `nonet ${await learned}`.trim();
    // The worker and the engine are for later: whatever the page needs first has gone before.
    await greeted;
    const later = window.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 2000));
    await new Promise((done) => later(() => done(null)));
    // Not where the page is insecure, or the browser's settings forbid it.
    const worker = await (async () => navigator.serviceWorker?.register("sw.js"))().catch(() => null);
    later(() => this.api.prepare());
    // A service worker keeps all files. Without one, the tabs are loaded ahead, since the server may become unreachable.
    if (!worker) later(() => Promise.all(/** @type {const} */ (["target", "lab", "lessons", "setter"]).map((name) => this.#fetch(name))).catch(() => {}));
  }

  /**
   * Opens the puzzle of the address, unless it is already the current one. Returns whether there
   * is one. Then it removes the puzzle from the address, so that a reload resumes the game
   * instead of opening the link again.
   */
  async #openAddress() {
    const link = linkIn(location.search + location.hash);
    const query = new URLSearchParams(location.search);
    const [text, shared, daily] = [query.get("bd") ?? query.get("s"), query.get("g"), query.get("daily")];
    const [values, grade, rival, replay] = [query.get("values") ?? "", query.get("grade") ?? "easy", Number(query.get("time")), query.get("replay") ?? ""];
    const ruled = rival && location.hash.startsWith("#puzzle=") ? location.hash : "";
    if (text === null && shared === null && daily === null && link === null && !ruled) return false;
    this.showBoard();
    for (const name of [...query.keys()]) if (["bd", "s", "values", "g", "daily", "grade", "time", "replay"].includes(name) || linkIn(`?${name}=-`)) query.delete(name);
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
    if (shared !== null) await this.paste.openShared(shared);
    else if (text !== null) await this.paste.openLinked(text, values);
    else if (link !== null) this.paste.read(link);
    else if (ruled) await this.address.follow(ruled).then(() => this.place?.kept && this.#race(this.place.kept, rival, replay));
    else this.maker.daily(daily || dayOf(), grade).then(() => this.games.current?.about.daily?.date === daily && this.#race(this.games.current, rival, replay));
    if (text !== null && this.games.current?.puzzle === text) this.#race(this.games.current, rival, replay);
    return true;
  }

  /** Stores the time and the pace of the person who sent a link. @param {import("./keep/games.js").Game | import("./keep/games.js").Kept} game the current one @param {number} rival in seconds @param {string} replay */
  #race(game, rival, replay) {
    if (!(rival > 0 && rival < 360_000) || !Number.isInteger(rival)) return;
    game.about = { ...aboutOf(game), puzzle: game.puzzle, rival, replay: timesIn(replay).length ? replay : "" };
    this.keep();
    this.drawRest();
    this.status.message((i18n) => i18n.t("page.race", { time: clockText(rival) }));
  }

  // Changes.

  /** @param {import("./game/midend.js").Event} event */
  #changed(event) {
    if (event === "win") return this.win();
    if (event === "change") {
      for (const part of this.parts) part.changed?.();
      if (this.place || !this.#seen.length) return;
      this.status.message(() => "");
      this.status.notes([]);
    } else {
      if (this.place) return;
      for (const part of this.parts) part.viewed?.();
    }
    this.#drawBoard();
    this.joy.sees(this.midend, this.board);
    // Counts beside the board may be drawn a frame after the digit, but a mode's button must change at once.
    if (event === "change") afterFrame("rest", () => this.drawRest());
    else this.drawRest();
  }

  /** To be called when the player's move filled the grid, and again once the page knows what the full grid is. */
  win() {
    const { clock: { seconds }, play: { end } } = this;
    this.status.message((i18n) => i18n.t(end !== "done" ? `page.solved.${end}` : seconds ? "page.solved.in" : "page.solved", { time: clockText(seconds) }));
    for (const part of this.parts) part.won?.();
  }

  /** Draws what is seen; before the first view nothing is. */
  draw() {
    if (!this.#seen.length) return;
    if (this.place) this.place.draw();
    else this.#drawBoard();
    this.drawRest();
  }

  #drawBoard() {
    // The focus moves first, because moving it makes the browser lay out everything that changed.
    if (this.board.contains(document.activeElement)) this.focusBoard();
    const { i18n, midend, settings, play, explained, lab } = this;
    this.board.draw(drawingOf({ i18n, midend, settings, label: i18n.t("page.board"), wrong: play.judge.wrong, explained, seesPeers: this.#tab !== "target", current: lab?.current ?? -1 }));
  }

  /** Draws everything beside the board. */
  drawRest() {
    const { i18n, game, game: { board, state } } = this;
    const empty = i18n.count("page.empty", board.cells.filter((cell) => !state.digits[cell]).length);
    write(byId("tally"), empty);
    byId("tally").title = `${i18n.count("page.givens", state.given.filter(Boolean).length)} · ${empty}`;

    const held = document.activeElement;
    this.#buttons.undo.disabled = !game.canUndo;
    this.#buttons.redo.disabled = !game.canRedo;
    this.#buttons.adopt.disabled = !game.ui.overlay;
    // A disabled button gets no keys, so the board takes the focus.
    if (held instanceof HTMLButtonElement && held.disabled && !dialogOpen()) this.focusBoard();
    // A key may have chosen a mode without a button here.
    const { mode } = game.ui;
    write(byId("notes-text"), i18n.t(mode === "digit" || mode === "corner" ? "page.notes" : `page.mode.${mode}.short`));
    byId("notes").setAttribute("aria-pressed", String(mode !== "digit"));
    for (const part of this.parts) part.drawn?.();
  }

  // Actions of buttons and keys.

  /** Runs a row of the table of actions. @param {string} action @param {import("./actions.js").Cause} [cause] */
  act(action, cause = {}) {
    const row = actionOf(action);
    if (!row?.run || (row.tabs && !row.tabs.includes(this.view)) || this.place?.lacks?.includes(action)) return;
    // Any action ends the pause.
    if (this.clock.paused && action !== "pause") this.clock.toggle();
    this.acting = action;
    // An action from the drawer closes it, since its effect is on the board.
    if (action !== "drawer" && (!row.stays || (cause.button?.closest("#drawer") && action !== "bookmark-name"))) this.drawer.close();
    this.#opener = cause.byKey ? cause.button ?? null : null;
    row.run(this, cause);
    this.acting = "";
    if (!row.stays) this.#refocus();
  }

  /** The focus goes to the cursor, or to the board as a whole. */
  focusBoard() {
    if (this.place) return this.place.focus();
    // The setter takes the focus itself when it opens.
    if (this.#tab === "set") return /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    if (this.#tab === "home") return;
    this.board.focusCell(this.midend.cursor);
  }

  /** Moves the focus to the board after an action, unless a key pressed a button that is still there, or the focus is in a field. */
  #refocus() {
    const { activeElement } = document;
    if (dialogOpen() || this.clock.paused || isTextField(activeElement) || activeElement?.matches("select, input")) return;
    const stays = this.#opener !== null && this.#opener === activeElement && this.#opener.checkVisibility() && !this.#opener.matches(":disabled");
    if (!stays) this.focusBoard();
  }

  /** Whether a typed digit is now a question instead of a move: "Why not?" is open or loading. */
  get asks() {
    return this.#question !== null || (this.why?.open ?? false);
  }

  /** Opens "Why not?" for the current cell, and loads it on first use. @param {number} [digit] to ask about, if known */
  async ask(digit = 0) {
    this.#question = { digit };
    this.why ??= await this.part("why");
    const question = this.#question;
    this.#question = null;
    // The question was dropped meanwhile, or another tab was opened.
    if (!question || this.#tab !== "play") return;
    this.why?.start();
    if (question.digit) this.why?.pick(question.digit);
  }

  /** Handles a digit typed while digits are questions. @param {number} digit */
  askOf(digit) {
    if (this.#question) this.#question.digit = digit;
    else this.why?.pick(digit);
  }

  stopAsking() {
    this.#question = null;
    this.why?.close();
  }

  /** On a narrow screen, scrolls so that the board is visible beside a part that opened or grew. On a wide screen, scrolls to the part. @param {HTMLElement} part */
  reveal(part) {
    const { board } = this;
    const { top, bottom } = board.getBoundingClientRect();
    const over = part.getBoundingClientRect();
    if (getComputedStyle(part).position === "fixed") {
      if (top < 0 || bottom > over.top) board.scrollIntoView({ block: "start" });
    } else if (over.top < 0 || over.top + HEAD > document.documentElement.clientHeight) part.scrollIntoView({ block: "nearest" });
  }

  // Tabs, language, theme.

  /** @param {Tab} tab */
  show(tab) {
    const seen = this.#seen;
    this.#tab = tab;
    this.#seen = [tab, this.game];
    // A message about one tab or game does not fit another.
    if (this.#seen.some((one, i) => one !== seen[i])) this.status.message(() => "");
    // A press far down on one tab is not to hide the board of another.
    if (seen[0] && tab !== seen[0]) scrollTo({ top: 0 });
    remember("tab", tab, true);
    document.body.dataset.tab = tab;
    const { place } = this;
    document.body.toggleAttribute("data-place", Boolean(place?.root));
    document.body.toggleAttribute("data-ruled", Boolean(place?.layout));
    for (const part of document.querySelectorAll(".place")) hide(/** @type {HTMLElement} */ (part), part !== place?.root);
    const stage = place?.stage ?? document.querySelector("main > .stage");
    if (byId("frame").parentElement !== stage) stage?.prepend(byId("frame"));
    this.lay(place?.layout ?? (tab === "target" ? this.target?.layout : null) ?? CLASSIC);
    for (const name in ASKED) {
      for (const button of document.querySelectorAll(`[data-action="${name}"]`)) hide(/** @type {HTMLElement} */ (button), place?.lacks?.includes(name) ?? false);
    }
    // If the board of Play is not visible, failures are shown at the top.
    const top = place?.root ?? (tab === "home" ? byId("panel-home") : null);
    if (top) top.prepend(byId("notice"));
    else document.querySelector(".status")?.append(byId("notice"));
    for (const name of TABS) {
      const button = byId(`tab-${name}`);
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== tab;
    }
    for (const part of this.parts) part.shown?.(tab);
    if (tab === "home") this.part("home");
    if (tab === "learn") this.part("lessons");
    if (tab === "lab") this.part("lab");
    if (tab === "target" || place?.weights) this.part("target");
    if (tab === "set" && !this.place) this.part("setter").then((setter) => setter?.open(undefined, [], () => this.#tab === "set"));
    this.draw();
  }

  /** Opens Play, if the visible tab does not show the classic game: Home, Learn and Set. */
  showBoard() {
    if (["home", "learn", "set"].includes(this.#tab)) this.show("play");
  }

  /** Lays the board out for a puzzle. @param {import("./board/board.js").Layout} layout */
  lay(layout) {
    const { board } = this;
    if (board.layout === layout) return;
    board.lay(layout);
    const { width, height } = layout.box;
    for (const [name, value] of [["--columns", width / UNIT], ["--ratio", width / height]]) byId("frame").style.setProperty(String(name), String(value));
    this.zoom?.fit(layout);
  }

  /** Sets the window's title to the current view, so that history entries and windows can be told apart. */
  entitle() {
    const seen = this.place?.name ?? (this.#tab === "play" ? byId("game-title").textContent : "");
    const name = seen || (this.#tab === "home" ? "" : this.i18n.t(`page.tab.${this.#tab}`));
    const title = name ? `${name} · nonet` : this.i18n.t("page.documentTitle");
    if (document.title !== title) document.title = title;
  }

  /** Writes all texts in the current language. A new document has them already, if it is in this language. */
  #say() {
    const { i18n } = this;
    const { dataset, lang } = document.documentElement;
    if (dataset.ready || i18n.inWords || lang !== i18n.lang) i18n.translate(document);
    put(document.documentElement, "lang", i18n.lang);
    const other = LANGS.find((lang) => lang !== i18n.lang) ?? "en";
    for (const button of document.querySelectorAll('[data-action="language"]')) /** @type {HTMLElement} */ (button).lang = other;
    this.paint(String(this.settings.get("theme")));
    byId("homes").textContent = i18n.t(`page.homes.${this.api.homes}`);
    for (const part of this.parts) part.translated?.();
    this.status.repeat();
  }

  /** Changes the language and fetches its texts; returns false if that fails. @param {import("./text/i18n.js").Lang} lang */
  async speak(lang) {
    const loaded = await this.status.run(
      "lang",
      (i18n) => i18n.t("page.lang.busy"),
      async () => {
        await this.i18n.load(lang);
        return true;
      },
      { background: true, onFailure: () => this.status.notice((i18n) => i18n.t("page.failure.network")) },
    );
    if (!loaded) return false;
    this.#say();
    return true;
  }

  /** @param {string} theme */
  paint(theme) {
    put(document.documentElement, "data-theme", theme);
    const button = byId("theme");
    const label = this.i18n.t("page.theme", { theme: this.i18n.t(`page.settings.theme.${theme}`) });
    button.setAttribute("aria-label", label);
    button.title = label;
    button.querySelector("use")?.setAttribute("href", `#i-${theme === "auto" ? theme : theme === "dark" || theme === "oled" ? "dark" : "light"}`);
  }

  // Keys and buttons.

  #listen() {
    addEventListener("hashchange", () => this.#openAddress());
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-action]") : null;
      if (button instanceof HTMLElement) this.act(button.dataset.action ?? "", { button, byKey: event.detail === 0 });
    });
    // A closed dialog puts the focus back; its close event does not bubble, hence capture.
    document.addEventListener("close", () => this.#refocus(), { capture: true });
    document.addEventListener("keydown", (event) => {
      if (this.#key(event)) event.preventDefault();
    });

    document.querySelector('[role="tablist"]')?.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      const at = TABS.indexOf(this.#tab);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[key];
      if (to === undefined) return;
      const tab = TABS[(to + TABS.length) % TABS.length];
      this.show(tab);
      byId(`tab-${tab}`).focus();
      // Play may hide the tabs; then the board takes the focus.
      if (!byId(`tab-${tab}`).checkVisibility()) this.focusBoard();
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /**
   * Passes keys to the board, wherever the focus is. It leaves them to elements that need them:
   * text fields, lists, sliders, open dialogs, and arrow keys to tabs.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  #key(event) {
    const { target } = event;
    if (event.isComposing || dialogOpen()) return false;
    if (this.place?.key?.(event)) return true;
    if (isTextField(target)) return false;
    const element = target instanceof Element ? target : document.body;
    if (element.closest("select, input:not([type=checkbox]), .scroll")) return false;
    const key = keyOf(event);
    if (this.clock.paused) {
      if (key !== "Escape" && key !== "P") return false;
      this.clock.toggle();
      this.#refocus();
      return true;
    }
    if (this.game.ui.mode === "pen" && !event.altKey && this.pointer.pen.key(event)) return true;
    const action = actionByKey(this, key, element.closest("nonet-board") ? "board" : element === document.body ? "page" : "other");
    if (action) this.act(action, { key });
    return action !== null;
  }
}

// The start is cut into short tasks, so that the page is drawn and input heard in between.
nextTurn().then(() => customElements.define("nonet-board", Board)).then(nextTurn).then(() => new App().start()).catch((error) => {
  // Without texts there is no page to say it on in anyone's language.
  console.error(error);
  document.body.textContent = `nonet: ${error}`;
});
