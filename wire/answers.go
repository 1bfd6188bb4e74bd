package wire

// Trace is a window of a strategy's trace.
type Trace struct {
	Strategy string   `json:"strategy" doc:"The strategy"`
	Board    string   `json:"board" doc:"The grid just before the window's first event, 81 characters"`
	From     uint64   `json:"from" doc:"The window's first event, counted from 0"`
	Events   [][3]int `json:"events" doc:"The steps as [kind, cell, digit]: kind 1 places the digit, 2 takes it back, 3 is a solution (cell and digit 0); cells are 0 to 80, row by row"`
	Done     bool     `json:"done" doc:"True if the trace ends within this window"`
	Total    *uint64  `json:"total,omitempty" doc:"How many events the trace has, once that is known"`
	Run      *Run     `json:"run,omitempty" doc:"What the search came to, when done"`
	Notes    []string `json:"notes,omitempty" doc:"What the search leaves out of account, such as pencil marks, in the language asked for"`
}

// Parsed is one of the puzzles in a text.
type Parsed struct {
	Puzzle string `json:"puzzle" doc:"The puzzle, 81 characters"`
	Format string `json:"format" doc:"The format it was written in" example:"rows"`
	Line   int    `json:"line" doc:"The line it begins in, counted from 1"`
	Name   string `json:"name,omitempty" doc:"Its name, where the text gives one"`
	// Candidates are as a position of hint, explain and steps has them.
	Candidates []string `json:"candidates,omitempty" minItems:"81" maxItems:"81" doc:"The pencil marks of a candidate grid: the digits of each cell, row by row, none where one is placed"`
	Notes      []string `json:"notes,omitempty" doc:"What searches leave out of account, such as pencil marks, in the language asked for"`
}

// Parse is the puzzles in a text.
type Parse struct {
	Puzzles   []Parsed `json:"puzzles" doc:"The puzzles in the order of the text, at most 1000"`
	Truncated bool     `json:"truncated" doc:"True if the text holds more puzzles than the 1000 returned"`
}

// Techniques is the list of techniques.
type Techniques struct {
	Techniques []Technique `json:"techniques" doc:"All techniques, the easiest first"`
}

// Version is what answers, and what it allows.
type Version struct {
	Version string   `json:"version" doc:"The program's version"`
	Go      string   `json:"go" doc:"The Go release it was built with"`
	Kernels []string `json:"kernels" doc:"The engines of this machine, the one in use first"`
	Limits  Limits   `json:"limits" doc:"What this server allows"`
}

// Limits is what whoever answers allows.
type Limits struct {
	BodyBytes int64  `json:"body_bytes" doc:"Bytes a request's body may have"`
	TimeoutMS int64  `json:"timeout_ms" doc:"The largest timeout_ms"`
	Solutions int    `json:"solutions" doc:"The largest limit of solve"`
	Count     uint64 `json:"count" doc:"The largest limit of count"`
}
