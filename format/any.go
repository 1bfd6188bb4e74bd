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

// This file stores a puzzle of any board and any rules in a [Puzzle].

// Note describes a part of the text: the puzzle lacks this part, or nonet chose its meaning.
type Note struct {
	Part string // the part: a sentence, a member of an object, a drawing or a clue
	// Replaces is set if this clue replaces an earlier one in the same place.
	Replaces bool
	// Cosmetic is set if no rule depends on the part. Then Part is "digits" or "notes" (both of a player), "colours" or
	// "decoration".
	Cosmetic bool
	// Added, if not nil, names the rules that [Added.AddTo] added. All other fields are then zero.
	Added *message.Message
	// Drawn, if not nil, holds the sentence or the drawings that the note describes.
	Drawn *Understood
}

// IsOmission reports whether the puzzle lacks the note's part. Replaced clues and trivial rules are no omissions.
func (n *Note) IsOmission() bool {
	return !n.Replaces && n.Added == nil && (n.Drawn == nil || n.Drawn.Kind == "" && !n.Drawn.Silent)
}

// Understood is a sentence, or a group of drawings that look alike, with the rule that nonet read from it.
type Understood struct {
	Class  string   // the class of the drawings: line, thermo, arrow, dot, …; [Words] for a sentence
	Colour string   // the usual name, such as green; "" if the colour does not matter
	Name   string   // the name for [Puzzle.ApplyCorrections]: green lines; or the sentence in quotes
	N      int      // the number of drawings
	Kind   string   // the kind of constraint that was read, or a name for several; "" if none
	Number int      // the number that the words name, 0 if none
	Words  bool     // set if words state the rule; otherwise a convention does
	Asked  bool     // set if a correction for [Puzzle.ApplyCorrections] states the rule
	Silent bool     // set if the part is trivial or stated elsewhere, so that the puzzle lacks nothing
	Clues  []Clue   // each drawing, with its cells
	MayBe  []string // the kinds that such drawings may have; empty before [Puzzle.ApplyCorrections]
}

// Clue holds the cells and the text of one drawing.
type Clue struct {
	Cells []int // the cells of a line, in order, or the cells that a clue beside the board is about
	Text  string
}

// Words is the value of Understood.Class for a sentence.
const Words = "words"

// ApplyCorrections reads the puzzle again with corrections. A correction maps the name of some drawings, or of a
// sentence, to a kind, perhaps with a number, as in "Whisper 4". The value "" means that the drawings or the sentence
// state no rule. ApplyCorrections ignores unknown names. A sentence can only be corrected to "". The error is a
// *[SyntaxError]; the puzzle is then unchanged.
func (p *Puzzle) ApplyCorrections(corrections map[string]string) error {
	if p.again == nil {
		return nil
	}
	read, wrong := p.again(corrections)
	if wrong != nil {
		return &SyntaxError{Line: p.Line, Column: max(1, p.column), What: wrong.what}
	}
	read.Line, read.column, read.partial = p.Line, p.column, p.partial
	*p = read
	return nil
}

// Values of Part in cosmetic notes.
const (
	noteDigits  = "digits"
	noteNotes   = "notes"
	noteColours = "colours"
	// noteDecoration is for lines and shapes that are not clues.
	noteDecoration = "decoration"
)

// Letters selects the value of the letter A in a text with one character for each cell.
type Letters uint8

const (
	LettersByContent Letters = iota
	LettersFromTen           // A = 10
	LettersFromOne           // A = 1
)

// Unread is a puzzle whose text has perhaps not been read; see [Reader.NextUnread].
type Unread struct{ puzzle Puzzle }

// Line returns the line where the puzzle begins, from 1.
func (u *Unread) Line() int { return u.puzzle.Line }

// Classic returns the puzzle if it has been read and is classic.
func (u *Unread) Classic() (p Puzzle, ok bool) {
	if u.puzzle.later != nil || !u.puzzle.IsClassic() {
		return Puzzle{}, false
	}
	return u.puzzle, true
}

// Read reads the puzzle. The errors are those of [Reader.Next].
func (u *Unread) Read() (Puzzle, error) {
	p, err := u.puzzle.readLater()
	if err == nil {
		err = p.checkKnown()
	}
	if err != nil {
		return Puzzle{}, err
	}
	return p, nil
}

// readLater returns the puzzle after later has read its text, if there is a text to read.
func (p Puzzle) readLater() (Puzzle, *SyntaxError) {
	if p.later == nil {
		return p, nil
	}
	read, err := p.later()
	if err != nil {
		return Puzzle{}, err
	}
	read.Line, read.column, read.Name, read.partial = p.Line, p.column, cmp.Or(p.Name, read.Name), p.partial
	return read, nil
}

// UnknownRules is the key of the error for a puzzle with rules that nonet does not know; see
// [Reader.IgnoreUnknown].
const UnknownRules = "format.unknownRules"

// checkKnown returns the error for a puzzle with unknown rules, or nil.
func (p *Puzzle) checkKnown() *SyntaxError {
	if unknown := p.UnknownRules(); unknown != nil && !p.partial {
		return p.startPlace().errorHere(UnknownRules, "rules", joinFirstParts(unknown))
	}
	return nil
}

// UnknownRules returns the rules of the text that nonet does not know. Some of them may not be rules. If an
// answer ignores these rules, it is about another puzzle.
func (p *Puzzle) UnknownRules() (all []string) {
	for _, n := range p.Notes {
		if !n.Cosmetic && n.IsOmission() {
			all = append(all, n.Part)
		}
	}
	return all
}

// IsClassic reports whether the puzzle is a classic puzzle, which Grid holds completely. Pencil marks of a puzzle with
// few givens are rules, so it is not classic.
func (p *Puzzle) IsClassic() bool { return p.whole == nil }

// Puzzle returns the puzzle in the form for any board and any rules.
func (p *Puzzle) Puzzle() *puzzle.Puzzle {
	if p.whole != nil {
		return p.whole
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

// Classic returns the classic puzzle. Pencil marks may restrict its cells. For a puzzle with other rules or
// another board, the error is a *[SyntaxError] that names them.
func (p *Puzzle) Classic() (Puzzle, error) {
	classic := *p
	classic.whole, classic.Notes = nil, nil
	if p.whole == nil {
		return classic, nil
	}
	o := *p.whole
	if o.Givens = nil; p.Pencil != nil && len(p.UnknownRules()) == 0 && o.Weights == nil {
		if _, ok := o.Classic(); ok {
			return classic, nil
		}
	}
	var names []message.Message
	for _, rule := range p.Rules() {
		names = append(names, rule.Name)
	}
	return Puzzle{}, p.startPlace().errorHere(OtherRules, "constraints", names)
}

// ClassicFor returns the classic puzzle for a text of kind k. ok is false if the puzzle is not classic. ok is also
// false if its pencil marks are rules and k can write any rules: such a kind writes the marks as givens of several
// values.
func (p *Puzzle) ClassicFor(k Kind) (classic Puzzle, ok bool) {
	classic, err := p.Classic()
	return classic, err == nil && (p.IsClassic() || !k.WritesAnyRules())
}

// Digits returns the puzzle without its rules. If the board has nine rows and columns and the digits 1 to 9, the result
// is a classic puzzle. Otherwise it is a board with its regions.
func (p *Puzzle) Digits() Puzzle {
	plain := *p
	plain.Notes = nil
	if p.whole == nil {
		return plain
	}
	o := *p.whole
	o.Constraints, o.Groups, o.Weights, o.Givens = nil, nil, nil, nil
	if o.Rows == 9 && o.Columns == 9 && o.Low == 1 && o.High == 9 {
		o.Box, o.Regions, o.Free, o.RegionSize = puzzle.New(9, 9).Box, nil, false, 0
	}
	for _, g := range p.whole.Givens {
		if g.Cell < o.BoardCells() && len(g.Values) == 1 {
			o.Givens = append(o.Givens, g)
		}
	}
	plain.storeParsed(&o, nil)
	return plain
}

// IsPlayed reports whether the board has nine rows and columns, and the kind of the text can store a player's digits. A
// program can then open these digits without the rules.
func (p *Puzzle) IsPlayed() bool {
	switch p.Kind {
	case FPuzzles, FPuzzlesJSON, SudokuPad, SudokuPadJSON:
		return p.whole == nil || p.whole.Rows == 9 && p.whole.Columns == 9
	}
	return p.whole == nil
}

// storeParsed stores a parsed puzzle and its notes: a classic puzzle in Grid, any other puzzle in whole.
func (p *Puzzle) storeParsed(read *puzzle.Puzzle, notes []Note) {
	p.Notes = notes
	grid, classic := read.Classic()
	if classic && read.Weights == nil && len(p.UnknownRules()) == 0 {
		p.Grid, p.whole = grid, nil
		p.Notes = slices.DeleteFunc(notes, func(n Note) bool { return n.Cosmetic && p.Extra != nil })
		if p.Extra == nil { // otherwise p.Extra already has these texts, read with the player's digits
			p.Describe(read.Title, read.Author, read.Rules)
		}
		if read.Solution != nil {
			e := *p.extra()
			e.Solution = puzzle.GridOf(read.Solution)
			p.Extra = nilIfEmpty(&e)
		}
		return
	}
	p.whole = read
	if p.Name == "" {
		p.Name = printableName([]byte(read.Title))
	}
}

// OtherRules is the key of the error if a puzzle is not classic, but a classic puzzle is required.
const OtherRules = "format.constrained"

// Rule is one rule of a puzzle that the classic puzzle does not have.
type Rule struct {
	ID   string // the name of the kind, if the rule is a kind of constraint
	Name message.Message
}

// Rules returns the rules that a classic puzzle does not have, each once. It returns nil for a classic puzzle.
func (p *Puzzle) Rules() (rules []Rule) {
	o, plain := p.whole, puzzle.New(9, 9)
	if o == nil {
		return nil
	}
	add := func(id string) {
		if !slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == id }) {
			rules = append(rules, Rule{id, lossLabelOf(id)})
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
	if unknown := p.UnknownRules(); len(unknown) > 0 {
		rules = append(rules, Rule{"words", message.New("format.unread", "sentences", joinFirstParts(unknown))})
	}
	if len(rules) == 0 {
		add(lostGivens)
	}
	return rules
}

// LocateError returns err as a syntax error at the place where the puzzle begins.
func (p *Puzzle) LocateError(err error) *SyntaxError { return p.startPlace().syntaxError(err) }

// emitBoard outputs a puzzle of a board of any size. text holds the cells of the board and nothing else.
func (r *Reader) emitBoard(p Puzzle, text string) {
	letters, at := r.letters, p.startPlace()
	p.later = func() (Puzzle, *SyntaxError) { return newResultConverter(p.Kind, at)(readSized(text, letters)) }
	r.emitPuzzle(p)
}

// newResultConverter returns a function that converts what a parser for any rules returns. The function returns a
// puzzle of the given kind, or an error at the place at.
func newResultConverter(kind Kind, at place) func(*puzzle.Puzzle, []Note, error) (Puzzle, *SyntaxError) {
	return func(read *puzzle.Puzzle, notes []Note, err error) (Puzzle, *SyntaxError) {
		p := Puzzle{Kind: kind}
		if err != nil {
			return p, at.syntaxError(err)
		}
		p.storeParsed(read, notes)
		return p, nil
	}
}

// syntaxError returns err as a syntax error. at is where the text begins. A place in err counts from there.
func (at place) syntaxError(err error) *SyntaxError {
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
	return newResultConverter(Nonet, at)(read, nil, err)
}

func readPenpaLink(ln *line, l packedLink) (Puzzle, *SyntaxError) {
	at := ln.placeAt(l.from)
	packed, _ := penpaIn(ln.text[l.from:l.to])
	plain, _ := unescapeText(packed)
	p, wrong := readPenpa(plain)
	if wrong != nil {
		return p, wrong.errorAt(at)
	}
	return p, nil
}

func isISSLine(_ *Reader, ln *line) answer {
	return yes.onlyIf(isISSItemLine(ln.text[ln.all.from:ln.all.to]))
}

func readISSLine(r *Reader, ln *line) { emitWholeLine(r, ln, ISS) }

func isRulesLine(_ *Reader, ln *line) answer {
	text := ln.text[ln.all.from:ln.all.to]
	_, wiki := wikiRulesIn(text)
	return yes.onlyIf(wiki || hasOtherRules(text))
}

func readRulesLine(r *Reader, ln *line) {
	if !emitWikiRules(r, ln) {
		emitWholeLine(r, ln, kindRulesLine)
	}
}

// emitWholeLine outputs a puzzle of any rules whose text is a whole line.
func emitWholeLine(r *Reader, ln *line, kind Kind) {
	text := string(bytes.TrimSpace(ln.rawOf(ln.all)))
	p := Puzzle{Kind: kind, Line: ln.no}
	at := p.startPlace()
	p.later = func() (Puzzle, *SyntaxError) { return newResultConverter(kind, at)(readISS(text)) }
	r.emitPuzzle(p)
}

func sortGivens(p *puzzle.Puzzle) {
	sort.SliceStable(p.Givens, func(i, j int) bool { return p.Givens[i].Cell < p.Givens[j].Cell })
}

// commonValues returns the values that are in both a and b, in the order of a.
func commonValues(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(v int) bool { return !slices.Contains(b, v) })
}
