/** Makes the drawing for board.js from the midend's state, the step being explained, and the settings. */
import { digitsOf } from "../game/grid.js";

/** @typedef {{picture: import("./picture.js").Picture | null, candidates: readonly number[] | null, filled: ReadonlySet<number>, constraints?: readonly number[], as?: "corner" | "centre"}} Explained
 *   shapes that a part of the page draws on the board: candidates are bit sets by cell in place of
 *   the notes, shown as the kind of notes in as; filled are cells with a large digit in place of notes; constraints are highlighted */

/** @type {Explained} */
const NONE = { picture: null, candidates: null, filled: new Set() };

/**
 * @typedef {{
 *   i18n: import("../text/i18n.js").I18n,
 *   settings: import("../keep/settings.js").Settings,
 *   midend: import("../game/midend.js").Midend,
 *   label: string,
 *   wrong?: readonly number[],
 *   explained?: Explained | null,
 *   seesPeers?: boolean,
 *   current?: number,
 *   told?: (cell: number) => unknown[],
 *   inked?: (cell: number) => string,
 * }} View a game and what is known about it: wrong are cells that differ from the solution; told
 * returns further parts of a cell's label, inked the pen strokes there
 */

/** @param {View} view @returns {import("./board.js").Drawing} */
export function drawingOf(view) {
  const { i18n, midend, settings, label, current = -1 } = view;
  const { state, cursor } = midend;
  const { selected } = midend.ui;
  const { corner, centre, colours, tints, pen } = state;
  // A hint or a step of the walk-through, if one is open, has the board to itself.
  const { picture, candidates, filled, as = "corner" } = view.explained ?? NONE;
  const { shown } = midend;
  const chosen = new Set(selected);
  const hides = settings.get("errors") === "never";
  const contradictions = hides ? [] : midend.contradictions;
  const conflicts = new Set(hides ? [] : [...contradictions.flatMap(({ a, b }) => [a, b]), ...midend.broken]);
  const wrong = new Set([...midend.ui.wrong, ...(settings.get("errors") === "everything" ? view.wrong ?? [] : [])]);
  const sees = !picture && settings.get("peers") && selected.length === 1 && cursor !== null && view.seesPeers !== false;
  const same = !picture && settings.get("same") ? midend.highlight : 0;
  // Notes under a digit are kept but not shown.
  const notesIn = (/** @type {number} */ cell, /** @type {"corner" | "centre"} */ kind) => (shown[cell] || filled.has(cell) ? 0 : !candidates ? (kind === "corner" ? corner : centre)[cell] : as === kind ? candidates[cell] : 0);

  /** The label of a cell for screen readers. @param {number} cell */
  const labelOf = (cell) => {
    const { columns } = midend.board;
    const kind = midend.kindOf(cell);
    const list = (/** @type {number} */ set) => midend.valuesIn(set).join(" ");
    const [corners, centres] = kind === "empty" ? [notesIn(cell, "corner"), notesIn(cell, "centre")] : [0, 0];
    return [
      i18n.t(`page.cell.${kind}`, { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1, digit: midend.toValue(shown[cell]) }),
      corners && i18n.t("page.cell.notes", { list: list(corners) }),
      centres && i18n.t("page.cell.centre", { list: list(centres) }),
      ...(view.told?.(cell) ?? []),
      colours[cell] && i18n.t("page.cell.colours", { list: digitsOf(colours[cell]).map((colour) => i18n.t(`page.colour.${colour}`)).join(" ") }),
      view.inked?.(cell),
      conflicts.has(cell) && i18n.t("page.cell.conflict"),
      wrong.has(cell) && i18n.t("page.cell.wrong"),
    ].filter(Boolean).join(i18n.t("list.separator"));
  };

  return {
    label,
    lang: i18n.lang,
    labelOf,
    selected,
    peers: sees ? midend.board.peers[cursor] : [],
    digit: same,
    links: contradictions.map(({ a, b }) => /** @type {const} */ ([a, b])),
    pen,
    picture,
    cells: midend.board.may.map((_, cell) => {
      const noted = !shown[cell] && !filled.has(cell);
      return {
        digit: shown[cell],
        kind: midend.kindOf(cell),
        corner: notesIn(cell, "corner"),
        centre: notesIn(cell, "centre"),
        colours: colours[cell],
        tints: noted ? tints[cell] : 0,
        selected: chosen.has(cell),
        ghost: !!candidates && !(corner[cell] | centre[cell]),
        readOnly: !midend.mayChange(cell),
        conflict: conflicts.has(cell),
        wrong: wrong.has(cell),
        same: same > 0 && shown[cell] === same,
        current: cell === current,
        more: pen.length ? view.inked?.(cell) ?? "" : "",
      };
    }),
  };
}
