/** The kinds of constraints, as the operation "kinds" names them: those to choose from, the switches of those that are for the whole board, and the tools at hand. */
import { byId, fillKinds, hide, input, make, renew, write } from "../text/status.js";
import { chip } from "./form.js";

/** @typedef {import("../engine/types.js").Kind} Kind @typedef {import("./draft.js").Constraint} Constraint */

export class Palette {
  /** The table of kinds. @type {import("../engine/types.js").Kinds | null} */
  #table = null;

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    input("draft-search").addEventListener("input", () => this.#filter());
  }

  /** @param {string} name */
  kindOf(name) {
    return this.#table?.kinds.find(({ kind }) => kind === name) ?? null;
  }

  /** The first content of a constraint of a kind. @param {Kind} kind @returns {Partial<Constraint>} */
  first({ typed, usual, any, words = [] }) {
    if (typed === "word") return Number.isNaN(Number(words[0].word)) ? { text: words[0].word } : { numbers: [Number(words[0].word)] };
    if (typed === "text") return { text: "" };
    if (typed === "number" || typed === "values") return { numbers: usual ? [usual] : any ? [0] : [] };
    return {};
  }

  /** The index of a switch's constraint; -1 if it is off. @param {string} kind @param {string} [word] */
  #switched(kind, word) {
    return this.setter.draft.constraints.findIndex((one) => one.kind === kind && (word === undefined || one.text === word || String(one.numbers?.[0]) === word));
  }

  /** @param {Kind} kind @param {string} [word] */
  #switch(kind, word) {
    const { setter, setter: { draft } } = this;
    const at = this.#switched(kind.kind, word);
    if (at >= 0) return setter.change(() => draft.remove(at));
    const numeric = word !== undefined && !Number.isNaN(Number(word));
    // Only one word at a time, unless the words are numbers, which can be combined.
    const others = word !== undefined && !numeric ? draft.constraints.filter((one) => one.kind !== kind.kind) : draft.constraints;
    /** @type {Constraint} */
    const one = { kind: kind.kind, ...(word === undefined ? this.first(kind) : numeric ? { numbers: [Number(word)] } : { text: word }) };
    setter.change(() => draft.change({ constraints: [...others, one] }));
    if (kind.typed === "values") setter.hold(one);
  }

  /** Shows a new table in the current language. @param {import("../engine/types.js").Kinds} table */
  show(table) {
    this.#table = table;
    fillKinds("draft-kinds", table.families, (family) => table.kinds.filter((one) => one.family === family).flatMap((kind) => this.#choicesOf(kind)));
    this.#filter();
  }

  /** The controls of a kind: a button, or a switch for each of its words. @param {Kind} kind @returns {HTMLElement[]} */
  #choicesOf(kind) {
    if (kind.way !== "board") {
      const button = chip(kind.name, () => {
        // On a narrow screen the list closes, so that the content below is visible.
        if (matchMedia("(max-width: 820px)").matches) byId("draft-palette").removeAttribute("open");
        this.setter.pick(this.setter.tool === kind.kind ? "givens" : kind.kind);
      }, { title: kind.rule, "data-kind": kind.kind });
      return [button];
    }
    return (kind.words ?? [undefined]).map((word) => {
      const box = make("input", { type: "checkbox", "data-kind": kind.kind, ...(word ? { "data-word": word.word } : {}), onchange: () => this.#switch(kind, word?.word) });
      return make("label", { className: "check", title: kind.rule }, box, make("span", {}, word ? `${kind.name}: ${word.name}` : kind.name));
    });
  }

  /** Shows only kinds that match the search. */
  #filter() {
    const wanted = input("draft-search").value.trim().toLowerCase();
    for (const section of /** @type {NodeListOf<HTMLElement>} */ (byId("draft-kinds").querySelectorAll("section"))) {
      let any = false;
      for (const choice of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-kind]"))) {
        const kind = this.kindOf(choice.dataset.kind ?? "");
        const fits = !wanted || [kind?.kind, kind?.name, kind?.rule].some((text) => text?.toLowerCase().includes(wanted));
        hide(choice.closest("label") ?? choice, !fits);
        any ||= fits;
      }
      hide(section, !any);
    }
  }

  /** Draws the tools: givens, regions, and the kinds of the puzzle. */
  draw() {
    const { setter, setter: { draft, kind, tool, app: { i18n } } } = this;
    const used = [...new Set([...draft.constraints.map(({ kind }) => kind), tool])].map((name) => this.kindOf(name)).filter((kind) => kind && kind.way !== "board");
    const tools = [["givens", i18n.t("draft.givens")], ...(draft.doc.regions ? [["regions", i18n.t("draft.regions")]] : []), ...used.map((kind) => [kind?.kind ?? "", kind?.name ?? ""])];
    renew(byId("draft-tools"), [tool, tools], () =>
      tools.map(([name, text]) => chip(text, () => setter.pick(name), { "data-tool": name, "aria-pressed": tool === name })),
    );
    // The second line is about keys, and left out where there are none.
    const [way, keys = ""] = i18n.t(`draft.way.${kind?.way ?? (tool === "regions" ? tool : "givens")}`).split("\n");
    write(byId("draft-rule"), i18n.sentences(kind?.rule, way));
    write(byId("draft-keys"), keys);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (byId("draft-kinds").querySelectorAll("[data-kind]"))) {
      const { kind = "", word } = button.dataset;
      if (button instanceof HTMLInputElement) button.checked = this.#switched(kind, word) >= 0;
      else button.setAttribute("aria-pressed", String(tool === kind));
    }
  }
}
