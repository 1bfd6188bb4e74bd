package lanes

import (
	"math"
	"math/bits"
	"slices"

	"nonet/internal/engine/csp"
)

// mostValues and mostCells limit the networks that lanes can search. mostValues is 16, because a lane has 16 bits for a
// set of values.
const (
	mostValues = 16
	mostCells  = 1000
)

// program is a network compiled for the routines.
type program struct {
	values, first int
	half          bool // the tables are for vectors of half a row
	kept          *keptProgram
	cells         int
	counted       int
	part
	wake         []uint64 // for each cell, the propagators that read it
	blame        [][]csp.Cell
	levels       int // how deep eithers are nested
	code, houses []uint32
	nhouses      int
	tables       []row
	states       int // the number of bytes that automata need as scratch
}

// part holds the propagators of the network, or those of one alternative. They run together.
type part struct {
	words   int
	span    [kinds + 1]int // span[k] is the index of the first word of dirty with bits of kind k
	may     [kinds]uint64  // for each kind: the bits of these words that belong to the kind; several kinds may share a word
	leave   int            // the propagator that ends an alternative
	records []record
	near    []uint64 // for each propagator: its bit set in machine.near
	all     []uint64 // the set of all propagators
	eithers []either
}

// either is a constraint of which one alternative must hold. At level 0 it prunes the network's cells, and its
// alternatives work on copies in other rows of the grid. An either at level 1 is part of an alternative, and prunes the
// copies of that alternative.
//
//	level 0   rows 0 …        the cells
//	          rows cells …    copies for one alternative
//	          rows 2 cells …  what the alternatives so far have left
//	level 1   rows cells …    the copies of level 0, which are the cells of level 1
//	          rows 3 cells …  copies for one alternative
//	          rows 4 cells …  what the alternatives so far have left
type either struct {
	scope []csp.Cell // the cells that some alternative prunes, as rows at the level of the either
	left  int        // the distance, in rows, from a cell's row to the row of the values that some alternative left it
	parts []part
	dirty [][]uint64 // for each alternative, its dirty propagators
	last  int        // the index of the alternative that is tried first: the last one to fail
}

// step is a propagator to which layOutPropagators has not yet given a bit.
type step struct {
	kind   kind
	record record
	reads  []csp.Cell
	writes []csp.Cell // the cells that the propagator writes but does not read
}

type builder struct {
	*program
	flat      *csp.Flat
	steps     []step
	see       []uint64 // for each cell: the cells that must differ from it, as seeWords words
	seeWords  int
	together  []uint64 // for each group of cells whose values must differ: the cells of the group, as seeWords words
	inGroup   []int32  // inGroup[groupFrom[cell]:groupFrom[cell+1]] are the cell's groups
	groupFrom []int32
	own       []uint64 // scratch of appendGroups: a set of cells, and each cell's index
	place     []uint8
	seen      []uint64
	edges     []uint32 // scratch of addAutomaton
	relations map[*csp.Relation]uint32
	triples   map[tripleKey]uint32
	automata  map[*csp.Layer]span // automata added so far, by the address of their first layer
	woken     []uint64            // scratch of layOutPropagators
	level     int                 // the nesting level of the propagators being added
	eithers   []either            // the eithers of the current part
}

type span struct{ from, to int }

type tripleKey struct {
	a, b, c, lo, hi, differ, values int
	half                            bool
	sets                            string
}

// newProgram compiles a network that is within the limits mostValues and mostCells. It returns nil if some propagator
// has no routine.
func newProgram(f *csp.Flat, k *kernel) *program {
	k0 := keptPrograms.Get().(*keptProgram)
	p := &program{half: k.half, values: f.Values, first: f.First, cells: len(f.Peers), counted: f.Counted, kept: k0}
	p.code, p.tables = k0.code[:0], k0.tables[:0]
	b := &builder{program: p, flat: f}
	b.seeWords = (p.cells + 63) / 64
	b.see = f.Sees
	b.steps = k0.steps[:0]
	for i := range f.Props {
		if !b.addPropagator(&f.Props[i]) {
			p.release()
			return nil
		}
	}
	b.addUnequalPairs()
	p.eithers = b.eithers
	var numbers []int
	p.wake, numbers = b.layOutPropagators(&p.part, b.steps)
	k0.steps = b.steps
	p.blame = k0.lists.Allocate(len(p.records))
	for i, s := range b.steps {
		p.blame[numbers[i]] = s.reads
	}
	for _, h := range f.Houses {
		p.houses = append(p.houses, uint32(len(h)))
		p.houses = appendCells(p.houses, h)
		p.nhouses++
	}
	return p
}

// rowOffset returns the byte offset of a cell's row.
func rowOffset(c csp.Cell) uint32 { return uint32(c) * 64 }

func appendCells(code []uint32, cells []csp.Cell) []uint32 {
	for _, c := range cells {
		code = append(code, rowOffset(c))
	}
	return code
}

// appendList appends the cells to the code, and returns the offset of the first.
func (b *builder) appendList(cells []csp.Cell) uint32 {
	at := b.nextCodeOffset()
	b.code = appendCells(b.code, cells)
	return at
}

func (b *builder) mustDiffer(a, c csp.Cell) bool {
	a, c = a%csp.Cell(b.cells), c%csp.Cell(b.cells)
	return b.see[int(a)*b.seeWords+int(c>>6)]>>(c&63)&1 != 0
}

func (b *builder) codeIndexOf(off uint32) int { return int(off / 4) }

func (b *builder) nextCodeOffset() uint32 { return uint32(len(b.code)) * 4 }

func (b *builder) appendStep(k kind, r record, reads, writes []csp.Cell) {
	b.steps = append(b.steps, step{k, r, reads, writes})
}

// addPropagator adds q, or returns false if there is no routine for it.
func (b *builder) addPropagator(q *csp.Prop) bool {
	n := uint32(len(q.Cells))
	switch q.Kind {
	case csp.KindDistinct:
		b.appendStep(kindDistinct, record{code: b.appendList(q.Cells), n: n}, q.Cells, nil)
	case csp.KindRelation:
		b.appendStep(kindRelation, record{code: b.appendList(q.Cells), table: b.relationTableOf(q.Relation)}, q.Cells, nil)
	case csp.KindRequired:
		b.addRequired(q)
	case csp.KindCount:
		b.addCount(q.Cells, q.Set, q.Lo, q.Hi)
	case csp.KindBalance:
		return b.addBalance(q)
	case csp.KindSets:
		at := b.appendList(q.Cells)
		for _, s := range q.Sets {
			b.code = append(b.code, uint32(s))
		}
		var others []csp.Cell
		if len(q.Cells) < b.values {
			others = b.appendGroups(q.Cells, false)
		} else {
			b.code = append(b.code, 0)
		}
		fits := uint32(0)
		if n > 3 && len(q.Sets) <= fitSets {
			fits = n
		}
		b.appendStep(kindSets, record{code: at, n: n, a: uint32(len(q.Sets)), b: fits}, q.Cells, others)
		if n == 3 && b.values <= 10 {
			b.addSetTriple(q.Cells, q.Sets)
		}
	case csp.KindPlaces:
		b.addCommonPeerHouse(q.Cells)
	case csp.KindBand:
		b.appendStep(kindBand, record{code: b.appendList(q.Cells)}, q.Cells, nil)
	case csp.KindCrossing:
		return b.addCrossing(q)
	case csp.KindSum:
		return b.addSum(q)
	case csp.KindAutomaton:
		if len(q.Groups) > 0 && b.level == 0 {
			b.addCover(q)
		}
		return b.addAutomaton(q)
	case csp.KindEither:
		return b.addAlternatives(q)
	default:
		return false
	}
	return true
}

// appendGroups appends groups of cells that see at least two of the given cells. The cells of a group see the same
// given cells. A group has two lists: the given cells that its cells do not see, and then its cells. The first list is
// filled to a multiple of four by repeating its last cell. Groups are sorted by the length of their first list, so that
// the processor can predict the routines' branches. `others` has the cells of all groups. If `apart` is set,
// appendGroups omits each cell that shares one group of distinct cells with all given cells that it sees. Inside an
// alternative there are no groups.
func (b *builder) appendGroups(cells []csp.Cell, apart bool) (others []csp.Cell) {
	const most = 48 // bits 12 to 59 of an entry of seen are a set of given cells
	if len(cells) > most || b.level > 0 {
		b.code = append(b.code, 0)
		return nil
	}
	w := b.seeWords
	if b.own == nil {
		b.own, b.place = make([]uint64, w), make([]uint8, b.cells)
	}
	for i, c := range cells {
		b.own[c>>6] |= 1 << (c & 63)
		b.place[c] = uint8(i)
	}
	seen := b.seen[:0] // bits 0 to 11: the cell; bits 12 to 59: the given cells that it does not see; bits 60 and up: a quarter of their number, rounded up
	for k := range w {
		var one, two uint64
		for _, c := range cells {
			m := b.see[int(c)*w+k]
			two |= one & m
			one |= m
		}
	candidates:
		for m := two &^ b.own[k]; m != 0; m &= m - 1 {
			x := k<<6 + bits.TrailingZeros64(m)
			sees := b.see[x*w:][:w]
			if apart {
			groups:
				for _, g := range b.inGroup[b.groupFrom[x]:b.groupFrom[x+1]] {
					group := b.together[int(g)*w:][:w]
					for k, m := range sees {
						if m&b.own[k]&^group[k] != 0 {
							continue groups
						}
					}
					continue candidates
				}
			}
			not := uint64(0)
			for k, m := range sees {
				for m = b.own[k] &^ m; m != 0; m &= m - 1 {
					not |= 1 << b.place[k<<6+bits.TrailingZeros64(m)]
				}
			}
			seen = append(seen, uint64(bits.OnesCount64(not)+3)/4<<60|not<<12|uint64(x))
		}
	}
	for _, c := range cells {
		b.own[c>>6] = 0
	}
	b.seen = seen
	slices.Sort(seen)
	at := len(b.code)
	b.code = append(b.code, 0)
	others = b.kept.cells.Allocate(len(seen))[:0]
	for len(seen) > 0 {
		not, n := seen[0]>>12, 1
		for n < len(seen) && seen[n]>>12 == not {
			n++
		}
		b.code[at]++
		fours := int(not >> 48)
		b.code = append(b.code, uint32(fours))
		from := len(b.code)
		for not &= 1<<most - 1; not != 0; not &= not - 1 {
			b.code = append(b.code, rowOffset(cells[bits.TrailingZeros64(not)]))
		}
		for len(b.code) < from+4*fours {
			b.code = append(b.code, b.code[len(b.code)-1])
		}
		b.code = append(b.code, uint32(n))
		for _, s := range seen[:n] {
			c := csp.Cell(s & (1<<12 - 1))
			b.code = append(b.code, rowOffset(c))
			others = append(others, c)
		}
		seen = seen[n:]
	}
	return others
}

func (b *builder) indexGroups() {
	if b.groupFrom != nil {
		return
	}
	w := b.seeWords
	from := make([]int32, b.cells+2)
	n, groups := 0, 0
	for i := range b.flat.Props {
		if q := &b.flat.Props[i]; q.Kind == csp.KindDistinct {
			groups++
			n += len(q.Cells)
			for _, c := range q.Cells {
				from[c+2]++
			}
		}
	}
	for c := range b.cells {
		from[c+2] += from[c+1]
	}
	b.together, b.inGroup, b.groupFrom = make([]uint64, groups*w), make([]int32, n), from
	groups = 0
	for i := range b.flat.Props {
		if q := &b.flat.Props[i]; q.Kind == csp.KindDistinct {
			for _, c := range q.Cells {
				b.together[groups*w+int(c>>6)] |= 1 << (c & 63)
				b.inGroup[from[c+1]] = int32(groups)
				from[c+1]++
			}
			groups++
		}
	}
}

func (b *builder) addRequired(q *csp.Prop) {
	var all, once csp.Set
	spare := len(q.Cells)
	for v, times := range q.Times {
		if times == 0 {
			continue
		}
		spare -= times
		all |= 1 << v
		if times == 1 {
			once |= 1 << v
		} else {
			b.addCount(q.Cells, 1<<v, times, len(q.Cells))
		}
	}
	at, others := b.appendList(q.Cells), b.appendGroups(q.Cells, false)
	b.appendStep(kindRequired, record{code: at, n: uint32(len(q.Cells)), a: uint32(all), b: uint32(once), c: uint32(spare)}, q.Cells, others)
}

func (b *builder) addCount(cells []csp.Cell, set csp.Set, lo, hi int) {
	at := b.appendList(cells)
	lo, hi = min(max(lo, -1), len(cells)+1), min(max(hi, -1), len(cells)+1)
	b.appendStep(kindCount, record{code: at, n: uint32(len(cells)), a: uint32(set), lo: uint32(lo), hi: uint32(hi)}, cells, nil)
}

// mostBalanced limits the cells in a list of a balance, because the routine counts with six bits.
const mostBalanced = 1<<6 - 1

// addBalance adds the balance of a value. It returns false if a list has more than mostBalanced cells. If the previous
// step balances the same cells, the value is added to that step.
func (b *builder) addBalance(q *csp.Prop) bool {
	if i := len(b.steps) - 1; i >= 0 && b.steps[i].kind == kindBalance && slices.Equal(b.steps[i].reads, q.Cells) {
		b.steps[i].record.a |= uint32(q.Set)
		return true
	}
	n := uint32(len(q.Cells) / 2)
	b.appendStep(kindBalance, record{code: b.appendList(q.Cells), n: n, a: uint32(q.Set)}, q.Cells, nil)
	return len(q.Cells) <= 2*mostBalanced
}

func (b *builder) addCrossing(q *csp.Prop) bool {
	lines, boxes := q.Lines[0], q.Lines[1]
	if len(q.Segments) > maxSegments || max(lines, boxes)+1 > maxLines {
		return false
	}
	at := b.nextCodeOffset()
	for _, free := range q.Free {
		b.code = append(b.code, uint32(len(free)))
		for _, l := range free {
			b.code = append(b.code, uint32(l)*64)
		}
	}
	for i, s := range q.Segments {
		b.code = append(b.code, uint32(len(s.Cells)), uint32(i)*64, uint32(s.Line)*64, uint32(s.Box)*64)
		b.code = appendCells(b.code, s.Cells)
	}
	b.appendStep(kindCrossing, record{code: at, n: uint32(len(q.Segments)), a: uint32(lines + 1), b: uint32(boxes + 1)}, q.Cells, nil)
	return true
}

// unequalList is the list of a kindUnequal propagator. The list has entries for each cell: a set of values, and a list
// of other cells. If one of these other cells has a single value that is in the set, the cell loses this value.
type unequalList struct {
	cells   []csp.Cell
	entries int
	code    []uint32
	count   int // the index in code for the number of other cells of the last entry
}

func (u *unequalList) beginEntry(c int, set csp.Set) {
	if n := len(u.cells); n == 0 || u.cells[n-1] != csp.Cell(c) {
		u.cells = append(u.cells, csp.Cell(c))
	}
	u.entries++
	u.code = append(u.code, rowOffset(csp.Cell(c)), uint32(set), 0)
	u.count = len(u.code) - 1
}

func (u *unequalList) addOther(c int) {
	u.code = append(u.code, rowOffset(csp.Cell(c)))
	u.code[u.count]++
}

// addUnequalPairs adds one propagator for all pairs of cells that must differ and that no other propagator
// keeps different.
func (b *builder) addUnequalPairs() {
	left, w := b.unprunedPairs(), b.seeWords
	var u unequalList
	var by []csp.Set // for each cell: the values that the current cell removes from it
	if b.flat.Alike != nil {
		by = make([]csp.Set, b.cells)
	}
	for c := range b.cells {
		began := false
		for k, m := range left[c*w : (c+1)*w] {
			for ; m != 0; m &= m - 1 {
				if !began {
					began = true
					u.beginEntry(c, 1<<b.values-1)
				}
				u.addOther(k<<6 + bits.TrailingZeros64(m))
			}
		}
		if by != nil {
			b.addPartialExclusions(&u, c, by)
		}
	}
	if len(u.cells) == 0 {
		return
	}
	at := b.appendList(u.cells)
	b.code = append(b.code, u.code...)
	b.appendStep(kindUnequal, record{code: at, n: uint32(len(u.cells)), a: uint32(u.entries)}, u.cells, nil)
}

// unprunedPairs returns, for each cell, the cells that must differ from it and that no propagator keeps different.
func (b *builder) unprunedPairs() []uint64 {
	left := slices.Clone(b.see)
	w := b.seeWords
	own := make([]uint64, w)
	for _, s := range b.steps {
		switch s.kind {
		case kindDistinct, kindSets:
			for _, c := range s.reads {
				own[c>>6] |= 1 << (c & 63)
			}
			for _, c := range s.reads {
				for k, m := range own {
					left[int(c)*w+k] &^= m
				}
			}
			clear(own)
		}
	}
	for _, q := range b.flat.Props {
		if q.Kind == csp.KindRelation && q.Relation.IsIrreflexive() {
			c, d := q.Cells[0], q.Cells[1]
			left[int(c)*w+int(d>>6)] &^= 1 << (d & 63)
			left[int(d)*w+int(c>>6)] &^= 1 << (c & 63)
		}
	}
	return left
}

// addPartialExclusions adds entries for the cells that lose only some values when cell c takes them. `by` is scratch
// memory.
func (b *builder) addPartialExclusions(u *unequalList, c int, by []csp.Set) {
	clear(by)
	for v, others := range b.flat.Alike[c*b.values : (c+1)*b.values] {
		for _, d := range others {
			by[d] |= 1 << v
		}
	}
	var sets []csp.Set
	for _, set := range by {
		if set != 0 && !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	slices.Sort(sets)
	for _, set := range sets {
		u.beginEntry(c, set)
		for d := range by {
			if by[d] == set {
				u.addOther(d)
			}
		}
	}
}

// addCommonPeerHouse adds a propagator for a house. A cell outside the house loses a value if it sees all the value's
// places in the house. Cells that lose the value by a crossing anyway are omitted.
func (b *builder) addCommonPeerHouse(cells []csp.Cell) {
	at := b.nextCodeOffset()
	var all csp.Set
	for _, c := range cells {
		all |= b.flat.Start[c]
	}
	b.indexGroups()
	others := b.appendGroups(cells, true)
	b.appendStep(kindPlaces, record{code: at, a: uint32(all)}, cells, others)
}

// addCover adds a propagator for a cover. If only one value of a group is left, a cell that sees all places of this
// value loses the value.
func (b *builder) addCover(q *csp.Prop) {
	at := b.appendList(q.Cells)
	for _, g := range q.Groups {
		b.code = append(b.code, uint32(g))
	}
	others := b.appendGroups(q.Cells, false)
	b.appendStep(kindPlaces, record{code: at, n: uint32(len(q.Cells)), b: uint32(len(q.Groups))}, q.Cells, others)
}

func (b *builder) firstRowOfLevel(level int) csp.Cell { return csp.Cell(max(2*level-1, 0) * b.cells) }

func (b *builder) cellsAt(cells []csp.Cell, level int) []csp.Cell {
	to := b.kept.cells.Allocate(len(cells))
	for i, c := range cells {
		to[i] = c%csp.Cell(b.cells) + b.firstRowOfLevel(level)
	}
	return to
}

// mostTermsInside limits the terms of a sum that is inside an alternative.
const mostTermsInside = 5

// mostLevels limits how deeply the constraints Either nest.
const mostLevels = 3

// addAlternatives adds a constraint Either, with a part for each alternative. It returns false if some propagator has
// no routine, or if alternatives are nested too deeply.
func (b *builder) addAlternatives(q *csp.Prop) bool {
	level := b.level
	if level == mostLevels || len(q.Blocks) == 0 {
		return false
	}
	if len(q.Cells) == 0 {
		return true // all alternatives are empty, so the either holds
	}
	b.levels = max(b.levels, level+1)
	e := either{scope: b.cellsAt(q.Cells, level)}
	toInner := b.firstRowOfLevel(level+1) - b.firstRowOfLevel(level)
	toLeft := toInner + csp.Cell(b.cells)
	e.left = int(toLeft)
	steps, eithers := len(b.steps), b.eithers
	b.level++
	defer func() { b.level = level }()
	e.parts, e.dirty = make([]part, len(q.Blocks)), make([][]uint64, len(q.Blocks))
	for i := range q.Blocks {
		block := &q.Blocks[i]
		b.steps, b.eithers = b.steps[:steps], nil
		at := b.nextCodeOffset()
		for _, c := range e.scope {
			b.code = append(b.code, rowOffset(c), rowOffset(c+toInner), 1<<b.values-1)
		}
		sets := b.code[b.codeIndexOf(at):]
		for _, a := range block.Allowed {
			if j, ok := slices.BinarySearch(e.scope, a.Cell%csp.Cell(b.cells)+b.firstRowOfLevel(level)); ok {
				sets[3*j+2] &= uint32(a.Set)
			}
		}
		b.appendStep(kindEnter, record{code: at, n: uint32(len(e.scope))}, nil, nil)
		for j := range block.Props {
			p := block.Props[j]
			p.Cells = b.cellsAt(p.Cells, level+1)
			p.Cliques = slices.Clone(p.Cliques)
			for k, q := range p.Cliques {
				p.Cliques[k].Cells = b.cellsAt(q.Cells, level+1)
			}
			if p.Kind == csp.KindCrossing || p.Kind == csp.KindBand || p.Kind == csp.KindPlaces || !b.addPropagator(&p) {
				return false
			}
		}
		at = b.nextCodeOffset()
		for _, c := range e.scope {
			b.code = append(b.code, rowOffset(c), rowOffset(c+toInner), rowOffset(c+toLeft))
		}
		b.appendStep(kindLeave, record{code: at, n: uint32(len(e.scope))}, nil, nil)
		p := &e.parts[i]
		b.layOutPropagators(p, b.steps[steps:])
		p.eithers = b.eithers
		e.dirty[i] = b.kept.words.Allocate(p.words)
	}
	b.steps, b.eithers = b.steps[:steps], append(eithers, e)
	at := b.nextCodeOffset()
	for _, c := range e.scope {
		b.code = append(b.code, rowOffset(c), rowOffset(c+toLeft))
	}
	b.appendStep(kindEither, record{code: at, n: uint32(len(e.scope)), a: uint32(len(eithers))}, e.scope, nil)
	return true
}

// layOutPropagators gives each propagator a bit of the set `dirty`, and records which propagators each of them wakes.
// Each kind gets words of its own, except in an alternative of at most 64 propagators, where all share one word. `wake`
// has, for each cell, the propagators that read it; `numbers` has the bit of each step.
func (b *builder) layOutPropagators(p *part, steps []step) (wake []uint64, numbers []int) {
	var n [kinds]int
	for _, s := range steps {
		n[s.kind]++
	}
	records := len(steps)
	if b.level > 0 && records <= 64 {
		p.words = 1
		at := 0
		for k, n := range n {
			p.may[k] = (1<<n - 1) << at
			at += n
		}
	} else {
		for k, n := range n {
			p.span[k+1] = p.span[k] + (n+63)/64
			if n > 0 {
				p.may[k] = math.MaxUint64
			}
		}
		p.words = p.span[kinds]
		records = p.words * 64
	}
	p.records = b.kept.records.Allocate(records)
	p.near = b.kept.words.Allocate(records * p.words)
	p.all = b.kept.words.Allocate(p.words)
	if rows := b.cells * (1 + 2*b.levels) * p.words; b.level == 0 || len(b.woken) < rows {
		b.woken = b.kept.words.Allocate(rows)
	}
	wake = b.woken
	var next [kinds]int
	numbers = b.kept.numbers.Allocate(len(steps))
	for i, s := range steps {
		at := p.span[s.kind]*64 + next[s.kind]
		if p.may[s.kind] != math.MaxUint64 {
			at = bits.TrailingZeros64(p.may[s.kind]) + next[s.kind]
		}
		next[s.kind]++
		numbers[i] = at
		p.records[at] = s.record
		if s.kind == kindLeave {
			p.leave = at
		} else {
			p.all[at>>6] |= 1 << (at & 63)
		}
		for _, c := range s.reads {
			wake[int(c)*p.words+at>>6] |= 1 << (at & 63)
		}
	}
	for i, s := range steps {
		near := p.near[numbers[i]*p.words:][:p.words]
		for _, list := range [][]csp.Cell{s.reads, s.writes} {
			for _, c := range list {
				wakes := wake[int(c)*len(near):][:len(near)]
				for k := range near {
					near[k] |= wakes[k]
				}
			}
		}
	}
	if b.level > 0 { // the next call expects only zeroes in wake
		for _, s := range steps {
			for _, c := range s.reads {
				clear(wake[int(c)*p.words:][:p.words])
			}
		}
	}
	return wake, numbers
}
