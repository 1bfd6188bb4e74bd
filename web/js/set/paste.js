// @ts-check
/**
 * Puzzles from outside: paste anywhere, the import box, a dropped or chosen
 * file, a link; and back out, as 81 characters or as a link. Every format is
 * read by the server; one line of 81 characters needs no server.
 */
import { CELLS, parseLine, toLine } from "../game/grid.js";
import { aboutOf } from "../keep/games.js";
import { byId } from "../text/status.js";

/** Puzzles to try: Inkala's, the target post's, one of 17 givens, Inkala's with a given taken away, one against row-major searches, none at all. */
const EXAMPLES = [
  ["inkala", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
  ["target", ".....6..3......6.......3......1..2......3...4.27....3.1...68479.9627.1.58...9.3.."],
  ["seventeen", ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."],
  ["several", "8..........36......7..9.2...5...7.......457.....1...3...1....68..8....1..9....4.."],
  ["rowMajor", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"],
  ["empty", "................................................................................."],
];

export class Paste {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    document.addEventListener("paste", (event) => {
      if (isTextField(event.target)) return;
      const text = event.clipboardData?.getData("text/plain");
      if (!text?.trim()) return;
      event.preventDefault();
      this.read(text);
    });
    document.addEventListener("copy", (event) => {
      if (isTextField(event.target) || !getSelection()?.isCollapsed) return;
      event.clipboardData?.setData("text/plain", this.shownLine);
      event.preventDefault();
      this.#copied("page.copied");
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
    const chooser = /** @type {HTMLInputElement} */ (byId("import-file"));
    chooser.addEventListener("change", () => {
      const file = chooser.files?.[0];
      if (file) this.readFile(file);
      chooser.value = "";
    });
    byId("picker-list").addEventListener("change", () => this.#preview());
    byId("picker-list").addEventListener("dblclick", () => /** @type {HTMLDialogElement} */ (byId("picker")).close("open"));
    byId("picker-cancel").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("picker")).close(""));
    byId("picker").addEventListener("close", () => this.#picked());
  }

  /** The examples' buttons. */
  translated() {
    const { i18n } = this.app;
    byId("examples").replaceChildren(
      ...EXAMPLES.map(([name, line]) => {
        const button = document.createElement("button");
        button.textContent = i18n.t(`page.example.${name}`);
        button.addEventListener("click", () => this.open(line));
        return button;
      }),
    );
  }

  /** The text of the import box. */
  readBox() {
    const text = /** @type {HTMLTextAreaElement} */ (byId("import-text")).value;
    if (text.trim()) return this.read(text, (where) => this.#pointAt(where));
    this.app.status.notice((i18n) => i18n.t("page.import.empty"));
    byId("import-text").focus();
  }

  /** @param {File} file */
  async readFile(file) {
    const { status } = this.app;
    if (this.#tooLarge(file.size)) return;
    let text = "";
    try {
      text = await file.text();
    } catch {
      status.notice((i18n) => i18n.t("page.import.unreadable"));
      return;
    }
    return this.read(text);
  }

  /** Says so if a text is more than the server takes. @param {number} bytes at least so many */
  #tooLarge(bytes) {
    const { api, status } = this.app;
    const most = api.limits.body_bytes;
    if (bytes <= most) return false;
    status.notice((i18n) => i18n.t("page.import.tooLarge", { kib: i18n.number(most >> 10) }));
    return true;
  }

  /** Selects the character of the import box that cannot be read. @param {{line?: number, column?: number}} where both 1-based */
  #pointAt({ line, column }) {
    if (line === undefined) return;
    const box = /** @type {HTMLTextAreaElement} */ (byId("import-text"));
    const before = box.value.split("\n").slice(0, line - 1);
    const at = before.join("\n").length + (before.length ? 1 : 0) + (column ?? 1) - 1;
    box.focus();
    box.setSelectionRange(at, at + 1);
  }

  /**
   * Opens the puzzle in a text, or asks which one if there are several.
   * @param {string} text
   * @param {(where: {line?: number, column?: number}) => void} [onRefusal]
   */
  async read(text, onRefusal = () => {}) {
    const { api, status } = this.app;
    if (parseLine(text)) return this.open(text.trim());
    if (this.#tooLarge(new Blob([JSON.stringify({ text })]).size)) return;
    const answer = await status.run(
      "parse",
      (i18n) => i18n.t("page.import.busy"),
      (signal) => api.parse(text, signal),
      { onFailure: ({ where }) => onRefusal(where) },
    );
    if (!answer) return;
    if (answer.puzzles.length === 0) return status.notice((i18n) => i18n.t("page.import.none"));
    if (answer.puzzles.length === 1) return this.open(answer.puzzles[0].puzzle, answer.puzzles[0].candidates);
    this.#pick(answer);
  }

  /** @param {string} line @param {string[]} [candidates] the digits of each cell, where the text had them */
  open(line, candidates) {
    const grid = parseLine(line);
    if (!grid) return;
    const { midend, status } = this.app;
    status.notice(null);
    const corner = candidates?.map((digits) => [...digits].reduce((set, digit) => set | (1 << Number(digit)), 0));
    midend.open(grid, corner && { corner });
    status.message((i18n) => i18n.count("page.opened", grid.filter(Boolean).length));
  }

  /** @type {import("../engine/types.js").Parsed[]} */
  #choices = [];

  /** @param {import("../engine/types.js").Parse} answer */
  #pick({ puzzles, truncated }) {
    const { i18n } = this.app;
    this.#choices = puzzles;
    byId("picker-title").textContent = i18n.count("page.picker.title", puzzles.length);
    byId("picker-note").textContent = truncated ? i18n.count("page.picker.truncated", puzzles.length) : "";
    const list = /** @type {HTMLSelectElement} */ (byId("picker-list"));
    list.replaceChildren(
      ...puzzles.map(({ puzzle, line, name }, i) => {
        const givens = i18n.count("page.givens", puzzle.replaceAll(".", "").length);
        const label = name || i18n.t("page.picker.line", { line: i18n.number(line) });
        return new Option(`${i + 1}. ${label} · ${givens}`, String(i));
      }),
    );
    list.selectedIndex = 0;
    this.#preview();
    const dialog = /** @type {HTMLDialogElement} */ (byId("picker"));
    dialog.returnValue = "";
    dialog.showModal();
    list.focus();
  }

  get #choice() {
    return this.#choices[/** @type {HTMLSelectElement} */ (byId("picker-list")).selectedIndex];
  }

  #preview() {
    const rows = this.#choice?.puzzle.match(/.{9}/g) ?? [];
    byId("picker-preview").textContent = rows
      .map((row) => row.replace(/(...)(...)(...)/, "$1 $2 $3"))
      .join("\n")
      .replace(/((?:.*\n){3})((?:.*\n){3})/, "$1\n$2\n");
  }

  #picked() {
    const choice = this.#choice;
    if (/** @type {HTMLDialogElement} */ (byId("picker")).returnValue === "open" && choice) this.open(choice.puzzle, choice.candidates);
  }

  /** What is seen on the board, as 81 characters. */
  get shownLine() {
    return toLine(this.app.midend.shown);
  }

  copyLine() {
    return this.#copy(this.shownLine, "page.copied");
  }

  /** A link that opens the puzzle, the player's digits and all that is marked, without what only is shown over it. */
  async copyLink() {
    const { midend } = this.app;
    const { corner, centre, colours, tints, pen, title, rules } = midend.state;
    const played = midend.hasEntries && /\d/.test(midend.givensLine);
    const isMarked = [corner, centre, colours, tints].some((layer) => layer.some(Boolean)) || pen.length || title || rules;
    const plain = played ? `bd=${midend.givensLine}&values=${midend.line}` : `bd=${midend.line}`;
    // Who only has digits gets a link that people can read.
    const query = isMarked ? `g=${await (await import("../keep/link.js")).textOf(midend.state)}` : plain;
    return this.#copy(new URL(`/?${query}`, location.href).href, "page.shared");
  }

  /** Opens what copyLink wrote. @param {string} text */
  async openShared(text) {
    const { games, status } = this.app;
    const saved = await (await import("../keep/link.js")).savedIn(text);
    if (!saved || !games.openSaved(saved, { source: "other" })) return status.notice((i18n) => i18n.t("page.link.unreadable"));
    status.message((i18n) => i18n.t("page.link.opened"));
  }

  /** Opens the puzzle of a link, unless it is the one at work; goes on with it where it was begun. @param {string} text @param {string} values the player's digits as 81 characters */
  async openLinked(text, values) {
    const { games, midend, status } = this.app;
    const grid = parseLine(text);
    if (!grid) {
      // The page does not wait for the server.
      this.read(text);
      return;
    }
    if (toLine(grid) === midend.state.opened) return;
    const known = (await games.all()).find(({ puzzle }) => puzzle === toLine(grid));
    if (known && known.state !== "solved" && !values && games.resume(known)) return status.message((i18n) => i18n.t("page.link.known"));
    games.open(grid, aboutOf(known));
    status.message((i18n) => i18n.count("page.opened", grid.filter(Boolean).length));
    const played = parseLine(values) ?? grid;
    const placements = CELLS.filter((cell) => played[cell] && !grid[cell]).map((cell) => ({ cell, digit: played[cell] }));
    if (placements.length) midend.apply({ placements });
  }

  /** @param {string} text @param {string} key */
  async #copy(text, key) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page that is not from localhost or https has no clipboard: leave the text to be copied by hand.
      this.app.status.notice((i18n) => i18n.t("page.copyByHand", { text }));
      return;
    }
    this.#copied(key);
  }

  /** @param {string} key */
  #copied(key) {
    this.app.status.message((i18n) => i18n.t(key));
  }
}

/** Whether typing and pasting belong to an element. @param {EventTarget | null} target */
export function isTextField(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["button", "checkbox", "radio", "range", "file", "submit"].includes(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
