package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/puzzle"
)

// State is a position: the candidates of each cell. In a set of candidates, bit i stands for the value Low+i.
type State struct {
	pieces *puzzle.Pieces
	houses []int    // the indices of the pieces that hold certain values exactly once
	exact  []uint64 // for each element of houses, the values that the house holds exactly once
	may    []uint64
	placed []bool // for each cell, whether its value has been removed from all cells that must differ from it
}

// NewState returns the initial position of a puzzle. It returns the same errors as [puzzle.Puzzle.Search].
func NewState(ctx context.Context, p *puzzle.Puzzle) (*State, error) {
	pieces, err := p.Pieces(ctx)
	if err != nil {
		return nil, err
	}
	start := pieces.StartValues()
	houses, exact := housesOf(pieces, start)
	s := &State{pieces, houses, exact, start, make([]bool, p.Cells())}
	addInnieOutieSums(s)
	for _, hole := range p.Holes {
		s.placed[hole] = true
	}
	for _, g := range p.Givens {
		if len(g.Values) == 1 {
			s.placeValue(g.Cell, s.bitOf(g.Values[0]))
		}
	}
	return s, nil
}

// Clone returns a copy of s. Changes to the copy do not change s.
func (s *State) Clone() *State {
	return &State{s.pieces, s.houses, s.exact, slices.Clone(s.may), slices.Clone(s.placed)}
}

// CandidateSet returns the candidates of a cell; bit i stands for the value Low+i.
func (s *State) CandidateSet(cell int) uint64 { return s.may[cell] }

// Values returns the value of each cell, including the cells of groups beside the board. ok is false if a cell has no
// candidate, or several.
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

// Contradiction is one of three faults of a position: a cell without candidates, a house without a place for a value,
// or rules that a full board breaks.
type Contradiction struct {
	Cell  int // the cell without candidates, or -1
	Piece int // the house without a place for Value, or -1
	Value int // the value without a place in the house
	Rule  *puzzle.Conflict
}

// Contradiction returns the first contradiction of a position. ok is false if the position has none.
func (s *State) Contradiction() (x Contradiction, ok bool) {
	if c := slices.Index(s.may, 0); c >= 0 {
		return Contradiction{Cell: c, Piece: -1}, true
	}
	for i, h := range s.houses {
		_, all := s.singlePlaces(s.pieces.All[h].Cells)
		if missing := s.exact[i] &^ all; missing != 0 {
			return Contradiction{Cell: -1, Piece: h, Value: s.valueOf(bits.TrailingZeros64(missing))}, true
		}
	}
	if values, full := s.Values(); full {
		if broken, err := s.pieces.Puzzle.Check(values); err == nil && len(broken) > 0 {
			return Contradiction{Cell: -1, Piece: -1, Rule: &broken[0]}, true
		}
	}
	return x, false
}

func (s *State) IsContradictory() bool {
	_, broken := s.Contradiction()
	return broken
}

// Narrow applies a person's values and marks to s. `values` has a number per cell; a number that is not a value of the
// board stands for an open cell. marks, if not nil, has the candidates left in each cell; an empty list permits all. If
// the values or marks exclude all candidates of a cell, s becomes contradictory.
func (s *State) Narrow(values []int, marks [][]int) {
	for c, v := range values {
		if bit := v - s.pieces.Puzzle.Low; bit >= 0 && bit < 64 && c < len(s.may) && !s.placed[c] {
			s.placeValue(c, bit)
		}
	}
	for c, list := range marks {
		if c < len(s.may) && len(list) > 0 && !s.placed[c] {
			s.may[c] &= s.setOf(list)
		}
	}
}

// Apply places the values and removes the candidates of a step in s.
func (s *State) Apply(step *Step) {
	for _, x := range step.Removes {
		s.may[x.Cell] &^= 1 << s.bitOf(x.Value)
	}
	for _, x := range step.Places {
		s.placeValue(x.Cell, s.bitOf(x.Value))
	}
}

func (s *State) bitOf(value int) int { return value - s.pieces.Puzzle.Low }

func (s *State) valueOf(bit int) int { return s.pieces.Puzzle.Low + bit }

// valuesOf returns the values of a set. It is not inlined: that would add 20 kB to the page's
// module.
//
//go:noinline
func (s *State) valuesOf(set uint64) (values []int) {
	for ; set != 0; set &= set - 1 {
		values = append(values, s.valueOf(bits.TrailingZeros64(set)))
	}
	return values
}

// setOf returns the set of the values, without those that no set can hold.
func (s *State) setOf(values []int) (set uint64) {
	for _, v := range values {
		set |= s.valuesBetween(v, v)
	}
	return set
}

func (s *State) placeValue(cell, bit int) {
	s.may[cell] &= 1 << bit
	s.placed[cell] = true
	for c := range s.may {
		if s.pieces.MustDiffer(cell, c) {
			s.may[c] &^= 1 << bit
		}
	}
}

// housesOf returns the indices of the pieces that hold certain values exactly once, and for each piece these values.
// The cells of such a piece must differ. It has one cell for each value of the board, or one cell for each value that
// its cells had at the start.
func housesOf(pieces *puzzle.Pieces, start []uint64) (all []int, exact []uint64) {
	for i := range pieces.All {
		p := &pieces.All[i]
		if !p.Distinct || len(p.Cells) > pieces.Puzzle.Values() {
			continue
		}
		values := uint64(1)<<pieces.Puzzle.Values() - 1
		if len(p.Cells) < pieces.Puzzle.Values() {
			values = 0
			for _, c := range p.Cells {
				values |= start[c]
			}
			if p.House == "" || bits.OnesCount64(values) != len(p.Cells) {
				continue
			}
		}
		all, exact = append(all, i), append(exact, values)
	}
	return all, exact
}

func (s *State) totalOf(houses []int) (sum int) {
	for _, h := range houses {
		for _, v := range s.valuesOf(s.exact[slices.Index(s.houses, h)]) {
			sum += v
		}
	}
	return sum
}

// singlePlaces returns the values that are candidates of exactly one of the cells, and all candidates of the cells.
func (s *State) singlePlaces(cells []int) (single, all uint64) {
	twice := uint64(0)
	for _, c := range cells {
		twice |= all & s.may[c]
		all |= s.may[c]
	}
	return all &^ twice, all
}

func (s *State) placesOf(cells []int, set uint64) (places []int) {
	for _, c := range cells {
		if s.may[c]&set != 0 {
			places = append(places, c)
		}
	}
	return places
}

func (s *State) seesAll(cell int, others []int) bool {
	return !slices.ContainsFunc(others, func(c int) bool { return !s.pieces.MustDiffer(cell, c) })
}

func (s *State) countOpen(cells []int) (n int) {
	for _, c := range cells {
		if s.may[c]&(s.may[c]-1) != 0 {
			n++
		}
	}
	return n
}

// asGivens returns a copy of the puzzle in which the candidates of each cell are givens.
func (s *State) asGivens() *puzzle.Puzzle {
	p := *s.pieces.Puzzle
	p.Givens = slices.Clone(p.Givens)
	for c, values := range s.may {
		p.Givens = append(p.Givens, puzzle.Given{Cell: c, Values: s.valuesOf(values)})
	}
	return &p
}
