/**
 * The combinations still possible for a constraint: the sets of values that its cells can have
 * together, given the digits in them. Only sums and ranges are covered, since a player can see
 * how a line rises. No screen is needed.
 *
 * @typedef {{head: string, sets: number[][], whole: boolean}} Combinations sets of values, ascending; head: names the case if there are several, such as a sum; whole: the list is complete
 */

/** At most this many are listed. */
const MOST = 400;
/** At most this many sets are tried, since large boards have countless ones. */
const TRIES = 200_000;

/**
 * @param {number} sum @param {readonly (readonly number[])[]} possible what each cell may hold, ascending
 * @returns {{sets: number[][], whole: boolean} | null} the sets, ascending; whole: the list is complete; null if there are too many to try
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

/** Whether the values can be spread over the cells, one value for each cell. @param {readonly number[]} values @param {readonly (readonly number[])[]} possible */
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

/**
 * The combinations of values with a given sum, in cells that may share values.
 * @param {number} sum @param {readonly (readonly number[])[]} possible @param {(a: number, b: number) => boolean} differ whether two of the cells, by index, may not
 * @returns {{sets: number[][], whole: boolean} | null} as of combinationsOf
 */
export function multisetsOf(sum, possible, differ) {
  const n = possible.length;
  /** By the values, ascending. @type {Map<string, number[]>} */
  const sets = new Map();
  /** @type {number[]} */
  const chosen = [];
  // The least and the greatest sum of the cells from here on.
  const [least, most] = [0, 1].map((end) => possible.map((_, i) => possible.slice(i).reduce((total, values) => total + (values.at(-end) ?? NaN), 0)));
  let tries = 0;
  /** @param {number} rest @returns {boolean} whether to go on */
  const search = (rest) => {
    const i = chosen.length;
    if (++tries > TRIES || sets.size >= MOST) return false;
    if (i === n) {
      if (rest === 0) {
        const set = [...chosen].sort((a, b) => a - b);
        sets.set(set.join(), set);
      }
      return true;
    }
    if (rest < least[i] || rest > most[i]) return true;
    for (const value of possible[i]) {
      if (chosen.some((other, j) => other === value && differ(i, j))) continue;
      chosen.push(value);
      const goesOn = search(rest - value);
      chosen.pop();
      if (!goesOn) return false;
    }
    return true;
  };
  const whole = possible.every((values) => values.length) ? search(sum) : true;
  return tries > TRIES && !sets.size ? null : { sets: [...sets.values()].sort((a, b) => a.join().localeCompare(b.join(), "en", { numeric: true })), whole };
}

/**
 * The combinations still possible for a drawn constraint.
 * @param {{kind: string, text?: string}} mark @param {readonly number[]} cells of it, in their order
 * @param {{low: number, high: number, possible: (cell: number) => readonly number[], differ: (a: number, b: number) => boolean, regionOf: (cell: number) => number, at: number}} board
 *   possible: what a cell may hold, ascending; differ: whether two cells must differ; at: the selected cell
 * @returns {Combinations[] | null} an empty list if nothing is possible; null if the kind has no combinations
 */
export function combinationsLeft({ kind, text = "" }, cells, board) {
  const { low, high, differ, at } = board;
  const possible = cells.map((cell) => board.possible(cell));
  const number = Number(/\d+/.exec(text)?.[0] ?? NaN);
  /** @param {{sets: number[][], whole: boolean} | null} found @param {string} [head] */
  const listed = (found, head = "") => found && (found.sets.length ? [{ head, ...found }] : []);
  /** @param {number} sum @param {readonly number[]} indices of cells @param {string} head */
  const sums = (sum, indices, head = "") => {
    const distinct = indices.every((i, n) => indices.slice(n + 1).every((j) => differ(cells[i], cells[j])));
    const lists = indices.map((i) => possible[i]);
    const found = distinct ? combinationsOf(sum, lists) : multisetsOf(sum, lists, (a, b) => differ(cells[indices[a]], cells[indices[b]]));
    return listed(found, head);
  };
  /** @param {(Combinations[] | null)[]} lists null: nothing can be said of one, and so of none */
  const together = (lists) => (lists.some((list) => !list) ? null : lists.flatMap((list) => list ?? []));
  const all = cells.map((_, i) => i);
  switch (kind) {
    case "Cage":
      return number > 0 ? listed(combinationsOf(number, possible)) : null;
    case "LittleKiller":
      return number >= 0 ? sums(number, all) : null;
    case "Arrow":
      return together(possible[0].map((value) => sums(value, all.slice(1), `${value} =`)));
    case "Renban": {
      const ranges = Array.from({ length: Math.max(0, high - low - cells.length + 2) }, (_, i) => cells.map((_, n) => low + i + n));
      const sets = ranges.filter((range) => canBeDealt(range, possible));
      return listed({ sets, whole: true });
    }
    case "XSum":
      return together(possible[0].filter((value) => value >= 1 && value <= cells.length).map((value) => sums(number, all.slice(0, value), `${value}:`)));
    case "Sandwich": {
      // The values between the least and the greatest, for each place of these two.
      /** @type {Map<string, number[]>} */
      const sets = new Map();
      let whole = true;
      const ends = (/** @type {number} */ i) => [low, high].filter((value) => possible[i].includes(value));
      for (const i of all) {
        for (const j of all.slice(i + 1)) {
          if (!ends(i).some((value) => ends(j).some((other) => other !== value))) continue;
          const inside = possible.slice(i + 1, j).map((values) => values.filter((value) => value !== low && value !== high));
          const found = combinationsOf(number, inside);
          if (!found) return null;
          whole &&= found.whole;
          for (const set of found.sets) sets.set(set.join(), set);
        }
      }
      return listed({ sets: [...sets.values()].sort((a, b) => a.length - b.length), whole });
    }
    case "RegionSumLine": {
      // The line in pieces: one for each visit to a region.
      /** @type {number[][]} */
      const visits = [];
      for (const i of all) {
        if (i && board.regionOf(cells[i]) === board.regionOf(cells[i - 1])) visits[visits.length - 1].push(i);
        else visits.push([i]);
      }
      const here = visits.find((visit) => visit.some((i) => cells[i] === at)) ?? visits[0];
      const most = Math.min(...visits.map((visit) => visit.length)) * high;
      /** @type {(Combinations[] | null)[]} */
      const lists = [];
      for (let sum = low; sum <= most; sum++) {
        const each = visits.map((visit) => sums(sum, visit, `${sum} =`));
        if (each.every((list) => !list || list.length)) lists.push(each[visits.indexOf(here)]);
      }
      return together(lists);
    }
  }
  return null;
}

/** The wanted values that are not there yet. A value can be wanted several times. @param {readonly number[]} wanted @param {readonly number[]} there */
export function lacking(wanted, there) {
  const left = [...there];
  return wanted.filter((value) => {
    const found = left.indexOf(value);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}
