/**
 * Texts in the person's language. They come from the catalogue that the command line also uses
 * (package message). It maps a key to a text with arguments in braces, or to {one, other}; then
 * the argument n chooses the form.
 *
 * @typedef {string | {one: string, other: string}} Text
 * @typedef {Record<string, string | number | bigint>} Args
 */

import { put, write } from "./status.js";

export const LANGS = /** @type {const} */ (["en", "zh-CN"]);
/** @typedef {(typeof LANGS)[number]} Lang */

/**
 * The first wanted language that the catalogue has.
 * @param {readonly (string | null | undefined)[]} wanted
 * @returns {Lang}
 */
export function choose(wanted) {
  const tag = wanted.find((one) => /^(zh|en)\b/i.test(one ?? ""));
  return /^zh/i.test(tag ?? "") ? "zh-CN" : "en";
}

/**
 * @param {Text | undefined} text
 * @param {string} key shown if there is no text, so that a gap can be seen
 * @param {Args} args
 */
export function format(text, key, args) {
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : String(args.n) === "1" ? text.one : text.other;
  return form.replace(/\{([a-zA-Z0-9]+)\}/g, (whole, name) => (Object.hasOwn(args, name) ? String(args[name]) : whole));
}

/** Fetches a file of the page. @param {string} path */
export async function fetched(path) {
  const response = await fetch(new URL(`../../${path}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return response;
}

/** @param {Lang} lang @param {string} part "" for those of the page itself @returns {Promise<Record<string, Text>>} */
const textsOf = async (lang, part) => (await fetched(`messages/${part && `${part}/`}${lang}.json`)).json();

export class I18n {
  /** @type {Record<string, Text>} */
  #texts = {};
  /** @type {Map<string, Intl.NumberFormat>} */
  #formats = new Map();
  /** The late parts whose texts are loaded. @type {Set<string>} */
  #parts = new Set();
  /** @type {Lang} */
  lang = "en";

  /** Fetches the catalogue of a language. @param {Lang} lang */
  async load(lang) {
    const all = await Promise.all(["", ...this.#parts].map((part) => textsOf(lang, part)));
    this.#texts = Object.assign({}, ...all);
    this.lang = lang;
  }

  /** Fetches the texts of a part that is loaded late. @param {string} [part] the first word of their keys; without it there is nothing to fetch */
  async more(part) {
    if (!part || this.#parts.has(part)) return;
    Object.assign(this.#texts, await textsOf(this.lang, part));
    this.#parts.add(part);
  }

  /** @param {string} key @param {Args} [args] */
  t(key, args = {}) {
    const text = format(this.#texts[key], key, args);
    return this.inWords ? this.named(text) : text;
  }

  /** Whether texts name cells in words. */
  inWords = false;

  /** A text in which cells are named in words instead of r3c5. @param {string} text */
  named(text) {
    return text.replace(/\br(\d{1,2})c(\d{1,2})\b/g, (_name, row, column) => format(this.#texts["page.cell.inWords"], "", { row, column }));
  }

  /** Joins sentences; empty ones are left out. @param {(string | number | false | null | undefined)[]} all */
  sentences(...all) {
    return all.map((one) => one || "").reduce((/** @type {string} */ first, second) => (first && second ? this.t("page.sentences", { first, second }) : `${first || second}`), "");
  }

  /** A rule with its name. @param {{name: string, which?: string, rule: string}} rule */
  rule({ name, which, rule }) {
    return this.t("field.named", { name: [name, which].filter(Boolean).join(" "), text: rule });
  }

  /** A text with a count: n chooses the form and is shown with separators. @param {string} key @param {number | bigint} n @param {Args} [args] */
  count(key, n, args = {}) {
    return this.t(key, { n, count: this.number(n), ...args });
  }

  /** @param {number | bigint} n @param {Intl.NumberFormatOptions} [options] */
  number(n, options) {
    // The first of a browser takes ten milliseconds, and none is needed where nothing is separated.
    if (!options && n >= 0 && n < 1000 && String(n).length <= 3) return String(n);
    // To make one takes longer than to use it.
    const name = this.lang + JSON.stringify(options);
    const made = this.#formats.get(name) ?? new Intl.NumberFormat(this.lang, options);
    this.#formats.set(name, made);
    return made.format(n);
  }

  /** @param {import("../game/grid.js").House} house */
  house({ kind, n }) {
    return this.t(`house.${kind}`, { n });
  }

  /**
   * Fills in the texts of a part of the document: data-t is the key of an element's content, and
   * data-t-label, data-t-title and data-t-placeholder are the keys of its attributes.
   * @param {ParentNode} root
   */
  translate(root) {
    for (const element of root.querySelectorAll("[data-t]")) write(element, this.t(element.getAttribute("data-t") ?? ""));
    for (const [data, attribute] of [["data-t-label", "aria-label"], ["data-t-title", "title"], ["data-t-placeholder", "placeholder"]]) {
      for (const element of root.querySelectorAll(`[${data}]`)) put(element, attribute, this.t(element.getAttribute(data) ?? ""));
    }
  }
}
