/**
 * Exports everything the browser keeps to one file, and imports it; docs/PAGE.md describes the file. Of a
 * technique, the record with more practice stays. A setting is imported only if this browser has none.
 */
import { Midend } from "../game/midend.js";
import { make } from "../text/status.js";
import { recall, recallAll, remember } from "./memory.js";

const FORMAT = "nonet";
const VERSION = 1;
/** The width of a PNG, in pixels. */
const PIXELS = 1200;
/** Keys of localStorage that are not settings. */
const NO_SETTING = /^(playing|tab|learning|journal\..*)$/;

/** @typedef {{games: number, wins: number, same: number, unreadable: number}} Taken how many were new or went further, were there already, could not be read */

/** Why a file cannot be imported: a key of the catalogue. */
export class Unreadable extends Error {}

/** Has the browser keep a file. @param {File} file */
export function keepFile(file) {
  const link = make("a", { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} text of an SVG */
export const drawingOf = (text) => /** @type {SVGElement} */ (/** @type {unknown} */ (new DOMParser().parseFromString(text, "image/svg+xml").documentElement));

/** @param {string} text of an SVG @param {string} name @returns {Promise<File>} */
export async function pngOf(text, name) {
  const svg = drawingOf(text);
  const [, , wide, high] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const [width, height] = [PIXELS, Math.round((PIXELS * high) / wide)];
  for (const [side, length] of Object.entries({ width, height })) svg.setAttribute(side, String(length));
  const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg.outerHTML)}` });
  await image.decode();
  const canvas = make("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the picture cannot be drawn");
  return new File([blob], `${name}.png`, { type: blob.type });
}

/** @param {import("./store.js").Store} store */
export async function exported(store) {
  const [games, wins, kept] = await Promise.all([store.all("games"), store.all("wins"), store.all("kept")]);
  const settings = Object.fromEntries([...recallAll()].filter(([key]) => !NO_SETTING.test(key)));
  return JSON.stringify({ format: FORMAT, version: VERSION, exported: new Date().toISOString(), games, wins, kept, settings });
}

/** @param {unknown} list @returns {any[]} */
const listed = (list) => (Array.isArray(list) ? list.filter((one) => one && typeof one === "object" && typeof one.id === "string") : []);

/** Whether a saved game continues another. @param {string} later @param {string} earlier */
function goesOn(later, earlier) {
  const [a, b] = [JSON.parse(later), JSON.parse(earlier)];
  const same = (/** @type {unknown} */ x, /** @type {unknown} */ y) => JSON.stringify(x) === JSON.stringify(y);
  return same(a.first, b.first) && a.changes.length >= b.changes.length && same(a.changes.slice(0, b.changes.length), b.changes);
}

/** @param {any} game of other rules, which its puzzle alone tells whether it can be played */
function isSound({ puzzle, save, line, rows, columns, unknown = [], cosmetic = [], as = [] }) {
  const lists = [unknown, cosmetic, as].every((list) => Array.isArray(list) && list.every((name) => typeof name === "string"));
  try {
    return lists && [puzzle, line].every((text) => typeof text === "string") && rows > 0 && columns > 0 && Array.isArray(JSON.parse(save).changes);
  } catch {
    return false;
  }
}

/** @param {any} game @returns {any} the game as it would be kept now, null if it cannot be read */
function checked(game) {
  if ("rows" in game) return isSound(game) ? game : null;
  const midend = new Midend();
  if (!midend.load(game.save)) return null;
  const number = (/** @type {unknown} */ n) => (Number.isFinite(n) && Number(n) > 0 ? Number(n) : 0);
  const about = { source: "other", ...game.about, puzzle: String(game.about?.puzzle ?? "") };
  const { id, save } = game;
  return {
    ...midend.summary,
    id,
    save,
    about,
    line: midend.line,
    rev: number(game.rev),
    helped: game.helped === true,
    pace: String(game.pace ?? ""),
    started: number(game.started),
    played: number(game.played),
    won: number(game.won),
  };
}

/** @param {any} win */
const isWin = (win) => (win.level === "rules" ? typeof win.puzzle === "string" : /^[1-9.]{81}$/.test(win.puzzle)) && /^\d{4}-\d\d-\d\d$/.test(win.day) && [win.seconds, win.hints, win.mistakes, win.won].every((n) => Number.isFinite(n) && n >= 0);

/**
 * Imports a file.
 * @param {import("./store.js").Store} store @param {string} text
 * @returns {Promise<Taken>}
 * @throws {Unreadable}
 */
export async function takeIn(store, text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Unreadable("page.data.noJSON");
  }
  if (file?.format !== FORMAT) throw new Unreadable("page.data.notOurs");
  if (!(file.version <= VERSION)) throw new Unreadable("page.data.later");
  const taken = { games: 0, wins: 0, same: 0, unreadable: 0 };
  for (const one of listed(file.games)) {
    const game = checked(one);
    if (!game) {
      taken.unreadable++;
      continue;
    }
    /** The result: the same record exists, the imported one replaces it, or both stay. @type {"same" | "instead" | "beside"} */
    let outcome = "same";
    await store.update("games", game.id, (stored) => {
      outcome = !stored ? "instead" : goesOn(stored.save, game.save) ? "same" : goesOn(game.save, stored.save) ? "instead" : "beside";
      return outcome === "instead" ? { ...game, rev: (stored?.rev ?? 0) + 1 } : null;
    });
    if (/** @type {string} */ (outcome) === "beside") {
      const id = `${game.id}.${game.rev}`;
      await store.update("games", id, (stored) => {
        outcome = stored ? "same" : "beside";
        return stored ? null : { ...game, id, rev: 1 };
      });
    }
    taken[outcome === "same" ? "same" : "games"]++;
  }
  for (const win of listed(file.wins)) {
    if (!isWin(win)) {
      taken.unreadable++;
      continue;
    }
    let known = false;
    await store.update("wins", win.id, (stored) => {
      known = stored !== undefined;
      return known ? null : win;
    });
    taken[known ? "same" : "wins"]++;
  }
  for (const record of listed(file.kept)) await store.update("kept", record.id, (stored) => (stored && !(record.tries > stored.tries) ? null : record));
  for (const [key, value] of Object.entries(file.settings ?? {})) if (!NO_SETTING.test(key) && typeof value === "string" && recall(key) === null) remember(key, value);
  return taken;
}
