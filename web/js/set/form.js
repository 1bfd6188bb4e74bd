// @ts-check
/** The form beside the setter's board, with its fields: size and boxes, title, author and rules. */
import { icon } from "../text/dialog.js";
import { click, input, make, renew, select } from "../text/status.js";
import { boxesFor, nameAt } from "./draft.js";

/** The offered sizes; opened puzzles can have others. */
const SIZES = Array.from({ length: 22 }, (_, i) => i + 4);
/** The text fields, and their members in the draft. */
const TEXTS = /** @type {const} */ ([["draft-name", "title"], ["draft-author", "author"], ["draft-rules", "rules"]]);

/** @param {string} id @param {string} text @param {string} [more] attributes */
const button = (id, text, more = "") => `<button type="button" id="draft-${id}" data-t="${text}"${more}></button>`;
/** A button whose title explains it. @param {string} id @param {string} text @param {string} [more] */
const told = (id, text, more = "") => button(id, text, ` data-t-title="${text}.about"${more}`);
/** @param {string} id @param {string} text @param {string} picture */
const pictured = (id, text, picture) => `<button type="button" id="draft-${id}" data-t-label="${text}" data-t-title="${text}">${picture}</button>`;

export const HTML = `
  <div class="place-head"><button type="button" class="quiet icon" data-action="view" data-view="home" data-t-label="page.tab.home" data-t-title="page.tab.home">${icon("home")}</button><h2 id="draft-title" data-t="draft.title"></h2></div>
  <div class="field">
    <div id="draft-stage"></div>
    <div class="field-side">
      <div class="draft-pinned">
        <p id="draft-verdict" class="draft-verdict" role="status" data-state="checking"></p>
        <p id="draft-note" class="hint"></p>
        <div class="modes draft-modes">${pictured("undo", "page.undo", icon("undo"))}${pictured("redo", "page.redo", icon("redo"))}${pictured("erase", "page.erase", icon("erase"))}${button("true", "page.set.true", ' aria-pressed="true"')}</div>
      </div>
      <div id="draft-tools" class="draft-chips" role="group" data-t-label="draft.tools"></div>
      <p id="draft-rule" class="hint"></p>
      <p id="draft-message" class="message" role="status"></p>
      <div id="draft-finish" class="row wrap" hidden>${button("done", "draft.done", ' class="primary"')}${button("cancel", "page.cancel")}</div>
      <div id="draft-one" class="card" role="group" aria-labelledby="draft-one-name" hidden>
        <h3 id="draft-one-name"></h3>
        <p id="draft-one-rule" class="hint"></p>
        <label id="draft-clue-label"><span id="draft-clue-name"></span><input id="draft-clue" autocomplete="off" spellcheck="false" maxlength="400"><select id="draft-word"></select></label>
        <div class="row wrap">${told("change", "draft.change", ' aria-pressed="false"')}${told("turn", "draft.turn")}${button("remove", "draft.remove")}</div>
      </div>
      <div id="draft-values" class="field-values" role="group" data-t-label="page.pad"></div>
      <div class="row wrap">${told("several", "draft.several", ' aria-pressed="false"')}${told("suggest", "draft.suggest", " hidden")}</div>
      <ul id="draft-faults" class="reasons" hidden></ul>
      <div class="draft-found">
        <p id="draft-parts-name" class="hint"></p>
        <div id="draft-parts" class="draft-chips" role="group" aria-labelledby="draft-parts-name"></div>
        <p id="draft-suggested" class="hint" role="status"></p>
        <div id="draft-clues" class="draft-chips" role="group" aria-labelledby="draft-suggested"></div>
      </div>
      <div class="draft-found">
        <div class="row wrap">${["complete", "minimise", "grade"].map((name) => told(name, `page.set.${name}`)).join("")}${button("path", "page.walk")}<label><span data-t="page.set.symmetry"></span><select id="draft-symmetry"></select></label></div>
        <p id="draft-wanted" class="hint"></p>
        <p id="draft-revised" class="hint" role="status"></p>
        <ol id="draft-steps" class="draft-steps scroll" tabindex="0" data-t-label="page.walk" hidden></ol>
      </div>
      <details id="draft-palette" open><summary data-t="draft.palette"></summary>
        <label class="draft-search"><span class="unseen" data-t="draft.search"></span><input id="draft-search" type="search" autocomplete="off" data-t-placeholder="draft.search"></label>
        <div id="draft-kinds"></div>
      </details>
      <details id="draft-list-box"><summary id="draft-list-name"></summary><ul id="draft-list" class="draft-list"></ul></details>
      <details id="draft-board-box"><summary data-t="draft.board"></summary>
        <div class="row wrap">
          <label><span data-t="draft.size"></span><select id="draft-size"></select></label>
          <label><span data-t="draft.boxes"></span><select id="draft-boxes"></select></label>
          <label><span data-t="draft.low"></span><select id="draft-low"><option>1</option><option>0</option></select></label>
        </div>
        <label class="check"><input type="checkbox" id="draft-free"><span data-t="draft.free"></span></label>
      </details>
      <details id="draft-about-box"><summary data-t="draft.about"></summary>
        <div class="set-about">
          <label><span data-t="page.set.title"></span><input id="draft-name" maxlength="300" autocomplete="off"></label>
          <label><span data-t="page.set.author"></span><input id="draft-author" maxlength="300" autocomplete="off"></label>
          <label><span data-t="page.set.rules"></span><textarea id="draft-rules" rows="5" maxlength="20000"></textarea></label>
          ${told("compose", "draft.compose")}
        </div>
      </details>
      <div class="row wrap">
        ${told("play", "page.set.play", ' class="primary"')}
        <button type="button" id="draft-share" data-action="export" data-t="draft.share"></button>
        <button type="button" data-action="print" data-t="page.print"></button>
        ${told("new", "page.set.new")}${told("take", "page.set.take")}
      </div>
      <details id="draft-drafts-box"><summary id="draft-drafts-name"></summary>
        <label class="draft-called"><span data-t="draft.called"></span><input id="draft-called" maxlength="100" autocomplete="off"></label>
        <ul id="draft-drafts" class="draft-list"></ul>
      </details>
      <div id="draft-omitted"></div>
    </div>
  </div>`;

/** A button beside the board. @param {string} textContent @param {() => unknown} run @param {Record<string, unknown>} [more] properties and attributes @returns {HTMLButtonElement} */
export const chip = (textContent, run, more = {}) => make("button", { type: "button", textContent, ...more, onclick: run });

/** Fills a select element. @param {HTMLSelectElement} list @param {readonly (readonly [string, string])[]} options value and name @param {string} value */
export function offer(list, options, value) {
  renew(list, options, () => options.map(([one, name]) => new Option(name, one)));
  list.value = value;
}

export class Form {
  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    for (const size of SIZES) select("draft-size").append(new Option(`${size} × ${size}`, String(size)));
    for (const id of ["draft-size", "draft-low"]) select(id).addEventListener("change", () => this.#resize());
    select("draft-boxes").addEventListener("change", () => this.#box(select("draft-boxes").value));
    input("draft-free").addEventListener("change", () => {
      setter.draft.change({ free: input("draft-free").checked || undefined });
      setter.edited();
    });
    for (const [id, name] of TEXTS) {
      input(id).addEventListener("input", () => {
        setter.draft.change({ [name]: input(id).value || undefined }, name);
        setter.edited();
      });
    }
    click("draft-compose", () => this.#compose());
  }

  #resize() {
    const { setter } = this;
    const { rows, columns } = setter.draft.doc;
    const size = Number(select("draft-size").value);
    const same = size === Math.max(rows, columns);
    setter.leave();
    setter.draft.resize(same ? rows : size, same ? columns : size, Number(select("draft-low").value));
    setter.selected = [nameAt(0, 0)];
    if (setter.tool === "regions" && !setter.draft.doc.regions) setter.tool = "givens";
    setter.edited();
  }

  /** @param {string} boxes such as 3x3, "" for none */
  #box(boxes) {
    const { setter } = this;
    setter.leave();
    if (boxes === "regions") setter.draft.jigsaw();
    else setter.draft.box(boxes ? boxes.split("x").map(Number) : []);
    if (boxes === "regions" || setter.tool === "regions") setter.tool = boxes === "regions" ? "regions" : "givens";
    setter.edited();
  }

  /** Writes the rules as sentences from the board and the kinds, in the current language. */
  #compose() {
    const { setter } = this;
    const { i18n } = setter.app;
    const { doc, constraints } = setter.draft;
    const [low, high] = doc.values;
    const board = doc.free ? "draft.rules.free" : doc.regions ? "draft.rules.regions" : doc.boxes.length ? "draft.rules.boxes" : "draft.rules.lines";
    const told = setter.seen?.answer.drawing.rules ?? [];
    const kinds = [...new Set(constraints.map(({ kind }) => kind))].flatMap(/** @returns {{ name: string, rule: string }[]} */ (name) => {
      const rules = told.filter(({ kind }) => kind === name);
      const alone = setter.palette.kindOf(name);
      return rules.length || !alone ? rules : [alone];
    });
    const rules = [i18n.t(board, { low, high }), ...kinds.map(({ name, rule }) => i18n.t("draft.rules.kind", { name, rule }))];
    setter.draft.change({ rules: rules.join("\n") });
    setter.edited();
  }

  draw() {
    const { i18n } = this.setter.app;
    const { doc } = this.setter.draft;
    const { rows, columns, values, boxes, regions, free } = doc;
    const size = select("draft-size");
    const longer = String(Math.max(rows, columns));
    if (![...size.options].some(({ value }) => value === longer)) size.append(new Option(`${rows} × ${columns}`, longer));
    size.value = longer;
    offer(select("draft-boxes"), [...boxesFor(rows, columns).map(([high, wide]) => /** @type {const} */ ([`${high}x${wide}`, `${high} × ${wide}`])), ["", i18n.t("draft.boxes.none")], ["regions", i18n.t("draft.boxes.regions")]], regions ? "regions" : boxes.join("x"));
    select("draft-low").value = String(values[0]);
    input("draft-free").checked = free ?? false;
    for (const [id, name] of TEXTS) if (input(id).value !== (doc[name] ?? "")) input(id).value = doc[name] ?? "";
  }
}
