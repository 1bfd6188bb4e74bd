package neighbours

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"nonet/internal/engine/kernel"
)

// A candidate, a digit in a cell, is 9·cell+digit−1 in this file. A sub-puzzle is a puzzle
// less some givens. Solutions of it are listed, up to a number, and for each candidate it is
// noted which of them first held it: a candidate that two hold makes no puzzle with one
// solution, and of a list that is complete one that a single solution holds makes one.
//
// Where the list is not complete, what is left is tested in batches, and the solution that a
// test finds joins the list: it often holds the very candidates that are rare in the list.

const (
	candidates = 81 * 9
	// listed is how many solutions are listed before candidates are tested; chosen by
	// measuring {-1+1} (BenchmarkFinder).
	listed = 128
	// tested is how many candidates are tested at once.
	tested = 64
	// most is how many solutions of a sub-puzzle are held for choosing several givens.
	most = 1 << 15
)

// row is a set of numbers of candidates: nine a cell, seven cells a word.
type row [rowWords]uint64

const rowWords = (81 + 6) / 7

const (
	unseen int32 = -1
	dead   int32 = -2
)

// finder finds the neighbours of one puzzle after the other.
type finder struct {
	ctx       context.Context
	k         kernel.Kernel
	banned    [candidates]bool // given back, they would make fewer changes
	first     [candidates]int32
	solutions [][81]uint8
	has       [][]uint64        // by candidate of open: the solutions that hold it
	open      []int             // candidates to choose from
	cells     []uint8           // of these
	number    [candidates]int16 // of each candidate of open in a row, −1 for others
	at        []int             // of each number, the place in open
	width     int               // words of a row that are used
	rows      []row             // by solution: which numbers it holds
	puzzles   [][81]uint8
	asked     []int
	results   [tested]kernel.Result
	most      int // in place of the constant
	yield     func(puzzle, solution *[81]uint8)
}

// find calls yield with each puzzle that has one solution and comes of p by taking so many
// givens away and putting as many others as add into cells then empty, each once.
func (f *finder) find(ctx context.Context, k kernel.Kernel, p *[81]uint8, remove, add int, yield func(puzzle, solution *[81]uint8)) error {
	f.ctx, f.k, f.yield = ctx, k, yield
	clear(f.banned[:])
	sub := *p
	f.remove(&sub, 0, remove, add)
	return ctx.Err()
}

// remove takes away givens from a cell on.
func (f *finder) remove(sub *[81]uint8, from, n, add int) {
	if n == 0 {
		f.extend(sub, 0, add)
		return
	}
	for c := from; c <= 81-n && f.ctx.Err() == nil; c++ {
		if d := sub[c]; d != 0 {
			at := 9*c + int(d) - 1
			sub[c], f.banned[at] = 0, true
			f.remove(sub, c+1, n-1, add)
			sub[c], f.banned[at] = d, false
		}
	}
}

// extend adds n givens to a puzzle, in cells from one on.
func (f *finder) extend(p *[81]uint8, from, n int) {
	switch {
	case n == 0:
		if f.list(p, 2) && len(f.solutions) == 1 {
			f.yield(p, &f.solutions[0])
		}
		return
	case n == 1:
		if complete := f.list(p, listed); len(f.solutions) > 0 {
			f.single(p, from, complete)
		}
		return
	}
	if f.list(p, cmp.Or(f.most, most)) {
		f.several(p, from, n)
		return
	}
	for c := from; c < 81; c++ {
		if p[c] != 0 {
			continue
		}
		for d := range 9 {
			if at := 9*c + d; !f.banned[at] && f.ctx.Err() == nil && allowed(p, c, uint8(d+1)) {
				p[c] = uint8(d + 1)
				f.extend(p, c+1, n-1)
				p[c] = 0
			}
		}
	}
}

// allowed reports whether no given that sees the cell has the digit.
func allowed(p *[81]uint8, c int, d uint8) bool {
	row, column, box := c/9*9, c%9, c/27*27+c%9/3*3
	for i := range 9 {
		if p[row+i] == d || p[9*i+column] == d || p[box+9*(i/3)+i%3] == d {
			return false
		}
	}
	return true
}

// list lists up to so many solutions; true says that there are no more.
func (f *finder) list(p *[81]uint8, n int) (complete bool) {
	f.solutions = f.solutions[:0]
	found := f.k.Enumerate(f.ctx, p, kernel.Any, kernel.Limits{Solutions: uint64(n)}, func(s *[81]uint8) bool {
		f.solutions = append(f.solutions, *s)
		return true
	})
	return found.Outcome == kernel.Complete
}

// note notes which candidates a solution holds.
func (f *finder) note(i int) {
	for c, d := range f.solutions[i] {
		switch at := &f.first[9*c+int(d)-1]; *at {
		case unseen:
			*at = int32(i)
		case dead:
		default:
			*at = dead
		}
	}
}

// single yields the puzzles with one given more.
func (f *finder) single(p *[81]uint8, from int, complete bool) {
	for i := range f.first {
		f.first[i] = unseen
	}
	for i := range f.solutions {
		f.note(i)
	}
	if !complete {
		f.test(p, from)
	}
	for c := from; c < 81; c++ {
		if p[c] != 0 {
			continue
		}
		for d := range 9 {
			if at := 9*c + d; f.first[at] >= 0 && !f.banned[at] {
				p[c] = uint8(d + 1)
				f.yield(p, &f.solutions[f.first[at]])
				p[c] = 0
			}
		}
	}
}

// test finds out about the candidates of which the list does not say enough: at the end those
// that are not dead or unseen have one solution.
func (f *finder) test(p *[81]uint8, from int) {
	f.asked = f.asked[:0]
	for c := from; c < 81; c++ {
		for d := range 9 {
			if at := 9*c + d; p[c] == 0 && f.first[at] != dead && !f.banned[at] && allowed(p, c, uint8(d+1)) {
				f.asked = append(f.asked, at)
			}
		}
	}
	for next := 0; next < len(f.asked) && f.ctx.Err() == nil; {
		f.puzzles = f.puzzles[:0]
		begin := next
		n := 0
		for ; next < len(f.asked) && n < tested; next++ {
			if at := f.asked[next]; f.first[at] != dead {
				f.puzzles = append(f.puzzles, *p)
				f.puzzles[n][at/9] = uint8(at%9 + 1)
				f.asked[begin+n] = at // those asked stand at the front of the part
				n++
			}
		}
		if f.k.Search(f.ctx, f.puzzles, kernel.Limits{Solutions: 2}, f.results[:n]) < n {
			break
		}
		for i := range n {
			at, r := f.asked[begin+i], &f.results[i]
			switch {
			case r.Solutions == 0:
				continue
			case !f.listed(&r.First, at):
				f.solutions = append(f.solutions, r.First)
				f.note(len(f.solutions) - 1)
			}
			if r.Solutions > 1 {
				f.first[at] = dead
			}
		}
	}
	if f.ctx.Err() != nil { // nothing is certain
		for i := range f.first {
			f.first[i] = unseen
		}
	}
}

// listed reports whether a solution that holds a candidate is in the list: only what first
// held the candidate can be it, unless the candidate is dead, which says that it does not matter.
func (f *finder) listed(s *[81]uint8, at int) bool {
	first := f.first[at]
	return first >= 0 && f.solutions[first] == *s || first == dead
}

// several yields the puzzles with n givens more, where all solutions are listed: the sets of
// solutions that hold the givens have one in common.
func (f *finder) several(p *[81]uint8, from, n int) {
	words := (len(f.solutions) + 63) / 64
	f.open, f.cells = f.open[:0], f.cells[:0]
	var could row
	for at := range f.number {
		f.number[at] = -1
		c, d := at/9, at%9
		if c < from || p[c] != 0 {
			continue
		}
		if d == 0 {
			f.cells = append(f.cells, uint8(c))
		}
		if n := len(f.cells) - 1; !f.banned[at] && allowed(p, c, uint8(d+1)) {
			k := 64*(n/7) + 9*(n%7) + d
			f.number[at] = int16(k)
			could[k/64] |= 1 << (k % 64)
			f.open = append(f.open, at)
		}
	}
	f.width = (len(f.cells) + 6) / 7
	for len(f.has) < len(f.open) {
		f.has = append(f.has, nil)
	}
	for i := range f.open {
		if cap(f.has[i]) < words {
			f.has[i] = make([]uint64, words)
		}
		f.has[i] = f.has[i][:words]
	}
	f.rows = slices.Grow(f.rows[:0], 64*words)[:64*words]
	clear(f.rows[len(f.solutions):])
	for i := range f.solutions {
		s, r := &f.solutions[i], &f.rows[i]
		for k := range f.width {
			x := uint64(0)
			for j, c := range f.cells[7*k : min(7*k+7, len(f.cells))] {
				x |= 1 << ((9*j + int(s[c]) - 1) & 63)
			}
			r[k] = x
		}
	}
	var block [64]uint64
	for w := range words {
		for k, i := 0, 0; k < f.width; k++ {
			for j := range block {
				block[j] = f.rows[64*w+j][k]
			}
			transpose(&block)
			for ; i < len(f.open) && int(f.number[f.open[i]])/64 == k; i++ {
				f.has[i][w] = block[f.number[f.open[i]]%64]
			}
		}
	}
	f.rarest()
	all := make([]uint64, words)
	for i := range f.solutions {
		all[i/64] |= 1 << (i % 64)
	}
	f.choose(p, 0, n, all, could)
}

// rarest puts the candidates that few solutions hold first: pairs with one of these are found
// by looking at these solutions, and two that many hold soon turn out to share several.
func (f *finder) rarest() {
	type set struct {
		at, held int
		has      []uint64
	}
	sets := make([]set, len(f.open))
	for i, at := range f.open {
		held := 0
		for _, x := range f.has[i] {
			held += bits.OnesCount64(x)
		}
		sets[i] = set{at, held, f.has[i]}
	}
	slices.SortStableFunc(sets, func(a, b set) int { return a.held - b.held })
	f.at = slices.Grow(f.at[:0], 64*f.width)[:64*f.width]
	for i, s := range sets {
		f.open[i], f.has[i] = s.at, s.has
		f.at[f.number[s.at]] = i
	}
}

// transpose makes bit j of word i bit i of word j (Warren, Hacker's Delight, 7-3).
func transpose(x *[64]uint64) {
	for width, mask := 32, uint64(1<<32-1); width > 0; width, mask = width/2, mask^mask<<(width/2) {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			a, b := &x[i&63], &x[(i+width)&63]
			t := (*a>>width ^ *b) & mask
			*b ^= t
			*a ^= t << width
		}
	}
}

// choose chooses n candidates from one on, among those that could be; in are the solutions that hold
// those chosen.
func (f *finder) choose(p *[81]uint8, from, n int, in []uint64, could row) {
	if n == 1 {
		f.last(p, in, &could)
		return
	}
	both := make([]uint64, len(in))
	for i := from; i < len(f.open) && f.ctx.Err() == nil; i++ {
		at := f.open[i]
		k := f.number[at]
		if could[k/64]>>(k%64)&1 == 0 {
			continue
		}
		could[k/64] &^= 1 << (k % 64)
		any := uint64(0)
		for w := range both {
			both[w] = in[w] & f.has[i][w]
			any |= both[w]
		}
		if any == 0 {
			continue
		}
		// What clashes with it is in no solution with it.
		cell, d := at/9, at%9
		rest := could
		without := func(at int) {
			if k := f.number[at]; k >= 0 {
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
		f.choose(p, i+1, n-1, both, rest)
		p[cell] = 0
	}
}

// few is how many candidates are looked at one by one.
const few = 6

// last is choose for one candidate: of those that the solutions hold, it finds those that one alone
// holds.
func (f *finder) last(p *[81]uint8, in []uint64, could *row) {
	var once, twice row
	n := 0
	width := f.width % (rowWords + 1)
	open := func() (n int) {
		for k := range width {
			n += bits.OnesCount64(could[k] &^ twice[k])
		}
		return n
	}
	for w, x := range in {
		for ; x != 0; x &= x - 1 {
			r := &f.rows[64*w+bits.TrailingZeros64(x)]
			for k := range width {
				twice[k] |= once[k] & r[k]
				once[k] |= r[k]
			}
			if n++; n&31 == 0 && open() <= few {
				f.oneByOne(p, in, could, &twice)
				return
			}
		}
	}
	alone := 0
	for k := range width {
		once[k] &= could[k] &^ twice[k]
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
					f.found(p, f.open[f.at[64*k+bits.TrailingZeros64(y)]], i)
					alone--
				}
			}
			if alone == 0 {
				return
			}
		}
	}
}

// oneByOne is last for the few candidates that are not in out.
func (f *finder) oneByOne(p *[81]uint8, in []uint64, could, out *row) {
	for k := range f.width {
		for y := could[k] &^ out[k]; y != 0; y &= y - 1 {
			i := f.at[64*k+bits.TrailingZeros64(y)]
			if s := common(in, f.has[i]); s >= 0 {
				f.found(p, f.open[i], s)
			}
		}
	}
}

// found yields the puzzle with a candidate more, whose solution has a number.
func (f *finder) found(p *[81]uint8, at, solution int) {
	p[at/9] = uint8(at%9 + 1)
	f.yield(p, &f.solutions[solution])
	p[at/9] = 0
}

// common is the one that two sets have in common, or −1 if they have none, or several.
func common(a, b []uint64) int {
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
