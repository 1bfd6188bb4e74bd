// Package practice finds positions in which one technique is the next thing to find,
// and judges what a person found there.
//
//	Next     a position for a technique                    practice.go
//	IsNext   what "next" means                             next.go
//	Check    is what a person struck out right, and why    check.go
//
// A position comes from a puzzle of package generate: it is one on the path to the
// solution where nothing easier is open, and a step of the technique is. Techniques
// that many puzzles need are looked for in new puzzles. For the others table.txt knows
// attempts of one seed whose puzzles have such a position (table.go); a puzzle from
// there is told with other digits, rows and columns (isomorph.go), and what comes of
// it is tested as if nothing had been known.
//
// It must not import explain: it knows techniques, not sentences.
package practice

//go:generate go test . -run TestTable -collect 600000 -searched 100000 -timeout 1h
