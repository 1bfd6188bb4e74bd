package minimal

import (
	"context"
	"math/bits"
	"slices"
	"sort"

	"nonet/board"
)

// Bounds holds a proven lower bound (Least) and a proven upper bound (Most) of a number.
type Bounds struct{ Least, Most int }

// Exact reports whether the bounds are equal, so that the number is known.
func (b Bounds) Exact() bool { return b.Least == b.Most }

// HittingNumber returns bounds b on the smallest number of cells that meet all sets. It also returns b.Most cells that
// meet all sets. No set may be empty. If `sets` has all unavoidable sets of a grid, this number is the fewest givens of
// a puzzle with this solution; if `sets` has only some of them, it is a lower bound. If ctx ends, b may not be exact.
// The unavoidable sets of up to 12 cells take some tenths of a second.
func HittingNumber(ctx context.Context, sets []board.CellSet) (b Bounds, cells board.CellSet) {
	h := hittingSearch{ctx: ctx, sets: slices.Clone(sets)}
	// If small sets come first, smallestSetAndBound finds more disjoint sets.
	sort.SliceStable(h.sets, func(i, j int) bool { return h.sets[i].Len() < h.sets[j].Len() })
	words := (len(sets) + 63) / 64
	for c := range h.setsOf {
		h.setsOf[c] = make([]uint64, words)
	}
	for i, s := range h.sets {
		for c := range s.All() {
			h.setsOf[c][i/64] |= 1 << (i % 64)
		}
	}
	for d := range h.left {
		h.left[d] = make([]uint64, words)
	}
	for i := range sets {
		h.left[0][i/64] |= 1 << (i % 64)
	}
	cells = greedyHits(sets)
	_, least := h.smallestSetAndBound(0, board.CellSet{})
	for b = (Bounds{least, cells.Len()}); b.Least < b.Most; b.Least++ {
		// Small numbers are tried first, because their searches end early.
		if h.findHittingSet(0, board.CellSet{}, board.CellSet{}, b.Least) {
			return Bounds{b.Least, b.Least}, h.found
		}
		if h.ended {
			break
		}
	}
	return b, cells
}

// DisjointSets returns bounds on how many of the sets can be pairwise disjoint, and b.Least sets that are pairwise
// disjoint. No set may be empty. Every set of cells that meets all sets has at least b.Least cells.
func DisjointSets(ctx context.Context, sets []board.CellSet) (b Bounds, chosen []board.CellSet) {
	h := hittingSearch{ctx: ctx}
	h.searchDisjointSets(sets, nil)
	b = Bounds{Least: len(h.packed), Most: greedyHits(sets).Len()}
	if ctx.Err() == nil {
		b.Most = b.Least
	}
	return b, h.packed
}

type hittingSearch struct {
	ctx    context.Context
	sets   []board.CellSet
	setsOf [board.Cells][]uint64     // for each cell, the sets that contain it, as bits
	left   [board.Cells + 1][]uint64 // for each number of chosen cells, the sets that contain none of them, as bits
	found  board.CellSet

	packed []board.CellSet
	ticks  int
	ended  bool
}

func (h *hittingSearch) checkStopped() bool {
	if h.ticks++; h.ticks&255 == 0 && h.ctx.Err() != nil {
		h.ended = true
	}
	return h.ended
}

// smallestSetAndBound returns, without the cells in `out`, the smallest set that contains no chosen cell. `disjoint` is a
// lower bound of the number of further cells that must be chosen. The function collects disjoint sets among the sets
// without a chosen cell, small sets first, and `disjoint` counts these disjoint sets.
func (h *hittingSearch) smallestSetAndBound(depth int, out board.CellSet) (least board.CellSet, disjoint int) {
	var used board.CellSet
	size := board.Cells + 1
	for w, x := range h.left[depth] {
		for ; x != 0; x &= x - 1 {
			s := h.sets[64*w+bits.TrailingZeros64(x)].Without(out)
			if n := s.Len(); n < size {
				least, size = s, n
			}
			if !s.Meets(used) {
				used = used.Or(s)
				disjoint++
			}
		}
	}
	return least, disjoint
}

// findHittingSet searches for n further cells that meet the sets without a chosen cell. `in` holds the chosen cells. No
// cell of `out` may be chosen.
func (h *hittingSearch) findHittingSet(depth int, in, out board.CellSet, n int) bool {
	least, disjoint := h.smallestSetAndBound(depth, out)
	switch {
	case disjoint == 0:
		h.found = in
		return true
	case disjoint > n || least.Empty() || h.checkStopped():
		return false
	}
	// Some cell of the smallest set must be chosen. Cells that meet the most sets are tried first.
	var order [board.Cells]struct{ cell, met int }
	choices := order[:0]
	left, next := h.left[depth], h.left[depth+1]
	for c := range least.All() {
		met := 0
		for w, x := range left {
			met += bits.OnesCount64(x & h.setsOf[c][w])
		}
		choices = append(choices, struct{ cell, met int }{int(c), met})
	}
	sort.SliceStable(choices, func(i, j int) bool { return choices[i].met > choices[j].met })
	for _, x := range choices {
		for w := range next {
			next[w] = left[w] &^ h.setsOf[x.cell][w]
		}
		cell := board.CellsOf(board.Cell(x.cell))
		if h.findHittingSet(depth+1, in.Or(cell), out, n-1) {
			return true
		}
		out = out.Or(cell)
	}
	return false
}

// greedyHits returns cells that meet all sets. It repeatedly takes the cell that meets the most remaining sets.
func greedyHits(sets []board.CellSet) (cells board.CellSet) {
	left := slices.Clone(sets)
	for len(left) > 0 {
		var met [board.Cells]int
		best := board.Cell(0)
		for _, s := range left {
			for c := range s.All() {
				if met[c]++; met[c] > met[best] {
					best = c
				}
			}
		}
		cells.Add(best)
		left = slices.DeleteFunc(left, func(s board.CellSet) bool { return s.Has(best) })
	}
	return cells
}

// searchDisjointSets searches for a larger choice of disjoint sets than h.packed. The choice must include the sets in
// chosen. For any set, some optimal choice contains this set or a set that meets it. Therefore the search branches on
// one set and the sets that meet it.
func (h *hittingSearch) searchDisjointSets(sets, chosen []board.CellSet) {
	if len(sets) == 0 {
		if len(chosen) > len(h.packed) {
			h.packed = slices.Clone(chosen)
		}
		return
	}
	if h.checkStopped() || len(chosen)+greedyHits(sets).Len() <= len(h.packed) {
		return
	}
	// The search branches on the set that meets the fewest other sets.
	best, fewest := 0, len(sets)+1
	for i, s := range sets {
		n := 0
		for _, t := range sets {
			if s.Meets(t) {
				if n++; n >= fewest {
					break
				}
			}
		}
		if n < fewest {
			best, fewest = i, n
		}
	}
	out := slices.Clone(sets)
	try := []board.CellSet{sets[best]}
	for i, s := range sets {
		if i != best && s.Meets(sets[best]) {
			try = append(try, s)
		}
	}
	for _, s := range try {
		rest := make([]board.CellSet, 0, len(out))
		for _, t := range out {
			if !t.Meets(s) {
				rest = append(rest, t)
			}
		}
		h.searchDisjointSets(rest, append(chosen, s))
		out = slices.DeleteFunc(out, func(t board.CellSet) bool { return t == s })
		if len(chosen)+greedyHits(out).Len() <= len(h.packed) {
			return
		}
	}
}
