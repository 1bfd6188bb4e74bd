package logic

import (
	"slices"
	"testing"

	"nonet/internal/check/soak"
	"nonet/sudoku"
)

var suppositionPuzzles = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
}

// TestRefutation checks that refuted suppositions are false in the solution, and that refutations are proven.
// Refutations by singles must be shortest. By the rules as written in [plain], no smaller set of singles may
// lead to a contradiction.
func TestRefutation(t *testing.T) {
	techniques := []Technique{ForcingNetContradiction, PatternForcingNet, NestedForcingNet}
	refuted, compared := map[Technique]int{}, 0
	for _, p := range suppositionPuzzles {
		s := NewState(sudoku.MustParse(p))
		solution, _, _ := SolutionOf(t.Context(), &s)
		f := NewFinder(s, Options{})
		n := 0
		for c := range s.openCandidates {
			for _, on := range []bool{true, false} {
				for k, technique := range techniques {
					if n++; technique == NestedForcingNet && n%13 != 0 || n%soak.PickOfThree(11, 4, 1) != 0 {
						continue
					}
					step, outcome, err := f.Refutation(t.Context(), technique, c, on)
					if err != nil {
						t.Fatal(err)
					}
					if outcome != sudoku.Found {
						continue
					}
					refuted[step.Technique]++
					if (solution.At(c.Cell) == c.Digit) == on {
						t.Errorf("%s: %v %t is refuted and true", p, c, on)
					}
					if err := Verify(s, &step); err != nil {
						t.Errorf("%s: %v %t: %v", p, c, on, err)
					}
					want := step.Eliminations
					if !on {
						want = step.Placements
					}
					if len(step.Branches) != 1 || !step.Branches[0].Contradiction() || len(want) != 1 || want[0] != c {
						t.Errorf("%s: %v %t: %v", p, c, on, &step)
					}
					if k > 0 {
						continue
					}
					forced := 0
					for l, line := range step.Branches[0].Lines {
						if line.On && l > 0 && l != step.Branches[0].End[0] {
							forced++
						}
					}
					if forced > 0 && forced <= 3 {
						compared++
						w := newPlain(&s)
						w.take(c, on)
						if w.comes(forced-1, map[Candidate]bool{}) {
							t.Errorf("%s: %v %t takes %d, and fewer do", p, c, on, forced)
						}
					}
				}
			}
		}
	}
	if compared < soak.PickOfThree(0, 10, 50) {
		t.Errorf("%d were compared with all that are shorter", compared)
	}
	for _, technique := range []Technique{ForcingNetContradiction, PatternForcingNet, NestedForcingNet, ForcingChainContradiction, Nishio} {
		if refuted[technique] == 0 {
			t.Errorf("nothing was refuted by %s", technique)
		}
	}
	t.Log(refuted, compared)
}

// plain is a position without tables: the possible digits of cells, and places in houses.
type plain struct {
	can   [81][10]bool
	empty [81]bool
	has   [27][10]bool // given
}

// in reports whether a cell is in a house; houses are numbered rows, columns, boxes.
func in(c, h int) bool {
	switch h / 9 {
	case 0:
		return c/9 == h
	case 1:
		return c%9 == h-9
	}
	return c/27*3+c%9/3 == h-18
}

func newPlain(s *State) *plain {
	w := &plain{}
	for c := range 81 {
		w.empty[c] = s.Value(Cell(c)) == 0
		for d := range s.Candidates(Cell(c)).Digits() {
			w.can[c][d] = true
		}
		for h := range 27 {
			if in(c, h) {
				w.has[h][s.Value(Cell(c))] = true
			}
		}
	}
	return w
}

func (w *plain) take(e Candidate, on bool) {
	if !on {
		w.can[e.Cell][e.Digit] = false
		return
	}
	for d := range 10 {
		w.can[e.Cell][d] = d == int(e.Digit)
	}
	for h := range 27 {
		for c := range 81 {
			if c != int(e.Cell) && in(c, h) && in(int(e.Cell), h) {
				w.can[c][e.Digit] = false
			}
		}
	}
}

// comes reports whether up to most singles lead to a contradiction. It omits the candidates in not, which were
// tried before.
func (w *plain) comes(most int, not map[Candidate]bool) bool {
	var forced []Candidate
	for c := range 81 {
		var all []Candidate
		for d := range 10 {
			if w.can[c][d] {
				all = append(all, Candidate{Cell(c), Digit(d)})
			}
		}
		if w.empty[c] && len(all) == 0 {
			return true
		}
		if w.empty[c] && len(all) == 1 {
			forced = append(forced, all...)
		}
	}
	for h := range 27 {
		for d := 1; d < 10; d++ {
			var all []Candidate
			for c := range 81 {
				if in(c, h) && w.can[c][d] {
					all = append(all, Candidate{Cell(c), Digit(d)})
				}
			}
			if !w.has[h][d] && len(all) == 0 {
				return true
			}
			if !w.has[h][d] && len(all) == 1 {
				forced = append(forced, all...)
			}
		}
	}
	if most <= 0 {
		return false
	}
	tried := map[Candidate]bool{}
	for c := range not {
		tried[c] = true
	}
	for _, c := range forced {
		if tried[c] {
			continue
		}
		tried[c] = true
		next := *w
		next.take(c, true)
		if next.comes(most-1, tried) {
			return true
		}
	}
	return false
}

// TestRefutationByPatternsOnTheWay checks that suppositions during a path are refuted by patterns if singles
// fail.
func TestRefutationByPatternsOnTheWay(t *testing.T) {
	s := NewState(sudoku.MustParse("98.7..6..5...9..7...7..4...4...8...3.3...9.....54...9.2.....1....89...5.....12.6."))
	f := NewFinder(s, Options{})
	step, outcome, err := f.Refutation(t.Context(), NestedForcingNet, Candidate{Cell: 11, Digit: 3}, false)
	if outcome != sudoku.Found || step.Technique != NestedForcingNet {
		t.Fatal(step.Technique, outcome, err)
	}
	if err := Verify(s, &step); err != nil {
		t.Error(err)
	}
	if !slices.ContainsFunc(step.Branches[0].Lines, func(l Line) bool { return l.Depth > 0 && l.Reason == ByTechnique }) {
		t.Error("no pattern refutes a supposition on the way")
	}
}
