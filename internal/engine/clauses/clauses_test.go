package clauses

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/check/soak"
)

// bruteCount returns the number of p's solutions. It tries all assignments.
func bruteCount(p *Problem) (n int) {
	for chosen := range uint64(1) << p.variables {
		ok := true
		for g, members := range p.groups {
			in := 0
			for _, v := range members {
				in += int(chosen >> v & 1)
			}
			ok = ok && (in == 1 || in == 0 && p.loose[g])
		}
		for _, c := range p.clauses {
			holds := false
			for _, l := range c {
				holds = holds || (chosen>>(l>>1)&1 == 1) == (l&1 == 0)
			}
			ok = ok && holds
		}
		if ok {
			n++
		}
	}
	return n
}

func (p *Problem) isSatisfiedBy(in []bool) bool {
	one := Problem{variables: p.variables, groups: p.groups, loose: p.loose, clauses: p.clauses}
	for v, is := range in {
		if is {
			one.clauses = append(one.clauses, []Lit{PositiveLiteral(v)})
		} else {
			one.clauses = append(one.clauses, []Lit{NegativeLiteral(v)})
		}
	}
	_, ok := one.propagatedValues()
	return ok
}

// TestCountAgainstBruteForce checks that the solver counts each solution of random groups and
// clauses exactly once.
func TestCountAgainstBruteForce(t *testing.T) {
	defer func(gap, turn uint64, after [2]uint64, steps int32) {
		listenGap, seekTurn, seekAfter, walkSteps = gap, turn, after, steps
	}(listenGap, seekTurn, seekAfter, walkSteps)
	listenGap, seekTurn, walkSteps = 1, 1, 20
	rapid.Check(t, func(t *rapid.T) {
		p := &Problem{}
		n := rapid.IntRange(1, 12).Draw(t, "variables")
		for range n {
			p.AddVariable()
		}
		subset := func(name string) (some []int) {
			for v := range n {
				if rapid.Bool().Draw(t, name) {
					some = append(some, v)
				}
			}
			return some
		}
		for range rapid.IntRange(0, 7).Draw(t, "groups") {
			if rapid.Bool().Draw(t, "loose") {
				p.AddAtMostOne(subset("member")...)
			} else if g := subset("member"); len(g) > 0 {
				p.AddExactlyOne(g...)
			}
		}
		for range rapid.IntRange(0, 20).Draw(t, "clauses") {
			var c []Lit
			for _, v := range rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 1, min(n, 5), rapid.ID).Draw(t, "clause") {
				c = append(c, Lit(2*v+rapid.IntRange(0, 1).Draw(t, "side")))
			}
			p.AddClause(c...)
		}
		want := bruteCount(p)
		seekAfter[0] = rapid.SampledFrom([]uint64{0, 1, 5}).Draw(t, "seek")
		threads := rapid.IntRange(1, 3).Draw(t, "threads")
		got := Count(context.Background(), p, Limits{Solutions: want + 1, Seed: rapid.Uint64().Draw(t, "seed"), Threads: threads})
		if got.Solutions != want || !got.Complete {
			t.Fatalf("%d solutions (complete: %v), not %d", got.Solutions, got.Complete, want)
		}
		if want > 0 && !p.isSatisfiedBy(got.Kept[0]) {
			t.Fatal("the solution breaks the problem")
		}
	})
}

// TestBounds checks problems with hardly any variables, and groups of the greatest size.
func TestBounds(t *testing.T) {
	group := func(n int, add func(p *Problem, all ...int)) *Problem {
		p, all := &Problem{}, []int(nil)
		for range n {
			all = append(all, p.AddVariable())
		}
		add(p, all...)
		return p
	}
	free := func(p *Problem, _ ...int) {}
	for _, x := range []struct {
		name string
		p    *Problem
		want int
	}{
		{"nothing", group(0, free), 1},
		{"a free variable", group(1, free), 2},
		{"an empty clause", group(1, func(p *Problem, _ ...int) { p.AddClause() }), 0},
		{"an empty group", group(0, (*Problem).AddExactlyOne), 0},
		{"an empty loose group", group(0, (*Problem).AddAtMostOne), 1},
		{"one clause", group(3, func(p *Problem, _ ...int) { p.AddClause(PositiveLiteral(0), PositiveLiteral(1), NegativeLiteral(2)) }), 7},
		{"a full loose group", group(MaxGroup-2, (*Problem).AddAtMostOne), MaxGroup - 1},
		{"a variable in seven full groups", group(MaxGroup, func(p *Problem, all ...int) {
			for range 7 {
				p.AddExactlyOne(all...)
			}
		}), MaxGroup},
	} {
		for threads := 1; threads <= 2; threads++ {
			r := Count(t.Context(), x.p, Limits{Solutions: x.want + 1, Threads: threads, Seed: uint64(threads - 1)})
			if r.Solutions != x.want || !r.Complete {
				t.Errorf("%s, %d threads: %d solutions (complete: %v), not %d", x.name, threads, r.Solutions, r.Complete, x.want)
			}
		}
	}
}

// shuffledGrid returns a full 16×16 grid: the cyclic grid after rows, columns and digits are permuted in a way that
// keeps boxes.
func shuffledGrid(r *rand.Rand) (grid [256]int) {
	order := func() (to [16]int) {
		for i, band := range r.Perm(4) {
			for j, line := range r.Perm(4) {
				to[4*i+j] = 4*band + line
			}
		}
		return to
	}
	rows, columns, digits := order(), order(), r.Perm(16)
	for i := range 16 {
		for j := range 16 {
			row, column := rows[i], columns[j]
			grid[16*i+j] = 1 + digits[(4*(row%4)+row/4+column)%16]
		}
	}
	return grid
}

func boxRegions16() []int {
	region := make([]int, 256)
	for c := range region {
		region[c] = c/64*4 + c%16/4
	}
	return region
}

// TestUnique removes givens from a grid as long as the grid keeps a single solution. One thread and two threads
// must then find this solution. Whenever a removal leaves several solutions, the counts of both must be equal.
func TestUnique(t *testing.T) {
	var took Counts
	for seed := range soak.PickOfThree[uint64](1, 3, 3) {
		r := rand.New(rand.NewPCG(seed, 16))
		grid := shuffledGrid(r)
		givens := grid
		count := func(threads int) Result {
			return Count(t.Context(), boardProblem(16, boxRegions16(), givens[:]), Limits{Solutions: 3, Threads: threads})
		}
		for _, c := range r.Perm(256)[:180] {
			was := givens[c]
			givens[c] = 0
			one := count(1)
			took.addCounts(one.Counts)
			if one.Solutions > 1 {
				two := count(2)
				if two.Solutions != one.Solutions || two.Complete != one.Complete {
					t.Fatalf("%+v with one thread, %+v with two", one, two)
				}
				givens[c] = was
			}
		}
		for threads := 1; threads <= 2; threads++ {
			found := count(threads)
			if found.Solutions != 1 || !found.Complete {
				t.Fatalf("%d threads: %+v", threads, found)
			}
			for v, in := range found.Kept[0] {
				if in != (grid[v/16] == v%16+1) {
					t.Fatalf("%d threads: not the grid at cell %d", threads, v/16)
				}
			}
		}
	}
	// This is the search signature. A commit that changes it states the old and the new values, and the reason.
	want := soak.PickOfThree("conflicts 173, decisions 469", "conflicts 1704, decisions 3509", "conflicts 1704, decisions 3509")
	if got := fmt.Sprintf("conflicts %d, decisions %d", took.Conflicts, took.Decisions); got != want {
		t.Errorf("%s; it was %s", got, want)
	}
}

// pigeonholeProblem returns the problem of putting n pigeons into holes with room for one each.
func pigeonholeProblem(n, holes int) *Problem {
	p := &Problem{}
	hole := make([][]int, holes)
	for range n {
		var pigeon []int
		for h := range hole {
			v := p.AddVariable()
			pigeon, hole[h] = append(pigeon, v), append(hole[h], v)
		}
		p.AddExactlyOne(pigeon...)
	}
	for _, h := range hole {
		p.AddAtMostOne(h...)
	}
	return p
}

// TestWalk checks a walk's count of pairs of chosen variables that exclude each other. The count must stay
// correct, and must reach 0 on a board with many solutions.
func TestWalk(t *testing.T) {
	defer func(steps int32) { walkSteps = steps }(walkSteps)
	for _, walkSteps = range []int32{0, 100, 1 << 20} {
		p := boardProblem(16, boxRegions16(), make([]int, 256))
		p.AddClause(NegativeLiteral(0), NegativeLiteral(20)) // like a clause of a relation
		s := newSolver(p, 0)
		w := newWalk(s, 1)
		w.chooseInitialVariables(s, false)
		w.reduceConflicts(t.Context(), s)
		ill, pairs := make([]int32, s.variables), 0
		chosen := func(v int32) bool { return w.chosen[w.cellOf[v]] == v }
		for g, members := range p.groups {
			for _, v := range members {
				for _, x := range members {
					if v != x && chosen(x) && int32(g) != w.cells[w.cellOf[v]]-1 {
						ill[v]++
					}
				}
			}
		}
		for _, pair := range [][2]int32{{0, 20}, {20, 0}} {
			if chosen(pair[1]) {
				ill[pair[0]]++
			}
		}
		for v := range int32(s.variables) {
			if chosen(v) {
				pairs += int(ill[v])
			}
		}
		if !slices.Equal(ill, w.ill) || 2*w.pairs != pairs || w.fewest > w.pairs {
			t.Errorf("%d pairs after %d steps, fewest %d, not %d", w.pairs, w.step, w.fewest, pairs/2)
		}
		if walkSteps == 1<<20 && w.fewest > 0 {
			t.Errorf("%d pairs after %d steps", w.fewest, w.step)
		}
	}
}

// TestCutShort checks that a search that is cut short is undecided, unless it has found a solution.
func TestCutShort(t *testing.T) {
	p := pigeonholeProblem(7, 6)
	if r := Count(t.Context(), p, Limits{Conflicts: 5}); r.Complete || r.Outcome() != Undecided {
		t.Errorf("%v after five conflicts", r.Outcome())
	}
	if r := Count(t.Context(), p, Limits{}); r.Outcome() != None {
		t.Errorf("%v, of seven pigeons in six holes", r.Outcome())
	}
	p = boardProblem(16, boxRegions16(), make([]int, 256))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for threads := 1; threads <= 2; threads++ {
		if r := Count(ctx, p, Limits{Solutions: 1 << 10, Threads: threads}); r.Complete {
			t.Error("complete, of a board with numberless solutions")
		}
	}
	var impossible Problem
	impossible.AddExactlyOne(impossible.AddVariable())
	impossible.AddClause(NegativeLiteral(0))
	if r := Count(t.Context(), &impossible, Limits{}); r.Outcome() != None {
		t.Errorf("%v of what cannot be", r.Outcome())
	}
}

// TestFurther checks Limits.Further: it limits the search for a second solution after the first is found.
func TestFurther(t *testing.T) {
	p := pigeonholeProblem(9, 8)
	x := p.AddVariable() // if x is in, every pigeon stays out of the holes
	for _, pigeon := range p.groups[:9] {
		y := p.AddVariable()
		p.AddClause(NegativeLiteral(y), PositiveLiteral(x))
		for _, v := range pigeon {
			p.AddClause(NegativeLiteral(int(v)), NegativeLiteral(x))
		}
	}
	for i := range p.groups[:9] {
		p.groups[i] = append(p.groups[i], int32(x+1+i))
	}
	for threads := 1; threads <= 2; threads++ {
		r := Count(t.Context(), p, Limits{Solutions: 2, Further: 10, Threads: threads})
		if r.Solutions != 1 || r.Complete {
			t.Errorf("%d threads: %+v", threads, r)
		}
	}
	if r := Count(t.Context(), p, Limits{Solutions: 2, Conflicts: 2_000}); r.Solutions != 1 {
		t.Errorf("%+v", r)
	}
}

// TestMemory checks two things. A search with little memory forgets clauses and has the same answer. A count
// whose solutions fill the memory keeps the solutions found so far.
func TestMemory(t *testing.T) {
	const memory = 1 << 14
	s := newSolver(pigeonholeProblem(8, 7), memory)
	if r := s.countSolutions(t.Context(), Limits{}); r.Outcome() != None || s.reductions == 0 {
		t.Errorf("%v after %d reductions", r.Outcome(), s.reductions)
	}
	if took := 4 * (cap(s.arena) + cap(s.spare)); took > memory {
		t.Errorf("%d bytes of clauses", took)
	}
	for threads := soak.PickOfThree(2, 1, 1); threads <= 2; threads++ { // a single thread has no races for the detector to find
		r := Count(t.Context(), boardProblem(16, boxRegions16(), make([]int, 256)), Limits{Solutions: 1 << 30, Memory: memory, Threads: threads})
		if r.Complete || r.Solutions < 2 || r.Outcome() != Found {
			t.Errorf("%d threads: %d solutions, complete: %v", threads, r.Solutions, r.Complete)
		}
	}
}

// Outcome returns Found if a solution was found, None if it is proven that no solution exists, and otherwise Undecided.
func (r *Result) Outcome() Outcome {
	switch {
	case r.Solutions > 0:
		return Found
	case r.Complete:
		return None
	}
	return Undecided
}
