/**
 * The only client: the page sends all its requests through it. Either the server (remote.js) or
 * the engine in this browser (local.js) answers an operation, with the same requests and answers.
 * Every call has a deadline and can be cancelled. If a call fails, it throws a {@link Failure}
 * with the kind of failure.
 *
 * @import * as T from "./types.js"
 * @typedef {{
 *   solve: [T.SolveRequest, T.Solve], count: [T.CountRequest, T.Count], candidates: [T.CandidatesRequest, T.TrueCandidates], check: [T.CheckRequest, T.Check],
 *   minimise: [T.MinimiseRequest, T.Revised], complete: [T.CompleteRequest, T.Revised], target: [T.TargetRequest, T.Target], lab: [T.LabRequest, T.Lab], "lab/trace": [T.TraceRequest, T.Trace],
 *   hint: [T.HintRequest, T.Hint], why: [T.WhyRequest, T.Argument], explain: [T.ExplainRequest, T.Explain], grade: [T.GradeRequest, T.Grade], generate: [T.GenerateRequest, T.Generate],
 *   daily: [T.DailyRequest, T.Daily], techniques: [{}, {techniques: T.Technique[]}], chapter: [T.ChapterRequest, T.Chapter], practice: [T.PracticeRequest, T.Practice],
 *   "practice/check": [T.PracticeCheckRequest, T.PracticeCheck], parse: [T.ParseRequest, T.Parse], drawing: [T.DrawingRequest, T.Drawing], kinds: [{}, T.Kinds], draft: [T.DraftRequest, T.Draft],
 *   suggest: [T.SuggestRequest, T.Suggest], conflicts: [T.ConflictsRequest, T.Conflicts], print: [T.PrintRequest, T.Print], export: [T.ExportRequest, T.Export],
 * }} Operations the operations that the page uses: request and answer
 */
import { Failure } from "./failure.js";
import { Local } from "./local.js";
import { Remote } from "./remote.js";

/**
 * A request in which strings may come from the page's menus.
 * @template T
 * @typedef {{[K in keyof T]: T[K] extends string | undefined ? string | undefined : T[K]}} Chosen
 */

/** Time for the network, added to the time limit of a search, in milliseconds. */
const GRACE = 5000;

/** In the lab each strategy gets the whole time limit; this is the greatest number of strategies. */
const EACH = 10;

/** Operations that take less time than a round trip to a far server. */
const QUICK = ["solve", "check", "hint", "parse", "export", "why", "techniques", "practice/check"];

/** With a round trip of at least this many milliseconds the engine is asked first: most hints take it about as long. */
const FAR = 60;

/** The home that is likely to answer first is asked this many milliseconds earlier. */
const HEAD_START = 300;

/** The service worker's cache. Its name is the path of the page's files. */
const CACHE = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/**
 * Runs fn with a signal that fires at the deadline or when outer does.
 * @template T
 * @param {number} deadline milliseconds
 * @param {AbortSignal | undefined} outer
 * @param {(signal: AbortSignal, allow: (ms?: number) => void) => Promise<T>} fn allow restarts the time, by default with the same deadline
 * @returns {Promise<T>}
 */
async function within(deadline, outer, fn) {
  const clock = new AbortController();
  const late = clock.signal;
  let timer = 0;
  const allow = (ms = deadline) => {
    clearTimeout(timer);
    timer = setTimeout(() => clock.abort(), ms);
  };
  allow();
  const signal = outer ? AbortSignal.any([outer, late]) : late;
  try {
    // The home may notice the abort late, so this does not wait for it.
    const ended = new Promise((_, reject) => signal.addEventListener("abort", reject));
    return await /** @type {Promise<T>} */ (Promise.race([fn(signal, allow), ended]));
  } catch (error) {
    if (outer?.aborted) throw new Failure("cancelled");
    if (late.aborted) throw new Failure("deadline");
    throw error instanceof Failure ? error : new Failure("network", String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** The operations whose answers have sentences for people. */
const TELLING = ["hint", "why", "explain", "chapter", "practice/check", "conflicts"];

/** Rewrites all sentences in an answer and its parts. @param {any} answer @param {(text: string) => string} written */
function rewrite(answer, written) {
  for (const [key, value] of Object.entries(answer)) {
    if (typeof value === "string" && (key === "text" || key === "reason")) answer[key] = written(value);
    else if (key === "texts" && Array.isArray(value)) answer[key] = value.map(written);
    else if (value && typeof value === "object") rewrite(value, written);
  }
}

export class Api {
  /** Rewrites a sentence the way the person wants it. @type {((text: string) => string) | null} */
  written = null;
  /** The server's limits; requests beyond them would be refused. */
  limits = { body_bytes: 1 << 20, timeout_ms: 30_000, solutions: 1000, count: 1_000_000_000 };

  /** @type {Remote | null} */
  #remote = null;
  /** @type {Local | null} */
  #local = null;
  /** Called when the server can be reached again. */
  onBack = () => {};

  /** @param {() => string} lang @param {(notes: string[]) => void} [onNotes] gets what an answer leaves out of account */
  constructor(lang, onNotes = () => {}) {
    this.lang = lang;
    this.onNotes = onNotes;
    const { homes, engine } = document.documentElement.dataset;
    if (!homes || homes.includes("server")) this.#remote = new Remote(() => this.onBack());
    if (homes?.includes("engine") && engine) this.#local = new Local(engine);
  }

  /** The homes that can answer requests. @returns {"server" | "engine" | "both"} */
  get homes() {
    return !this.#local ? "server" : this.#remote ? "both" : "engine";
  }

  /** Fetches the limits and returns the version. Without an answer the default limits stay. */
  async learnLimits() {
    const { version = "" } = document.documentElement.dataset;
    if (!this.#remote) return version;
    try {
      const { limits } = await within(3000, undefined, (signal) => /** @type {Remote} */ (this.#remote).ask("version", {}, { lang: this.lang(), signal }));
      this.limits = { ...this.limits, ...limits };
    } catch {
      // The default limits stay.
    }
    return version;
  }

  /** To be called when the page is idle. It stores the engine for the service worker, and starts the engine if the page will use it. */
  async prepare() {
    if (!this.#local) return;
    const { connection } = /** @type {any} */ (navigator);
    try {
      if (connection?.saveData || !(await navigator.serviceWorker?.getRegistration())) return;
      await navigator.serviceWorker.ready;
      await this.#local.keep(CACHE);
    } catch {
      return; // Without a cache the engine is loaded on first use.
    }
    document.documentElement.dataset.kept = "true";
    if (!this.#remote || this.#remote.away || this.#remote.roundTrip > FAR) await this.#local.warmUp();
  }

  /**
   * Asks an operation: see its description in types.d.ts.
   * @template {keyof Operations} K
   * @param {K} operation @param {Chosen<Operations[K][0]> & {timeout_ms?: number}} body timeout_ms, where it is given, sets the deadline too
   * @param {AbortSignal} [signal] @param {(event: any) => void} [onEvent] hears of a search as it goes on @param {number} [deadline] milliseconds
   * @returns {Promise<Operations[K][1]>}
   */
  async ask(operation, body, signal, onEvent, deadline = Number(body.timeout_ms ?? 10000) * (operation === "lab" ? EACH : 1) + GRACE) {
    if (body.timeout_ms !== undefined) body = { ...body, timeout_ms: Math.min(Number(body.timeout_ms), this.limits.timeout_ms) };
    return within(deadline, signal, async (either, allow) => {
      const answer = await this.#ask(operation, body, { lang: this.lang(), signal: either, onEvent: onEvent && ((event) => either.aborted || onEvent(event)), allow });
      if (answer.notes?.length) this.onNotes(answer.notes);
      if (this.written && TELLING.includes(operation)) rewrite(answer, this.written);
      return answer;
    });
  }

  /** Asks the home that will answer first: see docs/PAGE.md. @param {string} operation @param {any} request @param {import("./local.js").Options} options */
  async #ask(operation, request, options) {
    const [remote, local] = [this.#remote, this.#local];
    if (!remote || !local) return /** @type {Remote | Local} */ (remote ?? local).ask(operation, request, options);
    if (remote.away) return local.ask(operation, request, options);
    if (QUICK.includes(operation) && local.warm) {
      const near = remote.roundTrip <= FAR;
      return sooner(near ? remote : local, near ? local : remote, (home, signal) => home.ask(operation, request, { ...options, signal }), options.signal);
    }
    try {
      return await remote.ask(operation, request, options);
    } catch (error) {
      if (options.signal.aborted || !(error instanceof Failure) || !["network", "busy"].includes(error.kind)) throw error;
      return local.ask(operation, request, options).catch((other) => {
        throw other instanceof Failure && other.kind === "network" ? error : other;
      });
    }
  }
}

/**
 * The first answer of two homes. It asks the likely one at once, and the other a while later. The
 * second answer is ignored.
 * @template H
 * @param {H} likely
 * @param {H} other
 * @param {(home: H, signal: AbortSignal) => Promise<any>} ask
 * @param {AbortSignal} signal
 */
async function sooner(likely, other, ask, signal) {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  // If one refuses, the other would refuse too.
  const attempt = (/** @type {H} */ home) =>
    ask(home, either).then(
      (answer) => (over.abort(), { answer }),
      (error) => {
        if (!(error instanceof Failure) || error.kind !== "refused") throw error;
        over.abort();
        return { error };
      },
    );
  const first = attempt(likely);
  const waited = new Promise((done) => setTimeout(done, HEAD_START));
  const second = Promise.race([waited, first.catch(() => {})]).then(() => (either.aborted ? Promise.reject(new Failure("cancelled")) : attempt(other)));
  /** @type {{answer?: any, error?: Failure}} */
  const { answer, error } = await Promise.any([first, second]).catch((none) => {
    throw none.errors[0];
  });
  if (error) throw error;
  return answer;
}
