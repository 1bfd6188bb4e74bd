package logic

import "slices"

// A template is one way to put a digit into all nine rows at once, each row,
// column and box once, through its values and candidates. What every template
// has is true; what none has is false.

// templatesOf are the candidates of d that all templates share and those that none has.
// ok is false if there is no template.
func (f *Finder) templatesOf(d Digit) (all, none CellSet, ok bool) {
	t := f.templateSearch(d)
	t.search(0, CellSet{}, t.taken)
	return t.all.And(t.places), t.places.Less(t.any), t.found && t.left > 0 && !f.stopped
}

func (f *Finder) templateSearch(d Digit) templateSearch {
	s := &f.State
	t := templateSearch{f: f, places: s.digits[d], all: AllCells, left: 1 << 16}
	for c := range Cell(cells) {
		if s.values[c] == d {
			t.rows |= 1 << rowOf[c]
			t.taken = t.taken.Or(houseSet[columnOf[c]]).Or(houseSet[boxOf[c]])
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
	for left := t.places.And(houseSet[row]).Less(taken); !left.Empty(); {
		c := left.pop()
		with := in
		with.Add(c)
		t.search(row+1, with, taken.Or(houseSet[columnOf[c]]).Or(houseSet[boxOf[c]]))
	}
}

// templates emits what the templates of each digit set and delete, after those
// are struck out that take a cell which another digit's templates all have.
func templates(f *Finder) {
	var lists [10][]CellSet
	var all [10]CellSet
	for d := Digit(1); d <= 9; d++ {
		t := f.templateSearch(d)
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
				all[d] = AllCells
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
		set := all[d].And(f.State.digits[d])
		if f.want == TemplateSet && !set.Empty() {
			step := f.begin(TemplateSet, bit(d))
			for !set.Empty() {
				step.Placements = append(step.Placements, Candidate{set.pop(), d})
			}
			f.templateReason(d)
			f.emit()
		}
		if f.want == TemplateDelete {
			f.begin(TemplateDelete, bit(d))
			f.templateReason(d)
			f.gone(d, f.State.digits[d].Less(some))
			f.emit()
		}
	}
}

// templateReason: every digit's place in every house that lacks it.
func (f *Finder) templateReason(d Digit) {
	f.step.mark(Pattern, d, f.State.digits[d])
	for e := Digit(1); e <= 9; e++ {
		for h := range House(houses) {
			if !f.places(h, e).Empty() {
				f.step.houseTruth(h, e)
			}
		}
	}
}
