/** The dialog of statistics. It shows the figures of statistics.js for all wins, or only for puzzles of the day. */
import { clockText } from "../game/clock.js";
import { Dialog } from "../text/late.js";
import { byId, define, fill, make, select } from "../text/status.js";
import { dayOf } from "./games.js";
import { dayAfter, statisticsOf } from "./statistics.js";

/** The number of weeks in the calendar, as in statistics.html. */
const WEEKS = 16;

export class Figures extends Dialog {
  /** @type {import("./games.js").Win[]} */
  #wins = [];

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "statistics", html);
    byId("statistics-of").addEventListener("input", () => this.draw());
  }

  async open() {
    this.#wins = /** @type {import("./games.js").Win[]} */ (await this.app.games.store.all("wins"));
    this.draw();
    this.show();
  }

  draw() {
    const { i18n } = this.app;
    const ofDays = select("statistics-of").value === "daily";
    const today = dayOf();
    const { solved, unaided, grades, days, streak, daily } = statisticsOf(ofDays ? this.#wins.filter((win) => win.daily) : this.#wins, today);
    const run = ofDays ? daily : streak;
    const figures = [
      ["solved", i18n.number(solved)],
      ["unaided", i18n.number(unaided)],
      ["streak", i18n.count("page.statistics.days", run.now)],
      ["longest", i18n.count("page.statistics.days", run.longest)],
    ];
    define("statistics-figures", figures.map(([name, figure]) => [name, i18n.t(`page.statistics.${name}`), figure]));
    const most = Math.max(1, ...grades.map((row) => row.solved));
    fill("statistics-grades", grades.map(({ grade, solved, best, median }) => {
      const name = make("th", { scope: "row", textContent: i18n.t(grade === "rules" ? "page.statistics.rules" : grade ? `explain.level.${grade}` : "page.statistics.ungraded") });
      const bar = make("td", { className: "bar" }, i18n.number(solved));
      bar.style.setProperty("--share", String(solved / most));
      const time = (/** @type {number} */ seconds) => make("td", { textContent: seconds ? clockText(seconds) : "–" });
      return make("tr", {}, name, bar, time(best), time(median));
    }));
    // The last weeks, one column each, with Monday on top.
    const weekday = (new Date(`${today}T12:00`).getDay() + 6) % 7;
    const squares = [];
    for (let back = 0; back < WEEKS * 7 - 6 + weekday; back++) {
      const at = (WEEKS - 1) * 7 + weekday - back;
      const n = days.get(dayAfter(today, -back)) ?? 0;
      squares.push(`<rect x="${Math.floor(at / 7) + 0.06}" y="${(at % 7) + 0.06}" width=".88" height=".88" rx=".16" class="n${Math.min(n, 3)}"/>`);
    }
    const active = squares.filter((square) => !square.includes("n0")).length;
    const caption = i18n.count("page.statistics.calendar", active, { weeks: WEEKS });
    byId("statistics-days").innerHTML = squares.join("");
    byId("statistics-days").setAttribute("aria-label", caption);
    byId("statistics-caption").textContent = caption;
  }
}
