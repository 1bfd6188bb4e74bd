package logic

import (
	"cmp"
	"slices"
)

// singlesQueue is the order in which a path takes singles: first come, first
// served, as in HoDoKu, whose score counts which kind each was. Single after
// single is noted where a placement or an elimination leaves it: a placement looks
// at its peers in the order of cells, then at its own cell.
type singlesQueue struct {
	cands         [cells]Digits
	free          [houses][10]uint8 // places left
	naked, hidden []Candidate       // not all of them still to be done
}

// reset begins with the position's values, in the order of cells; or, where a
// person's marks lack more candidates than these take, with the marks.
func (q *singlesQueue) reset(s *State) {
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	for c := range q.cands {
		q.cands[c] = 1<<9 - 1
	}
	for h := range q.free {
		q.free[h] = [10]uint8{0, 9, 9, 9, 9, 9, 9, 9, 9, 9}
	}
	for c := range Cell(cells) {
		if d := s.values[c]; d != 0 {
			q.place(c, d)
		}
	}
	if q.cands == s.cands {
		return
	}
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	q.cands = s.cands
	for c, set := range s.cands {
		if d, ok := only(set); ok {
			q.naked = append(q.naked, Candidate{Cell(c), d})
		}
	}
	for h := range House(houses) {
		for d := Digit(1); d <= 9; d++ {
			q.free[h][d] = uint8(s.digits[d].And(houseSet[h]).Len())
			q.noteHidden(h, d)
		}
	}
}

func (q *singlesQueue) noteHidden(h House, d Digit) {
	if q.free[h][d] != 1 {
		return
	}
	for left := houseSet[h]; !left.Empty(); {
		if c := left.pop(); q.cands[c].Has(d) {
			q.hidden = append(q.hidden, Candidate{c, d})
			return
		}
	}
}

func (q *singlesQueue) place(c Cell, d Digit) {
	own := q.cands[c]
	q.cands[c] = 0
	for left := peers[c]; !left.Empty(); {
		q.eliminate(left.pop(), d)
	}
	for e := range own.Digits() {
		for _, h := range [3]House{rowOf[c], columnOf[c], boxOf[c]} {
			q.free[h][e]--
			if e != d {
				q.noteHidden(h, e)
			}
		}
	}
}

func (q *singlesQueue) eliminate(c Cell, d Digit) {
	if !q.cands[c].Has(d) {
		return
	}
	q.cands[c] = q.cands[c].Without(d)
	if e, ok := only(q.cands[c]); ok {
		q.naked = append(q.naked, Candidate{c, e})
	}
	for _, h := range [3]House{rowOf[c], columnOf[c], boxOf[c]} {
		q.free[h][d]--
		q.noteHidden(h, d)
	}
}

// apply carries out a step, its eliminations in HoDoKu's order: those of subsets by
// cell, and where they are in a line and a box those in the line first.
func (q *singlesQueue) apply(step *Step) {
	gone := step.Eliminations
	if k := step.Technique; k == LockedPair || k == LockedTriple || k.Info().Family == FamilySubset {
		var in CellSet
		for _, m := range step.Marks {
			in.Add(m.Cell)
		}
		line := AllCells
		if h, ok := inOneHouse(in); ok {
			line = houseSet[h] // rows and columns come before boxes
		}
		gone = slices.Clone(gone)
		slices.SortFunc(gone, func(a, b Candidate) int {
			if x := line.Has(a.Cell); x != line.Has(b.Cell) {
				if x {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
		})
	}
	for _, e := range gone {
		q.eliminate(e.Cell, e.Digit)
	}
	for _, p := range step.Placements {
		if q.cands[p.Cell] != 0 {
			q.place(p.Cell, p.Digit)
		}
	}
}

// next is the next step of one of the three techniques of singles; a full house is
// a naked single, too, and waits among these.
func (q *singlesQueue) next(f *Finder, t Technique) (Step, bool) {
	list := &q.naked
	if t == HiddenSingle {
		list = &q.hidden
	}
	// What has been done since it was noted leaves the queue.
	for len(*list) > 0 && !q.open((*list)[0]) {
		*list = (*list)[1:]
	}
	for _, k := range *list {
		if !q.open(k) {
			continue
		}
		if t == NakedSingle {
			f.single(t, k.Cell, k.Digit).cellTruth(k.Cell)
			return f.step.Clone(), true
		}
		for _, h := range k.Cell.Houses() {
			if t == FullHouse && f.State.digits[0].And(houseSet[h]).single() || t == HiddenSingle && q.free[h][k.Digit] == 1 {
				step := f.single(t, k.Cell, k.Digit)
				step.houseTruth(h, k.Digit)
				if t == HiddenSingle {
					step.Base = append(step.Base, h)
				}
				return f.step.Clone(), true
			}
		}
	}
	return Step{}, false
}

func (q *singlesQueue) open(k Candidate) bool { return q.cands[k.Cell].Has(k.Digit) }
