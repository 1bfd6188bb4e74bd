// @ts-check
/**
 * What helps in the field: how many solutions the puzzle has (judge.js), the true candidates, the solution, hints (coach.js), the whole way
 * there (way.js). Nothing is asked before somebody asks, but how many solutions there are.
 */
import { bitOf, nameOf } from "../game/grid.js";
import { Coach } from "./coach.js";
import { Judge } from "./judge.js";
import { Way } from "./way.js";
import { byId, hide, write } from "../text/status.js";

/** Time allowed, in milliseconds. */
const ASKED = 15_000;

/**
 * A puzzle with more givens, in its own notation.
 * @param {string} puzzle as the operation drawing writes it @param {readonly (number | null)[]} values by cell @param {number} columns
 */
export function withValues(puzzle, values, columns) {
  const filled = values.flatMap((value, cell) => (value === null ? [] : [{ name: nameOf(cell, columns), value }]));
  if (!puzzle.startsWith("{")) return puzzle + filled.map(({ name, value }) => `.~${name.toUpperCase()}_${value}`).join("");
  const whole = JSON.parse(puzzle);
  return JSON.stringify({ ...whole, givens: { ...whole.givens, ...Object.fromEntries(filled.map(({ name, value }) => [name, [value]])) } });
}

export class Assist {
  #coach;

  /** @param {import("./field.js").Field} field */
  constructor(field) {
    this.field = field;
    this.app = field.app;
    this.#coach = new Coach(field);
    this.way = new Way(field, this.#coach);
    /** @type {Judge} */
    this.judge = new Judge(this.app, {
      group: "field", midend: () => this.#game, puzzle: () => field.game?.drawing.puzzle ?? "", whole: () => this.position, contradicts: () => field.reasons.length > 0 && !this.judge.solution,
      say: (say) => field.say(say(this.app.i18n)),
      learned: () => {
        this.#badge(this.judge.badge);
        field.draw();
      },
      unreached: (failure, asked) => {
        this.#badge(failure.kind === "network" ? "offline" : "undecided");
        if (asked) field.failed(failure);
      },
    });
  }

  get #game() {
    return /** @type {import("./field.js").FieldGame} */ (this.field.game);
  }

  /** Another puzzle is open. */
  opened() {
    this.judge.known = null;
    this.close();
    // Of rules that nonet does not know nobody here can say how many solutions they leave.
    const { unknown = [] } = this.#game.drawing;
    hide(byId("field-badge"), unknown.length > 0);
    if (unknown.length) return;
    this.#badge("checking");
    this.judge.learn();
  }

  /** Somebody answers again. */
  reached() {
    if (byId("field-badge").dataset.state === "offline") this.judge.learn();
  }

  /** @param {import("../text/status.js").Badge} badge */
  #badge(badge) {
    byId("field-badge").dataset.state = badge;
    write(byId("field-badge"), this.app.i18n.t(`page.badge.${badge}`));
  }

  /** The puzzle with what the person has put in. */
  get position() {
    const { drawing, state, values } = this.#game;
    return withValues(drawing.puzzle, values.map((value, cell) => (state.given[cell] ? null : value)), drawing.columns);
  }

  /** Puts the true candidates into the cells as notes: the values that some solution has, as things stand. */
  async candidates() {
    const { field } = this;
    const { api, i18n, status } = this.app;
    const game = this.#game;
    const { state } = game;
    if (field.reasons.length) return field.say(i18n.t("page.check.contradiction"));
    field.say(i18n.t("page.badge.checking"));
    const answer = await status.run("field-candidates", (i18n) => i18n.t("page.badge.checking"), (signal) => api.candidates({ puzzle: this.position, limit: 2, timeout_ms: ASKED }, signal), { background: true, onFailure: (failure) => field.failed(failure) });
    if (!answer || game !== field.game || game.state !== state) return;
    if (answer.outcome === "none") return field.say(i18n.t("page.check.impossible"));
    const { high } = game.drawing;
    const lists = [answer.candidates, answer.open].map((cells) => (cells ?? []).map((text) => (high > 9 ? text.split(" ") : [...text]).filter(Boolean).map(Number)));
    field.helped();
    game.noteAll(game.board.cells.map((cell) => lists.reduce((set, list) => (list[cell] ?? []).reduce((all, value) => all | bitOf(game.toDigit(value)), set), 0)));
    field.say(i18n.t(lists[1].some((list) => list.length) ? "field.candidates.open" : "field.candidates.put"));
  }

  /** Puts the solution into the cells, which one undo takes back. */
  async solve() {
    const { field } = this;
    const { i18n } = this.app;
    const game = this.#game;
    field.say(i18n.t("page.badge.checking"));
    const known = await this.judge.learn(true);
    if (!known || game !== field.game) return;
    const [solution] = known.solutions;
    if (!solution) return field.say(i18n.t(known.complete ? "page.badge.none" : "page.check.undecided"));
    field.fill(solution);
    field.say(i18n.t(known.solutions.length > 1 ? "field.solution.several" : "field.solution.put"));
  }

  // Hints.

  /** A hint, an argument or the way stands open. */
  get open() {
    return this.#coach.open || this.way.open;
  }

  /** One level more, or the first. */
  hint() {
    this.way.close();
    return this.#coach.more();
  }

  /** Whether a value that is typed now is a question, and does not go into the game. */
  get asks() {
    return this.#coach.asks;
  }

  /** A value was typed while it is a question. @param {number} value */
  ask(value) {
    this.#coach.ask(value);
  }

  /** Another cell was selected. */
  moved() {
    this.#coach.moved();
  }

  /** Why can the cell at work not have a value? */
  why() {
    this.way.close();
    this.#coach.why();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    const closed = this.#coach.close();
    return this.way.close() || closed;
  }
}
