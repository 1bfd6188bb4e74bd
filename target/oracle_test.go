package target_test

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/sudoku"
	"nonet/target"
)

// everyCompletion calls visit with every completion of g. It is the independent oracle, a plain depth-first
// search that shares nothing with the optimiser. ok is false if it stopped after it had tried more than limit
// cells.
func everyCompletion(g sudoku.Grid, limit int, visit func(sudoku.Grid)) (ok bool) {
	cells := g.Values()
	tried := 0
	fits := func(c int, d uint8) bool {
		for i, v := range cells {
			if i != c && v == d && (i/9 == c/9 || i%9 == c%9 || i/27 == c/27 && i%9/3 == c%9/3) {
				return false
			}
		}
		return true
	}
	var fill func(c int) bool
	fill = func(c int) bool {
		if c == 81 {
			if full, err := sudoku.FromCells(cells); err == nil {
				visit(full)
			}
			return true
		}
		if tried++; tried > limit {
			return false
		}
		if d := cells[c]; d != 0 {
			return !fits(c, d) || fill(c+1)
		}
		for d := uint8(1); d <= 9; d++ {
			if fits(c, d) {
				cells[c] = d
				if !fill(c + 1) {
					return false
				}
				cells[c] = 0
			}
		}
		return true
	}
	return fill(0)
}

// completionScores returns the scores of all completions, best first. ok is as for everyCompletion.
func completionScores(g sudoku.Grid, w target.Weights, goal target.Goal, limit int) (all []int64, ok bool) {
	ok = everyCompletion(g, limit, func(full sudoku.Grid) { all = append(all, w.Score(full)) })
	slices.Sort(all)
	if goal == target.Maximum {
		slices.Reverse(all)
	}
	return all, ok
}

// instance is a target puzzle with its optimum under the ring weights.
type instance struct {
	name    string
	grid    sudoku.Grid
	optimum int64
}

// readInstances returns the instances of a file with lines of tab-separated name, givens, optimum,
// grid, ….
func readInstances(t testing.TB, path string) []instance {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []instance
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(lines.Text(), "#") || len(fields) < 4 {
			continue
		}
		optimum, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, instance{fields[0], sudoku.MustParse(fields[3]), optimum})
	}
	return all
}
