// @ts-check
/**
 * Puzzles of other boards and rules, played in a dialog that fills the screen,
 * so that nothing in it touches the classic game. What the puzzle looks like and
 * what contradicts comes from the operations drawing and conflicts; the game is
 * game/field.js, its board board/field.js.
 */
import { FieldBoard, cellIn } from "../board/field.js";
import { letterOf } from "../board/board.js";
import { FieldGame, LAYERS } from "../game/field.js";
import { digitsOf } from "../game/grid.js";
import { CLOSE, makeDialog, styled } from "../text/dialog.js";
import { afterFrame, byId, hide, write } from "../text/status.js";

await styled("field");

/** Contradictions are asked for once the typing has paused for so long, in milliseconds. */
const PAUSE = 120;
/** Within so many milliseconds a second digit makes a value of two. */
const TOGETHER = 900;
/** How many puzzles are kept. */
const KEPT = 30;

const HTML = `
  <div class="dialog-head"><h2 id="field-title"></h2>${CLOSE}</div>
  <div class="field">
    <div id="field-stage"><div id="field-board" class="field-board"></div></div>
    <div class="field-side">
      <p id="field-about" class="hint"></p>
      <div class="modes" role="group" data-t-label="page.modes">
        ${LAYERS.map((layer) => `<button type="button" data-layer="${layer}" data-t-title="page.mode.${layer}"><svg aria-hidden="true"><use href="#i-${layer}"/></svg><span data-t="page.mode.${layer}.short"></span></button>`).join("")}
      </div>
      <div id="field-values" class="field-values" role="group" data-t-label="page.pad"></div>
      <div class="modes">
        <button type="button" id="field-undo"><svg aria-hidden="true"><use href="#i-undo"/></svg><span data-t="page.undo"></span></button>
        <button type="button" id="field-redo"><svg aria-hidden="true"><use href="#i-redo"/></svg><span data-t="page.redo"></span></button>
        <button type="button" id="field-check"><svg aria-hidden="true"><use href="#i-check"/></svg><span data-t="page.check"></span></button>
        <button type="button" id="field-restart"><svg aria-hidden="true"><use href="#i-first"/></svg><span data-t="page.field.restart"></span></button>
      </div>
      <p id="field-message" class="message" role="status"></p>
      <ul id="field-reasons" class="reasons" role="status" hidden></ul>
      <p id="field-here" class="hint" aria-live="polite"></p>
      <h3 data-t="page.about.rules"></h3>
      <p id="field-rules-text" class="field-text"></p>
      <ul id="field-rules" class="field-rules"></ul>
      <p id="field-unknown" class="trouble" hidden></p>
    </div>
  </div>`;

export class Field {
  /** @type {FieldGame | null} */
  game = null;
  /** @type {FieldBoard | null} */
  #board = null;
  /** @type {readonly import("../engine/types.js").Conflict[]} */
  #conflicts = [];
  /** The constraints that a cell belongs to, as indices. @type {Map<number, number[]>} */
  #constraintsOf = new Map();
  /** The kind whose marks stand out. */
  #pointed = "";
  #typed = { at: 0, value: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = makeDialog("field", HTML);
    app.i18n.translate(this.dialog);
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    for (const button of this.dialog.querySelectorAll("[data-layer]")) button.addEventListener("click", () => this.#setLayer(/** @type {import("../game/field.js").Layer} */ (/** @type {HTMLElement} */ (button).dataset.layer)));
    byId("field-undo").addEventListener("click", () => this.#travel(-1));
    byId("field-redo").addEventListener("click", () => this.#travel(1));
    byId("field-check").addEventListener("click", () => this.#judge(true));
    byId("field-restart").addEventListener("click", () => this.#did(this.game?.restart()));
    this.#listen();
  }

  translated() {
    this.app.i18n.translate(this.dialog);
    // The names of rules come with the puzzle, in the language of then.
    if (this.dialog.open && this.game) this.open(this.game.drawing.puzzle);
  }

  /** Opens a puzzle in any notation; goes on with it where it was begun. @param {string} puzzle */
  async open(puzzle) {
    const { api, status } = this.app;
    const drawing = await status.run("parse", (i18n) => i18n.t("page.import.busy"), (signal) => api.drawing(puzzle, signal));
    if (!drawing) return false;
    status.notice(null);
    const game = new FieldGame(drawing);
    const kept = (await this.#kept()).find((one) => one.puzzle === drawing.puzzle);
    if (kept) game.load(kept.save);
    this.game = game;
    this.#conflicts = [];
    this.#pointed = "";
    const { i18n } = this.app;
    this.#board = new FieldBoard(byId("field-board"), drawing, i18n.t("page.field.board", { rows: drawing.rows, columns: drawing.columns }));
    this.#constraintsOf = new Map();
    for (const { cells = [], constraint, x = 0, y = 0, shape } of drawing.marks ?? []) {
      const inside = shape !== "outside" && x > 0 && y > 0;
      const near = inside ? [[-0.1, -0.1], [0.1, -0.1], [-0.1, 0.1], [0.1, 0.1]].map(([i, j]) => Math.floor(y + j) * drawing.columns + Math.floor(x + i)) : [];
      for (const cell of new Set([...cells.map((name) => cellIn(name, drawing.columns)), ...near])) this.#constraintsOf.set(cell, [...new Set([...(this.#constraintsOf.get(cell) ?? []), constraint])]);
    }
    this.#drawAbout();
    this.#drawPad();
    this.#draw();
    if (!this.dialog.open) this.dialog.showModal();
    this.#board.focus(0);
    this.#judge(false);
    return true;
  }

  /** Opens the puzzle that was played last. */
  async resume() {
    const [last] = await this.#kept();
    if (!last) return this.app.status.message((i18n) => i18n.t("page.field.none"));
    await this.open(last.puzzle);
  }

  // What is kept: the last puzzles, each with its state of now.

  /** @returns {Promise<{puzzle: string, save: string}[]>} */
  async #kept() {
    const record = /** @type {{games?: {puzzle: string, save: string}[]} | undefined} */ (await this.app.games.store.get("kept", "field"));
    return record?.games ?? [];
  }

  async #keep() {
    const { game } = this;
    if (!game) return;
    const others = (await this.#kept()).filter(({ puzzle }) => puzzle !== game.drawing.puzzle);
    await this.app.games.store.put("kept", /** @type {any} */ ({ id: "field", games: [{ puzzle: game.drawing.puzzle, save: game.save() }, ...others].slice(0, KEPT) }));
  }

  // What is done.

  #listen() {
    const board = byId("field-board");
    let dragging = false;
    board.addEventListener("pointerdown", (event) => {
      const { game } = this;
      const cell = this.#board?.cellAt(event) ?? -1;
      if (!game || cell < 0) return;
      event.preventDefault();
      const more = event.shiftKey || event.ctrlKey || event.metaKey;
      dragging = true;
      board.setPointerCapture(event.pointerId);
      if (more) game.selected = game.selected.includes(cell) ? game.selected.filter((one) => one !== cell) : [...game.selected, cell];
      else game.selected = [cell];
      this.#selected();
    });
    board.addEventListener("pointermove", (event) => {
      const { game } = this;
      const cell = this.#board?.cellAt(event) ?? -1;
      if (!dragging || !game || cell < 0 || game.selected.includes(cell)) return;
      game.selected = [...game.selected, cell];
      this.#selected();
    });
    for (const kind of ["pointerup", "pointercancel"]) board.addEventListener(kind, () => (dragging = false));
    board.addEventListener("focusin", ({ target }) => {
      const { game } = this;
      const cell = this.#board?.cells.indexOf(/** @type {HTMLElement} */ (target)) ?? -1;
      if (!game || cell < 0 || game.selected.includes(cell)) return;
      game.selected = [cell];
      this.#draw();
    });
  }

  #selected() {
    const { cursor } = this.game ?? {};
    if (cursor != null) this.#board?.focus(cursor);
    this.#typed.at = 0;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { game } = this;
    const { key, code, shiftKey } = event;
    const control = event.ctrlKey || event.metaKey;
    if (!game || event.isComposing || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement || (event.target instanceof Element && event.target.closest("summary"));
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
    if (key.startsWith("Arrow")) {
      const to = game.target(key);
      game.selected = shiftKey || control ? [...game.selected.filter((cell) => cell !== to), to] : [to];
      this.#selected();
    } else if (digit) this.#type(Number(digit), shiftKey ? "corner" : control ? "centre" : undefined);
    else if (key === "Backspace" || key === "Delete") this.#did(game.erase());
    else if (control && key.toLowerCase() === "z") this.#travel(shiftKey ? 1 : -1);
    else if (control && key.toLowerCase() === "y") this.#travel(1);
    else if (control && key.toLowerCase() === "a") {
      game.selected = Array.from({ length: game.count }, (_, cell) => cell);
      this.#selected();
    } else if (!control && "zxcv".includes(key.toLowerCase()) && key.length === 1) this.#setLayer(LAYERS["zxcv".indexOf(key.toLowerCase())]);
    else if (key === " " && !onButton) this.#setLayer(LAYERS[(LAYERS.indexOf(game.layer) + 1) % LAYERS.length]);
    else return;
    event.preventDefault();
  }

  /** A digit key; soon after another it makes a value of two with it. @param {number} digit @param {import("../game/field.js").Layer} [layer] */
  #type(digit, layer) {
    const { game } = this;
    if (!game) return;
    const { low, high } = game.drawing;
    const now = performance.now();
    const both = this.#typed.value * 10 + digit;
    if ((layer ?? game.layer) === "digit" && this.#typed.value && both <= high && now - this.#typed.at < TOGETHER) {
      // What the first put down gives way.
      game.travel(-1);
      this.#typed = { at: now, value: both };
      return this.#did(game.put(both, layer));
    }
    this.#typed = { at: now, value: digit * 10 <= high ? digit : 0 };
    if (digit >= low && digit <= high) this.#did(game.put(digit, layer));
  }

  /** @param {-1 | 1} by */
  #travel(by) {
    this.#did(this.game?.travel(by));
  }

  /** @param {import("../game/field.js").Layer} layer */
  #setLayer(layer) {
    if (!this.game) return;
    this.game.layer = layer;
    this.#drawPad();
  }

  /** Something was done. @param {boolean | undefined} changed */
  #did(changed) {
    if (!changed || !this.game) return;
    write(byId("field-message"), "");
    // What contradicted may do so no more; what does is known in a moment.
    const { values } = this.game.state;
    this.#conflicts = this.#conflicts.filter(({ cells }) => cells.every((name) => values[cellIn(name, this.game?.drawing.columns ?? 1)] !== null));
    this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#judge(false), PAUSE);
    this.#keep();
  }

  /** Asks what contradicts. @param {boolean} told whether the person asked, and is told that nothing does */
  async #judge(told) {
    const { game } = this;
    const { api, status } = this.app;
    if (!game) return;
    clearTimeout(this.#timer);
    const { state } = game;
    const answer = await status.run("conflicts", (i18n) => i18n.t("page.badge.checking"), (signal) => api.conflicts({ puzzle: game.drawing.puzzle, values: state.values.map((value) => value ?? -1) }, signal), {
      background: true,
      onFailure: ({ kind }) => told && write(byId("field-message"), this.app.i18n.t(`page.failure.${kind === "refused" ? "network" : kind}`)),
    });
    if (!answer || game !== this.game || game.state !== state) return;
    this.#conflicts = answer.conflicts;
    this.#draw();
    const { i18n } = this.app;
    const news = answer.solved === "yes" ? "page.field.solved" : answer.full && !answer.conflicts.length ? `page.field.full.${answer.solved}` : !told ? "" : answer.conflicts.length ? "page.field.broken" : "page.field.right";
    if (news && (told || answer.full)) write(byId("field-message"), i18n.t(news));
  }

  // What is seen.

  #drawAbout() {
    const { i18n } = this.app;
    const { drawing } = /** @type {FieldGame} */ (this.game);
    const { title, author, text = "", rules = [], unknown = [], rows, columns, low, high } = drawing;
    write(byId("field-title"), title || i18n.t("page.field.title"));
    write(byId("field-about"), [author && i18n.t("page.picker.author", { author }), i18n.t("page.field.size", { rows, columns, low, high })].filter(Boolean).join(" · "));
    write(byId("field-rules-text"), text);
    byId("field-rules").replaceChildren(
      ...rules.map(({ kind, name, rule, count }) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.kind = kind;
        button.setAttribute("aria-pressed", "false");
        button.textContent = count > 1 ? `${name} × ${count}` : name;
        button.addEventListener("click", () => this.#point(kind));
        const about = document.createElement("span");
        about.textContent = rule;
        item.append(button, about);
        return item;
      }),
    );
    hide(byId("field-unknown"), !unknown.length);
    write(byId("field-unknown"), unknown.length ? i18n.t("page.field.unknown", { list: new Intl.ListFormat(i18n.lang).format(unknown) }) : "");
  }

  /** Has the marks of a kind stand out, or no more. @param {string} kind */
  #point(kind) {
    this.#pointed = this.#pointed === kind ? "" : kind;
    for (const button of byId("field-rules").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.kind === this.#pointed));
    this.#board?.point((this.game?.drawing.marks ?? []).filter((mark) => mark.kind === this.#pointed).map(({ constraint }) => constraint));
  }

  #drawPad() {
    const { game } = this;
    const { i18n } = this.app;
    if (!game) return;
    const { low, high } = game.drawing;
    for (const button of this.dialog.querySelectorAll("[data-layer]")) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.layer === game.layer));
    const colours = game.layer === "colour";
    const values = colours ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : Array.from({ length: high - low + 1 }, (_, i) => low + i);
    const pad = byId("field-values");
    pad.dataset.puts = game.layer;
    const eraser = document.createElement("button");
    eraser.type = "button";
    eraser.innerHTML = `<svg aria-hidden="true"><use href="#i-erase"/></svg>`;
    eraser.setAttribute("aria-label", i18n.t("page.erase"));
    eraser.addEventListener("click", () => this.#pressed(() => game.erase()));
    pad.replaceChildren(
      ...values.map((value) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.value = String(value);
        button.textContent = colours ? letterOf(value) : String(value);
        if (colours) button.setAttribute("aria-label", `${letterOf(value)} ${i18n.t(`page.colour.${value}`)}`);
        if (colours) button.dataset.colour = String(value);
        button.addEventListener("click", () => this.#pressed(() => game.put(value)));
        return button;
      }),
      eraser,
    );
  }

  /** A button of the pad, after which the keys are the board's again. @param {() => boolean} what */
  #pressed(what) {
    const { cursor } = this.game ?? {};
    if (cursor == null) write(byId("field-message"), this.app.i18n.t("page.refused.select"));
    this.#did(what());
    if (cursor != null) this.#board?.focus(cursor);
  }

  #draw() {
    const { game } = this;
    if (!game || !this.#board) return;
    const { i18n } = this.app;
    const { state, selected, drawing } = game;
    const chosen = new Set(selected);
    const broken = new Set(this.#conflicts.flatMap(({ cells }) => cells.map((name) => cellIn(name, drawing.columns))));
    this.#board.draw(
      state.values.map((value, cell) => {
        const given = game.given.has(cell);
        const [corner, centre] = [state.corner[cell], state.centre[cell]].map((list) => list.map(String));
        const constraints = this.#constraintsOf.get(cell) ?? [];
        const place = { row: Math.floor(cell / drawing.columns) + 1, column: (cell % drawing.columns) + 1, digit: value ?? 0 };
        const label = [
          i18n.t(`page.cell.${given ? "given" : value === null ? "empty" : "entry"}`, place),
          corner.length && value === null && i18n.t("page.cell.notes", { list: corner.join(" ") }),
          centre.length && value === null && i18n.t("page.cell.centre", { list: centre.join(" ") }),
          state.colours[cell] && i18n.t("page.cell.colours", { list: digitsOf(state.colours[cell]).map((colour) => i18n.t(`page.colour.${colour}`)).join(" ") }),
          ...constraints.map((index) => drawing.constraints?.[index]),
          broken.has(cell) && i18n.t("page.cell.conflict"),
        ];
        return { text: value === null ? "" : String(value), given, corner, centre, colours: state.colours[cell], selected: chosen.has(cell), conflict: broken.has(cell), label: label.filter(Boolean).join(i18n.t("list.separator")) };
      }),
    );
    afterFrame("field", () => this.#drawBeside());
  }

  #drawBeside() {
    const { game } = this;
    if (!game) return;
    const { i18n } = this.app;
    const { drawing, selected, state } = game;
    /** @type {HTMLButtonElement} */ (byId("field-undo")).disabled = game.at === 0;
    /** @type {HTMLButtonElement} */ (byId("field-redo")).disabled = game.at === game.history.length - 1;
    const reasons = byId("field-reasons");
    hide(reasons, !this.#conflicts.length);
    const texts = this.#conflicts.slice(0, 4).map(({ reason }) => reason);
    if (reasons.dataset.said !== texts.join("\n")) {
      reasons.dataset.said = texts.join("\n");
      reasons.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    }
    const sum = selected.reduce((total, cell) => total + (state.values[cell] ?? 0), 0);
    const here = [...new Set(selected.flatMap((cell) => this.#constraintsOf.get(cell) ?? []))].map((index) => drawing.constraints?.[index]).filter(Boolean);
    write(byId("field-here"), [selected.length > 1 && sum ? i18n.t("page.field.sum", { n: selected.length, sum }) : "", ...here.slice(0, 6)].filter(Boolean).join(" · "));
    for (const button of byId("field-values").querySelectorAll("[data-value]")) {
      const value = Number(/** @type {HTMLElement} */ (button).dataset.value);
      button.classList.toggle("all", game.layer !== "colour" && game.countOf(value) >= Math.max(drawing.rows, drawing.columns) && !drawing.free);
    }
  }
}
