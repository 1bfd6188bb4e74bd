package logic

// Aligned exclusion goes through all combinations of the candidates of two or three cells. It drops a combination that
// puts a digit twice into a house. It also drops a combination that contains all candidates of a cell that sees the
// whole group. A candidate that is in no remaining combination is false.

// newExclusionSearch returns a search that examines groups of n cells, 2 or 3. An excluder is a cell with 2 to n
// candidates that sees the whole group. The group must have at least two excluders. In a group of three, one cell must
// itself have 2 to 3 candidates and see another cell of the group.
func newExclusionSearch(n int) func(*Finder) {
	return func(f *Finder) {
		s := &f.state
		excluders := f.few[n]
		var base CellSet
		for c := range s.openCandidates {
			base.Add(c.Cell)
		}
		seen := map[CellSet]bool{}
		for left := base; !left.Empty() && !f.stopped; {
			a := left.Pop()
			for rest := left; !rest.Empty() && !f.countNode(); {
				b := rest.Pop()
				common := excluders.And(f.board.Peers(a)).And(f.board.Peers(b))
				if common.Empty() || common.Single() {
					continue
				}
				if n == 2 {
					f.tryAlignedExclusion(AlignedPair, common, a, b)
					continue
				}
				third := excluders.And(f.board.Peers(a).Or(f.board.Peers(b))).Without(CellsOf(a, b))
				for !third.Empty() && !f.stopped {
					c := third.Pop()
					set := CellsOf(a, b, c)
					guards := common.And(f.board.Peers(c))
					if guards.Empty() || guards.Single() || seen[set] {
						continue
					}
					seen[set] = true
					f.tryAlignedExclusion(AlignedTriplet, guards, set.Pop(), set.Pop(), set.Pop())
				}
			}
		}
	}
}

// tryAlignedExclusion tries all combinations of the candidates of the cells in `set`. guards are the excluders.
func (f *Finder) tryAlignedExclusion(t Technique, guards CellSet, set ...Cell) {
	s := &f.state
	var allowed [3]Digits
	var needed [3][10]CellSet // needed[i][d]: the guards that exclude a combination with digit d in cell i of the group
	var chosen [3]Digit
	var try func(i int, all Digits)
	try = func(i int, all Digits) {
		if i == len(set) {
			for g := range guards.All() {
				if s.cands[g]&^all == 0 {
					for k := range set {
						needed[k][chosen[k]].Add(g)
					}
					return
				}
			}
			for k := range set {
				allowed[k] |= digitBit(chosen[k])
			}
			return
		}
	digits:
		for d := range s.cands[set[i]].Digits() {
			for k := range i {
				if chosen[k] == d && f.board.Peers(set[k]).Has(set[i]) {
					continue digits
				}
			}
			chosen[i] = d
			try(i+1, all|digitBit(d))
		}
	}
	try(0, 0)
	var removed, by = Digits(0), CellSet{}
	for k, c := range set {
		for d := range (s.cands[c] &^ allowed[k]).Digits() {
			removed |= digitBit(d)
			by = by.Or(needed[k][d])
		}
	}
	if removed == 0 || by.Empty() {
		return
	}
	f.beginStep(t, removed)
	for k, c := range set {
		f.addCell(Pivot, c)
		f.eliminateAll(c, s.cands[c]&^allowed[k])
	}
	for c := range by.All() {
		f.addCell(Pattern, c)
	}
	f.emitStep()
}
