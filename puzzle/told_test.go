package puzzle

import (
	"context"
	"slices"
	"testing"
)

// A constraint that a house implies adds nothing to the network, however often it is repeated.
func TestToldByHouses(t *testing.T) {
	told := func(p *Puzzle) (pieces []int) {
		t.Helper()
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		net, err := p.buildNetwork(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range net.Pieces(&net.Constraints) {
			pieces = append(pieces, len(piece.Cells))
		}
		return pieces
	}
	jigsaw := New(4, 4)
	jigsaw.Box, jigsaw.Regions = Box{}, [][]int{{0, 1, 2, 4}, {3, 6, 7, 11}, {5, 8, 9, 12}, {10, 13, 14, 15}}
	from0 := New(6, 6)
	from0.Low, from0.High = 0, 5
	for _, p := range []*Puzzle{New(4, 4), New(9, 9), New(16, 16), New(64, 64), jigsaw, from0} {
		plain := told(p)
		sum := p.Values() * (p.Low + p.High) / 2
		kinds := map[string]func(cells []int) Constraint{
			"a cage with its sum":  func(cells []int) Constraint { return Constraint{Kind: "Cage", Numbers: []int{sum}, Cells: cells} },
			"a cage without a sum": func(cells []int) Constraint { return Constraint{Kind: "Cage", Numbers: []int{0}, Cells: cells} },
			"an extra region":      func(cells []int) Constraint { return Constraint{Kind: "ExtraRegion", Cells: cells} },
			"a sum":                func(cells []int) Constraint { return Constraint{Kind: "Sum", Numbers: []int{sum}, Cells: cells} },
			"a renban":             func(cells []int) Constraint { return Constraint{Kind: "Renban", Cells: cells} },
			"a sum with multiples": func(cells []int) Constraint {
				return Constraint{Kind: "Sum", Numbers: append([]int{-3 * sum}, slices.Repeat([]int{-3}, len(cells))...), Cells: cells}
			},
			"two of them": func(cells []int) Constraint {
				cage := Constraint{Kind: "Cage", Numbers: []int{sum}, Cells: cells}
				return Constraint{Kind: "And", Parts: []Constraint{cage, cage}}
			},
		}
		for name, of := range kinds {
			next := *p
			for _, h := range p.houses() {
				next.Constraints = append(next.Constraints, of(h.cells))
			}
			if got := told(&next); !slices.Equal(got, plain) {
				t.Errorf("%d×%d: %s for each house: %d pieces, not %d", p.Rows, p.Columns, name, len(got), len(plain))
			}
		}
	}
	// Constraints that the houses do not imply are added.
	p := New(4, 4)
	plain := len(told(p))
	for _, c := range []Constraint{
		{Kind: "AllDifferent", Cells: []int{0, 5, 10, 15}},
		{Kind: "Cage", Numbers: []int{9}, Cells: []int{0, 1, 2}},
		{Kind: "Sum", Numbers: []int{10}, Cells: []int{0, 5, 10, 15}},
		{Kind: "Sum", Numbers: []int{10, 1, 1, 2, 1}, Cells: []int{0, 1, 2, 3}},
		{Kind: "Sum", Numbers: []int{10}, Cells: []int{0, 1, 2, 2}},
	} {
		if p.Constraints = []Constraint{c}; len(told(p)) == plain {
			t.Errorf("%v is not told", c)
		}
	}
}
