package logic

import (
	"math/bits"
	"slices"

	"nonet/board"
)

// A template is a set of cells that holds a digit once in each house, and agrees with the digit's values and
// candidates. A candidate in all templates is true. A candidate in no template is false.

const (
	TemplateSet = Technique(FamilyTemplate)<<familyShift + iota
	TemplateDelete
)

var templateRows = []row{
	{TemplateSet, "template-set", 0, findTemplates, HoDoKu{"1201", 10000, Extreme, 8700, false}},
	{TemplateDelete, "template-delete", 0, findTemplates, HoDoKu{"1202", 10000, Extreme, 8800, false}},
}

// templateFacts holds the candidates of a digit that are in no template. Every elimination that follows from the digit
// alone is among them.
type templateFacts struct {
	places CellSet // the places of the digit for which the facts were computed
	known  bool
	any    bool    // whether the digit has at least one template
	none   CellSet // the places that are in no template
}

// templateFactsOf computes the facts about digit d again only if the digit's places have changed.
func (f *Finder) templateFactsOf(d Digit) *templateFacts {
	k := &f.digitTemplates[d]
	if places := f.state.digits[d]; !k.known || k.places != places {
		*k = templateFacts{places: places, known: true}
		if f.board.HasPeersOutsideHouses() { // the search for templates relies on nine full rows and columns
			k.none, k.any = places, true
			return k
		}
		t := f.newTemplateSearch(d)
		t.found = func() bool { return true }
		k.none = places
		for left := places; !left.Empty(); {
			c := left.First()
			t.through, t.column = rowOf[c], columnOf[c]-9
			if t.findTemplate(0, t.taken) {
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

// activeDigits yields the digits for which an argument about the digit alone may eliminate something.
func (f *Finder) activeDigits(yield func(Digit) bool) {
	for d := Digit(1); d <= f.size && !f.stopped; d++ {
		if !f.templateFactsOf(d).none.Empty() && !yield(d) {
			return
		}
	}
}

// templateSearch enumerates the templates of a digit. It chooses a cell in each row, from the top.
type templateSearch struct {
	row             [9]uint16 // for each row, the digit's places as bits of columns
	rows            [9]House  // the rows that lack the digit
	n               int
	board           *board.Board
	taken           board.HouseSet
	through, column House // the row and the column of a place that the template must have
	chosen          [9]Cell
	found           func() bool // takes the template in chosen; returns true to end the search
}

func (f *Finder) newTemplateSearch(d Digit) templateSearch {
	t := templateSearch{board: f.board, through: board.NoHouse, column: 9}
	for c := range Cell(cells) {
		if f.state.values[c] == d {
			t.taken |= f.board.HousesOf(c)
		}
	}
	for c := range f.state.digits[d].All() {
		t.row[rowOf[c]] |= 1 << (columnOf[c] - 9)
	}
	for row := range House(9) {
		if !t.taken.Has(row) {
			t.rows[t.n] = row
			t.n++
		}
	}
	return t
}

func (t *templateSearch) findTemplate(i int, covered board.HouseSet) bool {
	if i == t.n {
		return t.found()
	}
	row := t.rows[i]
	places := t.row[row] &^ uint16(covered>>9)
	if row == t.through {
		places &= 1 << t.column
	} else {
		places &^= 1 << t.column
	}
	for ; places != 0; places &= places - 1 {
		column := bits.TrailingZeros16(places)
		c := Cell(9*int(row) + column)
		in := t.board.HousesOf(c)
		if covered&in != 0 {
			continue
		}
		t.chosen[i] = c
		if t.findTemplate(i+1, covered|in) {
			return true
		}
	}
	return false
}

// mostTemplates limits the templates of a digit. An empty grid has 46,656.
const mostTemplates = 1 << 16

// listTemplates lists the templates of d in the memory of `list`. It returns false if d has no templates, if it has
// mostTemplates or more, or if the search was stopped.
func (f *Finder) listTemplates(d Digit, list []CellSet) ([]CellSet, bool) {
	list = list[:0]
	t := f.newTemplateSearch(d)
	t.found = func() bool {
		if in := CellsOf(t.chosen[:t.n]...); !f.board.Touch(in, in) {
			list = append(list, in)
		}
		return f.countNode() || len(list) >= mostTemplates
	}
	full := t.findTemplate(0, t.taken)
	return list, len(list) > 0 && !full
}

// commonCells returns the cells that are in all templates of the list, or all cells if the list is empty.
func commonCells(list []CellSet) CellSet {
	all := board.AllCells()
	for _, t := range list {
		all = all.And(t)
	}
	return all
}

// findTemplates emits the placements and eliminations of each digit's templates. First it removes each template with a
// cell that all templates of another digit use.
func findTemplates(f *Finder) {
	lists := &f.templates
	var all [10]CellSet
	for d := Digit(1); d <= 9; d++ {
		var ok bool
		if lists[d], ok = f.listTemplates(d, lists[d]); !ok {
			return
		}
		all[d] = commonCells(lists[d])
	}
	for struck := true; struck; {
		struck = false
		for d := 1; d <= 9; d++ {
			var others CellSet
			for e := range all {
				if e != d {
					others = others.Or(all[e])
				}
			}
			before := len(lists[d])
			lists[d] = slices.DeleteFunc(lists[d], func(t CellSet) bool { return t.Meets(others) })
			struck = struck || len(lists[d]) < before
			all[d] = commonCells(lists[d])
		}
	}
	for d := Digit(1); d <= 9 && !f.stopped; d++ {
		var some CellSet
		for _, t := range lists[d] {
			some = some.Or(t)
		}
		if len(lists[d]) == 0 {
			return // a digit has no template left, so there is no solution
		}
		step := f.beginStep(f.technique, digitBit(d))
		f.addTemplateReason(d)
		if f.technique == TemplateSet {
			for c := range all[d].And(f.state.digits[d]).All() {
				step.Placements = append(step.Placements, Candidate{c, d})
			}
		} else {
			f.eliminate(d, f.state.digits[d].Without(some))
		}
		f.emitStep()
	}
}

// addTemplateReason adds, for each digit and each house that lacks it, the truth that the digit has a place in the
// house.
func (f *Finder) addTemplateReason(d Digit) {
	f.step.markDigit(Pattern, d, f.state.digits[d])
	for e := Digit(1); e <= 9; e++ {
		for h := range f.board.Houses().All() {
			if !f.placesIn(h, e).Empty() {
				f.step.addHouseTruth(h, e)
			}
		}
	}
}
