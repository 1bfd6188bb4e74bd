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

// Added holds rules to add to puzzles after they were read, in any notation. The zero value adds nothing.
type Added struct {
	board *board.Board // the board whose houses are added; nil if there is none
	items string       // the rules as text, in the format of Interactive Sudoku Solver
	tree  *issNode     // items as a tree; nil if there are none
	named bool         // set if the caller added rules, not only a board; then a note lists these rules
}

// Add adds the rules of a text. The text is one of
//
//	antiknight, Diagonal~1       names of kinds, with commas between them, each with its arguments
//	.AntiKnight.Thermo~R1C1~R1C2 items of Interactive Sudoku Solver
//	x, windoku, x+windoku        a board's name, as for [Added.SetBoard]
//
// Names of kinds may be in any language; case, hyphens and blanks do not matter. The error is a [*PartError] or, for a
// jigsaw, an error of [board.Parse].
func (a *Added) Add(text string) error {
	a.named = true
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
			return newPartError(text, "rules.addNothing")
		}
		if b, err := board.Parse(strings.ToLower(item)); err == nil {
			if err := a.SetBoard(b); err != nil {
				return err
			}
			continue
		} else if strings.HasPrefix(item, "jigsaw:") {
			return err
		}
		name, arguments, ok := strings.Cut(item, "~")
		kind, wrong := itemTypeOf(name)
		if wrong != nil {
			return wrong
		}
		if ok {
			kind += "~" + arguments
		}
		a.items += "." + kind
	}
	if a.items == "" {
		return nil
	}
	tree, err := parseISSItems(a.items)
	if err != nil {
		return err
	}
	a.tree = tree
	return nil
}

// itemTypeOf returns the type of the item with this name, in any language. Items that define a board are an error.
func itemTypeOf(name string) (string, error) {
	switch name {
	case "", "End":
		return name, nil
	case "Binary", "BinaryX": // older names of Pair and PairX
		return name, nil
	case "Shape", "RegionSize", "NoBoxes", "Jigsaw", "Var", "SearchPriority", "ChaosConstruction", "Doppelganger":
		return "", newPartError(name, "rules.addBoard")
	}
	if puzzle.KindNamed(name) != nil {
		return name, nil
	}
	var known []string
	for _, k := range puzzle.Kinds() {
		names := []string{k.Name}
		for _, lang := range message.Langs() {
			names = append(names, k.Label().In(lang))
		}
		if slices.ContainsFunc(names, func(one string) bool { return plainName(one) == plainName(name) }) {
			return itemTypeOf(k.Name)
		}
		known = append(known, names...)
	}
	return "", &PartError{What: suggest.WithSuggestions(newPartError("", "rules.unknownKind", "kind", name).What, name, known)}
}

// SetBoard adds the houses of b. Several calls may add several boards, of which at most one is a jigsaw.
func (a *Added) SetBoard(b *board.Board) error {
	if a.board != nil {
		var err error
		if b, err = board.Parse(a.board.String() + "+" + b.String()); err != nil {
			return err
		}
	}
	a.board = b
	return nil
}

// Board returns the board whose houses a adds, or the classic board if a has no board.
func (a *Added) Board() *board.Board {
	if a.board == nil {
		return board.Classic()
	}
	return a.board
}

// IsEmpty reports whether there is nothing to add: no rules, and no board but the classic one.
func (a *Added) IsEmpty() bool {
	return a.tree == nil && (a.board == nil || a.board == board.Classic())
}

// OwnBoard is the key of an error: a jigsaw's regions cannot be added to this puzzle.
const OwnBoard = "rules.ownBoard"

// AddTo adds the rules to p, except those that p already has. The error is a [*PartError] or a [*puzzle.Error]. After
// an error, p is unchanged.
func (a *Added) AddTo(p *Puzzle) error {
	if a.IsEmpty() {
		return nil
	}
	more := *p.Puzzle()
	more.Givens, more.Constraints = slices.Clip(more.Givens), slices.Clip(more.Constraints)
	if !more.AddHouses(a.Board()) {
		return &puzzle.Error{Constraint: -1, What: message.New(OwnBoard)}
	}
	if a.tree != nil {
		reduced := more
		reduced.Groups = slices.Clone(more.Groups)
		reduced.Givens, reduced.Constraints = nil, nil
		r := issReader{ruleReader{Puzzle: &reduced}}
		var placed issPlaces
		for _, n := range a.tree.inner {
			r.readTopLevelItem(n, &placed)
		}
		if r.err != nil {
			return r.err
		}
		more.Givens, more.Groups = append(more.Givens, r.Givens...), r.Groups
		for _, c := range r.Constraints {
			if err := checkLineLength(&c); err != nil {
				return err
			}
			if !slices.ContainsFunc(more.Constraints, func(known puzzle.Constraint) bool { return reflect.DeepEqual(known, c) }) {
				more.Constraints = append(more.Constraints, c)
			}
		}
	}
	if err := more.Validate(); err != nil {
		return err
	}
	p.storeParsed(&more, a.appendChangeNote(p.Notes, p.Puzzle(), &more))
	return nil
}

// appendChangeNote appends a note about the change from the puzzle `before` to the puzzle `after`. The note names the added
// rules; added givens count as one rule. It appends nothing if the caller named only a board.
func (a *Added) appendChangeNote(notes []Note, before, after *puzzle.Puzzle) []Note {
	var names []message.Message
	for i := len(before.Constraints); i < len(after.Constraints); i++ {
		if name := puzzle.RuleName(&after.Constraints[i]); !slices.ContainsFunc(names, func(m message.Message) bool { return reflect.DeepEqual(m, name) }) {
			names = append(names, name)
		}
	}
	if len(after.Givens) > len(before.Givens) {
		names = append(names, message.New("kind.Given"))
	}
	if !a.named || len(names) == 0 {
		return notes
	}
	added := message.New("rules.added", "rules", names)
	return append(slices.Clip(notes), Note{Added: &added})
}

// checkLineLength returns an error for a line of one cell, which has no effect. In a puzzle's text such a line is
// permitted, but a person who adds one has probably forgotten cells.
func checkLineLength(c *puzzle.Constraint) error {
	k := puzzle.KindNamed(c.Kind)
	if least := max(k.Least, 2); k.Draw.Shape == puzzle.ShapeLine && len(c.Cells) > 0 && len(c.Cells) < least {
		return &puzzle.Error{Kind: c.Kind, Constraint: -1, What: message.New("rules.tooFew", "n", len(c.Cells), "least", least)}
	}
	for i := range c.Parts {
		if err := checkLineLength(&c.Parts[i]); err != nil {
			return err
		}
	}
	return nil
}
