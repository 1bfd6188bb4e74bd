/** The board of the setter: the content of cells, highlights, gathered cells, and constraints that cannot be drawn yet. */
import { CLASSIC, UNIT, svg } from "../board/board.js";
import { layoutOf } from "../board/marks.js";
import { outline } from "../board/picture.js";
import { obstaclesOf } from "../board/room.js";
import { Zoom } from "../board/zoom.js";
import { cellOf, placeOf, setOf } from "../game/grid.js";
import { byId, click } from "../text/status.js";
import { cellsOf, nameAt } from "./draft.js";
import { clueOf } from "./gather.js";

export class Canvas {
  /** The layout of the board, once there is a draft. @type {import("../board/board.js").Layout | undefined} */
  layout;

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    setter.app.zoom ??= new Zoom(setter.app);
    click("draft-true", () => {
      const button = byId("draft-true");
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      setter.draw();
    });
  }

  get #board() {
    return this.setter.app.board;
  }

  /** The number of a cell, from 0; NaN or negative if it is not on the board. @param {string} name */
  #number(name) {
    return cellOf(name, this.setter.draft.doc.columns);
  }

  /** The cells of the board. */
  get names() {
    return this.#board.cells.map(({ dataset }) => dataset.cell ?? "");
  }

  /** Moves the focus to a cell, and scrolls to it. @param {string} name */
  focus(name) {
    const at = this.#number(name);
    this.#board.focusCell(at);
    this.setter.app.zoom?.reveal(this.#board.cells[at]);
  }

  /** The regions of the draft, each a list of cells. */
  get #regions() {
    const { rows, columns, boxes, regions } = this.setter.draft.doc;
    /** @type {Map<string, string[]>} */
    const of = new Map();
    const [high, wide] = boxes;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const letter = regions ? regions[row]?.[column] ?? "." : boxes.length ? `${Math.floor(row / high)} ${Math.floor(column / wide)}` : ".";
        if (letter !== ".") of.set(letter, [...(of.get(letter) ?? []), nameAt(row, column)]);
      }
    }
    return [...of.values()];
  }

  /** The drawing of the current draft, as far as the last answer has it. @returns {import("../engine/types.js").Drawing} */
  get #drawing() {
    const { draft: { doc, constraints }, seen } = this.setter;
    const before = seen?.doc.constraints ?? [];
    const marks = (seen?.answer.drawing.marks ?? []).flatMap((mark) => {
      const constraint = constraints.indexOf(before[mark.constraint]);
      return constraint < 0 ? [] : [{ ...mark, constraint }];
    });
    return { puzzle: "", rows: doc.rows, columns: doc.columns, low: doc.values[0], high: doc.values[1], regions: this.#regions, ...(doc.holes?.length ? { holes: [...doc.holes] } : {}), marks, answers: [] };
  }

  draw() {
    const { setter, setter: { draft, known, palette, seen } } = this;
    const { app, app: { i18n } } = setter;
    const drawing = this.#drawing;
    // Leaves room for clues as soon as there is one, even if it is not drawn yet, so that the board does not move under a finger later.
    const ring = [setter.tool, ...draft.constraints.map((one) => one.kind)].some((name) => ["outside", "diagonal"].includes(palette.kindOf(name)?.way ?? ""));
    const board = this.#board;
    const layout = layoutOf(drawing, ring);
    const { runsOf } = layout;
    // In a cell without clues, each of up to nine candidates has a fixed place.
    const free = drawing.low === 1 && drawing.high <= 9 ? obstaclesOf(drawing).map(({ length }) => !length) : [];
    layout.runsOf = (cell, corner, centre) => (free[cell] ? CLASSIC : { runsOf }).runsOf(cell, corner, centre);
    this.layout = layout;
    if (!setter.isSeen) return;
    if (!board.redraw(layout)) {
      const focused = board.contains(document.activeElement);
      app.lay(layout);
      if (focused) setter.focus();
    }
    const shows = byId("draft-true").getAttribute("aria-pressed") === "true" && known && known.outcome !== "none";
    const { lit, one } = setter;
    const parts = lit.length ? lit : known?.clash ?? [];
    const givens = (/** @type {readonly import("./verdict.js").Part[]} */ list) => list.flatMap((part) => ("given" in part ? [part.given] : []));
    const faulty = seen?.doc === draft.doc ? seen.answer.faults.flatMap(({ constraint, cells }) => (constraint < 0 ? cells : [])) : [];
    const clash = new Set([...(lit.length ? [] : givens(parts)), ...faulty]);
    const chosen = new Set([...setter.selected, ...(one ? [] : setter.hand.gathered), ...givens(lit)]);
    const marks = { wanted: setter.revise.wanted, spare: new Set(givens(known?.spare ?? [])) };
    /** @type {Map<string, string[]>} */
    const under = new Map();
    for (const one of draft.constraints) for (const cell of cellsOf(one)) under.set(cell, [...(under.get(cell) ?? []), setter.clue.nameOf(one)]);
    const setIn = (/** @type {readonly string[]} */ values) => setOf(values.map((value) => Number(value) - drawing.low + 1));
    /** @type {string[]} */
    const labels = [];
    const cells = this.names.map((name) => {
      const n = this.#number(name);
      const value = draft.valueOf(name);
      const texts = draft.doc.givens?.[name] ?? [];
      const left = (known?.candidates && shows ? `${known.candidates[n] ?? ""} ${known.open[n] ?? ""}`.trim() : "").split(drawing.high > 9 ? /\s+/ : /\s*/).filter(Boolean);
      const mask = value === null ? texts.map(String) : [];
      const notes = value !== null ? [] : mask.length ? mask : left.length < drawing.high - drawing.low + 1 ? left : [];
      const many = notes.length > 5 || (free[n] && !mask.length);
      const { row, column } = placeOf(name);
      labels.push([
        i18n.t(`page.cell.${value === null ? "empty" : "given"}`, { row: row + 1, column: column + 1, digit: value ?? 0 }),
        mask.length > 0 && i18n.t("page.cell.confined", { list: setter.clue.either(texts) }),
        value === null && left.length > 0 && i18n.t("draft.cell.true", { list: left.join(" ") }),
        ...(under.get(name) ?? []).slice(0, 6),
        clash.has(name) && i18n.t("page.cell.conflict"),
        ...Object.entries(marks).map(([mark, cells]) => cells.has(name) && i18n.t(`page.cell.${mark}`)),
      ].filter(Boolean).join(i18n.t("list.separator")));
      return {
        digit: value === null ? 0 : value - drawing.low + 1,
        kind: value === null ? /** @type {const} */ ("empty") : /** @type {const} */ ("given"),
        corner: setIn(many ? notes : []),
        centre: setIn(many ? [] : notes),
        selected: chosen.has(name),
        readOnly: value !== null,
        conflict: clash.has(name),
        confined: mask.length > 0,
        out: setIn(left.length ? mask.filter((one) => !left.includes(one)) : []),
        wanted: marks.wanted.has(name),
        spare: marks.spare.has(name),
        sole: value === null && left.length === 1,
        more: labels[n],
      };
    });
    board.draw({
      label: i18n.t("draft.boardOf", { rows: drawing.rows, columns: drawing.columns }),
      lang: i18n.lang,
      labelOf: (n) => labels[n],
      selected: [...chosen, setter.cursor].map((cell) => this.#number(cell)).filter((n, i, all) => n >= 0 && all.lastIndexOf(n) === i),
      cells,
    });
    board.point([...(setter.oneAt >= 0 ? [setter.oneAt] : []), ...(lit.length || one ? lit : parts).flatMap((part) => ("index" in part ? [part.index] : []))]);
    const clashing = new Set((known?.clash ?? []).flatMap((part) => ("index" in part ? [part.index] : [])));
    for (const mark of board.querySelectorAll("[data-constraint]")) mark.classList.toggle("clash", clashing.has(Number(mark.getAttribute("data-constraint"))));
    board.sketch.replaceChildren(...this.#sketch(new Set(drawing.marks?.map(({ constraint }) => constraint))));
  }

  /** Draws the gathered cells, and constraints missing from the drawing. @param {ReadonlySet<number>} drawn */
  #sketch(drawn) {
    const { clue, draft, hand, kind, one: held, palette } = this.setter;
    const isOn = (/** @type {string} */ name) => this.#number(name) >= 0;
    const middle = (/** @type {string} */ name) => {
      const { row, column } = placeOf(name);
      return { x: column * UNIT + 5, y: row * UNIT + 5 };
    };
    /** @type {SVGElement[]} */
    const all = [];
    const add = (/** @type {readonly string[]} */ named, /** @type {string} */ way, /** @type {string} */ look, text = "") => {
      const cells = named.filter(isOn);
      if (!cells.length) return;
      const points = cells.map(middle);
      let [{ x, y }] = points;
      if (way === "line") all.push(svg("path", { class: `sketch-line ${look}`, d: `${points.map((at, i) => `${i ? "L" : "M"}${at.x} ${at.y}`).join("")}${cells.length > 1 ? "" : "h.01"}` }));
      else if (way === "side" || way === "corner") {
        [x, y] = [points.reduce((sum, at) => sum + at.x, 0) / cells.length, points.reduce((sum, at) => sum + at.y, 0) / cells.length];
        all.push(svg("circle", { class: `sketch-dot ${look}`, cx: x, cy: y, r: 1.8 }));
      } else if (way === "outside" || way === "diagonal") {
        const clue = clueOf(cells);
        [x, y] = [clue.x * UNIT, clue.y * UNIT];
        all.push(svg("rect", { class: `sketch-place ${look}`, x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2, rx: 1 }));
      } else all.push(svg("path", { class: `sketch-area ${look}`, d: outline(cells.map((cell) => this.#number(cell)), 1, draft.doc.columns) }));
      if (text) all.push(svg("text", { class: "sketch-text", x, y: y + 1.2, "font-size": 3.4 }, text));
    };
    const way = kind?.way ?? "cells";
    for (const set of hand.sets) add(set, way, "");
    add(hand.gathered, way, "");
    draft.constraints.forEach((one, i) => {
      const kind = palette.kindOf(one.kind);
      // A constraint without a drawing of its own shows its cells, for example one made of others.
      if (one === held && (!kind || (!drawn.has(i) && !cellsOf(one).every(isOn)))) add(cellsOf(one), "cells", "held");
      if (!kind || kind.way === "board" || drawn.has(i)) return;
      // Constraints must also be visible if nothing answers; faulty ones stay marked.
      const text = kind.typed === "number" || kind.typed === "values" ? clue.numbersOf(one) || (kind.any ? "" : "?") : "";
      for (const cells of [one.cells ?? [], ...(one.sets ?? [])]) add(cells, kind.way, this.setter.faultsOf(i).length ? "fault" : one === held ? "held" : "", text);
    });
    return all;
  }
}
