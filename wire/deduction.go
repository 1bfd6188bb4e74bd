package wire

// Deduction is a step of a puzzle of any board and any rules.
type Deduction struct {
	Technique    string          `json:"technique" doc:"The technique's ID" example:"balance"`
	Name         string          `json:"name" doc:"Its name in the language asked for"`
	Cells        []string        `json:"cells" doc:"The cells it looks at"`
	Placements   []CellValue     `json:"placements" doc:"What the step puts in"`
	Eliminations []CellValue     `json:"eliminations" doc:"What it takes away"`
	Chain        []DeductionLink `json:"chain,omitempty" doc:"What follows from what, of a chain or a supposition"`
	Text         string          `json:"text" doc:"The step as a sentence, in the language asked for"`
}

// CellValue is a value in a cell.
type CellValue struct {
	Cell  string `json:"cell" doc:"The cell's name" example:"r10c12"`
	Value int    `json:"value" doc:"The value"`
}

// DeductionLink is a station of a chain.
type DeductionLink struct {
	CellValue
	On   bool `json:"on" doc:"True where the cell has the value, false where it has not"`
	From int  `json:"from" doc:"The station it follows from, counted from 0; -1 for the supposition"`
}

// Deductions is the way to the solution of a puzzle of any board and any rules.
type Deductions struct {
	Puzzle       string      `json:"puzzle" doc:"The puzzle as constraints"`
	Outcome      string      `json:"outcome" enum:"found,none,undecided" doc:"Whether the steps lead to the solution"`
	Reason       string      `json:"reason,omitempty" doc:"Why not"`
	Steps        []Deduction `json:"steps" doc:"The steps, in order"`
	Suppositions int         `json:"suppositions" doc:"How many of the steps had to suppose something"`
	Hardest      string      `json:"hardest,omitempty" doc:"The hardest technique of them"`
	Milliseconds float64     `json:"ms" doc:"How long it took"`
}
