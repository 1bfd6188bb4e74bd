// Package generate makes puzzles of any rules with one solution. One asks for kinds of constraints,
// a size, a symmetry, a number of givens, minimal puzzles, or puzzles that logic solves.
//
// Reading path: [Spec] is what is wanted; an attempt (attempt.go) draws a board, a solution of the
// rules that hold everywhere, and constraints over it, which read their clues from the solution
// (lay.go, regions.go); then it takes away what the puzzle can spare. What a kind needs for that
// is its row in puzzle's table, [puzzle.Lay].
//
// The same Spec gives the same puzzles: attempt n draws its chance from the seed and n alone, and
// searches are asked only questions with one answer.
//
// It imports puzzle, solve and puzzle/deduction, generate for the words that both share, message,
// internal/ordered and internal/random.
package generate
