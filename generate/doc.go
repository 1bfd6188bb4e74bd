// Package generate makes puzzles with one solution. It can make them minimal, symmetric, with a
// pattern, a number of givens, or a grade, and with or without given techniques.
//
// The same Spec gives the same puzzles on every machine: attempt n takes its random numbers
// from the seed and n alone, each question that an engine answers has only one answer, and
// the puzzles are in the order of the attempts.
//
// The package must not import explain: it needs techniques, not sentences.
package generate
