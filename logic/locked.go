package logic

const (
	LockedPair = Technique(FamilyLocked)<<familyShift + iota
	LockedTriple
	Pointing
	Claiming
)

var lockedRows = []row{
	{LockedPair, "locked-pair", 20, newNakedSubsetSearch(2), HoDoKu{"0110", 40, Medium, 1000, true}},
	{LockedTriple, "locked-triple", 25, newNakedSubsetSearch(3), HoDoKu{"0111", 60, Medium, 1100, true}},
	{Pointing, "pointing", 26, findLocked, HoDoKu{"0100", 50, Medium, 1200, true}},
	{Claiming, "claiming", 28, findLocked, HoDoKu{"0101", 50, Medium, 1210, true}},
}

// If a digit has at most mostSeen places in a house, findLocked also examines the cells that see all these places by
// rules other than houses.
const mostSeen = 6

// findLocked finds a house where all places of a digit lie in the crossing with a second house. The rest of the second
// house loses the digit. If the first house is a line, the step is claiming; otherwise, as for a box, it is pointing.
// On boards where other rules also make cells differ, the cells that see all places of a digit in a house lose the
// digit.
func findLocked(f *Finder) {
	in := f.board.Houses() & (f.board.Rows() | f.board.Columns())
	if f.technique == Pointing {
		in ^= f.board.Houses()
	}
	most := f.board.LongestCrossing()
	if f.board.HasPeersOutsideHouses() {
		most = max(most, mostSeen)
	}
	for in != 0 {
		h := in.Pop()
		for d := Digit(1); d <= f.size; d++ {
			places := f.placesIn(h, d)
			if places.Len() < 2 || places.Len() > most || f.stopped {
				continue
			}
			if f.board.HasPeersOutsideHouses() {
				if rest := f.state.digits[d].And(f.board.CommonPeers(places)); !rest.Within(f.board.Cells(h)) {
					f.emitLockedCandidates(h, d, places, rest)
				}
				continue
			}
			for cover := range (f.board.HousesOf(places.First()) & f.board.Crossing(h)).All() {
				if !places.Within(f.board.Cells(cover)) {
					continue
				}
				if rest := f.placesIn(cover, d).Without(places); !rest.Empty() {
					f.emitLockedCandidates(h, d, places, rest, cover)
				}
			}
		}
	}
}

func (f *Finder) emitLockedCandidates(h House, d Digit, places, removed CellSet, cover ...House) {
	step := f.beginStep(f.technique, digitBit(d))
	step.addBase(h, d)
	step.Cover = append(step.Cover, cover...)
	step.markDigit(Pattern, d, places)
	f.eliminate(d, removed)
	f.emitStep()
}
