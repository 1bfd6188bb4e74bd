package csp

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestConnectedBoard compares the propagation of a connected area with its definition: a cell is out if no path joins it
// to a cell that must be in, and in if without it some two cells that must be in are not joined.
func TestConnectedBoard(t *testing.T) {
	told, none := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		rows, columns := 1+r.IntN(9), 2+r.IntN(9)
		cells := rows * columns
		beside := make([][]int, cells)
		for i := range cells {
			for _, j := range []int{i - columns, i + columns, i - 1, i + 1} {
				if j >= 0 && j < cells && (j/columns == i/columns || j%columns == i%columns) {
					beside[i] = append(beside[i], j)
				}
			}
		}
		n := New(1, 3, cells)
		all := make([]Cell, cells)
		out, in := 3+r.IntN(3), 5+r.IntN(60) // one in out of the cells is outside the area; of the others, one in in is inside
		for i := range all {
			all[i] = Cell(i)
			if r.IntN(out) == 0 {
				n.Allow(all[i], 4)
			} else if r.IntN(in) == 0 {
				n.Allow(all[i], Set(1+r.IntN(3)))
			}
		}
		n.Connected(all, beside, 3, 0)
		s := newSearch(context.Background(), n, Limits{})
		x := &s.connected[0]
		must := func(c int) bool { return s.start[c]&^x.set == 0 }
		// reach returns the cells that may be in and that paths without cell skip join to cell from.
		reach := func(from, skip int) []bool {
			met := make([]bool, cells)
			met[from] = true
			for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
				for _, next := range beside[queue[0]] {
					if next != skip && !met[next] && s.start[next]&x.set != 0 {
						met[next] = true
						queue = append(queue, next)
					}
				}
			}
			return met
		}
		joins := func(met []bool) bool {
			return !slices.ContainsFunc(all, func(c Cell) bool { return must(int(c)) && !met[c] })
		}
		want, possible := slices.Clone(s.start), true
		if root := slices.IndexFunc(all, func(c Cell) bool { return must(int(c)) }); root >= 0 {
			met := reach(root, -1)
			possible = joins(met)
			for c := range want {
				switch {
				case want[c]&x.set == 0 || must(c):
				case !met[c]:
					want[c] &^= x.set
				case !joins(reach(root, c)):
					want[c] &= x.set
				}
			}
		}
		d := Domains{sets: slices.Clone(s.d.sets)}
		a := s.narrowConnected(x, &d)
		if a != possible || a && !slices.Equal(d.sets, want) {
			t.Fatalf("seed %d: %v %v, not %v %v", seed, a, d.sets, possible, want)
		}
		if !a {
			none++
		} else if !slices.Equal(d.sets, s.d.sets) {
			told++
		}
		s.release()
	}
	if told < 60 || none < 60 {
		t.Errorf("%d boards narrowed, %d impossible: too few", told, none)
	}
}
