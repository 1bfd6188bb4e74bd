/**
 * Animations and sounds that celebrate a move, on any board; see docs/PAGE.md. They leave nothing in the document.
 *
 * @typedef {{cells: readonly HTMLElement[], pop: (cell: number) => unknown}} OnScreen a board on the screen
 * @typedef {{game: object, digits: readonly number[], board: import("../game/grid.js").Board, seen: OnScreen}} Seen game is the identity of the game
 */

/** The delay from one cell to its neighbour, and the time each cell moves, in milliseconds. */
const STEP = 45;
const LONG = 420;

/** The tones for a digit, a house and a win, in hertz. */
const TONES = { digit: [523], house: [523, 659], win: [523, 659, 784, 1047] };

export class Joy {
  /** @type {Seen | null} */
  #seen = null;
  /** The last digit that was put in. */
  #last = 0;
  /** @type {AudioContext | null} */
  #audio = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  get #moves() {
    return this.app.settings.get("joy") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** To be called whenever the board shows a game. If it is the same game as before, new digits and houses are animated. @param {import("../game/midend.js").Midend} midend @param {OnScreen} seen */
  sees({ board, history: game, state: { digits } }, seen) {
    const before = this.#seen;
    this.#seen = { game, digits, board, seen };
    if (before?.game !== game || before.digits === digits) return;
    const put = digits.flatMap((digit, cell) => (digit && digit !== before.digits[cell] ? [cell] : []));
    // If more change at once, it is no move but a solution or a bookmark.
    if (!put.length || put.length > board.columns) return;
    this.#last = put[put.length - 1];
    const full = board.houses.filter(({ cells }) => put.some((cell) => cells.includes(cell)) && cells.every((cell) => digits[cell]) && new Set(cells.map((cell) => digits[cell])).size === cells.length);
    const done = board.cells.every((cell) => digits[cell]);
    if (!done) this.#sound(full.length ? "house" : "digit");
    if (!this.#moves) return;
    for (const cell of put) seen.pop(cell);
    if (!done) this.#wave([...new Set(full.flatMap(({ cells }) => cells))], "--accent", this.#last);
  }

  /** Animates cells, starting with those near from. @param {readonly number[]} cells @param {string} colour a variable @param {number} from @returns {Promise<unknown>} resolves at the end */
  #wave(cells, colour, from) {
    const { board: { columns }, seen } = /** @type {Seen} */ (this.#seen);
    const far = (/** @type {number} */ cell) => Math.hypot((cell % columns) - (from % columns), Math.floor(cell / columns) - Math.floor(from / columns));
    const lit = `color-mix(in srgb, var(${colour}) 42%, transparent)`;
    return Promise.allSettled(cells.map((cell) => seen.cells[cell].animate([{ backgroundColor: "transparent" }, { backgroundColor: lit, offset: 0.35 }, { backgroundColor: "transparent" }], { delay: far(cell) * STEP, duration: LONG }).finished));
  }

  /** Sends a wave over the board from the last digit, after a win. The dialog of the win waits for its end. */
  async won() {
    this.#sound("win");
    if (this.#seen && this.#moves) await this.#wave(this.#seen.board.cells, "--good", this.#last);
  }

  /** @param {keyof typeof TONES} what */
  #sound(what) {
    if (!this.app.settings.get("sounds")) return;
    const audio = (this.#audio ??= new AudioContext());
    TONES[what].forEach((frequency, i) => {
      const [tone, gain, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + i * 0.09];
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0.06, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.25);
    });
    navigator.vibrate?.(what === "win" ? [20, 40, 20] : 8);
  }
}
