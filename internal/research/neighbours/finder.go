package neighbours

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"nonet/internal/engine/kernel"
	"nonet/internal/engine/tally"
)

// In this file a candidate is the number 9·cell+digit−1. A sub-puzzle is a puzzle without some of its givens. The
// finder lists solutions of the sub-puzzle, up to a limit, and records for each candidate the first solution that has
// it. If two solutions have a candidate, the candidate gives no unique puzzle. If the list is complete, a candidate
// that exactly one solution has gives a unique puzzle.
//
// If the list is not complete, the remaining candidates are tested in batches. Each solution that a test finds joins
// the list, because it often has candidates that are rare in the list.

const (
	candidates = 81 * 9
	// listed is how many solutions are listed before candidates are tested. The number was chosen by measuring {-1+1}
	// (BenchmarkFinder).
	listed = 128
	// tested is how many candidates are tested together.
	tested = 64
	// maxKeys and usual limit the number of solutions that are listed when several givens are added. The limit is most,
	// until too many sub-puzzles have more solutions. Then the limit is usual. Both were chosen by measuring {-2+2} for
	// puzzles with 17 givens and for the hardest puzzles.
	usual   = 1 << 15
	maxKeys = 1 << 17
	// patience is how many sub-puzzles may exceed most before usual becomes the limit.
	patience = 4
)

// finder finds the neighbours of one puzzle after the other, and reuses its memory.
type finder struct {
	ctx       context.Context
	k         kernel.Kernel
	banned    [candidates]bool // the removed givens, because adding one of them again would be a smaller change
	solutions [][81]uint8

	// These are used when one given is added. `once` holds the candidates of all listed solutions. `twice` holds the
	// candidates that at least two solutions have, listed or not. `first` holds, for each bit, the first listed
	// solution with the candidate.
	once, twice tally.Row
	first       [64 * tally.Words]int32
	every       tally.Layout // a layout of all cells
	all         []uint8
	// removed is the cell of the given that was removed last, and added the bit of the candidate that was added.
	removed, added int
	// others, if not nil, receives for each given some candidates of solutions that the puzzle has without this given.
	others *[81]tally.Row

	solutionsOf [][]uint64        // for each index in open, the solutions that have the candidate
	open        []int             // the candidates to choose from
	cells       []uint8           // the cells of open
	number      [candidates]int16 // for each candidate, its bit in a row, or −1 if open lacks it
	openIndex   []int             // for each bit in a row, the candidate's index in open
	width       int               // how many words of a row are used
	rows        []tally.Row       // for each solution, its candidates
	counter     tally.Counter
	puzzles     [][81]uint8
	asked       []int
	results     [tested]kernel.Result
	limit       int // a limit that replaces the constants in tests; 0 for none
	beyond      int // the number of sub-puzzles whose solutions exceed most, minus the number whose solutions exceed only usual
	yield       func(puzzle, solution *[81]uint8)
}

// yieldNeighbours removes `remove` givens from p, and then adds `add` other givens in empty cells, in all possible
// ways. It calls yield once with each unique puzzle that results. The error is ctx.Err().
func (f *finder) yieldNeighbours(ctx context.Context, k kernel.Kernel, p *[81]uint8, remove, add int, yield func(puzzle, solution *[81]uint8)) error {
	f.ctx, f.k, f.yield, f.beyond = ctx, k, yield, 0
	clear(f.banned[:])
	if f.all == nil {
		for c := range uint8(81) {
			f.all = append(f.all, c)
		}
		f.every = f.all
	}
	sub := *p
	f.removeGivens(&sub, 0, remove, add)
	return ctx.Err()
}

// removeGivens removes n givens from cells with index ≥ from, in all ways. For each way it calls addGivens.
func (f *finder) removeGivens(sub *[81]uint8, from, n, add int) {
	if n == 0 {
		f.addGivens(sub, 0, add)
		return
	}
	for c := from; c <= 81-n && f.ctx.Err() == nil; c++ {
		if d := sub[c]; d != 0 {
			number := 9*c + int(d) - 1
			sub[c], f.banned[number], f.removed = 0, true, c
			f.removeGivens(sub, c+1, n-1, add)
			if f.others != nil && f.ctx.Err() == nil {
				f.others[c] = f.candidatesWithout(c, d)
			}
			sub[c], f.banned[number] = d, false
		}
	}
}

// addGivens adds n givens to p in all ways, and yields the unique puzzles. It uses only cells from `from` on, and only
// candidates that are not banned and that no given excludes.
func (f *finder) addGivens(p *[81]uint8, from, n int) {
	switch {
	case n == 0:
		if f.listSolutions(p, 2) && len(f.solutions) == 1 {
			f.yield(p, &f.solutions[0])
		}
		return
	case n == 1:
		if complete := f.listSolutions(p, listed); len(f.solutions) > 0 {
			f.yieldOneAddedGiven(p, from, complete)
		}
		return
	}
	limit := maxKeys
	if f.beyond >= patience {
		limit = usual
	}
	if f.listSolutions(p, cmp.Or(f.limit, limit)) {
		if len(f.solutions) > usual {
			f.beyond--
		}
		f.yieldSeveralAddedGivens(p, from, n)
		return
	}
	if limit == maxKeys {
		f.beyond++
	}
	for c := from; c < 81; c++ {
		if p[c] != 0 {
			continue
		}
		for d := range 9 {
			if number := 9*c + d; !f.banned[number] && f.ctx.Err() == nil && isAllowed(p, c, uint8(d+1)) {
				p[c] = uint8(d + 1)
				f.addGivens(p, c+1, n-1)
				p[c] = 0
			}
		}
	}
}

// isAllowed reports whether no given in a house of cell c has digit d.
func isAllowed(p *[81]uint8, c int, d uint8) bool {
	row, column, box := c/9*9, c%9, c/27*27+c%9/3*3
	for i := range 9 {
		if p[row+i] == d || p[9*i+column] == d || p[box+9*(i/3)+i%3] == d {
			return false
		}
	}
	return true
}

func (f *finder) listSolutions(p *[81]uint8, n int) (complete bool) {
	f.solutions = f.solutions[:0]
	found := f.k.Enumerate(f.ctx, p, kernel.Any, kernel.Limits{Solutions: uint64(n)}, func(s *[81]uint8) bool {
		f.solutions = append(f.solutions, *s)
		return true
	})
	return found.Outcome == kernel.Complete
}

// recordSolutionCandidates records, from the row of solution i, which candidates the solution has.
func (f *finder) recordSolutionCandidates(i int) {
	for k, x := range &f.rows[i] {
		for y := x &^ f.once[k]; y != 0; y &= y - 1 {
			f.first[64*k+bits.TrailingZeros64(y)] = int32(i)
		}
		f.twice[k] |= f.once[k] & x
		f.once[k] |= x
	}
}

// findFreeCandidates returns the candidates in cells with index ≥ from that no given excludes and that are not
// banned.
func (f *finder) findFreeCandidates(p *[81]uint8, from int) (free tally.Row) {
	var rows, columns, boxes [9]uint16
	for c, d := range p {
		rows[c/9] |= 1 << d
		columns[c%9] |= 1 << d
		boxes[c/27*3+c%9/3] |= 1 << d
	}
	for c := from; c < 81; c++ {
		if p[c] == 0 {
			digits := uint64(^(rows[c/9]|columns[c%9]|boxes[c/27*3+c%9/3])>>1) & 511
			free[c/7] |= digits << (9 * (c % 7))
		}
	}
	for number, banned := range &f.banned {
		if banned {
			k := tally.Bit(number/9, number%9)
			free[k/64] &^= 1 << (k % 64)
		}
	}
	return free
}

func candidateOfBit(bit int) (cell, digit int) { return bit/64*7 + bit%64/9, bit % 64 % 9 }

// yieldOneAddedGiven yields the unique puzzles with one more given than p. complete is set if all solutions are listed.
func (f *finder) yieldOneAddedGiven(p *[81]uint8, from int, complete bool) {
	f.once, f.twice = tally.Row{}, tally.Row{}
	f.rows = slices.Grow(f.rows[:0], len(f.solutions))[:len(f.solutions)]
	f.every.Fill(f.rows, f.solutions)
	for i := range f.solutions {
		f.recordSolutionCandidates(i)
	}
	free := f.findFreeCandidates(p, from)
	if !complete && !f.decideOpenCandidates(p, &free) {
		return
	}
	for k := range free {
		for x := free[k] & f.once[k] &^ f.twice[k]; x != 0; x &= x - 1 {
			f.added = 64*k + bits.TrailingZeros64(x)
			cell, d := candidateOfBit(f.added)
			p[cell] = uint8(d + 1)
			f.yield(p, &f.solutions[f.first[f.added]])
			p[cell] = 0
		}
	}
}

// decideOpenCandidates tests the candidates that the list leaves undecided. After that, a candidate gives a unique
// puzzle if exactly one listed solution has it.
func (f *finder) decideOpenCandidates(p *[81]uint8, free *tally.Row) bool {
	f.asked = f.asked[:0]
	for k, x := range free {
		for x &^= f.twice[k]; x != 0; x &= x - 1 {
			f.asked = append(f.asked, 64*k+bits.TrailingZeros64(x))
		}
	}
	for next := 0; next < len(f.asked) && f.ctx.Err() == nil; {
		f.puzzles = f.puzzles[:0]
		begin := next
		n := 0
		for ; next < len(f.asked) && n < tested; next++ {
			if bit := f.asked[next]; f.twice[bit/64]>>(bit%64)&1 == 0 {
				f.puzzles = append(f.puzzles, *p)
				cell, d := candidateOfBit(bit)
				f.puzzles[n][cell] = uint8(d + 1)
				f.asked[begin+n] = bit // the candidates of this batch move to the front
				n++
			}
		}
		if f.k.Search(f.ctx, f.puzzles, kernel.Limits{Solutions: 2}, f.results[:n]) < n {
			break
		}
		for i := range n {
			bit, r := f.asked[begin+i], &f.results[i]
			if r.Solutions == 0 {
				continue
			}
			if !f.isListed(&r.First, bit) {
				f.solutions = append(f.solutions, r.First)
				f.rows = append(f.rows, tally.Row{})
				last := len(f.solutions) - 1
				f.every.Fill(f.rows[last:], f.solutions[last:])
				f.recordSolutionCandidates(last)
			}
			if r.Solutions > 1 {
				f.twice[bit/64] |= 1 << (bit % 64)
			}
		}
	}
	return f.ctx.Err() == nil
}

// isListed reports whether solution s, which has the candidate of bit, is listed. It compares s only with the first
// listed solution that has the candidate. If several listed solutions have the candidate, the result does not matter.
func (f *finder) isListed(s *[81]uint8, bit int) bool {
	if f.once[bit/64]>>(bit%64)&1 == 0 {
		return false
	}
	return f.twice[bit/64]>>(bit%64)&1 != 0 || f.solutions[f.first[bit]] == *s
}

// candidatesWithout returns the candidates of all listed solutions that do not have `digit` in `cell`. Exactly one
// listed solution must have `digit` in `cell`.
func (f *finder) candidatesWithout(cell int, digit uint8) tally.Row {
	others := f.once
	for i := range f.solutions {
		if f.solutions[i][cell] == digit {
			for k := range others {
				others[k] &^= f.rows[i][k] &^ f.twice[k]
			}
			break
		}
	}
	return others
}

// yieldSeveralAddedGivens yields the unique puzzles with n more givens: n candidates that occur together in exactly one
// solution. All solutions must be listed.
func (f *finder) yieldSeveralAddedGivens(p *[81]uint8, from, n int) {
	words := (len(f.solutions) + 63) / 64
	f.open, f.cells = f.open[:0], f.cells[:0]
	var could tally.Row
	for number := range f.number {
		f.number[number] = -1
		c, d := number/9, number%9
		if c < from || p[c] != 0 {
			continue
		}
		if d == 0 {
			f.cells = append(f.cells, uint8(c))
		}
		if !f.banned[number] && isAllowed(p, c, uint8(d+1)) {
			k := tally.Bit(len(f.cells)-1, d)
			f.number[number] = int16(k)
			could[k/64] |= 1 << (k % 64)
			f.open = append(f.open, number)
		}
	}
	f.width = (len(f.cells) + 6) / 7
	for len(f.solutionsOf) < len(f.open) {
		f.solutionsOf = append(f.solutionsOf, nil)
	}
	for i := range f.open {
		if cap(f.solutionsOf[i]) < words {
			f.solutionsOf[i] = make([]uint64, words)
		}
		f.solutionsOf[i] = f.solutionsOf[i][:words]
	}
	f.rows = slices.Grow(f.rows[:0], 64*words)[:64*words]
	clear(f.rows[len(f.solutions):])
	layout := tally.Layout(f.cells)
	layout.Fill(f.rows, f.solutions)
	var block [64]uint64
	for w := range words {
		for k, i := 0, 0; k < f.width; k++ {
			tally.Transpose(&block, (*[64]tally.Row)(f.rows[64*w:]), k)
			for ; i < len(f.open) && int(f.number[f.open[i]])/64 == k; i++ {
				f.solutionsOf[i][w] = block[f.number[f.open[i]]%64]
			}
		}
	}
	f.sortCandidatesByRarity()
	all := make([]uint64, words)
	for i := range f.solutions {
		all[i/64] |= 1 << (i % 64)
	}
	f.chooseCandidates(p, 0, n, all, could)
}

// sortCandidatesByRarity sorts the candidates by the number of solutions that have them. For a pair with a rare
// candidate, only the few solutions with this candidate are examined. Two frequent candidates soon show several common
// solutions.
func (f *finder) sortCandidatesByRarity() {
	type set struct {
		index, held int
		solutions   []uint64
	}
	sets := make([]set, len(f.open))
	for i, candidate := range f.open {
		held := 0
		for _, x := range f.solutionsOf[i] {
			held += bits.OnesCount64(x)
		}
		sets[i] = set{candidate, held, f.solutionsOf[i]}
	}
	sort.SliceStable(sets, func(i, j int) bool { return sets[i].held < sets[j].held })
	f.openIndex = slices.Grow(f.openIndex[:0], 64*f.width)[:64*f.width]
	for i, s := range sets {
		f.open[i], f.solutionsOf[i] = s.index, s.solutions
		f.openIndex[f.number[s.index]] = i
	}
}

// chooseCandidates chooses n candidates of the row `could` with index ≥ from. `in` is the set of solutions that have
// the candidates chosen so far.
func (f *finder) chooseCandidates(p *[81]uint8, from, n int, in []uint64, could tally.Row) {
	if n == 1 {
		f.chooseLastCandidate(p, in, &could)
		return
	}
	both := make([]uint64, len(in))
	for i := from; i < len(f.open) && f.ctx.Err() == nil; i++ {
		candidate := f.open[i]
		k := f.number[candidate]
		if could[k/64]>>(k%64)&1 == 0 {
			continue
		}
		could[k/64] &^= 1 << (k % 64)
		any := uint64(0)
		for w := range both {
			both[w] = in[w] & f.solutionsOf[i][w]
			any |= both[w]
		}
		if any == 0 {
			continue
		}
		// A candidate is dropped if no solution has both it and the chosen candidate.
		cell, d := candidate/9, candidate%9
		rest := could
		without := func(candidate int) {
			if k := f.number[candidate]; k >= 0 {
				rest[k/64] &^= 1 << (k % 64)
			}
		}
		for x := range 9 {
			without(9*cell + x)
			without(9*(cell/9*9+x) + d)
			without(9*(9*x+cell%9) + d)
			without(9*(cell/27*27+cell%9/3*3+9*(x/3)+x%3) + d)
		}
		p[cell] = uint8(d + 1)
		f.chooseCandidates(p, i+1, n-1, both, rest)
		p[cell] = 0
	}
}

const (
	// few is the greatest number of remaining candidates that are checked one by one.
	few = 6
	// interval is how many solutions are counted between two checks of the number of remaining candidates.
	interval = 32
)

// chooseLastCandidate does the work of chooseCandidates for the last candidate. It finds the candidates that exactly
// one of the solutions has.
func (f *finder) chooseLastCandidate(p *[81]uint8, in []uint64, could *tally.Row) {
	c := &f.counter
	width := f.width % (tally.Words + 1)
	for c.Begin(in); c.Count(f.rows, in, interval); {
		open := 0
		for k := range width {
			open += bits.OnesCount64(could[k] &^ c.Twice[k])
		}
		if open <= few {
			f.chooseLastOneByOne(p, in, could, &c.Twice)
			return
		}
	}
	once, alone := &c.Once, 0
	for k := range width {
		once[k] &= could[k] &^ c.Twice[k]
		alone += bits.OnesCount64(once[k])
	}
	if alone == 0 {
		return
	}
	for w, x := range in {
		for ; x != 0; x &= x - 1 {
			i := 64*w + bits.TrailingZeros64(x)
			r := &f.rows[i]
			for k := range width {
				for y := r[k] & once[k]; y != 0; y &= y - 1 {
					f.yieldFound(p, f.open[f.openIndex[64*k+bits.TrailingZeros64(y)]], i)
					alone--
				}
			}
			if alone == 0 {
				return
			}
		}
	}
}

// chooseLastOneByOne is like chooseLastCandidate, for the few candidates of the row `could` that are not in the row
// `out`.
func (f *finder) chooseLastOneByOne(p *[81]uint8, in []uint64, could, out *tally.Row) {
	for k := range f.width {
		for y := could[k] &^ out[k]; y != 0; y &= y - 1 {
			i := f.openIndex[64*k+bits.TrailingZeros64(y)]
			if s := onlyCommonElement(in, f.solutionsOf[i]); s >= 0 {
				f.yieldFound(p, f.open[i], s)
			}
		}
	}
}

func (f *finder) yieldFound(p *[81]uint8, candidate, solution int) {
	p[candidate/9] = uint8(candidate%9 + 1)
	f.yield(p, &f.solutions[solution])
	p[candidate/9] = 0
}

// onlyCommonElement returns the only element that two sets have in common. It returns −1 if they have no element in
// common, or several.
func onlyCommonElement(a, b []uint64) int {
	found := -1
	for w, x := range a {
		if x &= b[w]; x != 0 {
			if found >= 0 || x&(x-1) != 0 {
				return -1
			}
			found = 64*w + bits.TrailingZeros64(x)
		}
	}
	return found
}
