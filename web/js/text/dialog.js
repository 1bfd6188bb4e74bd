/** Makes Back close a dialog, of any <dialog> without further code. If it closes in another way, its entry in the history is removed. */
/** @typedef {{open: boolean, close: () => void}} Layer what Back closes */

/** The open dialogs and similar layers, the top one last. @type {Layer[]} */
let open = [];
/** Whether the page itself is moving through the history now. */
let travelling = false;

/** Whether a dialog is open. All dialogs are children of the body, so this need not search the whole page at each key. */
export const dialogOpen = () => [...document.body.children].some((element) => element instanceof HTMLDialogElement && element.open);

/** Whether the history is moving to the entry of the open layer. */
export const isTravelling = () => travelling;

/** The number of dialog entries in the history up to this one. */
const depth = () => Number(history.state?.dialogs) || 0;

/** Makes the history match the open dialogs. */
function keepStep() {
  open = open.filter((dialog) => dialog.open);
  if (travelling) return;
  if (open.length < depth()) {
    travelling = true;
    history.go(open.length - depth());
  }
  while (open.length > depth()) history.pushState({ dialogs: depth() + 1 }, "");
}

/** Makes the history match a layer that is no <dialog>, after it opened or closed. @param {Layer} [layer] one that opened */
export function joinHistory(layer) {
  if (layer && !open.includes(layer)) open.push(layer);
  setTimeout(keepStep);
}

/** Watches the page's dialogs, including later ones. @param {(closed: boolean) => void} arrived is called when the history reaches an entry; closed is true if only dialogs changed */
export function watchDialogs(arrived) {
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof HTMLDialogElement && target.open && !open.includes(target)) open.push(target);
    // After a delay, so that replacing one dialog by another leaves the history alone.
    setTimeout(keepStep);
  }).observe(document.body, { subtree: true, attributeFilter: ["open"] });
  addEventListener("popstate", () => {
    const mine = travelling;
    const closing = mine ? [] : open.slice(depth());
    travelling = false;
    for (const dialog of closing) dialog.close();
    keepStep();
    if (!travelling) arrived(mine || closing.length > 0);
  });
  keepStep();
}

/** Closes all dialogs, as another place is shown. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

/** The HTML of an icon for a button. */
export const icon = (/** @type {string} */ name) => `<svg aria-hidden="true"><use href="#i-${name}"/></svg>`;
