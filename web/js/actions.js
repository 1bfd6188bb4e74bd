// @ts-check
/**
 * What a person can do on the page: one table, from a name to what it does.
 * Buttons name a row by data-action; keys, their aria-keyshortcuts and the help
 * sheet come from here as well.
 *
 * A key is its modifiers and its name: "Control+Z" (Ctrl, or Cmd on a Mac),
 * "Shift+1", "H", "ArrowUp", "?". Digits are those of the keypad too. Where
 * several rows have a key, the first that holds takes it.
 *
 * @typedef {import("./main.js").App} App
 * @typedef {(typeof TABS)[number]} Tab
 * @typedef {{button?: HTMLElement, key?: string}} Cause the button that was pressed, or the key
 * @typedef {"board" | "page" | "other"} Focus on the board, on nothing, or on something of the page
 * @typedef {{
 *   run?: (app: App, cause: Cause) => unknown,
 *   keys?: readonly string[],
 *   label?: string,
 *   tabs?: readonly Tab[],
 *   when?: (app: App, focus: Focus) => boolean,
 * }} Action
 *   run does it; without it, the browser does (copy, paste). label is the key of
 *   what the help sheet says of its keys: rows with the same share a line. tabs are those where it can be done, all if there are none. when
 *   says whether its keys mean it now.
 */

/** The tabs, in order. Each has #tab-NAME and #panel-NAME; one with an empty panel is not shown. */
export const TABS = /** @type {const} */ (["play", "learn", "set", "target", "lab"]);

const ARROWS = ["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"];
const ENDS = ["Home", "End", "PageUp", "PageDown"];
const DIGIT_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** @type {(app: App, focus: Focus) => boolean} */
const moves = (_app, focus) => focus !== "other";
/** @type {(app: App, focus: Focus) => boolean} */
const walks = (app, focus) => focus !== "board" && app.walk.running;

/** @satisfies {Record<string, Action>} */
export const ACTIONS = {
  // The path takes arrows before the board does, unless the focus is there.
  "walk-first": { run: (app) => app.walk.seek(0), keys: ["Home"], when: walks, label: "page.keys.walk" },
  "walk-back": { run: (app) => app.walk.step(-1), keys: ["ArrowLeft", "ArrowUp"], when: walks, label: "page.keys.walk" },
  "walk-forward": { run: (app) => app.walk.step(1), keys: ["ArrowRight", "ArrowDown"], when: walks, label: "page.keys.walk" },
  "walk-last": { run: (app) => app.walk.last(), keys: ["End"], when: walks, label: "page.keys.walk" },

  move: { run: (app, { key }) => app.move(key ?? ""), keys: ARROWS, when: moves, label: "page.keys.select" },
  "move-far": { run: (app, { key }) => app.move(key ?? ""), keys: [...ENDS, ...[...ARROWS, ...ENDS].map((key) => `Control+${key}`)], when: moves, label: "page.keys.ends" },
  digit: { run: (app, { button, key }) => app.type(Number(button?.dataset.digit ?? key)), keys: DIGIT_KEYS, label: "page.keys.digits" },
  note: { run: (app, { key }) => app.type(Number(key?.at(-1)), "corner"), keys: DIGIT_KEYS.map((key) => `Shift+${key}`), label: "page.keys.note" },
  erase: { run: (app) => app.type(0), keys: ["Backspace", "Delete", "0"], label: "page.keys.erase" },
  notes: { run: ({ midend }) => midend.setMode(midend.ui.mode === "corner" ? "digit" : "corner"), keys: ["N"], label: "page.keys.notes" },
  undo: { run: ({ midend }) => midend.undo(), keys: ["Control+Z"], label: "page.keys.undo" },
  redo: { run: ({ midend }) => midend.redo(), keys: ["Control+Y", "Control+Shift+Z"], label: "page.keys.redo" },
  check: { run: (app) => app.play.check(), keys: ["C"], tabs: ["play", "learn", "set", "target"], label: "page.keys.check" },
  hint: { run: (app) => app.hint.more(), keys: ["H"], tabs: ["play"], label: "page.keys.hint" },
  "hint-more": { run: (app) => app.hint.more() },
  "hint-retry": { run: (app) => app.hint.retry() },
  "hint-cancel": { run: (app) => app.hint.cancel() },
  "hint-apply": { run: (app) => app.hint.apply() },
  "hint-close": { run: (app) => app.close("hint"), keys: ["Escape"], when: (app) => app.hint.open, label: "page.keys.close" },
  walk: { run: (app) => app.walk.start() },
  "walk-retry": { run: (app) => app.walk.start() },
  "walk-close": { run: (app) => app.close("walk"), keys: ["Escape"], when: (app) => app.walk.open, label: "page.keys.close" },
  unshow: { run: ({ midend }) => midend.show(null), keys: ["Escape"], when: ({ midend }) => midend.ui.overlay !== null, label: "page.keys.close" },
  pause: { run: (app) => app.clock.toggle(), keys: ["P"], tabs: ["play"], label: "page.keys.pause" },

  new: { run: (app) => app.maker.open() },
  solve: { run: (app) => app.play.solve() },
  restore: {
    run({ midend, status }) {
      midend.restore();
      status.message((i18n) => i18n.t("page.restored"));
    },
  },
  clear: {
    run({ midend, status }) {
      midend.clear();
      status.message((i18n) => i18n.t("page.cleared"));
    },
  },
  keep: {
    run({ midend, status }) {
      midend.keep();
      status.message((i18n) => i18n.t("page.kept"));
    },
  },
  "edit-givens": {
    run({ midend, status }) {
      midend.setEditGivens(!midend.ui.editGivens);
      status.message((i18n) => i18n.t(midend.ui.editGivens ? "page.editGivens.on" : "page.editGivens.off"));
    },
  },
  adopt: { run: ({ midend }) => midend.adopt() },
  "note-all": { run: ({ midend }) => midend.noteAll() },
  copy: { run: (app) => app.paste.copyLine() },
  // The keys fire the browser's own events, which paste.js hears.
  "copy-key": { keys: ["Control+C"], label: "page.keys.copy" },
  "paste-key": { keys: ["Control+V"], label: "page.keys.paste" },
  share: { run: (app) => app.paste.copyLink() },
  print: { run: () => print() },
  import: { run: (app) => app.paste.readBox() },
  cancel: { run: ({ status }) => status.cancelAll() },
  "pager-back": { run: (app) => app.play.page(-1) },
  "pager-forward": { run: (app) => app.play.page(1) },

  target: { run: (app) => app.target.find() },
  "lab-first": { run: (app) => app.lab.seek(0) },
  "lab-back": { run: (app) => app.lab.step(-1) },
  "lab-play": { run: (app) => app.lab.play() },
  "lab-forward": { run: (app) => app.lab.step(1) },
  "lab-last": { run: (app) => app.lab.last() },
  compare: { run: (app) => app.lab.compare() },

  language: { run: (app) => app.switchLanguage() },
  theme: { run: (app) => app.nextTheme() },
  help: { run: (app) => app.help(), keys: ["?"], label: "page.keys.help" },
};

/** @typedef {keyof typeof ACTIONS} ActionName */

/** The rows, each as any row may be. */
const ROWS = /** @type {[ActionName, Action][]} */ (Object.entries(ACTIONS));

/** The row of a name, if there is one. @param {string} name @returns {Action | undefined} */
export const actionOf = (name) => (Object.hasOwn(ACTIONS, name) ? ACTIONS[/** @type {ActionName} */ (name)] : undefined);

/** A key event as the table writes it. @param {KeyboardEvent} event */
export function keyOf({ key, code, ctrlKey, metaKey, shiftKey }) {
  // With Shift a digit key gives another character, so the key itself is asked.
  const digit = key.length > 1 || key === "?" ? undefined : /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? /^[0-9]$/.exec(key)?.[0];
  const name = digit ?? (key.length === 1 ? key.toUpperCase() : key);
  const control = ctrlKey || metaKey;
  // A letter is the same with Shift unless there is Ctrl as well; of other characters Shift is a part.
  const shift = shiftKey && (digit !== undefined || key.length > 1 || (control && /^[a-z]$/i.test(key)));
  return [...(control ? ["Control"] : []), ...(shift ? ["Shift"] : []), name].join("+");
}

/**
 * The action that a key means now, or null.
 * @param {App} app
 * @param {string} key as of keyOf
 * @param {Focus} focus
 */
export function actionByKey(app, key, focus) {
  const row = ROWS.find(([, { run, keys, tabs, when }]) => run && keys?.includes(key) && (!tabs || tabs.includes(app.tab)) && (!when || when(app, focus)));
  return row ? row[0] : null;
}

/** The keys of an action as aria-keyshortcuts writes them, or "". @param {string} name */
export const shortcutsOf = (name) => (actionOf(name)?.keys ?? []).join(" ");

/** The lines of the help sheet, in order: what is said of the keys, and the keys. @returns {Map<string, string[]>} */
export function helpLines() {
  const lines = new Map();
  for (const [, { label, keys = [] }] of ROWS) if (label) lines.set(label, [...(lines.get(label) ?? []), ...keys]);
  return lines;
}

/** How keys are called that a keyboard does not print as one letter. @type {Record<string, string>} */
const CAPS = { ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", ArrowRight: "→", PageUp: "Page Up", PageDown: "Page Down", Escape: "Esc", Control: /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl" };

/** Keys as the help sheet shows them, those with the same modifiers together. @param {readonly string[]} keys */
export function textsOfKeys(keys) {
  /** @type {Map<string, Set<string>>} */
  const byModifiers = new Map();
  for (const key of keys) {
    const at = key.lastIndexOf("+") + 1;
    byModifiers.set(key.slice(0, at), (byModifiers.get(key.slice(0, at)) ?? new Set()).add(key.slice(at)));
  }
  const cap = (/** @type {string} */ name) => CAPS[name] ?? name;
  return [...byModifiers].map(([modifiers, names]) => modifiers.split("+").map(cap).join("+") + [...names].map(cap).join(" ").replace(DIGIT_KEYS.join(" "), "1–9"));
}
