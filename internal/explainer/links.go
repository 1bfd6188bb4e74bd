package explainer

import "math/bits"

// cause states why a node is on or off: it was supposed, the cell has no other digit left, a house has no other place,
// or a technique shows it. The zero value is for a supposition.
type cause uint8

const (
	supposed cause = iota
	byCell
	byBox // the causes byRow and byColumn follow, in the order of cellHouse
	byRow
	byColumn
	byTechnique
)

// mode selects the links that a search uses.
type mode uint8

const (
	xLinks mode = iota // links between places of one digit
	yLinks             // strong links within a cell; weak links within a cell and between places of one digit
	xyLinks
)

// links has the strong links of a fixed position.
type links struct {
	board  *board
	inCell [candidates]int16    // for each candidate, the only other candidate of its cell, or −1
	inCage [candidates][3]int16 // for each candidate: the only other place of its digit in the box, the row and the column, or −1; no place occurs twice
	linked [3]marks             // for each mode, the candidates with a strong link
	where  [9]cellSet           // for each digit, the cells that have it as a candidate
	_      [0]func()            // makes the type not comparable
}

func (l *links) build(b *board) {
	l.board = b
	l.linked = [3]marks{}
	l.where = [9]cellSet{}
	for c := range uint8(cells) {
		m := b.cand[c]
		for _, d := range digitsOf[m] {
			n := 9*int(c) + int(d)
			l.where[d].add(c)
			l.inCell[n] = -1
			if ones[m] == 2 {
				l.inCell[n] = int16(9*int(c) + bits.TrailingZeros16(m&^(1<<d)))
				l.markLinked(yLinks, c, d)
				l.markLinked(xyLinks, c, d)
			}
			cage := [3]int16{-1, -1, -1}
			for k, h := range cellHouse[c] {
				other := b.places[d][h] &^ (1 << cellPlace[c][k])
				if other == 0 || other&(other-1) != 0 {
					continue
				}
				o := int16(9*int(houseCell[h][bits.TrailingZeros16(other)]) + int(d))
				if o != cage[0] && o != cage[1] {
					cage[k] = o
				}
				l.markLinked(xLinks, c, d)
				l.markLinked(xyLinks, c, d)
			}
			l.inCage[n] = cage
		}
	}
}

func (l *links) markLinked(m mode, c, d uint8) {
	to := &l.linked[m]
	to.cand[c] |= 1 << d
	for k, h := range cellHouse[c] {
		to.places[d][h] |= 1 << cellPlace[c][k]
	}
}

// appendWeak appends the candidates of m that must be off if candidate n is on: those of the cell, if inCell is set;
// then those of the box; then those of the rest of the row and column.
func appendWeak(m *marks, n int, inCell bool, list []uint16) []uint16 {
	c, d := uint8(n/9), uint8(n%9)
	if inCell {
		for _, e := range digitsOf[m.cand[c]&^(1<<d)] {
			list = append(list, uint16(9*int(c)+int(e)))
		}
	}
	h, p := &cellHouse[c], &cellPlace[c]
	places := &m.places[d]
	for _, q := range digitsOf[places[h[0]]&^(1<<p[0])] {
		list = append(list, uint16(9*int(houseCell[h[0]][q])+int(d)))
	}
	for _, q := range digitsOf[places[h[1]]&^(7<<(p[1]/3*3))] {
		list = append(list, uint16(9*int(houseCell[h[1]][q])+int(d)))
	}
	for _, q := range digitsOf[places[h[2]]&^(7<<(p[2]/3*3))] {
		list = append(list, uint16(9*int(houseCell[h[2]][q])+int(d)))
	}
	return list
}

// weakLinkCause states why the candidate `off`, which appendWeak has returned, must be off if the candidate `on` is on.
func weakLinkCause(on, off int) cause {
	a, b := on/9, off/9
	if a == b {
		return byCell
	}
	for k := range 3 {
		if cellHouse[a][k] == cellHouse[b][k] {
			return byBox + cause(k)
		}
	}
	return supposed
}

// lengthRating returns what a chain's complexity adds to its rating: 0.1 for each of the numbers 4, 6, 8, 12, 16, 24
// … below complexity − 2. It adds floating-point numbers in the order of Sudoku Explainer, so that both get the
// same sum.
func lengthRating(complexity int) float64 {
	sum, tenth := 0.0, 0.1
	for limit, odd := 4, false; complexity-2 > limit; odd = !odd {
		sum += tenth
		if odd {
			limit = limit * 4 / 3
		} else {
			limit = limit * 3 / 2
		}
	}
	return sum
}
