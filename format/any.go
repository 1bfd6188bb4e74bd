package format

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"sort"

	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// What a reader yields that is more than a classic grid, and how it becomes a [Puzzle].

// Note is something in a text that the puzzle lacks.
type Note struct {
	Part string // a sentence, a member, a drawing, a clue
	// Replaces: of two clues in one place this is the later, and the one that counts.
	Replaces bool
	// Cosmetic: no rule depends on it. Part is then "digits" or "notes" of a player's, or "colours".
	Cosmetic bool
	// Drawn, if not nil, is the drawings or the sentence that it is about.
	Drawn *Understood
}

// IsLacking reports whether the puzzle lacks it, a rule or, if it is cosmetic, something else.
func (n *Note) IsLacking() bool {
	return !n.Replaces && (n.Drawn == nil || n.Drawn.Kind == "" && !n.Drawn.Silent)
}

// Understood is drawings that look alike, or a sentence, and the rule that they were read as.
type Understood struct {
	Class  string   // line, thermo, arrow, dot, …; [Words] is a sentence
	Colour string   // as people call it: green; "" where it says nothing
	Name   string   // what [Puzzle.As] calls it: green lines; the sentence in quotes
	N      int      // how many they are
	Kind   string   // a kind of constraint, or one that is made of several; "" none
	Number int      // that the words name, 0 if none
	Words  bool     // the words say so; else it is a convention
	Asked  bool     // [Puzzle.As] says so
	Silent bool     // nothing is lacking, and it goes without saying or is said elsewhere
	Clues  []Clue   // those of drawings
	MayBe  []string // kinds that such drawings may be, of a puzzle that [Puzzle.As] has read
}

// Clue is one drawing.
type Clue struct {
	Cells []int // those of a line in order; of a clue beside the board those that it sees
	Text  string
}

// Words is the class of a sentence.
const Words = "words"

// As reads the puzzle again, with some of its drawings and sentences as somebody says: by their
// names the kind, perhaps with its number, "Whisper 4"; "" for what is no rule. What the text does not
// have is passed over, as is a kind for a sentence.
func (p *Puzzle) As(corrections map[string]string) error {
	if p.again == nil {
		return nil
	}
	read, wrong := p.again(corrections)
	if wrong != nil {
		return &SyntaxError{Line: p.Line, Column: max(1, p.column), What: wrong.what}
	}
	read.Line, read.column = p.Line, p.column
	*p = read
	return nil
}

// Parts of cosmetic notes.
const (
	noteDigits  = "digits"
	noteNotes   = "notes"
	noteColours = "colours"
	// noteDecoration is for lines and shapes that are no clues.
	noteDecoration = "decoration"
)

// Letters says what A stands for in a text of one character a cell.
type Letters uint8

const (
	LettersByContent Letters = iota
	LettersFromTen           // A = 10
	LettersFromOne           // A = 1
)

// Deferred reports whether the puzzle is yet to be read, see [Reader.Defer].
func (p *Puzzle) Deferred() bool { return p.later != nil }

// Read reads a puzzle that was deferred.
func (p *Puzzle) Read() *SyntaxError {
	if p.later == nil {
		return nil
	}
	read, err := p.later()
	p.later = nil
	if err != nil {
		return err
	}
	read.Line, read.column, read.Name = p.Line, p.column, cmp.Or(p.Name, read.Name)
	*p = read
	return nil
}

// Unknown are the rules that the text may have and the puzzle lacks. An answer without them is
// one to another puzzle.
func (p *Puzzle) Unknown() (all []string) {
	for _, n := range p.Notes {
		if !n.Cosmetic && n.IsLacking() {
			all = append(all, n.Part)
		}
	}
	return all
}

// Puzzle is the puzzle of any board and any rules that it is.
func (p *Puzzle) Puzzle() *puzzle.Puzzle {
	if p.Other != nil {
		return p.Other
	}
	all := puzzle.FromGrid(p.Grid)
	all.Title = p.Name
	if e := p.Extra; e != nil {
		all.Author, all.Rules = e.Author, e.Rules
		if e.Solution != (sudoku.Grid{}) {
			all.Solution = puzzle.GridValues(e.Solution)
		}
	}
	return all
}

// Classic is the classic puzzle that it is: one without other rules, be it that its cells are
// limited by pencil marks. Not ok: it is none.
func (p *Puzzle) Classic() (classic Puzzle, ok bool) {
	classic = *p
	classic.Other, classic.Notes = nil, nil
	if p.Other == nil {
		return classic, true
	}
	o := *p.Other
	if o.Givens = nil; p.Pencil != nil && len(p.Unknown()) == 0 && p.Other.Weights == nil {
		_, ok = o.Classic()
	}
	return classic, ok
}

// Digits is the puzzle without its rules: a classic one where it has nine rows of nine cells and
// the digits 1 to 9, else a board with its regions.
func (p *Puzzle) Digits() Puzzle {
	plain := *p
	plain.Notes = nil
	if p.Other == nil {
		return plain
	}
	o := *p.Other
	o.Constraints, o.Groups, o.Weights, o.Givens = nil, nil, nil, nil
	if o.Rows == 9 && o.Columns == 9 && o.Low == 1 && o.High == 9 {
		o.Box, o.Regions, o.Free, o.RegionSize = puzzle.New(9, 9).Box, nil, false, 0
	}
	for _, g := range p.Other.Givens {
		if g.Cell < o.BoardCells() && len(g.Values) == 1 {
			o.Givens = append(o.Givens, g)
		}
	}
	plain.Other = nil
	plain.settle(&o, nil)
	return plain
}

// Played reports whether the notation has nine rows of nine cells with a player's digits, which
// can be opened without the rules.
func (p *Puzzle) Played() bool {
	switch p.Kind {
	case FPuzzles, FPuzzlesJSON, SudokuPad, SudokuPadJSON:
		return p.Other == nil || p.Other.Rows == 9 && p.Other.Columns == 9
	}
	return p.Other == nil
}

// settle takes a puzzle of any rules that was read, and what it lacks of the text. A classic one
// becomes a grid.
func (p *Puzzle) settle(read *puzzle.Puzzle, notes []Note) {
	p.Notes = notes
	grid, classic := read.Classic()
	if classic && read.Weights == nil && len(p.Unknown()) == 0 {
		p.Grid, p.Other = grid, nil
		p.Notes = slices.DeleteFunc(notes, func(n Note) bool { return n.Cosmetic && p.Extra != nil })
		if p.Extra == nil { // else it has been taken with the player's digits
			p.Describe(read.Title, read.Author, read.Rules)
		}
		if read.Solution != nil {
			e := *p.extra()
			e.Solution = puzzle.GridOf(read.Solution)
			p.Extra = beside(&e)
		}
		return
	}
	p.Other = read
	if p.Name == "" {
		p.Name = printableName([]byte(read.Title))
	}
}

// OtherRules is the key of what is wrong with a puzzle of other rules where a classic one is wanted.
const OtherRules = "format.constrained"

// OnlyClassic is [Puzzle.Classic] with a *[SyntaxError] where it is none, which names the rules.
func (p *Puzzle) OnlyClassic() (Puzzle, error) {
	classic, ok := p.Classic()
	if ok {
		return classic, nil
	}
	var names []message.Message
	for _, rule := range p.Rules() {
		names = append(names, rule.Name)
	}
	return Puzzle{}, p.at().fail(OtherRules, "constraints", names)
}

// Rule is something that makes a puzzle another than the classic one.
type Rule struct {
	ID   string // of a kind of constraint its name
	Name message.Message
}

// Rules are what makes the puzzle another than the classic one, each once; none of a classic
// puzzle.
func (p *Puzzle) Rules() (rules []Rule) {
	o, plain := p.Other, puzzle.New(9, 9)
	if o == nil {
		return nil
	}
	add := func(id string) {
		if !slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == id }) {
			rules = append(rules, Rule{id, labelOf(id)})
		}
	}
	switch {
	case o.Rows != 9 || o.Columns != 9:
		rules = append(rules, Rule{"size", message.New("format.board", "rows", o.Rows, "columns", o.Columns)})
	case o.Low != 1 || o.High != 9 || o.Free:
		add(lostBoard)
	case o.Box != plain.Box || len(o.Regions) > 0:
		add(lostRegions)
	}
	for i := range o.Constraints {
		add(o.Constraints[i].Kind)
	}
	if unknown := p.Unknown(); len(unknown) > 0 {
		rules = append(rules, Rule{"words", message.New("format.unread", "sentences", some(unknown))})
	}
	if len(rules) == 0 {
		add(lostGivens)
	}
	return rules
}

// At is what is wrong with the puzzle, with the place where it begins.
func (p *Puzzle) At(err error) *SyntaxError { return p.at().refused(err) }

// giveBoard hands out a board that is its cells alone.
func (r *Reader) giveBoard(p Puzzle, text string) {
	letters, at := r.letters, p.at()
	p.later = func() (Puzzle, *SyntaxError) { return settled(p.Kind, at)(readSized(text, letters)) }
	r.give(p)
}

// settled makes what a reader of any rules returns a puzzle of that kind.
func settled(kind Kind, at place) func(*puzzle.Puzzle, []Note, error) (Puzzle, *SyntaxError) {
	return func(read *puzzle.Puzzle, notes []Note, err error) (Puzzle, *SyntaxError) {
		p := Puzzle{Kind: kind}
		if err != nil {
			return p, at.refused(err)
		}
		p.settle(read, notes)
		return p, nil
	}
}

// refused is what is wrong with a text that begins there. An error that has a place has it in
// that text.
func (at place) refused(err error) *SyntaxError {
	if inner, ok := errors.AsType[*SyntaxError](err); ok {
		placed := *inner
		if placed.Line <= 1 {
			placed.Column += at.column - 1
		}
		placed.Line += at.line - 1
		return &placed
	}
	e := &SyntaxError{Line: at.line, Column: at.column}
	if m := message.Messenger(nil); errors.As(err, &m) {
		e.What = m.Message()
	}
	return e
}

func readNonet(text string, at place) (Puzzle, *SyntaxError) {
	read, err := parseNonet(text)
	return settled(Nonet, at)(read, nil, err)
}

func penpaLink(ln *line, l packedLink) (Puzzle, *SyntaxError) {
	at := ln.place(l.from)
	packed, _ := penpaIn(ln.text[l.from:l.to])
	plain, _ := unescaped(packed)
	p, wrong := penpa(plain)
	if wrong != nil {
		return p, wrong.in(at)
	}
	return p, nil
}

func isISSLine(_ *Reader, ln *line) answer {
	return yes.when(isItems(ln.text[ln.all.from:ln.all.to]))
}

func readISSLine(r *Reader, ln *line) { giveLine(r, ln, ISS) }

func isRulesLine(_ *Reader, ln *line) answer {
	return yes.when(hasRules(ln.text[ln.all.from:ln.all.to]))
}

func readRulesLine(r *Reader, ln *line) { giveLine(r, ln, kindRulesLine) }

// giveLine hands out the line, which is a whole puzzle of any rules.
func giveLine(r *Reader, ln *line, kind Kind) {
	text := string(bytes.TrimSpace(ln.rawOf(ln.all)))
	p := Puzzle{Kind: kind, Line: ln.no}
	at := p.at()
	p.later = func() (Puzzle, *SyntaxError) { return settled(kind, at)(readISS(text)) }
	r.give(p)
}

func sortGivens(p *puzzle.Puzzle) {
	sort.SliceStable(p.Givens, func(i, j int) bool { return p.Givens[i].Cell < p.Givens[j].Cell })
}

// common are the values of both.
func common(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(v int) bool { return !slices.Contains(b, v) })
}
