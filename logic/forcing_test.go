package logic_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nonet/explain"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// beyond lists the techniques that HoDoKu lacks or searches in its own way. Their results do not
// depend on the orientation of the board.
var beyond = []Technique{
	WXYZWing, UniqueLoop1, UniqueLoop2, UniqueLoop3, UniqueLoop4, BUG2, BUG3, BUG4, AlignedPair, AlignedTriplet,
	KrakenFish1, KrakenFish2, Nishio, ForcingChainContradiction, ForcingChainVerity, CellForcingChain, RegionForcingChain,
	ForcingNetContradiction, ForcingNetVerity, PatternForcingNet, NestedForcingNet,
}

// changes returns the effects of all steps of a technique, without duplicates. It checks that every
// step is proven.
func changes(t testing.TB, s State, k Technique) (all []Candidate) {
	err := NewFinder(s, Options{}).Each(context.Background(), k, func(step *Step) bool {
		if err := Verify(s, step); err != nil {
			t.Fatalf("%s: %v\n%s", step, err, explain.Drawing(&s, nil))
		}
		for _, c := range append(slices.Clone(step.Eliminations), step.Placements...) {
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, byDigit)
	return all
}

// hardPositions are positions of a few hard puzzles, after the steps before the first forcing step. One more
// position has the remains of a bivalue universal grave.
var hardPositions = []string{
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	"98.7..6..5...9..7...7..4...3.......2..85...6.....23....1..8...6..59...4......61..",
}

// TestForcedAnyWayRound checks that relabelled, rotated and reflected positions yield the
// corresponding candidates for every technique. Nested nets take seconds with many open cells, so
// they are tried only in nearly full positions.
func TestForcedAnyWayRound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2))
		var s State
		if n := rapid.IntRange(0, len(hardPositions)).Draw(rt, "puzzle"); n < len(hardPositions) {
			s = NewState(sudoku.MustParse(hardPositions[n]))
		} else {
			s, _ = randomState(r)
		}
		if s.Broken() {
			return
		}
		m := randomIsomorph(r)
		image := m.state(&s)
		open := 0
		for d := Digit(1); d <= 9; d++ {
			open += s.Places(d).Len()
		}
		for _, k := range beyond {
			if k == NestedForcingNet && open > 90 {
				continue
			}
			var want []Candidate
			for _, c := range changes(t, s, k) {
				want = append(want, Candidate{m.cell[c.Cell], m.digit[c.Digit]})
			}
			slices.SortFunc(want, byDigit)
			if got := changes(t, image, k); !slices.Equal(got, want) {
				t.Fatalf("%s: %v here, %v there\n%s", k, got, want, explain.Drawing(&image, nil))
			}
		}
	})
}

// forcedSteps yields the forcing steps on the path through a hard puzzle.
func forcedSteps(t testing.TB, yield func(State, *Step)) {
	for _, g := range hardPositions {
		p, outcome, err := hodoku.PathOf(context.Background(), NewState(sudoku.MustParse(g)), hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found || err != nil {
			t.Fatal(outcome, err)
		}
		s := p.Start
		for i := range p.Steps {
			if len(p.Steps[i].Branches) > 0 {
				yield(s, &p.Steps[i])
			}
			s.Apply(&p.Steps[i])
		}
	}
}

// TestVerifyRefusesBranches checks that Verify refuses a changed branch. A line may have the opposite claim, no
// premise, or a premise that comes later or is under an earlier supposition. An end may not exist, or a branch
// may be missing.
func TestVerifyRefusesBranches(t *testing.T) {
	refused, stood := 0, 0
	forcedSteps(t, func(s State, step *Step) {
		try := func(what string, must bool, change func(*Step)) {
			lie := step.Clone()
			change(&lie)
			err := Verify(s, &lie)
			var unproven *UnprovenError
			switch {
			case errors.As(err, &unproven):
				refused++
			case must:
				t.Fatalf("%s: %s: accepted", step, what)
			default:
				stood++
			}
		}
		b := &step.Branches[0]
		for i := range b.Lines {
			if i > 0 {
				try("the contrary", false, func(lie *Step) { lie.Branches[0].Lines[i].On = !b.Lines[i].On })
				try("no cause", false, func(lie *Step) { lie.Branches[0].Lines[i].From = nil })
			}
			try("from itself", true, func(lie *Step) { lie.Branches[0].Lines[i].From = []int{i} })
			try("from later", true, func(lie *Step) { lie.Branches[0].Lines[i].From = []int{len(b.Lines)} })
			try("too deep", true, func(lie *Step) { lie.Branches[0].Lines[i].Depth += 2 })
			try("a truth of its own", true, func(lie *Step) {
				lie.Branches[0].Lines[i].Truths = []Truth{{Kind: HouseTruth, House: 200, Digit: 1}}
			})
			if b.Lines[i].Depth > 0 && b.Lines[len(b.Lines)-1].Depth == 0 {
				last := len(b.Lines) - 1
				try("from a supposition given up", true, func(lie *Step) {
					lie.Branches[0].Lines[last].From = append(lie.Branches[0].Lines[last].From, i)
				})
			}
		}
		try("no end", true, func(lie *Step) { lie.Branches[0].End = nil })
		try("an end beyond", true, func(lie *Step) { lie.Branches[0].End = []int{len(b.Lines)} })
		try("no lines", true, func(lie *Step) { lie.Branches[0].Lines = nil })
		try("another candidate", true, func(lie *Step) {
			c := s.EmptyCells().First()
			d := Digit(1)
			for lie.Placements, lie.Eliminations = nil, nil; d < 9 && (!s.Candidates(c).Has(d) || step.Digits.Has(d)); d++ {
			}
			lie.Eliminations = []Candidate{{c, d}, {step.Branches[0].Lines[0].Candidate.Cell, 9}, {80, 9}, {0, 9}}
		})
		if !b.Contradiction() {
			// The remaining truths may still prove the step.
			try("a branch missing", false, func(lie *Step) { lie.Branches = lie.Branches[1:] })
		}
	})
	t.Logf("%d refused, %d proven all the same", refused, stood)
	if refused < 100 {
		t.Error("too few were refused")
	}
}

// TestVerifyRefusesRings checks rings that are not deadly patterns.
func TestVerifyRefusesRings(t *testing.T) {
	s := NewState(sudoku.Grid{})
	ring := []Cell{sudoku.CellAt(1, 1), sudoku.CellAt(1, 4), sudoku.CellAt(2, 4), sudoku.CellAt(2, 7), sudoku.CellAt(3, 7), sudoku.CellAt(3, 1)}
	deadly := func(ring []Cell, a, b Digit) bool { return IsDeadlyRing(&s, ring, a, b) }
	if !deadly(ring, 1, 2) {
		t.Error("a ring is not accepted")
	}
	moved := slices.Clone(ring)
	moved[2] = sudoku.CellAt(6, 4) // r6c4 and r2c7 do not see each other
	for name, bad := range map[string]bool{
		"odd":            deadly(ring[:5], 1, 2),
		"one digit":      deadly(ring, 1, 1),
		"no digit":       deadly(ring, 0, 2),
		"digit 10":       deadly(ring, 1, 10),
		"nothing":        deadly(nil, 1, 2),
		"broken":         deadly(moved, 1, 2),
		"twice":          deadly(append(slices.Clone(ring[:4]), ring[0], ring[1]), 1, 2),
		"no cell":        deadly([]Cell{200, 201, 202, 203}, 1, 2),
		"alone in a box": deadly([]Cell{sudoku.CellAt(1, 1), sudoku.CellAt(1, 4), sudoku.CellAt(5, 4), sudoku.CellAt(5, 8), sudoku.CellAt(2, 8), sudoku.CellAt(2, 1)}, 1, 2),
	} {
		if bad {
			t.Errorf("%s: accepted", name)
		}
	}
}

// FuzzForced turns any bytes into a position: no technique panics, and every step is proven.
func FuzzForced(f *testing.F) {
	f.Add([]byte(easyPuzzle))
	f.Add([]byte(hardPositions[0]))
	f.Add([]byte(hardPositions[1] + "\xff\x0f\x33"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewState(sudoku.Grid{})
		for i, b := range data[:min(len(data), 3*sudoku.Cells)] {
			c := Cell(i % sudoku.Cells)
			if i >= sudoku.Cells {
				s.SetCandidates(c, Digits(b)|Digits(i/sudoku.Cells%2)<<8)
			} else if b >= '1' && b <= '9' {
				s.Place(c, Digit(b-'0'))
			}
		}
		for _, k := range beyond {
			left := 3
			NewFinder(s, Options{Nodes: 3000}).Each(context.Background(), k, func(step *Step) bool {
				if err := Verify(s, step); err != nil {
					t.Fatalf("%s: %v\n%s", step, err, explain.Drawing(&s, nil))
				}
				left--
				return left > 0
			})
		}
	})
}
