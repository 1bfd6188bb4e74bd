// @ts-check
/**
 * What moves and sounds for joy, on any board: a digit pops, a finished house waves, a
 * win sweeps the board. Nothing waits for it but the dialog of a win, and nothing of it
 * stays in the document. Who wants calm has a setting, or the system's.
 *
 * @typedef {{cells: readonly HTMLElement[], pop: (cell: number) => unknown}} OnScreen a board there
 * @typedef {{game: object, digits: readonly number[], board: import("../game/grid.js").Board, seen: OnScreen}} Seen game tells one game from another
 */

/** How much later a cell moves than its neighbour, and how long it does so, in milliseconds. */
const STEP = 45;
const LONG = 420;

/** The frequencies of what sounds for a digit, a house and a win, in hertz. */
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

  /** The board shows a game, as it is now: what is new in it moves, where it is the game of before. @param {import("../game/midend.js").Midend} midend @param {OnScreen} seen */
  sees({ board, history: game, state: { digits } }, seen) {
    const before = this.#seen;
    this.#seen = { game, digits, board, seen };
    if (before?.game !== game || before.digits === digits) return;
    const put = digits.flatMap((digit, cell) => (digit && digit !== before.digits[cell] ? [cell] : []));
    // More at once are no move, but a solution or a bookmark.
    if (!put.length || put.length > board.columns) return;
    this.#last = put[put.length - 1];
    const full = board.houses.filter(({ cells }) => put.some((cell) => cells.includes(cell)) && cells.every((cell) => digits[cell]) && new Set(cells.map((cell) => digits[cell])).size === cells.length);
    const done = board.cells.every((cell) => digits[cell]);
    if (!done) this.#sound(full.length ? "house" : "digit");
    if (!this.#moves) return;
    for (const cell of put) seen.pop(cell);
    if (!done) this.#wave([...new Set(full.flatMap(({ cells }) => cells))], "--accent", this.#last);
  }

  /** Moves cells, those first that are near to one. @param {readonly number[]} cells @param {string} colour a variable @param {number} from @returns {Promise<unknown>} the end of it */
  #wave(cells, colour, from) {
    const { board: { columns }, seen } = /** @type {Seen} */ (this.#seen);
    const far = (/** @type {number} */ cell) => Math.hypot((cell % columns) - (from % columns), Math.floor(cell / columns) - Math.floor(from / columns));
    const lit = `color-mix(in srgb, var(${colour}) 42%, transparent)`;
    return Promise.allSettled(cells.map((cell) => seen.cells[cell].animate([{ backgroundColor: "transparent" }, { backgroundColor: lit, offset: 0.35 }, { backgroundColor: "transparent" }], { delay: far(cell) * STEP, duration: LONG }).finished));
  }

  /** The player solved the puzzle: a wave over the board, from the last digit. Its end is what a dialog waits for. */
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
