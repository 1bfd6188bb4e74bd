package csp

import (
	"context"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// latin returns the network of Latin squares of order side.
func latin(side int) *Network {
	n := New(1, side, side*side)
	for i := range side {
		var row, column []Cell
		for j := range side {
			row = append(row, Cell(i*side+j))
			column = append(column, Cell(j*side+i))
		}
		n.Distinct(row...)
		n.Distinct(column...)
	}
	return n
}

// TestCountIsExact checks counts that continue far beyond the node at which the search restarts.
func TestCountIsExact(t *testing.T) {
	r := Count(context.Background(), latin(5), Limits{Solutions: 1 << 30})
	if r.Count != 161280 || r.Outcome != Complete || r.Nodes < 2*restartAfter {
		t.Errorf("%d Latin squares of side 5, outcome %d, %d nodes; want 161280, all", r.Count, r.Outcome, r.Nodes)
	}
}

func TestLimits(t *testing.T) {
	n := latin(5)
	for _, c := range []struct {
		name    string
		limits  Limits
		count   int
		kept    int
		nodes   int64
		outcome Outcome
	}{
		{"one solution where nothing is said", Limits{}, 1, 1, -1, LimitReached},
		{"solutions", Limits{Solutions: 7, Keep: 3}, 7, 3, -1, LimitReached},
		{"nodes", Limits{Solutions: 1 << 30, Nodes: 40}, -1, 1, 40, Stopped},
	} {
		r := Count(context.Background(), n, c.limits)
		if r.Outcome != c.outcome || c.count >= 0 && r.Count != c.count || len(r.Solutions) != c.kept || c.nodes >= 0 && r.Nodes != c.nodes {
			t.Errorf("%s: %d solutions, %d kept, %d nodes, outcome %d", c.name, r.Count, len(r.Solutions), r.Nodes, r.Outcome)
		}
	}
	if a, b := Count(context.Background(), n, Limits{Seed: 5}), Count(context.Background(), n, Limits{Seed: 5}); !reflect.DeepEqual(a, b) {
		t.Errorf("two searches of one seed differ: %+v, %+v", a, b)
	}
	if r := Count(context.Background(), New(1, 3, 0), Limits{}); r.Count != 1 {
		t.Errorf("a network without cells has one solution, not %d", r.Count)
	}
}

// canceller is a constraint that cancels a context. It does so when it is propagated for the left-th time.
type canceller struct {
	cancel context.CancelFunc
	left   int
}

func (c *canceller) Cells() []Cell { return []Cell{0, 7, 13} }
func (c *canceller) Narrow(*Domains) bool {
	if c.left--; c.left == 0 {
		c.cancel()
	}
	return true
}

// TestRestartLosesNoSolution checks that a search stopped soon after its restart reports the solutions before it.
func TestRestartLosesNoSolution(t *testing.T) {
	most := 1
	for _, nodes := range []int64{restartAfter - 1, restartAfter + 20} {
		r := Count(t.Context(), latin(5), Limits{Solutions: 1 << 30, Keep: 1 << 30, Nodes: nodes})
		if r.Outcome != Stopped || r.Count < most || len(r.Solutions) != r.Count {
			t.Errorf("%d solutions, %d kept, outcome %d, after %d nodes; want at least %d", r.Count, len(r.Solutions), r.Outcome, nodes, most)
		}
		most = r.Count
	}
}

// TestContext checks that a search ends with its context, before it begins and midway.
func TestContext(t *testing.T) {
	for _, after := range []int{0, 100} {
		ctx, cancel := context.WithCancel(context.Background())
		n := latin(5)
		n.Add(&canceller{cancel, after})
		if after == 0 {
			cancel()
		}
		if r := Count(ctx, n, Limits{Solutions: 1 << 30}); r.Outcome != Stopped || r.Nodes > 1000 {
			t.Errorf("outcome %d after %d nodes, want a stop", r.Outcome, r.Nodes)
		}
		cancel()
	}
}

func FuzzKinds(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		n := New(rapid.IntRange(-1, 1).Draw(t, "first"), rapid.IntRange(1, 4).Draw(t, "values"), rapid.IntRange(1, 5).Draw(t, "of cells"))
		for range rapid.IntRange(1, 5).Draw(t, "constraints") {
			draw(t, n, &n.Constraints, rapid.IntRange(0, len(kinds)-1).Draw(t, "kind"))
		}
		check(t, n)
	}))
}

// TestConnectedCountsItsJoints checks a connected area of fixed size. Propagation adds joints to it, which must
// count for its size. The path has five cells, four of them in the area, and there is no solution.
func TestConnectedCountsItsJoints(t *testing.T) {
	n := boardOf(0, 4, 2, 2)
	n.Connected([]Cell{10, 8, 6, 3, 9, 7, 2, 1}, [][]int{0: {2, 7}, 2: {0}, 4: {5, 7}, 5: {4}, 7: {0, 4}}, 3, 4)
	if r := Count(context.Background(), n, Limits{Solutions: 1000}); r.Count != 0 || r.Outcome != Complete {
		t.Errorf("%d solutions, outcome %d; there is none", r.Count, r.Outcome)
	}
}

// TestOccurOfMany checks lists of cells whose values may each occur only a few times. If the cells are too
// many, this is a contradiction before any guess. 45 cells, which the values fill exactly, are no contradiction.
func TestOccurOfMany(t *testing.T) {
	for cells, want := range map[int]Outcome{45: LimitReached, 46: Complete, MostOccurring: Complete} {
		n := New(1, 9, cells)
		var all []Cell
		times := make([]Set, 9)
		for i := range times {
			times[i] = 1 | 2<<i // value i+1 occurs i+1 times or not at all
		}
		for c := range cells {
			all = append(all, Cell(c))
		}
		n.OccurrenceCounts(all, times)
		if r := Count(t.Context(), n, Limits{Solutions: 1, Nodes: 200}); r.Outcome != want || want == Complete && (r.Count > 0 || r.Nodes > 0) {
			t.Errorf("%d cells: %+v", cells, r.Outcome)
		}
	}
}
