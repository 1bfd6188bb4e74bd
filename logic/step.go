package logic

import (
	"slices"
	"strings"
)

// Candidate is a digit in a cell.
type Candidate struct {
	Cell  Cell
	Digit Digit
}

// String is HoDoKu's triple digit-row-column, such as "415" for 4 in r1c5.
func (c Candidate) String() string {
	return string([]byte{'0' + byte(c.Digit), '0' + byte(c.Cell.Row()), '0' + byte(c.Cell.Column())})
}

// Role is the part that a candidate plays in a step.
type Role uint8

const (
	Pattern Role = iota // belongs to the pattern: the subset, the fish's body, the wing's cells
	Fin                 // spoils the pattern unless it is true
	EndoFin             // a fin in two base houses
	Pivot               // the cell that a wing or a blossom hangs on
	Corner              // a digit of the deadly rectangle
	ColourA             // the colours of one cluster …
	ColourB
	ColourC // … and of a second one
	ColourD
)

var roleNames = [...]string{"pattern", "fin", "endofin", "pivot", "corner", "a", "b", "c", "d"}

// String is the role's name in JSON.
func (r Role) String() string { return roleNames[int(r)%len(roleNames)] }

// Mark is a candidate with its role.
type Mark struct {
	Candidate
	Role Role
}

// TruthKind tells the truths apart.
type TruthKind uint8

const (
	CellTruth  TruthKind = iota // Cell holds one of its candidates
	HouseTruth                  // House has Digit in one of its places
)

// Truth is something that holds in every solution, from the rules alone.
type Truth struct {
	Kind  TruthKind
	Digit Digit
	House House
	Cell  Cell
}

// Set is an almost locked set, or another group of cells a step speaks of.
type Set struct {
	Cells  CellSet
	Digits Digits
}

// NodeKind is what a chain's node stands for.
type NodeKind uint8

const (
	SingleNode NodeKind = iota // one candidate
	GroupNode                  // a digit in several cells where two houses cross, such as a row and a box
	SetNode                    // the places of a digit in an almost locked set
)

// Node is a station of a chain: "Digit is in one of Cells" is true (On) or false.
type Node struct {
	Cells CellSet
	Digit Digit
	On    bool
	Kind  NodeKind
	Set   uint8 // for SetNode: which of Step.Sets
}

// LinkKind is how a node leads to the next.
type LinkKind uint8

const (
	Weak   LinkKind = iota // on → off: the two cannot both be true
	Strong                 // off → on: the two cannot both be false
	Locked                 // off → off or on: through an almost locked set
)

// Uniqueness is the deadly pattern a step relies on.
type Uniqueness uint8

const (
	NoUniqueness Uniqueness = iota
	Rectangle               // the four Corners must not hold just the two digits of Pair
	Grave                   // not every empty cell may be left with two candidates
	DeadlyLoop              // the cells of Ring must not hold just the two digits of Pair
)

// Step is what a technique found, complete: texts, pictures, JSON and the
// checker need nothing else but the state it was found in.
type Step struct {
	Technique    Technique
	Siamese      bool        // two fish with the same base told as one
	Digits       Digits      // the digits the pattern is about
	Placements   []Candidate // one, but for templates
	Eliminations []Candidate // by digit and cell, each once
	Marks        []Mark      // the pattern's candidates by role
	Base, Cover  []House     // houses that hold the digits; houses they are confined to
	Sets         []Set       // almost locked sets
	Nodes        []Node      // a chain, from start to end
	Loop         bool        // the last node leads to the first again
	Uniqueness   Uniqueness
	Corners      [4]Cell  // of a Rectangle, row by row: 0 and 3 are opposite
	Ring         []Cell   // of a DeadlyLoop, from each cell to the next and from the last to the first
	Pair         [2]Digit // of a Rectangle or DeadlyLoop
	Branches     []Branch // what follows from each supposition, for forcing
	Truths       []Truth  // the reason
}

// Links are the kinds of a chain's links, link i from node i to node i+1.
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

// Clone is a copy that shares nothing with s.
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

// String is the step on one line, for tests and debugging: technique, digits,
// and what it does in triples. Texts for people come from the catalogue.
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
