package logic

// This file finds wings: short chains through cells with two candidates.

const (
	WWing = Technique(FamilyWing)<<familyShift + iota
	XYWing
	XYZWing
	WXYZWing
)

var wingRows = []row{
	{WWing, "w-wing", 0, findWWings, HoDoKu{"0803", 150, Hard, 3200, true}},
	{XYWing, "xy-wing", 42, findXYWings, HoDoKu{"0800", 160, Hard, 3300, true}},
	{XYZWing, "xyz-wing", 44, findXYWings, HoDoKu{"0801", 180, Hard, 3400, true}},
	{WXYZWing, "wxyz-wing", 0, findWXYZWings, HoDoKu{"", 300, Unfair, 8410, false}},
}

// findXYWings finds a pivot XY that sees a pincer XZ and a pincer YZ. Whether the pivot is X or Y, one of the pincers
// is Z. The pivot of an XYZ-wing also has Z, so the eliminated candidate must also see the pivot.
func findXYWings(f *Finder) {
	s, pivots := &f.state, f.few[2]
	if f.technique == XYZWing {
		pivots = f.few[3].Without(f.few[2])
	}
	for pivot := range pivots.All() {
		for ps := f.few[2].And(f.board.Peers(pivot)); !ps.Empty() && !f.stopped; {
			p := ps.Pop()
			for q := range ps.All() {
				digits, removed := s.cands[p]^s.cands[q], f.board.Peers(p).And(f.board.Peers(q))
				if f.technique == XYZWing {
					digits, removed = s.cands[p]|s.cands[q], removed.And(f.board.Peers(pivot))
				}
				z, _ := onlyDigit(s.cands[p] & s.cands[q])
				if digits != s.cands[pivot] || !removed.Meets(s.digits[z]) {
					continue
				}
				f.beginStep(f.technique, digits|digitBit(z))
				f.addCell(Pivot, pivot)
				f.addCell(Pattern, p)
				f.addCell(Pattern, q)
				f.eliminate(z, removed)
				f.emitStep()
			}
		}
	}
}

// findWWings finds two cells with the same candidates X and Y that do not see each other. In some house, Y has
// exactly two places, and each of these places sees a different one of the two cells. So one of the two cells
// is X.
func findWWings(f *Finder) {
	s := &f.state
	for ps := f.few[2]; !ps.Empty() && !f.stopped; {
		p := ps.Pop()
		for qs := ps; !qs.Empty() && !f.stopped; {
			q := qs.Pop()
			if s.cands[p] != s.cands[q] {
				continue
			}
			for x := range s.cands[p].Digits() {
				y, _ := onlyDigit(s.cands[p].Without(x))
				removed := f.board.Peers(p).And(f.board.Peers(q))
				if !removed.Meets(s.digits[x]) {
					continue
				}
				for h := range f.board.Houses().All() {
					places := f.placesIn(h, y)
					if places.Len() != 2 || places.Has(p) || places.Has(q) || f.stopped {
						continue
					}
					a := places.Pop()
					b := places.First()
					if !f.board.Peers(a).Has(p) || !f.board.Peers(b).Has(q) {
						a, b = b, a
					}
					if !f.board.Peers(a).Has(p) || !f.board.Peers(b).Has(q) {
						continue
					}
					step := f.beginStep(WWing, s.cands[p])
					f.addCell(Pattern, p)
					f.addCell(Pattern, q)
					step.markDigit(Fin, y, CellsOf(a, b))
					step.addBase(h, y)
					step.Nodes = append(step.Nodes,
						Node{Cells: CellsOf(p), Digit: x}, Node{Cells: CellsOf(p), Digit: y, On: true},
						Node{Cells: CellsOf(a), Digit: y}, Node{Cells: CellsOf(b), Digit: y, On: true},
						Node{Cells: CellsOf(q), Digit: y}, Node{Cells: CellsOf(q), Digit: x, On: true})
					f.eliminate(x, removed)
					f.emitStep()
				}
			}
		}
	}
}

// findWXYZWings finds a pivot and three cells that see the pivot, with four digits together. Each of these digits
// except Z can be in only one of the cells. So one of the cells holds Z.
func findWXYZWings(f *Finder) {
	for left := f.few[4]; !left.Empty() && !f.stopped; {
		pivot := left.Pop()
		f.extendSets(f.wingMates(pivot), CellSet{}, f.state.cands[pivot], func(in CellSet, digits Digits) bool {
			if in.Len() == 3 && digits.Len() == 4 {
				f.findWXYZ(pivot, in, digits)
			}
			return in.Len() < 3 && digits.Len() <= 4
		})
	}
}

// wingMates returns the cells with two to four candidates that see the pivot and share a candidate with it.
func (f *Finder) wingMates(pivot Cell) CellSet {
	var sharing CellSet
	for d := range f.state.cands[pivot].Digits() {
		sharing = sharing.Or(f.state.digits[d])
	}
	return sharing.And(f.few[4]).And(f.board.Peers(pivot))
}

func (f *Finder) findWXYZ(pivot Cell, in CellSet, digits Digits) {
	s := &f.state
	all := in
	all.Add(pivot)
	z := Digit(0)
	for d := range digits.Digits() {
		places := all.And(s.digits[d])
		for c := range places.All() {
			if !places.Without(CellsOf(c)).Within(f.board.Peers(c)) {
				if z != 0 && z != d {
					return
				}
				z = d
			}
		}
	}
	if z == 0 {
		return
	}
	// If several cells can be the pivot, use the first of them.
	for left := in; !left.Empty(); {
		if c := left.Pop(); c < pivot && all.Without(CellsOf(c)).Within(f.wingMates(c)) {
			return
		}
	}
	removed := f.board.CommonPeers(all.And(s.digits[z]))
	if !removed.Meets(s.digits[z]) {
		return
	}
	step := f.beginStep(WXYZWing, digits)
	step.markCell(Pivot, pivot, s.cands[pivot])
	for c := range in.All() {
		step.markCell(Pattern, c, s.cands[c])
	}
	step.addCellTruths(all)
	f.eliminate(z, removed)
	f.emitStep()
}
