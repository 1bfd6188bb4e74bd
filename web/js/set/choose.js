/**
 * Asks about a text that cannot simply be opened: it has several puzzles, a puzzle with rules
 * beyond classic Sudoku, or an unreadable part after a puzzle. It is loaded when it is first
 * needed.
 */
import { byId, click, fill, make, select } from "../text/status.js";
import { Dialog } from "../text/late.js";

/** @typedef {import("../engine/types.js").Parse} Parse @typedef {import("../engine/types.js").Parsed} Parsed */

export class Choose extends Dialog {
  /** @type {Parse} */
  #answer = { puzzles: [], truncated: false };
  #text = "";
  #list = select("picker-list");

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "picker", html);
    this.#list.addEventListener("change", () => this.#preview());
    this.#list.addEventListener("dblclick", () => this.dialog.close("open"));
    click("picker-cancel", () => this.dialog.close(""));
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "open" && this.#choice) app.paste.take(this.#choice);
      if (this.dialog.returnValue === "rules") app.paste.openRules(this.#text);
    });
  }

  get #choice() {
    return this.#answer.puzzles[this.#list.selectedIndex];
  }

  /** @param {Parse} answer at least one puzzle @param {string} text that it is about */
  ask(answer, text) {
    this.#answer = answer;
    this.#text = text;
    this.draw(0);
    this.dialog.returnValue = "";
    this.show();
    // Enter does what most people want.
    (answer.puzzles.length > 1 ? this.#list : byId(answer.other ? "picker-rules" : "picker-open")).focus();
  }

  draw(selected = this.#list.selectedIndex) {
    const { i18n } = this.app;
    const { puzzles, truncated, refusal } = this.#answer;
    if (!puzzles.length) return;
    const one = puzzles.length === 1;
    byId("picker-title").textContent = one ? puzzles[0].name || i18n.t("page.picker.one") : i18n.count("page.picker.title", puzzles.length);
    byId("picker-note").textContent = refusal ? i18n.t("page.picker.refusal", { message: refusal.message }) : truncated ? i18n.count("page.picker.truncated", puzzles.length) : "";
    this.#list.hidden = one;
    this.#list.replaceChildren(
      ...puzzles.map(({ puzzle, line, name, constraints }, i) => {
        const givens = i18n.count("page.givens", puzzle.replaceAll(".", "").length);
        const label = name || i18n.t("page.picker.line", { line: i18n.number(line) });
        return new Option(`${i + 1}. ${label} · ${givens}${constraints ? ` · ${i18n.t("page.picker.constrained")}` : ""}`, String(i));
      }),
    );
    this.#list.selectedIndex = selected;
    this.#preview();
  }

  #preview() {
    const { i18n } = this.app;
    const { puzzle = "", author, rules, constraints } = this.#choice ?? {};
    byId("picker-preview").textContent = (puzzle.match(/.{9}/g) ?? [])
      .map((row) => row.replace(/(...)(...)(...)/, "$1 $2 $3"))
      .join("\n")
      .replace(/((?:.*\n){3})((?:.*\n){3})/, "$1\n$2\n");
    const lines = [
      author && i18n.t("page.picker.author", { author }),
      constraints && i18n.t(this.#answer.other ? "page.picker.rules.about" : "page.picker.constraints", { list: new Intl.ListFormat(i18n.lang).format(constraints.map(({ name }) => name)) }),
      rules,
    ];
    fill("picker-about", lines.flatMap((text) => (text ? [make("p", {}, text)] : [])));
    const { other = false } = this.#answer;
    byId("picker-rules").hidden = !other;
    byId("picker-open").classList.toggle("primary", !other);
    byId("picker-open").textContent = i18n.t(constraints ? "page.picker.digits" : "page.picker.open");
  }
}
