package minlex

import (
	"bytes"
	"slices"
	"testing"
)

// TestWalk compares a segment with an enumeration of all grids that have the same beginning and are their own
// form. The enumeration goes cell by cell. It does this for a band without symmetries, and for one with many.
func TestWalk(t *testing.T) {
	for _, c := range []struct{ class, row4 int }{{28, 60}, {150, 20}} {
		w := NewWalk(c.class)
		rows := w.FourthRows()
		row4 := rows[c.row4]
		var got, want [][81]uint8
		w.Visit = func(g *[81]uint8) bool {
			got = append(got, *g)
			return true
		}
		if n := w.VisitSegment(&row4); n != uint64(len(got)) {
			t.Errorf("class %d: %d grids, %d visited", c.class, n, len(got))
		}
		g := w.grid
		g = got[len(got)/2] // want holds all grids that have rows 4 and 5 of this one
		eachGridFrom(&g, 45, func() {
			var form [81]uint8
			if writeLeastFullForm(&g, &form, nil); form == g {
				want = append(want, g)
			}
		})
		before := 0
		for !bytes.Equal(got[before][:45], want[0][:45]) {
			before++
		}
		if got = got[before:]; len(want) > len(got) || !slices.Equal(got[:len(want)], want) || bytes.Equal(got[len(want)][:45], want[0][:45]) {
			t.Errorf("class %d, row 4 %v: %d grids, want %d", c.class, row4, len(got), len(want))
		}
		t.Logf("class %d, %d symmetries: %d grids", c.class, len(w.symmetries), len(want))
		w.Visit = nil
		for i := 0; i < len(want); i += 1 + len(want)/7 {
			if n, ok := w.countBefore(&want[i]); n != uint64(before+i) || !ok {
				t.Errorf("class %d: %d grids before grid %d: %v", c.class, n, before+i, ok)
			}
		}
	}
}

// eachGridFrom calls each with every grid that keeps cells 0 to i−1 of g and whose later rows ascend within their
// bands.
func eachGridFrom(g *[81]uint8, i int, each func()) {
	var rows, columns, boxes [9]uint16
	for j, d := range g[:i] {
		rows[j/9] |= 1 << d
		columns[j%9] |= 1 << d
		boxes[j/27*3+j%9/3] |= 1 << d
	}
	var from func(i int)
	from = func(i int) {
		if i == 81 {
			each()
			return
		}
		r, c := i/9, i%9
		b := r/3*3 + c/3
		for d := uint8(1); d <= 9; d++ {
			if x := uint16(1) << d; (rows[r]|columns[c]|boxes[b])&x == 0 && (c > 0 || r%3 == 0 || d > g[i-9]) {
				rows[r], columns[c], boxes[b] = rows[r]|x, columns[c]|x, boxes[b]|x
				g[i] = d
				from(i + 1)
				rows[r], columns[c], boxes[b] = rows[r]&^x, columns[c]&^x, boxes[b]&^x
			}
		}
	}
	from(i)
}
