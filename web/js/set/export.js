/** Exports the puzzle in any format, which the engine writes. People see the text before they copy, save or share it. */
import { CELLS, digitsOf } from "../game/grid.js";
import { bytesOf } from "../keep/link.js";
import { recall, remember } from "../keep/memory.js";
import { drawingOf, keepFile, pngOf } from "../keep/transfer.js";
import { byId, click, copied, make, select, textOf } from "../text/status.js";
import { Dialog } from "../text/late.js";

/** The formats in the order of the menu, grouped by their readers. */
const FORMATS = {
  links: ["sudokupad", "fpuzzles", "sudokumaker", "sudokuwiki", "puzz-link"],
  texts: ["line", "pretty", "grid", "candidates", "pencil729", "integers", "csv", "poj", "solo"],
  pictures: ["svg", "png"],
  files: ["opensudoku", "sdk", "sdm", "sdx", "gnome-sudoku", "ksudoku", "fpuzzles-json", "sudokupad-json", "sudokumaker-json", "sudoku-bench", "json"],
};

/** The same for puzzles of any rules; the link opens this page. */
const RULES = {
  links: ["link", "sudokupad", "fpuzzles", "sudokumaker", "sudokuwiki", "puzz-link"],
  texts: ["nonet", "iss", "solo", "line", "pretty", "grid"],
  pictures: ["svg", "png", "pdf"],
  files: ["fpuzzles-json", "sudokupad-json", "sudokumaker-json", "sudoku-bench", "ksudoku"],
};

/** The formats made from the SVG, which are shown as pictures. */
const DRAWN = ["svg", "png", "pdf"];

/**
 * The source of an export or a print: a request of the operation "export" without its format. For
 * a puzzle of any rules it also has the link to this page, the texts for a printed sheet, and the
 * puzzle with all values.
 * @typedef {{request: () => Record<string, any>, title: string, about?: {author: string, rules: string}, link?: () => Promise<string>, filled?: (values: readonly (number | null)[]) => string}} Source
 */

/** Time limits for a sheet, and for grading its puzzle, in milliseconds. */
const TIME = 20_000;
const GRADING = 5000;

/** The style names of kinds that differ from the kinds' own names. @type {Record<string, string>} */
const KINDS = { pretty: "drawn", grid: "rows" };

/** A puzzle with the player's digits and marks, as an export request. @param {import("../game/midend.js").Midend} midend */
export function contentOf(midend) {
  const { state } = midend;
  /** @param {readonly number[]} sets @param {boolean} [all] those under digits, too */
  const cells = (sets, all = false) => (sets.some(Boolean) ? CELLS.map((cell) => (all || !state.digits[cell] ? digitsOf(sets[cell]).join("") : "")) : undefined);
  return {
    puzzle: midend.givensLine,
    values: midend.line,
    candidates: midend.hasCandidates ? cells(midend.candidates) : undefined,
    corner: cells(state.corner),
    centre: cells(state.centre),
    colours: cells(state.colours, true),
    title: state.title,
    author: state.author,
    rules: state.rules,
  };
}

/** The level of a puzzle, if it is found soon. @param {import("../engine/api.js").Api} api @param {string} puzzle @param {AbortSignal} signal @returns {Promise<string | undefined>} */
export const levelOf = (api, puzzle, signal) => api.ask("grade", { puzzle, timeout_ms: GRADING }, signal).then(({ hodoku, level }) => hodoku?.level ?? level, () => undefined);

/** A PDF that the server made. @param {string} pdf in base64 @param {string} name */
export const pdfOf = (pdf, name) => new File([bytesOf(pdf)], `${name}.pdf`, { type: "application/pdf" });

/** The name of a file, without characters that mean something in file systems and shells. @param {string} title */
export const fileNameOf = (title) => title.replace(/[^\p{L}\p{N} _-]/gu, "").trim().slice(0, 60) || "sudoku";

export class Export extends Dialog {
  /** What is shown. @type {Pick<import("../engine/types.js").Export, "text" | "file" | "lost" | "drawn"> | null} */
  #shown = null;
  /** @type {Source} */
  #source;
  #format = select("export-format");
  #text = /** @type {HTMLTextAreaElement} */ (byId("export-text"));

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "export", html);
    this.#source = this.#here;
    this.#format.addEventListener("change", () => {
      remember(this.#remembered, this.#format.value);
      this.#write();
    });
    click("export-copy", () => this.#copy());
    click("export-download", () => this.#download());
    click("export-share", () => this.#share());
    byId("export-share").hidden = !("share" in navigator);
    click("export-pad", () => this.#openPad());
  }

  /** The current puzzle. @returns {Source} */
  get #here() {
    return this.app.place?.source ?? { request: () => contentOf(this.app.midend), title: this.app.midend.state.title };
  }

  get #formats() {
    return this.#source.link ? RULES : FORMATS;
  }

  /** The key under which the format is remembered. */
  get #remembered() {
    return this.#formats === FORMATS ? "export" : "export.rules";
  }

  open() {
    const before = this.#formats;
    this.#source = this.#here;
    if (this.#formats !== before) {
      this.#format.value = "";
      this.draw();
    }
    this.show();
    return this.#write();
  }

  draw() {
    const { i18n } = this.app;
    const formats = this.#formats;
    const wanted = this.#format.value || recall(this.#remembered);
    this.#format.replaceChildren(
      ...Object.entries(formats).map(([group, names]) => {
        return make("optgroup", { label: i18n.t(`page.export.${group}`) }, ...names.map((name) => new Option(i18n.t(group === "pictures" || name === "link" || (formats === RULES && group === "texts") ? `page.export.${name}` : `format.kind.${KINDS[name] ?? name}`), name)));
      }),
    );
    this.#format.value = wanted ?? "";
    if (this.#format.selectedIndex < 0) this.#format.value = formats === FORMATS ? "line" : "link";
    if (this.dialog.open) this.#write();
  }

  async #write() {
    const { i18n } = this.app;
    this.#shown = null;
    this.#enable(false);
    const { link } = this.#source;
    const asked = () => (DRAWN.includes(this.#format.value) ? "svg" : this.#format.value);
    const to = asked();
    const made = to === "link" ? await link?.() : undefined;
    /** @type {Partial<import("../engine/types.js").Export> & { text: string, file: string } | null | undefined} */
    const answer = made !== undefined ? { text: made, file: "txt" } : await this.#ask(to, "export", () => {
      // What is shown was written in another format.
      this.#text.value = "";
      byId("export-picture").replaceChildren();
    });
    // Another format may have been chosen meanwhile.
    if (!answer || to !== asked()) return;
    this.#shown = answer;
    this.#text.value = answer.text;
    const drawn = to === "svg";
    byId("export-picture").hidden = !drawn;
    byId("export-picture").setAttribute("aria-label", drawn ? this.#source.title || i18n.t("page.export.preview") : "");
    byId("export-picture").replaceChildren(...(drawn ? [document.adoptNode(drawingOf(answer.text))] : []));
    this.#text.hidden = drawn;
    // Only texts can be copied.
    byId("export-copy").hidden = drawn && this.#format.value !== "svg";
    const list = new Intl.ListFormat(i18n.lang);
    const notes = Object.entries({ "page.export.lost": answer.lost, "field.export.drawn": answer.drawn });
    this.note(notes.flatMap(([key, parts]) => (parts?.length ? i18n.t(key, { list: list.format(parts) }) : [])).join(" "));
    this.#enable(true);
  }

  /** @param {boolean} on */
  #enable(on) {
    for (const button of this.dialog.querySelectorAll("button[id]")) button.toggleAttribute("disabled", !on);
  }

  /** Asks for the puzzle in a format; what goes wrong is noted. @param {string} to @param {string} group @param {(failure: import("../engine/failure.js").Failure) => unknown} [onFailure] */
  #ask(to, group, onFailure) {
    const { i18n, status } = this.app;
    return status.ask(group, "page.loading", "export", /** @type {any} */ ({ ...this.#source.request(), to }), {
      background: true,
      onFailure: (failure) => {
        onFailure?.(failure);
        this.note(textOf(failure, i18n));
      },
    });
  }

  get #isLink() {
    return /^https?:\S+$/.test(this.#shown?.text.trim() ?? "");
  }

  /** The file, or null if the browser's print function must make it. @returns {File | Promise<File | null>} */
  #file() {
    const { text = "", file = "txt" } = this.#shown ?? {};
    const name = fileNameOf(this.#source.title);
    if (this.#format.value === "png") return pngOf(text, name);
    if (this.#format.value === "pdf") return this.#pdf(name);
    const types = /** @type {Record<string, string>} */ ({ json: "application/json", svg: "image/svg+xml" });
    return new File([text], `${name}.${file}`, { type: types[file] ?? "text/plain" });
  }

  /** A printed sheet as PDF, which only a server can draw. @param {string} name */
  async #pdf(name) {
    const { api, i18n, status } = this.app;
    const paper = /-(US|CA|MX|PH)$/.test(navigator.language) ? "letter" : "a4";
    const { puzzle } = this.#source.request();
    const answer = api.homes === "engine" ? null : await status.run("export", () => i18n.t("page.loading"), async (signal) => {
      const level = await levelOf(api, puzzle, signal);
      return api.ask("print", { puzzles: [puzzle], captions: [level ? i18n.t(`page.level.${level}`) : ""], paper, per_page: 1, timeout_ms: TIME }, signal);
    }, { background: true, onFailure: () => {} });
    if (answer?.pdf) return pdfOf(answer.pdf, name);
    this.dialog.close();
    this.app.act("print");
    return null;
  }

  async #copy() {
    const { i18n } = this.app;
    const isCopied = await copied(this.#isLink ? this.#text.value.trim() : this.#text.value);
    if (!isCopied) this.#text.select();
    this.note(i18n.t(isCopied ? "page.export.copied" : "page.export.byHand"));
  }

  /** Opens the puzzle in SudokuPad, whatever format is chosen. */
  async #openPad() {
    // A browser opens a tab only at once; what it shows comes a moment later.
    const tab = window.open("", "_blank");
    const answer = await this.#ask("sudokupad", "export-pad");
    if (!answer) return tab?.close();
    if (!tab) return this.note(this.app.i18n.t("page.export.blocked"));
    tab.opener = null;
    tab.location.replace(answer.text.trim());
  }

  async #download() {
    const made = this.#file();
    if (!(made instanceof File)) this.note(this.app.i18n.t("page.loading"));
    // Some browsers only save a file during the press, so this does not wait if the file is already made.
    const file = made instanceof File ? made : await made;
    if (!file) return;
    keepFile(file);
    this.note(this.app.i18n.t("page.export.downloaded", { name: file.name }));
  }

  async #share() {
    const { title } = this.#source;
    const file = await this.#file();
    if (!file) return;
    const asFile = !this.#isLink && /\.(txt|png|pdf)$/.test(file.name) && navigator.canShare?.({ files: [file] });
    const what = this.#isLink ? { url: this.#text.value.trim() } : asFile ? { files: [file] } : { text: this.#text.value };
    try {
      await navigator.share({ ...(title && { title }), ...what });
    } catch (error) {
      // Closing the system's share sheet is no error.
      if (!(error instanceof DOMException && error.name === "AbortError")) this.note(this.app.i18n.t("page.export.notShared"));
    }
  }
}
