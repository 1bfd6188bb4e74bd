package logic

import "slices"

// This file follows groups in chain nets. A group is a digit's places where two houses cross, such as a line and a box.

// groupLink divides the places of a digit in a house into two parts, `off` and `rest`. `off` is a group. `rest` is one
// place, or another group. If the digit is not in off, it is in rest.
type groupLink struct {
	off, rest CellSet
	house     House
}

func (t *net) findGroupLinks() {
	for d := Digit(1); d <= 9; d++ {
		t.links[d] = t.links[d][:0]
		for h := range t.base.board.Houses().All() {
			places := t.base.digits[d].And(t.base.board.Cells(h))
			if places.Len() < 3 {
				continue
			}
			for others := t.base.board.Crossing(h); others != 0; {
				off := places.And(t.base.board.Cells(others.Pop()))
				if off.Len() < 2 || off == places {
					continue
				}
				rest := places.Without(off)
				if _, ok := t.crossingHouse(rest, h); ok {
					t.links[d] = append(t.links[d], groupLink{off, rest, h})
				}
			}
		}
	}
}

// followRemovedPlaces is called after a line has removed the cells in gone from the places of digit d. It follows the
// groups that have lost their last place.
func (t *net) followRemovedPlaces(removed CellSet, d Digit) {
	for _, l := range t.links[d] {
		if !l.off.Within(removed) {
			continue
		}
		if !l.rest.Single() {
			t.followConfinedGroup(l.rest, l.house, d)
			continue
		}
		last := netLine{claim: claimOf(l.rest.First(), d, true), reason: LastInHouse, house: l.house, causes: -1}
		for off := l.off; !off.Empty(); {
			last.far = max(last.far, t.lines[t.number[claimOf(off.Pop(), d, false)]].far+1)
		}
		t.addLine(last)
	}
}

// followConfinedGroup is called when the digit d must be in a cell of `rest`, which is in house h. If `rest` is a
// group, the digit is false in all cells that see the whole group.
func (t *net) followConfinedGroup(rest CellSet, h House, d Digit) {
	crossed, ok := t.crossingHouse(rest, h)
	places := t.base.digits[d].And(t.base.board.Cells(h))
	if !ok || places.And(t.base.board.Cells(crossed)) != rest {
		return
	}
	key := [3]uint8{uint8(h), uint8(crossed), uint8(d)}
	if slices.Contains(t.groups, key) {
		return
	}
	t.groups = append(t.groups, key)
	next := netLine{reason: ByTechnique, house: h, from: uint16(crossed), causes: -1}
	for out := places.Without(rest); !out.Empty(); {
		next.far = max(next.far, t.lines[t.number[claimOf(out.Pop(), d, false)]].far+1)
	}
	removed := t.base.digits[d].And(t.base.board.Cells(crossed)).Without(rest)
	for left := removed; !left.Empty(); {
		next.claim = claimOf(left.Pop(), d, false)
		t.addLine(next)
	}
	t.followRemovedPlaces(removed, d)
}

// crossingHouse returns the first house except h that contains group, a group in h. The second result is false if no
// such house exists.
func (t *net) crossingHouse(group CellSet, h House) (House, bool) {
	for others := t.base.board.HousesOf(group.First()) & t.base.board.Crossing(h); others != 0; {
		if other := others.Pop(); group.Within(t.base.board.Cells(other)) {
			return other, true
		}
	}
	return 0, false
}
