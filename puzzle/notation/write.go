package notation

import (
	"slices"
	"strings"

	"nonet/format"
	"nonet/internal/exchange"
	"nonet/message"
	"nonet/puzzle"
)

// Styles are the names of the ways in which [Write] writes puzzles.
func Styles() []string {
	return []string{"iss", "nonet", "fpuzzles", "fpuzzles-json", "sudokupad", "sudokupad-json", "pencil729", "line", "grid", "pretty"}
}

// Lost lists what a style has no place for.
type Lost struct {
	Rules []message.Message // without them the text is another puzzle
	Drawn []message.Message // rules that the text draws and says in words; no program checks them
	Rest  []message.Message // what changes no solution, such as the title
}

// All lists everything.
func (l Lost) All() []message.Message { return slices.Concat(l.Rest, l.Drawn, l.Rules) }

// Write returns the puzzle in a style, with a newline at its end, and what the style has no
// place for. The error is an [*Error]: the style cannot have the board, or is unknown.
func Write(p *puzzle.Puzzle, style string) (text string, lost Lost, err error) {
	p = onceGiven(p)
	l := losses{p: p}
	switch style {
	case "iss":
		written, ok := WriteISS(p)
		if !ok {
			return "", Lost{}, wrong("", "variant.cannotWrite", "style", style)
		}
		text = written
		l.words(false)
	case "nonet":
		text = WriteJSON(p)
	case "fpuzzles", "fpuzzles-json":
		written, kinds, ok := WriteFPuzzlesJSON(p)
		if !ok {
			return "", Lost{}, wrong("", "variant.cannotWrite", "style", style)
		}
		if text = written; style == "fpuzzles" {
			text = exchange.FPuzzles.Link(written)
		}
		l.drawn(written, kinds)
	case "sudokupad", "sudokupad-json":
		written, kinds := WriteSudokuPadJSON(p)
		if text = written; style == "sudokupad" {
			text = exchange.SudokuPad.Link(written)
		}
		l.drawn(written, kinds)
	case "pencil729":
		written, ok := WriteMarks(p)
		if !ok {
			return "", Lost{}, wrong("", "variant.cannotWrite", "style", style)
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
			return "", Lost{}, wrong("", "variant.cannotWrite", "style", style) // 0 is an empty cell
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
		return "", Lost{}, wrong(style, "variant.noStyle", "styles", strings.Join(Styles(), " "))
	}
	l.rest(p.Weights != nil && style != "nonet", message.New("variant.lost.weights"))
	return strings.TrimSuffix(text, "\n") + "\n", l.Lost, nil
}

// onceGiven returns the puzzle with one given a cell, of the values that all of them leave.
func onceGiven(p *puzzle.Puzzle) *puzzle.Puzzle {
	at, twice := map[int]int{}, false
	var givens []puzzle.Given
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
	p *puzzle.Puzzle
	Lost
}

func (l *losses) rest(isLost bool, what message.Message) {
	if isLost {
		l.Rest = append(l.Rest, what)
	}
}

func (l *losses) words(kept bool) {
	l.rest(!kept && l.p.Title != "", format.Title.Message())
	l.rest(!kept && (l.p.Author != "" || l.p.Rules != ""), format.About.Message())
}

// cells are what a board as its cells alone lacks, with or without all that they may be.
func (l *losses) cells(marks bool) {
	p := l.p
	plain := puzzle.New(p.Rows, p.Columns)
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
	if !marks && slices.ContainsFunc(p.Givens, func(g puzzle.Given) bool { return len(g.Values) != 1 }) {
		names = append(names, lostGivens)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		l.Rules = append(l.Rules, labelOf(name))
	}
}

// drawn sorts what a style of drawings has no rule for. A kind is drawn, or said in words, if a
// program that reads the text again finds the rule or refuses the text.
func (l *losses) drawn(text string, names []string) {
	if len(names) == 0 {
		return
	}
	back, notes, err := Read(text)
	refused := err != nil || len(notes) > 0
	for _, name := range names {
		isKind := puzzle.KindNamed(name) != nil
		if isKind && (refused || slices.ContainsFunc(back.Constraints, func(c puzzle.Constraint) bool { return c.Kind == name })) {
			l.Drawn = append(l.Drawn, labelOf(name))
		} else {
			l.Rules = append(l.Rules, labelOf(name))
		}
	}
}

// What writers name beside kinds.
const (
	lostBoard   = "board"
	lostRegions = "regions"
	lostGroups  = "groups"
	lostGivens  = "givens" // of which a cell has several
)

// labelOf returns the name that people read of a kind, or of what else a writer names.
func labelOf(name string) message.Message {
	if k := puzzle.KindNamed(name); k != nil {
		return k.Label()
	}
	return message.New("variant.lost." + name)
}
