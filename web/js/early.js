// Runs before the first paint, so that neither the other theme flashes nor the classic board where another is on its way, and a new visitor sees the
// first card at once (play/cards.js). Not a module for that reason.
if (/^#puzzle=/.test(location.hash)) document.documentElement.dataset.awaits = "";
try {
  const theme = localStorage.getItem("nonet.theme");
  if (theme && /^(light|dark|paper|oled|contrast)$/.test(theme)) document.documentElement.dataset.theme = theme;
  if (!localStorage.getItem("nonet.playing") && /^(\?lang=[\w-]+)?$/.test(location.search + location.hash)) document.documentElement.dataset.first = "";
} catch {
  // Without storage the theme follows the system.
}
// A press before the page is ready is not lost: it is made again then, if what was pressed is still seen.
/** @type {{on: HTMLElement, x: number, y: number}[]} */
const early = [];
const hold = (/** @type {MouseEvent} */ event) => {
  const on = /** @type {Element} */ (event.target).closest("button, nonet-board");
  if (!(on instanceof HTMLElement)) return;
  event.stopImmediatePropagation();
  early.push({ on, x: event.clientX, y: event.clientY });
};
addEventListener("click", hold, { capture: true });
addEventListener("ready", () => {
  removeEventListener("click", hold, { capture: true });
  for (const { on, x, y } of early) {
    const now = on.matches("button") ? on : document.elementFromPoint(x, y);
    if (now instanceof HTMLElement && on.contains(now) && on.checkVisibility()) now.click();
  }
}, { once: true });
