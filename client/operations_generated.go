// Code generated from the table of operations by go generate ./internal/app/httpapi; DO NOT EDIT.

package client

import (
	"context"
	"iter"

	"nonet/wire"
)

// SolveRequest is a request of [Client.Solve].
type SolveRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// How many solutions to return at most; with 2, complete shows whether the first is the only one; 2
	// if absent
	Limit int `json:"limit,omitempty"`
	// Order of the solutions: any is the engine's own, always the same; lex is ascending, read row by
	// row; random returns one at random, each equally likely if there are at most 1000; any if absent
	Order string `json:"order,omitempty"`
	// The seed of a random order; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
}

// Solve: Solutions of a puzzle. Returns up to limit solutions. With the default of 2, one solution
// and "complete": true mean that the puzzle has exactly one.
func (c *Client) Solve(ctx context.Context, q SolveRequest) (wire.Solve, error) {
	return ask[wire.Solve](ctx, c, "solve", q)
}

// SolveBatch is [Client.Solve] for many puzzles. It sends them while answers arrive, and yields one
// answer for each puzzle, in order. The fields of common apply to all; its Puzzle is ignored. If an
// error is a *[wire.Problem] with a Line, it concerns the puzzle of that number, from 1, and the
// next answers follow. Any other error is the last. A goroutine of its own ranges over puzzles. If
// the caller leaves the loop, the goroutine and the searches end; the loop waits while puzzles
// produces its current puzzle.
func (c *Client) SolveBatch(ctx context.Context, common SolveRequest, puzzles iter.Seq[string]) iter.Seq2[wire.Solve, error] {
	return sendBatch[wire.Solve](ctx, c, "solve", common, puzzles)
}

// CountRequest is a request of [Client.Count].
type CountRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Where to stop counting; 0 counts them all, as far as the time allows; 1000000 if absent
	Limit *uint64 `json:"limit,omitempty"`
	// How many random samples to estimate the number from, in place of a count up to the limit; up to
	// 1000 solutions are counted anyway
	Samples int `json:"samples,omitempty"`
	// The seed of the samples; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
}

// Count: How many solutions a puzzle has. Counts solutions up to limit. "complete": false means
// that there are at least that many.
func (c *Client) Count(ctx context.Context, q CountRequest) (wire.Count, error) {
	return ask[wire.Count](ctx, c, "count", q)
}

// CountBatch is [Client.Count] for many puzzles; see [Client.SolveBatch].
func (c *Client) CountBatch(ctx context.Context, common CountRequest, puzzles iter.Seq[string]) iter.Seq2[wire.Count, error] {
	return sendBatch[wire.Count](ctx, c, "count", common, puzzles)
}

// CheckRequest is a request of [Client.Check].
type CheckRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
}

// Check: Whether a puzzle has exactly one solution. Reports whether the givens contradict each
// other, whether there is exactly one solution, and whether each given is needed for that.
func (c *Client) Check(ctx context.Context, q CheckRequest) (wire.Check, error) {
	return ask[wire.Check](ctx, c, "check", q)
}

// CheckBatch is [Client.Check] for many puzzles; see [Client.SolveBatch].
func (c *Client) CheckBatch(ctx context.Context, common CheckRequest, puzzles iter.Seq[string]) iter.Seq2[wire.Check, error] {
	return sendBatch[wire.Check](ctx, c, "check", common, puzzles)
}

// CandidatesRequest is a request of [Client.Candidates].
type CandidatesRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Where to stop counting the solutions: up to 4096 that takes milliseconds, beyond it seconds for
	// few givens; 4096 if absent
	Limit uint64 `json:"limit,omitempty"`
	// Also count the solutions of each candidate, up to this number; 0 does not count them
	Each uint64 `json:"each,omitempty"`
}

// Candidates: True candidates: the digits of each cell that some solution has. Reports for each
// cell and digit whether some solution has it (true candidates), and counts the solutions up to
// limit. It serves setters, whose puzzles may have many solutions or none. Digits not decided in
// time are in "open".
func (c *Client) Candidates(ctx context.Context, q CandidatesRequest) (wire.TrueCandidates, error) {
	return ask[wire.TrueCandidates](ctx, c, "candidates", q)
}

// HintRequest is a request of [Client.Hint].
type HintRequest struct {
	// The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is
	// absent
	Puzzle string `json:"puzzle"`
	// The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in
	// any format; for others a value a cell, row by row: characters, or numbers with blanks between,
	// and a point for an empty cell
	Values string `json:"values,omitempty"`
	// The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with
	// blanks between. A cell without any has all candidates that the rules leave; without this field,
	// all cells have
	Candidates []string `json:"candidates,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// How much to show: 1 the kind of step, 2 where to look, 3 the pattern, 4 the reason, 5 the move; 1
	// if absent
	Level int `json:"level,omitempty"`
	// Which step: the easiest, one that avoids the hardest technique, or the one after which the path
	// is shortest; easiest if absent
	Goal string `json:"goal,omitempty"`
	// To practise: a step of this technique and no other, by ID, HoDoKu code or name
	Technique string `json:"technique,omitempty"`
	// Describe each link of a chain and each line of a branch in a sentence, too; false if absent
	Inferences bool `json:"inferences,omitempty"`
}

// Hint: A hint: the next step, up to a level. Gives a player a hint for a position. It names a
// wrong value first, then a missing pencil mark. Otherwise it explains the next step in five
// levels: the kind of step, where to look, the pattern, the reason, the move. The answer holds
// nothing above the level asked for. For puzzles of other boards or rules, the levels are where to
// look, the cells, the technique, the reason, the move.
func (c *Client) Hint(ctx context.Context, q HintRequest) (wire.Hint, error) {
	return ask[wire.Hint](ctx, c, "hint", q)
}

// HintStream is [Client.Hint], with progress events. It calls progress in the
// caller's goroutine, at most 20 times a second.
func (c *Client) HintStream(ctx context.Context, q HintRequest, progress func(wire.Seeking)) (wire.Hint, error) {
	return askStream[wire.Hint](ctx, c, "hint", q, progress)
}

// WhyRequest is a request of [Client.Why].
type WhyRequest struct {
	// The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is
	// absent
	Puzzle string `json:"puzzle"`
	// The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in
	// any format; for others a value a cell, row by row: characters, or numbers with blanks between,
	// and a point for an empty cell
	Values string `json:"values,omitempty"`
	// The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with
	// blanks between. A cell without any has all candidates that the rules leave; without this field,
	// all cells have
	Candidates []string `json:"candidates,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The cell asked about, such as r3c5
	Cell string `json:"cell"`
	// The digit or value asked about
	Digit int `json:"digit"`
}

// Why: Why not this digit?. Answers whether a digit in a cell is right, and why, from the player's
// position: by one step, several steps in turn, or a supposition that leads to a contradiction,
// whichever is easiest (docs/DEDUCTIONS.md defines that). The argument may also be a rule that the
// value would break at once.
func (c *Client) Why(ctx context.Context, q WhyRequest) (wire.Argument, error) {
	return ask[wire.Argument](ctx, c, "why", q)
}

// WhyStream is [Client.Why], with progress events. It calls progress in the
// caller's goroutine, at most 20 times a second.
func (c *Client) WhyStream(ctx context.Context, q WhyRequest, progress func(wire.Seeking)) (wire.Argument, error) {
	return askStream[wire.Argument](ctx, c, "why", q, progress)
}

// ExplainRequest is a request of [Client.Explain].
type ExplainRequest struct {
	// The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is
	// absent
	Puzzle string `json:"puzzle"`
	// The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in
	// any format; for others a value a cell, row by row: characters, or numbers with blanks between,
	// and a point for an empty cell
	Values string `json:"values,omitempty"`
	// The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with
	// blanks between. A cell without any has all candidates that the rules leave; without this field,
	// all cells have
	Candidates []string `json:"candidates,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Which path: the easiest step at each point; one that avoids the hardest technique if possible; or
	// one of few steps, looking one step ahead; easiest if absent
	Goal string `json:"goal,omitempty"`
	// Leave out steps that nothing later needs; false if absent
	Prune bool `json:"prune,omitempty"`
	// For other boards or rules: make a supposition where no other step is found
	Suppose bool `json:"suppose,omitempty"`
	// Describe each link of a chain and each line of a branch in a sentence, too; false if absent
	Inferences bool `json:"inferences,omitempty"`
}

// Explain: A whole path to the solution. Solves a position the way people do, with a sentence and a
// picture for each step. A path that is cut short is "undecided" and holds the steps so far. For
// puzzles of other boards or rules, it makes suppositions only if asked to.
func (c *Client) Explain(ctx context.Context, q ExplainRequest) (wire.Explain, error) {
	return ask[wire.Explain](ctx, c, "explain", q)
}

// ExplainStream is [Client.Explain], with progress events. It calls progress in the
// caller's goroutine, at most 20 times a second.
func (c *Client) ExplainStream(ctx context.Context, q ExplainRequest, progress func(wire.Seeking)) (wire.Explain, error) {
	return askStream[wire.Explain](ctx, c, "explain", q, progress)
}

// StepsRequest is a request of [Client.Steps].
type StepsRequest struct {
	// The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is
	// absent
	Puzzle string `json:"puzzle"`
	// The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in
	// any format; for others a value a cell, row by row: characters, or numbers with blanks between,
	// and a point for an empty cell
	Values string `json:"values,omitempty"`
	// The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with
	// blanks between. A cell without any has all candidates that the rules leave; without this field,
	// all cells have
	Candidates []string `json:"candidates,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Only these, by ID, HoDoKu code or name; without it all
	Techniques []string `json:"techniques,omitempty"`
	// How many steps to return at most; 100 if absent
	Limit int `json:"limit,omitempty"`
}

// Steps: Every step open in a position. Lists the steps of the techniques asked for, the easiest
// technique first. "complete": false means that there may be more.
func (c *Client) Steps(ctx context.Context, q StepsRequest) (wire.Steps, error) {
	return ask[wire.Steps](ctx, c, "steps", q)
}

// GradeRequest is a request of [Client.Grade].
type GradeRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
}

// Grade: How hard a puzzle is. Grades a puzzle as HoDoKu and as Sudoku Explainer do, and by nonet's
// own scale, which does not change when the board is turned. Sudoku Explainer's rating may take
// seconds: if time runs out first, the answer is "undecided" and holds the other two.
func (c *Client) Grade(ctx context.Context, q GradeRequest) (wire.Grade, error) {
	return ask[wire.Grade](ctx, c, "grade", q)
}

// GradeBatch is [Client.Grade] for many puzzles; see [Client.SolveBatch].
func (c *Client) GradeBatch(ctx context.Context, common GradeRequest, puzzles iter.Seq[string]) iter.Seq2[wire.Grade, error] {
	return sendBatch[wire.Grade](ctx, c, "grade", common, puzzles)
}

// GenerateRequest is a request of [Client.Generate].
type GenerateRequest struct {
	// HoDoKu's level; with max_grade, the easiest; any if absent
	Grade string `json:"grade,omitempty"`
	// The hardest level; any: only that of grade; any if absent
	MaxGrade string `json:"max_grade,omitempty"`
	// The lowest HoDoKu score
	MinScore int `json:"min_score,omitempty"`
	// The highest HoDoKu score; 0 sets no limit
	MaxScore int `json:"max_score,omitempty"`
	// The least number of givens
	MinGivens int `json:"min_givens,omitempty"`
	// The greatest number of givens; 0 sets no limit
	MaxGivens int `json:"max_givens,omitempty"`
	// The symmetry of the givens; mirror is mirror-horizontal; none if absent
	Symmetry string `json:"symmetry,omitempty"`
	// No given can be removed; for other rules, no constraint either, except rules of the whole board;
	// false if absent
	Minimal bool `json:"minimal,omitempty"`
	// Techniques that HoDoKu's path must use, by ID, HoDoKu code or name
	Require []string `json:"require,omitempty"`
	// Techniques that it must not use
	Forbid []string `json:"forbid,omitempty"`
	// The hardest technique that HoDoKu's path needs, by ID, HoDoKu code or name; for other rules, a
	// technique of deduction
	Hardest string `json:"hardest,omitempty"`
	// The cells that hold givens: a puzzle in any format, with a digit for each given; or with x, # or
	// * instead of digits
	Pattern string `json:"pattern,omitempty"`
	// The seed of the random choices; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
	// The attempt to begin with; the same request with a puzzle's seed and attempt gives that puzzle
	// again; 0 if absent
	Attempt uint64 `json:"attempt,omitempty"`
	// Kinds of constraints that the puzzle combines, by words such as killer, jigsaw, x and thermo
	// (docs/GENERATE.md lists them), or by their names; without any, it is a classic puzzle
	Variant []string `json:"variant,omitempty"`
	// How many rows, columns and values; a puzzle of a size other than 9 needs no kind; 9 if absent
	Size int `json:"size,omitempty"`
	// For other rules: the puzzle has no givens; the default with cages that cover the board, unless
	// min_givens or max_givens is set; false if absent
	NoGivens bool `json:"no_givens,omitempty"`
	// Techniques solve the puzzle, and nothing must be tried out; false if absent
	Logic bool `json:"logic,omitempty"`
	// How many puzzles; 1 if absent
	Count int `json:"count,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Generate: New puzzles. Makes puzzles with one solution. You can ask for a grade, a number of
// givens, a symmetry or a pattern, and require or forbid techniques. A request that contradicts
// itself, or a proven fact, gets "none" and the reason; one that is not met in time gets
// "undecided" and the puzzles found.
func (c *Client) Generate(ctx context.Context, q GenerateRequest) (wire.Generate, error) {
	return ask[wire.Generate](ctx, c, "generate", q)
}

// MinimiseRequest is a request of [Client.Minimise].
type MinimiseRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The symmetry that the givens keep: symmetric cells change together; mirror is mirror-horizontal;
	// none if absent
	Symmetry string `json:"symmetry,omitempty"`
	// The seed of the random choices; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
	// How many random orders are tried; the result is that with the fewest givens; 256 if absent
	Attempts int `json:"attempts,omitempty"`
}

// Minimise: A puzzle without its redundant givens. Removes givens from a puzzle with one solution
// until none can be removed: one by one, or with a symmetry in groups of symmetric cells. It tries
// several random orders and keeps the result with the fewest givens. Without a symmetry the result
// is minimal.
func (c *Client) Minimise(ctx context.Context, q MinimiseRequest) (wire.Revised, error) {
	return ask[wire.Revised](ctx, c, "minimise", q)
}

// CompleteRequest is a request of [Client.Complete].
type CompleteRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The symmetry that the givens keep: symmetric cells change together; mirror is mirror-horizontal;
	// none if absent
	Symmetry string `json:"symmetry,omitempty"`
	// The seed of the random choices; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
	// How many random orders are tried; the result is that with the fewest givens; 256 if absent
	Attempts int `json:"attempts,omitempty"`
}

// Complete: Givens added until the solution is unique. Adds givens to a puzzle until it has just
// one solution and none of the added givens is redundant. With a symmetry, it adds groups of
// symmetric cells, so that the result is symmetric. It makes several random tries and keeps the one
// with the fewest givens.
func (c *Client) Complete(ctx context.Context, q CompleteRequest) (wire.Revised, error) {
	return ask[wire.Revised](ctx, c, "complete", q)
}

// DailyRequest is a request of [Client.Daily].
type DailyRequest struct {
	// The date at the player's place, as year-month-day: 2026-11-22
	Date string `json:"date"`
	// HoDoKu's level; easy if absent
	Grade string `json:"grade,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Daily: Puzzle of the day. Returns the puzzle of a day and grade. It depends on the date alone, so
// everyone gets the same one. The date is the one at the player's place.
func (c *Client) Daily(ctx context.Context, q DailyRequest) (wire.Daily, error) {
	return ask[wire.Daily](ctx, c, "daily", q)
}

// Techniques: All techniques. Lists the techniques that requests for steps, hints and puzzles may
// name.
func (c *Client) Techniques(ctx context.Context) (wire.Techniques, error) {
	return ask[wire.Techniques](ctx, c, "techniques", nil)
}

// ChapterRequest is a request of [Client.Chapter].
type ChapterRequest struct {
	// The technique, by ID, HoDoKu code or name
	Technique string `json:"technique"`
}

// Chapter: A technique's chapter. Explains a technique: how it works, why it is right and how to
// spot it. An example with its step comes ready to be drawn.
func (c *Client) Chapter(ctx context.Context, q ChapterRequest) (wire.Chapter, error) {
	return ask[wire.Chapter](ctx, c, "chapter", q)
}

// PracticeRequest is a request of [Client.Practice].
type PracticeRequest struct {
	// The technique, by ID, HoDoKu code or name
	Technique string `json:"technique"`
	// The seed of the random choices; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
	// HoDoKu's level of the puzzle; any if absent
	Grade string `json:"grade,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Practice: A position to practise a technique. Returns a position in which the technique is the
// next step to find: nothing easier is possible there. The same technique, seed and grade give the
// same position. The answer does not hold the step; for that, use practice/check, or hint with the
// technique.
func (c *Client) Practice(ctx context.Context, q PracticeRequest) (wire.Practice, error) {
	return ask[wire.Practice](ctx, c, "practice", q)
}

// PracticeCheckRequest is a request of [Client.PracticeCheck].
type PracticeCheckRequest struct {
	// The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is
	// absent
	Puzzle string `json:"puzzle"`
	// The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in
	// any format; for others a value a cell, row by row: characters, or numbers with blanks between,
	// and a point for an empty cell
	Values string `json:"values,omitempty"`
	// The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with
	// blanks between. A cell without any has all candidates that the rules leave; without this field,
	// all cells have
	Candidates []string `json:"candidates,omitempty"`
	// The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for
	// the cells of a region; classic if absent
	Board string `json:"board,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The technique to be found, by ID, HoDoKu code or name
	Technique string `json:"technique"`
	// What was found: r1c5=4 places a digit, r1c5<>4 takes a candidate away
	Moves []string `json:"moves,omitempty"`
}

// PracticeCheck: Is what was found right?. Judges the placements and eliminations that a person
// found in a position: right, a part of the step, right by another technique, or wrong. It gives
// the reason.
func (c *Client) PracticeCheck(ctx context.Context, q PracticeCheckRequest) (wire.PracticeCheck, error) {
	return ask[wire.PracticeCheck](ctx, c, "practice/check", q)
}

// TargetRequest is a request of [Client.Target].
type TargetRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Whether to find the highest or the lowest score; maximum if absent
	Goal string `json:"goal,omitempty"`
	// The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth
	// of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's
	// own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of
	// nine rows
	Weights []int64 `json:"weights,omitempty"`
}

// Target: The completion with the best score. Finds the completion whose sum of weight × digit is
// highest, or lowest, and proves it. Without weights, those of the target Sudoku of NOIP 2009 are
// used: 10 in the centre, and rings of 9, 8, 7 and 6 around it.
func (c *Client) Target(ctx context.Context, q TargetRequest) (wire.Target, error) {
	return ask[wire.Target](ctx, c, "target", q)
}

// TargetStream is [Client.Target], with progress events. It calls progress in the
// caller's goroutine, at most 20 times a second.
func (c *Client) TargetStream(ctx context.Context, q TargetRequest, progress func(wire.TargetProgress)) (wire.Target, error) {
	return askStream[wire.Target](ctx, c, "target", q, progress)
}

// TargetBestRequest is a request of [Client.TargetBest].
type TargetBestRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Whether to find the highest or the lowest score; maximum if absent
	Goal string `json:"goal,omitempty"`
	// The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth
	// of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's
	// own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of
	// nine rows
	Weights []int64 `json:"weights,omitempty"`
	// How many completions to return at most; 10 if absent
	Limit int `json:"limit,omitempty"`
}

// TargetBest: The completions with the best scores. Finds the best completions in order, with proof
// that no other is better than the last of them. "complete": true means that there are no others.
func (c *Client) TargetBest(ctx context.Context, q TargetBestRequest) (wire.TargetRanking, error) {
	return ask[wire.TargetRanking](ctx, c, "target/best", q)
}

// TargetBestStream is [Client.TargetBest], with progress events. It calls progress in the
// caller's goroutine, at most 20 times a second.
func (c *Client) TargetBestStream(ctx context.Context, q TargetBestRequest, progress func(wire.TargetProgress)) (wire.TargetRanking, error) {
	return askStream[wire.TargetRanking](ctx, c, "target/best", q, progress)
}

// TargetCountRequest is a request of [Client.TargetCount].
type TargetCountRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// Whether to find the highest or the lowest score; maximum if absent
	Goal string `json:"goal,omitempty"`
	// The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth
	// of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's
	// own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of
	// nine rows
	Weights []int64 `json:"weights,omitempty"`
	// Where to stop counting; 0 counts them all, as far as the time allows; 1000000 if absent
	Limit *uint64 `json:"limit,omitempty"`
}

// TargetCount: How many completions have the best score. Proves the best score, then counts the
// completions that have it, up to limit. "complete": false means that there are at least that many.
func (c *Client) TargetCount(ctx context.Context, q TargetCountRequest) (wire.TargetCount, error) {
	return ask[wire.TargetCount](ctx, c, "target/count", q)
}

// TargetCountStream is [Client.TargetCount], with progress events. It calls progress in the
// caller's goroutine, at most 20 times a second.
func (c *Client) TargetCountStream(ctx context.Context, q TargetCountRequest, progress func(wire.TargetProgress)) (wire.TargetCount, error) {
	return askStream[wire.TargetCount](ctx, c, "target/count", q, progress)
}

// LabRequest is a request of [Client.Lab].
type LabRequest struct {
	// One puzzle in any format
	Puzzle string `json:"puzzle"`
	// Which to run, in this order; without it every textbook strategy, then every engine as kernel/NAME
	Strategies []string `json:"strategies,omitempty"`
	// The most nodes that each may visit; 1000000 if absent
	Nodes uint64 `json:"nodes,omitempty"`
	// Milliseconds that each may take, and the request may wait; together at most the server's maximum,
	// shared evenly; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Lab: Strategies side by side. Runs the textbook strategies and the engines one after the other on
// one puzzle, each to its first solution, and reports nodes, backtracks, depth and time.
func (c *Client) Lab(ctx context.Context, q LabRequest) (wire.Lab, error) {
	return ask[wire.Lab](ctx, c, "lab", q)
}

// TraceRequest is a request of [Client.LabTrace].
type TraceRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// A textbook strategy
	Strategy string `json:"strategy"`
	// The window's first event, counted from 0; 0 if absent
	From uint64 `json:"from,omitempty"`
	// How many events the window holds; 2000 if absent
	Events int `json:"events,omitempty"`
	// Nodes the search may visit; the trace ends there; 1000000 if absent
	Nodes uint64 `json:"nodes,omitempty"`
}

// LabTrace: A part of a strategy's trace. Returns a part of the steps of a strategy's search, for
// animation: those from the event number from. The search is the same every time; ask again with a
// later from for the next part.
func (c *Client) LabTrace(ctx context.Context, q TraceRequest) (wire.Trace, error) {
	return ask[wire.Trace](ctx, c, "lab/trace", q)
}

// ParseRequest is a request of [Client.Parse].
type ParseRequest struct {
	// Any number of puzzles in any format
	Text string `json:"text"`
}

// Parse: Puzzles in a text. Reads up to 1000 puzzles in any format, with everything beside their
// givens: digits, notes, colours, title, author and rules. Rules that a classic Sudoku does not
// have are listed in constraints. Text that cannot be read is no error but a part of the answer:
// refusal.
func (c *Client) Parse(ctx context.Context, q ParseRequest) (wire.Parse, error) {
	return ask[wire.Parse](ctx, c, "parse", q)
}

// ExportRequest is a request of [Client.Export].
type ExportRequest struct {
	// The puzzle, in any format
	Puzzle string `json:"puzzle"`
	// The givens and the player's digits, 81 characters
	Values string `json:"values,omitempty"`
	// The digits still possible in each cell, row by row; for candidates and pencil729
	Candidates []string `json:"candidates,omitempty"`
	// Notes in the corners of the cells: the digits of each cell, row by row
	Corner []string `json:"corner,omitempty"`
	// Notes in the middle of the cells: the digits of each cell, row by row
	Centre []string `json:"centre,omitempty"`
	// Colours of the cells: for each cell, row by row, its colours as digits from 1 to 9
	Colours []string `json:"colours,omitempty"`
	// Its title; a long one is cut
	Title string `json:"title,omitempty"`
	// Who made it
	Author string `json:"author,omitempty"`
	// Its rules in words
	Rules string `json:"rules,omitempty"`
	// The format; iss is items of Interactive Sudoku Solver, nonet its JSON, solo a game id of Simon
	// Tatham's Solo, sudokuwiki and puzz-link links of these sites, svg a picture; line if absent
	To string `json:"to,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
}

// Export: A puzzle for other programs. Writes a puzzle, with notes, colours, title, author and
// rules, as a text or a link for other programs, and reports what the format cannot hold.
func (c *Client) Export(ctx context.Context, q ExportRequest) (wire.Export, error) {
	return ask[wire.Export](ctx, c, "export", q)
}

// Version: Version, engines and limits. Returns the server's version and what it accepts.
func (c *Client) Version(ctx context.Context) (wire.Version, error) {
	return ask[wire.Version](ctx, c, "version", nil)
}

// CanonRequest is a request of [Client.Canon].
type CanonRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Which canonical form: the least isomorph, the one with the least solution, or the one with the
	// least pattern; minlex if absent
	Form string `json:"form,omitempty"`
}

// Canon: The canonical form of a puzzle. Returns the form that all isomorphs of a puzzle or full
// grid share, the transformation that leads to it, and the puzzle’s automorphisms. WebAssembly
// has no such operation.
func (c *Client) Canon(ctx context.Context, q CanonRequest) (wire.Canon, error) {
	return ask[wire.Canon](ctx, c, "canon", q)
}

// IsoRequest is a request of [Client.Iso].
type IsoRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// The second puzzle, in any format
	Other string `json:"other"`
}

// Iso: Whether two puzzles are isomorphs. Reports whether two puzzles are isomorphs, and which
// transformation turns one into the other. WebAssembly has no such operation.
func (c *Client) Iso(ctx context.Context, q IsoRequest) (wire.Iso, error) {
	return ask[wire.Iso](ctx, c, "iso", q)
}

// RankRequest is a request of [Client.CatalogRank].
type RankRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// CatalogRank: The rank of a full grid. Returns the place of a full grid’s least isomorph among
// the 5,472,730,538 essentially different grids, from 1. WebAssembly has no such operation.
func (c *Client) CatalogRank(ctx context.Context, q RankRequest) (wire.Ranked, error) {
	return ask[wire.Ranked](ctx, c, "catalog/rank", q)
}

// UnrankRequest is a request of [Client.CatalogUnrank].
type UnrankRequest struct {
	// A place in the catalogue of essentially different grids, from 1
	Rank uint64 `json:"rank"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// CatalogUnrank: The full grid of a rank. Returns the essentially different full grid of a rank:
// the least of its isomorphs. WebAssembly has no such operation.
func (c *Client) CatalogUnrank(ctx context.Context, q UnrankRequest) (wire.Ranked, error) {
	return ask[wire.Ranked](ctx, c, "catalog/unrank", q)
}

// MinimalRequest is a request of [Client.Minimal].
type MinimalRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items
	// of Interactive Sudoku Solver
	Add string `json:"add,omitempty"`
	// What A means in a board of one character a cell: ten, one, or auto, which decides by the content;
	// auto if absent
	Letters string `json:"letters,omitempty"`
	// How many puzzles are shown; 100 if absent
	Limit int `json:"limit,omitempty"`
	// How many givens they have at most; 0 sets no limit
	MaxGivens int `json:"max_givens,omitempty"`
	// A minimal puzzle inside this one: the answer begins after it, in order
	After string `json:"after,omitempty"`
	// How many to draw at random, in place of all in order; the total is then estimated
	Samples int `json:"samples,omitempty"`
	// The seed of the random choices; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
}

// Minimal: The minimal puzzles inside a puzzle. Lists in order the minimal puzzles among the givens
// of a puzzle with one solution, or of a full grid; or draws random samples of them and estimates
// their number. limit and max_givens choose which; after, the last puzzle of an answer, continues
// the list. WebAssembly has no such operation.
func (c *Client) Minimal(ctx context.Context, q MinimalRequest) (wire.Minimal, error) {
	return ask[wire.Minimal](ctx, c, "minimal", q)
}

// UnavoidableRequest is a request of [Client.Unavoidable].
type UnavoidableRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// How many cells a set has at most; 12 if absent
	Size int `json:"size,omitempty"`
	// How many sets are shown; 1000 if absent
	Limit int `json:"limit,omitempty"`
	// Also find the fewest cells that meet all sets, and the most sets with no cell in common; false if
	// absent
	Hitting bool `json:"hitting,omitempty"`
}

// Unavoidable: The small unavoidable sets of a grid. Finds the minimal unavoidable sets of a full
// grid, or of a puzzle’s only solution, up to a number of cells. With hitting, it also finds the
// fewest cells that meet all sets, and the most sets with no cell in common. WebAssembly has no
// such operation.
func (c *Client) Unavoidable(ctx context.Context, q UnavoidableRequest) (wire.Unavoidable, error) {
	return ask[wire.Unavoidable](ctx, c, "unavoidable", q)
}

// BackdoorRequest is a request of [Client.Backdoor].
type BackdoorRequest struct {
	// One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid,
	// whitespace-separated integers, POJ 2676, a LeetCode board, CSV …
	Puzzle string `json:"puzzle"`
	// Milliseconds the request may wait and search; 5000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// How many sets are shown; 100 if absent
	Limit int `json:"limit,omitempty"`
}

// Backdoor: The smallest backdoors of a puzzle. Finds the smallest sets of cells that, once filled
// in, leave a puzzle that singles solve. WebAssembly has no such operation.
func (c *Client) Backdoor(ctx context.Context, q BackdoorRequest) (wire.Backdoor, error) {
	return ask[wire.Backdoor](ctx, c, "backdoor", q)
}

// PrintRequest is a request of [Client.Print].
type PrintRequest struct {
	// The puzzles, each in any format
	Puzzles []string `json:"puzzles"`
	// What stands beside the number of each puzzle, such as its difficulty
	Captions []string `json:"captions,omitempty"`
	// The heading of each page
	Title string `json:"title,omitempty"`
	// The size of the paper; a4 if absent
	Paper string `json:"paper,omitempty"`
	// Puzzles on a page: 1, 2, 4 or 6; 4 if absent
	PerPage int64 `json:"per_page,omitempty"`
	// Whether the solutions follow
	Solutions bool `json:"solutions,omitempty"`
	// Whether the player's digits, notes and colours are drawn
	Played bool `json:"played,omitempty"`
	// Milliseconds the request may wait and search; 10000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Print: Sheets to print. Arranges puzzles on PDF sheets, A4 or Letter, one, two, four or six a
// page, with the solutions at the end. The PDF is in the answer, in base64. WebAssembly has no such
// operation: a browser prints by itself.
func (c *Client) Print(ctx context.Context, q PrintRequest) (wire.Print, error) {
	return ask[wire.Print](ctx, c, "print", q)
}

// DrawingRequest is a request of [Client.Drawing].
type DrawingRequest struct {
	// A puzzle of any rules, in any notation
	Puzzle string `json:"puzzle"`
	// Corrections of its readings, each NAME=KIND, such as green lines=Renban; the kind may have its
	// number, and no kind means no rule: blue lines=
	As []string `json:"as,omitempty"`
}

// Drawing: What a puzzle of any rules looks like. Reads a puzzle of any board and rules, and
// returns what to draw: the board, the givens, the marks of its constraints, and its rules in
// words. WebAssembly has no such operation.
func (c *Client) Drawing(ctx context.Context, q DrawingRequest) (wire.Drawing, error) {
	return ask[wire.Drawing](ctx, c, "drawing", q)
}

// Kinds: Which kinds of constraints there are, and how they are set. Lists the kinds of constraints
// for setting puzzles: the name of each, its rule as a sentence, what to do on the board and what
// to type. WebAssembly has no such operation.
func (c *Client) Kinds(ctx context.Context) (wire.Kinds, error) {
	return ask[wire.Kinds](ctx, c, "kinds", nil)
}

// DraftRequest is a request of [Client.Draft].
type DraftRequest struct {
	// The puzzle in nonet's JSON, which need not make sense yet; or a whole one in any notation
	Puzzle string `json:"puzzle"`
}

// Draft: A puzzle being set, and its faults. Reads a puzzle in nonet's JSON that need not make
// sense yet. Returns what it looks like, which constraints and givens are wrong and why, and the
// puzzle without these, which can be searched. WebAssembly has no such operation.
func (c *Client) Draft(ctx context.Context, q DraftRequest) (wire.Draft, error) {
	return ask[wire.Draft](ctx, c, "draft", q)
}

// SuggestRequest is a request of [Client.Suggest].
type SuggestRequest struct {
	// A puzzle of any rules, in any notation
	Puzzle string `json:"puzzle"`
	// The kinds to suggest, Given for givens; without any, givens and the puzzle's kinds. Kinds drawn
	// through cells are left out
	Kinds []string `json:"kinds,omitempty"`
	// The seed of the random choices; without it, another each time
	Seed *uint64 `json:"seed,omitempty"`
	// Answer a puzzle with unknown rules by the known ones; otherwise it is refused
	IgnoreUnknown bool `json:"ignore_unknown,omitempty"`
	// Milliseconds the request may wait and search; 10000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Suggest: Clues that would leave a puzzle of any rules one solution. Suggests clues that the
// puzzle does not have: givens, dots, signs, single cells, clues beside the board and sums of
// cages. Each of them alone leaves one solution. If there are none, it returns a set that leaves
// one solution together.
func (c *Client) Suggest(ctx context.Context, q SuggestRequest) (wire.Suggest, error) {
	return ask[wire.Suggest](ctx, c, "suggest", q)
}

// ConflictsRequest is a request of [Client.Conflicts].
type ConflictsRequest struct {
	// A puzzle of any rules, in any notation
	Puzzle string `json:"puzzle"`
	// The value of each cell row by row, -1 where it is empty
	Values []int64 `json:"values"`
	// Milliseconds the request may wait and search; 2000 if absent
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Conflicts: Broken rules on a board of any rules. Reports the rules that the filled cells break,
// for a puzzle of any board and rules. It checks the houses, and each kind by a checker of its own
// that shares no code with the search. A grid without conflicts need not lead to a solution.
// WebAssembly has no such operation.
func (c *Client) Conflicts(ctx context.Context, q ConflictsRequest) (wire.Conflicts, error) {
	return ask[wire.Conflicts](ctx, c, "conflicts", q)
}
