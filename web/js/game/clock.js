/** Formats times, and has a watch that counts whole seconds. No screen is needed. */

/** A time as 0:00 or 0:00:00. @param {number} seconds */
export function clockText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Watch {
  /** The time up to which it has counted, in milliseconds; null while it is stopped. @type {number | null} */
  #since = null;

  /** Starts or stops it. A started second is lost. @param {boolean} on @param {number} now in milliseconds */
  run(on, now) {
    this.#since = on ? this.#since ?? now : null;
  }

  /** Returns the whole seconds since the last call. @param {number} now */
  take(now) {
    if (this.#since === null) return 0;
    const passed = Math.max(0, Math.floor((now - this.#since) / 1000));
    this.#since += passed * 1000;
    return passed;
  }
}
