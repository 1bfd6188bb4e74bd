/**
 * Plays the trace of a search forwards and backwards. No screen and no clock is needed.
 *
 * A trace may have millions of events, so it is fetched in windows. A position is the number of
 * events that have happened, 0 before the first. The depth is the number of current placements.
 * It gives nodes and backtracks, because every other placement was taken back:
 *
 *   position = nodes + backtracks + solutions,  depth = nodes − backtracks
 *
 * @typedef {import("../engine/types.js").Trace} Trace
 * @typedef {Trace["events"][number]} TraceEvent kind is 1 place, 2 undo, 3 solution; cell; digit
 */
import { parseLine, emptyGrid } from "../game/grid.js";

export const PLACE = 1;
export const UNDO = 2;
export const SOLUTION = 3;

/** Events in a window. */
export const WINDOW = 2000;
/** The number of windows kept, so that stepping back and forth over a border fetches nothing. */
const KEPT = 5;

/** @param {string} line */
const gridOf = (line) => parseLine(line) ?? emptyGrid();

export class TracePlayer {
  /** @param {string} puzzle 81 characters @param {(from: number, events: number) => Promise<Trace>} fetchWindow */
  constructor(puzzle, fetchWindow) {
    this.puzzle = gridOf(puzzle);
    this.grid = gridOf(puzzle);
    this.position = 0;
    this.solutions = 0;
    /** The number of events in the whole trace, once known. @type {number | null} */
    this.total = null;
    /** The event that led here, or null at the start. @type {TraceEvent | null} */
    this.last = null;
    this.#fetch = fetchWindow;
  }

  /** @type {(from: number, events: number) => Promise<Trace>} */
  #fetch;
  /** Windows by number: window i holds the events from i × WINDOW. @type {Map<number, Trace | Promise<Trace>>} */
  #windows = new Map();

  get depth() {
    return this.grid.filter(Boolean).length - this.puzzle.filter(Boolean).length;
  }
  get nodes() {
    return (this.position - this.solutions + this.depth) / 2;
  }
  get backtracks() {
    return this.nodes - this.depth;
  }
  get atEnd() {
    return this.total !== null && this.position >= this.total;
  }

  /** A window by its number, fetched if needed. @param {number} number @returns {Promise<Trace>} */
  async #window(number) {
    let window = this.#windows.get(number);
    if (!window) {
      window = this.#fetch(number * WINDOW, WINDOW);
      this.#windows.set(number, window);
      try {
        const trace = await window;
        this.#windows.set(number, trace);
        if (trace.total !== undefined) this.total = trace.total;
        if (trace.done) this.total = trace.from + trace.events.length;
      } catch (error) {
        this.#windows.delete(number);
        throw error;
      }
      const here = Math.floor(this.position / WINDOW);
      for (const other of this.#windows.keys()) {
        if (this.#windows.size > KEPT && Math.abs(other - here) > 1 && other !== number) this.#windows.delete(other);
      }
    }
    return window;
  }

  /** The window of a position, if it was fetched. @param {number} position @returns {Trace | null} */
  #atHand(position) {
    const window = this.#windows.get(Math.floor(position / WINDOW));
    return window && !(window instanceof Promise) ? window : null;
  }

  /** Fetches the window of a position. @param {number} position */
  async load(position) {
    await this.#window(Math.floor(position / WINDOW));
  }

  /** Goes one event forwards, if its window was fetched. @returns {"done" | "end" | "missing"} */
  forward() {
    if (this.atEnd) return "end";
    const window = this.#atHand(this.position);
    if (!window) return "missing";
    const event = window.events[this.position - window.from];
    if (!event) return "end";
    const [kind, cell, digit] = event;
    if (kind === PLACE) this.grid[cell] = digit;
    else if (kind === UNDO) this.grid[cell] = 0;
    else this.solutions++;
    this.position++;
    this.last = event;
    return "done";
  }

  /** Goes one event back, if its window was fetched. @returns {"done" | "end" | "missing"} */
  back() {
    if (this.position === 0) return "end";
    const window = this.#atHand(this.position - 1);
    if (!window) return "missing";
    const [kind, cell, digit] = window.events[this.position - 1 - window.from];
    if (kind === PLACE) this.grid[cell] = 0;
    else if (kind === UNDO) this.grid[cell] = digit;
    else this.solutions--;
    this.position--;
    this.last = this.#atHand(this.position - 1)?.events[this.position - 1 - window.from] ?? null;
    return "done";
  }

  /** Goes to a position, from the start of its window. @param {number} position */
  async seek(position) {
    const to = Math.max(0, Math.min(position, this.total ?? position));
    // The end of a full window is the start of the next, which may not exist, so the window before is used.
    const number = to > 0 && to % WINDOW === 0 ? to / WINDOW - 1 : Math.floor(to / WINDOW);
    const window = await this.#window(number);
    this.grid = gridOf(window.board);
    this.position = window.from;
    this.solutions = 0;
    this.last = null;
    while (this.position < to && this.forward() === "done");
  }
}
