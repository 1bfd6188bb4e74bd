/**
 * The settings as one table, from which the sheet (sheet.js) is made. A row added here is saved
 * and shown, and parts are told about its changes. Its texts are page.settings.NAME and, for a
 * choice, page.settings.NAME.CHOICE.
 *
 * @typedef {import("../main.js").App} App
 * @typedef {{
 *   name: string,
 *   group: "look" | "play",
 *   choices?: readonly string[],
 *   default: string | boolean,
 *   key?: string,
 *   apply?: (app: App, value: any) => unknown,
 * }} Setting choices are those of a list; without them it is on or off. key is its key in the
 * browser's storage, by default its name. apply puts it into effect, at the start and after a
 * change; the board is redrawn after every change
 */
import { LANGS } from "../text/i18n.js";
import { recall, remember } from "./memory.js";

/** The themes of early.js. */
export const THEMES = ["auto", "light", "dark", "paper", "oled", "contrast"];

/** @type {readonly Setting[]} */
export const SETTINGS = [
  { name: "language", group: "look", choices: LANGS, default: "en", key: "lang", apply: (app, lang) => app.speak(lang) },
  { name: "theme", group: "look", choices: THEMES, default: "auto", key: "theme", apply: (app, theme) => app.paint(theme) },
  { name: "colourBlind", group: "look", default: false, apply: (_app, on) => document.documentElement.toggleAttribute("data-colour-blind", on) },
  { name: "peers", group: "look", default: true },
  { name: "same", group: "look", default: true },
  { name: "letters", group: "look", default: false, apply: (_app, on) => document.body.toggleAttribute("data-letters", on) },
  { name: "clock", group: "look", default: true, apply: (_app, on) => document.body.toggleAttribute("data-no-clock", !on) },
  { name: "joy", group: "look", default: true },
  { name: "sounds", group: "look", default: false },
  { name: "marks", group: "play", default: false, apply: (_app, on) => document.querySelector("#marks")?.setAttribute("aria-pressed", String(document.body.toggleAttribute("data-marks", on))) },
  {
    name: "cellNames",
    group: "play",
    choices: ["code", "words"],
    default: "code",
    apply(app, names) {
      const { api, i18n } = app;
      i18n.inWords = names === "words";
      api.written = i18n.inWords ? (text) => i18n.named(text) : null;
      // Sentences about a step are requested again, as after a change of language.
      if (document.documentElement.dataset.ready) return app.speak(i18n.lang);
    },
  },
  { name: "race", group: "play", default: false },
  { name: "errors", group: "play", choices: ["never", "contradictions", "everything"], default: "contradictions" },
  { name: "cleanUp", group: "play", default: true, apply: ({ midend }, on) => (midend.params.cleanUp = on) },
  { name: "fillWith", group: "play", choices: ["corner", "centre"], default: "corner", apply: ({ midend }, kind) => (midend.params.fillWith = kind) },
  {
    name: "digitFirst",
    group: "play",
    default: false,
    apply({ midend }, on) {
      midend.params.digitFirst = on;
      if (!on && midend.ui.hand !== null) midend.hold(midend.ui.hand);
    },
  },
];

export class Settings {
  /** @type {Map<string, string | boolean>} */
  #values = new Map();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    for (const setting of SETTINGS) {
      const kept = recall(setting.key ?? `set.${setting.name}`);
      const value = setting.choices ? kept : kept === null ? null : kept === "true";
      this.#values.set(setting.name, value !== null && (!setting.choices || setting.choices.includes(String(value))) ? value : setting.default);
    }
  }

  /** @param {string} name */
  get(name) {
    return this.#values.get(name);
  }

  /** Applies a setting and saves it, unless applying failed. @param {string} name @param {string | boolean} value */
  async set(name, value) {
    const setting = SETTINGS.find((one) => one.name === name);
    if (!setting || value === this.get(name)) return;
    const before = this.#values.get(name) ?? setting.default;
    this.#values.set(name, value);
    const done = setting.apply?.(this.app, value);
    if (done instanceof Promise && (await done) === false) this.#values.set(name, before);
    else remember(setting.key ?? `set.${name}`, String(value));
    this.app.draw();
    for (const part of this.app.parts) part.set?.(name);
  }

  /** Takes over the value of a setting that was changed elsewhere. @param {string} name @param {string | boolean} value */
  took(name, value) {
    this.#values.set(name, value);
  }

  /** Applies all settings except the language and the theme, which App applies. */
  start() {
    for (const { name, apply } of SETTINGS) if (name !== "language" && name !== "theme") apply?.(this.app, this.get(name));
  }
}
