/**
 * Actions on a whole draft: grade it, show its path, make it minimal, complete it, keep its
 * givens symmetric. The operations report which actions work for which rules. For other rules,
 * minimise and complete remove and add one part at a time.
 */
import { recall, remember } from "../keep/memory.js";
import { byId, click, hide, make, select, textOf, write } from "../text/status.js";
import { offer } from "./form.js";
import { orbitOf, symmetriesOf } from "./symmetry.js";

/** @typedef {import("../text/status.js").Say} Say */

/** Time limit in milliseconds. */
const TIME = 20_000;

export class Revise {
  /** The message about a draft, and the sentences of its path. @type {{doc: import("./draft.js").Doc, say: Say, steps: readonly string[]} | null} */
  #told = null;

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    for (const way of /** @type {const} */ (["complete", "minimise", "grade", "path"])) click(`draft-${way}`, () => this.#run(way));
    select("draft-symmetry").addEventListener("change", () => {
      remember(this.#remembered, select("draft-symmetry").value);
      setter.draw();
    });
  }

  // Symmetry. For other rules it is off by default.

  get #remembered() {
    return this.setter.draft.constraints.length ? "setting.symmetry.rules" : "setting.symmetry";
  }

  get #symmetry() {
    const { constraints, doc } = this.setter.draft;
    const chosen = recall(this.#remembered) ?? (constraints.length ? "none" : "rotate180");
    return symmetriesOf(doc).includes(chosen) ? chosen : "none";
  }

  /** Cells together with their images under the symmetry. @param {readonly string[]} cells */
  orbit(cells) {
    return [...new Set(cells.flatMap((cell) => orbitOf(this.#symmetry, cell, this.setter.draft.doc)))];
  }

  /** The empty cells that need a given for the givens to be symmetric. @returns {Set<string>} */
  get wanted() {
    const givens = this.setter.draft.doc.givens ?? {};
    return new Set(this.orbit(Object.keys(givens).filter((cell) => /^r\d+c\d+$/.test(cell))).filter((cell) => !givens[cell]));
  }

  // The buttons.

  /** @param {"complete" | "minimise" | "grade" | "path"} way */
  async #run(way) {
    const { app, draft } = this.setter;
    this.#told = { doc: draft.doc, say: (i18n) => i18n.t(way === "grade" ? "page.win.grading" : way === "path" ? "page.walk.busy" : "page.set.busy"), steps: [] };
    this.draw();
    /** What is said in the end, and the sentences of a path. @type {[Say, readonly string[]]} */
    let told = [(i18n) => i18n.t("page.cancelled"), []];
    await app.status.run("revise", (i18n) => i18n.t("page.set.busy"), async (signal) => {
      const seen = await this.setter.read();
      if (!seen) told = [() => "", []];
      else if (way === "path") told = await this.#path(seen.answer.sound, signal);
      else told[0] = await (way === "grade" ? this.#grade(seen.answer.sound, signal) : draft.line ? this.#givens(way, signal) : way === "minimise" ? this.#minimise(seen.answer, signal) : this.#complete());
    }, { background: true, onFailure: (failure) => (told[0] = (i18n) => textOf(failure, i18n)) });
    this.#told = { doc: draft.doc, say: told[0], steps: told[1] };
    this.setter.draw();
  }

  /** Runs an action on a classic puzzle, for which the engine keeps the symmetry. @param {"minimise" | "complete"} way @param {AbortSignal} signal @returns {Promise<Say>} */
  async #givens(way, signal) {
    const { app, draft, draft: { doc, line } } = this.setter;
    const answer = await app.api.ask(way, { puzzle: line, symmetry: this.#symmetry, timeout_ms: TIME }, signal);
    if (draft.doc !== doc) return (i18n) => i18n.t("page.set.overtaken");
    const { changed = [], revised, reason = "" } = answer;
    if (!revised) return () => reason;
    if (changed.length) this.setter.change(() => draft.change({ givens: givensOf(revised) }));
    return (i18n) => (changed.length ? i18n.count(`page.set.${way}.done`, changed.length, { left: answer.givens ?? 0 }) : i18n.t(`page.set.${way}.nothing`));
  }

  /** Removes one part after another until none can go: constraints, and givens together with their symmetric ones. @param {import("../engine/types.js").Draft} answer @param {AbortSignal} signal @returns {Promise<Say>} */
  async #minimise({ sound, kept: all }, signal) {
    const { app, draft, draft: { doc } } = this.setter;
    let now = { rest: JSON.parse(sound), kept: [...all] };
    const count = (/** @type {typeof now} */ { rest: { givens = {} }, kept }) => Object.keys(givens).length + kept.length;
    const before = count(now);
    /** Givens that must stay, because they cannot go together with their symmetric ones. @type {Set<string>} */
    const needed = new Set();
    /** The parts that could go. @type {readonly {cells: readonly string[], index: number}[]} */
    let open = [];
    /** The draft without one part. @type {(typeof now & {name: string}) | null} */
    let next = null;
    for (;;) {
      const found = await app.api.ask("check", { puzzle: JSON.stringify((next ?? now).rest), timeout_ms: TIME }, signal);
      if (draft.doc !== doc) return (i18n) => i18n.t("page.set.overtaken");
      if (next && found.unique !== "yes") needed.add(next.name);
      else if (found.unique !== "yes") return (i18n) => i18n.t("draft.minimise.several");
      else now = next ?? now;
      const { rest, kept } = now;
      const parts = found.unique === "yes" ? found.redundant_parts ?? (found.redundant ?? []).map((cell) => ({ cells: [cell], index: -1 })) : open;
      open = parts.filter(({ index, cells }) => !needed.has(index < 0 ? cells[0] : String(kept[index])));
      // The part added last goes first.
      const part = open.at(-1);
      if (!part) {
        const gone = before - count(now);
        if (gone) this.setter.change(() => draft.change({ givens: rest.givens, constraints: draft.constraints.filter((_, i) => !all.includes(i) || kept.includes(i)) }));
        return (i18n) => i18n.sentences(gone ? i18n.count("draft.minimise.done", gone) : i18n.t("page.set.minimise.nothing"), found.reason);
      }
      const { index, cells } = part;
      const away = index < 0 ? this.orbit(cells) : [];
      const without = (/** @type {readonly any[]} */ list) => list.filter((_, i) => i !== index);
      next = { name: index < 0 ? cells[0] : String(kept[index]), kept: without(kept), rest: { ...rest, givens: Object.fromEntries(Object.entries(rest.givens ?? {}).filter(([cell]) => !away.includes(cell))), constraints: without(rest.constraints ?? []) } };
    }
  }

  /** Adds givens until one solution is left. @returns {Promise<Say>} */
  async #complete() {
    const { panel } = this.setter;
    const answer = await panel.suggestions(["Given"]);
    if (!answer) return (i18n) => i18n.t("page.set.overtaken");
    const clues = answer.outcome !== "found" ? [] : answer.together.length ? answer.together : answer.alone.slice(0, 1);
    if (!clues.length) return (i18n) => answer.reason || i18n.t(panel.state === "unique" ? "page.set.complete.nothing" : "draft.suggest.undecided");
    panel.add(clues);
    return (i18n) => i18n.count("page.set.complete.done", clues.length, { left: Object.keys(this.setter.draft.doc.givens ?? {}).length });
  }

  /** @param {string} puzzle @param {AbortSignal} signal @returns {Promise<Say>} */
  async #grade(puzzle, signal) {
    const { hodoku, hardest, level, steps = 0, reason } = await this.setter.app.api.ask("grade", { puzzle, timeout_ms: TIME }, signal);
    if (hodoku) return (i18n) => i18n.t("page.set.level", { level: i18n.t(`explain.level.${hodoku.level}`), score: i18n.number(hodoku.score), hardest: i18n.t(`technique.${hardest}`) });
    return (i18n) => (level ? i18n.count("draft.level", steps, { level: i18n.t(`explain.level.${level}`) }) : reason ?? i18n.t("field.way.stuck"));
  }

  /** @param {string} puzzle @param {AbortSignal} signal @returns {Promise<[Say, readonly string[]]>} */
  async #path(puzzle, signal) {
    const { steps, outcome, reason } = await this.setter.app.api.ask("explain", { puzzle, timeout_ms: TIME }, signal);
    const texts = steps.map(({ text = "" }) => text);
    return [(i18n) => (outcome === "found" ? "" : !texts.length && reason ? i18n.t("page.walk.none", { reason }) : reason ? i18n.t("page.walk.undecided", { reason }) : i18n.t("field.way.stuck")), texts];
  }

  draw() {
    const { setter, setter: { app: { i18n } } } = this;
    const { doc } = setter.draft;
    const wanted = [...this.wanted];
    offer(select("draft-symmetry"), symmetriesOf(doc).map((name) => /** @type {const} */ ([name, i18n.t(`generate.symmetry.${name}`)])), this.#symmetry);
    write(byId("draft-wanted"), wanted.length ? i18n.t("page.set.wanted", { list: wanted.join(i18n.t("list.separator")) }) : "");
    const told = this.#told?.doc === doc ? this.#told : null;
    const steps = told?.steps ?? [];
    write(byId("draft-revised"), told?.say(i18n) ?? "");
    hide(byId("draft-steps"), !steps.length);
    if (byId("draft-steps").childElementCount !== steps.length || steps.length) byId("draft-steps").replaceChildren(...steps.map((textContent) => make("li", { textContent })));
    const none = setter.panel.state === "none";
    for (const way of ["complete", "minimise", "grade", "path"]) /** @type {HTMLButtonElement} */ (byId(`draft-${way}`)).disabled = none;
  }
}

/** The givens of a grid of 81 characters. @param {string} line */
export const givensOf = (line) => Object.fromEntries([...line].flatMap((digit, i) => (/[1-9]/.test(digit) ? [[`r${Math.floor(i / 9) + 1}c${(i % 9) + 1}`, [Number(digit)]]] : [])));
