/**
 * Formats times, has a watch that counts whole seconds, and keeps the pace of a game: when each digit came. A
 * pace is a text, the seconds from one digit to the next in base 36, such as "0.3.1c". No screen is needed.
 */

/** A time as 0:00 or 0:00:00. @param {number} seconds */
export function clockText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The times of a pace, in seconds; none if it is not one, as in a file from elsewhere. @param {unknown} pace */
export function timesIn(pace) {
  let at = 0;
  return typeof pace === "string" && /^[0-9a-z]{1,4}(\.[0-9a-z]{1,4}){0,999}$/.test(pace) ? pace.split(".").map((word) => (at += parseInt(word, 36))) : [];
}

/** A pace, after so many cells are filled. @param {string | undefined} pace @param {{filled: number, seconds: number}} now */
export function paced(pace = "", { filled, seconds }) {
  const times = timesIn(pace);
  const more = Array.from({ length: Math.max(0, filled - times.length) }, (_, i) => (i ? 0 : Math.max(0, seconds - (times.at(-1) ?? 0))).toString(36));
  return [...(times.length ? [pace] : []), ...more].join(".");
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
