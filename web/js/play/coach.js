/**
 * The base of parts that explain steps on the current board, for any rules: a hint, the path,
 * "Why not?". Only one is open at a time, and draws on the board. A change of the board closes
 * it.
 *
 * @typedef {{
 *   name?: string, text?: string, technique?: string, family?: string, uniqueness?: boolean, cell?: string, draw?: any, branches?: import("../engine/types.js").Reasoning[],
 *   placements?: readonly Candidate[], eliminations?: readonly Candidate[], swept?: readonly Candidate[],
 * }} Told a step of any rules, as far as it was disclosed
 * @import {Candidate} from "../engine/types.js"
 * @typedef {{grid: number[], candidates: number[]}} Position candidates are bit sets by cell
 */
import { cellOf } from "../game/grid.js";
import { buttonOf, byId, showText, textOf } from "../text/status.js";

export class Coach {
  open = false;
  /** Why there is no answer, and the request to repeat; 0 if repeating does not help. @type {{say: import("../text/status.js").Say, retry: number} | null} */
  trouble = null;
  /** What was answered: a step, or several. @type {any} */
  answer = null;
  /** Where there are several, the positions before each. @type {Position[]} */
  positions = [];
  /** The step to be seen. */
  at = 0;
  busy = false;
  /** Whether it changes itself what is shown. */
  #showing = false;

  /** What is drawn on the board. @type {import("../board/picture.js").Picture | null} */
  get picture() {
    return null;
  }
  /** The candidates shown on the board, as bit sets by cell; null if it shows the player's notes. @type {readonly number[] | null} */
  get candidates() {
    return null;
  }

  /** @param {import("../main.js").App} app @param {"hint" | "walk" | "why"} id of its element; its texts begin with it */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    /** The midend of its board. */
    this.midend = app.midend;
  }

  /** @returns {readonly Told[]} */
  get steps() {
    return this.answer?.steps ?? [];
  }

  /** The last that can be seen. */
  get last() {
    return this.steps.length - 1;
  }

  /** What is told of. @returns {Told | null | undefined} */
  get told() {
    return this.open ? this.steps[this.at] : null;
  }

  /** @returns {import("../main.js").Explained | null} */
  get explains() {
    return this.open ? this : null;
  }

  /** The constraints that the step uses. @returns {readonly number[]} */
  get constraints() {
    return (this.told?.draw?.parts ?? []).map((/** @type {{index: number}} */ { index }) => index).filter((/** @type {number} */ index) => index >= 0);
  }

  /** The cells in which a large digit of the step replaces the notes. @returns {ReadonlySet<number>} */
  get filled() {
    const { draw, family, branches } = this.told ?? {};
    return new Set(draw && family && !draw.links.length && !branches?.length ? draw.placements.map((/** @type {Candidate} */ { cell }) => cellOf(cell)) : []);
  }

  changed() {
    this.close();
  }

  /** Gives the board back to the game, for another tab or puzzle. */
  shown() {
    if (this.app.tab !== "play" || this.midend !== this.app.player.midend) this.close();
  }

  /** What is shown is another: the position in hand may be gone, or another cell selected. */
  viewed() {
    if (!this.open || this.#showing) return;
    if (this.positions.length && this.midend.ui.overlay?.kind !== "step") this.close();
    else this.chosen();
  }

  /** Another cell may be selected. */
  chosen() {}

  draw() {}

  /** Nothing is answered any more. */
  forget() {
    this.answer = this.trouble = null;
    this.positions = [];
    this.at = 0;
    this.busy = false;
    if (this.open) this.app.story?.end();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    this.app.status.cancel(this.id);
    if (!this.open) return false;
    this.forget();
    this.open = false;
    if (this.midend.ui.overlay?.kind === "step") this.show(null);
    this.draw();
    this.app.draw();
    return true;
  }

  /** @param {import("../game/position.js").Overlay | null} overlay */
  show(overlay) {
    this.#showing = true;
    this.midend.show(overlay);
    this.#showing = false;
  }

  /** What is announced of a step. @type {import("../text/status.js").Say} */
  said = () => "";

  /** @param {number} by */
  step(by) {
    this.seek(this.at + by);
  }

  /** Shows a step on the board as it then stands. @param {number} at @param {boolean} [aloud] */
  seek(at, aloud = true) {
    this.at = Math.max(0, Math.min(this.last, at));
    const position = this.positions[this.at];
    if (position) this.show({ kind: "step", grid: [...position.grid] });
    this.tell(this.told?.draw?.links, this.told?.branches);
    this.draw();
    this.app.draw();
    this.look();
    if (aloud) this.app.status.announce(this.said);
  }

  /** Where the board is enlarged, what the step is about comes into sight. */
  look() {
    const { app: { board, zoom }, told } = this;
    const cells = [...(told?.draw?.cells ?? []), ...[...(told?.eliminations ?? []), ...(told?.placements ?? [])].map(({ cell }) => cell)];
    for (const name of cells) zoom?.reveal(board.cells[cellOf(name, this.midend.board.columns)]);
  }

  /** Tells a chain or a net one inference at a time. @param {readonly import("../engine/types.js").Link[]} [links] @param {Told["branches"]} [branches] */
  async tell(links = [], branches = []) {
    if (!links.length && !branches.length && !this.app.story) return;
    const story = await this.app.part("story");
    if (!this.open) return;
    story?.tell(byId(`${this.id}-story`), links, branches);
    // What is drawn of a step may have changed with what tells of it.
    this.draw();
    this.app.draw();
  }

  /** Begins with the current board. */
  begin() {
    const { coaches, player } = this.app;
    for (const coach of coaches) if (coach !== this) coach.close();
    this.midend = player.midend;
    this.midend.show(null);
    this.open = true;
  }

  /**
   * Asks an operation about steps. If that fails, trouble has the reason.
   * @template {"hint" | "explain" | "why"} K
   * @param {K} operation @param {import("../engine/api.js").Chosen<import("../engine/api.js").Operations[K][0]> & {timeout_ms?: number}} body @param {number} [retry]
   */
  ask(operation, body, retry = 1) {
    const { status } = this.app;
    this.trouble = null;
    return status.ask(this.id, `page.${this.id}.busy`, operation, body, {
      elsewhere: true,
      onEvent: status.seeking(`${this.id}-seeking`),
      onFailure: (failure) => (this.trouble = { say: (i18n) => textOf(failure, i18n), retry }),
    });
  }

  /** Handles an answer without a step. Contradicting digits need no reason. @param {{outcome: string, reason?: string}} answer @param {number} [retry] @param {string} [other] the message for that case */
  none({ outcome, reason = "" }, retry = 1, other = "page.solve.contradiction") {
    const key = outcome === "undecided" ? "page.hint.undecided" : reason ? `page.${this.id}.none` : other;
    this.trouble = { say: (i18n) => i18n.t(key, { reason }), retry: outcome === "undecided" ? retry : 0 };
  }

  drawTrouble(busy = this.busy) {
    const { id, trouble } = this;
    byId(`${id}-busy`).hidden = !busy;
    byId(`${id}-trouble`).classList.toggle("bad", Boolean(trouble?.retry));
    showText(`${id}-trouble`, trouble?.say(this.app.i18n));
    buttonOf(`${id}-retry`).hidden = !trouble?.retry;
  }
}
