package csp

import "slices"

// Board holds groups of distinct cells, such as rows, columns and boxes, in compiled form. Networks with the same
// groups share a Board.
type Board struct {
	values    int
	never     bool // the groups cannot be satisfied together
	groups    [][]Cell
	sees      []uint64
	peers     [][]Cell
	distinct  []distinctCells
	houses    []int32
	props     []prop
	families  []family
	crossings [][][]crossing // for each pair of families, the crossings of the two; the family with the lower index comes first
}

// NewBoard compiles groups of distinct cells, for networks with the given numbers of values and cells. It keeps the
// slice `groups`, but does not change it.
func NewBoard(values, cells int, groups [][]Cell) *Board {
	n := New(0, values, cells)
	for _, g := range groups {
		n.Distinct(g...)
	}
	c := newCompiler(n, new(rooms))
	c.computePeers(n, 0)
	c.listPeers()
	for _, g := range groups {
		c.addDistinct(g)
	}
	b := &Board{values, c.never, groups, c.sees, c.peers, slices.Clip(c.distinct), slices.Clip(c.houses), c.props, c.distinctFamilies(), nil}
	c.index = make([]int32, cells)
	for i := range b.families {
		b.families[i].groups = slices.Clip(b.families[i].groups)
		b.families[i].shared = true
		b.crossings = append(b.crossings, make([][]crossing, len(b.families)))
		for j := i + 1; j < len(b.families); j++ {
			from := len(c.crossings)
			c.addFamilyCrossings(&b.families[i], &b.families[j])
			b.crossings[i][j] = slices.Clip(c.crossings[from:])
		}
	}
	return b
}

// AddBoard requires the cells of each group of b to be distinct, as Distinct does. It must be called before
// other constraints are stated.
func (n *Network) AddBoard(b *Board) {
	n.distinct = slices.Grow(n.distinct, len(b.groups)+8)
	for _, g := range b.groups {
		n.Distinct(g...)
	}
	if n.values == b.values && len(n.distinct) == len(b.groups) {
		n.board = b
	}
}

// reuseBoardGroups uses the compiled groups of the board, and returns their number. The number is 0 unless the network
// has as many cells as the board, and the cells of each group can together still have every value.
func (c *compiler) reuseBoardGroups(n *Network) int {
	b := n.board
	if b == nil || b.never || len(c.start) != len(b.peers) {
		return 0
	}
	for _, g := range b.groups {
		if c.unionOf(g) != c.all {
			return 0
		}
	}
	c.board = b
	c.sees = c.rooms.words.Allocate(len(b.sees))
	copy(c.sees, b.sees)
	c.distinct, c.houses = b.distinct, slices.Clip(b.houses)
	if c.equal > 0 {
		for _, g := range b.groups {
			c.failIfEqual(g)
		}
	}
	return len(b.groups)
}
