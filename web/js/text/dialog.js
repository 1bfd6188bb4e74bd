// @ts-check
/**
 * Back closes a dialog instead of leaving the page: each open dialog has an
 * entry in the tab's history, which goes when the dialog closes in another way.
 * It holds for every <dialog> of the page without more ado.
 */
/** @typedef {{open: boolean, close: () => void}} Layer what Back closes */

/** The open dialogs, and what is like one, the one on top last. @type {Layer[]} */
let open = [];
/** Whether the page itself is on its way through the history. */
let travelling = false;

/** Whether a dialog is open. All are children of the body, so that no key need look through the whole page. */
export const dialogOpen = () => [...document.body.children].some((element) => element instanceof HTMLDialogElement && element.open);

/** Whether the history is on its way to the entry of what is open. */
export const isTravelling = () => travelling;

/** How many of the history's entries up to this one are dialogs'. */
const depth = () => Number(history.state?.dialogs) || 0;

/** Brings the history in step with the dialogs. */
function keepStep() {
  open = open.filter((dialog) => dialog.open);
  if (travelling) return;
  if (open.length < depth()) {
    travelling = true;
    history.go(open.length - depth());
  }
  while (open.length > depth()) history.pushState({ dialogs: depth() + 1 }, "");
}

/** Brings the history in step with what opens or closes and is no <dialog>. @param {Layer} [layer] one that opened */
export function joinHistory(layer) {
  if (layer && !open.includes(layer)) open.push(layer);
  setTimeout(keepStep);
}

/** Watches the page's dialogs, those that come later, too. @param {(closed: boolean) => void} arrived hears of each entry that the history comes to: whether dialogs alone had to do with it */
export function watchDialogs(arrived) {
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof HTMLDialogElement && target.open && !open.includes(target)) open.push(target);
    // A dialog that makes way for another in one go leaves the history alone.
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

/** A picture of the page's, as it stands in a button. */
export const icon = (/** @type {string} */ name) => `<svg aria-hidden="true"><use href="#i-${name}"/></svg>`;
