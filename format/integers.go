package format

// isIntegers recognises some of 81 numbers, separated by space, which may take any number of lines.

func isIntegers(r *Reader, ln *line) answer {
	ok, lists := r.readCells(ln)
	return more.onlyIf(ok && !lists && !ln.hasBars())
}

func appendIntegers(dst []byte, p Puzzle) []byte { return appendDigitRows(dst, p.Grid, " ") }
