/**
 * The server, one of the client's homes. It runs operations over HTTP. It measures the round
 * trip, and remembers whether the server could be reached. If not, it tries again from time to
 * time.
 */
import { Failure, refusalOf } from "./failure.js";

/** The delays before trying an unreachable server again, in milliseconds: short at first, then longer. */
const LOOKS = [1000, 2000, 5000, 10_000, 30_000];

/** Operations without a request. */
const BARE = ["kinds", "techniques", "version"];

/** Operations that stream their progress. */
const STREAMED = ["target", "hint", "why", "explain"];

export class Remote {
  /** Whether the last request failed to reach the server. */
  away = false;
  /** The measured round trip in milliseconds; 0 before the first. */
  roundTrip = 0;
  #looks = 0;
  #looking = 0;

  /** @param {() => void} onBack is told that the server is reached again */
  constructor(onBack) {
    this.onBack = onBack;
    const now = () => this.away && this.#lookIn(0);
    addEventListener("online", now);
    document.addEventListener("visibilitychange", now);
  }

  /** @param {string} operation @param {any} request @param {{lang: string, signal: AbortSignal, onEvent?: (event: any) => void}} options @returns {Promise<any>} */
  async ask(operation, request, { lang, signal, onEvent }) {
    const streamed = onEvent && STREAMED.includes(operation);
    const url = new URL(`api/v1/${operation}${streamed ? "/stream" : ""}`, document.baseURI);
    url.searchParams.set("lang", lang);
    const start = performance.now();
    try {
      const response = await fetch(url, !BARE.includes(operation) ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal } : { signal });
      this.#reached();
      if (response.status === 429 || response.status === 503) throw new Failure("busy");
      if (!response.ok) {
        // If the answer is no JSON (a proxy's page, say), the status is used.
        throw refusalOf(await response.json().catch(() => ({})), `${response.status} ${response.statusText}`);
      }
      const answer = streamed ? await lastOf(response, onEvent) : await response.json();
      const took = performance.now() - start - Number(answer.ms ?? 0);
      // Recent round trips count most.
      this.roundTrip = this.roundTrip ? this.roundTrip * 0.7 + took * 0.3 : took;
      return answer;
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (!signal.aborted && !this.away) {
        this.away = true;
        this.#looks = 0;
        this.#lookIn(LOOKS[0]);
      }
      throw new Failure("network", String(error));
    }
  }

  #reached() {
    clearTimeout(this.#looking);
    if (!this.away) return;
    this.away = false;
    this.onBack();
  }

  /** @param {number} ms */
  #lookIn(ms) {
    clearTimeout(this.#looking);
    this.#looking = setTimeout(async () => {
      try {
        const response = await fetch(new URL("healthz", document.baseURI), { cache: "no-store", signal: AbortSignal.timeout(5000) });
        if (response.ok) return this.#reached();
      } catch {
        // The server is still unreachable.
      }
      this.#lookIn(LOOKS[Math.min(++this.#looks, LOOKS.length - 1)]);
    }, ms);
  }
}

/** The result at the end of a stream. @param {Response} response @param {(event: any) => void} onEvent */
async function lastOf(response, onEvent) {
  if (!response.body) throw new Failure("network", "no body");
  let result = null;
  for await (const { event, data } of serverSentEvents(response.body)) {
    if (event === "result") result = JSON.parse(data);
    else if (event === "progress") onEvent(JSON.parse(data));
  }
  if (!result) throw new Failure("network", "the stream ended early");
  return result;
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
