package generate

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nonet/internal/engine/kernel"
	"nonet/sudoku"
)

const solved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"

// partial returns the solved grid's digits at the places of a text that are not dots.
func partial(pattern string) (g sudoku.Grid) {
	full := sudoku.MustParse(solved)
	for c, r := range pattern {
		if r != '.' {
			g = g.With(sudoku.Cell(c), full.At(sudoku.Cell(c)))
		}
	}
	return g
}

func symmetric(t *testing.T, s Symmetry, g sudoku.Grid) {
	t.Helper()
	for c := range sudoku.Cell(sudoku.Cells) {
		for _, image := range s.Images(9) {
			if d := image[c]; (g.At(c) == 0) != (g.At(sudoku.Cell(d)) == 0) {
				t.Fatalf("%v: %v is not symmetric in %v", s, g, c)
			}
		}
	}
}

// spared returns an orbit of redundant givens outside kept.
func spared(t *testing.T, s Symmetry, g, kept sudoku.Grid) []int {
	t.Helper()
	for _, orbit := range orbitsOf(s.Images(9)) {
		without, some, stays := g, false, false
		for _, c := range orbit {
			some = some || g.At(sudoku.Cell(c)) != 0
			stays = stays || kept.At(sudoku.Cell(c)) != 0
			without = without.With(sudoku.Cell(c), 0)
		}
		if !some || stays {
			continue
		}
		tally, err := sudoku.Count(t.Context(), without, 2, sudoku.Limits{})
		if err != nil || tally.N != 2 {
			return orbit
		}
	}
	return nil
}

func TestMinimise(t *testing.T) {
	defer kernel.SetDefault(nil)
	for _, start := range []sudoku.Grid{sudoku.MustParse(solved), partial("xx.xxxxxxxxxxx.xx.x.x.xxxxx.xxxxx.xxx.xxxxx.xxx.x.xxxxx.xxxxx.x.x.xx.xxxxxxxxx.xx")} {
		for _, s := range Symmetries() {
			p, outcome, err := Minimise(t.Context(), start, Revision{Seed: 3, Symmetry: s, Attempts: 20})
			if err != nil || outcome != sudoku.Found {
				t.Fatalf("%v: %v, %v", s, outcome, err)
			}
			if !start.Extends(gridOf(p)) || solutionOf(p).String() != solved {
				t.Errorf("%v: %v is no part of %v", s, gridOf(p), start)
			}
			r, err := sudoku.Check(t.Context(), gridOf(p), sudoku.Limits{})
			if err != nil || r.Unique != sudoku.Yes || s == NoSymmetry && r.Minimal != sudoku.Yes {
				t.Errorf("%v: %v is unique: %v, minimal: %v, %v", s, gridOf(p), r.Unique, r.Minimal, err)
			}
			if start.Full() {
				symmetric(t, s, gridOf(p))
			}
			if orbit := spared(t, s, gridOf(p), sudoku.Grid{}); orbit != nil {
				t.Errorf("%v: of %v, %v could go", s, gridOf(p), orbit)
			}
			for _, k := range kernel.All() {
				kernel.SetDefault(k)
				if q, _, _ := Minimise(t.Context(), start, Revision{Seed: 3, Symmetry: s, Attempts: 20}); gridOf(q) != gridOf(p) {
					t.Errorf("%v: %s gives %v, not %v", s, k.Name(), gridOf(q), gridOf(p))
				}
			}
		}
	}
}

func TestComplete(t *testing.T) {
	defer kernel.SetDefault(nil)
	for _, start := range []sudoku.Grid{{}, partial("x..x.....................................................x......................."), partial(
		"x........x.........x.............x.....x....xx...............x.........x.......x.")} {
		for _, s := range Symmetries() {
			p, outcome, err := Complete(t.Context(), start, Revision{Seed: 5, Symmetry: s, Attempts: 8})
			if err != nil || outcome != sudoku.Found {
				t.Fatalf("%v: %v, %v", s, outcome, err)
			}
			if !gridOf(p).Extends(start) || !solutionOf(p).Extends(gridOf(p)) {
				t.Errorf("%v: %v does not hold %v", s, gridOf(p), start)
			}
			if r, err := sudoku.Check(t.Context(), gridOf(p), sudoku.Limits{}); err != nil || r.Unique != sudoku.Yes {
				t.Errorf("%v: %v is unique: %v, %v", s, gridOf(p), r.Unique, err)
			}
			symmetric(t, s, gridOf(p))
			if orbit := spared(t, s, gridOf(p), start); orbit != nil {
				t.Errorf("%v: of %v, %v could go", s, gridOf(p), orbit)
			}
			for _, k := range kernel.All() {
				kernel.SetDefault(k)
				if q, _, _ := Complete(t.Context(), start, Revision{Seed: 5, Symmetry: s, Attempts: 8}); gridOf(q) != gridOf(p) {
					t.Errorf("%v: %s gives %v, not %v", s, k.Name(), gridOf(q), gridOf(p))
				}
			}
		}
	}
}

// With these seeds a bad first choice once took eight seconds, or more than forty.
func TestCompleteEndsSoon(t *testing.T) {
	start := sudoku.MustParse(".32........5" + strings.Repeat(".", 69))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // takes 60 ms
	defer cancel()
	for _, seed := range []uint64{33*7919 + 3, 81*7919 + 3} {
		if p, outcome, err := Complete(ctx, start, Revision{Seed: seed, Symmetry: Rotate180}); outcome != sudoku.Found || !gridOf(p).Extends(start) {
			t.Errorf("seed %d: %v, %v", seed, outcome, err)
		}
	}
}

func TestRevisionRefused(t *testing.T) {
	none := sudoku.MustParse("12345678........................................................................9")
	twice := sudoku.MustParse("11...............................................................................")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name    string
		ctx     context.Context
		start   sudoku.Grid
		outcome [2]sudoku.Outcome // of Minimise, Complete
	}{
		{"no solution", t.Context(), none, [2]sudoku.Outcome{sudoku.None, sudoku.None}},
		{"contradictory", t.Context(), twice, [2]sudoku.Outcome{sudoku.None, sudoku.None}},
		{"several", t.Context(), sudoku.Grid{}, [2]sudoku.Outcome{sudoku.None, sudoku.Found}},
		{"cancelled", ended, sudoku.MustParse(solved), [2]sudoku.Outcome{sudoku.Undecided, sudoku.Undecided}},
	} {
		_, a, errA := Minimise(c.ctx, c.start, Revision{Attempts: 1})
		_, b, errB := Complete(c.ctx, c.start, Revision{Attempts: 1})
		if got := [2]sudoku.Outcome{a, b}; got != c.outcome || (errA == nil) != (a == sudoku.Found) || (errB == nil) != (b == sudoku.Found) {
			t.Errorf("%s: %v, %v, %v", c.name, got, errA, errB)
		}
		if c.ctx == ended && !errors.Is(errA, context.Canceled) {
			t.Errorf("%s: %v", c.name, errA)
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	for b.Loop() {
		if _, outcome, err := Complete(b.Context(), partial("x..x.....................................................x......................."), Revision{Symmetry: Rotate180}); outcome != sudoku.Found {
			b.Fatal(err)
		}
	}
}

func BenchmarkMinimise(b *testing.B) {
	for b.Loop() {
		if _, outcome, err := Minimise(b.Context(), sudoku.MustParse(solved), Revision{}); outcome != sudoku.Found {
			b.Fatal(err)
		}
	}
}

// gridOf returns the givens of a classic puzzle.
func gridOf(p Puzzle) sudoku.Grid {
	givens, _ := p.Grids()
	return givens
}

// solutionOf returns the solution of a classic puzzle.
func solutionOf(p Puzzle) sudoku.Grid {
	_, solution := p.Grids()
	return solution
}
