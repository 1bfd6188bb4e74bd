/** The dialog for a new puzzle, which remembers the last choices. Only once a puzzle is found the board changes. */
import { recallObject, remember } from "../keep/memory.js";
import { Dialog } from "../text/late.js";
import { byId, click, fillKinds, hide, input, make, select as list, showText, textOf, write } from "../text/status.js";
import { LEVELS, TIME, noneSaid } from "./maker.js";

/** The choices of each field. @type {Record<string, readonly string[]>} */
const CHOICES = {
  grade: ["any", ...LEVELS],
  symmetry: ["none", "rotate180", "rotate90", "mirror-horizontal", "mirror-vertical", "diagonal", "anti-diagonal", "full"],
  size: Array.from({ length: 13 }, (_, i) => String(i + 4)),
  givens: ["any", "few", "none"],
};
/** The default choices: for a classic puzzle, and for other rules. */
const USUAL = { grade: "medium", symmetry: "rotate180" };
const RULES = { grade: "any", symmetry: "none", size: "9", givens: "any", minimal: false, variant: ["killer"] };
/** The fields, those for all puzzles first. */
/** @type {("grade" | "symmetry" | "size" | "givens")[]} */
const FIELDS = ["grade", "symmetry", "size", "givens"];
/** At most this many kinds can be chosen together. */
const MOST = 20;

/** @param {string} name */
const select = (name) => list(`maker-${name}`);

export class Wish extends Dialog {
  /** When the search began, or 0 where none runs. */
  #since = 0;
  /** @type {import("../text/status.js").Say | null} */
  #trouble = null;
  /** The words of the chosen kinds; empty for a classic puzzle. @type {Set<string>} */
  #chosen = new Set();
  /** The language of the offered kinds. */
  #lang = "";
  /** The request that fetches them. @type {Promise<boolean> | null} */
  #offering = null;

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "maker", html);
    for (const [name, words] of Object.entries(CHOICES)) select(name).replaceChildren(...words.map((word) => new Option(word, word)));
    byId("maker-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make();
    });
    byId("maker-rules").addEventListener("toggle", () => this.#offer());
    select("size").addEventListener("change", () => this.draw());
    // Cancel gives up a search that runs; the next press, and Escape, close.
    click("maker-cancel", () => (this.#since ? app.status.cancel("maker") : this.dialog.close()));
    this.dialog.addEventListener("close", () => app.status.cancel("maker"));
    this.#recall("rules", FIELDS);
    this.#recall();
  }

  get #rules() {
    return /** @type {HTMLDetailsElement} */ (byId("maker-rules"));
  }

  /** The key under which choices of this sort are remembered. */
  get #memory() {
    return this.#chosen.size ? "rules" : "wish";
  }

  /** Fills fields with the last choices of a sort. When the first kind is chosen or the last dropped, only grade and symmetry get others. @returns {string[]} the words of kinds */
  #recall(memory = this.#memory, fields = FIELDS.slice(0, 2)) {
    const wish = { ...RULES, ...(memory === "rules" ? {} : USUAL), ...recallObject(memory) };
    for (const name of fields) if (CHOICES[name].includes(wish[name])) select(name).value = wish[name];
    if (fields === FIELDS) input("maker-minimal").checked = wish.minimal === true;
    return (Array.isArray(wish.variant) ? wish.variant : RULES.variant).map(String);
  }

  /** @param {Iterable<string>} words */
  #choose(words) {
    const was = this.#memory;
    this.#chosen = new Set(words);
    this.#trouble = null;
    if (was !== this.#memory) this.#recall();
    this.draw();
  }

  /** Opens the dialog for a classic puzzle, or one of other rules. @param {boolean} [ruled] @param {Record<string, string>} [wish] a kind, grade or technique to make at once */
  async open(ruled = false, { kind, grade, technique } = {}) {
    this.app.techniques.load();
    if (!ruled) select("size").value = RULES.size;
    this.#choose(!ruled ? [] : kind ? [kind] : this.#recall("rules", FIELDS));
    if (kind) for (const [name, value] of Object.entries({ ...RULES, variant: "", minimal: "" })) if (CHOICES[name]) select(name).value = String(value);
    if (grade || technique) [select("grade").value, select("technique").value] = [grade ?? (technique === "full-house" ? "easy" : "any"), technique ?? ""];
    this.#rules.open = ruled;
    if (ruled && !(await this.#offer())) return;
    this.draw();
    this.show();
    // What is chosen may be far down.
    /** @type {HTMLElement | null} */ (byId("maker-kinds").querySelector('[aria-pressed="true"]'))?.focus();
    if (kind || grade || technique) this.#make();
  }

  /** Offers the kinds in the current language; resolves to false if they cannot be fetched. */
  #offer() {
    if (!this.#rules.open || this.#lang === this.app.i18n.lang) return Promise.resolve(true);
    this.#offering ??= this.#learn().finally(() => (this.#offering = null));
    return this.#offering;
  }

  async #learn() {
    const { i18n: { lang }, status } = this.app;
    const table = await status.ask("maker-kinds", "page.loading", "kinds", {}, { onFailure: (failure) => this.dialog.open && this.#fail((text) => textOf(failure, text)) });
    if (!table) return false;
    this.#lang = lang;
    const known = this.#offerKinds(table);
    this.#chosen = new Set([...this.#chosen].filter((word) => known.has(word)));
    this.draw();
    return true;
  }

  /** @param {import("../engine/types.js").Kinds} table @returns {Set<string>} the words that are offered */
  #offerKinds({ families, kinds }) {
    const { i18n } = this.app;
    /** The kinds of each word; a word is listed with its first kind. @type {Map<string, import("../engine/types.js").Kind[]>} */
    const words = new Map();
    for (const kind of kinds) for (const word of kind.generate ?? []) words.set(word, [...(words.get(word) ?? []), kind]);
    fillKinds("maker-kinds", families, (family) => [
      ...(family === "board" ? [this.#chip("jigsaw", i18n.t("field.make.jigsaw"), i18n.t("field.make.jigsaw.rule"))] : []),
      ...[...words].filter(([, [kind]]) => kind.family === family).map(([word, list]) => this.#chip(word, list.map((kind) => kind.name).join(" + "), list.map(({ rule }) => rule).join("\n"))),
    ]);
    return new Set([...words.keys(), "jigsaw"]);
  }

  /** @param {string} word @param {string} name @param {string} rule */
  #chip(word, name, rule) {
    const chosen = () => (this.#chosen.has(word) ? [...this.#chosen].filter((one) => one !== word) : [...this.#chosen, word]);
    return make("button", { type: "button", textContent: name, title: rule, "data-word": word, onclick: () => this.#choose(chosen()) });
  }

  async translated() {
    super.translated();
    if (await this.#offer()) this.draw();
  }

  menus() {
    this.draw();
  }

  /** @param {import("../text/status.js").Say} say */
  #fail(say) {
    this.#trouble = say;
    this.draw();
  }

  /** Whether the puzzle will not be classic. */
  get #isRuled() {
    return this.#chosen.size > 0 || select("size").value !== "9";
  }

  draw() {
    const { i18n, techniques } = this.app;
    const busy = this.#since > 0;
    const ruled = this.#isRuled;
    const technique = select("technique");
    const wanted = technique.value;
    technique.replaceChildren(new Option(i18n.t("page.new.any"), ""), ...techniques.groups((family) => family, { onPaths: true }));
    technique.value = wanted;
    if (!technique.value) technique.value = "";
    for (const part of [technique.parentElement, byId("maker-explain")]) if (part) hide(part, ruled);
    for (const option of select("grade").options) option.textContent = i18n.t(option.value === "any" ? "page.new.any" : `explain.level.${option.value}`);
    for (const option of select("symmetry").options) option.textContent = i18n.t(`generate.symmetry.${option.value}`);
    for (const option of select("givens").options) option.textContent = i18n.t(`field.make.givens.${option.value}`);
    for (const option of select("size").options) option.textContent = `${option.value} × ${option.value}`;
    // These mean nothing for classic puzzles.
    for (const name of ["givens", "minimal"]) input(`maker-${name}`).disabled = !ruled;
    const names = [];
    for (const button of byId("maker-kinds").querySelectorAll("button")) {
      const on = this.#chosen.has(button.dataset.word ?? "");
      button.setAttribute("aria-pressed", String(on));
      if (on) names.push(button.textContent ?? "");
    }
    const many = this.#chosen.size > MOST;
    write(byId("maker-chosen"), names.length && !many ? names.join(" · ") : i18n.t("field.make.choose", { most: MOST }));
    byId("maker-fields").toggleAttribute("disabled", busy);
    hide(byId("maker-busy"), !busy);
    /** @type {HTMLButtonElement} */ (byId("maker-make")).disabled = busy || many;
    write(byId("maker-cancel"), i18n.t(busy ? "page.cancel" : "page.close"));
    showText("maker-trouble", this.#trouble?.(i18n));
    this.#drawSeconds();
  }

  #drawSeconds() {
    const seconds = Math.floor((performance.now() - this.#since) / 1000);
    write(byId("maker-seconds"), this.#since ? this.app.i18n.count("page.new.seconds", seconds) : "");
  }

  async #make() {
    if (this.#since || this.#chosen.size > MOST) return;
    const [grade, symmetry, technique, size, givens] = ["grade", "symmetry", "technique", "size", "givens"].map((name) => select(name).value);
    const { checked: minimal } = input("maker-minimal");
    const variant = [...this.#chosen];
    remember(this.#memory, JSON.stringify({ grade, symmetry, ...(this.#isRuled ? { size, givens, minimal, variant } : {}) }));
    const n = Number(size);
    const wish = this.#isRuled
      ? { variant, size: n, grade, symmetry, minimal, ...(givens === "none" ? { no_givens: true } : givens === "few" ? { max_givens: n } : {}) }
      : { grade, symmetry, ...(technique ? (grade === "any" ? { hardest: technique } : { require: [technique] }) : {}) };
    const made = await this.#search(wish);
    if (!made) return;
    if (!("variant" in wish)) return this.app.maker.play(made);
    const field = await this.app.part("puzzle");
    if (!field || !(await field.open(made.puzzle, undefined, made.level ?? ""))) return;
    field.say((i18n) => i18n.t(made.level ? "field.made.level" : "field.made", { level: made.level ? i18n.t(`explain.level.${made.level}`) : "" }));
  }

  /** Asks for a puzzle, and closes the dialog when it is found. If there is none, it shows why and returns null. @param {import("../engine/api.js").Chosen<import("../engine/types.js").GenerateRequest>} wish */
  async #search(wish) {
    this.#trouble = null;
    this.#since = performance.now();
    const ticking = setInterval(() => this.#drawSeconds(), 250);
    this.draw();
    byId("maker-cancel").focus();
    const answer = await this.app.status.ask("maker", "page.new.busy", "generate", { ...wish, timeout_ms: TIME }, {
      elsewhere: true,
      onFailure: (failure) => (this.#trouble = (i18n) => textOf(failure, i18n)),
    });
    clearInterval(ticking);
    this.#since = 0;
    const made = answer?.puzzles[0];
    if (made && this.dialog.open) this.dialog.close();
    else this.#trouble = answer ? noneSaid(answer) : this.#trouble ?? ((i18n) => i18n.t("page.cancelled"));
    this.draw();
    if (this.dialog.open) byId("maker-make").focus();
    return (!this.#trouble && made) || null;
  }
}
