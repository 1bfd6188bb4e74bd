package operation

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"nonet/message"
	"nonet/wire"
)

// answersToLines returns the answers to lines, without the parts that depend on time and on the other
// lines.
func answersToLines(t testing.TB, name, text string, parameters map[string][]string) []string {
	t.Helper()
	op, _ := ByName(name)
	worker, err := op.NewLineAnswerers(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, parameters)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := worker().Answer(t.Context(), []byte(text), 1, &out); err != nil {
		t.Fatal(err)
	}
	volatile := regexp.MustCompile(`"(nodes|ms)":[0-9.]+`)
	return strings.Split(strings.TrimSuffix(volatile.ReplaceAllString(out.String(), `"$1":0`), "\n"), "\n")
}

const (
	plain = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	loose = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.9..........7."
	none  = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

// A line's answer equals the answer of the operation alone, whatever the notation and the other lines.
func TestLinesAreAnswersOfTheOperation(t *testing.T) {
	for _, name := range []string{"solve", "count", "check", "grade"} {
		op, _ := ByName(name)
		var text bytes.Buffer
		var want []string
		for _, puzzle := range []string{plain, loose, none, strings.ReplaceAll(plain, ".", "0")} {
			request := fmt.Sprintf(`{"puzzle":%q}`, puzzle)
			c := Call{Lang: message.English, Limits: Limits{}.WithDefaults()}
			answer, err := op.AnswerRequest(t.Context(), &c, []byte(request))
			if err != nil {
				t.Fatal(err)
			}
			b := regexp.MustCompile(`"(nodes|ms)":[0-9.]+`).ReplaceAll(bytes.TrimSpace(JSONLine(answer)), []byte(`"$1":0`))
			// Try the puzzle alone, in quotes, with a remark, as numbers, and as an object. Lines without an
			// answer come before each.
			for _, line := range []string{puzzle, `"` + puzzle + `"`, " " + puzzle + " # remark\r", strings.Join(strings.Split(strings.ReplaceAll(puzzle, ".", "0"), ""), " "), request} {
				want = append(want, string(b))
				text.WriteString("# remark\n\n" + line + "\n")
			}
		}
		for i, got := range answersToLines(t, name, text.String(), nil) {
			if got != want[i] {
				t.Fatalf("%s, answer %d:\n%s\nwant\n%s", name, i, got, want[i])
			}
		}
	}
}

// Many more lines than fit into a batch are answered in order, including bad ones.
func TestLinesInOrder(t *testing.T) {
	var text strings.Builder
	const n = 3*linesTogether + 17
	bad := func(i int) bool { return i%1000 == 999 }
	for i := range n {
		if bad(i) {
			text.WriteString("bad\n")
		} else {
			text.WriteString(strings.Repeat(".", 81) + "\n")
			i++
		}
	}
	all := answersToLines(t, "count", text.String(), map[string][]string{"limit": {"3"}})
	if len(all) != n {
		t.Fatalf("%d answers to %d lines", len(all), n)
	}
	for i, line := range all {
		var p wire.Problem
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if bad(i) && (p.Line != i+1 || p.Column != 1 || !strings.HasPrefix(p.Detail, fmt.Sprintf("line %d,", i+1))) || !bad(i) && !strings.Contains(line, `"count":3`) {
			t.Fatalf("line %d: %s", i+1, line)
		}
	}
}

// Parameters apply to every line that does not override them.
func TestLinesHaveParametersInCommon(t *testing.T) {
	text := strings.Repeat(".", 81) + "\n" + `{"puzzle":"` + strings.Repeat(".", 81) + `","limit":2}` + "\n"
	for i, line := range answersToLines(t, "solve", text, map[string][]string{"limit": {"3"}, "order": {"lex"}}) {
		var got wire.Solve
		if err := json.Unmarshal([]byte(line), &got); err != nil || len(got.Solutions) != []int{3, 2}[i] || !strings.HasPrefix(got.Solutions[0], "123456789456789123") {
			t.Errorf("line %d: %s %v", i, line, err)
		}
	}
	x := answersToLines(t, "solve", plain+"\n", map[string][]string{"board": {"x"}})[0]
	if !strings.Contains(x, `"outcome":"none"`) {
		t.Errorf("on another board: %s", x)
	}
	solve, _ := ByName("solve")
	for _, parameters := range []map[string][]string{{"puzzle": {plain}}, {"limit": {"0"}}, {"bord": {"x"}}, {"board": {"y"}}, {"limit": {"many"}}} {
		if _, err := solve.NewLineAnswerers(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, parameters); err == nil {
			t.Errorf("%v are taken", parameters)
		}
	}
}

// A puzzle that takes too long is undecided, and its neighbours are answered.
func TestLinesOutOfTime(t *testing.T) {
	empty := strings.Repeat(".", 81)
	all := answersToLines(t, "count", plain+"\n"+empty+"\n"+plain+"\n", map[string][]string{"limit": {"0"}, "timeout_ms": {"20"}})
	if len(all) != 3 || all[0] != all[2] || !strings.Contains(all[0], `"count":1,"complete":true`) || !strings.Contains(all[1], `"complete":false`) || !strings.Contains(all[1], "reason") {
		t.Errorf("%q", all)
	}
}

// Finished answers do not wait for a long search.
func TestLinesAreWrittenBeforeALongSearch(t *testing.T) {
	count, _ := ByName("count")
	worker, err := count.NewLineAnswerers(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, map[string][]string{"limit": {"0"}, "timeout_ms": {"30000"}})
	if err != nil {
		t.Fatal(err)
	}
	const slow = ".........6................................9..25...........1......................"
	ctx, cancel := context.WithCancel(t.Context())
	var out writer = func(b []byte) { cancel() }
	if err := worker().Answer(ctx, []byte(plain+"\n"+slow+"\n"), 1, out); err != context.Canceled {
		t.Error(err)
	}
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

// The end of the context ends everything, and so does an error of the writer.
func TestLinesEnd(t *testing.T) {
	solve, _ := ByName("solve")
	worker, err := solve.NewLineAnswerers(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := strings.Repeat(plain+"\n", 10)
	if err := worker().Answer(ctx, []byte(text), 1, io.Discard); err != context.Canceled {
		t.Error(err)
	}
	r, w := io.Pipe()
	r.Close()
	if err := worker().Answer(t.Context(), []byte(text), 1, w); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

// BenchmarkLines measures a line of a batch, with its search.
func BenchmarkLines(b *testing.B) {
	const n = 3000
	for _, name := range []string{"solve", "count", "check"} {
		b.Run(name, func(b *testing.B) {
			op, _ := ByName(name)
			worker, err := op.NewLineAnswerers(&Call{Limits: Limits{}.WithDefaults()}, nil)
			if err != nil {
				b.Fatal(err)
			}
			l, text := worker(), []byte(strings.Repeat(plain+"\n", n))
			own := make([]byte, len(text))
			start := time.Now()
			for b.Loop() {
				copy(own, text)
				if err := l.Answer(b.Context(), own, 1, io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/time.Since(start).Seconds(), "puzzles/s")
		})
	}
}
