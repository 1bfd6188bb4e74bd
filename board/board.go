package board

import "sync"

// Board has cells, groups of cells whose values differ, and tables derived from these. A group with as many cells as
// there are values is a house: it holds each value once. A Board never changes, so several goroutines may use it.
//
// [Parse] makes boards that have a name, all with nine rows and columns. [New] makes other boards.
type Board struct {
	name       string // the board's name, or "" if New made the board
	all        CellSet
	size       int
	has, full  HouseSet // has holds all groups; full holds only the groups that are houses
	rows, cols HouseSet
	regions    HouseSet // the boxes or, on a board without boxes, the regions; each cell is in exactly one
	loose      bool     // set for boards made by New, on which two cells without a common house may have to differ
	// Each table indexed by a cell or a house has an entry for every possible index, so that the compiler omits bounds
	// checks. Entries beyond the board are empty.
	cells          [256]CellSet
	houses         [256]HouseSet // the houses of each cell
	row, column    [256]House
	peers          [256]CellSet
	block          [256]House
	crossing       [64]HouseSet
	longest        int
	rectangles     [][4]Cell
	rectangleCells []CellSet // the corners of each rectangle as a set; most searches need only these sets
}

// NoHouse stands for no house. [Board.Cells] of NoHouse returns the empty set.
const NoHouse House = 255

// mostGroups limits the numbered groups of a board, because a HouseSet has one bit for each group.
const mostGroups = 64

// Shape defines a board for [New]. Each list has groups of cells whose values differ. Empty groups are ignored, and
// groups with the same cells count once.
type Shape struct {
	Cells, Values int // the number of cells, at most [MostCells], and of values, at most [MostValues]
	Rows, Columns []CellSet
	Blocks        []CellSet // boxes or regions
	Others        []CellSet // diagonals, windows, disjoint groups, cages, …
	Apart         [][2]Cell // further pairs of cells that must differ, such as cells a knight's move apart
}

// MostValues is the maximum number of values of a board.
const MostValues = 16

// New returns a board with the cells and groups of a shape, and numbers the groups in the order rows, columns, blocks,
// others. Only 64 groups can have a number; if there are more, houses get their numbers first. The cells of a group
// without a number are peers on the board, but [Board.Groups] omits the group. `numbers` lists the number of each group
// in the shape's order; the number of an unnumbered group is [NoHouse]. The new board has no [Board.Rectangles],
// because New does not know whether two values may be exchanged. ok is false if the shape exceeds [MostCells] or
// [MostValues].
func New(s Shape) (b *Board, numbers []House, ok bool) {
	if s.Cells < 0 || s.Cells > MostCells || s.Values < 1 || s.Values > MostValues {
		return nil, nil, false
	}
	b = &Board{all: firstCells(s.Cells), size: s.Values, loose: true}
	lists := [][]CellSet{s.Rows, s.Columns, s.Blocks, s.Others}
	known := map[CellSet]bool{}
	left := mostGroups
	numbered := map[CellSet]bool{}
	for _, full := range []bool{true, false} {
		for _, list := range lists {
			for _, cells := range list {
				if n := cells.Len(); !known[cells] && n > 1 && n <= s.Values && (n == s.Values) == full {
					known[cells] = true
					if left > 0 {
						numbered[cells] = true
						left--
					}
				}
			}
		}
	}
	at := map[CellSet]House{}
	for i, list := range lists {
		for _, cells := range list {
			h, again := at[cells]
			if !again {
				if h = NoHouse; numbered[cells] {
					h = House(len(at))
					b.cells[h] = cells
					b.has |= 1 << h
					at[cells] = h
					if cells.Len() == s.Values {
						b.full |= 1 << h
					}
				}
			}
			numbers = append(numbers, h)
			b.makePeers(cells)
			if h == NoHouse {
				continue
			}
			switch i {
			case 0:
				b.rows |= 1 << h
			case 1:
				b.cols |= 1 << h
			case 2:
				b.regions |= 1 << h
			}
		}
	}
	for _, pair := range s.Apart {
		b.makePeers(CellsOf(pair[0], pair[1]).And(b.all))
	}
	b.fillLookupTables()
	return b, numbers, true
}

func (b *Board) makePeers(cells CellSet) {
	for c := range cells.All() {
		b.peers[c] = b.peers[c].Or(cells)
		b.peers[c].Remove(c)
	}
}

// newBoard builds a named board. `regions` has the cells of each region, if the board has regions.
func newBoard(name string, has HouseSet, regions [9]CellSet) *Board {
	b := &Board{name: name, all: AllCells(), size: 9, has: has, full: has, rows: Row.Houses(), cols: Column.Houses()}
	for h := range has.All() {
		b.cells[h] = standardHouseCells(h)
		if h.Kind() == Region {
			b.cells[h] = regions[h.Number()-1]
		}
		b.makePeers(b.cells[h])
	}
	b.regions = b.has & Box.Houses()
	if b.regions == 0 {
		b.regions = b.has & Region.Houses()
	}
	b.fillLookupTables()
	for p := range Cell(Cells) {
		for q := p + 1; q.Row() == p.Row(); q++ {
			for r := p + 9; r < Cells; r += 9 {
				if s := r + q - p; b.isSwappableRectangle(p, q, r, s) {
					b.rectangles = append(b.rectangles, [4]Cell{p, q, r, s})
					b.rectangleCells = append(b.rectangleCells, CellsOf(p, q, r, s))
				}
			}
		}
	}
	return b
}

func (b *Board) fillLookupTables() {
	for c := range len(b.row) {
		b.row[c], b.column[c], b.block[c] = NoHouse, NoHouse, NoHouse
	}
	for h := range b.has.All() {
		for c := range b.cells[h].All() {
			if b.full.Has(h) {
				b.houses[c] |= 1 << h
			}
			for _, k := range []struct {
				in     HouseSet
				houses *[256]House
			}{{b.rows, &b.row}, {b.cols, &b.column}, {b.regions, &b.block}} {
				if k.in.Has(h) && k.houses[c] == NoHouse {
					k.houses[c] = h
				}
			}
		}
	}
	for g := range b.full.All() {
		for h := range b.full.All() {
			if n := b.cells[g].And(b.cells[h]).Len(); g != h && n > 1 {
				b.crossing[g] |= 1 << h
				b.longest = max(b.longest, n)
			}
		}
	}
}

// isSwappableRectangle is [Board.Swappable] for a rectangle. p and s are opposite corners, and so are q and r.
func (b *Board) isSwappableRectangle(p, q, r, s Cell) bool {
	return b.houses[p]&b.houses[s] == 0 && b.houses[q]&b.houses[r] == 0 && b.houses[p]|b.houses[s] == b.houses[q]|b.houses[r]
}

// Size returns the number of values, which is also the number of cells in a house: 9 on boards with a name.
func (b *Board) Size() int { return b.size }

// All returns the set of the board's cells.
func (b *Board) All() CellSet { return b.all }

// Houses returns the groups that hold each value once.
func (b *Board) Houses() HouseSet { return b.full }

// Groups returns all numbered groups: the houses, and the groups that have fewer cells than the board has values.
func (b *Board) Groups() HouseSet { return b.has }

// Rows returns the groups that are rows of the board, whether they are houses or not.
func (b *Board) Rows() HouseSet { return b.rows }

// Columns returns the groups that are columns of the board, whether they are houses or not.
func (b *Board) Columns() HouseSet { return b.cols }

// Row returns the row of a cell, or [NoHouse] if no row contains it.
func (b *Board) Row(c Cell) House { return b.row[c] }

// Column returns the column of a cell, or [NoHouse] if no column contains it.
func (b *Board) Column(c Cell) House { return b.column[c] }

// HasPeersOutsideHouses reports whether some two cells may have to differ although they share no house. It returns
// false for boards with a name, and true for every board made by [New].
func (b *Board) HasPeersOutsideHouses() bool { return b.loose }

// Cells returns the cells of a group, or the empty set if the board has no such group.
func (b *Board) Cells(h House) CellSet { return b.cells[h] }

// HousesOf returns the houses that contain a cell, such as the cell's row, column and box.
func (b *Board) HousesOf(c Cell) HouseSet { return b.houses[c] }

// Peers returns the other cells whose values must differ from the value of c. There are 20 on the classic board.
func (b *Board) Peers(c Cell) CellSet { return b.peers[c] }

// Block returns the box of a cell or, on a board without boxes, its region.
func (b *Board) Block(c Cell) House { return b.block[c] }

// Blocks returns the boxes, or the regions of a board without boxes.
func (b *Board) Blocks() HouseSet { return b.regions }

// Crossing returns the houses that share two or more cells with h.
func (b *Board) Crossing(h House) HouseSet { return b.crossing[h&63] }

// LongestCrossing returns the largest number of cells that two houses share: 3 on the classic board.
func (b *Board) LongestCrossing() int { return b.longest }

// CommonPeers returns the cells that are peers of every cell of s, or all cells if s is empty.
func (b *Board) CommonPeers(s CellSet) CellSet {
	common := b.all
	for !s.Empty() && !common.Empty() {
		common = common.And(b.peers[s.Pop()])
	}
	return common
}

// SeenBy returns the cells that are peers of some cell of s.
func (b *Board) SeenBy(s CellSet) CellSet {
	var seen CellSet
	for !s.Empty() {
		seen = seen.Or(b.peers[s.Pop()])
	}
	return seen
}

// Touch reports whether a cell of s is a peer of a cell of t.
func (b *Board) Touch(s, t CellSet) bool {
	for !s.Empty() {
		if b.peers[s.Pop()].Meets(t) {
			return true
		}
	}
	return false
}

// HouseWith returns the first house that contains all cells of s; rows and columns come before others. The second
// result is false if no house contains these cells, or if s is empty.
func (b *Board) HouseWith(s CellSet) (House, bool) {
	if s.Empty() {
		return 0, false
	}
	for left := b.houses[s.First()]; left != 0; {
		if h := left.Pop(); s.Within(b.cells[h]) {
			return h, true
		}
	}
	return 0, false
}

// HousesWith returns the houses that contain all cells of s, or the empty set if s is empty.
func (b *Board) HousesWith(s CellSet) HouseSet {
	if s.Empty() {
		return 0
	}
	all := b.houses[s.First()]
	for left := all; left != 0; {
		if h := left.Pop(); !s.Within(b.cells[h]) {
			all &^= 1 << h
		}
	}
	return all
}

// Swappable supposes that all cells of s hold one digit, such as 3, and all cells of t hold a second digit, such as 7.
// It reports whether every house stays valid when 3 and 7 change places in these cells. If so, a puzzle whose only
// solution has these digits there has a given in at least one of these cells. On a board made by [New], Swappable
// returns false.
func (b *Board) Swappable(s, t CellSet) bool {
	if b.loose {
		return false
	}
	var in [2]HouseSet
	for i, side := range [2]CellSet{s, t} {
		for c := range side.All() {
			if in[i]&b.houses[c] != 0 {
				return false
			}
			in[i] |= b.houses[c]
		}
	}
	return in[0] == in[1] && !s.Meets(t)
}

// Rectangles returns the number of rectangles whose opposite corners are swappable: 486 on the classic board,
// and fewer on others.
func (b *Board) Rectangles() int { return len(b.rectangles) }

// Rectangle returns the corners of rectangle i, row by row, where i is from 0 to Rectangles()−1. Corner j is opposite
// to corner 3−j.
func (b *Board) Rectangle(i int) [4]Cell { return b.rectangles[i] }

// RectangleCells returns the corners of rectangle i as a set.
func (b *Board) RectangleCells(i int) CellSet { return b.rectangleCells[i] }

// fixedBoards holds the boards without regions, by name. A board is built when it is first requested, because most runs
// of a program need only the classic board.
var fixedBoards = map[string]*struct {
	sync.Once
	board *Board
}{"classic": {}, "x": {}, "windoku": {}, "x+windoku": {}}

var classic = sync.OnceValue(func() *Board { return mustParse("classic") })

// Classic returns the board with rows, columns and boxes.
func Classic() *Board { return classic() }

// X returns the board with rows, columns, boxes and both diagonals.
func X() *Board { return mustParse("x") }

// mustParse is like Parse, for names in source code; it panics if `name` is not valid.
func mustParse(name string) *Board {
	b, err := Parse(name)
	if err != nil {
		panic("board: " + err.Error())
	}
	return b
}

// standardHouseCells returns the cells of a row, a column, a box, a diagonal or a window. For a region, it returns the
// empty set.
func standardHouseCells(h House) (cells CellSet) {
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
