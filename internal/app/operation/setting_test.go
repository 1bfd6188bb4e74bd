package operation_test

import (
	"strings"
	"testing"

	"nonet/internal/app/operation"
	"nonet/wire"
)

func answerTo[A any](t *testing.T, name, request string) A {
	t.Helper()
	o, ok := operation.ByName(name)
	if !ok {
		t.Fatalf("no operation %s", name)
	}
	answer, err := o.AnswerRequest(t.Context(), &operation.Call{Limits: operation.Limits{}.WithDefaults()}, []byte(request))
	if err != nil {
		t.Fatal(err)
	}
	return answer.(A)
}

// The answer has the proven facts, and the number of candidates that are still open.
func TestCandidatesOfAPuzzleBeingSet(t *testing.T) {
	empty, inkala := strings.Repeat(".", 81), "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	for _, c := range []struct {
		puzzle, outcome, first string
		count                  uint64
		complete               bool
	}{
		{empty, "found", "123456789", 4096, false},
		{inkala, "found", "8", 1, true},
		{inkala[:78] + "...", "found", "8", 3, false},
		{"11" + empty[2:], "none", "", 0, true},
		{"12345678" + empty[9:80] + "..", "found", "1", 4096, false},
	} {
		w := answerTo[wire.TrueCandidates](t, "candidates", `{"puzzle":"`+c.puzzle+`"}`)
		if w.Outcome != c.outcome || len(w.Candidates) != 81 || w.Candidates[0] != c.first || w.Open != nil || w.Count < c.count || w.Complete != (c.complete || w.Count < 4096) {
			t.Errorf("%s: %+v", c.puzzle, w)
		}
	}
}
