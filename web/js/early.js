// @ts-check
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
