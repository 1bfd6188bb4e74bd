/** The drafts stored in the browser: naming, opening, deleting and restoring them. */
import { icon } from "../text/dialog.js";
import { byId, click, input, make, renew, write } from "../text/status.js";
import { chip } from "./form.js";

/** @typedef {{id: string, doc: import("./draft.js").Doc, omitted?: readonly string[], name?: string}} Kept omitted is what its original had besides */

/** The number of drafts kept. */
const KEPT = 50;

export class Drafts {
  /** All drafts, the last one first. @type {readonly Kept[]} */
  #all = [];
  /** The drafts deleted since the page was opened. @type {Set<string>} */
  #gone = new Set();

  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    input("draft-called").addEventListener("change", () => this.keep());
    click("draft-drafts-name", () => this.read());
  }

  /** @returns {Promise<readonly Kept[]>} the last one first, without deleted ones */
  async read() {
    const record = await this.setter.app.games.store.get("kept", "drafts");
    /** @type {Kept[]} */
    const all = (record?.drafts ?? []).filter((/** @type {Kept} */ { id }) => !this.#gone.has(id));
    // Drafts just deleted keep their place, so that they can be restored.
    this.#all.forEach((one, i) => this.#gone.has(one.id) && all.splice(i, 0, one));
    this.#all = all;
    this.draw();
    return this.#all.filter(({ id }) => !this.#gone.has(id));
  }

  /** @param {(drafts: Kept[]) => Kept[]} change */
  async #write(change) {
    await this.setter.app.games.store.update("kept", "drafts", (stored) => ({ id: "drafts", drafts: change(stored?.drafts ?? []).slice(0, KEPT) }));
    await this.read();
  }

  /** Saves the current draft. */
  keep() {
    const { draft: { doc }, id, omitted } = this.setter;
    const name = input("draft-called").value.trim();
    const one = { id, doc, ...(omitted.length ? { omitted } : {}), ...(name ? { name } : {}) };
    this.#gone.delete(id);
    return this.#write((drafts) => [one, ...drafts.filter((other) => other.id !== id)]);
  }

  /** The name of a draft. @param {Kept} one */
  #nameOf({ name, doc }) {
    const { title, rows, columns, constraints = [], givens = {} } = doc;
    return name || title || this.setter.app.i18n.t("draft.untitled", { rows, columns, n: constraints.length, givens: Object.keys(givens).length });
  }

  /** Shows the name of the current draft. @param {string} [name] */
  show(name = "") {
    input("draft-called").value = name;
  }

  draw() {
    const { setter, setter: { app: { i18n } } } = this;
    write(byId("draft-drafts-name"), i18n.count("draft.drafts", this.#all.length - this.#gone.size));
    const items = this.#all.map((one) => ({ id: one.id, name: this.#nameOf(one), gone: this.#gone.has(one.id), held: one.id === setter.id }));
    renew(byId("draft-drafts"), [items, i18n.lang], () =>
      items.map(({ name, gone, held }, i) => {
        const one = this.#all[i];
        if (gone) return make("li", { className: "row" }, make("span", {}, i18n.t("page.games.deleted", { name })), chip(i18n.t("page.games.restore"), () => (this.#gone.delete(one.id), this.#write((drafts) => drafts.toSpliced(i, 0, one)))));
        const title = i18n.t("page.games.delete", { name });
        return make("li", { className: "row" },
          chip(name, () => setter.take(one.doc, one.id, one.omitted, one.name), { "aria-pressed": held }),
          chip("", () => (this.#gone.add(one.id), this.#write((drafts) => drafts.filter(({ id }) => id !== one.id))), { className: "quiet icon", innerHTML: icon("erase"), title, "aria-label": title }));
      }),
    );
  }
}
