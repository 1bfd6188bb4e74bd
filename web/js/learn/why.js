/**
 * Answers "Why not this digit?". The person selects a cell on the board, and a digit here, on the
 * pad or with a key. While this is open, no digit goes into the game (Entry.type). The answer is
 * the easiest argument from the player's position. Its steps are drawn one after the other; a
 * supposition is the first of them.
 *
 * @import {Argument} from "../engine/types.js"
 */
import { candidatesOf, digitsOf, nameOf } from "../game/grid.js";
import { Coach } from "../play/coach.js";
import { buttonOf, byId, clickIn, make, renew } from "../text/status.js";
import { positionsOf } from "./walk.js";

/** Time limit in milliseconds. */
const TIME = 15_000;

export class Why extends Coach {
  /** @type {number | null} */
  #cell = null;
  #digit = 0;
  /** @type {Argument | null} */
  answer = null;

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "why");
    byId("walk").after(make("section", { id: "why", className: "coach", hidden: true, "aria-labelledby": "why-title", innerHTML: html }));
    app.coaches.push(this);
    clickIn(byId("why-digits"), ({ value }) => this.pick(Number(value)));
  }

  /** Asks about a digit in the selected cell, or in the next cell to be selected. @param {number} digit */
  pick(digit) {
    if (this.#cell !== null) return void this.askOf(this.#cell, digit);
    this.#digit = digit;
    this.draw();
    this.app.status.announce((i18n) => this.#text(i18n));
  }

  /** The name of a cell. @param {number} cell */
  #nameOf(cell) {
    return nameOf(cell, this.midend.board.columns);
  }

  /** The shapes on the board: the step, or else the candidate in question and the cells that see it. */
  get picture() {
    if (!this.open || !this.#digit || this.#cell === null) return null;
    const { player } = this.app;
    if (this.told?.draw) return player.pictureOf(this.told, [], this.positions[this.at]?.candidates ?? null);
    const asked = { cell: this.#nameOf(this.#cell), digit: this.midend.toValue(this.#digit) };
    const { verdict, cells = [] } = this.answer ?? {};
    const refuted = verdict === "seen" || verdict === "refuted";
    const mark = verdict === "filled" || verdict === "mistake" ? [] : [{ ...asked, role: "pivot" }];
    return player.pictureOf({ family: "why", draw: { houses: [], cells: this.app.place ? [asked.cell] : cells, marks: mark, links: [], sets: [], placements: [], eliminations: refuted ? [asked] : [] } }, [], this.midend.candidates);
  }

  get candidates() {
    if (!this.open) return null;
    return this.positions[this.at]?.candidates ?? (this.#digit && !this.app.place ? this.midend.candidates : null);
  }

  /** Opens the panel for the selected cell. */
  start() {
    if (this.open) return;
    this.begin();
    this.#choose(this.midend.cursor);
    this.app.reveal(byId("why"));
    this.app.status.announce((i18n) => this.#text(i18n));
  }

  /** @param {number | null} cell */
  #choose(cell) {
    this.app.status.cancel("why");
    this.#cell = cell;
    this.forget();
    this.show(null);
    this.draw();
    this.app.draw();
  }

  forget() {
    super.forget();
    this.#digit = 0;
  }

  /** Asks about a digit in a cell. @param {number} cell @param {number} digit */
  async askOf(cell, digit) {
    this.start();
    this.#choose(cell);
    const { app: { player, status }, midend } = this;
    this.#digit = digit;
    this.busy = true;
    this.draw();
    this.app.draw();
    const { position } = player;
    const answer = await this.ask("why", { ...position, cell: this.#nameOf(cell), digit: midend.toValue(digit), timeout_ms: TIME });
    if (!this.open || this.#cell !== cell || this.#digit !== digit || (!answer && !this.trouble)) return;
    this.busy = false;
    if (answer?.outcome === "found") {
      this.answer = answer;
      const steps = answer.steps ?? [];
      if (steps.length && !this.app.place) {
        const grid = [...midend.digits];
        grid[cell] = 0;
        const candidates = [...(position.candidates ? midend.candidates : candidatesOf(grid, midend.board))];
        candidates[cell] |= 1 << digit;
        this.positions = positionsOf(midend, { grid, candidates }, steps);
      }
      this.seek(0, false);
    } else if (answer) this.none(answer);
    this.draw();
    this.app.draw();
    this.app.reveal(byId("why"));
    status.announce((i18n) => this.trouble?.say(i18n) ?? this.#text(i18n));
  }

  retry() {
    if (this.#cell !== null && this.#digit) this.askOf(this.#cell, this.#digit);
  }

  /** @type {import("../text/status.js").Say} */
  said = (i18n) => i18n.t("page.sentences", { first: this.#count(i18n), second: this.told?.text ?? "" });

  chosen() {
    const { cursor, ui } = this.midend;
    if (cursor === this.#cell) return;
    // A digit may be there before the cell: chosen here, or in hand.
    const digit = ui.hand || (this.#cell === null && this.#digit);
    if (cursor !== null && digit) this.askOf(cursor, digit);
    else this.#choose(cursor);
  }

  translated() {
    this.app.i18n.translate(byId("why"));
    if (this.open && this.#digit && !this.trouble && this.#cell !== null) this.askOf(this.#cell, this.#digit);
    else this.draw();
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #text(i18n) {
    if (this.answer) return this.answer.text ?? "";
    if (this.#cell === null) return i18n.t(this.#digit ? "page.why.cellFor" : "page.why.cell", { digit: this.midend.toValue(this.#digit) });
    return this.#digit ? "" : i18n.t("page.why.digit", { cell: this.#nameOf(this.#cell) });
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #count(i18n) {
    return i18n.t("page.walk.of", { step: this.at + 1, steps: this.steps.length, name: this.told?.name ?? "" });
  }

  draw() {
    const { app: { i18n }, midend } = this;
    byId("why").hidden = !this.open;
    if (!this.open) return;
    const cell = this.#cell;
    byId("why-title").textContent = cell !== null && this.#digit ? i18n.t("page.why.title", { cell: this.#nameOf(cell), digit: midend.toValue(this.#digit) }) : i18n.t("page.why");
    const open = cell === null ? [] : digitsOf(midend.digits[cell] ? 0 : midend.candidates[cell]);
    const { size, low } = midend.board;
    const digits = byId("why-digits");
    digits.toggleAttribute("data-many", size > 9);
    renew(digits, [size, low], () => Array.from({ length: size }, (_, i) => make("button", { value: String(i + 1), textContent: String(i + low) })));
    for (const button of digits.querySelectorAll("button")) {
      const digit = Number(button.value);
      button.classList.toggle("all", cell !== null && !open.includes(digit));
      button.setAttribute("aria-pressed", String(digit === this.#digit));
    }
    byId("why-text").textContent = this.#text(i18n);
    const steps = this.steps;
    byId("why-player").hidden = steps.length < 2;
    byId("why-count").textContent = this.#count(i18n);
    for (const [name, off] of /** @type {const} */ ([["back", this.at === 0], ["forward", this.at >= steps.length - 1]])) {
      buttonOf(`why-${name}`).ariaDisabled = String(off);
    }
    const step = this.told;
    const ends = this.at === steps.length - 1 && this.answer?.end; // what a supposition ends in
    byId("why-step").textContent = step ? i18n.t("page.walk.said", { name: step.name ?? "", text: i18n.sentences(step.text ?? "", ends) }) : "";
    this.drawTrouble();
  }
}
