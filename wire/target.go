package wire

// Target is the answer of the operation target: the solution with the best score.
type Target struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON"`
	Board          *Board          `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Goal           string          `json:"goal" enum:"maximum,minimum" doc:"Whether the highest or the lowest score was wanted"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: score is the proven optimum; none: proven that there is no completion; undecided: cut short, score and grid are the best so far"`
	Score          *int64          `json:"score,omitempty" doc:"The grid's score; absent where there is no grid"`
	Bound          *int64          `json:"bound,omitempty" doc:"No completion is better than this: for a maximum none is above, for a minimum none below; absent where there is no completion"`
	Gap            *int64          `json:"gap,omitempty" doc:"The distance between bound and score; 0 is a proof"`
	Grid           string          `json:"grid,omitempty" doc:"The best completion found, 81 characters or as many as its board has cells"`
	Beside         []Beside        `json:"beside,omitempty" doc:"The values of the cells beside the board in that completion"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string          `json:"reason,omitempty" doc:"Why the search was cut short"`
	Engine         string          `json:"engine,omitempty" doc:"The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed"`
	Nodes          uint64          `json:"nodes" doc:"Guesses made"`
	Milliseconds   float64         `json:"ms" doc:"Time the search took"`
}

// TargetProgress is a progress event of a search for the best solution.
type TargetProgress struct {
	Score        *int64  `json:"score" doc:"The best completion's score so far; null before there is one"`
	Bound        int64   `json:"bound" doc:"No completion is better than this"`
	Gap          *int64  `json:"gap" doc:"The distance between bound and score; null before there is a score"`
	Grid         string  `json:"grid,omitempty" doc:"The best completion so far, 81 characters or as many as its board has cells"`
	Optima       uint64  `json:"optima,omitempty" doc:"Optimal completions counted so far; absent until the optimum is proven"`
	Nodes        uint64  `json:"nodes" doc:"Guesses made so far"`
	Milliseconds float64 `json:"ms" doc:"Time since the search began"`
}

// GapOf returns the absolute difference of score and bound, or nil if score or bound is nil.
func GapOf(score, bound *int64) *int64 {
	if score == nil || bound == nil {
		return nil
	}
	d := max(*bound-*score, *score-*bound)
	return &d
}
