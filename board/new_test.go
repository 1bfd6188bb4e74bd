package board

import (
	"testing"

	"pgregory.net/rapid"
)

// TestNew checks everything that a board of any shape reports against its groups and pairs.
func TestNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Shape{Cells: rapid.IntRange(1, MostCells).Draw(t, "cells"), Values: rapid.IntRange(1, MostValues).Draw(t, "values")}
		cell := rapid.Map(rapid.IntRange(0, s.Cells-1), func(c int) Cell { return Cell(c) })
		group := rapid.Custom(func(t *rapid.T) CellSet {
			return CellsOf(rapid.SliceOfN(cell, 0, s.Values).Draw(t, "group")...)
		})
		lists := []*[]CellSet{&s.Rows, &s.Columns, &s.Blocks, &s.Others}
		var all []CellSet
		for _, list := range lists {
			*list = rapid.SliceOfN(group, 0, 24).Draw(t, "groups")
			all = append(all, *list...)
		}
		s.Apart = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]Cell { return [2]Cell{cell.Draw(t, "a"), cell.Draw(t, "b")} }), 0, 9).Draw(t, "apart")
		b, numbers, ok := New(s)
		if !ok || len(numbers) != len(all) {
			t.Fatalf("%v, %d numbers of %d groups", ok, len(numbers), len(all))
		}
		if b.All().Len() != s.Cells || b.Size() != s.Values {
			t.Fatalf("%d cells, %d values", b.All().Len(), b.Size())
		}
		sees := map[[2]Cell]bool{}
		for _, group := range all {
			for c := range group.All() {
				for d := range group.All() {
					sees[[2]Cell{c, d}] = c != d
				}
			}
		}
		for _, x := range s.Apart {
			sees[x], sees[[2]Cell{x[1], x[0]}] = x[0] != x[1], x[0] != x[1]
		}
		for c := range b.All().All() {
			for d := range b.All().All() {
				if b.Peers(c).Has(d) != sees[[2]Cell{c, d}] {
					t.Fatalf("cells %d and %d see each other: %v", c, d, b.Peers(c).Has(d))
				}
			}
		}
		lacks := false // whether some house has no number
		for i, h := range numbers {
			n := all[i].Len()
			switch full := n == s.Values && n > 1; {
			case h == NoHouse:
				if n > 1 && b.Groups().Len() < mostGroups {
					t.Fatalf("group %d of %d cells has no number", i, n)
				}
				lacks = lacks || full
			case b.Cells(h) != all[i], !b.Groups().Has(h), b.Houses().Has(h) != full:
				t.Fatalf("group %d is %v, house %v", i, b.Cells(h), b.Houses().Has(h))
			}
		}
		if lacks && b.Houses() != b.Groups() {
			t.Fatalf("a group has a number, a house none")
		}
		for c := range b.All().All() {
			for h := range b.Groups().All() {
				if b.HousesOf(c).Has(h) != (b.Houses().Has(h) && b.Cells(h).Has(c)) {
					t.Fatalf("cell %d in %d", c, h)
				}
			}
			for at, in := range map[House]HouseSet{b.Row(c): b.Rows(), b.Column(c): b.Columns(), b.Block(c): b.Blocks()} {
				if at != NoHouse && (!in.Has(at) || !b.Cells(at).Has(c)) {
					t.Fatalf("cell %d is not in %d", c, at)
				}
			}
		}
	})
	if _, _, ok := New(Shape{Cells: MostCells + 1, Values: 9}); ok {
		t.Error("too many cells")
	}
	if _, _, ok := New(Shape{Cells: 81, Values: MostValues + 1}); ok {
		t.Error("too many values")
	}
}

// TestCellSet compares a set with a map of its cells.
func TestCellSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOf(rapid.Byte())
		list, other := cells.Draw(t, "list"), cells.Draw(t, "other")
		var s, u CellSet
		in := map[Cell]bool{}
		for _, c := range list {
			s.Add(Cell(c))
			in[Cell(c)] = true
		}
		for _, c := range other {
			u.Add(Cell(c))
		}
		less := s
		for _, c := range other {
			less.Remove(Cell(c))
		}
		if s.Len() != len(in) || s.Single() != (len(in) == 1) || s.Empty() != (len(in) == 0) {
			t.Fatalf("%v of %v", s, list)
		}
		if s.Without(u) != less || s.And(u) != s.Without(less) || s.Meets(u) != (less != s) || s.Within(u) != less.Empty() || s.Or(u).Without(u) != less {
			t.Fatalf("%v and %v", s, u)
		}
		last := -1
		for left := s; !left.Empty(); {
			first := left.First()
			c := left.Pop()
			if c != first || !in[c] || !s.Has(c) || int(c) <= last {
				t.Fatalf("%v out of %v", c, list)
			}
			last = int(c)
			delete(in, c)
		}
		if len(in) > 0 {
			t.Fatalf("%v lacks %v", s, in)
		}
	})
}
