/** Makes sheets to print: the current puzzle of any rules, or new puzzles of a grade; see docs/PAGE.md. */
import { Dialog } from "../text/late.js";
import { byId, click, input, make, select, textOf } from "../text/status.js";
import { drawingOf, keepFile } from "../keep/transfer.js";
import { LEVELS } from "../play/maker.js";
import { contentOf, fileNameOf, levelOf, pdfOf } from "./export.js";

/** Time limit for one puzzle or for the sheets, in milliseconds. */
const TIME = 20_000;
/** The most new puzzles at once, as in print.html. */
const MOST = 24;
/** The numbers of puzzles on a page, with the number of columns. */
const COLUMNS = /** @type {Record<string, number>} */ ({ 1: 1, 2: 1, 4: 2, 6: 2 });

/** @typedef {{text: string, line: string, level?: string, words?: string[], filled?: (values: readonly (number | null)[]) => string}} Sheet text is the puzzle with all that is to be drawn, line its givens, level how hard it is, where that is known; of any rules, what stands below it, and it with all its values */

/** The values of a solution from an operation. @param {string} text */
const valuesIn = (text) => (text.includes(" ") ? text.split(" ") : [...text]).map(Number);

export class Print extends Dialog {
  /** The size of the paper, which no style sheet of the page can know. */
  #paper = new CSSStyleSheet();
  #what = select("print-what");

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "print", html);
    document.adoptedStyleSheets.push(this.#paper);
    this.#what.addEventListener("change", () => this.draw());
    // What only a server draws is not offered where there is none.
    byId("print-pdf").hidden = app.api.homes === "engine";
    click("print-pdf", () => this.#make((sheets, signal) => this.#pdf(sheets, signal)));
    click("print-now", () => this.#make((sheets, signal) => this.#print(sheets, signal)));
    click("print-cancel", () => app.status.cancel("print"));
    this.dialog.addEventListener("close", () => app.status.cancel("print"));
    addEventListener("afterprint", () => document.getElementById("sheets")?.remove());
  }

  open() {
    const { place } = this.app;
    this.note("");
    this.#what.value = "puzzle";
    input("print-per-page").value = place ? "1" : "4";
    input("print-heading").value = place?.source?.title ?? "";
    this.draw();
    this.show();
  }

  draw() {
    const { i18n } = this.app;
    const what = this.#what;
    const chosen = what.value || "puzzle";
    // Of other rules there is one, with its rules, and nobody draws what is played of it.
    const others = this.app.place ? [] : [new Option(i18n.t("page.print.played"), "played"), ...LEVELS.map((grade) => new Option(i18n.t("page.print.new", { grade: i18n.t(`explain.level.${grade}`) }), grade))];
    what.replaceChildren(new Option(i18n.t("page.print.puzzle"), "puzzle"), ...others);
    what.value = chosen;
    byId("print-number-row").hidden = !LEVELS.includes(chosen);
  }

  /** Gets the puzzles and passes them on. @param {(sheets: Sheet[], signal: AbortSignal) => Promise<string>} then returns the message at the end */
  async #make(then) {
    const { i18n, status } = this.app;
    const busy = (/** @type {boolean} */ on) => {
      for (const name of ["pdf", "now"]) /** @type {HTMLButtonElement} */ (byId(`print-${name}`)).disabled = on;
      byId("print-fields").toggleAttribute("disabled", on);
      byId("print-cancel").hidden = !on;
    };
    const pressed = /** @type {HTMLElement | null} */ (document.activeElement);
    busy(true);
    const said = await status.run(
      "print",
      () => i18n.t("page.print.busy"),
      async (signal) => then(await this.#sheets(signal), signal),
      { elsewhere: true, onFailure: (failure) => this.note(textOf(failure, i18n)) },
    );
    busy(false);
    if (said !== null) this.note(said);
    if (this.dialog.open) pressed?.focus();
  }

  /** The puzzles to be printed. @param {AbortSignal} signal @returns {Promise<Sheet[]>} */
  async #sheets(signal) {
    const { api, i18n, midend } = this.app;
    const what = this.#what.value;
    const source = this.app.place?.source;
    if (source) {
      const { puzzle } = source.request();
      const { author = "", rules = "" } = source.about ?? {};
      return [{ text: puzzle, line: puzzle, level: await levelOf(api, puzzle, signal), words: [author, ...rules.split("\n")].filter(Boolean), filled: source.filled }];
    }
    if (!LEVELS.includes(what)) {
      const content = contentOf(midend);
      const { puzzle, title, author, rules } = content;
      const { text } = await api.ask("export", { ...(what === "played" ? content : { puzzle, title, author, rules }), to: "sudokupad-json" }, signal);
      return [{ text, line: puzzle, level: await levelOf(api, puzzle, signal) }];
    }
    const number = Math.min(MOST, Math.max(1, Math.floor(Number(input("print-number").value)) || 1));
    input("print-number").value = String(number);
    /** @type {Sheet[]} */
    const sheets = [];
    while (sheets.length < number) {
      this.note(i18n.t("page.print.making", { n: i18n.number(sheets.length + 1), all: i18n.number(number) }));
      const { puzzles } = await api.ask("generate", { grade: what, symmetry: "rotate180", timeout_ms: TIME }, signal);
      // If no puzzle is found in time, the next try uses another seed.
      if (puzzles[0]) sheets.push({ text: puzzles[0].puzzle, line: puzzles[0].puzzle, level: puzzles[0].level });
    }
    return sheets;
  }

  /** The caption beside a sheet's number. @param {Sheet} [sheet] */
  #captionOf(sheet) {
    return sheet?.level ? this.app.i18n.t(`page.level.${sheet.level}`) : "";
  }

  /** @param {Sheet[]} sheets @param {AbortSignal} signal */
  async #pdf(sheets, signal) {
    const { api, i18n } = this.app;
    const answer = await api.ask("print", {
      puzzles: sheets.map(({ text }) => text),
      captions: sheets.map((sheet) => this.#captionOf(sheet)),
      title: input("print-heading").value,
      paper: /** @type {"a4" | "letter"} */ (input("print-paper").value),
      per_page: Number(input("print-per-page").value),
      solutions: input("print-solutions").checked,
      played: this.#what.value === "played",
      timeout_ms: TIME,
    }, signal);
    if (!answer.pdf) return answer.reason ?? "";
    const file = pdfOf(answer.pdf, fileNameOf(input("print-heading").value));
    keepFile(file);
    return i18n.t("page.export.downloaded", { name: file.name });
  }

  /** @param {Sheet[]} sheets @param {AbortSignal} signal */
  async #print(sheets, signal) {
    const { api, i18n } = this.app;
    const drawn = await Promise.all(sheets.map(async ({ text }) => (await api.ask("export", { puzzle: text, to: "svg" }, signal)).text));
    /** @type {string[]} */
    const solutions = [];
    for (const { line, filled } of input("print-solutions").checked ? sheets : []) {
      const { solutions: found, complete } = await api.ask("solve", { puzzle: line, limit: 2, timeout_ms: TIME }, signal);
      const one = complete && found.length === 1;
      solutions.push(one ? (await api.ask("export", { ...(filled ? { puzzle: filled(valuesIn(found[0])) } : { puzzle: line, values: found[0] }), to: "svg" }, signal)).text : i18n.t(found.length ? "sheet.several" : "sheet.none"));
    }
    document.getElementById("sheets")?.remove();
    const perPage = Number(input("print-per-page").value);
    const root = make("div", { id: "sheets" });
    this.#paper.replaceSync(`@page { size: ${input("print-paper").value}; margin: 14mm; }`);
    root.append(...this.#pages(drawn, perPage, COLUMNS[perPage], input("print-heading").value, sheets), ...this.#pages(solutions, 12, 3, i18n.t("sheet.solutions")));
    document.body.append(root);
    print();
    return "";
  }

  /** Pages of pictures, or of texts in place of pictures. @param {string[]} all @param {number} perPage @param {number} columns @param {string} heading @param {readonly Sheet[]} [sheets] the sheets whose texts are below the pictures */
  #pages(all, perPage, columns, heading, sheets = []) {
    return Array.from({ length: Math.ceil(all.length / perPage) }, (_, page) => {
      const section = make("section");
      section.style.setProperty("--columns", String(columns));
      section.style.setProperty("--rows", String(perPage / columns));
      if (heading) section.append(make("h2", { textContent: heading }));
      const grid = make("div", {},
        ...all.slice(page * perPage, (page + 1) * perPage).map((one, i) => {
          const drawn = one.startsWith("<svg") ? document.adoptNode(drawingOf(one)) : make("p", {}, one);
          return make("figure", {}, make("figcaption", {}, `${page * perPage + i + 1}. ${this.#captionOf(sheets[page * perPage + i])}`), drawn);
        }),
      );
      section.append(grid, ...sheets.slice(page * perPage, (page + 1) * perPage).flatMap(({ words = [] }) => words.map((textContent) => make("figcaption", { textContent }))));
      return section;
    });
  }
}
