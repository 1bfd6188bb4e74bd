// Package verify checks certificates. A certificate proves that a puzzle has no, one, or several solutions, and which
// of its givens it needs. docs/PROOFS.md describes the format, so that anybody can write another checker.
//
//	core.go    the trusted core: claims of no or one solution depend only on it
//	verify.go  a line: its fields, its claim, and the proofs about each given
//
// The package is short, so that people can read and trust it, and shares no code with the engines. It must not import
// any other package of this module but message.
package verify

import (
	"bytes"

	"nonet/message"
)

// Claim is the statement that a valid certificate proves: how many solutions a puzzle has, and which givens it needs.
type Claim struct {
	Puzzle    [81]uint8 // the digits row by row, 0 for an empty cell
	Solutions int       // the number of solutions: 0, 1, or 2 for two or more
	Solution  [81]uint8 // a solution, if there is one
	Second    [81]uint8 // another solution, if Solutions is 2
	Givens    bool      // set if the certificate also proves which givens are needed
	Redundant []int     // if Givens is set, the cells of the redundant givens
	Branches  int       // the number of cells on which the certificate branches
}

// RejectedError says where and why a line proves nothing.
type RejectedError struct {
	Column int // the position in bytes, from 1
	What   message.Message
}

// Error returns the error in English.
func (e *RejectedError) Error() string { return e.What.String() }

// Message returns the place and the reason, in any language of the catalogue.
func (e *RejectedError) Message() message.Message { return e.What }

type checker struct {
	line     []byte
	node     int
	solution [81]uint8
	branches int
}

func (c *checker) reject(key string, args ...any) error {
	return &RejectedError{c.node + 1, message.New(key, args...)}
}

// CheckLine checks a line without its newline. Its fields are separated by tabs: the puzzle, the claim about the
// puzzle, and then the proofs about its givens, in the order of the cells. The error is a *RejectedError. CheckLine
// takes some microseconds, and about as long again for each cell in the lists of the line.
func CheckLine(line []byte) (claim Claim, err error) {
	c := checker{line: line}
	if claim.Puzzle, err = c.parseGrid(true); err != nil {
		return claim, err
	}
	if err = c.expectTab(); err != nil {
		return claim, err
	}
	verdict := c.nextByte()
	switch verdict {
	case '0', '1':
		err = c.checkSolutionCount(&claim.Puzzle, int(verdict-'0'))
	case '2':
		if c.solution, err = c.solutionOf(&claim.Puzzle); err == nil {
			claim.Second, err = c.solutionOf(&claim.Puzzle)
		}
		if err == nil && claim.Second == c.solution {
			err = c.reject("verify.same")
		}
	default:
		c.node--
		err = c.reject("verify.verdict")
	}
	if err != nil {
		return claim, err
	}
	claim.Solutions, claim.Solution = int(verdict-'0'), c.solution
	if c.node < len(line) && verdict == '1' {
		claim.Givens = true
		err = c.checkGivens(&claim)
	}
	if err == nil && c.node < len(line) {
		err = c.reject("verify.more")
	}
	claim.Branches = c.branches
	return claim, err
}

// checkGivens checks the proof about each given: another solution without the given or, after "=", a proof that there
// is none.
func (c *checker) checkGivens(claim *Claim) error {
	solution := claim.Solution
	for cell, d := range claim.Puzzle {
		if d == 0 {
			continue
		}
		if err := c.expectTab(); err != nil {
			return err
		}
		reduced := claim.Puzzle
		reduced[cell] = 0
		if c.node < len(c.line) && c.line[c.node] == '=' {
			c.node++
			if err := c.checkSolutionCount(&reduced, 1); err != nil {
				return err
			}
			claim.Redundant = append(claim.Redundant, cell)
		} else if other, err := c.solutionOf(&reduced); err != nil {
			return err
		} else if other == solution {
			return c.reject("verify.same")
		}
	}
	return nil
}

// nextByte returns the next byte, or 0 at the end of the line.
func (c *checker) nextByte() (b byte) {
	if c.node < len(c.line) {
		b = c.line[c.node]
	}
	c.node++
	return b
}

func (c *checker) expectTab() error {
	if c.nextByte() != '\t' {
		c.node--
		return c.reject("verify.tab")
	}
	return nil
}

func (c *checker) parseGrid(empty bool) (g [81]uint8, err error) {
	for i := range g {
		switch b := c.nextByte(); {
		case b >= '1' && b <= '9':
			g[i] = b - '0'
		case !empty || b != '.' && b != '0':
			c.node--
			return g, c.reject("verify.digit")
		}
	}
	return g, nil
}

func (c *checker) solutionOf(puzzle *[81]uint8) (g [81]uint8, err error) {
	if g, err = c.parseGrid(false); err == nil && !isSolution(&g, puzzle) {
		c.node -= 81
		err = c.reject("verify.unsolved")
	}
	return g, err
}

// checkSolutionCount checks that the puzzle has this number of solutions, by branching on the cells that the line lists
// before the next tab.
func (c *checker) checkSolutionCount(puzzle *[81]uint8, solutions int) error {
	list, _, _ := bytes.Cut(c.line[c.node:], []byte{'\t'})
	s := search{puzzle: puzzle, cells: list}
	p := New(puzzle)
	fault := s.checkBranches(&p)
	c.node += s.used
	c.branches += s.used
	c.solution = s.solution
	switch {
	case fault == filled:
		cell := int(list[s.used]) - First
		return c.reject(fault, "cell", message.New("verify.place", "row", cell/9+1, "column", cell%9+1))
	case fault != "":
		return c.reject(fault)
	case s.used < len(list):
		return c.reject("verify.unused")
	case s.found != solutions:
		return c.reject("verify.solutions", "n", s.found, "claimed", solutions)
	}
	return nil
}
