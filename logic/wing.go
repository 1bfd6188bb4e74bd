package logic

// This file finds wings: short chains through cells with two candidates.

const (
	WWing = Technique(FamilyWing)<<familyShift + iota
	XYWing
	XYZWing
	WXYZWing
)

var wingRows = []row{
	{WWing, "w-wing", 0, findWWings},
	{XYWing, "xy-wing", 42, findXYWings},
	{XYZWing, "xyz-wing", 44, findXYWings},
	{WXYZWing, "wxyz-wing", 0, findWXYZWings},
}

// findXYWings finds a pivot XY that sees a pincer XZ and a pincer YZ. Whichever digit the pivot is, one of the pincers
// is Z. The pivot of an XYZ-wing also has Z, so the eliminated candidate must also see the pivot.
func findXYWings(f *Finder) {
	pivots := f.bivalue
	if f.want == XYZWing {
		pivots = f.few[3].Less(f.bivalue)
	}
	for !pivots.Empty() && !f.stopped {
		f.findPincers(f.want, pivots.Pop())
	}
}

func (f *Finder) findPincers(t Technique, pivot Cell) {
	s := &f.state
	x := s.cands[pivot]
	for ps := f.bivalue.And(f.board.Peers(pivot)); !ps.Empty(); {
		p := ps.Pop()
		if f.fitsPivot(t, x, s.cands[p]) {
			for q := range ps.All() {
				z, ok := onlyDigit(s.cands[p] & s.cands[q])
				if !ok || !f.fitsPivot(t, x, s.cands[q]) || (s.cands[p]|s.cands[q])&x != x || (x.Has(z) != (t == XYZWing)) {
					continue
				}
				gone := f.board.Peers(p).And(f.board.Peers(q))
				if t == XYZWing {
					gone = gone.And(f.board.Peers(pivot))
				}
				if !gone.Meets(s.digits[z]) || f.stopped {
					continue
				}
				f.beginStep(t, x|digitBit(z))
				f.addCell(Pivot, pivot)
				f.addCell(Pattern, p)
				f.addCell(Pattern, q)
				f.eliminate(z, gone)
				f.emitStep()
			}
		}
	}
}

// fitsPivot reports whether a pincer fits a pivot. It must share one digit with the pivot of an XY-wing, and both
// digits with the pivot of an XYZ-wing.
func (f *Finder) fitsPivot(t Technique, pivot, pincer Digits) bool {
	if t == XYZWing {
		return pincer&^pivot == 0
	}
	return (pivot & pincer).Len() == 1
}

// findWWings finds two cells with the same candidates X and Y that do not see each other. In some house, Y has
// exactly two places, and each of these places sees a different one of the two cells. So one of the two cells
// is X.
func findWWings(f *Finder) {
	s := &f.state
	for ps := f.bivalue; !ps.Empty() && !f.stopped; {
		p := ps.Pop()
		for qs := ps; !qs.Empty() && !f.stopped; {
			q := qs.Pop()
			if s.cands[p] != s.cands[q] {
				continue
			}
			for x := range s.cands[p].Digits() {
				y, _ := onlyDigit(s.cands[p].Without(x))
				gone := f.board.Peers(p).And(f.board.Peers(q))
				if !gone.Meets(s.digits[x]) {
					continue
				}
				for h := range f.board.Houses().All() {
					at := f.placesIn(h, y)
					if at.Len() != 2 || at.Has(p) || at.Has(q) || f.stopped {
						continue
					}
					a := at.Pop()
					b := at.First()
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
					step.Base = append(step.Base, h)
					step.Nodes = append(step.Nodes,
						Node{Cells: CellsOf(p), Digit: x}, Node{Cells: CellsOf(p), Digit: y, On: true},
						Node{Cells: CellsOf(a), Digit: y}, Node{Cells: CellsOf(b), Digit: y, On: true},
						Node{Cells: CellsOf(q), Digit: y}, Node{Cells: CellsOf(q), Digit: x, On: true})
					step.addHouseTruth(h, y)
					f.eliminate(x, gone)
					f.emitStep()
				}
			}
		}
	}
}

// findWXYZWings finds a pivot and three cells that see the pivot, with four digits together. Each of these digits
// except Z can be in only one of the cells. So one of the cells holds Z.
func findWXYZWings(f *Finder) {
	s := &f.state
	for left := s.digits[0]; !left.Empty() && !f.stopped; {
		pivot := left.Pop()
		if n := s.cands[pivot].Len(); n < 2 || n > 4 {
			continue
		}
		var from CellSet
		for c := range f.board.Peers(pivot).And(s.digits[0]).All() {
			if n := s.cands[c].Len(); n >= 2 && n <= 4 && (s.cands[c]|s.cands[pivot]).Len() <= 4 && s.cands[c]&s.cands[pivot] != 0 {
				from.Add(c)
			}
		}
		f.extendSets(from, CellSet{}, s.cands[pivot], func(in CellSet, digits Digits) bool {
			if in.Len() == 3 && digits.Len() <= 4 {
				f.findWXYZ(pivot, in, digits)
			}
			return in.Len() < 3 && digits.Len() <= 4
		})
	}
}

func (f *Finder) findWXYZ(pivot Cell, in CellSet, digits Digits) {
	s := &f.state
	all := in
	all.Add(pivot)
	z := Digit(0)
	for d := range digits.Digits() {
		at := all.And(s.digits[d])
		for c := range at.All() {
			if !at.Less(CellsOf(c)).Within(f.board.Peers(c)) {
				if z != 0 && z != d {
					return
				}
				z = d
			}
		}
	}
	if z == 0 || digits.Len() != 4 {
		return
	}
	// If several cells can be the pivot, use the first of them.
	for left := in; !left.Empty(); {
		if c := left.Pop(); c < pivot && all.Less(CellsOf(c)).Within(f.board.Peers(c)) && f.canBeWingPivot(c, all) {
			return
		}
	}
	gone := f.board.CommonPeers(all.And(s.digits[z]))
	if !gone.Meets(s.digits[z]) {
		return
	}
	step := f.beginStep(WXYZWing, digits)
	step.markCell(Pivot, pivot, s.cands[pivot])
	for c := range in.All() {
		step.markCell(Pattern, c, s.cands[c])
	}
	step.addCellTruths(all)
	f.eliminate(z, gone)
	f.emitStep()
}

// canBeWingPivot reports whether c shares a candidate with every other cell of the set `all`.
func (f *Finder) canBeWingPivot(c Cell, all CellSet) bool {
	for left := all.Less(CellsOf(c)); !left.Empty(); {
		if f.state.cands[left.Pop()]&f.state.cands[c] == 0 {
			return false
		}
	}
	return true
}
