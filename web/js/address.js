// @ts-check
/**
 * The address of what is seen: each view, chapter and puzzle has one behind "#/", so that Back and
 * Forward go where they came from, and a reload or a friend comes to the same.
 *
 *   #/home  #/set  #/target  #/lab
 *   #/learn  #/learn/TECHNIQUE  #/learn/TECHNIQUE/practice
 *   #/daily/DATE/GRADE  #/play/PUZZLE, 81 characters
 *   #puzzle=LETTERS, a puzzle of any rules (keep/link.js)
 *
 * Dialogs have entries of their own (text/dialog.js).
 */
import { TABS } from "./actions.js";
import { parseLine } from "./game/grid.js";
import { aboutOf, isDaily } from "./keep/games.js";
import { dialogOpen, isTravelling } from "./text/dialog.js";

/** Whether what is behind the page's address is one of these. @param {string} hash */
export const isAddress = (hash) => /^#(?:\/|puzzle=)/.test(hash);

export class Address {
  /** Which of the ways that were begun is the last. */
  #turn = 0;
  /** The game of the entry of now. */
  #game = "";
  /** Whether what is shown follows the address, and not the other way round. */
  #follows = true;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** The address of what is shown; null while that is on its way. */
  get #here() {
    const { tab, games, place } = this.app;
    if (place || tab === "learn") return place?.address ?? null;
    if (tab !== "play") return `#/${tab}`;
    const { daily } = aboutOf(games.played);
    if (daily) return `#/daily/${daily.date}/${daily.grade}`;
    const puzzle = games.played?.puzzle ?? "";
    return /[1-9]/.test(puzzle) ? `#/play/${puzzle}` : "#/play";
  }

  /** The page has started: from here on what is shown leads. */
  started() {
    this.#follows = false;
    this.#write(true);
  }

  drawn() {
    this.sync();
  }

  /** What is shown may be another: so is the address then, and what the window is called. */
  sync() {
    this.app.entitle();
    // A dialog's entry is the dialog's; without it the address is looked at again.
    if (!this.#follows && !dialogOpen() && !isTravelling()) this.#write(false);
  }

  /** Whatever is shown until something is done makes one entry. @param {(isWanted: () => boolean) => Promise<unknown>} run asks whether it is still wanted, and nothing else was begun */
  async during(run, replaces = false) {
    const turn = ++this.#turn;
    this.#follows = true;
    try {
      await run(() => turn === this.#turn);
    } finally {
      if (turn === this.#turn) this.#follows = false;
      if (turn === this.#turn && !dialogOpen() && !isTravelling()) this.#write(replaces);
    }
  }

  /** @param {boolean} replaces whether the entry of now is meant */
  #write(replaces) {
    const here = this.#here;
    const { hash } = location;
    const { id = "" } = this.app.place ?? this.app.games.played ?? {};
    if (here === null || here === hash) return;
    // Where givens are edited the puzzle changes, and the place stays. A dialog that closes leaves its entry to what comes.
    const stays = id === this.#game && ["#/play/", "#puzzle="].some((view) => here.startsWith(view) && hash.startsWith(view));
    const leaves = (Number(history.state?.dialogs) || 0) > 0;
    const names = !isAddress(hash) || hash === "#/play";
    history[replaces || stays || leaves || names ? "replaceState" : "pushState"](null, "", `${location.pathname}${location.search}${here}`);
    this.#game = id;
  }

  /** The tab's history went to another entry. @param {boolean} closed and all that did was to close a dialog */
  arrived(closed) {
    const { hash } = location;
    if (closed || !isAddress(hash)) return this.sync();
    if (hash === this.#here) return;
    this.app.status.cancel("make");
    this.during((isWanted) => this.follow(hash, isWanted), true);
  }

  /** Shows what an address names; false where it names nothing. @param {string} address @param {() => boolean} [isWanted] */
  async follow(address, isWanted = () => true) {
    const { app } = this;
    const [, letters] = /^#puzzle=([\w-]+)$/.exec(address) ?? [];
    if (letters) return (await app.part("puzzle"))?.openShared(letters, isWanted) ?? false;
    const [, view, one = "", two = ""] = address.split("/");
    if (view === "daily") {
      app.leave("play");
      app.show("play");
      if (!isDaily(one, two)(app.games.played)) await app.maker.daily(one, two, isWanted);
      return true;
    }
    const tab = TABS.find((name) => name === view);
    if (!tab) return false;
    if (tab !== "set") app.leave(tab);
    app.show(tab);
    if (tab === "play" && one && one !== app.games.played?.puzzle) await this.#open(one, isWanted);
    if (tab !== "learn") return true;
    const lessons = await app.part("lessons");
    await lessons?.resuming;
    if (isWanted()) lessons?.follow(one, two);
    return true;
  }

  /** Opens a puzzle, or goes on with its game. @param {string} puzzle @param {() => boolean} isWanted */
  async #open(puzzle, isWanted) {
    const { games } = this.app;
    await games.write();
    const kept = await games.find((game) => game.puzzle === puzzle);
    const grid = parseLine(puzzle);
    if (!isWanted()) return;
    if (!(kept && games.resume(kept)) && grid) games.open(grid, { source: "other" });
  }
}
