package logic

import "cmp"

// An almost locked set is n cells of a house with n+1 candidates. If the set loses one digit, it must hold all its
// other digits. A digit links two sets (a restricted common) if each of its places in one set sees each of its places
// in the other. Then only one of the sets can hold the digit.

type als struct {
	cells   CellSet
	digits  Digits
	cellsOf [10]CellSet // for each digit, the cells of the set that have this candidate
	sees    [10]CellSet // for each digit, the cells outside the set that have this candidate and see all its places in the set
}

// link is the restricted common digit of sets a and b, or two such digits.
type link struct {
	a, b   int32
	common Digits
}

// setFacts holds the almost locked sets of a position and the links between them.
type setFacts struct {
	list     []als
	position uint64 // the number of the position for which these facts were computed
	minimum  int    // the minimum number of cells of a set

	links       []link
	linksOf     uint64 // the number of the position for which the links were computed
	overlapping bool   // the links include those of overlapping sets
}

// almostLockedSets returns the almost locked sets with at least the given number of cells. The result is valid until a
// call with another number of cells or in another position.
func (f *Finder) almostLockedSets(minimum int) []als {
	if k := &f.sets; k.position != f.position || k.minimum != minimum {
		k.position, k.minimum, k.linksOf = f.position, minimum, 0
		k.list = k.list[:0]
		for h := range f.board.Groups().All() {
			f.extendSets(f.state.digits[0].And(f.board.Cells(h)), CellSet{}, 0, func(in CellSet, digits Digits) bool {
				n, most := in.Len(), cmp.Or(f.Options.CellsOfSet, 8)
				if digits.Len() == n+1 && n >= minimum && n <= most && f.isFirstGroupContaining(h, in) {
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
		a.cellsOf[d] = in.And(f.state.digits[d])
		a.sees[d] = f.board.CommonPeers(a.cellsOf[d]).And(f.state.digits[d])
	}
	f.sets.list = append(f.sets.list, a)
}

// isFirstGroupContaining reports whether h is the first group of the board that contains set.
func (f *Finder) isFirstGroupContaining(h House, set CellSet) bool {
	for before := f.board.Groups() & (1<<h - 1); before != 0; {
		if set.Within(f.board.Cells(before.Pop())) {
			return false
		}
	}
	return true
}

// linksBetweenSets returns the links between the almost locked sets, one set after another. In each link, a < b. Linked
// sets share no cell unless sets may overlap.
func (f *Finder) linksBetweenSets() []link {
	k := &f.sets
	if k.linksOf == f.position && k.overlapping == f.Options.OverlappingSets {
		return k.links
	}
	k.links, k.linksOf, k.overlapping = k.links[:0], f.position, f.Options.OverlappingSets
	for i := range k.list {
		if f.countNode() {
			break
		}
		a := &k.list[i]
		for j := i + 1; j < len(k.list); j++ {
			b, common := &k.list[j], Digits(0)
			if !k.overlapping && a.cells.Meets(b.cells) {
				continue
			}
			for both := a.digits & b.digits; both != 0; both &= both - 1 {
				if d, _ := lowestDigit(both); b.cellsOf[d].Within(a.sees[d]) {
					common |= both & -both
				}
			}
			if common != 0 {
				k.links = append(k.links, link{int32(i), int32(j), common})
			}
		}
	}
	return k.links
}

// eliminateBetween makes eliminations for each of `digits` that is in both sets. The caller must know that each of
// these digits is true in set a or in set b. A candidate of such a digit is eliminated if it sees all places of the
// digit in a and in b.
func (f *Finder) eliminateBetween(a, b *als, digits Digits) {
	for d := range (a.digits & b.digits & digits).Digits() {
		f.eliminate(d, a.sees[d].And(b.sees[d]))
	}
}

// digitsEliminatedBetween returns the digits for which eliminateBetween finds eliminations in the sets a and b.
func digitsEliminatedBetween(a, b *als) (all Digits) {
	for both := a.digits & b.digits; both != 0; both &= both - 1 {
		if d, _ := lowestDigit(both); a.sees[d].Meets(b.sees[d]) {
			all |= both & -both
		}
	}
	return all
}

func (f *Finder) addSetToStep(a *als) {
	s := &f.step
	s.Sets = append(s.Sets, Set{a.cells, a.digits})
	s.addCellTruths(a.cells)
}

func (f *Finder) addSetsToStep(list []int32) {
	for _, i := range list {
		f.addSetToStep(&f.sets.list[i])
		f.step.Digits |= f.sets.list[i].digits
	}
}

func (f *Finder) beginAlmostLockedStep(t Technique, sets ...*als) *Step {
	var digits Digits
	for _, a := range sets {
		digits |= a.digits
	}
	step := f.beginStep(t, digits)
	for _, a := range sets {
		f.addSetToStep(a)
		for d := range a.digits.Digits() {
			step.markDigit(Pattern, d, a.cellsOf[d])
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
