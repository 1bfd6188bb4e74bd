// Package generate makes puzzles with one solution: minimal, symmetric, of a
// pattern, of a number of givens, of a grade, with or without given techniques.
//
// The same Spec gives the same puzzles, whatever the machine: attempt n draws its
// chance from the seed and n alone, engines are asked only questions with one
// answer, and the puzzles come in the order of the attempts.
//
// It must not import explain: it needs techniques, not sentences.
package generate
