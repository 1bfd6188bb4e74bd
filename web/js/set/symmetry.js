// @ts-check
/** How the givens of a puzzle lie: the symmetries that the engine has, and what each takes a cell to. */
import { CELLS, columnOf, rowOf } from "../game/grid.js";

/** @typedef {(row: number, column: number) => number} Move from a cell to the one that it goes to */

/** The moves that each symmetry is made of, by the names of the engine. @type {Readonly<Record<string, readonly Move[]>>} */
const MOVES = {
  none: [],
  rotate180: [(r, c) => (8 - r) * 9 + 8 - c],
  rotate90: [(r, c) => c * 9 + 8 - r],
  "mirror-horizontal": [(r, c) => r * 9 + 8 - c],
  "mirror-vertical": [(r, c) => (8 - r) * 9 + c],
  diagonal: [(r, c) => c * 9 + r],
  "anti-diagonal": [(r, c) => (8 - c) * 9 + 8 - r],
  full: [(r, c) => c * 9 + 8 - r, (r, c) => c * 9 + r],
};

export const SYMMETRIES = Object.keys(MOVES);

/** The cells that a symmetry takes a cell to, itself among them. @param {string} symmetry @param {number} cell */
export function orbitOf(symmetry, cell) {
  const orbit = [cell];
  for (const one of orbit) {
    for (const move of MOVES[symmetry] ?? []) {
      const to = move(rowOf(one), columnOf(one));
      if (!orbit.includes(to)) orbit.push(to);
    }
  }
  return orbit;
}

/** The empty cells that need a given for the givens to be symmetric. @param {string} symmetry @param {readonly number[]} digits @returns {Set<number>} */
export const lacking = (symmetry, digits) => new Set(CELLS.filter((cell) => !digits[cell] && orbitOf(symmetry, cell).some((one) => digits[one])));
