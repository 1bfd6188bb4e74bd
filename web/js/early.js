// @ts-check
// Runs before the first paint, so that a remembered theme does not flash. Not a module for that reason.
try {
  const theme = localStorage.getItem("nonet.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
