package logic_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nonet/board"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

func TestTable(t *testing.T) {
	ids := map[string]bool{}
	for _, k := range Techniques() {
		info := k.Info()
		if info.ID == "" || ids[info.ID] {
			t.Errorf("%d: ID %q is empty or there twice", k, info.ID)
		}
		ids[info.ID] = true
		if HasFinder(k) == (k == BruteForce) {
			t.Errorf("%s: has no finder", k)
		}
		var back Technique
		if err := back.UnmarshalText([]byte(info.ID)); err != nil || back != k {
			t.Errorf("%s is read as %s, %v", info.ID, back, err)
		}
		for _, lang := range message.Langs() {
			for _, m := range []message.Message{k.Name(), info.Family.Name()} {
				if m.In(lang) == m.Key {
					t.Errorf("%s: no text for %s in %s", k, m.Key, lang)
				}
			}
		}
	}
	for _, name := range []string{"", "x wing", "X-WING"} {
		var unknown *UnknownTechniqueError
		if _, err := ByID(name); !errors.As(err, &unknown) || unknown.Name != name {
			t.Errorf("%q: %v", name, err)
		}
	}
	if Technique(1<<15).String() != "" || (FullHouse+5).String() != "" || FamilyForce.String() != "force" {
		t.Error("a technique that is none has a name")
	}
}

// TestStepsBesideEasierOnes looks for steps in positions where an easier technique applies, too.
func TestStepsBesideEasierOnes(t *testing.T) {
	const all = Digits(1<<9 - 1)
	for _, test := range []struct {
		t    Technique
		open map[Cell]Digits // other cells have all candidates
		no   [9]string       // the rows; x stands for a cell without 5
		gone Candidate
	}{
		// The strong link between r4c7 and r6c7 in box 6 points at r2c7.
		{TurbotFish, nil, [9]string{"...xx.x..", "xxx.xx.xx", "...xx.x..", "xxx.xx.xx", "...xx.xxx", "...xx..xx", "...xx.x..", "...xx.x..",
			"...xx.x.."}, Candidate{30, 5}},
		// 7 in r8c9 or r9c9 also makes a rectangle of type 2.
		{UniqueRectangle3, map[Cell]Digits{8: 0b1001000, 64: 0b10000001, 73: 0b10000001, 71: 0b11000001, 80: 0b11000001},
			[9]string{}, Candidate{62, 4}},
	} {
		candidates := slices.Repeat([]Digits{all}, 81)
		for c, open := range test.open {
			candidates[c] = open
		}
		for r, row := range test.no {
			for c, x := range row {
				if x == 'x' {
					candidates[9*r+c] = all.Without(5)
				}
			}
		}
		s, _ := NewStateFrom(board.Classic(), make([]Digit, 81), candidates)
		found := false
		if err := NewFinder(s, Options{}).Each(t.Context(), test.t, func(step *Step) bool {
			found = found || slices.Contains(step.Eliminations, test.gone)
			return true
		}); err != nil || !found {
			t.Errorf("%s does not remove %v: %v", test.t, test.gone, err)
		}
	}
}

// TestZeroFinder checks that a zero Finder finds nothing, and that a zero State has no solution.
func TestZeroFinder(t *testing.T) {
	if p, outcome, err := hodoku.PathOf(t.Context(), State{}, hodoku.DefaultOrder(), nil); outcome != sudoku.None || err != nil || len(p.Steps) > 0 {
		t.Error(outcome, err, len(p.Steps))
	}
	for _, k := range Techniques() {
		if err := Verify(State{}, &Step{Technique: k, Eliminations: []Candidate{{Cell: 1, Digit: 1}}}); err == nil {
			t.Error(k, "is proven")
		}
		if err := new(Finder).Each(t.Context(), k, func(s *Step) bool { t.Error(s); return true }); err != nil {
			t.Error(k, err)
		}
	}
}

// TestFindingAllocatesNothing checks most families. A finder that has examined a position must find the same
// steps again without allocating.
func TestFindingAllocatesNothing(t *testing.T) {
	families := []Family{FamilySingle, FamilyLocked, FamilySubset, FamilyColour, FamilyWing, FamilyChain, FamilyTemplate}
	more := []Technique{XWing, FinnedXWing + 1, FrankenXWing + 1, Skyscraper, EmptyRectangle, UniqueRectangle1, HiddenRectangle, AIC, SueDeCoq, ALSXZ, ALSXYWing, DeathBlossom}
	for _, puzzle := range []string{easyPuzzle, hardPuzzle, magicTour[1]} {
		s := NewState(sudoku.MustParse(puzzle))
		f := NewFinder(s, Options{})
		for _, k := range Techniques() {
			if !slices.Contains(families, k.Info().Family) && !slices.Contains(more, k) {
				continue
			}
			find := func() { f.Reset(s); f.Each(context.Background(), k, func(*Step) bool { return true }) }
			// The mean of five is rounded down, so that occasional allocations of the runtime do
			// not count.
			if n := testing.AllocsPerRun(5, find); n > 0 {
				t.Errorf("%s: %v allocations in %s", k, n, puzzle)
			}
		}
	}
}

// TestTwinsStayInStep checks that both copies of the candidates always agree.
func TestTwinsStayInStep(t *testing.T) {
	s := NewState(sudoku.MustParse(hardPuzzle))
	s.Eliminate(1, 1)
	s.Eliminate(200, 1)
	s.Eliminate(1, 0)
	s.Place(1, 2)
	s.Place(1, 3)
	s.Place(2, 77)
	s.SetCandidates(3, 0b111)
	s.SetCandidates(0, 0b111)
	for c := range Cell(sudoku.Cells) {
		for d := Digit(1); d <= 9; d++ {
			if s.Candidates(c).Has(d) != s.Places(d).Has(c) {
				t.Fatalf("%s: %d is in one of the twins only", c, d)
			}
		}
		if (s.Value(c) == 0) != s.EmptyCells().Has(c) || s.Value(c) != 0 && s.Candidates(c) != 0 {
			t.Fatalf("%s: filled or not?", c)
		}
	}
}
