package wire

// Minimal lists minimal puzzles that result from a puzzle if some of its givens are removed, or estimates how many such
// puzzles there are.
type Minimal struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle, or full grid, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: there are some; none: the puzzle does not have exactly one solution, or no minimal puzzle fits the request; undecided: cut short before either was known"`
	Puzzles        []string        `json:"puzzles" doc:"Minimal puzzles in ascending order; samples in the order in which they were drawn"`
	Count          uint64          `json:"count,omitempty" doc:"How many were found, shown or not"`
	Complete       bool            `json:"complete" doc:"True if it is proven that these are all"`
	Board          *Board          `json:"board,omitempty" doc:"The board of a puzzle of other rules"`
	Reduced        string          `json:"reduced,omitempty" doc:"For other rules: a smaller puzzle with the same only solution; time ran out before it was known to be minimal"`
	Estimate       *Estimate       `json:"estimate,omitempty" doc:"The estimated number, from samples"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is none, or why the search was cut short"`
	Milliseconds   float64         `json:"ms" doc:"Time the search took"`
}

// Estimate is a number that was estimated from samples, with its standard error.
type Estimate struct {
	Samples  int              `json:"samples" doc:"How many samples were drawn"`
	Seed     uint64           `json:"seed" doc:"The seed of the random choices; the same seed gives the same samples"`
	Mean     float64          `json:"mean" doc:"The unbiased estimate of the number"`
	Error    float64          `json:"error,omitempty" doc:"Its standard error"`
	ByGivens []EstimateGivens `json:"by_givens,omitempty" doc:"The estimates by number of givens, for the numbers that occur in samples"`
}

// EstimateGivens is the estimated number of minimal puzzles that have a certain number of givens.
type EstimateGivens struct {
	Givens int     `json:"givens" doc:"How many givens"`
	Mean   float64 `json:"mean" doc:"The estimate"`
}

// Unavoidable lists the small unavoidable sets of a grid.
type Unavoidable struct {
	Grid           string            `json:"grid,omitempty" doc:"The full grid: the puzzle's only solution"`
	Outcome        string            `json:"outcome" enum:"found,none,undecided" doc:"found: these are all; none: the puzzle does not have exactly one solution; undecided: cut short"`
	Count          int               `json:"count" doc:"How many minimal unavoidable sets there are, up to the size asked for"`
	BySize         []UnavoidableSize `json:"by_size,omitempty" doc:"How many of each size"`
	Sets           [][]string        `json:"sets,omitempty" doc:"The sets, the smallest first, up to the limit" example:"[[\"r1c1\",\"r1c4\",\"r2c1\",\"r2c4\"]]"`
	Hitting        *Bounds           `json:"hitting,omitempty" doc:"The least number of cells that meet all these sets; no puzzle of the grid has fewer givens"`
	Apart          *Bounds           `json:"apart,omitempty" doc:"The greatest number of these sets with no cell in common"`
	Contradictions []Contradiction   `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Reason         string            `json:"reason,omitempty" doc:"Why there is none, or why the search was cut short"`
	Milliseconds   float64           `json:"ms" doc:"Time the search took"`
}

// UnavoidableSize is the number of unavoidable sets that have a certain number of cells.
type UnavoidableSize struct {
	Size  int `json:"size" doc:"How many cells"`
	Count int `json:"count" doc:"How many sets"`
}

// Bounds holds the least and the greatest number that a search has not excluded.
type Bounds struct {
	Least int      `json:"least" doc:"The number is at least this"`
	Most  int      `json:"most" doc:"The number is at most this"`
	Cells []string `json:"cells,omitempty" doc:"Cells that meet all sets; their number is most"`
}

// Backdoor lists the smallest backdoors of a puzzle.
type Backdoor struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: these are the smallest; none: the puzzle does not have exactly one solution; undecided: cut short"`
	Size           int             `json:"size" doc:"How many cells: 0 if singles solve the puzzle; a lower bound if undecided"`
	Count          int             `json:"count" doc:"How many sets of this size there are"`
	Sets           [][]string      `json:"sets,omitempty" doc:"The sets, up to the limit" example:"[[\"r1c2\",\"r4c7\"]]"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is none, or why the search was cut short"`
	Milliseconds   float64         `json:"ms" doc:"Time the search took"`
}
