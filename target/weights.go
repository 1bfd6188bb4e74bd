package target

import (
	"math"

	"nonet/message"
	"nonet/sudoku"
)

// Weights is what each digit is worth in each cell: w[c][d] for digit d, 1 to
// 9, in cell c. Index 0 is unused. No weight may be beyond ±[MaxWeight].
type Weights [sudoku.Cells][10]int64

// MaxWeight bounds a weight's magnitude, so that all sums stay exact.
const MaxWeight = 1_000_000_000

// Rings returns the contest's weights: the digit times 10 in the centre, 9, 8, 7
// and 6 in the rings around it.
func Rings() Weights {
	var w [sudoku.Cells]int64
	for c := range w {
		row, column := c/9, c%9
		w[c] = 6 + int64(min(row, 8-row, column, 8-column))
	}
	return CellWeights(w)
}

// CellWeights returns w[c]×d for digit d in cell c. Each w[c] may be from −[MaxWeight]/9
// to [MaxWeight]/9; [Optimum] refuses what lies beyond.
func CellWeights(w [sudoku.Cells]int64) Weights {
	var all Weights
	for c, factor := range w {
		// A factor out of range must stay so when it is multiplied.
		factor = max(min(factor, math.MaxInt64/9), -math.MaxInt64/9)
		for d := range all[c] {
			all[c][d] = factor * int64(d)
		}
	}
	return all
}

// Score returns what the filled cells of g are worth together.
func (w Weights) Score(g sudoku.Grid) int64 {
	var sum int64
	for c, d := range g.Values() {
		if d != 0 {
			sum += w[c][d]
		}
	}
	return sum
}

// check names the first weight that is out of range.
func (w *Weights) check() error {
	for c := range w {
		for d := 1; d <= 9; d++ {
			if v := w[c][d]; v > MaxWeight || v < -MaxWeight {
				return &WeightError{sudoku.Cell(c), sudoku.Digit(d), v}
			}
		}
	}
	return nil
}

// WeightError is a weight beyond ±[MaxWeight].
type WeightError struct {
	Cell  sudoku.Cell
	Digit sudoku.Digit
	Value int64
}

func (e *WeightError) Error() string { return e.Message().String() }

// Message says which weight is too large, and what is accepted.
func (e *WeightError) Message() message.Message {
	return message.New("target.weight", "cell", e.Cell, "digit", e.Digit, "value", e.Value, "limit", MaxWeight)
}
