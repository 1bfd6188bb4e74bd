package sudoku

import (
	"slices"
	"testing"
)

func TestCellNames(t *testing.T) {
	for _, test := range []struct {
		cell             Cell
		row, column, box int
		name             string
	}{
		{0, 1, 1, 1, "r1c1"}, {8, 1, 9, 3, "r1c9"}, {40, 5, 5, 5, "r5c5"},
		{27, 4, 1, 4, "r4c1"}, {53, 6, 9, 6, "r6c9"}, {80, 9, 9, 9, "r9c9"},
	} {
		c := test.cell
		if c.Row() != test.row || c.Column() != test.column || c.Box() != test.box || c.String() != test.name {
			t.Errorf("cell %d is %s, row %d, column %d, box %d", c, c, c.Row(), c.Column(), c.Box())
		}
		if CellAt(test.row, test.column) != c {
			t.Errorf("CellAt(%d, %d) is %s", test.row, test.column, CellAt(test.row, test.column))
		}
	}
}

// Each house has nine cells that name it among their houses; each cell has
// three houses and 20 peers.
func TestHousesAndCellsAgree(t *testing.T) {
	for h := range House(Houses) {
		cells := h.Cells()
		if !slices.IsSorted(cells[:]) {
			t.Errorf("%s: cells %v", h, cells)
		}
		for _, c := range cells {
			if houses := c.Houses(); !slices.Contains(houses[:], h) {
				t.Errorf("%s is in %s, which is not among its houses %v", c, h, houses)
			}
		}
	}
	for c := range Cell(Cells) {
		peers := map[Cell]bool{}
		for _, h := range c.Houses() {
			for _, p := range h.Cells() {
				if p != c {
					peers[p] = true
				}
			}
		}
		if len(peers) != 20 {
			t.Errorf("%s has %d peers", c, len(peers))
		}
	}
	for h, name := range map[House]string{0: "row 1", 8: "row 9", 9: "column 1", 17: "column 9", 18: "box 1", 26: "box 9"} {
		if h.String() != name {
			t.Errorf("house %d is %q, want %q", h, h, name)
		}
	}
}

func TestCandidates(t *testing.T) {
	s := CandidatesOf(1, 4, 7, 0, 12)
	if s.String() != "147" || s.Len() != 3 || !s.Has(4) || s.Has(5) || s.Has(0) || s.Has(200) {
		t.Errorf("the set is %q", s)
	}
	if s.Without(4).With(9).With(0).Without(0).Without(99).String() != "179" {
		t.Errorf("changed: %q", s.Without(4).With(9))
	}
	if AllDigits.String() != "123456789" {
		t.Errorf("all digits: %q", AllDigits)
	}
	for d := range AllDigits.Digits() {
		if d == 3 {
			break
		}
	}
}
