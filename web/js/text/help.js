// @ts-check
/** The help sheet: explains each key, from the table of actions. */
import { helpLines, textsOfKeys } from "../actions.js";
import { Dialog } from "./late.js";
import { byId, make } from "./status.js";

export class Help extends Dialog {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "help");
  }

  draw() {
    const { i18n } = this.app;
    byId("help-keys").replaceChildren(
      ...[...helpLines()].map(([label, all]) => {
        return make("tr", {}, make("th", { scope: "row" }, textsOfKeys(all).join(i18n.t("list.separator"))), make("td", {}, i18n.t(label)));
      }),
    );
  }
}
