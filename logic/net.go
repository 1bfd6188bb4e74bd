package logic

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

// claim is a candidate that is off (even) or on: 2·(9·cell + digit − 1) + on.
type claim uint16

const (
	claims = 2 * 9 * cells
	noLine = ^uint16(0)
)

func claimOf(c Cell, d Digit, on bool) claim {
	n := 2 * (9*claim(c) + claim(d) - 1)
	if on {
		n++
	}
	return n
}

func (n claim) cell() Cell   { return Cell(n / 18) }
func (n claim) digit() Digit { return Digit(n/2%9 + 1) }
func (n claim) isTrue() bool { return n&1 != 0 }

func (n claim) candidate() Candidate { return Candidate{n.cell(), n.digit()} }

// netLine is a line of a net. Most lines' causes can be told from the position
// and are looked up only for a line that is wanted in the end.
type netLine struct {
	claim  claim
	reason LineReason
	depth  uint8  // suppositions made on the way
	far    uint16 // how many lines follow each from the other up to here
	house  House  // of LastInHouse; of a group that has the digit
	from   uint16 // the line, of Seen; the house that a group's house crosses
	causes int32  // where in net.reasons, for ByTechnique (but of groups) and Refuted; else −1
}

// netReason is why a line follows, where that cannot be told from the position.
type netReason struct {
	causes []uint16
	truths []Truth
	by     Technique
}

// addReason notes a reason, and returns its number.
func (t *net) addReason(r netReason) int32 {
	t.reasons = append(t.reasons, r)
	return int32(len(t.reasons) - 1)
}

// net is the scratch of one net after the other.
type net struct {
	base   *State
	kind   netKind
	now    world
	lines  []netLine
	number [claims]uint16 // of the line that has a claim, noLine
	head   int            // lines looked at
	absurd bool
	end    [2]netLine // the contradiction: two lines, or a line yet to be made and one
	over   func() bool

	links    [10][]groupLink // by digit
	groups   [][3]uint8      // of a chainNet, those that have the digit: house, the one crossed, digit
	reasons  []netReason     // of lines ByTechnique and Refuted
	finder   Finder
	allowed  []claim // the suppositions that may be made on the way; nil: any
	limited  bool
	nearest  uint16 // how far those are followed; 0: to the end
	depth    uint8  // suppositions made on the way to here
	deep     bool   // those are refuted by patterns, too, and not by singles alone
	wanted   []uint16
	isWanted []bool
}

func newNet() *net {
	t := &net{}
	for i := range t.number {
		t.number[i] = noLine
	}
	return t
}

func (t *net) begin(kind netKind) {
	t.kind = kind
	t.now = world{t.base.board, t.base.cands, t.base.digits}
	for i := range t.lines {
		t.number[t.lines[i].claim] = noLine
	}
	t.lines, t.head, t.absurd, t.nearest, t.depth = t.lines[:0], 0, false, 0, 0
	t.reasons, t.groups = t.reasons[:0], t.groups[:0]
}

func (t *net) has(n claim) bool { return t.number[n] != noLine }

// add notes a line, and the contradiction if it is one.
func (t *net) add(l netLine) {
	if t.has(l.claim) {
		return
	}
	k := uint16(len(t.lines))
	t.number[l.claim] = k
	t.lines = append(t.lines, l)
	if !l.claim.isTrue() {
		t.now.remove(l.claim.cell(), l.claim.digit())
	}
	if other := t.number[l.claim^1]; other != noLine && !t.absurd {
		t.absurd = true
		t.end = [2]netLine{t.lines[other], l}
	}
}

// run follows a supposition to its end.
func (t *net) run(start claim) {
	t.add(netLine{claim: start, reason: Supposed, causes: -1})
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

// follow looks at new lines until none comes or, but for static nets, a contradiction.
func (t *net) follow() {
	for t.head < len(t.lines) && (t.kind == chainNet || !t.absurd) {
		i := t.head
		t.head++
		if l := &t.lines[i]; t.isTooFar(l) {
			continue
		} else if l.claim.isTrue() {
			t.fromOn(uint16(i), l)
		} else {
			t.fromOff(l)
		}
	}
}

// isTooFar reports whether a line under a supposition made on the way is too far to be followed.
func (t *net) isTooFar(l *netLine) bool { return l.depth > 0 && t.nearest > 0 && l.far >= t.nearest }

func (t *net) fromOn(i uint16, l *netLine) {
	c, d := l.claim.cell(), l.claim.digit()
	next := netLine{reason: Seen, depth: l.depth, far: l.far + 1, from: i, causes: -1}
	if t.kind != digitNet {
		for e := range t.now.cands[c].Without(d).Digits() {
			next.claim = claimOf(c, e, false)
			t.add(next)
		}
	}
	for seen := t.now.digits[d].And(t.base.board.Peers(c)); !seen.Empty(); {
		next.claim = claimOf(seen.Pop(), d, false)
		t.add(next)
	}
	if t.kind == chainNet {
		t.groupsOff(t.base.digits[d].And(t.base.board.Peers(c)), d)
	}
}

// fromOff: a candidate gone may leave a last one, or be that itself: both on and off.
func (t *net) fromOff(l *netLine) {
	c, d := l.claim.cell(), l.claim.digit()
	next := netLine{depth: l.depth, far: l.far + 1, causes: -1}
	if t.kind != digitNet {
		next.reason = LastInCell
		left := t.now.cands[c]
		if left == 0 {
			next.claim = l.claim ^ 1
			t.clash(next, *l)
		}
		// A chain goes on from what it began with.
		if t.kind == chainNet {
			left = t.base.cands[c].Without(d)
		}
		if e, ok := onlyDigit(left); ok {
			next.claim = claimOf(c, e, true)
			t.add(next)
		}
	}
	next.reason = LastInHouse
	for in := t.base.board.HousesOf(c).LinesLast(); in != 0; {
		h := in.Pop()
		next.house = h
		left := t.now.digits[d].And(t.base.board.Cells(h))
		if left.Empty() {
			next.claim = l.claim ^ 1
			t.clash(next, *l)
		}
		if t.kind == chainNet {
			left = t.base.digits[d].And(t.base.board.Cells(h))
			left.Remove(c)
		}
		if left.Single() {
			next.claim = claimOf(left.First(), d, true)
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

// lowest is the least digit of a set that is not empty, and the rest.
func lowest(set Digits) (Digit, Digits) {
	d, _ := onlyDigit(set & -set)
	return d, set & (set - 1)
}
