// @ts-check
/** The pad: the modes, the digits with how many cells each is still to go into, and, where colours are put down, the colours. */
import { letterOf } from "../board/board.js";
import { isBare } from "../board/pointer.js";
import { DIGITS } from "../game/grid.js";
import { MODES } from "../game/midend.js";
import { byId, hide, write } from "../text/status.js";

/** A press on a digit is long after so many milliseconds. */
const LONG = 450;

/** @param {string} className @param {string} [text] */
function span(className, text = "") {
  return Object.assign(document.createElement("span"), { className, textContent: text });
}

export class Pad {
  /** @type {HTMLElement[]} */
  #digits = [];
  /** @type {HTMLElement[]} */
  #colours = [];
  /** @type {Map<string, HTMLElement>} */
  #modes = new Map();
  /** What the keys show. */
  #drawn = "";

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    for (const digit of DIGITS) {
      const button = document.createElement("button");
      button.dataset.action = "digit";
      button.dataset.digit = String(digit);
      // The digit; the best score with it, and what it costs: see Target.prices; how many cells it is still to go into; its colour's letter.
      button.append(span("digit", String(digit)), span("best"), span("cost"), span("left"), span("letter", letterOf(digit)));
      this.#digits.push(button);

      const swatch = document.createElement("button");
      swatch.dataset.action = "colour";
      swatch.dataset.colour = String(digit);
      swatch.append(span("letter", letterOf(digit)));
      this.#colours.push(swatch);
    }
    byId("digits").prepend(...this.#digits);
    byId("palette").append(...this.#colours);
    for (const mode of MODES) this.#modes.set(mode, /** @type {HTMLElement} */ (document.querySelector(`[data-mode="${mode}"]`)));
    this.#listen();
  }

  /** A long press on a digit notes it, or where notes are put, puts it in. */
  #listen() {
    const pad = byId("digits");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let long = false;
    pad.addEventListener("pointerdown", ({ target }) => {
      const digit = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-digit]"))?.dataset.digit : undefined;
      clearTimeout(timer);
      long = false;
      if (!digit) return;
      timer = setTimeout(() => {
        const { midend } = this.app;
        if (midend.ui.mode !== "digit" && midend.ui.mode !== "corner" && midend.ui.mode !== "centre") return;
        long = true;
        this.app.entry.type(Number(digit), midend.ui.mode === "digit" ? "corner" : "digit");
      }, LONG);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) pad.addEventListener(kind, () => clearTimeout(timer));
    // The press has done what it was for. After a long touch there may be no click, and the next may be a screen reader's.
    pad.addEventListener(
      "click",
      (event) => {
        if (long && !isBare(event)) event.stopPropagation();
        long = false;
      },
      { capture: true },
    );
    pad.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Shows the buttons of all modes, or Notes alone. @param {boolean} all */
  showMarks(all) {
    document.body.toggleAttribute("data-marks", all);
    byId("marks").setAttribute("aria-pressed", String(all));
  }

  drawn() {
    const { i18n, midend, target } = this.app;
    const { mode, hand, colour } = midend.ui;
    if (byId("pad").dataset.puts !== mode) {
      byId("pad").dataset.puts = mode;
      for (const [name, button] of this.#modes) button.setAttribute("aria-pressed", String(name === mode));
      byId("notes").setAttribute("aria-pressed", String(mode !== "digit"));
    }
    // A key may have chosen a mode that has no button here.
    write(byId("notes-text"), i18n.t(mode === "digit" || mode === "corner" ? "page.notes" : `page.mode.${mode}.short`));
    hide(byId("palette"), mode !== "tint");
    const prices = mode === "digit" ? target.prices : null;
    byId("digits").classList.toggle("prices", prices !== null);
    const left = new Array(10).fill(9);
    for (const digit of midend.shown) left[digit]--;
    const now = JSON.stringify([mode, hand, colour, left, prices, i18n.lang]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const colours = mode === "colour" || mode === "pen";
    DIGITS.forEach((digit, i) => {
      const button = this.#digits[i];
      const price = prices?.[i];
      const open = Math.max(0, left[digit]);
      button.classList.toggle("all", open === 0 && !colours);
      button.classList.toggle("free", price?.free ?? false);
      const pressed = mode === "pen" ? colour === digit : hand === digit;
      if (mode === "pen" || hand !== null) button.setAttribute("aria-pressed", String(pressed));
      else button.removeAttribute("aria-pressed");
      const label = colours ? `${digit} ${i18n.t(`page.colour.${digit}`)}` : price?.label ?? i18n.t("page.pad.digit.left", { digit, left: open });
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      const [, best, cost, toGo] = button.children;
      // No text of the page's: a button's name has to hold what is to be read on it.
      const count = open && !price && !colours ? String(open) : "";
      if (toGo.getAttribute("data-left") !== count) toGo.setAttribute("data-left", count);
      write(best, price?.best ?? "");
      write(cost, price?.cost ?? "");
      if (mode !== "tint") return;
      this.#colours[i].setAttribute("aria-pressed", String(colour === digit));
      this.#colours[i].setAttribute("aria-label", i18n.t(`page.colour.${digit}`));
    });
    const eraser = byId("digits").querySelector('[data-action="erase"]');
    if (hand !== null) eraser?.setAttribute("aria-pressed", String(hand === 0));
    else eraser?.removeAttribute("aria-pressed");
  }
}
