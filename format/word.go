package format

import (
	"bytes"
	"strings"

	"nonet/sudoku"
)

// maxLabel is the greatest number of characters in a word of a label. A word that is a puzzle has more.
const maxLabel = 20

// wordNotationOf returns the notation in which text, as one word, is a whole puzzle.
func (r *Reader) wordNotationOf(text []byte) *notation {
	for i := range r.notations {
		if n := &r.notations[i]; n.word != nil && n.word.recognise(text) {
			return n
		}
	}
	return nil
}

// newWordRecogniser returns a recogniser for puzzles of kind k that are one word. The word is the first of its line, or
// stands after a label. Any text may follow the word.
func newWordRecogniser(k Kind) func(*Reader, *line) answer {
	return func(r *Reader, ln *line) answer {
		notation := ln.alone
		if notation == nil && ln.control < 0 && ln.separator == 0 {
			_, notation = r.wordAfterLabel(ln, r.splitWords(ln))
		}
		return yes.onlyIf(notation != nil && notation.kind == k)
	}
}

// readWord reads a line in which one word is a puzzle.
func readWord(r *Reader, ln *line) {
	notation, s, label := ln.alone, ln.head, ""
	if notation == nil {
		i, n := r.wordAfterLabel(ln, r.spans)
		notation, s = n, r.spans[i]
		label = printableName(ln.rawOf(span{0, s.from}))
		if strings.Contains(label, "://") {
			label = ""
		}
	}
	p, err := notation.word.read(ln, s)
	if err != nil {
		r.inRun = true
		r.emitPuzzleError(err)
		return
	}
	if p.Pencil != nil && p.Grid.Givens() < fewestGivens && p.Eliminations() > 0 {
		p.general = markedPuzzle(p.Pencil)
	}
	r.finishLinePuzzle(&p, ln, s.to)
	if p.Name == "" {
		p.Name = strings.TrimRight(label, " :.,|")
	}
	r.emitPuzzle(p)
}

// finishLinePuzzle completes the puzzle p, which ends at index end of the line. A comment after this index names p. If
// p is the solution of a puzzle after this index, that puzzle replaces p.
func (r *Reader) finishLinePuzzle(p *Puzzle, ln *line, end int) {
	p.Line = ln.number
	p.replaceByPuzzleBehind(ln, end)
	csv := r.csv.open
	if end < len(ln.text) {
		csv = csv || ln.text[end] == ',' || ln.text[end] == '"'
		if i := bytes.IndexByte(ln.text[end:], '#'); i >= 0 && !csv {
			p.Name = printableName(ln.rawFrom(end + i + 1))
		}
	}
	if csv && p.Pencil == nil {
		p.Kind = CSV
	}
}

// splitWords sets r.spans to the words of the line's body, separated by space and bars, and returns
// them.
func (r *Reader) splitWords(ln *line) []span {
	if ln.split {
		return r.spans
	}
	ln.split, ln.odd = true, -1
	r.spans = r.spans[:0]
	for i := ln.body.from; i < ln.body.to; {
		if c := classes[ln.text[i]]; c == space || c == upright {
			i++
			continue
		}
		s := span{i, i}
		for s.to < ln.body.to && classes[ln.text[s.to]] != space && classes[ln.text[s.to]] != upright {
			if classes[ln.text[s.to]] != cellular && ln.odd < 0 {
				ln.odd = s.to
			}
			s.to++
		}
		r.spans = append(r.spans, s)
		i = s.to
	}
	return r.spans
}

// wordAfterLabel skips a label. It returns the index of the first word that is too long to belong to a label, and the
// notation in which this word is a whole puzzle, or nil.
func (r *Reader) wordAfterLabel(ln *line, words []span) (int, *notation) {
	for i, s := range words {
		if s.length() <= maxLabel {
			continue
		}
		n := r.wordNotationOf(ln.text[s.from:s.to])
		if n == nil {
			words[i], n = r.findInAddress(ln.text, s)
		}
		return i, n
	}
	return -1, nil
}

// findInAddress finds a puzzle in the address of a web page, such as https://…?bd=53..7…. The notation is nil if
// the address holds no puzzle, or more than one.
func (r *Reader) findInAddress(text []byte, s span) (in span, notation *notation) {
	if !bytes.Contains(text[s.from:s.to], []byte("://")) {
		return s, nil
	}
	in = s
	for from := s.from; from < s.to; {
		part := span{from, s.to}
		if n := bytes.IndexAny(text[from:s.to], "/=&#"); n >= 0 {
			part.to = from + n
		}
		word := text[part.from:part.to]
		if n := r.wordNotationOf(word); n != nil && (n.word.isIn == nil || n.word.isIn(text[s.from:s.to], word)) {
			if notation != nil {
				return s, nil
			}
			in, notation = part, n
		}
		from = part.to + 1
	}
	return in, notation
}

// replaceByPuzzleBehind replaces the full grid p by the puzzle that follows p on the line, if p solves that puzzle.
// That puzzle has some of the digits of p, and its other cells are empty.
func (p *Puzzle) replaceByPuzzleBehind(ln *line, end int) {
	if p.Pencil != nil || !p.Grid.Full() {
		return
	}
	for i := end + 1; i+sudoku.Cells <= len(ln.text); i++ {
		if !isGridLine(ln.text[i : i+sudoku.Cells]) {
			continue
		}
		if behind, _ := readLine(ln, span{i, i + sudoku.Cells}); behind.Grid.Givens() >= fewestGivens && behind.Grid.Givens() < sudoku.Cells && p.Grid.Extends(behind.Grid) {
			p.Grid = behind.Grid
			return
		}
	}
}
