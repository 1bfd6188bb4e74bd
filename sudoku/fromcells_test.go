package sudoku

import "testing"

func TestFromCellsLooksAtEveryByte(t *testing.T) {
	for at := range Cells {
		for v := range 256 {
			values := [Cells]uint8{}
			values[at] = uint8(v)
			g, err := FromCells(values)
			if (err == nil) != (v <= 9) || err == nil && g.Values() != values {
				t.Fatalf("%d in cell %d: %v, %v", v, at, g, err)
			}
		}
	}
}
