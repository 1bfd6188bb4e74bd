package operation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/board"
	"nonet/generate"
	"nonet/hint"
	"nonet/internal/app/input"
	"nonet/internal/practice"
	"nonet/internal/suggest"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// UnknownTechniqueError reports that no technique has the ID, code or name in Name.
type UnknownTechniqueError struct{ Name string }

func (e *UnknownTechniqueError) Error() string { return e.Message().String() }

// Message returns a text with the unknown name and similar names.
func (e *UnknownTechniqueError) Message() message.Message {
	return e.WithSuggestions(message.New("operation.unknownTechnique", "name", e.Name))
}

// WithSuggestions returns the message `what` with names similar to e.Name. The similar names are IDs or, if no ID is
// similar, names in any language.
func (e *UnknownTechniqueError) WithSuggestions(what message.Message) message.Message {
	ids := TechniqueIDs()
	if suggest.Names(e.Name, ids) != nil {
		return suggest.WithSuggestions(what, e.Name, ids)
	}
	var names []string
	for _, t := range hodoku.Techniques() {
		for _, lang := range message.Langs() {
			names = append(names, t.Name().In(lang))
		}
	}
	return suggest.WithSuggestions(what, e.Name, names)
}

// TechniqueIDs returns the IDs of all techniques, such as naked-pair, in HoDoKu's order.
func TechniqueIDs() []string { return wire.CodesOf(hodoku.Techniques()...) }

// TechniqueNamed returns the technique for name, which is an ID, a HoDoKu code, or a name in any language. The error is
// an *UnknownTechniqueError.
func TechniqueNamed(name string) (logic.Technique, error) {
	for _, t := range hodoku.Techniques() {
		if name != "" && (strings.EqualFold(name, t.String()) || name == hodoku.ColumnsOf(t).Code) {
			return t, nil
		}
		for _, lang := range message.Langs() {
			if strings.EqualFold(name, t.Name().In(lang)) {
				return t, nil
			}
		}
	}
	return 0, &UnknownTechniqueError{name}
}

// setHardest sets s.Hardest to the ID of the technique with this name, or to the name of a technique for other rules.
// The error is an *UnknownTechniqueError or a *[generate.SpecError].
func setHardest(s *generate.Spec, name string) error {
	if s.Hardest = name; name == "" {
		return nil
	}
	if t, err := TechniqueNamed(name); err == nil {
		s.Hardest = t.String()
	}
	err := s.CheckHardest()
	if errors.As(err, new(*logic.UnknownTechniqueError)) {
		return &UnknownTechniqueError{name}
	}
	return err
}

// TechniquesNamed returns the techniques that [TechniqueNamed] finds for the names, each technique once. It returns nil
// if `names` is empty.
func TechniquesNamed(names []string) ([]logic.Technique, error) {
	var all []logic.Technique
	for _, name := range names {
		t, err := TechniqueNamed(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all, nil
}

// Position is a puzzle with the player's values and pencil marks.
type Position struct {
	Subject *Subject
	hint.Position
	library *hodoku.Case // the case, if the position is a library line; otherwise nil
}

func newPosition(r *Subject) Position {
	return Position{Subject: r, Position: hint.Position{Puzzle: r.Puzzle}}
}

// readPosition returns the initial position of a puzzle that was read from a text. The error refuses a puzzle outside
// the scope s.
func readPosition(r *Subject, s Scope) (Position, error) {
	p := newPosition(r)
	if classic, err := r.read.Classic(); err == nil && s != AnyPuzzle { // marks that are rules for AnyPuzzle become the player's
		p = newPosition(GridSubject(classic.Grid))
	} else if !r.IsInScope(s) {
		return p, err
	}
	p.setPencil(r.read.Pencil)
	return p, nil
}

// libraryPosition returns the position of a library line. Values that the line marks as given are the puzzle's givens.
func libraryPosition(e *input.Entry) Position {
	var givens sudoku.Grid
	marks := make([][]int, sudoku.Cells)
	for c, d := range e.Puzzle.Grid.Values() {
		if cell := sudoku.Cell(c); d == 0 {
			marks[c] = []int{}
			for d := range e.Case.State.Candidates(cell).Digits() {
				marks[c] = append(marks[c], int(d))
			}
		} else if e.Case.State.Given(cell) {
			givens = givens.With(cell, sudoku.Digit(d))
		}
	}
	p := newPosition(GridSubject(givens))
	p.Values, p.Marks = puzzle.GridValues(e.Puzzle.Grid), marks
	return p
}

// setPencil sets the position's pencil marks. If pencil is nil, all candidates stay. A cell whose set is empty keeps
// all its candidates.
func (p *Position) setPencil(pencil *[sudoku.Cells]sudoku.Candidates) {
	if pencil == nil || p.Subject.BoardCells() != sudoku.Cells {
		return
	}
	p.Marks = make([][]int, sudoku.Cells)
	for cell, marks := range pencil {
		for d := range marks.Digits() {
			p.Marks[cell] = append(p.Marks[cell], int(d))
		}
	}
}

// setValues sets the player's values. If `values` has another value than a given in some cell, the error names the
// first such given. With the feature gridValues, `values` must contain all givens. Without it, setValues adds the
// missing givens to `values`.
func (p *Position) setValues(values []int) error {
	p.Values = values
	for _, g := range p.Subject.Givens {
		if len(g.Values) != 1 || g.Cell >= len(values) || values[g.Cell] == g.Values[0] {
			continue
		}
		if p.Subject.has(gridValues) || values[g.Cell] != puzzle.Empty {
			return message.NewError("operation.notExtended", "cell", p.Subject.CellName(g.Cell), "digit", g.Values[0])
		}
		values[g.Cell] = g.Values[0]
	}
	return nil
}

// givenGrid returns the given digits of a puzzle within the scope [NineByNine].
func (r *Subject) givenGrid() sudoku.Grid {
	var cells [sudoku.Cells]uint8
	for _, g := range r.Givens {
		if g.Cell < len(cells) && len(g.Values) == 1 {
			cells[g.Cell] = uint8(g.Values[0])
		}
	}
	givens, _ := sudoku.FromCells(cells)
	return givens
}

// grid returns the values of the position as a grid. The puzzle must be within the scope [Houses].
func (p *Position) grid() sudoku.Grid {
	if p.Values == nil {
		return p.Subject.givenGrid()
	}
	return puzzle.GridOf(p.Values)
}

// Contradiction returns an error that names equal values in one house, or nil. It does not find violations of other
// rules, which puzzles outside the scope [Houses] have.
func (p *Position) Contradiction() error {
	if b := p.Subject.houses(); b != nil {
		if all := p.grid().ContradictionsOn(b); all != nil {
			return &sudoku.ContradictionError{Contradictions: all}
		}
	}
	return nil
}

// onlySolution returns the only solution of a puzzle. If the puzzle has none or several, the outcome is None, and the
// error is the reason. If a limit or ctx ends the search, the outcome is Undecided with the search's error.
func onlySolution(ctx context.Context, subject *puzzle.Puzzle, limits puzzle.Limits) ([]int, sudoku.Outcome, error) {
	limits.Solutions, limits.Keep = 2, 1
	found, err := solve.Count(ctx, subject, limits)
	switch {
	case found.N > 1:
		return nil, sudoku.None, message.NewError("operation.several")
	case !found.Exact:
		return nil, sudoku.Undecided, err
	case found.N == 0:
		return nil, sudoku.None, cmp.Or(err, message.NewError("operation.impossible"))
	}
	return found.Solutions[0], sudoku.Found, nil
}

// answerText returns the position as answers show it. With the feature lineText, it returns the values as 81
// characters. Otherwise it returns the puzzle's text.
func (p *Position) answerText() string {
	if p.Subject.has(lineText) {
		return p.grid().String()
	}
	return p.Subject.PuzzleText()
}

// PositionRequest is the part of a request that describes a puzzle, the player's values and the pencil marks.
type PositionRequest struct {
	Puzzle     string   `json:"puzzle" doc:"The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent"`
	Values     string   `json:"values,omitempty" doc:"The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in any format; for others a value a cell, row by row: characters, or numbers with blanks between, and a point for an empty cell"`
	Candidates []string `json:"candidates,omitempty" minItems:"1" maxItems:"8192" doc:"The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with blanks between. A cell without any has all candidates that the rules leave; without this field, all cells have"`
	BoardRequest
	RulesRequest
	TimeoutMS int64 `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`

	position Position
}

func (q *PositionRequest) prepare(c *Call) error {
	if err := q.BoardRequest.prepare(c); err != nil {
		return err
	}
	q.extra = q.board
	given, err := c.parseAnyPuzzle(q.Puzzle, "puzzle", q.RulesRequest)
	if err != nil {
		return err
	}
	row, _ := CapabilityOf(c.operation, "")
	if q.position, err = readPosition(SubjectOf(&given), row.For); err != nil {
		return c.refusedProblem(&given, row.For, "puzzle")
	}
	if q.Values != "" {
		if err := q.setValues(c); err != nil {
			return err
		}
	}
	if q.Candidates != nil {
		q.position.Marks, err = c.parseMarks(q.position.Subject, q.Candidates, "candidates")
	}
	return err
}

// setValues parses q.Values: a grid in any format for puzzles with the feature gridValues, and otherwise one word or
// character for each cell.
func (q *PositionRequest) setValues(c *Call) error {
	p := &q.position
	if p.Subject.has(gridValues) {
		values, err := c.parseClassic(q.Values, "values")
		if err != nil {
			return err
		}
		p.setPencil(values.Pencil)
		return c.invalidError("values", p.setValues(puzzle.GridValues(values.Grid)), nil)
	}
	words := strings.Fields(q.Values)
	if len(words) == 1 || p.Subject.High <= 9 && len(words) != p.Subject.BoardCells() {
		words = strings.Split(strings.Join(words, ""), "")
	}
	if err := c.checkOnePerCell("values", len(words), p.Subject.BoardCells()); err != nil {
		return err
	}
	values := slices.Repeat([]int{puzzle.Empty}, len(words))
	for cell, word := range words {
		if word != "." {
			v, ok := p.Subject.parseValue(word)
			if !ok {
				return c.invalidProblem("values", p.Subject.invalidValueMessage(cell, ShortenText(word)), word)
			}
			values[cell] = v
		}
	}
	return c.invalidError("values", p.setValues(values), nil)
}

func (c *Call) checkOnePerCell(field string, n, cells int) error {
	if n == cells {
		return nil
	}
	return c.invalidProblem(field, message.New("rules.gridLength", "n", n, "cells", cells), nil)
}

// parseMarks parses a field that lists the candidates of each cell of the board. An entry without values becomes nil.
func (c *Call) parseMarks(r *Subject, cells []string, field string) ([][]int, error) {
	if err := c.checkOnePerCell(field, len(cells), r.BoardCells()); err != nil {
		return nil, err
	}
	all := make([][]int, len(cells))
	for cell, marks := range cells {
		words := strings.Fields(marks)
		if r.High <= 9 {
			words = strings.Split(strings.Join(words, ""), "")
		}
		for _, word := range words {
			v, ok := r.parseValue(word)
			if !ok {
				return nil, c.invalidProblem(fmt.Sprintf("%s[%d]", field, cell), r.invalidValueMessage(cell, ShortenText(word)), marks)
			}
			all[cell] = append(all[cell], v)
		}
	}
	return all, nil
}

func (r *Subject) parseValue(word string) (v int, ok bool) {
	v, err := strconv.Atoi(word)
	return v, err == nil && v >= r.Low && v <= r.High
}

// BoardRequest is the part of a request that names a board, such as x or windoku.
type BoardRequest struct {
	Board string `json:"board,omitempty" default:"classic" doc:"The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region"`

	board *board.Board
}

func (q *BoardRequest) prepare(c *Call) (err error) {
	q.board, err = board.Parse(q.Board)
	return c.invalidError("board", err, q.Board)
}

func (c *Call) invalidProblem(field string, what message.Message, v any) error {
	p := c.problemOf(wire.InvalidRequest, field, what.In(c.Lang))
	p.Errors[0].Value = valueIfShort(v)
	return p
}

// invalidError returns a problem with the message of err, for a field with the value v. If err is nil or has no
// message, it returns err itself.
func (c *Call) invalidError(field string, err error, v any) error {
	var m message.Messenger
	if errors.As(err, &m) {
		return c.invalidProblem(field, m.Message(), v)
	}
	return err
}

// techniquesOf returns the techniques with these names, which are the value of the named field.
func (c *Call) techniquesOf(names []string, field string) ([]logic.Technique, error) {
	all, err := TechniquesNamed(names)
	return all, c.techniqueListError(err, names, field)
}

// techniqueOf returns the technique with this name, the value of the field technique. The error is a *[wire.Problem].
func (c *Call) techniqueOf(name string) (logic.Technique, error) {
	t, err := TechniqueNamed(name)
	return t, c.techniqueError(err, "technique")
}

// techniqueListError is techniqueError for the value of a field that is a list of names.
func (c *Call) techniqueListError(err error, names []string, field string) error {
	if unknown := new(UnknownTechniqueError); len(names) > 1 && errors.As(err, &unknown) {
		field = fmt.Sprintf("%s[%d]", field, slices.Index(names, unknown.Name))
	}
	return c.techniqueError(err, field)
}

func (c *Call) techniqueError(err error, field string) error {
	unknown := new(UnknownTechniqueError)
	if !errors.As(err, &unknown) {
		return err
	}
	suggestion := unknown.WithSuggestions(message.New("api.technique", "name", ShortenText(unknown.Name)))
	return c.problemOf(wire.UnknownTechnique, field, suggestion.In(c.Lang))
}

// TechniquesRequest asks for the list of all techniques. It has no fields.
type TechniquesRequest struct{}

func (*TechniquesRequest) prepare(*Call) error { return nil }
func (*TechniquesRequest) answer(_ context.Context, c *Call) any {
	return wire.Techniques{Techniques: Techniques(c.Lang)}
}

// Techniques returns the JSON form of all techniques, the easiest first.
func Techniques(lang message.Lang) []wire.Technique {
	var all []wire.Technique
	for _, t := range hodoku.Techniques() {
		all = append(all, TechniqueOf(t, lang))
	}
	return all
}

// TechniqueOf returns [wire.TechniqueOf], and adds how many of a thousand puzzles need the technique.
func TechniqueOf(t logic.Technique, lang message.Lang) wire.Technique {
	w := wire.TechniqueOf(t, lang)
	w.PerMille = practice.FrequencyPerMille(t)
	return w
}
