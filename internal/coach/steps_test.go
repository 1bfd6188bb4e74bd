package coach

import (
	"context"
	"testing"

	"nonet/internal/message"
	"nonet/logic"
	"nonet/sudoku"
)

// A search that was cut short never says that there is nothing more, wherever it
// was cut: before the first technique, or between two.
func TestStepsCutShort(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if w := Steps(ended, logic.State{}, nil, 10, message.English); w.Complete || w.Outcome != "undecided" || w.Reason == "" {
		t.Errorf("before the first technique: %+v", w)
	}
	// The only full house ends the context, too late for its search to notice.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last := logic.NewState(sudoku.MustParse("81275364994368217567549128315423789636984572128716953452197436843852691779631845."))
	var cut []logic.Technique
	EachStep(ctx, last, []logic.Technique{logic.FullHouse, logic.NakedSingle}, func(logic.Technique) logic.Options { return StepOptions(StepNodes) }, func(*logic.Step) bool {
		cancel()
		return true
	}, func(technique logic.Technique, _ error) { cut = append(cut, technique) })
	if len(cut) != 1 || cut[0] != logic.NakedSingle {
		t.Errorf("between two techniques: %v", cut)
	}
}
