/** The sheet of settings: a field for each row of the table. A change takes effect at once. */
import { Dialog } from "../text/late.js";
import { byId, fill, make } from "../text/status.js";
import { SETTINGS } from "./settings.js";

export class Sheet extends Dialog {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "settings");
    byId("settings-fields").addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) this.app.settings.set(target.name, target.checked);
      if (target instanceof HTMLSelectElement) this.app.settings.set(target.name, target.value);
    });
  }

  /** To be called after a setting changed. */
  set() {
    this.draw();
  }

  draw() {
    const { i18n, settings } = this.app;
    const focus = /** @type {HTMLInputElement | null} */ (document.activeElement)?.name;
    const groups = new Set(SETTINGS.map(({ group }) => group));
    fill("settings-fields", [...groups].map((group) =>
      make("fieldset", {}, make("legend", {}, i18n.t(`page.settings.group.${group}`)), ...SETTINGS.filter((setting) => setting.group === group).map(({ name, choices }) => {
        const text = make("span", {}, i18n.t(`page.settings.${name}`));
        if (!choices) return make("label", { className: "check" }, make("input", { name, type: "checkbox", checked: settings.get(name) === true }), text);
        const field = make("select", { name }, ...choices.map((choice) => new Option(i18n.t(`page.settings.${name}.${choice}`), choice)));
        field.value = String(settings.get(name));
        return make("label", { className: "choice" }, text, field);
      })),
    ));
    const field = focus ? byId("settings-fields").querySelector(`[name="${focus}"]`) : null;
    if (field instanceof HTMLElement) field.focus();
  }
}
