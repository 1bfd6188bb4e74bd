package format

import (
	"slices"
	"strings"

	"nonet/message"
	"nonet/puzzle"
)

// AnyRulesStyles returns the names of the kinds that can express puzzles with any rules.
func AnyRulesStyles() (names []string) {
	for i := range notations {
		if notations[i].writesAnyRules() {
			names = append(names, notations[i].kind.Style())
		}
	}
	return names
}

// WritesAnyRules reports whether nonet can write puzzles with any rules in kind k.
func (k Kind) WritesAnyRules() bool { return k.notation().writesAnyRules() }

// Lost lists the parts of a puzzle that its text lacks.
type Lost struct {
	Rules []message.Message // rules without which the text is a different puzzle
	Drawn []message.Message // rules that the text only draws and states in words, which no program checks
	Rest  []message.Message // parts without effect on the solutions, such as the title
}

// All returns one list of all parts: Rest, Drawn, Rules.
func (l Lost) All() []message.Message { return slices.Concat(l.Rest, l.Drawn, l.Rules) }

// Write returns p as a text of kind k, with a final newline. lost has the parts that the text lacks. The error is a
// [*PartError] if the kind does not support the board.
func Write(p *puzzle.Puzzle, k Kind) (text string, lost Lost, err error) {
	if !k.WritesAnyRules() {
		return "", Lost{}, &PartError{What: message.New("rules.classicOnly", "format", k.Style(), "formats", strings.Join(AnyRulesStyles(), " "))}
	}
	p = mergeGivens(p)
	text, lost, ok := k.write(p)
	if !ok {
		var styles []string
		for _, other := range WritableKinds() {
			if !other.WritesAnyRules() {
				continue
			}
			if _, lost, ok := other.write(p); ok && len(lost.Rules) == 0 {
				styles = append(styles, other.Style())
			}
		}
		return "", Lost{}, &PartError{What: message.New("rules.cannotWrite", "style", k.Style(), "formats", strings.Join(styles, " "))}
	}
	return strings.TrimSuffix(text, "\n") + "\n", lost, nil
}

// write returns p as a text of kind k.
func (k Kind) write(p *puzzle.Puzzle) (text string, lost Lost, ok bool) {
	l := losses{p: p}
	if isFilled := !slices.Contains([]Kind{Nonet, Line, Rows, Drawn}, k) && len(p.Holes) > 0; isFilled {
		var same bool
		if p, same = p.FillHoles(); same {
			l.recordIfLost(true, message.New("rules.lost.holes"))
		} else {
			l.Rules = append(l.Rules, message.New("rules.lost.holes"))
		}
		l.p = p
	}
	text, ok = k.notation().textOf(p, &l)
	l.recordIfLost(p.Weights != nil && k != Nonet, message.New("rules.lost.weights"))
	return text, l.Lost, ok
}

func issText(p *puzzle.Puzzle, l *losses) (string, bool) {
	l.recordTextLosses(false)
	for _, name := range []string{"Doublers", "Multipliers"} {
		if slices.ContainsFunc(p.Constraints, func(c puzzle.Constraint) bool { return c.Kind == name }) {
			l.Rules = append(l.Rules, lossLabelOf(name))
		}
	}
	text, ok := WriteISS(p)
	return text, ok || len(l.Rules) > 0
}

func nonetText(p *puzzle.Puzzle, _ *losses) (string, bool) { return WriteNonet(p), true }

func fpuzzlesText(p *puzzle.Puzzle, l *losses) (string, bool) {
	text, kinds, ok := writeFPuzzlesJSON(p, l.played)
	l.classifyDrawnRules(text, kinds)
	return text, ok
}

func sudokuPadText(p *puzzle.Puzzle, l *losses) (string, bool) {
	if box := p.Box.Rows * p.Box.Columns; box > 0 && len(p.Areas()) > p.BoardCells()/box {
		return "", false // the style gives each cell one region, but the puzzle has more
	}
	text, kinds := writeSudokuPadJSON(p, l.played)
	l.classifyDrawnRules(text, kinds)
	return text, true
}

func marksText(p *puzzle.Puzzle, l *losses) (string, bool) {
	l.recordTextLosses(false)
	l.recordBoardLosses(true)
	classic, ok := withMarks(p)
	return string(appendPencil(nil, classic)), ok
}

func lineText(p *puzzle.Puzzle, l *losses) (string, bool) {
	text, ok := l.writeCellsOnly(func(values []int) string { return ValuesLine(p, values) })
	return text, ok && p.Low > 0 // in the text, 0 means an empty cell
}

func rowsText(p *puzzle.Puzzle, l *losses) (string, bool) {
	text, ok := l.writeCellsOnly(func(values []int) string { return string(AppendRows(nil, p, values)) })
	return text, ok && p.Low > 0
}

func drawingText(p *puzzle.Puzzle, l *losses) (string, bool) {
	return l.writeCellsOnly(func(values []int) string { return string(AppendDrawn(nil, p, values)) })
}

// writeCellsOnly returns a text of only the cells of the board. It records the loss of all rules that the shape of the
// board does not imply, and of holes that the shape does not show.
func (l *losses) writeCellsOnly(write func(values []int) string) (text string, ok bool) {
	l.recordTextLosses(false)
	text = write(givensOf(l.p))
	if readsBackAlone(l.p, text) {
		return text, true
	}
	l.recordBoardLosses(false)
	return text, len(l.p.Holes) == 0
}

// givensOf returns the given value of each cell of the board, or the puzzle's least value minus 1 for a cell without a
// given of a single value.
func givensOf(p *puzzle.Puzzle) []int {
	values := slices.Repeat([]int{p.Low - 1}, p.BoardCells())
	for _, g := range p.Givens {
		if len(g.Values) == 1 && g.Cell < len(values) {
			values[g.Cell] = g.Values[0]
		}
	}
	return values
}

// mergeGivens returns a copy of p with at most one given per cell. This given permits the values that all givens of the
// cell in p permit.
func mergeGivens(p *puzzle.Puzzle) *puzzle.Puzzle {
	index, twice := map[int]int{}, false
	var givens []puzzle.Given
	for _, g := range p.Givens {
		i, known := index[g.Cell]
		if !known {
			index[g.Cell] = len(givens)
			givens = append(givens, g)
			continue
		}
		twice = true
		givens[i].Values = commonValues(givens[i].Values, g.Values)
	}
	if !twice {
		return p
	}
	next := *p
	next.Givens = givens
	return &next
}

// losses collects the parts of p that a text lacks.
type losses struct {
	p      *puzzle.Puzzle
	played *Puzzle // the same puzzle with the player's entries, if it is classic
	Lost
}

func (l *losses) recordIfLost(isLost bool, what message.Message) {
	if isLost {
		l.Rest = append(l.Rest, what)
	}
}

func (l *losses) recordTextLosses(isKept bool) {
	l.recordIfLost(!isKept && l.p.Title != "", Title.Message())
	l.recordIfLost(!isKept && (l.p.Author != "" || l.p.Rules != ""), About.Message())
}

// recordBoardLosses records the parts that a text of only the board's cells lacks. If `marks` is true, the text also
// has candidates.
func (l *losses) recordBoardLosses(marks bool) {
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
	if hasGroupsWithoutConstraint(p) {
		names = append(names, lostGroups)
	}
	if !marks && slices.ContainsFunc(p.Givens, func(g puzzle.Given) bool { return len(g.Values) != 1 }) {
		names = append(names, lostGivens)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		l.Rules = append(l.Rules, lossLabelOf(name))
	}
}

// classifyDrawnRules adds each rule of `names` to l.Drawn or to l.Rules. A rule of a kind is in l.Drawn if nonet would
// recognise the kind in the text, or would refuse the text.
func (l *losses) classifyDrawnRules(text string, names []string) {
	if len(names) == 0 {
		return
	}
	read, wrong := readPuzzleJSON(text)
	refused := wrong != nil || slices.ContainsFunc(read.Notes, func(n Note) bool { return n.Drawn == nil || !n.Drawn.Silent })
	back := read.Puzzle()
	for _, name := range names {
		isKind := puzzle.KindNamed(name) != nil
		if isKind && (refused || slices.ContainsFunc(back.Constraints, func(c puzzle.Constraint) bool { return c.Kind == name })) {
			l.Drawn = append(l.Drawn, lossLabelOf(name))
		} else {
			l.Rules = append(l.Rules, lossLabelOf(name))
		}
	}
}

// hasGroupsWithoutConstraint reports whether a puzzle has cells outside the board that no constraint uses.
func hasGroupsWithoutConstraint(p *puzzle.Puzzle) bool {
	brought := *p
	brought.Groups = nil
	for i := range p.Constraints {
		brought.AddGroupsOf(p.Constraints[i].Kind, p.Constraints[i].Numbers)
	}
	return slices.ContainsFunc(p.Groups, func(g puzzle.Group) bool {
		return !slices.ContainsFunc(brought.Groups, func(b puzzle.Group) bool { return b.Name == g.Name })
	})
}

// These constants name the parts other than constraints that a text may lack. The list of losses uses them.
const (
	lostBoard   = "board"
	lostRegions = "regions"
	lostGroups  = "groups"
	lostGivens  = "givens" // givens with several values
)

// lossLabelOf returns the label of a lost part. `name` is a kind, or one of the names above.
func lossLabelOf(name string) message.Message {
	if k := puzzle.KindNamed(name); k != nil {
		return k.Label()
	}
	return message.New("rules.lost." + name)
}
