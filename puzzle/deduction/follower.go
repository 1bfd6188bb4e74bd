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
	base  []uint64 // the candidates at the start
	may   []uint64
	by    []int16 // for each candidate, as cell and bit, the number of the conclusion that removed it, counted from 1; 0 if it remains
	list  []conclusion
	clash []int // the numbers of the conclusions that contradict each other; nil if there is no contradiction

	single []int // cells with one value whose consequences have not been drawn
	placed []bool
	queues [opKinds]queue // for each kind of op, the pending ops
	phase  followerPhase
	after  []int // the numbers of the current conclusion's premises
}

// followerPhase selects which conclusions a follower makes.
type followerPhase uint8

const (
	simplePhase followerPhase = iota
	housePhase                // also fills houses together with their rules
	wholePhase                // also uses arguments, and rules without a table
)

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
	said   []Link
}

// op names a part of the puzzle that a follower examines: a cell, a house with a value, a line with one of its pieces,
// or a rule. at is the index of the part. of is the value or the piece; −1 stands for all values or all pieces.
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
	opRegions // an argument about unknown regions, which examines all cells
	opKinds
)

// mostConclusions limits the conclusions that follow from one candidate.
const mostConclusions = 150

// cellIndex lists, for each cell, the parts of the puzzle to examine again when the cell changes.
type cellIndex struct {
	peers, houses, lines, rules, arguments [][]int
}

// followed lists the techniques whose arguments depend only on the cells of their constraint.
var followed = []Technique{byRank, byNeeded, byAlternation, byRange, bySumBounds, byVisible, byCrusts, byFirstCells, byCircles, byVisits, byConnected, byRegions}

// followedArgument is a constraint that followers examine, with the finder for one technique.
type followedArgument struct {
	*argument
	kind  opKind
	cells []int
	find  func(f *finder, a *argument) *Step
}

func (f *finder) buildCellIndex() {
	n := len(f.may)
	a := &f.around
	*a = cellIndex{make([][]int, n), make([][]int, n), make([][]int, n), make([][]int, n), make([][]int, n)}
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
			f.arguing = append(f.arguing, followedArgument{x, kind, cells, row.find})
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

// newFollower returns an unused follower from idle, or allocates one.
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

// followFrom supposes that candidate x is true, and draws the simple conclusions.
func (w *follower) followFrom(x Candidate) {
	w.resetConclusions()
	w.runOp(op{opStart, x.Cell, w.bitOf(x.Value)})
	w.drawConclusions()
}

// markImplied records in the map `implied` the candidates that this follower makes true. It does nothing after a
// contradiction.
func (w *follower) markImplied() {
	if len(w.list) >= mostConclusions {
		return
	}
	for c, placed := range w.placed {
		if may := w.may[c]; placed && w.base[c] != may {
			if x := (Candidate{c, w.valueOf(bits.TrailingZeros64(may))}); c != w.list[0].at {
				w.implied[x] = w
			}
		}
	}
}

func (w *follower) resetConclusions() {
	w.base = w.finder.may
	w.may = append(w.may[:0], w.base...)
	clear(w.by)
	copy(w.placed, w.finder.State.placed)
	w.list, w.clash, w.single = w.list[:0], nil, w.single[:0]
	w.phase = simplePhase
	for i := range w.queues {
		w.queues[i].clear()
	}
}

// beginConclusion starts a conclusion by op o. restrictCell adds restrictions of cells to it, and endConclusion
// completes it.
func (w *follower) beginConclusion(o op) {
	n := len(w.list)
	if n == cap(w.list) {
		w.list = append(w.list, conclusion{})
	}
	w.list = w.list[:n+1]
	l := &w.list[n] // reuse the slices of an earlier conclusion
	*l = conclusion{op: o, after: l.after[:0], said: l.said[:0]}
	w.after = l.after
}

// addRemovalPremises adds premises to the current conclusion: the conclusions that removed candidates in set from a
// cell.
func (w *follower) addRemovalPremises(cell int, set uint64) {
	for set &= w.base[cell] &^ w.may[cell]; set != 0; set &= set - 1 {
		if i := int(w.by[cell*w.of.Values()+bits.TrailingZeros64(set)]); i > 0 && !slices.Contains(w.after, i) {
			w.after = append(w.after, i)
		}
	}
}

// restrictCell restricts a cell to the values of `set`. If one value is left, restrictCell places this value. After a
// contradiction it does nothing.
func (w *follower) restrictCell(cell int, set uint64) {
	gone := w.may[cell] &^ set
	if w.clash != nil || gone == 0 && (set&(set-1) != 0 || w.placed[cell]) {
		return
	}
	i := len(w.list) - 1
	l := &w.list[i]
	if gone != 0 {
		w.removeCandidates(cell, gone, i)
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
				w.removeCandidates(c, left, i)
			}
		}
	}
}

// removeCandidates removes the candidates in `gone` from a cell, and queues the ops that must run again. by is the
// number of the conclusion that excludes these candidates.
func (w *follower) removeCandidates(cell int, gone uint64, by int) {
	w.may[cell] &^= gone
	for rest := gone; rest != 0; rest &= rest - 1 {
		w.by[cell*w.of.Values()+bits.TrailingZeros64(rest)] = int16(by + 1)
	}
	left := w.may[cell]
	if left == 0 && w.clash == nil {
		w.clash = w.premisesOf(func() { w.addRemovalPremises(cell, ^uint64(0)) })
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

// premisesOf calls f, and returns the numbers of the conclusions that f adds as premises. Afterwards the premises of
// the current conclusion are the same as before.
func (w *follower) premisesOf(f func()) []int {
	was := w.after
	w.after = []int{}
	f()
	all := w.after
	w.after = was
	return all
}

func (w *follower) endConclusion(pieces []int) {
	i := len(w.list) - 1
	l := &w.list[i]
	l.pieces, l.after = pieces, w.after
	for j := range l.said {
		l.said[j].Pieces = pieces
	}
}

// drawConclusions runs pending ops until the queues are empty, or until there is a contradiction.
func (w *follower) drawConclusions() {
	for w.clash == nil && len(w.list) < mostConclusions {
		o, ok := w.nextOp()
		if !ok {
			return
		}
		w.runOp(o)
	}
}

// nextOp returns the next op to run. ok is false if no op is pending, or if a value has no place left in a house: then
// w.clash is set.
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
					w.addRemovalPremises(c, bit)
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
		if (kind == opSubset || kind == opHouse) && w.phase < housePhase || kind >= opReach && w.phase < wholePhase {
			continue
		}
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
		w.beginConclusion(o)
		w.restrictCell(o.at, 1<<o.of)
		w.endConclusion(nil)
	case opSingle:
		if may := w.may[o.at]; may != 0 && may&(may-1) == 0 && !w.placed[o.at] {
			w.beginConclusion(o)
			w.addRemovalPremises(o.at, ^uint64(0))
			w.restrictCell(o.at, may)
			w.endConclusion(nil)
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
		w.beginConclusion(o)
		for _, c := range w.of.All[h].Cells {
			w.addRemovalPremises(c, 1<<o.of)
		}
		w.restrictCell(place, 1<<o.of)
		w.endConclusion(w.singlePieceList(h))
	case opLine:
		l := &w.lines[o.at]
		for i, e := range l.ends {
			if o.of >= 0 && o.of != i {
				continue
			}
			a, b := l.cells[e[0]], l.cells[e[1]]
			leftA, leftB := w.pairedValues(&w.of.All[l.pieces[i]], w.may[a], w.may[b])
			if leftA != w.may[a] || leftB != w.may[b] {
				w.beginConclusion(op{opLine, o.at, i})
				w.addRemovalPremises(a, ^uint64(0))
				w.addRemovalPremises(b, ^uint64(0))
				w.restrictCell(a, leftA)
				w.restrictCell(b, leftB)
				w.endConclusion(w.singlePieceList(l.pieces[i]))
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
		w.restrictHouseByReachingRules(o)
	case opRule:
		w.applyRestriction(o, w.restrictionOf(o.at))
	case opReach:
		w.applyRestriction(o, w.restrictionWithoutTable(o.at, true))
	case opArgue, opRegions:
		w.applyArgument(o)
	}
}

// applyRestriction makes a conclusion that restricts cells to the values in x. It does nothing if x is nil.
func (w *follower) applyRestriction(o op, x *restriction) {
	if x == nil {
		return
	}
	w.beginConclusion(o)
	for _, c := range x.cells {
		w.addRemovalPremises(c, ^uint64(0))
	}
	for i, c := range x.cells {
		w.restrictCell(c, x.sets[i])
	}
	w.endConclusion(x.pieces)
}

// applyArgument draws the next conclusion of an argument, and queues the argument again.
func (w *follower) applyArgument(o op) {
	x := &w.arguing[o.at]
	at := *w.finder
	at.State = &State{w.pieces, w.houses, w.held, w.may, w.placed}
	at.after, at.brief = at.State, true
	step := x.find(&at, x.argument)
	if step == nil {
		return
	}
	w.beginConclusion(o)
	for _, c := range x.cells {
		w.addRemovalPremises(c, ^uint64(0))
	}
	for _, gone := range step.Removes {
		w.restrictCell(gone.Cell, ^(1 << w.bitOf(gone.Value)))
	}
	w.endConclusion(x.pieces)
	w.queues[o.kind].add(o.at)
}

// restrictHouseByReachingRules fills a house together with the rules that reach into it.
func (w *follower) restrictHouseByReachingRules(o op) {
	if w.of.Puzzle.Values() > mostValues {
		return
	}
	w.applyRestriction(o, w.cachedRestriction(-1-o.at, w.reaching[o.at], &w.houseBudget, func() *restriction {
		x := houseFilling{f: w.finder, may: w.may}
		cells, sets, ok := x.remainingValues(o.at, nil)
		if !ok {
			return nil
		}
		pieces, _ := x.usedPieces(o.at)
		return &restriction{cells, sets, pieces}
	}))
}

// cachedRestriction returns the cached result of find, or calls find. The result is nil if no candidate is removed. of
// is the index of a rule, or −1 minus the index of a house. If budget is not nil, it limits the calls of find.
func (w *follower) cachedRestriction(of int, cells []int, budget *int, find func() *restriction) *restriction {
	k := reachKey{of, (&State{may: w.may}).hashCandidates(cells)}
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

// allPremisesOf returns the conclusions in ends and all conclusions from which they follow, in ascending order. The
// supposition is not included.
func (w *follower) allPremisesOf(ends []int) (all []int) {
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

// readingEffort returns how hard the given conclusions are for a person to follow. Singles and two-cell rules cost
// little, other rules and houses more.
func (w *follower) readingEffort(all []int) (n int) {
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

// repeatToContradiction runs start and then the given ops, in their order, and nothing else. It reports whether they
// lead to a contradiction.
func (w *follower) repeatToContradiction(start op, ops []op) bool {
	w.resetConclusions()
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

// neededConclusions returns those of the given conclusions that the contradiction needs. To test a conclusion, it lets
// the second follower repeat the other conclusions without this one.
func (w *follower) neededConclusions(again *follower, all []int) []int {
	for i := len(all) - 1; i >= 0; i-- {
		if without := slices.Delete(slices.Clone(all), i, i+1); again.repeatToContradiction(w.list[0].op, w.conclusionOps(without)) {
			all = without
		}
	}
	return all
}

// conclusionOps returns the ops that led to the given conclusions. A conclusion is given by its index in w.list, plus
// 1.
func (w *follower) conclusionOps(all []int) []op {
	ops := make([]op, len(all))
	for i, at := range all {
		ops[i] = w.list[at-1].op
	}
	return ops
}

// conclusionLinks returns links of a step: first the supposition, and then the given conclusions.
func (w *follower) conclusionLinks(all []int) []Link {
	links := []Link{{Candidate{w.list[0].at, w.valueOf(w.list[0].of)}, true, -1, nil}}
	for _, i := range all {
		for _, l := range w.list[i-1].said {
			l.From = len(links) - 1
			links = append(links, l)
		}
	}
	return links
}
