package wire

// Kinds is the table of the kinds of constraints, for entering them.
type Kinds struct {
	Families []KindFamily `json:"families" doc:"Which kinds a person looks for in one place"`
	Kinds    []Kind       `json:"kinds" doc:"The kinds that can be set by hand"`
}

// KindFamily is a group of kinds.
type KindFamily struct {
	Family string `json:"family" doc:"Its code" example:"lines"`
	Name   string `json:"name" doc:"What it is called in the language asked for"`
}

// Kind is a kind of constraint, with the way to enter one.
type Kind struct {
	Kind   string     `json:"kind" doc:"The kind, as constraints name it" example:"Thermo"`
	Family string     `json:"family" doc:"Its family"`
	Name   string     `json:"name" doc:"What it is called in the language asked for"`
	Rule   string     `json:"rule" doc:"The rule as a sentence"`
	Way    string     `json:"way" enum:"board,line,cells,spots,side,corner,sets,outside,diagonal" doc:"What is done on the board. board: nothing, the rule is one of the whole board; line: a line through cells; cells: cells together; spots: cells one by one, all of one constraint; side: the side of two neighbours; corner: that of four cells; sets: several sets of cells; outside, diagonal: a place beside the board, before a row or column or before a diagonal"`
	Typed  string     `json:"typed,omitempty" enum:"number,values,word,text" doc:"What is typed: one number, several, one of the words, any text; left out: nothing"`
	Usual  int        `json:"usual,omitempty" doc:"The number that setters begin with"`
	Any    bool       `json:"any,omitempty" doc:"True if 0 stands for any number"`
	Words  []KindWord `json:"words,omitempty" doc:"The words to choose from"`
	Least  int        `json:"least,omitempty" doc:"Cells at least"`
	Most   int        `json:"most,omitempty" doc:"Cells at most; left out: any number"`
	Twice  bool       `json:"twice,omitempty" doc:"True if a cell may be named twice"`
	Make   []string   `json:"generate,omitempty" doc:"The words by which generate makes puzzles with it, in variant"`
	Shape  string     `json:"shape,omitempty" doc:"What is drawn, as drawing has it"`
}

// KindWord is one of the words that a kind accepts as an argument.
type KindWord struct {
	Word string `json:"word" doc:"The word; a number where the constraint has numbers" example:"C"`
	Name string `json:"name" doc:"What it is called in the language asked for"`
}

// Draft is an unfinished puzzle.
type Draft struct {
	Drawing Drawing      `json:"drawing" doc:"What it looks like; what is at fault is not drawn, givens apart"`
	Sound   string       `json:"sound" doc:"The puzzle in nonet's JSON without what is at fault"`
	Kept    []int        `json:"kept" doc:"The places in the draft of the constraints that this has"`
	Faults  []DraftFault `json:"faults" doc:"What makes no sense yet"`
}

// DraftFault is an error in a part of a draft.
type DraftFault struct {
	Constraint int      `json:"constraint" doc:"Its place among the puzzle's constraints, from 0; -1 for the board's regions and givens"`
	Cells      []string `json:"cells" doc:"The cells concerned"`
	Reason     string   `json:"reason" doc:"What is wrong, in the language asked for"`
}

// Suggest is the answer of the operation suggest: clues that make the solution unique.
type Suggest struct {
	Outcome      string  `json:"outcome" enum:"found,none,undecided" doc:"found: with these the puzzle has one solution, or it has one already; none: no clue of these kinds tells its solutions apart, or it has none; undecided: cut short"`
	Alone        []Clue  `json:"alone" doc:"Clues each of which, by itself, leaves one solution"`
	Together     []Clue  `json:"together" doc:"Where there are none such: clues that do so together, none of which can be spared"`
	Reason       string  `json:"reason,omitempty" doc:"Why something is not known"`
	Seed         uint64  `json:"seed" doc:"What chance was drawn from"`
	Milliseconds float64 `json:"ms" doc:"Time it took"`
}

// Clue is a suggested given or constraint.
type Clue struct {
	Kind     string   `json:"kind" doc:"Its kind; Given for a given" example:"Sandwich"`
	Cells    []string `json:"cells" doc:"Its cells"`
	Numbers  []int    `json:"numbers,omitempty" doc:"Its number, or the value of a given"`
	Replaces int      `json:"replaces" doc:"The place of the constraint that it takes the place of, -1: none"`
	Name     string   `json:"name" doc:"The same in words, in the language asked for"`
}
