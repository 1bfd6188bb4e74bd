package format

import (
	"fmt"
	"strings"
	"testing"
)

// TestSudokuPadOblong checks boards of SudokuPad that are not squares, with and without a side of nine. They
// must be read with their rules.
func TestSudokuPadOblong(t *testing.T) {
	for _, size := range [][2]int{{6, 9}, {9, 6}, {4, 9}, {9, 12}, {6, 6}, {9, 9}, {4, 6}} {
		row := "[" + strings.Repeat("{},", size[1]-1) + "{\"value\":1}]"
		text := `{"cells":[` + strings.Repeat(row[:len(row)-len(`{"value":1}]`)]+"{}],", size[0]-1) + row + `],"regions":[],"cages":[{"cells":[[0,0],[0,1]],"value":"5"}]}`
		p, err := ParseOne(text)
		if err != nil {
			t.Errorf("%d×%d: %v", size[0], size[1], err)
			continue
		}
		o := p.Puzzle()
		if got := fmt.Sprint(o.Rows, o.Columns, len(o.Constraints), o.Givens); got != fmt.Sprintf("%d %d 1 [{%d [1]}]", size[0], size[1], size[0]*size[1]-1) {
			t.Errorf("%d×%d: %s", size[0], size[1], got)
		}
	}
}

// TestSudokuPadRagged checks that rows of unequal length are refused.
func TestSudokuPadRagged(t *testing.T) {
	for _, rows := range []int{4, 6, 9} {
		text := `{"cells":[` + strings.Repeat("["+strings.Repeat("{},", rows-1)+"{}],", rows-1) + `[{}]],"regions":[]}`
		if _, err := ParseOne(text); err == nil {
			t.Errorf("%d rows, the last of one cell, are read", rows)
		}
	}
}
