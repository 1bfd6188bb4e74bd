package logic

// A net has the consequences of a supposition, one line per claim, in the order of discovery. Lines near the
// supposition come first.
//
//	chainNet    an implication has one cause: a pair of places, a pair of candidates, or a
//	            pair of groups; a group is a digit's places where a line and a box cross
//	singleNet   false candidates add up: the last candidate of a cell, the last place
//	digitNet    like singleNet, in the houses of one digit only
//	patternNet  if no single is left, locked candidates, pairs and X-wings
//	nestedNet   if none of those is left, suppositions that singles refute
//
// A net that is not a chainNet ends when it finds a contradiction. Without a contradiction, its claims do not depend on
// the order of the search.
type netKind uint8

const (
	chainNet netKind = iota
	singleNet
	digitNet
	patternNet
	nestedNet
	netKinds
)

// claim states that a candidate is true or false. It is the number 2·(9·cell + digit − 1) + on; `on` is 1 for true,
// and 0 for false.
type claim uint16

const (
	claims = 2 * 9 * cells
	noLine = ^uint16(0)
)

func claimOf(c Cell, d Digit, isOn bool) claim {
	n := 2 * (9*claim(c) + claim(d) - 1)
	if isOn {
		n++
	}
	return n
}

func (n claim) cell() Cell   { return Cell(n / 18) }
func (n claim) digit() Digit { return Digit(n/2%9 + 1) }
func (n claim) isTrue() bool { return n&1 != 0 }

func (n claim) candidate() Candidate { return Candidate{n.cell(), n.digit()} }

// netLine is one claim of a net, with its reason. For most lines, the position determines the causes. They are computed
// only for lines that the result needs.
type netLine struct {
	claim  claim
	reason LineReason
	depth  uint8  // the number of nested suppositions on which the line depends
	far    uint16 // the length of the longest path from the supposition to the line
	house  House  // for LastInHouse, the house with a single place left for the digit; for a line of followConfinedGroup, the house h
	from   uint16 // for Seen, the index of the line from which this one follows; for a line of followConfinedGroup, the house that crosses h
	causes int32  // for Refuted and, except groups, for ByTechnique: an index of net.reasons; otherwise -1
}

// netReason holds the causes, truths and technique of a line whose causes cannot be derived from the position.
type netReason struct {
	causes    []uint16
	truths    []Truth
	technique Technique
}

func (t *net) addReason(r netReason) int32 {
	t.reasons = append(t.reasons, r)
	return int32(len(t.reasons) - 1)
}

// net derives the consequences of one supposition, as lines. Later suppositions reuse its buffers. It also holds what
// earlier nets have found in the position.
type net struct {
	base   *State
	kind   netKind
	world  world
	lines  []netLine
	number [claims]uint16 // for each claim, the index of its line, or noLine
	head   int            // the number of lines that have been examined
	absurd bool
	end    [2]netLine // the two contradictory lines; the first may not be in lines yet
	isOver func() bool

	links    [10][]groupLink // the group links of each digit
	groups   [][3]uint8      // for a chainNet, the groups that have the digit, each as house, crossing house and digit
	reasons  []netReason     // the reasons of lines whose reason is ByTechnique or Refuted
	finder   Finder
	allowed  []claim // the claims that nested suppositions may make; nil allows any
	limited  bool
	nearest  uint16 // a line of a nested supposition is not followed if its distance is at least nearest; 0 means no limit
	depth    uint8  // the number of nested suppositions in force
	targets  []uint16
	isWanted []bool

	position uint64                   // the number of the position to which the following results belong
	index    [netKinds][claims]uint16 // for each supposition, 1 plus the index of its consequences in list; 0 if not computed
	list     []*reach
	used     int                                        // the number of elements of list that belong to the position
	safe     [singleNet + 1][len(reach{}.claims)]uint64 // the suppositions that are known to lead to no contradiction
}

func (t *net) reset(kind netKind) {
	t.kind = kind
	t.world = t.base.world
	for i := range t.lines {
		t.number[t.lines[i].claim] = noLine
	}
	t.lines, t.head, t.absurd, t.nearest, t.depth = t.lines[:0], 0, false, 0, 0
	t.reasons, t.groups = t.reasons[:0], t.groups[:0]
}

func (t *net) hasClaim(n claim) bool { return t.number[n] != noLine }

// addLine appends a line to the net. If the net already has a line with the opposite claim, addLine records the
// contradiction.
func (t *net) addLine(l netLine) {
	if t.hasClaim(l.claim) {
		return
	}
	k := uint16(len(t.lines))
	t.number[l.claim] = k
	t.lines = append(t.lines, l)
	if !l.claim.isTrue() {
		t.world.removeCandidate(l.claim.cell(), l.claim.digit())
	}
	if other := t.number[l.claim^1]; other != noLine && !t.absurd {
		t.absurd = true
		t.end = [2]netLine{t.lines[other], l}
	}
}

// followSupposition adds a supposition, and its consequences until there are no more or they contradict each other.
func (t *net) followSupposition(start claim) {
	t.addLine(netLine{claim: start, reason: Supposed, causes: -1})
	t.followNewLines()
	switch t.kind {
	case patternNet:
		for !t.absurd && t.addTechniqueConclusions() {
			t.followNewLines()
		}
	case nestedNet:
		for i := 0; !t.absurd && i < len(nearFirst); {
			if t.addTechniqueConclusions() {
				t.followNewLines()
			} else if t.nearest = nearFirst[i]; !t.refuteAll() {
				i++
			}
		}
	}
}

// nearFirst lists limits for the length of paths from a nested supposition. Small limits come first, so that the search
// finds short refutations first. 0 means no limit.
var nearFirst = [...]uint16{4, 8, 0}

// followNewLines examines each new line, which may add further new lines, until none is left. Except in chain nets, it
// also stops at a contradiction.
func (t *net) followNewLines() {
	for t.head < len(t.lines) && (t.kind == chainNet || !t.absurd) {
		i := t.head
		t.head++
		if l := &t.lines[i]; t.isTooFarToFollow(l) {
			continue
		} else if l.claim.isTrue() {
			t.followTrue(uint16(i), l)
		} else {
			t.followFalse(l)
		}
	}
}

func (t *net) isTooFarToFollow(l *netLine) bool {
	return l.depth > 0 && t.nearest > 0 && l.far >= t.nearest
}

func (t *net) followTrue(i uint16, l *netLine) {
	c, d := l.claim.cell(), l.claim.digit()
	next := netLine{reason: Seen, depth: l.depth, far: l.far + 1, from: i, causes: -1}
	if t.kind != digitNet {
		for e := range t.world.cands[c].Without(d).Digits() {
			next.claim = claimOf(c, e, false)
			t.addLine(next)
		}
	}
	for seen := t.world.digits[d].And(t.base.board.Peers(c)); !seen.Empty(); {
		next.claim = claimOf(seen.Pop(), d, false)
		t.addLine(next)
	}
	if t.kind == chainNet {
		t.followRemovedPlaces(t.base.digits[d].And(t.base.board.Peers(c)), d)
	}
}

// followFalse follows a line whose claim is that a candidate is false. If the cell or a house has one candidate left,
// followFalse adds that this candidate is true. If no candidate is left, it adds the opposite of the line, which is a
// contradiction.
func (t *net) followFalse(l *netLine) {
	c, d := l.claim.cell(), l.claim.digit()
	next := netLine{depth: l.depth, far: l.far + 1, causes: -1}
	if t.kind != digitNet {
		next.reason = LastInCell
		left := t.world.cands[c]
		if left == 0 {
			next.claim = l.claim ^ 1
			t.recordContradiction(next, *l)
		}
		// A chain counts the candidates of the position, including those that the net has removed.
		if t.kind == chainNet {
			left = t.base.cands[c].Without(d)
		}
		if e, ok := onlyDigit(left); ok {
			next.claim = claimOf(c, e, true)
			t.addLine(next)
		}
	}
	next.reason = LastInHouse
	for in := t.base.board.HousesOf(c).HumanOrder(); in != 0; {
		h := in.Pop()
		next.house = h
		left := t.world.digits[d].And(t.base.board.Cells(h))
		if left.Empty() {
			next.claim = l.claim ^ 1
			t.recordContradiction(next, *l)
		}
		if t.kind == chainNet {
			left = t.base.digits[d].And(t.base.board.Cells(h))
			left.Remove(c)
		}
		if left.Single() {
			next.claim = claimOf(left.First(), d, true)
			t.addLine(next)
		} else if t.kind == chainNet && !left.Empty() {
			t.followConfinedGroup(left, h, d)
		}
	}
}

// recordContradiction stores the two lines of a contradiction. One of the lines is new. The other, which states the
// opposite, is already in the net.
func (t *net) recordContradiction(on, off netLine) {
	if !t.absurd {
		t.absurd = true
		t.end = [2]netLine{on, off}
	}
}

// lowestDigit returns the least digit of a non-empty set, and the set of the other digits.
func lowestDigit(set Digits) (Digit, Digits) {
	d, _ := onlyDigit(set & -set)
	return d, set & (set - 1)
}
