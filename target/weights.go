package target

import (
	"math"

	"nonet/message"
	"nonet/sudoku"
)

// Weights has the score of each digit in each cell: w[c][d] for digit d, 1 to 9, in cell c. w[c][0] is unused. All
// weights must be from -[MaxWeight] to [MaxWeight].
type Weights [sudoku.Cells][10]int64

// MaxWeight limits the absolute value of a weight, which keeps all sums exact.
const MaxWeight = 1_000_000_000

// RingWeights returns the contest's weights: digit d scores 10×d in the centre, and 9×d, 8×d, 7×d and 6×d
// in the rings around it.
func RingWeights() Weights {
	var w [sudoku.Cells]int64
	for c := range w {
		row, column := c/9, c%9
		w[c] = 6 + int64(min(row, 8-row, column, 8-column))
	}
	return CellWeights(w)
}

// CellWeights returns the weights w[c]×d for digit d in cell c. Each w[c] must be from −[MaxWeight]/9 to
// [MaxWeight]/9; otherwise [Optimum] returns a *WeightError.
func CellWeights(w [sudoku.Cells]int64) Weights {
	var all Weights
	for c, factor := range w {
		// Limit the factor, so that the product cannot overflow into the valid range.
		factor = max(min(factor, math.MaxInt64/9), -math.MaxInt64/9)
		for d := range all[c] {
			all[c][d] = factor * int64(d)
		}
	}
	return all
}

// Score returns the sum of the weights that the filled cells of g have.
func (w Weights) Score(g sudoku.Grid) int64 {
	var sum int64
	for c, d := range g.Values() {
		if d != 0 {
			sum += w[c][d]
		}
	}
	return sum
}

func (w *Weights) validate() error {
	for c := range w {
		for d := 1; d <= 9; d++ {
			if v := w[c][d]; v > MaxWeight || v < -MaxWeight {
				return &WeightError{sudoku.Cell(c), sudoku.Digit(d), v}
			}
		}
	}
	return nil
}

// WeightError reports a weight that is not from -[MaxWeight] to [MaxWeight].
type WeightError struct {
	Cell  sudoku.Cell
	Digit sudoku.Digit
	Value int64
}

func (e *WeightError) Error() string { return e.Message().String() }

// Message returns a sentence that names the weight and the limit.
func (e *WeightError) Message() message.Message {
	return message.New("target.weight", "cell", e.Cell, "digit", e.Digit, "value", e.Value, "limit", MaxWeight)
}
