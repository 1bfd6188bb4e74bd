// @ts-check
/**
 * The page. It makes the parts, hands keys, buttons and changes to them, and
 * draws the board.
 *
 *   actions.js   what a person can do: one table of buttons and keys
 *   game/        the game, its grid and its clock
 *   board/       the grid on the screen, and what steps draw on it
 *   play/ learn/ set/ tools/   a controller for each thing people do
 *   keep/        what the browser keeps
 *   engine/      the server and what it answers
 *   text/        languages; what runs, and what is said
 *
 * A part is an object with any of the methods of Part. It is made in App, or by
 * App.later when it is first used; docs/PAGE.md says how one is added.
 */
import { ACTIONS, TABS, actionByKey, actionOf, helpLines, keyOf, shortcutsOf, textsOfKeys } from "./actions.js";
import { Api } from "./engine/api.js";
import { Board } from "./board/board.js";
import { CELLS, DIGITS, PEERS, columnOf, digitsOf, nameOf, parseLine, rowOf, toLine } from "./game/grid.js";
import { Clock } from "./play/clock.js";
import { clockText } from "./game/clock.js";
import { Hint } from "./play/hint.js";
import { I18n, LANGS, choose } from "./text/i18n.js";
import { Lab } from "./tools/lab.js";
import { Maker } from "./play/maker.js";
import { recall, remember } from "./keep/memory.js";
import { Midend } from "./game/midend.js";
import { Paste, isTextField } from "./set/paste.js";
import { Play } from "./play/play.js";
import { Status, byId } from "./text/status.js";
import { Target } from "./tools/target.js";
import { Techniques } from "./play/techniques.js";
import { Walk } from "./learn/walk.js";
import { watchDialogs } from "./text/dialog.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** How much of a part that opens has to be in sight, in pixels. */
const HEAD = 150;

/** Contradictions told in words; the others are still marked. */
const MAX_REASONS = 4;

/**
 * @typedef {import("./actions.js").Tab} Tab
 * @typedef {{
 *   changed?: () => void,
 *   viewed?: () => void,
 *   won?: () => void,
 *   ticked?: () => void,
 *   drawn?: () => void,
 *   shown?: (tab: Tab) => void,
 *   translated?: () => void,
 *   menus?: () => void,
 * }} Part
 *   changed: the game changed. viewed: only what is shown of it. won: after a
 *   change, that the player's move solved the puzzle. ticked: the
 *   clock went on by some seconds, or the page is left. drawn: the board
 *   was drawn anew. shown: a tab was opened. translated: the language is another;
 *   also called once at the start. menus: the techniques are known.
 */

export class App {
  /** @type {Tab} */
  #tab = "play";
  /** Parts that are loaded when first used, by name. @type {Map<string, Promise<any>>} */
  #later = new Map();

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
    /** @type {Part[]} */
    this.parts = [this.play, this.target, this.lab, this.paste, this.hint, this.walk, this.maker, this.clock, { ticked: () => this.#keep() }];
  }

  get tab() {
    return this.#tab;
  }

  /**
   * A part that is loaded when it is first used, or null where it cannot be.
   * @template {Part} T
   * @param {string} name
   * @param {() => Promise<new (app: App) => T>} load the part's class
   * @returns {Promise<T | null>}
   */
  async later(name, load) {
    if (!this.#later.has(name)) {
      const made = load().then((Class) => {
        const part = new Class(this);
        this.parts.push(part);
        part.translated?.();
        return part;
      });
      made.catch(() => this.#later.delete(name));
      this.#later.set(name, made);
    }
    const loading = this.#later.get(name);
    return this.status.run("later", (i18n) => i18n.t("page.loading"), async () => loading, { background: true, quiet: false });
  }

  async start() {
    // Asked for at once, but nothing waits for it: on a slow server the page is used meanwhile.
    const learned = this.api.learnLimits();
    const wanted = [new URLSearchParams(location.search).get("lang"), recall("lang"), ...navigator.languages];
    await this.i18n.load(choose(wanted));
    this.#makeFrame();
    this.#makePad();
    this.#listen();
    watchDialogs();
    this.#theme(document.documentElement.dataset.theme ?? "auto");
    this.#say();
    // Each tab has a game of its own; a new one goes on with that of the tab used last.
    this.midend.load(recall("game", true));
    const tab = recall("tab");
    this.show(TABS.find((name) => name === tab && !byId(`tab-${name}`).hidden) ?? "play");
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

  /** @param {import("./game/midend.js").Event} event */
  #changed(event) {
    if (event === "win") {
      for (const part of this.parts) part.won?.();
      return;
    }
    if (event === "change") {
      this.#keep();
      for (const part of this.parts) part.changed?.();
      const { seconds } = this.clock;
      this.status.message((i18n) => (this.midend.justSolved ? i18n.t(seconds ? "page.solved.in" : "page.solved", { time: clockText(seconds) }) : ""));
      this.status.notes([]);
      this.#tellContradictions();
    } else {
      for (const part of this.parts) part.viewed?.();
      if (this.midend.ui.overlay) this.hint.close();
    }
    this.draw();
  }

  #keep() {
    remember("game", this.midend.save(), true);
  }

  #tellContradictions() {
    const { midend, status } = this;
    const all = midend.contradictions;
    /** @type {import("./text/status.js").Say[]} */
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
    const selected = midend.cursor;
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
        ghost: candidates !== null && !midend.notesOf(cell).length,
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
    this.#button("notes").setAttribute("aria-pressed", String(midend.ui.mode === "corner"));
    this.#button("edit-givens").setAttribute("aria-pressed", String(midend.ui.editGivens));
    this.#drawPad(shown);
    for (const part of this.parts) part.drawn?.();
  }

  /** @param {import("./game/grid.js").Grid} shown */
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

  /** Tabs that have something in them; keys by the table of actions. */
  #makeFrame() {
    for (const name of TABS) byId(`tab-${name}`).hidden = byId(`panel-${name}`).childElementCount === 0;
    for (const name of Object.keys(ACTIONS)) {
      const keys = shortcutsOf(name);
      if (keys) for (const button of document.querySelectorAll(`button[data-action="${name}"]`)) button.setAttribute("aria-keyshortcuts", keys);
    }
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

  /** Does what a row of the table of actions says. @param {string} action @param {import("./actions.js").Cause} [cause] */
  act(action, cause = {}) {
    const row = actionOf(action);
    if (!row?.run || (row.tabs && !row.tabs.includes(this.#tab))) return;
    // Whoever does something is back from the pause.
    if (this.clock.paused && action !== "pause") this.clock.toggle();
    return row.run(this, cause);
  }

  /** Closes the hint or the walk-through; a focus within it goes back to the button that opened it. @param {"hint" | "walk"} part */
  close(part) {
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

  /** What a digit key does; where it does nothing, says why. @param {number} digit @param {import("./game/midend.js").Mode} [mode] where it is not that of now */
  type(digit, mode) {
    const refusal = this.midend.type(digit, mode);
    if (refusal) this.status.message((i18n) => i18n.t(`page.refused.${refusal}`));
  }

  /** Selects the cell that a key leads to. @param {string} key as the table of actions writes it */
  move(key) {
    const far = key.startsWith("Control+");
    const to = this.midend.target(far ? key.slice("Control+".length) : key, far);
    if (to === null) return;
    this.midend.select(to);
    this.board.focusCell(to);
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
    for (const part of this.parts) part.shown?.(tab);
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
      ...[...helpLines()].map(([label, all]) => {
        const row = document.createElement("tr");
        const keys = document.createElement("th");
        keys.scope = "row";
        keys.textContent = textsOfKeys(all).join(i18n.t("list.separator"));
        const does = document.createElement("td");
        does.textContent = i18n.t(label);
        row.append(keys, does);
        return row;
      }),
    );
    for (const part of this.parts) part.translated?.();
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
      if (button instanceof HTMLElement) this.act(button.dataset.action ?? "", { button });
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
      const tabs = TABS.filter((name) => !byId(`tab-${name}`).hidden);
      const at = tabs.indexOf(this.#tab);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
      if (to === undefined) return;
      const tab = tabs[(to + tabs.length) % tabs.length];
      this.show(tab);
      byId(`tab-${tab}`).focus();
      event.preventDefault();
      event.stopPropagation();
    });
  }

  help() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
    if (!dialog.open) dialog.showModal();
  }

  nextTheme() {
    const at = THEMES.findIndex((theme) => theme === document.documentElement.dataset.theme);
    const theme = THEMES[(at + 1) % THEMES.length];
    remember("theme", theme);
    this.#theme(theme);
  }

  /**
   * Keys act on the board from wherever the focus is, save where they mean
   * something else: text fields, lists, sliders, open dialogs; tabs keep their arrows to themselves.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  #key(event) {
    const { target } = event;
    if (event.isComposing || event.altKey || isTextField(target) || document.querySelector("dialog[open]")) return false;
    const element = target instanceof Element ? target : document.body;
    if (element.closest("select, input:not([type=checkbox]), .scroll")) return false;
    const key = keyOf(event);
    if (this.clock.paused) {
      if (key !== "Escape" && key !== "P") return false;
      this.clock.toggle();
      return true;
    }
    const action = actionByKey(this, key, this.board.contains(element) ? "board" : element === document.body ? "page" : "other");
    if (action) this.act(action, { key });
    return action !== null;
  }
}

const app = new App();
app.start().catch((error) => {
  // Without texts there is no page to say it on in anyone's language.
  console.error(error);
  document.body.textContent = `nonet: ${error}`;
});
