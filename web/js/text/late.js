import { byId, make } from "./status.js";

/**
 * A part that is loaded late and is a dialog, at the end of the page; its texts are
 * those of data-t and the like (see i18n.js). App.part gives it its markup, html/NAME.html.
 */
export class Dialog {
  /** @param {import("../main.js").App} app @param {string} id @param {string} html what is in it, with #ID-title; of a dialog of index.html "" */
  constructor(app, id, html = "") {
    this.app = app;
    this.dialog = /** @type {HTMLDialogElement} */ (html ? make("dialog", { id, "aria-labelledby": `${id}-title`, innerHTML: html }) : byId(id));
    document.body.append(this.dialog);
  }

  translated() {
    this.app.i18n.translate(this.dialog);
    this.draw();
  }

  draw() {}

  /** Writes a message into #ID-note. @param {string} text */
  note(text) {
    byId(`${this.dialog.id}-note`).textContent = text;
  }

  show() {
    if (!this.dialog.open) this.dialog.showModal();
  }
}
