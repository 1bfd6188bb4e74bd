package wire

import (
	"encoding/json"
	"testing"

	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
)

// TestSupposition checks that a branch names its supposition, the first of its nodes.
func TestSupposition(t *testing.T) {
	type node struct {
		Cell  string
		Digit int
		True  bool
	}
	state := logic.NewState(sudoku.MustParse(inkala))
	found := 0
	err := logic.NewFinder(state, logic.Options{}).Each(t.Context(), logic.NestedForcingNet, func(s *logic.Step) bool {
		b, err := json.Marshal(StepOf(s, "", message.English))
		var step struct {
			Branches []struct {
				Supposition struct {
					Cell  string
					Digit int
				}
				True  bool
				Nodes []node
			}
		}
		if err != nil || json.Unmarshal(b, &step) != nil || len(step.Branches) == 0 {
			t.Fatalf("%v %s", err, b)
		}
		for _, branch := range step.Branches {
			if first := (node{branch.Supposition.Cell, branch.Supposition.Digit, branch.True}); len(branch.Nodes) == 0 || first != branch.Nodes[0] || first.Digit == 0 {
				t.Errorf("%+v begins with %+v", first, branch.Nodes)
			}
		}
		found++
		return found < 3
	})
	if err != nil || found == 0 {
		t.Errorf("%d steps, %v", found, err)
	}
}
