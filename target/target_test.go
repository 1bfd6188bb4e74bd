package target_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/check/reference"
	"nonet/internal/check/soak"
	"nonet/sudoku"
	"nonet/target"
)

var background = context.Background()

func grid(t testing.TB, s string) sudoku.Grid {
	t.Helper()
	g, err := sudoku.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const (
	noip1 = "700900001100005900000200080005020003000000648413000000007002090201060804080504012"
	// A puzzle with a unique solution.
	inkala = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
)

// proveOptimum proves the proveOptimum and checks the result's inner consistency.
func proveOptimum(t rapid.TB, g sudoku.Grid, w target.Weights, goal target.Goal) target.Result {
	t.Helper()
	r, err := target.Optimum(background, g, w, target.Options{Goal: goal})
	switch {
	case err != nil:
		t.Fatalf("%v %v: %v", g, goal, err)
	case r.Outcome == sudoku.Undecided:
		t.Fatalf("%v %v: undecided without an error", g, goal)
	case (r.Outcome == sudoku.Found) != r.HasGrid:
		t.Fatalf("%v: %v with HasGrid %v", g, r.Outcome, r.HasGrid)
	case r.HasGrid && (!r.Grid.Solved() || !r.Grid.Extends(g)):
		t.Fatalf("%v: %v is no completion", g, r.Grid)
	case r.HasGrid && (r.Score != w.Score(r.Grid) || r.Bound != r.Score):
		t.Fatalf("%v: score %d, bound %d, of the grid %d", g, r.Score, r.Bound, w.Score(r.Grid))
	}
	return r
}

func TestKnownOptima(t *testing.T) {
	for _, i := range slices.Concat(readInstances(t, "testdata/rings.tsv"), readInstances(t, "testdata/tail.tsv")) {
		if r := proveOptimum(t, i.grid, target.RingWeights(), target.Maximum); r.Outcome != sudoku.Found || r.Score != i.optimum {
			t.Errorf("%s: %v %d, want %d", i.name, r.Outcome, r.Score, i.optimum)
		}
	}
}

func TestNoCompletion(t *testing.T) {
	// r1c9 has no candidate: row 1 has 1 to 8, and column 9 has 9.
	g := grid(t, "12345678.........9...............................................................")
	if r := proveOptimum(t, g, target.RingWeights(), target.Maximum); r.Outcome != sudoku.None {
		t.Errorf("outcome %v, want none", r.Outcome)
	}
	g = g.With(1, 1)
	r, err := target.Optimum(background, g, target.RingWeights(), target.Options{})
	var contradiction *sudoku.ContradictionError
	if r.Outcome != sudoku.None || !errors.As(err, &contradiction) {
		t.Errorf("contradictory givens: %v, %v", r.Outcome, err)
	}
}

func TestRings(t *testing.T) {
	w := target.RingWeights()
	for c, want := range map[sudoku.Cell]int64{
		sudoku.CellAt(5, 5): 10, sudoku.CellAt(4, 6): 9, sudoku.CellAt(3, 5): 8,
		sudoku.CellAt(8, 2): 7, sudoku.CellAt(1, 9): 6, sudoku.CellAt(9, 5): 6,
	} {
		if w[c][1] != want || w[c][9] != 9*want {
			t.Errorf("%v: %v, want multiples of %d", c, w[c], want)
		}
	}
	// The example of the contest's statement.
	g := grid(t, "754938261128645937639271485865429173972153648413786529547812396291367854386594712")
	if got := w.Score(g); got != 2829 {
		t.Errorf("the contest's example scores %d, want 2829", got)
	}
}

func TestWeightRange(t *testing.T) {
	for name, change := range map[string]func(*target.Weights){
		"above":    func(w *target.Weights) { w[40][3] = target.MaxWeight + 1 },
		"below":    func(w *target.Weights) { w[40][3] = -target.MaxWeight - 1 },
		"highest":  func(w *target.Weights) { w[40][3] = math.MaxInt64 },
		"lowest":   func(w *target.Weights) { w[40][3] = math.MinInt64 },
		"multiply": func(w *target.Weights) { *w = target.CellWeights([81]int64{40: math.MinInt64}) },
		"wrap":     func(w *target.Weights) { *w = target.CellWeights([81]int64{40: 1 << 62}) },
	} {
		w := target.RingWeights()
		change(&w)
		r, err := target.Optimum(background, grid(t, inkala), w, target.Options{})
		var weight *target.WeightError
		if !errors.As(err, &weight) || r.Outcome != sudoku.Undecided || weight.Cell != 40 {
			t.Errorf("%s: %v, %v", name, r.Outcome, err)
		}
	}
	var w target.Weights
	for c := range w {
		for d := range w[c] {
			w[c][d] = target.MaxWeight
		}
	}
	if r := proveOptimum(t, grid(t, inkala), w, target.Maximum); r.Score != 81*target.MaxWeight {
		t.Errorf("all weights at the limit: %d", r.Score)
	}
	w[0][0] = math.MaxInt64 // index 0 is unused
	proveOptimum(t, grid(t, inkala), w, target.Minimum)
}

func TestGoalText(t *testing.T) {
	for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
		var got target.Goal
		if err := got.UnmarshalText([]byte(goal.String())); err != nil || got != goal {
			t.Errorf("%v: %v, %v", goal, got, err)
		}
	}
	for _, s := range []string{"", "max", "MAXIMUM", "maximum "} {
		if err := new(target.Goal).UnmarshalText([]byte(s)); err == nil {
			t.Errorf("%q is a goal", s)
		}
	}
}

// drawSolved returns a full grid, relabelled, permuted and transposed at random.
func drawSolved(t *rapid.T) sudoku.Grid {
	g := sudoku.MustParse("754938261128645937639271485865429173972153648413786529547812396291367854386594712")
	label := rapid.Permutation([]sudoku.Digit{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "labels")
	bands := rapid.Permutation([]int{0, 1, 2}).Draw(t, "bands")
	rows := rapid.Permutation([]int{0, 1, 2}).Draw(t, "rows")
	stacks := rapid.Permutation([]int{0, 1, 2}).Draw(t, "stacks")
	transpose := rapid.Bool().Draw(t, "transpose")
	var out sudoku.Grid
	for c := range 81 {
		r, k := c/9, c%9
		from := sudoku.Cell((bands[r/3]*3+rows[r%3])*9 + stacks[k/3]*3 + k%3)
		to := sudoku.Cell(c)
		if transpose {
			to = sudoku.Cell(k*9 + r)
		}
		out = out.With(to, label[g.At(from)-1])
	}
	return out
}

// drawPuzzle returns a puzzle with this number of givens and at least one solution.
func drawPuzzle(t *rapid.T, givens int) sudoku.Grid {
	g := drawSolved(t)
	order := make([]int, 81)
	for i := range order {
		order[i] = i
	}
	order = rapid.Permutation(order).Draw(t, "order")
	for _, c := range order[:81-givens] {
		g = g.With(sudoku.Cell(c), 0)
	}
	return g
}

func drawWeights(t *rapid.T) target.Weights {
	cell := func(low, high int64) target.Weights {
		return target.CellWeights([81]int64(rapid.SliceOfN(rapid.Int64Range(low, high), 81, 81).Draw(t, "cells")))
	}
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return target.RingWeights()
	case 1:
		return cell(1, 100)
	case 2:
		return cell(-50, 50)
	case 3: // all completions tie
		return target.CellWeights([81]int64{})
	default:
		var w target.Weights
		limit := rapid.SampledFrom([]int64{1, 3, 100, target.MaxWeight}).Draw(t, "limit")
		for c, v := range rapid.SliceOfN(rapid.Int64Range(-limit, limit), 729, 729).Draw(t, "table") {
			w[c/9][c%9+1] = v
		}
		return w
	}
}

func TestAgainstExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPuzzle(t, rapid.IntRange(24, 40).Draw(t, "givens"))
		if rapid.IntRange(0, 3).Draw(t, "spoil") == 0 { // the puzzle often has no solution, or contradictory givens
			g = g.With(sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "cell")), sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit")))
		}
		w := drawWeights(t)
		goal := rapid.SampledFrom([]target.Goal{target.Maximum, target.Minimum}).Draw(t, "goal")
		want, ok := completionScores(g, w, goal, 20_000)
		if !ok {
			t.Skip("too many completions to visit")
		}
		r, _ := target.Optimum(background, g, w, target.Options{Goal: goal})
		if len(want) == 0 {
			if r.Outcome != sudoku.None {
				t.Fatalf("%v has no completion; outcome %v", g, r.Outcome)
			}
			return
		}
		if r = proveOptimum(t, g, w, goal); r.Score != want[0] {
			t.Fatalf("%v %v: %d, exhaustive search says %d", g, goal, r.Score, want[0])
		}
	})
}

func negateWeights(w target.Weights) target.Weights {
	for c := range w {
		for d := range w[c] {
			w[c][d] = -w[c][d]
		}
	}
	return w
}

func TestMinimumIsNegatedMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, w := drawPuzzle(t, 24), drawWeights(t)
		low, high := proveOptimum(t, g, w, target.Minimum), proveOptimum(t, g, negateWeights(w), target.Maximum)
		if low.Score != -high.Score || low.Nodes != high.Nodes {
			t.Fatalf("minimum %d (%d nodes), negated maximum %d (%d nodes)", low.Score, low.Nodes, -high.Score, high.Nodes)
		}
	})
}

// TestRelabelling checks that relabelling the digits of puzzle and weights does not change the
// optimum.
func TestRelabelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, w := drawPuzzle(t, 30), drawWeights(t)
		label := rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "labels")
		var h sudoku.Grid
		var v target.Weights
		for c := range sudoku.Cell(81) {
			if d := g.At(c); d != 0 {
				h = h.With(c, sudoku.Digit(label[d-1]))
			}
			for d, e := range label {
				v[c][e] = w[c][d+1]
			}
		}
		if a, b := proveOptimum(t, g, w, target.Maximum), proveOptimum(t, h, v, target.Maximum); a.Score != b.Score {
			t.Fatalf("%d, relabelled %d", a.Score, b.Score)
		}
	})
}

// TestRingSymmetries checks that the optimum under ring weights does not change in the eight
// symmetries of the square.
func TestRingSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPuzzle(t, rapid.IntRange(12, 30).Draw(t, "givens"))
		want := proveOptimum(t, g, target.RingWeights(), target.Maximum).Score
		for symmetry := range 8 {
			var h sudoku.Grid
			for c := range sudoku.Cell(81) {
				r, k := c.Row(), c.Column()
				if symmetry&1 != 0 {
					r = 10 - r
				}
				if symmetry&2 != 0 {
					k = 10 - k
				}
				if symmetry&4 != 0 {
					r, k = k, r
				}
				h = h.With(sudoku.CellAt(r, k), g.At(c))
			}
			if got := proveOptimum(t, h, target.RingWeights(), target.Maximum).Score; got != want {
				t.Fatalf("symmetry %d: %d, want %d", symmetry, got, want)
			}
		}
	})
}

func TestAddingAGivenNeverRaisesTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, w := drawPuzzle(t, 22), drawWeights(t)
		before := proveOptimum(t, g, w, target.Maximum)
		c := sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "cell"))
		if g.At(c) != 0 {
			t.Skip("a given already")
		}
		if h := g.With(c, before.Grid.At(c)); proveOptimum(t, h, w, target.Maximum).Score != before.Score {
			t.Fatal("giving a digit of the optimum changes it")
		}
		h := g.With(c, sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit")))
		if h.Contradictions() != nil {
			t.Skip("contradictory")
		}
		if after := proveOptimum(t, h, w, target.Maximum); after.Outcome == sudoku.Found && after.Score > before.Score {
			t.Fatalf("%d with a given more, %d without", after.Score, before.Score)
		}
	})
}

// watchProgress returns a callback which checks that progress only improves. It also returns the last progress
// reported.
func watchProgress(t *testing.T, goal target.Goal) (func(target.Result), *target.Result) {
	last, first := &target.Result{}, true
	better := func(a, b int64) bool { return a > b == (goal == target.Maximum) && a != b }
	return func(p target.Result) {
		switch {
		case first:
		case better(p.Bound, last.Bound):
			t.Errorf("the bound went from %d to %d", last.Bound, p.Bound)
		case last.HasGrid && (!p.HasGrid || better(last.Score, p.Score)):
			t.Errorf("the score went from %d to %d", last.Score, p.Score)
		case p.Nodes < last.Nodes:
			t.Errorf("nodes went back")
		}
		if p.HasGrid && better(p.Score, p.Bound) {
			t.Errorf("score %d beyond the bound %d", p.Score, p.Bound)
		}
		*last, first = p, false
	}, last
}

func TestProgress(t *testing.T) {
	for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
		progress, last := watchProgress(t, goal)
		r, err := target.Optimum(background, grid(t, noip1), target.RingWeights(), target.Options{Goal: goal, Progress: progress})
		if err != nil || r.Outcome != sudoku.Found {
			t.Fatal(r.Outcome, err)
		}
		if !last.HasGrid || last.Score != r.Score || last.Bound != r.Score || last.Grid != r.Grid {
			t.Errorf("%v: progress ended with score %d, bound %d; the optimum is %d", goal, last.Score, last.Bound, r.Score)
		}
	}
}

// weightsWithoutStructure returns weights without structure, so that a search on the empty grid is cut short before it
// ends.
func weightsWithoutStructure() target.Weights {
	var w target.Weights
	x := uint64(1)
	for c := range w {
		for d := 1; d <= 9; d++ {
			x = x*6364136223846793005 + 1442695040888963407
			w[c][d] = int64(x>>33)%100_000_000 + 1
		}
	}
	return w
}

func TestCutShort(t *testing.T) {
	cause := errors.New("the cause")
	for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
		cancelled, cancel := context.WithCancelCause(background)
		cancel(cause)
		r, err := target.Optimum(cancelled, sudoku.Grid{}, weightsWithoutStructure(), target.Options{Goal: goal})
		if r.Outcome != sudoku.Undecided || !errors.Is(err, cause) {
			t.Errorf("%v, cancelled before it began: %v, %v", goal, r.Outcome, err)
		}

		deadline, cancelDeadline := context.WithTimeout(background, 20*time.Millisecond)
		progress, last := watchProgress(t, goal)
		r, err = target.Optimum(deadline, sudoku.Grid{}, weightsWithoutStructure(), target.Options{Goal: goal, Progress: progress})
		cancelDeadline()
		if err == nil {
			t.Logf("%v: proven within the deadline", goal)
			continue
		}
		if !errors.Is(err, context.DeadlineExceeded) || r.Outcome != sudoku.Undecided {
			t.Fatalf("%v: %v, %v", goal, r.Outcome, err)
		}
		if r.HasGrid && (!r.Grid.Solved() || r.Score != weightsWithoutStructure().Score(r.Grid)) {
			t.Errorf("%v: the best so far is no completion", goal)
		}
		if r.HasGrid && (goal == target.Maximum) != (r.Bound >= r.Score) && r.Bound != r.Score {
			t.Errorf("%v: score %d, bound %d", goal, r.Score, r.Bound)
		}
		if last.HasGrid != r.HasGrid || last.Score != r.Score {
			t.Errorf("%v: progress said %d, the result %d", goal, last.Score, r.Score)
		}
	}
}

func TestCancelledHalfWay(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	r, err := target.Optimum(ctx, sudoku.Grid{}, weightsWithoutStructure(), target.Options{Progress: func(p target.Result) {
		if p.HasGrid {
			cancel()
		}
	}})
	if err == nil {
		t.Skip("proven before the cancellation was noticed")
	}
	if !errors.Is(err, context.Canceled) || r.Outcome != sudoku.Undecided || !r.HasGrid || r.Bound < r.Score {
		t.Errorf("%v %v: score %d, bound %d", r.Outcome, err, r.Score, r.Bound)
	}
}

func TestNodeLimit(t *testing.T) {
	r, err := target.Optimum(background, sudoku.Grid{}, weightsWithoutStructure(), target.Options{Limits: sudoku.Limits{Nodes: 3}})
	var limit *sudoku.NodeLimitError
	if !errors.As(err, &limit) || limit.Nodes != 3 || r.Nodes != 3 || r.Outcome != sudoku.Undecided {
		t.Errorf("%v after %d nodes: %v", r.Outcome, r.Nodes, err)
	}
}

// TestBoundHoldsWhereverTheSearchStops checks that the bound of a search cut short is valid for any
// limit.
func TestBoundHoldsWhereverTheSearchStops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, w := drawPuzzle(t, 28), drawWeights(t)
		goal := rapid.SampledFrom([]target.Goal{target.Maximum, target.Minimum}).Draw(t, "goal")
		best := proveOptimum(t, g, w, goal).Score
		nodes := rapid.Uint64Range(1, 50).Draw(t, "nodes")
		r, err := target.Optimum(background, g, w, target.Options{Goal: goal, Limits: sudoku.Limits{Nodes: nodes}})
		if err != nil && r.Bound != best && (r.Bound > best) != (goal == target.Maximum) {
			t.Fatalf("bound %d, optimum %d", r.Bound, best)
		}
		if err == nil && r.Score != best {
			t.Fatalf("score %d, optimum %d", r.Score, best)
		}
	})
}

func FuzzOptimum(f *testing.F) {
	f.Add(noip1, int64(6), uint8(0), uint64(100))
	f.Add(inkala, int64(-50), uint8(1), uint64(7))
	f.Add("", int64(math.MinInt64), uint8(9), uint64(0))
	f.Fuzz(func(t *testing.T, puzzle string, weight int64, goal uint8, nodes uint64) {
		g, err := sudoku.Parse(puzzle)
		if err != nil {
			g = sudoku.Grid{}
		}
		w := target.RingWeights()
		w[uint64(weight)%81][nodes%10] = weight
		r, err := target.Optimum(background, g, w, target.Options{Goal: target.Goal(goal), Limits: sudoku.Limits{Nodes: nodes%1000 + 1}})
		if (err == nil) == (r.Outcome == sudoku.Undecided) {
			var contradiction *sudoku.ContradictionError
			if !errors.As(err, &contradiction) {
				t.Fatal(r.Outcome, err)
			}
		}
		if r.HasGrid && (!r.Grid.Solved() || !r.Grid.Extends(g) || r.Score != w.Score(r.Grid)) {
			t.Fatalf("%v is no completion of %v", r.Grid, g)
		}
	})
}

func BenchmarkOptimum(b *testing.B) {
	for _, i := range readInstances(b, "testdata/rings.tsv") {
		b.Run(i.name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				r, err := target.Optimum(background, i.grid, target.RingWeights(), target.Options{})
				if err != nil || r.Score != i.optimum {
					b.Fatal(r.Score, err)
				}
				nodes = r.Nodes
			}
			b.ReportMetric(float64(nodes), "nodes/op")
		})
	}
}

// TestReferenceOptima checks the reference instances, whose optima were proven elsewhere by integer
// programming.
func TestReferenceOptima(t *testing.T) {
	for _, i := range readInstances(t, reference.File(t, "targets/rings.tsv")) {
		if r := proveOptimum(t, i.grid, target.RingWeights(), target.Maximum); r.Score != i.optimum {
			t.Errorf("%s: %d, want %d", i.name, r.Score, i.optimum)
		}
	}
}

// TestUnusualWeightsOnTheEmptyGrid certifies optima of the empty grid, where only the bound can prune. The
// weights have ties, gaps, or no structure. The certificate proves that the optimum found is the best.
func TestUnusualWeightsOnTheEmptyGrid(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for i, weights := range []struct {
		name   string
		weight func(c, d int) int64
	}{
		{"zero", func(c, d int) int64 { return 0 }},
		{"one digit", func(c, d int) int64 { return int64(d / 9 * (c * c % 101)) }},
		{"chess", func(c, d int) int64 { return int64((c/9 + c%9) % 2 * d) }},
		{"by row", func(c, d int) int64 { return int64(c / 9 * d) }},
		{"few", func(c, d int) int64 { return random.Int64N(10) / 9 }},
		{"huge", func(c, d int) int64 { return int64(d) * (random.Int64N(2*target.MaxWeight/9) - target.MaxWeight/9) }},
	} {
		var w target.Weights
		for c := range w {
			for d := 1; d <= 9; d++ {
				w[c][d] = weights.weight(c, d)
			}
		}
		goals := []target.Goal{target.Maximum, target.Minimum}
		if !soak.On() {
			goals = goals[i%2:][:1]
		}
		for _, goal := range goals {
			_, claim := certifyOptimum(t, sudoku.Grid{}, w, goal)
			t.Logf("%s %v: %d, certified with %d tries", weights.name, goal, claim.Optimum, claim.Tries)
		}
	}
}
