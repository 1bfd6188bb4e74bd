package e2e

import (
	"os"
	"testing"

	"nonet/internal/check/golden"
	"nonet/message"
)

// TestScreenshots writes the documents' pictures with -update. Without it, the test only visits
// the views.
func TestScreenshots(t *testing.T) {
	t.Parallel()
	for name, shot := range map[string]func(t *testing.T) *client{
		"page-desktop": func(t *testing.T) *client {
			p := open(t, setting{message.English, false})
			p.emulate("prefers-color-scheme", "light", "prefers-reduced-motion", "reduce")
			p.press("#tab-target")
			p.press(action("target"))
			p.waitText("#best-score", "2,860")
			p.waitBadge("unique")
			return p
		},
		"page-why": func(t *testing.T) *client {
			p := open(t, setting{message.English, false})
			p.emulate("prefers-color-scheme", "light", "prefers-reduced-motion", "reduce")
			p.openPuzzle(crowded)
			p.waitBadge("unique")
			p.press(cell("r2c2"))
			p.keys("y")
			p.wait(`document.querySelector("#why-digits button") !== null`)
			p.press(`#why-digits [value="5"]`)
			p.wait(`document.querySelector("#why-step").textContent !== ""`)
			for range 3 {
				p.press(action("why-forward"))
			}
			return p
		},
		"page-phone": func(t *testing.T) *client {
			p := open(t, setting{message.Chinese, true})
			p.emulate("prefers-color-scheme", "dark", "prefers-reduced-motion", "reduce")
			p.openPuzzle(skyscraping)
			p.wish("skyscraper")
			for level := 1; level <= 5; level++ {
				p.more(level)
			}
			eval[bool](p, `(scrollTo(0, 0), true)`)
			return p
		},
		"page-home": func(t *testing.T) *client {
			p := open(t, setting{message.English, true})
			p.emulate("prefers-color-scheme", "light", "prefers-reduced-motion", "reduce")
			p.openPuzzle(easy)
			p.press(cell("r1c3"))
			p.keys("4")
			p.home()
			return p
		},
		"page-learn": func(t *testing.T) *client {
			p := open(t, setting{message.Chinese, false})
			p.emulate("prefers-color-scheme", "dark", "prefers-reduced-motion", "reduce")
			p.press("#tab-learn")
			p.wait(`document.querySelector('#lessons-path .sketched[data-technique="skyscraper"] .gone') !== null`)
			return p
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := shot(t)
			b := p.screenshot()
			if len(b) < 10<<10 || len(b) > 300<<10 {
				t.Errorf("the picture has %d bytes", len(b))
			}
			if golden.IsUpdating() {
				must(t, os.MkdirAll("../../../docs/img", 0o755))
				must(t, os.WriteFile("../../../docs/img/"+name+".png", b, 0o644))
			}
		})
	}
}
