// @ts-check
/**
 * A dialog in which a new puzzle is wished, of whatever rules: it asks the operation "generate"
 * until a puzzle is found or the search is cancelled, says how long that takes, and why there is
 * none. Its elements are called by its ID: form, fields, busy, trouble, seconds, cancel, make.
 *
 * @typedef {import("../engine/api.js").Chosen<import("../engine/types.js").GenerateRequest>} Wish
 */
import { byId, hide, showText, textOf, write } from "../text/status.js";

/** Time allowed for one search, in milliseconds. */
export const TIME = 30_000;
export const LEVELS = /** @type {const} */ (["easy", "medium", "hard", "unfair", "extreme"]);
const GRADES = ["any", ...LEVELS];
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror-horizontal", "mirror-vertical", "diagonal", "anti-diagonal", "full"];

/** Why a search that was not cut off found nothing. @param {import("../engine/types.js").Generate} answer @returns {import("../text/status.js").Say} */
export const noneSaid = ({ outcome, reason = "" }) => (i18n) => i18n.t(outcome === "undecided" ? "page.new.undecided" : "page.new.none", { reason });

export class Search {
  /** When the search began, or 0 where none runs. */
  since = 0;
  /** @type {import("../text/status.js").Say | null} */
  trouble = null;

  /** @param {import("../main.js").App} app @param {string} id @param {HTMLDialogElement} dialog */
  constructor(app, id, dialog) {
    this.app = app;
    this.id = id;
    this.dialog = dialog;
    this.offer("grade", GRADES);
    this.offer("symmetry", SYMMETRIES);
    byId(`${id}-form`).addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
    // Cancel gives up a search that runs; the next press, and Escape, close.
    byId(`${id}-cancel`).addEventListener("click", () => (this.since ? app.status.cancel(id) : dialog.close()));
    dialog.addEventListener("close", () => app.status.cancel(id));
  }

  /** @param {string} name @returns {HTMLSelectElement} */
  field(name) {
    return /** @type {HTMLSelectElement} */ (byId(`${this.id}-${name}`));
  }

  /** What can be chosen in a field. @param {string} name @param {readonly string[]} words */
  offer(name, words) {
    this.field(name).replaceChildren(...words.map((word) => new Option(word, word)));
  }

  /** Chooses in a field, if that is offered there. @param {string} name @param {string | null} word */
  choose(name, word) {
    if ([...this.field(name).options].some(({ value }) => value === word)) this.field(name).value = word ?? "";
  }

  async make() {}

  /** Whether what is chosen can be asked for. */
  get isWish() {
    return true;
  }

  /** Asks for a puzzle, and closes the dialog on it; null where there is none, which is said. @param {Wish} wish */
  async search(wish) {
    const { api, status } = this.app;
    this.trouble = null;
    this.since = performance.now();
    const ticking = setInterval(() => this.#drawSeconds(), 250);
    this.draw();
    this.field("cancel").focus();
    const answer = await status.run(this.id, (i18n) => i18n.t("page.new.busy"), (signal) => api.ask("generate", { ...wish, timeout_ms: TIME }, signal), {
      elsewhere: true,
      onFailure: (failure) => (this.trouble = (i18n) => textOf(failure, i18n)),
    });
    clearInterval(ticking);
    this.since = 0;
    const made = answer?.puzzles[0];
    if (made && this.dialog.open) this.dialog.close();
    else this.trouble = answer ? noneSaid(answer) : this.trouble ?? ((i18n) => i18n.t("page.cancelled"));
    this.draw();
    if (this.dialog.open) this.field("make").focus();
    return (!this.trouble && made) || null;
  }

  draw() {
    const { i18n } = this.app;
    const busy = this.since > 0;
    for (const option of this.field("grade").options) option.textContent = i18n.t(option.value === "any" ? "page.new.any" : `explain.level.${option.value}`);
    for (const option of this.field("symmetry").options) option.textContent = i18n.t(`generate.symmetry.${option.value}`);
    this.field("fields").toggleAttribute("disabled", busy);
    hide(this.field("busy"), !busy);
    this.field("make").disabled = busy || !this.isWish;
    write(this.field("cancel"), i18n.t(busy ? "page.cancel" : "page.close"));
    showText(`${this.id}-trouble`, this.trouble?.(i18n));
    this.#drawSeconds();
  }

  #drawSeconds() {
    const seconds = Math.floor((performance.now() - this.since) / 1000);
    write(this.field("seconds"), this.since ? this.app.i18n.count("page.new.seconds", seconds) : "");
  }
}
