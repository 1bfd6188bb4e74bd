// @ts-check
// Runs before the first paint, so that a remembered theme does not flash. Not a module for that reason.
try {
  const theme = localStorage.getItem("nonet.theme");
  if (theme && /^(light|dark|paper|oled|contrast)$/.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
