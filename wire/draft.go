package wire

// Kinds is the answer of the operation kinds: the kinds of constraints, with what a page needs for entering them.
type Kinds struct {
	Families []KindFamily `json:"families" doc:"The families that group the kinds"`
	Kinds    []Kind       `json:"kinds" doc:"The kinds that can be set by hand"`
}

// KindFamily names a group of related kinds.
type KindFamily struct {
	Family string `json:"family" doc:"Its code" example:"lines"`
	Name   string `json:"name" doc:"What it is called in the language asked for"`
}

// Kind is a kind of constraint, and how a person enters a constraint of the kind.
type Kind struct {
	Kind   string     `json:"kind" doc:"The kind, as constraints name it" example:"Thermo"`
	Family string     `json:"family" doc:"Its family"`
	Name   string     `json:"name" doc:"What it is called in the language asked for"`
	Rule   string     `json:"rule" doc:"The rule as a sentence"`
	Way    string     `json:"way" enum:"board,line,cells,spots,side,corner,sets,outside,diagonal" doc:"How it is set on the board. board: for the whole board; line: a line through cells; cells: a group of cells; spots: single cells, all of one constraint; side: the side between two cells; corner: the corner of four cells; sets: several groups of cells; outside, diagonal: a place beside the board, before a row or column or before a diagonal"`
	Typed  string     `json:"typed,omitempty" enum:"number,values,word,text" doc:"What is typed: one number, several, one of the words, any text; left out: nothing"`
	Usual  int        `json:"usual,omitempty" doc:"The number that setters begin with"`
	Any    bool       `json:"any,omitempty" doc:"True if 0 stands for any number"`
	Words  []KindWord `json:"words,omitempty" doc:"The words to choose from"`
	Least  int        `json:"least,omitempty" doc:"Least number of cells"`
	Most   int        `json:"most,omitempty" doc:"Greatest number of cells; left out: any number"`
	Twice  bool       `json:"twice,omitempty" doc:"True if a cell may be named twice"`
	Make   []string   `json:"generate,omitempty" doc:"The words for this kind in variant of generate"`
	Shape  string     `json:"shape,omitempty" doc:"What is drawn, as in drawing"`
}

// KindWord is one of the words that a kind accepts as an argument.
type KindWord struct {
	Word string `json:"word" doc:"The word; a number where the constraint has numbers" example:"C"`
	Name string `json:"name" doc:"What it is called in the language asked for"`
}

// Draft is a puzzle that somebody is still setting: its drawing, and the faults of its parts.
type Draft struct {
	Drawing Drawing      `json:"drawing" doc:"What the puzzle looks like; faulty constraints are not drawn, faulty givens are"`
	Sound   string       `json:"sound" doc:"The puzzle in nonet's JSON without the faulty parts"`
	Kept    []int        `json:"kept" doc:"For each constraint of sound: its index in the draft"`
	Faults  []DraftFault `json:"faults" doc:"What makes no sense yet"`
}

// DraftFault states why a constraint, or the contents of some cells, cannot be part of a puzzle.
type DraftFault struct {
	Constraint int      `json:"constraint" doc:"The index of the constraint in the puzzle, from 0; -1 for the board's regions and givens"`
	Cells      []string `json:"cells" doc:"The cells concerned"`
	Reason     string   `json:"reason" doc:"What is wrong, in the language asked for"`
}

// Suggest is the answer of the operation suggest: clues that make the solution unique.
type Suggest struct {
	Outcome      string  `json:"outcome" enum:"found,none,undecided" doc:"found: these clues leave one solution, or the puzzle has just one already; none: no clue of these kinds tells the solutions apart, or there is no solution; undecided: cut short"`
	Alone        []Clue  `json:"alone" doc:"Clues that each leave one solution by themselves"`
	Together     []Clue  `json:"together" doc:"If alone is empty: clues that leave one solution together, all of which are needed"`
	Reason       string  `json:"reason,omitempty" doc:"Why something is not known"`
	Seed         uint64  `json:"seed" doc:"The seed of the random choices"`
	Milliseconds float64 `json:"ms" doc:"Time it took"`
}

// Clue is a suggested given or constraint.
type Clue struct {
	Kind     string   `json:"kind" doc:"Its kind; Given for a given" example:"Sandwich"`
	Cells    []string `json:"cells" doc:"Its cells"`
	Numbers  []int    `json:"numbers,omitempty" doc:"Its number, or the value of a given"`
	Replaces int      `json:"replaces" doc:"The index of the constraint that this clue replaces; -1 for none"`
	Name     string   `json:"name" doc:"The same in words, in the language asked for"`
}
