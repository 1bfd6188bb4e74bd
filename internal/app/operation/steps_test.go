package operation

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// A search that was cut short never claims that there are no more steps. It may have been cut before the first
// technique, or between two techniques.
func TestStepsCutShort(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	p := gridPosition(t, strings.Repeat(".", sudoku.Cells))
	if w := (&StepsRequest{PositionRequest: PositionRequest{position: p}, Limit: 10}).answer(ended, &Call{}).(wire.Steps); w.Complete || w.Outcome != "undecided" || w.Reason == "" {
		t.Errorf("before the first technique: %+v", w)
	}
	// While it yields the only full house, the test ends the context. This is too late for the search to
	// notice.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p = gridPosition(t, "81275364994368217567549128315423789636984572128716953452197436843852691779631845.")
	var cut []logic.Technique
	list := StepList{
		Techniques: []logic.Technique{logic.FullHouse, logic.NakedSingle},
		Yield: func(*logic.State, *logic.Step) bool {
			cancel()
			return true
		},
		Cut: func(technique logic.Technique, _ error) { cut = append(cut, technique) },
	}
	list.ask(ctx, p, puzzle.Limits{Nodes: StepNodes}, message.English)
	if len(cut) != 1 || cut[0] != logic.NakedSingle {
		t.Errorf("between two techniques: %v", cut)
	}
}

// late is a context that ends after a number of calls.
type late struct {
	context.Context // already ended, with its cause
	looks           int
	ended           bool
}

func (c *late) Err() error {
	c.looks--
	c.ended = c.looks < 0
	if c.ended {
		return c.Context.Err()
	}
	return nil
}

// If the time ends during the search for a technique, the reason is the time, even if the search reached
// another limit at the same moment.
func TestTimeIsTheReason(t *testing.T) {
	out := errors.New("out of time")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(out)
	p := gridPosition(t, "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6")
	times := 0
	for looks := range 40 {
		ctx := &late{Context: ended, looks: looks}
		var why error
		list := StepList{
			Techniques: []logic.Technique{logic.ForcingNetContradiction, logic.NestedForcingNet},
			Yield:      func(*logic.State, *logic.Step) bool { return true },
			Cut:        func(_ logic.Technique, err error) { why = err },
		}
		list.ask(ctx, p, puzzle.Limits{Nodes: 1}, message.English)
		if ctx.ended {
			times++
			if !errors.Is(why, out) {
				t.Errorf("ended at look %d, but the reason is %v", looks+1, why)
			}
		}
	}
	if times < 2 {
		t.Errorf("the time ran out %d times", times)
	}
}
