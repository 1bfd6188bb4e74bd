/** The clock of the visible game, on any board. It runs from the first move until the puzzle is solved, while the page is seen and the clock is not paused. */
import { Watch, clockText } from "../game/clock.js";
import { byId, hide, write } from "../text/status.js";

/** Parts are told the time at this interval, in seconds, and whenever the page is left. */
const TOLD = 10;

/** Where the board is not seen. @type {readonly import("../actions.js").View[]} */
const UNSEEN = ["home", "learn", "trainer", "place"];

export class Clock {
  #watch = new Watch();
  paused = false;
  /** The game that was paused, or not, and its puzzle. @type {{game?: unknown, opened?: string}} */
  #known = {};

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** The game at work. */
    this.at = app.midend;
    setInterval(() => this.#tick(), 250);
    for (const [target, event] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pagehide"]])) {
      target.addEventListener(event, () => {
        this.#tick();
        this.#run();
        this.#tell();
      });
    }
  }

  get seconds() {
    return this.at.record.seconds;
  }

  /** Whether there is something to do, and somebody sees it. @returns {boolean} */
  get #runs() {
    const { midend, place, play, view } = this.app;
    if (this.at !== midend) return place?.runs ?? false;
    return midend.record.moves > 0 && !["done", "full"].includes(play.end ?? "") && /\d/.test(midend.puzzleLine) && !midend.ui.editGivens && !UNSEEN.includes(view);
  }

  /** To be called after a change: the first move starts the clock, the last one stops it, and another puzzle ends a pause. */
  changed() {
    const { at: game, at: { state: { opened } } } = this;
    const another = game !== this.#known.game || opened !== this.#known.opened;
    if (another) {
      this.paused = false;
      // The time that has passed is not the new puzzle's.
      this.#watch.run(false, 0);
    }
    this.#known = { game, opened };
    this.#tick();
    this.#run();
    if (another) this.drawn();
  }

  won() {
    this.#run();
  }

  /** Starts or stops counting as the current state requires. */
  #run() {
    this.#watch.run(this.#runs && !this.paused && !document.hidden, performance.now());
  }

  #tick() {
    const passed = this.#watch.take(performance.now());
    if (!passed) return;
    this.at.tally("seconds", passed);
    if (this.seconds % TOLD < passed) this.#tell();
    this.drawn();
    this.app.race.drawn();
  }

  #tell() {
    for (const part of this.app.parts) part.ticked?.();
  }

  /** Pauses the clock and covers the board, or resumes. */
  toggle() {
    this.#tick();
    this.paused = !this.paused;
    this.#run();
    this.#tell();
    this.drawn();
    byId(this.paused ? "paused" : "clock-button").focus({ preventScroll: true });
    this.app.status.announce((i18n) => i18n.t(this.paused ? "page.paused" : "page.resumed"));
  }

  /** Stops the time while the game is hidden. */
  shown() {
    const { midend, place } = this.app;
    const at = place?.runs === undefined ? midend : place.game ?? midend;
    if (this.paused && (this.app.tab !== "play" || at !== this.at)) this.toggle();
    this.#tick();
    if (at !== this.at) this.#tell();
    this.at = at;
    this.changed();
  }

  drawn() {
    write(byId("clock"), clockText(this.seconds));
    const about = this.app.i18n.t(this.paused ? "page.clock.resume" : "page.clock.pause");
    write(byId("clock-about"), about);
    const button = byId("clock-button");
    button.title = about;
    const icon = button.querySelector("use");
    const name = this.paused ? "#i-play" : "#i-pause";
    if (icon?.getAttribute("href") !== name) icon?.setAttribute("href", name);
    hide(byId("paused"), !this.paused);
    const board = byId("board");
    if (board.inert === this.paused) return;
    document.body.toggleAttribute("data-paused", this.paused);
    board.inert = this.paused;
  }
}
