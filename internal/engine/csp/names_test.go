package csp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/check/soak"
)

// matched is a Renaming: the control cell has the network's least value exactly if the two others
// are in the same group.
type matched struct {
	control Cell
	groups  [2]Cell
}

func (p *matched) Cells() []Cell         { return append(p.groups[:], p.control) }
func (p *matched) ComparedCells() []Cell { return p.groups[:] }
func (p *matched) holds(at []int) bool {
	return (at[p.groups[0]] == at[p.groups[1]]) == (at[p.control] == 1)
}
func (p *matched) Narrow(d *Domains) bool {
	a, b := d.DomainOf(p.groups[0]), d.DomainOf(p.groups[1])
	switch {
	case a&b == 0:
		return d.Keep(p.control, ^Set(1))
	case a == b && a.Single():
		return d.Keep(p.control, 1)
	case d.DomainOf(p.control) == 1:
		return d.Keep(p.groups[0], b) && d.Keep(p.groups[1], a)
	}
	return true
}

// groupsOf returns all ways to divide cells into groups of a size. Groups are numbered in the order of their
// first cells.
func groupsOf(cells, size int) (all [][]int) {
	at, count := make([]int, cells), make([]int, cells/size)
	var try func(i, next int)
	try = func(i, next int) {
		if i == cells {
			all = append(all, slices.Clone(at))
			return
		}
		for g := 0; g <= next && g < len(count); g++ {
			if count[g] < size {
				at[i] = g
				count[g]++
				try(i+1, max(next, g+1))
				count[g]--
			}
		}
	}
	try(0, 0)
	return all
}

// TestNumbered compares boards whose groups the search must find with all ways to divide and fill them. If some
// constraint distinguishes group numbers, the search must not treat them as mere names.
func TestNumbered(t *testing.T) {
	boards := [][3]int{{2, 2, 2}, {2, 3, 3}, {3, 2, 2}, {2, 4, 4}, {4, 2, 2}, {3, 3, 3}, {1, 4, 2}}
	ways := map[[3]int][][]int{}
	free := uint64(0)
	boardsTried := soak.PickOfThree[uint64](150, 300, 600)
	for seed := range boardsTried {
		r := rand.New(rand.NewPCG(seed, 0))
		shape := boards[seed%uint64(len(boards))]
		rows, columns, size := shape[0], shape[1], shape[2]
		cells := rows * columns
		if ways[shape] == nil {
			ways[shape] = groupsOf(cells, size)
		}
		n := New(1, max(size+r.IntN(2), cells/size), 2*cells)
		values, groups := make([]Cell, cells), make([]Cell, cells)
		beside := make([][]int, cells)
		may := make([]Set, cells)
		for i := range cells {
			values[i], groups[i] = Cell(i), Cell(cells+i)
			for j := range cells {
				if dr, dc := i/columns-j/columns, i%columns-j%columns; dr*dr+dc*dc == 1 {
					beside[i] = append(beside[i], j)
				}
			}
			may[i] = (Set(1<<r.IntN(n.values)) | Set(1<<r.IntN(n.values)) | Set(1<<r.IntN(n.values))) & n.AllNumbers()
			n.Allow(values[i], may[i])
			n.Allow(groups[i], 1<<(cells/size)-1)
		}
		for g := range cells / size {
			n.Connected(groups, beside, 1<<g, size)
		}
		n.FirstOccurrencesAscend(groups)
		n.DistinctInGroups(values, groups, size)
		some := func() Cell { return groups[r.IntN(cells)] }
		for range r.IntN(3) {
			switch r.IntN(6) {
			case 0:
				n.Equal(some(), some())
			case 1:
				if a, b := some(), some(); a != b {
					n.Distinct(a, b)
				}
			case 2:
				n.Add(&matched{values[r.IntN(cells)], [2]Cell{some(), some()}})
			case 3:
				n.Relation(values[0], values[1], NewRelation(1, n.values, func(a, b int) bool { return a <= b }))
			case 4:
				n.Allow(some(), Set(r.IntN(7)))
			case 5:
				n.SameValues([]Cell{some()}, []Cell{some()})
			}
		}
		want := map[string]bool{}
		at := make([]int, 2*cells)
		for _, way := range ways[shape] {
			for i, g := range way {
				at[cells+i] = 1 + g
			}
			var try func(i int)
			try = func(i int) {
				if i == cells {
					if ok := n.holds(n, at); ok {
						want[fmt.Sprint(at)] = true
					}
					return
				}
				for m := may[i]; m != 0; m &= m - 1 {
					at[i] = 1 + m.Min()
					if !slices.ContainsFunc(values[:i], func(c Cell) bool { return at[c] == at[i] && way[c] == way[i] }) {
						try(i + 1)
					}
				}
			}
			try(0)
		}
		if x, err := Begin(context.Background(), n, Limits{Seed: seed % 3}); err == nil && x.s.named != nil {
			free++
		}
		found := Count(context.Background(), n, Limits{Solutions: 1 << 20, Keep: 1 << 20, Seed: seed % 3, Shuffle: seed%5 == 0})
		if found.Outcome != Complete || found.Count != len(want) {
			t.Fatalf("seed %d: outcome %d, %d solutions; there are %d", seed, found.Outcome, found.Count, len(want))
		}
		for _, s := range found.Solutions {
			if !want[fmt.Sprint(s)] {
				t.Fatalf("seed %d: %v is no solution", seed, s)
			}
			delete(want, fmt.Sprint(s))
		}
	}
	if free < boardsTried/3 {
		t.Errorf("of %d networks %d have mere names", boardsTried, free)
	}
}

// TestNumberedContradiction checks cells that must be both equal and different. This must be a contradiction,
// not one more group.
func TestNumberedContradiction(t *testing.T) {
	n := New(1, 2, 4)
	n.FirstOccurrencesAscend([]Cell{0, 1, 2, 3})
	n.Equal(0, 3)
	n.Distinct(0, 1)
	n.Equal(1, 3)
	if r := Count(t.Context(), n, Limits{}); r.Count != 0 || r.Outcome != Complete {
		t.Errorf("%d solutions, outcome %d", r.Count, r.Outcome)
	}
}

// TestNumberedBesideOthers checks which constraints distinguish the numbers of groups. Alternatives and areas
// do so if they contain some of the numbered cells. If they are about other cells, they do not.
func TestNumberedBesideOthers(t *testing.T) {
	beside := [][]int{{1}, {0}}
	for name, test := range map[string]struct {
		add  func(n *Network)
		free bool
	}{
		"nothing": {func(n *Network) {}, true},
		"alternatives of others": {func(n *Network) {
			a, b := n.NewAlternative(), n.NewAlternative()
			a.Allow(4, 1)
			b.Sum([]Term{{5, 1}, {6, 1}}, 3, 3)
			n.Either(a, b)
		}, true},
		"alternatives": {func(n *Network) {
			a, b := n.NewAlternative(), n.NewAlternative()
			a.Allow(0, 1)
			b.Allow(4, 1)
			n.Either(a, b)
		}, false},
		"groups of others":  {func(n *Network) { n.Allow(4, 1); n.Allow(5, 1); n.DistinctInGroups([]Cell{4, 5}, []Cell{6, 7}, 0) }, true},
		"an area of both":   {func(n *Network) { n.Connected([]Cell{0, 4}, beside, n.AllNumbers(), 2) }, false},
		"an area of some":   {func(n *Network) { n.Connected([]Cell{0, 1}, beside, 1, 1); n.Connected([]Cell{0, 1}, beside, 2, 1) }, false},
		"an area of others": {func(n *Network) { n.Connected([]Cell{4, 5}, beside, 1, 2) }, true},
	} {
		n := New(1, 2, 8)
		n.FirstOccurrencesAscend([]Cell{0, 1, 2, 3})
		test.add(n)
		if s := newSearch(t.Context(), n, Limits{}); (s.named != nil) != test.free {
			t.Errorf("%s: free %t", name, !test.free)
		}
	}
}
