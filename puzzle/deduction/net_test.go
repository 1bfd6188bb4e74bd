package deduction

import (
	"slices"
	"strings"
	"testing"

	"nonet/message"
	"nonet/puzzle"
)

// netted returns the nets and the cases of nets on the paths of a few puzzles.
func netted(t *testing.T) (all []shown) {
	for _, text := range examples {
		path, err := pathOf(t.Context(), read(t, text), false)
		if err != nil {
			t.Fatal(err)
		}
		at := path.Start.Clone()
		for i, step := range path.Steps {
			if i%3 == 0 {
				f := finder{State: at, after: at, ctx: t.Context(), of: at.pieces}
				f.preparePuzzle()
				for _, found := range []*Step{f.findByTechnique(byChain), f.findByTechnique(byNet), f.findCommonEliminationStep()} {
					if found != nil {
						all = append(all, shown{at.Clone(), found})
					}
				}
			}
			at.Apply(step)
		}
	}
	return all
}

// TestVerifyNets checks that nets are proved link by link. A net without a link or a reason is not proved, even
// if its conclusion is true.
func TestVerifyNets(t *testing.T) {
	nets, cases, left := 0, 0, 0
	for _, x := range netted(t) {
		if verdict, err := verifyStep(t.Context(), x.at, x.step); err != nil || verdict != verdictProved {
			t.Errorf("%s: %v, %v", x.at.Sentence(t.Context(), x.step, nil), verdict, err)
		}
		if x.step.Cases != nil {
			cases++
			without := *x.step
			without.Cases = without.Cases[1:]
			if verdict, err := verifyStep(t.Context(), x.at, &without); err != nil || verdict == verdictProved {
				t.Errorf("%s is proved without a case: %v", x.at.Sentence(t.Context(), x.step, nil), err)
			}
			continue
		}
		nets++
		proved := func(links []Link) bool {
			step := *x.step
			step.Chain = links
			verdict, err := verifyStep(t.Context(), x.at, &step)
			if err != nil || verdict == verdictRefuted {
				t.Errorf("%s: %v, %v", x.at.Sentence(t.Context(), &step, nil), verdict, err)
			}
			return verdict == verdictProved
		}
		links := x.step.Chain
		if proved(links[:1]) {
			t.Errorf("%s is proved without a link", x.at.Sentence(t.Context(), x.step, nil))
		}
		for i, l := range links {
			if i == 0 {
				continue
			}
			if !proved(slices.Delete(slices.Clone(links), i, i+1)) {
				left++
			}
			without := slices.Clone(links)
			if without[i].Pieces = nil; len(l.Pieces) > 0 && !proved(without) {
				left++
			}
		}
	}
	t.Logf("%d nets, %d links and reasons that are needed, %d in cases", nets, left, cases)
	if nets < 3 || cases < 3 || left == 0 {
		t.Error("too few")
	}
}

// TestChainOfOneLink checks the sentence of a chain whose supposition alone leaves a cell without candidates.
func TestChainOfOneLink(t *testing.T) {
	s := startOf(t, puzzle.New(4, 4)).State
	s.Narrow(nil, [][]int{{1, 2}, {1}})
	x := Candidate{0, 1}
	step := &Step{Technique: byChain, Cells: []int{0}, Values: []int{1}, Removes: []Candidate{x}, Chain: []Link{{x, true, -1, nil}}}
	if text := s.Sentence(t.Context(), step, nil).In(message.English); !strings.Contains(text, "r1c2") {
		t.Error(text)
	}
}
