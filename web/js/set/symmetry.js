/** How the givens of a puzzle lie: the symmetries that the engine has, and what each takes a cell to, on any board. */
import { placeOf } from "../game/grid.js";
import { nameAt } from "./draft.js";

/** @typedef {{rows: number, columns: number}} Size @typedef {(row: number, column: number, low: number, right: number) => [number, number]} Move from a cell to the one that it goes to; low and right are the last row and column */

/** The moves that generate each symmetry, by the engine's names; the first ones do not need a square board. @type {Readonly<Record<string, readonly Move[]>>} */
const MOVES = {
  none: [],
  rotate180: [(r, c, low, right) => [low - r, right - c]],
  "mirror-horizontal": [(r, c, _, right) => [r, right - c]],
  "mirror-vertical": [(r, c, low) => [low - r, c]],
  rotate90: [(r, c, low) => [c, low - r]],
  diagonal: [(r, c) => [c, r]],
  "anti-diagonal": [(r, c, low, right) => [right - c, low - r]],
  full: [(r, c, low) => [c, low - r], (r, c) => [c, r]],
};

/** The symmetries that a board can have. @param {Size} size */
export const symmetriesOf = ({ rows, columns }) => Object.keys(MOVES).slice(0, rows === columns ? undefined : 4);

/** The images of a cell under a symmetry, including the cell itself. @param {string} symmetry @param {string} cell @param {Size} size */
export function orbitOf(symmetry, cell, { rows, columns }) {
  const orbit = [cell];
  for (const one of orbit) {
    const { row, column } = placeOf(one);
    for (const move of MOVES[symmetry] ?? []) {
      const to = nameAt(...move(row, column, rows - 1, columns - 1));
      if (!orbit.includes(to)) orbit.push(to);
    }
  }
  return orbit;
}
