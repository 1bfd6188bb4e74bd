package cli

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/sudoku"
)

// Runs of classic puzzles pass from bytes to the engine in batches. In every one-line notation, the answers
// equal those for puzzles that are read and answered one by one.
func TestFastLaneIsTheLongWay(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 0))
	var grids []sudoku.Grid
	for _, line := range []string{
		inkala,
		strings.Repeat(".", 81),
		"88" + inkala[2:],
		"12345678.........9" + strings.Repeat(".", 63),
		"812753649943682175675491283154237896369845721287169534521974368438526917796318452",
		".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
	} {
		grids = append(grids, sudoku.MustParse(line))
	}
	for range 30 {
		values := sudoku.MustParse("812753649943682175675491283154237896369845721287169534521974368438526917796318452").Values()
		for c := range values {
			if r.IntN(20) < 9+r.IntN(8) {
				values[c] = 0
			}
		}
		g, _ := sudoku.FromCells(values)
		grids = append(grids, g)
	}
	lines := 0
	for _, kind := range format.WritableKinds() {
		write := func(grids ...sudoku.Grid) string {
			var text bytes.Buffer
			w := format.NewWriter(&text, kind)
			for _, g := range grids {
				if err := w.Write(g); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			return text.String()
		}
		if strings.Count(write(grids...), "\n") > len(grids)+1 { // one line for a header
			continue
		}
		lines++
		file := filepath.Join(t.TempDir(), "puzzles.txt")
		if err := os.WriteFile(file, []byte(write(grids...)), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			operation string
			args      []string
			fields    map[string]any
		}{
			{"solve", []string{"solve", "--limit", "2", "--order", "lex"}, map[string]any{"limit": 2, "order": "lex"}},
			{"count", []string{"count", "--limit", "3"}, map[string]any{"limit": 3}},
			{"check", []string{"check"}, nil},
		} {
			out, notes, _ := runNonet(t, nil, append(c.args, "--json", "-k", file)...)
			got := strings.Split(strings.TrimSpace(out), "\n")
			if len(got) != len(grids) {
				t.Errorf("%s of %s: %d answers to %d puzzles\n%s", c.operation, kind, len(got), len(grids), notes)
				continue
			}
			op, _ := operation.ByName(c.operation)
			for i, g := range grids {
				q := map[string]any{"puzzle": write(g), "timeout_ms": 30000}
				for field, v := range c.fields {
					q[field] = v
				}
				request, _ := json.Marshal(q)
				answer, err := op.AnswerRequest(t.Context(), &operation.Call{Lang: message.English, Limits: operation.Limits{}.WithDefaults()}, request)
				if err != nil {
					t.Fatalf("%s of %s: %v", c.operation, kind, err)
				}
				b, _ := json.Marshal(answer)
				if x, y := withoutBatchFields(t, got[i]), withoutBatchFields(t, string(b)); !reflect.DeepEqual(x, y) {
					t.Errorf("%s of %v in %s: %v in a run of lines, %v by itself", c.operation, g, kind, x, y)
				}
			}
		}
	}
	if lines < 8 {
		t.Errorf("only %d notations of one line", lines)
	}
}

// withoutBatchFields returns an answer without the fields that depend on the other puzzles of a batch.
func withoutBatchFields(t *testing.T, object string) (answer map[string]any) {
	if err := json.Unmarshal([]byte(object), &answer); err != nil {
		t.Fatalf("%v in %s", err, object)
	}
	delete(answer, "ms")
	delete(answer, "nodes")
	return answer
}
