/** The drawer: the less common actions of a game; see docs/PAGE.md. */
import { joinHistory } from "../text/dialog.js";
import { byId } from "../text/status.js";

export class Drawer {
  open = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    // A press outside the sheet only closes it.
    byId("drawer-shade").addEventListener("click", () => this.close());
  }

  toggle() {
    if (this.open) return this.close();
    this.#show(true);
    joinHistory(this);
    byId("drawer").scrollTop = 0;
    byId("drawer-title").focus();
  }

  close() {
    if (!this.open) return;
    this.#show(false);
    joinHistory();
    if (this.app.acting === "drawer") byId("drawer-open").focus();
  }

  /** @param {boolean} open */
  #show(open) {
    this.open = open;
    document.body.toggleAttribute("data-drawer", open);
    byId("drawer-open").setAttribute("aria-expanded", String(open));
    // The parts under the sheet cannot be read or reached with Tab.
    for (const part of document.querySelectorAll(".stage, .status, .pad, .game-line, .top, #field")) part.toggleAttribute("inert", open);
  }

  /** Closes the sheet, since other tabs have none. */
  shown() {
    this.close();
  }
}
