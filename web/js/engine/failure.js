// @ts-check
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
  /**
   * @param {"refused" | "busy" | "network" | "engine" | "deadline" | "cancelled"} kind
   * @param {string} [detail]
   * @param {{line?: number, column?: number}} [where]
   * @param {string} [problem] the code of a refusal's problem, such as not-found
   */
  constructor(kind, detail = "", where = {}, problem = "") {
    super(detail || kind);
    this.kind = kind;
    this.detail = detail;
    this.where = where;
    this.problem = problem;
  }
}

/** Makes a refusal from a problem (RFC 9457). @param {any} problem @param {string} [otherwise] the text if the problem has none */
export function refusalOf(problem, otherwise = "") {
  const text = problem.errors?.[0]?.message || problem.detail || problem.title || otherwise;
  return new Failure("refused", text, { line: problem.line, column: problem.column }, String(problem.type ?? "").split("#problem-").pop());
}
