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

// This file stores a puzzle with any board and any rules in a [Puzzle].

// Note describes a part of the text that the puzzle lacks, or whose meaning nonet chose.
type Note struct {
	Part string // the part in the text's words: a sentence, a member's name, a drawing or a clue
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

// IsOmission reports whether the part is missing in the puzzle. Replaced clues and trivial rules do not count as
// missing.
func (n *Note) IsOmission() bool {
	return !n.Replaces && n.Added == nil && (n.Drawn == nil || n.Drawn.Kind == "" && !n.Drawn.Silent)
}

// Understood is a sentence, or a group of drawings that look alike, with the rule that nonet read from it.
type Understood struct {
	Class  string   // the class of the drawings: line, thermo, arrow, dot, …; [Words] for a sentence
	Colour string   // the colour's usual name, such as green; "" if the colour does not matter
	Name   string   // the name for corrections by [Puzzle.ApplyCorrections]: "green lines", or a sentence in quotes
	N      int      // the number of drawings in the group
	Kind   string   // the kind of constraint that the drawings became, or a name for several kinds; "" if none
	Number int      // the number in the words that state the rule; 0 if there is none
	Words  bool     // set if words in the text state the rule; false if a convention does
	Stated bool     // set if a correction states the rule; see [Puzzle.ApplyCorrections]
	Silent bool     // set if the part is trivial or repeats a rule, so that the puzzle lacks nothing
	Clues  []Clue   // the cells and text of each drawing
	MayBe  []string // the kinds that a correction may choose; empty before [Puzzle.ApplyCorrections]
}

// Clue holds the cells and the text of one drawing.
type Clue struct {
	Cells []int // the cells of a line, in order, or the cells that a clue outside the board is about
	Text  string
}

// Words is the value of Understood.Class for a sentence.
const Words = "words"

// ApplyCorrections reads the puzzle again with corrections. A correction maps the name of a sentence, or of a group of
// drawings, to a kind, perhaps with a number, as in "Whisper 4". The kind "" means that the drawings or the sentence
// state no rule. For a sentence, only the kind "" is accepted. Unknown names are ignored. The error is a
// *[SyntaxError]; after an error, the puzzle is unchanged.
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

// Values of Note.Part for parts on which no rule depends.
const (
	noteDigits  = "digits"
	noteNotes   = "notes"
	noteColours = "colours"
	// noteDecoration is for fog, and for lines and shapes that are not clues.
	noteDecoration = "decoration"
)

// Letters selects the value of the letter A in a text with one character per cell. With the zero value, the text
// decides.
type Letters uint8

const (
	LettersByContent Letters = iota
	LettersFromTen           // A = 10
	LettersFromOne           // A = 1
)

// Read returns a puzzle of [Reader.NextUnread] with its text parsed. The errors are those of [Reader.Next].
func (p Puzzle) Read() (Puzzle, error) {
	p, err := p.readLater()
	if err == nil {
		err = p.checkKnown()
	}
	if err != nil {
		return Puzzle{}, err
	}
	return p, nil
}

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
// [Options].
const UnknownRules = "format.unknownRules"

// checkKnown returns an error that names the puzzle's unknown rules, unless p.partial permits them.
func (p *Puzzle) checkKnown() *SyntaxError {
	if unknown := p.UnknownRules(); unknown != nil && !p.partial {
		return p.startPlace().errorHere(UnknownRules, "rules", joinFirstParts(unknown))
	}
	return nil
}

// UnknownRules returns the parts of the text that nonet does not know and that may be rules. An answer that ignores
// them may be wrong.
func (p *Puzzle) UnknownRules() (all []string) {
	for _, n := range p.Notes {
		if !n.Cosmetic && n.IsOmission() {
			all = append(all, n.Part)
		}
	}
	return all
}

// IsClassic reports whether p is a classic puzzle, which Grid holds completely. If a puzzle has few givens, its pencil
// marks count as rules, so it is not classic. A puzzle whose text was not parsed yet is not known to be classic.
func (p *Puzzle) IsClassic() bool { return p.general == nil && p.later == nil }

// Puzzle returns the puzzle as a [puzzle.Puzzle], with its board and rules.
func (p *Puzzle) Puzzle() *puzzle.Puzzle {
	if p.general != nil {
		return p.general
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

// Classic returns p if it is classic, perhaps with pencil marks. Otherwise the error is a *[SyntaxError] that names the
// rules, or the board, that a classic puzzle cannot have.
func (p *Puzzle) Classic() (Puzzle, error) {
	classic := *p
	classic.general, classic.Notes = nil, nil
	if p.general == nil {
		return classic, nil
	}
	o := *p.general
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

// ClassicFor returns p as a classic puzzle that a text of kind k can hold. ok is false if p is not classic. ok is also
// false if p's pencil marks are rules and k can express rules: a text of kind k then has the pencil marks as givens of
// several values.
func (p *Puzzle) ClassicFor(k Kind) (classic Puzzle, ok bool) {
	classic, err := p.Classic()
	return classic, err == nil && (p.IsClassic() || !k.WritesAnyRules())
}

// WithoutRules returns a copy of the puzzle that has only its board and givens. If the board has nine rows and columns
// and the digits 1 to 9, the copy is a classic puzzle. Any other board keeps its regions.
func (p *Puzzle) WithoutRules() Puzzle {
	plain := *p
	plain.Notes = nil
	if p.general == nil {
		return plain
	}
	o := *p.general
	o.Constraints, o.Groups, o.Weights, o.Givens = nil, nil, nil, nil
	if o.Rows == 9 && o.Columns == 9 && o.Low == 1 && o.High == 9 {
		o.Box, o.Regions, o.Free, o.RegionSize = puzzle.New(9, 9).Box, nil, false, 0
	}
	for _, g := range p.general.Givens {
		if g.Cell < o.BoardCells() && len(g.Values) == 1 {
			o.Givens = append(o.Givens, g)
		}
	}
	plain.storeParsed(&o, nil)
	return plain
}

// IsPlayed reports whether p is classic, or is a 9×9 board from a text of f-puzzles or SudokuPad, whose notations
// store a player's digits. A program can then show these digits, even if it does not know the rules.
func (p *Puzzle) IsPlayed() bool {
	switch p.Kind {
	case FPuzzles, FPuzzlesJSON, SudokuPad, SudokuPadJSON:
		return p.general == nil || p.general.Rows == 9 && p.general.Columns == 9
	}
	return p.general == nil
}

// storeParsed stores a parsed puzzle and its notes in p: a classic puzzle in p.Grid, any other in p.whole.
func (p *Puzzle) storeParsed(read *puzzle.Puzzle, notes []Note) {
	p.Notes = notes
	grid, classic := read.Classic()
	if classic && read.Weights == nil && len(p.UnknownRules()) == 0 {
		p.Grid, p.general = grid, nil
		p.Notes = slices.DeleteFunc(notes, func(n Note) bool { return n.Cosmetic && p.Extra != nil })
		if p.Extra == nil { // if not nil, p.Extra already has these texts and the player's digits
			p.Describe(read.Title, read.Author, read.Rules)
		}
		if read.Solution != nil {
			e := *p.extra()
			e.Solution = puzzle.GridOf(read.Solution)
			p.Extra = nilIfEmpty(&e)
		}
		return
	}
	p.general = read
	if p.Name == "" {
		p.Name = printableName([]byte(read.Title))
	}
}

// OtherRules is the key of the error for a puzzle that is not classic, where only classic puzzles are accepted.
const OtherRules = "format.constrained"

// Rule is a rule or a board by which a puzzle differs from a classic one.
type Rule struct {
	ID   string // the kind of constraint, such as "Cage"; for other differences a word, such as "size" or "words"
	Name message.Message
}

// Rules returns the rules by which the puzzle differs from a classic one, each kind of rule once. The first of them
// names the board, if the board is not classic. Rules returns nil for a classic puzzle. [puzzle.Puzzle.RuleList] has
// the rules as sentences.
func (p *Puzzle) Rules() (rules []Rule) {
	o, plain := p.general, puzzle.New(9, 9)
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

// LocateError returns err as a syntax error at the first line of the puzzle.
func (p *Puzzle) LocateError(err error) *SyntaxError { return p.startPlace().syntaxError(err) }

// emitBoard outputs a puzzle on a board of any size. text has the cells of the board and nothing else.
func (r *Reader) emitBoard(p Puzzle, text string) {
	letters := r.options.Letters
	r.emitLater(p, func() (*puzzle.Puzzle, []Note, error) { return readSized(text, letters) })
}

// emitLater outputs a puzzle of any rules, whose text is parsed by `read`.
func (r *Reader) emitLater(p Puzzle, read func() (*puzzle.Puzzle, []Note, error)) {
	convert := newResultConverter(p.Kind, p.startPlace())
	p.later = func() (Puzzle, *SyntaxError) { return convert(read()) }
	r.emitPuzzle(p)
}

// newResultConverter returns a function that converts the results of a parser: the puzzle and its notes to a [Puzzle]
// of the given kind, and the error to a syntax error at the place `where`.
func newResultConverter(kind Kind, where place) func(*puzzle.Puzzle, []Note, error) (Puzzle, *SyntaxError) {
	return func(read *puzzle.Puzzle, notes []Note, err error) (Puzzle, *SyntaxError) {
		p := Puzzle{Kind: kind}
		if err != nil {
			return p, where.syntaxError(err)
		}
		p.storeParsed(read, notes)
		return p, nil
	}
}

// syntaxError returns err as a syntax error. If err has a line and a column, they count from the place `where`. Otherwise
// the syntax error has the place `where`.
func (where place) syntaxError(err error) *SyntaxError {
	if inner, ok := errors.AsType[*SyntaxError](err); ok {
		placed := *inner
		if placed.Line <= 1 {
			placed.Column += where.column - 1
		}
		placed.Line += where.line - 1
		return &placed
	}
	e := &SyntaxError{Line: where.line, Column: where.column}
	if m := message.Messenger(nil); errors.As(err, &m) {
		e.What = m.Message()
	}
	return e
}

func readNonet(text string, where place) (Puzzle, *SyntaxError) {
	read, err := parseNonet(text)
	return newResultConverter(Nonet, where)(read, nil, err)
}

func isISSLine(_ *Reader, ln *line) answer {
	return yes.onlyIf(isISSItemLine(ln.text[ln.all.from:ln.all.to]))
}

func readISSLine(r *Reader, ln *line) { emitWholeLine(r, ln, ISS) }

func recogniseRulesLine(_ *Reader, ln *line) answer {
	text := ln.text[ln.all.from:ln.all.to]
	_, wiki := wikiRulesIn(text)
	return yes.onlyIf(wiki || hasOtherRules(text))
}

func readRulesLine(r *Reader, ln *line) {
	if !emitWikiRules(r, ln) {
		emitWholeLine(r, ln, kindRulesLine)
	}
}

// emitWholeLine outputs the puzzle, of any rules, whose text is the whole line.
func emitWholeLine(r *Reader, ln *line, kind Kind) {
	text := string(bytes.TrimSpace(ln.rawOf(ln.all)))
	r.emitLater(Puzzle{Kind: kind, Line: ln.number}, func() (*puzzle.Puzzle, []Note, error) { return readISS(text) })
}

func sortGivens(p *puzzle.Puzzle) {
	sort.SliceStable(p.Givens, func(i, j int) bool { return p.Givens[i].Cell < p.Givens[j].Cell })
}

func commonValues(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(v int) bool { return !slices.Contains(b, v) })
}
