// @ts-check
/**
 * What nonet understood of a drawn puzzle: a row for each look of drawings and each sentence, in which a
 * person corrects the reading. A correction is what the operation drawing takes as "as".
 */
import { write } from "../text/status.js";

/** @typedef {import("../engine/types.js").Reading} Reading */

export class Readings {
  /** @type {readonly Reading[]} */
  #all = [];
  #now = "";

  /** @param {import("../main.js").App} app @param {HTMLDetailsElement} box @param {{correct: (name: string, kind: string | null) => void, show: (cells: readonly string[]) => void}} does a kind of null takes a correction back */
  constructor(app, box, does) {
    this.app = app;
    this.box = box;
    this.does = does;
  }

  /** @param {readonly Reading[]} all */
  show(all) {
    this.#all = all;
    this.box.hidden = !all.length;
    const { i18n } = this.app;
    const now = JSON.stringify([i18n.lang, all]);
    if (now === this.#now) return;
    this.#now = now;
    const head = document.createElement("summary");
    const about = document.createElement("p");
    const list = document.createElement("ul");
    write(head, i18n.t("field.read"));
    write(about, i18n.t("field.read.about"));
    list.append(...all.map((one) => this.#row(one)));
    this.box.replaceChildren(head, about, list);
  }

  /** Opens the panel at what is not understood. */
  open() {
    this.box.open = true;
    this.focus((this.#all.find(({ open }) => open) ?? this.#all[0]).name);
  }

  /** @param {string} name of a row */
  focus(name) {
    const choice = [...this.box.querySelectorAll("select")].find((one) => one.dataset.name === name);
    choice?.scrollIntoView({ block: "center" });
    choice?.focus({ preventScroll: true });
  }

  /** @param {Reading} one */
  #row(one) {
    const { i18n } = this.app;
    const { name, class: look, what, count, kind = "", rule = "", by, open, cells = [], may_be: all = [] } = one;
    const row = document.createElement("li");
    row.toggleAttribute("data-open", Boolean(open));
    const text = document.createElement(cells.length ? "button" : "span");
    text.textContent = look === "words" ? what : `${what} (${i18n.number(count)})`;
    if (text instanceof HTMLButtonElement) {
      text.type = "button";
      text.addEventListener("click", () => this.does.show(cells));
    }
    const choice = document.createElement("select");
    choice.dataset.name = name;
    choice.setAttribute("aria-label", i18n.t("field.read.as", { what }));
    const no = i18n.t("field.read.no");
    const is = open ? i18n.t("field.read.open") : by === "as" ? i18n.t("field.read.reset", { rule: rule || no }) : rule ? i18n.t(`field.read.${by}`, { rule }) : look === "words" ? i18n.t("field.read.plain") : no;
    choice.append(new Option(is, "is", true, true));
    if (rule || open || look === "words") choice.append(new Option(no, ""));
    choice.append(...all.filter((other) => other.kind.split(" ")[0] !== kind.split(" ")[0]).map((other) => new Option(other.rule, other.kind)));
    if (by === "as") choice.prepend(new Option("…", "back"));
    choice.addEventListener("change", () => this.does.correct(name, choice.value === "back" ? null : choice.value));
    row.append(text, choice);
    const [, number] = kind.split(" ");
    if (number && look !== "words" && all.some((other) => other.kind.startsWith(`${kind.split(" ")[0]} `))) {
      const field = Object.assign(document.createElement("input"), { type: "number", min: "0", max: "999", value: number });
      field.setAttribute("aria-label", i18n.t("field.read.number", { what }));
      field.addEventListener("change", () => field.checkValidity() && field.value && this.does.correct(name, `${kind.split(" ")[0]} ${field.value}`));
      row.append(field);
    }
    return row;
  }
}
