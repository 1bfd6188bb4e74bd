package operation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/soak"
	"nonet/internal/exchange"
	"nonet/message"
	"nonet/wire"
)

// These are a puzzle that has a unique solution only with anti-knight, and that solution.
const (
	wordedGivens = ".2.4..7...56.89..3..9...4.62...64............8.723.....1..459......78.....8....4."
	wordedClosed = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
	// plainClosed is a grid that breaks anti-knight.
	plainClosed = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// textsWithRules returns texts of one puzzle with one set of rules in words, by notation.
func textsWithRules(givens, rules, solution string) map[string]string {
	cells := func(cell string) string {
		var rows []string
		for i := range 9 {
			var row []string
			for _, c := range givens[9*i : 9*i+9] {
				if c == '.' {
					row = append(row, "{}")
				} else {
					row = append(row, fmt.Sprintf(cell, c))
				}
			}
			rows = append(rows, "["+strings.Join(row, ",")+"]")
		}
		return "[" + strings.Join(rows, ",") + "]"
	}
	quoted, _ := json.Marshal(rules)
	inCage, _ := json.Marshal("rules: " + rules)
	texts := map[string]string{
		"sudokupad-json":      fmt.Sprintf(`{"cells":%s,"metadata":{"rules":%s,"solution":"%s"}}`, cells(`{"value":"%c"}`), quoted, solution),
		"sudokupad-json cage": fmt.Sprintf(`{"cells":%s,"metadata":{"solution":"%s"},"cages":[{"value":%s}]}`, cells(`{"value":%c}`), solution, inCage),
		"fpuzzles-json":       fmt.Sprintf(`{"size":9,"grid":%s,"ruleset":%s,"solution":"%s"}`, cells(`{"value":%c,"given":true}`), quoted, solution),
	}
	texts["sudokupad"] = exchange.SudokuPad.Link(texts["sudokupad-json"])
	texts["fpuzzles"] = exchange.FPuzzles.Link(texts["fpuzzles-json"])
	return texts
}

// askedOf asks the example question of an operation about another puzzle. It returns the answer, or the reason
// of the refusal. The answer is without times, and without texts that only some notations have. ok is false if
// the operation takes no puzzle.
func askedOf(t *testing.T, op Operation, text string, more map[string]any) (answer map[string]any, refused string, ok bool) {
	var q map[string]any
	if json.Unmarshal([]byte(op.Example), &q) != nil || q["puzzle"] == nil {
		return nil, "", false
	}
	q["puzzle"] = text
	if q["values"] != nil && op.Name != "conflicts" {
		delete(q, "values")
	}
	if op.Name == "conflicts" {
		q["values"] = make([]int, 81)
		for i := range 81 {
			q["values"].([]int)[i] = -1
		}
	}
	for key, v := range more {
		q[key] = v
	}
	if _, bounded := op.Request.FieldByName("TimeoutMS"); bounded { // because a busy machine takes longer
		q["timeout_ms"] = 300_000
	}
	request, _ := json.Marshal(q)
	a, err := op.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{Time: 5 * time.Minute}.WithDefaults()}, request)
	if p := (*wire.Problem)(nil); errors.As(err, &p) {
		return nil, p.Detail, true
	} else if err != nil {
		return nil, err.Error(), true
	}
	b, _ := json.Marshal(a)
	if err := json.Unmarshal(b, &answer); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"ms", "nodes", "puzzle", "text", "published", "notes", "puzzles"} { // minimal puzzles are chosen at random
		delete(answer, key)
	}
	return answer, "", true
}

// Each operation reads a puzzle with rules in words from every notation as the same puzzle. This puzzle equals
// the one that has the rule as an item. Otherwise it refuses the puzzle and names the rule.
func TestWordsInEveryOperation(t *testing.T) {
	texts := textsWithRules(wordedGivens, "Normal sudoku rules apply. Identical digits cannot be a knight's move apart.", wordedClosed)
	items := ".AntiKnight"
	for cell, c := range wordedGivens {
		if c != '.' {
			items += fmt.Sprintf(".~R%dC%d_%c", cell/9+1, cell%9+1, c)
		}
	}
	asked := 0
	for _, op := range All() {
		if op.Name == "print" || op.Name == "suggest" || op.Name == "draft" {
			continue // several puzzles, a random choice, or a draft in our JSON
		}
		want, refused, ok := askedOf(t, op, items, nil)
		if !ok {
			continue
		}
		asked++
		for name, text := range texts {
			got, why, _ := askedOf(t, op, text, nil)
			delete(got, "readings") // only words have readings
			switch {
			case refused != "" && (why == "" || got != nil):
				t.Errorf("%s: %s is answered, %v, and items are refused: %s", op.Name, name, got, refused)
			case refused != "" && !strings.Contains(why, "nti-knight") && why != refused:
				t.Errorf("%s: %s is refused without its rule: %s", op.Name, name, why)
			case refused == "" && !reflect.DeepEqual(got, want):
				t.Errorf("%s: %s: %v %s, not %v", op.Name, name, got, why, want)
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d operations take a puzzle", asked)
	}
}

// A sentence that may contain a rule is named, and the puzzle is refused, unless ignore_unknown
// is set.
func TestUnreadWords(t *testing.T) {
	shows := map[string]bool{"drawing": true, "conflicts": true} // these operations show people the missing parts
	many := soak.Pick(50, 2000)
	for i, rules := range []string{
		"Normal sudoku rules apply. The snake never bites its tail.",
		"Normal sudoku rules apply, except in the snake: the snake never bites its tail.",
		"Identical digits cannot be a knight's move apart, unless the snake bites its tail",
		"Normal sudoku rules do not apply in the snake.\nThanks!",
		strings.Repeat("Normal sudoku rules apply. ", many) + "The snake bites.",
	} {
		for name, text := range textsWithRules(wordedGivens, rules, "") {
			for turn, op := range All() {
				if i > 0 && (turn+i)%4 != 0 && !soak.On() {
					continue // all are asked about the first text
				}
				answer, why, ok := askedOf(t, op, text, nil)
				if ok && !shows[op.Name] && op.Name != "draft" && (answer != nil || !strings.Contains(why, "snake") && !strings.Contains(why, "Normal")) {
					t.Errorf("%.60s, %s, %s: %v %s", rules, name, op.Name, answer, why)
				}
			}
			solve, _ := ByName("solve")
			if answer, why, _ := askedOf(t, solve, text, map[string]any{"ignore_unknown": true}); answer == nil {
				t.Errorf("%.60s, %s: ignored it is refused: %s", rules, name, why)
			}
		}
	}
}

// Every operation that finds a solution compares it with the published one, for classic and other
// rules.
func TestPublished(t *testing.T) {
	other := "6" + plainClosed[1:]
	swapped := strings.NewReplacer("1", "2", "2", "1").Replace(plainClosed)
	full := strings.TrimSuffix(plainClosed, "9") + "."
	for _, c := range []struct{ givens, rules, solution, want string }{
		{full, "Normal sudoku rules apply.", plainClosed, "agrees"},
		{full, "", other, "differs"},
		{full, "", strings.Repeat("?", 80) + "9", "agrees"},
		{full, "", strings.Repeat("?", 80) + "8", "differs"},
		{strings.Repeat(".", 81), "", plainClosed, "several"},
		{strings.Repeat(".", 81), "Anti-king.", plainClosed, "differs"},
		{strings.Repeat(".", 81), "Normal sudoku rules apply.", swapped, "several"},
		{full, "Anti-knight.", plainClosed, "none"},
		{full, "", "", ""},
		{full, "", "123", ""},
	} {
		for name, text := range textsWithRules(c.givens, c.rules, c.solution) {
			for _, op := range []string{"solve", "count", "check"} {
				question := map[string]any{"puzzle": text}
				if op == "count" {
					question["limit"] = 2 // enough for several
				}
				request, _ := json.Marshal(question)
				operation, _ := ByName(op)
				a, err := operation.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, request)
				b, _ := json.Marshal(a)
				var answer struct {
					Published *wire.Published
					Notes     []string
				}
				json.Unmarshal(b, &answer)
				got := ""
				if answer.Published != nil {
					got = answer.Published.Verdict
				}
				if strings.HasPrefix(c.solution, "?") && op != "solve" && got == "open" {
					continue // the notation keeps no solution
				}
				if err != nil || got != c.want || (len(answer.Notes) > 0) != (c.want != "" && c.want != "agrees") {
					t.Errorf("%s of %s, %q with %.20s: %s %v, not %s, %v", op, name, c.rules, c.solution, got, answer.Notes, c.want, err)
				}
			}
		}
	}
}

// A refusal first says whether the puzzle with the known rules has one solution. It also says whether this is
// the solution in the text. If both are so, there is no refusal. With ignore_unknown the notes say so.
func TestRefusalSaysWhatIsUnderstood(t *testing.T) {
	const (
		knight  = "Identical digits cannot be a knight's move apart. "
		one     = "the rules understood have one solution already; "
		several = "the rules understood have more than one solution; "
		none    = "the rules understood have no solution; "
		agrees  = "the solution that comes with the puzzle agrees"
		kept    = "the solution that comes with the puzzle breaks no rule"
		breaks  = "the solution that comes with the puzzle breaks a rule as nonet read it: "
	)
	full := strings.TrimSuffix(plainClosed, "9") + "."
	for _, c := range []struct{ givens, rules, solution, found, agreement, verdict string }{
		{wordedGivens, knight, wordedClosed, one, agrees, "agrees"},
		{wordedGivens, knight, "", one, "", ""},
		{wordedGivens, knight, plainClosed, one, breaks, "differs"},
		{wordedGivens, "", wordedClosed, several, kept, "several"},
		{wordedGivens, "", "", several, "", ""},
		{full, knight, plainClosed, none, breaks + "Anti-knight", "none"},
	} {
		for name, text := range textsWithRules(c.givens, c.rules+"The snake never bites its tail.", c.solution) {
			for _, op := range []string{"solve", "count", "check", "candidates"} {
				operation, _ := ByName(op)
				question := map[string]any{"puzzle": text, "timeout_ms": 30000}
				request, _ := json.Marshal(question)
				a, err := operation.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, request)
				p, _ := errors.AsType[*wire.Problem](err)
				if c.verdict == "agrees" { // the snake cannot change the answer
					b, _ := json.Marshal(a)
					if err != nil || !strings.Contains(string(b), "not read as rules: ") || !strings.Contains(string(b), "snake") {
						t.Errorf("%s of %s, %q with %.20s: %s %v", op, name, c.rules, c.solution, b, err)
					}
				} else if p == nil || !strings.Contains(p.Detail, ": "+c.found+c.agreement) || !strings.Contains(p.Detail, "; the puzzle has") ||
					!strings.Contains(p.Detail, "snake") || c.agreement == "" && strings.Contains(p.Detail, "comes with") {
					t.Errorf("%s of %s, %q with %.20s: %v", op, name, c.rules, c.solution, err)
				}
				if question["ignore_unknown"] = true; op == "count" {
					question["limit"] = 2
				}
				request, _ = json.Marshal(question)
				a, err = operation.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, request)
				b, _ := json.Marshal(a)
				var answer struct {
					Published *wire.Published
					Notes     []string
				}
				json.Unmarshal(b, &answer)
				verdict := ""
				if answer.Published != nil {
					verdict = answer.Published.Verdict
				}
				notes := strings.Join(answer.Notes, "\n")
				if err != nil || verdict != c.verdict || !strings.Contains(notes, c.agreement) || c.agreement == "" && strings.Contains(notes, "comes with") {
					t.Errorf("%s of %s ignoring the snake, %q with %.20s: %s %q, %v", op, name, c.rules, c.solution, verdict, answer.Notes, err)
				}
			}
		}
	}
}

// If the queue has no room for the search, the refusal only names the rules.
func TestRefusalWithoutRoom(t *testing.T) {
	text := textsWithRules(wordedGivens, "The snake never bites its tail.", wordedClosed)["fpuzzles-json"]
	request, _ := json.Marshal(map[string]any{"puzzle": text, "timeout_ms": 7})
	solve, _ := ByName("solve")
	var asked time.Duration
	full := func(within time.Duration, _ func(context.Context)) { asked = within }
	_, err := solve.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults(), Turn: full}, request)
	if err == nil || !strings.Contains(err.Error(), ": the puzzle has") || asked != 7*time.Millisecond {
		t.Errorf("%v after %v", err, asked)
	}
}

// The refusals of a run share the time for their searches. When this time is spent, they say so, and still
// compare the published solution.
func TestRefusalsShareTime(t *testing.T) {
	var text bytes.Buffer
	err := json.Compact(&text, []byte(textsWithRules(wordedGivens, "The snake never bites its tail.", wordedClosed)["fpuzzles-json"]))
	if err != nil {
		t.Fatal(err)
	}
	text.WriteByte('\n')
	solve, _ := ByName("solve")
	workers, err := solve.NewLineAnswerers(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, other := workers(), workers()
	answered := func(l *Lines) string {
		var out bytes.Buffer
		if err := l.Answer(t.Context(), bytes.Clone(text.Bytes()), 1, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const spent, several = "this run has spent its 10s on such searches; the solution that comes with the puzzle breaks no rule that was read; the puzzle has", "more than one solution"
	if got := answered(one); !strings.Contains(got, several) || strings.Contains(got, "spent") || one.call.spare.spent.Load() == 0 {
		t.Error(got)
	}
	one.call.spare.spent.Add(int64(spareTime))
	for _, l := range []*Lines{one, other} {
		if got := answered(l); !strings.Contains(got, spent) || strings.Contains(got, several) {
			t.Error(got)
		}
	}
}
