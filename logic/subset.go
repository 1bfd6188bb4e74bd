package logic

const (
	NakedPair = Technique(FamilySubset)<<familyShift + iota
	NakedTriple
	HiddenPair
	HiddenTriple
	NakedQuadruple
	HiddenQuadruple
)

var subsetRows = []row{
	{NakedPair, "naked-pair", 30, newNakedSubsetSearch(2), HoDoKu{"0200", 60, Medium, 1300, true}},
	{NakedTriple, "naked-triple", 36, newNakedSubsetSearch(3), HoDoKu{"0201", 80, Medium, 1400, true}},
	{HiddenPair, "hidden-pair", 34, newHiddenSubsetSearch(2), HoDoKu{"0210", 70, Medium, 1500, true}},
	{HiddenTriple, "hidden-triple", 40, newHiddenSubsetSearch(3), HoDoKu{"0211", 100, Medium, 1600, true}},
	{NakedQuadruple, "naked-quadruple", 50, newNakedSubsetSearch(4), HoDoKu{"0202", 120, Hard, 2000, true}},
	{HiddenQuadruple, "hidden-quadruple", 54, newHiddenSubsetSearch(4), HoDoKu{"0212", 150, Hard, 2100, true}},
}

// newNakedSubsetSearch returns a search for n cells of a house that have n candidates together. The cells that see all
// n cells lose these candidates. If both a line and a box lose candidates, the subset is called locked.
func newNakedSubsetSearch(n int) func(*Finder) {
	return func(f *Finder) {
		for left := f.board.Groups().HumanOrder(); left != 0; {
			h := left.Pop() // boxes come before lines: only boxes have locked subsets, and subsets in boxes are easier to see
			if few := f.few[n].And(f.board.Cells(h)); few.Len() >= n {
				f.growNakedSubset(h, few, n, CellSet{}, 0)
			}
		}
	}
}

// growNakedSubset extends a naked subset by n further cells of the set `from`. The set `in` has the cells so far, which
// together have the given digits.
func (f *Finder) growNakedSubset(h House, from CellSet, n int, in CellSet, digits Digits) {
	if n == 0 {
		f.emitNakedSubset(h, in, digits)
		return
	}
	for most := in.Len() + n; from.Len() >= n && !f.stopped; {
		c := from.Pop()
		if all := digits | f.state.cands[c]; all.Len() <= most {
			joined := in
			joined.Add(c)
			f.growNakedSubset(h, from, n-1, joined, all)
		}
	}
}

var nakedTechniques, hiddenTechniques = [5]Technique{2: NakedPair, NakedTriple, NakedQuadruple}, [5]Technique{2: HiddenPair, HiddenTriple, HiddenQuadruple}

func (f *Finder) emitNakedSubset(h House, in CellSet, digits Digits) {
	n := in.Len()
	if digits.Len() != n {
		return
	}
	seen := f.board.CommonPeers(in)
	var removed CellSet
	for d := range digits.Digits() {
		removed = removed.Or(f.state.digits[d].And(seen))
	}
	t, box := nakedTechniques[n], f.board.Cells(f.board.Block(in.First()))
	if n < 4 && in.Within(box) && removed.Meets(box) && !removed.Within(box) && f.isInOneLine(in) {
		t = [4]Technique{2: LockedPair, LockedTriple}[n]
	}
	if t != f.technique {
		return
	}
	step := f.beginStep(t, digits)
	step.Base = append(step.Base, h)
	for d := range digits.Digits() {
		step.markDigit(Pattern, d, f.state.digits[d].And(in))
		f.eliminate(d, seen)
	}
	step.addCellTruths(in)
	f.emitStep()
}

// newHiddenSubsetSearch returns a search for n digits of a house that have n places together. These places
// cannot hold other digits.
func newHiddenSubsetSearch(n int) func(*Finder) {
	return func(f *Finder) {
		for left := f.board.Houses().HumanOrder(); left != 0; {
			h := left.Pop() // boxes come before lines: only boxes have locked subsets, and subsets in boxes are easier to see
			var from Digits
			for d := Digit(1); d <= f.size; d++ {
				if k := f.placesIn(h, d).Len(); k >= 2 && k <= n {
					from |= digitBit(d)
				}
			}
			f.growHiddenSubset(h, from, n, 0, CellSet{})
		}
	}
}

// growHiddenSubset extends a hidden subset by n further digits of the set `from`. `digits` has the digits so far, and
// the set `in` has their places.
func (f *Finder) growHiddenSubset(h House, from Digits, n int, digits Digits, in CellSet) {
	if n == 0 {
		if k := digits.Len(); k == in.Len() {
			step := f.beginStep(hiddenTechniques[k], digits)
			step.Base = append(step.Base, h)
			for d := range digits.Digits() {
				step.markDigit(Pattern, d, f.state.digits[d].And(in))
				step.addHouseTruth(h, d)
			}
			for c := range in.All() {
				f.eliminateAll(c, f.state.cands[c]&^digits)
			}
			f.emitStep()
		}
		return
	}
	for most := digits.Len() + n; from.Len() >= n && !f.stopped; {
		d, rest := lowestDigit(from)
		from = rest
		if all := in.Or(f.placesIn(h, d)); all.Len() <= most {
			f.growHiddenSubset(h, from, n-1, digits|digitBit(d), all)
		}
	}
}
