/**
 * The history of a game: its states in order, the index of the current one, and bookmarks.
 *
 * A move after an undo drops the moves that could be redone. A bookmark keeps its state outside
 * the history, so it is never lost with them. Going back to a bookmark is a move, and can be
 * undone. Setting and deleting a bookmark are not moves.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {{state: State, text: string}} Moment text is the saved change that led to it; "" at the beginning
 * @typedef {{id: number, name: string, state: State}} Bookmark
 */
import { Line } from "./line.js";
import { changeOf, shared, stateAfter, stateRead, stateSaved } from "./state.js";

/** The number of moves that can be undone and are saved: more than anybody makes, so only a held key reaches it. */
const MAX_HISTORY = 5000;
/** The number of bookmarks kept; the oldest are dropped first. */
const MAX_BOOKMARKS = 60;
/** The longest name of a bookmark, in characters. */
export const MAX_NAME = 200;

/** @extends {Line<Moment>} */
export class History extends Line {
  /** @type {Bookmark[]} */
  bookmarks = [];

  /** @param {State} first */
  constructor(first) {
    super({ state: first, text: "" }, MAX_HISTORY);
  }

  get state() {
    return this.now.state;
  }

  /** The moments up to the current one. */
  get past() {
    return this.moments.slice(0, this.at + 1);
  }

  /** Adds a state; returns false if it equals the current one. @param {State} next */
  go(next) {
    const state = shared(this.state, next);
    return state !== this.state && this.push({ state, text: JSON.stringify(changeOf(this.state, state)) });
  }

  /** Whether a state is the current one. @param {State} state */
  isNow(state) {
    return shared(state, this.state) === state;
  }

  /** Bookmarks the current state, or returns the bookmark that already has it. @param {string} name */
  bookmark(name) {
    const known = this.bookmarks.find(({ state }) => this.isNow(state));
    if (known) return known;
    const bookmark = { id: Math.max(0, ...this.bookmarks.map(({ id }) => id)) + 1, name: name.slice(0, MAX_NAME), state: this.state };
    this.bookmarks = [...this.bookmarks, bookmark].slice(-MAX_BOOKMARKS);
    return bookmark;
  }

  /** Renames a bookmark; "" leaves it without a name. @param {number} id @param {string} name */
  rename(id, name) {
    this.bookmarks = this.bookmarks.map((bookmark) => (bookmark.id === id ? { ...bookmark, name: name.trim().slice(0, MAX_NAME) } : bookmark));
  }

  /** The first state, what each move changed, and the bookmarks; as members of a JSON object. */
  saved() {
    const [{ state }, ...moves] = this.moments;
    const marked = this.bookmarks.map(({ id, name, state }) => ({ id, name, state: stateSaved(state) }));
    return `"moment":${this.at},"first":${JSON.stringify(stateSaved(state))},"changes":[${moves.map(({ text }) => text)}],"bookmarks":${JSON.stringify(marked)}`;
  }

  /** Reads a saved history. Throws if it is not valid. @param {import("./grid.js").Board} board @param {any} saved */
  static read(board, saved) {
    if (saved.version !== 3) throw new Error("another version");
    const history = new History(stateRead(board, saved.first));
    for (const change of saved.changes) {
      const { state: before } = history.moments[history.moments.length - 1];
      const state = stateAfter(board, before, change);
      history.moments.push({ state, text: JSON.stringify(changeOf(before, state)) });
    }
    if (!Number.isInteger(saved.moment) || !history.moments[saved.moment]) throw new Error("no moment");
    history.at = saved.moment;
    for (const { id, name, state } of saved.bookmarks ?? []) {
      if (!Number.isInteger(id) || id < 1 || typeof name !== "string") throw new Error("not a bookmark");
      history.bookmarks.push({ id, name: name.slice(0, MAX_NAME), state: stateRead(board, state) });
    }
    return history;
  }
}
