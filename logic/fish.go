package logic

import (
	"fmt"
	"math/bits"
	"slices"

	"nonet/board"
)

// A fish: in k base houses a digit takes k cells. If k cover houses contain all these places, each cover house has one
// of the k cells. So the digit has no other place in the cover houses. Places of the base outside the covers are fins.
// A fish with fins removes only candidates that see all fins, since either a fin or the fish is true.
//
//	            c2      c7           base  r2, r8   (X)
//	        r2   X      X            cover c2, c7
//	             *      *            gone  the rest of the covers (*)
//	        r8   X      X
//
// The kinds of the houses determine the name. In a basic fish, lines are covered by crossing lines. In a franken fish,
// some of the houses are boxes, or other houses that are not lines. In a mutant fish, any mixture of houses is allowed.
// A base cell in two base houses counts twice and is an endofin. A cover cell in two covers is false even if it is a
// base cell (cannibalism). A finned basic fish is sashimi if some base house has at most one place besides its fins.

// Each kind of fish has six consecutive techniques, for 2 to 7 lines. So FinnedXWing+1 is the finned swordfish, and
// MutantXWing+5 the mutant leviathan.
const (
	XWing = Technique(FamilyFish)<<familyShift + iota
	Swordfish
	Jellyfish
	Squirmbag
	Whale
	Leviathan
)

const (
	FinnedXWing = XWing + (iota+1)*Technique(len(fishSizes))
	SashimiXWing
	FrankenXWing
	FinnedFrankenXWing
	MutantXWing
	FinnedMutantXWing
	KrakenFish1
)

// KrakenFish2 is the second of the two types of kraken fish. Each type includes fish of all sizes.
const KrakenFish2 = KrakenFish1 + 1

// fishSizes lists the names of fish of 2 to 7 lines. Each kind of fish has all these sizes, in this order.
var fishSizes = [...]string{"x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"}

// fishOf returns the technique for a fish of n lines. xWing is the fish of the same kind with two lines.
func fishOf(xWing Technique, n int) Technique { return xWing + Technique(n-2) }

// fishTechniqueRows returns the rows of all fish. In its list of kinds, code and order are those of the fish with two
// lines. From each size to the next, the order grows by `step`. The smallest `hard` sizes have at most the level Hard,
// and the smallest `unfair` sizes at most Unfair. HoDoKu uses the smallest `byDefault` sizes by default.
func fishTechniqueRows() (rows []row) {
	for _, k := range []struct {
		xWing                   Technique
		prefix                  string
		kind                    fishKind
		finless                 bool
		code, order, step       int
		scores                  [6]int
		hard, unfair, byDefault int
	}{
		{XWing, "", basic, true, 300, 2200, 100, [6]int{140, 150, 160, 470, 470, 470}, 3, 6, 3},
		{FinnedXWing, "finned-", basic, false, 310, 4100, 200, [6]int{130, 200, 250, 470, 470, 470}, 1, 6, 3},
		{SashimiXWing, "sashimi-", basic, false, 320, 4200, 200, [6]int{150, 240, 260, 470, 470, 470}, 1, 6, 3},
		{FrankenXWing, "franken-", franken, true, 330, 6100, 100, [6]int{300, 350, 370, 470, 470, 470}, 0, 3, 2},
		{FinnedFrankenXWing, "finned-franken-", franken, false, 340, 6700, 100, [6]int{390, 410, 430, 470, 470, 470}, 0, 3, 2},
		{MutantXWing, "mutant-", mutant, true, 350, 7300, 100, [6]int{450, 450, 450, 470, 470, 470}, 0, 0, 0},
		{FinnedMutantXWing, "finned-mutant-", mutant, false, 360, 7900, 100, [6]int{470, 470, 470, 470, 470, 470}, 0, 0, 0},
	} {
		for i, name := range fishSizes {
			level := Extreme
			if i < k.hard {
				level = Hard
			} else if i < k.unfair {
				level = Unfair
			}
			find := func(f *Finder) { f.findFish(k.kind, i+2, k.finless) }
			rows = append(rows, row{fishOf(k.xWing, i+2), k.prefix + name, 0, find,
				HoDoKu{fmt.Sprintf("%04d", k.code+i), k.scores[i], level, k.order + k.step*i, i < k.byDefault}})
		}
	}
	rows[0].se, rows[1].se, rows[2].se = 32, 38, 52
	return append(rows, row{KrakenFish1, "kraken-fish-1", 0, newKrakenFishSearch(1), HoDoKu{"0371", 500, Extreme, 8450, false}},
		row{KrakenFish2, "kraken-fish-2", 0, newKrakenFishSearch(2), HoDoKu{"0372", 500, Extreme, 8450, false}})
}

const (
	maxFins     = 5 // the maximum number of fins, including endofins
	maxEndoFins = 2
)

type fishKind uint8

const (
	basic fishKind = iota
	franken
	mutant
)

// foundFish is a fish that was found with the current base.
type foundFish struct {
	technique     Technique
	cover         board.HouseSet
	fins, removed CellSet
}

// fishScratch is the state of a search for fish: one digit, one base, and a partial cover.
type fishScratch struct {
	digit     Digit
	kind      fishKind
	size      int
	finless   bool         // only fish without fins are wanted
	inBox     bool         // the board is classic, so fins must be in one box
	places    [256]CellSet // for each house, the digit's places in it
	bases     []House
	coverable board.HouseSet // houses that may be cover houses
	removable CellSet        // candidates whose elimination is possible
	mostFins  int            // the maximum number of fins, including endofins
	take      func()         // if set, receives each fish in base, cover and fins, in place of completeFish
	cover     board.HouseSet // the cover of the fish, set for take
	fins      CellSet        // the fins of the fish, set for take
	crossed   [64]uint32     // for basic fish: for each line, its places of the digit; bit i stands for the i-th crossing line

	base       board.HouseSet
	body, endo CellSet // places of the base; endo holds those in two base houses
	hold       int     // the largest number of places of the base in a single cover house
	found      []foundFish
}

func (f *Finder) findFish(kind fishKind, size int, finless bool) {
	fs := &f.fish
	fs.kind, fs.size, fs.finless, fs.mostFins = kind, size, finless, maxFins
	if fs.take != nil {
		fs.mostFins = mostKrakenFins
	}
	for d := Digit(1); d <= f.size && !f.stopped; d++ {
		// A fish with eliminations needs at least this many places.
		if fs.take == nil && f.state.digits[d].Len() < 2*size-1 {
			continue
		}
		fs.digit, fs.inBox = d, fs.take == nil && f.board == board.Classic()
		// Skip candidates that no argument about this digit alone can eliminate. If the digit has no template, the
		// search could eliminate every candidate, and the search for large fish would take too long.
		fs.removable = f.state.digits[d]
		if fs.take == nil && (kind != basic || size > 2 || !finless) { // for an X-wing, the search is faster than this test
			k := f.templateFactsOf(d)
			fs.removable = k.none
			if k.none.Empty() || !k.any && (size >= 5 || kind == mutant && size >= 4) {
				continue
			}
		}
		for h := range f.board.Houses().All() {
			fs.places[h] = f.placesIn(h, d)
		}
		if kind == basic {
			clear(fs.crossed[:])
			first := f.board.Columns().First()
			for c := range f.state.digits[d].All() {
				row, column := f.board.Row(c), f.board.Column(c)
				if row != board.NoHouse && column != board.NoHouse {
					fs.crossed[row] |= 1 << (column - first)
					fs.crossed[column] |= 1 << row
				}
			}
		}
		houses, rows, columns := f.board.Houses(), f.board.Rows(), f.board.Columns()
		others := houses &^ (rows | columns)
		switch kind {
		case mutant:
			f.tryFishBases(houses, houses)
			continue
		case basic:
			others = 0
		}
		f.tryFishBases(rows&houses|others, columns&houses|others)
		f.tryFishBases(columns&houses|others, rows&houses|others)
	}
}

// tryFishBases tries every choice of base houses in the set `base`, with covers in the set `cover`.
func (f *Finder) tryFishBases(base, cover board.HouseSet) {
	fs := &f.fish
	fs.bases = fs.bases[:0]
	fs.coverable = 0
	for h := range (base | cover).All() {
		n := fs.places[h].Len()
		if n == 0 {
			continue
		}
		if base.Has(h) && (!fs.finless || n <= fs.size || fs.kind != basic) {
			fs.bases = append(fs.bases, h)
		}
		if cover.Has(h) {
			fs.coverable |= 1 << h
		}
	}
	f.extendFishBase(0, 0, 0, 0, CellSet{}, CellSet{})
}

// mayHaveCovers reports whether a basic fish can have covers. crossed has the crossing lines in which the base has
// places. On the classic board, all fins are in one box. So every crossing line that has places and does not pass
// through this box must be a cover.
func (fs *fishScratch) mayHaveCovers(crossed uint32) bool {
	if fs.finless {
		return bits.OnesCount32(crossed) <= fs.size
	}
	if !fs.inBox {
		return bits.OnesCount32(crossed) <= fs.size+fs.mostFins
	}
	return min(bits.OnesCount32(crossed&^0o007), bits.OnesCount32(crossed&^0o070), bits.OnesCount32(crossed&^0o700)) < fs.size
}

func (f *Finder) extendFishBase(from, n int, base board.HouseSet, crossed uint32, body, endo CellSet) {
	fs := &f.fish
	if f.countNode() {
		return
	}
	if n == fs.size {
		fs.base, fs.body, fs.endo = base, body, endo
		fs.found = fs.found[:0]
		fs.hold = 0
		for left := fs.coverable &^ base; left != 0; {
			fs.hold = max(fs.hold, fs.places[left.Pop()].And(body).Len())
		}
		f.extendFishCover(0, fs.coverable&^base, body, CellSet{}, CellSet{}, endo, f.board.CommonPeers(endo))
		f.emitSiameseFish()
		return
	}
	for i := from; i+fs.size-n <= len(fs.bases); i++ {
		h := fs.bases[i]
		joined := uint32(0)
		if fs.kind == basic {
			if joined = crossed | fs.crossed[h]; !fs.mayHaveCovers(joined) {
				continue
			}
		}
		twice := endo.Or(body.And(fs.places[h]))
		if twice.Len() > maxEndoFins || fs.finless && !twice.Empty() {
			continue
		}
		f.extendFishBase(i+1, n+1, base|1<<h, joined, body.Or(fs.places[h]), twice)
	}
}

// extendFishCover adds houses to chosen, the cover houses so far. `open` has the places that are not decided yet.
// extendFishCover takes one of these places, and tries each house that covers it, or leaves it as a fin. `once` has the
// places in at least one cover, `twice` those in at least two. `fins` has the places that stay uncovered; `seen` has
// the cells that see all of them. No choice of houses is tried twice.
func (f *Finder) extendFishCover(chosen, allowed board.HouseSet, open, once, twice, fins, seen CellSet) {
	fs := &f.fish
	if f.countNode() {
		return
	}
	missing := fs.size - chosen.Len()
	spare := fs.mostFins - fins.Len()
	if fs.finless {
		spare = 0
	}
	if open.Without(fins).Len() > missing*fs.hold+spare {
		return
	}
	if missing == 0 { // all open places are fins
		f.completeFish(chosen, once, twice, fins.Or(open), seen.And(f.board.CommonPeers(open)))
		return
	}
	if open.Empty() { // the base is covered; any further cover house must contain a place of the base
		for left := allowed; left != 0; {
			if h := left.Pop(); fs.places[h].Meets(fs.body) {
				f.extendFishCover(chosen|1<<h, left, open, once.Or(fs.places[h]), twice.Or(once.And(fs.places[h])), fins, seen)
			}
		}
		return
	}
	c := open.First()
	for h := range (f.board.HousesOf(c) & allowed).All() {
		allowed &^= 1 << h
		f.extendFishCover(chosen|1<<h, allowed, open.Without(fs.places[h]), once.Or(fs.places[h]), twice.Or(once.And(fs.places[h])), fins, seen)
	}
	fins.Add(c)
	if fs.finless || fins.Len() > fs.mostFins {
		return
	}
	if seen = seen.And(f.board.Peers(c)); fs.take == nil && !seen.Meets(fs.removable) {
		return
	}
	open.Remove(c)
	f.extendFishCover(chosen, allowed&^f.board.HousesOf(c), open, once, twice, fins, seen)
}

// completeFish emits the fish with the cover `chosen`. If fs.take is set, it stores the fish for fs.take instead, and
// calls fs.take.
func (f *Finder) completeFish(chosen board.HouseSet, once, twice, fins, seen CellSet) {
	fs := &f.fish
	if n := fins.Len(); n > fs.mostFins || n > 0 && fs.finless {
		return
	}
	if fs.take != nil {
		fs.cover, fs.fins = chosen, fins
		fs.take()
		return
	}
	removed := once.Without(fs.body).Or(twice).And(seen).And(fs.removable)
	if removed.Empty() {
		return
	}
	t := f.fishTechnique(chosen, fins)
	if t != f.technique && !(f.Options.Siamese && isFinnedSashimiPair(t, f.technique)) {
		return
	}
	if f.Options.Siamese && !fins.Empty() {
		fs.found = append(fs.found, foundFish{t, chosen, fins, removed})
	}
	f.beginFishStep(t, chosen, fins, removed)
	f.emitStep()
}

// isFinnedSashimiPair reports whether one of a and b is a finned and the other a sashimi fish, both of the same size.
func isFinnedSashimiPair(a, b Technique) bool {
	return min(a, b) >= FinnedXWing && max(a, b) < FrankenXWing && max(a, b)-min(a, b) == SashimiXWing-FinnedXWing
}

func (f *Finder) beginFishStep(t Technique, cover board.HouseSet, fins, removed CellSet) *Step {
	fs := &f.fish
	d := fs.digit
	step := f.beginStep(t, digitBit(d))
	for h := range fs.base.All() {
		step.addBase(h, d)
	}
	for left := cover; left != 0; {
		step.Cover = append(step.Cover, left.Pop())
	}
	step.markDigit(Pattern, d, fs.body.Without(fins))
	step.markDigit(Fin, d, fins.Without(fs.endo))
	step.markDigit(EndoFin, d, fins.And(fs.endo))
	f.eliminate(d, removed)
	return step
}

// fishTechnique returns the technique of the fish with the current base and with the given cover and fins.
func (f *Finder) fishTechnique(cover board.HouseSet, fins CellSet) Technique {
	fs := &f.fish
	n := fs.size
	rows, columns := f.board.Rows(), f.board.Columns()
	lines := func(a, b board.HouseSet) bool {
		return a&^rows == 0 && b&^columns == 0 || a&^columns == 0 && b&^rows == 0
	}
	inBase, inCover := fs.base&(rows|columns), cover&(rows|columns)
	kind := MutantXWing
	switch {
	case lines(fs.base, cover):
		kind = XWing
	case inBase != 0 && inCover != 0 && lines(inBase, inCover):
		kind = FrankenXWing
	}
	if fins.Empty() {
		return fishOf(kind, n)
	}
	for left := fs.base; left != 0 && kind == XWing; {
		if fs.places[left.Pop()].Without(fins).Len() <= 1 {
			return fishOf(SashimiXWing, n)
		}
	}
	return fishOf(kind+FinnedXWing-XWing, n) // the sizes with fins follow the sizes of the same kind without fins
}

// emitSiameseFish reports pairs of fish that share the current base and differ in their eliminations. Each pair is one
// step.
func (f *Finder) emitSiameseFish() {
	fs := &f.fish
	for i, a := range fs.found {
		for _, b := range fs.found[i+1:] {
			if f.countNode() || a.removed == b.removed {
				continue
			}
			t := a.technique
			if t != f.technique {
				t = b.technique // one fish is finned and the other sashimi, so the pair is wanted if either technique is
			}
			step := f.beginFishStep(t, a.cover, a.fins, a.removed.Or(b.removed))
			step.Siamese = true
			for left := b.cover &^ a.cover; left != 0; {
				step.Cover = append(step.Cover, left.Pop())
			}
			for left := b.fins; !left.Empty(); {
				m := Mark{Candidate{left.Pop(), fs.digit}, Fin}
				if !slices.Contains(step.Marks, m) {
					step.Marks = append(step.Marks, m)
				}
			}
			f.emitStep()
		}
	}
}
