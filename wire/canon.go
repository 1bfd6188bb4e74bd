package wire

// Canon holds the canonical form of a puzzle, the transformation to it, and the puzzle's automorphisms.
type Canon struct {
	Form           string         `json:"form" doc:"Which form: minlex, solution-minlex or pattern-minlex"`
	Puzzle         string         `json:"puzzle,omitempty" doc:"The puzzle, 81 characters"`
	Canonical      string         `json:"canonical,omitempty" doc:"The puzzle's form, 81 characters, the same for all isomorphs"`
	Transformation string         `json:"transformation,omitempty" doc:"The transformation of the puzzle to its form: t if rows first become columns; then the row (r) and the column (c) that moves to each place, and the digit (d) that replaces each digit"`
	Automorphisms  uint64         `json:"automorphisms,omitempty" doc:"Number of transformations (of cells and digits) that leave the puzzle unchanged, with the identity"`
	Generators     []Automorphism `json:"generators,omitempty" doc:"Up to 100 automorphisms that generate all others"`
	Reason         string         `json:"reason,omitempty" doc:"Why there is no answer"`
}

// Automorphism is a transformation that maps a puzzle to itself.
type Automorphism struct {
	Transformation string `json:"transformation" doc:"The transformation, written like that of a form"`
	Name           string `json:"name,omitempty" doc:"What people call it: half-turn, quarter-turn, diagonal, sticks, band-cycle or row-cycle"`
	Order          int    `json:"order" doc:"How many times to apply it until every cell is back in its place"`
	Fixed          int    `json:"fixed" doc:"Cells that stay where they are"`
}

// Iso says whether two grids are isomorphic, and by which transformation.
type Iso struct {
	Isomorphic     bool   `json:"isomorphic" doc:"Whether they differ only in the names of digits and the order of lines"`
	Transformation string `json:"transformation,omitempty" doc:"The transformation of the first to the second, written like that of a form"`
	Reason         string `json:"reason,omitempty" doc:"Why there is no answer"`
}

// Ranked is a full grid with its rank in the catalogue.
type Ranked struct {
	Rank   uint64 `json:"rank,omitempty" doc:"The grid's place in the catalogue of essentially different grids, from 1"`
	Grid   string `json:"grid,omitempty" doc:"The least of its isomorphs, 81 characters"`
	Reason string `json:"reason,omitempty" doc:"Why there is no answer"`
}
