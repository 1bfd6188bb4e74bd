package format

import (
	"bytes"
	"io"
	"slices"

	"nonet/sudoku"
)

// Lines reads puzzles from the beginning of a text into cells, with 0 for an empty cell. It is for files of millions of
// puzzles; for other texts, [Reader.Next] is simpler. It stops at the first line that is not a plain puzzle, or when
// `cells` is full. A plain puzzle is a line that begins with 81 digits, dots or other plain signs of an empty cell (0 _
// *). A space, a tab, a comma, a semicolon or # may follow, and then anything. n is the number of puzzles, and size
// their length in bytes. Puzzle i is on line i of the text, counted from 0. Lines stops before blank lines, comments,
// headers and lines longer than [MaxLine], and before a line whose end is not in the text. A CR at the end of the text
// does not end a line. Therefore a caller may cut the text anywhere, best after an LF. The contents of cells after the
// last puzzle are undefined.
//
// Call Lines only where no earlier text affects the puzzles: at the beginning of a file, after lines that Lines has
// read, or where [Reader.Place] returns ok. There, Lines finds the same puzzles on the same lines as [Reader.Next], but
// without kinds and names. So several goroutines can read pieces of one text. If Lines stops inside a piece, a reader
// continues there after [Reader.Resume].
//
// A puzzle takes about 20 ns and no allocation. A slice cells of len(text)/82+1 elements holds all puzzles of any text.
func Lines(text []byte, cells [][sudoku.Cells]uint8) (n, size int) {
	rest := text
	for n < len(cells) && len(rest) > sudoku.Cells {
		if line := (*[sudoku.Cells]byte)(rest); !readDigitsAndDots(line, &cells[n]) && !readPlainCells(line, &cells[n]) {
			break
		}
		end := sudoku.Cells + 1
		if rest[sudoku.Cells] != '\n' {
			if end = lineEnd(rest); end == 0 {
				break
			}
			if end > 2*sudoku.Cells && !slices.Contains(cells[n][:], 0) {
				break // the second word may be a solution; see replaceByPuzzleBehind
			}
		}
		rest = rest[end:]
		n++
	}
	return n, len(text) - len(rest)
}

// lineEnd returns the length of a line that begins with 81 cells, including its line end. It returns 0 if no line end
// is within MaxLine bytes, or if more characters follow the cells without a separator.
func lineEnd(text []byte) int {
	if text[sudoku.Cells] != '\r' && !endsField(text, sudoku.Cells) {
		return 0
	}
	end, cr := len(text), false
	if i := bytes.IndexByte(text[:min(end, MaxLine+1)], '\n'); i >= 0 {
		end = i
	}
	if i := bytes.IndexByte(text[sudoku.Cells:min(end, MaxLine+1)], '\r'); i >= 0 {
		end, cr = sudoku.Cells+i, true
	}
	switch {
	case end == len(text) || cr && end+1 == len(text) || end > MaxLine:
		return 0
	case cr && text[end+1] == '\n':
		return end + 2
	}
	return end + 1
}

// Lines reads puzzles as the function [Lines] does, from the text that the reader holds in memory. line is the line
// number of the first puzzle. Lines itself reads nothing from the input, and returns no puzzles if the result ok of
// [Reader.Place] is false. A caller that wants every puzzle calls Lines and [Reader.Next] in turn.
func (r *Reader) Lines(cells [][sudoku.Cells]uint8) (n, line int) {
	s := &r.src
	line = s.number
	if !s.started || !s.isAtLineStart() || !r.hasNothingPending() {
		return 0, line
	}
	n, size := Lines(s.buf[s.r:s.w], cells)
	s.r += size
	r.skipReadLines(n)
	return n, line
}

// Place returns the number of bytes that the reader has consumed, and the number of the current line. If ok is true,
// the function [Lines] may continue from this position: a line begins there, and no earlier comment, title, count or
// unfinished grid affects the next puzzles. In UTF-16, ok is always false.
func (r *Reader) Place() (offset int64, line int, ok bool) {
	s := &r.src
	return s.base + int64(s.r), s.number, s.isAtLineStart() && !s.isWide && r.hasNothingPending()
}

// Resume makes the reader continue with the input `in`, which begins `size` bytes after [Reader.Place].
// [Lines] must have found n puzzles in these bytes, and Place must have returned ok.
func (r *Reader) Resume(in io.Reader, n int, size int64) {
	offset, _, _ := r.Place()
	s := &r.src
	s.in, s.err, s.r, s.w, s.base = in, nil, 0, 0, offset+size
	s.started = s.started || n > 0
	r.skipReadLines(n)
}

// skipReadLines skips the n lines, each a puzzle, that Lines has read.
func (r *Reader) skipReadLines(n int) {
	if n > 0 {
		r.src.number += n
		r.puzzles += n
		r.inRun, r.inGrid = true, false
	}
}
