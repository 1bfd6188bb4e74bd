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

// DeductionDraw is what to draw of a step.
type DeductionDraw struct {
	Parts      []DeductionPart `json:"parts" doc:"The houses and the constraints that it follows from"`
	Cells      []string        `json:"cells" doc:"The cells it looks at"`
	Candidates []CellValue     `json:"candidates" doc:"The candidates that it speaks of, what it puts in and takes away apart"`
}

// DeductionPart is what a step follows from.
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
	Start        []string    `json:"start,omitempty" doc:"What each cell may be before the first step, row by row: values with blanks between"`
	Steps        []Deduction `json:"steps" doc:"The steps, in order"`
	Suppositions int         `json:"suppositions" doc:"How many of the steps had to suppose something"`
	Hardest      string      `json:"hardest,omitempty" doc:"The hardest technique of them"`
	Level        string      `json:"level,omitempty" enum:"easy,medium,hard,unfair,extreme" doc:"The level of that technique, where the steps lead to the solution"`
	Milliseconds float64     `json:"ms" doc:"How long it took"`
}

// DeductionHint is help on from where a player of a puzzle of any board and any rules is.
type DeductionHint struct {
	Puzzle       string         `json:"puzzle" doc:"The puzzle as constraints"`
	Outcome      string         `json:"outcome" enum:"found,none,undecided" doc:"none: no solution, or nothing left to do, or nothing found"`
	Kind         string         `json:"kind,omitempty" enum:"step,wrong,missing" doc:"What the hint is about: the next step, a wrong value, a missing pencil mark"`
	Level        int            `json:"level" doc:"How much is told: 1 where to look, 2 the cells, 3 the technique, 4 the reason, 5 the move"`
	Texts        []string       `json:"texts" doc:"One text for each level up to this, in the language asked for"`
	Technique    string         `json:"technique,omitempty" doc:"The step's technique, from level 3 on"`
	Name         string         `json:"name,omitempty" doc:"Its name in the language asked for"`
	Cell         string         `json:"cell,omitempty" doc:"The cell of a wrong value or a missing pencil mark, from level 2 on"`
	Value        *int           `json:"value,omitempty" doc:"The wrong value, from level 2 on; the missing pencil mark, from level 4 on"`
	Draw         *DeductionDraw `json:"draw,omitempty" doc:"What to draw, from level 1 on: the parts, then the cells, at last the candidates"`
	Step         *Deduction     `json:"step,omitempty" doc:"The step itself, at level 5 only"`
	Reason       string         `json:"reason,omitempty" doc:"Why there is no hint"`
	Milliseconds float64        `json:"ms" doc:"Time it took"`
}

// DeductionArgument is an answer to why a value cannot be in a cell.
type DeductionArgument struct {
	Puzzle       string      `json:"puzzle" doc:"The puzzle as constraints"`
	Outcome      string      `json:"outcome" enum:"found,none,undecided" doc:"found: there is an answer; none: the puzzle has no solution; undecided: cut short"`
	Cell         string      `json:"cell" doc:"The cell asked about" example:"r3c5"`
	Value        int         `json:"value" doc:"The value asked about"`
	Verdict      string      `json:"verdict,omitempty" enum:"right,refuted,filled,possible,mistake" doc:"right: it is the cell's value; refuted: it is not; filled: another is given there; possible: the puzzle has several solutions, with it and without; mistake: something else is wrong first"`
	By           string      `json:"by,omitempty" enum:"given,rule,step,steps,supposition,search" doc:"What shows it: a given; a rule that it would break at once; one step; several in turn; a supposition, from which the steps lead to what cannot be; no argument for people was found, and it is known from the solutions alone"`
	Text         string      `json:"text,omitempty" doc:"The answer in a sentence, in the language asked for"`
	Conflicts    []Conflict  `json:"conflicts,omitempty" doc:"The rules that it would break at once"`
	Steps        []Deduction `json:"steps,omitempty" doc:"The argument: steps in turn, of which the last shows it; after a supposition, steps to what cannot be"`
	End          string      `json:"end,omitempty" doc:"What cannot be, in the language asked for, where a supposition ends"`
	Reason       string      `json:"reason,omitempty" doc:"Why there is no answer, or why no argument was found"`
	Milliseconds float64     `json:"ms" doc:"Time it took"`
}
