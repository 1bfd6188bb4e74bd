package notation

import (
	"slices"
	"strings"

	"nonet/format"
	"nonet/internal/exchange"
	"nonet/message"
	"nonet/variant"
)

// Styles are the names of the ways in which [Write] writes puzzles.
func Styles() []string {
	return []string{"iss", "nonet", "fpuzzles", "fpuzzles-json", "sudokupad", "sudokupad-json", "pencil729", "line", "grid", "pretty"}
}

// Write is the puzzle in a style, with a newline at its end, and what the style has no place
// for; what is drawn but not told as a rule counts as lost. The error, an [*Error], says that
// the style cannot have the board, or that there is no such style.
func Write(p *variant.Puzzle, style string) (text string, lost []message.Message, err error) {
	p = onceGiven(p)
	l := losses{p: p}
	switch style {
	case "iss":
		written, ok := WriteISS(p)
		if !ok {
			return "", nil, wrong("", "variant.cannotWrite", "style", style)
		}
		text = written
		l.words(false)
	case "nonet":
		text = WriteJSON(p)
	case "fpuzzles", "fpuzzles-json":
		written, kinds, ok := WriteFPuzzlesJSON(p)
		if !ok {
			return "", nil, wrong("", "variant.cannotWrite", "style", style)
		}
		if text = written; style == "fpuzzles" {
			text = exchange.FPuzzles.Link(written)
		}
		l.parts(kinds)
	case "sudokupad", "sudokupad-json":
		written, kinds := WriteSudokuPadJSON(p)
		if text = written; style == "sudokupad" {
			text = exchange.SudokuPad.Link(written)
		}
		l.parts(kinds)
	case "pencil729":
		written, ok := WriteMarks(p)
		if !ok {
			return "", nil, wrong("", "variant.cannotWrite", "style", style)
		}
		text = written
		l.words(false)
		l.cells(true)
	case "line", "grid", "pretty":
		values := slices.Repeat([]int{p.Low - 1}, p.BoardCells())
		for _, g := range p.Givens {
			if len(g.Values) == 1 && g.Cell < len(values) {
				values[g.Cell] = g.Values[0]
			}
		}
		if p.Low == 0 && style != "pretty" {
			return "", nil, wrong("", "variant.cannotWrite", "style", style) // 0 is an empty cell
		}
		switch style {
		case "line":
			text = Line(p, values)
		case "grid":
			text = string(AppendRows(nil, p, values))
		default:
			text = string(AppendDrawn(nil, p, values))
		}
		l.words(false)
		l.cells(false)
	default:
		return "", nil, wrong(style, "variant.noStyle", "styles", strings.Join(Styles(), " "))
	}
	l.add(p.Weights != nil && style != "nonet", message.New("variant.lost.weights"))
	return strings.TrimSuffix(text, "\n") + "\n", l.all, nil
}

// onceGiven returns the puzzle with one given a cell, of the values that all of them leave.
func onceGiven(p *variant.Puzzle) *variant.Puzzle {
	at, twice := map[int]int{}, false
	var givens []variant.Given
	for _, g := range p.Givens {
		i, known := at[g.Cell]
		if !known {
			at[g.Cell] = len(givens)
			givens = append(givens, g)
			continue
		}
		twice = true
		givens[i].Values = common(givens[i].Values, g.Values)
	}
	if !twice {
		return p
	}
	next := *p
	next.Givens = givens
	return &next
}

// losses collects what a style has no place for.
type losses struct {
	p   *variant.Puzzle
	all []message.Message
}

func (l *losses) add(is bool, what message.Message) {
	if is {
		l.all = append(l.all, what)
	}
}

func (l *losses) words(kept bool) {
	l.add(!kept && l.p.Title != "", format.Title.Message())
	l.add(!kept && (l.p.Author != "" || l.p.Rules != ""), format.About.Message())
}

// cells are what a board as its cells alone lacks, with or without all that they may be.
func (l *losses) cells(marks bool) {
	p := l.p
	plain := variant.New(p.Rows, p.Columns)
	var names []string
	for _, c := range p.Constraints {
		names = append(names, c.Kind)
	}
	if p.Rows != p.Columns || p.Low != 1 || p.High != p.Rows || p.Free {
		names = append(names, lostBoard)
	}
	if p.Box != plain.Box || len(p.Regions) > 0 {
		names = append(names, lostRegions)
	}
	if len(p.Groups) > 0 {
		names = append(names, lostGroups)
	}
	if !marks && slices.ContainsFunc(p.Givens, func(g variant.Given) bool { return len(g.Values) != 1 }) {
		names = append(names, lostGivens)
	}
	slices.Sort(names)
	l.parts(slices.Compact(names))
}

// What writers name beside kinds.
const (
	lostBoard   = "board"
	lostRegions = "regions"
	lostGroups  = "groups"
	lostGivens  = "givens" // of which a cell has several
)

// parts are kinds, or what else a writer names.
func (l *losses) parts(names []string) {
	for _, name := range names {
		if k := variant.KindNamed(name); k != nil {
			l.add(true, k.Label())
		} else {
			l.add(true, message.New("variant.lost."+name))
		}
	}
}
