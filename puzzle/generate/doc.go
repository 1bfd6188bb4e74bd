// Package generate makes puzzles of any rules with one solution. The caller selects kinds of
// constraints, a size, a symmetry, a number of givens, minimal puzzles, or puzzles that logic
// solves.
//
// Reading path: [Spec] describes the puzzles. An attempt (attempt.go) chooses a board, a solution
// that satisfies the rules of the whole board, and constraints, whose clues come from the solution
// (lay.go, regions.go). Then it removes redundant parts. [puzzle.Lay], in the row of a kind,
// describes how to place the kind's constraints.
//
// The same Spec gives the same puzzles: attempt n takes its random numbers from the seed and n
// alone, and each question that is searched has only one answer.
//
// The package imports puzzle, solve and puzzle/deduction, generate for the types that both share,
// message, internal/ordered and internal/random.
package generate
