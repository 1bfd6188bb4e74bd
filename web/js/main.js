// @ts-check
/**
 * The page. It holds the parts together: the midend (the game), the board (the
 * grid on the screen), the server's API, and a controller for each tab; and it
 * hands keys, buttons and changes from one to the others.
 *
 *   index.html   what is where
 *   midend.js    the game, without a screen; grid.js its geometry
 *   board.js     the grid on the screen
 *   api.js       the server; status.js what runs, and what is said about it
 *   play.js, target.js (reach.js), lab.js (trace.js, chart.js)   the tabs
 *   hint.js, walk.js   the next step and the whole path; picture.js what they draw
 *   maker.js     new puzzles; techniques.js the menus of techniques
 *   clock.js     how long the puzzle has been at work
 *   paste.js     puzzles from outside and back
 *   i18n.js      texts; memory.js what the browser keeps
 */
import { Api } from "./api.js";
import { Board } from "./board.js";
import { CELLS, DIGITS, PEERS, columnOf, digitsOf, nameOf, parseLine, rowOf, toLine } from "./grid.js";
import { Clock, clockText } from "./clock.js";
import { Hint } from "./hint.js";
import { I18n, LANGS, choose } from "./i18n.js";
import { Lab } from "./lab.js";
import { Maker } from "./maker.js";
import { recall, remember } from "./memory.js";
import { Midend } from "./midend.js";
import { Paste, isTextField } from "./paste.js";
import { Play } from "./play.js";
import { Status, byId } from "./status.js";
import { Target } from "./target.js";
import { Techniques } from "./techniques.js";
import { Walk } from "./walk.js";

const TABS = /** @type {const} */ (["play", "target", "lab"]);
/** @typedef {(typeof TABS)[number]} Tab */
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** How much of a part that opens has to be in sight, in pixels. */
const HEAD = 150;

/** Contradictions told in words; the others are still marked. */
const MAX_REASONS = 4;

export class App {
  /** @type {Tab} */
  #tab = "play";

  constructor() {
    this.i18n = new I18n();
    this.status = new Status(this.i18n);
    this.api = new Api(() => this.i18n.lang, (notes) => this.status.notes(notes));
    this.midend = new Midend((event) => this.#changed(event));
    this.board = /** @type {Board} */ (byId("board"));
    this.play = new Play(this);
    this.target = new Target(this);
    this.lab = new Lab(this);
    this.paste = new Paste(this);
    this.techniques = new Techniques(this);
    this.hint = new Hint(this);
    this.walk = new Walk(this);
    this.maker = new Maker(this);
    this.clock = new Clock(this);
  }

  async start() {
    // Asked for at once, but nothing waits for it: on a slow server the page is used meanwhile.
    const learned = this.api.learnLimits();
    const wanted = [new URLSearchParams(location.search).get("lang"), recall("lang"), ...navigator.languages];
    await this.i18n.load(choose(wanted));
    this.#makePad();
    this.#listen();
    this.#theme(document.documentElement.dataset.theme ?? "auto");
    this.#say();
    // Each tab has a game of its own; a new one goes on with that of the tab used last.
    this.midend.load(recall("game", true));
    const tab = recall("tab");
    this.show(TABS.find((name) => name === tab) ?? "play");
    this.#changed("change");
    this.#openAddress();
    byId("version").textContent = `nonet ${await learned}`.trim();
    document.documentElement.dataset.ready = "true";
    // Not where the page is insecure, or the browser's settings forbid it.
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }

  /**
   * Opens the puzzle of the address, unless it is the one at work. The address
   * then forgets it, so that a reload brings back the work and not the link.
   */
  #openAddress() {
    const text = this.paste.fromAddress();
    if (text === null) return;
    const grid = parseLine(text);
    const played = grid ? this.paste.playedInAddress(grid) : [];
    const rest = new URLSearchParams(location.search);
    for (const name of ["bd", "s", "values"]) rest.delete(name);
    history.replaceState(null, "", rest.size ? `?${rest}` : location.pathname);
    if (!grid) return this.paste.read(text);
    if (toLine(grid) === this.midend.state.opened) return;
    this.paste.open(text);
    if (played.length) this.midend.apply({ placements: played });
  }

  // Changes.

  /** @param {import("./midend.js").Event} event */
  #changed(event) {
    if (event === "change") {
      remember("game", this.midend.save(), true);
      this.play.changed();
      this.target.changed();
      this.lab.changed();
      this.hint.changed();
      this.walk.changed();
      this.clock.changed();
      const { seconds } = this.clock;
      this.status.message((i18n) => (this.midend.justSolved ? i18n.t(seconds ? "page.solved.in" : "page.solved", { time: clockText(seconds) }) : ""));
      this.status.notes([]);
      this.#tellContradictions();
    } else {
      this.play.viewed();
      this.target.viewed();
      this.walk.viewed();
      if (this.midend.ui.overlay) this.hint.close();
    }
    this.draw();
  }

  #tellContradictions() {
    const { midend, status } = this;
    const all = midend.contradictions;
    /** @type {import("./status.js").Say[]} */
    const reasons = all.slice(0, MAX_REASONS).map(
      ({ a, b, digit, house }) =>
        (i18n) => i18n.t("contradiction", { a: nameOf(a), b: nameOf(b), digit, house: i18n.house(house) }),
    );
    if (all.length > MAX_REASONS) reasons.push((i18n) => i18n.count("page.contradictions.more", all.length - MAX_REASONS));
    status.reasons(reasons);
    if (reasons.length) status.announce((i18n) => reasons.map((say) => say(i18n)).join(i18n.t("list.separator")));
  }

  draw() {
    const { i18n, midend } = this;
    const shown = midend.shown;
    const { selected } = midend.ui;
    const contradictions = midend.contradictions;
    const conflicts = new Set(contradictions.flatMap(({ a, b }) => [a, b]));
    // A hint or a step of the walk-through, if one is open, has the board to itself.
    const drawn = this.hint.open ? this.hint : this.walk;
    const picture = drawn.picture;
    const { candidates, filled } = drawn;
    const pointing = selected !== null && !picture;
    const peers = new Set(pointing ? PEERS[selected] : []);
    const same = pointing ? shown[selected] : 0;
    const current = this.lab.current;
    const wrong = new Set(midend.ui.wrong);
    this.board.draw({
      label: i18n.t("page.board"),
      selected,
      rings: this.#tab === "target",
      links: contradictions.map(({ a, b }) => /** @type {const} */ ([a, b])),
      picture,
      cells: CELLS.map((cell) => ({
        digit: shown[cell],
        kind: midend.kindOf(cell),
        label: this.#labelOf(cell, conflicts.has(cell), wrong.has(cell)),
        notes: shown[cell] || filled.has(cell) ? [] : candidates ? digitsOf(candidates[cell]) : midend.notesOf(cell),
        sameNote: same,
        ghost: candidates !== null && !midend.state.notes[cell],
        readOnly: !midend.mayChange(cell),
        conflict: conflicts.has(cell) || wrong.has(cell),
        peer: peers.has(cell),
        same: same > 0 && shown[cell] === same,
        current: cell === current,
      })),
    });

    const count = midend.digits.filter(Boolean).length;
    const givens = midend.state.given.filter(Boolean).length;
    byId("tally").textContent = i18n.count("page.empty", 81 - count);
    byId("tally").title = `${i18n.count("page.givens", givens)} · ${i18n.count("page.empty", 81 - count)}`;

    this.#button("undo").disabled = !midend.canUndo;
    this.#button("redo").disabled = !midend.canRedo;
    this.#button("adopt").disabled = !midend.ui.overlay;
    this.#button("notes").setAttribute("aria-pressed", String(midend.ui.notesMode));
    /** @type {HTMLInputElement} */ (byId("protect")).checked = midend.params.protectGivens;
    this.#drawPad(shown);
    this.target.draw();
    this.maker.drawAbout();
  }

  /** @param {import("./grid.js").Grid} shown */
  #drawPad(shown) {
    const prices = this.target.prices;
    byId("digits").classList.toggle("prices", prices !== null);
    for (const digit of DIGITS) {
      const button = document.querySelector(`[data-digit="${digit}"]`);
      if (!button) continue;
      const price = prices?.[digit - 1];
      const left = Math.max(0, 9 - shown.filter((d) => d === digit).length);
      button.classList.toggle("all", left === 0);
      button.classList.toggle("free", price?.free ?? false);
      button.setAttribute("aria-label", price?.label ?? this.i18n.t("page.pad.digit.left", { digit, left }));
      const [, best, cost, toGo] = button.children;
      toGo.textContent = left && !price ? String(left) : "";
      best.textContent = price?.best ?? "";
      cost.textContent = price?.cost ?? "";
    }
  }

  /** What a screen reader says of a cell. @param {number} cell @param {boolean} conflict @param {boolean} wrong */
  #labelOf(cell, conflict, wrong) {
    const { i18n, midend } = this;
    const notes = midend.notesOf(cell);
    const kind = midend.kindOf(cell);
    const parts = [
      i18n.t(`page.cell.${kind}`, {
        row: rowOf(cell) + 1,
        column: columnOf(cell) + 1,
        digit: midend.shown[cell],
      }),
    ];
    if (kind === "empty" && notes.length) parts.push(i18n.t("page.cell.notes", { list: notes.join(" ") }));
    if (conflict) parts.push(i18n.t("page.cell.conflict"));
    if (wrong) parts.push(i18n.t("page.cell.wrong"));
    return parts.join(i18n.t("list.separator"));
  }

  /** @param {string} action @returns {HTMLButtonElement} */
  #button(action) {
    return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-action="${action}"]`));
  }

  #makePad() {
    byId("digits").prepend(
      ...DIGITS.map((digit) => {
        const button = document.createElement("button");
        button.dataset.action = "digit";
        button.dataset.digit = String(digit);
        // The digit, the best score with it, and what it costs: see Target.prices; how many cells it is still to go into.
        button.append(...["digit", "best", "cost", "left"].map((name) => Object.assign(document.createElement("span"), { className: name })));
        button.children[0].textContent = String(digit);
        return button;
      }),
    );
  }

  // Actions: what buttons and keys do.

  /** @param {string} action @param {HTMLElement} [button] */
  act(action, button) {
    const { midend, status } = this;
    // Whoever does something is back from the pause.
    if (this.clock.paused && action !== "pause") this.clock.toggle();
    switch (action) {
      case "solve":
        return this.play.solve();
      case "restore":
        midend.restore();
        return status.message((i18n) => i18n.t("page.restored"));
      case "clear":
        midend.clear();
        return status.message((i18n) => i18n.t("page.cleared"));
      case "undo":
        return midend.undo();
      case "redo":
        return midend.redo();
      case "erase":
        return this.#type(0);
      case "digit":
        return this.#type(Number(button?.dataset.digit));
      case "notes":
        return midend.setNotesMode(!midend.ui.notesMode);
      case "check":
        return this.play.check();
      case "pause":
        return this.clock.toggle();
      case "note-all":
        return midend.noteAll();
      case "keep":
        midend.keep();
        return status.message((i18n) => i18n.t("page.kept"));
      case "adopt":
        return midend.adopt();
      case "copy":
        return this.paste.copyLine();
      case "share":
        return this.paste.copyLink();
      case "print":
        return print();
      case "import":
        return this.paste.readBox();
      case "cancel":
        return status.cancelAll();
      case "pager-back":
        return this.play.page(-1);
      case "pager-forward":
        return this.play.page(1);
      case "hint":
      case "hint-more":
        return this.hint.more();
      case "hint-retry":
        return this.hint.retry();
      case "hint-cancel":
        return this.hint.cancel();
      case "hint-apply":
        return this.hint.apply();
      case "hint-close":
        return this.#close("hint");
      case "walk":
      case "walk-retry":
        return this.walk.start();
      case "walk-close":
        return this.#close("walk");
      case "walk-first":
        return this.walk.seek(0);
      case "walk-back":
        return this.walk.step(-1);
      case "walk-forward":
        return this.walk.step(1);
      case "walk-last":
        return this.walk.last();
      case "new":
        return this.maker.open();
      case "target":
        return this.target.find();
      case "lab-first":
        return this.lab.seek(0);
      case "lab-back":
        return this.lab.step(-1);
      case "lab-play":
        return this.lab.play();
      case "lab-forward":
        return this.lab.step(1);
      case "lab-last":
        return this.lab.last();
      case "compare":
        return this.lab.compare();
    }
  }

  /** Closes the hint or the walk-through; a focus within it goes back to the button that opened it. @param {"hint" | "walk"} part */
  #close(part) {
    const within = byId(part).contains(document.activeElement);
    const closed = this[part].close();
    if (within) this.#button(part).focus({ preventScroll: true });
    return closed;
  }

  /** Brings the board into view beside a part that has opened or grown over it, where the screen is narrow; elsewhere the part. @param {HTMLElement} part */
  reveal(part) {
    const { top, bottom } = this.board.getBoundingClientRect();
    const over = part.getBoundingClientRect();
    if (getComputedStyle(part).position === "fixed") {
      if (top < 0 || bottom > over.top) this.board.scrollIntoView({ block: "start" });
    } else if (over.top < 0 || over.top + HEAD > document.documentElement.clientHeight) part.scrollIntoView({ block: "nearest" });
  }

  /** The menus of techniques, once they are known. */
  drawMenus() {
    this.hint.drawOptions();
    this.maker.draw();
  }

  /** A digit for the selected cell; says so where none is selected or the cell is fixed. @param {number} digit */
  #type(digit) {
    const { midend, status } = this;
    const cell = midend.ui.selected;
    if (cell === null) return status.message((i18n) => i18n.t("page.selectFirst"));
    if (!midend.mayChange(cell)) return status.message((i18n) => i18n.t("page.protected", { cell: nameOf(cell) }));
    midend.type(digit);
  }

  // Tabs, language, theme.

  /** @param {Tab} tab */
  show(tab) {
    this.#tab = tab;
    remember("tab", tab);
    document.body.dataset.tab = tab;
    for (const name of TABS) {
      const button = byId(`tab-${name}`);
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== tab;
    }
    if (tab !== "play") {
      if (this.clock.paused) this.clock.toggle();
      this.hint.close();
      this.walk.close();
    }
    if (tab === "lab") this.lab.resume();
    else this.lab.leave();
    this.target.show(tab === "target");
    this.draw();
  }

  /** Says everything in the language of now. */
  #say() {
    const { i18n } = this;
    document.documentElement.lang = i18n.lang;
    document.title = i18n.t("page.documentTitle");
    i18n.translate(document);
    const other = LANGS.find((lang) => lang !== i18n.lang) ?? "en";
    byId("lang").lang = other;
    this.#theme(document.documentElement.dataset.theme ?? "auto");
    byId("help-keys").replaceChildren(
      ...["select", "ends", "digits", "erase", "notes", "undo", "check", "hint", "walk", "pause", "copy", "paste", "help"].map((key) => {
        const row = document.createElement("tr");
        const keys = document.createElement("th");
        keys.scope = "row";
        keys.textContent = i18n.t(`page.keys.${key}`);
        const does = document.createElement("td");
        does.textContent = i18n.t(`page.keys.${key}.about`);
        row.append(keys, does);
        return row;
      }),
    );
    this.paste.draw();
    this.clock.draw();
    this.play.drawPager();
    this.lab.draw();
    this.drawMenus();
    this.status.repeat();
  }

  async switchLanguage() {
    const other = LANGS.find((lang) => lang !== this.i18n.lang) ?? "en";
    const loaded = await this.status.run(
      "lang",
      (i18n) => i18n.t("page.lang.busy"),
      async () => {
        await this.i18n.load(other);
        return true;
      },
      { background: true, onFailure: () => this.status.notice((i18n) => i18n.t("page.failure.network")) },
    );
    if (!loaded) return;
    remember("lang", other);
    this.#say();
    this.draw();
    this.hint.again();
    this.walk.again();
  }

  /** @param {string} theme */
  #theme(theme) {
    document.documentElement.dataset.theme = theme;
    const button = byId("theme");
    const label = this.i18n.t(`page.theme.${theme}`);
    button.setAttribute("aria-label", label);
    button.title = label;
    button.querySelector("use")?.setAttribute("href", `#i-${theme}`);
  }

  // Keys and buttons.

  #listen() {
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-action]") : null;
      if (button instanceof HTMLElement) this.act(button.dataset.action ?? "", button);
    });
    // The pad leaves the focus where it is, so that keys go on working on the board.
    document.querySelector(".pad")?.addEventListener("mousedown", (event) => event.preventDefault());

    this.board.addEventListener("cellselect", (event) => this.midend.select(/** @type {CustomEvent} */ (event).detail.cell));
    document.addEventListener("keydown", (event) => {
      if (this.#key(event)) event.preventDefault();
    });

    for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => this.show(name));
    document.querySelector('[role="tablist"]')?.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      const at = TABS.indexOf(this.#tab);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[key];
      if (to === undefined) return;
      const tab = TABS[(to + TABS.length) % TABS.length];
      this.show(tab);
      byId(`tab-${tab}`).focus();
      event.preventDefault();
      event.stopPropagation();
    });

    byId("lang").addEventListener("click", () => this.switchLanguage());
    byId("theme").addEventListener("click", () => {
      const at = THEMES.findIndex((theme) => theme === document.documentElement.dataset.theme);
      const theme = THEMES[(at + 1) % THEMES.length];
      remember("theme", theme);
      this.#theme(theme);
    });
    byId("help-open").addEventListener("click", () => this.#help());
    byId("protect").addEventListener("change", (event) => {
      this.midend.params.protectGivens = /** @type {HTMLInputElement} */ (event.target).checked;
      remember("game", this.midend.save(), true);
      this.draw();
    });
  }

  #help() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
    if (!dialog.open) dialog.showModal();
  }

  /**
   * Keys act on the board from wherever the focus is, save where they mean
   * something else: text fields, lists, sliders, open dialogs; tabs keep their arrows to themselves.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  #key(event) {
    const { midend } = this;
    const { key, code, target } = event;
    if (event.isComposing || event.altKey || isTextField(target) || document.querySelector("dialog[open]")) return false;
    const element = target instanceof Element ? target : document.body;
    const onBoard = this.board.contains(element);
    if (element.closest("select, input:not([type=checkbox]), .scroll")) return false;

    if (this.clock.paused) {
      if (key !== "Escape" && key.toLowerCase() !== "p") return false;
      this.clock.toggle();
      return true;
    }
    if (event.ctrlKey || event.metaKey) {
      const letter = key.toLowerCase();
      if (letter === "z") return event.shiftKey ? midend.redo() || true : midend.undo() || true;
      if (letter === "y") return midend.redo() || true;
    }
    if (!onBoard && !event.ctrlKey && !event.metaKey && this.walk.key(key)) return true;
    const to = onBoard || element === document.body ? midend.target(key, event.ctrlKey || event.metaKey) : null;
    if (to !== null) {
      midend.select(to);
      this.board.focusCell(to);
      return true;
    }
    if (event.ctrlKey || event.metaKey) return false;

    // With Shift a digit key gives another character, so the key itself is asked.
    const digit = /^[0-9]$/.test(key) ? Number(key) : Number(/^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? NaN);
    if (!Number.isNaN(digit)) {
      if (event.shiftKey && digit > 0 && midend.ui.selected !== null) midend.note(digit);
      else this.#type(digit);
      return true;
    }
    if (key === "Backspace" || key === "Delete") {
      this.#type(0);
      return true;
    }
    if (key === "?") {
      this.#help();
      return true;
    }
    if (key === "Escape") {
      if (this.hint.open) return this.#close("hint");
      if (this.walk.open) return this.#close("walk");
      if (midend.ui.overlay) return midend.show(null);
    }
    if (key.toLowerCase() === "h" && this.#tab === "play") {
      this.hint.more();
      return true;
    }
    if (this.#tab === "play" && key.toLowerCase() === "p") {
      this.clock.toggle();
      return true;
    }
    if (this.#tab !== "lab" && key.toLowerCase() === "c") {
      this.play.check();
      return true;
    }
    if (key.toLowerCase() === "n") {
      midend.setNotesMode(!midend.ui.notesMode);
      return true;
    }
    return false;
  }
}

const app = new App();
app.start().catch((error) => {
  // Without texts there is no page to say it on in anyone's language.
  console.error(error);
  document.body.textContent = `nonet: ${error}`;
});
