// @ts-check
/**
 * A win, of any puzzle: how it went, the next puzzle, and a text to share that gives nothing
 * away. It comes up when the person's own move solves a puzzle, and not where
 * a solution was shown before.
 */
import { aboutOf, dayOf } from "../keep/games.js";
import { streakOf } from "../keep/statistics.js";
import { clockText } from "../game/clock.js";
import { CLOSE, Dialog, styled } from "../text/dialog.js";
import { byId, click, copied, definitions } from "../text/status.js";

await styled("keep");

/**
 * What is told of a win: a kept game, or of other rules the same figures with what the puzzle is called, what it is alike to, where it is found and what comes next.
 * @typedef {Pick<import("../keep/games.js").Game, "id" | "seconds" | "hints"> & {as: string, mistakes?: number, level?: string, name: string, url: string, again: () => void}} Won
 */

/** @param {import("../keep/games.js").Game | Won} game @returns {{daily?: import("../keep/games.js").About["daily"], level?: string, rival?: number}} */
const aboutIn = (game) => ("about" in game ? aboutOf(game) : { level: game.level });

export class Win extends Dialog {
  /** @type {import("../keep/games.js").Game | Won | null} */
  #game = null;
  /** @type {import("../keep/games.js").Win[]} */
  #wins = [];

  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(
      app,
      "win",
      `<div class="dialog-head"><h2 id="win-title"></h2>${CLOSE}</div>
      <dl id="win-figures" class="figures"></dl>
      <p id="win-told" class="hint" role="status"></p>
      <div class="row wrap end">
        <button id="win-statistics" data-t="page.statistics"></button>
        <button id="win-share" data-t="page.win.share"></button>
        <button id="win-next" class="primary" autofocus></button>
      </div>`,
    );
    click("win-next", () => this.#next());
    click("win-share", () => this.#share());
    click("win-statistics", () => {
      this.dialog.close();
      this.app.act("statistics");
    });
  }

  /** @param {import("../keep/games.js").Game | Won} game */
  async open(game) {
    this.#game = game;
    this.#wins = /** @type {import("../keep/games.js").Win[]} */ (await this.app.games.store.all("wins"));
    if (game !== this.#game) return;
    byId("win-told").textContent = "";
    this.draw();
    this.show();
  }

  draw() {
    const game = this.#game;
    if (!game) return;
    const { i18n } = this.app;
    const { daily, level, rival } = aboutIn(game);
    const alike = this.#wins.filter((win) => win.id !== game.id && win.seconds > 0 && ("as" in game ? win.rules === game.as : level && win.level === level));
    const best = Math.min(...alike.map(({ seconds }) => seconds));
    const streak = streakOf(this.#wins.map(({ day }) => day), dayOf()).now;
    byId("win-title").textContent = i18n.sentences(i18n.t(daily ? "page.win.daily" : "page.win"), game.seconds > 0 && game.seconds < best && alike.length > 0 && i18n.t("page.win.record"), rival !== undefined && game.seconds < rival && i18n.t("page.win.faster"));
    const figures = [
      ...(game.seconds ? [["time", clockText(game.seconds)]] : []),
      ...(level ? [["grade", i18n.t(`explain.level.${level}`)]] : []),
      ...(game.mistakes === undefined ? [] : [["mistakes", i18n.number(game.mistakes)]]),
      ["hints", i18n.number(game.hints)],
      ...(rival === undefined ? [] : [["rival", clockText(rival)]]),
      ...(alike.length ? [["best", clockText(best)]] : []),
      ...(streak > 1 ? [["streak", i18n.number(streak)]] : []),
    ];
    byId("win-figures").replaceChildren(
      ...definitions(figures.map(([name, figure]) => [name, i18n.t(`page.win.${name}`), figure])),
    );
    byId("win-next").textContent = level && !("again" in game) ? i18n.t("page.win.next", { level: i18n.t(`explain.level.${level}`) }) : i18n.t("page.new");
  }

  #next() {
    this.dialog.close();
    const game = this.#game;
    if (game && "again" in game) game.again();
    else {
      const { level } = aboutOf(game ?? undefined);
      this.app.wish(false, level ? { grade: level } : {});
    }
  }

  /** What is told to others: how it went, and the way to the puzzle. */
  #text() {
    const game = this.#game;
    const { i18n } = this.app;
    if (!game) return { text: "", url: location.href };
    const { daily, level } = aboutIn(game);
    const grade = level ? i18n.t(`explain.level.${level}`) : "";
    const name = "name" in game ? game.name : daily ? i18n.t("page.daily.of", { level: grade, date: daily.date }) : grade ? i18n.t("page.games.level", { level: grade }) : i18n.t("page.win.puzzle");
    const parts = [...(game.seconds ? [clockText(game.seconds)] : []), ...(game.mistakes === undefined ? [] : [i18n.count("page.win.mistakes.n", game.mistakes)]), i18n.count("page.win.hints.n", game.hints)];
    if ("url" in game) return { text: `nonet · ${name}\n${parts.join(" · ")}`, url: game.url };
    const query = (daily ? `daily=${daily.date}&grade=${daily.grade}` : `bd=${game.puzzle}`) + (game.seconds ? `&time=${game.seconds}` : "");
    return { text: `nonet · ${name}\n${parts.join(" · ")}`, url: new URL(`?${query}`, location.href).href };
  }

  async #share() {
    const { i18n } = this.app;
    const { text, url } = this.#text();
    if (navigator.share) {
      // Whoever gives it up knows.
      await navigator.share({ text, url }).catch(() => {});
      return;
    }
    const all = `${text}\n${url}`;
    byId("win-told").textContent = i18n.t((await copied(all)) ? "page.win.shared" : "page.copyByHand", { text: all });
  }
}
