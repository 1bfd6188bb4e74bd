// @ts-check
/**
 * The clock: how long a puzzle has been at work. It runs from the first move
 * until the grid is full, stands while nobody sees the page, and can be stopped
 * by hand; then the board is covered. Times are kept by puzzle.
 */
import { recall, remember } from "../keep/memory.js";
import { byId } from "../text/status.js";

/** Puzzles whose times are kept. */
const KEPT = 50;
/** The time is saved so often, in seconds, beside each time that the page is left. */
const SAVED = 10;

/** A time as 0:00 or 0:00:00. @param {number} seconds */
export function clockText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Clock {
  /** Seconds by puzzle, the latest last. @type {Map<string, number>} */
  #times = new Map();
  /** The puzzle whose time runs or stands. */
  #puzzle = "";
  #paused = false;
  /** When the last whole second was counted, in milliseconds; 0 while the clock stands. */
  #since = 0;
  /** Whether there was a first move, and not yet the last. */
  #moved = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    try {
      const times = JSON.parse(recall("times") ?? "[]");
      for (const [puzzle, seconds] of times) if (/^[1-9.]{81}$/.test(puzzle) && seconds > 0 && seconds < 1e6) this.#times.set(puzzle, Math.floor(seconds));
    } catch {
      // What is not ours is forgotten.
    }
    setInterval(() => this.#tick(), 250);
    document.addEventListener("visibilitychange", () => {
      this.#tick();
      this.#run();
      this.#save();
    });
    addEventListener("pagehide", () => this.#save());
  }

  get paused() {
    return this.#paused;
  }

  get seconds() {
    return this.#times.get(this.#puzzle) ?? 0;
  }

  /** The digits or notes changed: the first move starts the clock, the last one stops it. */
  changed() {
    const { midend } = this.app;
    this.#tick();
    const { opened } = midend.state;
    const done = midend.full && !midend.contradictions.length;
    if (opened !== this.#puzzle) {
      this.#puzzle = opened;
      this.#moved = this.seconds > 0 && !done;
      this.#paused = false;
    } else if (midend.record.moves) {
      this.#moved = !done;
    }
    this.#run();
    this.draw();
  }

  /** Starts or stops counting, as things are. */
  #run() {
    const runs = this.#moved && !this.#paused && !document.hidden && /\d/.test(this.#puzzle);
    this.#since = runs ? this.#since || performance.now() : 0;
  }

  #tick() {
    if (!this.#since) return;
    const passed = Math.floor((performance.now() - this.#since) / 1000);
    if (passed < 1) return;
    this.#since += passed * 1000;
    const seconds = this.seconds + passed;
    this.#times.delete(this.#puzzle);
    this.#times.set(this.#puzzle, seconds);
    if (this.#times.size > KEPT) this.#times.delete(this.#times.keys().next().value ?? "");
    if (seconds % SAVED === 0) this.#save();
    this.draw();
  }

  #save() {
    remember("times", JSON.stringify([...this.#times]));
  }

  /** Stops the clock and covers the board, or goes on. */
  toggle() {
    this.#tick();
    this.#paused = !this.#paused;
    this.#run();
    this.#save();
    this.draw();
    byId(this.#paused ? "paused" : "clock-button").focus({ preventScroll: true });
    this.app.status.announce((i18n) => i18n.t(this.#paused ? "page.paused" : "page.resumed"));
  }

  /** Another tab has no clock. @param {import("../actions.js").Tab} tab */
  shown(tab) {
    if (tab !== "play" && this.#paused) this.toggle();
  }

  translated() {
    this.draw();
  }

  draw() {
    const { i18n } = this.app;
    byId("clock").textContent = clockText(this.seconds);
    const about = i18n.t(this.#paused ? "page.clock.resume" : "page.clock.pause");
    byId("clock-about").textContent = about;
    byId("clock-button").title = about;
    byId("clock-button").querySelector("use")?.setAttribute("href", this.#paused ? "#i-play" : "#i-pause");
    byId("paused").hidden = !this.#paused;
    document.body.toggleAttribute("data-paused", this.#paused);
    byId("board").inert = this.#paused;
  }
}
