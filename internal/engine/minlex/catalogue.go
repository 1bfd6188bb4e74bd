package minlex

import (
	"encoding/binary"
	"sync"
)

// The catalogue lists the 5,472,730,538 full grids that are the least of all their isomorphs, in ascending order.

// contents is the catalogue's table: for each class of bands and each row 4 that may follow its least band
// ([Walk.FourthRows]), the number of grids that begin with these rows.
type contents struct {
	first [classes + 1]uint64 // for each class, the number of grids in earlier classes
	rows  [classes][]uint32   // for each class, the counts; nil if the class was not counted
}

var catalogue = sync.OnceValue(func() *contents { return newContents(readSegmentCounts()) })

func newContents(rows [classes][]uint32) *contents {
	c := &contents{rows: rows}
	for i := range classes {
		c.first[i+1] = c.first[i]
		for _, n := range rows[i] {
			c.first[i+1] += uint64(n)
		}
	}
	return c
}

// FirstBandClass returns the class, from 0, of the first band of form, which must be the form of a full grid.
func FirstBandClass(form *[81]uint8) int {
	w := &Walk{t: bandTable(), grid: *form}
	band, _, _ := w.readBand(0)
	return int(w.t.class[band])
}

// Stretch is a range of the catalogue: consecutive grids of one class with the same row 4.
type Stretch struct {
	First uint64 // the number of the first grid, from 0
	Count uint64
	class int
	row4  int
	skip  uint64 // how many grids of the same class and the same row 4 come before the stretch
}

// Stretches calls yield with the stretches that contain the grids numbered n, from ≤ n < to, in ascending order,
// until yield returns false. It returns false if it reaches a class that the table lacks.
func Stretches(from, to uint64, yield func(Stretch) bool) bool {
	c := catalogue()
	for class := range classes {
		switch {
		case c.rows[class] == nil:
			return false
		case c.first[class+1] <= from:
			continue
		case c.first[class] >= to:
			return true
		}
		first := c.first[class]
		for row, n32 := range c.rows[class] {
			n := uint64(n32)
			if first >= to {
				break
			}
			if first+n > from && n > 0 {
				s := Stretch{First: max(first, from), class: class, row4: row}
				s.skip = s.First - first
				s.Count = min(first+n, to) - s.First
				if !yield(s) {
					return true
				}
			}
			first += n
		}
	}
	return true
}

// Lister lists the grids of stretches. It keeps state between calls, and is not safe for concurrent use.
type Lister struct {
	// Stop, if not nil, is called from time to time. When it returns true, the search ends.
	Stop func() bool

	walk *Walk
	rows [][9]uint8
}

// startsOf returns counts for each row 4 of class 0: for each beginning of row 5, the number of grids. The segments of
// class 0 take longest, because its least band has 108 symmetries. With these numbers, a walk can skip parts of a
// segment.
var startsOf = sync.OnceValue(func() [][]uint64 {
	rest := []byte(starts)
	var all [][]uint64
	for _, n := range catalogue().rows[0] {
		var row []uint64
		for sum := uint64(0); sum < uint64(n); {
			x, length := binary.Uvarint(rest)
			if length <= 0 {
				return nil
			}
			rest = rest[length:]
			row = append(row, x)
			sum += x
		}
		all = append(all, row)
	}
	return all
})

// setSegmentStarts gives the walk the counts of startsOf for one row 4 of a class. `row` is the index of this row 4. If
// startsOf has no such counts, the walk gets nil.
func (l *Lister) setSegmentStarts(class, row int) {
	if l.walk.starts = nil; class == 0 && row < len(startsOf()) {
		l.walk.starts = startsOf()[row]
	}
}

func (l *Lister) selectClass(class int) {
	if l.walk == nil || int(l.walk.class) != class {
		l.walk = NewWalk(class)
		l.rows = l.walk.FourthRows()
	}
	l.walk.Stop, l.walk.Visit = l.Stop, nil
}

// List calls visit with the grids of the stretch, in ascending order, until visit returns false. List reports whether
// it has visited all grids of s.
func (l *Lister) List(s Stretch, visit func(*[81]uint8) bool) bool {
	l.selectClass(s.class)
	left := s.Count
	l.walk.Visit = func(g *[81]uint8) bool {
		left--
		return visit(g) && left > 0
	}
	l.walk.skip = s.skip
	l.setSegmentStarts(s.class, s.row4)
	l.walk.VisitSegment(&l.rows[s.row4])
	return left == 0
}

// NumberOf returns the index of form in the catalogue, from 0. form must be a full grid in canonical form. The second
// result is false if the table lacks the form's class, or if Stop ended the search.
func (l *Lister) NumberOf(form *[81]uint8) (uint64, bool) {
	class := FirstBandClass(form)
	c := catalogue()
	if c.rows[class] == nil {
		return 0, false
	}
	l.selectClass(class)
	number := c.first[class]
	for i, n := range c.rows[class] {
		if l.rows[i] == [9]uint8(form[27:]) {
			l.setSegmentStarts(class, i)
			before, ok := l.walk.countBefore(form)
			return number + before, ok
		}
		number += uint64(n)
	}
	return 0, false
}

// GridAt returns the grid with this number in the catalogue; number must be below 5,472,730,538. ok is false if the
// table lacks the grid's class, or if Stop ended the search.
func (l *Lister) GridAt(number uint64) (g [81]uint8, ok bool) {
	Stretches(number, number+1, func(s Stretch) bool {
		ok = l.List(s, func(found *[81]uint8) bool {
			g = *found
			return true
		})
		return false
	})
	return g, ok
}
