package wire

// Canon is a canonical form of a puzzle.
type Canon struct {
	Form           string         `json:"form" doc:"Which form: minlex, solution-minlex or pattern-minlex"`
	Puzzle         string         `json:"puzzle,omitempty" doc:"The puzzle, 81 characters"`
	Canonical      string         `json:"canonical,omitempty" doc:"Its form, 81 characters, the same for all isomorphs"`
	Transformation string         `json:"transformation,omitempty" doc:"What makes the form of the puzzle: t if rows become columns first, then which row (r) and which column (c) comes in each place, and what each digit becomes (d)"`
	Automorphisms  uint64         `json:"automorphisms,omitempty" doc:"How many ways to move the cells, and rename the digits, leave the puzzle as it is, the identity among them"`
	Generators     []Automorphism `json:"generators,omitempty" doc:"Automorphisms that, composed, make all others, up to 100 of them"`
	Reason         string         `json:"reason,omitempty" doc:"Why there is no answer"`
}

// Automorphism is a transformation that maps a puzzle to itself.
type Automorphism struct {
	Transformation string `json:"transformation" doc:"The transformation, as that of a form"`
	Name           string `json:"name,omitempty" doc:"What people call it: half-turn, quarter-turn, diagonal, sticks, band-cycle or row-cycle"`
	Order          int    `json:"order" doc:"How often it has to be done until every cell is where it was"`
	Fixed          int    `json:"fixed" doc:"Cells that stay where they are"`
}

// Iso is the answer to whether two grids are isomorphic.
type Iso struct {
	Isomorphic     bool   `json:"isomorphic" doc:"Whether they are the same but for names of digits and order of lines"`
	Transformation string `json:"transformation,omitempty" doc:"What makes the second of the first, as that of a form"`
	Reason         string `json:"reason,omitempty" doc:"Why there is no answer"`
}

// Ranked is a full grid with its rank in the catalogue.
type Ranked struct {
	Rank   uint64 `json:"rank,omitempty" doc:"Its place in the catalogue of essentially different grids, from 1"`
	Grid   string `json:"grid,omitempty" doc:"The least of its isomorphs, 81 characters"`
	Reason string `json:"reason,omitempty" doc:"Why there is no answer"`
}
