/** The home; see docs/PAGE.md. */
import { dayOf, dayText, isDaily, packOf } from "../keep/games.js";
import { goOn, nameOf, progressOf, textsOf, thumbnailOf } from "../keep/shown.js";
import { dayAfter, statisticsOf } from "../keep/statistics.js";
import { byId, fill, make, span } from "../text/status.js";
import { LEVELS } from "./maker.js";

/** @typedef {import("../keep/games.js").Game} Game @typedef {import("../keep/games.js").Kept} Kept */

const WEEK = 7;

/** The choices on the shelf of other rules: the word for the operation generate, and its picture. @type {Record<string, string>} */
const SHELF = {
  killer: '<path d="M7 7h26v12H20v14H7z" stroke-dasharray="3 2.4"/><text x="9.5" y="17">11</text>',
  thermo: '<circle class="fill" cx="11" cy="29" r="5"/><path class="wide" d="M11 29V13h18"/>',
  arrow: '<circle cx="11" cy="29" r="5"/><path d="m15 25 15-15m-8 0h8v8"/>',
  kropki: '<path d="M7 20h26"/><circle cx="13" cy="20" r="4.5" class="paper"/><circle cx="27" cy="20" r="4.5" class="fill"/>',
  "anti-knight": '<path d="M10 30V12h18m-5-5 6 5-6 5"/>',
  "little-killer": '<path d="m17 17 15 15m-9 0h9v-9"/><text x="5" y="13">27</text>',
  sandwich: '<path d="M8 8h6v24H8zM26 8h6v24h-6z"/><text x="17" y="23.5">7</text>',
  windoku: '<path d="M6 6h28v28H6z"/><path class="fill" d="M10 10h8v8h-8zM22 10h8v8h-8zM10 22h8v8h-8zM22 22h8v8h-8z"/>',
};

/** @typedef {import("../engine/api.js").Chosen<Partial<import("../engine/types.js").GenerateRequest>>} Wish */

/** Packs: the number of puzzles, and the request for the n-th, counted from 0. A seed makes it the same for everyone. @type {{id: string, size: number, wish: (n: number) => Wish}[]} */
const PACKS = [
  { id: "first", size: 20, wish: (n) => ({ grade: "easy", seed: 1001 + n }) },
  { id: "xwing", size: 12, wish: (n) => ({ hardest: "x-wing", seed: 2001 + n }) },
  { id: "ladder", size: 25, wish: (n) => ({ grade: LEVELS[Math.floor(n / 5)], seed: 3001 + n }) },
  { id: "little", size: 12, wish: (n) => ({ variant: ["little-killer"], symmetry: "none", seed: 4001 + n }) },
];

/** @param {string} className @param {Record<string, unknown>} more attributes @param {() => void} run @param {(Node | string)[]} children */
const button = (className, more, run, ...children) => make("button", { className, onclick: run, ...more }, ...children);

export class Home {
  /** All games, the one played last first. @type {(Game | Kept)[]} */
  #games = [];
  /** @type {import("../keep/games.js").Win[]} */
  #wins = [];
  /** The day of the shown puzzles. */
  #day = dayOf();

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.shown(app.tab);
  }

  /** @param {import("../actions.js").Tab} tab */
  async shown(tab) {
    if (tab !== "home") return;
    delete byId("panel-home").dataset.ready;
    this.#day = dayOf();
    await this.#load();
    this.#draw();
    byId("panel-home").dataset.ready = "true";
  }

  async #load() {
    const { games } = this.app;
    this.#games = await games.list();
    this.#wins = /** @type {import("../keep/games.js").Win[]} */ (await games.store.all("wins"));
  }

  translated() {
    if (byId("panel-home").dataset.ready) this.#draw();
  }

  #draw() {
    const { i18n } = this.app;
    const last = this.#games.find((game) => game.state === "started");
    byId("home-last").hidden = !last;
    if (last) fill("home-last", [button("home-game", { innerHTML: thumbnailOf(last) }, () => goOn(this.app, last), textsOf(make("strong", {}, i18n.t("page.home.continue")), span("", nameOf(i18n, last)), span("hint", progressOf(i18n, last))))]);
    this.#drawDays();
    fill("home-levels", LEVELS.map((grade) => button("home-level", { "data-grade": grade }, () => this.#open((maker) => maker.quick({ grade })), i18n.t(`page.level.${grade}`))));
    fill("home-shelf", Object.entries({ ...SHELF, any: '<path d="M20 10v20M10 20h20"/>' }).map(([kind, picture]) =>
      button("home-kind", { "data-kind": kind, innerHTML: `<svg viewBox="0 0 40 40" aria-hidden="true">${picture}</svg>` }, () => this.app.wish(true, kind === "any" ? {} : { kind }), i18n.t(`page.home.kind.${kind}`))));
    fill("home-packs", PACKS.map(({ id, size }) => {
      const done = new Set(this.#wins.filter((win) => win.pack?.id === id && win.pack.n < size).map((win) => win.pack?.n)).size;
      const bar = make("progress", { max: size, value: done, "aria-hidden": true });
      return button("home-pack", { "data-pack": id }, () => this.openPack(id), make("strong", {}, i18n.t(`page.home.pack.${id}`)), span("hint", i18n.t(`page.home.pack.${id}.about`)), bar, span("hint", i18n.t("page.home.progress", { n: done, of: size })));
    }));
  }

  // Puzzles of the day.

  /** Whether a puzzle of a day was solved, whenever that was. @param {string} date @param {string} [grade] */
  #solved(date, grade) {
    return this.#wins.some(({ daily }) => daily?.date === date && (!grade || daily.grade === grade));
  }

  #drawDays() {
    const { i18n } = this.app;
    const today = dayOf();
    const { streak } = statisticsOf(this.#wins, today);
    byId("home-streak").textContent = streak.now ? i18n.count("page.home.streak", streak.now) : "";
    const days = Array.from({ length: WEEK }, (_, i) => dayAfter(today, i + 1 - WEEK));
    const focus = byId("home-week").contains(document.activeElement);
    fill("home-week", days.map((day) => {
      const solved = this.#solved(day);
      const label = dayText(i18n, day, { dateStyle: "full" });
      const seen = [span("hint", dayText(i18n, day, { weekday: "narrow" })), span("home-date", dayText(i18n, day, { day: "numeric" }).replace(/\D/g, "")), span("home-mark", solved ? "✓" : "")];
      for (const part of seen) part.ariaHidden = "true";
      const choose = () => {
        this.#day = day;
        this.#drawDays();
        this.app.status.announce(() => label);
      };
      return button("home-day", { "aria-pressed": day === this.#day, "data-state": solved ? "solved" : "" }, choose, ...seen, span("unseen", solved ? i18n.t("page.daily.solved", { level: label }) : label));
    }));
    if (focus) /** @type {HTMLElement | null} */ (byId("home-week").querySelector('[aria-pressed="true"]'))?.focus();
    fill("home-daily", LEVELS.map((grade) => {
      const level = i18n.t(`page.level.${grade}`);
      const state = this.#solved(this.#day, grade) ? "solved" : this.#games.find(isDaily(this.#day, grade))?.state === "started" ? "started" : "";
      return button("home-level", { "data-grade": grade, "data-state": state, ...(state ? { "aria-label": i18n.t(`page.daily.${state}`, { level }) } : {}) }, () => this.#open((maker, isWanted) => maker.daily(this.#day, grade, isWanted)), level);
    }));
  }

  /** Shows the board, and opens a puzzle on it. @param {(maker: import("./maker.js").Maker, isWanted: () => boolean) => Promise<unknown>} run */
  #open(run) {
    const { app } = this;
    app.address.during((isWanted) => (app.show("play"), run(app.maker, isWanted)));
  }

  /** Opens the first unsolved puzzle of a pack, or the first if all are solved. @param {string} id */
  async openPack(id) {
    await this.#load();
    const { size, wish } = PACKS.find((pack) => pack.id === id) ?? PACKS[0];
    const n = Math.max(0, Array.from({ length: size }, (_, at) => at).findIndex((at) => !this.#wins.some(({ pack }) => pack?.id === id && pack.n === at)));
    const begun = this.#games.find((game) => game.state !== "solved" && packOf(game)?.id === id && packOf(game)?.n === n);
    if (begun) return void goOn(this.app, begun);
    this.#open((maker) => maker.quick(wish(n), { pack: { id, n } }));
  }
}
