package deduction

import (
	"math/bits"
	"slices"

	"nonet/board"
	"nonet/explain"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
)

// This file has the techniques that need only houses and pairs of cells that must differ. Package logic finds their
// steps.

// houseTechniques lists, for each house technique of this package, the techniques of package logic that find its steps,
// the easiest first.
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

// houseFinder holds the finder of package logic and the puzzle's board for it.
type houseFinder struct {
	board  *board.Board // the puzzle's board; nil if package logic does not support it
	pieces map[board.House]int
	finder *logic.Finder
}

// mostNodes limits the nodes of one search by package logic.
const mostNodes = 200_000

func (h *houseFinder) preparePuzzle(of *puzzle.Pieces) {
	h.board, h.pieces, _ = of.Board()
	h.finder = logic.NewFinder(logic.State{}, logic.Options{Nodes: mostNodes, CellsOfSet: mostOfSet})
}

// logicState returns the position as a state of package logic. ok is false if that package does not support the
// board.
func (f *finder) logicState() (s logic.State, ok bool) {
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

// mostLocked limits the places of a value in a house. findLockedStep skips values with more places.
const mostLocked = 6

// findLockedStep finds locked candidates on boards that package logic does not support. Without locked candidates, a
// board of 25×25 would need chains and cases, which take many times as long to find.
func (f *finder) findLockedStep() *Step {
	for _, h := range f.houses {
		in := f.of.All[h].Cells
		if !f.recordIfChanged(searchKey{byLocked, h, 0}, in) {
			continue
		}
		for bit := range f.of.Puzzle.Values() {
			places := f.placesOf(in, 1<<bit)
			if len(places) < 2 || len(places) > mostLocked {
				continue
			}
			v := f.valueOf(bit)
			step := &Step{Technique: byLocked, Pieces: []int{h}, Cells: places, Values: []int{v}, Truths: []Truth{{Piece: h, Value: v}}}
			for c := range f.may {
				if f.after.may[c]>>bit&1 != 0 && f.seesAll(c, places) {
					step.Removes = append(step.Removes, Candidate{c, v})
				}
			}
			if len(step.Removes) > 0 {
				delete(f.seen, searchKey{byLocked, h, 0})
				step.Reason = message.New("explain.locked.seen", "house", f.pieceName(h), "digit", v, "cells", f.cellsText(places))
				return step
			}
		}
	}
	return nil
}

// findHouseStep returns the first step that package logic finds for technique t, or nil. For a puzzle that logic cannot
// hold, it finds only the steps of byLocked.
func (f *finder) findHouseStep(t Technique) (step *Step) {
	if f.house.board == nil {
		if t == byLocked {
			return f.findLockedStep()
		}
		return nil
	}
	if f.after == f.State && !f.recordIfChanged(searchKey{t, 0, 0}, f.whole) {
		return nil
	}
	s, ok := f.logicState()
	if !ok {
		return nil
	}
	f.house.finder.Reset(s)
	for _, row := range houseTechniques[t] {
		// Ignore the error of a search that reaches its limit, because the steps found before it are valid. The context
		// is checked below.
		_ = f.house.finder.Each(f.ctx, row, func(found *logic.Step) bool {
			step = f.fromLogic(t, &s, found)
			return step == nil
		})
		if f.err = f.ctx.Err(); f.err != nil || step != nil {
			delete(f.seen, searchKey{t, 0, 0})
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

// mostOfSet limits the cells of an almost locked set.
const mostOfSet = 5

// fromLogic converts `found`, a step of package logic. It returns nil if the step removes no candidate of the position.
func (f *finder) fromLogic(t Technique, s *logic.State, found *logic.Step) *Step {
	step := &Step{Technique: t}
	for _, e := range found.Eliminations {
		f.addRemovals(step, int(e.Cell), 1<<(e.Digit-1))
	}
	if len(step.Removes) == 0 {
		return nil
	}
	var cells logic.CellSet
	for _, m := range found.Marks {
		cells.Add(m.Candidate.Cell)
	}
	step.Cells = cellsOf(cells)
	for d := range found.Digits.Digits() {
		step.Values = append(step.Values, f.valueOf(int(d)-1))
	}
	for _, truth := range found.Truths {
		x := Truth{Piece: -1, Cell: int(truth.Cell)}
		if truth.Kind == logic.HouseTruth {
			x = Truth{Piece: f.house.pieces[truth.House], Value: f.valueOf(int(truth.Digit) - 1)}
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
	step.Reason = f.houseReason(s, found)
	if t != byLocked {
		step.Name = found.Technique.Name()
	}
	return step
}

// houseReason returns the reason for a step of package logic, with the puzzle's own names for values and houses.
func (f *finder) houseReason(s *logic.State, found *logic.Step) message.Message {
	words := explain.Names{
		Cell:  func(c logic.Cell) any { return f.cellName(int(c)) },
		Value: func(d logic.Digit) any { return f.valueOf(int(d) - 1) },
		Houses: func(list []logic.House) message.Message {
			pieces := make([]int, len(list))
			for i, h := range list {
				pieces[i] = f.house.pieces[h]
			}
			return f.joinedPieceNames(pieces)
		},
	}
	return words.Reason(s, found)
}
