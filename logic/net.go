package logic

import (
	"context"
	"slices"
)

// A net is what follows from a supposition, line by line in order of discovery,
// the nearest first.
//
//	chainNet    an implication has one cause: a pair of places, a pair of candidates, or
//	            of groups: the places of a digit where a line and a box cross
//	singleNet   what is off adds up: the last candidate of a cell, the last place
//	digitNet    like singleNet, in the houses of one digit only
//	patternNet  where singles come to an end, locked candidates, pairs and X-wings
//	nestedNet   where those come to an end, suppositions that singles refute
//
// What follows does not depend on the order in which it is looked for, but where a
// net leads to a contradiction and ends there.
type netKind uint8

const (
	chainNet netKind = iota
	singleNet
	digitNet
	patternNet
	nestedNet
	netKinds
)

// node is a candidate that is off (even) or on: 2·(9·cell + digit − 1) + on.
type node uint16

const (
	nodes  = 2 * 9 * cells
	noLine = ^uint16(0)
)

func nodeOf(c Cell, d Digit, on bool) node {
	n := 2 * (9*node(c) + node(d) - 1)
	if on {
		n++
	}
	return n
}

func (n node) cell() Cell   { return Cell(n / 18) }
func (n node) digit() Digit { return Digit(n/2%9 + 1) }
func (n node) on() bool     { return n&1 != 0 }

func (n node) candidate() Candidate { return Candidate{n.cell(), n.digit()} }

// netLine is a line of a net. Most lines' causes can be told from the position
// and are looked up only for a line that is wanted in the end.
type netLine struct {
	node   node
	reason LineReason
	depth  uint8  // suppositions made on the way
	far    uint16 // how many lines follow each from the other up to here
	house  House  // of LastInHouse; of a group that has the digit
	from   uint16 // the line, of Seen; the house that a group's house crosses
	causes int32  // where in net.causes, for ByTechnique (but of groups) and Refuted; else −1
}

// net is the scratch of one net after the other.
type net struct {
	base   *State
	kind   netKind
	now    world
	lines  []netLine
	number [nodes]uint16 // of the line that has a node, noLine
	head   int           // lines looked at
	absurd bool
	end    [2]netLine // the contradiction: two lines, or a line yet to be made and one
	over   func() bool

	links    [10][]groupLink // by digit
	groups   [][3]uint8      // of a chainNet, those that have the digit: house, the one crossed, digit
	causes   [][]uint16      // of lines ByTechnique and Refuted
	truths   [][]Truth       // likewise
	by       []Technique
	finder   *Finder
	allowed  []node // the suppositions that may be made on the way; nil: any
	limited  bool
	nearest  uint16 // how far those are followed; 0: to the end
	wanted   []uint16
	isWanted []bool
}

func (t *net) begin(base *State, kind netKind) {
	t.base, t.kind = base, kind
	t.now = world{base.cands, base.digits}
	for i := range t.lines {
		t.number[t.lines[i].node] = noLine
	}
	t.lines, t.head, t.absurd, t.nearest = t.lines[:0], 0, false, 0
	t.causes, t.truths, t.by, t.groups = t.causes[:0], t.truths[:0], t.by[:0], t.groups[:0]
}

func newNet() *net {
	t := &net{}
	for i := range t.number {
		t.number[i] = noLine
	}
	return t
}

func (t *net) has(n node) bool { return t.number[n] != noLine }

// add notes a line, and the contradiction if it is one.
func (t *net) add(l netLine) {
	if t.has(l.node) {
		return
	}
	k := uint16(len(t.lines))
	t.number[l.node] = k
	t.lines = append(t.lines, l)
	if !l.node.on() {
		t.now.remove(l.node.cell(), l.node.digit())
	}
	if other := t.number[l.node^1]; other != noLine && !t.absurd {
		t.absurd = true
		t.end = [2]netLine{t.lines[other], l}
	}
}

// run follows a supposition to its end.
func (t *net) run(start node) {
	t.add(netLine{node: start, reason: Supposed, causes: -1})
	t.follow()
	switch t.kind {
	case patternNet:
		for !t.absurd && t.advance() {
			t.follow()
		}
	case nestedNet:
		for i := 0; !t.absurd && i < len(nearFirst); {
			if t.advance() {
				t.follow()
			} else if t.nearest = nearFirst[i]; !t.refuteAll() {
				i++
			}
		}
	}
}

// nearFirst is how far suppositions made on the way are followed, so that those
// that are refuted soon come first; 0 is to their end.
var nearFirst = [...]uint16{4, 8, 0}

// follow looks at the lines not looked at yet, until nothing new comes or, but for
// static nets, a contradiction.
func (t *net) follow() {
	for t.head < len(t.lines) && (t.kind == chainNet || !t.absurd) {
		i := t.head
		t.head++
		if l := &t.lines[i]; l.depth > 0 && t.nearest > 0 && l.far >= t.nearest {
			continue
		} else if l.node.on() {
			t.fromOn(uint16(i), l)
		} else {
			t.fromOff(l)
		}
	}
}

func (t *net) fromOn(i uint16, l *netLine) {
	c, d := l.node.cell(), l.node.digit()
	next := netLine{reason: Seen, depth: l.depth, far: l.far + 1, from: i, causes: -1}
	if t.kind != digitNet {
		for left := t.now.cands[c].Without(d); left != 0; {
			e, rest := lowest(left)
			left = rest
			next.node = nodeOf(c, e, false)
			t.add(next)
		}
	}
	for seen := t.now.digits[d].And(peers[c]); !seen.Empty(); {
		next.node = nodeOf(seen.pop(), d, false)
		t.add(next)
	}
	if t.kind == chainNet {
		t.groupsOff(t.base.digits[d].And(peers[c]), d)
	}
}

// groupLink is a house with a group of a digit's places and, beside it, one place or
// another group: if the group is off, the rest has the digit.
type groupLink struct {
	off, rest CellSet
	house     House
}

// findGroups notes the links of groups in the position.
func (t *net) findGroups() {
	for d := Digit(1); d <= 9; d++ {
		t.links[d] = t.links[d][:0]
		for h := range House(houses) {
			places := t.base.digits[d].And(houseSet[h])
			if places.Len() < 3 {
				continue
			}
			for other := range House(houses) {
				off := places.And(houseSet[other])
				if (h >= 18) == (other >= 18) || off.Len() < 2 || off == places {
					continue
				}
				rest := places.Less(off)
				if _, ok := crossing(rest, h); ok {
					t.links[d] = append(t.links[d], groupLink{off, rest, h})
				}
			}
		}
	}
}

// groupsOff: one line took d from the places in gone, some of which may be groups.
func (t *net) groupsOff(gone CellSet, d Digit) {
	for _, l := range t.links[d] {
		if !l.off.Within(gone) {
			continue
		}
		if !l.rest.single() {
			t.groupOn(l.rest, l.house, d)
			continue
		}
		last := netLine{node: nodeOf(l.rest.First(), d, true), reason: LastInHouse, house: l.house, causes: -1}
		for off := l.off; !off.Empty(); {
			last.far = max(last.far, t.lines[t.number[nodeOf(off.pop(), d, false)]].far+1)
		}
		t.add(last)
	}
}

// groupOn: what is left of house h is a group, if it is one; what sees all of it goes.
func (t *net) groupOn(rest CellSet, h House, d Digit) {
	crossed, ok := crossing(rest, h)
	places := t.base.digits[d].And(houseSet[h])
	if !ok || places.And(houseSet[crossed]) != rest {
		return
	}
	key := [3]uint8{uint8(h), uint8(crossed), uint8(d)}
	if slices.Contains(t.groups, key) {
		return
	}
	t.groups = append(t.groups, key)
	next := netLine{reason: ByTechnique, house: h, from: uint16(crossed), causes: -1}
	for out := places.Less(rest); !out.Empty(); {
		next.far = max(next.far, t.lines[t.number[nodeOf(out.pop(), d, false)]].far+1)
	}
	gone := t.base.digits[d].And(houseSet[crossed]).Less(rest)
	for left := gone; !left.Empty(); {
		next.node = nodeOf(left.pop(), d, false)
		t.add(next)
	}
	t.groupsOff(gone, d)
}

// crossing is the other house that holds all of a group in house h: a line's box or a
// box's line.
func crossing(group CellSet, h House) (House, bool) {
	c := group.First()
	for _, other := range [3]House{rowOf[c], columnOf[c], boxOf[c]} {
		if other != h && (h >= 18) != (other >= 18) && group.Within(houseSet[other]) {
			return other, true
		}
	}
	return 0, false
}

// fromOff: a candidate gone may leave a last one. If it leaves none, it is the
// last itself, and so both on and off.
func (t *net) fromOff(l *netLine) {
	c, d := l.node.cell(), l.node.digit()
	next := netLine{depth: l.depth, far: l.far + 1, causes: -1}
	if t.kind != digitNet {
		next.reason = LastInCell
		left := t.now.cands[c]
		if left == 0 {
			next.node = l.node ^ 1
			t.clash(next, *l)
		}
		// A chain goes on from what it began with.
		if t.kind == chainNet {
			left = t.base.cands[c].Without(d)
		}
		if e, ok := only(left); ok {
			next.node = nodeOf(c, e, true)
			t.add(next)
		}
	}
	next.reason = LastInHouse
	for _, h := range [3]House{boxOf[c], rowOf[c], columnOf[c]} {
		next.house = h
		left := t.now.digits[d].And(houseSet[h])
		if left.Empty() {
			next.node = l.node ^ 1
			t.clash(next, *l)
		}
		if t.kind == chainNet {
			left = t.base.digits[d].And(houseSet[h])
			left.Remove(c)
		}
		if left.single() {
			next.node = nodeOf(left.First(), d, true)
			t.add(next)
		} else if t.kind == chainNet && !left.Empty() {
			t.groupOn(left, h, d)
		}
	}
}

// clash notes that a line would come of what is off, against another.
func (t *net) clash(on, off netLine) {
	if !t.absurd {
		t.absurd = true
		t.end = [2]netLine{on, off}
	}
}

// single reports whether the set has one cell.
func (s CellSet) single() bool {
	return s.Hi == 0 && s.Lo != 0 && s.Lo&(s.Lo-1) == 0 || s.Lo == 0 && s.Hi != 0 && s.Hi&(s.Hi-1) == 0
}

// lowest is the least digit of a set that is not empty, and the rest.
func lowest(set Digits) (Digit, Digits) {
	d, _ := only(set & -set)
	return d, set & (set - 1)
}

// advancers are the techniques that a net of patterns uses.
var advancers = [...]Technique{Pointing, Claiming, LockedPair, NakedPair, HiddenPair, XWing}

// advance adds what the first of the advancers that finds anything concludes from
// where the net has come to.
func (t *net) advance() bool {
	s := State{values: t.base.values, cands: t.now.cands, digits: t.now.digits, given: t.base.given}
	for left := s.digits[0]; !left.Empty(); {
		c := left.pop()
		if d, ok := only(s.cands[c]); ok && t.has(nodeOf(c, d, true)) {
			s.Place(c, d)
		}
	}
	if t.finder == nil {
		t.finder = NewFinder(s, Options{})
	} else {
		t.finder.Reset(s)
	}
	for _, k := range advancers {
		n := len(t.lines)
		t.finder.Each(context.Background(), k, func(step *Step) bool {
			for _, e := range step.Eliminations {
				if t.has(nodeOf(e.Cell, e.Digit, false)) {
					continue
				}
				causes, far := t.behind(step.Truths)
				t.causes, t.truths, t.by = append(t.causes, causes), append(t.truths, slices.Clone(step.Truths)), append(t.by, k)
				t.add(netLine{node: nodeOf(e.Cell, e.Digit, false), reason: ByTechnique, far: far + 1, causes: int32(len(t.causes) - 1)})
			}
			return true
		})
		if len(t.lines) > n {
			return true
		}
	}
	return false
}

// behind are the lines that took candidates from the truths.
func (t *net) behind(truths []Truth) (causes []uint16, far uint16) {
	note := func(c Cell, d Digit) {
		if k := t.number[nodeOf(c, d, false)]; k != noLine && !slices.Contains(causes, k) {
			causes = append(causes, k)
			far = max(far, t.lines[k].far)
		}
	}
	for _, h := range truths {
		if h.Kind == CellTruth {
			for d := range (t.base.cands[h.Cell] &^ t.now.cands[h.Cell]).Digits() {
				note(h.Cell, d)
			}
			continue
		}
		for gone := t.base.digits[h.Digit].Less(t.now.digits[h.Digit]).And(houseSet[h.House]); !gone.Empty(); {
			note(gone.pop(), h.Digit)
		}
	}
	return causes, far
}

// refuteAll supposes each candidate that is left, and crosses out those that lead
// to a contradiction. It reports whether there was one and the net goes on.
func (t *net) refuteAll() bool {
	any := false
	for c := range t.now.digits[0].All() {
		for d := range t.now.cands[c].Digits() {
			n := nodeOf(c, d, true)
			if t.absurd || t.now.cands[c].Len() < 2 || !t.now.cands[c].Has(d) || t.limited && !slices.Contains(t.allowed, n) || t.over() {
				continue
			}
			if t.refute(n) {
				any = true
				t.follow()
			}
		}
	}
	return any && !t.absurd
}

// refute supposes one thing more, and if that leads to a contradiction keeps what
// is needed for that, and the contrary as what follows.
func (t *net) refute(n node) bool {
	mark, was := len(t.lines), t.now
	t.add(netLine{node: n, reason: Supposed, depth: 1, causes: -1})
	t.follow()
	refuted := t.absurd
	var keep []netLine
	var why []uint16
	if refuted {
		// Each line from mark on gets its causes now: later there is no telling.
		t.mark(t.endLines())
		sup := uint16(mark)
		t.isWanted[sup] = true
		place := map[uint16]uint16{}
		at := func(k uint16) uint16 {
			if int(k) >= mark {
				return place[k]
			}
			return k
		}
		for k := mark; k < len(t.lines); k++ {
			if !t.isWanted[k] {
				continue
			}
			l := t.lines[k]
			if l.reason != Supposed {
				causes := t.causesOf(&l)
				for i := range causes {
					causes[i] = at(causes[i])
				}
				truths := t.truthsOf(&l)
				t.causes, t.truths, t.by = append(t.causes, causes), append(t.truths, truths), append(t.by, 0)
				l.causes = int32(len(t.causes) - 1)
			}
			place[uint16(k)] = uint16(mark + len(keep))
			keep = append(keep, l)
		}
		for _, k := range t.endLines() {
			why = append(why, at(k))
		}
	}
	for k := mark; k < len(t.lines); k++ {
		t.number[t.lines[k].node] = noLine
	}
	t.lines, t.now, t.absurd = append(t.lines[:mark], keep...), was, false
	t.head = len(t.lines)
	if refuted {
		far := uint16(0)
		for _, k := range why {
			far = max(far, t.lines[k].far)
		}
		t.causes, t.truths, t.by = append(t.causes, append(why, uint16(mark))), append(t.truths, nil), append(t.by, 0)
		t.add(netLine{node: n ^ 1, reason: Refuted, far: far + 1, causes: int32(len(t.causes) - 1)})
	}
	return refuted
}

// endLines are the numbers of the lines that clash; a line yet to be made is made.
func (t *net) endLines() []uint16 {
	var list []uint16
	for _, l := range t.end {
		k := t.number[l.node]
		if k == noLine {
			k = uint16(len(t.lines))
			t.number[l.node] = k
			t.lines = append(t.lines, l)
		}
		list = append(list, k)
	}
	return list
}

// causesOf are the lines that a line follows from.
func (t *net) causesOf(l *netLine) []uint16 {
	if l.causes >= 0 {
		return slices.Clone(t.causes[l.causes])
	}
	var list []uint16
	c, d := l.node.cell(), l.node.digit()
	switch l.reason {
	case Seen:
		list = append(list, l.from)
	case LastInCell:
		for e := range t.base.cands[c].Without(d).Digits() {
			list = append(list, t.number[nodeOf(c, e, false)])
		}
	case LastInHouse, ByTechnique:
		left := t.base.digits[d].And(houseSet[l.house])
		if l.reason == ByTechnique {
			left = left.Less(houseSet[l.from]) // but for the group
		}
		left.Remove(c)
		for !left.Empty() {
			list = append(list, t.number[nodeOf(left.pop(), d, false)])
		}
	}
	return list
}

// truthsOf are the truths that a line rests on.
func (t *net) truthsOf(l *netLine) []Truth {
	switch {
	case l.causes >= 0:
		return t.truths[l.causes]
	case l.reason == LastInCell:
		return []Truth{{Kind: CellTruth, Cell: l.node.cell()}}
	case l.reason == LastInHouse, l.reason == ByTechnique:
		return []Truth{{Kind: HouseTruth, House: l.house, Digit: l.node.digit()}}
	}
	return nil
}

// mark finds which lines those in ends rest on.
func (t *net) mark(ends []uint16) {
	t.isWanted = slices.Grow(t.isWanted[:0], len(t.lines))[:len(t.lines)]
	clear(t.isWanted)
	t.wanted = append(t.wanted[:0], ends...)
	for _, k := range ends {
		t.isWanted[k] = true
	}
	for i := 0; i < len(t.wanted); i++ {
		l := &t.lines[t.wanted[i]]
		if l.reason == ByTechnique && l.causes >= 0 {
			t.spare(l)
		}
		for _, k := range t.causesOf(l) {
			if !t.isWanted[k] {
				t.isWanted[k] = true
				t.wanted = append(t.wanted, k)
			}
		}
	}
}

// spare strikes the causes that a pattern does without.
func (t *net) spare(l *netLine) {
	p := prover{state: t.base}
	causes := t.causes[l.causes]
	for i := 0; i < len(causes); {
		rest := slices.Delete(slices.Clone(causes), i, i+1)
		literals := []literal{{l.node.candidate(), !l.node.on()}}
		for _, k := range rest {
			literals = append(literals, literal{t.lines[k].node.candidate(), t.lines[k].node.on()})
		}
		if p.clash(literals, t.truths[l.causes]) {
			causes = rest
		} else {
			i++
		}
	}
	t.causes[l.causes] = causes
}

// branch is the net as far as it leads to the lines in ends.
func (t *net) branch(ends []uint16) Branch {
	t.mark(ends)
	t.isWanted[0] = true
	var b Branch
	place := make([]int, len(t.lines))
	for k := range t.lines {
		if !t.isWanted[k] {
			continue
		}
		l := &t.lines[k]
		line := Line{Candidate: l.node.candidate(), On: l.node.on(), Depth: l.depth, Reason: l.reason, Truths: slices.Clone(t.truthsOf(l))}
		causes := t.causesOf(l)
		switch l.reason {
		case ByTechnique:
			line.Technique = Claiming
			if l.causes >= 0 {
				line.Technique = t.by[l.causes]
			} else if l.house >= 18 {
				line.Technique = Pointing
			}
		case Refuted:
			causes = causes[:len(causes)-1] // the supposition itself, which was there only to be kept
		}
		for _, c := range causes {
			if i := place[c]; !slices.Contains(line.From, i) {
				line.From = append(line.From, i)
			}
		}
		slices.Sort(line.From)
		place[k] = len(b.Lines)
		b.Lines = append(b.Lines, line)
	}
	for _, e := range ends {
		b.End = append(b.End, place[e])
	}
	return b
}
