// @ts-check
/** Asks for confirmation before an action: a question, and a button that runs it. */
import { makeDialog } from "./dialog.js";
import { byId } from "./status.js";

export class Confirm {
  /** @type {() => void} */
  #run = () => {};

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = makeDialog(
      "confirm",
      `<form method="dialog">
        <h2 id="confirm-title"></h2>
        <p id="confirm-about"></p>
        <div class="row end"><button autofocus data-t="page.cancel"></button><button class="primary" id="confirm-do" value="do"></button></div>
      </form>`,
    );
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "do") this.#run();
      this.dialog.returnValue = "";
    });
    this.translated();
  }

  translated() {
    this.app.i18n.translate(this.dialog);
  }

  /** @param {string} key of the question; KEY.about is what it says, KEY.do what the button says @param {() => void} run */
  ask(key, run) {
    const { i18n } = this.app;
    this.#run = run;
    byId("confirm-title").textContent = i18n.t(key);
    byId("confirm-about").textContent = i18n.t(`${key}.about`);
    byId("confirm-do").textContent = i18n.t(`${key}.do`);
    this.dialog.showModal();
  }
}
