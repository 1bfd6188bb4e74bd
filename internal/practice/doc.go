// Package practice finds positions in which a given technique is next, and assesses the steps that a person finds
// there.
//
//	Next     a position for a technique                    practice.go
//	Check    whether a finding is right, and why           check.go
//
// A technique is next in a position if it has a step there, and no easier technique has a step. Positions come from the
// paths of generated puzzles. For techniques that many puzzles need, Next generates new puzzles. For others, table.txt
// lists attempts of one seed whose puzzles have such a position (table.go). Next changes the digits, rows and columns
// of such a puzzle (isomorph.go), and checks the result like any other.
//
// go generate adds the rows of new techniques to table.txt. This run of go generate takes about a quarter of an
// hour.
//
// The package must not import explain: it needs techniques, not sentences.
package practice

//go:generate go test . -run TestTable -collect 600000 -searched 100000 -timeout 1h
