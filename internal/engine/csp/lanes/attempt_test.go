package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/engine/csp"
)

// littleKiller returns the network of a 9×9 board with sums of random lines of cells. The sums are those of a
// solution, but if wrong is set, one is too large by 1.
func littleKiller(seed uint64, sums int, wrong bool) *csp.Network {
	r := rand.New(rand.NewPCG(seed, 9))
	n := csp.New(1, 9, 81)
	values := r.Perm(9)
	var grid [81]int
	var groups [27][]csp.Cell
	for i := range grid {
		y, x := i/9, i%9
		grid[i] = values[(y%3*3+y/3+x)%9] + 1
		for _, g := range []int{y, 9 + x, 18 + y/3*3 + x/3} {
			groups[g] = append(groups[g], csp.Cell(i))
		}
	}
	for _, g := range groups {
		n.Distinct(g...)
	}
	for k := range sums {
		var terms []csp.Term
		total := 0
		if wrong && k == 0 {
			total = 1
		}
		for at, step := r.IntN(81), []int{8, 10}[r.IntN(2)]; at < 81 && len(terms) < 6; at += step {
			terms = append(terms, csp.Term{Cell: csp.Cell(at), Coefficient: 1})
			total += grid[at]
		}
		n.Sum(terms, total, total)
	}
	return n
}

// TestAttempts checks that searches of several attempts find the same solutions as csp.
func TestAttempts(t *testing.T) {
	if len(native) == 0 {
		t.Skip("the twin is too slow for these searches")
	}
	for _, k := range native {
		suspended := 0
		for _, x := range []struct {
			seed  uint64
			sums  int
			wrong bool
		}{{0, 20, true}, {6, 23, true}, {8, 23, false}, {4, 23, false}, {11, 23, false}} {
			n := littleKiller(x.seed, x.sums, x.wrong)
			limits := csp.Limits{Solutions: 1000, Keep: 1000}
			want := csp.Count(t.Context(), n, limits)
			s := searchAfterOneNode(t, n, limits, k)
			s.limits.Nodes = restartAfter + 2*slice
			s.run() // stops between two slices
			s.suspendAttempt()
			s.resumeAttempt(0)
			s.limits.Nodes = 0
			s.run()
			if suspended += len(s.others); !s.restarted {
				t.Errorf("%s, seed %d: no attempt began in %d nodes", k.name, x.seed, s.result.Nodes)
			}
			got := s.result
			if got.Outcome != csp.Complete || got.Count != want.Count {
				t.Errorf("%s, seed %d: %d solutions, outcome %d; want all %d", k.name, x.seed, got.Count, got.Outcome, want.Count)
			}
			for _, all := range [][][]int{got.Solutions, want.Solutions} {
				slices.SortFunc(all, slices.Compare)
			}
			if !slices.EqualFunc(got.Solutions, want.Solutions, slices.Equal) {
				t.Errorf("%s, seed %d: other solutions", k.name, x.seed)
			}
		}
		if suspended == 0 {
			t.Errorf("%s: no search had several attempts", k.name)
		}
	}
}

// searchAfterOneNode returns a search in lanes that continues csp's search after one node.
func searchAfterOneNode(t *testing.T, n *csp.Network, limits csp.Limits, k *kernel) *search {
	so, err := csp.Begin(t.Context(), n, limits)
	if err != nil {
		t.Fatal(err)
	}
	r := so.Run(1, open)
	s := newSearch(t.Context(), newProgram(so.Flatten(), k), k, so, limits)
	root, frames := so.OpenBranches()
	s.takeOver(root, frames, so.Weights(), r)
	return s
}

// TestStoppedAttempts checks that a stopped search reports the solutions of the attempt that found the most.
func TestStoppedAttempts(t *testing.T) {
	for outcome, want := range map[csp.Outcome]int{csp.Stopped: 1, csp.Complete: 0} {
		s := &search{others: []attempt{{}, {count: 1, solutions: [][]int{{1}}}, {}}}
		s.result.Outcome = outcome
		s.keepMostSolutions()
		if s.result.Count != want || len(s.result.Solutions) != want {
			t.Errorf("outcome %d: %d solutions, want %d", outcome, s.result.Count, want)
		}
	}
}

// TestRoundedShares checks that no attempt takes the turn if the shares of the current one add up to more than 1.
func TestRoundedShares(t *testing.T) {
	s := &search{program: &program{}, restarted: true}
	s.nodes, s.ended = 5000, math.Nextafter(1, 2)
	if s.nextSlice(); len(s.others) > 0 || s.sliceEnd != s.nodes {
		t.Errorf("%d others, slice up to node %d", len(s.others), s.sliceEnd)
	}
}
