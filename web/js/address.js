/**
 * The page's address: each view, chapter and puzzle has its own after "#/". So Back and Forward
 * work, and a reload or a shared link opens the same view.
 * docs/PAGE.md lists the addresses. Dialogs have entries of their own (text/dialog.js).
 */
import { TABS } from "./actions.js";
import { parseLine } from "./game/grid.js";
import { aboutOf, isDaily } from "./keep/games.js";
import { dialogOpen, isTravelling } from "./text/dialog.js";

/** Whether a hash is such an address. @param {string} hash */
export const isAddress = (hash) => /^#(?:\/|puzzle=)/.test(hash);

export class Address {
  /** The number of the latest navigation. */
  #turn = 0;
  /** The game of the current history entry. */
  #game = "";
  /** Whether the view follows the address now, not the address the view. */
  #follows = true;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** The address of the current view; null while the view is loading. */
  get #here() {
    const { tab, games, place } = this.app;
    if (place || tab === "learn") return place?.address ?? null;
    if (tab !== "play") return `#/${tab}`;
    const { daily } = aboutOf(games.current);
    if (daily) return `#/daily/${daily.date}/${daily.grade}`;
    const puzzle = games.current?.puzzle ?? "";
    return /[1-9]/.test(puzzle) ? `#/play/${puzzle}` : "#/play";
  }

  /** To be called once the page has started: from now on the address follows the view. */
  started() {
    this.#follows = false;
    this.#write(true);
  }

  /** Updates the address and the window's title after the view may have changed. */
  drawn() {
    this.app.entitle();
    // An open dialog has its own entry. After it closes, this runs again.
    if (!this.#follows && !dialogOpen() && !isTravelling()) this.#write(false);
  }

  /** Runs something that may show several views, and makes one history entry for all. @param {(isWanted: () => boolean) => Promise<unknown>} run can ask whether it is still wanted, because nothing else has begun */
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
    const { id = "" } = this.app.place ?? this.app.games.current ?? {};
    if (here === null || here === hash) return;
    // Editing givens changes the puzzle but needs no new entry. A dialog that closes leaves its entry to the next view.
    const stays = id === this.#game && ["#/play/", "#puzzle="].some((view) => here.startsWith(view) && hash.startsWith(view));
    const leaves = (Number(history.state?.dialogs) || 0) > 0;
    const names = !isAddress(hash) || hash === "#/play";
    history[replaces || stays || leaves || names ? "replaceState" : "pushState"](null, "", `${location.pathname}${location.search}${here}`);
    this.#game = id;
  }

  /** To be called when the history went to another entry. @param {boolean} closed whether that only closed a dialog */
  arrived(closed) {
    const { hash } = location;
    if (closed || !isAddress(hash)) return this.drawn();
    if (hash === this.#here) return;
    this.app.status.cancel("make");
    this.during((isWanted) => this.follow(hash, isWanted), true);
  }

  /** Opens the view of an address; returns false if the address is unknown. @param {string} address @param {() => boolean} [isWanted] */
  async follow(address, isWanted = () => true) {
    const { app } = this;
    const [, letters] = /^#puzzle=([\w-]+)$/.exec(address) ?? [];
    if (letters) return (await app.part("puzzle"))?.openShared(letters, isWanted) ?? false;
    const [, view, one = "", two = ""] = address.split("/");
    if (view === "daily") {
      app.leave("play");
      app.show("play");
      if (!isDaily(one, two)(app.games.current)) await app.maker.daily(one, two, isWanted);
      return true;
    }
    const tab = TABS.find((name) => name === view);
    if (!tab) return false;
    if (tab !== "set") app.leave(tab);
    app.show(tab);
    if (tab === "play" && one && one !== app.games.current?.puzzle) await this.#open(one, isWanted);
    if (tab !== "learn") return true;
    const lessons = await app.part("lessons");
    await lessons?.resuming;
    if (isWanted()) lessons?.follow(one, two);
    return true;
  }

  /** Opens a puzzle, or resumes its game. @param {string} puzzle @param {() => boolean} isWanted */
  async #open(puzzle, isWanted) {
    const { games } = this.app;
    await games.writer.write();
    const kept = await games.find((game) => game.puzzle === puzzle);
    const grid = parseLine(puzzle);
    if (!isWanted()) return;
    if (!(kept && games.resume(kept)) && grid) games.open(grid, { source: "other" });
  }
}
