// @ts-check
/** Time, without a screen: how it is written, and a watch that counts whole seconds. */

/** A time as 0:00 or 0:00:00. @param {number} seconds */
export function clockText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Watch {
  /** Up to when it has counted, in milliseconds; null while it stands. @type {number | null} */
  #since = null;

  /** Starts or stops it. What is short of a second is lost. @param {boolean} on @param {number} now in milliseconds */
  run(on, now) {
    this.#since = on ? this.#since ?? now : null;
  }

  /** The whole seconds since they were last taken. @param {number} now */
  take(now) {
    if (this.#since === null) return 0;
    const passed = Math.max(0, Math.floor((now - this.#since) / 1000));
    this.#since += passed * 1000;
    return passed;
  }
}
