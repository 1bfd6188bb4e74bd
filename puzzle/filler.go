package puzzle

import (
	"context"
	"math/bits"

	"nonet/internal/engine/csp"
)

// Filler finds the values that a few pieces leave possible in their cells. It stores ways to fill the cells. Most of
// these ways remain possible in later positions, so later calls need fewer searches. A Filler is not safe for
// concurrent use.
type Filler struct {
	Cells []int // the cells of the pieces, ascending
	// Effort, if not nil, limits the searches. It falls by one for each search, and for each value that a search tries.
	// When it is negative, undecided values count as possible.
	Effort *int

	of         *Pieces
	pieces     []int
	inner      *lister // enumerates ways without the engine; nil if only the engine can fill the pieces
	ways       [][]int
	next       int          // the index of the way to replace next, once mostRemembered ways are stored
	holding    []fillingSet // for each cell and value, the ways in which the cell has the value
	stored     []uint64     // for each cell, its values in the stored ways
	candidates []uint64     // if not nil, every way whose values are in these sets is among the stored ways
}

// mostRemembered limits the number of ways that a filler stores.
const mostRemembered = 128

// fillingSet is a set of stored ways, one bit for each index.
type fillingSet [mostRemembered / 64]uint64

func (m *fillingSet) hasCommonFilling(n *fillingSet) bool {
	return m[0]&n[0]|m[1]&n[1] != 0
}

// NewFiller returns a filler that has no stored ways yet. `pieces` has indices of q.All.
func (q *Pieces) NewFiller(pieces []int) *Filler {
	cells := q.cellsOf(pieces)
	return &Filler{Cells: cells, of: q, pieces: pieces, inner: q.newLister(nil, pieces, cells),
		holding: make([]fillingSet, len(cells)*q.Values()), stored: make([]uint64, len(cells))}
}

// PossibleValues returns, for each of Cells, the values that the cell has in at least one way to fill the pieces. A way
// gives each cell a value of its set in `candidates`. Two cells have different values if some piece of the puzzle requires
// that. If the search is cut short, undecided values count as possible. The error is the context's.
func (x *Filler) PossibleValues(ctx context.Context, candidates []uint64) (left []uint64, err error) {
	now := selectElements(candidates, x.Cells)
	if left, ok := x.of.reachableValues(x.pieces, now); ok {
		return left, nil
	}
	left = make([]uint64, len(now))
	known := x.recordedFillings(now)
	for i, set := range now {
		for ; set != 0; set &= set - 1 {
			if known.hasCommonFilling(x.fillingsWithValue(i, set)) {
				left[i] |= set & -set
			}
		}
	}
	if x.candidates != nil && isWithin(now, x.candidates) {
		return left, nil
	}
	x.candidates = nil
	if known == (fillingSet{}) && x.inner == nil {
		found, err := x.of.searchFillings(ctx, x.pieces, x.Cells, now, mostRemembered)
		if err != nil {
			return nil, err
		}
		x.recordSearch(int(found.Nodes))
		for _, solution := range found.Solutions {
			x.recordFilling(selectElements(solution, x.Cells), left)
		}
		if found.Outcome == csp.Complete {
			x.candidates = now // every possible way is stored; some stored ways may be impossible by now
			return left, nil
		}
	}
	for i, was := range now {
		for rest := was &^ left[i]; rest != 0; rest = was &^ left[i] {
			if x.Effort != nil && *x.Effort < 0 {
				left[i] |= rest
				break
			}
			now[i] = rest & -rest
			way, none, err := x.findFilling(ctx, now, left)
			if err != nil {
				return nil, err
			}
			switch {
			case way != nil:
				x.recordFilling(way, left)
			case none:
				was &^= now[i]
			default:
				left[i] |= now[i]
			}
		}
		if left[i] == 0 { // no way exists
			clear(left)
			break
		}
		now[i] = was
	}
	return left, nil
}

// fillingsWithValue returns the stored ways that give cell i the lowest value of `set`.
func (x *Filler) fillingsWithValue(i int, set uint64) *fillingSet {
	return &x.holding[i*x.of.Values()+bits.TrailingZeros64(set)]
}

// recordedFillings returns the stored ways that give every cell a value of its set.
func (x *Filler) recordedFillings(sets []uint64) (all fillingSet) {
	for i := range len(x.ways) {
		all[i/64] |= 1 << (i % 64)
	}
	for i, set := range sets {
		for removed := x.stored[i] &^ set; removed != 0; removed &= removed - 1 {
			for w, word := range x.fillingsWithValue(i, removed) {
				all[w] &^= word
			}
		}
	}
	return all
}

// recordFilling stores a way, and adds the value of each cell to the cell's set in `left`.
func (x *Filler) recordFilling(way []int, left []uint64) {
	index := len(x.ways)
	if index < mostRemembered {
		x.ways = append(x.ways, way)
	} else {
		index = x.next
		x.next = (index + 1) % mostRemembered
		for i, v := range x.ways[index] {
			x.fillingsWithValue(i, 1<<(v-x.of.Puzzle.Low))[index/64] &^= 1 << (index % 64)
		}
		x.ways[index] = way
	}
	for i, v := range way {
		bit := uint64(1) << (v - x.of.Puzzle.Low)
		left[i] |= bit
		x.stored[i] |= bit
		x.fillingsWithValue(i, bit)[index/64] |= 1 << (index % 64)
	}
}

// findFilling returns a way to fill each cell with a value of its set, if possible with values that are not in `known`.
// none is true if no way exists. If the search was cut short, findFilling returns no way, and none is false.
func (x *Filler) findFilling(ctx context.Context, sets, known []uint64) (way []int, none bool, err error) {
	if x.inner != nil {
		x.inner.ctx, x.inner.known = ctx, known
		ways, _, ok := x.inner.listWays(sets, 1)
		x.recordSearch(mostTried - x.inner.nodes)
		if ok {
			if len(ways) == 0 {
				return nil, true, nil
			}
			return ways[0], false, nil
		}
	}
	found, err := x.of.searchFillings(ctx, x.pieces, x.Cells, sets, 1)
	x.recordSearch(int(found.Nodes))
	if err != nil || len(found.Solutions) == 0 {
		return nil, found.Outcome == csp.Complete, err
	}
	return selectElements(found.Solutions[0], x.Cells), false, nil
}

func isWithin(sets, others []uint64) bool {
	for i, set := range sets {
		if set&^others[i] != 0 {
			return false
		}
	}
	return true
}

func (x *Filler) recordSearch(n int) {
	if x.Effort != nil {
		*x.Effort -= n + 1
	}
}
