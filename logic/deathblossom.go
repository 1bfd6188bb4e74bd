package logic

// findDeathBlossoms finds a cell, the stem, with a petal for each of its candidates. A petal is an almost locked set in
// which all places of the candidate see the stem. If the stem takes a candidate, the candidate's petal loses this digit
// and must hold all its other digits. So a digit that all petals have is true in at least one petal.
func findDeathBlossoms(f *Finder) {
	f.almostLockedSets(1)
	b := &f.als.blossom
	b.f = f
	for stems := f.state.digits[0]; !stems.Empty() && !f.stopped; {
		stem := stems.Pop()
		ok := true
		for d := range f.state.cands[stem].Digits() {
			b.petals[d] = b.petals[d][:0]
			for i := range f.sets.list {
				if a := &f.sets.list[i]; a.digits.Has(d) && a.sees[d].Has(stem) {
					b.petals[d] = append(b.petals[d], int32(i))
				}
			}
			ok = ok && len(b.petals[d]) > 0
		}
		if ok && f.state.cands[stem].Len() >= 2 {
			b.stem = stem
			b.addPetal(f.state.cands[stem], 511&^f.state.cands[stem], CellSet{}, b.chosen[:0])
		}
	}
}

// blossom is the state of the search for the petals of one stem.
type blossom struct {
	f      *Finder
	stem   Cell
	petals [10][]int32 // for each digit, the sets that lose it if the stem takes it
	chosen [9]int32    // the petals chosen so far, one for each digit
}

// addPetal chooses a petal for the least digit of `left`, and then petals for the other digits of `left`. `shared` has
// the digits that all chosen petals have and the stem lacks. `taken` has the cells of the chosen petals.
func (b *blossom) addPetal(left, shared Digits, taken CellSet, chosen []int32) {
	f := b.f
	if f.countNode() || shared == 0 {
		return
	}
	if left == 0 {
		f.beginAlmostLockedStep(DeathBlossom)
		for e := range shared.Digits() {
			seen := f.state.digits[e]
			for _, i := range chosen {
				seen = seen.And(f.sets.list[i].sees[e])
			}
			f.eliminate(e, seen.Without(taken).Without(CellsOf(b.stem)))
		}
		if f.hasEffect() {
			f.addCell(Pivot, b.stem)
			f.addSetsToStep(chosen)
			f.emitStep()
		}
		return
	}
	d, rest := lowestDigit(left)
	for _, i := range b.petals[d] {
		a := &f.sets.list[i]
		if !f.Options.OverlappingSets && a.cells.Meets(taken) {
			continue
		}
		still := Digits(0)
		for e := range (shared & a.digits).Digits() {
			seen := a.sees[e]
			for _, j := range chosen {
				seen = seen.And(f.sets.list[j].sees[e])
			}
			if !seen.Empty() {
				still |= digitBit(e)
			}
		}
		b.addPetal(rest, still, taken.Or(a.cells), append(chosen, i))
	}
}
