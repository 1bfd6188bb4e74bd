package format

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"nonet/message"
	"nonet/sudoku"
)

// Writer writes grids in one kind, so that a [Reader] reads the same back.
type Writer struct {
	w     *bufio.Writer
	kind  Kind
	buf   []byte
	n     int
	count int           // announced, −1 if not
	held  []sudoku.Grid // POJ without a count: until Close
}

// NewWriter writes to w. Nothing need reach w before Flush or Close.
func NewWriter(w io.Writer, k Kind) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, 64<<10), kind: k, count: -1}
}

// Announce says how many grids will be written. POJ begins with that number:
// without it, the writer has to hold all grids until Close.
func (w *Writer) Announce(n int) { w.count = n }

// CountError says that more or fewer grids were written than announced.
type CountError struct{ Announced, Written int }

func (e *CountError) Error() string { return e.Message().String() }

// Message names both numbers.
func (e *CountError) Message() message.Message {
	return message.New("format.written", "announced", e.Announced, "n", e.Written)
}

// Write writes a grid.
func (w *Writer) Write(g sudoku.Grid) error { return w.WritePuzzle(Puzzle{Grid: g}) }

// WritePuzzle writes a puzzle, with its pencil marks if the kind shows any.
func (w *Writer) WritePuzzle(p Puzzle) error {
	w.n++
	w.buf = w.buf[:0]
	switch w.kind {
	case POJ:
		switch {
		case w.count < 0:
			w.held = append(w.held, p.Grid)
			return nil
		case w.n > w.count:
			return &CountError{w.count, w.n}
		case w.n == 1:
			w.buf = append(strconv.AppendInt(w.buf, int64(w.count), 10), '\n')
		}
		w.buf = appendRows(w.buf, p.Grid, "")
	case CSV:
		if w.n == 1 {
			w.buf = append(w.buf, "grid\n"...)
		}
		w.buf = AppendPuzzle(w.buf, CSV, p)
	case Rows, Integers, Drawn, Candidates:
		if w.n > 1 {
			w.buf = append(w.buf, '\n')
		}
		w.buf = AppendPuzzle(w.buf, w.kind, p)
	default:
		w.buf = AppendPuzzle(w.buf, w.kind, p)
	}
	_, err := w.w.Write(w.buf)
	return err
}

// Flush hands on what has been written.
func (w *Writer) Flush() error { return w.w.Flush() }

// Close writes what remains and flushes; it does not close the writer below.
func (w *Writer) Close() error {
	if w.kind == POJ && w.count < 0 && w.n > 0 {
		w.buf = append(strconv.AppendInt(w.buf[:0], int64(w.n), 10), '\n')
		for _, g := range w.held {
			w.buf = appendRows(w.buf, g, "")
			if len(w.buf) > 32<<10 {
				w.w.Write(w.buf) // Flush repeats the error
				w.buf = w.buf[:0]
			}
		}
		w.w.Write(w.buf)
		w.held = nil
	}
	if err := w.w.Flush(); err != nil {
		return err
	}
	if w.count >= 0 && w.n != w.count {
		return &CountError{w.count, w.n}
	}
	return nil
}

// Append appends the text of a single grid, with its last newline: for POJ with
// a count of 1, for CSV without a header.
func Append(dst []byte, k Kind, g sudoku.Grid) []byte { return AppendPuzzle(dst, k, Puzzle{Grid: g}) }

// AppendPuzzle is Append with the puzzle's pencil marks, if the kind shows any.
// Without them, Candidates shows what no given rules out, and Pencil729 all nine
// digits in every empty cell.
func AppendPuzzle(dst []byte, k Kind, p Puzzle) []byte {
	values := p.Grid.Values()
	switch k {
	case Rows:
		return appendRows(dst, p.Grid, "")
	case Integers:
		return appendRows(dst, p.Grid, " ")
	case POJ:
		return appendRows(append(dst, "1\n"...), p.Grid, "")
	case Drawn:
		return appendDrawn(dst, p.Grid)
	case Candidates:
		return appendCandidates(dst, p)
	case Pencil729:
		return appendPencil(dst, p)
	case JSON:
		return appendJSON(dst, p.Grid)
	case CSV:
		return appendCells(dst, &values, 0)
	default:
		return appendCells(dst, &values, '0'-'.')
	}
}

// appendCells is the 81 cells and a newline; an empty cell is the character that
// stands so far before 0. Eight cells are made at once.
func appendCells(dst []byte, values *[sudoku.Cells]uint8, below uint64) []byte {
	const ones = 0x0101010101010101
	characters := func(w uint64) uint64 {
		empty := ^(w + 127*ones) >> 7 & ones
		return w + '0'*ones - below*empty
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

func appendRows(dst []byte, g sudoku.Grid, between string) []byte {
	for c, v := range g.Values() {
		dst = append(dst, '0'+v)
		if c%9 == 8 {
			dst = append(dst, '\n')
		} else {
			dst = append(dst, between...)
		}
	}
	return dst
}

func appendDrawn(dst []byte, g sudoku.Grid) []byte {
	const border = "+-------+-------+-------+\n"
	for c, v := range g.Values() {
		if c%27 == 0 {
			dst = append(dst, border...)
		}
		if c%3 == 0 {
			dst = append(dst, "| "...)
		}
		dst = append(dst, ".123456789"[v], ' ')
		if c%9 == 8 {
			dst = append(dst, "|\n"...)
		}
	}
	return append(dst, border...)
}

func appendJSON(dst []byte, g sudoku.Grid) []byte {
	dst = append(dst, '[')
	for c, v := range g.Values() {
		switch {
		case c == 0:
			dst = append(dst, '[')
		case c%9 == 0:
			dst = append(dst, "],["...)
		default:
			dst = append(dst, ',')
		}
		dst = append(dst, '"', ".123456789"[v], '"')
	}
	return append(dst, "]]\n"...)
}

func appendPencil(dst []byte, p Puzzle) []byte {
	for c, v := range p.Grid.Values() {
		marks := sudoku.AllDigits
		switch {
		case v != 0:
			marks = sudoku.CandidatesOf(sudoku.Digit(v))
		case p.Pencil != nil:
			marks = p.Pencil[c]
		}
		for d := sudoku.Digit(1); d <= 9; d++ {
			if marks.Has(d) {
				dst = append(dst, '0'+byte(d))
			} else {
				dst = append(dst, '.')
			}
		}
	}
	return append(dst, '\n')
}

func appendCandidates(dst []byte, p Puzzle) []byte {
	var words [sudoku.Cells][9]byte
	var size [sudoku.Cells]int
	var width [9]int
	for c, v := range p.Grid.Values() {
		cell := sudoku.Cell(c)
		marks := p.Grid.Candidates(cell)
		if p.Pencil != nil && v == 0 {
			marks = p.Pencil[c]
		}
		w := words[c][:0]
		if v == 0 && marks.Len() == 0 {
			w = append(w, '0')
		}
		for d := range marks.Digits() {
			w = append(w, '0'+byte(d))
		}
		if v == 0 && marks.Len() < 2 {
			w = append(w, '?')
		}
		size[c] = len(w)
		width[c%9] = max(width[c%9], len(w))
	}
	border := func(dst []byte) []byte {
		for col, n := range width {
			if col%3 == 0 {
				dst = append(dst, "+-"...)
			}
			for range n + 1 {
				dst = append(dst, '-')
			}
		}
		return append(dst, "+\n"...)
	}
	for c := range words {
		if c%27 == 0 {
			dst = border(dst)
		}
		if c%3 == 0 {
			dst = append(dst, "| "...)
		}
		dst = append(dst, words[c][:size[c]]...)
		for range width[c%9] - size[c] + 1 {
			dst = append(dst, ' ')
		}
		if c%9 == 8 {
			dst = append(dst, "|\n"...)
		}
	}
	return border(dst)
}
