package explain

import (
	"strings"
	"testing"

	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
)

// The inferences of chains and nets have texts. Each text is complete in both languages, each
// branch begins with its supposition, a contradiction comes last, and no text names a hidden cell.
func TestInferences(t *testing.T) {
	told := map[logic.Technique]int{}
	for _, p := range []string{
		"...2...3...179..84....45....9....5.1.4.3.6.......1..62.6....8...........8..127...",
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	} {
		f := logic.NewFinder(logic.NewState(sudoku.MustParse(p)), logic.Options{SetsInChains: true})
		for _, k := range []logic.Technique{
			logic.XYChain, logic.GroupedAIC, logic.ContinuousNiceLoop, logic.Nishio, logic.ForcingChainContradiction, logic.CellForcingChain,
			logic.ForcingNetContradiction, logic.ForcingNetVerity, logic.PatternForcingNet, logic.NestedForcingNet,
		} {
			n := 0
			err := f.Each(t.Context(), k, func(step *logic.Step) bool {
				n++
				told[k]++
				for _, m := range Links(step) {
					wholeText(t, step, m)
				}
				if links := len(step.Links()); step.Loop && len(step.Nodes) > 2 && len(Links(step)) != links+1 || !step.Loop && len(Links(step)) != links {
					t.Errorf("%s: %d texts for %d links", step, len(Links(step)), links)
				}
				for i := range step.Branches {
					b := &step.Branches[i]
					all := Inferences(b, logic.CellSet{})
					for _, m := range all {
						if m.Key != "" {
							wholeText(t, step, m)
						}
					}
					if len(all) != len(b.Lines)+1 || all[0].Key != "explain.force.suppose" || (all[len(b.Lines)].Key != "") != b.Contradiction() {
						t.Errorf("%s: branch %d is told as %v", step, i, all)
					}
					hidden := logic.CellsOf(b.Lines[len(b.Lines)/2].Candidate.Cell)
					for _, m := range Inferences(b, hidden) {
						if m.Key != "" && strings.Contains(m.In(message.English), hidden.First().String()) {
							t.Errorf("%s: %v is named: %s", step, hidden, m)
						}
					}
				}
				return n < 3
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, k := range []logic.Technique{logic.GroupedAIC, logic.Nishio, logic.CellForcingChain, logic.ForcingNetContradiction, logic.NestedForcingNet} {
		if told[k] == 0 {
			t.Errorf("no %s was told", k)
		}
	}
	t.Log(told)
}

func wholeText(t *testing.T, step *logic.Step, m message.Message) {
	t.Helper()
	for _, lang := range message.Langs() {
		text := m.In(lang)
		if text == "" || strings.ContainsAny(text, "{}") || strings.Contains(text, "explain.") || lang == message.Chinese && strings.Contains(text, " the ") {
			t.Errorf("%s: %q", step, text)
		}
	}
}
