package format

import "nonet/sudoku"

// Lines takes puzzles into cells, 0 for empty, for as long as each is a line of 81
// digits and dots that is at hand, and returns how many it took and the line of
// the first; the others follow it line by line. It reads nothing, takes nothing
// that a comment, a title or a count above would have a say in, and leaves all
// else to [Reader.Next]: a caller that wants every puzzle calls both in turn. What
// it leaves in the cells behind the last puzzle means nothing.
//
// This is the way for millions of puzzles: about 20 ns each, and no allocation.
func (r *Reader) Lines(cells [][sudoku.Cells]uint8) (n, line int) {
	s := &r.src
	line = s.no
	if s.cr || s.rest || s.column > 0 || !s.started || r.csv.on || !r.plain() {
		return 0, line
	}
	b := s.buf[s.r:s.w]
	for n < len(cells) && len(b) > sudoku.Cells {
		end := sudoku.Cells
		if b[end] == '\r' && len(b) > end+1 {
			end++
		}
		if b[end] != '\n' || !digitsAndDots((*[sudoku.Cells]byte)(b), &cells[n]) {
			break
		}
		b = b[end+1:]
		n++
	}
	if n > 0 {
		s.r = s.w - len(b)
		s.no += n
		r.puzzles += n
		r.inRun = true
	}
	return n, line
}

// AppendLine appends a solution, or any 81 values of 0 to 9, as [Line] shows it.
func AppendLine(dst []byte, cells *[sudoku.Cells]uint8) []byte {
	return appendCells(dst, cells, '0'-'.')
}
