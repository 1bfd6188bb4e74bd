// @ts-check
/**
 * Hints on other boards, in five levels, and "Why not?": what the operations
 * hint and why say, told below the pad and drawn on the board. Any
 * move takes it away.
 *
 * @import {CellValue, Deduction, DeductionDraw, Hint} from "../engine/types.js"
 */
import { stepOf } from "../board/marks.js";
import { cellOf, nameOf } from "../game/grid.js";
import { byId, hide, textOf, write } from "../text/status.js";

/** Time allowed, in milliseconds. */
const TIME = 15_000;
const LEVELS = 5;

/**
 * Draws what a step speaks of.
 * @param {import("./puzzle.js").PuzzlePlace} place
 * @param {DeductionDraw | undefined} draw @param {Pick<Deduction, "placements" | "eliminations" | "chain" | "cases">} [step]
 */
export function drawStep(place, draw, step) {
  const { notedValues: notes, board: { columns }, drawing } = /** @type {import("./puzzle.js").DrawnGame} */ (place.game);
  const left = place.assist.way.position?.candidates ?? notes;
  const at = (/** @type {string} */ name) => cellOf(name, columns);
  const candidates = (/** @type {readonly CellValue[] | undefined} */ list) => (list ?? []).map(({ cell, value }) => ({ cell: at(cell), value }));
  const { parts = [], cells = [] } = draw ?? {};
  const picture = stepOf(drawing, {
    parts: parts.filter(({ constraint, cells }) => constraint < 0 && cells.length).map(({ cells }) => cells.map(at)),
    cells: cells.map(at),
    candidates: candidates(draw?.candidates),
    placements: candidates(step?.placements),
    eliminations: candidates(step?.eliminations),
    chains: [step?.chain ?? [], ...(step?.cases ?? [])].filter((chain) => chain.length).map((chain) => chain.map(({ cell, value, on, from }) => ({ cell: at(cell), value, on, from }))),
    rest: (cell) => left?.[cell] ?? [],
  });
  place.show(picture, parts.map(({ constraint }) => constraint).filter((index) => index >= 0));
}

const HTML = `
  <div class="coach-head"><h3 id="field-help-title" tabindex="-1"></h3><span id="field-help-dots" class="dots" aria-hidden="true"></span><button type="button" id="field-help-close" class="quiet icon" data-t-label="page.close" data-t-title="page.close"><svg aria-hidden="true"><use href="#i-close"/></svg></button></div>
  <ol id="field-help-texts" class="texts" role="status"></ol>
  <div id="field-help-values" class="field-values" role="group" data-t-label="field.why.values" hidden></div>
  <p id="field-help-note" class="hint" hidden></p>
  <div class="row wrap"><button type="button" id="field-help-more" class="primary" data-t="page.hint.more"></button><button type="button" id="field-help-apply" class="primary"></button></div>`;

export class Coach {
  open = false;
  /** @type {Hint | null} */
  #hint = null;
  #asking = false;
  /** What "Why not?" is asked about while it is open: a cell, and a value once one is chosen. @type {{cell: number | null, value: number | null} | null} */
  #question = null;

  /** @param {import("./puzzle.js").PuzzlePlace} place */
  constructor(place) {
    this.place = place;
    this.app = place.app;
    byId("field-help").innerHTML = HTML;
    this.app.i18n.translate(byId("field-help"));
    byId("field-help-close").addEventListener("click", () => this.close() && place.focus());
    byId("field-help-more").addEventListener("click", () => this.more());
    byId("field-help-apply").addEventListener("click", () => this.#apply());
  }

  get #game() {
    return /** @type {import("./puzzle.js").DrawnGame} */ (this.place.game);
  }

  /** What the person has so far, as the operations take it. */
  get position() {
    const { notedValues: candidates, drawing } = this.#game;
    return { puzzle: drawing.puzzle, values: this.place.values.map((value) => (value < 0 ? "." : value)).join(" "), ...(candidates ? { candidates: candidates.map((list) => list.join(" ")) } : {}), timeout_ms: TIME };
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    if (!this.open) return false;
    this.open = false;
    this.#hint = null;
    this.#asking = false;
    this.#question = null;
    for (const group of ["field-hint", "field-why"]) this.app.status.cancel(group);
    hide(byId("field-help"), true);
    this.place.show(null);
    return true;
  }

  /** @param {string} title @param {number} level of a hint, or 0 */
  #show(title, level) {
    this.open = true;
    hide(byId("field-help"), false);
    write(byId("field-help-title"), title);
    byId("field-help-dots").replaceChildren(...Array.from({ length: level ? LEVELS : 0 }, (_, i) => Object.assign(document.createElement("span"), { className: i < level ? "on" : "" })));
    for (const id of ["values", "note", "more", "apply"]) hide(byId(`field-help-${id}`), true);
  }

  /** @param {readonly string[]} texts */
  #tell(texts) {
    byId("field-help-texts").replaceChildren(...texts.map((textContent) => Object.assign(document.createElement("li"), { textContent })));
    byId("field-help").scrollIntoView({ block: "nearest" });
  }

  // Hints.

  /** One level more, or the first. */
  async more() {
    if (this.#asking) return;
    const { api, i18n, status } = this.app;
    const game = this.#game;
    const { state } = game;
    if (!this.#hint) this.close();
    const level = Math.min(LEVELS, (this.#hint?.level ?? 0) + 1);
    if (this.#hint?.level === LEVELS) return byId("field-help-apply").focus();
    this.#asking = true;
    this.#show(i18n.t("page.hint"), level - 1 || 1);
    if (level === 1) this.#tell([i18n.t("page.hint.busy")]);
    /** @type {import("../engine/failure.js").Failure | null} */
    let trouble = null;
    const answer = await status.run("field-hint", (i18n) => i18n.t("page.hint.busy"), (signal) => api.hint({ ...this.position, level }, signal), { elsewhere: true, onFailure: (failure) => (trouble = failure) });
    if (game !== this.place.game || game.state !== state || !this.open) return;
    this.#asking = false;
    if (!answer) return this.#tell([trouble ? textOf(trouble, i18n) : i18n.t("page.cancelled")]);
    if (answer.outcome !== "found") return this.#tell([i18n.t(answer.outcome === "undecided" ? "page.hint.undecided" : "page.hint.none", { reason: answer.reason ?? "" })]);
    // Of a puzzle with several solutions nobody can say which value is wrong; a rule that is broken is so.
    const { reasons } = this.place;
    if (answer.kind === "step" && reasons.length) return this.#tell(reasons);
    if (!this.#hint) game.tally("hints");
    this.#hint = answer;
    this.#show(i18n.t("page.hint.level", { level: answer.level, levels: LEVELS }), answer.level);
    this.#tell(answer.texts);
    drawStep(this.place, answer.deduction_draw ?? (answer.cell ? { parts: [], cells: [answer.cell], candidates: [] } : undefined), answer.deduction);
    const last = answer.level === LEVELS;
    hide(byId("field-help-more"), last);
    hide(byId("field-help-apply"), !last);
    const fills = last && Boolean(answer.deduction?.eliminations.length) && !game.hasCandidates;
    hide(byId("field-help-note"), !fills);
    write(byId("field-help-note"), fills ? i18n.t("page.hint.fills") : "");
    write(byId("field-help-apply"), i18n.t(fills ? "page.hint.applyFilled" : "page.hint.apply"));
    if (last) byId("field-help-apply").focus({ preventScroll: true });
    byId("field-help").scrollIntoView({ block: "nearest" });
  }

  /** Makes the move, which one undo takes back. */
  #apply() {
    const { place } = this;
    const { i18n } = this.app;
    const hint = this.#hint;
    const game = this.#game;
    if (hint?.level !== LEVELS) return;
    const at = (/** @type {{cell: string, value?: number}} */ { cell, value = 0 }) => ({ cell: cellOf(cell, game.board.columns), digit: game.toDigit(value) });
    const move = hint.texts[hint.texts.length - 1] ?? "";
    const { cell = "", deduction, kind, value } = hint;
    if (deduction) game.apply({ placements: deduction.placements.map(at), eliminations: deduction.eliminations.map(at) });
    else if (kind === "wrong" && cell) game.apply({ wrong: at({ cell }).cell });
    else if (kind === "missing" && cell && value !== undefined) game.apply({ missing: at({ cell, value }) });
    this.close();
    place.say(i18n.t("page.hint.applied", { move }));
    byId("field-hint").focus({ preventScroll: true });
  }

  // Why not?

  /** Whether a value that is typed now is a question, and does not go into the game. */
  get asks() {
    return this.#question !== null;
  }

  /** Opens "Why not?" for the cell at work. */
  why() {
    this.close();
    this.#choose(null);
    /** @type {HTMLElement | null} */ (byId("field-help-values").querySelector("button"))?.focus();
  }

  /** Another cell was selected: it is the one that is asked about. */
  moved() {
    if (!this.#question || this.#question.cell === this.#game.cursor) return;
    const { cell, value } = this.#question;
    this.app.status.cancel("field-why");
    this.place.show(null);
    this.#choose(cell === null ? value : null);
  }

  /** Takes the cell at work. @param {number | null} value asked about, if it is known */
  #choose(value) {
    const { i18n } = this.app;
    const game = this.#game;
    const { cursor } = game;
    this.#question = { cell: cursor, value: null };
    this.#show(cursor === null ? i18n.t("page.why") : i18n.t("page.why.digit", { cell: this.#nameOf(cursor) }), 0);
    this.#tell(cursor === null ? [i18n.t("page.why.cell")] : []);
    const all = game.valuesIn(cursor === null ? game.board.may.reduce((all, set) => all | set, 0) : game.board.may[cursor]);
    byId("field-help-values").replaceChildren(
      ...all.map((value) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: String(value) });
        button.addEventListener("click", () => this.ask(value));
        return button;
      }),
    );
    hide(byId("field-help-values"), false);
    byId("field-help").scrollIntoView({ block: "nearest" });
    if (value !== null) this.ask(value);
  }

  /** @param {number} cell */
  #nameOf(cell) {
    return nameOf(cell, this.#game.board.columns);
  }

  /** Asks about a value in the cell that is chosen, or in the next one that is. @param {number} value */
  async ask(value) {
    const { api, i18n, status } = this.app;
    const game = this.#game;
    const { low, high } = game.drawing;
    if (!this.#question || value < low || value > high) return;
    const question = { cell: this.#question.cell, value };
    this.#question = question;
    if (question.cell === null) return this.#tell([i18n.t("page.why.cellFor", { digit: value })]);
    const cell = this.#nameOf(question.cell);
    const title = i18n.t("page.why.title", { digit: value, cell });
    this.#show(title, 0);
    hide(byId("field-help-values"), false);
    for (const button of byId("field-help-values").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.textContent === String(value)));
    byId("field-help-title").focus({ preventScroll: true });
    this.place.show(null);
    this.#tell([i18n.t("page.why.busy")]);
    /** @type {import("../engine/failure.js").Failure | null} */
    let trouble = null;
    /** @type {import("../engine/types.js").Argument | null} */
    const answer = await status.run("field-why", (i18n) => i18n.t("page.why.busy"), (signal) => api.why({ ...this.position, cell, digit: value }, signal), { elsewhere: true, onFailure: (failure) => (trouble = failure) });
    // Meanwhile something else was asked, or the game went on.
    if (this.#question !== question) return;
    if (!answer) return this.#tell([trouble ? textOf(trouble, i18n) : i18n.t("page.cancelled")]);
    if (answer.outcome !== "found") return this.#tell([i18n.t("page.why.none", { reason: answer.reason ?? "" })]);
    const { text = "", deductions: steps = [], end = "" } = answer;
    this.#tell([text, ...steps.map((step) => step.text), end].filter((line, i, all) => line && all.indexOf(line) === i));
    const last = steps.at(-1);
    if (last) drawStep(this.place, last.draw, last);
    else drawStep(this.place, { parts: [], cells: [cell], candidates: [] });
  }
}
