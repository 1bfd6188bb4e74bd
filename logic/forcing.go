package logic

import (
	"cmp"
	"slices"
	"sort"
)

// This file has the forcing techniques, which follow the consequences of suppositions.
//
//	contradiction   the supposition implies that a candidate is both true and false
//	verity          all candidates of a cell, all places of a digit in a house, or a
//	                candidate and its absence imply the same conclusion
//
// netKind selects how far a supposition is followed: by chains, nets, nets with patterns, or nested nets. If a
// conclusion has several proofs, the one with the shortest branches is reported. Conclusions with short proofs come
// first.

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
	{Nishio, "nishio", 75, newContradictionSearch(digitNet), HoDoKu{"", 500, Extreme, 8480, false}},
	{ForcingChainContradiction, "forcing-chain-contradiction", 80, newContradictionSearch(chainNet), HoDoKu{"1301", 500, Extreme, 8500, true}},
	{ForcingChainVerity, "forcing-chain-verity", 80, newVeritySearch(chainNet, cellSources|houseSources), HoDoKu{"1302", 500, Extreme, 8500, true}},
	{CellForcingChain, "cell-forcing-chain", 80, newVeritySearch(chainNet, cellSources), HoDoKu{"", 500, Extreme, 8510, false}},
	{RegionForcingChain, "region-forcing-chain", 80, newVeritySearch(chainNet, houseSources), HoDoKu{"", 500, Extreme, 8511, false}},
	{ForcingNetContradiction, "forcing-net-contradiction", 85, newContradictionSearch(singleNet), HoDoKu{"1303", 700, Extreme, 8600, true}},
	{ForcingNetVerity, "forcing-net-verity", 85, newVeritySearch(singleNet, anySources), HoDoKu{"1304", 700, Extreme, 8600, true}},
	{PatternForcingNet, "pattern-forcing-net", 90, findPatternNets, HoDoKu{"", 10000, Extreme, 8810, true}},
	{NestedForcingNet, "nested-forcing-net", 95, findNestedNets, HoDoKu{"", 10000, Extreme, 8820, true}},
}

// newContradictionSearch returns a search for contradictions by nets of one kind. If the caller also wants the next
// technique, the search also emits the verities.
func newContradictionSearch(kind netKind) func(*Finder) {
	return func(f *Finder) {
		if kind != digitNet && f.isWanted(f.technique+1) {
			f.emitConclusionsInOrder(kind)
			return
		}
		f.emitConclusions(kind, f.findContradictions(kind))
	}
}

func newVeritySearch(kind netKind, from sources) func(*Finder) {
	return func(f *Finder) { f.emitConclusions(kind, f.findVerities(kind, from)) }
}

// findConclusions returns all claims that chains or nets prove, by a contradiction or a verity. They are sorted by
// claim. Of several proofs of a claim, only the shortest stays.
func (f *Finder) findConclusions(kind netKind) []conclusion {
	all := append(f.findContradictions(kind), f.findVerities(kind, anySources)...)
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].claim, all[j].claim), cmp.Compare(all[i].cost, all[j].cost)) < 0
	})
	return slices.CompactFunc(all, func(a, b conclusion) bool { return a.claim == b.claim })
}

// emitConclusionsInOrder emits the conclusions of chains or nets in HoDoKu's order: placements before eliminations, and
// then by cell and digit.
func (f *Finder) emitConclusionsInOrder(kind netKind) {
	all := f.findConclusions(kind)
	sort.SliceStable(all, func(i, j int) bool { return all[i].claim&1 > all[j].claim&1 })
	for i := range all {
		t := f.technique
		if !all[i].absurd {
			t++
		}
		f.emitConclusion(t, kind, &all[i])
	}
}

// findPatternNets emits the conclusions that only nets with patterns reach.
func findPatternNets(f *Finder) {
	known := map[claim]bool{}
	for _, c := range f.findConclusions(singleNet) {
		known[c.claim] = true
	}
	f.emitConclusions(patternNet, slices.DeleteFunc(f.findConclusions(patternNet), func(c conclusion) bool { return known[c.claim] }))
}

// emitConclusions emits conclusions as steps, those with the shortest proofs first.
func (f *Finder) emitConclusions(kind netKind, all []conclusion) {
	f.eachShortestFirst(all, func(c *conclusion) { f.emitConclusion(f.technique, kind, c) })
}

func (f *Finder) emitConclusion(t Technique, kind netKind, c *conclusion) {
	if f.stopped {
		return
	}
	f.beginStep(t, digitBit(c.claim.digit()))
	for _, n := range c.sources {
		f.addBranch(kind, n, c)
	}
	f.completeForcingStep(c)
}

func (f *Finder) eachShortestFirst(all []conclusion, emit func(*conclusion)) {
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].cost, all[j].cost), cmp.Compare(all[i].claim, all[j].claim)) < 0
	})
	for i := range all {
		emit(&all[i])
	}
}

// addBranch adds to the step a branch that begins with the given supposition and ends with the conclusion c.
func (f *Finder) addBranch(kind netKind, from claim, c *conclusion) {
	t := f.currentNet()
	t.reset(kind)
	t.followSupposition(from)
	ends := []uint16{t.number[c.claim]}
	if c.absurd {
		ends = t.contradictingLines()
	}
	f.step.Branches = append(f.step.Branches, t.branchTo(ends))
}

// completeForcingStep adds the conclusion, the marks and the truths to a step that has its branches.
func (f *Finder) completeForcingStep(c *conclusion) {
	step := &f.step
	if c.claim.isTrue() {
		step.Placements = append(step.Placements, c.claim.candidate())
	} else {
		f.eliminate(c.claim.digit(), CellsOf(c.claim.cell()))
	}
	var supposed, follows [10]CellSet // supposed[d]: the cells where d is supposed true; follows[d]: the cells where d is a consequence
	for i := range step.Branches {
		for k, l := range step.Branches[i].Lines {
			switch {
			case k == 0 && len(step.Base) == 0: // the places of a fish already have marks
				supposed[l.Candidate.Digit].Add(l.Candidate.Cell)
			case k > 0 && l.On:
				follows[l.Candidate.Digit].Add(l.Candidate.Cell)
			}
			f.addTruthsToStep(l.Truths)
		}
	}
	f.addTruthsToStep(c.truths)
	for d := Digit(1); d <= 9; d++ {
		step.markDigit(Pivot, d, supposed[d])
		step.markDigit(Pattern, d, follows[d].Without(supposed[d]))
	}
	f.emitStep()
}

func (f *Finder) addTruthsToStep(truths []Truth) {
	for _, t := range truths {
		if !slices.Contains(f.step.Truths, t) {
			f.step.Truths = append(f.step.Truths, t)
		}
	}
}
