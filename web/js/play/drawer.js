// @ts-check
/**
 * The drawer: all that a game needs now and then. On a narrow screen it is a
 * sheet over the lower part of the page, opened by the button in the line above
 * the board; elsewhere it stands below the pad, always open.
 */
import { joinHistory } from "../text/dialog.js";
import { byId } from "../text/status.js";

export class Drawer {
  open = false;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    // A press beside the sheet closes it, and does nothing else.
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
    // What lies below the sheet is neither read nor reached by Tab.
    for (const part of document.querySelectorAll(".stage, .status, .pad, .game-line, .top, #field")) part.toggleAttribute("inert", open);
  }

  /** Another tab has no sheet. */
  shown() {
    this.close();
  }
}
