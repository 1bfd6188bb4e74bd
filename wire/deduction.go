package wire

// Deduction is a step of a puzzle of any board and any rules.
type Deduction struct {
	Technique    string            `json:"technique" doc:"The technique's ID" example:"balance"`
	Name         string            `json:"name" doc:"Its name in the language asked for"`
	Cells        []string          `json:"cells" doc:"The cells it looks at"`
	Placements   []CellValue       `json:"placements" doc:"What the step puts in"`
	Eliminations []CellValue       `json:"eliminations" doc:"What it takes away"`
	Swept        []CellValue       `json:"swept,omitempty" doc:"What its placements take away from cells that must differ from them, in a list of steps"`
	Chain        []DeductionLink   `json:"chain,omitempty" doc:"What follows from what, of a chain or a supposition"`
	Cases        [][]DeductionLink `json:"cases,omitempty" doc:"The same for each case of a forcing step; each ends in what the step says"`
	Text         string            `json:"text" doc:"The step as a sentence, in the language asked for"`
	Draw         *DeductionDraw    `json:"draw,omitempty" doc:"What to draw, beside the cells, the chain, the placements and the eliminations"`
}

// DeductionDraw is the picture of a step.
type DeductionDraw struct {
	Parts      []DeductionPart `json:"parts" doc:"The houses and the constraints that it follows from"`
	Cells      []string        `json:"cells" doc:"The cells it looks at"`
	Candidates []CellValue     `json:"candidates" doc:"The candidates that it speaks of, what it puts in and takes away apart"`
}

// DeductionPart is a part of the puzzle from which a step follows.
type DeductionPart struct {
	Name       string   `json:"name" doc:"What a person calls it, in the language asked for"`
	Constraint int      `json:"constraint" doc:"Its place among the puzzle's constraints, from 0, as the marks of drawing have it; -1 for what the board itself asks for"`
	Kind       string   `json:"kind" doc:"The kind of the constraint; row, column, box or region; or sums, which follow from several" example:"Cage"`
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
	On   bool `json:"on" doc:"True where the cell has the value, false where it has not"`
	From int  `json:"from" doc:"The station it follows from, counted from 0; -1 for the supposition"`
}
