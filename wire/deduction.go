package wire

// Deduction is a step of a puzzle of any board and any rules.
type Deduction struct {
	Technique    string            `json:"technique" doc:"The technique's ID" example:"balance"`
	Name         string            `json:"name" doc:"Its name in the language asked for"`
	Cells        []string          `json:"cells" doc:"The cells it looks at"`
	Placements   []CellValue       `json:"placements" doc:"The values that the step places"`
	Eliminations []CellValue       `json:"eliminations" doc:"The candidates that it removes"`
	Swept        []CellValue       `json:"swept,omitempty" doc:"In a list of steps: the candidates that the placements remove from cells that must differ"`
	Chain        []DeductionLink   `json:"chain,omitempty" doc:"The inferences of a chain or a supposition"`
	Cases        [][]DeductionLink `json:"cases,omitempty" doc:"For a forcing step: the inferences of each case, which all end in the step's conclusion"`
	Text         string            `json:"text" doc:"The step as a sentence, in the language asked for"`
	Draw         *DeductionDraw    `json:"draw,omitempty" doc:"What to draw besides the cells, the chain, the placements and the eliminations"`
}

// DeductionDraw is the picture of a step.
type DeductionDraw struct {
	Parts      []DeductionPart `json:"parts" doc:"The houses and constraints that the step follows from"`
	Cells      []string        `json:"cells" doc:"The cells it looks at"`
	Candidates []CellValue     `json:"candidates" doc:"The candidates that the step mentions, without its placements and eliminations"`
}

// DeductionPart is a part of the puzzle from which a step follows.
type DeductionPart struct {
	Name       string   `json:"name" doc:"What a person calls it, in the language asked for"`
	Constraint int      `json:"constraint" doc:"The index of the constraint in the puzzle, from 0, as in the marks of drawing; -1 for a rule of the board itself"`
	Kind       string   `json:"kind" doc:"The kind of the constraint; row, column, box or region; or sums, for sums of several" example:"Cage"`
	Cells      []string `json:"cells" doc:"Its cells"`
}

// CellValue is a value in a cell.
type CellValue struct {
	Cell  string `json:"cell" doc:"The cell's name" example:"r10c12"`
	Value int    `json:"value" doc:"The value"`
}

// DeductionLink is a node of a chain.
type DeductionLink struct {
	CellValue
	On   bool `json:"on" doc:"True if the cell has the value, false if it has not"`
	From int  `json:"from" doc:"The link that this one follows from, counted from 0; -1 for the supposition"`
}
