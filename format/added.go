package format

import (
	"reflect"
	"slices"
	"strings"

	"nonet/board"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle"
)

// Added is rules that are added to puzzles after they are read, whatever their notation. The zero
// value adds nothing.
type Added struct {
	board *board.Board // whose houses are added; nil: none
	items string       // of Interactive Sudoku Solver
	tree  *issNode     // of the items; nil: none
}

// Add takes more rules. A text is
//
//	antiknight, Diagonal~1       names of kinds, with commas between them, each with its arguments
//	.AntiKnight.Thermo~R1C1~R1C2 items of Interactive Sudoku Solver
//	x, windoku, x+windoku        a board's name, as for [Added.On]
//
// Case, hyphens and blanks in a kind's name do not count; its names in any language do. The error is
// a [*PartError], or [board.Parse]'s of a jigsaw.
func (a *Added) Add(text string) error {
	var items []string
	switch text = strings.TrimSpace(text); {
	case strings.HasPrefix(text, "."):
		items = strings.Split(text[1:], ".")
	case strings.HasPrefix(text, "jigsaw:"):
		items = []string{text}
	default:
		items = strings.Split(text, ",")
	}
	for _, item := range items {
		if item = strings.TrimSpace(item); item == "" {
			return wrong(text, "rules.addNothing")
		}
		if b, err := board.Parse(strings.ToLower(item)); err == nil {
			if err := a.On(b); err != nil {
				return err
			}
			continue
		} else if strings.HasPrefix(item, "jigsaw:") {
			return err
		}
		name, arguments, some := strings.Cut(item, "~")
		kind, wrong := addedKind(name)
		if wrong != nil {
			return wrong
		}
		if some {
			kind += "~" + arguments
		}
		a.items += "." + kind
	}
	if a.items == "" {
		return nil
	}
	tree, err := issTree(a.items)
	if err != nil {
		return err
	}
	a.tree = tree
	return nil
}

// addedKind is the type of an item that a name stands for. Items that set up a board are none.
func addedKind(name string) (string, error) {
	switch name {
	case "", "End":
		return name, nil
	case "Binary", "BinaryX": // of old
		return name, nil
	case "Shape", "RegionSize", "NoBoxes", "Jigsaw", "Var", "SearchPriority", "ChaosConstruction", "Doppelganger":
		return "", wrong(name, "rules.addBoard")
	}
	if puzzle.KindNamed(name) != nil {
		return name, nil
	}
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	var known []string
	for _, k := range puzzle.Kinds() {
		names := []string{k.Name}
		for _, lang := range message.Langs() {
			names = append(names, k.Label().In(lang))
		}
		if slices.ContainsFunc(names, func(one string) bool { return plain(one) == plain(name) }) {
			return addedKind(k.Name)
		}
		known = append(known, names...)
	}
	return "", &PartError{What: suggest.Suggested(wrong("", "rules.unknownKind", "kind", name).What, name, known)}
}

// On takes the houses of a board; of several boards all, but one jigsaw at most.
func (a *Added) On(b *board.Board) error {
	if a.board != nil {
		var err error
		if b, err = board.Parse(a.board.String() + "+" + b.String()); err != nil {
			return err
		}
	}
	a.board = b
	return nil
}

// Board is the board of the houses that are added, the classic one without any.
func (a *Added) Board() *board.Board {
	if a.board == nil {
		return board.Classic()
	}
	return a.board
}

// HasItems reports whether more than houses of a board is added.
func (a *Added) HasItems() bool { return a.tree != nil }

// IsEmpty reports whether nothing is added.
func (a *Added) IsEmpty() bool { return !a.HasItems() && a.Board() == board.Classic() }

// OwnBoard is the key of what is wrong with a puzzle that cannot have the regions of a jigsaw.
const OwnBoard = "rules.ownBoard"

// To adds the rules to a puzzle that was read. What it has already is not added again. The error,
// which leaves p as it was, is a [*PartError] or a [*puzzle.Error].
func (a *Added) To(p *Puzzle) error {
	if a.IsEmpty() {
		return nil
	}
	more := *p.Puzzle()
	more.Givens, more.Constraints = slices.Clip(more.Givens), slices.Clip(more.Constraints)
	if !more.AddHouses(a.Board()) {
		return &puzzle.Error{Constraint: -1, What: message.New(OwnBoard)}
	}
	if a.tree != nil {
		only := more
		only.Givens, only.Constraints = nil, nil
		r := issReader{Puzzle: &only}
		var placed issPlaces
		for _, n := range a.tree.inner {
			r.place(n, &placed)
		}
		if r.err != nil {
			return r.err
		}
		more.Givens = append(more.Givens, r.Givens...)
		for _, c := range r.Constraints {
			if err := longEnough(&c); err != nil {
				return err
			}
			if !slices.ContainsFunc(more.Constraints, func(has puzzle.Constraint) bool { return reflect.DeepEqual(has, c) }) {
				more.Constraints = append(more.Constraints, c)
			}
		}
	}
	if err := more.Validate(); err != nil {
		return err
	}
	p.settle(&more, p.Notes)
	return nil
}

// longEnough refuses a line of one cell, which says nothing. In puzzles there are such lines, but
// whoever adds one has left cells out.
func longEnough(c *puzzle.Constraint) error {
	k := puzzle.KindNamed(c.Kind)
	if least := max(k.Least, 2); k.Draw.Shape == puzzle.ShapeLine && len(c.Cells) > 0 && len(c.Cells) < least {
		return &puzzle.Error{Kind: c.Kind, Constraint: -1, What: message.New("rules.tooFew", "n", len(c.Cells), "least", least)}
	}
	for i := range c.Parts {
		if err := longEnough(&c.Parts[i]); err != nil {
			return err
		}
	}
	return nil
}
