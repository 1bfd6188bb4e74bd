/**
 * Lets people enlarge and move the board in its frame: with two fingers, with Ctrl and the wheel,
 * with buttons and keys. The frame scrolls. The board is --zoom times as wide as the frame, so it
 * is always drawn sharp. It is loaded with the first place whose board can be enlarged.
 */

import { byId, hide, make } from "../text/status.js";
import { UNIT } from "./board.js";

/** The factor of one step, and the size of a cell in pixels at the largest scale. */
const STEP = 1.35;
const LARGEST = 96;
/** A board with fewer columns, or one that can grow by less, needs no zoom buttons. */
const FEW = 11;
const LITTLE = 1.3;
/** How much stays visible round the current cell, in cells. */
const AROUND = 1.2;

const HTML = `
  <button type="button" id="zoom-smaller" class="quiet icon" data-t-label="field.zoom.out" data-t-title="field.zoom.out">−</button>
  <button type="button" id="zoom-larger" class="quiet icon" data-t-label="field.zoom.in" data-t-title="field.zoom.in">+</button>`;

export class Zoom {
  /** The scale; 1 shows the whole board. */
  scale = 1;
  /** The number of columns; 0 if there is nothing to enlarge. */
  columns = 0;
  frame = byId("frame");
  /** The fingers on it. @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  /** @type {{distance: number, scale: number} | null} */
  #pinch = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    const { frame } = this;
    this.app = app;
    this.buttons = make("span", { className: "field-zoom", role: "group", "data-t-label": "field.zoom", hidden: true, innerHTML: HTML });
    const [smaller, larger] = this.buttons.querySelectorAll("button");
    this.smaller = smaller;
    this.larger = larger;
    this.smaller.addEventListener("click", () => this.step(-1));
    this.larger.addEventListener("click", () => this.step(1));
    frame.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      // This is the only finger, so other fingers were lifted without an event.
      if (event.isPrimary) this.#fingers.clear();
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#fingers.size !== 2) return;
      this.#pinch = { distance: this.#distance, scale: this.scale };
      // The first finger meant no selection.
      app.pointer.cancel();
    }, { capture: true });
    frame.addEventListener("pointermove", (event) => {
      const before = this.#fingers.get(event.pointerId);
      if (!before) return;
      const middle = this.#middle;
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (!this.#pinch || this.#fingers.size !== 2) return;
      const now = this.#middle;
      // The point between the fingers stays between them.
      frame.scrollBy(middle.x - now.x, middle.y - now.y);
      this.to((this.#pinch.scale * this.#distance) / this.#pinch.distance, now);
      event.stopPropagation();
    }, { capture: true });
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(kind, (event) => {
        this.#fingers.delete(event.pointerId);
        if (this.#fingers.size < 2) this.#pinch = null;
      });
    }
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey || !this.columns) return;
      event.preventDefault();
      this.to(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    }, { passive: false });
  }

  /** Shows a new board whole. One without rules cannot be enlarged. @param {import("./board.js").Layout} layout */
  fit(layout) {
    const { i18n, place } = this.app;
    this.columns = layout.look === "ruled" ? layout.box.width / UNIT : 0;
    const head = place?.root?.querySelector(".place-head");
    if (head) head.append(this.buttons);
    else byId("clock-button").before(this.buttons);
    if (this.buttons.parentElement) i18n.translate(this.buttons.parentElement);
    this.step(0);
  }

  /** Whether two fingers are on it. */
  get pinching() {
    return this.#pinch !== null;
  }

  get #distance() {
    const [a, b] = this.#fingers.values();
    return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  }

  get #middle() {
    const all = [...this.#fingers.values()];
    return { x: all.reduce((sum, { x }) => sum + x, 0) / all.length, y: all.reduce((sum, { y }) => sum + y, 0) / all.length };
  }

  /** The largest useful scale: a cell need not be larger than a finger needs. */
  get most() {
    return Math.max(1, (LARGEST * this.columns) / Math.max(1, this.frame.clientWidth));
  }

  /** Zooms in or out by a step; 0 shows the whole board. @param {-1 | 0 | 1} by */
  step(by) {
    this.to(by ? this.scale * STEP ** by : 1);
  }

  /** @param {number} scale @param {{x: number, y: number}} [about] the place on the screen that stays where it is; else the middle of the frame */
  to(scale, about) {
    const { frame } = this;
    const box = frame.getBoundingClientRect();
    const { x, y } = about ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const before = this.scale;
    this.scale = Math.min(this.most, Math.max(1, scale));
    if (this.scale < 1.02) this.scale = 1;
    frame.style.setProperty("--zoom", String(this.scale));
    const ratio = this.scale / before;
    const [left, top] = [x - box.x, y - box.y];
    frame.scrollTo((frame.scrollLeft + left) * ratio - left, (frame.scrollTop + top) * ratio - top);
    this.draw();
  }

  /** Draws the buttons. A button that has reached its limit keeps the focus. */
  draw() {
    const { frame, most, scale } = this;
    frame.toggleAttribute("data-zoomed", scale > 1);
    this.smaller.ariaDisabled = String(scale <= 1);
    this.larger.ariaDisabled = String(scale >= most);
    hide(this.buttons, this.columns < FEW || most < LITTLE);
  }

  /** Scrolls to a cell, so that it and some space round it are visible. @param {HTMLElement} cell */
  reveal(cell) {
    if (this.scale === 1) return;
    const { frame } = this;
    const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
    const air = inner.width * AROUND;
    const past = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ to) => (low - air < from ? low - air - from : high + air > to ? high + air - to : 0);
    frame.scrollBy(past(inner.left, inner.right, outer.left, outer.right), past(inner.top, inner.bottom, outer.top, outer.bottom));
  }
}
