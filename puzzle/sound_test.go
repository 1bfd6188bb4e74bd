package puzzle

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Sound reports and leaves out the invalid parts of an unfinished puzzle, and no other parts.
func TestSound(t *testing.T) {
	p := New(4, 4)
	p.Givens = []Given{{0, []int{1}}, {1, []int{1}}, {5, []int{7}}, {15, []int{2, 3}}}
	p.Constraints = []Constraint{
		{Kind: "Cage", Numbers: []int{9}, Cells: []int{0, 1}},
		{Kind: "Thermo", Cells: []int{0, 4, 8}},
		{Kind: "Sandwich", Cells: []int{0, 1, 2, 3}}, // its number is still missing
		{Kind: "Nonsense"},
		{Kind: "AntiKnight"},
	}
	sound, kept, faults, err := p.SoundPart()
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	for _, f := range faults {
		at = append(at, f.Constraint)
	}
	if !slices.Equal(kept, []int{1, 4}) || !slices.Equal(at, []int{-1, -1, 0, 2, 3}) || len(sound.Givens) != 2 {
		t.Errorf("constraints %v are kept, givens %v, at fault are %v", kept, sound.Givens, at)
	}
	// For random arguments the result is always valid, and a valid puzzle is unchanged.
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		q := New(4, 4)
		for range 4 {
			k := table[r.IntN(len(table))]
			c := randomArguments(r, q, k)
			if r.IntN(2) == 0 && len(c.Cells) > 0 {
				c.Cells = c.Cells[:r.IntN(len(c.Cells))]
			}
			if r.IntN(4) == 0 {
				c.Numbers = nil
			}
			q.Constraints = append(q.Constraints, c)
		}
		sound, kept, faults, err := q.SoundPart()
		if err != nil {
			t.Fatal(err)
		}
		if err := sound.firstFault(); err != nil || len(kept)+len(faults) != len(q.Constraints) || (q.firstFault() == nil) != (len(faults) == 0) {
			t.Fatalf("%v: %d kept, faults %v: %v", q.Constraints, len(kept), faults, err)
		}
	}
}

// Every kind can be entered by hand, except those that programs write.
func TestWays(t *testing.T) {
	var none []string
	for _, k := range Kinds() {
		if k.Way() == WayNone {
			none = append(none, k.Name)
		} else if !slices.Contains(Families(), k.Family()) {
			t.Errorf("%s is of the family %q", k.Name, k.Family())
		}
	}
	want := []string{"Given", "ChaosConstruction", "ChaosArrow", "ChaosCount", "ConnectedValues", "Pair", "PairX", "NFA", "Or", "And", "Replicate", "Nothing"}
	if !slices.Equal(none, want) {
		t.Errorf("not set by hand are %v", none)
	}
}
