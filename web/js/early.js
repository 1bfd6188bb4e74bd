// @ts-check
// Runs before the first paint, so that neither the wrong theme nor the classic board flashes before another. It is not a module, because modules run later.
if (/^#puzzle=/.test(location.hash)) document.documentElement.dataset.awaits = "";
try {
  const theme = localStorage.getItem("nonet.theme");
  if (theme && /^(light|dark|paper|oled|contrast)$/.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
