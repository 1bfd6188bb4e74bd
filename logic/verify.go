package logic

import (
	"math/bits"
	"slices"

	"nonet/message"
)

// UnprovenError reports that a step does not follow from its own reason.
type UnprovenError struct {
	Technique Technique
	Candidate Candidate // the candidate whose proof failed, or zero if the reason itself is wrong
	Reason    string    // the part that failed: "candidate", "truth", "search", "pattern", "chain" or "nothing"
}

func (e *UnprovenError) Error() string { return e.Message().String() }

// Message returns a sentence that names the candidate and the part of the proof that failed.
func (e *UnprovenError) Message() message.Message {
	return message.New("logic.unproven."+e.Reason, "technique", e.Technique.Name(), "cell", e.Candidate.Cell, "digit", e.Candidate.Digit)
}

// ErrNothing is Verify's error for a step that places and removes nothing.
var ErrNothing error = &UnprovenError{Reason: "nothing"}

// proofNodes limits the cases that Verify examines for one candidate.
const proofNodes = 200_000

// Verify proves a step from its reason and the rules, in the state in which it was found. It shows that the step's
// truths could not all hold if an elimination were true, or a placement false. For steps with branches, it proves each
// line from the lines and truths that the line names, and proves that the branches cover all cases. Steps that rely on
// uniqueness are proven for puzzles with one solution. The error is an *[UnprovenError]. Cost: microseconds for most
// steps, milliseconds for templates, brute force and long nets.
func Verify(s State, step *Step) error {
	if len(step.Eliminations)+len(step.Placements) == 0 {
		return ErrNothing
	}
	s.board = s.Board()
	p := prover{state: &s}
	reason := ""
	switch {
	case slices.ContainsFunc(step.Truths, func(t Truth) bool { return !s.admits(t) }):
		reason = "truth"
	case !p.isSoundChain(step), slices.ContainsFunc(step.Branches, func(b Branch) bool { return !p.checkBranch(step, &b) }):
		reason = "chain"
	case step.Uniqueness != NoUniqueness && !p.checkDeadlyPattern(step):
		reason = "pattern"
	}
	if reason != "" {
		return &UnprovenError{Technique: step.Technique, Reason: reason}
	}
	for i, e := range slices.Concat(step.Eliminations, step.Placements) {
		if !s.hasCandidate(e) {
			return &UnprovenError{step.Technique, e, "candidate"}
		}
		if !p.proves(step, literal{e, i >= len(step.Eliminations)}) {
			return &UnprovenError{step.Technique, e, "search"}
		}
	}
	return nil
}

// admits reports whether truth t follows from the rules in position s. A truth about a cell does if the cell is empty.
// A truth about a house does if no cell of the house has the digit as its value.
func (s *State) admits(t Truth) bool {
	if t.Kind == CellTruth {
		return s.digits[0].Has(t.Cell)
	}
	in := s.board.Cells(t.House)
	if t.Kind != HouseTruth || in.Empty() || t.Digit < 1 || t.Digit > s.boardSize() {
		return false
	}
	for !in.Empty() {
		if s.values[in.Pop()] == t.Digit {
			return false
		}
	}
	return true
}

type prover struct {
	state     *State
	truths    []Truth
	guardians []Candidate // candidates of which at least one must be true, because the pattern is deadly
	guarded   bool
	nodes     int
}

// guardianTruth is the kind of an additional truth: at least one guardian is true. Guardians are the candidates that
// prevent a deadly pattern.
const guardianTruth = HouseTruth + 1

func (s *State) hasCandidate(e Candidate) bool {
	return e.Digit >= 1 && e.Digit <= s.boardSize() && s.cands[e.Cell].Has(e.Digit)
}

// alternatives lists candidates of which one must be true. A truth with more candidates is not tried.
type alternatives [64]Candidate

// countAlternatives returns the number of candidates in w that can make a truth true. Depending on the kind of t, these
// are the candidates of its cell, the places of its digit in its house, or the guardians. If their number is below
// `limit`, countAlternatives stores them in list.
func (p *prover) countAlternatives(w *world, t Truth, limit int, list *alternatives) (n int) {
	switch t.Kind {
	case guardianTruth:
		for _, g := range p.guardians {
			if w.cands[g.Cell].Has(g.Digit) {
				list[min(n, len(list)-1)] = g
				n++
			}
		}
	case CellTruth:
		left := w.cands[t.Cell]
		n = left.Len()
		for i := 0; left != 0 && n < limit; i++ {
			list[i] = Candidate{t.Cell, Digit(bits.TrailingZeros16(uint16(left)) + 1)}
			left &= left - 1
		}
	default:
		left := w.digits[t.Digit].And(w.board.Cells(t.House))
		n = left.Len()
		for i := 0; !left.Empty() && n < limit; i++ {
			list[i] = Candidate{left.Pop(), t.Digit}
		}
	}
	return n
}

// canSatisfyTruths reports whether all truths can hold together in w. It also returns true if it reaches proofNodes.
func (p *prover) canSatisfyTruths(w *world) bool {
	if p.nodes--; p.nodes < 0 {
		return true
	}
	var list, way alternatives // way: the alternatives of the truth with the fewest
	fewest := len(list) + 1
	for again := true; again; {
		again, fewest = false, len(list)+1
		for _, t := range p.truths {
			switch n := p.countAlternatives(w, t, fewest, &list); {
			case n == 0:
				return false
			case n == 1:
				if e := list[0]; w.cands[e.Cell] != digitBit(e.Digit) || w.digits[e.Digit].Meets(w.board.Peers(e.Cell)) {
					w.placeDigit(e.Cell, e.Digit)
					again = true
				}
			case n < fewest:
				fewest, way = n, list
			}
		}
	}
	if fewest > len(list) {
		return true
	}
	for _, c := range way[:fewest] {
		next := *w
		next.placeDigit(c.Cell, c.Digit)
		if p.canSatisfyTruths(&next) {
			return true
		}
	}
	return false
}

// checkDeadlyPattern checks the deadly pattern of a step and stores its guardians, the candidates that prevent the
// pattern. One guardian must be true, since the puzzle would otherwise have two solutions.
func (p *prover) checkDeadlyPattern(step *Step) bool {
	s := p.state
	p.guarded = true
	if s.board.HasPeersOutsideHouses() { // such a rule may permit only one of the two solutions
		return false
	}
	if step.Uniqueness == Grave {
		return p.checkBivalueGrave(step)
	}
	ring := step.Ring
	if r := step.Corners; step.Uniqueness == Rectangle {
		ring = []Cell{r[0], r[1], r[3], r[2]}
	}
	return p.checkRing(ring, step.Pair)
}

// checkRing checks that a swap of the two digits would be possible if they alternately filled the cells of the ring.
// Cells may be filled, but not given.
func (p *prover) checkRing(ring []Cell, pair [2]Digit) bool {
	s, n := p.state, len(ring)
	if n < 4 || n%2 != 0 || pair[0] < 1 || pair[1] < 1 || pair[0] > 9 || pair[1] > 9 || pair[0] == pair[1] {
		return false
	}
	var side [2]CellSet
	var first [2]bool // first[i] is set if a filled cell fits an alternation that begins with pair[i]
	for i, c := range ring {
		if c >= cells || s.given.Has(c) || side[0].Or(side[1]).Has(c) {
			return false
		}
		if _, ok := s.board.HouseWith(CellsOf(c, ring[(i+1)%n]%cells)); !ok {
			return false
		}
		side[i%2].Add(c)
		k := slices.Index(pair[:], s.values[c])
		if k < 0 && s.values[c] != 0 {
			return false
		}
		if k >= 0 {
			first[(k+i)%2] = true
		}
		for d := range s.cands[c].Without(pair[0]).Without(pair[1]).Digits() {
			p.guardians = append(p.guardians, Candidate{c, d})
		}
	}
	return !(first[0] && first[1]) && s.board.Swappable(side[0], side[1])
}

// checkBivalueGrave checks that a bivalue universal grave would remain without certain candidates: the step's fins, or
// the pattern of a BUG+1. In a grave, every empty cell has two candidates, and every digit has two places or none in
// each house. So there is no way to fill the empty cells, or there are several.
func (p *prover) checkBivalueGrave(step *Step) bool {
	s := p.state
	rest := s.world
	for _, m := range step.Marks {
		if m.Role == Fin || step.Technique == BUGPlus1 {
			if m.Candidate.Cell >= cells || m.Candidate.Digit < 1 || m.Candidate.Digit > 9 || !rest.cands[m.Candidate.Cell].Has(m.Candidate.Digit) {
				return false
			}
			rest.removeCandidate(m.Candidate.Cell, m.Candidate.Digit)
			p.guardians = append(p.guardians, m.Candidate)
		}
	}
	for c := range s.digits[0].All() {
		if rest.cands[c].Len() != 2 {
			return false
		}
	}
	for d := 1; d <= 9; d++ {
		for h := range s.board.Houses().All() {
			if n := rest.digits[d].And(s.board.Cells(h)).Len(); n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}

// isSoundChain reports whether each link of a chain follows, and whether each of its sets is almost locked in a house.
func (p *prover) isSoundChain(step *Step) bool {
	s := p.state
	for i, n := range step.Nodes {
		if n.Cells.Empty() || n.Digit < 1 || n.Digit > s.boardSize() || !n.Cells.Within(s.digits[n.Digit]) || n.Kind == SetNode && int(n.Set) >= len(step.Sets) {
			return false
		}
		if n.Kind == SetNode {
			set := step.Sets[n.Set]
			_, ok := s.board.HouseWith(set.Cells)
			if !ok || set.Digits != s.digitsIn(set.Cells) || set.Digits.Len() != set.Cells.Len()+1 || n.Cells != set.Cells.And(s.digits[n.Digit]) {
				return false
			}
		}
		if i > 0 && !p.isSoundLink(step, &step.Nodes[i-1], &n) {
			return false
		}
	}
	return true
}

// isSoundLink reports whether the link from m to n follows from one truth, or from the cells of the set of node m.
func (p *prover) isSoundLink(step *Step, m, n *Node) bool {
	reasons := [][]Truth{nil}
	switch {
	case m.Kind == SetNode:
		for c := range step.Sets[m.Set].Cells.Or(n.Cells).All() {
			reasons[0] = append(reasons[0], Truth{Kind: CellTruth, Cell: c})
		}
	case m.On == n.On:
		return false
	case n.On:
		for i := range step.Truths {
			reasons = append(reasons, step.Truths[i:i+1])
		}
	}
	return slices.ContainsFunc(reasons, func(truths []Truth) bool {
		for _, a := range m.cases(m.On) {
			for _, b := range n.cases(!n.On) {
				if !p.canClash(slices.Concat(a, b), truths) {
					return false
				}
			}
		}
		return true
	})
}

// cases returns the cases in which the node's digit is in one of the node's cells, one case for each cell. If `isOn` is
// not set, it returns the only case in which the digit is in none of these cells.
func (n *Node) cases(isOn bool) (all [][]literal) {
	for c := range n.Cells.All() {
		l := literal{Candidate{c, n.Digit}, isOn}
		if isOn || len(all) == 0 {
			all = append(all, []literal{l})
		} else {
			all[0] = append(all[0], l)
		}
	}
	return all
}

// literal is a candidate that is supposed to be true or false.
type literal struct {
	Candidate
	on bool
}

// canClash reports whether the literals and the truths contradict each other.
func (p *prover) canClash(literals []literal, truths []Truth) bool {
	w := p.state.world
	for _, l := range literals {
		if !l.on {
			w.removeCandidate(l.Cell, l.Digit)
		}
	}
	for _, l := range literals {
		if l.on {
			if !w.cands[l.Cell].Has(l.Digit) {
				return true
			}
			w.placeDigit(l.Cell, l.Digit)
		}
	}
	if p.truths, p.nodes = truths, proofNodes; p.guarded {
		p.truths = append(slices.Clip(truths), Truth{Kind: guardianTruth})
	}
	return !p.canSatisfyTruths(&w)
}

// proves reports whether a conclusion follows from the step. In a step with branches, each supposition must fail or
// lead to the conclusion. If the conclusion and all suppositions are false, some truth of the step must be violated.
func (p *prover) proves(step *Step, conclusion literal) bool {
	not := literal{conclusion.Candidate, !conclusion.on}
	none := []literal{not}
	for i := range step.Branches {
		b := &step.Branches[i]
		none = append(none, literal{b.Lines[0].Candidate, !b.Lines[0].On})
		if b.Contradiction() {
			continue
		}
		end := b.Lines[b.End[0]]
		if !p.canClash([]literal{not, {end.Candidate, end.On}}, nil) {
			return false
		}
	}
	return p.canClash(none, step.Truths)
}

// checkBranch proves the lines of a branch one by one, and then its end.
func (p *prover) checkBranch(step *Step, b *Branch) bool {
	var open []int                   // the suppositions that are open at this line, outermost first
	under := map[int][]int{}         // for each line, the suppositions on which it depends
	visible := func(i, j int) bool { // reports whether line i may use line j: all suppositions on which line j depends are open at line i
		return i >= 0 && i < j && len(under[i]) <= len(open) && slices.Equal(under[i], open[:len(under[i])])
	}
	var from []literal
	for j := range b.Lines {
		l := &b.Lines[j]
		if !p.state.hasCandidate(l.Candidate) {
			return false
		}
		for _, t := range l.Truths {
			if !slices.Contains(step.Truths, t) {
				return false
			}
		}
		from = from[:0]
		for _, i := range l.From {
			if !visible(i, j) {
				return false
			}
			from = append(from, literal{b.Lines[i].Candidate, b.Lines[i].On})
		}
		switch l.Reason {
		case Supposed:
			if len(l.From)+len(l.Truths) > 0 || int(l.Depth) != len(open) {
				return false
			}
			open = append(open, j)
		case Refuted:
			if len(open) < 2 || int(l.Depth) != len(open)-2 {
				return false
			}
			contrary := b.Lines[open[len(open)-1]]
			if contrary.Candidate != l.Candidate || contrary.On == l.On || !p.canClash(from, l.Truths) {
				return false
			}
			open = open[:len(open)-1]
		default:
			if len(open) == 0 || int(l.Depth) != len(open)-1 || !p.canClash(append(from, literal{l.Candidate, !l.On}), l.Truths) {
				return false
			}
		}
		under[j] = slices.Clone(open)
	}
	for _, e := range b.End {
		if e < 0 || e >= len(b.Lines) || len(under[e]) != 1 {
			return false
		}
	}
	switch len(b.End) {
	case 1:
		return true
	case 2:
		x, y := b.Lines[b.End[0]], b.Lines[b.End[1]]
		return x.Candidate == y.Candidate && x.On != y.On
	}
	return false
}
