// Package generate makes puzzles with one solution: classic puzzles, and puzzles of other rules. The puzzles can be
// minimal or symmetric. The caller can limit the number of givens and the level. For classic puzzles the caller can
// also set a pattern, and techniques that are required or forbidden. For other puzzles the caller sets the kinds of
// constraints and the size.
//
// Reading path: [Spec] describes the puzzles, and stream.go runs attempts. For a classic puzzle, removal.go empties
// cells of a random solution. One call of the engine tests many puzzles. For other puzzles, an attempt (make.go)
// chooses a board, and a solution that satisfies the rules of the whole board. Then it places constraints, and computes
// their clues from the solution (lay.go, tiles.go, regions.go). Finally it removes redundant constraints and givens.
// [puzzle.Lay], in the row of a kind, describes how to place constraints of the kind.
//
// The same Spec gives the same puzzles on every machine, for three reasons. The random numbers of attempt n depend only
// on the seed and on n. Each question to an engine has only one right answer. The puzzles are in the order of the
// attempts.
//
// The package must not import explain, because it needs techniques but no sentences about them.
package generate
