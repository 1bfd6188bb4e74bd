package puzzle

import "testing"

// TestBrokenSum checks the texts of broken sums. There must be no text in these cases: the sum holds, a cell
// has no value, a cage has no sum, the kind is another, or values count twice.
func TestBrokenSum(t *testing.T) {
	pair := []int{0, 1}
	cage := func(sum int) Constraint { return Constraint{Kind: "Cage", Numbers: []int{sum}, Cells: pair} }
	for _, c := range []struct {
		constraints []Constraint
		a, b        int
		want        string
	}{
		{[]Constraint{cage(3)}, 1, 4, "1 + 4 ≠ 3"},
		{[]Constraint{cage(3)}, 1, 2, ""},
		{[]Constraint{cage(3)}, 1, Empty, ""},
		{[]Constraint{cage(0)}, 1, 1, ""},
		{[]Constraint{{Kind: "V", Cells: pair}}, 2, 4, "2 + 4 ≠ 5"},
		{[]Constraint{{Kind: "Thermo", Cells: pair}}, 3, 1, ""},
		{[]Constraint{cage(3), {Kind: doublersName}}, 1, 4, ""},
	} {
		p := &Puzzle{Constraints: c.constraints}
		if got := p.BrokenSum(Conflict{Kind: c.constraints[0].Kind}, []int{c.a, c.b}); got != c.want {
			t.Errorf("%v with %d and %d: %q, want %q", c.constraints, c.a, c.b, got, c.want)
		}
	}
}
