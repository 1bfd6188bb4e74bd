package logic

import (
	"slices"
	"strings"
)

// Candidate is a digit together with an empty cell where the digit may be.
type Candidate struct {
	Cell  Cell
	Digit Digit
}

// String returns the candidate as HoDoKu's triple of digit, row and column, such as "415" for 4 in r1c5.
func (c Candidate) String() string {
	return string([]byte{'0' + byte(c.Digit), '0' + byte(c.Cell.Row()), '0' + byte(c.Cell.Column())})
}

// Role is the part that a candidate plays in a step.
type Role uint8

const (
	Pattern Role = iota // a candidate of the pattern, such as a subset, the body of a fish, or the cells of a wing
	Fin                 // a fin: the pattern holds if this candidate is false
	EndoFin             // a fin that lies in two base houses
	Pivot               // the central cell of a wing or a blossom
	Corner              // a digit of the pair in a corner of a deadly rectangle
	ColourA             // a candidate of the first colour of the first cluster; ColourB: of its second colour
	ColourB
	ColourC // a candidate of the first colour of the second cluster; ColourD: of its second colour
	ColourD
)

var roleNames = [...]string{"pattern", "fin", "endofin", "pivot", "corner", "a", "b", "c", "d"}

// String returns the role's name in JSON.
func (r Role) String() string { return roleNames[int(r)%len(roleNames)] }

// Mark is a candidate with its role in a step.
type Mark struct {
	Candidate Candidate
	Role      Role
}

// TruthKind states whether a truth is about a cell or a house.
type TruthKind uint8

const (
	CellTruth  TruthKind = iota // Cell holds one of its candidates
	HouseTruth                  // House has Digit in one of its places
)

// Truth is a statement that follows from the rules alone, and so holds in every solution.
type Truth struct {
	Kind  TruthKind
	Digit Digit
	House House
	Cell  Cell
}

// Set is a group of cells in a step, usually an almost locked set.
type Set struct {
	Cells  CellSet
	Digits Digits
}

// NodeKind states what a node of a chain consists of.
type NodeKind uint8

const (
	SingleNode NodeKind = iota // one candidate
	GroupNode                  // a digit in several cells where two houses cross, such as a row and a box
	SetNode                    // the places of a digit in an almost locked set
)

// Node is a statement of a chain: Digit is in one of Cells if On is set, and in none of them otherwise.
type Node struct {
	Cells CellSet
	Digit Digit
	On    bool
	Kind  NodeKind
	Set   uint8 // for a SetNode: the index in Step.Sets of the almost locked set
}

// LinkKind states what a link between two nodes of a chain implies.
type LinkKind uint8

const (
	Weak   LinkKind = iota // on → off: the two cannot both be true
	Strong                 // off → on: the two cannot both be false
	Locked                 // from a SetNode that lost its digit: the other digits of the set are locked, which makes the next node true or false
)

// Uniqueness names the deadly pattern on which a step relies.
type Uniqueness uint8

const (
	NoUniqueness Uniqueness = iota
	Rectangle               // the four cells of Corners cannot all be left with just the digits of Pair
	Grave                   // the empty cells cannot all be left with two candidates
	DeadlyLoop              // the cells of Ring cannot all be left with just the digits of Pair
)

// Step is a complete result of a technique. Texts, pictures, JSON and [Verify] need nothing but the step and the state
// in which it was found.
type Step struct {
	Technique    Technique
	Siamese      bool        // the step combines two fish with the same base
	Digits       Digits      // the digits of the pattern
	Placements   []Candidate // at most one placement, except for templates
	Eliminations []Candidate // sorted by digit, then by cell, without duplicates
	Marks        []Mark      // the candidates of the pattern, with their roles
	Base, Cover  []House     // base houses, in which the digits need places, and the cover houses that contain these places
	Sets         []Set       // the almost locked sets of the pattern
	Nodes        []Node      // the nodes of a chain, from start to end
	Loop         bool        // the chain is a loop: its last node leads to its first
	Uniqueness   Uniqueness
	Corners      [4]Cell  // for a Rectangle: its corners row by row, so that 0 and 3 are opposite
	Ring         []Cell   // for a DeadlyLoop: each cell leads to the next, and the last to the first
	Pair         [2]Digit // for a Rectangle or a DeadlyLoop: its two digits
	Branches     []Branch // for forcing: the consequences of each supposition
	Truths       []Truth  // the truths from which the step follows
}

// Links returns the kinds of the links in the step's chain. Link i leads from node i to node i+1.
func (s *Step) Links() []LinkKind {
	var links []LinkKind
	for i := 0; i+1 < len(s.Nodes); i++ {
		switch n := s.Nodes[i]; {
		case n.Kind == SetNode:
			links = append(links, Locked)
		case n.On:
			links = append(links, Weak)
		default:
			links = append(links, Strong)
		}
	}
	return links
}

// Clone returns a copy that shares no memory with s.
func (s *Step) Clone() Step {
	c := *s
	c.Placements = slices.Clone(s.Placements)
	c.Eliminations = slices.Clone(s.Eliminations)
	c.Marks = slices.Clone(s.Marks)
	c.Base, c.Cover = slices.Clone(s.Base), slices.Clone(s.Cover)
	c.Sets = slices.Clone(s.Sets)
	c.Nodes = slices.Clone(s.Nodes)
	c.Ring = slices.Clone(s.Ring)
	c.Branches = cloneBranches(s.Branches)
	c.Truths = slices.Clone(s.Truths)
	return c
}

// String returns the step on one line, for tests and debugging: technique, digits, and the placements or eliminations
// as triples. Texts for people come from package explain.
func (s *Step) String() string {
	var b strings.Builder
	b.WriteString(s.Technique.String())
	if s.Siamese {
		b.WriteString(" (siamese)")
	}
	b.WriteString(" " + s.Digits.String())
	for _, p := range s.Placements {
		b.WriteString(" +" + p.String())
	}
	for _, e := range s.Eliminations {
		b.WriteString(" -" + e.String())
	}
	return b.String()
}
