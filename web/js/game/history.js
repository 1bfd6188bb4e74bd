// @ts-check
/**
 * The history of a game: its states in order, which of them is now, and
 * bookmarks.
 *
 * A move after an undo cuts what could be redone. A bookmark does not stand in
 * the history but keeps its state apart, so no cut and no end of the history
 * loses it; going back to one is a move as any other, and can be undone.
 * Setting and dropping bookmarks are no moves.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {{state: State, text: string}} Moment text is what led to it, as saved: "" at the beginning
 * @typedef {{id: number, name: string, state: State}} Bookmark
 */
import { Line } from "./line.js";
import { changeOf, shared, stateAfter, stateRead, stateSaved } from "./state.js";

/** How many moves can be undone, and are saved: more than anybody makes, so that only a held key meets the end. */
const MAX_HISTORY = 5000;
/** How many bookmarks are kept; the oldest go first. */
const MAX_BOOKMARKS = 60;
/** How long a bookmark's name may be, in characters. */
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

  /** The moments up to now. */
  get past() {
    return this.moments.slice(0, this.at + 1);
  }

  /** Goes on to another state; false if it is the same. @param {State} next */
  go(next) {
    const state = shared(this.state, next);
    return state !== this.state && this.push({ state, text: JSON.stringify(changeOf(this.state, state)) });
  }

  /** Whether a state is that of now. @param {State} state */
  isNow(state) {
    return shared(state, this.state) === state;
  }

  /** Keeps the state of now; if it is kept already, that bookmark. @param {string} name */
  bookmark(name) {
    const known = this.bookmarks.find(({ state }) => this.isNow(state));
    if (known) return known;
    const bookmark = { id: Math.max(0, ...this.bookmarks.map(({ id }) => id)) + 1, name: name.slice(0, MAX_NAME), state: this.state };
    this.bookmarks = [...this.bookmarks, bookmark].slice(-MAX_BOOKMARKS);
    return bookmark;
  }

  /** Calls a bookmark something else; "" is no name. @param {number} id @param {string} name */
  rename(id, name) {
    this.bookmarks = this.bookmarks.map((bookmark) => (bookmark.id === id ? { ...bookmark, name: name.trim().slice(0, MAX_NAME) } : bookmark));
  }

  /** The first state, what each move changed, and the bookmarks; as members of a JSON object. */
  saved() {
    const [{ state }, ...moves] = this.moments;
    const marked = this.bookmarks.map(({ id, name, state }) => ({ id, name, state: stateSaved(state) }));
    return `"moment":${this.at},"first":${JSON.stringify(stateSaved(state))},"changes":[${moves.map(({ text }) => text)}],"bookmarks":${JSON.stringify(marked)}`;
  }

  /**
   * The history in what was saved. Throws where it is none.
   * @param {import("./grid.js").Board} board @param {any} saved
   */
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
