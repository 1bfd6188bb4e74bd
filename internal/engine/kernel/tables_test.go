package kernel

import "testing"

// TestTables compares the tables with the results of looking at all pairs of cells, and at all permutation
// matrices.
func TestTables(t *testing.T) {
	for cell, s := range cellSets {
		var keepLo, keepHi uint64
		for other, o := range cellSets {
			sameRow, sameColumn := other/9 == cell/9, other%9 == cell%9
			sameBox := other/27 == cell/27 && other%9/3 == cell%9/3
			if other == cell || !sameRow && !sameColumn && !sameBox {
				keepLo |= o.lo
				keepHi |= o.hi
			}
		}
		peers := peersAt[cell%27+cell/27*32]
		if s.keepLo != keepLo || s.keepHi != keepHi || peers.lo != bands&^keepLo || peers.hi != band&^keepHi {
			t.Fatalf("cell %d keeps %x %x and sees %x %x, want %x %x", cell, s.keepLo, s.keepHi, peers.lo, peers.hi, keepLo, keepHi)
		}
	}
	for pattern, is := range closedBands {
		var rows [3]int // for each row, the boxes still possible
		for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			minirows := 1<<(3*p[0]) | 1<<(3*p[1]+1) | 1<<(3*p[2]+2)
			if pattern&minirows != minirows {
				continue
			}
			for row, box := range p {
				rows[row] |= 1 << box
			}
		}
		want := is
		want.cells, want.single = 0, 0
		for row, boxes := range rows {
			for box := range 3 {
				minirow := uint32(fill) << (9*row + 3*box)
				if boxes>>box&1 != 0 {
					want.cells |= minirow
				}
				if boxes == 1<<box {
					want.single |= minirow
				}
			}
		}
		if is != want {
			t.Fatalf("pattern %o: %+v, want %+v", pattern, is, want)
		}
	}
}
