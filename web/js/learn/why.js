// @ts-check
/**
 * Why not this digit? A cell is chosen on the board and a digit here, on the pad or by a key:
 * while this is open no digit goes into the game (Entry.type). The answer is the easiest argument from the player's position, its steps drawn one after the other, and
 * a supposition one inference at a time.
 *
 * @import {Argument} from "../engine/types.js"
 */
import { candidatesOf, cellOf, digitsOf, nameOf } from "../game/grid.js";
import { folded, positionOf } from "../play/hint.js";
import { familyOf, pictureOf } from "../board/picture.js";
import { byId, textOf } from "../text/status.js";
import { positionsOf } from "./walk.js";
import { tell } from "./story.js";

/** Time allowed, in milliseconds. */
const TIME = 15_000;

const PANEL = `
  <div class="coach-head">
    <h2 id="why-title"></h2>
    <button class="quiet icon" data-action="why-close" data-t-label="page.close" data-t-title="page.close"><svg aria-hidden="true"><use href="#i-close"/></svg></button>
  </div>
  <div id="why-digits" class="why-digits" role="group" data-t-label="page.why.digits"></div>
  <div class="coach-body">
    <p id="why-text" class="why-text"></p>
    <div id="why-player" class="player why-player" role="group" data-t-label="page.why.steps" hidden>
      <button class="icon" data-action="why-back" data-t-label="page.walk.back" data-t-title="page.walk.back"><svg aria-hidden="true"><use href="#i-back"/></svg></button>
      <span id="why-count"></span>
      <button class="icon" data-action="why-forward" data-t-label="page.walk.forward" data-t-title="page.walk.forward"><svg aria-hidden="true"><use href="#i-forward"/></svg></button>
    </div>
    <div id="why-step"></div>
    <div id="why-story"></div>
    <button class="quiet chapter-link" id="why-chapter" data-action="chapter" data-t="page.learn.chapter" hidden></button>
    <p id="why-trouble" class="trouble" hidden></p>
  </div>
  <div class="coach-foot">
    <div id="why-busy" class="busy wait" hidden><span class="spinner" aria-hidden="true"></span><span id="why-seeking" data-t="page.why.busy"></span><button class="quiet" data-action="why-close" data-t="page.cancel"></button></div>
    <button data-action="why-retry" data-t="page.retry" hidden></button>
  </div>`;

export class Why {
  open = false;
  /** @type {number | null} */
  #cell = null;
  #digit = 0;
  /** @type {Argument | null} */
  #answer = null;
  /** Before each step and at the end. @type {import("./walk.js").Position[]} */
  #positions = [];
  #at = 0;
  #busy = false;
  /** @type {{say: import("../text/status.js").Say, retry: boolean} | null} */
  #trouble = null;
  /** Whether this part itself changes what is shown. */
  #showing = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    const panel = document.createElement("section");
    panel.id = "why";
    panel.className = "coach";
    panel.hidden = true;
    panel.setAttribute("aria-labelledby", "why-title");
    panel.innerHTML = PANEL;
    byId("walk").after(panel);
    app.coaches.push(this);
    byId("why-digits").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) this.pick(Number(button.value));
    });
  }

  /** @returns {import("../main.js").Explained | null} */
  get explains() {
    return this.open ? this : null;
  }

  /** Asks of a digit in the cell that is chosen, or in the next one that is. @param {number} digit */
  pick(digit) {
    if (this.#cell !== null) return void this.ask(this.#cell, digit);
    this.#digit = digit;
    this.draw();
    this.app.status.announce((i18n) => this.#text(i18n));
  }

  get #step() {
    return this.#answer?.steps?.[this.#at];
  }

  /** What is drawn on the board: the step, or else the candidate asked about, and what sees it. */
  get picture() {
    if (!this.open || !this.#digit || this.#cell === null) return null;
    const step = this.#step;
    if (step?.draw) return pictureOf(step.draw, familyOf(step), step.branches, this.app.story?.at);
    const asked = { cell: nameOf(this.#cell), digit: this.#digit };
    const { verdict, cells = [] } = this.#answer ?? {};
    const refuted = verdict === "seen" || verdict === "refuted";
    const mark = verdict === "filled" || verdict === "mistake" ? [] : [{ ...asked, role: "pivot" }];
    return pictureOf({ houses: [], cells, marks: mark, links: [], sets: [], placements: [], eliminations: refuted ? [asked] : [] }, "why");
  }

  get candidates() {
    if (!this.open) return null;
    return this.#positions[this.#at]?.candidates ?? (this.#digit ? this.app.midend.candidates : null);
  }

  get filled() {
    const { draw, branches } = this.#step ?? {};
    return new Set(this.open && draw && !draw.links.length && !branches?.length ? draw.placements.map(({ cell }) => cellOf(cell)) : []);
  }

  /** Opens the panel for the selected cell. */
  start() {
    if (this.open) return;
    for (const coach of this.app.coaches) if (coach !== this) coach.close();
    this.app.midend.show(null);
    this.open = true;
    this.#choose(this.app.midend.cursor);
    this.app.reveal(byId("why"));
    this.app.status.announce((i18n) => this.#text(i18n));
  }

  /** @param {number | null} cell */
  #choose(cell) {
    this.app.status.cancel("why");
    this.#cell = cell;
    this.#digit = 0;
    this.#forget();
    this.#show(null);
    this.draw();
    this.app.draw();
  }

  #forget() {
    this.#answer = this.#trouble = null;
    this.#positions = [];
    this.#at = 0;
    this.#busy = false;
    if (this.open) this.app.story?.end();
  }

  /** @param {import("../game/position.js").Overlay | null} overlay */
  #show(overlay) {
    this.#showing = true;
    this.app.midend.show(overlay);
    this.#showing = false;
  }

  /** Asks of a digit in a cell. @param {number} cell @param {number} digit */
  async ask(cell, digit) {
    this.start();
    this.#choose(cell);
    const { api, midend, status } = this.app;
    this.#digit = digit;
    this.#busy = true;
    this.draw();
    this.app.draw();
    const position = positionOf(midend);
    const answer = await status.run(
      "why",
      (i18n) => i18n.t("page.why.busy"),
      (signal) => api.why({ ...position, cell: nameOf(cell), digit, timeout_ms: TIME }, signal, status.seeking("why-seeking")),
      {
        elsewhere: true,
        onFailure: (failure) => {
          this.#trouble = { say: (i18n) => textOf(failure, i18n), retry: true };
        },
      },
    );
    if (!this.open || this.#cell !== cell || this.#digit !== digit || (!answer && !this.#trouble)) return;
    this.#busy = false;
    if (answer?.outcome === "found") {
      this.#answer = answer;
      const steps = answer.steps ?? [];
      if (steps.length) {
        const grid = [...midend.digits];
        grid[cell] = 0;
        const candidates = [...(position.candidates ? midend.candidates : candidatesOf(grid))];
        candidates[cell] |= 1 << digit;
        this.#positions = positionsOf({ grid, candidates }, steps);
      }
      this.seek(0, false);
    } else if (answer) {
      const { outcome, reason } = answer;
      this.#trouble = {
        say: (i18n) => i18n.t(outcome === "undecided" ? "page.hint.undecided" : reason ? "page.why.none" : "page.solve.contradiction", { reason: reason ?? "" }),
        retry: outcome === "undecided",
      };
    }
    this.draw();
    this.app.draw();
    this.app.reveal(byId("why"));
    status.announce((i18n) => this.#trouble?.say(i18n) ?? this.#text(i18n));
  }

  retry() {
    if (this.#cell !== null && this.#digit) this.ask(this.#cell, this.#digit);
  }

  /** @param {number} by */
  step(by) {
    this.seek(this.#at + by, true);
  }

  /** @param {number} at @param {boolean} aloud */
  seek(at, aloud) {
    const n = this.#answer?.steps?.length ?? 0;
    this.#at = Math.max(0, Math.min(n - 1, at));
    const position = this.#positions[this.#at];
    if (position) this.#show({ kind: "step", grid: [...position.grid] });
    const step = this.#step;
    tell(this.app, "why-story", step?.draw?.links ?? [], step?.branches);
    this.draw();
    this.app.draw();
    if (aloud) this.app.status.announce((i18n) => i18n.t("page.sentences", { first: this.#count(i18n), second: step?.text ?? "" }));
  }

  changed() {
    this.close();
  }

  /** Another cell was selected, or something else is shown. */
  viewed() {
    if (!this.open || this.#showing) return;
    const { cursor, ui } = this.app.midend;
    if (this.#positions.length && ui.overlay?.kind !== "step") this.close();
    else if (cursor !== this.#cell) {
      // A digit may be there before the cell: chosen here, or in hand.
      const digit = ui.hand || (this.#cell === null && this.#digit);
      if (cursor !== null && digit) this.ask(cursor, digit);
      else this.#choose(cursor);
    }
  }

  /** @param {import("../actions.js").Tab} tab */
  shown(tab) {
    if (tab !== "play") this.close();
  }

  translated() {
    this.app.i18n.translate(byId("why"));
    if (this.open && this.#digit && !this.#trouble && this.#cell !== null) this.ask(this.#cell, this.#digit);
    else this.draw();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    this.app.status.cancel("why");
    if (!this.open) return false;
    this.open = false;
    this.#forget();
    this.#digit = 0;
    this.app.story?.end();
    if (this.app.midend.ui.overlay?.kind === "step") this.#show(null);
    this.draw();
    this.app.draw();
    return true;
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #text(i18n) {
    if (this.#answer) return this.#answer.text ?? "";
    if (this.#cell === null) return i18n.t(this.#digit ? "page.why.cellFor" : "page.why.cell", { digit: this.#digit });
    return this.#digit ? "" : i18n.t("page.why.digit", { cell: nameOf(this.#cell) });
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #count(i18n) {
    return i18n.t("page.walk.of", { step: this.#at + 1, steps: this.#answer?.steps?.length ?? 0, name: this.#step?.name ?? "" });
  }

  draw() {
    const { i18n, midend } = this.app;
    byId("why").hidden = !this.open;
    if (!this.open) return;
    const cell = this.#cell;
    byId("why-title").textContent = cell !== null && this.#digit ? i18n.t("page.why.title", { cell: nameOf(cell), digit: this.#digit }) : i18n.t("page.why");
    const open = cell === null ? [] : digitsOf(midend.digits[cell] ? 0 : midend.candidates[cell]);
    if (!byId("why-digits").childElementCount) {
      byId("why-digits").append(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => Object.assign(document.createElement("button"), { value: String(digit), textContent: String(digit) })));
    }
    for (const button of byId("why-digits").querySelectorAll("button")) {
      const digit = Number(button.value);
      button.classList.toggle("all", cell !== null && !open.includes(digit));
      button.setAttribute("aria-pressed", String(digit === this.#digit));
    }
    byId("why-text").textContent = this.#text(i18n);
    const steps = this.#answer?.steps ?? [];
    byId("why-player").hidden = steps.length < 2;
    byId("why-count").textContent = this.#count(i18n);
    for (const [name, off] of /** @type {const} */ ([["back", this.#at === 0], ["forward", this.#at >= steps.length - 1]])) {
      document.querySelector(`[data-action="why-${name}"]`)?.setAttribute("aria-disabled", String(off));
    }
    const step = this.#step;
    byId("why-step").replaceChildren(...(step ? [folded(step.text ?? "", step.name, Boolean(step.branches?.length), i18n)] : []));
    byId("why-chapter").hidden = !step;
    byId("why-chapter").dataset.technique = step?.technique ?? "";
    byId("why-busy").hidden = !this.#busy;
    byId("why-trouble").hidden = !this.#trouble;
    byId("why-trouble").textContent = this.#trouble?.say(i18n) ?? "";
    /** @type {HTMLElement} */ (document.querySelector('[data-action="why-retry"]')).hidden = !this.#trouble?.retry;
  }
}
