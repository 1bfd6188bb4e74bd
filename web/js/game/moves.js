/**
 * Moves: functions from a state to the next state. They never change the state they get, and do
 * not check whether the move is allowed; the midend does that.
 *
 * @typedef {import("./grid.js").Board} Board
 * @typedef {import("./state.js").State} State
 * @typedef {"corner" | "centre"} Notes which of the two kinds of notes
 * @typedef {"digit" | "corner" | "centre" | "colour" | "tint" | "pen"} Mode what a digit key enters
 * @typedef {{cell: number, digit: number}} Candidate
 */
import { bitOf, candidatesOf } from "./grid.js";
import { along, marked, touches } from "./ink.js";
import { MOST_TINTED, tintOf, withTint } from "./state.js";

/** The share of the empty cells that must hold notes for the notes to count as candidates. */
const NOTED = 0.75;

/** @param {number} set @param {number} digit */
const has = (set, digit) => (set & bitOf(digit)) !== 0;

/** The digits noted in a cell, of both kinds, even those hidden under a digit. @param {State} state @param {number} cell */
export const noted = ({ corner, centre }, cell) => corner[cell] | centre[cell];

/**
 * Enters digits in cells; 0 empties a cell. The notes of the cells stay under them. With cleanUp
 * each digit is removed from its peers' notes.
 * @param {Board} board @param {State} state
 * @param {readonly Candidate[]} placements
 * @param {{given?: boolean, cleanUp?: boolean}} [how]
 * @returns {State}
 */
export function placed(board, state, placements, { given = false, cleanUp = true } = {}) {
  const next = { ...state, digits: [...state.digits], given: [...state.given], corner: [...state.corner], centre: [...state.centre] };
  for (const { cell, digit } of placements) {
    next.digits[cell] = digit;
    next.given[cell] = given && digit > 0;
    if (!cleanUp || !digit) continue;
    for (const peer of board.peers[cell]) {
      next.corner[peer] &= ~bitOf(digit);
      next.centre[peer] &= ~bitOf(digit);
    }
  }
  return next;
}

/** Adds a note of a kind, or a colour, to cells, or removes it if all of them have it. @param {State} state @param {readonly number[]} cells @param {Notes | "colours"} layer @param {number} member @returns {State} */
export function memberToggled(state, cells, layer, member) {
  const all = cells.every((cell) => has(state[layer][cell], member));
  const sets = [...state[layer]];
  for (const cell of cells) sets[cell] = all ? sets[cell] & ~bitOf(member) : sets[cell] | bitOf(member);
  return { ...state, [layer]: sets };
}

/** Colours a candidate in some cells, or removes the colour if all of them have it. @param {State} state @param {readonly number[]} cells @param {number} digit @param {number} colour @returns {State} */
export function tintToggled(state, cells, digit, colour) {
  const all = cells.every((cell) => tintOf(state.tints[cell], digit) === colour);
  const tints = [...state.tints];
  for (const cell of cells) tints[cell] = withTint(tints[cell], digit, all ? 0 : colour);
  return { ...state, tints };
}

/**
 * Draws with the pen along touching cells or corners. If all lines are already there in the
 * colour, they are erased. In one cell it makes a circle, then a cross, then nothing.
 * @param {Board} board @param {State} state @param {readonly number[]} path @param {number} colour @param {"line" | "edge" | "side"} shape
 * @returns {State}
 */
export function stroked(board, state, path, colour, shape) {
  return { ...state, pen: new Set(path).size === 1 ? marked(state.pen, path[0], colour) : along(state.pen, path, shape, colour, board) };
}

/**
 * Erases one layer from cells: the first visible one in the order of the mode's own layer,
 * digits, centre notes, corner notes, colours, lines.
 * @param {Board} board @param {State} state @param {readonly number[]} cells @param {Mode} mode
 * @param {(cell: number) => boolean} mayChange whether a cell's digit may be removed
 * @returns {State}
 */
export function erased(board, state, cells, mode, mayChange) {
  const seen = cells.filter((cell) => !state.digits[cell]);
  /** @param {"corner" | "centre" | "colours" | "tints"} layer @param {readonly number[]} from */
  const without = (layer, from) => () => {
    const held = from.filter((cell) => state[layer][cell]);
    return held.length ? { ...state, [layer]: state[layer].map((set, cell) => (held.includes(cell) ? 0 : set)) } : null;
  };
  const layers = {
    digit: () => {
      const held = cells.filter((cell) => state.digits[cell] && mayChange(cell));
      return held.length ? placed(board, state, held.map((cell) => ({ cell, digit: 0 }))) : null;
    },
    centre: without("centre", seen),
    corner: without("corner", seen),
    colour: without("colours", cells),
    pen: () => {
      const left = state.pen.filter((stroke) => !cells.some((cell) => touches(stroke, cell, board.columns)));
      return left.length < state.pen.length ? { ...state, pen: left } : null;
    },
    tint: without("tints", seen),
  };
  for (const layer of [layers[mode], ...Object.values(layers)]) {
    const next = layer();
    if (next) return next;
  }
  return state;
}

/** Removes all notes, all colours or all pen strokes. @param {Board} board @param {State} state @param {"notes" | "colours" | "pen"} part @returns {State} */
export function wiped({ none }, state, part) {
  if (part === "pen") return { ...state, pen: [] };
  return part === "notes" ? { ...state, corner: none, centre: none } : { ...state, colours: none, tints: none };
}

/** Fills the notes of a kind in cells with sets of digits by cell. @param {State} state @param {readonly number[]} cells @param {Notes} kind @param {readonly number[]} all @returns {State} */
export function notesFilled(state, cells, kind, all) {
  const notes = [...state[kind]];
  for (const cell of cells) if (!state.digits[cell]) notes[cell] = all[cell];
  return { ...state, [kind]: notes };
}

/** Removes digits that a peer holds from the notes of empty cells. @param {Board} board @param {State} state @param {readonly number[]} cells @returns {State} */
export function notesCleaned(board, state, cells) {
  const all = candidatesOf(state.digits, board);
  const [corner, centre] = [[...state.corner], [...state.centre]];
  for (const cell of cells) {
    if (state.digits[cell]) continue;
    corner[cell] &= all[cell];
    centre[cell] &= all[cell];
  }
  return { ...state, corner, centre };
}

/** Removes the tints of candidates that are not noted. @param {State} state @returns {State} */
export function settled(state) {
  const tints = state.tints.map((tints, cell) => {
    if (tints) for (let digit = 1; digit <= MOST_TINTED; digit++) if (!has(noted(state, cell), digit)) tints = withTint(tints, digit, 0);
    return tints;
  });
  return { ...state, tints };
}

/**
 * The kind of notes that counts as all candidates: a kind that nearly every empty cell has.
 * Centre notes come first, since corner notes beside them usually mark places in a house. If only
 * both kinds together are enough, both count; otherwise none.
 * @param {Board} board @param {State} state @returns {Notes | "both" | null}
 */
export function candidateNotes({ cells }, { digits, corner, centre }) {
  const empty = cells.filter((cell) => !digits[cell]);
  /** @param {(cell: number) => number} notes */
  const nearlyAll = (notes) => empty.length > 0 && empty.filter(notes).length >= empty.length * NOTED;
  if (nearlyAll((cell) => centre[cell])) return "centre";
  if (nearlyAll((cell) => corner[cell])) return "corner";
  return nearlyAll((cell) => corner[cell] | centre[cell]) ? "both" : null;
}

/**
 * The candidates that hints start from, as bit sets by cell. If notes count, they are the notes
 * of that kind without digits that a peer holds. A cell without such notes uses its other notes.
 * A cell without notes uses the digits that no peer holds.
 * @param {Board} board @param {State} state
 */
export function candidatesNoted(board, state) {
  const all = candidatesOf(state.digits, board);
  const kind = candidateNotes(board, state);
  if (!kind) return all;
  return all.map((set, cell) => (kind === "both" ? 0 : set & state[kind][cell]) || set & noted(state, cell) || set);
}

/**
 * Makes a step of a hint: it enters digits and removes notes, or removes a wrong digit, or adds a
 * missing note. If it removes notes, and the notes do not count as all candidates, they are
 * filled in first.
 * @param {Board} board @param {State} state
 * @param {{placements?: readonly Candidate[], eliminations?: readonly Candidate[], wrong?: number, missing?: Candidate}} step
 * @param {{fillWith: Notes, cleanUp: boolean}} how
 * @returns {State}
 */
export function stepTaken(board, state, { placements = [], eliminations = [], wrong, missing }, { fillWith, cleanUp }) {
  const counted = candidateNotes(board, state);
  /** @type {Notes} */
  const layer = counted === "centre" || counted === "corner" ? counted : fillWith;
  const next = { ...state, corner: [...state.corner], centre: [...state.centre] };
  if (eliminations.length) {
    candidatesNoted(board, state).forEach((set, cell) => (next[layer][cell] = set || next[layer][cell]));
  }
  for (const { cell, digit } of eliminations) {
    next.corner[cell] &= ~bitOf(digit);
    next.centre[cell] &= ~bitOf(digit);
  }
  if (missing) {
    const { cell, digit } = missing;
    next[layer][cell] = (next[layer][cell] || candidatesOf(state.digits, board)[cell]) | bitOf(digit);
  }
  const after = placed(board, next, [...placements, ...(wrong === undefined ? [] : [{ cell: wrong, digit: 0 }])], { cleanUp });
  if (wrong === undefined || !counted || noted(after, wrong)) return after;
  return notesFilled(after, [wrong], layer, candidatesOf(after.digits, board));
}
