/**
 * The dialog of games. It lists all games, the one played last first. People can resume, search,
 * delete and restore games, and save everything the browser keeps as a file (transfer.js).
 */
import { LEVELS } from "../play/maker.js";
import { icon } from "../text/dialog.js";
import { Dialog } from "../text/late.js";
import { byId, click, clickIn, input, make, showText, span, takesFile } from "../text/status.js";
import { dayOf } from "./games.js";
import { goOn, levelOf, nameOf, progressOf, textsOf, thumbnailOf } from "./shown.js";

/** @typedef {import("./games.js").Game} Game @typedef {import("./games.js").Kept} Kept */

/** Rows that are drawn at once; more when asked for. */
const ROWS = 60;

export class List extends Dialog {
  /** @type {(Game | Kept)[]} */
  #games = [];
  /** The games deleted since the dialog opened. @type {Set<Game | Kept>} */
  #deleted = new Set();
  #most = ROWS;
  /** @type {import("../text/status.js").Say | null} */
  #told = null;

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "games", html);
    for (const id of ["games-find", "games-filter", "games-sort"]) byId(id).addEventListener("input", () => this.draw());
    click("games-more", () => {
      const at = this.#most;
      this.#most += ROWS;
      this.draw();
      /** @type {HTMLElement | undefined} */ (this.dialog.querySelectorAll(".game")[at])?.focus();
    });
    clickIn(byId("games-list"), (button) => this.#pressed(button));
    click("data-export", async () => {
      const { exported, keepFile } = await import("./transfer.js");
      await app.games.writer.write();
      keepFile(new File([await exported(app.games.store)], `nonet-${dayOf()}.json`, { type: "application/json" }));
      this.#tell((i18n) => i18n.count("page.data.exported", this.#games.length - this.#deleted.size));
    });
    takesFile("data-import", (file) => this.#import(file));
  }

  async open() {
    this.#games = await this.app.games.list();
    this.#deleted.clear();
    this.#most = ROWS;
    this.#told = null;
    this.draw();
    this.show();
    /** @type {HTMLElement | null} */ (this.dialog.querySelector(".game"))?.focus();
  }

  /** The games that match the search, in order. */
  #found() {
    const { i18n } = this.app;
    const value = (/** @type {string} */ id) => input(id).value;
    const words = value("games-find").toLowerCase().split(/\s+/).filter(Boolean);
    const filter = value("games-filter");
    const rank = (/** @type {Game | Kept} */ game) => LEVELS.indexOf(levelOf(game));
    /** @type {Record<string, (a: Game | Kept, b: Game | Kept) => number>} */
    const orders = {
      played: () => 0,
      grade: (a, b) => rank(a) - rank(b),
      progress: (a, b) => b.filled / b.total - a.filled / a.total,
      seconds: (a, b) => a.seconds - b.seconds,
    };
    return this.#games
      .filter((game) => filter === "all" || (filter === "solved") === (game.state === "solved"))
      .filter((game) => {
        const level = levelOf(game);
        const text = `${nameOf(i18n, game)} ${level && i18n.t(`explain.level.${level}`)} ${progressOf(i18n, game)} ${game.puzzle}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .toSorted(orders[value("games-sort")] ?? orders.played);
  }

  draw() {
    const { i18n, games: { store: { trouble } } } = this.app;
    showText("games-trouble", trouble ? i18n.t(`page.games.${trouble}`) : "");
    const found = this.#found();
    byId("games-count").textContent = this.#games.length ? i18n.count("page.games.count", found.filter((game) => !this.#deleted.has(game)).length) : i18n.t("page.games.none");
    byId("games-list").replaceChildren(...found.slice(0, this.#most).map((game) => this.#row(game)));
    byId("games-more").hidden = found.length <= this.#most;
    byId("data-told").textContent = this.#told?.(i18n) ?? "";
  }

  /** @param {Game | Kept} game */
  #row(game) {
    const { i18n, games, place } = this.app;
    const row = make("li", { "data-game": game.id });
    const name = nameOf(i18n, game);
    if (this.#deleted.has(game)) {
      row.className = "deleted";
      row.append(make("span", {}, i18n.t("page.games.deleted", { name })), make("button", { "data-does": "restore" }, i18n.t("page.games.restore")));
      return row;
    }
    const time = new Intl.DateTimeFormat(i18n.lang, { timeStyle: "short", ...(dayOf() === dayOf(game.played) ? {} : { dateStyle: "medium" }) }).format(new Date(game.played));
    const played = i18n.t(game.id === (place ?? games.current)?.id ? "page.games.current" : "page.games.played", { time });
    const resume = make("button", { className: "quiet game", "data-does": "resume", innerHTML: thumbnailOf(game) }, textsOf(span("game-name", name), span("game-progress", progressOf(i18n, game)), span("game-played hint", played)));
    const title = i18n.t("page.games.delete", { name });
    row.append(resume, make("button", { className: "quiet icon", "data-does": "delete", "aria-label": title, title, innerHTML: icon("erase") }));
    return row;
  }

  /** @param {HTMLButtonElement} button */
  async #pressed(button) {
    const id = button.closest("li")?.dataset.game;
    const game = this.#games.find((one) => one.id === id);
    if (!game) return;
    const { games, status } = this.app;
    switch (button.dataset.does) {
      case "resume":
        this.dialog.close();
        if (await goOn(this.app, game)) status.message((i18n) => i18n.t("page.games.resumed", { name: nameOf(i18n, game) }));
        return;
      case "delete":
        this.#deleted.add(game);
        await games.remove(game);
        break;
      case "restore":
        this.#deleted.delete(game);
        await games.restore(game);
    }
    this.draw();
    /** @type {HTMLElement | null} */ (this.dialog.querySelector(`[data-game="${game.id}"] button`))?.focus();
  }

  // Everything as a file.

  /** @param {File} file */
  async #import(file) {
    const { games } = this.app;
    const { Unreadable, takeIn } = await import("./transfer.js");
    try {
      const { games: fresh, wins, same, unreadable } = await takeIn(games.store, await file.text());
      this.#games = await games.list();
      this.#tell((i18n) => {
        const first = i18n.t("page.data.imported", { games: fresh, wins, same });
        return unreadable ? i18n.t("page.sentences", { first, second: i18n.count("page.data.unreadable", unreadable) }) : first;
      });
    } catch (error) {
      this.#tell((i18n) => i18n.t(error instanceof Unreadable ? error.message : "page.import.unreadable", { name: file.name }));
    }
  }

  /** @param {import("../text/status.js").Say} say */
  #tell(say) {
    this.#told = say;
    this.draw();
  }
}
