package puzzle

import (
	"slices"

	"nonet/internal/engine/csp"
)

// pattern is a regular expression over values, stored as a position automaton. Each position has the values that may be
// read there, and the positions that may follow.
//
//	0–9, A = 10 … Z = 35 (or a … z)   a value
//	. [135] [^2-4]                    any, one of, none of
//	* + ? {2} {2,} {2,4}              how often
//	( ) |                             groups, alternatives
type pattern struct {
	reads  []uint64 // for each position: the values read there; bit v is set for the value v
	follow [][]int  // for each position, the positions that may follow
	top    piece
}

// piece is a part of a pattern. It has the positions where a match of the part can begin and can end. empty is set if
// the part also matches a list without values, as 3* does.
type piece struct {
	first, last []int
	empty       bool
}

// mostPositions limits the number of positions of a pattern after its repeats are written out.
const mostPositions = 2000

type patternParser struct {
	text   string
	offset int
	read   int // the number of atoms parsed; a repeated atom counts for each repetition
	failed bool
	out    *pattern
}

// parsePattern returns the pattern that a text describes, or nil if the text is invalid.
func parsePattern(text string) *pattern {
	s := &patternParser{text: text, out: &pattern{}}
	s.out.top = s.parseAlternatives(0)
	if s.failed || s.offset < len(text) {
		return nil
	}
	return s.out
}

func (s *patternParser) peek() byte {
	if s.offset < len(s.text) {
		return s.text[s.offset]
	}
	return 0
}

func (s *patternParser) acceptChar(c byte) bool {
	if s.peek() == c && c != 0 {
		s.offset++
		return true
	}
	return false
}

func (s *patternParser) parseAlternatives(depth int) piece {
	if depth > 100 {
		s.failed = true
		return piece{}
	}
	all := s.parseSequence(depth)
	for s.acceptChar('|') {
		next := s.parseSequence(depth)
		all = piece{append(all.first, next.first...), append(all.last, next.last...), all.empty || next.empty}
	}
	return all
}

func (s *patternParser) parseSequence(depth int) piece {
	all := piece{empty: true}
	for c := s.peek(); c != 0 && c != '|' && c != ')' && !s.failed; c = s.peek() {
		all = s.concatenate(all, s.parseRepeat(depth))
	}
	return all
}

// concatenate returns the piece that matches what a matches, followed by what b matches.
func (s *patternParser) concatenate(a, b piece) piece {
	for _, end := range a.last {
		s.out.follow[end] = append(s.out.follow[end], b.first...)
	}
	all := piece{a.first, b.last, a.empty && b.empty}
	if a.empty {
		all.first = append(append([]int{}, a.first...), b.first...)
	}
	if b.empty {
		all.last = append(append([]int{}, a.last...), b.last...)
	}
	return all
}

// parseRepeat parses an atom with its quantifier. It parses the atom once for each repetition.
func (s *patternParser) parseRepeat(depth int) piece {
	from := s.offset
	one := s.parseAtom(depth)
	to := s.offset
	least, most, quantified := s.parseQuantifier()
	if !quantified {
		return one
	}
	all := piece{empty: true}
	for i := 0; i < max(least, most, 1) && !s.failed; i++ {
		next := one
		if i > 0 {
			end := s.offset
			s.offset = from
			next = s.parseAtom(depth)
			s.failed = s.failed || s.offset != to
			s.offset = end
		}
		if most < 0 && i == max(least, 1)-1 {
			for _, end := range next.last {
				s.out.follow[end] = append(s.out.follow[end], next.first...)
			}
		}
		if i >= least {
			next.empty = true
		}
		if most == 0 {
			next = piece{empty: true}
		}
		all = s.concatenate(all, next)
	}
	return all
}

// parseQuantifier parses an optional quantifier. It permits from `minimum` to `maximum` repetitions; `maximum` is -1 if there
// is no limit. quantified is false if there is no quantifier.
func (s *patternParser) parseQuantifier() (minimum, maximum int, quantified bool) {
	switch {
	case s.acceptChar('*'):
		minimum, maximum = 0, -1
	case s.acceptChar('+'):
		minimum, maximum = 1, -1
	case s.acceptChar('?'):
		minimum, maximum = 0, 1
	case s.acceptChar('{'):
		minimum = s.parseNumber()
		switch {
		case s.acceptChar('}'):
			maximum = minimum
		case s.acceptChar(',') && s.acceptChar('}'):
			maximum = -1
		default:
			maximum = s.parseNumber()
			s.failed = s.failed || !s.acceptChar('}') || maximum < minimum
		}
		s.failed = s.failed || minimum > 1000 || maximum > 1000
	default:
		return 0, 0, false
	}
	if next := s.peek(); next == '*' || next == '+' || next == '?' || next == '{' {
		s.failed = true // a+* is an error, as in the standard library's patterns
	}
	return minimum, maximum, true
}

func (s *patternParser) parseNumber() (n int) {
	from := s.offset
	for c := s.peek(); c >= '0' && c <= '9' && n <= 1000; c = s.peek() {
		n = n*10 + int(c-'0')
		s.offset++
	}
	s.failed = s.failed || s.offset == from
	return n
}

func valueOfChar(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	}
	return -1
}

func (s *patternParser) parseAtom(depth int) piece {
	c := s.peek()
	s.offset++
	s.read++
	s.failed = s.failed || s.read > 10*mostPositions
	var reads uint64
	switch {
	case c == '(':
		inner := s.parseAlternatives(depth + 1)
		s.failed = s.failed || !s.acceptChar(')')
		return inner
	case c == '.':
		reads = ^uint64(0)
	case c == '[':
		not := s.acceptChar('^')
		for s.peek() != ']' && !s.failed {
			low := valueOfChar(s.peek())
			high := low
			s.offset++
			if s.acceptChar('-') {
				high = valueOfChar(s.peek())
				s.offset++
			}
			if s.failed = low < 0 || high < low; !s.failed {
				reads |= ^uint64(0) >> (63 - (high - low)) << low
			}
		}
		s.failed = s.failed || reads == 0
		s.offset++
		if not {
			reads = ^reads
		}
	case valueOfChar(c) >= 0:
		reads = 1 << valueOfChar(c)
	default:
		s.failed = true
	}
	if len(s.out.reads) >= mostPositions {
		s.failed = true
	}
	if s.failed {
		return piece{}
	}
	n := len(s.out.reads)
	s.out.reads = append(s.out.reads, reads)
	s.out.follow = append(s.out.follow, nil)
	return piece{[]int{n}, []int{n}, false}
}

// toAutomaton returns an automaton with one state for the start and one for each position.
func (p *pattern) toAutomaton(low, high int) *csp.Automaton {
	values := ^uint64(0) >> (63 - (high - low))
	edges := func(to []int) (all []csp.Edge) {
		done := make([]bool, len(p.reads))
		for _, t := range to {
			if readsHere := csp.Set(p.reads[t] >> low & values); readsHere != 0 && !done[t] {
				done[t] = true
				all = append(all, csp.Edge{To: t + 1, Values: readsHere})
			}
		}
		return all
	}
	a := &csp.Automaton{Start: []int{0}, Accepting: make([]bool, len(p.reads)+1), Edges: [][]csp.Edge{edges(p.top.first)}}
	a.Accepting[0] = p.top.empty
	for _, end := range p.top.last {
		a.Accepting[end+1] = true
	}
	for _, to := range p.follow {
		a.Edges = append(a.Edges, edges(to))
	}
	return a
}

// matches reports whether values, written as one letter or digit each, match the pattern.
func (p *pattern) matches(values []byte) bool {
	if p == nil {
		return false
	}
	if len(values) == 0 {
		return p.top.empty
	}
	indexOf, next := map[int]bool{}, p.top.first
	for i, c := range values {
		if i > 0 {
			next = nil
			for end := range indexOf {
				next = append(next, p.follow[end]...)
			}
		}
		indexOf = map[int]bool{}
		for _, t := range next {
			if p.reads[t]>>valueOfChar(c)&1 != 0 {
				indexOf[t] = true
			}
		}
	}
	return slices.ContainsFunc(p.top.last, func(end int) bool { return indexOf[end] })
}
