/**
 * A race: how many digits the person is ahead of another one, as the puzzle goes on. The other one is who sent
 * the link, or, if a setting asks for it, the person at the best time for such a puzzle.
 */
import { timesIn } from "../game/clock.js";
import { aboutOf, GRADING } from "../keep/games.js";
import { alikeIn } from "../keep/statistics.js";
import { byId, hide, write } from "../text/status.js";

/** @typedef {import("../keep/games.js").Game | import("../keep/games.js").Kept} Game */

export class Race {
  /** The pace of the best time, and the game that it is raced in. */
  #best = { id: "", pace: "" };

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Looks for the best time, and for the level of a puzzle that was not made here. @param {Game} game @param {{level?: string, rules?: string}} kind */
  async #learn({ id, puzzle }, kind) {
    this.#best = { id, pace: "" };
    const { games, status } = this.app;
    const wins = /** @type {import("../keep/games.js").Win[]} */ (await games.store.all("wins")).filter(({ pace }) => pace);
    if (wins.length && !kind.rules && !kind.level) kind = (await status.ask("race", "page.win.grading", "grade", { puzzle, timeout_ms: GRADING }, { background: true }))?.hodoku ?? {};
    const [best] = alikeIn(wins, { id, ...kind }).sort((a, b) => a.seconds - b.seconds);
    if (this.#best.id !== id || !best) return;
    this.#best.pace = best.pace ?? "";
    this.drawn();
  }

  drawn() {
    const { clock, game: { summary: { filled, state } }, games, i18n, place, settings } = this.app;
    /** @type {Game | null | undefined} */
    const game = place ? place.kept : games.current;
    const about = aboutOf(game ?? undefined);
    const best = settings.get("race") && !about.replay;
    if (game && best && state === "started" && this.#best.id !== game.id) this.#learn(game, place?.alike ? { rules: place.alike } : about);
    const times = game ? timesIn(best ? this.#best.pace : about.replay) : [];
    const box = byId("race");
    hide(box, !times.length || state !== "started" || game?.state === "solved");
    if (box.hidden) return;
    const ahead = filled - times.filter((at) => at <= clock.seconds).length;
    write(box, i18n.count(`page.race.${ahead > 0 ? "ahead" : ahead < 0 ? "behind" : "level"}`, Math.abs(ahead)));
  }
}
