package format

import (
	"slices"
	"strings"
	"unicode"
)

// title holds the lines of words above a possible grid, which are then its title.
type title struct {
	lines  []*SyntaxError // the errors to output if no grid follows, one per line; at most maxTitle
	text   string         // the text of the last line
	column bool           // set if the last line is a header that names a column of puzzles
}

// maxTitle limits the lines of words above a grid. Beyond it, each line is an error.
const maxTitle = 1000

// readTitle stores a line of words, which may be the title of the grid below.
func (r *Reader) readTitle(ln *line) {
	if r.grid.hasBegun() {
		r.holdLine()
		r.endGrid()
		return
	}
	r.grid.reset()
	text := printableName(ln.rawFrom(ln.body.from))
	e := ln.errorAt(ln.body.from, "format.text", "text", text)
	switch {
	case strings.EqualFold(text, "end") && r.puzzles > 0: // input for POJ 3074 ends with the word end
		return
	case r.inRun:
		r.emitPuzzleError(e)
		return
	case len(r.title.lines) == maxTitle:
		r.emitTitleErrors()
	}
	r.title.lines = append(r.title.lines, e)
	r.count.open = r.count.open && !r.count.hasAllPuzzles()
	r.title.text, r.title.column = text, slices.Contains(puzzleColumns, strings.ToLower(text))
}

// setTitle gives p the title from the lines above it. Only a grid of several lines has a title.
func (r *Reader) setTitle(p *Puzzle, grid bool) {
	t := &r.title
	switch {
	case len(t.lines) == 0:
		return
	case grid && p.Name == "":
		p.Name = strings.TrimRight(t.text, " :=")
		if p.IsClassic() && namesVariant(p.Name) {
			named := *p                                                                // another variable, so that p need not be on the heap
			named.storeParsed(named.Puzzle(), append(named.Notes, Note{Part: p.Name})) // the title names a rule that the rows do not state
			*p = named
		}
	case !grid && t.column && r.options.Section == nil:
		p.Kind = CSV
		r.csv.header = header{open: true, name: -1, separator: ','}
	case !grid && p.Kind != CSV:
		r.emitTitleErrors()
	}
	*t = title{}
}

// emitTitleErrors outputs an error for each stored line, because no grid follows.
func (r *Reader) emitTitleErrors() {
	for _, e := range r.title.lines {
		r.emitError(e)
	}
	r.title = title{}
}

const (
	variantNames = " windoku killer jigsaw thermo thermometer kropki anti antiknight antiking 杀手数独 锯齿数独 窗口数独 对角线数独 "
	// variantWords name a variant only beside "sudoku" or another variant.
	variantWords = " knight king arrow diagonal hyper irregular sandwich consecutive "
	// titleWords may stand beside a variant's name.
	titleWords = " sudoku puzzle the daily weekly today's no nr number easy gentle mild moderate medium tricky hard tough " +
		"difficult fiendish diabolical expert extreme super deadly times guardian telegraph observer 第 题 期 简单 中级 中等 困难 高级 "
)

// namesVariant reports whether a title is the name of a variant of Sudoku, such as "Windoku, medium" or "Killer Sudoku
// 123". A title with other words, such as "Knight Features" or "Killer app", may stand above a classic puzzle.
func namesVariant(title string) (variant bool) {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' })
	sudoku := slices.Contains(words, "sudoku")
	for i, word := range words {
		switch {
		case isWordIn(variantNames, word) && (sudoku || variant || i == 0 && !strings.Contains(title, "!")),
			isWordIn(variantWords, word) && (sudoku || variant):
			variant = true
		case !isWordIn(titleWords, word):
			return false
		}
	}
	return variant
}
