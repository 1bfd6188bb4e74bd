/** The pictures on the map of lessons: a technique's example, small. A picture is drawn when it first comes into sight. */
import { HOUSES, cellOf, columnOf, rowOf } from "../game/grid.js";

const GRID = '<path class="frame" d="M0 0h9v9h-9zM3 0v9M6 0v9M0 3h9M0 6h9"/>';

/** The squares of cells. @param {string} role @param {Iterable<number>} cells */
const squares = (role, cells) => `<path class="${role}" d="${[...new Set(cells)].map((cell) => `M${columnOf(cell)} ${rowOf(cell)}h1v1h-1z`).join("")}"/>`;

/** @param {{cell: string}[]} candidates */
const cellsOf = (candidates) => candidates.map(({ cell }) => cellOf(cell));

/** @param {import("../engine/types.js").Draw} draw */
function picture({ houses, cells, marks, links, sets, placements, eliminations }) {
  const ends = links.map(({ from, to }) => [from, to].map((end) => cellOf(end.cells[0])));
  const line = (/** @type {number[]} */ pair) => `M${pair.map((cell) => `${columnOf(cell) + 0.5} ${rowOf(cell) + 0.5}`).join("L")}`;
  const parts = [...[...cells, ...sets.flatMap((set) => set.cells)].map((cell) => cellOf(cell)), ...cellsOf(marks), ...ends.flat()];
  const looked = squares("house", links.length ? [] : HOUSES.filter(({ code }) => houses.includes(code)).flatMap((house) => house.cells));
  return looked + squares("part", parts) + squares("gone", cellsOf(eliminations)) + squares("put", cellsOf(placements)) + GRID + `<path class="link" d="${ends.map(line).join("")}"/>`;
}

export class Sketches {
  /** Those drawn so far, by technique. @type {Map<string, string>} */
  #drawn = new Map();
  #sight = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => isIntersecting && this.#draw(target)), { rootMargin: "300px" });

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** The picture of a technique. @param {string} id */
  of(id) {
    const holder = document.createElement("span");
    holder.innerHTML = `<svg class="sketched" viewBox="-.2 -.2 9.4 9.4" data-technique="${id}" aria-hidden="true">${this.#drawn.get(id) ?? GRID}</svg>`;
    const svg = /** @type {SVGElement} */ (holder.firstElementChild);
    if (!this.#drawn.has(id)) this.#sight.observe(svg);
    return svg;
  }

  /** @param {Element} svg */
  async #draw(svg) {
    this.#sight.unobserve(svg);
    const technique = /** @type {SVGElement} */ (svg).dataset.technique ?? "";
    // Without an answer the grid stays empty; the next list asks again.
    const chapter = await this.app.api.ask("chapter", { technique }).catch(() => null);
    if (!chapter?.step.draw) return;
    svg.innerHTML = picture(chapter.step.draw);
    this.#drawn.set(technique, svg.innerHTML);
  }
}
