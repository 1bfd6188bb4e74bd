/**
 * Texts for screen readers about the board: the changes of a move, and the contents of a house.
 * They are as short as possible.
 */
import { digitsOf, nameOf } from "../game/grid.js";

/**
 * @typedef {import("./status.js").Say} Say
 * @typedef {import("../game/state.js").State} State
 */

/** The layers of a state with notes and colours, which have texts of their own. */
const LAYERS = /** @type {const} */ (["corner", "centre", "colours", "tints"]);

/**
 * Describes the change from one state to another. Returns null if nothing changed, or if another
 * puzzle was opened, since that has its own message.
 * @param {State} before @param {import("../game/midend.js").Midend} midend @returns {Say | null}
 */
function changeTold(before, midend) {
  const { board, state: after } = midend;
  if (before.opened !== after.opened) return null;
  const name = (/** @type {number} */ cell) => nameOf(cell, board.columns);
  const differing = (/** @type {"digits" | typeof LAYERS[number]} */ layer) => (before[layer] === after[layer] ? [] : board.cells.filter((cell) => before[layer][cell] !== after[layer][cell]));
  const digits = differing("digits");
  if (digits.length === 1) {
    const [cell] = digits;
    return (i18n) => i18n.t(after.digits[cell] ? "page.told.digit" : "page.told.empty", { cell: name(cell), digit: midend.toValue(after.digits[cell]) });
  }
  if (digits.length) {
    const put = new Set(digits.map((cell) => after.digits[cell]));
    const [digit] = put;
    if (put.size > 1) return (i18n) => i18n.count("page.told.cells", digits.length);
    return (i18n) => i18n.count(digit ? "page.told.digits" : "page.told.emptied", digits.length, { digit: midend.toValue(digit) });
  }
  for (const layer of LAYERS) {
    const cells = differing(layer);
    if (!cells.length) continue;
    const [cell] = cells;
    if (cells.length > 1) return (i18n) => i18n.count(`page.told.${layer}.several`, cells.length);
    if (layer === "tints") return (i18n) => i18n.t("page.told.tints", { cell: name(cell) });
    const set = layer === "colours" ? digitsOf(after.colours[cell]) : midend.valuesIn(after[layer][cell]);
    return (i18n) => {
      const list = set.map((n) => (layer === "colours" ? i18n.t(`page.colour.${n}`) : n)).join(" ");
      return i18n.t(`page.told.${layer}`, { cell: name(cell), list: list || i18n.t("page.told.none") });
    };
  }
  return before.pen === after.pen ? null : (i18n) => i18n.count("page.told.pen", after.pen.length);
}

/**
 * Describes the contents of the row, column or box of a cell, in order.
 * @param {import("../game/midend.js").Midend} midend @param {number} cell @param {string} kind of a house
 * @returns {Say}
 */
export function houseTold(midend, cell, kind) {
  const { shown } = midend;
  const house = midend.board.houses.find((one) => one.kind === kind && one.cells.includes(cell));
  if (!house) return () => "";
  return (i18n) => i18n.t("page.told.house", { house: i18n.house(house), list: house.cells.map((one) => (shown[one] ? midend.toValue(shown[one]) : i18n.t("page.told.blank"))).join(" ") });
}

/** The number of contradictions told in words; the others are only marked. */
const MAX_REASONS = 4;

/** Announces every change once: the change, and its new contradictions. */
export class Teller {
  /** @type {Set<string>} */
  #known = new Set();

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.game = app.midend;
    this.before = this.game.state;
  }

  /** To be called after a setting changed. @param {string} name */
  set(name) {
    if (name === "errors") this.#reasons();
  }

  /** To be called when another game may be visible; only its later changes are announced. */
  shown() {
    this.game = this.app.game;
    this.before = this.game.state;
    this.#reasons();
  }

  /** Shows contradictions as far as the setting allows; returns those not announced yet. @returns {Say[]} */
  #reasons() {
    const { midend, settings, status } = this.app;
    const all = settings.get("errors") === "never" ? [] : midend.contradictions;
    /** @type {(one: import("../game/grid.js").Contradiction) => Say} */
    const reason = ({ a, b, digit, house }) => (i18n) => i18n.t("contradiction", { a: nameOf(a), b: nameOf(b), digit, house: i18n.house(house) });
    const more = all.length > MAX_REASONS ? [/** @type {Say} */ ((i18n) => i18n.count("page.contradictions.more", all.length - MAX_REASONS))] : [];
    if (!this.app.place) status.reasons([...all.slice(0, MAX_REASONS).map(reason), ...more]);

    const name = (/** @type {import("../game/grid.js").Contradiction} */ { a, b, digit }) => [a, b, digit].join();
    const news = all.filter((one) => !this.#known.has(name(one)));
    this.#known = new Set(all.map(name));
    return news.slice(0, MAX_REASONS).map(reason);
  }

  /** A game changed. @param {import("../game/midend.js").Midend} [game] */
  changed(game = this.app.midend) {
    const { app, app: { status } } = this;
    const reasons = game === app.midend ? this.#reasons() : [];
    if (game !== app.game) return;
    const change = game === this.game ? changeTold(this.before, game) : null;
    this.game = game;
    this.before = game.state;
    // A win, or the opening of a puzzle, has its own message.
    if (game.justSolved) return;
    const wrong = game === app.player.midend ? app.player.judge.wrong : [];
    const isWrong = app.settings.get("errors") === "everything" && game.entered.some(({ cell }) => wrong.includes(cell));
    const says = [...(change ? [change] : []), ...(isWrong ? [/** @type {Say} */ ((i18n) => i18n.t("page.cell.wrong"))] : []), ...reasons];
    if (!says.length) return;
    const { acting } = app;
    status.announce((i18n) => {
      const what = says.map((say) => say(i18n)).join(i18n.t("list.separator"));
      return acting === "undo" || acting === "redo" ? i18n.t(`page.told.${acting}`, { what }) : what;
    });
  }
}
