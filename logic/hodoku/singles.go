package hodoku

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"nonet/board"
	"nonet/logic"
	"nonet/sudoku"
)

// singles is the queue of singles of a path: first in, first out, as in HoDoKu. After a placement, the peers are
// checked in the order of cells, and then the filled cell.
type singles struct {
	board         *board.Board
	blank, state  logic.State       // an empty position, and the current position of the path
	naked, hidden []logic.Candidate // singles in the order found, including some that have been placed since
	lists         []singleLists     // memory for the steps of singles; each step takes one element
}

// singleLists is the memory for the slices of one single's step.
type singleLists struct {
	placement [1]logic.Candidate
	mark      [1]logic.Mark
	truth     [1]logic.Truth
	house     [1]logic.House
}

// loadPosition fills the queue with the singles of a position. It places the position's values in the order of cells.
// plain is true if this leaves exactly the position's candidates, without a contradiction. Otherwise loadPosition takes
// the position's candidates.
func (q *singles) loadPosition(state *logic.State) (plain bool) {
	s := &q.state
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	q.lists = make([]singleLists, state.EmptyCells().Len()) // new memory, because the steps of an earlier path still use the old memory
	if q.board == nil {
		q.blank = logic.NewState(sudoku.Grid{})
	}
	q.board = state.Board()
	*s = q.blank
	plain = true
	var givens logic.CellSet
	for c := range logic.Cell(sudoku.Cells) {
		if d := state.Value(c); d != 0 {
			plain = plain && s.Candidates(c).Has(d)
			q.placeDigit(c, d)
			if state.Given(c) {
				givens.Add(c)
			}
		}
	}
	s.SetGivens(givens)
	if *s == *state {
		return plain
	}
	*s = *state
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	for c := range logic.Cell(sudoku.Cells) {
		if set := s.Candidates(c); set.Len() == 1 {
			q.naked = append(q.naked, logic.Candidate{Cell: c, Digit: onlyDigit(set)})
		}
	}
	for h := range q.board.Houses().All() {
		for d := logic.Digit(1); d <= 9; d++ {
			q.queueHiddenSingles(1<<h, d)
		}
	}
	return false
}

// onlyDigit returns the digit of a set that contains exactly one.
func onlyDigit(set logic.Digits) logic.Digit {
	return logic.Digit(bits.TrailingZeros16(uint16(set)) + 1)
}

func (q *singles) queueHiddenSingles(houses board.HouseSet, d logic.Digit) {
	places := q.state.Places(d)
	for houses != 0 {
		if cell := places.And(q.board.Cells(houses.Pop())); cell.Single() {
			q.hidden = append(q.hidden, logic.Candidate{Cell: cell.First(), Digit: d})
		}
	}
}

// placeDigit places d in c. It removes d from the peers of c first, and then the other candidates of c.
func (q *singles) placeDigit(c logic.Cell, d logic.Digit) {
	s := &q.state
	candidates := s.Candidates(c)
	for left := s.Places(d).And(q.board.Peers(c)); !left.Empty(); {
		cell := left.Pop()
		q.removeCandidate(cell, d)
		q.queueHiddenSingles(q.board.HousesOf(cell)&^q.board.HousesOf(c), d) // houses without c only: the houses of c have d already
	}
	s.Eliminate(c, d)
	for candidates = candidates.Without(d); candidates != 0; candidates &= candidates - 1 {
		e := onlyDigit(candidates & -candidates)
		s.Eliminate(c, e)
		q.queueHiddenSingles(q.board.HousesOf(c), e)
	}
	s.Place(c, d)
}

// removeCandidate removes candidate d from c, and queues c if it has become a naked single.
func (q *singles) removeCandidate(c logic.Cell, d logic.Digit) {
	q.state.Eliminate(c, d)
	if left := q.state.Candidates(c); left != 0 && left&(left-1) == 0 {
		q.naked = append(q.naked, logic.Candidate{Cell: c, Digit: onlyDigit(left)})
	}
}

func (q *singles) eliminate(c logic.Cell, d logic.Digit) {
	if !q.state.Candidates(c).Has(d) {
		return
	}
	q.removeCandidate(c, d)
	q.queueHiddenSingles(q.board.HousesOf(c), d)
}

// applyStep makes the step's placements and eliminations. It takes the eliminations in HoDoKu's order. Those of a
// subset are sorted by cell. If the subset is both in a line and in a box, those in the line come first.
func (q *singles) applyStep(step *logic.Step) {
	removed := step.Eliminations
	if t := step.Technique; t == logic.LockedPair || t == logic.LockedTriple || t.Info().Family == logic.FamilySubset {
		var in, line logic.CellSet
		for _, m := range step.Marks {
			in.Add(m.Candidate.Cell)
		}
		if h, ok := q.board.HouseWith(in); ok {
			line = q.board.Cells(h) // lines come before boxes
		}
		removed = slices.Clone(removed)
		sort.Slice(removed, func(i, j int) bool {
			a, b := removed[i], removed[j]
			return cmp.Or(compareTrueFirst(line.Has(a.Cell), line.Has(b.Cell)), cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit)) < 0
		})
	}
	for _, e := range removed {
		q.eliminate(e.Cell, e.Digit)
	}
	for _, p := range step.Placements {
		if q.state.Candidates(p.Cell) != 0 {
			q.placeDigit(p.Cell, p.Digit)
		}
	}
}

// takeNext finds the next open single of technique t in the queue, and stores its step in `step`. It returns false if no
// such single is left.
func (q *singles) takeNext(t logic.Technique, step *logic.Step) bool {
	list := &q.naked
	if t == logic.HiddenSingle {
		list = &q.hidden
	}
	// Remove singles that have been placed since.
	for len(*list) > 0 && !q.isOpen((*list)[0]) {
		*list = (*list)[1:]
	}
	for _, k := range *list {
		if !q.isOpen(k) {
			continue
		}
		if t == logic.NakedSingle {
			q.fillSingleStep(t, k, logic.Truth{Kind: logic.CellTruth, Cell: k.Cell}, step)
			return true
		}
		left := q.state.EmptyCells()
		if t == logic.HiddenSingle {
			left = q.state.Places(k.Digit)
		}
		for in := q.board.HousesOf(k.Cell); in != 0; {
			h := in.Pop()
			if left.And(q.board.Cells(h)).Single() {
				lists := q.fillSingleStep(t, k, logic.Truth{Kind: logic.HouseTruth, House: h, Digit: k.Digit}, step)
				if t == logic.HiddenSingle {
					lists.house[0] = h
					step.Base = lists.house[:]
				}
				return true
			}
		}
	}
	return false
}

func (q *singles) fillSingleStep(t logic.Technique, k logic.Candidate, reason logic.Truth, step *logic.Step) *singleLists {
	l := &q.lists[0]
	q.lists = q.lists[1:]
	*l = singleLists{[1]logic.Candidate{k}, [1]logic.Mark{{Candidate: k, Role: logic.Pattern}}, [1]logic.Truth{reason}, [1]logic.House{}}
	*step = logic.Step{Technique: t, Digits: logic.Digits(0).With(k.Digit), Placements: l.placement[:], Marks: l.mark[:], Truths: l.truth[:]}
	return l
}

func (q *singles) isOpen(k logic.Candidate) bool { return q.state.Candidates(k.Cell).Has(k.Digit) }
