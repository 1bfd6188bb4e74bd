package wire

import (
	"bytes"
	"strconv"
	"time"

	"nonet/format"
	"nonet/solve"
	"nonet/sudoku"
)

// AppendSolved appends the JSON of a [Solve] for a puzzle with one solution. It appends the same text as encoding/json,
// in a tenth of the time. Streams need this, because encoding/json takes longer than solving.
func AppendSolved(dst []byte, puzzle, solution *[sudoku.Cells]uint8, nodes uint64, took time.Duration) []byte {
	dst = append(dst, `{"puzzle":"`...)
	dst = appendCells(dst, puzzle)
	dst = append(dst, `","outcome":"found","solutions":["`...)
	dst = appendCells(dst, solution)
	dst = append(dst, `"],"complete":true`...)
	return appendEffort(dst, solve.Kernel, nodes, took)
}

// AppendCounted appends the JSON of a [Count] of at most 2⁵³ solutions. The count must be complete, or must have
// stopped at its limit. AppendCounted appends the same text as encoding/json.
func AppendCounted(dst []byte, puzzle *[sudoku.Cells]uint8, tally sudoku.Tally, took time.Duration) []byte {
	dst = append(dst, `{"puzzle":"`...)
	dst = appendCells(dst, puzzle)
	dst = append(dst, `","count":`...)
	dst = strconv.AppendUint(dst, tally.N, 10)
	dst = strconv.AppendBool(append(dst, `,"complete":`...), tally.Exact)
	return appendEffort(dst, solve.CounterName(tally.N), tally.Nodes, took)
}

// appendCells appends a grid as 81 characters: digits, or '.' for an empty cell.
func appendCells(dst []byte, cells *[sudoku.Cells]uint8) []byte {
	dst = format.AppendLine(dst, cells)
	return dst[:len(dst)-1] // without the newline
}

func appendEffort(dst []byte, engine string, nodes uint64, took time.Duration) []byte {
	dst = append(append(append(dst, `,"engine":"`...), engine...), '"')
	dst = append(dst, `,"nodes":`...)
	dst = strconv.AppendUint(dst, nodes, 10)
	dst = append(dst, `,"ms":`...)
	micros := uint64(took.Microseconds())
	dst = strconv.AppendUint(dst, micros/1000, 10)
	if rest := micros % 1000; rest > 0 { // the fraction has up to three decimals, without trailing zeros
		digits := [4]byte{'.', byte('0' + rest/100), byte('0' + rest/10%10), byte('0' + rest%10)}
		dst = append(dst, bytes.TrimRight(digits[:], "0")...)
	}
	return append(dst, '}')
}
