/**
 * The first minute: a few cards on the real board, which explain it and what is new in it. They lie over the
 * status, so that no key moves. early.js shows the first one before there is a puzzle.
 *
 * @typedef {{id: string, say: import("../text/status.js").Say, show: (on: boolean) => void, isDone?: () => boolean}} Card
 */
import { pictureOf } from "../board/picture.js";
import { CELLS, HOUSES, digitsOf, nameOf } from "../game/grid.js";
import { recall, remember } from "../keep/memory.js";
import { byId, make, write } from "../text/status.js";

/** Where the cards have no room, as in cards.css; to ask for innerHeight would lay the page out. */
const LOW = matchMedia("(max-height: 499px)");
/** So many kinds are told of one puzzle. */
const KINDS = 4;

export class Cards {
  /** @type {readonly Card[]} */
  #cards = [];
  #at = 0;
  /** The history of the game that the cards belong to. @type {object | null} */
  #game = null;
  /** The highlighted houses on the classic board. @type {string[]} */
  #houses = [];
  #root = byId("cards");
  /** Whether the first card was closed before its puzzle came, and how often it was turned. */
  #isSkipped = false;
  #early = 0;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    byId("cards-skip").addEventListener("click", () => this.close());
    byId("cards-next").addEventListener("click", () => (this.open ? this.#turn(this.#at + 1) : this.#early++));
    const { dataset } = document.documentElement;
    if (!("first" in dataset)) this.#root.remove();
    dataset.first = "";
    app.coaches.push(this);
  }

  get open() {
    return this.#cards.length > 0;
  }

  /** @returns {import("../main.js").Explained | null} */
  get explains() {
    if (!this.#houses.length || this.app.view !== "play") return null;
    return { picture: pictureOf({ houses: this.#houses, cells: [], marks: [], links: [], sets: [], placements: [], eliminations: [] }), candidates: null, filled: new Set() };
  }

  /** Shows the cards of the first puzzle. */
  classic() {
    if (this.#isSkipped) return;
    const { midend, status } = this.app;
    // What is there from the start no screen reader tells.
    status.announce((i18n) => i18n.t("cards.rule"));
    const first = this.#first();
    const cell = first?.cell ?? 40;
    const houses = HOUSES.filter(({ cells }) => cells.includes(cell)).map(({ code }) => code);
    const light = (/** @type {string[]} */ codes) => (/** @type {boolean} */ on) => {
      this.#houses = on ? codes : [];
      if (on && first) midend.select(null);
    };
    this.#start([
      { id: "rule", say: (i18n) => i18n.t("cards.rule"), show: light(houses) },
      ...(first
        ? [{
            id: "first",
            say: (/** @type {import("../text/i18n.js").I18n} */ i18n) => i18n.t(`cards.${first.box ? "hidden" : "naked"}`, { cell: nameOf(cell), digit: first.digit }),
            show: (/** @type {boolean} */ on) => {
              light(first.box ? [first.box] : houses)(on);
              if (on) midend.select(cell);
            },
            isDone: () => midend.state.digits[cell] === first.digit,
          }]
        : []),
      { id: "keys", say: (i18n) => i18n.t("cards.keys"), show: () => {} },
    ]);
  }

  /** An easy digit: one with a single cell in its box, or the only one left for a cell. @returns {{cell: number, digit: number, box?: string} | undefined} */
  #first() {
    const { midend, midend: { candidates } } = this.app;
    const sets = CELLS.map((cell) => (midend.state.digits[cell] ? [] : digitsOf(candidates[cell])));
    for (const { code, kind, cells } of HOUSES) {
      for (const digit of kind === "box" ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : []) {
        const places = cells.filter((one) => sets[one].includes(digit));
        if (places.length === 1) return { cell: places[0], digit, box: code };
      }
    }
    const cell = sets.findIndex(({ length }) => length === 1);
    if (cell >= 0) return { cell, digit: sets[cell][0] };
  }

  /** Shows the cards of kinds that are new to the person, for a puzzle of other rules. @param {import("./puzzle.js").PuzzlePlace} place @param {NonNullable<import("../engine/types.js").Drawing["rules"]>} rules */
  kinds(place, rules) {
    const met = (recall("met") ?? "").split(" ");
    const news = [...rules.entries()].filter(([, { kind }]) => !met.includes(kind)).slice(0, KINDS);
    if (!news.length) return;
    remember("met", [...new Set([...met, ...news.map(([, { kind }]) => kind)])].join(" ").trim());
    // When the language changes, the place fetches the names again.
    place.renamed = () => this.translated();
    this.#start(news.map(([at, one]) => ({
      id: "kind",
      say: (i18n) => i18n.rule(place.game?.drawing.rules?.[at] ?? one),
      show: (on) => place.point(on ? at : -1),
    })));
  }

  /** @param {Card[]} cards */
  #start(cards) {
    if (this.open || LOW.matches) this.close();
    if (LOW.matches) return;
    if (!this.#root.isConnected) document.querySelector("main > .side")?.append(this.#root);
    this.#cards = cards;
    this.#game = this.app.game.history;
    this.#turn(this.#early);
  }

  /** @param {number} to */
  #turn(to) {
    this.#cards[this.#at]?.show(false);
    this.#at = to;
    const card = this.#cards[to];
    if (!card) return this.close();
    card.show(true);
    this.#root.dataset.card = card.id;
    this.translated();
    this.app.draw();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    if (!this.#root.isConnected) return false;
    const { activeElement } = document;
    const { open } = this;
    const card = this.#cards[this.#at];
    this.#cards = [];
    this.#root.remove();
    this.#isSkipped = !open;
    if (!open) return true;
    card?.show(false);
    this.app.draw();
    if (this.#root.contains(activeElement) || document.activeElement === document.body) this.app.focusBoard();
    return true;
  }

  changed() {
    if (!this.open) return;
    if (this.app.game.history !== this.#game) this.close();
    else if (this.#cards[this.#at]?.isDone?.()) this.#turn(this.#at + 1);
  }

  /** Closes the cards if the view or the game changed. */
  shown() {
    if (this.app.view !== "play" || (this.open && this.#game !== this.app.game.history)) this.close();
  }

  translated() {
    if (!this.open) return;
    const { i18n } = this.app;
    const last = this.#at === this.#cards.length - 1;
    write(byId("cards-text"), this.#cards[this.#at].say(i18n));
    write(byId("cards-next"), i18n.t(last ? "cards.play" : "cards.next"));
    write(byId("cards-skip"), i18n.t("cards.skip"));
    byId("cards-skip").hidden = last;
    byId("cards-dots").replaceChildren(...(this.#cards.length > 1 ? this.#cards : []).map((_, i) => make("span", { className: i <= this.#at ? "on" : "" })));
  }
}
