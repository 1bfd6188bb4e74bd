/**
 * All messages of the page: the badge with the number of solutions, the message of the last
 * action, the reasons of contradictions, the running task with its Cancel button, and notices of
 * failures.
 *
 * Texts are stored as functions, so that they can be written again in another language.
 */
import { Failure } from "../engine/failure.js";

/**
 * @typedef {(i18n: import("./i18n.js").I18n) => string} Say
 * @typedef {"checking" | "unique" | "several" | "none" | "contradiction" | "undecided" | "offline" | "done" | "other"} Badge
 */

/** A background task shows its Cancel only once it has taken this long, in milliseconds. */
const PATIENCE = 400;

/** How long a text is shown if the status is out of sight, in milliseconds. */
const GLIMPSE = 5000;

/** A search for steps is announced to a screen reader after this time, and then at this interval, in milliseconds. */
const LONG = 1500;
const SELDOM = 5000;

/** How long a text about a search stays, so that people can read it, in milliseconds. */
const READ = 800;

/** The number of tries is shown only from this number on. */
const MANY = 1000;

/** The abort reason of a task that was replaced by a later one of its group. */
const OVERTAKEN = "overtaken";

/** Copies a text; resolves to false if the page may not, for example without https or localhost. @param {string} text */
export const copied = (text) => (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => true, () => false);

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Replaces what is in an element. @param {string} id @param {readonly (Node | string)[]} nodes */
export const fill = (id, nodes) => byId(id).replaceChildren(...nodes);

/** A field, a list to choose from. @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
export const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** The button of an action. @param {string} action @returns {HTMLButtonElement} */
export const buttonOf = (action) => /** @type {HTMLButtonElement} */ (document.querySelector(`[data-action="${action}"]`));

/** What a press on an element does. @param {string} id @param {() => unknown} run */
export const click = (id, run) => byId(id).addEventListener("click", run);

/** What a press on a button inside an element does. @param {HTMLElement} box @param {(button: HTMLButtonElement) => unknown} run */
export function clickIn(box, run) {
  box.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button) run(button);
  });
}

/** What is done with a file that is chosen. @param {string} id of the field @param {(file: File) => unknown} take */
export function takesFile(id, take) {
  const field = input(id);
  field.addEventListener("change", () => {
    const file = field.files?.[0];
    if (file) take(file);
    field.value = "";
  });
}

/** Puts a text into an element that has another; the same again would cost as much. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute that is another; the same again would cost as much. @param {Element} element @param {string} name @param {string} value */
export function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Hides an element, or shows it; what is so already costs no style. @param {HTMLElement} element @param {boolean} hidden */
export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** Sets the text of an element, and hides it if the text is empty. @param {string} id @param {string} [text] */
export function showText(id, text = "") {
  hide(byId(id), !text);
  write(byId(id), text);
}

/** Replaces the content of a box if its data changed, and keeps the focus inside. @param {HTMLElement} box @param {unknown} what @param {() => Node[]} made @returns {boolean} whether the focus was lost */
export function renew(box, what, made) {
  const now = JSON.stringify(what);
  if (box.dataset.now === now) return false;
  box.dataset.now = now;
  const had = [...box.children].findIndex((child) => child.contains(document.activeElement));
  box.replaceChildren(...made());
  if (had < 0) return false;
  const next = box.children[Math.min(had, box.children.length - 1)];
  const focused = next instanceof HTMLButtonElement ? next : next?.querySelector("button");
  focused?.focus();
  return !focused;
}

/** Functions that wait for the next frame, by topic. @type {Map<string, () => void>} */
const waiting = new Map();

/** Runs a function after the next frame, so that a key need not wait for it. Only the last function of each topic runs. @param {string} about @param {() => void} run */
export function afterFrame(about, run) {
  if (!waiting.size) {
    const all = () => {
      const due = [...waiting.values()];
      waiting.clear();
      // A task each, so that input is heard in between.
      due.forEach((one, i) => (i ? setTimeout(one) : one()));
    };
    // A hidden page draws no frames.
    if (document.hidden) setTimeout(all);
    else requestAnimationFrame(() => setTimeout(all));
  }
  waiting.set(about, run);
}

/** Resolves in a task of its own, so that the page is drawn and input heard in between. A hidden page needs neither, and its timers are slow. */
export const nextTurn = () => new Promise((done) => (document.hidden ? done(null) : setTimeout(done)));

export class Status {
  /** @type {{badge: Badge | null, message: Say, reasons: Say[], notice: Say | null}} */
  #said = { badge: "checking", message: () => "", reasons: [], notice: null };
  /** Running tasks by group; a new task cancels the one before. @type {Map<string, {controller: AbortController, say: Say, visible: boolean}>} */
  #tasks = new Map();

  /** @param {import("./i18n.js").I18n} i18n @param {import("../engine/api.js").Api} api */
  constructor(i18n, api) {
    this.i18n = i18n;
    this.api = api;
    byId("notice-close").addEventListener("click", () => this.notice(null));
    // The next press or key hides the text, so that it does not cover anything.
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => this.#glimpse(""), { capture: true });
  }

  /** @param {Badge | null} badge null where nobody can say */
  badge(badge) {
    this.#said.badge = badge;
    this.#badge();
  }

  #badge() {
    const element = byId("badge");
    const { badge } = this.#said;
    hide(element, !badge);
    if (!badge) return;
    if (element.dataset.state !== badge) element.dataset.state = badge;
    write(element, this.i18n.t(`page.badge.${badge}`));
  }

  /** Shows the result of an action on the page and to a screen reader. @param {Say} say */
  message(say) {
    this.#said.message = say;
    write(byId("message"), say(this.i18n));
    if (say(this.i18n)) this.announce(say);
    this.#glimpse(say(this.i18n));
  }

  #glimpsing = 0;

  /** Shows a text for a moment if the status is out of sight. @param {string} text "" removes the one before */
  #glimpse(text) {
    clearTimeout(this.#glimpsing);
    const toast = byId("toast");
    if (!text) {
      hide(toast, true);
      waiting.delete("toast");
      return;
    }
    // To see where it would be, the browser lays out all that has changed.
    afterFrame("toast", () => this.#toast(text));
  }

  /** @param {string} text */
  #toast(text) {
    const toast = byId("toast");
    const status = /** @type {HTMLElement} */ (byId("message").parentElement);
    const { left, top, width, height } = status.getBoundingClientRect();
    // Visible means whole, not below the edge, and not under a sheet.
    const seen = status.contains(document.elementFromPoint(left + width / 2, top + Math.min(height, 70) / 2)) && status.scrollHeight <= status.clientHeight + 2;
    toast.hidden = seen;
    toast.textContent = toast.hidden ? "" : text;
    if (!toast.hidden) this.#glimpsing = setTimeout(() => this.#glimpse(""), GLIMPSE);
  }

  #settling = 0;

  /** Announces a text to a screen reader after a pause of this many milliseconds without another one. @param {Say} say @param {number} ms */
  announceSettled(say, ms) {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.announce(say), ms);
  }

  /** @param {Say} say */
  announce(say) {
    clearTimeout(this.#settling);
    afterFrame("live", () => {
      byId("live").textContent = say(this.i18n);
    });
  }

  /** Identifies the search for steps begun last. @type {unknown} */
  #seeking = null;

  /**
   * Shows the progress of a search for steps: on the page at once, to a screen reader rarely and
   * only if it takes long.
   * @param {string} id of the element that says the search is running
   * @returns {(seeking: import("../engine/types.js").Seeking) => void}
   */
  seeking(id) {
    const text = byId(id);
    write(text, this.i18n.t(text.dataset.t ?? ""));
    const start = performance.now();
    let quiet = start + LONG;
    // A fast search needs no message.
    let next = start + PATIENCE;
    let waits = false;
    /** The number of empty cells at the start of the search; on a path it shrinks. */
    let first = 0;
    /** @type {Say} */
    let say = () => "";
    const show = () => {
      waits = false;
      if (this.#seeking !== show) return;
      write(text, say(this.i18n));
      next = performance.now() + READ;
    };
    this.#seeking = show;
    return ({ name, family_name, nodes, empty }) => {
      first ||= empty;
      const key = nodes >= MANY ? "page.seeking.tried" : empty < first ? "page.seeking.left" : "page.seeking";
      say = (i18n) => i18n.t(key, { what: name || family_name, n: i18n.number(nodes), left: i18n.number(empty) });
      const now = performance.now();
      if (!waits) setTimeout(show, Math.max(0, next - now));
      waits = true;
      if (now < quiet) return;
      quiet = now + SELDOM;
      this.announce(say);
    };
  }

  /** @param {Say[]} reasons */
  reasons(reasons) {
    const list = byId("reasons");
    if (!reasons.length && !this.#said.reasons.length && list.hidden) return;
    this.#said.reasons = reasons;
    hide(list, reasons.length === 0);
    list.replaceChildren(...reasons.map((say) => make("li", {}, say(this.i18n))));
  }

  /** Shows the notes of an answer about parts it ignored. The server writes them in the person's language. @param {string[]} notes */
  notes(notes) {
    write(byId("answer-notes"), notes.join(" "));
    hide(byId("answer-notes"), notes.length === 0);
  }

  /** @param {Say | null} say */
  notice(say) {
    this.#said.notice = say;
    byId("notice-text").textContent = say ? say(this.i18n) : "";
    byId("notice").hidden = !say;
    if (say) this.#glimpse(say(this.i18n));
  }

  /** Removes a notice if it is the one shown. @param {Say} say */
  dismiss(say) {
    if (this.#said.notice === say) this.notice(null);
  }

  /** Writes everything again in the current language. */
  repeat() {
    this.#badge();
    byId("message").textContent = this.#said.message(this.i18n);
    this.reasons(this.#said.reasons);
    this.notice(this.#said.notice);
    this.#busy();
  }

  /**
   * Runs a task that its button, or the next task of its group, can cancel. Returns null if it
   * fails, and shows why, unless the task is quiet or was replaced. A background task is shown
   * only if it takes long. A task shown elsewhere, with its own Cancel, is never shown here.
   * @template T
   * @param {string} group
   * @param {Say} say
   * @param {(signal: AbortSignal) => Promise<T>} fn
   * @param {{background?: boolean, elsewhere?: boolean, quiet?: boolean, onFailure?: (failure: Failure) => void}} [options]
   * @returns {Promise<T | null>}
   */
  async run(group, say, fn, { background = false, elsewhere = false, quiet = background || elsewhere, onFailure } = {}) {
    this.cancel(group);
    const task = { controller: new AbortController(), say, visible: !background && !elsewhere };
    this.#tasks.set(group, task);
    const before = this.#said.notice;
    const timer = setTimeout(() => {
      task.visible = !elsewhere;
      this.#busy();
    }, PATIENCE);
    this.#busy();
    try {
      const result = await fn(task.controller.signal);
      if (!quiet && before) this.dismiss(before); // what came meanwhile stays
      // The answer of a replaced task is ignored.
      return task.controller.signal.aborted ? null : result;
    } catch (error) {
      if (task.controller.signal.reason === OVERTAKEN) return null;
      const failure = error instanceof Failure ? error : new Failure("network", String(error));
      if (!(error instanceof Failure)) console.error(error);
      onFailure?.(failure);
      if (failure.kind === "cancelled") this.message((i18n) => i18n.t("page.cancelled"));
      else if (!quiet) this.notice((i18n) => textOf(failure, i18n));
      return null;
    } finally {
      clearTimeout(timer);
      if (this.#tasks.get(group) === task) this.#tasks.delete(group);
      this.#busy();
    }
  }

  /**
   * Asks an operation as a task: see run.
   * @template {keyof import("../engine/api.js").Operations} K
   * @param {string} group @param {string} busy the key of its text @param {K} operation @param {Parameters<typeof this.api.ask<K>>[1]} body
   * @param {Parameters<typeof this.run>[3] & {onEvent?: (event: any) => void}} [options] onEvent hears of a search as it goes on
   */
  ask(group, busy, operation, body, { onEvent, ...options } = {}) {
    return this.run(group, (i18n) => i18n.t(busy), (signal) => this.api.ask(operation, body, signal, onEvent), options);
  }

  /** @param {string} group */
  cancel(group) {
    this.#tasks.get(group)?.controller.abort(OVERTAKEN);
  }

  /** The action of the Cancel button. */
  cancelAll() {
    for (const { controller, visible } of this.#tasks.values()) if (visible) controller.abort();
  }

  #busy() {
    const task = [...this.#tasks.values()].findLast(({ visible, controller }) => visible && !controller.signal.aborted);
    hide(byId("busy"), !task);
    write(byId("busy-text"), task ? task.say(this.i18n) : "");
  }
}

/**
 * Makes an element with properties, attributes (role, and names with a hyphen) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Partial<Omit<HTMLElementTagNameMap[K], "style">> & Record<string, unknown>} [properties] @param {(Node | string)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children);
  return made;
}

/** Draws a list of steps, and marks the current one. @param {HTMLElement} list @param {readonly (readonly (Node | string)[])[]} steps what stands on the button of each @param {number} at */
export function drawSteps(list, steps, at) {
  renew(list, steps.map((step) => step.map((part) => (typeof part === "string" ? part : part.textContent))), () => steps.map((step, i) => make("li", {}, make("button", { className: "quiet", value: String(i) }, ...step))));
  [...list.children].forEach((item, i) => item.firstElementChild?.setAttribute("aria-current", i === at ? "step" : "false"));
}

/** @param {string} className @param {string} [textContent] */
export const span = (className, textContent = "") => make("span", { className, textContent });

/** Writes a list of definitions: what each is of, its name and its value. @param {string} id @param {readonly (readonly string[])[]} rows */
export const define = (id, rows) => fill(id, rows.map(([of, name, value]) => make("div", { "data-figure": of }, make("dt", {}, name), make("dd", {}, value))));

/** Writes the kinds of rules, a section for each family. @param {string} id @param {readonly {family: string, name: string}[]} families @param {(family: string) => HTMLElement[]} choicesOf */
export const fillKinds = (id, families, choicesOf) => fill(id, families.map(({ family, name }) => make("section", {}, make("h3", {}, name), make("div", { className: "draft-chips", role: "group", "aria-label": name }, ...choicesOf(family)))));

/** The text of a failure. @param {Failure} failure @param {import("./i18n.js").I18n} i18n */
export function textOf({ kind, detail }, i18n) {
  return kind === "refused" ? detail : i18n.t(`page.failure.${kind}`);
}

/** The style sheets that are loaded, or being so. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Loads a style sheet that only some parts need. @param {string} name @returns {Promise<unknown>} */
export function styled(name) {
  const loading = sheets.get(name) ?? new Promise((done) => {
    // Without it the part is plain, and works.
    document.head.append(make("link", { rel: "stylesheet", href: new URL(`../../css/${name}.css`, import.meta.url).href, onload: done, onerror: done }));
  });
  sheets.set(name, loading);
  return loading;
}
