/**
 * Moments in order, one of them the current one: the history of a game or a draft. A new moment
 * drops those that could be redone.
 * @template T
 */
export class Line {
  at = 0;

  /** @param {T} first @param {number} most moments that are kept */
  constructor(first, most) {
    /** @type {T[]} */
    this.moments = [first];
    this.most = most;
  }

  get now() {
    return this.moments[this.at];
  }

  get isLast() {
    return this.at === this.moments.length - 1;
  }

  /** @param {T} moment @param {number} [at] in place of which it comes */
  push(moment, at = this.at + 1) {
    this.moments = [...this.moments.slice(0, at), moment].slice(-this.most);
    this.at = this.moments.length - 1;
    return true;
  }

  /** Goes back or forward by a number of moments; returns false if there are not that many. @param {number} by */
  travel(by) {
    if (!this.moments[this.at + by]) return false;
    this.at += by;
    return true;
  }
}
