// @ts-check
/**
 * The clock of the visible game, on any board. It runs from the first move until the puzzle is
 * solved, and stops while the page is hidden. People can also pause it; then the board is
 * covered. The seconds are stored in the game's record.
 */
import { Watch, clockText } from "../game/clock.js";
import { afterFrame, byId, hide, write } from "../text/status.js";

/** Parts are told the time at this interval, in seconds, and whenever the page is left. */
const TOLD = 10;

/** The views that hide the board. @type {readonly import("../actions.js").View[]} */
const UNSEEN = ["home", "learn", "place"];

/**
 * A game on the clock; key identifies it.
 * @typedef {{key: () => unknown, seconds: () => number, runs: () => boolean, add: (seconds: number) => void}} Timed
 */

export class Clock {
  #watch = new Watch();
  #paused = false;
  /** The key of the game at the last change. @type {unknown} */
  #key = "";

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    const { midend, play } = app;
    /** @type {Timed} */
    this.classic = {
      key: () => midend.state.opened, seconds: () => midend.record.seconds, add: (seconds) => midend.tally("seconds", seconds),
      runs: () => midend.record.moves > 0 && !["done", "full"].includes(play.end ?? "") && /\d/.test(midend.puzzleLine) && !midend.ui.editGivens && !UNSEEN.includes(app.view),
    };
    /** The current game. */
    this.at = this.classic;
    setInterval(() => this.#tick(), 250);
    for (const [target, event] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pagehide"]])) {
      target.addEventListener(event, () => {
        this.#tick();
        this.#run();
        this.#tell();
      });
    }
  }

  get paused() {
    return this.#paused;
  }

  get seconds() {
    return this.at.seconds();
  }

  /** To be called after a change: the first move starts the clock, the last one stops it, and another puzzle ends a pause. */
  changed() {
    const key = this.at.key();
    const another = key !== this.#key;
    if (another) {
      this.#paused = false;
      // The elapsed time does not belong to the new puzzle.
      this.#watch.run(false, 0);
    }
    this.#key = key;
    this.#tick();
    this.#run();
    if (another) this.draw();
    else afterFrame("clock", () => this.draw());
  }

  won() {
    this.#run();
  }

  /** Starts or stops counting as the current state requires. */
  #run() {
    this.#watch.run(this.at.runs() && !this.#paused && !document.hidden, performance.now());
  }

  #tick() {
    const passed = this.#watch.take(performance.now());
    if (!passed) return;
    this.at.add(passed);
    if (this.seconds % TOLD < passed) this.#tell();
    this.draw();
  }

  #tell() {
    for (const part of this.app.parts) part.ticked?.();
  }

  /** Pauses the clock and covers the board, or resumes. */
  toggle() {
    this.#tick();
    this.#paused = !this.#paused;
    this.#run();
    this.#tell();
    this.draw();
    byId(this.#paused ? "paused" : "clock-button").focus({ preventScroll: true });
    this.app.status.announce((i18n) => i18n.t(this.#paused ? "page.paused" : "page.resumed"));
  }

  /** Stops the time while the game is hidden. */
  shown() {
    const at = this.app.place?.timed ?? this.classic;
    if (this.#paused && (this.app.tab !== "play" || at !== this.at)) this.toggle();
    this.#tick();
    if (at !== this.at) this.#tell();
    this.at = at;
    this.changed();
  }

  translated() {
    this.draw();
  }

  draw() {
    const { i18n } = this.app;
    write(byId("clock"), clockText(this.seconds));
    const about = i18n.t(this.#paused ? "page.clock.resume" : "page.clock.pause");
    write(byId("clock-about"), about);
    const button = byId("clock-button");
    button.title = about;
    const icon = button.querySelector("use");
    const name = this.#paused ? "#i-play" : "#i-pause";
    if (icon?.getAttribute("href") !== name) icon?.setAttribute("href", name);
    hide(byId("paused"), !this.#paused);
    const board = byId("board");
    if (board.inert === this.#paused) return;
    document.body.toggleAttribute("data-paused", this.#paused);
    board.inert = this.#paused;
  }
}
