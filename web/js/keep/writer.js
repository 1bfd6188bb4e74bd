/**
 * Writes games to the store. Tabs do not overwrite each other: a record has a revision, and a tab
 * with an old revision continues as another game. Games that cannot be written before the page
 * closes are left in localStorage and written at the next start.
 *
 * @typedef {{id: string, rev: number, save: string}} Record
 * @typedef {{current: () => any, capture: (game: any) => void, parted: (game: any) => void, catchUp: (is: any) => unknown, written?: () => void}} Seat
 *   for a current game: capture copies the midend's state into it; parted: another tab continued the game as this one did, and from now on they are two games;
 *   catchUp: another tab continued it, and this one did not
 */
import { forget, recallAll, remember } from "./memory.js";

/** Delay between a move and writing, in milliseconds, so that several moves are written at once. */
const REST = 150;
/** The beginning of localStorage keys of games left behind. */
const JOURNAL = "journal.";

/** An id that no other game has, even in another browser. */
export function newId() {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  return [Date.now(), a, b].map((n) => n.toString(36)).join("-");
}

export class Writer {
  /** @type {Seat[]} */
  seats = [];
  /** Games to be written: true after a move, false if only time has passed. @type {Map<Record, boolean>} */
  #dirty = new Map();
  /** The current writing. @type {Promise<void> | null} */
  #run = null;
  /** The game being written. @type {Record | null} */
  #writing = null;
  #timer = 0;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.write() : this.follow()));
    addEventListener("pagehide", () => this.#leave());
  }

  /** The seat of a game, if it is a current one. @param {Record} game */
  #seatOf(game) {
    return this.seats.find((seat) => seat.current() === game);
  }

  /** Games that are newer in this tab than in the store. */
  get held() {
    return [...(this.#writing ? [this.#writing] : []), ...this.#dirty.keys()];
  }

  /** @param {Record} game @param {boolean} moved whether it is more than time that went on */
  mark(game, moved) {
    this.#dirty.set(game, moved || this.#dirty.get(game) === true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write(), REST);
  }

  /** Writes all unsaved games; resolves when that is done. */
  write() {
    clearTimeout(this.#timer);
    this.#run ??= this.#writeAll().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  async #writeAll() {
    for (const [game, moved] of this.#dirty) {
      this.#dirty.delete(game);
      this.#writing = game;
      this.#seatOf(game)?.capture(game);
      const copy = { ...game, rev: game.rev + 1 };
      const is = /** @type {Record} */ (/** @type {unknown} */ (await this.store.update("games", game.id, (stored) => (stored && stored.rev !== copy.rev - 1 ? null : copy))));
      if (is.rev === copy.rev && is.save === copy.save) {
        game.rev = copy.rev;
        forget(JOURNAL + game.id);
      } else if (moved || this.#dirty.get(game)) {
        Object.assign(game, { id: newId(), rev: 0 });
        this.#dirty.set(game, true);
        this.#seatOf(game)?.parted(game);
      } else this.#seatOf(game)?.catchUp(is);
      this.#seatOf(game)?.written?.();
    }
    this.#writing = null;
  }

  /** Checks whether another tab has continued a current game. */
  async follow() {
    for (const { current, catchUp } of this.seats) {
      const game = current();
      if (!game?.rev) continue;
      const is = await this.store.get("games", game.id);
      if (is && is.rev > game.rev && game === current() && !this.held.length) catchUp(is);
    }
  }

  /** Stops writing a game. @param {Record} game */
  drop(game) {
    this.#dirty.delete(game);
    game.rev = 0;
  }

  /** The page closes, perhaps before the database answers. */
  #leave() {
    // The current write may still succeed or not; this copy gets a later revision either way.
    for (const game of new Set(this.held)) {
      this.#seatOf(game)?.capture(game);
      remember(JOURNAL + game.id, JSON.stringify({ ...game, rev: game.rev + (game === this.#writing ? 2 : 1) }));
    }
    this.write();
  }

  /** Writes the games that were left behind when a page closed. */
  async takeIn() {
    for (const [key, text] of recallAll(JOURNAL)) {
      try {
        const record = JSON.parse(text);
        await this.store.update("games", record.id, (stored) => (stored && stored.rev >= record.rev ? null : record));
      } catch {
        // Entries that nonet did not write are removed.
      }
      forget(key);
    }
  }
}
