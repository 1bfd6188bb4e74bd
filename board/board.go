package board

import "sync"

// Board is a set of houses over the 81 cells, with all that follows from it. It
// cannot be changed; any number of goroutines may use it. Two boards with the same
// [Board.String] have the same houses, and only those.
type Board struct {
	name    string
	has     HouseSet
	regions HouseSet // the boxes, or else the regions: each cell is in one
	// Tables by cell and house are as long as their index reaches, which spares a
	// check at each look; what is beyond the board is empty.
	cells          [256]CellSet
	of             [256]HouseSet
	peers          [256]CellSet
	block          [256]House
	crossing       [64]HouseSet
	longest        int
	rectangles     [][4]Cell
	rectangleCells []CellSet // the same as sets, apart: most searches look at them alone
}

// of makes a board of some houses, with the cells of its regions if it has any.
func of(name string, has HouseSet, regions [9]CellSet) *Board {
	b := &Board{name: name, has: has}
	for h := range has.All() {
		cells := shape(h)
		if h.Kind() == Region {
			cells = regions[h.Number()-1]
		}
		b.cells[h] = cells
		for c := range cells.All() {
			b.of[c] |= 1 << h
			b.peers[c] = b.peers[c].Or(cells)
		}
	}
	b.regions = b.has & Box.Houses()
	if b.regions == 0 {
		b.regions = b.has & Region.Houses()
	}
	for c := range Cell(Cells) {
		b.peers[c].Remove(c)
		b.block[c] = (b.of[c] & b.regions).First()
	}
	for g := range b.has.All() {
		for h := range b.has.All() {
			if n := b.cells[g].And(b.cells[h]).Len(); g != h && n > 1 {
				b.crossing[g] |= 1 << h
				b.longest = max(b.longest, n)
			}
		}
	}
	for p := range Cell(Cells) {
		for q := p + 1; q.Row() == p.Row(); q++ {
			for r := p + 9; r < Cells; r += 9 {
				if s := r + q - p; b.pairsUp(p, q, r, s) {
					b.rectangles = append(b.rectangles, [4]Cell{p, q, r, s})
					b.rectangleCells = append(b.rectangleCells, CellsOf(p, q, r, s))
				}
			}
		}
	}
	return b
}

// pairsUp is Swappable for opposite corners p, s and q, r.
func (b *Board) pairsUp(p, q, r, s Cell) bool {
	return b.of[p]&b.of[s] == 0 && b.of[q]&b.of[r] == 0 && b.of[p]|b.of[s] == b.of[q]|b.of[r]
}

// Size is how many digits there are, and cells in a house: 9.
func (b *Board) Size() int { return 9 }

// Houses are all houses of the board.
func (b *Board) Houses() HouseSet { return b.has }

// Cells are the nine cells of a house; none if the board has no such house.
func (b *Board) Cells(h House) CellSet { return b.cells[h] }

// HousesOf are the houses that a cell lies in: its row, its column and up to three
// or four more.
func (b *Board) HousesOf(c Cell) HouseSet { return b.of[c] }

// Peers are the other cells that share a house with c; 20 on the classic board.
func (b *Board) Peers(c Cell) CellSet { return b.peers[c] }

// Block is the box of a cell, or its region on a board without boxes.
func (b *Board) Block(c Cell) House { return b.block[c] }

// Blocks are the nine boxes, or the nine regions of a board without boxes.
func (b *Board) Blocks() HouseSet { return b.regions }

// Crossing are the houses that share two or more cells with h.
func (b *Board) Crossing(h House) HouseSet { return b.crossing[h&63] }

// LongestCrossing is how many cells two houses share at most; 3 on the classic board.
func (b *Board) LongestCrossing() int { return b.longest }

// CommonPeers are the cells that see every cell of s; all cells if s is empty.
func (b *Board) CommonPeers(s CellSet) CellSet {
	common := AllCells()
	for !s.Empty() && !common.Empty() {
		common = common.And(b.peers[s.Pop()])
	}
	return common
}

// SeenBy are the cells that see a cell of s.
func (b *Board) SeenBy(s CellSet) CellSet {
	var seen CellSet
	for !s.Empty() {
		seen = seen.Or(b.peers[s.Pop()])
	}
	return seen
}

// Touch reports whether a cell of s sees a cell of t.
func (b *Board) Touch(s, t CellSet) bool {
	for !s.Empty() {
		if b.peers[s.Pop()].Meets(t) {
			return true
		}
	}
	return false
}

// HouseWith is the first house that holds all of s, if there is one and s is not
// empty: lines come before others.
func (b *Board) HouseWith(s CellSet) (House, bool) {
	for left := b.of[s.First()]; left != 0; {
		if h := left.Pop(); s.Within(b.cells[h]) {
			return h, true
		}
	}
	return 0, false
}

// HousesWith are the houses that hold all of s; none if s is empty.
func (b *Board) HousesWith(s CellSet) HouseSet {
	all := b.of[s.First()]
	for left := all; left != 0; {
		if h := left.Pop(); !s.Within(b.cells[h]) {
			all &^= 1 << h
		}
	}
	return all
}

// Swappable reports whether two digits, one in every cell of s and the other in every cell
// of t, could change places with no house the worse for it. A puzzle with one solution has
// no such cells but where a given tells them apart.
func (b *Board) Swappable(s, t CellSet) bool {
	var in [2]HouseSet
	for i, side := range [2]CellSet{s, t} {
		for c := range side.All() {
			if in[i]&b.of[c] != 0 {
				return false
			}
			in[i] |= b.of[c]
		}
	}
	return in[0] == in[1] && !s.Meets(t)
}

// Rectangles is how many rectangles there are whose opposite corners are swappable:
// 486 on the classic board, fewer on others.
func (b *Board) Rectangles() int { return len(b.rectangles) }

// Rectangle is the corners of the i-th of them, counted from 0, row by row: corner
// j is opposite corner 3−j.
func (b *Board) Rectangle(i int) [4]Cell { return b.rectangles[i] }

// RectangleCells is the i-th of them as a set.
func (b *Board) RectangleCells(i int) CellSet { return b.rectangleCells[i] }

// made are the boards without regions, by name: there is one of each, made when it is
// first asked for, as most runs of a program need the classic one alone.
var made = map[string]*struct {
	sync.Once
	board *Board
}{"classic": {}, "x": {}, "windoku": {}, "x+windoku": {}}

var classic = sync.OnceValue(func() *Board { return mustBe("classic") })

// Classic is the board with rows, columns and boxes.
func Classic() *Board { return classic() }

// X is the classic board with both diagonals.
func X() *Board { return mustBe("x") }

// Windoku is the classic board with four windows.
func Windoku() *Board { return mustBe("windoku") }

// mustBe is Parse for names written in source code.
func mustBe(name string) *Board {
	b, err := Parse(name)
	if err != nil {
		panic("board: " + err.Error())
	}
	return b
}

// shape are the cells of the houses that do not depend on a board.
func shape(h House) (cells CellSet) {
	n := h.Number() - 1
	for c := range Cell(Cells) {
		row, column := c.Row()-1, c.Column()-1
		in := false
		switch h.Kind() {
		case Row:
			in = row == n
		case Column:
			in = column == n
		case Box:
			in = row/3*3+column/3 == n
		case Diagonal:
			in = n == 0 && row == column || n == 1 && row+column == 8
		case Window:
			in = row%4 > 0 && column%4 > 0 && row/4*2+column/4 == n
		}
		if in {
			cells.Add(c)
		}
	}
	return cells
}
