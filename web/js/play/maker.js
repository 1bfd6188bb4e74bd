/** Opens new classic puzzles: those of the day, and others on request (the dialog is wish.js). Shows facts about the current one. */
import { parseLine } from "../game/grid.js";
import { aboutOf, dayOf, isDaily } from "../keep/games.js";
import { afterFrame, byId, write } from "../text/status.js";

/** Time limit for one search, in milliseconds. */
export const TIME = 30_000;
/** The grades, the easiest first. @type {readonly string[]} */
export const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];

/** The message for a complete search that found nothing. @param {import("../engine/types.js").Generate} answer @returns {import("../text/status.js").Say} */
export const noneSaid = ({ outcome, reason = "" }) => (i18n) => i18n.t(outcome === "undecided" ? "page.new.undecided" : "page.new.none", { reason });

/** An easy puzzle for a new visitor, if no other can be fetched. */
const BUILT_IN = ".6..8...3.....376...8.164.574.95....2.3...1.4....41.798.916.5...765.....5...3..9.";

export class Maker {
  /** The facts drawn last. @type {{about?: object, lang?: string}} */
  #told = {};

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * Opens the puzzle of a day, or resumes its game.
   * @param {string} date @param {string} grade
   * @param {() => boolean} [isWanted] whether it should still be opened after it was fetched @returns {Promise<boolean>} whether it was opened
   */
  async daily(date, grade, isWanted = () => true) {
    const { games, status } = this.app;
    const begun = await games.find(isDaily(date, grade));
    const made = begun ? null : await status.ask("make", "page.daily.busy", "daily", { date, grade, timeout_ms: TIME });
    const { generated } = made ?? {};
    const grid = generated && parseLine(generated.puzzle);
    if (!isWanted() || !(begun ? games.resume(begun) : grid)) return false;
    if (generated && grid) games.open(grid, { ...generated, source: "daily", daily: { date, grade } });
    status.message((i18n) => i18n.t("page.daily.opened", { level: i18n.t(`explain.level.${grade}`) }));
    return true;
  }

  /** Opens the first puzzle of a new visitor: the easy puzzle of the day, or a built-in one if that cannot be fetched. It opens nothing if a game was begun meanwhile. @returns whether it was opened */
  async first() {
    const { games, status } = this.app;
    const start = games.current;
    const isWanted = () => games.current === start && start?.state === "new";
    if (await this.daily(dayOf(), "easy", isWanted)) {
      // The line of the game says it too, and the cards cover the message.
      status.message(() => "");
      return true;
    }
    if (!isWanted()) return false;
    games.open(parseLine(BUILT_IN) ?? [], { source: "made", level: "easy" });
    status.notice(null);
    status.message((i18n) => i18n.t("page.daily.builtIn"));
    return true;
  }

  /**
   * A new puzzle at once; the game at work stays until it is there.
   * @param {import("../engine/api.js").Chosen<Partial<import("../engine/types.js").GenerateRequest>>} wish
   * @param {Partial<import("../keep/games.js").About>} [about]
   */
  async quick(wish, about) {
    const { status } = this.app;
    const answer = await status.ask("make", "page.new.busy", "generate", { symmetry: "rotate180", ...wish, timeout_ms: TIME });
    const made = answer?.puzzles[0];
    if (made && wish.variant) await (await this.app.part("puzzle"))?.open(made.puzzle, undefined, made.level ?? "", about?.pack);
    else if (made) this.play(made, about);
    else if (answer) status.message(noneSaid(answer));
  }

  /** @param {import("../engine/types.js").Generated} made @param {Partial<import("../keep/games.js").About>} [about] */
  play(made, about) {
    const { app, app: { games, status } } = this;
    if (app.tab !== "play") app.show("play");
    games.open(parseLine(made.puzzle) ?? [], { ...made, source: "made", ...about });
    status.message((i18n) => i18n.t("page.new.made", { level: i18n.t(`explain.level.${made.level}`) }));
  }

  // The name of another puzzle appears with its grid, not a frame later.
  changed() {
    this.drawn();
  }

  /** Draws the facts about the current puzzle, and the link that opens it again. */
  drawn() {
    const { i18n, midend, place } = this.app;
    // A puzzle of other rules has its own description.
    if (place) {
      this.#told = { about: undefined, lang: "" };
      return write(byId("game-title"), place.name);
    }
    const known = aboutOf(this.app.games.current);
    // Drawn only when something changed, not at every key.
    if (this.#told.about === known && this.#told.lang === i18n.lang) return;
    this.#told = { about: known, lang: i18n.lang };
    const { daily, level, score, hardest, seed, attempt, puzzle } = known;
    // Intl would take ten milliseconds of the first load.
    const [, month, day] = (daily?.date ?? "").split("-").map(Number);
    const date = daily ? i18n.t("page.date", { month: i18n.t("page.date.months").split(" ")[month - 1], day }) : "";
    const name = level && i18n.t(`page.level.${level}`);
    byId("game-title").textContent = date ? `${name} · ${date}` : midend.state.title || name || i18n.t("page.game.own");
    byId("made").hidden = !hardest;
    if (hardest) afterFrame("made", () => {
      const facts = { date, level: i18n.t(`explain.level.${level}`), score: i18n.number(score ?? 0), hardest: i18n.t(`technique.${hardest}`), seed: String(seed), attempt: String(attempt) };
      byId("made-text").textContent = i18n.t(date ? "page.daily.about" : "page.new.about", facts);
      /** @type {HTMLAnchorElement} */ (byId("made-link")).href = daily ? `?daily=${daily.date}&grade=${daily.grade}` : `?bd=${puzzle}`;
    });
  }
}
