/**
 * Everything a person can do on the page, as one table from names to actions. Buttons name a row
 * in data-action. Keys, aria-keyshortcuts and the help sheet also come from this table.
 *
 * A key is its modifiers and its name: "Control+Z" (Ctrl, or Cmd on a Mac), "Shift+1", "H",
 * "ArrowUp", "?". Digits include those of the keypad. If several rows have a key, the first one
 * that applies takes it.
 *
 * @typedef {import("./main.js").App} App
 * @typedef {(typeof TABS)[number]} Tab
 * @typedef {Tab | "trainer" | "place"} View trainer: a position of Learn in which something can be marked; place: what has the page to itself
 * @typedef {{button?: HTMLElement, key?: string, byKey?: boolean}} Cause the button that was pressed, byKey with the keyboard; or the key
 * @typedef {"board" | "page" | "other"} Focus on the board, on nothing, or on another element of the page
 * @typedef {{
 *   run?: (app: App, cause: Cause) => unknown,
 *   keys?: readonly string[],
 *   label?: string,
 *   tabs?: readonly View[],
 *   when?: (app: App, focus: Focus) => boolean,
 *   stays?: boolean,
 * }} Action
 *   run does the action; without it the browser does (copy, paste). label is the key of
 *   the text in the help sheet: rows with the same label share a line. tabs are the tabs that have the action, by default all. when
 *   returns whether its keys mean it now. stays: the focus stays where it is, and does not
 *   go to the board.
 */

import { THEMES } from "./keep/settings.js";

/** The tabs, in order. Each has #tab-NAME and #panel-NAME; one with an empty panel is not shown. */
export const TABS = /** @type {const} */ (["home", "play", "learn", "set", "target", "lab"]);

/** The actions that other rules may lack, with the operation they need; "" for actions of the classic board only. */
export const ASKED = { hint: "hint", why: "why", walk: "explain", solve: "solve", clear: "", keep: "", "edit-givens": "" };

/** The tabs in which keys work if a row names no tabs: those that show the game. */
/** @type {readonly View[]} */
const COMMON = TABS.filter((name) => !["home", "learn", "set"].includes(name));
/** Those, and the trainer's. @type {readonly View[]} */
const MARKED = [...COMMON, "trainer"];
/** @type {readonly View[]} */
const LEARN = ["learn", "trainer"];

const ARROWS = ["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"];
const ENDS = ["Home", "End", "PageUp", "PageDown"];
const DIGIT_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** @param {string} modifiers @param {readonly string[]} keys */
const withKeys = (modifiers, keys) => keys.map((key) => `${modifiers}+${key}`);

/** False if the focus is on a button, which needs Space and arrow keys itself. @type {(app: App, focus: Focus) => boolean} */
const free = (_app, focus) => focus !== "other";
/** @type {(app: App, focus: Focus) => boolean} */
const walks = (app, focus) => focus !== "board" && app.walk.running;

/** @type {(app: App) => boolean} */
const zooms = (app) => Boolean(app.zoom?.columns);

/** An action that enters a digit in a mode which lasts while a modifier is down. @param {import("./game/midend.js").Mode} mode @param {string} modifiers @param {string} label @returns {Action} */
const momentary = (mode, modifiers, label) => ({ run: (app, { key }) => app.entry.type(Number(key?.at(-1)), mode), keys: withKeys(modifiers, [...DIGIT_KEYS, "0"]), label });

/** @param {import("./game/midend.js").Mode} mode @param {string} key @returns {Action} */
const modeKey = (mode, key) => ({ run: (app) => app.entry.setMode(mode), keys: [key], label: "page.keys.modes" });

/** @param {"row" | "column" | "box"} kind @param {string} key @returns {Action} */
const reading = (kind, key) => ({ run: (app) => app.entry.readHouse(kind), keys: [key], label: "page.keys.read" });

/** @type {(app: App, focus: Focus) => boolean} */
const trains = (app) => app.lessons?.training === true;
/** Opens a view of the lessons for the technique of the button. @param {import("./learn/lessons.js").View} view @returns {NonNullable<Action["run"]>} */
const lesson = (view) => async (app, { button }) => {
  const lessons = await app.part("lessons");
  if (!lessons) return;
  lessons.due = false;
  lessons.open(view, button?.dataset.technique);
};

/** @type {(app: App) => boolean} */
const tells = (app) => app.story?.open ?? false;

/** Does something, and shows a text about it. @param {App} app @param {string} key of the text @param {() => unknown} [run] */
const tell = ({ status }, key, run) => (run?.(), status.message((i18n) => i18n.t(key)));

/** @satisfies {Record<string, Action>} */
export const ACTIONS = {
  "learn-digit": { run: (app, { button, key }) => app.lessons?.trainer.type(Number(button?.dataset.digit ?? key)), keys: DIGIT_KEYS, tabs: ["trainer"], label: "page.keys.learn.digits" },
  "learn-other": { run: (app, { key }) => app.lessons?.trainer.type(Number(key?.at(-1)), true), keys: withKeys("Shift", DIGIT_KEYS), tabs: ["trainer"], label: "page.keys.learn.other" },
  "learn-erase": { run: (app) => app.lessons?.trainer.erase(), keys: ["Backspace", "Delete", "0"], tabs: ["trainer"] },
  "learn-mode": { run: (app) => app.lessons?.trainer.toggle(), keys: ["N"], tabs: ["trainer"] },
  "learn-check": { run: (app) => app.lessons?.trainer.check(), keys: ["K"], tabs: LEARN, when: trains, label: "page.keys.learn.check" },
  // On a button, Enter presses it.
  "learn-enter": { run: (app) => app.lessons?.trainer.check(), keys: ["Enter"], tabs: LEARN, when: (app, focus) => focus !== "other" && trains(app, focus), label: "page.keys.learn.check" },
  "learn-hint": { run: (app) => app.lessons?.trainer.hint(), keys: ["H"], tabs: ["trainer"] },
  "learn-next": { run: (app) => app.lessons?.trainer.next(), keys: ["S"], tabs: LEARN, when: trains, label: "page.keys.learn.next" },
  "learn-retry": { run: (app) => app.lessons?.trainer.retry() },
  "chapter-retry": { run: (app) => app.lessons?.chapter.translated() },
  "learn-back": { run: (app) => app.lessons?.back(), keys: ["Escape"], tabs: LEARN, when: (app) => app.lessons !== null && app.lessons.view !== "lessons", stays: true },
  lessons: { run: lesson("lessons"), stays: true },
  chapter: { run: lesson("chapter"), stays: true },
  practise: { run: lesson("trainer"), stays: true },
  needs: { run: (app, { button }) => app.wish(false, { technique: button?.dataset.technique ?? "" }) },
  "practise-due": { run: async (app) => (await app.part("lessons"))?.practiseDue(), stays: true },

  // The walk-through takes arrow keys before the board, unless the board has the focus.
  "walk-first": { run: (app) => app.walk.seek(0), keys: ["Home"], when: walks, stays: true, label: "page.keys.walk" },
  "walk-back": { run: (app) => app.walk.step(-1), keys: ["ArrowLeft", "ArrowUp"], when: walks, stays: true, label: "page.keys.walk" },
  "walk-forward": { run: (app) => app.walk.step(1), keys: ["ArrowRight", "ArrowDown"], when: walks, stays: true, label: "page.keys.walk" },
  "walk-last": { run: (app) => app.walk.seek(Infinity), keys: ["End"], when: walks, stays: true, label: "page.keys.walk" },

  move: { run: (app, { key }) => app.entry.move(key ?? ""), keys: ARROWS, tabs: MARKED, label: "page.keys.select" },
  "move-far": { run: (app, { key }) => app.entry.move(key ?? ""), keys: [...ENDS, ...withKeys("Control", ENDS)], tabs: MARKED, label: "page.keys.ends" },
  "select-more": { run: (app, { key }) => app.entry.move(key ?? ""), keys: [...withKeys("Shift", [...ARROWS, ...ENDS]), ...withKeys("Control", ARROWS)], tabs: MARKED, label: "page.keys.more" },
  "select-all": { run: ({ game }) => game.selectAll(), keys: ["Control+A"], label: "page.keys.all" },
  "select-alike": { run: (app) => app.entry.selectAlike(), keys: ["S"], label: "page.keys.alike" },
  "select-others": { run: ({ game }) => game.invert(), keys: ["Control+I"], label: "page.keys.others" },

  digit: { run: (app, { button, key }) => (button ? app.entry.press(Number(button.dataset.digit)) : app.entry.type(Number(key))), keys: DIGIT_KEYS, label: "page.keys.digits" },
  "digit-corner": momentary("corner", "Shift", "page.keys.corner"),
  "digit-centre": momentary("centre", "Control", "page.keys.centre"),
  "digit-colour": { ...momentary("colour", "Alt", "page.keys.colour"), keys: [...withKeys("Alt", DIGIT_KEYS), ...withKeys("Control+Shift", DIGIT_KEYS)] },
  erase: { run: (app, { button, key }) => (button ? app.entry.press(0) : key === "0" ? app.entry.type(0) : app.entry.put(0)), keys: ["Backspace", "Delete", "0"], label: "page.keys.erase" },
  mode: { run: (app, { button }) => app.entry.setMode(/** @type {import("./game/midend.js").Mode} */ (button?.dataset.mode)) },
  "mode-digit": modeKey("digit", "Z"),
  "mode-corner": modeKey("corner", "X"),
  "mode-centre": modeKey("centre", "C"),
  "mode-colour": modeKey("colour", "V"),
  "mode-pen": modeKey("pen", "B"),
  "mode-tint": modeKey("tint", "T"),
  "mode-next": { run: (app) => app.entry.nextMode(1), keys: ["Space"], when: free, label: "page.keys.cycle" },
  "mode-back": { run: (app) => app.entry.nextMode(-1), keys: ["Shift+Space"], when: free, label: "page.keys.cycle" },
  notes: { run: (app) => app.entry.setMode(app.entry.midend.ui.mode === "digit" ? "corner" : "digit"), keys: ["N"], label: "page.keys.notes" },
  colour: { run: ({ game }, { button }) => game.setColour(Number(button?.dataset.colour)) },

  "next-empty": { run: (app) => app.entry.next("empty"), keys: ["E"], label: "page.keys.empty" },
  "back-empty": { run: (app) => app.entry.next("empty", true), keys: ["Shift+E"], label: "page.keys.empty" },
  "next-digit": { run: (app) => app.entry.next("digit"), keys: ["D"], label: "page.keys.same" },
  "back-digit": { run: (app) => app.entry.next("digit", true), keys: ["Shift+D"], label: "page.keys.same" },
  "next-contradiction": { run: (app) => app.entry.next("contradiction"), keys: ["F"], label: "page.keys.contradiction" },
  "back-contradiction": { run: (app) => app.entry.next("contradiction", true), keys: ["Shift+F"], label: "page.keys.contradiction" },
  "read-row": reading("row", "Shift+R"),
  "read-column": reading("column", "Shift+C"),
  "read-box": reading("box", "Shift+B"),
  "read-candidates": { run: (app) => app.entry.readCandidates(), keys: ["Shift+N"], label: "page.keys.candidates" },
  "zoom-larger": { run: ({ zoom }) => zoom?.step(1), keys: ["+", "="], tabs: ["play", "place"], when: zooms, stays: true, label: "page.keys.zoom" },
  "zoom-smaller": { run: ({ zoom }) => zoom?.step(-1), keys: ["-"], tabs: ["play", "place"], when: zooms, stays: true, label: "page.keys.zoom" },

  undo: { run: ({ game }) => game.undo(), keys: ["Control+Z"], tabs: MARKED, label: "page.keys.undo" },
  redo: { run: ({ game }) => game.redo(), keys: ["Control+Y", "Control+Shift+Z"], tabs: MARKED, label: "page.keys.redo" },
  check: { run: (app) => app.player.judge.check(), keys: ["K"], tabs: ["play", "target"], label: "page.keys.check" },
  hint: { run: (app) => app.hint.more(), keys: ["H"], tabs: ["play"], label: "page.keys.hint" },
  "hint-more": { run: (app) => app.hint.more() },
  "hint-retry": { run: (app) => app.hint.more() },
  "hint-cancel": { run: (app) => app.hint.cancel() },
  "hint-apply": { run: (app) => app.hint.apply() },
  drawer: { run: (app) => app.drawer.toggle(), stays: true },
  "drawer-close": { run: (app) => app.drawer.close(), keys: ["Escape"], when: (app) => app.drawer.open, stays: true, label: "page.keys.close" },
  view: { run: (app, { button }) => app.show(/** @type {Tab} */ (button?.dataset.view)) },
  marks: { run: ({ settings }) => settings.set("marks", !settings.get("marks")) },
  "hint-close": { run: (app) => app.hint.close(), keys: ["Escape"], when: (app) => app.hint.open, label: "page.keys.close" },
  why: { run: (app) => app.ask(), keys: ["Y"], tabs: ["play"], label: "page.keys.why" },
  "why-back": { run: (app) => app.why?.step(-1), stays: true },
  "why-forward": { run: (app) => app.why?.step(1), stays: true },
  "why-retry": { run: (app) => app.why?.retry(), stays: true },
  "why-close": { run: (app) => app.stopAsking(), keys: ["Escape"], when: (app) => app.asks, label: "page.keys.close" },
  "story-back": { run: (app) => tells(app) ? app.story?.step(-1) : app.walk.step(-1), keys: [","], when: (app) => tells(app) || app.walk.running, stays: true, label: "page.keys.story" },
  "story-forward": { run: (app) => tells(app) ? app.story?.step(1) : app.walk.step(1), keys: ["."], when: (app) => tells(app) || app.walk.running, stays: true, label: "page.keys.story" },
  "story-all": { run: (app) => app.story?.seek(-1), stays: true },
  walk: { run: (app) => app.walk.start(), keys: ["W"], tabs: ["play"], stays: true },
  "walk-retry": { run: (app) => app.walk.start(), stays: true },
  "walk-close": { run: (app) => app.walk.close(), keys: ["Escape"], when: (app) => app.walk.open, label: "page.keys.close" },
  "cards-close": { run: ({ coaches }) => coaches.forEach((coach) => coach.close()), keys: ["Escape"], when: () => document.querySelector("#cards") !== null, label: "page.keys.close" },
  unshow: { run: ({ game }) => game.show(null), keys: ["Escape"], when: ({ game }) => game.ui.overlay !== null, label: "page.keys.close" },
  "drop-hand": { run: ({ game }) => game.hold(game.ui.hand), keys: ["Escape"], when: ({ game }) => game.ui.hand !== null, label: "page.keys.close" },
  "select-none": { run: (app) => app.entry.selectNone(), keys: ["Escape"], when: ({ game }) => game.ui.selected.length > 0, label: "page.keys.none" },
  pause: { run: (app) => app.clock.toggle(), keys: ["P"], tabs: ["play"], label: "page.keys.pause" },

  new: { run: (app) => app.wish(app.place !== null) },
  games: { run: async (app) => (await app.part("games"))?.open() },
  statistics: { run: async (app) => (await app.part("statistics"))?.open() },
  solve: { run: (app) => app.play.solve() },
  restore: { run: (app) => tell(app, "page.restored", () => app.game.restore()) },
  clear: { run: (app) => (app.midend.canClear ? app.part("confirm").then((sheet) => sheet?.ask("page.clear.ask", () => tell(app, "page.cleared", () => app.midend.clear()))) : tell(app, "page.cleared.nothing")) },
  keep: { run: (app) => tell(app, "page.kept", () => app.midend.keep()) },
  // Givens of other rules can only be changed by setting the puzzle.
  "edit-givens": {
    tabs: COMMON,
    run(app) {
      const { midend, status } = app;
      midend.setEditGivens(!midend.ui.editGivens);
      // While it is on, the page shows that.
      if (midend.ui.editGivens) status.announce((i18n) => i18n.t("page.editGivens.on"));
      else tell(app, "page.editGivens.off");
    },
  },
  adopt: { run: ({ game }) => game.adopt() },
  wipe: { run: ({ game }, { button }) => game.wipe(/** @type {"notes" | "colours" | "pen"} */ (button?.dataset.wipe)) },
  bookmark: { run: (app) => app.bookmarks.mark(), keys: ["M"], tabs: ["play"], label: "page.keys.bookmark" },
  "bookmark-back": { run: (app, { button }) => app.bookmarks.back(button && Number(button.dataset.bookmark)), keys: ["Shift+M"], tabs: ["play"], label: "page.keys.bookmark" },
  "bookmark-drop": { run: (app, { button }) => app.bookmarks.drop(Number(button?.dataset.bookmark)) },
  "bookmark-name": { run: (app, { button }) => app.bookmarks.name(Number(button?.dataset.bookmark)), stays: true },
  "note-all": { run: ({ game }) => game.noteAll() },
  "note-clean": { run: (app) => app.game.cleanNotes() || tell(app, "page.noteClean.none") },
  copy: { run: (app) => app.paste.copyLine() },
  // These keys fire the browser's own events, which paste.js handles.
  "copy-key": { keys: ["Control+C"], label: "page.keys.copy" },
  "paste-key": { keys: ["Control+V"], label: "page.keys.paste" },
  share: { run: (app) => app.paste.copyLink() },
  field: { run: async (app) => (await app.part("puzzle"))?.resume() },
  export: { run: (app) => app.part("export").then((sheet) => sheet?.open()) },
  print: { run: (app) => app.part("print").then((sheet) => sheet?.open()) },
  import: { run: (app) => app.paste.readBox() },
  cancel: { run: ({ status }) => status.cancelAll() },
  "pager-back": { run: (app) => app.play.page(-1) },
  "pager-forward": { run: (app) => app.play.page(1) },

  target: { run: async (app) => (await app.part("target"))?.find() },
  "lab-first": { run: async (app) => (await app.part("lab"))?.seek(0) },
  "lab-back": { run: async (app) => (await app.part("lab"))?.step(-1) },
  "lab-play": { run: async (app) => (await app.part("lab"))?.play() },
  "lab-forward": { run: async (app) => (await app.part("lab"))?.step(1) },
  "lab-last": { run: async (app) => (await app.part("lab"))?.last() },
  compare: { run: async (app) => (await app.part("lab"))?.compare() },

  language: { run: ({ i18n, settings }) => settings.set("language", i18n.lang === "en" ? "zh-CN" : "en") },
  theme: { run: ({ settings }) => settings.set("theme", THEMES[(THEMES.indexOf(String(settings.get("theme"))) + 1) % THEMES.length]) },
  settings: { run: (app) => app.part("settings").then((sheet) => sheet?.show()) },
  help: { run: (app) => app.part("help").then((help) => help?.show()), keys: ["?"], tabs: [...TABS, "place"], label: "page.keys.help" },
};

/** @typedef {keyof typeof ACTIONS} ActionName */

/** The rows, typed so that each may have any member. */
const ROWS = /** @type {[ActionName, Action][]} */ (Object.entries(ACTIONS));

/** The row with a name, if there is one. @param {string} name @returns {Action | undefined} */
export const actionOf = (name) => (Object.hasOwn(ACTIONS, name) ? ACTIONS[/** @type {ActionName} */ (name)] : undefined);

/** A key event in the table's notation. @param {KeyboardEvent} event */
export function keyOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }) {
  // With Shift or Alt a digit key gives another character, so code is used.
  const digit = key.length > 1 || key === "?" ? undefined : /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? /^[0-9]$/.exec(key)?.[0];
  const name = digit ?? (key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key);
  // In other characters Shift is already included.
  const shift = shiftKey && (digit !== undefined || name.length > 1 || /^[A-Z]$/.test(name));
  return [...(ctrlKey || metaKey ? ["Control"] : []), ...(altKey ? ["Alt"] : []), ...(shift ? ["Shift"] : []), name].join("+");
}

/**
 * The action that a key means now, or null.
 * @param {App} app
 * @param {string} key as of keyOf
 * @param {Focus} focus
 * @returns {ActionName | null}
 */
export function actionByKey(app, key, focus) {
  const row = ROWS.find(([, { run, keys, tabs = COMMON, when }]) => run && keys?.includes(key) && tabs.includes(app.view) && (!when || when(app, focus)));
  if (row) return row[0];
  // If Shift and a letter have no row, the letter alone counts.
  const letter = /^Shift\+([A-Z])$/.exec(key)?.[1];
  return letter ? actionByKey(app, letter, focus) : null;
}

/** The keys of an action as aria-keyshortcuts writes them, or "". @param {string} name */
export const shortcutsOf = (name) => (actionOf(name)?.keys ?? []).join(" ");

/** The lines of the help sheet, in order: label and keys. @returns {Map<string, string[]>} */
export function helpLines() {
  const lines = new Map();
  for (const [, { label, keys = [] }] of ROWS) if (label) lines.set(label, [...(lines.get(label) ?? []), ...keys]);
  return lines;
}

/** The names of keys that are not one letter. @type {Record<string, string>} */
const CAPS = { ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", ArrowRight: "→", PageUp: "Page Up", PageDown: "Page Down", Escape: "Esc", Control: /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl" };

/** Keys in the form of the help sheet; keys with the same modifiers are joined. @param {readonly string[]} keys */
export function textsOfKeys(keys) {
  /** @type {Map<string, Set<string>>} */
  const byModifiers = new Map();
  for (const key of keys) {
    const at = key.length > 1 ? key.lastIndexOf("+") + 1 : 0;
    byModifiers.set(key.slice(0, at), (byModifiers.get(key.slice(0, at)) ?? new Set()).add(key.slice(at)));
  }
  const cap = (/** @type {string} */ name) => CAPS[name] ?? name;
  return [...byModifiers].map(([modifiers, names]) => modifiers.split("+").map(cap).join("+") + [...names].map(cap).join(" ").replace(DIGIT_KEYS.join(" "), "1–9"));
}
