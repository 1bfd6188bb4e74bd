package wire

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"time"

	"nonet/sudoku"
)

// AppendSolved appends the JSON of a [Solve] whose puzzle has one solution, as
// encoding/json writes it, in a tenth of the time: for streams, in which that alone
// would take longer than to solve the puzzle.
func AppendSolved(dst []byte, puzzle, solution *[sudoku.Cells]uint8, nodes uint64, took time.Duration) []byte {
	dst = append(dst, `{"puzzle":"`...)
	dst = appendCells(dst, puzzle)
	dst = append(dst, `","outcome":"found","solutions":["`...)
	dst = appendCells(dst, solution)
	dst = append(dst, `"],"complete":true`...)
	return appendEffort(dst, nodes, took)
}

// AppendCounted appends the JSON of a [Count] of n solutions, which are all and at most
// 2⁵³, as encoding/json writes it.
func AppendCounted(dst []byte, puzzle *[sudoku.Cells]uint8, n, nodes uint64, took time.Duration) []byte {
	dst = append(dst, `{"puzzle":"`...)
	dst = appendCells(dst, puzzle)
	dst = append(dst, `","count":`...)
	dst = strconv.AppendUint(dst, n, 10)
	dst = append(dst, `,"complete":true`...)
	return appendEffort(dst, nodes, took)
}

// appendCells appends 81 characters, eight at once: '.' is 0x2e, two below '0'.
func appendCells(dst []byte, cells *[sudoku.Cells]uint8) []byte {
	const ones = 0x0101010101010101
	n := len(dst)
	dst = slices.Grow(dst, sudoku.Cells)[:n+sudoku.Cells]
	line := (*[sudoku.Cells]byte)(dst[n:])
	for i := 0; i+8 <= sudoku.Cells; i += 8 {
		w := binary.LittleEndian.Uint64(cells[i : i+8])
		binary.LittleEndian.PutUint64(line[i:i+8], w+'.'*ones+(w+127*ones)>>6&(2*ones))
	}
	last := cells[sudoku.Cells-1]
	line[sudoku.Cells-1] = last + '.' + (last+127)>>6&2
	return dst
}

func appendEffort(dst []byte, nodes uint64, took time.Duration) []byte {
	dst = append(dst, `,"nodes":`...)
	dst = strconv.AppendUint(dst, nodes, 10)
	dst = append(dst, `,"ms":`...)
	micros := uint64(took.Microseconds())
	dst = strconv.AppendUint(dst, micros/1000, 10)
	if rest := micros % 1000; rest > 0 { // thousandths, without zeros at the end
		digits := [4]byte{'.', byte('0' + rest/100), byte('0' + rest/10%10), byte('0' + rest%10)}
		dst = append(dst, bytes.TrimRight(digits[:], "0")...)
	}
	return append(dst, '}')
}
