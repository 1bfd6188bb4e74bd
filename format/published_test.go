package format_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/format"
	"nonet/puzzle"
	"nonet/solve"
)

// published returns the rows of a table in ../shared/formats, which has puzzles by other people.
func published(t *testing.T, name string) (rows [][]string) {
	f, err := os.Open(filepath.Join("..", "..", "shared", "formats", name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("../shared/formats is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if text := lines.Text(); text != "" && text[0] != '#' {
			rows = append(rows, strings.Split(text, "\t"))
		}
	}
	return rows
}

// verdict returns "solved" for a puzzle whose solution is known, or the reason why it is not known. silent is
// set if only the author's solution shows that the answer is wrong.
func verdict(ctx context.Context, text, want string) (what string, silent bool) {
	p, err := format.NewReader(strings.NewReader(text), format.Options{IgnoreUnknown: true}).ReadOne()
	if err != nil {
		return "refused: " + err.Error(), false
	}
	unknown := p.UnknownRules()
	o := p.Puzzle()
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	count, err := solve.Count(ctx, o, puzzle.Limits{Solutions: 2})
	got := ""
	switch {
	case err != nil:
		got = "open: " + err.Error()
	case count.N == 0:
		got = "no solution"
	case count.N > 1:
		got = "several solutions"
	default:
		var values strings.Builder
		for _, v := range count.Solutions[0][:o.BoardCells()] {
			values.WriteString(strconv.Itoa(v))
		}
		if got = "solved"; values.String() != want {
			got = "another solution"
		}
	}
	if len(unknown) > 0 {
		return "refused: " + strings.Join(unknown, "; ") + " (else " + got + ")", false
	}
	return got, got == "another solution"
}

// TestPublished checks that each drawn puzzle has its author's solution, or is refused with the parts not
// understood. None may have another solution. -v lists each.
func TestPublished(t *testing.T) {
	for _, table := range []struct {
		name          string
		text, want    int // columns
		least, silent int
	}{
		{"sudokupad.tsv", 3, 4, 28, 0},
		{"fpuzzles.tsv", 1, 2, 20, 0},
	} {
		t.Run(table.name, func(t *testing.T) {
			sums := map[string]int{}
			for _, row := range published(t, table.name) {
				what, silent := verdict(t.Context(), row[table.text], row[table.want])
				kind, _, _ := strings.Cut(what, ":")
				sums[kind]++
				t.Logf("%s %s: %s", row[0], row[1][:min(len(row[1]), 30)], what)
				if silent {
					t.Errorf("%s: wrong in silence", row[0])
				}
			}
			if sums["solved"] < table.least {
				t.Errorf("%d are solved, %d were", sums["solved"], table.least)
			}
			var kinds []string
			for kind, n := range sums {
				kinds = append(kinds, strconv.Itoa(n)+" "+kind)
			}
			slices.Sort(kinds)
			t.Log(strings.Join(kinds, ", "))
		})
	}
}
