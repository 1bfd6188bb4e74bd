// @ts-check
/**
 * The browser's database, as shelves of records by id:
 *
 *   games   every game, of all rules; see games.js
 *   wins    every puzzle solved, for statistics; it outlives its game
 *   kept    what other parts keep that is too large for memory.js, by name
 *
 * What the browser does not take (it is full, or storage is forbidden) is held
 * in memory until the page is closed, so that nobody's work stops; `trouble`
 * says so, and onTrouble is called when that changes. No other module opens the
 * database.
 *
 * @typedef {"games" | "wins" | "kept"} Shelf
 * @typedef {{id: string} & Record<string, any>} Stored
 * @typedef {"denied" | "full"} Trouble denied: nothing can be kept; full: no more
 */
const NAME = "nonet";
const VERSION = 1;
/** @type {readonly Shelf[]} */
export const SHELVES = ["games", "wins", "kept"];
/** Some browsers never say whether a database opens; after so many milliseconds the answer is no. */
const PATIENCE = 4000;
/** What was denied is asked for again only after so many milliseconds. */
const LATER = 30_000;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const endOf = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });

export class Store {
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** When the browser last denied it, by performance.now(). */
  #denied = -Infinity;
  /** What the browser did not take. @type {Record<Shelf, Map<string, Stored>>} */
  #held = { games: new Map(), wins: new Map(), kept: new Map() };
  /** @type {Trouble | null} */
  #trouble = null;

  /** @param {() => void} [onTrouble] */
  constructor(onTrouble = () => {}) {
    this.onTrouble = onTrouble;
  }

  /** Why records are not kept beyond this page; null where they are. */
  get trouble() {
    return this.#trouble;
  }

  /** @param {Trouble | null} trouble */
  #tell(trouble) {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.onTrouble();
  }

  /** The database; opened again where the browser has closed it. @returns {Promise<IDBDatabase>} */
  #database() {
    if (performance.now() - this.#denied < LATER) return Promise.reject(new DOMException("denied", "SecurityError"));
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = null;
      this.#denied = performance.now();
      this.#tell("denied");
      throw error;
    });
    return this.#opening;
  }

  /** @returns {Promise<IDBDatabase>} */
  async #open() {
    // Where storage is forbidden, even to name it may throw.
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const shelf of SHELVES) if (!request.result.objectStoreNames.contains(shelf)) request.result.createObjectStore(shelf, { keyPath: "id" });
    };
    let late = false;
    const opened = answerOf(request).then((database) => {
      const forget = () => {
        this.#opening = null;
      };
      database.onclose = forget;
      // Another tab has a later version of the page, or deletes what is kept.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      if (late) this.#arrived(database);
      return database;
    });
    opened.catch(() => {});
    const timer = new Promise((_, reject) => setTimeout(() => reject(new DOMException("no answer", "TimeoutError")), PATIENCE));
    return Promise.race([opened, /** @type {Promise<never>} */ (timer)]).catch((error) => {
      late = true;
      throw error;
    });
  }

  /** A database that was given up opens all the same, as after the machine slept. @param {IDBDatabase} database */
  async #arrived(database) {
    if (this.#opening) return database.close();
    this.#opening = Promise.resolve(database);
    this.#denied = -Infinity;
    if (!SHELVES.some((shelf) => this.#held[shelf].size)) this.#tell(null);
    await this.#flush();
  }

  /** Writes what was held, where there is room for it now. */
  async #flush() {
    for (const shelf of SHELVES) for (const record of [...this.#held[shelf].values()]) await this.put(shelf, record);
  }

  /**
   * Runs something in one transaction of one shelf; its answer once all is written.
   * @template T
   * @param {Shelf} shelf @param {IDBTransactionMode} mode
   * @param {(records: IDBObjectStore) => Promise<T> | T} run may await nothing but requests
   * @returns {Promise<T>}
   */
  async #within(shelf, mode, run) {
    const transaction = (await this.#database()).transaction(shelf, mode, { durability: "relaxed" });
    const ended = endOf(transaction);
    try {
      const answer = await run(transaction.objectStore(shelf));
      await ended;
      return answer;
    } catch (error) {
      ended.catch(() => {});
      throw error;
    }
  }

  /** @param {Shelf} shelf @param {string} id @returns {Promise<Stored | undefined>} */
  async get(shelf, id) {
    const held = this.#held[shelf].get(id);
    return held ?? this.#within(shelf, "readonly", (records) => answerOf(records.get(id))).catch(() => undefined);
  }

  /** All records of a shelf, in the order of their ids. @param {Shelf} shelf @returns {Promise<Stored[]>} */
  async all(shelf) {
    const kept = await this.#within(shelf, "readonly", (records) => answerOf(records.getAll())).catch(() => /** @type {Stored[]} */ ([]));
    const held = this.#held[shelf];
    return [...kept.filter(({ id }) => !held.has(id)), ...held.values()];
  }

  /**
   * Changes a record and says what it is then: change is given the record as it
   * is, and returns the one that takes its place, or null to leave it. Nothing
   * happens to the record in between, whatever other tabs do.
   * @param {Shelf} shelf @param {string} id
   * @param {(record: Stored | undefined) => Stored | null} change
   * @returns {Promise<Stored | undefined>}
   */
  async update(shelf, id, change) {
    const held = this.#held[shelf];
    try {
      const answer = await this.#within(shelf, "readwrite", async (records) => {
        const before = held.get(id) ?? (await answerOf(records.get(id)));
        const after = change(before);
        if (after) await answerOf(records.put(after));
        return after ?? before;
      });
      held.delete(id);
      if (SHELVES.every((name) => this.#held[name].size === 0)) this.#tell(null);
      return answer;
    } catch (error) {
      const before = held.get(id) ?? (await this.get(shelf, id));
      const after = change(before);
      if (!after) return before;
      held.set(id, after);
      this.#tell(this.#opening ? "full" : "denied");
      return after;
    }
  }

  /** @param {Shelf} shelf @param {Stored} record */
  put(shelf, record) {
    return this.update(shelf, record.id, () => record);
  }

  /** @param {Shelf} shelf @param {string} id */
  async remove(shelf, id) {
    this.#held[shelf].delete(id);
    await this.#within(shelf, "readwrite", (records) => answerOf(records.delete(id))).catch(() => {});
    // There may be room now for what was held.
    await this.#flush();
  }
}
