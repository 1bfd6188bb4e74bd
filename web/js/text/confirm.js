/** Asks before something that a person may not want: a question, and a button that does it. */
import { Dialog } from "./late.js";
import { byId } from "./status.js";

export class Confirm extends Dialog {
  /** @type {() => void} */
  #run = () => {};

  /** @param {import("../main.js").App} app @param {string} html */
  constructor(app, html) {
    super(app, "confirm", html);
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "do") this.#run();
      this.dialog.returnValue = "";
    });
  }

  /** @param {string} key of the question; KEY.about is what it says, KEY.do what the button says @param {() => void} run */
  ask(key, run) {
    const { i18n } = this.app;
    this.#run = run;
    byId("confirm-title").textContent = i18n.t(key);
    byId("confirm-about").textContent = i18n.t(`${key}.about`);
    byId("confirm-do").textContent = i18n.t(`${key}.do`);
    this.show();
  }
}
