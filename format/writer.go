package format

import (
	"bufio"
	"io"
	"strconv"

	"nonet/sudoku"
)

// Writer writes grids in one notation, so that a [Reader] returns the same grids. A POJ text begins with the number of
// grids, so a Writer of POJ holds all grids until Close.
type Writer struct {
	w       *bufio.Writer
	kind    Kind
	buf     []byte
	n       int
	pending []byte // for a kind that begins with a count, the text of all grids until Close
}

// NewWriter returns a Writer of kind k, which may hold all text in memory until Flush or Close.
func NewWriter(w io.Writer, k Kind) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, 64<<10), kind: k}
}

// Write writes g as a puzzle without pencil marks.
func (w *Writer) Write(g sudoku.Grid) error { return w.WritePuzzle(Puzzle{Grid: g}) }

// WritePuzzle writes a classic puzzle, with its pencil marks if the kind can express them.
func (w *Writer) WritePuzzle(p Puzzle) error {
	n := w.kind.notation()
	w.n++
	w.buf = w.buf[:0]
	switch {
	case n.counted:
		w.pending = n.appendClassic(w.pending, p)
		return nil
	case n.spaced && w.n > 1:
		w.buf = append(w.buf, '\n')
	case w.n == 1:
		w.buf = append(w.buf, n.head...)
	}
	w.buf = n.appendClassic(w.buf, p)
	_, err := w.w.Write(w.buf)
	return err
}

// Flush writes the buffered text to the underlying writer.
func (w *Writer) Flush() error { return w.w.Flush() }

// Close writes the remaining text and flushes. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.pending != nil {
		w.w.Write(appendCountLine(w.buf[:0], w.n)) // Flush returns the error of this write
		w.w.Write(w.pending)
		w.pending = nil
	}
	if w.n > 0 {
		w.w.WriteString(w.kind.notation().tail)
	}
	return w.w.Flush()
}

// Append appends the text of a single grid, with a final newline. A POJ text has the count 1, CSV has no header, and
// XML is a whole document.
func Append(dst []byte, k Kind, g sudoku.Grid) []byte { return AppendPuzzle(dst, k, Puzzle{Grid: g}) }

// AppendPuzzle is like [Append], but also writes p's pencil marks if the kind can express them. Without pencil marks,
// Candidates lists the digits that no given excludes, and Pencil729 lists all nine digits in every empty cell.
func AppendPuzzle(dst []byte, k Kind, p Puzzle) []byte {
	n := k.notation()
	if n.counted {
		dst = appendCountLine(dst, 1)
	}
	if n.tail != "" {
		dst = append(dst, n.head...)
	}
	return append(n.appendClassic(dst, p), n.tail...)
}

func appendCountLine(dst []byte, n int) []byte {
	return append(strconv.AppendInt(dst, int64(n), 10), '\n')
}
