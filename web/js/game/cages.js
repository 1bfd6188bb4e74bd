// @ts-check
/**
 * The combinations that are left for a cage: sets of different values that add up
 * to its sum and can be dealt to its cells. Without a screen.
 */

/** More than so many are not listed. */
const MOST = 400;
/** More than so many sets are not looked at: those of large boards are countless. */
const TRIES = 200_000;

/**
 * @param {number} sum @param {readonly (readonly number[])[]} possible what each cell may hold, ascending
 * @returns {{sets: number[][], whole: boolean} | null} the sets, ascending; whole: these are all; null where there are too many to look at
 */
export function combinationsOf(sum, possible) {
  const values = [...new Set(possible.flat())].sort((a, b) => a - b);
  const n = possible.length;
  /** @type {number[][]} */
  const sets = [];
  let tries = 0;
  /** @param {number} from @param {number} rest @param {number[]} chosen @returns {boolean} whether to go on */
  const search = (from, rest, chosen) => {
    if (++tries > TRIES || sets.length >= MOST) return false;
    const lack = n - chosen.length;
    if (!lack) {
      if (rest === 0 && canBeDealt(chosen, possible)) sets.push([...chosen]);
      return true;
    }
    for (let i = from; i + lack <= values.length; i++) {
      let [least, greatest] = [0, values[i]];
      for (let k = 0; k < lack; k++) least += values[i + k];
      for (let k = 1; k < lack; k++) greatest += values[values.length - k];
      if (least > rest) break;
      if (greatest < rest) continue;
      chosen.push(values[i]);
      const goesOn = search(i + 1, rest - values[i], chosen);
      chosen.pop();
      if (!goesOn) return false;
    }
    return true;
  };
  const whole = search(0, sum, []);
  return tries > TRIES && !sets.length ? null : { sets, whole };
}

/** Whether each cell can have a value of its own. @param {readonly number[]} values @param {readonly (readonly number[])[]} possible */
function canBeDealt(values, possible) {
  /** The cell that has each value. @type {Map<number, number>} */
  const holder = new Map();
  /** @param {number} cell @param {Set<number>} seen @returns {boolean} */
  const place = (cell, seen) =>
    possible[cell].some((value) => {
      if (!values.includes(value) || seen.has(value)) return false;
      seen.add(value);
      const other = holder.get(value);
      if (other !== undefined && !place(other, seen)) return false;
      holder.set(value, cell);
      return true;
    });
  return possible.every((_, cell) => place(cell, new Set()));
}
