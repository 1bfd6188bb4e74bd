package operation

import (
	"slices"
	"strings"

	"nonet/format"
	"nonet/generate"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle/deduction"
	"nonet/wire"
)

// SetKinds sets s to generate puzzles of the kinds that words select. If hardest is not empty, the puzzles need this
// technique of package deduction and nothing harder. The error refuses unknown words and techniques.
func SetKinds(s *generate.Spec, words []string, hardest string) error {
	if s.Kinds = words; s.IsClassic() {
		return &generate.SpecError{What: message.New("rules.make.noKind", "words", strings.Join(generate.Words(), " "))}
	}
	if hardest == "" {
		return nil
	}
	all := deduction.Techniques()
	i := slices.IndexFunc(all, func(t deduction.Technique) bool { return strings.EqualFold(t.String(), hardest) })
	if i < 0 {
		var names []string
		for _, t := range all[:deduction.Supposition] {
			names = append(names, t.String())
		}
		what := message.New("rules.make.technique", "name", hardest, "names", strings.Join(names, " "))
		return &generate.SpecError{What: suggest.WithSuggestions(what, hardest, names)}
	}
	s.HardestDeduction = &all[i]
	return nil
}

// GeneratedText returns a generated puzzle as text in the format `to`, with a newline. If `to` is nil, the text is one
// line that keeps the whole puzzle. The error names the rules that the format cannot express, or states that the format
// does not support the board.
func GeneratedText(p *generate.Puzzle, to *format.Kind) (string, error) {
	r := &Subject{Puzzle: p.Puzzle}
	if to == nil {
		return r.puzzleAsLine() + "\n", nil
	}
	text, _, err := r.writeAs(*to, false)
	return text, err
}

// puzzleAsLine returns the whole puzzle on one line. A classic puzzle is 81 characters. Another puzzle is in the
// notation of Interactive Sudoku Solver, or in nonet's JSON if that notation would change the kind of a constraint.
func (r *Subject) puzzleAsLine() string {
	if r.isClassic() {
		return r.PuzzleText()
	}
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

// GeneratedOf returns the JSON form of a generated puzzle. seed is the seed of the generator.
func GeneratedOf(p *generate.Puzzle, seed uint64) wire.Generated {
	r := &Subject{Puzzle: p.Puzzle}
	w := wire.Generated{
		Puzzle: r.puzzleAsLine(), Solution: format.ValuesLine(p.Puzzle, p.Solution), Board: r.wireBoard(), Givens: len(r.Givens), Constraints: len(r.Constraints),
		Seed: seed, Attempt: p.Attempt, Hardest: p.Hardest, Score: p.Score, Techniques: wire.CodesOf(p.Techniques...),
	}
	if p.Level > 0 {
		w.Level = p.Level.String()
	}
	return w
}

// prepareVariants prepares a request for puzzles that are not classic. The error is a *[wire.Problem].
func (q *GenerateRequest) prepareVariants(c *Call) error {
	for field, given := range map[string]bool{
		"min_score": q.MinScore > 0, "max_score": q.MaxScore > 0, "require": len(q.Require) > 0, "forbid": len(q.Forbid) > 0, "pattern": q.Pattern != "",
	} {
		if given {
			return c.invalidProblem(field, message.New("rules.make.classic", "flag", field), nil)
		}
	}
	s := &q.spec
	s.NoGivens, s.Logic, s.Graded = q.NoGivens, q.Logic, false
	return c.invalidError("hardest", SetKinds(s, q.Variant, q.Hardest), q.Hardest)
}
