package target_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/board"
	"nonet/internal/check/soak"
	"nonet/sudoku"
	"nonet/target"
)

// integerProgram returns the exact cover as an integer program in CPLEX's LP format.
func integerProgram(g sudoku.Grid, w target.Weights, goal target.Goal) string {
	var b strings.Builder
	b.WriteString(map[target.Goal]string{target.Maximum: "Maximize", target.Minimum: "Minimize"}[goal] + "\n obj:")
	var rows [4][81][]string
	var all []string
	for c := range sudoku.Cell(81) {
		for d := range g.Candidates(c).Digits() {
			x := fmt.Sprintf("x%d_%d", c, d)
			all = append(all, x)
			fmt.Fprintf(&b, " %+d %s\n", w[c][d], x)
			for j, k := range []int{int(c), (c.Row()-1)*9 + int(d) - 1, (c.Column()-1)*9 + int(d) - 1, (board.Classic().Block(c).Number()-1)*9 + int(d) - 1} {
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

// randomWeights returns random weights of a kind. "cells" multiplies the digit by 1 to 100 in each cell, and
// "signed" by −50 to 50. "table" has 1 to 100 for each digit in each cell.
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

// somePuzzle returns a puzzle with this number of givens and at least one solution.
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

var programs = flag.String("programs", "", "the `directory` of the programs to measure, nonet and hello; what is missing there is built")

var objective = regexp.MustCompile(`Objective value:\s+(-?[0-9.]+)`)

// cbcPath returns the path of CBC's program, or skips the test.
func cbcPath(t *testing.T) string {
	cbc, err := exec.LookPath("cbc")
	if err != nil {
		t.Skip("CBC is not installed (Debian's coinor-cbc): not compared with it")
	}
	return cbc
}

// TestWholeProcessAgainstCBC compares whole processes: `nonet target PUZZLE` and `cbc FILE` on each reference
// instance. They take turns, so that other load affects both. The best of a few runs counts. With -v it logs
// the ratios. It also logs the time of a process that does nothing, in C and in Go. No Go program can be faster
// than the latter.
func TestWholeProcessAgainstCBC(t *testing.T) {
	cbc := cbcPath(t)
	if flag.Lookup("test.v").Value.String() != "true" { // testing.Verbose is true with -json, too
		t.Skip("shows times, which takes -v")
	}
	dir := *programs
	if dir == "" {
		dir = t.TempDir()
	}
	hello := filepath.Join(dir, "hello.go")
	if err := os.WriteFile(hello, []byte("package main\nimport \"os\"\nfunc main() { os.Stdout.WriteString(\"hello\\n\") }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{"nonet": "../cmd/nonet", "hello": hello} {
		name = filepath.Join(dir, name)
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if out, err := exec.Command("go", "build", "-o", name, source).CombinedOutput(); err != nil {
			t.Skipf("go build %s: %v\n%s", source, err, out)
		}
	}
	path := "../../shared/targets/rings.tsv"
	if _, err := os.Stat(path); err != nil {
		path = "testdata/rings.tsv"
	}
	all := readInstances(t, path)
	// run returns the output of the program, and its time.
	run := func(name string, args ...string) (string, time.Duration) {
		cmd := exec.Command(name, args...)
		var out strings.Builder
		cmd.Stdout = &out
		start := time.Now()
		err := cmd.Run()
		took := time.Since(start)
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out.String())
		}
		return out.String(), took
	}
	const rounds = 5
	least := func(times []time.Duration) float64 { return slices.Min(times).Seconds() * 1e3 }
	var nothing, helloGo, together, together30 []time.Duration
	ours, theirs := make([][]time.Duration, len(all)), make([][]time.Duration, len(all))
	for round := range rounds {
		_, took := run("true")
		nothing = append(nothing, took)
		_, took = run(filepath.Join(dir, "hello"))
		helloGo = append(helloGo, took)
		puzzles := []string{"target"}
		var sum time.Duration
		for k, i := range all {
			puzzles = append(puzzles, i.grid.String())
			out, took := run(filepath.Join(dir, "nonet"), "target", i.grid.String())
			if out != fmt.Sprintln(i.optimum) {
				t.Errorf("%s: %q, want %d", i.name, out, i.optimum)
			}
			ours[k] = append(ours[k], took)
			file := filepath.Join(dir, i.name+".lp")
			if round == 0 {
				if err := os.WriteFile(file, []byte(integerProgram(i.grid, target.RingWeights(), target.Maximum)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			out, took = run(cbc, file, "-solve", "-quit")
			if m := objective.FindStringSubmatch(out); m == nil || m[1] != fmt.Sprintf("%d.00000000", i.optimum) {
				t.Errorf("%s: CBC does not print %d:\n%s", i.name, i.optimum, out)
			}
			theirs[k] = append(theirs[k], took)
			sum += took
		}
		together30 = append(together30, sum)
		_, took = run(filepath.Join(dir, "nonet"), puzzles...)
		together = append(together, took)
	}
	var ratios, beyonds []float64
	possible := 0
	for k, i := range all {
		ratio := least(theirs[k]) / least(ours[k])
		ratios = append(ratios, ratio)
		// The ratio without the time of a process that does nothing.
		beyond := (least(theirs[k]) - least(nothing)) / (least(ours[k]) - least(helloGo))
		beyonds = append(beyonds, beyond)
		if least(theirs[k]) >= 20*least(helloGo) {
			possible++
		}
		t.Logf("%-12s nonet %6.2f ms, CBC %7.2f ms, ratio %5.1f, beyond the start %5.1f", i.name, least(ours[k]), least(theirs[k]), ratio, beyond)
	}
	slices.Sort(ratios)
	t.Logf("a process that does nothing: %.2f ms (true), %.2f ms (Go); CBC takes 20 times the latter on %d of %d instances", least(nothing), least(helloGo), possible, len(all))
	slices.Sort(beyonds)
	t.Logf("beyond the start of a process: least %.1f, median %.1f, most %.1f", beyonds[0], beyonds[len(beyonds)/2], beyonds[len(beyonds)-1])
	t.Logf("ratio: least %.1f, median %.1f, most %.1f", ratios[0], ratios[len(ratios)/2], ratios[len(ratios)-1])
	t.Logf("all %d: one nonet %.2f ms, %d CBCs %.1f ms, ratio %.1f", len(all), least(together), len(all), least(together30), least(together30)/least(together))
}

// TestAgainstCBC checks optima against CBC, COIN-OR's general solver of integer programs. With -v
// it logs the times of both; the optimiser runs in this process.
func TestAgainstCBC(t *testing.T) {
	cbc := cbcPath(t)
	compare := func(name string, g sudoku.Grid, w target.Weights, goal target.Goal) {
		start := time.Now()
		r := proveOptimum(t, g, w, goal)
		ours := time.Since(start)
		file := filepath.Join(t.TempDir(), "target.lp")
		if err := os.WriteFile(file, []byte(integerProgram(g, w, goal)), 0o644); err != nil {
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
	for _, i := range readInstances(t, "testdata/rings.tsv") {
		compare(i.name, i.grid, target.RingWeights(), target.Maximum)
	}
	random := rand.New(rand.NewPCG(2009, 4))
	for i, kind := range []string{"cells", "signed", "table"} {
		for j, givens := range []int{30, 16} {
			for k, goal := range []target.Goal{target.Maximum, target.Minimum} {
				g, w := somePuzzle(givens, random), randomWeights(kind, random)
				if (i+j+k)%2 == 0 || soak.On() { // every pair of the three occurs
					compare(fmt.Sprintf("%s %d %v", kind, givens, goal), g, w, goal)
				}
			}
		}
	}
}
