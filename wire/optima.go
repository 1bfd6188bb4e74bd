package wire

// TargetRanking is the answer of the operation target/best: the solutions with the best scores.
type TargetRanking struct {
	Puzzle         string             `json:"puzzle" doc:"The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON"`
	Board          *Board             `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Goal           string             `json:"goal" enum:"maximum,minimum" doc:"Whether the highest or the lowest score was wanted"`
	Outcome        string             `json:"outcome" enum:"found,none,undecided" doc:"found: no other completion beats one of these; none: proven that there is no completion; undecided: cut short, these are some good ones"`
	Completions    []TargetCompletion `json:"completions" doc:"The best completions, best first; equal scores in ascending order of the grids"`
	Complete       bool               `json:"complete" doc:"True if it is proven that there are no others"`
	Bound          *int64             `json:"bound,omitempty" doc:"No completion is better than this; absent where there is no completion"`
	Contradictions []Contradiction    `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Notes          []string           `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string             `json:"reason,omitempty" doc:"Why the search was cut short"`
	Engine         string             `json:"engine,omitempty" doc:"The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed"`
	Nodes          uint64             `json:"nodes" doc:"Guesses made"`
	Milliseconds   float64            `json:"ms" doc:"Time the search took"`
}

// TargetCompletion is one of the best solutions.
type TargetCompletion struct {
	Score int64  `json:"score" doc:"The grid's score"`
	Grid  string `json:"grid" doc:"The completion, 81 characters"`
}

// TargetCount is the answer of the operation target/count: how many solutions have the best score.
type TargetCount struct {
	Target
	Count    uint64 `json:"count" doc:"Optimal completions found"`
	Complete bool   `json:"complete" doc:"True if that is all of them; otherwise there are at least that many"`
}

// TargetClaim is the statement about a best score that a certificate proves.
type TargetClaim struct {
	Puzzle  string `json:"puzzle" doc:"The puzzle, 81 characters"`
	Goal    string `json:"goal" enum:"maximum,minimum" doc:"Whether the highest or the lowest score is proven"`
	Outcome string `json:"outcome" enum:"found,none" doc:"found: score is the optimum; none: there is no completion"`
	// Weights is nil for the contest's weights: 6 in the outer ring to 10 in the centre.
	Weights [][]int64 `json:"weights,omitempty" doc:"What the digits 1 to 9 are worth in each cell; absent for the rings 6 to 10 of the contest"`
	Score   *int64    `json:"score,omitempty" doc:"The optimum; absent where there is no completion"`
	Grid    string    `json:"grid,omitempty" doc:"A completion with that score, 81 characters"`
	Lines   int       `json:"lines" doc:"Lines of the certificate"`
	Tries   int       `json:"tries" doc:"Candidates tried in the proof"`
}
