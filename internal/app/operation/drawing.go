package operation

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"nonet/format"
	"nonet/hint"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// parseSubject parses the puzzle in a request's field puzzle. The puzzle may have any rules.
func (c *Call) parseSubject(text string, how RulesRequest) (*Subject, error) {
	p, err := c.parseAnyPuzzle(text, "puzzle", how)
	if err != nil {
		return nil, err
	}
	return SubjectOf(&p), nil
}

// ruleRows lists the operations that accept puzzles with any rules, for the table of operations.
var ruleRows = []Operation{
	newOperation("drawing", Direct, &DrawingRequest{}, wire.Drawing{}, `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2.Cage~5~R4C3~R4C4.~R3C1_2"}`),
	newOperation("kinds", Direct, &KindsRequest{}, wire.Kinds{}, "{}"),
	newOperation("draft", Direct, &DraftRequest{}, wire.Draft{}, `{"puzzle":"{\"nonet\":1,\"rows\":4,\"columns\":4,\"constraints\":[{\"kind\":\"Cage\",\"numbers\":[9],\"cells\":[\"r1c1\",\"r1c2\"]}]}"}`),
	newOperation("suggest", Search, &SuggestRequest{}, wire.Suggest{}, `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2.~R3C1_2","kinds":["Given","GreaterThan"],"seed":7}`),
	newOperation("conflicts", Search, &ConflictsRequest{}, wire.Conflicts{}, `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2","values":[3,2,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]}`),
}

// DrawingRequest asks for the picture of a puzzle with any board and any rules.
type DrawingRequest struct {
	Puzzle string   `json:"puzzle" doc:"A puzzle of any rules, in any notation"`
	As     []string `json:"as,omitempty" maxItems:"200" doc:"Corrections of its readings, each NAME=KIND, such as green lines=Renban; the kind may have its number, and no kind means no rule: blue lines="`

	found *Subject
}

func (q *DrawingRequest) prepare(c *Call) (err error) {
	how := RulesRequest{IgnoreUnknown: true, readings: map[string]string{}} // unknown rules are not an error here, because the answer lists them
	for _, text := range q.As {
		equals := strings.LastIndexByte(text, '=')
		if equals < 0 {
			return c.invalidProblem("as", message.New("rules.noAs"), text)
		}
		how.readings[text[:equals]] = text[equals+1:]
	}
	q.found, err = c.parseSubject(q.Puzzle, how)
	return err
}

func (q *DrawingRequest) answer(_ context.Context, c *Call) any {
	return q.found.wireDrawing(c.Lang)
}

func (p *Subject) regionCellNames() (all [][]string) {
	for _, cells := range p.Areas() {
		all = append(all, p.CellNames(cells))
	}
	return all
}

func (p *Subject) givens() (all []wire.GivenCell) {
	for _, g := range p.Givens {
		if g.Cell < p.BoardCells() {
			all = append(all, wire.GivenCell{Cell: p.CellName(g.Cell), Values: g.Values})
		}
	}
	return all
}

// textWithTitle returns a text that keeps the puzzle with its title, its author and its rules.
func (p *Subject) textWithTitle() string {
	if p.Title+p.Author+p.Rules != "" {
		return format.WriteNonet(p.Puzzle)
	}
	return p.rulesText()
}

// wireDrawing returns the puzzle's picture in JSON form, with names in the language lang.
func (p *Subject) wireDrawing(lang message.Lang) wire.Drawing {
	w := wire.Drawing{
		Puzzle: p.textWithTitle(), Title: p.Title, Author: p.Author, Text: p.Rules, Rows: p.Rows, Columns: p.Columns, Low: p.Low, High: p.High,
		Unknown: p.missingParts(false), Cosmetic: p.missingParts(true), Free: p.Free, Regions: p.regionCellNames(), Holes: p.CellNames(p.Holes), Givens: p.givens(), Weights: p.Weights,
		Answers: p.answeringOperations(),
	}
	for _, m := range p.Drawing() {
		look := puzzle.KindNamed(m.Kind).Draw
		w.Marks = append(w.Marks, wire.Drawn{
			Constraint: m.Constraint, Kind: m.Kind, Shape: string(m.Shape), Start: m.Start, End: m.End, Cells: p.CellNames(m.Cells),
			X: m.X, Y: m.Y, DX: m.DX, DY: m.DY, Text: m.Text, Colour: look.Colour, Width: look.Width, Core: look.Core, CoreWidth: look.CoreWidth,
		})
	}
	for _, n := range p.missingNotes() {
		if n.Drawn != nil {
			w.Readings = append(w.Readings, p.wireReading(n.Drawn, !n.Cosmetic && n.IsOmission(), lang))
			if n.Drawn.Kind == "" {
				w.Marks = append(w.Marks, p.unreadDrawingMarks(n.Drawn)...)
			}
		}
	}
	for _, r := range p.RuleList() {
		one := wire.Rule{Kind: r.Kind.Name, Name: r.Name.In(lang), Rule: r.Text.In(lang), Count: len(r.Constraints), Constraints: r.Constraints}
		if r.Which.Key != "" {
			one.Which = r.Which.In(lang)
		}
		w.Rules = append(w.Rules, one)
	}
	for i := range p.Constraints {
		w.Constraints = append(w.Constraints, p.Caption(i).In(lang))
	}
	return w
}

// KindLabel returns the label of a kind of constraint, for drawings that were read as this kind. If number is above 0,
// the label ends with it.
func KindLabel(kind string, number int) message.Message {
	rule := message.New("rules.drawn.kind." + kind)
	if k := puzzle.KindNamed(kind); k != nil {
		rule = k.Label()
	}
	if number > 0 {
		rule = message.New("rules.drawn.number", "rule", rule, "n", number)
	}
	return rule
}

// DrawingName returns the name of a class of drawings, such as lines or dots, with the colour if d has one.
func DrawingName(d *format.Understood) message.Message {
	what := message.New("rules.drawn.class." + d.Class)
	if d.Colour != "" {
		what = message.New("rules.drawn.coloured", "colour", message.New("rules.drawn.colour."+d.Colour), "what", what)
	}
	return what
}

// wireReading returns the JSON form of d. If the drawings or the sentence became a rule, it names this rule.
func (p *Subject) wireReading(d *format.Understood, open bool, lang message.Lang) wire.Reading {
	w := wire.Reading{Name: d.Name, Class: d.Class, What: d.Name, Count: d.N, Kind: d.Kind, Open: open}
	if d.Class != format.Words {
		w.What = DrawingName(d).In(lang)
	}
	switch {
	case d.Stated:
		w.By = "as"
	case d.Kind != "" && (d.Words || d.Class == format.Words):
		w.By = "words"
	case d.Kind != "":
		w.By = "usual"
	}
	if d.Kind != "" {
		w.Rule = KindLabel(d.Kind, d.Number).In(lang)
		if d.Number > 0 {
			w.Kind += " " + strconv.Itoa(d.Number)
		}
	}
	for _, kind := range d.MayBe {
		name, text, _ := strings.Cut(kind, " ")
		n, _ := strconv.Atoi(text)
		w.MayBe = append(w.MayBe, wire.ReadAs{Kind: kind, Rule: KindLabel(name, n).In(lang)})
	}
	for _, one := range d.Clues {
		w.Cells = append(w.Cells, p.CellNames(one.Cells)...)
	}
	return w
}

// plainLooks maps a class of drawings to a shape. If drawings of the class did not become a rule, the page shows this
// shape instead. It shows nothing for a class without an entry.
var plainLooks = sync.OnceValue(func() map[string]wire.Drawn {
	return map[string]wire.Drawn{
		"line": {Shape: "line"}, "thermo": {Shape: "line", Start: "bulb"},
		"arrow": {Shape: "line", Start: "circle", End: "arrow"}, "pointer": {Shape: "line", End: "arrow"},
		"cage": {Shape: "cage"}, "dot": {Shape: "dot"}, "circle": {Shape: "circle"}, "shade": {Shape: "area"},
		"letter": {Shape: "letter"}, "text": {Shape: "letter"}, "sign": {Shape: "letter"},
		"quad": {Shape: "quad"}, "corner": {Shape: "quad"}, "square": {Shape: "square"}, "diamond": {Shape: "square"},
		"outside": {Shape: "outside"}, "diagonal": {Shape: "outside", End: "arrow"},
	}
})

// plainColours maps each colour that marks cannot have to a similar colour that marks can have.
var plainColours = sync.OnceValue(func() map[string]string {
	return map[string]string{"pink": "violet", "brown": "orange", "black": "grey", "white": "pale"}
})

// unreadDrawingMarks returns marks that show the drawings of d, which did not become a rule.
func (p *Subject) unreadDrawingMarks(d *format.Understood) (marks []wire.Drawn) {
	look, visible := plainLooks()[d.Class]
	if !visible {
		return nil
	}
	look.Constraint, look.Colour = -1, cmp.Or(plainColours()[d.Colour], d.Colour)
	if d.Class == "dot" && (d.Colour == "black" || d.Colour == "white") {
		look.End = d.Colour
	}
	for _, one := range d.Clues {
		m, n := look, float64(len(one.Cells))
		if m.Text = one.Text; n == 0 {
			continue
		}
		m.Cells = p.CellNames(one.Cells)
		switch m.Shape {
		case "line", "cage", "area":
		case "outside": // place the mark one step before the line's first cell, outside the board
			first := one.Cells[0]
			if n > 1 {
				m.DX, m.DY = one.Cells[1]%p.Columns-first%p.Columns, one.Cells[1]/p.Columns-first/p.Columns
			}
			m.X, m.Y = float64(first%p.Columns-m.DX)+0.5, float64(first/p.Columns-m.DY)+0.5
		default:
			for _, cell := range one.Cells {
				m.X += (float64(cell%p.Columns) + 0.5) / n
				m.Y += (float64(cell/p.Columns) + 0.5) / n
			}
			m.Cells = nil
		}
		marks = append(marks, m)
	}
	return marks
}

// ConflictsRequest asks which rules the filled cells violate.
type ConflictsRequest struct {
	Puzzle    string  `json:"puzzle" doc:"A puzzle of any rules, in any notation"`
	Values    []int64 `json:"values" minItems:"1" maxItems:"8192" minimum:"-1" maximum:"1000" doc:"The value of each cell row by row, -1 where it is empty"`
	TimeoutMS int64   `json:"timeout_ms,omitempty" minimum:"1" default:"2000" limit:"time" doc:"Milliseconds the request may wait and search"`

	found  *Subject
	broken []puzzle.Conflict
	values []int
}

func (q *ConflictsRequest) prepare(c *Call) (err error) {
	if q.found, err = c.parseSubject(q.Puzzle, RulesRequest{IgnoreUnknown: true}); err != nil {
		return err
	}
	for _, v := range q.Values {
		q.values = append(q.values, int(v))
	}
	if q.broken, err = q.found.Conflicts(q.values); err != nil {
		return c.problemOf(wire.InvalidRequest, "values", message.TextOf(err, c.Lang))
	}
	return nil
}

func (q *ConflictsRequest) hasAllValues() bool {
	for cell, v := range q.values {
		if v == puzzle.Empty && !q.found.IsHole(cell) {
			return false
		}
	}
	return true
}

func (q *ConflictsRequest) answer(ctx context.Context, c *Call) any {
	p := q.found
	w := wire.Conflicts{Conflicts: []wire.Conflict{}, Full: q.hasAllValues(), Solved: sudoku.No.String()}
	for _, b := range q.broken {
		w.Conflicts = append(w.Conflicts, p.wireConflict(b, q.values, c.Lang))
	}
	if !w.Full || len(q.broken) > 0 {
		return w
	}
	w.Solved = sudoku.Yes.String()
	if p.Cells() > p.BoardCells() && len(q.values) < p.Cells() {
		// The player does not fill the cells outside the board. Only a search can find the values of these cells.
		full := hint.Position{Puzzle: p.Puzzle, Values: q.values}
		found, _ := solve.Count(ctx, full.WithValues(), puzzle.Limits{Solutions: 1, Time: time.Duration(q.TimeoutMS) * time.Millisecond})
		switch {
		case found.N > 0:
		case found.Exact:
			w.Solved = sudoku.No.String()
		default:
			w.Solved = sudoku.Unknown.String()
		}
	}
	return w
}

func (r *Subject) wireConflict(b puzzle.Conflict, values []int, lang message.Lang) wire.Conflict {
	return wire.Conflict{Constraint: b.Constraint, Kind: b.Kind, Cells: r.CellNames(b.Cells), Reason: r.Puzzle.Reason(b, values).In(lang)}
}
