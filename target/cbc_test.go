package target_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/sudoku"
	"nonet/target"
)

// program is the integer program of the exact cover, in CPLEX's LP format.
func program(g sudoku.Grid, w target.Weights, goal target.Goal) string {
	var b strings.Builder
	b.WriteString(map[target.Goal]string{target.Maximum: "Maximize", target.Minimum: "Minimize"}[goal] + "\n obj:")
	var rows [4][81][]string
	var all []string
	for c := range sudoku.Cell(81) {
		for d := range g.Candidates(c).Digits() {
			x := fmt.Sprintf("x%d_%d", c, d)
			all = append(all, x)
			fmt.Fprintf(&b, " %+d %s\n", w[c][d], x)
			for j, k := range []int{int(c), (c.Row()-1)*9 + int(d) - 1, (c.Column()-1)*9 + int(d) - 1, (c.Box()-1)*9 + int(d) - 1} {
				rows[j][k] = append(rows[j][k], x)
			}
		}
	}
	b.WriteString("Subject To\n")
	for _, kind := range rows {
		for _, row := range kind {
			fmt.Fprintf(&b, " %s = 1\n", strings.Join(row, " + "))
		}
	}
	fmt.Fprintf(&b, "Binary\n %s\nEnd\n", strings.Join(all, "\n "))
	return b.String()
}

// randomWeights of a kind: "cells" 1 to 100 times the digit, "signed" −50 to 50
// times the digit, "table" 1 to 100 for each digit in each cell.
func randomWeights(kind string, random *rand.Rand) target.Weights {
	var w target.Weights
	for c := range w {
		factor := random.Int64N(100) + 1
		if kind == "signed" {
			factor = random.Int64N(101) - 50
		}
		for d := int64(1); d <= 9; d++ {
			w[c][d] = factor * d
			if kind == "table" {
				w[c][d] = random.Int64N(100) + 1
			}
		}
	}
	return w
}

// somePuzzle has so many givens, and a solution.
func somePuzzle(givens int, random *rand.Rand) sudoku.Grid {
	// The optimum of random weights on the empty grid is a random grid.
	r, err := target.Optimum(background, sudoku.Grid{}, randomWeights("signed", random), target.Options{})
	if err != nil {
		panic(err)
	}
	g := r.Grid
	for _, c := range random.Perm(81)[:81-givens] {
		g = g.With(sudoku.Cell(c), 0)
	}
	return g
}

// The peer: COIN-OR's CBC, a general solver of integer programs, proves the
// same optima. With -v the times of both are shown; ours is in this process.
func TestAgainstCBC(t *testing.T) {
	cbc, err := exec.LookPath("cbc")
	if err != nil {
		t.Skip("CBC is not installed (Debian's coinor-cbc): not compared with it")
	}
	objective := regexp.MustCompile(`Objective value:\s+(-?[0-9.]+)`)
	compare := func(name string, g sudoku.Grid, w target.Weights, goal target.Goal) {
		start := time.Now()
		r := optimum(t, g, w, goal)
		ours := time.Since(start)
		file := filepath.Join(t.TempDir(), "target.lp")
		if err := os.WriteFile(file, []byte(program(g, w, goal)), 0o644); err != nil {
			t.Fatal(err)
		}
		start = time.Now()
		out, err := exec.Command(cbc, file, "-sec", "60", "-solve", "-quit").CombinedOutput()
		theirs := time.Since(start)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		m := objective.FindSubmatch(out)
		if strings.Contains(string(out), "Stopped on time") {
			t.Logf("%s: CBC proves nothing in a minute", name)
			return
		}
		if m == nil || !strings.Contains(string(out), "Optimal solution found") {
			t.Fatalf("%s: CBC proves nothing:\n%s", name, out)
		}
		value, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		if int64(value) != r.Score {
			t.Errorf("%s: %d, CBC says %v", name, r.Score, value)
		}
		t.Logf("%-16s %7d  %6d nodes  %8.2f ms, CBC %8.1f ms", name, r.Score, r.Nodes, ours.Seconds()*1e3, theirs.Seconds()*1e3)
	}
	for _, i := range instances(t, "testdata/rings.tsv") {
		compare(i.name, i.grid, target.Rings(), target.Maximum)
	}
	random := rand.New(rand.NewPCG(2009, 4))
	for _, kind := range []string{"cells", "signed", "table"} {
		for _, givens := range []int{30, 16} {
			for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
				compare(fmt.Sprintf("%s %d %v", kind, givens, goal), somePuzzle(givens, random), randomWeights(kind, random), goal)
			}
		}
	}
}
