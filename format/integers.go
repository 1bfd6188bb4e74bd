package format

// 81 numbers with space between them, over any lines.

func isIntegers(r *Reader, ln *line) answer {
	if ok, lists := r.readCells(ln); ok && !lists && !ln.bars() {
		return more
	}
	return no
}

func appendIntegers(dst []byte, p Puzzle) []byte { return appendNines(dst, p.Grid, " ") }
