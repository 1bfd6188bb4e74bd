package puzzle

import "testing"

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
	} {
		p := New(4, 4)
		p.Holes, p.Constraints = []int{3}, []Constraint{one.c}
		if _, ok := p.FillHoles(); ok != one.want {
			t.Errorf("%v: %v", one.c, ok)
		}
	}
}
