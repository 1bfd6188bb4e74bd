package wire

// Trace is a section of the trace of a strategy: a board, and the search events that follow.
type Trace struct {
	Strategy string   `json:"strategy" doc:"The strategy"`
	Board    string   `json:"board" doc:"The grid just before the window's first event, 81 characters"`
	From     uint64   `json:"from" doc:"The window's first event, counted from 0"`
	Events   [][3]int `json:"events" doc:"The steps as [kind, cell, digit]: kind 1 places the digit, 2 takes it back, 3 is a solution (cell and digit 0); cells are 0 to 80, row by row"`
	Done     bool     `json:"done" doc:"True if the trace ends within this window"`
	Total    *uint64  `json:"total,omitempty" doc:"How many events the trace has, once that is known"`
	Run      *Run     `json:"run,omitempty" doc:"The result of the search, when done"`
	Notes    []string `json:"notes,omitempty" doc:"What the search ignores, such as pencil marks, in the language asked for"`
}

// Parsed is a puzzle that was read from a text, with its place, title and notes.
type Parsed struct {
	Puzzle   string `json:"puzzle" doc:"The puzzle's givens, 81 characters"`
	Values   string `json:"values,omitempty" doc:"The givens and the player's digits, 81 characters, if the text has such digits"`
	Format   string `json:"format" doc:"The format it was written in" example:"rows"`
	Line     int    `json:"line" doc:"The line it begins in, counted from 1"`
	Name     string `json:"name,omitempty" doc:"Its name or title, where the text gives one"`
	Author   string `json:"author,omitempty" doc:"Who made it, where the text says so"`
	Rules    string `json:"rules,omitempty" doc:"The rules as the text gives them, perhaps in several lines"`
	Solution string `json:"solution,omitempty" doc:"The solution given in the text, 81 characters; a point for each unknown digit"`
	// Candidates have the form that the requests of hint, explain and steps accept.
	Candidates  []string     `json:"candidates,omitempty" minItems:"81" maxItems:"81" doc:"The pencil marks of a candidate grid: the digits of each cell, row by row; none for a filled cell"`
	Corner      []string     `json:"corner,omitempty" minItems:"81" maxItems:"81" doc:"Notes in the corners of the cells: the digits of each cell, row by row"`
	Centre      []string     `json:"centre,omitempty" minItems:"81" maxItems:"81" doc:"Notes in the middle of the cells: the digits of each cell, row by row"`
	Colours     []string     `json:"colours,omitempty" minItems:"81" maxItems:"81" doc:"Colours of the cells: for each cell, row by row, its colours as digits from 1 to 9"`
	Constraints []Constraint `json:"constraints,omitempty" doc:"Rules that a classic Sudoku does not have: the givens alone are another puzzle"`
	Unread      []string     `json:"unread,omitempty" doc:"Sentences in the puzzle's rules that nonet does not understand; each may be a rule"`
	Notes       []string     `json:"notes,omitempty" doc:"What searches ignore, such as pencil marks, in the language asked for"`
}

// Constraint names a kind of rule that classic Sudoku does not have.
type Constraint struct {
	ID   string `json:"id" doc:"Its name in every language" example:"killercage"`
	Name string `json:"name" doc:"Its name in the language asked for"`
}

// Refusal states why a text cannot be read, and the line and column of the error.
type Refusal struct {
	Message string `json:"message" doc:"What is wrong, where, and what to do, in the language asked for"`
	Line    int    `json:"line" doc:"The line, counted from 1"`
	Column  int    `json:"column" doc:"The character in the line, counted from 1"`
}

// Parse is the answer of the operation parse: the puzzles in a text.
type Parse struct {
	Puzzles   []Parsed `json:"puzzles" doc:"The puzzles in the order of the text, at most 1000, up to the first text that cannot be read"`
	Truncated bool     `json:"truncated" doc:"True if the text holds more puzzles than the 1000 returned"`
	Refusal   *Refusal `json:"refusal,omitempty" doc:"The first thing in the text that cannot be read"`
	Other     bool     `json:"other,omitempty" doc:"True if the puzzle has another board or other rules; the operation drawing reads it whole"`
}

// Export is a puzzle as a text in the format of another program, and what the text lacks.
type Export struct {
	Text   string   `json:"text" doc:"The text"`
	Format string   `json:"format" doc:"The format it is written in" example:"sdk"`
	File   string   `json:"file" doc:"The ending of such files' names" example:"sdk"`
	Lost   []string `json:"lost,omitempty" doc:"What the format cannot hold, such as notes, in the language asked for"`
	Drawn  []string `json:"drawn,omitempty" doc:"Rules that the text draws and says in words, but that programs that open it do not check"`
}

// Print is the answer of the operation print: a PDF with sheets of puzzles.
type Print struct {
	Outcome string `json:"outcome" enum:"found,undecided" doc:"undecided: the time ran out before the sheets were drawn"`
	Reason  string `json:"reason,omitempty" doc:"Why there are no sheets, in the language asked for"`
	PDF     []byte `json:"pdf,omitempty" doc:"The sheets, a PDF in base64"`
}

// Techniques is the answer of the operation techniques: all techniques, in order.
type Techniques struct {
	Techniques []Technique `json:"techniques" doc:"All techniques, the easiest first"`
}

// Version is the answer of the operation version: the program, its engines and the server's limits.
type Version struct {
	Version string   `json:"version" doc:"The program's version"`
	Go      string   `json:"go" doc:"The Go release it was built with"`
	Kernels []string `json:"kernels" doc:"The engines of this machine, the one in use first"`
	Limits  Limits   `json:"limits" doc:"What this server allows"`
}

// Limits holds the limits that a server has for requests and searches.
type Limits struct {
	BodyBytes int64  `json:"body_bytes" doc:"Bytes a request's body may have"`
	TimeoutMS int64  `json:"timeout_ms" doc:"The largest timeout_ms"`
	Solutions int    `json:"solutions" doc:"The largest limit of solve"`
	Count     uint64 `json:"count" doc:"The largest limit of count"`
}
