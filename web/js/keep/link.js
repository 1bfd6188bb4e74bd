/**
 * Links with a state of the game as the midend saves it, or with the text of a puzzle of any
 * rules. The text is compressed and written in letters that links allow. The first letter is the
 * method: 1 for raw deflate, 0 for no compression, in browsers that cannot compress.
 */
import { stateSaved } from "../game/state.js";

/** The longest text of a game, in characters and in bytes. */
const MAX_TEXT = 100_000;
const MAX_BYTES = 1_000_000;

/** @param {Uint8Array} bytes */
const lettersOf = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** The bytes of base64, in letters of links or of files. @param {string} letters */
export const bytesOf = (letters) => Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} through @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function piped(bytes, through) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (new Blob([bytes]).stream().pipeThrough(through)).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  for (let length = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > MAX_BYTES) throw new Error("too long");
    parts.push(new Uint8Array(value));
  }
}

/** A state as the text of a link. @param {import("../game/state.js").State} state */
export const textOf = (state) => packed(JSON.stringify(stateSaved(state)));

/** Compresses a text for a link. @param {string} text */
export async function packed(text) {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return `0${lettersOf(bytes)}`;
  return `1${lettersOf(await piped(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The text inside a link made by packed; null if it is not valid. @param {string} text */
export async function unpacked(text) {
  try {
    if (text.length > MAX_TEXT || !/^[01]/.test(text)) return null;
    const bytes = bytesOf(text.slice(1));
    return new TextDecoder().decode(text[0] === "0" ? bytes : await piped(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/** The saved game inside a link, which midend.load must still check; null if there is none. @param {string} text */
export async function savedIn(text) {
  try {
    return JSON.stringify({ version: 3, moment: 0, first: JSON.parse((await unpacked(text)) ?? ""), changes: [] });
  } catch {
    return null;
  }
}

/** The hash with a puzzle of any rules, to be added to the page's address. It contains the whole puzzle. @param {string} puzzle in a notation that the operation drawing reads */
export const addressOf = async (puzzle) => `#puzzle=${await packed(puzzle)}`;
