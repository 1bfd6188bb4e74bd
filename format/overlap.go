package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"nonet/puzzle"
	"nonet/sudoku"
)

// This file reads 9×9 boards that share boxes or other cells, such as a Samurai. The text has one row per line:
//
// 	53..7....   ..9.4...1       places outside the boards are blank,
// 	6..195...   2..71...8       or have a sign of their own, or the sign of an empty cell
// 	…
//
// A column of the text is a column of the puzzle if some line has a cell's character there. Therefore blanks between
// cells, bars and borders do not matter. A board is a 9×9 square of cells. The distance between boards is a multiple
// of three cells, unless there are only two boards.

const (
	overlapSide  = 12              // the minimum number of rows, and of columns
	overlapLines = 2 * puzzle.Most // the maximum number of lines, including borders
)

// overlapShapes lists the usual arrangements of boards that overlap. In these, empty cells and the places outside the
// boards may have the same sign. boards has the position of each board, in boxes.
var overlapShapes = []struct {
	rows, columns int
	boards        [][2]int
}{
	{21, 21, [][2]int{{0, 0}, {0, 4}, {2, 2}, {4, 0}, {4, 4}}}, // Samurai
	{21, 21, [][2]int{{0, 2}, {2, 0}, {2, 4}, {4, 2}}},         // Sohei
	{21, 21, [][2]int{{0, 1}, {1, 4}, {2, 2}, {3, 0}, {4, 3}}}, // a windmill
	{21, 21, [][2]int{{0, 3}, {1, 0}, {2, 2}, {3, 4}, {4, 1}}}, // the mirror image of the windmill
	{15, 15, [][2]int{{0, 0}, {2, 2}}},                         // two boards that share a box
	{15, 15, [][2]int{{0, 2}, {2, 0}}},
}

// readOverlapping outputs boards that share boxes, if they begin on the current line. It examines each line at most
// once.
func (r *Reader) readOverlapping(ln *line) bool {
	if ln.number <= r.looked || r.grid.hasBegun() || r.csv.open {
		return false
	}
	cells, ok := countLineCells(ln.text)
	switch { // fewer than overlapSide cells are only possible in a row of a single board
	case !ok || cells > puzzle.Most || cells == 0 && len(ln.text) <= 2*overlapSide+6:
		return false
	case 0 < cells && cells < overlapSide && cells != 9:
		return false
	}
	if cells == 9 && !isSpace(ln.text[0]) { // this may be the first row of one board, and more boards may begin in lower rows
		n := 0
		for top := 6; top < 8 && n < overlapSide; top++ { // lower boards begin in this board's last row at the latest
			text, _ := r.textAhead(top)
			n, _ = countLineCells(text)
		}
		if n < overlapSide {
			return false
		}
	}
	var rows [][]byte
	lines, framed := 0, false
	for text, ok := ln.text, true; ok && lines < overlapLines; text, ok = r.textAhead(lines - 1) {
		if cells, ok = countLineCells(text); !ok || cells > puzzle.Most {
			break
		}
		framed = framed || cells == 0 || bytes.IndexByte(text, '|') >= 0
		if lines++; cells > 0 {
			rows = append(rows, bytes.Clone(text))
		}
	}
	r.looked = ln.number + lines - 1
	o := findOverlappingBoards(rows)
	if o == nil {
		return false
	}
	p := Puzzle{Kind: Rows, Line: ln.number}
	if framed {
		p.Kind = Drawn
	}
	r.grid.reset() // a border that r.grid already has belongs to these boards
	r.inRun = false
	r.skipLines(lines - 1)
	r.emitLater(p, o.puzzleOf)
	return true
}

func isOverlapSide(n int) bool { return n >= overlapSide && n <= puzzle.Most }

// countLineCells returns the number of cells in a line, or 0 for a border. ok is false for a blank line, and for a line
// with characters that are neither cells nor parts of a drawing.
func countLineCells(text []byte) (n int, ok bool) {
	for i, b := range text {
		switch {
		case isSpace(b) || b == '|':
		case digits[b] != noCell || b == '#' && (i > 0 || len(text) > 1 && text[1] == '#'):
			n, ok = n+1, true
		case bytes.IndexByte([]byte("+=:',~"), b) >= 0:
			ok = true
		default:
			return 0, false
		}
	}
	if isBorder(text) && 4*bytes.Count(text, []byte{'.'}) < n { // with more dots than this, the line is a row without digits
		n = 0
	}
	return n, ok
}

// overlappingBoards holds boards that share boxes. `places` has the character of each cell, and 0 outside the boards.
type overlappingBoards struct {
	rows, columns int
	places        []byte
	boards        []int // the top left place of each board
}

// findOverlappingBoards returns nil if the rows contain no overlapping boards, or if the text has two possible
// meanings.
func findOverlappingBoards(rows [][]byte) *overlappingBoards {
	if !isOverlapSide(len(rows)) {
		return nil
	}
	var used [4 * puzzle.Most]bool
	for _, row := range rows {
		for i, b := range bytes.TrimRight(row, " \t") {
			if digits[b] != noCell || b == '#' {
				if i >= len(used) {
					return nil
				}
				used[i] = true
			}
		}
	}
	o := &overlappingBoards{rows: len(rows)}
	signs := []byte{}
	for i, isUsed := range used {
		if !isUsed {
			continue
		}
		o.columns++
		for _, row := range rows {
			b := byte(' ')
			if i < len(row) && (digits[row[i]] != noCell || row[i] == '#') {
				b = row[i]
			}
			o.places = append(o.places, b) // in the order of columns
			if (b == '#' || digits[b] == 0 || b == ' ') && !slices.Contains(signs, b) {
				signs = append(signs, b)
			}
		}
	}
	if !isOverlapSide(o.columns) {
		return nil
	}
	if slices.Contains(signs, ' ') && len(signs) > 1 { // if the rows have blanks and a second sign, the blanks are places outside the boards
		return o.findBoardsByHoles(' ')
	}
	var all []*overlappingBoards
	for _, sign := range signs {
		all = append(all, o.findBoardsByHoles(sign))
	}
	if len(signs) == 1 && signs[0] != '#' && all[0] == nil {
		for i := range overlapShapes {
			all = append(all, o.findBoardsByShape(i, signs[0]))
		}
	}
	all = slices.DeleteFunc(all, func(o *overlappingBoards) bool { return o == nil })
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

func (o *overlappingBoards) boardAt(start int) (places [81]int) {
	for i := range places {
		places[i] = start + i/9*o.rows + i%9
	}
	return places
}

// findBoardsByHoles returns the boards if `sign` marks all places outside them. Each board must have places that no
// other board covers. The boards must be connected.
func (o *overlappingBoards) findBoardsByHoles(sign byte) *overlappingBoards {
	next := *o
	next.places = bytes.Clone(o.places)
	for i, b := range next.places {
		switch b {
		case sign:
			next.places[i] = 0
		case '#':
			return nil
		}
	}
	for _, step := range []int{3, 1} { // possible distances between boards, in cells
		next.boards = nil
		for column := 0; column+9 <= o.columns; column += step {
			for row := 0; row+9 <= o.rows; row += step {
				places := next.boardAt(column*o.rows + row)
				if !slices.ContainsFunc(places[:], func(place int) bool { return next.places[place] == 0 }) {
					next.boards = append(next.boards, places[0])
				}
			}
		}
		most := 64
		if step == 1 { // only two boards, because a damaged text may look like several
			most = 2
		}
		if len(next.boards) <= most && next.isComplete() {
			return &next
		}
	}
	return nil
}

// findBoardsByShape returns the boards of overlapShapes[i] if all places outside them have the character sign. At least
// eight of the nine digits must occur, because a larger board with few digits may look the same.
func (o *overlappingBoards) findBoardsByShape(i int, sign byte) *overlappingBoards {
	shape := &overlapShapes[i]
	if o.rows != shape.rows || o.columns != shape.columns {
		return nil
	}
	next := *o
	next.places = make([]byte, len(o.places))
	var seen sudoku.Candidates
	for _, board := range shape.boards {
		places, any := next.boardAt(board[1]*3*o.rows+board[0]*3), false
		for _, place := range places {
			b := o.places[place]
			if next.places[place] = b; b != sign {
				seen, any = seen.With(sudoku.Digit(b-'0')), true
			}
		}
		if !any {
			return nil
		}
		next.boards = append(next.boards, places[0])
	}
	for place, b := range o.places {
		if next.places[place] == 0 && b != sign {
			return nil
		}
	}
	if seen.Len() < 8 || !next.isComplete() {
		return nil
	}
	return &next
}

// isComplete reports whether the boards cover all cells and are connected, and each board has a cell that is in no
// other board.
func (o *overlappingBoards) isComplete() bool {
	covers := make([]int, len(o.places))
	for _, start := range o.boards {
		for _, place := range o.boardAt(start) {
			covers[place]++
		}
	}
	for place, b := range o.places {
		if (b != 0) != (covers[place] > 0) {
			return false
		}
	}
	near := func(a, b int) bool {
		rows, columns := a%o.rows-b%o.rows, a/o.rows-b/o.rows
		return max(rows, -rows) < 9 && max(columns, -columns) < 9
	}
	if len(o.boards) < 2 {
		return false
	}
	joined := o.boards[:1:1]
	for i := 0; i < len(joined); i++ {
		for _, start := range o.boards {
			if near(joined[i], start) && !slices.Contains(joined, start) {
				joined = append(joined, start)
			}
		}
		places := o.boardAt(joined[i])
		if !slices.ContainsFunc(places[:], func(place int) bool { return covers[place] == 1 }) {
			return false
		}
	}
	return len(joined) == len(o.boards)
}

// puzzleOf returns one puzzle for the overlapping boards, with the digits of the text as givens.
func (o *overlappingBoards) puzzleOf() (*puzzle.Puzzle, []Note, error) {
	g := &ksudokuGraph{order: 9, base: 3, x: o.columns, y: o.rows, z: 1}
	for _, start := range o.boards {
		g.addSudoku(start, true)
	}
	p := puzzle.New(o.rows, o.columns)
	p.Low, p.High = 1, 9
	r := newReaderOf(p, "cells")
	r.addGroups(g, nil)
	for place, b := range o.places {
		if b >= '1' && b <= '9' {
			p.Givens = append(p.Givens, puzzle.Given{Cell: g.boardCell(place), Values: []int{int(b - '0')}})
		}
	}
	sortGivens(p)
	return validateResult(p, nil, nil)
}

// readsBackAlone reports whether nonet reads `text` as the puzzle p. `text` has the cells of p and nothing else.
func readsBackAlone(p *puzzle.Puzzle, text string) bool {
	if len(p.Holes) == 0 || p.Low != 1 || p.High != 9 {
		return false
	}
	rows := bytes.Split([]byte(text), []byte{'\n'})
	if len(rows) == 1 {
		rows = slices.Collect(slices.Chunk(rows[0], p.Columns))
	}
	o := findOverlappingBoards(slices.DeleteFunc(rows, func(row []byte) bool { n, ok := countLineCells(row); return n == 0 || !ok }))
	if o == nil || o.rows != p.Rows || o.columns != p.Columns {
		return false
	}
	back, _, err := o.puzzleOf()
	return err == nil && back.Box == p.Box && slices.Equal(back.Holes, p.Holes) && slices.Equal(contentTexts(back), contentTexts(p))
}

// contentTexts returns a sorted list of texts: one for each given, and one for each group of cells with different
// values.
func contentTexts(p *puzzle.Puzzle) (all []string) {
	for _, c := range p.Constraints {
		all = append(all, strings.Join(p.CellNames(slices.Sorted(slices.Values(c.Cells))), ""))
	}
	for _, g := range p.Givens {
		all = append(all, p.CellName(g.Cell)+fmt.Sprint(g.Values))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
