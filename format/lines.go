package format

import (
	"bytes"
	"io"

	"nonet/sudoku"
)

// Lines takes puzzles from the beginning of a text into cells, 0 for empty, for as
// long as each is a line that begins with 81 digits, dots or other plain signs of
// an empty cell (0 _ *), whatever follows behind a space, a tab, a comma, a
// semicolon or #, and as long as there is room. It returns how many it took and
// how many bytes that was; puzzle i stands on line i of the text. It takes no
// blank line, comment or header, no line longer than [MaxLine], and none whose end
// is not in the text, a CR at the end of the text included: the text may be cut
// anywhere, best behind an LF. What it leaves in the cells behind the last puzzle
// means nothing.
//
// It needs to know nothing of what came before, except that there was nothing
// that would have a say: at the beginning of a file, behind lines that Lines took,
// or where [Reader.Place] says so it takes what [Reader.Next] would return, with
// the same cells on the same lines. Kinds and names are lost. Many goroutines can
// so read pieces of one text, and [Reader.Resume] goes on in order where one of
// them met anything else.
//
// A puzzle takes about 20 ns, and no allocation. len(text)/82+1 places are enough
// for all puzzles of a text.
func Lines(text []byte, cells [][sudoku.Cells]uint8) (n, size int) {
	rest := text
	for n < len(cells) && len(rest) > sudoku.Cells {
		if line := (*[sudoku.Cells]byte)(rest); !digitsAndDots(line, &cells[n]) && !plainCells(line, &cells[n]) {
			break
		}
		end := sudoku.Cells + 1
		if rest[sudoku.Cells] != '\n' {
			if end = lineEnd(rest); end == 0 {
				break
			}
		}
		rest = rest[end:]
		n++
	}
	return n, len(text) - len(rest)
}

// lineEnd is how many bytes the line has whose first 81 are cells, 0 if that
// cannot be told yet, or if the word does not end there.
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

// Lines is [Lines] for what the reader holds in memory already; line is that of
// the first puzzle. It takes nothing where Place is not ok, and reads nothing: a
// caller that wants every puzzle calls it and [Reader.Next] in turn.
func (r *Reader) Lines(cells [][sudoku.Cells]uint8) (n, line int) {
	s := &r.src
	line = s.no
	if !s.started || !s.atLine() || !r.plain() {
		return 0, line
	}
	n, size := Lines(s.buf[s.r:s.w], cells)
	s.r += size
	r.passed(n)
	return n, line
}

// Place is where the reader stands: how many bytes of its input it has passed, and
// the number of the line that begins there. It is ok to read on from there by
// [Lines] if a line begins there and nothing before it has a say in the puzzles
// that follow, as a comment, a title, a count or half a grid has. In UTF-16 it never is.
func (r *Reader) Place() (offset int64, line int, ok bool) {
	s := &r.src
	return s.base + int64(s.r), s.no, s.atLine() && !s.wide && r.plain()
}

// Resume goes on with in, which stands so many bytes behind [Reader.Place], which
// was ok, since [Lines] took n puzzles there.
func (r *Reader) Resume(in io.Reader, n int, size int64) {
	offset, _, _ := r.Place()
	s := &r.src
	s.in, s.err, s.r, s.w, s.base = in, nil, 0, 0, offset+size
	s.started = s.started || n > 0
	r.passed(n)
}

// passed notes n puzzles on lines of their own.
func (r *Reader) passed(n int) {
	if n > 0 {
		r.src.no += n
		r.puzzles += n
		r.inRun, r.inGrid = true, false
	}
}
