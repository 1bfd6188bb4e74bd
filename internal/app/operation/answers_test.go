package operation

import (
	"context"
	"encoding/json"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/golden"
	"nonet/internal/textbook"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// volatile matches the values that differ between runs. They are masked in the golden file.
var volatile = regexp.MustCompile(`"(ms|nodes)":[0-9.]+`)

// goldenObjects returns functions that write objects, one per line, and compare them with a golden
// file.
func goldenObjects(t *testing.T) (write func(name string, lang message.Lang, object any), check func(file string)) {
	var out strings.Builder
	write = func(name string, lang message.Lang, object any) {
		b, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(name + " " + string(lang) + " " + volatile.ReplaceAllString(string(b), `"$1":0`) + "\n")
	}
	return write, func(file string) { golden.Check(t, file, out.String()) }
}

// The golden file has an object of every kind and language, as the command line and the API send
// it.
func TestAnswersGolden(t *testing.T) {
	write, check := goldenObjects(t)
	line := strings.Trim(hardOne, `"`)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	for _, lang := range message.Langs() {
		for _, test := range []struct {
			name   string
			ctx    context.Context
			puzzle string
		}{
			{"unique", t.Context(), line},
			{"unsolvable", t.Context(), "12345678.........9" + strings.Repeat(".", 63)},
			{"contradictory", t.Context(), "8...8" + line[5:]},
			{"cancelled", cancelled, line},
			{"deadline", expired, line},
		} {
			p := GridSubject(sudoku.MustParse(test.puzzle))
			found, err := solve.Solutions(test.ctx, p.Puzzle, sudoku.Lexicographic, puzzle.Limits{Solutions: 2})
			write("solve/"+test.name, lang, p.Wire(found, err, 2, time.Second, lang))
			total, err := solve.CountAll(test.ctx, p.Puzzle, 10, puzzle.Limits{}, nil)
			write("count/"+test.name, lang, p.WireCount(total, err, time.Second, lang))
			report, err := solve.Check(test.ctx, p.Puzzle, puzzle.Limits{})
			write("check/"+test.name, lang, p.WireCheck(&report, err, time.Second, lang))
			strategy, ok := textbook.ByID("mrv")
			if !ok {
				t.Fatal("the strategy is not there")
			}
			run := strategy.Search(test.ctx, p.givenGrid().Values(), textbook.Limits{Solutions: 2}, nil, nil)
			write("lab/"+test.name, lang, wireRun(string(strategy.ID), run, lang))
		}
	}
	check("testdata/answers.txt")
}

// A count that not every JSON reader represents exactly is also given as decimal digits.
func TestGreatCounts(t *testing.T) {
	all, _ := new(big.Int).SetString("6670903752021072936960", 10)
	for _, test := range []struct {
		n    *big.Int
		want string
	}{
		{big.NewInt(1 << 53), `"count":9007199254740992,"complete"`},
		{big.NewInt(1<<53 + 1), `"count":9007199254740993,"decimal":"9007199254740993","complete"`},
		{all, `"count":18446744073709551615,"decimal":"6670903752021072936960","complete"`},
	} {
		total := solve.TotalOf(sudoku.Total{N: test.n, Exact: true})
		b, err := json.Marshal(GridSubject(sudoku.Grid{}).WireCount(total, nil, 0, message.English))
		if err != nil || !strings.Contains(string(b), test.want) {
			t.Errorf("%v: %s, %v", test.n, b, err)
		}
	}
}
