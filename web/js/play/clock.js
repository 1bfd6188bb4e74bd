// @ts-check
/**
 * The clock: how long a puzzle has been at work. It runs from the first move
 * until the puzzle is solved, stands while nobody sees the page, and can be
 * stopped by hand; then the board is covered. The seconds are in the game's record.
 */
import { Watch, clockText } from "../game/clock.js";
import { afterFrame, byId, hide, write } from "../text/status.js";

/** Parts hear of the time so often, in seconds, beside each time that the page is left. */
const TOLD = 10;

/** Where the game's board is not seen. @type {readonly import("../actions.js").View[]} */
const UNSEEN = ["home", "learn", "place"];

export class Clock {
  #watch = new Watch();
  #paused = false;
  /** The puzzle that was paused, or not. */
  #puzzle = "";

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    setInterval(() => this.#tick(), 250);
    document.addEventListener("visibilitychange", () => {
      this.#tick();
      this.#run();
      this.#tell();
    });
    addEventListener("pagehide", () => this.#tell());
  }

  get paused() {
    return this.#paused;
  }

  get seconds() {
    return this.app.midend.record.seconds;
  }

  /** The game changed: the first move starts the clock, the last one stops it, another puzzle ends a pause. */
  changed() {
    const { opened } = this.app.midend.state;
    const another = opened !== this.#puzzle;
    if (another) {
      this.#paused = false;
      // The time that has passed is not the new puzzle's.
      this.#watch.run(false, 0);
    }
    this.#puzzle = opened;
    this.#tick();
    this.#run();
    if (another) this.draw();
    else afterFrame("clock", () => this.draw());
  }

  won() {
    this.#run();
  }

  /** Starts or stops counting, as things are. */
  #run() {
    const { midend } = this.app;
    const begun = midend.record.moves > 0 && !["done", "full"].includes(this.app.play.end ?? "") && /\d/.test(midend.puzzleLine);
    this.#watch.run(begun && !midend.ui.editGivens && !this.#paused && !document.hidden && !UNSEEN.includes(this.app.view), performance.now());
  }

  #tick() {
    const passed = this.#watch.take(performance.now());
    if (!passed) return;
    this.app.midend.tally("seconds", passed);
    if (this.seconds % TOLD < passed) this.#tell();
    this.draw();
  }

  #tell() {
    for (const part of this.app.parts) part.ticked?.();
  }

  /** Stops the clock and covers the board, or goes on. */
  toggle() {
    this.#tick();
    this.#paused = !this.#paused;
    this.#run();
    this.#tell();
    this.draw();
    byId(this.#paused ? "paused" : "clock-button").focus({ preventScroll: true });
    this.app.status.announce((i18n) => i18n.t(this.#paused ? "page.paused" : "page.resumed"));
  }

  /** Where the game is not seen, its time stands. */
  shown() {
    if (this.app.view !== "play" && this.#paused) this.toggle();
    this.#tick();
    this.#run();
  }

  translated() {
    this.draw();
  }

  draw() {
    const { i18n } = this.app;
    write(byId("clock"), clockText(this.seconds));
    const about = i18n.t(this.#paused ? "page.clock.resume" : "page.clock.pause");
    write(byId("clock-about"), about);
    byId("clock-button").title = about;
    const icon = byId("clock-button").querySelector("use");
    const name = this.#paused ? "#i-play" : "#i-pause";
    if (icon?.getAttribute("href") !== name) icon?.setAttribute("href", name);
    hide(byId("paused"), !this.#paused);
    if (byId("board").inert === this.#paused) return;
    document.body.toggleAttribute("data-paused", this.#paused);
    byId("board").inert = this.#paused;
  }
}
