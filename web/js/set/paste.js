/**
 * Reads puzzles from outside, as docs/PAGE.md describes. It also copies them as 81 characters or as a link.
 * Other exports are in export.js.
 */
import { CELLS, parseLine, setOf, toLine } from "../game/grid.js";
import { aboutOf } from "../keep/games.js";
import { closeDialogs } from "../text/dialog.js";
import { byId, copied, fill, hide, make, takesFile, write } from "../text/status.js";

/** Puzzles to try: Inkala's, the one of the target post, one with 17 givens, Inkala's without one given, one that is hard for row-major searches, and an empty grid. */
const EXAMPLES = [
  ["inkala", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
  ["target", ".....6..3......6.......3......1..2......3...4.27....3.1...68479.9627.1.58...9.3.."],
  ["seventeen", ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."],
  ["several", "8..........36......7..9.2...5...7.......457.....1...3...1....68..8....1..9....4.."],
  ["rowMajor", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"],
  ["empty", "................................................................................."],
];

/** The samples of contests: NOIP 2009's two of the target, whose best scores are 2829 and 2852, and that of POJ 2676. */
const SAMPLES = [
  ["NOIP 2009 · 1", "7..9....11....59.....2...8...5.2...3......648413........7..2.9.2.1.6.8.4.8.5.4.12"],
  ["NOIP 2009 · 2", "...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1....6.9....1........6"],
  ["POJ 2676", "1.3...5.9..21.94.....7.4...3..5.2..6.6.....5.7..8.3..4...4.1.....92.58..8.4...1.7"],
];

/** The player's digits: values that are not givens. @param {string} puzzle @param {string} [values] both of 81 characters */
function entriesOf(puzzle, values = puzzle) {
  const [givens, grid] = [puzzle, values].map((line) => parseLine(line) ?? []);
  return CELLS.filter((cell) => grid[cell] && !givens[cell]).map((cell) => ({ cell, digit: grid[cell] }));
}

export class Paste {
  /** The message about a faulty text. @type {import("../text/status.js").Say | null} */
  #told = null;
  #toldIn = "";
  #box = /** @type {HTMLTextAreaElement} */ (byId("import-text"));

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    document.addEventListener("paste", (event) => {
      if (isTextField(event.target)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      event.preventDefault();
      // What a dialog covers could not be seen to change.
      closeDialogs();
      if (this.app.place?.paste) this.app.place.paste(text);
      else this.read(text);
    });
    document.addEventListener("copy", (event) => {
      if (isTextField(event.target) || !getSelection()?.isCollapsed) return;
      event.clipboardData?.setData("text/plain", this.app.place?.text ?? this.shownLine);
      event.preventDefault();
      app.status.message((i18n) => i18n.t(app.place ? "field.copied.puzzle" : "page.copied"));
    });

    const drop = byId("drop");
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      drop.hidden = false;
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) drop.hidden = true;
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.hidden = true;
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) this.readFile(file);
      else if (text) this.read(text);
    });
    takesFile("import-file", (file) => this.readFile(file));
  }

  /** Removes the message about a faulty text, since another tab or puzzle is shown. */
  shown() {
    if (this.#told && this.app.tab !== this.#toldIn) this.#tell(null);
  }

  /** Shows what is wrong with a text. @param {import("../text/status.js").Say | null} say */
  #tell(say) {
    const { status, tab } = this.app;
    if (this.#told) status.dismiss(this.#told);
    this.#told = say;
    this.#toldIn = tab;
    if (say) status.notice(say);
  }

  /** Shows the puzzle's title, author and rules, if it has any. */
  changed() {
    const { i18n, midend: { state: { title, author, rules } } } = this.app;
    hide(byId("about"), !(title || author || rules));
    write(byId("about-title"), [title, author && i18n.t("page.picker.author", { author })].filter(Boolean).join(" · "));
    write(byId("about-rules"), rules);
    hide(byId("about-more"), !rules);
  }

  /** Draws the buttons of the examples. */
  translated() {
    const { i18n } = this.app;
    this.changed();
    const offer = (/** @type {string} */ id, /** @type {string[][]} */ all) =>
      fill(id, all.map(([textContent, line]) => make("button", { textContent, onclick: () => this.open(line) })));
    offer("examples", EXAMPLES.map(([name, line]) => [i18n.t(`page.example.${name}`), line]));
    offer("samples", SAMPLES);
  }

  /** The text of the import box. */
  readBox() {
    const text = this.#box.value;
    if (text.trim()) return this.read(text);
    this.#tell((i18n) => i18n.t("page.import.empty"));
    this.#box.focus();
  }

  /** @param {File} file */
  async readFile(file) {
    if (this.#tooLarge(file.size)) return;
    const text = await file.text().catch(() => null);
    return text === null ? this.#tell((i18n) => i18n.t("page.import.unreadable")) : this.read(text);
  }

  /** Shows a message if a text is too large for the server. @param {number} bytes the least possible size */
  #tooLarge(bytes) {
    const most = this.app.api.limits.body_bytes;
    if (bytes <= most) return false;
    this.#tell((i18n) => i18n.t("page.import.tooLarge", { kib: i18n.number(most >> 10) }));
    return true;
  }

  /**
   * Shows which part of a text cannot be read. It keeps the text in the import box, and selects
   * the faulty character if the box is visible.
   * @param {string} text @param {import("../engine/types.js").Refusal} refusal
   */
  #refuse(text, { message, line, column }) {
    const box = this.#box;
    const atHand = box.value === text && box.checkVisibility();
    box.value = text;
    this.#tell(() => message);
    if (!atHand) return;
    const before = text.split("\n").slice(0, line - 1);
    const at = before.join("\n").length + (before.length ? 1 : 0) + column - 1;
    box.focus();
    box.setSelectionRange(at, at + 1);
  }

  /** Opens the puzzle in a text, or asks which one to open. @param {string} text */
  async read(text) {
    this.#tell(null);
    if (!text.trim()) return this.#tell((i18n) => i18n.t("page.import.none"));
    if (parseLine(text)) return this.open(text.trim());
    const [, place] = /#puzzle=([\w-]+)\s*$/.exec(text) ?? [];
    if (place) return void (await (await this.app.part("puzzle"))?.openShared(place));
    if (this.#tooLarge(new Blob([JSON.stringify({ text })]).size)) return;
    const answer = await this.app.status.ask("parse", "page.import.busy", "parse", { text });
    if (!answer) return;
    const { puzzles, refusal, other } = answer;
    // Without digits there is no classic part to open.
    if (other && !puzzles.some(({ puzzle }) => /[1-9]/.test(puzzle))) return this.openRules(text);
    if (puzzles.length === 0) return refusal ? this.#refuse(text, refusal) : this.#tell((i18n) => i18n.t("page.import.none"));
    if (puzzles.length === 1 && !refusal && !puzzles[0].constraints) return this.take(puzzles[0]);
    const choose = await this.app.part("choose");
    choose?.ask(answer, text);
  }

  /** Opens a puzzle of another board or with other rules. @param {string} text */
  async openRules(text) {
    await (await this.app.part("puzzle"))?.open(text);
  }

  /** Opens a puzzle with all data that came with it. @param {import("../engine/types.js").Parsed} parsed */
  take({ puzzle, values, candidates, corner = candidates, centre, colours, name, author, rules, format, solution }) {
    /** @param {string[]} [cells] */
    const sets = (cells) => cells?.map(setOf);
    const all = { corner: sets(corner), centre: sets(centre), colours: sets(colours), title: format === "library" ? "" : name, author, rules };
    const extras = { ...Object.fromEntries(Object.entries(all).filter(([, value]) => value)), entries: entriesOf(puzzle, values) };
    this.open(puzzle, extras, { source: "other", ...(solution ? { solution } : {}) });
  }

  /** @param {string} line @param {Parameters<import("../game/midend.js").Midend["open"]>[1]} [extras] @param {import("../keep/games.js").About} [about] */
  open(line, extras, about = { source: "other" }) {
    const grid = parseLine(line);
    if (!grid) return;
    const { games, midend, status } = this.app;
    status.notice(null);
    games.open(grid, about, extras);
    this.app.showBoard();
    const { title } = midend.state;
    status.message((i18n) => [i18n.count("page.opened", grid.filter(Boolean).length), title].filter(Boolean).join(" · "));
  }

  /** The visible digits as 81 characters. */
  get shownLine() {
    return toLine(this.app.midend.shown);
  }

  copyLine() {
    const { place } = this.app;
    return place ? this.#copy(place.text, "field.copied.puzzle") : this.#copy(this.shownLine, "page.copied");
  }

  /** Copies a link that opens the puzzle with the player's digits and marks, but without an overlay. */
  async copyLink() {
    const { midend, place } = this.app;
    if (place) return this.#copy(new URL(place.address ?? "", location.href).href, "field.copied");
    const { corner, centre, colours, tints, pen, title, rules } = midend.state;
    const played = midend.hasEntries && /\d/.test(midend.givensLine);
    const isMarked = [corner, centre, colours, tints].some((layer) => layer.some(Boolean)) || pen.length || title || rules;
    const plain = played ? `bd=${midend.givensLine}&values=${midend.line}` : `bd=${midend.line}`;
    // If there are only digits, the link is readable.
    const query = isMarked ? `g=${await (await import("../keep/link.js")).textOf(midend.state)}` : plain;
    return this.#copy(new URL(`?${query}`, location.href).href, "page.shared");
  }

  /** Opens a link of copyLink. @param {string} text */
  async openShared(text) {
    const { games, status } = this.app;
    const saved = await (await import("../keep/link.js")).savedIn(text);
    if (!saved || !games.openSaved(saved, { source: "other" })) return status.notice((i18n) => i18n.t("page.link.unreadable"));
    status.message((i18n) => i18n.t("page.link.opened"));
  }

  /** Opens the puzzle of a link, or resumes its game. The current puzzle is not opened again. @param {string} text @param {string} values the player's digits as 81 characters */
  async openLinked(text, values) {
    const { games, midend, status } = this.app;
    const grid = parseLine(text);
    // The page does not wait for the server.
    if (!grid) return void this.read(text);
    if (toLine(grid) === midend.state.opened) return;
    const known = await games.find(({ puzzle }) => puzzle === toLine(grid));
    if (known && known.state !== "solved" && !values && games.resume(known)) return status.message((i18n) => i18n.t("page.link.known"));
    games.open(grid, aboutOf(known));
    status.message((i18n) => i18n.count("page.opened", grid.filter(Boolean).length));
    const placements = entriesOf(text, values);
    if (placements.length) midend.apply({ placements });
  }

  /** @param {string} text @param {string} key */
  async #copy(text, key) {
    const { status } = this.app;
    if (await copied(text)) status.message((i18n) => i18n.t(key));
    else status.notice((i18n) => i18n.t("page.copyByHand", { text }));
  }
}

/**
 * The puzzle in an address, in a form the engine reads. It is in the query or after the hash, as
 * in links of f-puzzles and SudokuPad. Returns null if there is none.
 * @param {string} address
 */
export function linkIn(address) {
  const [, parameter = "", value, bare] = address.match(/[?&#](?:(load=|puzzleid=|fpuzzles?=|fpuz=|scl=|ctc=)([^&#]+)|((?:fpuz|scl|ctc)[^&#]+))/) ?? [];
  return value ? `?${parameter}${value}` : bare ?? null;
}

/** Whether an element takes typed and pasted text itself. @param {EventTarget | null} target */
export function isTextField(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["button", "checkbox", "radio", "range", "file", "submit"].includes(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
