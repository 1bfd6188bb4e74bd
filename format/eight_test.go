package format

import (
	"testing"

	"nonet/sudoku"
)

// TestEightCellsAtOnce checks that reading and writing eight cells at once gives the same result as one cell
// after the other. It tries every byte in every place.
func TestEightCellsAtOnce(t *testing.T) {
	for at := range sudoku.Cells {
		for b := range 256 {
			var text [sudoku.Cells]byte
			for i := range text {
				text[i] = "9.1"[i%3]
			}
			text[at] = byte(b)
			var values [sudoku.Cells]uint8
			if got, want := readDigitsAndDots(&text, &values), b == '.' || b >= '0' && b <= '9'; got != want {
				t.Fatalf("%#x in cell %d: %v", b, at, got)
			} else if !want {
				continue
			}
			for i, c := range text {
				want := uint8(0)
				if c != '.' {
					want = c - '0'
				}
				if values[i] != want {
					t.Fatalf("%#x in cell %d: cell %d is %d", b, at, i, values[i])
				}
			}
			if text[at] == '0' {
				text[at] = '.'
			}
			if got := appendCells(nil, &values, '0'-'.'); string(got) != string(text[:])+"\n" {
				t.Fatalf("%#x in cell %d is written %q", b, at, got)
			}
		}
	}
}
