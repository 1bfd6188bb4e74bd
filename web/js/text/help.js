/** The help sheet: explains each key, from the table of actions. */
import { helpLines, textsOfKeys } from "../actions.js";
import { Dialog } from "./late.js";
import { fill, make } from "./status.js";

export class Help extends Dialog {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "help");
  }

  draw() {
    const { i18n } = this.app;
    fill("help-keys", [...helpLines()].map(([label, all]) => make("tr", {}, make("th", { scope: "row" }, textsOfKeys(all).join(i18n.t("list.separator"))), make("td", {}, i18n.t(label)))));
  }
}
