package deduction

import (
	"math/bits"
	"slices"

	"nonet/board"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
)

// Techniques that know houses and who differs from whom, and no other rules, are package logic's.

// houseTechniques are those of logic that a technique here stands for, easiest first.
var houseTechniques = map[Technique][]logic.Technique{
	byLocked:       {logic.Pointing, logic.Claiming},
	byNakedSubset:  {logic.LockedPair, logic.NakedPair, logic.LockedTriple, logic.NakedTriple, logic.NakedQuadruple},
	byHiddenSubset: {logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuadruple},
	byFish:         {logic.XWing, logic.Swordfish, logic.Jellyfish},
	byPattern:      {logic.Skyscraper, logic.TwoStringKite},
	byWing:         {logic.XYWing, logic.WWing, logic.XYZWing, logic.WXYZWing},
	byFinnedFish:   {logic.FinnedXWing, logic.SashimiXWing, logic.FinnedXWing + 1, logic.SashimiXWing + 1},
	byAlmostLocked: {logic.ALSXZ, logic.ALSXYWing, logic.DeathBlossom},
}

// houseFinder looks for steps of logic on the board of a puzzle.
type houseFinder struct {
	board  *board.Board // nil if logic has none for the puzzle
	pieces map[board.House]int
	finder *logic.Finder
}

// mostNodes is how long one search of logic may take.
const mostNodes = 200_000

func (h *houseFinder) begin(of *puzzle.Pieces) {
	h.board, h.pieces, _ = of.Board()
	h.finder = logic.NewFinder(logic.State{}, logic.Options{Nodes: mostNodes})
}

// houseState is the position as logic has it; ok if it can.
func (f *finder) houseState() (s logic.State, ok bool) {
	values, candidates := make([]logic.Digit, len(f.may)), make([]logic.Digits, len(f.may))
	for c, may := range f.may {
		if f.placed[c] && may&(may-1) == 0 && may != 0 {
			values[c] = logic.Digit(bits.TrailingZeros64(may) + 1)
		} else {
			candidates[c] = logic.Digits(may)
		}
	}
	return logic.NewStateFrom(f.house.board, values, candidates)
}

// mostLocked is how many places of a value are looked at for a cell that sees them all.
const mostLocked = 6

// locked finds locked candidates on boards that logic cannot take: without them a board of 25×25 takes
// many times as long, as chains and cases have to do their work.
func (f *finder) locked() *Step {
	for _, h := range f.houses {
		in := f.of.All[h].Cells
		if !f.fresh(key{byLocked, h, 0}, in) {
			continue
		}
		for bit := range f.of.Puzzle.Values() {
			places := f.places(h, bit)
			if len(places) < 2 || len(places) > mostLocked {
				continue
			}
			v := f.value(bit)
			step := &Step{Technique: byLocked, Pieces: []int{h}, Cells: places, Values: []int{v}, Truths: []Truth{{Piece: h, Value: v}}}
			for c := range f.may {
				if f.after.may[c]>>bit&1 != 0 && !slices.ContainsFunc(places, func(p int) bool { return !f.of.Apart(p, c) }) {
					step.Removes = append(step.Removes, Candidate{c, v})
				}
			}
			if len(step.Removes) > 0 {
				delete(f.seen, key{byLocked, h, 0})
				return step
			}
		}
	}
	return nil
}

// houseStep is the first step of a technique that logic finds.
func (f *finder) houseStep(t Technique) (step *Step) {
	if f.house.board == nil {
		if t == byLocked {
			return f.locked()
		}
		return nil
	}
	if f.after == f.State && !f.fresh(key{t, 0, 0}, f.whole) {
		return nil
	}
	s, ok := f.houseState()
	if !ok {
		return nil
	}
	f.house.finder.Reset(s)
	for _, by := range houseTechniques[t] {
		// A search that is cut short says nothing wrong; the context is looked at afterwards.
		_ = f.house.finder.Each(f.ctx, by, func(found *logic.Step) bool {
			step = f.fromLogic(t, &s, found)
			return step == nil
		})
		if f.err = f.ctx.Err(); f.err != nil || step != nil {
			delete(f.seen, key{t, 0, 0})
			break
		}
	}
	return step
}

func cellsOf(set logic.CellSet) (cells []int) {
	for c := range set.All() {
		cells = append(cells, int(c))
	}
	return cells
}

// mostOfSet is how many cells a person looks at in an almost locked set.
const mostOfSet = 5

// digitsOf are the values of a set of digits.
func (s *State) digitsOf(set logic.Digits) []int { return s.valuesOf(uint64(set)) }

// fromLogic is a step of logic as one of this puzzle; nil if all that it removes is gone, or if it is
// too large for a person.
func (f *finder) fromLogic(t Technique, s *logic.State, found *logic.Step) *Step {
	if slices.ContainsFunc(found.Sets, func(set logic.Set) bool { return set.Cells.Len() > mostOfSet }) {
		return nil
	}
	step := &Step{Technique: t}
	for _, e := range found.Eliminations {
		f.remove(step, int(e.Cell), 1<<(e.Digit-1))
	}
	if len(step.Removes) == 0 {
		return nil
	}
	var cells, fins logic.CellSet
	for _, m := range found.Marks {
		if m.Role == logic.Fin && t == byFinnedFish {
			fins.Add(m.Cell)
		}
		cells.Add(m.Cell)
	}
	step.Cells = cellsOf(cells)
	for d := range found.Digits.Digits() {
		step.Values = append(step.Values, f.value(int(d)-1))
	}
	for _, truth := range found.Truths {
		x := Truth{Piece: -1, Cell: int(truth.Cell)}
		if truth.Kind == logic.HouseTruth {
			x = Truth{Piece: f.house.pieces[truth.House], Value: f.value(int(truth.Digit) - 1)}
			if !slices.Contains(step.Pieces, x.Piece) {
				step.Pieces = append(step.Pieces, x.Piece)
			}
		}
		step.Truths = append(step.Truths, x)
	}
	if t == byNakedSubset {
		step.Pieces = []int{f.house.pieces[found.Base[0]]}
	}
	for _, h := range found.Cover {
		step.Across = append(step.Across, f.house.pieces[h])
	}
	gone := f.value(int(found.Eliminations[0].Digit) - 1)
	args := []any{"technique", found.Technique.Name(), "value", step.Values[0], "gone", gone}
	switch t {
	case byFish:
		step.Reason = text("fish.why", "value", step.Values[0], "base", f.joinedPieces(step.Pieces), "cover", f.joinedPieces(step.Across))
	case byFinnedFish:
		step.Reason = text("finned-fish.why", append(args, "base", f.joinedPieces(step.Pieces), "cover", f.joinedPieces(step.Across),
			"fins", f.cells(cellsOf(fins)))...)
	case byPattern:
		n := len(found.Nodes)
		ends := found.Nodes[0].Cells.Or(found.Nodes[n-1].Cells)
		step.Reason = text("pattern.why", append(args, "houses", f.joinedPieces(step.Pieces), "joint", f.cells(cellsOf(cells.Less(ends))), "ends", f.cells(cellsOf(ends)))...)
	case byWing:
		step.Reason = f.wing(s, found, args)
	case byAlmostLocked:
		var sets []message.Message
		for _, set := range found.Sets {
			sets = append(sets, text("almost-locked.set", "cells", f.cells(cellsOf(set.Cells)), "values", joined(message.Words(f.digitsOf(set.Digits)))))
		}
		step.Reason = text("almost-locked.why", append(args, "sets", joinedNames(sets), "values", either(goneOf(step)))...)
	}
	return step
}

// goneOf are the values that a step removes.
func goneOf(step *Step) (values []int) {
	for _, x := range step.Removes {
		values = append(values, x.Value)
	}
	return once(values)
}

// wing says why one of some cells has the value that goes.
func (f *finder) wing(s *logic.State, found *logic.Step, args []any) message.Message {
	var cells logic.CellSet
	for _, m := range found.Marks {
		if m.Role != logic.Fin {
			cells.Add(m.Cell)
		}
	}
	ends := cells.And(s.Places(found.Eliminations[0].Digit))
	args = append(args, "cells", f.cells(cellsOf(cells)), "values", joined(message.Words(f.digitsOf(found.Digits))), "ends", f.cells(cellsOf(ends)))
	if found.Technique == logic.WWing {
		other := found.Digits.Without(found.Eliminations[0].Digit)
		return text("wing.pair", append(args, "other", f.digitsOf(other)[0], "house", f.piece(f.house.pieces[found.Base[0]]))...)
	}
	return text("wing.why", args...)
}
