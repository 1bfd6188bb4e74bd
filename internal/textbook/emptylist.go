package textbook

// emptyList is the program in a post by 王川 of 2014. It lists the empty cells once, row by row. The depth of the search
// is an index into that list. The search tree is the same as for the two row-major strategies, but the search does not
// visit givens, and the grid is full at the end of the list.
//
// Cost per node: one read of the list, up to 3 reads for each digit tried, and six writes to place and undo.
//
// The program in the post prints every solution. The program on the author's page stops at the first solution, and so
// does emptyList, unless more solutions are requested.
type emptyList struct {
	usedTables
	empty   []uint8 // the initially empty cells, ascending
	current int     // the index into empty; len(empty) when all cells are filled
}

func newEmptyList(b *board) algorithm {
	a := &emptyList{usedTables: newUsedTables(b)}
	for cell, digit := range b.cells {
		if digit == 0 {
			a.empty = append(a.empty, uint8(cell))
		}
	}
	return a
}

func (a *emptyList) choose() (int, bool) {
	if a.current == len(a.empty) {
		return 0, false
	}
	a.reads++
	return int(a.empty[a.current]), true
}

func (a *emptyList) place(p placement) {
	a.setUsed(p, true)
	a.current++
}

func (a *emptyList) undo(p placement) {
	a.setUsed(p, false)
	a.current--
}
