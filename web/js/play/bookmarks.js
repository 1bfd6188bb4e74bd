// @ts-check
/** Bookmarks: positions to come back to after trying something, in a list. What they are is history.js's. */
import { byId } from "../text/status.js";

export class Bookmarks {
  /** What the list shows, as drawn. */
  #drawn = "";

  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Marks the position of now. */
  mark() {
    const { midend, status } = this.app;
    const id = midend.bookmark();
    status.message((i18n) => i18n.t("page.bookmark.marked", { id }));
  }

  /** Goes back to a bookmark, or to the last one that is not the position of now. @param {number} [id] */
  back(id = this.app.midend.bookmarks.findLast(({ here }) => !here)?.id) {
    const { midend, status } = this.app;
    if (id === undefined) return status.message((i18n) => i18n.t("page.bookmark.none"));
    midend.goTo(id);
    status.message((i18n) => i18n.t("page.bookmark.back", { id }));
  }

  /** @param {number} id */
  drop(id) {
    this.app.midend.drop(id);
    this.app.status.message((i18n) => i18n.t("page.bookmark.dropped", { id }));
  }

  drawn() {
    const { i18n, midend } = this.app;
    const { bookmarks } = midend;
    const { total } = midend.summary;
    const now = JSON.stringify([bookmarks, total, i18n.lang]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    byId("bookmark-list").replaceChildren(
      ...bookmarks.map(({ id, name, filled, here }) => {
        const item = document.createElement("li");
        const go = document.createElement("button");
        go.dataset.action = "bookmark-back";
        go.textContent = name || i18n.t("page.bookmark.name", { id, filled, total });
        if (here) go.setAttribute("aria-current", "true");
        const drop = document.createElement("button");
        drop.className = "quiet icon";
        drop.dataset.action = "bookmark-drop";
        drop.innerHTML = '<svg aria-hidden="true"><use href="#i-close"/></svg>';
        drop.title = i18n.t("page.bookmark.drop", { id });
        drop.setAttribute("aria-label", drop.title);
        for (const button of [go, drop]) button.dataset.bookmark = String(id);
        item.append(go, drop);
        return item;
      }),
    );
  }
}
