package logic

import (
	"cmp"
	"math/bits"
)

// An almost locked set is n cells of a house with n+1 candidates. If it loses one digit, it must hold all its other
// digits. A digit links two sets (a restricted common) if each of its places in one set sees each of its places in the
// other. Then only one of the sets can hold the digit.

type als struct {
	cells  CellSet
	digits Digits
	at     [10]CellSet // for each digit, the cells of the set with this candidate
	sees   [10]CellSet // for each digit, the cells outside the set that have this candidate and see all its places in the set
}

// link is the restricted common digit of sets a and b, or two such digits.
type link struct {
	a, b   int32
	common Digits
}

// setFacts holds the almost locked sets of a position and the links between them.
type setFacts struct {
	list  []als
	of    uint64 // the number of the position to which these facts belong
	least int    // the minimum size of the sets

	links       []link
	linksOf     uint64 // the number of the position for which the links were computed
	overlapping bool   // the links include those of overlapping sets
	bits        []uint64
}

// almostLockedSets returns the almost locked sets with at least the given number of cells. The result is valid until a
// call with another number.
func (f *Finder) almostLockedSets(least int) []als {
	if k := &f.sets; k.of != f.position || k.least != least {
		k.of, k.least, k.linksOf = f.position, least, 0
		k.list = k.list[:0]
		for h := range f.board.Groups().All() {
			f.extendSets(f.state.digits[0].And(f.board.Cells(h)), CellSet{}, 0, func(in CellSet, digits Digits) bool {
				n, most := in.Len(), cmp.Or(f.Options.CellsOfSet, 8)
				if digits.Len() == n+1 && n >= least && n <= most && f.isFirstGroupContaining(h, in) {
					f.addAlmostLockedSet(in, digits)
				}
				return n < most
			})
		}
	}
	return f.sets.list
}

func (f *Finder) addAlmostLockedSet(in CellSet, digits Digits) {
	a := als{cells: in, digits: digits}
	for d := range digits.Digits() {
		a.at[d] = in.And(f.state.digits[d])
		a.sees[d] = f.board.CommonPeers(a.at[d]).And(f.state.digits[d])
	}
	f.sets.list = append(f.sets.list, a)
}

// isFirstGroupContaining reports whether h is the first group that contains set.
func (f *Finder) isFirstGroupContaining(h House, set CellSet) bool {
	for before := f.board.Groups() & (1<<h - 1); before != 0; {
		if set.Within(f.board.Cells(before.Pop())) {
			return false
		}
	}
	return true
}

// linksBetweenSets returns the links between the almost locked sets. In each link, a < b.
func (f *Finder) linksBetweenSets() []link {
	k := &f.sets
	if k.linksOf != f.position || k.overlapping != f.Options.OverlappingSets {
		k.links, k.linksOf, k.overlapping = k.links[:0], f.position, f.Options.OverlappingSets
		f.linkAlmostLockedSets()
	}
	return k.links
}

// linkAlmostLockedSets computes the links of one set after another, to all other sets at once. A linked set has all its
// places for the digit in cells that the first set sees. Linked sets share no cell unless sets may overlap.
func (f *Finder) linkAlmostLockedSets() {
	n := len(f.sets.list)
	w := (n + 63) / 64
	// These are the indices of rows in a table of bits. A row has one bit per set; it marks the sets that have a
	// candidate, a cell or a digit.
	const ofCell, ofDigit, rows = 9 * cells, 10 * cells, 10*cells + 10
	f.sets.bits = clearWords(f.sets.bits, (rows+10)*w)
	row := func(i int) []uint64 { return f.sets.bits[i*w : (i+1)*w] }
	for i := range f.sets.list {
		a := &f.sets.list[i]
		k, b := i/64, uint64(1)<<(i%64)
		for d := range a.digits.Digits() {
			row(ofDigit + int(d))[k] |= b
			for left := a.at[d]; !left.Empty(); {
				row(int(nodeOf(left.Pop(), d)))[k] |= b
			}
		}
		for left := a.cells; !left.Empty(); {
			row(ofCell + int(left.Pop()))[k] |= b
		}
	}
	overlap := row(rows)
	for i := range f.sets.list {
		if f.countNode() {
			return
		}
		a := &f.sets.list[i]
		first := i / 64
		clear(overlap)
		for left := a.cells; !left.Empty() && !f.sets.overlapping; {
			addBitsOf(overlap, row(ofCell+int(left.Pop())))
		}
		var digits [9]Digit
		m := 0
		for d := range a.digits.Digits() {
			if a.sees[d].Empty() {
				continue
			}
			linked := row(rows + 1 + m)
			copy(linked, row(ofDigit+int(d)))
			for left := f.state.digits[d].Less(a.sees[d]); !left.Empty(); {
				for k, b := range row(int(nodeOf(left.Pop(), d)))[first:] {
					linked[first+k] &^= b
				}
			}
			digits[m] = d
			m++
		}
		for k := first; k < w; k++ {
			any := uint64(0)
			for j := range m {
				any |= row(rows + 1 + j)[k]
			}
			any &^= overlap[k]
			if k == first {
				any &^= 2<<(i%64) - 1 // keep only sets later in the list
			}
			for ; any != 0; any &= any - 1 {
				j := bits.TrailingZeros64(any)
				l := link{int32(i), int32(64*k + j), 0}
				for x := range m {
					if row(rows + 1 + x)[k]>>j&1 != 0 {
						l.common |= digitBit(digits[x])
					}
				}
				f.sets.links = append(f.sets.links, l)
			}
		}
	}
}

// eliminateBetween treats digits that one of two sets must hold. For each digit, it eliminates the candidates that see
// all its places in both sets.
func (f *Finder) eliminateBetween(a, b *als, digits Digits) {
	for d := range (a.digits & b.digits & digits).Digits() {
		f.eliminate(d, a.sees[d].And(b.sees[d]))
	}
}

// hasEliminationBetween reports whether eliminateBetween would eliminate anything.
func hasEliminationBetween(a, b *als, digits Digits) bool {
	for d := range (a.digits & b.digits & digits).Digits() {
		if a.sees[d].Meets(b.sees[d]) {
			return true
		}
	}
	return false
}

func (f *Finder) addSet(a *als) {
	s := &f.step
	s.Sets = append(s.Sets, Set{a.cells, a.digits})
	s.addCellTruths(a.cells)
}

// addAlmostLockedSets adds the given sets and their digits to the step.
func (f *Finder) addAlmostLockedSets(list []int32) {
	for _, i := range list {
		f.addSet(&f.sets.list[i])
		f.step.Digits |= f.sets.list[i].digits
	}
}

// beginAlmostLockedStep begins a step and marks the candidates of the given sets as its pattern.
func (f *Finder) beginAlmostLockedStep(t Technique, sets ...*als) *Step {
	var digits Digits
	for _, a := range sets {
		digits |= a.digits
	}
	step := f.beginStep(t, digits)
	for _, a := range sets {
		f.addSet(a)
		for d := range a.digits.Digits() {
			step.markDigit(Pattern, d, a.at[d])
		}
	}
	return step
}

func (s *State) digitsIn(set CellSet) (all Digits) {
	for !set.Empty() {
		all |= s.cands[set.Pop()]
	}
	return all
}
