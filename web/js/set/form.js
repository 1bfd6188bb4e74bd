/** The fields of the form beside the setter's board: size and boxes, title, author and rules. */
import { click, input, make, renew, select } from "../text/status.js";
import { boxesFor, nameAt } from "./draft.js";

/** The offered sizes; opened puzzles can have others. */
const SIZES = Array.from({ length: 22 }, (_, i) => i + 4);
/** The text fields, and their members in the draft. */
const TEXTS = /** @type {const} */ ([["draft-name", "title"], ["draft-author", "author"], ["draft-rules", "rules"]]);

/** A button beside the board. @param {string} textContent @param {() => unknown} run @param {Record<string, unknown>} [more] properties and attributes @returns {HTMLButtonElement} */
export const chip = (textContent, run, more = {}) => make("button", { type: "button", textContent, ...more, onclick: run });

/** Fills a select element. @param {HTMLSelectElement} list @param {readonly (readonly [string, string])[]} options value and name @param {string} value */
export function offer(list, options, value) {
  renew(list, options, () => options.map(([one, name]) => new Option(name, one)));
  list.value = value;
}

export class Form {
  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    for (const size of SIZES) select("draft-size").append(new Option(`${size} × ${size}`, String(size)));
    for (const id of ["draft-size", "draft-low"]) select(id).addEventListener("change", () => this.#resize());
    select("draft-boxes").addEventListener("change", () => this.#box(select("draft-boxes").value));
    input("draft-free").addEventListener("change", () => {
      setter.draft.change({ free: input("draft-free").checked || undefined });
      setter.edited();
    });
    for (const [id, name] of TEXTS) {
      input(id).addEventListener("input", () => {
        setter.draft.change({ [name]: input(id).value || undefined }, name);
        setter.edited();
      });
    }
    click("draft-compose", () => this.#compose());
  }

  #resize() {
    const { setter } = this;
    const { rows, columns } = setter.draft.doc;
    const size = Number(select("draft-size").value);
    const same = size === Math.max(rows, columns);
    setter.leave();
    setter.draft.resize(same ? rows : size, same ? columns : size, Number(select("draft-low").value));
    setter.selected = [nameAt(0, 0)];
    if (setter.tool === "regions" && !setter.draft.doc.regions) setter.tool = "givens";
    setter.edited();
  }

  /** @param {string} boxes such as 3x3, "" for none */
  #box(boxes) {
    const { setter } = this;
    setter.leave();
    if (boxes === "regions") setter.draft.jigsaw();
    else setter.draft.box(boxes ? boxes.split("x").map(Number) : []);
    if (boxes === "regions" || setter.tool === "regions") setter.tool = boxes === "regions" ? "regions" : "givens";
    setter.edited();
  }

  /** Writes the rules as sentences from the board and the kinds, in the current language. */
  #compose() {
    const { setter, setter: { app: { i18n } } } = this;
    const { doc, constraints } = setter.draft;
    const [low, high] = doc.values;
    const board = doc.free ? "draft.rules.free" : doc.regions ? "draft.rules.regions" : doc.boxes.length ? "draft.rules.boxes" : "draft.rules.lines";
    const told = setter.seen?.answer.drawing.rules ?? [];
    const kinds = [...new Set(constraints.map(({ kind }) => kind))].flatMap(/** @returns {{ name: string, which?: string, rule: string }[]} */ (name) => {
      const rules = told.filter(({ kind }) => kind === name);
      const alone = setter.palette.kindOf(name);
      return rules.length || !alone ? rules : [alone];
    });
    const rules = [i18n.t(board, { low, high }), ...kinds.map((rule) => i18n.rule(rule))];
    setter.draft.change({ rules: rules.join("\n") });
    setter.edited();
  }

  draw() {
    const { i18n } = this.setter.app;
    const { doc } = this.setter.draft;
    const { rows, columns, values, boxes, regions, free } = doc;
    const size = select("draft-size");
    const longer = String(Math.max(rows, columns));
    if (![...size.options].some(({ value }) => value === longer)) size.append(new Option(`${rows} × ${columns}`, longer));
    size.value = longer;
    offer(select("draft-boxes"), [...boxesFor(rows, columns).map(([high, wide]) => /** @type {const} */ ([`${high}x${wide}`, `${high} × ${wide}`])), ["", i18n.t("draft.boxes.none")], ["regions", i18n.t("draft.boxes.regions")]], regions ? "regions" : boxes.join("x"));
    select("draft-low").value = String(values[0]);
    input("draft-free").checked = free ?? false;
    for (const [id, name] of TEXTS) if (input(id).value !== (doc[name] ?? "")) input(id).value = doc[name] ?? "";
  }
}
