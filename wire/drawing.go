package wire

// Drawing is a puzzle of any board and any rules, with all that a page needs to draw it.
type Drawing struct {
	Puzzle      string      `json:"puzzle" doc:"The puzzle as understood: items of Interactive Sudoku Solver, or nonet's JSON"`
	Title       string      `json:"title,omitempty" doc:"What it is called"`
	Author      string      `json:"author,omitempty" doc:"Who made it"`
	Text        string      `json:"text,omitempty" doc:"The rules as the author wrote them"`
	Rows        int         `json:"rows" doc:"How many rows the board has"`
	Columns     int         `json:"columns" doc:"How many columns the board has"`
	Low         int         `json:"low" doc:"The least value of a cell"`
	High        int         `json:"high" doc:"The greatest value of a cell"`
	Free        bool        `json:"free,omitempty" doc:"True if rows and columns may have a value twice"`
	Regions     [][]string  `json:"regions,omitempty" doc:"The cells of each box or region"`
	Holes       []string    `json:"holes,omitempty" doc:"Places of the board that are not cells"`
	Givens      []GivenCell `json:"givens,omitempty" doc:"The values that givens allow"`
	Constraints []string    `json:"constraints,omitempty" doc:"Its constraints in words, in the language asked for"`
	Marks       []Drawn     `json:"marks,omitempty" doc:"The marks to draw for the constraints, the lowest layer first"`
	Rules       []Rule      `json:"rules,omitempty" doc:"The kinds of its constraints"`
	Weights     []int64     `json:"weights,omitempty" doc:"Weights for a score, row by row: the value of each cell is multiplied by its weight"`
	Answers     []string    `json:"answers" doc:"The names of the operations that take this puzzle; the others are for classic puzzles"`
	Unknown     []string    `json:"unknown,omitempty" doc:"Rules in the text that nonet does not know and the puzzle therefore lacks"`
	Readings    []Reading   `json:"readings,omitempty" doc:"How drawings and sentences were read; the field as can correct each reading"`
	Cosmetic    []string    `json:"cosmetic,omitempty" doc:"Other things in the text that the puzzle leaves out and no rule needs: digits, notes (a player's), colours (of cells)"`
}

// Reading says how drawings that look alike, or a sentence of the rules, were read.
type Reading struct {
	Name  string   `json:"name" doc:"Its name in the field as" example:"green lines"`
	Class string   `json:"class" doc:"What is drawn: line, thermo, dot and so on; words is a sentence" example:"line"`
	What  string   `json:"what" doc:"What it is, in the language asked for; for a sentence its words" example:"green lines"`
	Count int      `json:"count" doc:"How many there are"`
	Kind  string   `json:"kind,omitempty" doc:"The kind, perhaps with its number; absent if it was read as no rule" example:"Whisper 5"`
	Rule  string   `json:"rule,omitempty" doc:"The kind's name in the language asked for"`
	By    string   `json:"by,omitempty" enum:"words,usual,as" doc:"Where the reading comes from: words, the rules in words; usual, the usual way to draw such a rule; as, a correction (to no rule, too)"`
	Open  bool     `json:"open,omitempty" doc:"True if it may be a rule that the puzzle lacks"`
	Cells []string `json:"cells,omitempty" doc:"The cells of the drawings"`
	MayBe []ReadAs `json:"may_be,omitempty" doc:"What such drawings may be"`
}

// ReadAs is a kind of constraint that drawings may mean.
type ReadAs struct {
	Kind string `json:"kind" doc:"The kind, perhaps with its usual number" example:"Whisper 5"`
	Rule string `json:"rule" doc:"What it is called in the language asked for"`
}

// GivenCell is a cell with its permitted values.
type GivenCell struct {
	Cell   string `json:"cell" doc:"The cell" example:"r1c1"`
	Values []int  `json:"values" doc:"The possible values: one for an ordinary given"`
}

// Rule is a kind of constraint that the puzzle has.
type Rule struct {
	Kind  string `json:"kind" doc:"The kind" example:"Thermo"`
	Name  string `json:"name" doc:"What it is called in the language asked for"`
	Which string `json:"which,omitempty" doc:"If its kind has several numbers, the numbers, perhaps with cells"`
	Rule  string `json:"rule" doc:"The rule as a sentence, with its numbers"`
	Count int    `json:"count" doc:"How many constraints of it there are"`

	Constraints []int `json:"constraints" doc:"These, or those that they are parts of, as indices in constraints"`
}

// Drawn is a mark on a board. Coordinates are in cells from the board's top left corner, so the centre of r1c1 is (0.5,
// 0.5). Clues outside the board have negative coordinates, or coordinates beyond the board's size.
type Drawn struct {
	Constraint int       `json:"constraint" doc:"Index in constraints, from 0; -1 for a drawing that is read as no rule"`
	Kind       string    `json:"kind" doc:"The kind of the constraint; empty for a drawing that is read as no rule" example:"Thermo"`
	Shape      string    `json:"shape" enum:"cage,area,line,dot,letter,greater,quad,circle,square,ring,minimum,maximum,outside" doc:"What is drawn"`
	Start      string    `json:"start,omitempty" enum:"bulb,circle,diamond,pill" doc:"How a line begins"`
	End        string    `json:"end,omitempty" enum:"circle,diamond,arrow,white,black" doc:"How a line ends, or the colour of a dot; arrow: a clue points along dx and dy"`
	Cells      []string  `json:"cells,omitempty" doc:"The cells of a cage, an area or a line, or those that a clue beside the board is about"`
	X          float64   `json:"x,omitempty" doc:"The middle of the mark, from the left; not for cages, areas and lines"`
	Y          float64   `json:"y,omitempty" doc:"The middle of the mark, from the top"`
	DX         int       `json:"dx,omitempty" doc:"The direction in which it points, to the right"`
	DY         int       `json:"dy,omitempty" doc:"The direction in which it points, downwards"`
	Text       string    `json:"text,omitempty" doc:"What is written there"`
	Colour     string    `json:"colour,omitempty" enum:"green,purple,yellow,blue,teal,orange,violet,red,sky,steel,grey,pale" doc:"The colour of a line or of shaded cells; without it, a pale grey"`
	Width      float64   `json:"width,omitempty" doc:"How wide a line is, in tenths of a cell; without it, 2.2"`
	Core       []float64 `json:"core,omitempty" doc:"The pattern in the middle of a line: dashes and gaps in tenths of a cell. It shows the kind without the colour"`
	CoreWidth  float64   `json:"core_width,omitempty" doc:"How wide that pattern is, in tenths of a cell; without it, 0.22"`
}

// Conflicts is the answer of the operation conflicts: the rules that the filled cells break.
type Conflicts struct {
	Conflicts []Conflict `json:"conflicts" doc:"The rules that are broken already"`
	Full      bool       `json:"full" doc:"True if no cell is empty"`
	Solved    string     `json:"solved" enum:"yes,no,unknown" doc:"Whether the values are a solution"`
}

// Conflict is a rule that some cells break.
type Conflict struct {
	Constraint int      `json:"constraint" doc:"The index of the constraint in the puzzle, from 0; -1 for a rule of the board itself"`
	Kind       string   `json:"kind" doc:"Its kind, or row, column, box, region, given or value" example:"Cage"`
	Cells      []string `json:"cells" doc:"The cells that break it"`
	Reason     string   `json:"reason" doc:"What is wrong, in the language asked for"`
}
