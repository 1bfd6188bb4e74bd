// A claim that a puzzle has no solution, or only one, depends only on this file: some 230 lines that import nothing of
// nonet. checkBranches tries all possibilities, whatever cells a certificate names. Propagate only removes impossible
// digits. isSolution checks each solution. If Propagate, isSolution and checkBranches are right, the claim is right:
// verify.go only splits lines into fields.

package verify

import (
	"math/bits"
	"sync"
)

// First is the byte that stands for cell 0 in a list of cells. The following bytes stand for the following cells.
const First = '!'

// search counts the solutions of a puzzle by branching on given cells.
type search struct {
	puzzle   *[81]uint8
	cells    []byte    // the cells to branch on, in preorder
	used     int       // how many cells of the list have been used
	found    int       // the number of solutions found
	solution [81]uint8 // the last solution found
}

const filled = "verify.filled"

// checkBranches tries all possibilities of a position. If the certificate's list of cells is wrong, it returns the key
// of an error message, and otherwise "".
func (s *search) checkBranches(p *Position) (fault string) {
	if !p.Propagate() {
		return ""
	}
	if g, full := p.Grid(); full {
		if !isSolution(&g, s.puzzle) {
			return "verify.unsolved"
		}
		s.found++
		s.solution = g
		return ""
	}
	if s.used == len(s.cells) {
		return "verify.short"
	}
	cell := int(s.cells[s.used]) - First
	if cell < 0 || cell > 80 {
		return "verify.cell"
	}
	digits := p.Digits(cell)
	if digits&(digits-1) == 0 {
		return filled
	}
	s.used++
	for ; digits != 0 && fault == ""; digits &= digits - 1 {
		child := *p
		child.Place(cell, bits.TrailingZeros16(digits))
		fault = s.checkBranches(&child)
	}
	return fault
}

// isSolution reports whether a full grid has the puzzle's givens, and has each digit once in each house.
func isSolution(g, puzzle *[81]uint8) bool {
	var rows, columns, boxes [9]int
	for i, d := range g {
		if puzzle[i] != 0 && puzzle[i] != d {
			return false
		}
		rows[i/9] |= 1 << d
		columns[i%9] |= 1 << d
		boxes[i/27*3+i%9/3] |= 1 << d
	}
	for i := range 9 {
		if rows[i] != 1022 || columns[i] != 1022 || boxes[i] != 1022 {
			return false
		}
	}
	return true
}

// Position holds the possible cells of each digit: 27 bits for each band, row by row. Assigning a Position copies it.
type Position struct {
	at    [9][3]uint32
	todo  uint16    // the digits that have lost a place since they were last processed
	known [3]uint32 // the cells whose digit has been removed from their peers
}

// all is the set of all cells in a band.
const all = 1<<27 - 1

var (
	minirows [512]uint16   // for each set of cells of a row, the minirows that contain any of them
	fits     [512]uint16   // for each set of minirows, three bits a row: those that a choice of three of them, one in each row and box, can use
	spread   [512]uint32   // for each set of minirows of a band, their cells
	columns  [512]uint32   // for each set of columns, their cells in a band
	clear    [81][3]uint32 // for each cell, the cell itself and all cells that are not its peers
)

// tables fills the tables when the first position is made, so that commands without positions do not wait for it.
var tables = sync.OnceFunc(func() {
	for x := range 512 {
		for i := range 3 {
			if x>>(3*i)&7 != 0 {
				minirows[x] |= 1 << i
			}
			// A choice takes one box in each of three rows: box j in row 0. In each further row, it takes the box that
			// is turn places further.
			for j := range 3 {
				for _, turn := range [2]int{1, 2} {
					if choice := 1<<j | 8<<((j+turn)%3) | 64<<((j+2*turn)%3); i == 0 && x&choice == choice {
						fits[x] |= uint16(choice)
					}
				}
			}
			columns[x] |= uint32(x) << (9 * i)
		}
		for i := range 9 {
			if x>>i&1 != 0 {
				spread[x] |= 7 << (3 * i)
			}
		}
	}
	for c := range 81 {
		for o := range 81 {
			if o == c || o/9 != c/9 && o%9 != c%9 && (o/27 != c/27 || o%9/3 != c%9/3) {
				clear[c][o/27] |= 1 << (o % 27)
			}
		}
	}
})

// New returns the position of a puzzle: 81 values, row by row, 0 for empty.
func New(puzzle *[81]uint8) Position {
	tables()
	p := Position{todo: 511}
	for d := range 9 {
		p.at[d] = [3]uint32{all, all, all}
	}
	for cell, d := range puzzle {
		if d != 0 {
			p.Place(cell, int(d)-1)
		}
	}
	return p
}

// Place sets a cell, 0–80, to digit d, 0–8.
func (p *Position) Place(cell, d int) { p.place(d, cell/27, 1<<(cell%27)) }

// place sets the given cells of a band to digit d, and removes d from their peers.
func (p *Position) place(d, band int, cells uint32) {
	p.known[band] |= cells
	for e := range p.at {
		if e != d && p.at[e][band]&cells != 0 {
			p.at[e][band] &^= cells
			p.todo |= 1 << e
		}
	}
	at := &p.at[d]
	was := *at
	for ; cells != 0; cells &= cells - 1 {
		keep := &clear[27*band+bits.TrailingZeros32(cells)]
		at[0] &= keep[0]
		at[1] &= keep[1]
		at[2] &= keep[2]
	}
	if *at != was {
		p.todo |= 1 << d
	}
}

// Digits returns the possible digits of a cell; bit 0 stands for digit 1.
func (p *Position) Digits(cell int) (set uint16) {
	for d := range 9 {
		set |= uint16(p.at[d][cell/27]>>(cell%27)&1) << d
	}
	return set
}

// Grid returns the digit of each cell. `full` is false if some cell has several digits.
func (p *Position) Grid() (g [81]uint8, full bool) {
	for d := range 9 {
		for band, cells := range p.at[d] {
			if bits.OnesCount32(cells) != 3 {
				return g, false
			}
			for ; cells != 0; cells &= cells - 1 {
				g[27*band+bits.TrailingZeros32(cells)] = uint8(d + 1)
			}
		}
	}
	return g, true
}

// Propagate applies the rules that docs/PROOFS.md lists until nothing changes. Two rules are about a cell with one
// digit, and about a digit with one place in a row or column. Another rule removes a place of a digit in a band or
// stack if the digit, once placed there, would have no place in another line or box. Propagate returns false if there
// is a contradiction. The result does not depend on the order of the rules: with fewer places, a rule never implies
// less.
func (p *Position) Propagate() bool {
	for p.todo != 0 {
		for p.todo != 0 {
			d := bits.TrailingZeros16(p.todo)
			p.todo &= p.todo - 1
			if !p.propagatePlaces(d) {
				return false
			}
		}
		if !p.propagateCells() {
			return false
		}
	}
	return true
}

// propagatePlaces applies the rules about the places of digit d.
func (p *Position) propagatePlaces(d int) bool {
	at := &p.at[d]
	var lines [3]uint32 // for each band, the columns that have a place
	for band, x := range at {
		x &= spread[fits[minirows[x&511]|minirows[x>>9&511]<<3|minirows[x>>18]<<6]]
		at[band] = x
		lines[band] = (x | x>>9 | x>>18) & 511 // if a band has no place, no stack fits
	}
	for stack := 0; stack < 9; stack += 3 {
		fitting := fits[lines[0]>>stack&7|lines[1]>>stack&7<<3|lines[2]>>stack&7<<6]
		if fitting == 0 {
			return false
		}
		for band := range 3 {
			if removed := lines[band] >> stack & 7 &^ uint32(fitting>>(3*band)&7); removed != 0 {
				at[band] &^= columns[removed<<stack]
				p.todo |= 1 << d
			}
		}
	}
	var one, two uint32 // the columns with at least one place, and with at least two
	for _, x := range at {
		for range 3 {
			two |= one & x & 511
			one |= x & 511
			x >>= 9
		}
	}
	alone := columns[one&^two]
	for band, x := range at {
		single := x & alone
		for row := uint32(511); row < all; row <<= 9 {
			if y := x & row; y&(y-1) == 0 {
				single |= y
			}
		}
		if single &^= p.known[band]; single != 0 {
			p.place(d, band, single)
		}
	}
	return true
}

// propagateCells applies the rules about the digits of each cell.
func (p *Position) propagateCells() bool {
	for band := range 3 {
		var one, two uint32 // the cells with at least one digit, and with at least two
		for d := range 9 {
			two |= one & p.at[d][band]
			one |= p.at[d][band]
		}
		if one != all {
			return false
		}
		if single := one &^ two &^ p.known[band]; single != 0 {
			for d := range 9 {
				p.place(d, band, p.at[d][band]&single)
			}
		}
	}
	return true
}
