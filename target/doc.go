// Package target finds the best completion of a Sudoku: the solution with the highest, or lowest, weighted sum of
// digits. It proves that no other is better.
//
// The problem is the "target Sudoku" (靶形数独) of the contest NOIP 2009. Each cell has a weight: 10 in the centre,
// and 9, 8, 7, 6 in the rings around it. A grid's score is Σ weight×digit. In this package each digit in each cell
// may have its own weight, any integer ([Weights]).
//
// Package target must not import internal/certificate, which checks its proofs and shares no code with it.
package target
