/** Shows how nonet read a drawn puzzle: a row for each look of drawings and each sentence. Corrections go to the operation drawing in its member "as". */
import { make, renew } from "../text/status.js";

/** @typedef {import("../engine/types.js").Reading} Reading */

/** The name of the reading that a correction changes. @param {string} correction */
export const nameIn = (correction) => correction.slice(0, correction.lastIndexOf("="));

export class Readings {
  /** @type {readonly Reading[]} */
  #all = [];
  /** @type {readonly string[]} */
  #as = [];

  /** @param {import("../main.js").App} app @param {HTMLDetailsElement} box @param {{correct: (name: string, kind: string | null, part: string) => Promise<boolean>, show: (cells: readonly string[]) => void}} does a kind of null takes a correction back; part is what is used */
  constructor(app, box, does) {
    this.app = app;
    this.box = box;
    this.does = does;
  }

  /** @param {readonly Reading[]} all @param {readonly string[]} as the corrections */
  show(all, as) {
    // A corrected row stays where it stands.
    const rankOf = (/** @type {Reading} */ { name }) => this.#all.findIndex((one) => one.name === name);
    all = this.#all = all.toSorted((a, b) => rankOf(a) - rankOf(b));
    this.#as = as;
    this.box.hidden = !all.length;
    const { i18n } = this.app;
    renew(this.box, [i18n.lang, all, as], () => [make("summary", {}, i18n.t("field.read")), make("p", {}, i18n.t("field.read.about")), make("ul", {}, ...all.map((one) => this.#row(one)))]);
  }

  /** Opens the panel at the parts that were not understood. */
  open() {
    this.box.open = true;
    this.focus((this.#all.find(({ open }) => open) ?? this.#all[0]).name);
  }

  /** @param {string} name of a row @param {string} [part] of it */
  focus(name, part = "select") {
    const of = (/** @type {string} */ tag) => [.../** @type {NodeListOf<HTMLElement>} */ (this.box.querySelectorAll(tag))].find((one) => one.dataset.name === name);
    const choice = of(part) ?? of("select");
    choice?.scrollIntoView({ block: "center" });
    choice?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {string | null} kind @param {string} part */
  async #correct(name, kind, part) {
    // The correction failed, so the list shows the old reading again.
    if (!(await this.does.correct(name, kind, part))) {
      this.box.dataset.now = "";
      this.show(this.#all, this.#as);
      this.focus(name, part);
    }
  }

  /** @param {Reading} one */
  #row(one) {
    const { i18n } = this.app;
    const { name, class: look, what, count, kind = "", rule = "", by, open, cells = [], may_be: all = [] } = one;
    const said = look === "words" ? what : `${what} (${i18n.number(count)})`;
    const text = cells.length ? make("button", { type: "button", onclick: () => this.does.show(cells) }, said) : make("span", {}, said);
    // Of a sentence its own words are enough.
    const named = (/** @type {string} */ key) => (look === "words" ? what : i18n.t(key, { what }));
    const [is, number] = kind.split(" ");
    const no = i18n.t("field.read.no");
    const corrected = this.#as.some((other) => nameIn(other) === name);
    const own = open ? i18n.t("field.read.open") : rule ? i18n.t(`field.read.${by}`, { rule }) : look === "words" ? i18n.t("field.read.plain") : no;
    const choice = make("select", { "data-name": name, "aria-label": named("field.read.as") });
    // The order stays, so that arrow keys go through the list; the chosen option keeps its position.
    choice.append(new Option(corrected ? i18n.t("field.read.back") : own, "back"));
    if (corrected || rule || open || look === "words") choice.append(new Option(no, ""));
    choice.append(...all.filter((other) => corrected || other.kind.split(" ")[0] !== is).map((other) => (other.kind.split(" ")[0] === is ? new Option(rule, kind) : new Option(other.rule, other.kind))));
    if (corrected && rule && !all.some((other) => other.kind.split(" ")[0] === is)) choice.append(new Option(rule, kind));
    if (corrected) choice.value = open ? "back" : kind;
    choice.addEventListener("change", () => this.#correct(name, choice.value === "back" ? null : choice.value, "select"));
    const row = make("li", {}, text, choice);
    row.toggleAttribute("data-open", Boolean(open));
    if (number && look !== "words" && all.some((other) => other.kind.startsWith(`${is} `))) {
      const field = make("input", { type: "number", min: "1", max: "999", value: number, "data-name": name, "aria-label": named("field.read.number") });
      field.addEventListener("change", () => field.checkValidity() && field.value && this.#correct(name, `${is} ${field.value}`, "input"));
      row.append(field);
    }
    return row;
  }
}
