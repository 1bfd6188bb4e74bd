/**
 * The engine in this browser, one of the client's homes. It runs operations in workers with
 * WebAssembly (worker.js). The module is loaded on first use. A worker answers one request at a
 * time. There are at most two workers, so that a short question need not wait for a long search.
 * To cancel a search, its worker is ended; the next worker starts from the compiled module.
 *
 * @typedef {{worker: Worker, ready: Promise<void>}} Lane
 * @typedef {{lang: string, signal: AbortSignal, onEvent?: (event: any) => void, allow?: (ms?: number) => void}} Options allow restarts the time after which the signal fires
 */
import { Failure, refusalOf } from "./failure.js";

/** Time limit to load and start the module, in milliseconds: it has megabytes, and line and machine may be slow. */
const LOADING = 60_000;

/** The number of workers at the same time. */
const LANES = 2;

export class Local {
  /** The address of the engine's module. @type {string} */
  #address;
  /** @type {WebAssembly.Module | null} */
  #module = null;
  /** Idle workers. @type {Lane[]} */
  #idle = [];
  #lanes = 0;
  /** Calls that wait for a worker. @type {(() => void)[]} */
  #waiting = [];

  /** @param {string} address relative to the page */
  constructor(address) {
    this.#address = new URL(address, document.baseURI).href;
  }

  /** Whether a worker is ready to answer now. */
  get warm() {
    return this.#module !== null && (this.#idle.length > 0 || this.#lanes < LANES);
  }

  /** Starts a worker, so that the first question need not wait for it. */
  async warmUp() {
    if (!this.#lanes) await this.#start(new AbortController().signal).then((lane) => this.#leave(lane), () => {});
  }

  /** Stores the engine and its script for the service worker. @param {string} cache its name */
  async keep(cache) {
    const kept = await caches.open(cache);
    for (const address of [new URL("wasm_exec.js", this.#address).href, this.#address]) {
      if (!(await kept.match(address))) await kept.add(address);
    }
  }

  /** @param {string} operation @param {any} request @param {Options} options @returns {Promise<any>} */
  async ask(operation, request, { lang, signal, onEvent, allow }) {
    // The time limit of a question starts with the search, so loading gets its own.
    if (!this.#idle.length) allow?.(LOADING);
    const lane = await this.#start(signal);
    allow?.();
    return new Promise((resolve, reject) => {
      const { worker } = lane;
      const end = () => {
        this.#drop(lane);
        reject(new Failure("cancelled"));
      };
      worker.onmessage = ({ data: { event, answer, problem } }) => {
        if (event !== undefined) return onEvent?.(JSON.parse(event));
        signal.removeEventListener("abort", end);
        this.#leave(lane);
        if (problem !== undefined) reject(refusalOf(JSON.parse(problem)));
        else resolve(JSON.parse(answer));
      };
      worker.onerror = (error) => {
        signal.removeEventListener("abort", end);
        this.#drop(lane);
        reject(new Failure("engine", error.message));
      };
      signal.addEventListener("abort", end);
      worker.postMessage({ operation, request: JSON.stringify(request), lang });
    });
  }

  /** Gets a worker for a question: an idle one, a new one, or the next one that is free. @param {AbortSignal} signal @returns {Promise<Lane>} */
  async #start(signal) {
    while (!this.#idle.length && this.#lanes >= LANES) await new Promise((/** @type {(_?: unknown) => void} */ done) => this.#waiting.push(done));
    if (signal.aborted) {
      this.#waiting.shift()?.();
      throw new Failure("cancelled");
    }
    const lane = this.#idle.pop() ?? this.#made();
    try {
      await lane.ready;
    } catch (error) {
      this.#drop(lane);
      throw error;
    }
    if (!signal.aborted) return lane;
    this.#leave(lane);
    throw new Failure("cancelled");
  }

  /** @returns {Lane} */
  #made() {
    this.#lanes++;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "nonet" });
    const ready = new Promise((/** @type {(_?: undefined) => void} */ resolve, reject) => {
      worker.onmessage = ({ data: { module } }) => {
        this.#module = module;
        resolve();
      };
      // A module that cannot be loaded counts as a network failure.
      worker.onerror = (error) => reject(new Failure(this.#module ? "engine" : "network", error.message));
    });
    worker.postMessage({ module: this.#module ?? this.#address });
    return { worker, ready };
  }

  /** @param {Lane} lane */
  #leave(lane) {
    lane.worker.onmessage = null;
    this.#idle.push(lane);
    this.#waiting.shift()?.();
  }

  /** @param {Lane} lane */
  #drop({ worker }) {
    worker.terminate();
    this.#lanes--;
    this.#waiting.shift()?.();
  }
}
