package operation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/board"
	"nonet/format"
	"nonet/internal/practice"
	"nonet/internal/suggest"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// noAnswerError returns the reason why a position has no answer, as a *[message.Error]. The reason is neither a
// contradiction nor a search that was cut short.
func noAnswerError(key string) error { return message.NewError("operation." + key) }

// UnknownTechniqueError means that no technique has the given name.
type UnknownTechniqueError struct{ Name string }

func (e *UnknownTechniqueError) Error() string { return e.Message().String() }

// Message returns the error with similar names.
func (e *UnknownTechniqueError) Message() message.Message {
	return e.WithSuggestions(message.New("operation.unknownTechnique", "name", e.Name))
}

// WithSuggestions returns the message what, extended by names similar to the unknown one. The
// similar names are IDs or, if no ID is similar, names in any language.
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

// TechniqueIDs returns the IDs of all techniques, in the order of the table.
func TechniqueIDs() []string { return wire.CodesOf(hodoku.Techniques()...) }

// TechniqueNamed returns the technique with an ID, a HoDoKu code, or a name in any language.
// The error is an *UnknownTechniqueError.
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

// TechniquesNamed returns the techniques with the names, or nil if names is empty.
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

// Position is a player's position. Package logic uses State, for classic puzzles and for boards
// with more houses. Package deduction uses Rules, for puzzles of any rules.
type Position struct {
	Givens sudoku.Grid
	State  logic.State
	Rules  *RulesPosition // the position in a puzzle of other boards or rules; then the other fields are unused. Otherwise nil
}

// Subject returns the puzzle, or nil for a classic puzzle.
func (p *Position) Subject() *Subject {
	if p.Rules == nil {
		return nil
	}
	return p.Rules.Subject
}

// Position returns the initial position of the puzzle.
func (r *Subject) Position() Position { return Position{Rules: &RulesPosition{Subject: r}} }

// PositionOf returns a player's position on a board. values must include the givens; marks are the pencil
// marks. An unmarked cell has the candidates that no peer's value excludes. A marked cell has those of the
// marked digits that are also candidates in this sense. The error names the first given that the values do not
// include.
func PositionOf(b *board.Board, givens, values sudoku.Grid, marks *[sudoku.Cells]sudoku.Candidates) (Position, error) {
	p := Position{Givens: givens, State: logic.NewStateOn(b, values)}
	var given logic.CellSet
	for c := range sudoku.Cell(sudoku.Cells) {
		d := givens.At(c)
		if d != 0 && values.At(c) != d {
			return p, message.NewError("operation.notExtended", "cell", c, "digit", d)
		}
		if d != 0 {
			given.Add(c)
		}
	}
	p.State.SetGivens(given)
	if marks != nil {
		for c := range p.State.EmptyCells().All() {
			if marks[c] != 0 {
				p.State.SetCandidates(c, marks[c])
			}
		}
	}
	return p, nil
}

// PositionRequest is the part of a request that describes a position.
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
	given, err := c.parseAnyPuzzle(q.Puzzle, "puzzle", q.RulesRequest)
	if err != nil {
		return err
	}
	if row, _ := OperationCapability(c.operation, ""); !given.IsClassic() && row.For == AnyPuzzle {
		return q.prepareRules(c, &given)
	}
	if given, err = c.requireClassic(given, "puzzle"); err != nil {
		return err
	}
	values := given
	if q.Values != "" {
		if values, err = c.parseClassic(q.Values, "values"); err != nil {
			return err
		}
	}
	marks := values.Pencil
	if marks == nil {
		marks = given.Pencil
	}
	if q.Candidates != nil {
		if err := c.checkOnePerCell("candidates", len(q.Candidates), sudoku.Cells); err != nil {
			return err
		}
		if marks, err = c.parseDigitSets(q.Candidates, "candidates"); err != nil {
			return err
		}
	}
	q.position, err = PositionOf(q.board, given.Grid, values.Grid, marks)
	return c.invalidError("values", err, nil)
}

// checkOnePerCell returns a problem unless a list has one entry per cell.
func (c *Call) checkOnePerCell(field string, n, cells int) error {
	if n == cells {
		return nil
	}
	return c.invalidProblem(field, message.New("rules.gridLength", "n", n, "cells", cells), nil)
}

// prepareRules prepares a position in a puzzle of other boards or rules.
func (q *PositionRequest) prepareRules(c *Call, of *format.Puzzle) error {
	var houses format.Added
	_ = houses.SetBoard(q.board) // cannot fail for the first board
	if err := houses.AddTo(of); err != nil {
		return c.invalidError("board", err, q.Board)
	}
	p := &RulesPosition{Subject: SubjectOf(of)}
	q.position = Position{Rules: p}
	if q.Values != "" {
		words := strings.Fields(q.Values)
		if len(words) == 1 || p.High <= 9 && len(words) != p.BoardCells() {
			words = strings.Split(strings.Join(words, ""), "")
		}
		if err := c.checkOnePerCell("values", len(words), p.BoardCells()); err != nil {
			return err
		}
		for cell, word := range words {
			v := puzzle.Empty
			if word != "." {
				var ok bool
				if v, ok = p.parseValue(word); !ok {
					return c.invalidProblem("values", p.invalidValueMessage(cell, ShortenText(word)), word)
				}
			}
			p.Values = append(p.Values, v)
		}
		for _, g := range p.Givens {
			if len(g.Values) == 1 && g.Cell < len(p.Values) {
				if v := &p.Values[g.Cell]; *v == puzzle.Empty {
					*v = g.Values[0]
				} else if *v != g.Values[0] {
					return c.invalidProblem("values", message.New("operation.notExtended", "cell", p.CellName(g.Cell), "digit", g.Values[0]), nil)
				}
			}
		}
	}
	if q.Candidates == nil {
		if q.Values == "" {
			p.SetMarks(of.Pencil)
		}
		return nil
	}
	if err := c.checkOnePerCell("candidates", len(q.Candidates), p.BoardCells()); err != nil {
		return err
	}
	p.Marks = make([][]int, len(q.Candidates))
	for cell, marks := range q.Candidates {
		words := strings.Fields(marks)
		if p.High <= 9 {
			words = strings.Split(strings.Join(words, ""), "")
		}
		for _, word := range words {
			v, ok := p.parseValue(word)
			if !ok {
				return c.invalidProblem(fmt.Sprintf("candidates[%d]", cell), p.invalidValueMessage(cell, ShortenText(word)), marks)
			}
			p.Marks[cell] = append(p.Marks[cell], v)
		}
	}
	return nil
}

// parseValue parses a value of the puzzle.
func (r *Subject) parseValue(word string) (v int, ok bool) {
	v, err := strconv.Atoi(word)
	return v, err == nil && v >= r.Low && v <= r.High
}

// parseDigitSets parses a field that lists the digits of each cell.
func (c *Call) parseDigitSets(cells []string, field string) (*[sudoku.Cells]sudoku.Candidates, error) {
	sets := new([sudoku.Cells]sudoku.Candidates)
	for cell, digits := range cells {
		for _, r := range digits {
			if r < '1' || r > '9' {
				return nil, c.invalidProblem(fmt.Sprintf("%s[%d]", field, cell), message.New("api.candidates", "cell", sudoku.Cell(cell), "char", string(r)), digits)
			}
			sets[cell] = sets[cell].With(sudoku.Digit(r - '0'))
		}
	}
	return sets, nil
}

// BoardRequest is the part of a request that selects a board.
type BoardRequest struct {
	Board string `json:"board,omitempty" default:"classic" doc:"The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region"`

	board *board.Board
}

func (q *BoardRequest) prepare(c *Call) (err error) {
	q.board, err = board.Parse(q.Board)
	return c.invalidError("board", err, q.Board)
}

// invalidProblem returns the problem with a field whose value is v.
func (c *Call) invalidProblem(field string, what message.Message, v any) error {
	p := c.problemOf(wire.InvalidRequest, field, what.In(c.Lang))
	p.Errors[0].Value = valueIfShort(v)
	return p
}

// invalidError is like invalidProblem, for an error that has a message. For nil it returns nil.
func (c *Call) invalidError(field string, err error, v any) error {
	var m message.Messenger
	if errors.As(err, &m) {
		return c.invalidProblem(field, m.Message(), v)
	}
	return err
}

// techniquesOf returns the techniques that a field names.
func (c *Call) techniquesOf(names []string, field string) ([]logic.Technique, error) {
	all, err := TechniquesNamed(names)
	var unknown *UnknownTechniqueError
	if !errors.As(err, &unknown) {
		return all, err
	}
	if len(names) > 1 {
		field = fmt.Sprintf("%s[%d]", field, slices.Index(names, unknown.Name))
	}
	why := unknown.WithSuggestions(message.New("api.technique", "name", ShortenText(unknown.Name)))
	return nil, c.problemOf(wire.UnknownTechnique, field, why.In(c.Lang))
}

// TechniquesRequest asks for all techniques.
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

// TechniqueOf returns the JSON form of a technique, with its chapter in the practice.
func TechniqueOf(t logic.Technique, lang message.Lang) wire.Technique {
	w := wire.TechniqueOf(t, lang)
	w.PerMille = practice.FrequencyPerMille(t)
	return w
}
