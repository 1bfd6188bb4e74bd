package operation

import (
	"context"
	"slices"
	"strings"
	"time"

	"nonet/explain"
	"nonet/internal/app/input"
	"nonet/internal/practice"
	"nonet/internal/techdoc"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// PracticeRequest asks for a position in which a person can practise a technique.
type PracticeRequest struct {
	Technique string  `json:"technique" doc:"The technique, by ID, HoDoKu code or name"`
	Seed      *uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the random choices; without it, another each time"`
	Grade     string  `json:"grade,omitempty" enum:"any,easy,medium,hard,unfair,extreme" default:"any" doc:"HoDoKu's level of the puzzle"`
	TimeoutMS int64   `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`

	wish practice.Wish
}

func (q *PracticeRequest) prepare(c *Call) error {
	technique, err := c.techniqueOf(q.Technique)
	if err != nil {
		return err
	}
	q.wish = practice.Wish{Technique: technique, Seed: seedOr(q.Seed)}
	q.wish.MinLevel, q.wish.MaxLevel, err = LevelRange(q.Grade, q.Grade)
	return err
}

func (q *PracticeRequest) answer(ctx context.Context, c *Call) any {
	w, _, _, _ := Practice(ctx, q.wish, c.Lang)
	return w
}

// Practice returns a position whose easiest steps use the technique of wish, and its JSON form. If the outcome is None
// or Undecided, the error is that of [practice.Next].
func Practice(ctx context.Context, wish practice.Wish, lang message.Lang) (wire.Practice, practice.Position, sudoku.Outcome, error) {
	start := time.Now()
	p, outcome, err := practice.Next(ctx, wish)
	w := wire.Practice{Outcome: outcome.String(), Technique: wish.Technique.String(), Name: wish.Technique.Name().In(lang), Seed: wish.Seed}
	if outcome == sudoku.Found {
		w.Puzzle, w.Values, w.Candidates = p.Puzzle.String(), p.State.Grid().String(), candidatesOf(input.PuzzleOf(&p.State))
		w.Level, w.Score, w.Open, w.Complete = p.Level.String(), p.Score, len(p.Steps), p.Complete
		w.Places = len(p.Steps[0].Placements) > 0
	}
	_, w.Reason = wire.WhyStopped(err, lang)
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w, p, outcome, err
}

// PracticeCheckRequest asks whether a person's step is correct, and an instance of the technique.
type PracticeCheckRequest struct {
	PositionRequest
	Technique string   `json:"technique" doc:"The technique to be found, by ID, HoDoKu code or name"`
	Moves     []string `json:"moves,omitempty" maxItems:"729" doc:"What was found: r1c5=4 places a digit, r1c5<>4 takes a candidate away"`

	technique                logic.Technique
	placements, eliminations []logic.Candidate
}

func (q *PracticeCheckRequest) prepare(c *Call) (err error) {
	if err = q.PositionRequest.prepare(c); err != nil {
		return err
	}
	if q.technique, err = c.techniqueOf(q.Technique); err != nil {
		return err
	}
	for _, text := range q.Moves {
		list := &q.eliminations
		cell, digit, ok := strings.Cut(text, "<>")
		if !ok {
			list = &q.placements
			cell, digit, ok = strings.Cut(text, "=")
		}
		var at sudoku.Cell
		if !ok || at.UnmarshalText([]byte(cell)) != nil || len(digit) != 1 || digit < "1" || digit > "9" {
			return c.invalidProblem("moves", message.New("operation.move", "text", ShortenText(text)), text)
		}
		*list = append(*list, logic.Candidate{Cell: at, Digit: logic.Digit(digit[0] - '0')})
	}
	return nil
}

func (q *PracticeCheckRequest) answer(ctx context.Context, c *Call) any {
	var w wire.PracticeCheck
	start := time.Now()
	state := q.position.State()
	solution, outcome, err := q.position.Solution(ctx)
	switch {
	case outcome == sudoku.Found && !state.Allows(solution):
		outcome, err = sudoku.None, message.NewError("operation.spoilt")
	case outcome == sudoku.Found:
		var f practice.Finding
		if f, err = practice.Check(ctx, state, solution, q.technique, q.placements, q.eliminations); err == nil {
			q.setFindingText(&w, &state, &f, solution, c.Lang)
		} else {
			outcome = sudoku.Undecided
		}
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(err, c.Lang)
	return w
}

// setFindingText sets the answer's text about the finding f. If the person found only a part of a step, the text does
// not reveal the rest.
func (q *PracticeCheckRequest) setFindingText(w *wire.PracticeCheck, s *logic.State, f *practice.Finding, solution sudoku.Grid, lang message.Lang) {
	w.Verdict, w.Missing = f.Verdict.String(), f.Missing
	key, args := "practice."+w.Verdict, []any{"technique", q.technique.Name()}
	switch f.Verdict {
	case practice.Wrong, practice.Other, practice.Unproven:
		w.Candidate = &wire.Candidate{Cell: f.Candidate.Cell.String(), Digit: int(f.Candidate.Digit)}
		args = append(args, "cell", f.Candidate.Cell, "digit", f.Candidate.Digit)
		// The solution shows whether the person placed or removed the candidate.
		if holds := solution.At(f.Candidate.Cell) == f.Candidate.Digit; holds == (f.Verdict != practice.Wrong) {
			key += "Placed"
		}
	case practice.Partial:
		args = append(args, "n", f.Missing)
	case practice.Nothing:
		// Ignore moves that change nothing: moves in filled cells, and moves for candidates that are not there.
		if stated := slices.Concat(q.placements, q.eliminations); len(stated) > 0 {
			key = "practice.gone"
			value := s.Value(stated[0].Cell)
			if value != 0 {
				key = "practice.filled"
			}
			args = append(args, "cell", stated[0].Cell, "digit", stated[0].Digit, "value", value)
		}
	}
	if f.Verdict == practice.Right || f.Verdict == practice.Other {
		step := wireStep(s, &f.Step, lang)
		w.Step = &step
		args = append(args, "sentence", explain.Sentence(s, &f.Step), "other", f.Step.Technique.Name())
	}
	if f.Verdict == practice.Other {
		w.Technique, w.Name = f.Step.Technique.String(), f.Step.Technique.Name().In(lang)
	}
	w.Text = message.New(key, args...).In(lang)
}

// ChapterRequest asks for the lesson about a technique.
type ChapterRequest struct {
	Technique string `json:"technique" doc:"The technique, by ID, HoDoKu code or name"`

	technique logic.Technique
}

func (q *ChapterRequest) prepare(c *Call) (err error) {
	q.technique, err = c.techniqueOf(q.Technique)
	return err
}

func (q *ChapterRequest) answer(_ context.Context, c *Call) any {
	t := q.technique
	w := wire.Chapter{Technique: TechniqueOf(t, c.Lang), About: techdoc.AboutTechnique(t, c.Lang), Worth: techdoc.RatingOf(t).In(c.Lang), Candidates: []string{}}
	if s, step, err := techdoc.Example(t); err == nil {
		w.Values, w.Candidates, w.Step = s.Grid().String(), candidatesOf(input.PuzzleOf(&s)), wireStep(&s, &step, c.Lang)
	}
	return w
}
