/** The current constraint and its clue, the list of all constraints, the pad, and numbers typed with it or with keys, for a clue or for givens. */
import { pressedAt, together } from "../play/entry.js";
import { icon } from "../text/dialog.js";
import { byId, click, hide, input, make, renew, select, write } from "../text/status.js";
import { chip, offer } from "./form.js";
import { clueOf, linesFrom } from "./gather.js";

/** @typedef {import("./draft.js").Constraint} Constraint */

export class Clue {
  /** The time and value of the last typed digit. The time is 0 if the next digit starts a new number; the value is kept if a given can continue it. */
  #typed = { at: 0, value: 0 };
  /** Whether a digit adds one of several allowed values to cells. */
  several = false;

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    click("draft-remove", () => this.remove());
    click("draft-turn", () => this.#turn());
    click("draft-several", () => {
      this.several = !this.several;
      setter.draw();
    });
    const field = input("draft-clue");
    field.addEventListener("input", () => this.#write(field.value));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      setter.hold(null);
      setter.focus();
    });
    select("draft-word").addEventListener("change", () => this.#write(select("draft-word").value));
  }

  /** Makes the next digit start a new number. */
  rest() {
    this.#typed.at = 0;
  }

  /** The kind of content that the current constraint takes by typing; "" for none. */
  get #typing() {
    const { one, palette } = this.setter;
    return (one && palette.kindOf(one.kind)?.typed) ?? "";
  }

  remove() {
    const { setter, setter: { one, oneAt } } = this;
    if (!one || oneAt < 0) return;
    const name = this.nameOf(one);
    setter.change((draft) => draft.remove(oneAt));
    setter.say(`${setter.app.i18n.t("draft.removed")} ${name}`);
    setter.focus();
  }

  /** Turns the current constraint: a line starts at its other end, a clue uses its other diagonal, a sign points the other way. */
  #turn() {
    const { setter, setter: { one, oneAt } } = this;
    if (!one?.cells) return;
    const way = setter.palette.kindOf(one.kind)?.way;
    const other = way === "diagonal" || way === "outside" ? linesFrom(clueOf(one.cells), setter.draft.doc, way === "diagonal").find((cells) => cells.join() !== one.cells?.join()) : [...one.cells].reverse();
    if (other) setter.replace(oneAt, { ...one, cells: other });
  }

  /** Removes the current constraint, or the givens of the selected cells. */
  erase() {
    const { setter } = this;
    if (setter.one) return this.remove();
    if (setter.draft.erase(setter.revise.orbit(setter.selected))) setter.edited();
  }

  /** Types a digit of the current clue, or a given. @param {number} figure @param {boolean} [whole] whether it is a complete value @param {boolean} [several] whether a given is one of several values */
  type(figure, whole = false, several = this.several) {
    const { setter, setter: { draft, one, oneAt } } = this;
    const [low, high] = draft.doc.values;
    const soon = together(this.#typed.at);
    const now = pressedAt();
    const typing = this.#typing;
    if (one && (typing === "number" || typing === "values")) {
      const numbers = one.numbers ?? [];
      const last = numbers.at(-1) ?? 0;
      let next;
      if (typing === "number") {
        // The first typed digit replaces the default value of a clue.
        const more = this.#typed.at > 0 && numbers.length > 0 && !whole;
        next = more && last * 10 + figure <= 9999 ? [last * 10 + figure] : [figure];
      } else next = soon && !whole && high > 9 && last && last * 10 + figure <= high ? [...numbers.slice(0, -1), last * 10 + figure] : [...numbers, figure];
      setter.replace(oneAt, { ...one, numbers: next }, `type ${oneAt}`);
      this.#typed = { at: now, value: figure };
      return;
    }
    const cells = setter.tool === "givens" ? setter.selected : [setter.cursor];
    const give = (/** @type {number} */ value) => {
      if (value < low || value > high || !(several ? draft.allow(cells, value) : draft.give(cells, value))) return;
      setter.edited();
      const values = draft.doc.givens?.[cells[0]] ?? [];
      if (several) setter.say(setter.app.i18n.t(values.length ? "draft.given" : "draft.removed", { cell: cells.join(" "), value: this.either(values) }));
    };
    const both = this.#typed.value * 10 + figure;
    if (soon && !whole && this.#typed.value && both <= high) {
      this.#typed = { at: now, value: 0 };
      draft.travel(-1);
      return give(both);
    }
    this.#typed = { at: now, value: !whole && figure && figure * 10 <= high ? figure : 0 };
    give(figure);
  }

  /** Removes the last digit of the current clue; returns false if there is none. */
  untype() {
    const { one, oneAt } = this.setter;
    const typing = this.#typing;
    if (!one?.numbers?.length || (typing !== "number" && typing !== "values")) return false;
    const rest = Math.floor((one.numbers.at(-1) ?? 0) / 10);
    const numbers = typing === "number" ? (rest ? [rest] : []) : one.numbers.slice(0, -1);
    this.setter.replace(oneAt, { ...one, numbers }, `type ${oneAt}`);
    this.#typed.at = 1;
    return true;
  }

  /** Handles a clue typed into its field. @param {string} text */
  #write(text) {
    const { setter, setter: { one, oneAt } } = this;
    const typing = this.#typing;
    if (!one || !typing) return;
    if (typing === "text") return setter.replace(oneAt, { ...one, text }, `type ${oneAt}`);
    if (typing === "word") return setter.replace(oneAt, Number.isNaN(Number(text)) ? { ...one, text } : { ...one, numbers: [Number(text)] });
    const words = text.split(/[^\d-]+/).filter((word) => /^-?\d{1,6}$/.test(word));
    const [, high] = setter.draft.doc.values;
    const figures = typing === "values" && high <= 9 && words.length === 1 && Number(words[0]) > high ? [...words[0]] : words;
    const numbers = figures.map(Number);
    setter.replace(oneAt, { ...one, numbers: typing === "number" ? numbers.slice(0, 1) : numbers }, `type ${oneAt}`);
  }

  // In words.

  /** A list of alternative values in words. @param {readonly number[]} values */
  either(values) {
    return new Intl.ListFormat(this.setter.app.i18n.lang, { type: "disjunction" }).format(values.map(String));
  }

  /** The numbers of a clue; "" if any number is allowed. @param {Constraint} one */
  numbersOf({ kind, numbers = [] }) {
    return this.setter.palette.kindOf(kind)?.any && numbers[0] === 0 ? "" : numbers.join(" ");
  }

  /** The name of a constraint. @param {Constraint} one */
  nameOf(one) {
    const { app, palette, seen } = this.setter;
    const at = seen?.doc.constraints?.indexOf(one) ?? -1;
    const name = at >= 0 ? seen?.answer.drawing.constraints?.[at] : undefined;
    const kind = palette.kindOf(one.kind);
    const clue = kind?.typed === "word" ? kind.words?.find(({ word }) => word === (one.text || String(one.numbers?.[0])))?.name : kind?.typed === "text" ? one.text : this.numbersOf(one);
    const plain = [kind?.name ?? one.kind, [...(one.cells ?? []), ...(one.sets ?? []).flat()].join(" ")].filter(Boolean).join(" ");
    return clue ? app.i18n.t("draft.rules.kind", { name: name ?? plain, rule: clue }) : name ?? plain;
  }

  // Drawing.

  draw() {
    const { setter } = this;
    hide(byId("draft-several"), !!setter.one || setter.tool === "regions");
    byId("draft-several").setAttribute("aria-pressed", String(this.several));
    this.#drawOne();
    this.#drawPad();
    this.#drawList();
  }

  /** Draws the current constraint. */
  #drawOne() {
    const { setter, setter: { one, palette } } = this;
    const { i18n } = setter.app;
    hide(byId("draft-one"), !one);
    if (!one) return;
    const kind = palette.kindOf(one.kind);
    write(byId("draft-one-name"), this.nameOf(one));
    const rule = setter.seen?.answer.drawing.rules?.find(({ constraints }) => constraints.includes(setter.oneAt))?.rule ?? kind?.rule;
    write(byId("draft-one-rule"), i18n.sentences(rule, ...setter.faultsOf(setter.oneAt).map(({ reason }) => reason)));
    const { typed = "", way = "", words } = kind ?? {};
    hide(byId("draft-clue-label"), !typed);
    hide(byId("draft-clue"), typed === "word");
    hide(byId("draft-word"), typed !== "word");
    if (typed) write(byId("draft-clue-name"), i18n.t(`draft.clue.${typed}`));
    const clue = input("draft-clue");
    const text = typed === "text" ? one.text ?? "" : this.numbersOf(one);
    clue.inputMode = typed === "text" ? "text" : "numeric";
    if (document.activeElement !== clue && clue.value !== text) clue.value = text;
    if (typed === "word" && words) offer(select("draft-word"), words.map(({ word, name }) => /** @type {const} */ ([word, name])), one.text || String(one.numbers?.[0]));
    hide(byId("draft-change"), !["line", "cells", "spots"].includes(way));
    byId("draft-change").setAttribute("aria-pressed", String(setter.changing));
    hide(byId("draft-turn"), !(["line", "diagonal"].includes(way) || kind?.shape === "greater"));
  }

  #drawPad() {
    const { setter, setter: { app: { i18n } } } = this;
    const [low, high] = setter.draft.doc.values;
    const clue = this.#typing === "number";
    const values = clue ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] : Array.from({ length: high - low + 1 }, (_, i) => low + i);
    const key = (/** @type {string} */ text, /** @type {() => unknown} */ run, /** @type {Record<string, unknown>} */ more) =>
      chip(text, () => (run(), setter.focus()), { ...more, onmousedown: (/** @type {Event} */ event) => event.preventDefault() });
    renew(byId("draft-values"), [clue, low, high, i18n.lang], () => [
      ...values.map((value) => key(String(value), () => this.type(value, !clue), { "data-value": value })),
      key("", () => this.untype() || this.erase(), { innerHTML: icon("erase"), "aria-label": i18n.t("page.erase") }),
    ]);
  }

  #drawList() {
    const { setter, setter: { draft: { constraints } } } = this;
    write(byId("draft-list-name"), setter.app.i18n.count("draft.list", constraints.length));
    const items = constraints.map((one, i) => ({ name: this.nameOf(one), fault: setter.faultsOf(i).length > 0, held: one === setter.one }));
    renew(byId("draft-list"), items, () =>
      items.map(({ name, fault, held }, i) => make("li", {}, chip(name, () => setter.hold(held ? null : setter.draft.constraints[i]), { "aria-pressed": held, className: fault ? "fault" : "" }))),
    );
  }
}
