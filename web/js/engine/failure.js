/**
 * Why a call has no answer.
 *
 *   refused    the answer gives a reason, in the person's language
 *   busy       the server has too much to do
 *   network    the server did not answer
 *   engine     the engine in this browser did not start, or crashed
 *   deadline   no answer came in time
 *   cancelled  the person, or a later call, cancelled it
 */
export class Failure extends Error {
  /** @param {"refused" | "busy" | "network" | "engine" | "deadline" | "cancelled"} kind @param {string} [detail] */
  constructor(kind, detail = "") {
    super(detail || kind);
    this.kind = kind;
    this.detail = detail;
  }
}

/** Makes a refusal from a problem (RFC 9457). @param {any} problem @param {string} [otherwise] the text if the problem has none */
export const refusalOf = (problem, otherwise = "") => new Failure("refused", problem.errors?.[0]?.message || problem.detail || problem.title || otherwise);
