// Package prove writes certificates. A certificate proves that a puzzle has no, one, or several solutions, and which of
// its givens it needs. Package verify checks certificates, and docs/PROOFS.md describes them. [Prover.LRAT] writes the
// same proof for SAT checkers.
//
// The package must not import an engine. It searches with the checker's own propagation, so that the checker accepts
// every line.
package prove

import (
	"context"
	"math"
	"math/bits"

	"nonet/internal/research/prove/verify"
)

// Prover holds the memory of searches for certificates. It is not safe for concurrent use. The zero value is ready for
// use.
type Prover struct {
	ctx       context.Context
	cells     []byte // the cells branched on, in preorder
	solutions [][81]uint8
}

// AppendCertificate appends the certificate of a puzzle (values row by row, 0 for empty) to line, without a newline. It
// returns the number of solutions that the certificate proves, where 2 means two or more. If `givens` is set, the
// certificate of a unique puzzle also proves which givens it needs. An easy puzzle takes some ten microseconds, and one
// of the hardest puzzles takes some milliseconds. If ctx ends, AppendCertificate returns the original line and
// ctx.Err().
func (p *Prover) AppendCertificate(ctx context.Context, line []byte, puzzle *[81]uint8, givens bool) ([]byte, int, error) {
	from := len(line)
	line = appendGrid(line, puzzle)
	n, err := p.findTwoSolutions(ctx, puzzle, nil)
	if err != nil {
		return line[:from], 0, err
	}
	line = append(line, '\t', byte('0'+n))
	if n == 2 {
		return appendGrid(appendGrid(line, &p.solutions[0]), &p.solutions[1]), n, nil
	}
	line = append(line, p.cells...)
	if n == 0 || !givens {
		return line, n, nil
	}
	solution := p.solutions[0]
	for cell, d := range puzzle {
		if d == 0 {
			continue
		}
		reduced := *puzzle
		reduced[cell] = 0
		n, err := p.findTwoSolutions(ctx, &reduced, &solution)
		if err != nil {
			return line[:from], 0, err
		}
		line = append(line, '\t')
		if n == 1 {
			line = append(append(line, '='), p.cells...)
		} else {
			line = appendGrid(line, &p.solutions[0])
		}
	}
	return line, 1, nil
}

func appendGrid(line []byte, g *[81]uint8) []byte {
	for _, d := range g {
		if d == 0 {
			line = append(line, '.')
		} else {
			line = append(line, '0'+d)
		}
	}
	return line
}

// findTwoSolutions finds up to two solutions, and records the cells on which its search branches. `known` is a
// solution, or nil. With a known solution, the search stops at the first other solution; p.solutions then holds this
// solution, followed by known.
func (p *Prover) findTwoSolutions(ctx context.Context, puzzle, known *[81]uint8) (int, error) {
	p.ctx, p.cells, p.solutions = ctx, p.cells[:0], p.solutions[:0]
	position := verify.New(puzzle)
	if !position.Propagate() {
		return 0, nil
	}
	_, err := p.searchPosition(&position, known)
	return len(p.solutions), err
}

// searchPosition searches for solutions of a position in which propagation is complete. `running` is false if enough
// solutions have been found.
func (p *Prover) searchPosition(position *verify.Position, known *[81]uint8) (running bool, err error) {
	if g, full := position.Grid(); full {
		if known != nil && g != *known {
			p.solutions = append(p.solutions[:0], g, *known)
		} else {
			p.solutions = append(p.solutions, g)
		}
		return len(p.solutions) < 2, nil
	}
	if err := p.ctx.Err(); err != nil {
		return false, err
	}
	cell := p.chooseBranchCell(position)
	p.cells = append(p.cells, byte(verify.First+cell))
	for digits := position.Digits(cell); digits != 0; digits &= digits - 1 {
		child := *position
		child.Place(cell, bits.TrailingZeros16(digits))
		if child.Propagate() {
			if more, err := p.searchPosition(&child, known); !more {
				return false, err
			}
		}
	}
	return true, nil
}

// chooseBranchCell returns, among up to 20 cells with the fewest digits, the cell whose digits, when tried, leave the
// fewest candidates.
func (p *Prover) chooseBranchCell(position *verify.Position) (best int) {
	const tried = 20
	var room [81]uint8
	fewest := 9
	free := room[:0]
	for cell := range 81 {
		switch n := bits.OnesCount16(position.Digits(cell)); {
		case n < 2 || n > fewest:
		case n < fewest:
			fewest, free = n, append(free[:0], uint8(cell))
		default:
			free = append(free, uint8(cell))
		}
	}
	least := math.Inf(1)
	for i, cell := range free {
		if i == tried {
			break
		}
		work := 0.0
		for digits := position.Digits(int(cell)); digits != 0; digits &= digits - 1 {
			child := *position
			child.Place(int(cell), bits.TrailingZeros16(digits))
			if child.Propagate() {
				work += math.Exp2(float64(excessCandidates(&child)) / 16)
			}
		}
		if work < least {
			least, best = work, int(cell)
		}
	}
	return best
}

func excessCandidates(position *verify.Position) (n int) {
	for cell := range 81 {
		n += bits.OnesCount16(position.Digits(cell)) - 1
	}
	return n
}
