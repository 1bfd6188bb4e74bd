package operation

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"nonet/message"
	"nonet/wire"
)

// panickingRequest panics where the puzzle has a thermometer.
type panickingRequest struct{ SolveRequest }

func (q *panickingRequest) answer(ctx context.Context, c *Call) any {
	if strings.Contains(q.Puzzle, "Thermo") {
		var none map[string]int
		none["x"] = 1
	}
	return q.SolveRequest.answer(ctx, c)
}

// A line that makes the program panic gets a problem, the others get their answers, and Failed is called.
func TestLinesSurvivePanics(t *testing.T) {
	op, _ := ByName("solve")
	op.Request = reflect.TypeFor[panickingRequest]()
	failed := 0
	worker, err := op.NewLineAnswerers(&Call{Lang: message.English, Limits: Limits{}.WithDefaults(), Failed: func(error) { failed++ }}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	text := plain + "\n.Thermo~R1C1~R1C2\n" + plain + "\n.Shape~4x4\n.Thermo~R1C1~R1C2\n"
	if err := worker().Answer(t.Context(), []byte(text), 1, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{`"outcome":"found"`, `"status":500`, `"outcome":"found"`, `"outcome":"found"`, `"status":500`} {
		if !strings.Contains(lines[i], want) || strings.Contains(want, "500") != strings.Contains(lines[i], `"line":`) {
			t.Errorf("line %d: %s", i+1, lines[i])
		}
	}
	if failed != 2 || len(lines) != 6 {
		t.Errorf("%d failures told, %d lines; %s", failed, len(lines), wire.InternalError)
	}
}
