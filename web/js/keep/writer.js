// @ts-check
/**
 * What writes the games of a shelf. Tabs do not overwrite each other: a record has a
 * revision, and who comes with an old one goes on as another game. What cannot be written any
 * more as the page goes is left in localStorage and taken in later.
 *
 * @typedef {{id: string, rev: number, save: string}} Record
 */
import { forget, recallAll, remember } from "./memory.js";

/** So long after a move it is written, in milliseconds: several at once. */
const REST = 150;

/** @template {Record} G */
export class Writer {
  /** Games to be written: true where somebody moved, false where only time has passed. @type {Map<G, boolean>} */
  #dirty = new Map();
  /** The writing that goes on. @type {Promise<void> | null} */
  #run = null;
  /** The game that is being written. @type {G | null} */
  #writing = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("./store.js").Store} store @param {"games" | "kept"} shelf @param {string} journal what keys of games that were left begin with
   * @param {{current: () => G | null | undefined, capture: (game: G) => void, newId: () => string, parted: (game: G) => void, catchUp: (is: G) => unknown, written?: () => void}} of
   *   current: the game at work; capture takes into it what is played; parted: another tab went on with it as this one did, and from here on they are two;
   *   catchUp: another tab went on with it, and this one did not
   */
  constructor(store, shelf, journal, of) {
    this.store = store;
    this.shelf = shelf;
    this.journal = journal;
    this.of = of;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.write() : this.follow()));
    addEventListener("pagehide", () => this.#leave());
  }

  /** Games of which this tab knows more than the store. */
  get held() {
    return [...(this.#writing ? [this.#writing] : []), ...this.#dirty.keys()];
  }

  /** @param {G} game @param {boolean} moved whether it is more than time that went on */
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
      if (game === this.of.current()) this.of.capture(game);
      const copy = { ...game, rev: game.rev + 1 };
      const is = /** @type {G} */ (/** @type {unknown} */ (await this.store.update(this.shelf, game.id, (stored) => (stored && stored.rev !== copy.rev - 1 ? null : copy))));
      if (is.rev === copy.rev && is.save === copy.save) {
        game.rev = copy.rev;
        forget(this.journal + game.id);
      } else if (moved || this.#dirty.get(game)) {
        Object.assign(game, { id: this.of.newId(), rev: 0 });
        this.#dirty.set(game, true);
        if (game === this.of.current()) this.of.parted(game);
      } else if (game === this.of.current()) this.of.catchUp(is);
      this.of.written?.();
    }
    this.#writing = null;
  }

  /** Another tab may have gone on with the game at work. */
  async follow() {
    const current = this.of.current();
    if (!current?.rev) return;
    const is = /** @type {G | undefined} */ (/** @type {unknown} */ (await this.store.get(this.shelf, current.id)));
    if (is && is.rev > current.rev && current === this.of.current() && !this.held.length) this.of.catchUp(is);
  }

  /** Is not to be written any more. @param {G} game */
  drop(game) {
    this.#dirty.delete(game);
    game.rev = 0;
  }

  /** The page goes, perhaps before the database has answered. */
  #leave() {
    // What is being written may still get there, or not: this comes after it.
    for (const game of new Set(this.held)) {
      if (game === this.of.current()) this.of.capture(game);
      remember(this.journal + game.id, JSON.stringify({ ...game, rev: game.rev + (game === this.#writing ? 2 : 1) }));
    }
    this.write();
  }
}

/** Takes in what was left as a page went. @param {import("./store.js").Store} store @param {"games" | "kept"} shelf @param {string} journal @param {(record: any) => boolean} [isOurs] */
export async function takeIn(store, shelf, journal, isOurs = () => true) {
  for (const [key, text] of recallAll(journal)) {
    try {
      const record = JSON.parse(text);
      if (isOurs(record)) await store.update(shelf, record.id, (stored) => (stored && stored.rev >= record.rev ? null : record));
    } catch {
      // What is not ours is forgotten.
    }
    forget(key);
  }
}
