// @ts-check
/** The help sheet: what each key does, from the table of actions. */
import { helpLines, textsOfKeys } from "../actions.js";
import { byId } from "./status.js";

export class Help {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  translated() {
    const { i18n } = this.app;
    byId("help-keys").replaceChildren(
      ...[...helpLines()].map(([label, all]) => {
        const row = document.createElement("tr");
        const keys = document.createElement("th");
        keys.scope = "row";
        keys.textContent = textsOfKeys(all).join(i18n.t("list.separator"));
        const does = document.createElement("td");
        does.textContent = i18n.t(label);
        row.append(keys, does);
        return row;
      }),
    );
  }

  open() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
    if (!dialog.open) dialog.showModal();
  }
}
