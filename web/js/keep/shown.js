/** Shows a saved game in a list: its name, its progress, and a small picture of its cells. */
import { clockText } from "../game/clock.js";
import { make } from "../text/status.js";
import { aboutOf, dayText, isKept } from "./games.js";

/** @typedef {import("./games.js").Game} Game @typedef {import("./games.js").Kept} Kept @typedef {import("../text/i18n.js").I18n} I18n */

/** How hard its puzzle is; "" where that is not known. @param {Game | Kept} game */
export const levelOf = (game) => (isKept(game) ? game.level : aboutOf(game).level) ?? "";

/** Goes on with a game. @param {import("../main.js").App} app @param {Game | Kept} game @returns {Promise<boolean>} whether it is on the board of Play */
export async function goOn(app, game) {
  if (isKept(game)) await (await app.part("puzzle"))?.open(game.puzzle, game);
  else if (app.games.resume(game)) return app.show("play"), true;
  else app.status.notice((i18n) => i18n.t("page.games.unreadable"));
  return false;
}

/** @param {number} high @param {number} wide @param {string} lines @param {(cell: number) => "given" | "entry" | undefined} kindOf */
function picture(high, wide, lines, kindOf) {
  const squares = { given: "", entry: "" };
  for (let cell = 0; cell < high * wide; cell++) {
    const kind = kindOf(cell);
    if (kind) squares[kind] += `M${cell % wide} ${Math.floor(cell / wide)}h.86v.86h-.86z`;
  }
  return `<svg class="thumbnail" viewBox="-.4 -.4 ${wide + 0.7} ${high + 0.7}" aria-hidden="true"><path class="frame" d="M-.15-.15h${wide + 0.16}v${high + 0.16}h-${wide + 0.16}z${lines}"/><path class="given" d="${squares.given}"/><path class="entry" d="${squares.entry}"/></svg>`;
}

/** A small picture of a game: dark squares are givens, light ones the person's digits. @param {Game | Kept} game */
export function thumbnailOf(game) {
  const { line, puzzle } = game;
  if (isKept(game)) return picture(Number(game.rows), Number(game.columns), "", (cell) => ({ g: /** @type {const} */ ("given"), e: /** @type {const} */ ("entry") })[line[cell]]);
  return picture(9, 9, "M2.93-.15v9.16M5.93-.15v9.16M-.15 2.93h9.16M-.15 5.93h9.16", (cell) => (line[cell] === "." ? undefined : puzzle[cell] === "." ? "entry" : "given"));
}

/** The texts beside the picture of a game. @param {HTMLElement[]} texts */
export const textsOf = (...texts) => make("span", { className: "game-text" }, ...texts);

/** What a game is called. @param {I18n} i18n @param {Game | Kept} game */
export function nameOf(i18n, game) {
  if (isKept(game)) return game.title || [`${game.rows} × ${game.columns}`, game.rules].filter(Boolean).join(" · ");
  const { daily, level } = aboutOf(game);
  if (daily) return i18n.t("page.daily.of", { level: i18n.t(`explain.level.${daily.grade}`), date: dayText(i18n, daily.date, { dateStyle: "medium" }) });
  return game.title || (level ? i18n.t("page.games.level", { level: i18n.t(`explain.level.${level}`) }) : i18n.count("page.games.own", 81 - game.total));
}

/** The progress of a game. @param {I18n} i18n @param {Game | Kept} game */
export function progressOf(i18n, game) {
  const time = clockText(game.seconds);
  if (game.state === "solved" && game.helped) return i18n.t("page.games.helped");
  if (game.state === "solved") return i18n.t(game.seconds ? "page.games.solvedIn" : "page.games.solved", { time });
  if (game.state === "new") return i18n.t("page.games.new");
  return i18n.t("page.games.progress", { filled: game.filled, total: game.total, time });
}
