// @ts-check
/**
 * Why a call has no answer.
 *
 *   refused    it was said why, in the person's language
 *   busy       the server has too much to do
 *   network    no answer came from the server
 *   engine     the engine in this browser did not start, or broke down
 *   deadline   none came in time
 *   cancelled  the person, or a later call, took it back
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

/** The refusal that a problem is (RFC 9457). @param {any} problem @param {string} [otherwise] where it says nothing */
export function refusalOf(problem, otherwise = "") {
  const text = problem.errors?.[0]?.message || problem.detail || problem.title || otherwise;
  return new Failure("refused", text, { line: problem.line, column: problem.column }, String(problem.type ?? "").split("#problem-").pop());
}
