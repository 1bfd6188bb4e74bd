package deduction

import (
	"testing"

	"nonet/puzzle"
)

// startOf returns a finder at the start of a puzzle.
func startOf(t *testing.T, p *puzzle.Puzzle) *finder {
	s, err := NewState(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	f := &finder{State: s, after: s, ctx: t.Context(), of: s.pieces}
	f.preparePuzzle()
	return f
}

// TestMostTrials checks that nets follow no more candidates than mostTrials, those of cells with few values first. An
// empty board of 16×16 has 4,096 candidates.
func TestMostTrials(t *testing.T) {
	p := puzzle.New(16, 16)
	p.Givens = []puzzle.Given{{Cell: 255, Values: []int{3, 5}}}
	f := startOf(t, p)
	trials := f.trialCandidates()
	if len(trials) != mostTrials || trials[0].Cell != 255 || trials[1].Cell != 255 {
		t.Errorf("%d trials, the first of cell %d", len(trials), trials[0].Cell)
	}
	for _, technique := range []Technique{byChain, byNet} {
		if step := f.findByTechnique(technique); step != nil || f.err != nil {
			t.Error(step, f.err)
		}
	}
	if n := len(f.followers); n == 0 || n > mostTrials {
		t.Errorf("%d followers", n)
	}
}

// TestMostSearched checks that the searches of a position end when they have taken as many nodes as they may, even if
// none of them decides anything.
func TestMostSearched(t *testing.T) {
	f := startOf(t, read(t, examples[2]))
	for _, inAll := range []uint64{30, 150} {
		if step, spent := f.searchCandidates(3, inAll); step != nil || spent <= inAll || spent > inAll+3 {
			t.Errorf("%v after %d nodes of %d", step, spent, inAll)
		}
	}
}
