/** Lights cells and houses up on the board when their names are touched in a text beside it, such as "r3c5" or "rows 3 and 8". */
import { cellOf } from "../game/grid.js";

/** The names in both languages: a cell's, or houses of a kind. */
const NAMES = /r\d+c\d+|(rows?|columns?|box(?:es)?) (\d+(?:(?:, | and )\d+)*)|第 ?(\d+(?:[、和]\d+)*) ?([行列宫])/g;

/** Kinds of houses, by the first letter of a name. @type {Record<string, string>} */
const KINDS = { r: "row", c: "column", b: "box", 行: "row", 列: "column", 宫: "box" };

/** @param {import("../main.js").App} app */
export function lightNames(app) {
  let last = "";
  const side = /** @type {HTMLElement} */ (document.querySelector("main > .side"));
  const touched = (/** @type {PointerEvent} */ { type, clientX, clientY }) => {
    const caret = document.caretPositionFromPoint?.(clientX, clientY);
    const { offsetNode: node, offset = 0 } = caret ?? {};
    const found = node instanceof Text ? [...node.data.matchAll(NAMES)].find(({ index, 0: name }) => index <= offset && offset <= index + name.length) : undefined;
    const before = type === "pointerdown" ? "" : last;
    last = found?.[0] ?? "";
    if (!found || last === before) return;
    const { board: { columns, houses } } = app.game;
    const [name, kind, list, figures, sign] = found;
    /** @type {readonly string[]} */
    const numbers = (list ?? figures)?.match(/\d+/g) ?? [];
    const cells = numbers.length ? houses.filter((one) => one.kind === KINDS[(kind ?? sign)[0]] && numbers.includes(String(one.n))).flatMap((one) => one.cells) : [cellOf(name, columns)];
    for (const cell of new Set(cells)) app.board.cells[cell]?.animate([{ backgroundColor: "color-mix(in srgb, var(--accent) 45%, transparent)" }, { backgroundColor: "transparent" }], 1500);
  };
  for (const kind of ["pointerdown", "pointermove"]) side.addEventListener(kind, /** @type {(event: any) => void} */ (touched));
}
