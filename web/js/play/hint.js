/**
 * Hints in five levels of disclosure: the kind of step, where to look, the pattern, the reason,
 * the move. Each level is a new request, so that the browser never has more than the person
 * wanted to see. The board shows the disclosed part. Any change of the board closes the hint.
 */
import { recall, remember } from "../keep/memory.js";
import { buttonOf, byId, fill, make, select, showText, span } from "../text/status.js";
import { Coach } from "./coach.js";

/** Time limit in milliseconds. */
const TIME = 15_000;
const LEVELS = 5;
/** The level of the reason. From here on chains and nets are explained one inference at a time. */
const REASON = 4;
/** A longer reason is folded if it is also explained one inference at a time. The length is in letters; a Chinese character counts as two. */
const LONG = 200;
const GOALS = ["easiest", "avoid-hardest", "fewest"];

/** @typedef {import("../text/status.js").Say} Say */

export class Hint extends Coach {
  /** The answer to the level disclosed last. @type {import("../engine/types.js").Hint | null} */
  answer = null;
  /** The level asked for and not answered yet, or 0. */
  #asking = 0;
  #goal = select("hint-goal");

  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "hint");
    const goal = this.#goal;
    const wanted = recall("hint") ?? "";
    goal.replaceChildren(...GOALS.map((name) => new Option(name, name)));
    // The names of techniques come later with the texts; until then the remembered choice is kept as a placeholder.
    if (/^[a-z0-9-]+$/.test(wanted) && !GOALS.includes(wanted)) goal.append(new Option(wanted, wanted));
    goal.value = wanted || GOALS[0];
    if (!goal.value) goal.value = GOALS[0];
    goal.addEventListener("change", () => {
      remember("hint", goal.value);
      this.close();
    });
    byId("hint-options").addEventListener("toggle", () => this.app.techniques.load());
  }

  get level() {
    return this.answer?.level ?? 0;
  }

  /** The shapes on the board. */
  get picture() {
    const { player } = this.app;
    return this.told && player.pictureOf(this.told, player.midend.state.digits, player.midend.hasCandidates ? player.midend.candidates : null);
  }

  /** The part of the step disclosed so far. @returns {import("./coach.js").Told | null} */
  get told() {
    const answer = this.open ? this.answer : null;
    return answer && { ...answer, ...answer.step, draw: answer.draw, branches: answer.step?.branches ?? answer.branches };
  }

  /**
   * The candidates shown with the picture, as bit sets by cell; null if the board shows the
   * player's notes. A pattern is shown among all candidates. A single, or a mere pointer to
   * cells, needs only its own.
   */
  get candidates() {
    const answer = this.answer;
    if (!this.open || !answer?.family || answer.kind !== "step") return null;
    if (answer.level >= 3 && answer.family !== "single") return this.app.player.midend.candidates;
    return null;
  }

  /** What is shown over the digits leaves no room for a hint. */
  chosen() {
    if (this.midend.ui.overlay) this.close();
  }

  forget() {
    super.forget();
    this.#asking = 0;
  }

  /** Asks for the first or the next level, or again for one that failed. At the last, the focus goes to Apply. */
  more() {
    if (this.#asking) return;
    if (this.trouble) return this.#ask(this.trouble.retry || 1);
    if (this.open && this.level === LEVELS) return buttonOf("hint-apply").focus();
    return this.#ask(this.level + 1);
  }

  /** Cancels the request; the disclosed levels stay. */
  cancel() {
    this.app.status.cancel("hint");
    if (!this.#asking) return;
    this.trouble = { say: (i18n) => i18n.t("page.cancelled"), retry: this.#asking };
    this.#asking = 0;
    this.draw();
  }

  /** Fetches the same levels in the current language. */
  translated() {
    this.menus();
    this.draw();
    if (this.open && !this.trouble) this.#ask(this.#asking || this.level || 1);
  }

  /** @param {number} level */
  async #ask(level) {
    const { player, status } = this.app;
    this.begin();
    this.#asking = level;
    this.trouble = null;
    this.draw();
    if (level === 1) this.app.reveal(byId("hint"));
    const goal = this.#goal.value;
    const wanted = this.app.place ? {} : { ...(GOALS.includes(goal) ? { goal } : { technique: goal }), inferences: level >= REASON };
    const { position } = player;
    const answer = await this.ask("hint", { ...position, level, ...wanted, timeout_ms: TIME }, level);
    // A change of the board closed the hint, so this answer belongs to an older one.
    if (!this.open || (this.#asking !== level && answer)) return;
    if (!answer && !this.trouble) return;
    this.#asking = 0;
    const { reasons } = player;
    // If a puzzle has several solutions, no value is known to be wrong, but a broken rule is.
    if (answer?.kind === "step" && reasons.length) this.trouble = { say: () => reasons.join("\n"), retry: 0 };
    else if (answer?.outcome === "found") {
      if (!this.answer) this.midend.tally("hints");
      this.answer = answer;
      const branches = answer.step?.branches ?? answer.branches;
      await this.tell((level >= REASON && answer.draw?.links) || [], branches);
      if (!this.open || this.answer !== answer) return;
    } else if (answer) this.none(answer, level);
    this.draw();
    this.app.draw();
    this.app.reveal(byId("hint"));
    this.look();
    // What is new is in sight; the board stays where it is on the screen.
    byId("hint-texts").lastElementChild?.scrollIntoView({ block: "nearest" });
    const trouble = /** @type {{say: Say} | null} */ (this.trouble);
    status.announce((i18n) => (trouble ? trouble.say(i18n) : i18n.sentences(i18n.t("page.hint.level", { level: this.level, levels: LEVELS }), this.answer?.texts.at(-1))));
  }

  /** Whether notes must be filled in before the step can remove some. */
  get #fills() {
    return Boolean(this.told?.eliminations?.length) && !this.app.player.midend.hasCandidates;
  }

  /** Makes the move; one undo takes it back. */
  apply() {
    const answer = this.answer;
    if (!this.open || !answer || answer.level < LEVELS || this.#asking) return;
    const { game: midend, status } = this.app;
    const at = (/** @type {{cell: string, digit?: number}} */ candidate) => midend.at(candidate);
    const filled = this.#fills;
    const text = answer.texts[LEVELS - 1];
    const { cell, digit, kind, step } = answer;
    if (step) midend.apply({ placements: step.placements.map(at), eliminations: step.eliminations.map(at) });
    else if (kind === "wrong" && cell) midend.apply({ wrong: at({ cell }).cell });
    else if (kind === "missing" && cell && digit !== undefined) midend.apply({ missing: at({ cell, digit }) });
    this.close();
    status.message((i18n) => i18n.t(filled ? "page.hint.appliedFilled" : "page.hint.applied", { move: text }));
    this.app.focusBoard();
  }

  draw() {
    const { i18n } = this.app;
    const answer = this.answer;
    const level = this.level;
    byId("hint").hidden = !this.open;
    byId("hint-title").textContent = level ? i18n.t("page.hint.level", { level, levels: LEVELS }) : i18n.t("page.hint");
    fill("hint-dots", Array.from({ length: LEVELS }, (_, i) => span(i < level ? "on" : "")));
    const goal = this.#goal;
    byId("hint-wish").textContent = goal.value === GOALS[0] ? "" : (goal.selectedOptions[0]?.textContent ?? "");
    fill("hint-texts", (answer?.texts ?? []).map((text, i) => make("li", {}, i + 1 === REASON && this.app.story?.open ? folded(text, "", true, i18n) : text)));
    const uniqueness = Boolean(this.told?.uniqueness);
    showText("hint-note", i18n.sentences(uniqueness && i18n.t("page.hint.uniqueness"), this.#fills && i18n.t("page.hint.fills")));
    byId("hint-chapter").hidden = !answer?.technique || this.#asking > 0 || this.app.place !== null;
    byId("hint-chapter").dataset.technique = answer?.technique ?? "";
    this.drawTrouble(this.#asking > 0);

    const [more, retry, apply] = ["hint-more", "hint-retry", "hint-apply"].map(buttonOf);
    more.hidden = level === LEVELS || this.trouble !== null;
    apply.hidden = level < LEVELS || this.trouble !== null;
    apply.textContent = i18n.t(this.#fills ? "page.hint.applyFilled" : "page.hint.apply");
    const pressed = document.activeElement;
    // A button that disappears passes the focus to its replacement.
    if ([more, retry, apply].some((button) => button.hidden && button === pressed)) {
      const next = [more, retry, apply].find((button) => !button.hidden);
      if (next) next.focus({ preventScroll: true });
      else this.app.focusBoard();
    }
    const body = byId("hint-body");
    if (this.open) body.scrollTop = body.scrollHeight;
  }

  /** Writes the texts of the options, and the techniques by family. */
  menus() {
    const { i18n, techniques } = this.app;
    const list = this.#goal;
    const wanted = list.value;
    const goals = make("optgroup", { label: i18n.t("page.hint.goal") }, ...GOALS.map((name) => new Option(i18n.t(`page.hint.goal.${name}`), name)));
    const groups = techniques.groups((family) => i18n.t("page.hint.practise", { family }));
    const known = groups.some((group) => [...group.children].some((option) => /** @type {HTMLOptionElement} */ (option).value === wanted));
    const lone = known || GOALS.includes(wanted) ? [] : [new Option(i18n.t(`technique.${wanted}`), wanted)];
    list.replaceChildren(goals, ...lone, ...groups);
    list.value = wanted;
  }
}

/**
 * The text of a step. A long text is folded if it is also explained one inference at a time.
 * @param {string} text @param {string} name the step's name, or "" @param {boolean} one whether it is explained one inference at a time
 * @param {import("../text/i18n.js").I18n} i18n
 */
export function folded(text, name, one, i18n) {
  const said = make("p", { textContent: name ? i18n.t("page.walk.said", { name, text }) : text });
  if (!one || text.replace(/[\u3000-\uffff]/g, "xx").length <= LONG) return said;
  said.textContent = text;
  return make("details", {}, make("summary", {}, name || i18n.t("page.story.whole")), said);
}
