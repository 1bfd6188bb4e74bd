/**
 * The lab: plays a textbook strategy's trace on the board, and compares all
 * strategies and engines on the puzzle.
 */
import { nameOf, toLine } from "../game/grid.js";
import { buttonOf, byId, input, make, renew } from "../text/status.js";
import { PLACE, SOLUTION, TracePlayer, UNDO } from "./trace.js";

/** The textbook strategies, from the simplest on. */
const STRATEGIES = ["row-major-scan", "row-major-tables", "empty-list", "most-filled", "mrv", "dancing-links"];
/** The name of the search for the best score among the runs. */
const SCORING = "target";
/** A search is cut off after this many nodes. */
const NODES = 1_000_000;
/** Time limits for a window of a trace, and for each strategy in a comparison, in milliseconds. */
const TRACE_TIME = 10_000;
const COMPARE_TIME = 3_000;
/** The next window is fetched this many events before the end of the current one. */
const AHEAD = 600;
/** The most events in one frame of the screen, so that no frame takes long. */
const PER_FRAME = 1500;

/** @typedef {{runs: readonly import("../engine/types.js").Run[], scored: import("../engine/types.js").Target | null}} Compared */

export class Lab {
  /** @type {TracePlayer | null} */
  #player = null;
  /** Whether the trace is playing. */
  #playing = false;
  /** The results of the searches for any solution, and of the search for the best. @type {Compared | null} */
  #compared = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    app.lab = this;
    byId("strategy").addEventListener("change", () => {
      this.#drop();
      this.draw();
    });
    byId("lab-position").addEventListener("change", () => this.seek(Number(input("lab-position").value)));
    byId("lab-position").addEventListener("input", () => {
      byId("lab-position-text").textContent = this.app.i18n.number(Number(input("lab-position").value));
    });
    byId("lab-speed").addEventListener("input", () => this.draw());
  }

  /** Events per second: 1 to 10,000. */
  get speed() {
    return Math.round(10 ** (Number(input("lab-speed").value) / 10));
  }

  changed() {
    const showed = this.#player || this.#compared;
    this.#drop();
    this.app.status.cancel("compare");
    this.#compared = null;
    // Drawn only when something was shown, not at every key.
    if (showed) this.draw();
  }

  #drop() {
    this.#playing = false;
    this.#player = null;
    this.app.status.cancel("trace");
    this.app.status.cancel("total");
    if (this.app.midend.ui.overlay?.kind === "trace") this.app.midend.show(null);
  }

  /** Stops playing; the trace keeps its position. */
  pause() {
    this.#playing = false;
    this.draw();
  }

  /** Shows the trace again in the lab, and the game in other tabs. @param {import("../actions.js").Tab} tab */
  shown(tab) {
    if (tab === "lab") return this.#player && this.#show();
    this.pause();
    if (this.app.midend.ui.overlay?.kind === "trace") this.app.midend.show(null);
  }

  translated() {
    this.draw();
  }

  /** Opens the trace of the chosen strategy at its start. */
  #open() {
    if (this.#player) return this.#player;
    const { midend, status } = this.app;
    if (midend.contradictions.length) {
      status.message((i18n) => i18n.t("page.lab.contradiction"));
      return null;
    }
    const puzzle = midend.line;
    const strategy = input("strategy").value;
    const player = new TracePlayer(puzzle, async (from, events) => {
      // Windows are fetched one at a time, also ahead of playing.
      const trace = await status.ask("trace", "page.lab.loading", "lab/trace", { puzzle, strategy, from, events, timeout_ms: TRACE_TIME, nodes: NODES }, { background: this.#playing, quiet: false });
      if (!trace) throw new Error("no trace");
      return trace;
    });
    this.#player = player;
    this.#total(player);
    return player;
  }

  /** Shows the current position of the trace. */
  #show() {
    const player = this.#player;
    if (player) this.app.midend.show({ kind: "trace", grid: [...player.grid] });
    this.draw();
  }

  /** The cell of the last event, which is marked. */
  get current() {
    const last = this.#player?.last;
    return this.app.midend.ui.overlay?.kind === "trace" && last && last[0] !== SOLUTION ? last[1] : null;
  }

  /** Goes to another place of the trace, and shows it; false where the trace is another by then. @param {(player: TracePlayer) => Promise<unknown>} run */
  async #go(run) {
    this.#playing = false;
    const player = this.#open();
    // What failed is said already.
    await (player && run(player).catch(() => {}));
    if (!player || this.#player !== player) return false;
    this.#show();
    return true;
  }

  /** One event forwards or back. @param {1 | -1} by */
  async step(by) {
    const isThere = await this.#go(async (player) => {
      const once = () => (by > 0 ? player.forward() : player.back());
      if (once() !== "missing") return;
      await player.load(by > 0 ? player.position : player.position - 1);
      if (this.#player === player) once();
    });
    if (isThere) this.app.status.announce(() => this.#eventText());
  }

  /** @param {number} position */
  seek(position) {
    return this.#go((player) => player.seek(position));
  }

  /** Goes to the end, which is the solution where there is one. */
  last() {
    return this.#go(async (player) => {
      await this.#total(player);
      if (this.#player === player && player.total !== null) await player.seek(player.total);
    });
  }

  /** Finds the length of the trace by running the search without one. @param {TracePlayer} player */
  async #total(player) {
    if (player.total !== null) return;
    const asked = { puzzle: toLine(player.puzzle), strategies: [input("strategy").value], nodes: NODES, timeout_ms: TRACE_TIME };
    const lab = await this.app.status.ask("total", "page.lab.loading", "lab", asked, { background: true });
    const run = lab?.runs[0];
    if (!run || this.#player !== player || player.total !== null) return;
    player.total = run.nodes + run.backtracks + run.solutions;
    this.draw();
  }

  /** Plays or pauses. */
  async play() {
    if (this.#playing) return this.pause();
    const player = this.#open();
    if (!player) return;
    if (player.atEnd) await this.seek(0);
    this.#playing = true;
    this.draw();
    try {
      await player.load(player.position);
    } catch {
      return this.pause();
    }
    let before = performance.now();
    let due = 1;
    while (this.#playing && this.#player === player) {
      const missing = this.#advance(player, Math.min(Math.floor(due), PER_FRAME));
      due -= Math.floor(due);
      this.#show();
      if (player.atEnd) this.#finish();
      try {
        if (missing) {
          await player.load(player.position);
          before = performance.now();
        }
      } catch {
        this.pause();
      }
      const now = await new Promise(requestAnimationFrame);
      due += Math.max(0, ((now - before) / 1000) * this.speed);
      before = now;
    }
    this.draw();
  }

  /** Plays events, and fetches ahead. Returns whether the next is missing. @param {TracePlayer} player @param {number} events */
  #advance(player, events) {
    for (let i = 0; i < events; i++) {
      const stepped = player.forward();
      if (stepped === "missing") return true;
      if (stepped === "end") break;
    }
    if (!player.atEnd) player.load(player.position + AHEAD).catch(() => {});
    return false;
  }

  #finish() {
    this.#playing = false;
    const solved = this.#player?.last?.[0] === SOLUTION;
    this.app.status.message((i18n) => i18n.t(solved ? "page.lab.solved" : "page.lab.ended"));
  }

  draw() {
    const { i18n } = this.app;
    const select = input("strategy");
    if (!select.value) select.replaceChildren(...STRATEGIES.map((id) => new Option(id, id)));
    for (const option of /** @type {any} */ (select).options) option.textContent = i18n.t(`strategy.${option.value}.name`);
    byId("strategy-about").textContent = i18n.t(`strategy.${select.value}.about`);

    const player = this.#player;
    byId("lab-speed-text").textContent = i18n.count("page.lab.perSecond", this.speed);
    for (const what of /** @type {const} */ (["nodes", "backtracks", "depth"])) byId(`lab-${what}`).textContent = i18n.number(player?.[what] ?? 0);
    input("lab-position").max = String(player?.total ?? Math.max(player?.position ?? 0, 1));
    input("lab-position").disabled = !player || player.total === null;
    input("lab-position").value = String(player?.position ?? 0);
    const position = i18n.number(player?.position ?? 0);
    byId("lab-position-text").textContent = player && player.total !== null ? i18n.t("page.lab.of", { position, total: i18n.number(player.total) }) : position;
    byId("lab-event").textContent = this.#eventText();

    const play = buttonOf("lab-play");
    play.ariaLabel = play.title = i18n.t(this.#playing ? "page.lab.pause" : "page.lab.play");
    play.querySelector("use")?.setAttribute("href", this.#playing ? "#i-pause" : "#i-play");
    const compared = this.#compared;
    renew(byId("runs"), [compared, i18n.lang], () => (compared ? this.#tableOf(compared) : []));
  }

  #eventText() {
    const { i18n } = this.app;
    const last = this.#player?.last;
    if (!this.#player) return i18n.t("page.lab.idle");
    if (!last) return i18n.t("page.lab.start");
    const [kind, cell, digit] = last;
    return i18n.t(`page.lab.event.${kind === PLACE ? "place" : kind === UNDO ? "undo" : "solution"}`, { cell: nameOf(cell), digit });
  }

  async compare() {
    this.pause();
    const { api, midend, status } = this.app;
    const puzzle = midend.line;
    if (midend.contradictions.length) return status.message((i18n) => i18n.t("page.lab.contradiction"));
    const both = await status.run(
      "compare",
      (i18n) => i18n.t("page.lab.comparing"),
      // One after the other, so that they do not slow each other down.
      async (signal) => /** @type {const} */ ([
        await api.ask("lab", { puzzle, nodes: NODES, timeout_ms: COMPARE_TIME }, signal),
        await api.ask("target", { puzzle, goal: "maximum", timeout_ms: COMPARE_TIME }, signal, () => {}).catch(() => null),
      ]),
    );
    if (!both || midend.line !== puzzle) return;
    const [lab, scored] = both;
    const run = scored && { strategy: SCORING, name: "", nodes: scored.nodes, ms: scored.ms, outcome: scored.outcome, complete: scored.gap === 0, backtracks: 0, depth: 0, solutions: 1 };
    const runs = [...lab.runs, ...(run ? [run] : [])];
    this.#compared = { runs, scored };
    this.draw();
    if (this.app.tab === "lab") status.message((i18n) => i18n.count("page.lab.compared", runs.length));
  }

  /** The table of the comparison. @param {Compared} compared */
  #tableOf(compared) {
    const { i18n } = this.app;
    const { score, bound } = compared.scored ?? {};
    const [best, most] = [score, bound].map((n) => (n === undefined ? "–" : i18n.number(n)));
    const runs = compared.runs.map((run) => (run.strategy === SCORING ? { ...run, name: i18n.t("page.lab.scoring", { score: best, bound: most }) } : run));
    const capped = (/** @type {import("../engine/types.js").Run} */ { outcome }) => outcome === "undecided";
    const head = make("thead", {}, make("tr", {}, ...["strategy", "nodes", "backtracks", "depth", "time"].map((key) => make("th", { scope: "col" }, i18n.t(`page.lab.table.${key}`)))));
    // Bars of times start at one microsecond.
    const bar = (/** @type {import("../engine/types.js").Run} */ run, /** @type {"nodes" | "ms"} */ what, least = what === "ms" ? 0.001 : 1) => {
      const text = i18n.number(run[what], what === "ms" ? { maximumSignificantDigits: 3 } : undefined);
      const made = make("td", { className: capped(run) ? "bar capped" : "bar" }, capped(run) ? `≥ ${text}` : text);
      const size = (/** @type {number} */ value) => Math.log(Math.max(value, least) / least);
      made.style.setProperty("--share", String(size(run[what]) / Math.max(1, ...runs.map((one) => size(one[what])))));
      return made;
    };
    const body = make("tbody");
    for (const run of runs) {
      const kernel = run.strategy === SCORING || run.strategy.startsWith("kernel/");
      body.append(make("tr", {}, make("th", { scope: "row" }, run.name), bar(run, "nodes"), ...[run.backtracks, run.depth].map((n) => make("td", {}, kernel ? "–" : i18n.number(n))), bar(run, "ms")));
    }
    const table = make("table", { className: "runs" }, make("caption", {}, i18n.t("page.lab.table")), head, body);
    const region = make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": i18n.t("page.lab.table") }, table);
    return [region, ...(runs.some(capped) ? [make("p", { className: "hint" }, i18n.count("page.lab.capped", NODES))] : [])];
  }
}
