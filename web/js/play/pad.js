/** The pad: the modes, the digits with the number of cells still open for each, and in colour mode the colours. */
import { letterOf } from "../board/board.js";
import { isBare } from "../board/pointer.js";
import { byId, hide, make, span, write } from "../text/status.js";

/** A press on a digit is long after this many milliseconds. */
const LONG = 450;
/** So many keys stand side by side at most. */
const ACROSS = 7;

/** The texts on a key beside its digit, and its label. @typedef {{best: string, cost: string, free: boolean, label: string}} Price */

export class Pad {
  /** A key for each digit; the document has those of the classic board. @type {HTMLElement[]} */
  #digits;
  #colours;
  /** @type {Map<string, HTMLElement>} */
  #modes = new Map();
  /** The board that the keys were made for. @type {import("../game/grid.js").Board | null} */
  #board = null;
  /** The drawn content of the keys. */
  #drawn = "";

  /** @param {import("../main.js").App} app */
  constructor(app) {
    const { entry } = app;
    this.app = app;
    this.entry = entry;
    this.root = byId("pad");
    this.keys = byId("digits");
    this.palette = byId("palette");
    this.#digits = [...this.keys.querySelectorAll("button")].slice(0, -1);
    this.#colours = this.palette.querySelectorAll("button");
    const { root } = this;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-mode]"))) this.#modes.set(button.dataset.mode ?? "", button);
    // The pad does not take the focus, so that keys still act on the board.
    root.addEventListener("mousedown", (event) => event.preventDefault());
    // A long press on a digit makes a note, or in note mode enters the digit.
    const pad = this.keys;
    let timer = 0;
    let long = false;
    pad.addEventListener("pointerdown", ({ target }) => {
      const digit = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-digit]"))?.dataset.digit : undefined;
      clearTimeout(timer);
      long = false;
      if (!digit) return;
      timer = setTimeout(() => {
        const { mode } = this.entry.midend.ui;
        if (mode !== "digit" && mode !== "corner" && mode !== "centre") return;
        long = true;
        this.entry.put(Number(digit), mode === "digit" ? "corner" : "digit");
      }, LONG);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) pad.addEventListener(kind, () => clearTimeout(timer));
    // The long press has already acted. After a long touch there may be no click, and the next click may come from a screen reader.
    pad.addEventListener("click", (event) => {
      if (long && !isBare(event)) event.stopPropagation();
      long = false;
    }, { capture: true });
    pad.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Makes a key for each digit of the board. */
  #make() {
    const { board } = this.app.game;
    this.#board = board;
    this.#drawn = "";
    const most = Math.max(board.size, 9);
    for (const button of this.#digits.splice(most)) button.remove();
    while (this.#digits.length < most) {
      const digit = this.#digits.length + 1;
      // The digit; its best score and cost (see Target.prices); the number of cells still open; the letter of its colour.
      this.#digits.push(make("button", { type: "button", "data-action": "digit", "data-digit": digit }, ...["digit", "best", "cost", "left"].map((name) => span(name)), span("letter", letterOf(digit))));
      this.keys.lastElementChild?.before(this.#digits[digit - 1]);
    }
    this.#digits.forEach((button, i) => write(button.children[0], String(i + board.low)));
    // With the eraser, in rows that are as even as can be.
    this.keys.style.setProperty("--across", String(Math.ceil((board.size + 1) / Math.ceil((board.size + 1) / ACROSS))));
  }

  drawn() {
    const { root, keys } = this;
    const { game: midend, i18n } = this.app;
    const { board, ui: { mode, hand, colour } } = midend;
    if (board !== this.#board) this.#make();
    if (root.dataset.puts !== mode) {
      root.dataset.puts = mode;
      for (const [name, button] of this.#modes) button.setAttribute("aria-pressed", String(name === mode));
    }
    hide(this.palette, mode !== "tint");
    const prices = (mode === "digit" && this.app.target?.prices) || null;
    keys.classList.toggle("prices", prices !== null);
    // The number of cells for a digit is known if every row or every column contains it.
    const { rows, columns, size, houses } = board;
    const lines = houses.filter(({ kind }) => kind === "row").length === rows;
    const each = lines && size === columns ? rows : lines && size === rows ? columns : Infinity;
    const left = this.#digits.map(() => each);
    for (const digit of midend.shown) if (digit) left[digit - 1]--;
    const now = JSON.stringify([mode, hand, colour, left, prices, i18n.lang]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const colours = mode === "colour" || mode === "pen";
    keys.toggleAttribute("data-many", !colours && board.size !== 9);
    this.#digits.forEach((button, i) => {
      const digit = i + 1;
      const price = prices?.[i];
      const open = Math.max(0, left[i]);
      hide(button, digit > (colours ? 9 : board.size));
      button.classList.toggle("all", open === 0 && !colours);
      button.classList.toggle("free", price?.free ?? false);
      const pressed = mode === "pen" ? colour === digit : hand === digit;
      if (mode === "pen" || hand !== null) button.setAttribute("aria-pressed", String(pressed));
      else button.removeAttribute("aria-pressed");
      const value = midend.toValue(digit);
      const label = colours ? `${digit} ${i18n.t(`page.colour.${digit}`)}` : price?.label ?? (open === Infinity ? i18n.t("page.pad.digit", { digit: value }) : i18n.t("page.pad.digit.left", { digit: value, left: open }));
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      const [, best, cost, toGo] = button.children;
      // Not a text of the catalogue, since a button's label must contain its visible text.
      const count = open && open < Infinity && !price && !colours ? String(open) : "";
      for (const [part, text] of /** @type {const} */ ([[toGo, count], [best, price?.best ?? ""], [cost, price?.cost ?? ""]])) if (part.getAttribute("data-text") !== text) part.setAttribute("data-text", text);
      if (mode !== "tint" || !this.#colours[i]) return;
      this.#colours[i].setAttribute("aria-pressed", String(colour === digit));
      this.#colours[i].setAttribute("aria-label", i18n.t(`page.colour.${digit}`));
    });
    const eraser = keys.querySelector('[data-action="erase"]');
    if (hand !== null) eraser?.setAttribute("aria-pressed", String(hand === 0));
    else eraser?.removeAttribute("aria-pressed");
  }
}
