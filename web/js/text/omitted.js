/**
 * The list of parts of an imported puzzle that nonet left out. It stays until somebody closes it, and stores the
 * names from the operations drawing and draft, so that it can be shown in another language.
 */
import { hide, make, renew } from "./status.js";

/** Texts for the names: members of f-puzzles and SudokuPad, cosmetics, and the shapes of drawings that were not read as a rule. @type {Record<string, string>} */
const TEXTS = {
  arrow: "arrow", arrows: "arrow", cage: "cage", circle: "shape", colours: "colours", corner: "shape", diagonal: "clue", diamond: "shape", digits: "digits", dot: "shape", drawing: "shape", fog: "fog",
  foglight: "fog", foglink: "fog", letter: "clue", line: "line", lines: "line", notes: "notes", outside: "clue", overlays: "shape", pointer: "arrow", quad: "clue", rectangle: "shape",
  sign: "clue", square: "shape", text: "clue", thermo: "thermo", thermos: "thermo", triggereffect: "effect", underlays: "shape",
};

/** A name such as "blue lines (2)". */
const isDrawn = /^(?:[a-z]+ )?([a-z]+)s \(\d+\)$/;

/** Everything that a drawing lacks. @param {{unknown?: readonly string[], cosmetic?: readonly string[]}} drawing */
export const omittedIn = ({ unknown = [], cosmetic = [] }) => [...unknown, ...cosmetic];

/** @param {import("./i18n.js").I18n} i18n @param {string} name */
function textOf(i18n, name) {
  const [, look = name] = isDrawn.exec(name) ?? [];
  if (Object.hasOwn(TEXTS, look)) return i18n.t(`field.omitted.${TEXTS[look]}`);
  if (name.startsWith("“")) return i18n.t("field.omitted.words", { text: name });
  if (name.startsWith("cages: ")) return i18n.t("field.omitted.cages", { text: name.slice("cages: ".length) });
  return i18n.t("field.omitted.other", { text: name });
}

export class Omitted {
  /** @type {readonly string[]} */
  #names = [];

  /** @param {import("../main.js").App} app @param {HTMLElement} box where it stands @param {() => void} onClose @param {() => void} [onCorrect] leads to where the reading can be corrected */
  constructor(app, box, onClose, onCorrect) {
    this.app = app;
    this.box = box;
    box.className = "omitted";
    // What is announced is there before it has content.
    this.told = make("div", { role: "status" });
    const closed = () => {
      this.show([]);
      onClose();
    };
    this.close = make("button", { type: "button", className: "quiet icon", textContent: "×", onclick: closed });
    this.correct = make("button", { type: "button", onclick: onCorrect });
    box.append(this.told, this.close, this.correct);
    this.show([]);
  }

  /** @param {readonly string[]} names none: nothing is shown @param {boolean} [correctable] */
  show(names, correctable = false) {
    this.#names = names;
    this.correct.hidden = !correctable || !names.length;
    this.draw();
  }

  /** Writes the list in the current language. */
  draw() {
    const { i18n } = this.app;
    const texts = [...new Set(this.#names.map((name) => textOf(i18n, name)))];
    hide(this.close, !texts.length);
    this.box.toggleAttribute("data-shown", texts.length > 0);
    renew(this.told, [i18n.lang, texts], () => (texts.length ? [make("p", {}, i18n.t("field.omitted")), make("ul", {}, ...texts.map((text) => make("li", {}, text)))] : []));
    this.correct.textContent = i18n.t("field.read.correct");
    for (const [attribute, key] of [["aria-label", "field.omitted.close"], ["title", "field.omitted.close"]]) this.close.setAttribute(attribute, i18n.t(key));
  }
}
