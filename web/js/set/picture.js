// @ts-check
/**
 * A board of any size as an SVG that stands by itself: what its style sheet says of
 * each shape as attributes of that, so that any program shows it.
 */

/** What a shape has of its own. */
const OWN = ["d", "x", "y", "cx", "cy", "r", "width", "height", "rx"];
/** What the style sheet says, and what it is where nothing is said. */
const STYLE = /** @type {const} */ ({ fill: "", stroke: "none", "stroke-width": "", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none", opacity: "1", "font-size": "", "font-weight": "400", "text-anchor": "middle" });
const TEXT = ["font-size", "font-weight", "text-anchor"];

/** @param {string} text */
const escaped = (text) => text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** @param {import("../board/field.js").FieldBoard} board */
export function svgOf({ root, box }) {
  /** @type {string[]} */
  const all = [`<rect x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" fill="#fff"/>`];
  for (const shape of root.querySelectorAll(":is(.under, .over) :is(path, rect, circle, text)")) {
    const style = getComputedStyle(shape);
    if (shape.closest(".sketch, .selection, .chosen") || shape.matches(".note, .conflict, .letter") || style.visibility === "hidden" || style.display === "none") continue;
    const own = OWN.flatMap((name) => (shape.hasAttribute(name) ? [`${name}="${escaped(shape.getAttribute(name) ?? "")}"`] : []));
    const drawn = Object.entries(STYLE).flatMap(([name, usual]) => {
      const value = style.getPropertyValue(name);
      if ((TEXT.includes(name) && shape.tagName !== "text") || value === usual || !value) return [];
      return [`${name}="${escaped(value.replaceAll("px", ""))}"`];
    });
    const anchor = shape.tagName === "text" && style.textAnchor === "middle" ? [`text-anchor="middle"`] : [];
    const order = style.getPropertyValue("paint-order").startsWith("stroke") ? [`paint-order="stroke"`] : [];
    const attributes = [...own, ...drawn, ...anchor, ...order].join(" ");
    all.push(shape.tagName === "text" ? `<text ${attributes}>${escaped(shape.textContent ?? "")}</text>` : `<${shape.tagName} ${attributes}/>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.left} ${box.top} ${box.width} ${box.height}" font-family="system-ui, sans-serif">\n${all.join("\n")}\n</svg>\n`;
}
