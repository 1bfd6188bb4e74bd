package operation_test

import (
	"bytes"
	"errors"
	"testing"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func TestPrint(t *testing.T) {
	op, ok := operation.ByName("print")
	if !ok {
		t.Fatal("there is no print")
	}
	ask := func(request string) (any, error) {
		c := &operation.Call{Lang: message.English, Limits: operation.Limits{}.WithDefaults()}
		return op.AnswerRequest(t.Context(), c, []byte(request))
	}
	answer, err := ask(op.Example)
	if err != nil {
		t.Fatal(err)
	}
	if w := answer.(wire.Print); w.Outcome != "found" || !bytes.HasPrefix(w.PDF, []byte("%PDF-")) {
		t.Errorf("%s, %d bytes", w.Outcome, len(w.PDF))
	}
	for request, place := range map[string]string{
		`{"puzzles":[]}`:                                          "body.puzzles",
		`{"puzzles":["8","x"],"per_page":1}`:                      "body.puzzles[0]",
		`{"puzzles":["` + easy + `"],"per_page":3}`:               "body.per_page",
		`{"puzzles":["` + easy + `"],"captions":["easy","hard"]}`: "body.captions",
		`{"puzzles":["` + easy + `"],"paper":"a5"}`:               "body.paper",
		`{"puzzles":["` + easy + `","55"]}`:                       "body.puzzles[1]",
		`{"puzzles":["` + easy + `"],"per_page":100}`:             "body.per_page",
	} {
		_, err := ask(request)
		var p *wire.Problem
		if !errors.As(err, &p) || len(p.Errors) == 0 || p.Errors[0].Location != place {
			t.Errorf("%s: %v, not at %s", request, err, place)
		}
	}
}
