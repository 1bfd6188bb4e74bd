package logic

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

// pointing: in a box, a digit is confined to one line, so that the rest of the
// line loses it.
func pointing(f *Finder) { locked(f, Pointing, 18, 27) }

// claiming: in a line, a digit is confined to one box, so that the rest of the
// box loses it.
func claiming(f *Finder) { locked(f, Claiming, 0, 18) }

func locked(f *Finder, t Technique, from, to House) {
	for h := from; h < to; h++ {
		for d := Digit(1); d <= 9; d++ {
			at := f.places(h, d)
			if at.Len() < 2 || at.Len() > 3 || f.stopped {
				continue
			}
			for _, cover := range at.First().Houses() {
				if cover == h || !at.Within(houseSet[cover]) || (h < 18) != (cover >= 18) {
					continue
				}
				if rest := f.places(cover, d).Less(at); !rest.Empty() {
					step := f.begin(t, bit(d))
					step.Base, step.Cover = append(step.Base, h), append(step.Cover, cover)
					step.mark(Pattern, d, at)
					step.houseTruth(h, d)
					f.eliminate(d, rest)
					f.emit()
				}
			}
		}
	}
}
