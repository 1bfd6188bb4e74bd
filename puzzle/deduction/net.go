package deduction

import (
	"math/bits"
	"slices"
	"sort"

	"nonet/puzzle"
)

// follower follows a candidate by simple conclusions as far as possible: singles, two-cell rules,
// locked candidates, and what one constraint or one sum of houses implies. It records the
// conclusion that removed each candidate, so that the premises of a result can be found.
type follower struct {
	*finder
	base  []uint64 // the position at the start
	may   []uint64
	by    []int16 // by cell and bit: the number of the conclusion that removed it, from 1 on, or 0
	list  []conclusion
	clash []int // the conclusions that lead to a contradiction; nil if there is none

	single     []int // cells with one value, not placed yet
	placed     []bool
	queues     [opKinds]queue // pending work by kind
	withHouses bool           // also fill houses with their rules
	withAll    bool           // also use arguments and rules without a table
	after      []int          // the premises of the current conclusion
}

// queue holds pending indices without duplicates.
type queue struct {
	list []int
	next int // the index in list of the first one
	has  []bool
}

func (q *queue) add(i int) {
	if !q.has[i] {
		q.has[i] = true
		q.list = append(q.list, i)
	}
}

func (q *queue) pop() (i int, ok bool) {
	if q.next == len(q.list) {
		q.list, q.next = q.list[:0], 0
		return 0, false
	}
	i = q.list[q.next]
	q.next++
	q.has[i] = false
	return i, true
}

func (q *queue) clear() {
	clear(q.has)
	q.list, q.next = q.list[:0], 0
}

// conclusion is a step of a follower. The first one is the supposition.
type conclusion struct {
	op
	pieces []int
	after  []int // the numbers of its premises
	said   []Link
}

// op is what a follower examines: a cell, a house with a value, a line with one of its pieces, a
// rule. The field of is -1 for all values or pieces.
type op struct {
	kind   opKind
	at, of int
}

type opKind uint8

const (
	opStart opKind = iota
	opSingle
	opHidden
	opLine
	opLocked
	opRule
	opSubset
	opHouse
	opReach
	opArgue
	opRegions // an argument about regions to be found, which looks at all cells
	opKinds
)

// mostConclusions limits the conclusions from a candidate.
const mostConclusions = 150

// around indexes the puzzle by cell, for followers.
type around struct {
	peers, houses, lines, rules, arguments [][]int
}

// followed lists the techniques whose arguments depend only on the cells of their constraint.
var followed = []Technique{byRank, byNeeded, byAlternation, byRange, bySumBounds, byVisible, byCrusts, byFirstCells, byCircles, byVisits, byConnected, byRegions}

// arguing is an argument that followers use.
type arguing struct {
	*argument
	kind  opKind
	cells []int
	find  func(f *finder, a *argument) *Step
}

func (f *finder) beginAround() {
	n := len(f.may)
	a := &f.around
	*a = around{make([][]int, n), make([][]int, n), make([][]int, n), make([][]int, n), make([][]int, n)}
	f.arguing = nil
	for i, row := range arguments {
		for _, x := range f.argued[i] {
			if !slices.Contains(followed, row.technique) {
				continue
			}
			kind, cells := opArgue, distinctCells(f.cellsOf(x.pieces))
			if row.technique == byRegions {
				kind, cells = opRegions, f.whole
			}
			for _, c := range cells {
				a.arguments[c] = append(a.arguments[c], len(f.arguing))
			}
			f.arguing = append(f.arguing, arguing{x, kind, cells, row.find})
		}
	}
	for c := range n {
		for d := range n {
			if f.of.MustDiffer(c, d) {
				a.peers[c] = append(a.peers[c], d)
			}
		}
	}
	for i, h := range f.houses {
		for _, c := range f.of.All[h].Cells {
			a.houses[c] = append(a.houses[c], i)
		}
	}
	for i := range f.lines {
		for _, c := range f.lines[i].cells {
			a.lines[c] = append(a.lines[c], i)
		}
	}
	for i := range f.rules {
		for _, c := range f.rules[i].cells {
			a.rules[c] = append(a.rules[c], i)
		}
	}
}

// newFollower returns an idle follower, or allocates one.
func (f *finder) newFollower() *follower {
	if n := len(f.idle); n > 0 {
		w := f.idle[n-1]
		f.idle = f.idle[:n-1]
		return w
	}
	n := len(f.may)
	w := &follower{finder: f, by: make([]int16, n*f.of.Values()), placed: make([]bool, n)}
	for kind, m := range [opKinds]int{opHidden: len(f.houses), opLocked: len(f.houses), opHouse: len(f.houses), opSubset: len(f.houses), opLine: len(f.lines), opRule: len(f.rules), opReach: len(f.rules), opArgue: len(f.arguing), opRegions: len(f.arguing)} {
		w.queues[kind].has = make([]bool, m)
	}
	return w
}

func (f *finder) releaseFollowers() {
	for _, w := range f.followers {
		f.idle = append(f.idle, w)
	}
	f.followers = nil
}

// followFrom follows a candidate.
func (w *follower) followFrom(x Candidate) {
	w.start()
	w.runOp(op{opStart, x.Cell, w.bitOf(x.Value)})
	w.follow()
}

func (w *follower) start() {
	w.base = w.finder.may
	w.may = append(w.may[:0], w.base...)
	clear(w.by)
	copy(w.placed, w.finder.State.placed)
	w.list, w.clash, w.single = w.list[:0], nil, w.single[:0]
	w.withHouses, w.withAll = false, false
	for i := range w.queues {
		w.queues[i].clear()
	}
}

// begin starts a conclusion. leave adds to it that a cell has a value of a set. end completes it.
func (w *follower) begin(o op) {
	n := len(w.list)
	if n == cap(w.list) {
		w.list = append(w.list, conclusion{})
	}
	w.list = w.list[:n+1]
	l := &w.list[n] // its lists of an earlier use have room
	*l = conclusion{op: o, after: l.after[:0], said: l.said[:0]}
	w.after = l.after
}

// addPremises adds the conclusions that removed the given candidates to the premises of the current one.
func (w *follower) addPremises(cell int, set uint64) {
	for set &= w.base[cell] &^ w.may[cell]; set != 0; set &= set - 1 {
		if i := int(w.by[cell*w.of.Values()+bits.TrailingZeros64(set)]); i > 0 && !slices.Contains(w.after, i) {
			w.after = append(w.after, i)
		}
	}
}

// leave restricts a cell to a set and places a single value. After a contradiction it does nothing.
func (w *follower) leave(cell int, set uint64) {
	gone := w.may[cell] &^ set
	if w.clash != nil || gone == 0 && (set&(set-1) != 0 || w.placed[cell]) {
		return
	}
	i := len(w.list) - 1
	l := &w.list[i]
	if gone != 0 {
		w.take(cell, gone, i)
		for rest := gone; rest != 0; rest &= rest - 1 {
			l.said = append(l.said, Link{Candidate{cell, w.valueOf(bits.TrailingZeros64(rest))}, false, -1, nil})
		}
	}
	if left := w.may[cell]; left != 0 && left&(left-1) == 0 && !w.placed[cell] && l.kind != opLocked {
		w.placed[cell] = true
		l.said = slices.DeleteFunc(l.said, func(x Link) bool { return x.Cell == cell })
		l.said = append(l.said, Link{Candidate{cell, w.valueOf(bits.TrailingZeros64(left))}, true, -1, nil})
		for _, c := range w.around.peers[cell] {
			if w.may[c]&left != 0 {
				w.take(c, left, i)
			}
		}
	}
}

// take removes candidates and queues the work that this causes.
func (w *follower) take(cell int, gone uint64, by int) {
	w.may[cell] &^= gone
	for rest := gone; rest != 0; rest &= rest - 1 {
		w.by[cell*w.of.Values()+bits.TrailingZeros64(rest)] = int16(by + 1)
	}
	left := w.may[cell]
	if left == 0 && w.clash == nil {
		w.clash = w.premisesOf(func() { w.addPremises(cell, ^uint64(0)) })
	}
	if left&(left-1) == 0 && !w.placed[cell] {
		w.single = append(w.single, cell)
	}
	for _, h := range w.around.houses[cell] {
		w.queues[opHidden].add(h)
		w.queues[opLocked].add(h)
		w.queues[opSubset].add(h)
		w.queues[opHouse].add(h)
	}
	for _, l := range w.around.lines[cell] {
		w.queues[opLine].add(l)
	}
	for _, r := range w.around.rules[cell] {
		w.queues[opRule].add(r)
		if w.finder.links[r].at == nil {
			w.queues[opReach].add(r)
		}
	}
	for _, a := range w.around.arguments[cell] {
		w.queues[w.arguing[a].kind].add(a)
	}
}

// premisesOf runs f and returns the numbers of the conclusions that f relies on. It does not change
// the current conclusion.
func (w *follower) premisesOf(f func()) []int {
	was := w.after
	w.after = []int{}
	f()
	all := w.after
	w.after = was
	return all
}

func (w *follower) endFollowing(pieces []int) {
	i := len(w.list) - 1
	l := &w.list[i]
	l.pieces, l.after = pieces, w.after
	for j := range l.said {
		l.said[j].Pieces = pieces
	}
}

// follow makes conclusions until there are no more, or until a contradiction.
func (w *follower) follow() {
	for w.clash == nil && len(w.list) < mostConclusions {
		o, ok := w.nextOp()
		if !ok {
			return
		}
		w.runOp(o)
	}
}

// nextOp returns the next thing to examine.
func (w *follower) nextOp() (o op, ok bool) {
	for len(w.single) > 0 {
		c := w.single[len(w.single)-1]
		w.single = w.single[:len(w.single)-1]
		if !w.placed[c] {
			return op{opSingle, c, 0}, true
		}
	}
	for hidden := &w.queues[opHidden]; hidden.next < len(hidden.list); hidden.pop() {
		h := hidden.list[hidden.next]
		cells := w.of.All[w.houses[h]].Cells
		once, twice := uint64(0), uint64(0)
		for _, c := range cells {
			twice |= once & w.may[c]
			once |= w.may[c]
		}
		if missing := w.held[h] &^ once; missing != 0 {
			bit := missing & -missing
			w.clash = w.premisesOf(func() {
				for _, c := range cells {
					w.addPremises(c, bit)
				}
			})
			return op{}, false
		}
		for set := once &^ twice; set != 0; set &= set - 1 {
			for _, c := range cells {
				if w.may[c]&set&-set != 0 && !w.placed[c] {
					return op{opHidden, h, bits.TrailingZeros64(set)}, true
				}
			}
		}
	}
	for _, kind := range [...]opKind{opLine, opRule, opLocked, opSubset, opHouse, opArgue, opReach, opRegions} {
		if (kind == opSubset || kind == opHouse) && !w.withHouses || kind >= opReach && !w.withAll {
			continue
		}
		if i, ok := w.queues[kind].pop(); ok {
			return op{kind, i, -1}, true
		}
	}
	return op{}, false
}

// runOp examines one thing and makes the conclusions that follow from it.
func (w *follower) runOp(o op) {
	switch o.kind {
	case opStart:
		w.begin(o)
		w.leave(o.at, 1<<o.of)
		w.endFollowing(nil)
	case opSingle:
		if may := w.may[o.at]; may != 0 && may&(may-1) == 0 && !w.placed[o.at] {
			w.begin(o)
			w.addPremises(o.at, ^uint64(0))
			w.leave(o.at, may)
			w.endFollowing(nil)
		}
	case opHidden:
		h := w.houses[o.at]
		place := -1
		for _, c := range w.of.All[h].Cells {
			if w.may[c]>>o.of&1 != 0 {
				if place >= 0 {
					return
				}
				place = c
			}
		}
		if place < 0 || w.placed[place] {
			return
		}
		w.begin(o)
		for _, c := range w.of.All[h].Cells {
			w.addPremises(c, 1<<o.of)
		}
		w.leave(place, 1<<o.of)
		w.endFollowing(w.onePiece(h))
	case opLine:
		l := &w.lines[o.at]
		for i, e := range l.ends {
			if o.of >= 0 && o.of != i {
				continue
			}
			a, b := l.cells[e[0]], l.cells[e[1]]
			p := &w.of.All[l.pieces[i]]
			leftB, leftA := uint64(0), uint64(0)
			apart := w.of.MustDiffer(a, b)
			for set := w.may[a]; set != 0; set &= set - 1 {
				bit := bits.TrailingZeros64(set)
				partners := p.Rows[bit] & w.may[b]
				if apart {
					partners &^= 1 << bit
				}
				if partners != 0 {
					leftA |= 1 << bit
					leftB |= partners
				}
			}
			if leftA != w.may[a] || leftB != w.may[b] {
				w.begin(op{opLine, o.at, i})
				w.addPremises(a, ^uint64(0))
				w.addPremises(b, ^uint64(0))
				w.leave(a, leftA)
				w.leave(b, leftB)
				w.endFollowing(w.onePiece(l.pieces[i]))
				if w.clash != nil {
					return
				}
			}
		}
	case opLocked:
		w.useLocked(o)
	case opSubset:
		w.useSubset(o)
	case opHouse:
		w.fillTogether(o)
	case opRule:
		w.conclude(o, w.leftBy(o.at))
	case opReach:
		w.conclude(o, w.leftByListing(o.at, true))
	case opArgue, opRegions:
		w.argue(o)
	}
}

// conclude restricts cells to what is left. It does nothing if that is nil.
func (w *follower) conclude(o op, x *remains) {
	if x == nil {
		return
	}
	w.begin(o)
	for _, c := range x.cells {
		w.addPremises(c, ^uint64(0))
	}
	for i, c := range x.cells {
		w.leave(c, x.sets[i])
	}
	w.endFollowing(x.pieces)
}

// argue makes the next conclusion of an argument and queues the argument again.
func (w *follower) argue(o op) {
	x := &w.arguing[o.at]
	at := *w.finder
	at.State = &State{w.pieces, w.houses, w.held, w.may, w.placed}
	at.after, at.brief = at.State, true
	step := x.find(&at, x.argument)
	if step == nil {
		return
	}
	w.begin(o)
	for _, c := range x.cells {
		w.addPremises(c, ^uint64(0))
	}
	for _, gone := range step.Removes {
		w.leave(gone.Cell, ^(1 << w.bitOf(gone.Value)))
	}
	w.endFollowing(x.pieces)
	w.queues[o.kind].add(o.at)
}

// fillTogether fills a house together with the rules that reach into it.
func (w *follower) fillTogether(o op) {
	if w.of.Puzzle.Values() > mostValues {
		return
	}
	w.conclude(o, w.rememberedRemains(-1-o.at, w.reaching[o.at], &w.houseBudget, func() *remains {
		x := together{f: w.finder, may: w.may}
		cells, sets, ok := x.leftIn(o.at, false, nil)
		if !ok {
			return nil
		}
		pieces, _ := x.takenPieces(o.at)
		return &remains{cells, sets, pieces}
	}))
}

// rememberedRemains returns the cached result of find, or nil if find removes no candidate. of is a
// rule, or -1 minus a house. budget, if not nil, limits the calls of find.
func (w *follower) rememberedRemains(of int, cells []int, budget *int, find func() *remains) *remains {
	k := reachKey{of, (&State{may: w.may}).hash(cells)}
	found, known := w.reached[k]
	if known {
		return found
	}
	if budget != nil {
		if *budget--; *budget < 0 {
			return nil
		}
	}
	if found = find(); w.err != nil {
		return nil
	}
	w.reached[k] = nil
	for i := 0; found != nil && i < len(found.cells); i++ {
		if w.may[found.cells[i]]&^found.sets[i] != 0 {
			w.reached[k] = found
		}
	}
	return w.reached[k]
}

// remains holds the values that are left in cells by a rule, or by a house with its rules.
type remains struct {
	cells  []int
	sets   []uint64
	pieces []int
}

// useLocked removes candidates that see all places of their value in a house.
func (w *follower) useLocked(o op) {
	h := w.houses[o.at]
	cells := w.of.All[h].Cells
	for bit := range w.of.Puzzle.Values() {
		if o.of >= 0 && o.of != bit {
			continue
		}
		var places [3]int
		n := 0
		for _, c := range cells {
			if w.may[c]>>bit&1 != 0 {
				if n == 3 {
					n = 4
					break
				}
				places[n] = c
				n++
			}
		}
		if n < 2 || n > 3 {
			continue
		}
		begun := false
		for _, c := range w.around.peers[places[0]] {
			if w.may[c]>>bit&1 == 0 || !w.of.MustDiffer(c, places[1]) || n == 3 && !w.of.MustDiffer(c, places[2]) {
				continue
			}
			if !begun {
				begun = true
				w.begin(op{opLocked, o.at, bit})
				for _, d := range cells {
					w.addPremises(d, 1<<bit)
				}
			}
			w.leave(c, ^(1 << bit))
		}
		if begun {
			w.endFollowing(w.onePiece(h))
			if w.clash != nil {
				return
			}
		}
	}
}

// mostSubset limits the cells of a subset in a net.
const mostSubset = 3

// useSubset uses the fact that a few cells of a house have as many values, which the others lose.
func (w *follower) useSubset(o op) {
	h := w.houses[o.at]
	all := w.of.All[h].Cells
	var cells [16]int
	n := 0
	for _, c := range all {
		if may := w.may[c]; may&(may-1) != 0 {
			if n == len(cells) {
				return
			}
			cells[n] = c
			n++
		}
	}
	for size := 2; size <= mostSubset && size < n; size++ {
		var few [len(cells)]int
		m := 0
		for _, c := range cells[:n] {
			if bits.OnesCount64(w.may[c]) <= size {
				few[m] = c
				m++
			}
		}
		combinations(m, size, func(chosen []int) bool {
			values := uint64(0)
			for _, i := range chosen {
				values |= w.may[few[i]]
			}
			if bits.OnesCount64(values) != size {
				return false
			}
			begun := false
			for _, c := range cells[:n] {
				if w.may[c]&values == 0 || slices.ContainsFunc(chosen, func(i int) bool { return few[i] == c }) {
					continue
				}
				if !begun {
					begun = true
					w.begin(o)
					for _, i := range chosen {
						w.addPremises(few[i], ^uint64(0))
					}
				}
				w.leave(c, ^values)
			}
			if begun {
				w.endFollowing(w.onePiece(h))
			}
			return begun
		})
	}
}

// leftBy returns the values that a rule leaves its cells, or nil if they lose none.
func (w *follower) leftBy(rule int) *remains {
	t := &w.finder.links[rule]
	if t.at == nil {
		return w.leftByListing(rule, false)
	}
	sets, loses := t.left(w.may)
	if !loses {
		return nil
	}
	return &remains{t.ways.Cells, sets, w.rules[rule].pieces}
}

// mostListed limits the open cells of a rule that is followed without a table. mostReached limits,
// per position, how often larger rules, and rules that need the engine, are followed.
const mostListed, mostReached = 7, 100

// reachKey is a rule, or -1 minus a house, with a hash of its cells' candidates.
type reachKey struct {
	rule int
	may  uint64
}

// leftByListing is left for a rule without a table. With engine it also follows machines, and asks the
// engine.
func (w *follower) leftByListing(rule int, engine bool) *remains {
	r := &w.rules[rule]
	n := (&State{may: w.may}).countOpen(r.cells)
	few, long := r.listed && n <= mostListed, engine && n > mostCells && len(r.pieces) == 1
	if !few && !long && (!engine || n > mostCells) {
		return nil
	}
	budget := &w.reachBudget
	if few || long {
		budget = nil
	}
	return w.rememberedRemains(rule, r.cells, budget, func() *remains {
		if long {
			cells, sets := w.of.FollowMachine(r.pieces[0], w.may)
			return &remains{cells, sets, r.pieces}
		}
		if few {
			if found, ok := w.poolOf(rule).left(w.finder, w.may); ok {
				return &remains{w.pools[rule].ways.Cells, found, r.pieces}
			}
		}
		sets, ways, err := w.of.Reach(w.ctx, r.pieces, w.may, false)
		if err != nil {
			w.err = err
			return nil
		}
		return &remains{ways.Cells, sets, r.pieces}
	})
}

// pool keeps ways of a rule that were found in earlier positions. Most of them remain possible, so few
// searches decide what a rule leaves its cells.
type pool struct {
	table
	*puzzle.Filler     // nil if only the engine can fill the rule
	next           int // the way that the next one replaces, if there are mostPooled
}

// mostPooled limits the ways of a pool.
const mostPooled = 256

func (f *finder) poolOf(rule int) *pool {
	if f.pools[rule] == nil {
		p := &pool{Filler: f.of.NewFiller(f.rules[rule].pieces)}
		if p.Filler != nil {
			p.ways = puzzle.Ways{Cells: p.Cells, List: make([][]int, 0, mostPooled)}
			p.at = make([]uint64, len(p.Cells))
			for i := range p.at {
				p.at[i] = 1<<f.of.Values() - 1
			}
			p.ways.List = p.ways.List[:mostPooled]
			p.index(f.State)
			p.ways.List = p.ways.List[:0]
		}
		f.pools[rule] = p
	}
	return f.pools[rule]
}

// left returns the values that a rule leaves its cells. ok is false if it took too long.
func (p *pool) left(f *finder, may []uint64) (sets []uint64, ok bool) {
	if p.Filler == nil {
		return nil, false
	}
	sets = make([]uint64, len(p.Cells))
	p.held(p.possible(may), may, sets)
	var all []uint64
	for i, c := range p.Cells {
		for left := may[c] &^ sets[i]; left != 0; left = left & (left - 1) &^ sets[i] {
			if all == nil {
				all = (&State{may: may}).mayOf(p.Cells)
			}
			was := all[i]
			all[i] = left & -left
			way, ok := p.Fill(f.ctx, all)
			if !ok {
				return nil, false
			}
			if all[i] = was; way == nil {
				all[i] &^= left & -left
				continue
			}
			for j, v := range way {
				sets[j] |= 1 << f.bitOf(v)
			}
			p.add(f, way)
		}
	}
	return sets, true
}

func (p *pool) add(f *finder, way []int) {
	i, wide := p.next, f.of.Values()
	if p.next = (i + 1) % mostPooled; i == len(p.ways.List) {
		p.ways.List = append(p.ways.List, way)
	} else {
		for at, v := range p.ways.List[i] {
			p.holding[at*wide+f.bitOf(v)][i/64] &^= 1 << (i % 64)
		}
		p.ways.List[i] = way
	}
	for at, v := range way {
		p.holding[at*wide+f.bitOf(v)][i/64] |= 1 << (i % 64)
	}
}

// premiseClosure returns, in order, the given conclusions and all their premises, except the supposition.
func (w *follower) premiseClosure(ends []int) (all []int) {
	need := make([]bool, len(w.list)+1)
	last := 0
	for _, i := range ends {
		need[i] = true
		last = max(last, i)
	}
	for i := last; i > 1; i-- {
		if need[i] {
			all = append(all, i)
			for _, j := range w.list[i-1].after {
				need[j] = true
			}
		}
	}
	slices.Reverse(all)
	return all
}

// readingCost returns how hard some conclusions are for a person to follow. Singles and two-cell rules
// cost little, other rules and houses more.
func (w *follower) readingCost(all []int) (n int) {
	for _, i := range all {
		switch kind := w.list[i-1].kind; {
		case kind <= opLine:
			n++
		case kind == opLocked:
			n += 2
		default:
			n += 5
		}
	}
	return n
}

// repeatOps repeats some conclusions, in their order, without the others. It reports whether
// they lead to a contradiction.
func (w *follower) repeatOps(start op, ops []op) bool {
	w.start()
	w.runOp(start)
	for _, o := range ops {
		if w.clash != nil {
			return true
		}
		w.runOp(o)
	}
	for h := 0; h < len(w.houses) && w.clash == nil; h++ {
		some := uint64(0)
		for _, c := range w.of.All[w.houses[h]].Cells {
			some |= w.may[c]
		}
		if w.held[h]&^some != 0 {
			w.clash = []int{}
		}
	}
	return w.clash != nil
}

// dropNeedless removes the conclusions that a contradiction does not need.
func (w *follower) dropNeedless(again *follower, all []int) []int {
	for i := len(all) - 1; i >= 0; i-- {
		if without := slices.Delete(slices.Clone(all), i, i+1); again.repeatOps(w.list[0].op, w.opsOf(without)) {
			all = without
		}
	}
	return all
}

// opsOf returns the operations of some conclusions.
func (w *follower) opsOf(all []int) []op {
	ops := make([]op, len(all))
	for i, at := range all {
		ops[i] = w.list[at-1].op
	}
	return ops
}

// linksOf returns the links of some conclusions. The first is the supposition.
func (w *follower) linksOf(all []int) []Link {
	links := []Link{{Candidate{w.list[0].at, w.valueOf(w.list[0].of)}, true, -1, nil}}
	for _, i := range all {
		for _, l := range w.list[i-1].said {
			l.From = len(links) - 1
			links = append(links, l)
		}
	}
	return links
}

// mostInNet limits the cost of a net, mostShortened that of a net to be shortened.
const mostInNet, mostShortened = 40, 120

// findNet looks for a contradiction by singles, two-cell rules, and single constraints or houses. If
// there is none, it also fills houses together with their rules.
func (f *finder) findNet() *Step {
	if f.err = f.updateTables(); f.err != nil {
		return nil
	}
	if f.around.peers == nil {
		f.beginAround()
		f.reached, f.kept = map[reachKey]*remains{}, nil
	}
	if len(f.reached) > mostRemembered {
		clear(f.reached)
	}
	trials := f.trialCandidates()
	if len(trials) > mostTrials {
		trials = trials[:mostTrials]
	}
	f.houseBudget, f.reachBudget = mostHoused, mostReached
	if step := f.keptNet(); step != nil {
		return step
	}
	f.releaseFollowers()
	f.followers = make(map[Candidate]*follower, len(trials))
	if step := f.refuteTrials(trials, func(*follower) {}); step != nil || f.err != nil {
		return step
	}
	return f.refuteTrials(trials, func(w *follower) { w.withHouses = true })
}

// refuteTrials follows each candidate with the techniques that more enables, and returns the
// shortest net that ends in a contradiction.
func (f *finder) refuteTrials(trials []trial, more func(w *follower)) *Step {
	again := f.newFollower()
	defer func() { f.idle = append(f.idle, again) }()
	var best *follower
	var proof []int
	fewest := mostInNet + 1
	f.kept = nil
	var long []*follower
	for _, t := range trials {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		x := Candidate{t.cell, f.valueOf(t.bit)}
		w := f.followers[x]
		switch {
		case w == nil:
			w = f.newFollower()
			w.followFrom(x)
			f.followers[x] = w
		case w.clash != nil:
			continue
		default:
			more(w)
			w.follow()
		}
		if f.err != nil {
			return nil
		}
		if w.clash == nil {
			continue
		}
		all := w.premiseClosure(w.clash)
		switch n := w.readingCost(all); {
		case n <= mostInNet:
			f.kept = append(f.kept, kept{w.list[0].op, w.opsOf(all), n})
			if n < fewest {
				best, proof, fewest = w, all, n
			}
		case n <= mostShortened:
			long = append(long, w)
		}
		if best != nil && len(proof) <= enoughNet {
			break
		}
	}
	sort.SliceStable(f.kept, func(a, b int) bool { return f.kept[a].cost < f.kept[b].cost })
	if best != nil {
		return f.netStep(best, again, best.dropNeedless(again, proof))
	}
	sort.SliceStable(long, func(a, b int) bool {
		return long[a].readingCost(long[a].premiseClosure(long[a].clash)) < long[b].readingCost(long[b].premiseClosure(long[b].clash))
	})
	for _, w := range long {
		if all := w.dropNeedless(again, w.premiseClosure(w.clash)); w.readingCost(all) <= mostInNet {
			return f.netStep(w, again, all)
		}
	}
	return nil
}

// kept is a net that was found in an earlier position.
type kept struct {
	start op
	ops   []op
	cost  int
}

// keptNet returns the first kept net that still ends in a contradiction.
func (f *finder) keptNet() *Step {
	if len(f.kept) == 0 {
		return nil
	}
	w, again := f.newFollower(), f.newFollower()
	defer func() { f.idle = append(f.idle, w, again) }()
	for i, k := range f.kept {
		if f.may[k.start.at]>>k.start.of&1 == 0 || !w.repeatOps(k.start, k.ops) {
			continue
		}
		f.kept = f.kept[i+1:]
		var all []int
		for i := range w.list[1:] {
			all = append(all, i+2)
		}
		return f.netStep(w, again, w.dropNeedless(again, all))
	}
	f.kept = nil
	return nil
}

// netStep repeats the conclusions of a net: without the others they may remove fewer candidates.
func (f *finder) netStep(w, again *follower, all []int) *Step {
	if again.repeatOps(w.list[0].op, w.opsOf(all)) {
		w, all = again, nil
		for i := range again.list[1:] {
			all = append(all, i+2)
		}
	}
	links := w.linksOf(all)
	x := links[0].Candidate
	return &Step{Technique: byNet, Cells: []int{x.Cell}, Values: []int{x.Value}, Removes: []Candidate{x}, Chain: links}
}

// mostTrials limits the candidates followed in a position, those of cells with the fewest candidates
// first. mostRemembered limits the cached results of rules and houses. The search ends at a net of at
// most enoughNet conclusions.
const mostTrials, mostRemembered, enoughNet = 800, 50_000, 4

// mostHoused limits the houses that nets fill with their rules in one position.
const mostHoused = 600

// casesOfNets looks for a common conclusion of a few cases. If there is none, it also uses rules
// without a table and arguments, first for contradictions and then for cases.
func (f *finder) casesOfNets() *Step {
	if f.followers == nil {
		return nil
	}
	defer f.releaseFollowers()
	if step := f.inAllCases(); step != nil || f.err != nil || f.base != nil {
		return step
	}
	trials := f.trialCandidates()
	if step := f.refuteTrials(trials[:min(len(trials), mostTrials)], func(w *follower) { w.withAll = true }); step != nil || f.err != nil {
		return step
	}
	return f.inAllCases()
}

// inAllCases returns the shortest step that follows in every case. The cases are the values of a
// cell, or the places of a value in a house.
func (f *finder) inAllCases() *Step {
	var best *Step
	fewest := mostCases*mostInNet + 1
	wide := f.of.Values()
	try := func(piece int, cases []Candidate) {
		ws := make([]*follower, len(cases))
		for i, x := range cases {
			ws[i] = f.followers[x]
			if ws[i] == nil || ws[i].clash != nil {
				return
			}
		}
		for c := range f.may {
			common := f.may[c]
			for _, w := range ws {
				common &^= w.may[c]
			}
			for ; common != 0; common &= common - 1 {
				bit := bits.TrailingZeros64(common)
				n := 0
				ends := make([][]int, len(ws))
				for i, w := range ws {
					ends[i] = w.premiseClosure([]int{int(w.by[c*wide+bit])})
					if own := w.readingCost(ends[i]); own > mostInNet {
						n = 1 << 20
					} else {
						n += own
					}
				}
				if n >= fewest {
					continue
				}
				fewest = n
				best = &Step{Technique: byCases, Values: []int{f.valueOf(bit)}, Removes: []Candidate{{c, f.valueOf(bit)}}}
				if piece >= 0 {
					best.Pieces = []int{piece}
				}
				for i, w := range ws {
					best.Cells = append(best.Cells, cases[i].Cell)
					links := w.linksOf(ends[i])
					if last := (Link{Candidate{c, f.valueOf(bit)}, false, len(links) - 1, nil}); links[len(links)-1].Candidate != last.Candidate || links[len(links)-1].On {
						links = append(links, last)
					}
					best.Cases = append(best.Cases, links)
				}
			}
		}
	}
	f.eachCases(try)
	return best
}

// candidatesOf returns the given values of a cell as candidates.
func (s *State) candidatesOf(cell int, set uint64) (all []Candidate) {
	for _, v := range s.valuesOf(set) {
		all = append(all, Candidate{cell, v})
	}
	return all
}
