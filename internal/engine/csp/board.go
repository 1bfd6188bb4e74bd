package csp

import "slices"

// Board is groups of distinct cells, the rows, columns and boxes of a board, with what follows
// from them alone: networks of one shape share it.
type Board struct {
	values    int
	never     bool // they contradict each other
	groups    [][]Cell
	sees      []uint64
	peers     [][]Cell
	distinct  []distinct
	houses    []int32
	props     []prop
	families  []family
	crossings [][][]crossing // by two families, the lesser first
}

// NewBoard works out what follows from groups of distinct cells, where each of so many cells
// can have any of so many values. The groups are kept, and not changed.
func NewBoard(values, cells int, groups [][]Cell) *Board {
	n := New(0, values, cells)
	for _, g := range groups {
		n.Distinct(g...)
	}
	c := newCompiler(n)
	c.sight(n, 0)
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
			c.crossFamilies(&b.families[i], &b.families[j])
			b.crossings[i][j] = slices.Clip(c.crossings[from:])
		}
	}
	return b
}

// Board states the groups of a board, as Distinct does, before anything else is stated.
func (n *Network) Board(b *Board) {
	n.distinct = slices.Grow(n.distinct, len(b.groups)+8)
	for _, g := range b.groups {
		n.Distinct(g...)
	}
	if n.values == b.values && len(n.distinct) == len(b.groups) {
		n.board = b
	}
}

// onBoard takes over what the network's board knows, if it is of as many cells and each of its
// groups can still have every value. It returns how many of the network's groups that were.
func (c *compiler) onBoard(n *Network) int {
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
	c.sees = slices.Clone(b.sees)
	c.distinct, c.houses = b.distinct, slices.Clip(b.houses)
	if c.equal > 0 {
		for _, g := range b.groups {
			c.noteEqual(g)
		}
	}
	return len(b.groups)
}
