// Package generate makes puzzles with one solution: minimal, symmetric, of a
// pattern, of a number of givens, of a grade, with or without given techniques.
//
// Reading path: what one can ask for and what comes ([Spec], [Puzzles], [One])
// in spec.go and stream.go; how a puzzle is made in attempt.go; the sets that
// save most of the searches in unavoidable.go. docs/GENERATE.md has the figures
// and how the puzzles are distributed.
//
// The same Spec gives the same puzzles, whatever the machine: attempt n draws its
// chance from the seed and n alone, engines are asked only questions with one
// answer, and the puzzles come in the order of the attempts.
//
// It must not import explain: it knows techniques, not sentences.
package generate
