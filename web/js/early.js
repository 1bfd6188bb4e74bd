// @ts-check
// Runs before the first paint, so that neither the other theme flashes nor the classic board where another is on its way. Not a module for that reason.
if (/^#puzzle=/.test(location.hash)) document.documentElement.dataset.awaits = "";
try {
  const theme = localStorage.getItem("nonet.theme");
  if (theme && /^(light|dark|paper|oled|contrast)$/.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
