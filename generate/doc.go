// Package generate makes puzzles with one solution. The puzzles can be minimal or symmetric. The
// caller can set their pattern, number of givens or grade. Techniques can be required or
// forbidden.
//
// The same Spec gives the same puzzles on every machine, for three reasons. Attempt n takes its
// random numbers from the seed and n alone. Each question to an engine has only one right answer.
// And the puzzles are in the order of the attempts.
//
// The package must not import explain: it needs techniques, not sentences.
package generate
