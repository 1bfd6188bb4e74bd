package counting

import (
	"context"
	"slices"
	"sync"

	"nonet/board"
)

// filling is one way to fill a box, as its two splits: a digit stands where its row crosses its column.
type filling struct{ across, down uint16 }

// box holds the possible fillings of one box. It numbers the splits down that occur, from 0, so that tables with these
// numbers as indices stay small.
type box struct {
	fillings []filling
	across   [splits]bool // for each split across, whether some filling has it
	down     [splits]bool

	downs  []uint16         // the splits down, in the order of their numbers in the box
	place  [splits]uint16   // for each split down, its number in the box
	byDown [][]uint16       // byDown[k] lists the splits across that fillings combine with downs[k]
	byRow  [splits][]uint16 // byRow[s] lists, by their numbers in the box, the splits down that fillings combine with the split across s
}

// network holds the nine boxes. The splits of boxes in one band or stack must go together: the boxes of a band share
// the digits of each row, and the boxes of a stack the digits of each column.
type network struct {
	*tables
	boxes         [3][3]*box // boxes[band][stack]; if the grid is transposed, boxes[stack][band]
	open          []int      // the digits without a given, counted from 0
	rows, columns [3][3]bool // for each band and each stack, which of its lines have no given
	empty         [3][3]bool // like columns, but with the stacks in the order that orderChutes chose
}

// buildNetwork returns nil if it finds that the puzzle has no solution, or if ctx has ended.
func buildNetwork(ctx context.Context, puzzle *[81]uint8) *network {
	cells, ok := singlesCandidates(puzzle)
	if !ok {
		return nil
	}
	n := &network{tables: shared()}
	used := uint(0)
	for _, d := range puzzle {
		used |= 1 << d
	}
	for d := range 9 {
		if used>>(d+1)&1 == 0 {
			n.open = append(n.open, d)
		}
	}
	n.rows, n.columns = emptyLines(puzzle)
	eachInParallel(9, func(i int) {
		b := new(box)
		n.boxes[i/3][i%3] = b
		var sets [9]uint16
		for k := range sets {
			sets[k] = cells[(i/3*3+k/3)*9+i%3*3+k%3]
		}
		b.addFillings(ctx, n.tables, &sets, 0, 0, [3]int{}, [3]int{})
		b.markUsedSplits()
	})
	for changed := true; changed; {
		if ctx.Err() != nil {
			return nil
		}
		changed = false
		for i := range 3 {
			changed = n.removeUnsupported(&n.boxes[i][0].across, &n.boxes[i][1].across, &n.boxes[i][2].across) || changed
			changed = n.removeUnsupported(&n.boxes[0][i].down, &n.boxes[1][i].down, &n.boxes[2][i].down) || changed
		}
		for i := range 9 {
			b := n.boxes[i/3][i%3]
			changed = b.pruneFillings() || changed
			if len(b.fillings) == 0 {
				return nil
			}
		}
	}
	n.orderChutes()
	eachInParallel(9, func(i int) { n.boxes[i/3][i%3].renumberDownSplits(ctx) })
	return n
}

// emptyLines returns, for each band and each stack, which of its lines have no given.
func emptyLines(puzzle *[81]uint8) (rows, columns [3][3]bool) {
	for i := range 9 {
		row, column := true, true
		for k := range 9 {
			row = row && puzzle[i*9+k] == 0
			column = column && puzzle[k*9+i] == 0
		}
		rows[i/3][i%3], columns[i/3][i%3] = row, column
	}
	return rows, columns
}

// singlesCandidates propagates singles and returns the candidates of each cell; bit 0 stands for digit 1. possible is
// false if it finds a contradiction.
func singlesCandidates(puzzle *[81]uint8) (cells [81]uint16, possible bool) {
	for c := range cells {
		cells[c] = 511
	}
	lists := lists()
	var placed [81]bool
	place := func(c board.Cell, set uint16) bool {
		if cells[c]&set == 0 {
			return false
		}
		placed[c] = true
		for _, p := range lists.peers[c] {
			if cells[p] &^= set; cells[p] == 0 {
				return false
			}
		}
		cells[c] = set
		return true
	}
	for c, d := range puzzle {
		if d > 9 || d != 0 && !place(board.Cell(c), 1<<(d-1)) {
			return cells, false
		}
	}
	for changed := true; changed; {
		changed = false
		for c, set := range cells {
			if !placed[c] && set&(set-1) == 0 {
				if !place(board.Cell(c), cells[c]) {
					return cells, false
				}
				changed = true
			}
		}
		for _, house := range lists.houses {
			var once, twice uint16
			for _, c := range house {
				twice |= once & cells[c]
				once |= cells[c]
			}
			if once != 511 {
				return cells, false
			}
			for _, c := range house {
				if set := cells[c] & (once &^ twice); set != 0 && !placed[c] {
					if set&(set-1) != 0 || !place(c, set) {
						return cells, false
					}
					changed = true
				}
			}
		}
	}
	return cells, true
}

var lists = sync.OnceValue(func() *geometry {
	b, lists := board.Classic(), new(geometry)
	for h := range b.Houses().All() {
		lists.houses = append(lists.houses, slices.Collect(b.Cells(h).All()))
	}
	for c := range board.Cell(board.Cells) {
		lists.peers[c] = slices.Collect(b.Peers(c).All())
	}
	return lists
})

type geometry struct {
	houses [][]board.Cell
	peers  [board.Cells][]board.Cell
}

// addFillings appends all fillings of b that complete the cells before index i, until ctx ends. `used` has the digits
// of the cells before index i; `rows` and `columns` have these digits by row and by column.
func (b *box) addFillings(ctx context.Context, t *tables, cells *[9]uint16, i int, used uint16, rows, columns [3]int) {
	if i == 9 {
		b.fillings = append(b.fillings, filling{t.splitNumberOf(rows[0], rows[1]), t.splitNumberOf(columns[0], columns[1])})
		return
	}
	if i == 2 && checkCancelled(ctx) {
		return
	}
	for left := cells[i] &^ used; left != 0; left &= left - 1 {
		set := left & -left
		rows, columns := rows, columns
		rows[i/3] |= int(set)
		columns[i%3] |= int(set)
		b.addFillings(ctx, t, cells, i+1, used|set, rows, columns)
	}
}

func (b *box) markUsedSplits() {
	clear(b.across[:])
	clear(b.down[:])
	for _, f := range b.fillings {
		b.across[f.across], b.down[f.down] = true, true
	}
}

// removeUnsupported removes, from the three boxes of a chute, each split that no splits of the two other boxes complete
// to a triple.
func (n *network) removeUnsupported(a, b, c *[splits]bool) (dropped bool) {
	var keepB, keepC [splits]bool
	for s := range a {
		if !a[s] {
			continue
		}
		supported := false
		for _, p := range n.completions[s] {
			if b[p.b] && c[p.c] {
				supported = true
				keepB[p.b], keepC[p.c] = true, true
			}
		}
		if !supported {
			a[s] = false
			dropped = true
		}
	}
	if *b != keepB || *c != keepC {
		*b, *c = keepB, keepC
		dropped = true
	}
	return dropped
}

// pruneFillings removes fillings whose splits have been removed. It reports whether it removed a filling.
func (b *box) pruneFillings() bool {
	length := b.fillings[:0]
	for _, f := range b.fillings {
		if b.across[f.across] && b.down[f.down] {
			length = append(length, f)
		}
	}
	if len(length) == len(b.fillings) {
		return false
	}
	b.fillings = length
	b.markUsedSplits()
	return true
}

// renumberDownSplits numbers the splits down that occur, and lists the fillings by these numbers. It returns early if
// ctx ends.
func (b *box) renumberDownSplits(ctx context.Context) {
	for s, used := range b.down {
		if used {
			b.place[s] = uint16(len(b.downs))
			b.downs = append(b.downs, uint16(s))
		}
	}
	b.byDown = make([][]uint16, len(b.downs))
	for i, f := range b.fillings {
		if i%4096 == 0 && checkCancelled(ctx) {
			return
		}
		k := b.place[f.down]
		b.byDown[k] = append(b.byDown[k], f.across)
		b.byRow[f.across] = append(b.byRow[f.across], k)
	}
}
