package logic

import (
	"cmp"
	"slices"
)

// Forcing: suppose something, and follow what it leads to.
//
//	contradiction   the supposition leads to a candidate that is and is not there
//	verity          all candidates of a cell, all places of a digit in a house, or a
//	                candidate and its absence lead to the same
//
// The nets say how far one may go (netKind): chains, nets, nets with patterns, nets
// within nets. Of several ways to one conclusion the one of the shortest branches
// is told; the shortest conclusion comes first.

const (
	Nishio = Technique(FamilyForcing)<<familyShift + iota
	ForcingChainContradiction
	ForcingChainVerity
	CellForcingChain
	RegionForcingChain
	ForcingNetContradiction
	ForcingNetVerity
	PatternForcingNet
	NestedForcingNet
)

var forcingRows = []row{
	{Nishio, "nishio", 75, nishio},
	{ForcingChainContradiction, "forcing-chain-contradiction", 80, forcingChainContradiction},
	{ForcingChainVerity, "forcing-chain-verity", 80, forcingChainVerity},
	{CellForcingChain, "cell-forcing-chain", 80, cellForcingChain},
	{RegionForcingChain, "region-forcing-chain", 80, regionForcingChain},
	{ForcingNetContradiction, "forcing-net-contradiction", 85, forcingNetContradiction},
	{ForcingNetVerity, "forcing-net-verity", 85, forcingNetVerity},
	{PatternForcingNet, "pattern-forcing-net", 90, patternForcingNet},
	{NestedForcingNet, "nested-forcing-net", 95, nestedForcingNet},
}

// nishio: a digit's places alone lead to a contradiction.
func nishio(f *Finder) {
	f.conclude(Nishio, digitNet, f.contradictions(digitNet, true, false))
}

// Chains from two alternatives are left to the loops.
func forcingChainContradiction(f *Finder) {
	if f.wants(ForcingChainVerity) {
		f.concludeInOrder(chainNet)
		return
	}
	f.conclude(ForcingChainContradiction, chainNet, f.contradictions(chainNet, true, true))
}

func forcingChainVerity(f *Finder) {
	f.conclude(ForcingChainVerity, chainNet, f.verities(chainNet, cellSources|houseSources, 3))
}

func cellForcingChain(f *Finder) {
	f.conclude(CellForcingChain, chainNet, f.verities(chainNet, cellSources, 3))
}

func regionForcingChain(f *Finder) {
	f.conclude(RegionForcingChain, chainNet, f.verities(chainNet, houseSources, 3))
}

func forcingNetContradiction(f *Finder) {
	if f.wants(ForcingNetVerity) {
		f.concludeInOrder(singleNet)
		return
	}
	f.conclude(ForcingNetContradiction, singleNet, f.contradictions(singleNet, true, true))
}

func forcingNetVerity(f *Finder) {
	f.conclude(ForcingNetVerity, singleNet, f.verities(singleNet, cellSources|houseSources|eitherSources, 2))
}

// concludeInOrder emits the conclusions of chains or nets as HoDoKu does: placements
// first, then by cell and digit; each the shortest way, be it a contradiction or a verity.
func (f *Finder) concludeInOrder(kind netKind) {
	all := append(f.contradictions(kind, true, true), f.verities(kind, cellSources|houseSources|eitherSources, 2)...)
	slices.SortFunc(all, func(a, b conclusion) int {
		if a.claim.on() != b.claim.on() {
			return cmp.Compare(b.claim&1, a.claim&1)
		}
		return cmp.Or(cmp.Compare(a.claim, b.claim), cmp.Compare(a.cost, b.cost))
	})
	all = slices.CompactFunc(all, func(a, b conclusion) bool { return a.claim == b.claim })
	names := map[bool]Technique{true: ForcingChainContradiction, false: ForcingChainVerity}
	if kind == singleNet {
		names = map[bool]Technique{true: ForcingNetContradiction, false: ForcingNetVerity}
	}
	for i := range all {
		if f.stopped {
			return
		}
		f.conclusionStep(names[all[i].absurd], kind, &all[i])
	}
}

// patternForcingNet: what nets without patterns conclude is left to these.
func patternForcingNet(f *Finder) {
	known := map[claim]bool{}
	for _, list := range [2][]conclusion{f.contradictions(singleNet, true, true), f.verities(singleNet, cellSources|houseSources|eitherSources, 2)} {
		for _, c := range list {
			known[c.claim] = true
		}
	}
	all := append(f.contradictions(patternNet, true, true), f.verities(patternNet, cellSources|houseSources|eitherSources, 2)...)
	all = slices.DeleteFunc(all, func(c conclusion) bool { return known[c.claim] })
	// A contradiction and a verity may come to the same: the shorter is told.
	slices.SortStableFunc(all, func(a, b conclusion) int {
		return cmp.Or(cmp.Compare(a.claim, b.claim), cmp.Compare(a.cost, b.cost))
	})
	all = slices.CompactFunc(all, func(a, b conclusion) bool { return a.claim == b.claim })
	f.conclude(PatternForcingNet, patternNet, all)
}

// conclude emits steps, the shortest first.
func (f *Finder) conclude(t Technique, kind netKind, all []conclusion) {
	f.shortestFirst(all, func(c *conclusion) { f.conclusionStep(t, kind, c) })
}

func (f *Finder) conclusionStep(t Technique, kind netKind, c *conclusion) {
	f.begin(t, bit(c.claim.digit()))
	for _, n := range c.sources {
		f.follow(kind, n, c)
	}
	f.forced(c)
}

func (f *Finder) shortestFirst(all []conclusion, emit func(*conclusion)) {
	slices.SortFunc(all, func(a, b conclusion) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.claim, b.claim))
	})
	for i := range all {
		if f.stopped {
			return
		}
		emit(&all[i])
	}
}

// follow adds the branch from one supposition to the step.
func (f *Finder) follow(kind netKind, from claim, c *conclusion) {
	t := f.nets().net
	t.begin(kind)
	t.run(from)
	ends := []uint16{t.number[c.claim]}
	if c.absurd {
		ends = t.endLines()
	}
	f.step.Branches = append(f.step.Branches, t.branch(ends))
}

// forced completes a step of branches: conclusion, marks and truths.
func (f *Finder) forced(c *conclusion) {
	step := &f.step
	if c.claim.on() {
		step.Placements = append(step.Placements, c.claim.candidate())
	} else {
		f.eliminate(c.claim.digit(), CellsOf(c.claim.cell()))
	}
	var supposed, follows [10]CellSet // what comes out true
	for i := range step.Branches {
		for k, l := range step.Branches[i].Lines {
			if k == 0 && len(step.Base) > 0 {
				continue // a fish's places are marked already
			}
			if k == 0 {
				supposed[l.Digit].Add(l.Cell)
			} else if l.On {
				follows[l.Digit].Add(l.Cell)
			}
			f.rely(l.Truths)
		}
	}
	if !c.absurd && len(step.Base) == 0 {
		f.rely(f.alternatives(c.sources))
	}
	for d := Digit(1); d <= 9; d++ {
		step.mark(Pivot, d, supposed[d])
		step.mark(Pattern, d, follows[d].Less(supposed[d]))
	}
	f.emit()
}

// rely adds truths to the step, each once.
func (f *Finder) rely(truths []Truth) {
	for _, t := range truths {
		if !slices.Contains(f.step.Truths, t) {
			f.step.Truths = append(f.step.Truths, t)
		}
	}
}

// alternatives is the truth that says that one of the sources is true; none for a
// candidate and its absence.
func (f *Finder) alternatives(list []claim) []Truth {
	a := list[0].candidate()
	switch {
	case list[0] == list[1]^1:
		return nil
	case list[0].cell() == list[1].cell():
		return []Truth{{Kind: CellTruth, Cell: a.Cell}}
	}
	var all CellSet
	for _, n := range list {
		all.Add(n.cell())
	}
	for h := range f.board.HousesOf(a.Cell).All() {
		if f.places(h, a.Digit) == all {
			return []Truth{{Kind: HouseTruth, House: h, Digit: a.Digit}}
		}
	}
	return nil
}
