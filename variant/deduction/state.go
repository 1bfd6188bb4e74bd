package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/variant"
)

// State is a position: what each cell may still be, a set with bit i for the value Low+i.
type State struct {
	pieces *variant.Pieces
	may    []uint64
	placed []bool // what a cell is has been taken from those that differ from it
}

// NewState is the position at the beginning. The errors are those of [variant.Puzzle.Count].
func NewState(ctx context.Context, p *variant.Puzzle) (*State, error) {
	pieces, err := p.Pieces(ctx)
	if err != nil {
		return nil, err
	}
	balance(pieces)
	s := &State{pieces, pieces.Start(), make([]bool, p.Cells())}
	for _, g := range p.Givens {
		if len(g.Values) == 1 {
			s.place(g.Cell, s.bit(g.Values[0]))
		}
	}
	return s, nil
}

// Clone is a position that changes by itself.
func (s *State) Clone() *State {
	return &State{s.pieces, slices.Clone(s.may), slices.Clone(s.placed)}
}

// Puzzle is the puzzle that the position is of.
func (s *State) Puzzle() *variant.Puzzle { return s.pieces.Puzzle }

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

// Broken tells whether a cell has nothing left, a house no place for a value, or the values of a
// full board break a rule.
func (s *State) Broken() bool {
	if slices.Contains(s.may, 0) {
		return true
	}
	for _, h := range s.houses() {
		all := uint64(0)
		for _, c := range s.pieces.All[h].Cells {
			all |= s.may[c]
		}
		if bits.OnesCount64(all) < len(s.pieces.All[h].Cells) {
			return true
		}
	}
	if values, full := s.Values(); full {
		broken, err := s.pieces.Puzzle.Check(values)
		return err == nil && len(broken) > 0
	}
	return false
}

// Narrow takes from the position what a person has crossed out, and sets what they have placed:
// a value for each cell of the board, or anything else where it is open.
func (s *State) Narrow(values []int) {
	for c, v := range values {
		if bit := v - s.pieces.Puzzle.Low; bit >= 0 && bit < 64 && c < len(s.may) && s.may[c]>>bit&1 != 0 {
			s.may[c] = 1 << bit
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

func (s *State) place(cell, bit int) {
	s.may[cell] &= 1 << bit
	s.placed[cell] = true
	for c := range s.may {
		if s.pieces.Apart(cell, c) {
			s.may[c] &^= 1 << bit
		}
	}
}

// houses are the pieces in which each value has its place: as many cells as values, which differ.
func (s *State) houses() (all []int) {
	for i := range s.pieces.All {
		if p := &s.pieces.All[i]; p.Distinct && len(p.Cells) == s.pieces.Puzzle.Values() {
			all = append(all, i)
		}
	}
	return all
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
func (s *State) given() *variant.Puzzle {
	p := *s.pieces.Puzzle
	p.Givens = slices.Clone(p.Givens)
	for c, may := range s.may {
		var values []int
		for ; may != 0; may &= may - 1 {
			values = append(values, p.Low+bits.TrailingZeros64(may))
		}
		p.Givens = append(p.Givens, variant.Given{Cell: c, Values: values})
	}
	return &p
}
