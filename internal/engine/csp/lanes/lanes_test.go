package lanes

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"nonet/internal/check/generated"
	"nonet/internal/check/golden"
	"nonet/internal/engine/csp"
)

// kernels returns this machine's kernels and the twins.
func kernels() []*kernel { return append(slices.Clone(native), twin, twinHalf) }

// twinOf returns k's twin.
func twinOf(k *kernel) *kernel {
	if k.half {
		return twinHalf
	}
	return twin
}

// board returns the network of a board with constraints of all kinds. All of them agree with one known grid. A
// seed always gives the same network.
func board(seed uint64, side, rows, columns, givens int) *csp.Network {
	r := rand.New(rand.NewPCG(seed, uint64(side)))
	first := r.IntN(2)
	n := csp.New(first, side, side*side)
	values := r.Perm(side)
	grid := make([]int, side*side)
	var groups [3][][]csp.Cell
	for k := range groups {
		groups[k] = make([][]csp.Cell, side)
	}
	for i := range grid {
		y, x := i/side, i%side
		grid[i] = values[(y%rows*columns+y/rows+x)%side]
		for k, g := range []int{y, x, y/rows*rows + x/columns} {
			groups[k][g] = append(groups[k][g], csp.Cell(i))
		}
	}
	for k, family := range groups {
		for _, g := range family {
			if k < 2 || seed%5 != 4 {
				n.Distinct(g...)
			}
		}
	}
	number := func(c csp.Cell) int { return grid[c] + first }
	some := func(most int) []csp.Cell {
		var cells []csp.Cell
		for _, i := range r.Perm(len(grid))[:2+r.IntN(most-1)] {
			cells = append(cells, csp.Cell(i))
		}
		return cells
	}
	// cage returns nearby cells with different values, and the set of these values.
	cage := func() (cells []csp.Cell, set csp.Set) {
		at := r.IntN(len(grid))
		for _, d := range []int{0, 1, side, side + 1, 2 * side, 2} {
			if c := at + d; c < len(grid) && set>>grid[c]&1 == 0 && len(cells) < side-1 && r.IntN(5) > 0 {
				cells = append(cells, csp.Cell(c))
				set |= 1 << grid[c]
			}
		}
		return cells, set
	}
	for range givens {
		c := r.IntN(len(grid))
		n.Allow(csp.Cell(c), 1<<grid[c])
	}
	for range 2 * side {
		switch kind := r.IntN(10); kind {
		case 0: // a cage with its sum, or with sets
			cells, set := cage()
			if len(cells) < 3 {
				continue
			}
			if r.IntN(2) == 0 {
				list := []csp.Set{set}
				for range r.IntN(12) {
					var s csp.Set
					for _, v := range r.Perm(side)[:len(cells)] {
						s |= 1 << v
					}
					list = append(list, s)
				}
				n.OneOfSets(cells, list)
				continue
			}
			n.Distinct(cells...)
			sum := 0
			var terms []csp.Term
			for _, c := range cells {
				sum += number(c)
				terms = append(terms, csp.Term{Cell: c, Coefficient: 1})
			}
			n.Sum(terms, sum, sum)
		case 1, 2: // a sum
			sum := 0
			var terms []csp.Term
			for _, c := range some(8) {
				k := []int{1, 1, 1, -1, -1, 2, -3}[r.IntN(7)]
				sum += k * number(c)
				terms = append(terms, csp.Term{Cell: c, Coefficient: k})
			}
			n.Sum(terms, sum-r.IntN(2), sum+r.IntN(2))
		case 3, 4: // a relation
			cells := some(2)
			a, b := number(cells[0]), number(cells[1])
			m := 2 + r.IntN(3)
			rel := []func(x, y int) bool{
				func(x, y int) bool { return x != y },
				func(x, y int) bool { return (x < y) == (a < b) },
				func(x, y int) bool { return (x-y)%m == (a-b)%m },
				func(x, y int) bool { return (max(x-y, y-x) >= m) == (max(a-b, b-a) >= m) },
			}[r.IntN(4)]
			if rel(a, b) {
				n.Relation(cells[0], cells[1], csp.NewRelation(first, side, rel))
			}
		case 5:
			cells := some(6)
			set := csp.Set(r.Uint64()) & n.AllNumbers()
			if set.Len() < 2 { // csp counts a set of one value together with others
				continue
			}
			in := 0
			for _, c := range cells {
				in += int(set >> grid[c] & 1)
			}
			if r.IntN(4) == 0 { // at least one value of each half
				low, high := csp.Set(0), csp.Set(0)
				for _, c := range cells {
					if grid[c] < side/2 {
						low = 1<<(side/2) - 1
					} else {
						high = n.AllNumbers() &^ (1<<(side/2) - 1) &^ 1
					}
				}
				if low != 0 && high != 0 {
					n.Count(cells, low, 1, len(cells))
					n.Count(cells, high, 1, len(cells))
					continue
				}
			}
			n.Count(cells, set|1|2, in-r.IntN(2), len(cells))
			n.Count(cells, set, in-r.IntN(2), in+r.IntN(2))
		case 6:
			cells := some(5)
			var numbers []int
			for _, c := range cells[r.IntN(2):] {
				numbers = append(numbers, number(c))
			}
			n.RequiredNumbers(cells, numbers...)
		case 7: // a sum modulo m
			cells := some(7)
			m := 2 + r.IntN(4)
			sum := 0
			for _, c := range cells {
				sum += number(c)
			}
			n.Automaton(cells, csp.NewAutomaton(first, side, 1000, 0, func(s, v int) (int, bool) {
				return (s + v) % m, true
			}, func(s int) bool { return s == sum%m }))
		case 8: // different cells anywhere on the board
			for range side {
				if cells := some(2); grid[cells[0]] != grid[cells[1]] {
					n.Distinct(cells...)
				} else {
					n.NotBoth(cells[0], cells[1], n.AllNumbers()&^(1<<grid[cells[0]]|1))
				}
			}
		case 9: // a hidden cell with an unknown total
			a, b := r.IntN(len(grid)), r.IntN(len(grid))
			if sum := number(csp.Cell(a)) + number(csp.Cell(b)); a != b && sum < first+side {
				h := n.AddHiddenCell(n.AllNumbers())
				n.Sum([]csp.Term{{Cell: csp.Cell(a), Coefficient: 1}, {Cell: csp.Cell(b), Coefficient: 1}, {Cell: h, Coefficient: -1}}, 0, 0)
			}
		}
	}
	if seed%3 == 0 {
		alternatives(n, rand.New(rand.NewPCG(seed, 1)), grid, 4)
	}
	return n
}

// alternatives adds constraints of the kind Either to n. The grid satisfies at least one alternative of each.
// Some are nested.
func alternatives(n *csp.Network, r *rand.Rand, grid []int, most int) {
	side, first := n.Values(), n.FirstNumber()
	fill := func(c *csp.Constraints, of func(csp.Cell) int) {
		cells := make([]csp.Cell, 2+r.IntN(4))
		for i, at := range r.Perm(len(grid))[:len(cells)] {
			cells[i] = csp.Cell(at)
		}
		a, b := of(cells[0]), of(cells[1])
		switch r.IntN(7) {
		case 0:
			c.Relation(cells[0], cells[1], csp.NewRelation(first, side, func(x, y int) bool { return (x < y) == (a < b) }))
		case 1:
			sum, terms := 0, []csp.Term{}
			for i, x := range cells {
				k := 1 - i%2*2
				sum += k * of(x)
				terms = append(terms, csp.Term{Cell: x, Coefficient: k})
			}
			c.Sum(terms, sum, sum)
		case 2:
			if a != b {
				c.Distinct(cells[:2]...)
			}
		case 3:
			c.Allow(cells[0], n.SetOf(a, a+1))
			c.Allow(cells[1], n.SetOf(b, b-2))
		case 4:
			c.RequiredNumbers(cells, a)
		case 5:
			if a != b { // csp counts a set of one value together with others
				c.Count(cells, n.SetOf(a, b), 2, len(cells))
			}
		case 6:
			total := 0
			for _, x := range cells {
				total += of(x)
			}
			c.Automaton(cells, csp.NewAutomaton(first, side, 1000, 0, func(s, v int) (int, bool) { return (s + v) % 3, true }, func(s int) bool { return s == total%3 }))
		}
	}
	right := func(c csp.Cell) int { return grid[c] + first }
	wrong := func(c csp.Cell) int { return r.IntN(side) + first }
	for range most {
		var ways []*csp.Constraints
		for i := range 2 + r.IntN(3) {
			way := n.NewAlternative()
			for range 1 + r.IntN(3) {
				if i == 0 {
					fill(way, right)
				} else {
					fill(way, wrong)
				}
			}
			if i == 0 && r.IntN(2) == 0 {
				inner, other := n.NewAlternative(), n.NewAlternative()
				fill(inner, right)
				fill(other, wrong)
				way.Either(inner, other)
			}
			ways = append(ways, way)
		}
		n.Either(ways...)
	}
	n.Either(n.NewAlternative(), n.NewAlternative())
}

// boards calls each with networks of boards of several sizes.
func boards(each func(name string, n *csp.Network)) {
	for _, b := range []struct{ seeds, side, rows, columns, givens int }{{30, 4, 2, 2, 1}, {20, 6, 2, 3, 4}, {12, 9, 3, 3, 24}, {4, 12, 3, 4, 70}, {4, 16, 4, 4, 140}} {
		for seed := range b.seeds {
			each(fmt.Sprintf("%d×%d %d", b.side, b.side, seed), board(uint64(seed), b.side, b.rows, b.columns, b.givens))
		}
	}
	for seed := range uint64(24) {
		each(fmt.Sprintf("same %d", seed), sameValues(seed))
	}
}

// sameValues returns the network of a board with two lists of cells that have the same values.
func sameValues(seed uint64) *csp.Network {
	n := board(seed, 6, 2, 3, 2)
	solution := csp.Count(context.Background(), n, csp.Limits{}).Solutions[0]
	r := rand.New(rand.NewPCG(seed, 7))
	var one, other []csp.Cell
	for _, i := range r.Perm(36)[:4+r.IntN(8)] {
		for _, j := range r.Perm(36) {
			if c := csp.Cell(j); solution[i] == solution[j] && !slices.Contains(other, c) {
				one, other = append(one, csp.Cell(i)), append(other, c)
				break
			}
		}
	}
	n.SameValues(one, other)
	return n
}

// TestCountIsTheSame checks that a search in lanes finds the same solutions as csp.
func TestCountIsTheSame(t *testing.T) {
	const limit = 300
	reached := make(map[csp.Outcome]int)
	boards(func(name string, n *csp.Network) {
		limits := csp.Limits{Solutions: limit, Keep: limit}
		want := csp.Count(context.Background(), n, limits)
		if want.Outcome == csp.Complete && want.Nodes > 1 {
			reached[csp.Complete]++
		}
		for _, k := range kernels() {
			if twinOf(k) == k && (testing.Short() || want.Nodes > 2000) {
				continue
			}
			got := countWithKernel(context.Background(), n, limits, k, 1)
			if got.Outcome != want.Outcome || got.Count != want.Count {
				t.Errorf("%s, %s: %d solutions, outcome %d; want %d, %d", name, k.name, got.Count, got.Outcome, want.Count, want.Outcome)
			}
			for _, all := range [][][]int{got.Solutions, want.Solutions} {
				slices.SortFunc(all, slices.Compare)
			}
			if got.Outcome == csp.Complete && !slices.EqualFunc(got.Solutions, want.Solutions, slices.Equal) {
				t.Errorf("%s, %s: other solutions", name, k.name)
			}
		}
	})
	if reached[csp.Complete] < 20 {
		t.Errorf("only %d networks were counted to an end after a guess", reached[csp.Complete])
	}
}

// TestRequiredInManyCells checks a value that must occur in one of forty cells. One cell sees 32 of the forty.
// It may lose the value only if none of the other eight can have it.
func TestRequiredInManyCells(t *testing.T) {
	n := csp.New(1, 3, 42)
	var cells []csp.Cell
	for c := range csp.Cell(40) {
		cells = append(cells, c)
		set := n.SetOf(3)
		if c < 2 || c == 35 {
			set = n.SetOf(1, 3)
		}
		n.Allow(c, set)
		if c < 32 {
			n.Distinct(c, 40)
			n.Distinct(c, 41)
		}
	}
	n.RequiredNumbers(cells, 1)
	n.Allow(40, n.SetOf(1, 2))
	n.Allow(41, n.SetOf(1, 2))
	limits := csp.Limits{Solutions: 100}
	for _, k := range kernels() {
		if got := countWithKernel(context.Background(), n, limits, k, 1); got.Count != 10 || got.Outcome != csp.Complete {
			t.Errorf("%s: %d solutions, want 10", k.name, got.Count)
		}
	}
}

// TestLongBalance checks lists with the same values of as many cells as the routine can count, and of one more,
// for which there are no lanes.
func TestLongBalance(t *testing.T) {
	for _, cells := range []int{mostBalanced, mostBalanced + 1} {
		n := csp.New(1, 2, 2*cells)
		var one, other []csp.Cell
		for c := range csp.Cell(cells) {
			one, other = append(one, c), append(other, c+csp.Cell(cells))
			if c > 2 {
				n.Allow(c, n.SetOf(1))
				n.Allow(c+csp.Cell(cells), n.SetOf(1))
			}
		}
		n.SameValues(one, other)
		for _, k := range kernels() {
			if got := countWithKernel(context.Background(), n, csp.Limits{Solutions: 100}, k, 1); got.Count != 20 || got.Outcome != csp.Complete {
				t.Errorf("%d cells, %s: %d solutions, outcome %d; want 20", cells, k.name, got.Count, got.Outcome)
			}
		}
	}
}

// TestTwins compares each kernel with its twin, one propagator of the networks at a time.
func TestTwins(t *testing.T) {
	if len(native) == 0 {
		t.Skip("this machine has no kernel but the twins")
	}
	for _, k := range native {
		t.Run(k.name, func(t *testing.T) { testTwin(t, k, twinOf(k)) })
	}
}

func testTwin(t *testing.T, native, twin *kernel) {
	ran, narrowed, failed := [kinds]int{}, [kinds]int{}, [kinds]int{}
	boards(func(name string, n *csp.Network) {
		so, _ := csp.Begin(context.Background(), n, csp.Limits{})
		if so.Run(1, 0).Outcome != csp.Stopped {
			return
		}
		p := newProgram(so.Flatten(), native)
		if p == nil {
			t.Fatalf("%s: no program", name)
		}
		root, frames := so.OpenBranches()
		r := rand.New(rand.NewPCG(uint64(len(name)), uint64(len(p.records))))
		var before []row
		var s [2]*search
		for i, k := range []*kernel{native, twin} {
			s[i] = newSearch(context.Background(), p, k, so, csp.Limits{})
			s[i].takeOver(root, frames, so.Weights(), csp.Result{})
		}
		for at := range p.records {
			if p.all[at>>6]>>(at&63)&1 == 0 || testing.Short() && r.IntN(2) > 0 {
				continue
			}
			k := kind(slices.IndexFunc(p.span[:], func(w int) bool { return w > at>>6 }) - 1)
			ran[k]++
			live := r.Uint32() | r.Uint32()
			for l := range lanes {
				dense := 1 + r.IntN(7)
				for c, d := range root {
					v := uint16(d)
					for range r.IntN(dense) {
						if w := v & uint16(r.Uint32()); w != 0 {
							v = w
						}
					}
					s[0].grid[c][l], s[1].grid[c][l] = v, v
				}
			}
			before = slices.Clone(s[0].grid)
			for i := range s {
				s[i].live, s[i].fails, s[i].changed = live, 0, row{}
				clear(s[i].dirty)
				s[i].dirty[at>>6] = 1 << (at & 63)
				s[i].narrow[k](&s[i].machine, p.span[k], p.span[k+1])
			}
			if s[0].live != s[1].live || s[0].fails != s[1].fails || s[0].fails > 0 && s[0].failed[0] != s[1].failed[0] {
				t.Fatalf("%s, kind %d: lanes %x live of %x, %d %v, want %x, %d %v", name, k, s[0].live, live, s[0].fails, s[0].failed[0], s[1].live, s[1].fails, s[1].failed[0])
			}
			if s[0].live == 0 {
				continue
			}
			if !slices.Equal(s[0].dirty, s[1].dirty) {
				t.Fatalf("%s, kind %d: %x is to run, want %x", name, k, s[0].dirty, s[1].dirty)
			}
			failed[k] += bits.OnesCount32(live &^ s[0].live)
			for l := range lanes {
				if s[0].live>>l&1 == 0 {
					continue
				}
				if a, b := s[0].changed[l] != 0, s[1].changed[l] != 0; a != b {
					t.Fatalf("%s, kind %d: lane %d changed %v, want %v", name, k, l, a, b)
				}
				for c := range root {
					a, b := s[0].grid[c][l], s[1].grid[c][l]
					if a != b {
						t.Fatalf("%s, kind %d: cell %d of lane %d, %b, becomes %b, want %b", name, k, c, l, before[c][l], a, b)
					}
					if a != before[c][l] {
						narrowed[k]++
					}
				}
			}
		}
		copy(s[1].grid, s[0].grid) // lanes that failed may differ
		for i := range s {
			s[i].live = ^uint32(0)
			s[i].updateWeights()
			s[i].asked = ^uint32(0)
			s[i].kernel.choose(&s[i].machine)
		}
		if s[0].best != s[1].best || s[0].at != s[1].at || s[0].bit != s[1].bit {
			t.Fatalf("%s: other choices", name)
		}
		var index row
		for l := range index {
			index[l] = uint16(r.IntN(lanes))
		}
		set := r.Uint32()
		var to [2][]row
		for i := range s {
			to[i] = make([]row, p.cells)
			s[i].kernel.move(to[i], before, &index, set, p.cells)
		}
		if !slices.Equal(to[0], to[1]) {
			t.Fatalf("%s: moved otherwise", name)
		}
	})
	for k := range kindEnter {
		if ran[k] < 10 || narrowed[k] < 10 || failed[k] < 10 {
			t.Errorf("kind %d ran %d times, narrowed %d cells, failed in %d lanes", k, ran[k], narrowed[k], failed[k])
		}
	}
}

// TestSignature pins the search, like csp's TestSignature.
func TestSignature(t *testing.T) {
	if len(native) == 0 {
		t.Skip("the signature is of the kernels of vectors")
	}
	for _, k := range native {
		signature(t, k)
	}
}

func signature(t *testing.T, k *kernel) {
	lines := []string{"# The search signature; see TestSignature.", fmt.Sprintf("%-12s %9s %9s %9s", "# network", "solutions", "nodes", "failures")}
	boards(func(name string, n *csp.Network) {
		limits := csp.Limits{Solutions: 50}
		r := countWithKernel(context.Background(), n, limits, k, 1)
		if again := countWithKernel(context.Background(), n, limits, k, 1); again.Nodes != r.Nodes || again.Failures != r.Failures {
			t.Errorf("%s: %d nodes, then %d", name, r.Nodes, again.Nodes)
		}
		lines = append(lines, fmt.Sprintf("%-12s %9d %9d %9d", name, r.Count, r.Nodes, r.Failures))
	})
	golden.Check(t, "testdata/"+k.name+".txt", strings.Join(lines, "\n")+"\n")
}

// TestLimits checks that a search ends with its context and at its limits, and that it counts
// correctly across a restart.
func TestLimits(t *testing.T) {
	n := csp.New(1, 5, 25)
	for i := range 5 {
		var row, column []csp.Cell
		for j := range 5 {
			row, column = append(row, csp.Cell(i*5+j)), append(column, csp.Cell(j*5+i))
		}
		n.Distinct(row...)
		n.Distinct(column...)
	}
	k := kernels()[0]
	if r := countWithKernel(context.Background(), n, csp.Limits{Solutions: 1 << 30}, k, 40); r.Count != 161280 || r.Outcome != csp.Complete || r.Nodes < 2*restartAfter {
		t.Errorf("%d Latin squares of side 5, outcome %d, %d nodes; want 161280, all", r.Count, r.Outcome, r.Nodes)
	}
	if r := countWithKernel(context.Background(), n, csp.Limits{Solutions: 700, Keep: 3}, k, 5); r.Count != 700 || r.Outcome != csp.LimitReached || len(r.Solutions) != 3 {
		t.Errorf("%d solutions, %d kept, outcome %d; want 700, 3 of them", r.Count, len(r.Solutions), r.Outcome)
	}
	for _, nodes := range []int64{3, 100, 3000} {
		if r := countWithKernel(context.Background(), n, csp.Limits{Solutions: 1 << 30, Nodes: nodes}, k, 40); r.Nodes > nodes || r.Outcome != csp.Stopped {
			t.Errorf("%d nodes, outcome %d; want at most %d, stopped", r.Nodes, r.Outcome, nodes)
		}
	}
	var most [2]int
	for i, nodes := range []int64{restartAfter, restartAfter + 100} { // the restart does not lose solutions
		limits := csp.Limits{Solutions: 1 << 30, Keep: 1 << 30, Nodes: nodes}
		r := countWithKernel(context.Background(), n, limits, k, 40)
		if most[i] = r.Count; r.Count < max(1, most[0]) || len(r.Solutions) != r.Count {
			t.Errorf("%d solutions, %d kept, after %d nodes; %d after %d", r.Count, len(r.Solutions), nodes, most[0], restartAfter)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := countWithKernel(ctx, n, csp.Limits{Solutions: 1 << 30}, k, 40); r.Outcome != csp.Stopped {
		t.Errorf("outcome %d with a context that has ended", r.Outcome)
	}
}

// TestOffsets checks the offsets at which the assembly addresses a machine and a record; see
// _asm/lanes/main.go.
func TestOffsets(t *testing.T) {
	var m machine
	var r record
	for _, x := range []struct {
		name      string
		got, want uintptr
	}{
		{"weights", unsafe.Offsetof(m.weights), 64}, {"live", unsafe.Offsetof(m.live), 80}, {"fails", unsafe.Offsetof(m.fails), 84},
		{"houses", unsafe.Offsetof(m.houses), 88}, {"ncells", unsafe.Offsetof(m.ncells), 104}, {"word", unsafe.Offsetof(m.word), 112},
		{"failed", unsafe.Offsetof(m.failed), 128}, {"changed", unsafe.Offsetof(m.changed), 384}, {"best", unsafe.Offsetof(m.best), 448},
		{"bit", unsafe.Offsetof(m.bit), 576}, {"bounds", unsafe.Offsetof(m.bounds), 704}, {"asked", unsafe.Offsetof(m.asked), 712},
		{"half", unsafe.Offsetof(m.half), 720}, {"halves", unsafe.Offsetof(m.halves), 736}, {"may", unsafe.Offsetof(m.may), 832}, {"alive", unsafe.Offsetof(m.alive), 840}, {"base", unsafe.Offsetof(m.base), 640},
		{"record", unsafe.Sizeof(r), 32}, {"c", unsafe.Offsetof(r.c), 28},
	} {
		if x.got != x.want {
			t.Errorf("%s at %d, the assembly has it at %d", x.name, x.got, x.want)
		}
	}
}

// TestGenerated checks that the committed assembly equals the generator's output.
func TestGenerated(t *testing.T) {
	generated.Compare(t, "lanes", "lanes_avx512_amd64.s")
	generated.Compare(t, "lanes", "lanes_avx2_amd64.s", "-avx2")
}
