// Package practice finds positions in which a given technique is the next thing to find, and
// assesses what a person found there.
//
//	Next     a position for a technique                    practice.go
//	IsNext   what "next" means                             next.go
//	Check    whether a finding is right, and why           check.go
//
// A position is from the path to the solution of a puzzle of package generate: nothing easier
// than the technique has a step there, and the technique has one. For techniques that many
// puzzles need, Next generates new puzzles. For the others table.txt lists attempts of one seed
// whose puzzles have such a position (table.go). Next changes the digits, rows and columns of
// such a puzzle (isomorph.go), and checks the result like any other.
//
// The package must not import explain: it works with techniques, not with sentences.
package practice

//go:generate go test . -run TestTable -collect 600000 -searched 100000 -timeout 1h
