// The client of nonet's HTTP API: one file without dependencies, for browsers, Node 18 and later, Deno and Bun.
// Code generated from the API's description by go generate ./internal/app/httpapi; DO NOT EDIT.
//
//   const nonet = new Nonet("http://127.0.0.1:8080");
//   const { solutions, complete } = await nonet.solve({ puzzle: "8..........36..." });
//
// What the server refuses is thrown as a NonetError, whose problem says what is wrong.

/** Settings of a client */
export interface Settings {
  /** A token, where the server wants one */
  token?: string;
  /** The language of texts: en or zh-CN */
  language?: string;
  /** How often a request that the server has no room for is made again; 3 */
  retries?: number;
  /** For how many seconds at most the server may ask to wait before that; 10 */
  longest?: number;
  /** In place of the global fetch */
  fetch?: typeof fetch;
}

/** Options of one request */
export interface Options {
  /** Ends the request, and its search on the server */
  signal?: AbortSignal;
}

/** Puzzles in any notation, in a list or as they come */
export type Puzzles = Iterable<string> | AsyncIterable<string>;

/** A request that was refused */
export class NonetError extends Error {
  /** What is wrong; problem.type says of what kind it is */
  readonly problem: Problem;
  /** After how many seconds there may be room, where the server has none */
  readonly retryAfter: number;

  constructor(problem: Problem, retryAfter = 0) {
    super(problem.detail || problem.title);
    this.name = "NonetError";
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** A client of one server */
export class Nonet {
  readonly #base: string;
  readonly #settings: Settings;

  /** Asks the server at an address such as https://sudoku.example.org; "" is that of the page */
  constructor(base = "", settings: Settings = {}) {
    this.#base = base.replace(/\/$/, "");
    this.#settings = settings;
  }

  // OPERATIONS

  /** The response to a request that the server has room for */
  async #fetch(path: string, body: string | undefined, type: string, options: Options = {}): Promise<Response> {
    const headers: Record<string, string> = {};
    const { token, language, retries = 3, longest = 10 } = this.#settings;
    if (body !== undefined) headers["Content-Type"] = type;
    if (token) headers["Authorization"] = `Bearer ${token}`;
    if (language) headers["Accept-Language"] = language;
    for (let attempt = 0; ; attempt++) {
      const response = await (this.#settings.fetch ?? fetch)(`${this.#base}/api/v1/${path}`, {
        method: body === undefined ? "GET" : "POST", headers, body: body ?? null, signal: options.signal ?? null,
      });
      if (response.ok) return response;
      const error = await refusal(response);
      const busy = response.status === 429 || response.status === 503;
      if (!busy || !error.retryAfter || error.retryAfter > longest || attempt >= retries) throw error;
      await pause(error.retryAfter * 1000, options.signal);
    }
  }

  async #ask<A>(path: string, request: unknown, options?: Options): Promise<A> {
    const body = request === undefined ? undefined : JSON.stringify(request);
    return (await this.#fetch(path, body, "application/json", options)).json() as Promise<A>;
  }

  async #follow<A, E>(path: string, request: unknown, progress: (event: E) => void, options?: Options): Promise<A> {
    const response = await this.#fetch(`${path}/stream`, JSON.stringify(request), "application/json", options);
    let event = "";
    for await (const line of lines(response)) {
      if (line.startsWith("event: ")) event = line.slice(7);
      if (!line.startsWith("data: ")) continue;
      const data: unknown = JSON.parse(line.slice(6));
      if (event === "result") return data as A;
      progress(data as E);
    }
    throw new Error(`the answer to ${path} ends before its end`);
  }

  /** Sends puzzles some at a time, since browsers read no answer before a request has ended: 16, then ever more. */
  async *#batch<A>(path: string, puzzles: Puzzles, common: object, options?: Options): AsyncGenerator<A | NonetError> {
    const query = new URLSearchParams(Object.entries(common).map(([name, value]) => [name, String(value)]));
    let some: string[] = [];
    let most = 16;
    let before = 0;
    for await (const puzzle of puzzles) {
      some.push(JSON.stringify(puzzle));
      if (some.length < most) continue;
      yield* this.#lines<A>(`${path}/batch?${query}`, some, before, options);
      before += some.length;
      some = [];
      most = Math.min(2 * most, 4096);
    }
    if (some.length > 0) yield* this.#lines<A>(`${path}/batch?${query}`, some, before, options);
  }

  async *#lines<A>(path: string, some: string[], before: number, options?: Options): AsyncGenerator<A | NonetError> {
    const response = await this.#fetch(path, some.join("\n") + "\n", "application/x-ndjson", options);
    let answers = 0;
    for await (const line of lines(response)) {
      if (line.trim() === "") continue;
      const answer = JSON.parse(line) as A | Problem;
      if (!isProblem(answer)) {
        answers++;
        yield answer;
      } else if (answer.line === undefined) {
        throw new NonetError(answer);
      } else {
        answers++;
        yield new NonetError({ ...answer, line: before + answer.line });
      }
    }
    if (answers < some.length) throw new Error(`the answer to ${path} ends before its end`);
  }
}

function isProblem(value: unknown): value is Problem {
  const fields = value as Partial<Problem> | null;
  return typeof fields === "object" && fields !== null && typeof fields.type === "string" && typeof fields.status === "number";
}

async function refusal(response: Response): Promise<NonetError> {
  const text = await response.text();
  let problem: unknown;
  try {
    problem = JSON.parse(text);
  } catch {
    problem = undefined; // of somebody on the way
  }
  const retryAfter = Number(response.headers.get("Retry-After")) || 0;
  if (isProblem(problem)) return new NonetError(problem, retryAfter);
  const title = response.statusText || `HTTP ${response.status}`;
  return new NonetError({ type: "about:blank", title, status: response.status, detail: title }, retryAfter);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The lines of a response as they come; to leave the loop ends the response */
async function* lines(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const parts = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    await reader.cancel();
  }
}

// TYPES
