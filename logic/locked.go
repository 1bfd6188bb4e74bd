package logic

import "nonet/board"

const (
	LockedPair = Technique(FamilyLocked)<<familyShift + iota
	LockedTriple
	Pointing
	Claiming
)

var lockedRows = []row{
	{LockedPair, "locked-pair", 20, nakedSubsets(2)},
	{LockedTriple, "locked-triple", 25, nakedSubsets(3)},
	{Pointing, "pointing", 26, pointing},
	{Claiming, "claiming", 28, claiming},
}

// pointing: in a box, or another house that is no line, a digit is confined to where a
// second house crosses it, so that the rest of that house loses it.
func pointing(f *Finder) { locked(f, Pointing, f.board.Houses()&^(f.board.Rows()|f.board.Columns())) }

// claiming: in a line, a digit is confined to one box, or to where another house
// crosses the line, so that the rest of that house loses it.
func claiming(f *Finder) { locked(f, Claiming, f.board.Houses()&(f.board.Rows()|f.board.Columns())) }

// mostSeen is how many places of a digit are looked at for a cell that sees them all by other rules than houses.
const mostSeen = 6

// locked goes through any two houses that share several cells and, where cells differ by other rules, too, all that see
// the places in a house.
func locked(f *Finder, t Technique, in board.HouseSet) {
	most := f.board.LongestCrossing()
	if f.board.Loose() {
		most = max(most, mostSeen)
	}
	for in != 0 {
		h := in.Pop()
		for d := Digit(1); d <= f.size; d++ {
			at := f.places(h, d)
			if at.Len() < 2 || at.Len() > most || f.stopped {
				continue
			}
			if f.board.Loose() {
				if rest := f.state.digits[d].And(f.board.CommonPeers(at)); !rest.Within(f.board.Cells(h)) {
					f.lockedStep(t, h, d, at, rest)
				}
				continue
			}
			for cover := range (f.board.HousesOf(at.First()) & f.board.Crossing(h)).All() {
				if !at.Within(f.board.Cells(cover)) {
					continue
				}
				if rest := f.places(cover, d).Less(at); !rest.Empty() {
					f.lockedStep(t, h, d, at, rest, cover)
				}
			}
		}
	}
}

func (f *Finder) lockedStep(t Technique, h House, d Digit, at, gone CellSet, cover ...House) {
	step := f.begin(t, bit(d))
	step.Base, step.Cover = append(step.Base, h), append(step.Cover, cover...)
	step.mark(Pattern, d, at)
	step.houseTruth(h, d)
	f.eliminate(d, gone)
	f.emit()
}
