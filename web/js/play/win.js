/** The dialog of a win, for any puzzle: the result, the next puzzle, and what can be shared without spoilers. */
import { svg } from "../board/board.js";
import { aboutOf, dayOf, isKept, packOf } from "../keep/games.js";
import { levelOf, thumbnailOf } from "../keep/shown.js";
import { alikeIn, streakOf } from "../keep/statistics.js";
import { clockText } from "../game/clock.js";
import { Dialog } from "../text/late.js";
import { byId, click, copied, define } from "../text/status.js";
import { LEVELS } from "./maker.js";

/** @typedef {import("../keep/games.js").Game | import("../keep/games.js").Kept} Game */

export class Win extends Dialog {
  /** @type {Game | null} */
  #game = null;
  /** @type {import("../keep/games.js").Win[]} */
  #wins = [];

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "win", html);
    click("win-next", () => this.#next());
    click("win-share", () => this.#share());
    click("win-picture", async () => {
      const { keepFile } = await import("../keep/transfer.js");
      const file = await this.#picture();
      keepFile(file);
      this.note(app.i18n.t("page.export.downloaded", { name: file.name }));
    });
    click("win-statistics", () => {
      this.dialog.close();
      this.app.act("statistics");
    });
  }

  /** @param {Game} game */
  async open(game) {
    this.#game = game;
    this.#wins = /** @type {import("../keep/games.js").Win[]} */ (await this.app.games.store.all("wins"));
    if (game !== this.#game) return;
    this.note("");
    this.draw();
    this.show();
  }

  draw() {
    const game = this.#game;
    if (!game) return;
    const { i18n } = this.app;
    const { daily, rival } = aboutOf(game);
    const level = levelOf(game);
    const { rules } = this.#wins.find(({ id }) => id === game.id) ?? {};
    const alike = alikeIn(this.#wins, { id: game.id, rules, level });
    const best = Math.min(...alike.map(({ seconds }) => seconds));
    const streak = streakOf(this.#wins.map(({ day }) => day), dayOf()).now;
    byId("win-title").textContent = i18n.sentences(i18n.t(daily ? "page.win.daily" : "page.win"), game.seconds > 0 && game.seconds < best && alike.length > 0 && i18n.t("page.win.record"), rival !== undefined && game.seconds < rival && i18n.t("page.win.faster"));
    const figures = [
      ...(game.seconds ? [["time", clockText(game.seconds)]] : []),
      ...(level ? [["grade", i18n.t(`explain.level.${level}`)]] : []),
      ...(game.mistakes === undefined ? [] : [["mistakes", i18n.number(game.mistakes)]]),
      ["hints", i18n.number(game.hints ?? 0)],
      ...(rival === undefined ? [] : [["rival", clockText(rival)]]),
      ...(alike.length ? [["best", clockText(best)]] : []),
      ...(streak > 1 || daily ? [["streak", i18n.number(streak)]] : []),
    ];
    define("win-figures", figures.map(([name, figure]) => [name, i18n.t(`page.win.${name}`), figure]));
    const harder = this.#harder;
    byId("win-next").textContent = packOf(game) ? i18n.t("page.win.pack", { name: i18n.t(`page.home.pack.${packOf(game)?.id}`) }) : harder ? i18n.t("page.win.harder", { level: i18n.t(`explain.level.${harder}`) }) : level && !isKept(game) ? i18n.t("page.win.next", { level: i18n.t(`explain.level.${level}`) }) : i18n.t("page.new");
  }

  /** The next level of the same day that is not solved. */
  get #harder() {
    const { daily } = aboutOf(this.#game ?? undefined);
    return daily && LEVELS.slice(LEVELS.indexOf(daily.grade) + 1).find((grade) => !this.#wins.some((win) => win.daily?.date === daily.date && win.daily.grade === grade));
  }

  async #next() {
    const { address, maker } = this.app;
    this.dialog.close();
    const game = this.#game;
    const pack = game && packOf(game);
    if (pack) return void (await this.app.part("home"))?.openPack(pack.id);
    const { daily } = aboutOf(game ?? undefined);
    const harder = this.#harder;
    if (daily && harder) return void address.during((isWanted) => maker.daily(daily.date, harder, isWanted));
    const level = game && !isKept(game) && levelOf(game);
    this.app.wish(game !== null && isKept(game), level ? { grade: level } : {});
  }

  /** The text to share: the result, and the address of the puzzle. */
  #text() {
    const game = this.#game;
    const { i18n } = this.app;
    if (!game) return { text: "", url: location.href };
    const { daily } = aboutOf(game);
    const level = levelOf(game);
    const grade = level ? i18n.t(`explain.level.${level}`) : "";
    const name = isKept(game) ? game.title || game.rules || i18n.t("page.win.puzzle") : daily ? i18n.t("page.daily.of", { level: grade, date: daily.date }) : grade ? i18n.t("page.games.level", { level: grade }) : i18n.t("page.win.puzzle");
    const parts = [...(game.seconds ? [clockText(game.seconds)] : []), ...(game.mistakes === undefined ? [] : [i18n.count("page.win.mistakes.n", game.mistakes)]), i18n.count("page.win.hints.n", game.hints ?? 0)];
    const text = `nonet · ${name}\n${parts.join(" · ")}`;
    const puzzle = isKept(game) ? [] : daily ? [["daily", daily.date], ["grade", daily.grade]] : [["bd", game.puzzle]];
    const race = game.seconds ? [["time", String(game.seconds)], ["replay", game.pace ?? ""]] : [];
    const query = [...puzzle, ...race].filter(([, value]) => value).map((pair) => pair.join("=")).join("&");
    return { text, url: new URL((query && `?${query}`) + (isKept(game) ? location.hash : ""), location.href).href };
  }

  /** The result as a picture: which cells were given, and the text. */
  async #picture() {
    const { pngOf } = await import("../keep/transfer.js");
    const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 100 112", "font-family": "sans-serif", "font-size": 4.6, "text-anchor": "middle" });
    // The security policy permits no style, so colours are attributes.
    const looks = Object.entries({ "<svg": '<svg x="10" y="8" width="80" height="80"', 'class="frame"': 'fill="none" stroke="#1c2430" stroke-width=".1"', 'class="given"': 'fill="#1c2430"', 'class="entry"': 'fill="#9db6f2"' });
    root.innerHTML = `<rect width="100" height="112" fill="#fff"/>${looks.reduce((text, [from, to]) => text.replace(from, to), this.#game ? thumbnailOf(this.#game) : "")}`;
    root.append(...this.#text().text.split("\n").map((line, i) => svg("text", { x: 50, y: 98 + 7 * i, ...(line.length > 36 && { textLength: 92, lengthAdjust: "spacingAndGlyphs" }) }, line)));
    return pngOf(root.outerHTML, "nonet");
  }

  async #share() {
    const { i18n } = this.app;
    const { text, url } = this.#text();
    if (navigator.share) {
      const files = [await this.#picture()];
      // If the person cancels, no message is needed.
      return void navigator.share({ text, url, ...(navigator.canShare?.({ files }) && { files }) }).catch(() => {});
    }
    const all = `${text}\n${url}`;
    this.note(i18n.t((await copied(all)) ? "page.win.shared" : "page.copyByHand", { text: all }));
  }
}
