// @ts-check
/**
 * A new puzzle of other rules, to a wish: kinds of constraints, size, difficulty,
 * givens. Which kinds can be made says the operation "kinds"; a search runs until
 * it finds one or is cancelled, and what is found is opened where such puzzles are
 * played. What was wished last is wished again.
 */
import { recall, remember } from "../keep/memory.js";
import { makeDialog, styled } from "../text/dialog.js";
import { byId, make, write } from "../text/status.js";
import { Search } from "./search.js";

const SIZES = Array.from({ length: 13 }, (_, i) => i + 4);
const MEMORY = "rules";
/** So many kinds can be wished together. */
const MOST = 20;

const HTML = `
  <form id="rules-maker-form" method="dialog">
    <h2 id="rules-maker-title" data-t="field.make"></h2>
    <fieldset id="rules-maker-fields" class="maker-fields">
      <div id="rules-maker-kinds" class="rules-maker-kinds"></div>
      <p id="rules-maker-chosen" class="hint" role="status"></p>
      <div class="rules-maker-wish">
        <label><span data-t="field.make.size"></span><select id="rules-maker-size"></select></label>
        <label><span data-t="page.new.grade"></span><select id="rules-maker-grade"></select></label>
        <label><span data-t="field.make.givens"></span><select id="rules-maker-givens"></select></label>
        <label><span data-t="page.new.symmetry"></span><select id="rules-maker-symmetry"></select></label>
      </div>
      <label class="check"><input type="checkbox" id="rules-maker-minimal"><span data-t="field.make.minimal"></span></label>
    </fieldset>
    <div class="maker-state" role="status">
      <div id="rules-maker-busy" class="busy" hidden><span class="spinner" aria-hidden="true"></span><span data-t="page.new.busy"></span></div>
      <p id="rules-maker-trouble" class="trouble" hidden></p>
    </div>
    <div class="row end">
      <span id="rules-maker-seconds" class="hint seconds"></span>
      <button type="button" id="rules-maker-cancel"></button>
      <button class="primary" id="rules-maker-make" data-t="page.new.make"></button>
    </div>
  </form>`;

export class RulesMaker extends Search {
  /** The words that ask for kinds. @type {Set<string>} */
  #chosen = new Set(["killer"]);
  /** @type {import("../engine/types.js").Kinds | null} */
  #table = null;
  #lang = "";

  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "rules-maker", makeDialog("rules-maker", HTML));
    this.field("size").replaceChildren(...SIZES.map((n) => new Option(`${n} × ${n}`, String(n))));
    this.offer("givens", ["any", "few", "none"]);
    this.#wishAgain();
  }

  #wishAgain() {
    this.choose("size", "9");
    const wish = { size: "9", grade: "any", givens: "any", symmetry: "none", minimal: false, variant: ["killer"] };
    try {
      Object.assign(wish, JSON.parse(recall(MEMORY) ?? "{}"));
      this.#chosen = new Set([...wish.variant].map(String));
    } catch {
      // What is not ours is not wished.
    }
    for (const name of /** @type {const} */ (["size", "grade", "givens", "symmetry"])) this.choose(name, wish[name]);
    /** @type {HTMLInputElement} */ (byId("rules-maker-minimal")).checked = wish.minimal === true;
  }

  /** @param {string} [kind] what is made at once, as large and as hard as usual */
  async open(kind) {
    if (!(await this.#learn())) return;
    this.trouble = null;
    if (kind) {
      this.#chosen = new Set([kind]);
      for (const [name, value] of Object.entries({ size: "9", grade: "any", givens: "any", symmetry: "none" })) this.choose(name, value);
    }
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
    // What is chosen may be far down.
    /** @type {HTMLElement | null} */ (byId("rules-maker-kinds").querySelector('[aria-pressed="true"]'))?.focus();
    if (kind) this.make();
  }

  /** The texts and the kinds, in the language of now. */
  async #learn() {
    const { api, i18n, status } = this.app;
    const { lang } = i18n;
    if (this.#lang === lang) return true;
    const table = await status.run("rules-maker-kinds", (text) => text.t("page.loading"), async (signal) => {
      await Promise.all([i18n.more("field"), styled("draft"), styled("field")]);
      return api.ask("kinds", {}, signal);
    });
    if (!table) return false;
    this.#table = table;
    this.#lang = lang;
    i18n.translate(this.dialog);
    this.#drawKinds();
    return true;
  }

  async translated() {
    if (!this.dialog.open) return void (this.#lang = "");
    if (await this.#learn()) this.draw();
  }

  #drawKinds() {
    const { i18n } = this.app;
    const { families, kinds } = /** @type {import("../engine/types.js").Kinds} */ (this.#table);
    /** By family the words, each with the kinds that it asks for. @type {Map<string, Map<string, import("../engine/types.js").Kind[]>>} */
    const all = new Map(families.map(({ family }) => [family, new Map()]));
    /** Where a word stands: with the first of its kinds. @type {Map<string, string>} */
    const homes = new Map();
    for (const kind of kinds) {
      for (const word of kind.generate ?? []) {
        if (!homes.has(word)) homes.set(word, kind.family);
        const words = /** @type {Map<string, import("../engine/types.js").Kind[]>} */ (all.get(homes.get(word) ?? ""));
        words?.set(word, [...(words.get(word) ?? []), kind]);
      }
    }
    const known = new Set([...homes.keys(), "jigsaw"]);
    this.#chosen = new Set([...this.#chosen].filter((word) => known.has(word)));
    byId("rules-maker-kinds").replaceChildren(
      ...families.map(({ family, name }) => {
        const chips = make("div", { className: "draft-chips", role: "group", "aria-label": name });
        const section = make("section", {}, make("h3", {}, name));
        if (family === "board") chips.append(this.#chip("jigsaw", i18n.t("field.make.jigsaw"), i18n.t("field.make.jigsaw.rule")));
        for (const [word, list] of all.get(family) ?? []) {
          chips.append(this.#chip(word, list.map((kind) => kind.name).join(" + "), list.map(({ rule }) => rule).join("\n")));
        }
        section.append(chips);
        return section;
      }),
    );
  }

  /** @param {string} word @param {string} name @param {string} rule */
  #chip(word, name, rule) {
    const button = make("button", { type: "button", textContent: name, title: rule, "data-word": word });
    button.addEventListener("click", () => {
      if (!this.#chosen.delete(word)) this.#chosen.add(word);
      this.trouble = null;
      this.draw();
    });
    return button;
  }

  get isWish() {
    return this.#chosen.size > 0 && this.#chosen.size <= MOST;
  }

  draw() {
    const { i18n } = this.app;
    const names = [];
    for (const button of byId("rules-maker-kinds").querySelectorAll("button")) {
      const on = this.#chosen.has(button.dataset.word ?? "");
      button.setAttribute("aria-pressed", String(on));
      if (on) names.push(button.textContent ?? "");
    }
    write(byId("rules-maker-chosen"), this.isWish ? names.join(" · ") : i18n.t("field.make.choose", { most: MOST }));
    for (const option of this.field("givens").options) option.textContent = i18n.t(`field.make.givens.${option.value}`);
    super.draw();
  }

  async make() {
    if (this.since || !this.isWish) return;
    const { i18n } = this.app;
    const [size, grade, givens, symmetry] = ["size", "grade", "givens", "symmetry"].map((name) => this.field(name).value);
    const { checked: minimal } = /** @type {HTMLInputElement} */ (byId("rules-maker-minimal"));
    const variant = [...this.#chosen];
    remember(MEMORY, JSON.stringify({ size, grade, givens, symmetry, minimal, variant }));
    const n = Number(size);
    const made = await this.search({ variant, size: n, grade, symmetry, minimal, ...(givens === "none" ? { no_givens: true } : givens === "few" ? { max_givens: n } : {}) });
    const field = made && (await this.app.puzzle());
    if (!field || !(await field.open(made.puzzle, undefined, made.level ?? ""))) return;
    field.say(i18n.t(made.level ? "field.made.level" : "field.made", { level: made.level ? i18n.t(`explain.level.${made.level}`) : "" }));
  }
}
