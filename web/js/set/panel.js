/** What is known of the puzzle, pinned beside the board: how many solutions, what makes no sense yet, what could go or what clashes, and clues that are suggested. */
import { byId, click, hide, make, renew, textOf, write } from "../text/status.js";
import { chip } from "./form.js";

/** @typedef {import("./verdict.js").Part} Part @typedef {import("../engine/types.js").Clue} Clue */

/** Time limit for suggested clues, in milliseconds. */
const LONG = 15_000;
/** The number of faults and of clues listed. */
const FAULTS = 6;
const CLUES = 40;

export class Panel {
  /** The clues suggested for a draft. @type {{doc: import("./draft.js").Doc, answer: import("../engine/types.js").Suggest} | null} */
  #suggested = null;

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    click("draft-suggest", () => this.#suggest());
  }

  /** @returns {import("./verdict.js").Known["outcome"] | "checking" | "offline" | "several" | "unique"} */
  get state() {
    const { known, trouble, verdict } = this.setter;
    if (trouble ?? verdict.trouble) return "offline";
    if (!known) return "checking";
    if (known.outcome !== "found") return known.outcome;
    return known.count > 1 ? "several" : known.complete ? "unique" : "undecided";
  }

  draw() {
    const { setter, state, setter: { draft, known, seen, verdict } } = this;
    const { i18n } = setter.app;
    const trouble = setter.trouble ?? verdict.trouble;
    const faults = seen?.doc === draft.doc ? seen.answer.faults : [];
    byId("draft-verdict").dataset.state = state;
    write(
      byId("draft-verdict"),
      trouble ? trouble(i18n)
      : state === "checking" ? i18n.t("page.badge.checking")
      : state === "several" ? i18n.count(known?.complete ? "page.set.solutions" : "page.set.atLeast", known?.count ?? 0)
      : state === "unique" ? i18n.t("page.set.unique")
      : state === "none" ? this.#none
      : i18n.t("draft.undecided"),
    );
    const spare = state === "unique" ? known?.spare : null;
    const clash = state === "none" ? known?.clash : null;
    const cut = Boolean(known?.given);
    write(byId("draft-note"), i18n.sentences(
      faults.length && i18n.count("draft.faults", faults.length),
      state === "none" && (clash ? clash.length && i18n.count(cut ? "draft.clash.cut" : "draft.clash", clash.length) : i18n.t("draft.clash.seeking")),
      state === "unique" && (spare ? (spare.length ? i18n.count(cut ? "draft.spare.cut" : "draft.spare", spare.length) : i18n.t(cut ? "draft.undecided" : "draft.minimal")) : i18n.t("draft.spare.seeking")),
    ));
    write(byId("draft-parts-name"), spare?.length ? i18n.t("draft.spare.name") : clash?.length ? i18n.t("draft.clash.name") : "");
    const listed = faults.slice(0, FAULTS);
    hide(byId("draft-faults"), !listed.length);
    renew(byId("draft-faults"), listed, () =>
      listed.map(({ reason, constraint }) => make("li", {}, chip(reason, () => constraint >= 0 && setter.hold(setter.draft.constraints[constraint] ?? null), { className: "quiet" }))),
    );
    this.#drawParts(spare ?? clash ?? [], Boolean(spare));
    hide(byId("draft-suggest"), state !== "several" && state !== "undecided");
    this.#drawClues();
  }

  /** The text that there is no solution, with the changes since there was one. */
  get #none() {
    const { draft, verdict, clue, app: { i18n } } = this.setter;
    const since = verdict.before(draft);
    const { givens = {}, constraints = [] } = since ?? draft.doc;
    const list = [
      ...Object.entries(draft.doc.givens ?? {}).filter(([cell, values]) => String(givens[cell] ?? "") !== String(values)).map(([cell, values]) => i18n.t("draft.given", { cell, value: clue.either(values) })),
      ...draft.constraints.filter((one) => !constraints.includes(one)).map((one) => clue.nameOf(one)),
    ];
    return since && list.length ? i18n.t("page.set.none.since", { list: list.join(i18n.t("list.separator")) }) : i18n.t("page.set.none");
  }

  /** Draws the parts that could go, or that clash. A press highlights a part, and it can be removed. @param {readonly Part[]} parts @param {boolean} spare */
  #drawParts(parts, spare) {
    const { setter, setter: { clue, draft, lit } } = this;
    const { i18n } = setter.app;
    const isLit = (/** @type {Part} */ part) => lit.some((other) => JSON.stringify(other) === JSON.stringify(part));
    const lost = renew(byId("draft-parts"), [parts, spare, lit, i18n.lang], () =>
      parts.map((part) => {
        const one = "index" in part ? draft.constraints[part.index] : null;
        return chip("given" in part ? i18n.t("draft.given", { cell: part.given, value: clue.either(draft.doc.givens?.[part.given] ?? []) }) : one ? clue.nameOf(one) : part.name, () => {
          const was = isLit(part);
          setter.leave();
          setter.lit = was ? [] : [part];
          if (!was && one) setter.one = one;
          if (!was && "given" in part) [setter.tool, setter.selected] = ["givens", [part.given]];
          setter.draw();
        }, { className: spare ? "spare" : "clash", "aria-pressed": isLit(part) });
      }),
    );
    if (lost) setter.focus();
  }

  // Suggested clues.

  /** The kinds to suggest clues of: givens, the tool's kind, and those in use. */
  get kinds() {
    const { draft, kind } = this.setter;
    return [...new Set(["Given", ...(kind ? [kind.kind] : []), ...draft.constraints.map((one) => one.kind)])].slice(0, 20);
  }

  /** Asks for clues that leave one solution; null if there is no answer for the current draft. @param {readonly string[]} kinds */
  async suggestions(kinds) {
    const { app, draft } = this.setter;
    const seen = await this.setter.read();
    if (!seen) return null;
    const answer = await app.status.ask("draft-suggest", "draft.suggest.busy", "suggest", { puzzle: seen.answer.sound, kinds: [...kinds], timeout_ms: LONG }, {
      background: true,
      onFailure: (failure) => write(byId("draft-suggested"), textOf(failure, app.i18n)),
    });
    return seen.doc === draft.doc ? answer : null;
  }

  /** Asks for clues of the kinds in use. */
  async #suggest() {
    const { doc } = this.setter.draft;
    const button = byId("draft-suggest");
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    this.#suggested = null;
    write(byId("draft-suggested"), this.setter.app.i18n.t("draft.suggest.busy"));
    const answer = await this.suggestions(this.kinds);
    button.ariaDisabled = "false";
    if (!answer) return;
    this.#suggested = { doc, answer };
    this.#drawClues();
  }

  /** Adds suggested clues. @param {readonly Clue[]} clues */
  add(clues) {
    const { setter } = this;
    const kept = setter.seen?.answer.kept ?? [];
    let { constraints } = setter.draft;
    const givens = { ...setter.draft.doc.givens };
    for (const { kind, cells, numbers, replaces } of clues) {
      if (kind === "Given") givens[cells[0]] = numbers ?? [];
      else if (replaces >= 0) constraints = constraints.map((one, i) => (i === kept[replaces] ? { ...one, numbers } : one));
      else constraints = [...constraints, numbers ? { kind, cells, numbers } : { kind, cells }];
    }
    setter.change((draft) => draft.change({ givens, constraints }));
    setter.say(clues.map(({ name }) => name).join(setter.app.i18n.t("list.separator")));
    setter.focus();
  }

  /** Draws the clues suggested for the current draft. */
  #drawClues() {
    const { i18n } = this.setter.app;
    const answer = this.#suggested?.doc === this.setter.draft.doc ? this.#suggested.answer : null;
    const { alone = [], together = [], outcome = "", reason = "" } = answer ?? {};
    const key = alone.length ? "alone" : together.length && outcome === "found" ? "together" : outcome === "none" ? "none" : "undecided";
    if (answer) write(byId("draft-suggested"), i18n.sentences(i18n.count(`draft.suggest.${key}`, together.length), reason));
    else if (byId("draft-suggest").ariaDisabled !== "true") write(byId("draft-suggested"), "");
    renew(byId("draft-clues"), [alone, together, i18n.lang], () => [
      ...(together.length > 1 ? [chip(i18n.t("draft.suggest.all"), () => this.add(together))] : []),
      ...[...alone, ...together].slice(0, CLUES).map((clue) => chip(clue.name, () => this.add([clue]))),
    ]);
  }
}
