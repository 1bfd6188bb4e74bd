package operation

import (
	"context"
	"strconv"
	"strings"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// KindsRequest asks for all kinds of constraints and the arguments of each. It has no fields.
type KindsRequest struct{}

func (*KindsRequest) prepare(*Call) error { return nil }

func (*KindsRequest) answer(_ context.Context, c *Call) any {
	var w wire.Kinds
	for _, f := range puzzle.Families() {
		w.Families = append(w.Families, wire.KindFamily{Family: string(f), Name: f.Label().In(c.Lang)})
	}
	for _, k := range puzzle.Kinds() {
		if k.Way() == puzzle.WayNone {
			continue
		}
		one := wire.Kind{
			Kind: k.Name, Family: string(k.Family()), Name: k.Label().In(c.Lang), Rule: k.Rule().In(c.Lang), Way: string(k.Way()),
			Typed: k.TypedForm(), Usual: k.Usual, Any: k.Name == "Cage", Least: k.Least, Most: k.Most, Twice: k.Twice, Make: k.Lay.Words, Shape: string(k.Draw.Shape),
		}
		for _, word := range k.Words {
			one.Words = append(one.Words, wire.KindWord{Word: word, Name: puzzle.WordLabel(word).In(c.Lang)})
		}
		w.Kinds = append(w.Kinds, one)
	}
	return w
}

// DraftRequest asks for the picture of an unfinished puzzle, and for the constraints that are not valid yet.
type DraftRequest struct {
	Puzzle string `json:"puzzle" doc:"The puzzle in nonet's JSON, which need not make sense yet; or a whole one in any notation"`

	draft, sound *Subject
	indices      []int
	faults       []*puzzle.Error
}

func (q *DraftRequest) prepare(c *Call) (err error) {
	if !format.IsNonet(q.Puzzle) {
		if q.draft, err = c.parseSubject(q.Puzzle, RulesRequest{IgnoreUnknown: true}); err != nil {
			return err
		}
	} else {
		p, err := format.ReadDraft(q.Puzzle)
		if err != nil {
			return c.unreadableProblem(err, "puzzle")
		}
		q.draft = &Subject{Puzzle: p}
	}
	sound, indices, faults, err := q.draft.SoundPart()
	if err != nil {
		return c.unreadableProblem(err, "puzzle")
	}
	q.sound, q.indices, q.faults = &Subject{sound, q.draft.read}, indices, faults
	return nil
}

func (q *DraftRequest) answer(_ context.Context, c *Call) any {
	w := wire.Draft{Drawing: q.sound.wireDrawing(c.Lang), Sound: format.WriteNonet(q.sound.Puzzle), Kept: append([]int{}, q.indices...), Faults: []wire.DraftFault{}}
	d := &w.Drawing
	d.Puzzle = format.WriteNonet(q.draft.Puzzle)
	d.Regions, d.Givens = q.draft.regionCellNames(), q.draft.givens()
	for i := range d.Marks {
		if index := &d.Marks[i].Constraint; *index >= 0 {
			*index = q.indices[*index]
		}
	}
	for _, rule := range d.Rules {
		for i, index := range rule.Constraints {
			rule.Constraints[i] = q.indices[index]
		}
	}
	d.Constraints = d.Constraints[:0]
	for i := range q.draft.Constraints {
		name := "?"
		if puzzle.KindNamed(q.draft.Constraints[i].Kind) != nil {
			name = q.draft.PartName(puzzle.Part{Index: i}).In(c.Lang)
		}
		d.Constraints = append(d.Constraints, name)
	}
	for _, f := range q.faults {
		w.Faults = append(w.Faults, wire.DraftFault{Constraint: f.Constraint, Cells: append([]string{}, f.Cells...), Reason: message.TextOf(f, c.Lang)})
	}
	return w
}

// SuggestRequest asks for clues that would make the solution of a puzzle unique.
type SuggestRequest struct {
	Puzzle        string   `json:"puzzle" doc:"A puzzle of any rules, in any notation"`
	Kinds         []string `json:"kinds,omitempty" maxItems:"20" doc:"The kinds to suggest, Given for givens; without any, givens and the puzzle's kinds. Kinds drawn through cells are left out"`
	Seed          *uint64  `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the random choices; without it, another each time"`
	IgnoreUnknown bool     `json:"ignore_unknown,omitempty" doc:"Answer a puzzle with unknown rules by the known ones; otherwise it is refused"`
	TimeoutMS     int64    `json:"timeout_ms,omitempty" minimum:"1" default:"10000" limit:"time" doc:"Milliseconds the request may wait and search"`

	found *Subject
	seed  uint64
}

func (q *SuggestRequest) prepare(c *Call) (err error) {
	if q.found, err = c.parseSubject(q.Puzzle, RulesRequest{IgnoreUnknown: q.IgnoreUnknown}); err != nil {
		return err
	}
	for _, kind := range q.Kinds {
		if puzzle.KindNamed(kind) == nil {
			return c.invalidProblem("kinds", message.New("rules.unknownKind", "kind", kind), kind)
		}
	}
	if len(q.Kinds) == 0 {
		q.Kinds = []string{"Given"}
		seen := map[string]bool{}
		for _, one := range q.found.Constraints {
			if !seen[one.Kind] {
				seen[one.Kind] = true
				q.Kinds = append(q.Kinds, one.Kind)
			}
		}
	}
	q.seed = seedOr(q.Seed)
	return nil
}

func (q *SuggestRequest) answer(ctx context.Context, c *Call) any {
	start := time.Now()
	p := q.found
	all, err := p.CluesOf(ctx, q.Kinds, q.seed, puzzle.Limits{}, solve.Count)
	w := wire.Suggest{Outcome: sudoku.None.String(), Alone: p.wireClues(all.Alone, c.Lang), Together: p.wireClues(all.Together, c.Lang), Seed: q.seed, Milliseconds: wire.Milliseconds(time.Since(start))}
	switch {
	case all.Unique:
		w.Outcome = sudoku.Found.String()
	case err != nil && p.Contradiction() == nil:
		w.Outcome = sudoku.Undecided.String()
	}
	_, w.Reason = wire.WhyStopped(err, c.Lang)
	return w
}

// wireClues converts clues to their JSON form, with texts in the language lang.
func (r *Subject) wireClues(list []puzzle.Clue, lang message.Lang) []wire.Clue {
	all := []wire.Clue{}
	for _, clue := range list {
		if g := clue.Given; g != nil {
			all = append(all, wire.Clue{Kind: "Given", Cells: r.CellNames([]int{g.Cell}), Numbers: g.Values, Replaces: -1, Name: r.CellName(g.Cell) + " = " + strconv.Itoa(g.Values[0])})
			continue
		}
		k := puzzle.KindNamed(clue.Constraint.Kind)
		one := wire.Clue{Kind: k.Name, Cells: r.CellNames(clue.Constraint.Cells), Numbers: clue.Constraint.Numbers, Replaces: clue.Replaces}
		one.Name = k.Label().In(lang) + " " + strings.Join(one.Cells, " ")
		if len(one.Numbers) > 0 {
			one.Name += ": " + strconv.Itoa(one.Numbers[0])
		}
		all = append(all, one)
	}
	return all
}
