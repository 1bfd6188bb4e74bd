/** The list of bookmarks: positions to return to after trying something. history.js stores them. */
import { MAX_NAME } from "../game/history.js";
import { icon } from "../text/dialog.js";
import { byId, make, renew } from "../text/status.js";

export class Bookmarks {
  /** The bookmark being renamed, or 0. */
  #naming = 0;

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Bookmarks the current position. */
  mark() {
    const { app, app: { status } } = this;
    const id = app.game.bookmark();
    app.keep();
    status.message((i18n) => i18n.t("page.bookmark.marked", { id }));
  }

  /** Goes back to a bookmark, by default the last one that differs from the current position. @param {number} [id] */
  back(id = this.app.game.bookmarks.findLast(({ here }) => !here)?.id) {
    const { game, status } = this.app;
    if (id === undefined) return status.message((i18n) => i18n.t("page.bookmark.none"));
    const { name = "" } = game.bookmarks.find((one) => one.id === id) ?? {};
    game.goTo(id);
    status.message((i18n) => (name ? i18n.t("page.bookmark.backNamed", { name }) : i18n.t("page.bookmark.back", { id })));
  }

  /** @param {number} id */
  drop(id) {
    this.app.game.drop(id);
    this.app.keep();
    this.app.status.message((i18n) => i18n.t("page.bookmark.dropped", { id }));
  }

  /** Opens a field to rename a bookmark. @param {number} id */
  name(id) {
    this.#naming = id;
    this.drawn();
    const field = byId("bookmark-list").querySelector("input");
    field?.focus();
    field?.select();
  }

  /** The field to rename a bookmark. Enter and leaving the field save the name, Escape does not. @param {number} id @param {string} name */
  #field(id, name) {
    const { app, app: { i18n } } = this;
    const field = make("input", { value: name, maxLength: MAX_NAME, autocomplete: "off", "aria-label": i18n.t("page.bookmark.rename", { id }) });
    const end = (/** @type {string} */ to) => {
      if (this.#naming !== id) return;
      this.#naming = 0;
      const here = document.activeElement === field;
      app.game.rename(id, to);
      app.keep();
      if (here) /** @type {HTMLElement | null} */ (byId("bookmark-list").querySelector(`[data-action="bookmark-name"][data-bookmark="${id}"]`))?.focus();
    };
    field.addEventListener("blur", () => end(field.value));
    field.addEventListener("keydown", ({ key }) => key === "Escape" && end(name));
    const submitted = (/** @type {Event} */ event) => {
      event.preventDefault();
      end(field.value);
    };
    return make("form", { onsubmit: submitted }, field);
  }

  drawn() {
    const { i18n, game, game: { bookmarks } } = this.app;
    const { total } = game.summary;
    renew(byId("bookmark-list"), [bookmarks, total, i18n.lang, this.#naming], () =>
      bookmarks.map(({ id, name, filled, here }) => {
        const go = make("button", { "data-action": "bookmark-back" }, name || i18n.t("page.bookmark.name", { id, filled, total }));
        if (here) go.setAttribute("aria-current", "true");
        const icons = [["name", "notes", "page.bookmark.rename"], ["drop", "close", "page.bookmark.drop"]].map(([action, picture, text]) => {
          const title = i18n.t(text, { id });
          return make("button", { className: "quiet icon", "data-action": `bookmark-${action}`, innerHTML: icon(picture), title, "aria-label": title });
        });
        for (const button of [go, ...icons]) button.dataset.bookmark = String(id);
        return make("li", {}, ...(id === this.#naming ? [this.#field(id, name), icons[1]] : [go, ...icons]));
      }),
    );
  }
}
