package puzzle

import (
	"context"
	"math/bits"

	"nonet/internal/engine/csp"
)

// Filler finds the values that a few pieces leave possible in their cells. It remembers ways to fill the
// cells. Most of them remain possible in later positions, which therefore need few searches. It is not safe
// for concurrent use.
type Filler struct {
	Cells []int // the cells of the pieces, ascending

	of      *Pieces
	pieces  []int
	inner   *lister // lists ways without the engine; nil if only the engine can fill the pieces
	ways    [][]int
	next    int          // the index of the way to replace next, once there are mostRemembered
	holding []fillingSet // by (cell, bit), the ways in which the cell has the value
	held    []uint64     // by cell, the values that the cell has in some way
	at      []uint64     // if not nil, ways has all ways with values in these sets
}

// mostRemembered is the maximum number of ways that a filler remembers.
const mostRemembered = 128

// fillingSet is a set of ways that a filler remembers, by their indices.
type fillingSet [mostRemembered / 64]uint64

func (m *fillingSet) hasCommonFilling(n *fillingSet) bool {
	return m[0]&n[0]|m[1]&n[1] != 0
}

// NewFiller returns a filler that remembers nothing yet.
func (q *Pieces) NewFiller(pieces []int) *Filler {
	cells := q.cellsOf(pieces)
	return &Filler{Cells: cells, of: q, pieces: pieces, inner: q.newLister(nil, pieces, cells),
		holding: make([]fillingSet, len(cells)*q.Values()), held: make([]uint64, len(cells))}
}

// PossibleValues returns, for each of Cells, the values that the cell has in some way to fill the pieces. A
// way gives each cell a value of its set in may. Two cells have different values if some piece requires that.
// Values that the search left undecided count as possible. The error is the context's.
func (x *Filler) PossibleValues(ctx context.Context, may []uint64) (left []uint64, err error) {
	now := selectElements(may, x.Cells)
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
	if x.at != nil && isWithin(now, x.at) {
		return left, nil
	}
	x.at = nil
	if known == (fillingSet{}) && x.inner == nil {
		found, err := x.of.searchFillings(ctx, x.pieces, x.Cells, now, mostRemembered)
		if err != nil {
			return nil, err
		}
		for _, solution := range found.Solutions {
			x.recordFilling(selectElements(solution, x.Cells), left)
		}
		if found.Outcome == csp.Complete {
			x.at = now // all ways are remembered, and some that are impossible now
			return left, nil
		}
	}
	for i, was := range now {
		for rest := was &^ left[i]; rest != 0; rest = was &^ left[i] {
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
		now[i] = was
	}
	return left, nil
}

// fillingsWithValue returns the ways whose cell at index i has the first value of a set.
func (x *Filler) fillingsWithValue(i int, set uint64) *fillingSet {
	return &x.holding[i*x.of.Values()+bits.TrailingZeros64(set)]
}

// recordedFillings returns the remembered ways that have only values of the cells' sets.
func (x *Filler) recordedFillings(sets []uint64) (all fillingSet) {
	for i := range len(x.ways) {
		all[i/64] |= 1 << (i % 64)
	}
	for i, set := range sets {
		for gone := x.held[i] &^ set; gone != 0; gone &= gone - 1 {
			for w, word := range x.fillingsWithValue(i, gone) {
				all[w] &^= word
			}
		}
	}
	return all
}

// recordFilling remembers a way, and adds its values to the sets in left.
func (x *Filler) recordFilling(way []int, left []uint64) {
	at := len(x.ways)
	if at < mostRemembered {
		x.ways = append(x.ways, way)
	} else {
		at = x.next
		x.next = (at + 1) % mostRemembered
		for i, v := range x.ways[at] {
			x.fillingsWithValue(i, 1<<(v-x.of.Puzzle.Low))[at/64] &^= 1 << (at % 64)
		}
		x.ways[at] = way
	}
	for i, v := range way {
		bit := uint64(1) << (v - x.of.Puzzle.Low)
		left[i] |= bit
		x.held[i] |= bit
		x.fillingsWithValue(i, bit)[at/64] |= 1 << (at % 64)
	}
}

// findFilling returns a way to fill the cells with values of their sets. If possible, it has values that are
// not in known. none is set if there is no way. If the search was cut short, findFilling returns no way, and
// none stays false.
func (x *Filler) findFilling(ctx context.Context, sets, known []uint64) (way []int, none bool, err error) {
	if x.inner != nil {
		x.inner.ctx, x.inner.known = ctx, known
		if ways, _, ok := x.inner.listWays(sets, 1); ok {
			if len(ways) == 0 {
				return nil, true, nil
			}
			return ways[0], false, nil
		}
	}
	found, err := x.of.searchFillings(ctx, x.pieces, x.Cells, sets, 1)
	if err != nil || len(found.Solutions) == 0 {
		return nil, found.Outcome == csp.Complete, err
	}
	return selectElements(found.Solutions[0], x.Cells), false, nil
}

// isWithin reports whether sets[i] is a subset of others[i] for every i.
func isWithin(sets, others []uint64) bool {
	for i, set := range sets {
		if set&^others[i] != 0 {
			return false
		}
	}
	return true
}
