package operation

import (
	"context"
	"slices"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// subjectIn returns the puzzle of any rules in a request, a classic one among them. Rules that
// nonet does not know are refused unless ignoreUnknown.
func (c *Call) subjectIn(text string, ignoreUnknown bool) (*Subject, error) {
	p, err := c.anyPuzzle(text, "puzzle", RulesRequest{IgnoreUnknown: ignoreUnknown})
	if err != nil {
		return nil, err
	}
	r := SubjectOf(&p)
	return &r, nil
}

// ruleRows are the operations for puzzles of any rules alone.
var ruleRows = []Operation{
	row[DrawingRequest, wire.Drawing]("drawing", Direct, `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2.Cage~5~R4C3~R4C4.~R3C1_2"}`),
	row[KindsRequest, wire.Kinds]("kinds", Direct, "{}"),
	row[DraftRequest, wire.Draft]("draft", Direct, `{"puzzle":"{\"nonet\":1,\"rows\":4,\"columns\":4,\"constraints\":[{\"kind\":\"Cage\",\"numbers\":[9],\"cells\":[\"r1c1\",\"r1c2\"]}]}"}`),
	row[SuggestRequest, wire.Suggest]("suggest", Search, `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2.~R3C1_2","kinds":["Given","GreaterThan"],"seed":7}`),
	row[ConflictsRequest, wire.Conflicts]("conflicts", Search, `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2","values":[3,2,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]}`),
}

// DrawingRequest asks what a puzzle of any board and any rules looks like.
type DrawingRequest struct {
	Puzzle string `json:"puzzle" doc:"A puzzle of any rules, in any notation"`

	found *Subject
}

func (q *DrawingRequest) prepare(c *Call) (err error) {
	q.found, err = c.subjectIn(q.Puzzle, true) // the answer lists them
	return err
}

func (q *DrawingRequest) answer(_ context.Context, c *Call) wire.Drawing {
	return q.found.drawing(c.Lang)
}

func (p *Subject) areas() (all [][]string) {
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

// whole is the puzzle with its words, which whoever keeps it wants to see again.
func (p *Subject) whole() string {
	if p.Title+p.Author+p.Rules != "" {
		return format.WriteNonet(p.Puzzle)
	}
	return p.Written()
}

// drawing is what the puzzle looks like.
func (p *Subject) drawing(lang message.Lang) wire.Drawing {
	w := wire.Drawing{
		Puzzle: p.whole(), Title: p.Title, Author: p.Author, Text: p.Rules, Rows: p.Rows, Columns: p.Columns, Low: p.Low, High: p.High,
		Unknown: p.lacked(false), Cosmetic: p.lacked(true), Free: p.Free, Regions: p.areas(), Givens: p.givens(), Weights: p.Weights,
		Answers: p.answers(),
	}
	for _, m := range p.Drawing() {
		look := puzzle.KindNamed(m.Kind).Draw
		w.Marks = append(w.Marks, wire.Drawn{
			Constraint: m.Constraint, Kind: m.Kind, Shape: string(m.Shape), Start: m.Start, End: m.End, Cells: p.CellNames(m.Cells),
			X: m.X, Y: m.Y, DX: m.DX, DY: m.DY, Text: m.Text, Colour: look.Colour, Width: look.Width, Core: look.Core, CoreWidth: look.CoreWidth,
		})
	}
	rules := map[string]int{} // by name, where its rule stands
	var add func(list []puzzle.Constraint)
	add = func(list []puzzle.Constraint) {
		for i := range list {
			name := puzzle.RuleName(&list[i]).In(lang)
			if at, known := rules[name]; known {
				w.Rules[at].Count++
			} else {
				k := puzzle.KindNamed(list[i].Kind)
				rules[name] = len(w.Rules)
				w.Rules = append(w.Rules, wire.Rule{Kind: k.Name, Name: name, Rule: k.Rule().In(lang), Count: 1})
			}
			add(list[i].Parts)
		}
	}
	add(p.Constraints)
	for i := range p.Constraints {
		w.Constraints = append(w.Constraints, p.Caption(i).In(lang))
	}
	return w
}

// ConflictsRequest asks what the filled cells of such a puzzle break.
type ConflictsRequest struct {
	Puzzle    string  `json:"puzzle" doc:"A puzzle of any rules, in any notation"`
	Values    []int64 `json:"values" minItems:"1" maxItems:"8192" minimum:"-1" maximum:"64" doc:"The value of each cell row by row, -1 where it is empty"`
	TimeoutMS int64   `json:"timeout_ms,omitempty" minimum:"1" default:"2000" limit:"time" doc:"Milliseconds the request may wait and search"`

	found  *Subject
	broken []puzzle.Conflict
	values []int
}

func (q *ConflictsRequest) prepare(c *Call) (err error) {
	if q.found, err = c.subjectIn(q.Puzzle, true); err != nil {
		return err
	}
	for _, v := range q.Values {
		q.values = append(q.values, int(v))
	}
	if q.broken, err = q.found.Conflicts(q.values); err != nil {
		return c.refused(wire.InvalidRequest, "values", message.Of(err, c.Lang))
	}
	return nil
}

func (q *ConflictsRequest) answer(ctx context.Context, c *Call) wire.Conflicts {
	p := q.found
	w := wire.Conflicts{Conflicts: []wire.Conflict{}, Full: !slices.Contains(q.values, puzzle.Empty), Solved: sudoku.No.String()}
	for _, b := range q.broken {
		w.Conflicts = append(w.Conflicts, p.conflict(b, c.Lang))
	}
	if !w.Full || len(q.broken) > 0 {
		return w
	}
	w.Solved = sudoku.Yes.String()
	if p.Cells() > p.BoardCells() && len(q.values) < p.Cells() {
		// What the cells beside the board hold has to be found.
		full := *p.Puzzle
		full.Givens = slices.Clip(p.Givens)
		for cell, v := range q.values {
			full.Givens = append(full.Givens, puzzle.Given{Cell: cell, Values: []int{v}})
		}
		found, _ := solve.Count(ctx, &full, puzzle.Limits{Solutions: 1, Time: time.Duration(q.TimeoutMS) * time.Millisecond})
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

func (r *Subject) conflict(b puzzle.Conflict, lang message.Lang) wire.Conflict {
	return wire.Conflict{Constraint: b.Constraint, Kind: b.Kind, Cells: r.CellNames(b.Cells), Reason: r.Puzzle.Reason(b).In(lang)}
}
