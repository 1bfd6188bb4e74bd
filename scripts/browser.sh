#!/bin/sh
# Makes sure that there is a Chromium for the page's tests, and prints its path.
# Installs Debian's when it may; otherwise says exactly what to install.
set -eu
find_browser() {
	for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
		if command -v "$name" 2>/dev/null; then return 0; fi
	done
	return 1
}
# The shell without windows takes a quarter of the processor time, so CI installs it beside a Chromium.
if [ -z "${CI:-}" ] || command -v chromium-headless-shell >/dev/null 2>&1; then
	find_browser && exit 0
fi

root=
if [ "$(id -u)" -ne 0 ]; then
	root='sudo -n'
fi
# The Chinese pages need a font with Chinese characters, or screenshots show boxes.
if command -v apt-get >/dev/null 2>&1 && $root true 2>/dev/null; then
	echo 'installing Chromium for the page tests (once)' >&2
	install='apt-get install -q -y --no-install-recommends fonts-noto-cjk'
	{ export DEBIAN_FRONTEND=noninteractive; $root apt-get update -q; $root $install chromium-headless-shell || find_browser || $root $install chromium; } >&2 || true
fi
find_browser && exit 0
cat >&2 <<'END'
The page's tests need a Chromium, and none could be installed from here. Install one, then run make test again:
  Debian           sudo apt-get install chromium-headless-shell fonts-noto-cjk
  Ubuntu           sudo apt-get install chromium fonts-noto-cjk
  Fedora           sudo dnf install chromium google-noto-sans-cjk-fonts
  macOS            brew install --cask chromium
To run everything except the page's tests: go test ./...
END
exit 1
