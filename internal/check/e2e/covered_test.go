package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"nonet/message"
)

// TestCluesCovered checks that notes cover no pixel of a clue. In puzzles of twelve kinds with notes in every
// cell, each clue looks as it does without notes. It ignores backgrounds and thick lines, which digits may
// cover. Up to nine notes of a cell are on one line.
func TestCluesCovered(t *testing.T) {
	t.Parallel()
	small := `{"nonet":1,"rows":4,"columns":4,"constraints":[{"kind":"Cage","numbers":[7],"cells":["r1c1","r1c2"]},{"kind":"Arrow","cells":["r2c1","r2c2","r3c3"]},
		{"kind":"BlackDot","cells":["r3c1","r4c1"]},{"kind":"Quad","numbers":[1,2],"cells":["r3c3","r3c4","r4c3","r4c4"]}]}`
	large := strings.NewReplacer(`"rows":4,"columns":4`, `"rows":16,"columns":16`, `[7]`, `[17]`).Replace(small)
	nine := strings.NewReplacer(`"givens":{"r9c9":[5]},`, "", `{"kind":"Odd"`, `{"kind":"Minimum","cells":["r7c5"]},{"kind":"Odd"`).Replace(gallery)
	for name, puzzle := range map[string]string{"4": small, "9": nine, "16": large} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, setting{message.English, false})
			needServer(t)
			p.emulate("prefers-color-scheme", map[bool]string{true: "dark", false: "light"}[name == "4"], "prefers-reduced-motion", "reduce")
			p.fieldOpen(puzzle)
			eval[bool](p, `(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(`+"`"+`
				.ruled :is(.area, .bulb, .core, .cell-mark, .rule:not(.k-Arrow) .line, .lit, .selection) { visibility: hidden; }
				.ruled [role="gridcell"] { box-shadow: none !important; }
				.bare .rule { visibility: hidden; }`+"`"+`); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; return true })()`)
			shot := func() image.Image {
				t.Helper()
				eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
				// Chromium may paint the edges of a new layer a little differently at first.
				taken := p.screenshot()
				for range 10 {
					again := p.screenshot()
					if bytes.Equal(again, taken) {
						break
					}
					taken = again
				}
				picture, err := png.Decode(bytes.NewReader(taken))
				must(t, err)
				return picture
			}
			clues := shot()
			eval[bool](p, `(document.querySelector("#board").classList.add("bare"), true)`)
			bare := shot()
			eval[bool](p, `(document.querySelector("#board").classList.remove("bare"), document.querySelector('[data-action=note-all]').click(), true)`)
			p.wait(`document.querySelectorAll("#board .note").length >= document.querySelectorAll("#board [role=gridcell]").length`)
			noted := shot()
			p.look("notes-" + name)
			box := eval[[4]float64](p, `(() => { const r = document.querySelector("#board").getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].map((n) => n * devicePixelRatio) })()`)
			differ := func(a, b image.Image, x, y int) bool {
				r, g, b1, _ := a.At(x, y).RGBA()
				r2, g2, b2, _ := b.At(x, y).RGBA()
				far := func(a, b uint32) bool { return max(a, b)-min(a, b) > 24<<8 }
				return far(r, r2) || far(g, g2) || far(b1, b2)
			}
			seen, notes := 0, 0
			var hidden []string
			for y := int(box[1]); y < int(box[3]); y++ {
				for x := int(box[0]); x < int(box[2]); x++ {
					isClue, changed := differ(clues, bare, x, y), differ(noted, clues, x, y)
					if isClue {
						seen++
					}
					if changed {
						notes++
					}
					if isClue && changed {
						hidden = append(hidden, fmt.Sprintf("%d,%d", x, y))
					}
				}
			}
			t.Logf("%d pixels of clues, %d of notes", seen, notes)
			if seen < 500 || notes < 500 {
				t.Error("too little is drawn for this to show anything")
			}
			if len(hidden) > 0 {
				t.Errorf("notes cover %d pixels of clues: %v", len(hidden), hidden[:min(20, len(hidden))])
			}
			// The selection and the marks of hints lie below the clues. With the cell of a cage's sum selected, the
			// sum is as legible as before: all but the rim of its digits has the same colour.
			if order := eval[[]string](p, `[...document.querySelector("#board").children].map((layer) => layer.getAttribute("class"))`); order[len(order)-1] != "clues" {
				t.Errorf("the layers of the board are %q", order)
			}
			sum := eval[[4]float64](p, `(() => { const r = document.querySelector("#board .cage + text.clue").getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].map((n) => n * devicePixelRatio) })()`)
			p.press("#board " + cell("r1c1"))
			p.wait(`document.querySelector("#board .selection").getAttribute("d") && document.querySelector("#board .selection").checkVisibility()`)
			eval[bool](p, `(document.adoptedStyleSheets.at(-1).replaceSync(""), true)`)
			selected := shot()
			core, kept := 0, 0
			for y := int(sum[1]); y < int(sum[3]); y++ {
				for x := int(sum[0]); x < int(sum[2]); x++ {
					r, g, b, _ := clues.At(x, y).RGBA()
					r2, g2, b2, _ := bare.At(x, y).RGBA()
					if far := func(a, b uint32) uint32 { return max(a, b) - min(a, b) }; far(r, r2)+far(g, g2)+far(b, b2) > 300<<8 {
						core++
						if !differ(selected, clues, x, y) {
							kept++
						}
					}
				}
			}
			if core < 4 || kept*10 < core*9 {
				t.Errorf("with its cell selected, %d of %d pixels of a sum are as before", kept, core)
			}
			if name == "16" {
				return
			}
			lines := eval[int](p, `(() => { const rows = new Map(); for (const note of document.querySelectorAll("#board .note")) { const cell = note.parentElement; rows.set(cell, (rows.get(cell) ?? new Set()).add(note.getAttribute("y"))); } return Math.max(...[...rows.values()].map((r) => r.size)) })()`)
			if lines > 2 {
				t.Errorf("notes of a cell stand in %d lines", lines)
			}
		})
	}
}
