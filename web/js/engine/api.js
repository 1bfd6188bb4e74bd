// @ts-check
/**
 * The server's API. Every call has a deadline and can be cancelled; an answer
 * that is no answer becomes a {@link Failure} that says which kind it is.
 *
 * @import {Argument, Chapter, ChapterRequest, Count, Daily, DailyRequest, Explain, ExplainRequest, Export, ExportRequest, Generate, GenerateRequest, Grade, Hint, HintRequest, Lab, LabRequest, Parse, Practice, PracticeCheck, PracticeCheckRequest, PracticeRequest, Solve, Target, TargetProgress, TargetRequest, Technique, Trace, TraceRequest, WhyRequest} from "./types.js"
 * @typedef {{puzzle: string, values: string, candidates?: string[]}} Position the givens, the player's digits, the player's pencil marks by cell
 */

/**
 * A request with words from the page's menus.
 * @template T
 * @typedef {{[K in keyof T]: T[K] extends string | undefined ? string | undefined : T[K]}} Chosen
 */

/** Time given to the network on top of the time a search was allowed, in milliseconds. */
const GRACE = 5000;

/**
 * Why a call has no answer.
 *
 *   refused    the server said why, in the person's language
 *   network    no answer came
 *   deadline   none came in time
 *   cancelled  the person, or a later call, took it back
 */
export class Failure extends Error {
  /**
   * @param {"refused" | "network" | "deadline" | "cancelled"} kind
   * @param {string} [detail]
   * @param {{line?: number, column?: number}} [where]
   */
  constructor(kind, detail = "", where = {}) {
    super(detail || kind);
    this.kind = kind;
    this.detail = detail;
    this.where = where;
  }
}

/**
 * Runs fn with a signal that fires at the deadline or when outer does.
 * @template T
 * @param {number} deadline milliseconds
 * @param {AbortSignal | undefined} outer
 * @param {(signal: AbortSignal) => Promise<T>} fn
 * @returns {Promise<T>}
 */
async function within(deadline, outer, fn) {
  const late = AbortSignal.timeout(deadline);
  try {
    return await fn(outer ? AbortSignal.any([outer, late]) : late);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (outer?.aborted) throw new Failure("cancelled");
    if (late.aborted) throw new Failure("deadline");
    throw new Failure("network", String(error));
  }
}

/** @param {Response} response @returns {Promise<Failure>} */
async function refusal(response) {
  /** @type {any} */
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // A proxy's page, say: the status has to do.
  }
  const text = problem.errors?.[0]?.message || problem.detail || problem.title || `${response.status} ${response.statusText}`;
  return new Failure("refused", text, { line: problem.line, column: problem.column });
}

export class Api {
  /** What the server allows at most; a request that asks for more would be refused. */
  limits = { body_bytes: 1 << 20, timeout_ms: 30_000, solutions: 1000, count: 1_000_000_000 };

  /** @param {() => string} lang @param {(notes: string[]) => void} [onNotes] gets what an answer leaves out of account */
  constructor(lang, onNotes = () => {}) {
    this.lang = lang;
    this.onNotes = onNotes;
  }

  /** Asks for the limits and the version, which is returned; without an answer the usual limits stand. */
  async learnLimits() {
    try {
      const response = await fetch("/api/v1/version", { signal: AbortSignal.timeout(3000) });
      const { version, limits } = await response.json();
      this.limits = { ...this.limits, ...limits };
      return String(version);
    } catch {
      return "";
    }
  }

  /** @param {string} path @param {Record<string, string | number>} [query] */
  #url(path, query = {}) {
    const url = new URL(`/api/v1/${path}`, location.href);
    for (const [name, value] of Object.entries({ lang: this.lang(), ...query })) url.searchParams.set(name, String(value));
    return url;
  }

  /**
   * @param {string} path
   * @param {{timeout_ms?: number, puzzle?: string, text?: string, technique?: string}} body an operation's request; timeout_ms, where it is given, sets the deadline too
   * @param {AbortSignal} [signal]
   * @param {number} [deadline] milliseconds
   * @returns {Promise<any>}
   */
  async post(path, body, signal, deadline = Number(body.timeout_ms ?? 10000) + GRACE) {
    if (body.timeout_ms !== undefined) body = { ...body, timeout_ms: Math.min(Number(body.timeout_ms), this.limits.timeout_ms) };
    return within(deadline, signal, async (either) => {
      const response = await fetch(this.#url(path), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: either,
      });
      if (!response.ok) throw await refusal(response);
      const answer = await response.json();
      if (answer.notes?.length) this.onNotes(answer.notes);
      return answer;
    });
  }

  /** @param {string} puzzle @param {{limit: number, timeout_ms: number}} options @param {AbortSignal} [signal] @returns {Promise<Solve>} */
  solve(puzzle, options, signal) {
    return this.post("solve", { puzzle, ...options }, signal);
  }

  /** @param {string} puzzle @param {{limit: number, timeout_ms: number}} options @param {AbortSignal} [signal] @returns {Promise<Count>} */
  count(puzzle, options, signal) {
    return this.post("count", { puzzle, ...options }, signal);
  }

  /** The best score, in one answer. @param {Chosen<TargetRequest>} body @param {AbortSignal} [signal] @returns {Promise<Target>} */
  best(body, signal) {
    return this.post("target", body, signal);
  }

  /** Each strategy has timeout_ms for itself. @param {string} puzzle @param {Omit<LabRequest, "puzzle"> & {timeout_ms: number}} options @param {AbortSignal} [signal] @returns {Promise<Lab>} */
  lab(puzzle, options, signal) {
    return this.post("lab", { puzzle, ...options }, signal, options.timeout_ms * 10 + GRACE);
  }

  /** @param {TraceRequest} body @param {AbortSignal} [signal] @returns {Promise<Trace>} */
  trace(body, signal) {
    return this.post("lab/trace", body, signal);
  }

  /** @param {Chosen<HintRequest>} body @param {AbortSignal} [signal] @returns {Promise<Hint>} */
  hint(body, signal) {
    return this.post("hint", body, signal);
  }

  /** Why a digit is in a cell, or is not. @param {Chosen<WhyRequest>} body @param {AbortSignal} [signal] @returns {Promise<Argument>} */
  why(body, signal) {
    return this.post("why", body, signal);
  }

  /** The whole path. @param {ExplainRequest} body @param {AbortSignal} [signal] @returns {Promise<Explain>} */
  explain(body, signal) {
    return this.post("explain", body, signal);
  }

  /** @param {{puzzle: string, timeout_ms: number}} body @param {AbortSignal} [signal] @returns {Promise<Grade>} */
  grade(body, signal) {
    return this.post("grade", body, signal);
  }

  /** @param {Chosen<GenerateRequest>} body @param {AbortSignal} [signal] @returns {Promise<Generate>} */
  generate(body, signal) {
    return this.post("generate", body, signal);
  }

  /** The puzzle of a day. @param {Chosen<DailyRequest>} body @param {AbortSignal} [signal] @returns {Promise<Daily>} */
  daily(body, signal) {
    return this.post("daily", body, signal);
  }

  /** The techniques, the easiest first. @param {AbortSignal} [signal] @returns {Promise<Technique[]>} */
  async techniques(signal) {
    return within(GRACE, signal, async (either) => {
      const response = await fetch(this.#url("techniques"), { signal: either });
      if (!response.ok) throw await refusal(response);
      return (await response.json()).techniques;
    });
  }

  /** @param {ChapterRequest} body @param {AbortSignal} [signal] @returns {Promise<Chapter>} */
  chapter(body, signal) {
    return this.post("chapter", body, signal);
  }

  /** @param {Chosen<PracticeRequest>} body @param {AbortSignal} [signal] @returns {Promise<Practice>} */
  practice(body, signal) {
    return this.post("practice", body, signal);
  }

  /** @param {PracticeCheckRequest} body @param {AbortSignal} [signal] @returns {Promise<PracticeCheck>} */
  practiceCheck(body, signal) {
    return this.post("practice/check", body, signal);
  }

  /** @param {string} text @param {AbortSignal} [signal] @returns {Promise<Parse>} */
  parse(text, signal) {
    return this.post("parse", { text }, signal);
  }

  /** @param {Chosen<ExportRequest>} body @param {AbortSignal} [signal] @returns {Promise<Export>} */
  export(body, signal) {
    return this.post("export", body, signal);
  }

  /**
   * Follows the search for the best target score.
   * @param {{puzzle: string, goal: string, timeout_ms: number}} query
   * @param {(progress: TargetProgress) => void} onProgress
   * @param {AbortSignal} [signal]
   * @returns {Promise<Target>}
   */
  async target(query, onProgress, signal) {
    const timeout_ms = Math.min(query.timeout_ms, this.limits.timeout_ms);
    return within(timeout_ms + GRACE, signal, async (either) => {
      const response = await fetch(this.#url("target/stream", { ...query, timeout_ms }), { headers: { Accept: "text/event-stream" }, signal: either });
      if (!response.ok) throw await refusal(response);
      if (!response.body) throw new Failure("network", "no body");
      /** @type {Target | null} */
      let result = null;
      for await (const { event, data } of serverSentEvents(response.body)) {
        if (event === "result") result = JSON.parse(data);
        else if (event === "progress") onProgress(JSON.parse(data));
      }
      if (!result) throw new Failure("network", "the stream ended early");
      return result;
    });
  }
}

/**
 * The events of a text/event-stream.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* serverSentEvents(body) {
  const reader = body.pipeThrough(/** @type {ReadableWritablePair<string, Uint8Array>} */ (new TextDecoderStream())).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? "";
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      let event = "message";
      /** @type {string[]} */
      const data = [];
      for (const line of block.split(/\r?\n/)) {
        const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === "event") event = value;
        if (field === "data") data.push(value);
      }
      if (data.length) yield { event, data: data.join("\n") };
    }
    if (done) return;
  }
}
