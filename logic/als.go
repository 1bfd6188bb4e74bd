package logic

import "slices"

// This file finds steps of two or three linked almost locked sets. In the table, x and y are links, and z is a digit of
// both end sets.
//
//	A ─x─ B          z is in A or in B, so candidates z that see all its places in both are false
//	A ─x─ C ─y─ B    the same with a hinge (XY-wing); for longer chains see alschain.go

const (
	SueDeCoq = Technique(FamilyALS)<<familyShift + iota
	ALSXZ
	ALSXYWing
	ALSChain
	DeathBlossom
	AlignedPair
	AlignedTriplet
)

var alsRows = []row{
	{SueDeCoq, "sue-de-coq", 0, findSueDeCoqs, HoDoKu{"1101", 250, Unfair, 5300, true}},
	{ALSXZ, "als-xz", 0, findALSXZ, HoDoKu{"0901", 300, Unfair, 5700, true}},
	{ALSXYWing, "als-xy-wing", 0, findALSXYWings, HoDoKu{"0902", 320, Unfair, 5800, true}},
	{ALSChain, "als-chain", 0, findALSChains, HoDoKu{"0903", 340, Unfair, 5900, true}},
	{DeathBlossom, "death-blossom", 0, findDeathBlossoms, HoDoKu{"0904", 360, Unfair, 6000, false}},
	{AlignedPair, "aligned-pair-exclusion", 62, newExclusionSearch(2), HoDoKu{"", 300, Unfair, 8430, false}},
	{AlignedTriplet, "aligned-triplet-exclusion", 75, newExclusionSearch(3), HoDoKu{"", 340, Unfair, 8431, false}},
}

type alsScratch struct {
	near          [][]neighbour // links to other sets; near[i] has those of set i
	chain         alsChainSearch
	blossom       blossom
	inLine, inBox []crossingSet // the crossing sets of the line and of the box, for Sue de Coq
}

// findALSXZ finds two linked sets with eliminations. If two digits link the sets, both sets are locked. Then, for each
// other digit of a set, the candidates that see all its places in this set are eliminated, too.
func findALSXZ(f *Finder) {
	f.almostLockedSets(1)
	for _, l := range f.linksBetweenSets() {
		if f.stopped {
			return
		}
		a, b := &f.sets.list[l.a], &f.sets.list[l.b]
		if l.common.Len() == 1 && digitsEliminatedBetween(a, b)&^l.common == 0 {
			continue
		}
		f.beginAlmostLockedStep(ALSXZ, a, b)
		for x := range l.common.Digits() {
			f.eliminateBetween(a, b, ^digitBit(x))
		}
		if l.common.Len() > 1 {
			for d := range (a.digits &^ l.common).Digits() {
				f.eliminate(d, a.sees[d].Without(b.cells))
			}
			for d := range (b.digits &^ l.common).Digits() {
				f.eliminate(d, b.sees[d].Without(a.cells))
			}
		}
		f.emitStep()
	}
}

// findALSXYWings finds two sets that are linked to the same third set, the hinge. The two links use different digits.
func findALSXYWings(f *Finder) {
	f.almostLockedSets(1)
	for c, near := range f.linksBySet(true) {
		for i, l := range near {
			for _, m := range near[i+1:] {
				if f.countNode() {
					return
				}
				a, b := &f.sets.list[l.to], &f.sets.list[m.to]
				if l.common == m.common && l.common.Len() == 1 || digitsEliminatedBetween(a, b)&^(l.common|m.common) == 0 {
					continue
				}
				if !f.Options.OverlappingSets && a.cells.Meets(b.cells) || a.cells.Within(b.cells) || b.cells.Within(a.cells) {
					continue
				}
				f.beginAlmostLockedStep(ALSXYWing, a, &f.sets.list[c], b)
				f.eliminateBetween(a, b, ^(l.common | m.common))
				f.emitStep()
			}
		}
	}
}

type neighbour struct {
	to     int32
	common Digits
}

// linksBySet returns, for each set, its links to sets with a greater index. If bothWays is set, it also returns the
// links to sets with a lesser index. The result is valid until the next call.
func (f *Finder) linksBySet(bothWays bool) [][]neighbour {
	links, n := f.linksBetweenSets(), len(f.sets.list)
	f.als.near = slices.Grow(f.als.near[:0], n)[:n]
	for i := range f.als.near {
		f.als.near[i] = f.als.near[i][:0]
	}
	for _, l := range links {
		f.als.near[l.a] = append(f.als.near[l.a], neighbour{l.b, l.common})
		if bothWays {
			f.als.near[l.b] = append(f.als.near[l.b], neighbour{l.a, l.common})
		}
	}
	return f.als.near
}
