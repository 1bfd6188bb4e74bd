/**
 * Manages games, and makes sure that none is lost. Every opened puzzle is a game with its own
 * history, and is saved from its first moment on. Opening another puzzle leaves the game in the
 * list (list.js), where it can be resumed. writer.js writes the games.
 *
 * @typedef {{date: string, grade: string}} Daily a puzzle of the day
 * @typedef {{id: string, n: number}} Pack a puzzle of a pack, counted from 0
 * @typedef {{source: "daily" | "made" | "other", daily?: Daily, pack?: Pack, solution?: string, rival?: number, replay?: string} & Partial<import("../engine/types.js").Generated>} About
 *   where a puzzle comes from, and what is known about it; solution: the solution that came with it; rival: the time in seconds of the person who sent it, replay: its pace (play/race.js)
 * @typedef {import("../game/midend.js").Summary & {
 *   id: string, rev: number, about: About & {puzzle: string}, line: string, save: string, helped: boolean, pace?: string, started: number, played: number, won: number,
 * }} Game about belongs to the opened puzzle; line has the contents of the cells; helped: a
 * solution was shown; started, played and won are milliseconds since 1970, and won is 0 before a
 * win
 * @typedef {{
 *   id: string, rev: number, puzzle: string, title: string, rows: number, columns: number, rules: string, level?: string, pack?: Pack, about?: About & {puzzle: string}, pace?: string,
 *   save: string, state: "new" | "started" | "solved", line: string, filled: number, total: number, seconds: number, hints?: number, mistakes?: number, helped: boolean,
 *   started: number, played: number, won: number, unknown?: readonly string[], cosmetic?: readonly string[], told?: boolean, original?: string, as?: readonly string[],
 * }} Kept a game of another board or other rules: puzzle is as the operation drawing writes it; rules names its kinds; line has a letter a cell, g for a given, e for an entry, or a dot;
 *   unknown and cosmetic list parts of the original that nonet left out, told is true after the player closed that list; original is the text that was read, if its reading can be corrected, and as has the corrections
 * @typedef {{id: string, puzzle: string, level?: string, hardest?: string, rules?: string, daily?: Daily, pack?: Pack, seconds: number, pace?: string, hints: number, mistakes: number, won: number, day: string}} Win
 *   of a game by the same id; level "rules": a puzzle of other rules, whose member rules names them with the board's size; day is in the person's time zone
 */
import { paced } from "../game/clock.js";
import { recall, remember } from "./memory.js";
import { Store } from "./store.js";
import { Writer, newId } from "./writer.js";

/** The number of made puzzles kept that were never begun. */
const UNBEGUN = 20;
/** Time limit to grade a puzzle that was not made here, in milliseconds. */
export const GRADING = 5000;

/** A day in the person's time zone, such as 2026-11-22. @param {number} [when] */
export function dayOf(when = Date.now()) {
  const date = new Date(when);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** Whether a game has another board or other rules. @param {Game | Kept} game @returns {game is Kept} */
export const isKept = (game) => "rows" in game;

/** What is known about a game's puzzle; nothing if its givens were changed. @param {Game | Kept | undefined} game @returns {About} */
export const aboutOf = (game) => (game?.about?.puzzle === game?.puzzle ? game?.about : undefined) ?? { source: "other" };

/** The pack that a game is of, if it is of one. @param {Game | Kept} game */
export const packOf = (game) => (isKept(game) ? game.pack : aboutOf(game).pack);

/** Whether it is of the puzzle of a day. @param {string} date @param {string} grade @returns {(game: Game | Kept | undefined) => boolean} */
export const isDaily = (date, grade) => (game) => {
  const { daily } = aboutOf(game);
  return daily?.date === date && daily.grade === grade;
};

/** A day as people write it. @param {import("../text/i18n.js").I18n} i18n @param {string} day @param {Intl.DateTimeFormatOptions} how */
export const dayText = (i18n, day, how) => new Intl.DateTimeFormat(i18n.lang, how).format(new Date(`${day}T12:00`));

/** Whether there is anything on the board, or the puzzle is at hand in its own text. @param {Game | Kept} game */
const isEmpty = ({ line }) => !/\d/.test(line);

/** Whether deleting a game would lose something. A made puzzle that was never played can be made again. @param {Game | Kept} game */
const isWorthKeeping = (game) => game.state !== "new" || game.seconds > 0 || (aboutOf(game).source === "other" && !isEmpty(game));

/** The record of a game. @param {import("../game/midend.js").Midend} midend @param {About} about @returns {Game} */
export function gameOf(midend, about) {
  const now = Date.now();
  const { summary } = midend;
  return {
    ...summary,
    id: newId(),
    rev: 0,
    about: { ...about, puzzle: summary.puzzle },
    line: midend.line,
    save: midend.save(),
    helped: false,
    started: now,
    played: now,
    won: 0,
  };
}

export class Games {
  /** The game being played; undefined before the start. @type {Game | undefined} */
  current;
  /** What is known about the puzzle that is being opened. @type {About | null} */
  #next = null;
  /** Whether a saved game is being loaded into the midend. */
  #loading = false;
  /** The message about the store's trouble. @type {import("../text/status.js").Say | null} */
  #told = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.store = new Store(() => this.#tellTrouble());
    this.writer = new Writer(this.store);
    this.writer.seats.push({ current: () => this.current, capture: (game) => this.#capture(game), parted: (game) => this.#parted(game), catchUp: (is) => this.#catchUp(is) });
  }

  /** This tab's version of a game, which may be newer than the store's; otherwise the given one. @template {Game | Kept} G @param {G} game */
  #known(game) {
    const held = [...this.writer.seats.map(({ current }) => current()), ...this.writer.held];
    return /** @type {G} */ (held.find((one) => one?.id === game.id) ?? game);
  }

  // Opening.

  /**
   * Opens a puzzle as a new game, unless it is already open and not played yet.
   * @param {import("../game/grid.js").Grid} grid
   * @param {About} about
   * @param {Parameters<import("../game/midend.js").Midend["open"]>[1]} [extras]
   */
  open(grid, about, extras) {
    const { midend } = this.app;
    if (this.current && midend.isOpen(grid, extras)) {
      midend.show(null);
      return this.learn({ about: { ...about, puzzle: this.current.puzzle } });
    }
    this.#next = about;
    midend.open(grid, extras);
  }

  /** Resumes a saved game; returns false if it cannot be read. @param {Game} game */
  resume(game) {
    const known = this.#known(game);
    if (known === this.current) return true;
    if (!this.#take(known)) return false;
    this.#add(known);
    return true;
  }

  /** Opens a new game from the output of midend.save; returns false if it cannot be read. @param {string} save @param {About} about */
  openSaved(save, about) {
    if (!this.#take({ save })) return false;
    this.#add(gameOf(this.app.midend, about));
    this.keep();
    return true;
  }

  /** Loads a game into the midend. @param {{save: string}} game */
  #take(game) {
    this.#loading = true;
    const taken = this.app.midend.load(game.save);
    this.#loading = false;
    return taken;
  }

  /** Makes a game the one being played. @param {Game} game */
  #add(game) {
    const left = this.current;
    this.current = game;
    this.app.leave("play");
    this.#settle(left);
  }

  /** Remembers the current game. It deletes the game that was left if that loses nothing. @param {Game} [left] */
  #settle(left) {
    const { current } = this;
    if (!current) return;
    if (left && left !== current && !isWorthKeeping(left) && isEmpty(left)) {
      this.remove(left);
    }
    remember("playing", current.id, true);
  }

  // Events of the current game.

  changed() {
    const { midend } = this.app;
    if (this.#loading) return;
    const about = this.#next;
    this.#next = null;
    if (about) this.#add(gameOf(midend, about));
    this.keep();
  }

  viewed() {
    const overlay = this.app.midend.ui.overlay?.kind;
    if (overlay === "solution" || overlay === "best") this.learn({ helped: true });
  }

  /** Records a win by the person's move, unless a solution was shown before or there was nothing to solve. */
  async won() {
    const { app, current, store } = this;
    if (!current || current.helped || current.total === 81 || app.midend.ui.editGivens) return;
    if (app.play.end !== "done") return;
    this.#capture(current);
    const { id, puzzle } = current;
    const { daily, hardest, level, pack } = aboutOf(current);
    const isSeen = () => current === this.current && current.state === "solved";
    const telling = this.celebrate(current, { ...(level ? { level } : {}), ...(hardest ? { hardest } : {}), ...(daily ? { daily } : {}), ...(pack ? { pack } : {}) }, isSeen);
    this.keep();
    const dialog = await telling;
    if (level || !isSeen()) return;
    const graded = await app.status.ask("grade", "page.win.grading", "grade", { puzzle, timeout_ms: GRADING }, { background: true });
    if (!graded?.hodoku) return;
    current.about = { ...current.about, puzzle, level: graded.hodoku.level };
    this.writer.mark(current, true);
    this.writer.write();
    store.update("wins", id, (win) => (win ? { ...win, level: graded.hodoku?.level } : null));
    dialog?.draw();
  }

  /** A person's move solved a puzzle: it counts once, and a dialog tells of it. @param {Game | Kept} game @param {Partial<Win>} about @param {() => boolean} isSeen whether it still is, once the board has been swept */
  async celebrate(game, about, isSeen) {
    const { app, store } = this;
    const { id, puzzle, seconds, hints = 0, mistakes = 0, pace } = game;
    if (!game.won) {
      game.won = Date.now();
      store.put("wins", { id, puzzle, ...about, seconds, pace, hints, mistakes, won: game.won, day: dayOf() });
    }
    const [dialog] = await Promise.all([app.part("win"), app.joy.won()]);
    if (isSeen()) dialog?.open(game);
    return dialog;
  }

  ticked() {
    if (this.current?.seconds !== this.app.midend.record.seconds) this.keep(false);
  }

  /** Adds new facts about the current game. @param {Partial<Game>} facts */
  learn(facts) {
    const { current } = this;
    if (!current || Object.entries(facts).every(([name, fact]) => current[/** @type {keyof Game} */ (name)] === fact)) return;
    Object.assign(current, facts);
    this.keep();
  }

  /** Saves the current game after a change. @param {boolean} [moved] whether it is more than time that went on */
  keep(moved = true) {
    const { current } = this;
    if (!current) return;
    this.#capture(current);
    current.played = Date.now();
    this.writer.mark(current, moved);
    this.#tellTrouble();
  }

  /** Copies the midend's state into the current game. @param {Game} current */
  #capture(current) {
    const { midend, midend: { summary } } = this.app;
    // The grid may be full but wrong; then the game goes on.
    const state = summary.state === "solved" && this.app.play.end !== "done" ? "started" : summary.state;
    Object.assign(current, summary, { state, pace: paced(current.pace, summary), line: midend.line, save: midend.save() });
  }

  // Writing.

  /** @param {Game} game the one at work, which has an id of its own now */
  #parted(game) {
    remember("playing", game.id, true);
    this.app.status.message((i18n) => i18n.t("page.games.parted"));
  }

  /** Loads the current game again after only another tab continued it. @param {Game} is */
  #catchUp(is) {
    const { current } = this;
    if (!current || !this.#take(is)) return;
    Object.assign(current, is);
    this.app.draw();
    this.app.status.message((i18n) => i18n.t("page.games.followed"));
  }

  #tellTrouble() {
    const { app, current, store: { trouble } } = this;
    if (!trouble && this.#told) {
      app.status.dismiss(this.#told);
      this.#told = null;
    }
    // There is nothing to report as long as nothing can be lost.
    if (!trouble || this.#told || !current || current.state === "new") return;
    this.#told = (i18n) => i18n.t(`page.games.${trouble}`);
    app.status.notice(this.#told);
  }

  // The start.

  /** The last game of this tab, or else of any tab; undefined if there is none. @returns {Promise<Game | undefined>} */
  async last() {
    await this.writer.takeIn();
    const id = recall("playing", true);
    const game = id ? /** @type {Game | undefined} */ (await this.store.get("games", id)) : undefined;
    return game ?? this.find(() => true);
  }

  /** All games of all rules, the one played last first. @returns {Promise<(Game | Kept)[]>} */
  async all() {
    const all = /** @type {(Game | Kept)[]} */ (await this.store.all("games"));
    return all.map((game) => this.#known(game)).toSorted((a, b) => b.played - a.played);
  }

  /** The classic game that meets a condition; of several, the one played last. @param {(game: Game) => boolean} isIt @returns {Promise<Game | undefined>} */
  async find(isIt) {
    return /** @type {Game | undefined} */ ((await this.all()).find((game) => !isKept(game) && isIt(game)));
  }

  /** Writes unsaved games, then returns all games. Of the made puzzles never begun it keeps only the last ones. */
  async list() {
    await this.writer.write();
    const games = await this.all();
    const atWork = this.writer.seats.map(({ current }) => current());
    const idle = games.filter((game) => !isWorthKeeping(game) && !atWork.includes(game)).slice(UNBEGUN);
    for (const game of idle) this.remove(game);
    return games.filter((game) => !idle.includes(game));
  }

  /** Deletes a game from the list. The current game goes on, and returns to the list with its next move. @param {Game | Kept} game */
  remove(game) {
    this.writer.drop(game);
    return this.store.remove("games", game.id);
  }

  /** Restores a deleted game. @param {Game | Kept} game */
  restore(game) {
    this.writer.mark(game, true);
    return this.writer.write();
  }
}
