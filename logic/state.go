package logic

import (
	"math/bits"

	"nonet/board"
	"nonet/sudoku"
)

// State is a position: values, which of them are givens, and the candidates of the empty cells. An assignment copies
// its 1.3 KB.
type State struct {
	world
	values [board.MostCells]Digit
	given  CellSet
}

// world holds the candidates of a position, or of one case of a proof. They are stored twice, by cell and by digit.
// Both forms always agree. The first form has the digits that can go in a cell, and the second the cells where a digit
// can go.
type world struct {
	board  *board.Board
	cands  [board.MostCells]Digits       // the candidates of each cell; none for a filled cell
	digits [board.MostValues + 1]CellSet // digits[d] has the empty cells with candidate d; digits[0] has all empty cells
}

func (w *world) removeCandidate(c Cell, d Digit) {
	w.cands[c] &^= digitBit(d)
	w.digits[d].Remove(c)
}

// placeDigit leaves d as the only candidate of c, and removes d from the candidates of c's peers.
func (w *world) placeDigit(c Cell, d Digit) {
	for others := w.cands[c].Without(d); others != 0; others &= others - 1 {
		w.digits[bits.TrailingZeros16(uint16(others))+1].Remove(c)
	}
	w.cands[c] = digitBit(d)
	seen := w.digits[d].And(w.board.Peers(c))
	w.digits[d] = w.digits[d].Without(seen)
	for !seen.Empty() {
		w.cands[seen.Pop()] &^= digitBit(d)
	}
}

// NewState returns the starting position of a puzzle on the classic board. The candidates of an empty cell are the
// digits that no peer has.
func NewState(g sudoku.Grid) State { return NewStateOn(board.Classic(), g) }

// NewStateOn is [NewState] for a board of nine rows and nine columns.
func NewStateOn(b *board.Board, g sudoku.Grid) State {
	s := State{world: world{board: b}}
	s.digits[0] = board.AllCells()
	for c := range Cell(cells) {
		s.cands[c] = sudoku.AllDigits
	}
	for d := range Digit(9) {
		s.digits[d+1] = board.AllCells()
	}
	for c := range Cell(cells) {
		if d := g.At(c); d != 0 {
			s.Place(c, d)
			s.given.Add(c)
		}
	}
	return s
}

// NewStateFrom returns a position of a board. `values` has the value of each cell, or 0 for an open cell; candidates
// has the candidates of each open cell. ok is false if a list does not have one entry per cell, or if a value exceeds
// the number of digits of the board.
func NewStateFrom(b *board.Board, values []Digit, candidates []Digits) (s State, ok bool) {
	if n := b.All().Len(); len(values) != n || len(candidates) != n {
		return s, false
	}
	s.board = b
	for i, v := range values {
		c := Cell(i)
		if v > Digit(b.Size()) {
			return State{}, false
		}
		if s.values[c] = v; v != 0 {
			continue
		}
		s.digits[0].Add(c)
		s.cands[c] = candidates[i] & (1<<b.Size() - 1)
		for d := range s.cands[c].Digits() {
			s.digits[d].Add(c)
		}
	}
	return s, true
}

// Board returns the board of the position. The zero State has the classic board.
func (s *State) Board() *board.Board {
	if s.board == nil {
		return board.Classic()
	}
	return s.board
}

func (s *State) boardSize() Digit { return Digit(s.Board().Size()) }

// Value returns the digit in c, or 0 if the cell is empty.
func (s *State) Value(c Cell) Digit { return s.values[c] }

// Candidates returns the digits that are still possible in an empty cell. A filled cell has none.
func (s *State) Candidates(c Cell) Digits { return s.cands[c] }

// Places returns the empty cells that have d as a candidate.
func (s *State) Places(d Digit) CellSet { return s.digits[d] }

// EmptyCells returns the set of cells without a value.
func (s *State) EmptyCells() CellSet { return s.digits[0] }

// Given reports whether the value of c is a given.
func (s *State) Given(c Cell) bool { return s.given.Has(c) }

// SetGivens marks the filled cells in givens as givens, and all other cells as not given. Only avoidable rectangles
// depend on this.
func (s *State) SetGivens(givens CellSet) { s.given = givens.Without(s.digits[0]) }

// Grid returns the values of a board with 81 cells as a classic grid.
func (s *State) Grid() sudoku.Grid {
	var g sudoku.Grid
	for c, d := range s.values[:cells] {
		g = g.With(Cell(c), d)
	}
	return g
}

// Place puts d into c, and removes d from the candidates of c's peers.
func (s *State) Place(c Cell, d Digit) {
	if !s.digits[0].Has(c) || d < 1 || d > s.boardSize() {
		return
	}
	s.board = s.Board()
	s.placeDigit(c, d)
	s.values[c], s.cands[c] = d, 0
	s.digits[d].Remove(c)
	s.digits[0].Remove(c)
}

// Eliminate removes d from the candidates of c.
func (s *State) Eliminate(c Cell, d Digit) {
	if d < 1 || d > s.boardSize() {
		return
	}
	s.removeCandidate(c, d)
}

// SetCandidates sets the candidates of an empty cell to a person's pencil marks. It ignores marks of digits that a peer
// has.
func (s *State) SetCandidates(c Cell, marks Digits) {
	if !s.Board().All().Has(c) || s.values[c] != 0 {
		return
	}
	for seen := s.Board().Peers(c); !seen.Empty(); {
		marks = marks.Without(s.values[seen.Pop()])
	}
	marks &= 1<<s.boardSize() - 1
	s.cands[c] = marks
	for d := Digit(1); d <= s.boardSize(); d++ {
		if marks.Has(d) {
			s.digits[d].Add(c)
		} else {
			s.digits[d].Remove(c)
		}
	}
}

// Apply places the digits and removes the candidates of a step in s.
func (s *State) Apply(step *Step) {
	for _, e := range step.Eliminations {
		s.Eliminate(e.Cell, e.Digit)
	}
	for _, p := range step.Placements {
		s.Place(p.Cell, p.Digit)
	}
}

// Solved reports whether no cell is empty.
func (s *State) Solved() bool { return s.digits[0].Empty() }
