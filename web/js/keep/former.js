// @ts-check
/**
 * What versions before the games' database left in localStorage: the one game
 * that was kept, how long puzzles had been at work, and what was known of those
 * made here. It becomes games in the list.
 */
import { parseLine } from "../game/grid.js";
import { Midend } from "../game/midend.js";
import { gameOf } from "./games.js";
import { forget, recall, remember } from "./memory.js";

/** @param {string} key @param {boolean} [here] */
function listIn(key, here) {
  try {
    const list = JSON.parse(recall(key, here) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {import("./store.js").Store} store */
export async function takeOver(store) {
  /** @type {Map<string, number>} */
  const times = new Map(listIn("times").filter((row) => Array.isArray(row) && parseLine(String(row[0])) && row[1] > 0 && row[1] < 1e6));
  const made = listIn("made");
  /** @param {Midend} midend @param {number} age */
  const keep = async (midend, age) => {
    const { opened } = midend.state;
    const about = made.find((one) => one?.puzzle === opened);
    midend.tally("seconds", Math.floor(times.get(opened) ?? 0));
    times.delete(opened);
    const game = gameOf(midend, about ? { ...about, source: "made" } : { source: "other" });
    game.played -= age;
    await store.put("games", game);
    return game;
  };
  const last = new Midend();
  if (last.load(recall("game", true))) remember("playing", (await keep(last, 0)).id, true);
  for (const [i, puzzle] of [...times.keys()].toReversed().entries()) {
    const midend = new Midend();
    midend.open(parseLine(puzzle) ?? []);
    await keep(midend, (i + 1) * 1000);
  }
  for (const key of ["game", "times", "made"]) forget(key);
}
