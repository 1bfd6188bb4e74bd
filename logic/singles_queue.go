package logic

import (
	"cmp"
	"math/bits"
	"slices"

	"nonet/sudoku"
)

// singlesQueue is the order in which a path takes singles: first come, first
// served, as in HoDoKu, whose score counts which kind each was. Single after
// single is noted where a placement or an elimination leaves it: a placement looks
// at its peers in the order of cells, then at its own cell.
type singlesQueue struct {
	s             *State
	naked, hidden []Candidate // not all of them still to be done
	rooms         []singleRoom
}

// singleRoom is what the lists of a single's step are kept in.
type singleRoom struct {
	placement [1]Candidate
	mark      [1]Mark
	truth     [1]Truth
	house     [1]House
}

// blank is a position without a value.
var blank = NewState(sudoku.Grid{})

// reset begins with the position's values, in the order of cells; or, where a
// person's marks lack more candidates than these take, with the marks. It reports
// whether the candidates are those that the values leave, and the values do not clash.
func (q *singlesQueue) reset(s *State) (plain bool) {
	q.s, q.naked, q.hidden = s, q.naked[:0], q.hidden[:0]
	q.rooms = make([]singleRoom, s.digits[0].Len()) // the steps keep them
	was := *s
	*s = blank
	plain = true
	for c := range Cell(cells) {
		if d := was.values[c]; d != 0 {
			plain = plain && s.cands[c].Has(d)
			q.place(c, d)
		}
	}
	s.given = was.given
	if s.cands == was.cands {
		return plain
	}
	*s = was
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	for c, set := range s.cands {
		if d, ok := only(set); ok {
			q.naked = append(q.naked, Candidate{Cell(c), d})
		}
	}
	for h := range House(houses) {
		for d := Digit(1); d <= 9; d++ {
			q.noteHidden(h, d)
		}
	}
	return false
}

func (q *singlesQueue) noteHidden(h House, d Digit) {
	if at := q.s.digits[d].And(houseSet[h]); at.single() {
		q.hidden = append(q.hidden, Candidate{at.First(), d})
	}
}

// place puts d into c. What c itself could be is cleared last.
func (q *singlesQueue) place(c Cell, d Digit) {
	s := q.s
	own := s.cands[c]
	s.values[c], s.cands[c] = d, 0
	s.digits[0].Remove(c)
	row, column, box := rowOf[c], columnOf[c], boxOf[c]
	for left := s.digits[d].And(peers[c]); !left.Empty(); {
		at := left.pop()
		q.take(at, d)
		// The houses of c have d.
		if rowOf[at] != row {
			q.noteHidden(rowOf[at], d)
		}
		if columnOf[at] != column {
			q.noteHidden(columnOf[at], d)
		}
		if boxOf[at] != box {
			q.noteHidden(boxOf[at], d)
		}
	}
	s.digits[d].Remove(c)
	for own = own.Without(d); own != 0; own &= own - 1 {
		e := Digit(bits.TrailingZeros16(uint16(own)) + 1)
		s.digits[e].Remove(c)
		q.noteHidden(row, e)
		q.noteHidden(column, e)
		q.noteHidden(box, e)
	}
}

// take takes d, a candidate, from c.
func (q *singlesQueue) take(c Cell, d Digit) {
	s := q.s
	s.cands[c] = s.cands[c].Without(d)
	s.digits[d].Remove(c)
	if e, ok := only(s.cands[c]); ok {
		q.naked = append(q.naked, Candidate{c, e})
	}
}

func (q *singlesQueue) eliminate(c Cell, d Digit) {
	if !q.s.cands[c].Has(d) {
		return
	}
	q.take(c, d)
	q.noteHidden(rowOf[c], d)
	q.noteHidden(columnOf[c], d)
	q.noteHidden(boxOf[c], d)
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
		if q.s.cands[p.Cell] != 0 {
			q.place(p.Cell, p.Digit)
		}
	}
}

// next is the next step of one of the three techniques of singles; a full house is
// a naked single, too, and waits among these.
func (q *singlesQueue) next(t Technique, step *Step) bool {
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
			q.single(t, k, Truth{Kind: CellTruth, Cell: k.Cell}, step)
			return true
		}
		for _, h := range [3]House{rowOf[k.Cell], columnOf[k.Cell], boxOf[k.Cell]} {
			left := q.s.digits[0]
			if t == HiddenSingle {
				left = q.s.digits[k.Digit]
			}
			if left.And(houseSet[h]).single() {
				room := q.single(t, k, Truth{Kind: HouseTruth, House: h, Digit: k.Digit}, step)
				if t == HiddenSingle {
					room.house[0] = h
					step.Base = room.house[:]
				}
				return true
			}
		}
	}
	return false
}

func (q *singlesQueue) single(t Technique, k Candidate, reason Truth, step *Step) *singleRoom {
	room := &q.rooms[0]
	q.rooms = q.rooms[1:]
	*room = singleRoom{[1]Candidate{k}, [1]Mark{{k, Pattern}}, [1]Truth{reason}, [1]House{}}
	*step = Step{Technique: t, Digits: bit(k.Digit), Placements: room.placement[:], Marks: room.mark[:], Truths: room.truth[:]}
	return room
}

func (q *singlesQueue) open(k Candidate) bool { return q.s.cands[k.Cell].Has(k.Digit) }
