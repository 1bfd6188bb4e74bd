package solve_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/format"
	"nonet/puzzle"
	"nonet/solve"
)

// TestMinimal checks that the remaining parts of a puzzle have the same solution. Without any one of them, this
// must not be so. A mark cannot be removed before the rule about unmarked pairs. Without the mark at r2c2 r2c3,
// this rule would exclude the solution.
func TestMinimal(t *testing.T) {
	for _, c := range []struct {
		text     string
		solution []int
	}{
		{".Shape~4x4.~R4C1_4.Thermo~R1C1~R1C2~R1C3.V~R1C2~R1C3.V~R2C1~R3C1.V~R2C2~R3C2.V~R2C3~R3C3.V~R2C4~R3C4.V~R2C2~R2C3.V~R3C2~R3C3.V~R4C2~R4C3.StrictXV",
			[]int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}},
		{".Shape~4x4.~R1C1_1~R1C2_2~R3C2_3~R4C4_4~R2C3_2.StrictXV", []int{1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4}},
	} {
		p, err := format.ReadISS(c.text)
		if err != nil {
			t.Fatal(err)
		}
		sizes := map[int]bool{}
		for seed := range uint64(12) {
			parts := p.Parts()
			rand.New(rand.NewPCG(seed, 0)).Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			left, open, err := solve.MinimalParts(t.Context(), p, c.solution, parts, puzzle.Limits{})
			if err != nil || open > 0 {
				t.Fatal(open, err)
			}
			if r, err := solve.Count(t.Context(), left, puzzle.Limits{Solutions: 2}); err != nil || r.N != 1 || !slices.Equal(r.Solutions[0], c.solution) {
				t.Errorf("%s, seed %d: %+v, %v", c.text, seed, r, err)
			}
			for _, part := range left.Parts() {
				less := left.Without(part)
				if broken, err := less.Check(c.solution); err != nil || len(broken) > 0 {
					continue
				}
				if r, err := solve.Count(t.Context(), less, puzzle.Limits{Solutions: 2}); err != nil || r.N != 2 {
					t.Errorf("%s, seed %d: without %v there are %d solutions, %v", c.text, seed, left.PartName(part), r.N, err)
				}
			}
			if redundant, err := solve.RedundantParts(t.Context(), left, puzzle.Limits{}); err != nil || len(redundant) > 0 {
				t.Errorf("%s, seed %d: %v could go, %v", c.text, seed, redundant, err)
			}
			sizes[len(left.Parts())] = true
		}
		if len(sizes) < 2 {
			t.Errorf("%s: all have as many parts: %v", c.text, sizes)
		}
	}
}
