package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/puzzle"
)

// State is a position: what each cell may still be, a set with bit i for the value Low+i.
type State struct {
	pieces *puzzle.Pieces
	houses []int // the pieces in which each value has its place
	may    []uint64
	placed []bool // what a cell is has been taken from those that differ from it
}

// NewState is the position at the beginning. The errors are those of [puzzle.Puzzle.Search].
func NewState(ctx context.Context, p *puzzle.Puzzle) (*State, error) {
	pieces, err := p.Pieces(ctx)
	if err != nil {
		return nil, err
	}
	balance(pieces)
	s := &State{pieces, housesOf(pieces), pieces.Start(), make([]bool, p.Cells())}
	for _, hole := range p.Holes {
		s.placed[hole] = true
	}
	for _, g := range p.Givens {
		if len(g.Values) == 1 {
			s.place(g.Cell, s.bit(g.Values[0]))
		}
	}
	return s, nil
}

// Clone is a position that changes by itself.
func (s *State) Clone() *State {
	return &State{s.pieces, s.houses, slices.Clone(s.may), slices.Clone(s.placed)}
}

// puzzle is the puzzle that the position is of.
func (s *State) puzzle() *puzzle.Puzzle { return s.pieces.Puzzle }

// May is what a cell may still be.
func (s *State) May(cell int) uint64 { return s.may[cell] }

// Values are the cells' values, those of the groups included; ok if each has one.
func (s *State) Values() (values []int, ok bool) {
	values, ok = make([]int, len(s.may)), true
	for c, may := range s.may {
		if bits.OnesCount64(may) != 1 {
			ok = false
			continue
		}
		values[c] = s.pieces.Puzzle.Low + bits.TrailingZeros64(may)
	}
	return values, ok
}

// full tells whether each cell has one value.
func (s *State) full() bool {
	_, full := s.Values()
	return full
}

// Contradiction is what is impossible in a position: the first that holds of a cell with nothing left, a
// house without a place for a value, and a rule that the values of a full board break.
type Contradiction struct {
	Cell  int // -1 if another
	Piece int // the house; -1 if another
	Value int // that has no place there
	Rule  *puzzle.Conflict
}

// Contradiction is the first of a position; ok if there is one.
func (s *State) Contradiction() (x Contradiction, ok bool) {
	if c := slices.Index(s.may, 0); c >= 0 {
		return Contradiction{Cell: c, Piece: -1}, true
	}
	for _, h := range s.houses {
		missing := uint64(1)<<s.pieces.Puzzle.Values() - 1
		for _, c := range s.pieces.All[h].Cells {
			missing &^= s.may[c]
		}
		if missing != 0 {
			return Contradiction{Cell: -1, Piece: h, Value: s.value(bits.TrailingZeros64(missing))}, true
		}
	}
	if values, full := s.Values(); full {
		if broken, err := s.pieces.Puzzle.Check(values); err == nil && len(broken) > 0 {
			return Contradiction{Cell: -1, Piece: -1, Rule: &broken[0]}, true
		}
	}
	return x, false
}

// Contradictory tells whether something is impossible.
func (s *State) Contradictory() bool {
	_, broken := s.Contradiction()
	return broken
}

// Narrow takes what a person has placed, a value for each cell of the board or anything else where
// it is open, and then what they have left in the cells: nil, or the values of each, where none is
// all that is left. If these break a rule, the position is contradictory.
func (s *State) Narrow(values []int, marks [][]int) {
	for c, v := range values {
		if bit := v - s.pieces.Puzzle.Low; bit >= 0 && bit < 64 && c < len(s.may) && !s.placed[c] {
			s.place(c, bit)
		}
	}
	for c, list := range marks {
		if c < len(s.may) && len(list) > 0 && !s.placed[c] {
			set := uint64(0)
			for _, v := range list {
				set |= 1 << s.bit(v)
			}
			s.may[c] &= set
		}
	}
}

// Apply takes a step.
func (s *State) Apply(step *Step) {
	for _, x := range step.Removes {
		s.may[x.Cell] &^= 1 << s.bit(x.Value)
	}
	for _, x := range step.Places {
		s.place(x.Cell, s.bit(x.Value))
	}
}

func (s *State) bit(value int) int { return value - s.pieces.Puzzle.Low }

func (s *State) value(bit int) int { return s.pieces.Puzzle.Low + bit }

// valuesOf are the values of a set. It is inlined nowhere, which would take 20 kB of the page's module.
//
//go:noinline
func (s *State) valuesOf(set uint64) (values []int) {
	for ; set != 0; set &= set - 1 {
		values = append(values, s.value(bits.TrailingZeros64(set)))
	}
	return values
}

func (s *State) place(cell, bit int) {
	s.may[cell] &= 1 << bit
	s.placed[cell] = true
	for c := range s.may {
		if s.pieces.Apart(cell, c) {
			s.may[c] &^= 1 << bit
		}
	}
}

// housesOf are the pieces in which each value has its place: as many cells as values, which differ.
func housesOf(pieces *puzzle.Pieces) (all []int) {
	for i := range pieces.All {
		if p := &pieces.All[i]; p.Distinct && len(p.Cells) == pieces.Puzzle.Values() {
			all = append(all, i)
		}
	}
	return all
}

// single is the values that have one place among some cells.
func (s *State) single(cells []int) uint64 {
	once, twice := uint64(0), uint64(0)
	for _, c := range cells {
		twice |= once & s.may[c]
		once |= s.may[c]
	}
	return once &^ twice
}

// places are the cells of a piece that may have a value.
func (s *State) places(piece, bit int) (cells []int) {
	for _, c := range s.pieces.All[piece].Cells {
		if s.may[c]>>bit&1 != 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// open are the cells that may be more than one value.
func (s *State) open(cells []int) (n int) {
	for _, c := range cells {
		if s.may[c]&(s.may[c]-1) != 0 {
			n++
		}
	}
	return n
}

// given is the puzzle with what each cell may be as givens.
func (s *State) given() *puzzle.Puzzle {
	p := *s.pieces.Puzzle
	p.Givens = slices.Clone(p.Givens)
	for c, may := range s.may {
		var values []int
		for ; may != 0; may &= may - 1 {
			values = append(values, p.Low+bits.TrailingZeros64(may))
		}
		p.Givens = append(p.Givens, puzzle.Given{Cell: c, Values: values})
	}
	return &p
}
