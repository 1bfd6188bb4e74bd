/** The techniques in the page's menus, fetched when somebody opens a menu. */
import { make } from "../text/status.js";

export class Techniques {
  /** All, the easiest first; none before they have come. @type {import("../engine/types.js").Technique[]} */
  all = [];
  /** @type {Promise<void> | null} */
  #loading = null;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Without an answer the menus do without; the next time they are opened asks again. */
  load() {
    this.#loading ??= this.app.api
      .ask("techniques", {})
      .then(({ techniques: all }) => {
        this.all = all;
        for (const part of this.app.parts) part.menus?.();
      })
      .catch(() => void (this.#loading = null));
    return this.#loading;
  }

  /**
   * The techniques in groups of options by family, both the easiest first. Brute force is left
   * out, since people do not use it.
   * @param {(family: string) => string} label
   * @param {{onPaths?: boolean}} [which] onPaths: only techniques that paths use
   */
  groups(label, { onPaths = false } = {}) {
    const { i18n } = this.app;
    /** @type {Map<string, HTMLOptGroupElement>} */
    const groups = new Map();
    for (const { id, family, default: onPath } of this.all) {
      if (family === "force" || (onPaths && !onPath)) continue;
      let group = groups.get(family);
      if (!group) {
        group = make("optgroup", { label: label(i18n.t(`technique.family.${family}`)) });
        groups.set(family, group);
      }
      group.append(new Option(i18n.t(`technique.${id}`), id));
    }
    return [...groups.values()];
  }
}
