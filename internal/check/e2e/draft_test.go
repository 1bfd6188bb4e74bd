package e2e

import (
	"fmt"
	"os"
	"testing"
)

// setOn drags over the board that is set on, from place to place in cells from its top left corner.
func (p *client) setOn(places ...[2]float64) {
	p.t.Helper()
	box := eval[[4]float64](p, `(() => { const r = document.querySelector("#draft-board .cells").getBoundingClientRect(); const rows = document.querySelectorAll('#draft-board [role="row"]').length; return [r.x, r.y, r.width / (document.querySelectorAll("#draft-board [data-cell]").length / rows), r.height / rows] })()`)
	for i, at := range places {
		places[i] = [2]float64{box[0] + at[0]*box[2], box[1] + at[1]*box[3]}
	}
	p.dragOver(places)
}

// at is the middle of a cell, for setOn.
func at(row, column int) [2]float64 { return [2]float64{float64(column) - 0.5, float64(row) - 0.5} }

// pick picks what is set.
func (p *client) pick(kind string) {
	p.t.Helper()
	// What stands above it may grow just now, so that a press would miss it.
	eval[bool](p, fmt.Sprintf(`document.querySelector("#draft-kinds [data-kind=%s]").click() ?? true`, kind))
}

// A puzzle of other rules is set: each way of setting by mouse or finger.
func TestDraft(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		needServer(t)
		p.press("#tab-set")
		p.waitText("#set-count", p.count("page.set.atLeast", 4096))
		p.press(action("set-rules"))
		p.wait(`document.querySelector("#draft")?.open && document.querySelector("#draft .board-face")`)
		p.look("draft-empty")
		p.pick("Thermo")
		p.setOn(at(3, 1), at(3, 2), at(4, 2), at(5, 1))
		p.wait(`document.querySelectorAll("#draft-board .k-Thermo").length === 1`)
		p.pick("Cage")
		p.setOn(at(1, 1), at(1, 2), at(2, 1))
		p.keys("15")
		p.wait(`document.querySelector("#draft-board .k-Cage .clue")?.textContent === "15"`)
		p.pick("WhiteDot")
		p.setOn([2]float64{7, 0.5})
		p.pick("GreaterThan")
		p.setOn([2]float64{8, 3.5})
		p.pick("Quad")
		p.setOn([2]float64{5, 3})
		p.keys("123")
		p.pick("Odd")
		p.setOn(at(4, 4))
		p.setOn(at(4, 5))
		p.pick("Clone")
		p.setOn(at(7, 4), at(7, 5))
		p.setOn(at(8, 7))
		p.press("#draft-done")
		p.pick("Sandwich")
		p.setOn([2]float64{-0.5, 4.5})
		p.keys("8")
		p.pick("LittleKiller")
		p.setOn([2]float64{4.5, -0.5})
		p.keys("22")
		p.look("draft-kinds")
		p.pick("AntiKnight")
		p.wait(`document.querySelectorAll("#draft-list li").length === 10`)
		p.wait(`document.querySelector("#draft-verdict").dataset.state !== "checking"`)
		p.look("draft-verdict")
		p.press("#draft-share")
		p.wait(`document.querySelector("#export").open && document.querySelector("#export-text").value.includes("#puzzle=")`)
		eval[bool](p, `(() => { const e = document.querySelector("#export-format"); e.value = "svg"; e.dispatchEvent(new Event("change")); return true })()`)
		p.wait(`document.querySelector("#export-text").value.startsWith("<svg")`)
		if d := os.Getenv("NONET_LOOK"); d != "" {
			os.WriteFile(d+"/draft.svg", []byte(eval[string](p, `document.querySelector("#export-text").value`)), 0o666)
		}
	})
}
