// @ts-check
/**
 * Games: which one is at work, and that none is lost. Every puzzle opened is a
 * game of its own with its own history, kept from its first moment on; opening
 * another leaves it in the list (list.js), from which it can be taken up again.
 * writer.js writes them.
 *
 * @typedef {{date: string, grade: string}} Daily a puzzle of the day
 * @typedef {{id: string, n: number}} Pack a puzzle of a pack, counted from 0
 * @typedef {{source: "daily" | "made" | "other", daily?: Daily, pack?: Pack, solution?: string, rival?: number} & Partial<import("../engine/types.js").Generated>} About
 *   where a puzzle comes from, and what is known of it; solution: what came with it; rival: in how many seconds it was solved by who sent it
 * @typedef {import("../game/midend.js").Summary & {
 *   id: string, rev: number, about: About & {puzzle: string}, line: string, save: string, helped: boolean, started: number, played: number, won: number,
 * }} Game about is of the puzzle that was opened; line is what the cells hold; helped: a solution was shown; started, played and won are
 *   milliseconds since 1970, won 0 before
 * @typedef {{
 *   id: string, rev: number, puzzle: string, title: string, rows: number, columns: number, rules: string, level?: string, about?: undefined,
 *   save: string, state: "new" | "started" | "solved", line: string, filled: number, total: number, seconds: number, hints?: number, mistakes?: number, helped: boolean,
 *   started: number, played: number, won: number, unknown?: readonly string[], cosmetic?: readonly string[], told?: boolean, original?: string, as?: readonly string[],
 * }} Kept a game of another board or other rules: puzzle is as the operation drawing writes it; rules names its kinds; line has a letter a cell, g for a given, e for an entry, or a dot;
 *   unknown and cosmetic are what the original had besides, told whether the player has closed the list of it; original is the text that was read, where its
 *   reading can be corrected, as the corrections
 * @typedef {{id: string, puzzle: string, level?: string, rules?: string, daily?: Daily, pack?: Pack, seconds: number, hints: number, mistakes: number, won: number, day: string}} Win
 *   of a game by the same id; level "rules": of one of other rules, which rules names with the board's size; day is the person's calendar's
 */
import { emptyGrid } from "../game/grid.js";
import { recall, remember } from "./memory.js";
import { Store } from "./store.js";
import { Writer, newId } from "./writer.js";

/** How many puzzles that were made and not begun are kept. */
const UNBEGUN = 20;
/** Time allowed for the grade of a puzzle that was not made here, in milliseconds. */
const GRADING = 5000;

/** A day as the calendar of the person's place has it, such as 2026-11-22. @param {number} [when] */
export function dayOf(when = Date.now()) {
  const date = new Date(when);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** Whether it is of another board or other rules. @param {Game | Kept} game @returns {game is Kept} */
export const isKept = (game) => "rows" in game;

/** What is known of a game's puzzle; nothing of one whose givens were changed. @param {Game | Kept | undefined} game @returns {About} */
export const aboutOf = (game) => (game?.about?.puzzle === game?.puzzle ? game?.about : undefined) ?? { source: "other" };

/** Whether it is of the puzzle of a day. @param {string} date @param {string} grade @returns {(game: Game | Kept | undefined) => boolean} */
export const isDaily = (date, grade) => (game) => {
  const { daily } = aboutOf(game);
  return daily?.date === date && daily.grade === grade;
};

/** A day as people write it. @param {import("../text/i18n.js").I18n} i18n @param {string} day @param {Intl.DateTimeFormatOptions} how */
export const dayText = (i18n, day, how) => new Intl.DateTimeFormat(i18n.lang, how).format(new Date(`${day}T12:00`));

/** Whether there is anything on the board, or the puzzle is at hand in its own text. @param {Game | Kept} game */
const isEmpty = ({ line }) => !/\d/.test(line);

/** Whether something would be lost with a game; a puzzle that was made and not played can be made again. @param {Game | Kept} game */
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
  /** The game that is played; none before the start. @type {Game | undefined} */
  played;
  /** What is said of the next puzzle opened. @type {About} */
  #next = { source: "other" };
  /** How many openings of the midend are known. */
  #openings = 0;
  /** A kept game is on its way into the midend. */
  #loading = false;
  /** Once begun: games of other rules move to the shelf of all games. @type {Promise<void> | null} */
  #moved = null;
  /** What was said of the store's trouble. @type {import("../text/status.js").Say | null} */
  #told = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.store = new Store(() => this.#tellTrouble());
    this.writer = new Writer(this.store);
    this.writer.seats.push({ current: () => this.current, capture: (game) => this.#capture(game), parted: (game) => this.#parted(game), catchUp: (is) => this.#catchUp(is) });
  }

  /** The game at work; none before the start. @returns {Game | undefined} */
  get current() {
    return this.played;
  }

  /** A game as this tab has it, which may know more than the store; else as it is given. @template {Game | Kept} G @param {G} game */
  #known(game) {
    const held = [...this.writer.seats.map(({ current }) => current()), ...this.writer.held];
    return /** @type {G} */ (held.find((one) => one?.id === game.id) ?? game);
  }

  // Opening.

  /**
   * Opens a puzzle as a new game, unless it is open already and nothing of it is played.
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
    this.#next = { source: "other" };
  }

  /** An empty grid, until there is a puzzle. */
  openNothing() {
    this.open(emptyGrid(), { source: "made" });
  }

  /** Goes on with a kept game; false if it cannot be read. @param {Game} game */
  resume(game) {
    const known = this.#known(game);
    if (known === this.current) return true;
    if (!this.#take(known)) return false;
    this.#add(known);
    return true;
  }

  /** Opens a new game from what midend.save wrote; false if it cannot be read. @param {string} save @param {About} about */
  openSaved(save, about) {
    if (!this.#take({ save })) return false;
    this.#add(gameOf(this.app.midend, about));
    this.#mark(true);
    return true;
  }

  /** Puts a game into the midend. @param {{save: string}} game */
  #take(game) {
    this.#loading = true;
    const taken = this.app.midend.load(game.save);
    this.#openings = this.app.midend.openings;
    this.#loading = false;
    return taken;
  }

  /** Another game is played. @param {Game} game */
  #add(game) {
    const left = this.current;
    this.played = game;
    this.app.leave("play");
    this.#settle(left);
  }

  /** Another game is at work. @param {Game} [left] */
  #settle(left) {
    const { current } = this;
    if (!current) return;
    if (left && left !== current && !isWorthKeeping(left) && isEmpty(left)) {
      this.remove(left);
    }
    remember("playing", current.id, true);
    this.app.draw();
  }

  // What happens to the game at work.

  changed() {
    const { midend } = this.app;
    if (this.#loading) return;
    if (midend.openings === this.#openings) return this.#mark(true);
    this.#openings = midend.openings;
    this.#add(gameOf(midend, this.#next));
    this.#mark(true);
  }

  viewed() {
    const overlay = this.app.midend.ui.overlay?.kind;
    if (overlay === "solution" || overlay === "best") this.learn({ helped: true });
  }

  /** The person's move solved the puzzle: it counts, unless a solution was shown before or there was nothing to solve. */
  async won() {
    const { app, current, store } = this;
    if (!current || current.helped || current.total === 81 || app.midend.ui.editGivens) return;
    if (app.play.end !== "done") return;
    this.#capture(current);
    const { id, puzzle } = current;
    const { daily, level, pack } = aboutOf(current);
    const isSeen = () => current === this.current && current.state === "solved";
    const telling = this.celebrate(current, { ...(level ? { level } : {}), ...(daily ? { daily } : {}), ...(pack ? { pack } : {}) }, isSeen);
    this.#mark(true);
    const dialog = await telling;
    if (level || !isSeen()) return;
    const graded = await app.status.run("grade", (i18n) => i18n.t("page.win.grading"), (signal) => app.api.ask("grade", { puzzle, timeout_ms: GRADING }, signal), { background: true });
    if (!graded?.hodoku) return;
    current.about = { ...current.about, puzzle, level: graded.hodoku.level };
    this.writer.mark(current, true);
    this.write();
    store.update("wins", id, (win) => (win ? { ...win, level: graded.hodoku?.level } : null));
    dialog?.draw();
  }

  /** A person's move solved a puzzle: it counts once, and a dialog tells of it. @param {Game | Kept} game @param {Partial<Win>} about @param {() => boolean} isSeen whether it still is, once the board has been swept */
  async celebrate(game, about, isSeen) {
    const { app, store } = this;
    const { id, puzzle, seconds, hints = 0, mistakes = 0 } = game;
    if (!game.won) {
      game.won = Date.now();
      store.put("wins", { id, puzzle, ...about, seconds, hints, mistakes, won: game.won, day: dayOf() });
    }
    const [dialog] = await Promise.all([app.part("win"), app.joy.won()]);
    if (isSeen()) dialog?.open(game);
    return dialog;
  }

  ticked() {
    if (this.current?.seconds !== this.app.midend.record.seconds) this.#mark(false);
  }

  /** What became known of the game at work. @param {Partial<Game>} facts */
  learn(facts) {
    const { current } = this;
    if (!current || Object.entries(facts).every(([name, fact]) => current[/** @type {keyof Game} */ (name)] === fact)) return;
    Object.assign(current, facts);
    this.#mark(true);
  }

  /** Keeps what is no move: a bookmark set, named or dropped. */
  keep() {
    this.#mark(true);
  }

  /** @param {boolean} moved whether it is more than time that went on */
  #mark(moved) {
    const { current } = this;
    if (!current) return;
    this.#capture(current);
    current.played = Date.now();
    this.writer.mark(current, moved);
    this.#tellTrouble();
  }

  /** The game at work as it is. @param {Game} current */
  #capture(current) {
    const { midend } = this.app;
    const { summary } = midend;
    // Full, and yet not the solution: there is something to do.
    const state = summary.state === "solved" && this.app.play.end !== "done" ? "started" : summary.state;
    Object.assign(current, summary, { state, line: midend.line, save: midend.save() });
  }

  // Writing.

  /** Writes all there is to be written; resolves when it is. */
  write() {
    return this.writer.write();
  }

  /** @param {Game} game the one at work, which has an id of its own now */
  #parted(game) {
    remember("playing", game.id, true);
    this.app.status.message((i18n) => i18n.t("page.games.parted"));
  }

  /** Another tab has gone on with the game at work, and this one has not. @param {Game} is */
  #catchUp(is) {
    const { current } = this;
    if (!current || !this.#take(is)) return;
    Object.assign(current, is);
    this.app.draw();
    this.app.status.message((i18n) => i18n.t("page.games.followed"));
  }

  #tellTrouble() {
    const { app, current } = this;
    const { trouble } = this.store;
    if (!trouble && this.#told) {
      app.status.dismiss(this.#told);
      this.#told = null;
    }
    // Before there is something to lose there is nothing to say.
    if (!trouble || this.#told || !current || current.state === "new") return;
    this.#told = (i18n) => i18n.t(`page.games.${trouble}`);
    app.status.notice(this.#told);
  }

  // The start.

  /** The game that this tab, or else the last one, was at; nothing if there is none. @returns {Promise<Game | undefined>} */
  async last() {
    await this.writer.takeIn();
    const id = recall("playing", true);
    const game = id ? /** @type {Game | undefined} */ (await this.store.get("games", id)) : undefined;
    return game ?? this.find(() => true);
  }

  /** Pages of before had the games of other rules on another shelf. */
  async #moveOver() {
    for (const game of await this.store.all("kept")) {
      if (!game.id.startsWith("field:")) continue;
      await this.store.put("games", game);
      await this.store.remove("kept", game.id);
    }
  }

  /** All games, of all rules, the one played last first. @returns {Promise<(Game | Kept)[]>} */
  async all() {
    await (this.#moved ??= this.#moveOver());
    const all = /** @type {(Game | Kept)[]} */ (await this.store.all("games"));
    return all.map((game) => this.#known(game)).toSorted((a, b) => b.played - a.played);
  }

  /** The game of the classic board that is so, of several the one played last. @param {(game: Game) => boolean} isIt @returns {Promise<Game | undefined>} */
  async find(isIt) {
    return /** @type {Game | undefined} */ ((await this.all()).find((game) => !isKept(game) && isIt(game)));
  }

  /** All games, written before; forgets puzzles that were made and not begun, but for the last ones. */
  async list() {
    await this.write();
    const games = await this.all();
    const atWork = this.writer.seats.map(({ current }) => current());
    const idle = games.filter((game) => !isWorthKeeping(game) && !atWork.includes(game)).slice(UNBEGUN);
    for (const game of idle) this.remove(game);
    return games.filter((game) => !idle.includes(game));
  }

  /** Takes a game out of the list; the one at work goes on, and comes back with its next move. @param {Game | Kept} game */
  remove(game) {
    this.writer.drop(game);
    return this.store.remove("games", game.id);
  }

  /** Puts back a game that was taken out. @param {Game | Kept} game */
  restore(game) {
    this.writer.mark(game, true);
    return this.write();
  }
}
