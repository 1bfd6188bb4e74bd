/** Constraints drawn on the board by mouse, touch and keys: cells are gathered and become one, or a press puts one at once. From places to cells: gather.js. */
import { placeOf } from "../game/grid.js";
import { byId, click, hide } from "../text/status.js";
import { WAYS } from "../game/selection.js";
import { nameAt } from "./draft.js";
import { beside, cellAt, drawnOn, linesFrom, movedTo, pressed, sideBeside, squareFrom } from "./gather.js";

/** @typedef {import("./draft.js").Constraint} Constraint @typedef {import("../engine/types.js").Kind} Kind @typedef {{dr: number, dc: number}} Way */

/** Of kinds of which cells are gathered before one is made. */
const GATHERED = ["line", "cells", "sets"];

export class Hand {
  /** The cells gathered for the next constraint; for a kind with several sets, also the earlier sets. @type {readonly string[]} */
  gathered = [];
  /** @type {readonly (readonly string[])[]} */
  sets = [];
  /** @type {{place: import("./gather.js").Place, cell: string, fresh: boolean, letter: string} | null} */
  #drag = null;

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    click("draft-done", () => (this.#finish(), setter.focus()));
    click("draft-cancel", () => (setter.leave(), setter.draw(), setter.focus()));
    click("draft-change", () => {
      setter.changing = !setter.changing;
      setter.draw();
      setter.focus();
      if (setter.changing) setter.say(setter.app.i18n.t("draft.change.about"));
    });
  }

  get #size() {
    const { rows, columns } = this.setter.draft.doc;
    return { rows, columns };
  }

  /** Whether the current kind gathers cells. */
  get #gathers() {
    return GATHERED.includes(this.setter.kind?.way ?? "");
  }

  get isGathering() {
    return this.gathered.length > 0 || this.sets.length > 0;
  }

  drop() {
    this.gathered = [];
    this.sets = [];
  }

  draw() {
    hide(byId("draft-finish"), !this.isGathering || !!this.#drag);
  }

  // From cells to constraints.

  /** @param {string} key @param {Record<string, unknown>} [values] */
  #say(key, values) {
    this.setter.say(this.setter.app.i18n.t(key, /** @type {any} */ (values)));
  }

  /** Adds a constraint of the current kind, and makes it the current one. @param {Partial<Constraint>} cells */
  #add(cells) {
    const { setter, setter: { kind } } = this;
    if (!kind) return;
    const { i18n } = setter.app;
    setter.leave();
    const at = setter.draft.add({ kind: kind.kind, ...cells, ...setter.palette.first(kind) });
    setter.one = setter.draft.constraints[at];
    setter.edited();
    setter.say(i18n.sentences(i18n.t("draft.placed", { name: kind.name, cells: [...(cells.cells ?? []), ...(cells.sets ?? []).flat()].join(" ") }), kind.typed && i18n.t(`draft.type.${kind.typed}`)));
  }

  /** What was gathered becomes a constraint. */
  #finish() {
    const { setter, gathered: cells } = this;
    const { kind } = setter;
    if (!kind) return;
    const least = Math.max(kind.way === "line" ? 2 : 1, kind.least ?? 0);
    if (kind.way === "sets" && !cells.length) {
      if (this.sets.length < 2) this.#say("draft.moreSets");
      else this.#add({ sets: this.sets });
    } else if (kind.way === "sets") {
      // A single cell after a shape repeats the shape from that cell.
      const [first] = this.sets;
      const moved = first && cells.length === 1 && first.length > 1 && kind.kind === "Clone" ? movedTo(first, cells[0], this.#size) : cells;
      this.gathered = [];
      if (moved) this.sets = [...this.sets, moved];
      this.#say(moved ? "draft.set" : "draft.offBoard", { n: this.sets.length, cells: moved?.join(" ") });
    } else if (cells.length < least) {
      this.gathered = [];
      this.#say("draft.tooFew", { n: least });
    } else return this.#add({ cells });
    setter.draw();
  }

  /** Handles cells that a press or a key made at once. @param {Kind} kind @param {readonly (readonly string[])[]} choices */
  #put(kind, choices) {
    if (!choices.length) return;
    const { setter, setter: { draft: { constraints } } } = this;
    const key = (/** @type {readonly string[]} */ cells) => (kind.way === "side" ? [...cells].sort() : cells).join(" ");
    const at = constraints.findIndex((one) => one.kind === kind.kind && choices.some((cells) => key(one.cells ?? []) === key(cells)));
    if (at < 0) {
      // A dot replaces another dot.
      const other = kind.way === "side" ? constraints.findIndex((one) => key(one.cells ?? []) === key(choices[0]) && setter.palette.kindOf(one.kind)?.shape === kind.shape) : -1;
      if (other >= 0) setter.draft.remove(other);
      return this.#add({ cells: choices[0] });
    }
    const one = constraints[at];
    const { cells = [] } = one;
    if (kind.way === "diagonal" && setter.one === one && choices.length > 1) return setter.replace(at, { ...one, cells: choices[key(cells) === key(choices[0]) ? 1 : 0] });
    if (kind.shape === "greater" && cells[0] === choices[0][0]) return setter.replace(at, { ...one, cells: [...cells].reverse() });
    if (kind.way !== "side" || kind.typed) return setter.hold(one);
    setter.change((draft) => draft.remove(at));
    this.#say("draft.removed");
  }

  /** For a kind of single cells, adds or removes a cell. @param {Kind} kind @param {readonly string[]} cells */
  #spot(kind, cells) {
    const { setter } = this;
    const at = setter.draft.constraints.findIndex((one) => one.kind === kind.kind);
    if (at < 0) return this.#add({ cells: [...cells] });
    const one = setter.draft.constraints[at];
    const before = one.cells ?? [];
    const there = cells.every((cell) => before.includes(cell));
    const next = there ? before.filter((cell) => !cells.includes(cell)) : [...new Set([...before, ...cells])];
    if (next.length) setter.replace(at, { ...one, cells: next });
    else setter.change((draft) => draft.remove(at));
    this.#say(there ? "draft.removed" : "draft.placed", { name: kind.name, cells: cells.join(" ") });
  }

  /** @param {Kind} kind @param {string} cell */
  #putSquare(kind, cell) {
    const { row, column } = placeOf(cell);
    const square = squareFrom(row, column, this.#size);
    if (square) this.#put(kind, [square]);
    else this.#say("draft.offBoard");
  }

  /** Adds a cell to the current constraint, or removes it. @param {string} cell @param {boolean} [only] never removes */
  #toggle(cell, only = false) {
    const { one, oneAt } = this.setter;
    if (!one?.cells) return;
    const there = one.cells.includes(cell);
    if (there && (only || one.cells.length === 1)) return;
    this.setter.replace(oneAt, { ...one, cells: there ? one.cells.filter((other) => other !== cell) : [...one.cells, cell] });
  }

  // Mouse and touch: see pointer.js.

  /** The focus came to a cell. @param {number} n */
  came(n) {
    const { setter } = this;
    const cell = setter.canvas.names[n];
    if (setter.cursor === cell || this.#drag) return;
    setter.selected = [cell];
    setter.draw();
  }

  /** A cell was pressed without a pointer: as in its middle. @param {number} n */
  press(n) {
    const { x, y, width, height } = this.setter.app.board.cells[n].getBoundingClientRect();
    const press = new PointerEvent("pointerdown", { clientX: x + width / 2, clientY: y + height / 2, isPrimary: true });
    this.down(press);
    this.up(press);
  }

  /** Drops a gesture that was not meant. */
  stop() {
    if (!this.#drag) return;
    this.#drag = null;
    this.gathered = [];
    this.setter.draw();
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { setter, setter: { app, draft, kind, selected } } = this;
    if (event.button || !event.isPrimary || app.zoom?.pinching) return;
    const place = app.board.placeOf(event);
    const cell = cellAt(place, this.#size);
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    event.preventDefault();
    if (event.isTrusted) app.board.setPointerCapture(event.pointerId);
    this.#drag = { place, cell, fresh: true, letter: "" };
    setter.clue.rest();
    if (setter.changing && setter.one && cell) return this.#toggle(cell);
    if (!cell) return;
    if (setter.tool === "regions") {
      this.#drag.letter = more || draft.regionOf(cell) === "." ? draft.freeLetter : draft.regionOf(cell);
      this.gathered = [cell];
    } else if (this.#gathers || kind?.way === "spots") this.gathered = more ? [...this.gathered.filter((one) => one !== cell), cell] : [cell];
    else if (!kind) setter.selected = !more ? [cell] : selected.includes(cell) ? selected.filter((one) => one !== cell) : [...selected, cell];
    if (kind) setter.selected = [cell];
    else setter.one = null;
    setter.focus();
    setter.draw();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const { setter, setter: { kind } } = this;
    const cell = cellAt(setter.app.board.placeOf(event), this.#size, kind?.way === "line");
    if (!cell || cell === drag.cell) return;
    drag.cell = cell;
    drag.fresh = false;
    if (setter.changing && setter.one) return this.#toggle(cell, true);
    if (kind?.way === "line") this.gathered = drawnOn(this.gathered, cell, kind.twice ?? false);
    else if (setter.tool === "regions" || this.#gathers || kind?.way === "spots") {
      if (this.gathered.length) this.gathered = [...new Set([...this.gathered, cell])];
    } else if (!kind && !setter.selected.includes(cell)) setter.selected = [...setter.selected, cell];
    setter.draw();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { setter, setter: { draft, kind } } = this;
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || setter.changing) return;
    if (setter.tool === "regions" || kind?.way === "spots") {
      const cells = this.gathered;
      this.gathered = [];
      if (cells.length && kind) this.#spot(kind, cells);
      else if (cells.length && draft.paint(cells, drag.letter)) setter.edited();
      return setter.draw();
    }
    if (!kind) return;
    if (!this.#gathers) return this.#put(kind, pressed(kind, drag.place, this.#size));
    if (!this.gathered.length || event.shiftKey || event.ctrlKey || event.metaKey) return setter.draw();
    // A press on a cell of an existing constraint makes that the current one.
    const there = drag.fresh && this.gathered.length === 1 && !this.sets.length ? draft.constraints.findLast((one) => one.kind === kind.kind && [...(one.cells ?? []), ...(one.sets ?? []).flat()].includes(drag.cell)) : undefined;
    if (there) return setter.hold(there);
    this.#finish();
  }

  // Keys.

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was used */
  key(event) {
    const { setter, setter: { canvas, clue } } = this;
    const { key, code, shiftKey, target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (event.isComposing || event.altKey) return false;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) {
      if (key !== "Escape" || target.type === "search") return false;
      setter.focus();
      return true;
    }
    if (control && key.toLowerCase() === "z") return setter.travel(shiftKey ? 1 : -1), true;
    if (control && key.toLowerCase() === "y") return setter.travel(1), true;
    if (key === "Escape") {
      const busy = this.isGathering || setter.one;
      if (!busy && setter.tool === "givens") return false;
      if (busy) setter.leave();
      else setter.tool = "givens";
      setter.say("");
      setter.draw();
      return true;
    }
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
    if (digit) return clue.type(Number(digit), false, clue.several !== (shiftKey || control)), true;
    if (key === "Backspace") return clue.untype() || (clue.erase(), true);
    if (key === "Delete") return clue.erase(), true;
    if (!(target instanceof Element && target.closest("nonet-board"))) return false;
    if (control && key.toLowerCase() === "a" && setter.tool === "givens") {
      setter.selected = canvas.names;
      return setter.draw(), true;
    }
    const way = WAYS[key];
    // Slantwise only with Shift.
    if (way && (key.startsWith("Arrow") || (shiftKey && this.#gathers))) return this.#arrow(way, shiftKey || control), true;
    if (key === " ") return this.#space();
    if (key !== "Enter") return false;
    if (this.isGathering) this.#finish();
    else if (setter.one) setter.hold(null);
    else this.#space();
    return true;
  }

  /** @returns {boolean} whether Space has a meaning here */
  #space() {
    const { setter, setter: { cursor, draft, kind } } = this;
    if (setter.tool === "regions") {
      if (draft.paint([cursor], draft.freeLetter)) setter.edited();
      this.#say("draft.region.painted", { cell: cursor, n: 1 });
    } else if (setter.changing && setter.one) {
      this.#toggle(cursor);
      setter.say(setter.clue.nameOf(setter.one));
    } else if (!kind) return false;
    else if (kind.way === "spots") this.#spot(kind, [cursor]);
    else if (kind.way === "corner") this.#putSquare(kind, cursor);
    else if (this.#gathers) {
      setter.one = null;
      this.gathered = this.gathered.includes(cursor) ? this.gathered.filter((cell) => cell !== cursor) : [...this.gathered, cursor];
      this.#say("draft.gathered", { cells: this.gathered.join(" ") });
      setter.draw();
    } else this.#say(`draft.way.${kind.way}`);
    return true;
  }

  /** @param {Way} way @param {boolean} more with Shift */
  #arrow(way, more) {
    const { setter, setter: { cursor, draft, kind } } = this;
    const { rows, columns } = this.#size;
    if (more && kind?.way === "side") {
      const pair = sideBeside(cursor, way, this.#size);
      return pair ? this.#put(kind, [pair]) : this.#say("draft.offBoard");
    }
    if (more && kind && ["outside", "diagonal"].includes(kind.way)) return this.#put(kind, linesFrom(beside(cursor, way, this.#size), this.#size, kind.way === "diagonal"));
    const { row, column } = placeOf(cursor);
    const [down, right] = [row + way.dr, column + way.dc];
    const to = nameAt((down + rows) % rows, (right + columns) % columns);
    // A line does not continue at the opposite edge.
    const off = down < 0 || right < 0 || down >= rows || right >= columns;
    if (more && off && (this.#gathers || setter.tool === "regions")) return this.#say("draft.offBoard");
    if (more && setter.tool === "regions") {
      const letter = draft.regionOf(cursor);
      setter.selected = [to];
      setter.focus();
      if (letter !== "." && draft.regionOf(to) !== letter && draft.paint([to], letter)) setter.edited();
      return this.#say("draft.region.painted", { cell: to, n: draft.countIn(letter) });
    }
    if (more && this.#gathers) {
      setter.one = null;
      const path = this.gathered.length ? this.gathered : [cursor];
      this.gathered = to === path.at(-2) ? path.slice(0, -1) : path.includes(to) && !kind?.twice ? path : [...path, to];
      this.#say("draft.gathered", { cells: this.gathered.join(" ") });
    }
    setter.selected = more && !kind ? [...setter.selected.filter((cell) => cell !== to), to] : [to];
    setter.clue.rest();
    setter.focus();
    setter.draw();
  }
}
