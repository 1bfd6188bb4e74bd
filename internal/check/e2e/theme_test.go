package e2e

import (
	"fmt"
	"testing"

	"nonet/message"
)

// TestThemes checks that each theme applies before the first paint, has texts with enough
// contrast, and can be chosen by the button and in the sheet.
func TestThemes(t *testing.T) {
	for i, theme := range []string{"paper", "oled", "contrast"} {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			p := open(t, setting{message.English, i == 1})
			p.emulate("prefers-reduced-motion", "reduce")
			p.choose("theme", theme)
			p.toggle("colourBlind")
			p.reload()
			if got := eval[string](p, `document.documentElement.dataset.theme + getComputedStyle(document.body).backgroundColor + document.documentElement.hasAttribute("data-colour-blind")`); got != theme+map[string]string{"paper": "rgb(239, 229, 208)", "oled": "rgb(0, 0, 0)", "contrast": "rgb(255, 255, 255)"}[theme]+"true" {
				t.Errorf("the page is %s", got)
			}
			p.waitBadge("unique")
			check := func(where string) {
				t.Helper()
				for _, poor := range eval[[]string](p, poorContrast) {
					t.Errorf("%s: %s", where, poor)
				}
			}
			p.press(cell("r1c5"))
			p.keys("8")
			p.wait(`!document.querySelector("#reasons").hidden`)
			check("contradiction")
			p.press(action("undo"))
			p.press(action("hint"))
			p.waitLevel(1)
			check("hint")
			p.look("theme-" + theme)
			p.press(action("hint-close"))
			p.press("#tab-home")
			p.wait(`document.querySelector("#panel-home").dataset.ready`)
			check("home")
			p.fieldOpen(gallery)
			p.press("#board " + cell("r8c9"))
			p.keys("5")
			p.wait(`document.querySelectorAll("#reasons li").length > 0`)
			check("other rules")
			p.look("theme-" + theme + "-field")
		})
	}
}

// TestThemeButton checks that the button in the head cycles through all themes and names the
// current one.
func TestThemeButton(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	for _, theme := range []string{"light", "dark", "paper", "oled", "contrast", "auto"} {
		p.press("#theme")
		p.wait(fmt.Sprintf(`document.documentElement.dataset.theme === %s && document.querySelector("#theme").ariaLabel === %s`, js(theme), js(p.text("page.theme", "theme", p.text("page.settings.theme."+theme)))))
	}
}

// TestColourBlind checks the palette for colour-blind players: protanopes, deuteranopes and tritanopes (Machado
// 2009). They must be able to distinguish any two of the nine colours of cells and of the pen. Texts on a cell
// must be readable.
func TestColourBlind(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	type figures struct{ Cells, Pens, Text, Line float64 }
	measure := func() figures {
		return eval[figures](p, `(() => {
			const probe = document.createElement("i");
			document.querySelector("nonet-board").append(probe);
			const colour = (value, name = "") => {
				probe.className = name;
				probe.style.color = value;
				return getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
			};
			const eyes = [
				[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
				[[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
				[[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
				[[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
			];
			const lab = (rgb) => {
				const [r, g, b] = rgb.map((v) => Math.max(0, Math.min(1, v)));
				const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
				return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
			};
			const apart = (all) => Math.min(...eyes.flatMap((eye) => {
				const seen = all.map((rgb) => lab(eye.map((row) => row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])));
				return seen.flatMap((a, i) => seen.slice(0, i).map((b) => Math.hypot(...a.map((v, k) => v - b[k]))));
			}));
			const light = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
			const ratio = (a, b) => Math.max(light(a) / light(b), light(b) / light(a));
			const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
			const cells = nine.map((n) => colour("var(--colour-" + n + ")"));
			const pens = nine.map((n) => colour("var(--ink-of)", "pen-" + n));
			const [ink, card] = [colour("var(--given)"), colour("var(--card)")];
			probe.remove();
			return {Cells: apart(cells), Pens: apart(pens), Text: Math.min(...cells.map((c) => ratio(c, ink))), Line: Math.min(...pens.map((c) => ratio(c, card)))};
		})()`)
	}
	for _, theme := range []string{"light", "dark"} {
		p.choose("theme", theme)
		before := measure()
		p.toggle("colourBlind")
		after := measure()
		t.Logf("%s: %.1f before, %.1f with the palette", theme, before, after)
		if after.Cells < 15 || after.Pens < 15 || after.Text < 4.5 || after.Line < 3 {
			t.Errorf("%s: %+v", theme, after)
		}
		p.toggle("colourBlind")
	}
}
