// @ts-check
/**
 * What writes games. Tabs do not overwrite each other: a record has a
 * revision, and who comes with an old one goes on as another game. What cannot be written any
 * more as the page goes is left in localStorage and taken in later.
 *
 * @typedef {{id: string, rev: number, save: string}} Record
 * @typedef {{current: () => any, capture: (game: any) => void, parted: (game: any) => void, catchUp: (is: any) => unknown, written?: () => void}} Seat
 *   of a game at work: capture takes into it what is played; parted: another tab went on with it as this one did, and from here on they are two;
 *   catchUp: another tab went on with it, and this one did not
 */
import { forget, recallAll, remember } from "./memory.js";

/** So long after a move it is written, in milliseconds: several at once. */
const REST = 150;
/** What keys of games that were left begin with. */
const JOURNAL = "journal.";

/** An id that no other game has, in any browser. */
export function newId() {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  return [Date.now(), a, b].map((n) => n.toString(36)).join("-");
}

export class Writer {
  /** @type {Seat[]} */
  seats = [];
  /** Games to be written: true where somebody moved, false where only time has passed. @type {Map<Record, boolean>} */
  #dirty = new Map();
  /** The writing that goes on. @type {Promise<void> | null} */
  #run = null;
  /** The game that is being written. @type {Record | null} */
  #writing = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.write() : this.follow()));
    addEventListener("pagehide", () => this.#leave());
  }

  /** Where a game is at work. @param {Record} game */
  #seatOf(game) {
    return this.seats.find((seat) => seat.current() === game);
  }

  /** Games of which this tab knows more than the store. */
  get held() {
    return [...(this.#writing ? [this.#writing] : []), ...this.#dirty.keys()];
  }

  /** @param {Record} game @param {boolean} moved whether it is more than time that went on */
  mark(game, moved) {
    this.#dirty.set(game, moved || this.#dirty.get(game) === true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write(), REST);
  }

  /** Writes all there is to be written; resolves when it is. */
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

  /** Another tab may have gone on with a game at work. */
  async follow() {
    for (const { current, catchUp } of this.seats) {
      const game = current();
      if (!game?.rev) continue;
      const is = await this.store.get("games", game.id);
      if (is && is.rev > game.rev && game === current() && !this.held.length) catchUp(is);
    }
  }

  /** Is not to be written any more. @param {Record} game */
  drop(game) {
    this.#dirty.delete(game);
    game.rev = 0;
  }

  /** The page goes, perhaps before the database has answered. */
  #leave() {
    // What is being written may still get there, or not: this comes after it.
    for (const game of new Set(this.held)) {
      this.#seatOf(game)?.capture(game);
      remember(JOURNAL + game.id, JSON.stringify({ ...game, rev: game.rev + (game === this.#writing ? 2 : 1) }));
    }
    this.write();
  }

  /** Takes in what was left as a page went. */
  async takeIn() {
    for (const [key, text] of recallAll(JOURNAL)) {
      try {
        const record = JSON.parse(text);
        await this.store.update("games", record.id, (stored) => (stored && stored.rev >= record.rev ? null : record));
      } catch {
        // What is not ours is forgotten.
      }
      forget(key);
    }
  }
}
