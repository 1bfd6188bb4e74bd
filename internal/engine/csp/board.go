package csp

import "slices"

// Board holds, in compiled form, groups of cells whose values must differ, such as rows, columns and boxes. Networks
// with the same groups share a Board.
type Board struct {
	values    int
	never     bool // no assignment satisfies all groups
	groups    [][]Cell
	sees      []uint64
	peers     [][]Cell
	distinct  []distinctCells
	houses    []int32
	props     []prop
	families  []family
	crossings [][][]crossing // crossings[i][j], with i < j, has the crossings of families[i] with families[j]
}

// NewBoard compiles groups of cells whose values must differ. `values` and `cells` are the numbers of values and cells
// of the networks that will use the Board. NewBoard keeps the slice `groups`, but does not change it.
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

// AddBoard requires the cells of each group of b to have different values, as Distinct does. It must be called before
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

// reuseBoardGroups uses the compiled groups of the network's board, and returns their number. It uses none and returns
// 0 if there is no board, if the board's groups contradict each other, or if the network has another number of cells.
// It also returns 0 if all cells of a group have lost the same value.
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
