/**
 * The browser's database, as shelves of records by id:
 *
 *   games   every game, of all rules; see games.js
 *   wins    every solved puzzle, for statistics; a win stays when its game is deleted
 *   kept    data of other parts that is too large for memory.js, by name
 *
 * Records that the browser refuses (storage is full or forbidden) stay in memory until the page
 * is closed, so that people can go on. Then `trouble` gives the reason, and onTrouble is called
 * when it changes. No other module opens the database.
 *
 * @typedef {"games" | "wins" | "kept"} Shelf
 * @typedef {{id: string} & Record<string, any>} Stored
 * @typedef {"denied" | "full"} Trouble denied: nothing can be stored; full: nothing more can be stored
 */
const NAME = "nonet";
const VERSION = 1;
/** @type {readonly Shelf[]} */
export const SHELVES = ["games", "wins", "kept"];
/** Some browsers never report whether a database opens; after this many milliseconds it counts as failed. */
const PATIENCE = 4000;
/** After a refusal the database is tried again only after this many milliseconds. */
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
  /** The time of the last refusal, by performance.now(). */
  #denied = -Infinity;
  /** The records that the browser refused. @type {Record<Shelf, Map<string, Stored>>} */
  #held = { games: new Map(), wins: new Map(), kept: new Map() };
  /** @type {Trouble | null} */
  #trouble = null;

  /** @param {() => void} [onTrouble] */
  constructor(onTrouble = () => {}) {
    this.onTrouble = onTrouble;
  }

  /** Why records are lost when the page closes; null if they are stored. */
  get trouble() {
    return this.#trouble;
  }

  /** @param {Trouble | null} trouble */
  #tell(trouble) {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.onTrouble();
  }

  /** The database; it is opened again if the browser closed it. @returns {Promise<IDBDatabase>} */
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
    // If storage is forbidden, even reading indexedDB may throw.
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const shelf of SHELVES) if (!request.result.objectStoreNames.contains(shelf)) request.result.createObjectStore(shelf, { keyPath: "id" });
    };
    let late = false;
    const opened = answerOf(request).then((database) => {
      database.onclose = () => (this.#opening = null);
      // Another tab has a newer version of the page, or deletes the data.
      database.onversionchange = () => (database.close(), (this.#opening = null));
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

  /** A database that counted as failed opens late, for example after the machine slept. @param {IDBDatabase} database */
  async #arrived(database) {
    if (this.#opening) return database.close();
    this.#opening = Promise.resolve(database);
    this.#denied = -Infinity;
    if (!SHELVES.some((shelf) => this.#held[shelf].size)) this.#tell(null);
    await this.#flush();
  }

  /** Writes the records held in memory, as far as there is room now. */
  async #flush() {
    for (const shelf of SHELVES) for (const record of [...this.#held[shelf].values()]) await this.put(shelf, record);
  }

  /**
   * Runs a function in one transaction of one shelf. Resolves with its answer once everything is
   * written.
   * @template T
   * @param {Shelf} shelf @param {IDBTransactionMode} mode
   * @param {(records: IDBObjectStore) => Promise<T> | T} run may only await requests of the database
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
   * Changes a record and returns the result. The function change gets the current record, and
   * returns its replacement, or null to leave it. No other tab can change the record in between.
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
    // There may be room now for records held in memory.
    await this.#flush();
  }
}
