package logic

import (
	"math/bits"
	"slices"

	"nonet/board"
)

// A template is one way to put a digit into all nine rows at once, each row,
// column and other house once, through its values and candidates. What every template
// has is true; what none has is false.

const (
	TemplateSet = Technique(FamilyTemplate)<<familyShift + iota
	TemplateDelete
)

var templateRows = []row{
	{TemplateSet, "template-set", 0, templates},
	{TemplateDelete, "template-delete", 0, templates},
}

// screen is what single-digit reasoning can do for a digit: what it may take away,
// which is what no template has. Whatever takes away a candidate for reasons of one
// digit, be it a fish, a chain or colours, takes it from all templates.
type screen struct {
	of    CellSet // the places for which it was made
	known bool
	any   bool    // there is a template
	none  CellSet // the places that none has
}

// screenOf is made anew only where places have gone.
func (f *Finder) screenOf(d Digit) *screen {
	k := &f.screens[d]
	if places := f.state.digits[d]; !k.known || k.of != places {
		*k = screen{of: places, known: true}
		t := templateWitness{board: f.board}
		for c := range Cell(cells) {
			if f.state.values[c] == d {
				t.taken |= f.board.HousesOf(c)
			}
		}
		for c := range places.All() {
			t.row[rowOf[c]] |= 1 << (columnOf[c] - 9)
		}
		for row := range House(9) {
			if !t.taken.Has(row) {
				t.rows[t.n] = row
				t.n++
			}
		}
		k.none = places
		for left := places; !left.Empty(); {
			c := left.First()
			t.through, t.column = rowOf[c], columnOf[c]-9
			if t.find(0, t.taken) {
				k.any = true
				for _, in := range t.chosen[:t.n] {
					k.none.Remove(in)
					left.Remove(in)
				}
			}
			left.Remove(c)
		}
	}
	return k
}

// idle reports whether reasons of one digit have nothing left to take from d.
func (f *Finder) idle(d Digit) bool {
	return f.screenOf(d).none.Empty()
}

// templateWitness looks for a template through one place.
type templateWitness struct {
	row             [9]uint16 // the places, bits of columns
	rows            [9]House  // those without the digit
	n               int
	board           *board.Board
	taken           board.HouseSet
	through, column House
	chosen          [9]Cell
}

func (t *templateWitness) find(i int, taken board.HouseSet) bool {
	if i == t.n {
		return true
	}
	row := t.rows[i]
	places := t.row[row] &^ uint16(taken>>9)
	if row == t.through {
		places &= 1 << t.column
	} else {
		places &^= 1 << t.column
	}
	for ; places != 0; places &= places - 1 {
		column := bits.TrailingZeros16(places)
		c := Cell(9*int(row) + column)
		in := t.board.HousesOf(c)
		if taken&in != 0 {
			continue
		}
		t.chosen[i] = c
		if t.find(i+1, taken|in) {
			return true
		}
	}
	return false
}

func (f *Finder) templateSearch(d Digit) templateSearch {
	s := &f.state
	t := templateSearch{f: f, places: s.digits[d], all: AllCells(), left: 1 << 16}
	for c := range Cell(cells) {
		if s.values[c] == d {
			t.rows |= 1 << rowOf[c]
			t.taken = t.taken.Or(f.board.Peers(c))
		}
	}
	return t
}

type templateSearch struct {
	f             *Finder
	places, taken CellSet
	rows          int // bits of the rows that have the digit already
	all, any      CellSet
	found         bool
	left          int        // how many more to look at; an empty grid has 46,656
	keep          *[]CellSet // nil: only all and any are wanted
}

func (t *templateSearch) search(row House, in, taken CellSet) {
	if t.left <= 0 || t.f.over() {
		return
	}
	for row < 9 && t.rows>>row&1 != 0 {
		row++
	}
	if row == 9 {
		t.left--
		t.found = true
		t.all, t.any = t.all.And(in), t.any.Or(in)
		if t.keep != nil {
			*t.keep = append(*t.keep, in)
		}
		return
	}
	for c := range t.places.And(t.f.board.Cells(row)).Less(taken).All() {
		with := in
		with.Add(c)
		t.search(row+1, with, taken.Or(t.f.board.Peers(c)))
	}
}

// templates emits what the templates of each digit set and delete, after those
// are struck out that take a cell which another digit's templates all have.
func templates(f *Finder) {
	lists := &f.templates
	var all [10]CellSet
	for d := Digit(1); d <= 9; d++ {
		t := f.templateSearch(d)
		lists[d] = lists[d][:0]
		t.keep = &lists[d]
		t.search(0, CellSet{}, t.taken)
		if t.left <= 0 || f.stopped || !t.found {
			return
		}
		all[d] = t.all
	}
	for struck := true; struck; {
		struck = false
		for d := range lists {
			var others CellSet
			for e := range lists {
				if e > 0 && e != d {
					others = others.Or(all[e])
				}
			}
			if d > 0 {
				before := len(lists[d])
				lists[d] = slices.DeleteFunc(lists[d], func(t CellSet) bool { return t.Meets(others) })
				struck = struck || len(lists[d]) < before
				all[d] = AllCells()
				for _, t := range lists[d] {
					all[d] = all[d].And(t)
				}
			}
		}
	}
	for d := Digit(1); d <= 9 && !f.stopped; d++ {
		var some CellSet
		for _, t := range lists[d] {
			some = some.Or(t)
		}
		if len(lists[d]) == 0 {
			return // no solution
		}
		set := all[d].And(f.state.digits[d])
		if f.want == TemplateSet && !set.Empty() {
			step := f.begin(TemplateSet, bit(d))
			for !set.Empty() {
				step.Placements = append(step.Placements, Candidate{set.Pop(), d})
			}
			f.templateReason(d)
			f.emit()
		}
		if f.want == TemplateDelete {
			f.begin(TemplateDelete, bit(d))
			f.templateReason(d)
			f.eliminate(d, f.state.digits[d].Less(some))
			f.emit()
		}
	}
}

// templateReason: every digit's place in every house that lacks it.
func (f *Finder) templateReason(d Digit) {
	f.step.mark(Pattern, d, f.state.digits[d])
	for e := Digit(1); e <= 9; e++ {
		for h := range f.board.Houses().All() {
			if !f.places(h, e).Empty() {
				f.step.houseTruth(h, e)
			}
		}
	}
}
