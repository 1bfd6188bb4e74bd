package puzzle

import (
	"context"
	"slices"
	"testing"
)

func searchPuzzle(ctx context.Context, p *Puzzle, limits Limits) (Result, error) {
	return p.Search(ctx, limits)
}

// With the suggested clues a puzzle has one solution. Each clue of Alone suffices, and no clue
// of Together is redundant.
func TestCluesOf(t *testing.T) {
	thermos := New(6, 6)
	thermos.Constraints = []Constraint{{Kind: "Thermo", Cells: []int{0, 1, 2, 3, 4}}, {Kind: "Cage", Numbers: []int{0}, Cells: []int{30, 31}}}
	few := New(4, 4)
	few.Givens = []Given{{0, []int{1}}, {1, []int{2}}, {4, []int{3}}, {10, []int{1}}}
	count := func(p *Puzzle) int {
		r, err := p.Search(t.Context(), Limits{Solutions: 2})
		if err != nil {
			t.Fatal(err)
		}
		return int(r.N)
	}
	for _, c := range []struct {
		p     *Puzzle
		kinds []string
	}{
		{thermos, []string{"Given"}}, {thermos, []string{"Cage", "WhiteDot", "Sandwich", "Skyscraper"}}, {thermos, []string{"GreaterThan", "Odd", "LittleKiller"}},
		{few, []string{"Given", "GreaterThan", "BlackDot"}}, {few, []string{"XSum"}},
	} {
		for seed := range uint64(3) {
			all, err := c.p.CluesOf(t.Context(), c.kinds, seed, Limits{}, searchPuzzle)
			if err != nil || !all.Unique || len(all.Alone)+len(all.Together) == 0 {
				t.Fatalf("%v: %+v, %v", c.kinds, all, err)
			}
			for _, clue := range all.Alone {
				if n := count(clue.addToPuzzle(c.p)); n != 1 {
					t.Errorf("%v: alone %+v leaves %d solutions", c.kinds, clue, n)
				}
			}
			for i := range len(all.Together) + 1 {
				p := c.p
				for j, clue := range all.Together {
					if j != i {
						p = clue.addToPuzzle(p)
					}
				}
				if want := i == len(all.Together); len(all.Together) > 0 && (count(p) == 1) != want {
					t.Errorf("%v: of %d clues, without %d, unique is not %v", c.kinds, len(all.Together), i, want)
				}
			}
		}
	}
	// If no clue of a kind distinguishes the solutions, the puzzle stays as it is.
	free := &Puzzle{Rows: 1, Columns: 2, Low: 1, High: 2, Free: true}
	if all, err := free.CluesOf(t.Context(), []string{"Nothing", "Cage"}, 1, Limits{}, searchPuzzle); err != nil || all.Unique || len(slices.Concat(all.Alone, all.Together)) > 0 {
		t.Errorf("%+v, %v", all, err)
	}
}
