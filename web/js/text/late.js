// @ts-check
/** What parts that are loaded late have in common: a dialog of their own, and a style sheet. */
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

  show() {
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/** The style sheets that are loaded, or being so. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Loads a style sheet that only some parts need. @param {string} name @returns {Promise<void>} */
export function styled(name) {
  const loading = sheets.get(name) ?? new Promise((resolve) => {
    // Without it the part is plain, and works.
    const done = () => resolve();
    document.head.append(make("link", { rel: "stylesheet", href: new URL(`../../css/${name}.css`, import.meta.url).href, onload: done, onerror: done }));
  });
  sheets.set(name, loading);
  return loading;
}
