package wire

// Canon is a puzzle in a canonical form.
type Canon struct {
	Form           string `json:"form"`                     // minlex, solution-minlex or pattern-minlex
	Puzzle         string `json:"puzzle,omitempty"`         // the puzzle, 81 characters
	Canonical      string `json:"canonical,omitempty"`      // its form, 81 characters
	Transformation string `json:"transformation,omitempty"` // what makes the form of the puzzle
	// Automorphisms is how many transformations leave the puzzle as it is, the identity among them;
	// Generators make them all.
	Automorphisms uint64         `json:"automorphisms,omitempty"`
	Generators    []Automorphism `json:"generators,omitempty"`
	Reason        string         `json:"reason,omitempty"` // why there is none
}

// Automorphism is a transformation that leaves a puzzle as it is.
type Automorphism struct {
	Transformation string `json:"transformation"`
	Name           string `json:"name,omitempty"` // half-turn, quarter-turn, diagonal, sticks, band-cycle, row-cycle
	Order          int    `json:"order"`          // how often until every cell is where it was
	Fixed          int    `json:"fixed"`          // cells that stay where they are
}

// Iso says whether two grids are isomorphs.
type Iso struct {
	Isomorphic     bool   `json:"isomorphic"`
	Transformation string `json:"transformation,omitempty"` // what makes the second of the first
}

// Ranked is a full grid of the catalogue.
type Ranked struct {
	Rank   uint64 `json:"rank,omitempty"` // from 1
	Grid   string `json:"grid,omitempty"` // the least of its isomorphs, 81 characters
	Reason string `json:"reason,omitempty"`
}
