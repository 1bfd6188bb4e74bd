package puzzle

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/engine/clauses"
	"nonet/internal/engine/csp"
)

// Both engines find the same number of solutions of a board of houses, and the checkers accept
// them.
func TestLargeAgainstConstraints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.SampledFrom([]Box{{2, 2}, {2, 3}, {3, 3}}).Draw(t, "box")
		n := box.Rows * box.Columns
		p := &Puzzle{Rows: n, Columns: n, Low: 1, High: n, Box: box}
		for range rapid.IntRange(0, n*n/2).Draw(t, "givens") {
			p.Givens = append(p.Givens, Given{rapid.IntRange(0, n*n-1).Draw(t, "cell"), rapid.SliceOfNDistinct(rapid.IntRange(1, n), 1, 2, rapid.ID).Draw(t, "values")})
		}
		if p.Validate() != nil {
			t.Skip("contradictory")
		}
		net, _ := p.buildNetwork(context.Background())
		want := csp.Count(context.Background(), net, csp.Limits{Solutions: 20})
		if !net.CanStateClauses() {
			t.Fatal("no board of houses")
		}
		groups, of := buildClauseProblem(net)
		got, err := countLarge(context.Background(), n*n, groups, of, Limits{Solutions: 20, Keep: 20})
		if err != nil || int(got.N) != int(want.Count) || got.Exact != (want.Outcome == csp.Complete) {
			t.Fatalf("%+v, %v; constraints: %+v", got.Tally, err, want)
		}
		for _, s := range got.Solutions {
			if broken, err := p.Check(s); err != nil || len(broken) > 0 {
				t.Fatalf("%v: %v, %v", s, broken, err)
			}
		}
	})
}

// The largest board needs no more memory than docs/BOARDS.md states.
func TestLargeMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the empty board of 64×64 is not solved")
	}
	p := &Puzzle{Rows: 64, Columns: 64, Low: 1, High: 64, Box: Box{8, 8}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := p.Search(t.Context(), Limits{Solutions: 2})
	runtime.ReadMemStats(&after)
	if err != nil || r.N != 2 {
		t.Errorf("%+v, %v", r.Tally, err)
	}
	// The total of all allocations is an upper bound of the memory in use.
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 400 {
		t.Errorf("%d MB", took)
	}
}

// The same for the other rules that the learning engine accepts: pairs, sets and equal cells,
// alone and together.
func TestStatedAgainstConstraints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const values = 4
		cells := rapid.IntRange(2, 7).Draw(t, "cells")
		n := csp.New(1, values, cells)
		some := func(least, most int) (all []csp.Cell) {
			for _, c := range rapid.SliceOfNDistinct(rapid.IntRange(0, cells-1), least, min(most, cells), rapid.ID).Draw(t, "cells") {
				all = append(all, csp.Cell(c))
			}
			return all
		}
		set := func() csp.Set { return csp.Set(rapid.IntRange(1, 1<<values-1).Draw(t, "set")) }
		for range rapid.IntRange(1, 6).Draw(t, "constraints") {
			two := some(2, 2)
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				n.Distinct(some(2, values)...)
			case 1:
				k := rapid.IntRange(2, min(3, cells)).Draw(t, "size")
				var sets []csp.Set
				for s := range csp.Set(1 << values) {
					if s.Len() == k && rapid.Bool().Draw(t, "in") {
						sets = append(sets, s)
					}
				}
				n.OneOfSets(some(k, k), sets)
			case 2:
				pairs := rapid.Uint16().Draw(t, "pairs")
				n.Relation(two[0], two[1], csp.NewRelation(0, values, func(a, b int) bool { return pairs>>(a*values+b)&1 != 0 }))
			case 3:
				n.NotBoth(two[0], two[1], set())
			case 4:
				n.Equal(two[0], two[1])
			default:
				n.Allow(two[0], set())
			}
		}
		want := csp.Count(context.Background(), n, csp.Limits{Solutions: 1 << 15})
		groups, of := buildClauseProblem(n)
		got, err := countLarge(context.Background(), cells, groups, of, Limits{Solutions: 1 << 15, Keep: 1})
		if err != nil || !n.CanStateClauses() || int(got.N) != want.Count || !got.Exact {
			t.Fatalf("%+v, %v; constraints: %+v", got.Tally, err, want)
		}
	})
}

// Counts in cells that differ cannot be stated to the learning engine.
func TestStateable(t *testing.T) {
	n := csp.New(1, 10, 10)
	n.Distinct(0, 1, 2)
	if !n.CanStateClauses() {
		t.Error("houses alone are not taken")
	}
	n.OccurrenceCounts([]csp.Cell{0, 1}, []csp.Set{1})
	if n.CanStateClauses() {
		t.Error("what may occur how often is passed over")
	}
}

var compare = flag.Bool("compare", false, "time both engines on the boards of ../shared from 10×10 to 16×16")

func TestLargeTimes(t *testing.T) {
	if !*compare {
		t.Skip("a measurement: -compare")
	}
	f, err := os.Open("../../shared/variants/bigboards.tsv")
	if err != nil {
		t.Skip("../shared is not here: its boards are not timed")
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		w := strings.Split(in.Text(), "\t")
		n, _ := strconv.Atoi(w[1])
		var box Box
		if k, _ := fmt.Sscanf(w[2], "%dx%d", &box.Rows, &box.Columns); k != 2 || n < 10 || n > 16 {
			continue
		}
		p := &Puzzle{Rows: n, Columns: n, Low: 1, High: n, Box: box}
		for c, word := range strings.Fields(w[3]) {
			if v, _ := strconv.Atoi(word); v > 0 {
				p.Givens = append(p.Givens, Given{c, []int{v}})
			}
		}
		start := time.Now()
		net, _ := p.buildNetwork(context.Background())
		csp.Count(t.Context(), net, csp.Limits{Solutions: 2, Nodes: 100_000})
		half := time.Now()
		groups, _ := buildClauseProblem(net)
		clauses.Count(t.Context(), groups, clauses.Limits{Solutions: 2})
		then := time.Now()
		if _, err := p.Search(t.Context(), Limits{Solutions: 2}); err != nil {
			t.Error(err)
		}
		fmt.Printf("%s\t%d\tconstraints %v\tlearning %v\tboth %v\n", w[0], n, half.Sub(start), then.Sub(half), time.Since(then))
	}
}

// More circles than the engine counts at once are counted value by value. On a full board the solution is the grid if
// every circled value v has v circles, and there is none if a circle is missing. Circles in all cells of a 9×9 board are
// a contradiction before any guess.
func TestManyCircles(t *testing.T) {
	p := New(12, 12)
	values := make([]int, p.BoardCells())
	placed := make([]int, p.High+1)
	circles := Constraint{Kind: "CountingCircles"}
	for cell := range values {
		row, column := cell/12, cell%12
		v := (row/3+4*(row%3)+column)%12 + 1
		p.Givens = append(p.Givens, Given{cell, []int{v}})
		if values[cell] = v; v < 12 && placed[v] < v {
			placed[v]++
			circles.Cells = append(circles.Cells, cell)
		}
	}
	for missing, want := range []uint64{1, 0} {
		p.Constraints = []Constraint{circles}
		p.Constraints[0].Cells = circles.Cells[:len(circles.Cells)-missing]
		r, err := p.Search(t.Context(), Limits{Solutions: 2})
		if conflicts, _ := p.Check(values); r.N != want || !r.Exact || err != nil || (len(conflicts) == 0) != (want == 1) {
			t.Errorf("%d circles missing: %d solutions, %v, conflicts %v", missing, r.N, err, conflicts)
		}
	}
	all := New(9, 9)
	all.Constraints = []Constraint{{Kind: "CountingCircles", Cells: all.cellsOfBoard()}}
	if r, err := all.Search(t.Context(), Limits{Solutions: 1}); r.N > 0 || !r.Exact || r.Nodes > 0 || err != nil {
		t.Errorf("circles in all cells: %+v, %v", r, err)
	}
}
