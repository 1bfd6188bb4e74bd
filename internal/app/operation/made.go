package operation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nonet/format"
	"nonet/generate"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle/deduction"
	made "nonet/puzzle/generate"
	"nonet/sudoku"
	"nonet/wire"
)

type madeSpec = made.Spec

// VariantWords returns the words that select kinds for generated puzzles of other rules.
func VariantWords() []string { return made.Words() }

// VariantStyles returns the formats for puzzles of other rules.
func VariantStyles() []string { return format.Styles() }

// VariantSpec returns the specification for puzzles of some kinds. Their level lies between two of
// [Grades]. If hardest is not empty, they need this technique of puzzle/deduction and nothing
// harder.
func VariantSpec(words []string, grade, maxGrade, hardest string) (s made.Spec, err error) {
	s.Kinds = words
	from, to, err := LevelRange(grade, maxGrade)
	if err != nil {
		return s, err
	}
	if from > 0 || to > 0 { // deduction's levels have HoDoKu's names; easy is 1 there
		l := made.Levels{Max: deduction.Extreme}
		if from > 0 {
			l.Min = deduction.Level(from - 1)
		}
		if to > 0 {
			l.Max = deduction.Level(to - 1)
		}
		s.Levels = &l
	}
	if hardest != "" {
		all := deduction.Techniques()
		i := slices.IndexFunc(all, func(t deduction.Technique) bool { return strings.EqualFold(t.String(), hardest) })
		if i < 0 {
			var names []string
			for _, t := range all[:deduction.Supposition] {
				names = append(names, t.String())
			}
			what := message.New("rules.make.technique", "name", hardest, "names", strings.Join(names, " "))
			return s, &generate.SpecError{What: suggest.WithSuggestions(what, hardest, names)}
		}
		s.Hardest = &all[i]
	}
	return s, nil
}

// VariantLine returns a puzzle as one line without any loss, with a newline.
func VariantLine(p *made.Puzzle) string { return (&Subject{Puzzle: p.Puzzle}).puzzleAsLine() + "\n" }

// VariantText returns a puzzle in a format, with a newline. The error names the rules that the
// format cannot express, or states that the format does not support the board.
func VariantText(p *made.Puzzle, to format.Kind) (string, error) {
	text, _, err := (&Subject{Puzzle: p.Puzzle}).write(to, false)
	return text, err
}

// puzzleAsLine returns the puzzle as one line without any loss. It is in the notation of Interactive
// Sudoku Solver, or in our JSON if that notation would change the kind of a constraint.
func (r *Subject) puzzleAsLine() string {
	if text, ok := format.WriteISS(r.Puzzle); ok {
		read, err := format.ReadISS(text)
		same := err == nil && len(read.Constraints) == len(r.Constraints)
		for i := 0; same && i < len(read.Constraints); i++ {
			same = read.Constraints[i].Kind == r.Constraints[i].Kind
		}
		if same {
			return text
		}
	}
	return format.WriteNonet(r.Puzzle)
}

// WireVariant returns the JSON form of a puzzle generated from a seed.
func WireVariant(p *made.Puzzle, seed uint64) wire.Generated {
	r := &Subject{Puzzle: p.Puzzle}
	w := wire.Generated{
		Puzzle: r.puzzleAsLine(), Solution: format.ValuesLine(p.Puzzle, p.Solution), Board: r.board(),
		Givens: len(p.Puzzle.Givens), Constraints: len(p.Puzzle.Constraints), Seed: seed, Attempt: p.Attempt,
	}
	if g := p.Grade; g != nil {
		w.Level, w.Hardest = g.Level.String(), g.Hardest.String()
	}
	return w
}

// prepareVariants prepares a request for puzzles of other rules.
func (q *GenerateRequest) prepareVariants(c *Call) (err error) {
	for field, given := range map[string]bool{
		"min_score": q.MinScore > 0, "max_score": q.MaxScore > 0, "require": len(q.Require) > 0, "forbid": len(q.Forbid) > 0, "pattern": q.Pattern != "",
	} {
		if given {
			return c.invalidProblem(field, message.New("rules.make.classic", "flag", field), nil)
		}
	}
	if q.made, err = VariantSpec(q.Variant, q.Grade, q.MaxGrade, q.Hardest); err != nil {
		if unknown, ok := errors.AsType[*generate.SpecError](err); ok {
			return c.invalidProblem("hardest", unknown.Message(), q.Hardest)
		}
		return err
	}
	s := &q.made
	s.Seed, s.From, s.Size, s.Symmetry, s.Minimal = q.spec.Seed, q.spec.From, q.Size, q.spec.Symmetry, q.Minimal
	s.Givens, s.NoGivens, s.Logic = q.spec.Givens, q.NoGivens, q.Logic
	return nil
}

func (q *GenerateRequest) answerVariants(ctx context.Context, c *Call) wire.Generate {
	start := time.Now()
	w := wire.Generate{Outcome: sudoku.Found.String(), Seed: q.made.Seed, Puzzles: []wire.Generated{}}
	for p, err := range made.Puzzles(ctx, q.made, generate.Limits{Workers: 1}) {
		if err != nil {
			setNotGenerated(&w, err, c.Lang)
			break
		}
		if w.Puzzles = append(w.Puzzles, WireVariant(&p, q.made.Seed)); len(w.Puzzles) == q.Count {
			break
		}
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w
}
