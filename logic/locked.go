package logic

import "nonet/board"

const (
	LockedPair = Technique(FamilyLocked)<<familyShift + iota
	LockedTriple
	Pointing
	Claiming
)

var lockedRows = []row{
	{LockedPair, "locked-pair", 20, newNakedSubsetSearch(2)},
	{LockedTriple, "locked-triple", 25, newNakedSubsetSearch(3)},
	{Pointing, "pointing", 26, findPointing},
	{Claiming, "claiming", 28, findClaiming},
}

// findPointing finds a house that is not a line, such as a box, where all places of a digit lie in the crossing with a
// second house. The rest of the second house loses the digit.
func findPointing(f *Finder) {
	findLocked(f, Pointing, f.board.Houses()&^(f.board.Rows()|f.board.Columns()))
}

// findClaiming finds a line where all places of a digit lie in the crossing with a second house, such as a box. The
// rest of the second house loses the digit.
func findClaiming(f *Finder) {
	findLocked(f, Claiming, f.board.Houses()&(f.board.Rows()|f.board.Columns()))
}

// If a digit has at most mostSeen places in a house, findLocked also examines the cells that see all these places by
// rules other than houses.
const mostSeen = 6

// findLocked examines each house of the set `in`, together with each house that shares several cells with it. On boards
// where cells also differ by other rules, it also examines the cells that see all places of a digit in a house.
func findLocked(f *Finder, t Technique, in board.HouseSet) {
	most := f.board.LongestCrossing()
	if f.board.HasPeersOutsideHouses() {
		most = max(most, mostSeen)
	}
	for in != 0 {
		h := in.Pop()
		for d := Digit(1); d <= f.size; d++ {
			at := f.placesIn(h, d)
			if at.Len() < 2 || at.Len() > most || f.stopped {
				continue
			}
			if f.board.HasPeersOutsideHouses() {
				if rest := f.state.digits[d].And(f.board.CommonPeers(at)); !rest.Within(f.board.Cells(h)) {
					f.emitLockedCandidates(t, h, d, at, rest)
				}
				continue
			}
			for cover := range (f.board.HousesOf(at.First()) & f.board.Crossing(h)).All() {
				if !at.Within(f.board.Cells(cover)) {
					continue
				}
				if rest := f.placesIn(cover, d).Less(at); !rest.Empty() {
					f.emitLockedCandidates(t, h, d, at, rest, cover)
				}
			}
		}
	}
}

func (f *Finder) emitLockedCandidates(t Technique, h House, d Digit, at, gone CellSet, cover ...House) {
	step := f.beginStep(t, digitBit(d))
	step.Base, step.Cover = append(step.Base, h), append(step.Cover, cover...)
	step.markDigit(Pattern, d, at)
	step.addHouseTruth(h, d)
	f.eliminate(d, gone)
	f.emitStep()
}
