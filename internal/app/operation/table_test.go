package operation_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// Each row of the table has its example, its texts in every language, and its place in the
// description of the API. The adapters' tests compare the answers.
func TestTable(t *testing.T) {
	document, err := os.ReadFile("../../../docs/API.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, op := range operation.All() {
		if names[op.Name] {
			t.Errorf("two operations are called %s", op.Name)
		}
		names[op.Name] = true
		if found, ok := operation.ByName(op.Name); !ok || found.Name != op.Name {
			t.Errorf("%s is not found by its name", op.Name)
		}
		if _, err := op.Prepare(&operation.Call{Lang: message.English, Limits: operation.Limits{}.WithDefaults()}, []byte(op.Example)); err != nil {
			t.Errorf("%s: the example is refused: %v", op.Name, err)
		}
		if !strings.Contains(string(document), "/api/v1/"+op.Name) {
			t.Errorf("docs/API.md does not show /api/v1/%s", op.Name)
		}
	}
}

// The limit of a request's size applies to all adapters, not only over a network.
func TestRequestTooLarge(t *testing.T) {
	c := &operation.Call{Lang: message.English, Limits: operation.Limits{Body: 100}.WithDefaults()}
	op, _ := operation.ByName("solve")
	for n, want := range map[int]wire.ProblemCode{100: wire.InvalidPuzzle, 101: wire.TooLarge} {
		request := `{"puzzle":"` + strings.Repeat("x", n-len(`{"puzzle":""}`)) + `"}`
		var p *wire.Problem
		if _, err := op.AnswerRequest(t.Context(), c, []byte(request)); !errors.As(err, &p) || p.Code != want {
			t.Errorf("%d bytes: %v, want %s", n, err, want)
		}
	}
}
