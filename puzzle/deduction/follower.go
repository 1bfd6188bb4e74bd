package deduction

import (
	"math/bits"
	"slices"
)

// follower follows the consequences of a candidate as far as simple conclusions lead: singles, two-cell rules, locked
// candidates, and the implications of one constraint or one sum of houses. For each candidate it records the conclusion
// that removed it. These records give the premises of a result.
type follower struct {
	*finder
	State             // the position to which the conclusions lead; finder.State is the position at the start
	removedBy []int16 // for each candidate, as cell and bit, the number of the conclusion that removed it, counted from 1; 0 if it remains
	list      []conclusion
	clash     []int // the numbers of the conclusions that contradict each other; nil if there is no contradiction

	single []int          // cells with one value whose consequences have not been drawn
	queues [opKinds]queue // for each kind of op, the pending ops
	phase  opKind         // the last kind of op that the follower runs
}

// queue is a first-in, first-out queue of indices without duplicates.
type queue struct {
	list []int
	next int // the position of the first pending index in list
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

// conclusion holds what a follower concluded from one op. A follower's first conclusion is its supposition.
type conclusion struct {
	op
	pieces []int
	after  []int // the numbers of the conclusions from which this conclusion follows
	links  []Link
}

// op names a part of the puzzle that a follower examines: a cell, a house with a value or a set of values, a line with
// one of its pieces, or a rule. `at` is the index of the part. `size` is the value, the set or the piece; −1 stands for
// all.
type op struct {
	kind     opKind
	at, size int
}

// opKind is a kind of op. A follower runs a pending op of a lesser kind before one of a greater kind.
type opKind uint8

const (
	opStart opKind = iota
	opSingle
	opHidden
	opLine
	opRule
	opLocked
	opSubset
	opHouse
	opArgue
	opReach
	opRegions // an argument about unknown regions, which examines all cells
	opKinds
)

// A follower works in three phases. The first draws simple conclusions. housePhase also fills houses together with
// their rules. wholePhase also uses arguments, and rules without a table.
const simplePhase, housePhase, wholePhase = opLocked, opHouse, opRegions

// mostConclusions limits the conclusions that follow from one candidate.
const mostConclusions = 150

// followedArgument is a constraint that followers examine, with the finder for one technique.
type followedArgument struct {
	*argument
	cells []int
	find  func(f *finder, a *argument) *Step
}

// listWatchedCells fills the fields watched and watching, so that a change of a cell queues the ops that depend on the
// cell. It also fills arguing and peers.
func (f *finder) listWatchedCells() {
	n := len(f.may)
	f.arguing, f.watched, f.watching, f.peers = nil, [opKinds][][]int{}, make([][]op, n), make([][]int, n)
	for _, h := range f.houses {
		for _, kind := range [...]opKind{opHidden, opLocked, opSubset, opHouse} {
			f.watched[kind] = append(f.watched[kind], f.of.All[h].Cells)
		}
	}
	for i := range f.lines {
		f.watched[opLine] = append(f.watched[opLine], f.lines[i].cells)
	}
	for i := range f.rules {
		f.watched[opRule] = append(f.watched[opRule], f.rules[i].cells)
	}
	f.watched[opReach] = f.watched[opRule]
	for i, row := range arguments {
		for _, x := range f.argued[i] {
			if row.technique > byShortRule { // the argument depends on other cells than those of its constraint, too
				continue
			}
			kind, other, cells := opArgue, opRegions, distinctCells(f.cellsOf(x.pieces))
			if row.technique == byRegions {
				kind, other, cells = opRegions, opArgue, f.whole
			}
			f.arguing = append(f.arguing, followedArgument{x, cells, row.find})
			f.watched[kind], f.watched[other] = append(f.watched[kind], cells), append(f.watched[other], nil)
		}
	}
	for kind, parts := range f.watched {
		for i, cells := range parts {
			for _, c := range cells {
				f.watching[c] = append(f.watching[c], op{opKind(kind), i, -1})
			}
		}
	}
	for c := range n {
		f.peers[c] = slices.DeleteFunc(slices.Clone(f.whole), func(d int) bool { return !f.of.MustDiffer(c, d) })
	}
}

func (f *finder) newFollower() *follower {
	if n := len(f.idle); n > 0 {
		w := f.idle[n-1]
		f.idle = f.idle[:n-1]
		return w
	}
	w := &follower{finder: f, State: *f.Clone(), removedBy: make([]int16, len(f.may)*f.of.Values())}
	for kind := range w.queues {
		w.queues[kind].has = make([]bool, len(f.watched[kind]))
	}
	return w
}

func (f *finder) releaseFollowers() {
	for _, w := range f.followers {
		f.idle = append(f.idle, w)
	}
	f.followers = nil
}

// followFrom supposes that candidate x is true, and draws the simple conclusions.
func (w *follower) followFrom(x Candidate) {
	w.resetConclusions()
	w.runOp(op{opStart, x.Cell, w.bitOf(x.Value)})
	w.drawConclusions()
}

// markImplied records in the map `implied` the candidates that this follower makes true. The caller must not call it
// after a contradiction.
func (w *follower) markImplied() {
	if len(w.list) >= mostConclusions {
		return
	}
	for c, placed := range w.placed {
		if values := w.may[c]; placed && w.finder.may[c] != values && c != w.list[0].at {
			w.implied[Candidate{c, w.valueOf(bits.TrailingZeros64(values))}] = w
		}
	}
}

func (w *follower) resetConclusions() {
	copy(w.may, w.finder.may)
	copy(w.placed, w.finder.placed)
	clear(w.removedBy)
	w.list, w.clash, w.single = w.list[:0], nil, w.single[:0]
	w.phase = simplePhase
	for i := range w.queues {
		w.queues[i].clear()
	}
}

// conclude adds the conclusion that op o draws from some pieces: cells[i] keeps only the values of sets[i]. If there
// are fewer sets than cells, the last set holds for all further cells. The premise is that the cells of `from` lack the
// values `lost`.
func (w *follower) conclude(o op, pieces, from []int, lost uint64, cells []int, sets ...uint64) {
	n := len(w.list)
	if n == cap(w.list) {
		w.list = append(w.list, conclusion{})
	}
	w.list = w.list[:n+1]
	l := &w.list[n] // reuse the slices of an earlier conclusion
	*l = conclusion{o, pieces, w.appendPremises(l.after[:0], from, lost), l.links[:0]}
	for i, c := range cells {
		w.restrictCell(l, c, sets[min(i, len(sets)-1)])
	}
}

// appendPremises appends to a list the numbers of the conclusions that removed values of `set` from the cells.
func (w *follower) appendPremises(list, cells []int, set uint64) []int {
	for _, c := range cells {
		for gone := set & w.finder.may[c] &^ w.may[c]; gone != 0; gone &= gone - 1 {
			if i := int(w.removedBy[c*w.of.Values()+bits.TrailingZeros64(gone)]); i > 0 && !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
	}
	return list
}

// restrictCell restricts a cell to the values of `set`, as part of the last conclusion l. If one value is left,
// restrictCell places this value.
func (w *follower) restrictCell(l *conclusion, cell int, set uint64) {
	removed := w.may[cell] &^ set
	if w.clash != nil || removed == 0 && (set&(set-1) != 0 || w.placed[cell]) {
		return
	}
	if removed != 0 {
		w.removeCandidates(cell, removed)
	}
	if left := w.may[cell]; left != 0 && left&(left-1) == 0 && !w.placed[cell] {
		w.placed[cell] = true
		l.after = slices.DeleteFunc(w.appendPremises(l.after, w.singletonOf(cell), set), func(i int) bool { return i == len(w.list) })
		l.links = slices.DeleteFunc(l.links, func(x Link) bool { return x.Cell == cell })
		l.links = append(l.links, Link{Candidate{cell, w.valueOf(bits.TrailingZeros64(left))}, true, -1, l.pieces})
		for _, c := range w.peers[cell] {
			if w.may[c]&left != 0 {
				w.removeCandidates(c, left)
			}
		}
		return
	}
	for ; removed != 0; removed &= removed - 1 {
		l.links = append(l.links, Link{Candidate{cell, w.valueOf(bits.TrailingZeros64(removed))}, false, -1, l.pieces})
	}
}

// removeCandidates removes the values `gone` from a cell, because the last conclusion excludes them. It queues the ops
// that must run again.
func (w *follower) removeCandidates(cell int, gone uint64) {
	w.may[cell] &^= gone
	for ; gone != 0; gone &= gone - 1 {
		w.removedBy[cell*w.of.Values()+bits.TrailingZeros64(gone)] = int16(len(w.list))
	}
	left := w.may[cell]
	if left == 0 && w.clash == nil {
		w.clash = w.appendPremises([]int{}, w.singletonOf(cell), ^uint64(0))
	}
	if left&(left-1) == 0 && !w.placed[cell] {
		w.single = append(w.single, cell)
	}
	for _, o := range w.watching[cell] {
		w.queues[o.kind].add(o.at)
	}
}

// drawConclusions runs pending ops until the queues are empty, until there is a contradiction, or until there are
// mostConclusions conclusions.
func (w *follower) drawConclusions() {
	for w.clash == nil && len(w.list) < mostConclusions {
		o, ok := w.nextOp()
		if !ok {
			return
		}
		w.runOp(o)
	}
}

// nextOp returns the next op to run. ok is false if no op is pending. If a value has no place left in a house, nextOp
// sets w.clash and returns false.
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
		single, all := w.singlePlaces(cells)
		if missing := w.exact[h] &^ all; missing != 0 {
			w.clash = w.appendPremises([]int{}, cells, missing&-missing)
			return op{}, false
		}
		for ; single != 0; single &= single - 1 {
			for _, c := range cells {
				if w.may[c]&single&-single != 0 && !w.placed[c] {
					return op{opHidden, h, bits.TrailingZeros64(single)}, true
				}
			}
		}
	}
	for kind := opLine; kind <= w.phase; kind++ {
		if i, ok := w.queues[kind].pop(); ok {
			return op{kind, i, -1}, true
		}
	}
	return op{}, false
}

// runOp examines the part of the puzzle that o names, and adds the conclusions that follow.
func (w *follower) runOp(o op) {
	switch o.kind {
	case opStart:
		w.conclude(o, nil, nil, 0, w.singletonOf(o.at), 1<<o.size)
	case opSingle:
		if values := w.may[o.at]; values != 0 && values&(values-1) == 0 && !w.placed[o.at] {
			w.conclude(o, nil, w.singletonOf(o.at), ^uint64(0), w.singletonOf(o.at), values)
		}
	case opHidden:
		h, set := w.houses[o.at], uint64(1)<<o.size
		cells := w.of.All[h].Cells
		if single, _ := w.singlePlaces(cells); single&set != 0 {
			c := cells[slices.IndexFunc(cells, func(c int) bool { return w.may[c]&set != 0 })]
			if !w.placed[c] {
				w.conclude(o, w.singletonOf(h), cells, set, w.singletonOf(c), set)
			}
		}
	case opLine:
		for i, piece := range w.lines[o.at].pieces {
			if o.size >= 0 && o.size != i {
				continue
			}
			p := &w.of.All[piece]
			a, b := p.Cells[0], p.Cells[1]
			leftA, leftB := w.pairedValues(p, w.may[a], w.may[b])
			if leftA != w.may[a] || leftB != w.may[b] {
				w.conclude(op{opLine, o.at, i}, w.singletonOf(piece), p.Cells, ^uint64(0), p.Cells, leftA, leftB)
				if w.clash != nil {
					return
				}
			}
		}
	case opLocked:
		w.applyLockedCandidates(o)
	case opSubset:
		w.applyNakedSubset(o)
	case opHouse:
		w.applyRestriction(o, w.restrictionOfHouse(o.at))
	case opRule:
		w.applyRestriction(o, w.restrictionOf(o.at))
	case opReach:
		if w.links[o.at].at == nil {
			w.applyRestriction(o, w.restrictionWithoutTable(o.at, true))
		}
	case opArgue, opRegions:
		w.applyArgument(o)
	}
}

// applyLockedCandidates removes a value from the cells that see all its places in a house.
func (w *follower) applyLockedCandidates(o op) {
	h := w.houses[o.at]
	cells := w.of.All[h].Cells
	for bit := range w.of.Puzzle.Values() {
		if o.size >= 0 && o.size != bit {
			continue
		}
		set, n := uint64(1)<<bit, 0
		var places [mostLockedInNet]int
		for _, c := range cells {
			if w.may[c]&set != 0 {
				if n < len(places) {
					places[n] = c
				}
				n++
			}
		}
		if n < 2 || n > len(places) {
			continue
		}
		w.targets = w.targets[:0]
		for _, c := range w.peers[places[0]] {
			if w.may[c]&set != 0 && w.seesAll(c, places[1:n]) {
				w.targets = append(w.targets, c)
			}
		}
		if len(w.targets) > 0 {
			w.conclude(op{opLocked, o.at, bit}, w.singletonOf(h), cells, set, w.targets, ^set)
			if w.clash != nil {
				return
			}
		}
	}
}

// mostLockedInNet limits the places of locked candidates in a net, and mostSubset the cells of a naked subset.
const mostLockedInNet, mostSubset = 3, 3

// applyNakedSubset removes the values of a naked subset from the other cells of a house. A naked subset is n cells that
// together have n values.
func (w *follower) applyNakedSubset(o op) {
	h := w.houses[o.at]
	var room [16]int
	open := room[:0]
	for _, c := range w.of.All[h].Cells {
		if !w.placed[c] {
			open = append(open, c)
		}
	}
	if len(open) > len(room) {
		return
	}
	for size := 2; size <= mostSubset && size < len(open); size++ {
		var room [len(room)]int
		few := room[:0]
		for _, c := range open {
			if bits.OnesCount64(w.may[c]) <= size {
				few = append(few, c)
			}
		}
		eachCombination(len(few), size, func(chosen []int) bool {
			var subset [mostSubset]int
			values := uint64(0)
			for i, index := range chosen {
				subset[i] = few[index]
				values |= w.may[few[index]]
			}
			if bits.OnesCount64(values) != size || o.size >= 0 && o.size != int(values) {
				return false
			}
			w.targets = w.targets[:0]
			for _, c := range open {
				if w.may[c]&values != 0 && !slices.Contains(subset[:size], c) {
					w.targets = append(w.targets, c)
				}
			}
			if len(w.targets) > 0 {
				w.conclude(op{opSubset, o.at, int(values)}, w.singletonOf(h), subset[:size], ^uint64(0), w.targets, ^values)
			}
			return len(w.targets) > 0
		})
	}
}

// applyArgument draws the next conclusion of an argument, and queues the argument again.
func (w *follower) applyArgument(o op) {
	x := &w.arguing[o.at]
	copied := *w.finder
	copied.State, copied.after, copied.brief = &w.State, &w.State, true
	step := x.find(&copied, x.argument)
	if step == nil {
		return
	}
	var cells []int
	var sets []uint64
	for _, removed := range step.Removes {
		cells, sets = append(cells, removed.Cell), append(sets, ^(1<<w.bitOf(removed.Value)))
	}
	w.conclude(o, x.pieces, x.cells, ^uint64(0), cells, sets...)
	w.queues[o.kind].add(o.at)
}

// restriction holds the values that a rule, or a house with its rules, leaves in cells.
type restriction struct {
	cells  []int
	sets   []uint64
	pieces []int
}

// applyRestriction makes a conclusion that restricts cells to the values in x.
func (w *follower) applyRestriction(o op, x *restriction) {
	if x != nil {
		w.conclude(o, x.pieces, x.cells, ^uint64(0), x.cells, x.sets...)
	}
}

// restrictionOf returns the values that a rule leaves in its cells, or nil if the rule excludes no candidate.
func (w *follower) restrictionOf(rule int) *restriction {
	t := &w.links[rule]
	if t.at == nil {
		return w.restrictionWithoutTable(rule, false)
	}
	x := &restriction{t.tuples.Cells, t.valuesIn(t.possibleTuples(w.may), w.may), w.rules[rule].pieces}
	if !w.loses(x) {
		return nil
	}
	return x
}

// mostListed and mostReached are for rules without a table. If the tuples of a rule can be listed and at most
// mostListed cells are open, a follower may use the rule any number of times. For the other rules, except long
// machines, mostReached limits the uses in one position.
const mostListed, mostReached = 7, 100

// reachKey identifies a cached restriction. It holds the index of a rule, or −1 for house 0, −2 for house 1, and so
// on. It also holds a hash of the candidates in the cells of that rule or house.
type reachKey struct {
	rule int
	may  uint64
}

// restrictionWithoutTable is like restrictionOf, for a rule without a table. If engine is set, it also follows
// machines and asks the engine.
func (w *follower) restrictionWithoutTable(rule int, engine bool) *restriction {
	r := &w.rules[rule]
	n := w.countOpen(r.cells)
	few, long := r.listed && n <= mostListed, engine && n > mostCells && len(r.pieces) == 1
	if !few && !long && (!engine || n > mostCells) {
		return nil
	}
	budget := &w.reachBudget
	if few || long {
		budget = nil
	}
	return w.cachedRestriction(rule, r.cells, budget, func() *restriction {
		if long {
			cells, sets := w.of.FollowMachine(r.pieces[0], w.may)
			return &restriction{cells, sets, r.pieces}
		}
		x := w.fillerOf(searchKey{byRule, rule, 0}, r.pieces)
		sets, err := x.PossibleValues(w.ctx, w.may)
		w.err = err
		return &restriction{x.Cells, sets, r.pieces}
	})
}

// restrictionOfHouse fills a house together with the rules that reach into it. It returns the values that are then
// possible in the cells of the house and of these rules, or nil if no candidate is excluded.
func (w *follower) restrictionOfHouse(house int) *restriction {
	if w.of.Puzzle.Values() > mostValues {
		return nil
	}
	return w.cachedRestriction(-1-house, w.reaching[house], &w.houseBudget, func() *restriction {
		x := houseFilling{f: w.finder, may: w.may}
		cells, sets, _ := x.remainingValues(house, nil)
		pieces, _ := x.usedPieces(house)
		return &restriction{cells, sets, pieces}
	})
}

// cachedRestriction returns the cached result of `find`, or calls `find`. The result is nil if no candidate is removed.
// `index` is the index of a rule, or −1 minus the index of a house. If `budget` is not nil, it limits the calls of
// `find`.
func (w *follower) cachedRestriction(index int, cells []int, budget *int, find func() *restriction) *restriction {
	k := reachKey{index, w.hashCandidates(cells)}
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
	if !w.loses(found) {
		found = nil
	}
	w.reached[k] = found
	return found
}

func (s *State) loses(x *restriction) bool {
	for i, c := range x.cells {
		if s.may[c]&^x.sets[i] != 0 {
			return true
		}
	}
	return false
}

// net is a supposition, and the conclusions that lead from it to a contradiction.
type net struct {
	start  op
	list   []conclusion
	effort int
	saved  bool // the net was found in an earlier position, so its ops must be run again in this position
}

// netTo returns the conclusions with the numbers in `ends`, and all conclusions from which they follow. The supposition
// is not in the list.
func (w *follower) netTo(ends []int) net {
	x := net{start: w.list[0].op}
	need := make([]bool, len(w.list)+1)
	for _, i := range ends {
		need[i] = true
	}
	for i := len(w.list); i > 1; i-- {
		if need[i] {
			x.list = append(x.list, w.list[i-1])
			for _, j := range w.list[i-1].after {
				need[j] = true
			}
		}
	}
	slices.Reverse(x.list)
	x.effort = readingEffort(x.list)
	return x
}

// readingEffort returns how hard it is for a person to follow the conclusions. Singles and two-cell rules cost little,
// other rules and houses more.
func readingEffort(list []conclusion) (n int) {
	for _, l := range list {
		switch {
		case l.kind <= opLine:
			n++
		case l.kind == opLocked:
			n += 2
		default:
			n += 5
		}
	}
	return n
}

// replayNet draws the conclusions of a net again, in their order, and nothing else. It reports whether they lead to a
// contradiction.
func (w *follower) replayNet(x net) bool {
	w.resetConclusions()
	w.runOp(x.start)
	for _, l := range x.list {
		if w.clash != nil {
			return true
		}
		w.runOp(l.op)
	}
	return w.clash != nil || slices.ContainsFunc(allIndices(w.houses), func(h int) bool {
		_, all := w.singlePlaces(w.of.All[w.houses[h]].Cells)
		return w.exact[h]&^all != 0
	})
}

// shorten returns a net without the conclusions that it does not need for the contradiction.
func (w *follower) shorten(x net) net {
	for i := len(x.list) - 1; i >= 0 && w.ctx.Err() == nil; i-- {
		less := x
		if less.list = slices.Delete(slices.Clone(x.list), i, i+1); w.replayNet(less) {
			x = less
		}
	}
	x.effort = readingEffort(x.list)
	return x
}

// linksOf returns the links of a net: first the supposition, and then the conclusions.
func (s *State) linksOf(x net) []Link {
	links := []Link{{Candidate{x.start.at, s.valueOf(x.start.size)}, true, -1, nil}}
	for _, l := range x.list {
		for _, link := range l.links {
			link.From = len(links) - 1
			links = append(links, link)
		}
	}
	return links
}
