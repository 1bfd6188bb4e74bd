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

// TestMostEffort checks that the searches for a sentence end after the effort that they may spend. The example is a
// sum in which all coefficients but the first are even, and the step removes the odd values of the first cell. To
// refute such a value, a search would have to try almost all values of 15 cells.
func TestMostEffort(t *testing.T) {
	p := puzzle.New(9, 9)
	c := puzzle.Constraint{Kind: "Sum", Numbers: []int{150, 1}, Cells: []int{80}}
	step := &Step{Technique: byRule, Cells: []int{80}, Ways: puzzle.Ways{Cells: []int{80}}}
	for i := range 15 {
		c.Numbers, c.Cells = append(c.Numbers, 2+2*(i%3)), append(c.Cells, 5*i)
	}
	for v := 1; v <= 9; v += 2 {
		step.Removes = append(step.Removes, Candidate{80, v})
	}
	p.Constraints = []puzzle.Constraint{c}
	f := startOf(t, p)
	step.Pieces = f.rules[0].pieces
	explainer := &stepExplainer{State: f.State, Step: step, mentioned: Told{}, ctx: t.Context()}
	explainer.whyText()
	// The last search ends at limits of its own: 20,000 values in a list, and 2,000 guesses of the engine.
	if n := explainer.effort; n >= 0 || n < -23_000 {
		t.Errorf("an effort of %d is left of %d", n, mostEffort)
	}
}

// TestMostSumTries checks that a list of sets with a sum gives up after the values that it may try. All sets of 16
// values can be tried; there are more than four billion sets of 17 of 35 values.
func TestMostSumTries(t *testing.T) {
	f := startOf(t, puzzle.New(36, 36))
	if sets, ok := f.setsOfSum(1<<16-1, -1, 68); !ok || len(sets) == 0 {
		t.Errorf("%d sets of 16 values, %v", len(sets), ok)
	}
	if sets, ok := f.setsOfSum(1<<35-1, 17, 300); ok || len(sets) > mostSumTries {
		t.Errorf("%d sets of 17 of 35 values, %v", len(sets), ok)
	}
}

// TestStepsChangeSomething checks that a step is dropped if its conclusions have been applied. The search for chains
// does not know the position after the steps of a round, so it finds the same chain again.
func TestStepsChangeSomething(t *testing.T) {
	f := startOf(t, read(t, ".~R1C1_1_2.~R1C9_2_3.~R5C9_3_4.~R5C5_1_4"))
	step := f.findByTechnique(byChain)
	if step == nil {
		t.Fatal("no step")
	}
	f.after = f.State.Clone()
	f.after.Apply(step)
	if f.findStepOf(byChain) == nil {
		t.Error("the search does not find the chain again")
	}
	if again := f.findByTechnique(byChain); again != nil {
		t.Errorf("a step that changes nothing: %v", again)
	}
}
