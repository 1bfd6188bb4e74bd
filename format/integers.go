package format

// isIntegers recognises a part of 81 numbers, with space between them, on any number of lines.

func isIntegers(r *Reader, ln *line) answer {
	ok, lists := r.readCells(ln)
	return more.onlyIf(ok && !lists && !ln.hasBars())
}

func appendIntegers(dst []byte, p Puzzle) []byte { return appendDigitRows(dst, p.Grid, " ") }
