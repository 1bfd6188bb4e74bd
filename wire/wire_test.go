package wire

import (
	"context"
	"encoding/json"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/textbook"
)

const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// What varies from run to run is masked; all else is in the golden file.
var volatile = regexp.MustCompile(`"(ms|nodes)":[0-9.]+`)

// objects writes objects, a line each, and checks them against a golden file.
func objects(t *testing.T) (write func(name string, lang message.Lang, object any), check func(file string)) {
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

// The golden file holds one object of every kind and language, as the command
// line and the API send them.
func TestGolden(t *testing.T) {
	write, check := objects(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	for _, lang := range message.Langs() {
		for _, test := range []struct {
			name   string
			ctx    context.Context
			puzzle sudoku.Grid
			limits sudoku.Limits
		}{
			{"unique", t.Context(), sudoku.MustParse(inkala), sudoku.Limits{}},
			{"unsolvable", t.Context(), sudoku.MustParse("12345678.........9" + strings.Repeat(".", 63)), sudoku.Limits{}},
			{"contradictory", t.Context(), sudoku.MustParse("8...8" + inkala[5:]), sudoku.Limits{}},
			{"cancelled", cancelled, sudoku.MustParse(inkala), sudoku.Limits{}},
			{"deadline", expired, sudoku.MustParse(inkala), sudoku.Limits{}},
		} {
			g := test.puzzle
			solutions, tally, err := sudoku.SolutionsUpTo(test.ctx, g, 2, sudoku.Lexicographic, test.limits)
			write("solve/"+test.name, lang, SolveOf(g, solutions, tally, err, time.Second, lang))
			tally, err = sudoku.Count(test.ctx, g, 10, test.limits)
			write("count/"+test.name, lang, CountOf(g, new(big.Int).SetUint64(tally.N), tally, err, time.Second, lang))
			report, err := sudoku.Check(test.ctx, g, test.limits)
			write("check/"+test.name, lang, CheckOf(g, report, err, time.Second, lang))
			strategy, ok := textbook.ByID("mrv")
			if !ok {
				t.Fatal("the strategy is not there")
			}
			run := strategy.Search(test.ctx, g.Values(), textbook.Limits{Solutions: 2}, nil, nil)
			write("lab/"+test.name, lang, RunOf(string(strategy.ID), run, lang))
		}
	}
	check("testdata/golden.txt")
}

// Beyond what all readers of JSON hold exactly the count stands in decimal digits, too.
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
		total := solve.Total{Total: sudoku.Total{N: test.n, Exact: true}}
		b, err := json.Marshal(CountOf(sudoku.Grid{}, total.N, total.Tally(), nil, 0, message.English))
		if err != nil || !strings.Contains(string(b), test.want) {
			t.Errorf("%v: %s, %v", test.n, b, err)
		}
	}
}

func TestMilliseconds(t *testing.T) {
	if got := Milliseconds(1234567 * time.Nanosecond); got != 1.234 {
		t.Errorf("1.234567 ms is sent as %v", got)
	}
}
