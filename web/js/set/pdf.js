// @ts-check
/**
 * A sheet of paper as PDF where no server writes one: the page paints it, so that
 * it has the fonts that the browser has, and wraps the pixels up. Loaded when it
 * is first needed.
 */
import { paint } from "./export.js";
import { make } from "../text/status.js";

/** Papers in points. */
const PAPERS = { a4: [595.28, 841.89], letter: [612, 792] };
/** Pixels a point: 216 an inch. */
const FINE = 3;
/** Free at the edge, in points. */
const EDGE = 40;

/** A line in lines no wider than so much: broken at spaces, and in a word that is wider, as Chinese text is. @param {CanvasRenderingContext2D} context @param {string} text @param {number} wide */
function wrapped(context, text, wide) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const part of text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? [""]) {
    for (const piece of context.measureText(part).width > wide ? part : [part]) {
      if (line && context.measureText((line + piece).trimEnd()).width > wide) {
        lines.push(line);
        line = "";
      }
      line += piece;
    }
  }
  return [...lines, line];
}

/**
 * @param {string} svg of the puzzle @param {{title: string, author: string, rules: string}} about
 * @param {"a4" | "letter"} paper @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function sheetOf(svg, { title, author, rules }, paper) {
  const [wide, high] = PAPERS[paper];
  const [width, height] = [Math.round(wide * FINE), Math.round(high * FINE)];
  const canvas = make("canvas", { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("there is no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.scale(FINE, FINE);
  context.translate(EDGE, EDGE);
  const room = wide - 2 * EDGE;
  const write = (/** @type {string} */ text, /** @type {number} */ size, /** @type {number} */ from, weight = 400) => {
    context.font = `${weight} ${size}px sans-serif`;
    context.textAlign = "left";
    context.fillStyle = "#111418";
    return text.split("\n").flatMap((line) => wrapped(context, line, room)).reduce((y, line) => (context.fillText(line, 0, y + size), y + size * 1.4), from);
  };
  let y = title ? write(title, 16, 0, 700) : 0;
  if (author) y = write(author, 11, y);
  y += y && 8;
  // Half the paper is the picture's in any case, and as much of the rest as the rules leave.
  const shape = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement.getAttribute("viewBox")?.split(" ").map(Number) ?? [0, 0, 1, 1];
  context.font = "400 10px sans-serif";
  const below = rules ? 12 + 14 * rules.split("\n").flatMap((line) => wrapped(context, line, room)).length : 0;
  const free = Math.max(high / 2 - EDGE, high - 2 * EDGE - y - below);
  const across = Math.min(room, (free * shape[2]) / shape[3]);
  context.save();
  context.translate((room - across) / 2, y);
  y += paint(context, svg, across) + 12;
  context.restore();
  if (rules) write(rules, 10, y);
  const pixels = context.getImageData(0, 0, width, height).data;
  const colours = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) for (let i = 0; i < 3; i++) colours[to++] = pixels[from + i];
  const packed = new Uint8Array(await new Response(new Blob([colours]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer());
  return fileOf(packed, width, height, wide, high, title);
}

/** A file of one page with one picture. @param {Uint8Array<ArrayBuffer>} packed its pixels, three bytes each, by zlib @param {number} width @param {number} height @param {number} wide of the paper @param {number} high @param {string} title */
function fileOf(packed, width, height, wide, high, title) {
  const heading = [...`\ufeff${title}`].flatMap((c) => c.split("")).map((c) => c.charCodeAt(0).toString(16).padStart(4, "0")).join("");
  const place = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`;
  const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
  /** @type {[string, Uint8Array<ArrayBuffer>?][]} */
  const objects = [
    ["<</Type/Catalog/Pages 2 0 R>>"],
    ["<</Type/Pages/Kids[3 0 R]/Count 1>>"],
    [`<</Type /Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</P 4 0 R>>>>/Contents 5 0 R>>`],
    [`<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${packed.length}>>`, packed],
    [`<</Length ${place.length}>>`, encode(place)],
    [`<</Title<${heading}>/Producer(nonet)>>`],
  ];
  const parts = [encode("%PDF-1.4\n%\u00e9\u00e9\n")];
  /** @type {number[]} */
  const starts = [];
  const at = () => parts.reduce((sum, { length }) => sum + length, 0);
  objects.forEach(([head, body], i) => {
    starts.push(at());
    parts.push(encode(`${i + 1} 0 obj\n${head}\n`), ...(body ? [encode("stream\n"), body, encode("\nendstream\n")] : []), encode("endobj\n"));
  });
  const table = at();
  parts.push(encode(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("")}trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 6 0 R>>\nstartxref\n${table}\n%%EOF\n`));
  const file = new Uint8Array(at());
  parts.reduce((to, part) => (file.set(part, to), to + part.length), 0);
  return file;
}
