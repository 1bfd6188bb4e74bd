package csp

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestConnectedBoard compares two ways to propagate a connected area: by bits of a board, and over a list of
// the same cells.
func TestConnectedBoard(t *testing.T) {
	told, none := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		rows, columns := 1+r.IntN(11), 2+r.IntN(11)
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
		if fits := rows > 1 && cells <= mostInArea; (x.board != nil) != fits {
			t.Fatalf("seed %d: %d×%d: board %v", seed, rows, columns, x.board != nil)
		} else if !fits {
			continue
		}
		list := *x
		list.board = nil
		one := Domains{sets: slices.Clone(s.d.sets)}
		two := Domains{sets: slices.Clone(s.d.sets)}
		a, b := s.narrowConnected(x, &one), s.narrowConnected(&list, &two)
		if a != b || a && !slices.Equal(one.sets, two.sets) {
			t.Fatalf("seed %d: %v %v as a board, %v %v as a list", seed, a, one.sets, b, two.sets)
		}
		if !a {
			none++
		} else if !slices.Equal(one.sets, s.d.sets) {
			told++
		}
		s.release()
	}
	if told < 200 || none < 200 {
		t.Errorf("%d boards narrowed, %d impossible: too few", told, none)
	}
}
