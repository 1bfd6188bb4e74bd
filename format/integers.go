package format

// recogniseIntegers recognises a line of numbers separated by space. A puzzle has 81 such numbers, on any number of
// lines.
func recogniseIntegers(r *Reader, ln *line) answer {
	ok, lists := r.readCells(ln)
	return partial.onlyIf(ok && !lists && !ln.hasBars())
}

func appendIntegers(dst []byte, p Puzzle) []byte { return appendDigitRows(dst, p.Grid, '0', " ") }
