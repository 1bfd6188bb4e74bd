package httpapi

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nonet/generate"
	"nonet/hint"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// Position is where a player is. It is exported because huma looks into no other
// embedded type.
type Position struct {
	Puzzle     string   `json:"puzzle" doc:"The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent"`
	Values     string   `json:"values,omitempty" doc:"The player's present values, in any format, those of the puzzle among them; without it the puzzle's"`
	Candidates []string `json:"candidates,omitempty" minItems:"81" maxItems:"81" doc:"The player's pencil marks: the digits of each cell, row by row. A cell without any has all that no peer holds, and so have all cells where this is absent"`
}

type hintRequest struct {
	Position
	Level     int    `json:"level,omitempty" minimum:"1" maximum:"5" default:"1" doc:"How much to tell: 1 the kind of step, 2 where to look, 3 the pattern, 4 the reason, 5 the move"`
	Goal      string `json:"goal,omitempty" enum:"easiest,avoid-hardest,fewest" default:"easiest" doc:"Which step: the easiest, one on a way round the hardest technique, or the one after which the path is shortest"`
	Technique string `json:"technique,omitempty" doc:"To practise: a step of this technique and no other, by ID, HoDoKu code or name"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type explainRequest struct {
	Position
	Goal      string `json:"goal,omitempty" enum:"easiest,avoid-hardest,fewest" default:"easiest" doc:"Which path: the easiest step at each point, without the hardest technique if there is a way round, or with few steps, looking one step ahead"`
	Prune     bool   `json:"prune,omitempty" default:"false" doc:"Leave out steps that nothing later needs"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type stepsRequest struct {
	Position
	Techniques []string `json:"techniques,omitempty" maxItems:"200" doc:"Only these, by ID, HoDoKu code or name; without it all"`
	Limit      int      `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"100" doc:"How many steps to return at most"`
	TimeoutMS  int64    `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type gradeRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type generateRequest struct {
	Grade     string   `json:"grade,omitempty" enum:"any,easy,medium,hard,unfair,extreme" default:"any" doc:"HoDoKu's level; with max_grade, the easiest"`
	MaxGrade  string   `json:"max_grade,omitempty" enum:"any,easy,medium,hard,unfair,extreme" default:"any" doc:"The hardest level; any: no other than grade"`
	MinScore  int      `json:"min_score,omitempty" minimum:"0" maximum:"1000000000" doc:"HoDoKu's score at least"`
	MaxScore  int      `json:"max_score,omitempty" minimum:"0" maximum:"1000000000" doc:"HoDoKu's score at most; 0 sets no limit"`
	MinGivens int      `json:"min_givens,omitempty" minimum:"0" maximum:"81" doc:"How many givens at least"`
	MaxGivens int      `json:"max_givens,omitempty" minimum:"0" maximum:"81" doc:"How many givens at most; 0 sets no limit"`
	Symmetry  string   `json:"symmetry,omitempty" enum:"none,rotate180,rotate90,mirror-horizontal,mirror-vertical,diagonal,anti-diagonal,full,mirror" default:"none" doc:"How the givens lie; mirror is mirror-horizontal"`
	Minimal   bool     `json:"minimal,omitempty" default:"false" doc:"No given can be taken away"`
	Require   []string `json:"require,omitempty" maxItems:"200" doc:"Techniques that HoDoKu's path must use, by ID, HoDoKu code or name"`
	Forbid    []string `json:"forbid,omitempty" maxItems:"200" doc:"Techniques that it must not use"`
	Pattern   string   `json:"pattern,omitempty" doc:"Which cells hold givens: a text in any format of a puzzle, with a digit where there is a given; or without digits, with x, # or *"`
	Seed      *uint64  `json:"seed,omitempty" maximum:"9007199254740991" doc:"What chance is drawn from; without it, another each time"`
	Attempt   uint64   `json:"attempt,omitempty" maximum:"9007199254740991" default:"0" doc:"The attempt to begin with: with a puzzle's seed and attempt, the same wish gives it again"`
	Count     int      `json:"count,omitempty" minimum:"1" maximum:"100" default:"1" doc:"How many puzzles"`
	TimeoutMS int64    `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

// greatestSeed is the greatest integer that every JSON reader keeps.
const greatestSeed = 1<<53 - 1

type techniquesAnswer struct {
	Techniques []wire.Technique `json:"techniques" doc:"All techniques, the easiest first"`
}

func (s *server) logicOperations() {
	post(s, "hint", s.hint)
	post(s, "explain", s.explain)
	post(s, "steps", s.steps)
	post(s, "grade", s.grade)
	post(s, "generate", s.generate)
	huma.Register(s.api, s.operation(http.MethodGet, "techniques", http.StatusUnprocessableEntity), s.techniques)
}

// fault is a problem with one field of a request.
func fault(location, detail string, lang message.Lang) *Problem {
	p := problem(invalidRequest, lang)
	p.Detail = detail
	return p.at(location)
}

// positionIn is the position of a request.
func positionIn(q *Position, lang message.Lang) (operation.Position, *Problem) {
	puzzle, p := puzzleIn(q.Puzzle, "body.puzzle", lang)
	if p != nil {
		return operation.Position{}, p
	}
	values := puzzle
	if q.Values != "" {
		if values, p = puzzleIn(q.Values, "body.values", lang); p != nil {
			return operation.Position{}, p
		}
	}
	marks := values.Pencil
	if marks == nil {
		marks = puzzle.Pencil
	}
	if q.Candidates != nil {
		marks = new([sudoku.Cells]sudoku.Candidates)
		for c, digits := range q.Candidates {
			for _, r := range digits {
				if r < '1' || r > '9' {
					p := fault(fmt.Sprintf("body.candidates[%d]", c), message.New("api.candidates", "cell", sudoku.Cell(c), "char", string(r)).In(lang), lang)
					p.Errors[0].Value = scalar(digits)
					return operation.Position{}, p
				}
				marks[c] = marks[c].With(sudoku.Digit(r - '0'))
			}
		}
	}
	position, err := operation.PositionOf(puzzle.Grid, values.Grid, marks)
	if err != nil {
		return operation.Position{}, fault("body.values", message.Of(err, lang), lang)
	}
	return position, nil
}

// techniquesIn are the techniques of a field.
func techniquesIn(names []string, location string, lang message.Lang) ([]logic.Technique, *Problem) {
	all, err := operation.TechniquesNamed(names)
	if err == nil {
		return all, nil
	}
	p := problem(unknownTechnique, lang)
	p.Detail = message.Of(err, lang)
	var unknown *operation.UnknownTechniqueError
	if errors.As(err, &unknown) {
		p.Detail = unknown.Suggested(message.New("api.technique", "name", shortened(unknown.Name))).In(lang)
		for i, name := range names {
			if name == unknown.Name && len(names) > 1 {
				location = fmt.Sprintf("%s[%d]", location, i)
				break
			}
		}
	}
	return nil, p.at(location)
}

func goalIn(name string, lang message.Lang) (goal hint.Goal, p *Problem) {
	if err := goal.UnmarshalText([]byte(name)); err != nil {
		return goal, fault("body.goal", message.Of(err, lang), lang)
	}
	return goal, nil
}

func (s *server) hint(ctx context.Context, q *hintRequest) (wire.Hint, error) {
	lang := noteOf(ctx).lang
	position, p := positionIn(&q.Position, lang)
	if p != nil {
		return wire.Hint{}, p
	}
	goal, p := goalIn(q.Goal, lang)
	if p != nil {
		return wire.Hint{}, p
	}
	var technique *logic.Technique
	if q.Technique != "" {
		wanted, p := techniquesIn([]string{q.Technique}, "body.technique", lang)
		if p != nil {
			return wire.Hint{}, p
		}
		technique = &wanted[0]
	}
	ctx, done, err := s.admit(ctx, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Hint{}, err
	}
	defer done()
	answer, _, _ := operation.Hint(ctx, position, goal, technique, q.Level, lang)
	noteOf(ctx).outcome = answer.Outcome
	return answer, nil
}

func (s *server) explain(ctx context.Context, q *explainRequest) (wire.Explain, error) {
	lang := noteOf(ctx).lang
	position, p := positionIn(&q.Position, lang)
	if p != nil {
		return wire.Explain{}, p
	}
	goal, p := goalIn(q.Goal, lang)
	if p != nil {
		return wire.Explain{}, p
	}
	ctx, done, err := s.admit(ctx, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Explain{}, err
	}
	defer done()
	start := time.Now()
	path, outcome, err := operation.Path(ctx, position.State, goal, q.Prune)
	answer := operation.ExplainOf(&path, outcome, err, time.Since(start), true, lang)
	noteOf(ctx).outcome = answer.Outcome
	return answer, nil
}

func (s *server) steps(ctx context.Context, q *stepsRequest) (wire.Steps, error) {
	lang := noteOf(ctx).lang
	position, p := positionIn(&q.Position, lang)
	if p != nil {
		return wire.Steps{}, p
	}
	wanted, p := techniquesIn(q.Techniques, "body.techniques", lang)
	if p != nil {
		return wire.Steps{}, p
	}
	ctx, done, err := s.admit(ctx, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Steps{}, err
	}
	defer done()
	answer := operation.Steps(ctx, position.State, wanted, q.Limit, lang)
	noteOf(ctx).outcome = answer.Outcome
	return answer, nil
}

func (s *server) grade(ctx context.Context, q *gradeRequest) (wire.Grade, error) {
	ctx, puzzle, done, err := s.begin(ctx, q.Puzzle, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Grade{}, err
	}
	defer done()
	answer, _, _ := operation.Grade(ctx, puzzle, noteOf(ctx).lang)
	noteOf(ctx).outcome = answer.Outcome
	return answer, nil
}

// wishIn is the wish of a request.
func wishIn(q *generateRequest, lang message.Lang) (generate.Spec, *Problem) {
	easiest, hardest := operation.LevelRange(q.Grade, q.MaxGrade)
	w := generate.Spec{
		From: q.Attempt, Minimal: q.Minimal, Givens: generate.Range{Min: q.MinGivens, Max: q.MaxGivens},
		MinLevel: easiest, MaxLevel: hardest, Score: generate.Range{Min: q.MinScore, Max: q.MaxScore}, Graded: true,
	}
	w.Symmetry, _ = generate.SymmetryByName(q.Symmetry)
	var p *Problem
	if w.Require, p = techniquesIn(q.Require, "body.require", lang); p != nil {
		return w, p
	}
	if w.Forbid, p = techniquesIn(q.Forbid, "body.forbid", lang); p != nil {
		return w, p
	}
	if q.Pattern != "" {
		var err error
		if w.Pattern, err = operation.PatternIn(q.Pattern); err != nil {
			return w, syntaxProblem(err, "body.pattern", lang)
		}
	}
	if w.Seed = rand.Uint64N(greatestSeed + 1); q.Seed != nil {
		w.Seed = *q.Seed
	}
	return w, nil
}

func (s *server) generate(ctx context.Context, q *generateRequest) (wire.Generate, error) {
	lang := noteOf(ctx).lang
	wish, p := wishIn(q, lang)
	if p != nil {
		return wire.Generate{}, p
	}
	ctx, done, err := s.admit(ctx, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Generate{}, err
	}
	defer done()
	start := time.Now()
	answer := wire.Generate{Outcome: sudoku.Found.String(), Seed: wish.Seed, Puzzles: []wire.Generated{}}
	// A slot of the gate is one processor.
	for puzzle, err := range generate.Puzzles(ctx, wish, generate.Limits{Workers: 1}) {
		if err != nil {
			answer.Outcome, answer.Reason = sudoku.Undecided.String(), message.Of(err, lang)
			var refused *generate.SpecError
			if errors.As(err, &refused) {
				answer.Outcome = sudoku.None.String()
			}
			break
		}
		answer.Puzzles = append(answer.Puzzles, operation.GeneratedOf(&puzzle, wish.Seed))
		if len(answer.Puzzles) == q.Count {
			break
		}
	}
	answer.Milliseconds = wire.Milliseconds(time.Since(start))
	noteOf(ctx).outcome = answer.Outcome
	return answer, nil
}

func (s *server) techniques(ctx context.Context, _ *Language) (*out[techniquesAnswer], error) {
	return &out[techniquesAnswer]{techniquesAnswer{operation.Techniques(noteOf(ctx).lang)}}, nil
}
