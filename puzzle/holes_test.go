package puzzle

import (
	"slices"
	"strings"
	"testing"
)

// The engine's solutions of a rule about the whole board are the grids that the checker accepts. So no rule uses a hole's
// value.
func TestHolesHaveNoValue(t *testing.T) {
	p := &Puzzle{Rows: 3, Columns: 3, Low: 0, High: 2, Free: true, Holes: []int{0, 5}}
	all := permittedGrids(p)
	for _, numbers := range [][]int{{0, 0, 0}, {0, 0, 1}, {0, 1, 2}, {3, 0}, {4, 0, 2}, {4, 1}, {7, 0, 1, 2}} {
		p.Constraints = []Constraint{{Kind: "ConnectedValues", Numbers: numbers}}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		var want [][]int
		check := p.fullChecker()
		for _, grid := range all {
			broken := check(grid)
			if broken == nil {
				want = append(want, grid)
			} else if slices.ContainsFunc(broken[0].Cells, p.IsHole) {
				t.Fatalf("%v: a hole is named as a broken cell", numbers)
			}
		}
		if len(want) == 0 {
			t.Errorf("%v: no grid is accepted", numbers)
		}
		p.checkSolutions(t, want)
	}
	p.Constraints = []Constraint{{Kind: "ConnectedValues", Numbers: []int{8, 1}}}
	if p.Validate() == nil {
		t.Error("8 of 7 cells can be connected")
	}
}

// A hole's cell in the group of values is fixed, so that no solution is found twice.
func TestHolesAreNotMultiplied(t *testing.T) {
	for _, factor := range []int{2, 0, -1} {
		p := New(4, 4)
		p.Holes = []int{1, 6, 11, 12}
		want := int64(len(permittedGrids(p)))
		p.Constraints = []Constraint{{Kind: "Multipliers", Cells: []int{2}, Numbers: []int{factor}}}
		p.AddGroupsOf("Multipliers", []int{factor})
		got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20, Keep: 1})
		if err != nil || int64(got.N) != want {
			t.Fatalf("factor %d: %d solutions, %v; want %d", factor, got.N, err, want)
		}
		if broken, err := p.Check(got.Solutions[0]); err != nil || broken != nil {
			t.Errorf("factor %d: %v, %v in a solution", factor, broken, err)
		}
	}
}

// A grid that is not full is refused with the numbers of its values and of the cells, both without holes.
func TestHolesAreNotCounted(t *testing.T) {
	p := New(2, 2)
	p.Box, p.Holes = Box{}, []int{1}
	for _, hole := range []int{Empty, 2} {
		_, err := p.Check([]int{1, hole, 2, Empty})
		if err == nil || !strings.Contains(err.Error(), "2 values for 3 cells") {
			t.Errorf("with %d in the hole: %v", hole, err)
		}
		if broken, err := p.Check([]int{1, hole, 2, 1}); err != nil || broken != nil {
			t.Errorf("with %d in the hole of a solution: %v, %v", hole, broken, err)
		}
	}
}

// A rule that would need the values of holes is not kept on a filled board.
func TestFilled(t *testing.T) {
	cells := Constraint{Kind: "AllDifferent", Cells: []int{0, 1}}
	diagonal := Constraint{Kind: "Diagonal", Numbers: []int{1}}
	for _, one := range []struct {
		c    Constraint
		want bool
	}{
		{cells, true},
		{Constraint{Kind: "Or", Parts: []Constraint{cells, cells}}, true},
		{Constraint{Kind: "AntiKnight"}, false},
		{diagonal, false},
		{Constraint{Kind: "AntiMove", Numbers: []int{1, 3}}, false},
		{Constraint{Kind: "Or", Parts: []Constraint{cells, {Kind: "And", Parts: []Constraint{diagonal}}}}, false},
		{Constraint{Kind: "Indexing", Text: "C", Cells: []int{0}}, false},
		{Constraint{Kind: "Skyscraper", Numbers: []int{1}, Cells: []int{0, 1, 2}}, false},
		{Constraint{Kind: "Skyscraper", Numbers: []int{1}, Cells: []int{4, 5, 6, 7}}, true},
		{Constraint{Kind: "RegionSumLine", Cells: []int{1, 5, 6}}, true},
		{Constraint{Kind: "And", Parts: []Constraint{{Kind: "Maximum", Cells: []int{2, 6}}}}, true},
		{Constraint{Kind: "Replicate", Cells: []int{0, 1}, Parts: []Constraint{{Kind: "Minimum", Cells: []int{8}}}}, false},
	} {
		p := New(4, 4)
		p.Holes, p.Constraints = []int{3}, []Constraint{one.c}
		filled, ok := p.FillHoles()
		if ok != one.want {
			t.Errorf("%v: %v", one.c, ok)
		}
		if !ok {
			continue
		}
		before, err := p.Search(t.Context(), Limits{Solutions: 1000})
		after, err2 := filled.Search(t.Context(), Limits{Solutions: 1000})
		if err != nil || err2 != nil || before.N != after.N {
			t.Errorf("%v: %d solutions, %d on the filled board, %v, %v", one.c, before.N, after.N, err, err2)
		}
	}
}
