// @ts-check
/** What the board shows of the game: the drawing of board.js from the midend's state, a step that is explained, and the settings. */
import { CELLS, PEERS, columnOf, digitsOf, rowOf } from "../game/grid.js";

/** @type {import("../main.js").Explained} */
const NONE = { picture: null, candidates: null, filled: new Set() };

/** @type {readonly number[]} */
const NOBODY = [];

/** What stands out where no puzzle is set. @type {Record<"wanted" | "spare" | "sole", ReadonlySet<number>>} */
const UNMARKED = { wanted: new Set(), spare: new Set(), sole: new Set() };

/** @param {import("../main.js").App} app @returns {import("./board.js").Drawing} */
export function drawingOf(app) {
  const { i18n, midend, settings } = app;
  const { state, shown, cursor } = midend;
  const { selected } = midend.ui;
  const { digits, corner, centre, colours, tints, pen } = state;
  const chosen = new Set(selected);
  const contradictions = settings.get("errors") === "never" ? [] : midend.contradictions;
  const conflicts = new Set(contradictions.flatMap(({ a, b }) => [a, b]));
  const wrong = new Set([...midend.ui.wrong, ...(settings.get("errors") === "everything" ? app.play.wrong : [])]);
  // A hint or a step of the walk-through, if one is open, has the board to itself.
  const { picture, candidates, filled } = app.parts.find((part) => part.explains)?.explains ?? NONE;
  const pointing = !picture;
  const peers = pointing && settings.get("peers") && selected.length === 1 && cursor !== null && app.tab !== "target" ? PEERS[cursor] : NOBODY;
  const same = pointing && settings.get("same") ? midend.highlight : 0;
  const current = app.lab.current;
  const { wanted, spare, sole } = app.setter?.marks ?? UNMARKED;

  return {
    label: i18n.t("page.board"),
    lang: i18n.lang,
    labelOf: (cell) => labelOf(app, cell, conflicts.has(cell), wrong.has(cell)),
    selected,
    peers,
    digit: same,
    rings: app.tab === "target",
    links: contradictions.map(({ a, b }) => /** @type {const} */ ([a, b])),
    pen,
    picture,
    cells: CELLS.map((cell) => {
      // Notes under a digit are kept, and not seen.
      const noted = !shown[cell] && !filled.has(cell);
      return {
        digit: shown[cell],
        kind: midend.kindOf(cell),
        corner: !noted ? 0 : candidates ? candidates[cell] : corner[cell],
        centre: noted && !candidates ? centre[cell] : 0,
        colours: colours[cell],
        tints: noted ? tints[cell] : 0,
        selected: chosen.has(cell),
        ghost: !!candidates && !(corner[cell] | centre[cell]),
        readOnly: !midend.mayChange(cell),
        conflict: conflicts.has(cell),
        wrong: wrong.has(cell) && digits[cell] > 0,
        same: same > 0 && shown[cell] === same,
        current: cell === current,
        wanted: wanted.has(cell),
        spare: spare.has(cell),
        sole: sole.has(cell),
      };
    }),
  };
}

/** What a screen reader says of a cell. @param {import("../main.js").App} app @param {number} cell @param {boolean} conflict @param {boolean} wrong */
function labelOf({ i18n, midend, setter }, cell, conflict, wrong) {
  const kind = midend.kindOf(cell);
  const place = { row: rowOf(cell) + 1, column: columnOf(cell) + 1, digit: midend.shown[cell] };
  const parts = [i18n.t(`page.cell.${kind}`, place)];
  if (kind === "empty") {
    const [corner, centre] = [midend.notesOf(cell, "corner"), midend.notesOf(cell, "centre")];
    if (corner.length) parts.push(i18n.t("page.cell.notes", { list: corner.join(" ") }));
    if (centre.length) parts.push(i18n.t("page.cell.centre", { list: centre.join(" ") }));
  }
  const explained = kind === "empty" ? setter?.explains?.candidates[cell] : undefined;
  if (explained !== undefined) parts.push(i18n.t("page.cell.true", { list: digitsOf(explained).join(" ") || i18n.t("page.told.none") }));
  for (const mark of /** @type {const} */ (["wanted", "spare"])) if (setter?.marks?.[mark].has(cell)) parts.push(i18n.t(`page.cell.${mark}`));
  const colours = digitsOf(midend.state.colours[cell]);
  if (colours.length) parts.push(i18n.t("page.cell.colours", { list: colours.map((colour) => i18n.t(`page.colour.${colour}`)).join(" ") }));
  if (conflict) parts.push(i18n.t("page.cell.conflict"));
  if (wrong) parts.push(i18n.t("page.cell.wrong"));
  return parts.join(i18n.t("list.separator"));
}
