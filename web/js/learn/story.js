/**
 * Explains a chain or a net one inference at a time, inside a hint, the walk-through or "Why
 * not?". It shows the sentence of the current inference and highlights it on the board. A folding
 * list has all of them.
 *
 * @import {Branch, Link, Reasoning} from "../engine/types.js"
 * @typedef {{text: string, branch: number, line: number, lines: Set<number>}} Inference
 *   branch is −1 for a chain; lines are the highlighted lines of the branch, or the highlighted links
 */
import { drawSteps, make } from "../text/status.js";

/** The lines to highlight with a line: the line, its reasons, and the true candidates behind reasons that were only seen by one. @param {Reasoning["nodes"]} nodes @param {number} k */
function litOf(nodes, k) {
  const lit = new Set([k, ...(nodes[k].from ?? [])]);
  for (const from of nodes[k].from ?? []) if (nodes[from].reason === "seen") for (const cause of nodes[from].from ?? []) lit.add(cause);
  return lit;
}

/**
 * The inferences of a step, in order.
 * @param {readonly Link[]} links
 * @param {readonly (Reasoning | Branch)[]} branches
 * @returns {Inference[]}
 */
export function inferencesOf(links, branches = []) {
  if (!branches.length) return links.flatMap(({ text }, line) => (text ? [{ text, branch: -1, line, lines: new Set([line]) }] : []));
  return branches.flatMap(({ nodes, end, text }, branch) => {
    const told = nodes.flatMap((node, line) => (node.text ? [{ text: node.text, branch, line, lines: litOf(nodes, line) }] : []));
    const clash = { branch, line: nodes.length, lines: new Set(end.flatMap((k) => [...litOf(nodes, k)])) };
    return text ? [...told, { ...clash, text }] : told;
  });
}

export class Story {
  /** @type {Inference[]} */
  #all = [];
  /** The current inference; −1 for all together. */
  #at = -1;
  #several = false;

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    this.app = app;
    app.story = this;
    this.element = make("div", { className: "story", role: "group", innerHTML: html });
    const list = this.#find("ol");
    for (const kind of ["click", "mouseover", "focusin"]) {
      list.addEventListener(kind, (event) => {
        const button = event.target instanceof Element ? event.target.closest("button") : null;
        if (button && Number(button.value) !== this.#at) this.seek(Number(button.value), kind === "click");
      });
    }
  }

  /** @param {string} selector @returns {HTMLElement} */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.element.querySelector(selector));
  }

  /** Whether there is anything to step through. */
  get open() {
    return this.#all.length > 0 && this.element.isConnected && this.element.checkVisibility();
  }

  /** To be called when the part that shows the story closes. */
  end() {
    this.#all = [];
    this.element.remove();
  }

  /** The current inference, or null. @returns {Inference | null} */
  get at() {
    return this.open ? (this.#all[this.#at] ?? null) : null;
  }

  /**
   * Shows a step's inferences in a container, and hides it if there are none. If they are the
   * same as before, the current one stays.
   * @param {HTMLElement} container
   * @param {readonly Link[]} links
   * @param {readonly (Reasoning | Branch)[]} [branches]
   */
  tell(container, links, branches) {
    const all = inferencesOf(links, branches);
    const same = container === this.element.parentElement && JSON.stringify(all.map(({ text }) => text)) === JSON.stringify(this.#all.map(({ text }) => text));
    if (same) return;
    this.#all = all;
    this.#several = (branches?.length ?? 0) > 1;
    this.#at = -1;
    container.replaceChildren(...(all.length ? [this.element] : []));
    /** @type {HTMLDetailsElement} */ (this.#find("details")).open = false;
    this.draw();
  }

  /** @param {number} by */
  step(by) {
    if (!this.open) return;
    const n = this.#all.length;
    // Goes round through "all together", which is before the first and after the last.
    this.seek(((this.#at + 1 + by + n + 1) % (n + 1)) - 1, true);
  }

  /** @param {number} at @param {boolean} [aloud] */
  seek(at, aloud = true) {
    this.#at = at;
    this.draw();
    this.app.draw();
    if (aloud) this.app.status.announce((i18n) => i18n.t("page.sentences", { first: this.#count(i18n), second: this.#all[at]?.text ?? "" }));
  }

  translated() {
    this.draw();
  }

  /** @param {import("../text/i18n.js").I18n} i18n */
  #count(i18n) {
    const inference = this.#all[this.#at];
    if (!inference) return i18n.count("page.story.all", this.#all.length);
    const branch = String.fromCharCode(65 + (inference.branch % 26));
    return i18n.t(this.#several ? "page.story.ofBranch" : "page.story.of", { at: this.#at + 1, n: this.#all.length, branch });
  }

  draw() {
    if (!this.#all.length) return;
    const { i18n } = this.app;
    this.element.setAttribute("aria-label", i18n.t("page.story"));
    for (const name of ["back", "forward"]) {
      const button = this.#find(`[data-action="story-${name}"]`);
      button.setAttribute("aria-label", i18n.t(`page.story.${name}`));
      button.title = i18n.t(`page.story.${name}`);
    }
    this.#find(".story-count").textContent = this.#count(i18n);
    const text = this.#find(".story-text");
    text.textContent = this.#all[this.#at]?.text ?? i18n.t("page.story.how");
    text.classList.toggle("hint", this.#at < 0);
    this.#find("summary").textContent = i18n.t("page.story.list");
    const letterOf = (/** @type {number} */ branch) => (this.#several ? [make("b", { className: `story-letter branch-${branch % 4}` }, String.fromCharCode(65 + (branch % 26))), " "] : []);
    drawSteps(this.#find("ol"), this.#all.map(({ branch, text }) => [...letterOf(branch), text]), this.#at);
  }
}
