package format

import (
	"encoding/binary"
	"slices"

	"nonet/sudoku"
)

// This file reads and writes a puzzle on one line of 81 characters.

func isGridLine(text []byte) bool {
	return len(text) == sudoku.Cells && hasOnlyCellCharacters(text) && !isDrawnLine(text)
}

// isDrawnLine reports whether a text is a border, although its characters may also stand for empty cells. A text of
// only dots is the empty grid, not a border.
func isDrawnLine(text []byte) bool {
	dots := true
	for _, b := range text {
		switch b {
		case '*', '_', '-':
			dots = false
		case '.', ' ', '\t', '|':
		default:
			return false
		}
	}
	return !dots
}

func readLine(ln *line, s span) (Puzzle, *SyntaxError) {
	var values [sudoku.Cells]uint8
	for i, b := range ln.text[s.from:s.to] {
		values[i] = digits[b]
	}
	g, _ := sudoku.FromCells(values)
	return Puzzle{Kind: Line, Grid: g}, nil
}

// readPlainCells reads 81 characters: digits, and signs that stand for an empty cell in any text. It returns false for
// other characters and for a border.
func readPlainCells(text *[sudoku.Cells]byte, values *[sudoku.Cells]uint8) bool {
	bad := uint8(0)
	for i, c := range text {
		values[i] = plainDigits[c]
		bad |= values[i]
	}
	return bad != noCell && !isDrawnLine(text[:])
}

// readDigitsAndDots is readPlainCells for a text of digits and dots. It reads eight characters at a time. Only digits
// have the bit 0x10:
//
//	'.'  0x2e         value 0
//	'0'  0x30 … 0x39  value in the low four bits
func readDigitsAndDots(cells *[sudoku.Cells]byte, values *[sudoku.Cells]uint8) bool {
	const ones = 0x0101010101010101
	var other, high uint64 // `other` has bits set for bytes that are neither digit nor dot, and `high` for characters above '9'
	read := func(w uint64) uint64 {
		digit := w >> 4 & ones
		v := w & (digit<<4 - digit)
		other |= w ^ (v + 2*digit + '.'*ones)
		high |= w + 6*ones
		return v
	}
	for i := 0; i+8 <= sudoku.Cells; i += 8 {
		binary.LittleEndian.PutUint64(values[i:i+8], read(binary.LittleEndian.Uint64(cells[i:i+8])))
	}
	values[sudoku.Cells-1] = uint8(read('0'*(ones-1) + uint64(cells[sudoku.Cells-1])))
	return other == 0 && high&(0x40*ones) == 0
}

func appendLine(dst []byte, p Puzzle) []byte {
	values := p.Grid.Values()
	return AppendLine(dst, &values)
}

// appendZeros appends a line with 0 for an empty cell.
func appendZeros(dst []byte, p Puzzle) []byte {
	values := p.Grid.Values()
	return appendCells(dst, &values, 0)
}

// AppendLine appends a grid of 81 values from 0 to 9 as a text of kind [Line].
func AppendLine(dst []byte, cells *[sudoku.Cells]uint8) []byte {
	return appendCells(dst, cells, '0'-'.')
}

// appendCells appends 81 cells and a newline, eight cells at a time. The character of an empty cell has the code '0'
// minus `limit`.
func appendCells(dst []byte, values *[sudoku.Cells]uint8, limit uint64) []byte {
	const ones = 0x0101010101010101
	characters := func(w uint64) uint64 {
		empty := ^(w + 127*ones) >> 7 & ones
		return w + '0'*ones - limit*empty
	}
	n := len(dst)
	dst = slices.Grow(dst, sudoku.Cells+1)[:n+sudoku.Cells+1]
	text := (*[sudoku.Cells + 1]byte)(dst[n:])
	for i := 0; i+8 <= sudoku.Cells; i += 8 {
		binary.LittleEndian.PutUint64(text[i:i+8], characters(binary.LittleEndian.Uint64(values[i:i+8])))
	}
	text[sudoku.Cells-1] = uint8(characters(uint64(values[sudoku.Cells-1])))
	text[sudoku.Cells] = '\n'
	return dst
}
